package scan_test

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/scan"
	"github.com/ndwire/ndwire/internal/spelling"
)

// FuzzNumber compares the methods that read numbers with strconv, math/big and package spelling, at the end of the data and before a space.
func FuzzNumber(f *testing.F) {
	for _, text := range []string{"0", "-0", "7", "-7", "1500.0", "3e0", "585.6438211", "9007199254740993", "9223372036854775808", "-9223372036854775809", "1e400", "-1e400", "1e-400", "0.000001", "1e-7",
		"123456789012345.5", "0.10", "1E+2", "5e-324", "01", "1.", "-", "+1", "0x1", "1e", ".5", "1e5x", "null", `"1"`, "1764400000.25",
		"1764400000.0", "1764400000123.456789", "1764400000.123456789", "1764400000.1234567891", "0.5", "1.5e3", "01.5", "0.0000001"} {
		f.Add(text)
		f.Add(text + " ")
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := scan.Get(false)
		defer scan.Put(c)
		good := json.Valid([]byte(text)) && (text[0] == '-' || text[0]-'0' <= 9)
		read := func(value func(i int) int) bool {
			c.Reset([]byte(text), &scan.Options{})
			return c.End(value(0)) >= 0
		}
		number := text[:len(text)-spaces(text)]
		var n int64
		var x float64
		ints := read(func(i int) int { n, i = c.Int64(i); return i })
		exactInt := !c.Inexact()
		floats := read(func(i int) int { x, i = c.Float(i); return i })
		exactFloat := !c.Inexact()
		if good && (!ints || !floats) {
			t.Fatalf("%q is not a number", text)
		}
		if !good {
			if (ints || floats) && !json.Valid([]byte(text)) {
				t.Fatalf("%q is taken", text)
			}
			return
		}
		if exactInt != (strconv.FormatInt(n, 10) == number) || exactFloat != (string(kernel.AppendFloat(nil, x)) == number) {
			t.Fatalf("%q: an int is exact: %v; a float: %v", text, exactInt, exactFloat)
		}
		for unit, read := range map[spelling.Unit]func(int) (time.Time, int){spelling.Seconds: c.Seconds, spelling.Milliseconds: c.Milliseconds} {
			c.Reset([]byte(text), &scan.Options{})
			got, next := read(0)
			want, exact, _ := spelling.ParseEpoch([]byte(number), unit)
			if !got.Equal(want) || c.End(next) < 0 || c.Inexact() == exact {
				t.Fatalf("%q: %v, exact %v, want %v, %v", text, got, !c.Inexact(), want, exact)
			}
		}
		want, err := strconv.ParseFloat(number, 64)
		if err != nil {
			want = math.Copysign(math.MaxFloat64, want)
		}
		if x != want || math.Signbit(x) && x == 0 {
			t.Fatalf("%q: %v, want %v", text, x, want)
		}
		if _, e, _ := strings.Cut(strings.ToLower(text), "e"); len(e) > 5 || len(text) > 300 {
			return // math/big would need memory for all digits
		}
		if r, ok := new(big.Rat).SetString(number); ok {
			q := new(big.Int).Quo(r.Num(), r.Denom())
			whole := int64(math.MaxInt64)
			if q.Sign() < 0 {
				whole = math.MinInt64
			}
			if q.IsInt64() {
				whole = q.Int64()
			}
			if n != whole {
				t.Fatalf("%q: %d, want %d", text, n, whole)
			}
		}
	})
}

// spaces counts the white space at the end of text.
func spaces(text string) (n int) {
	for n < len(text) && (text[len(text)-1-n] == ' ' || text[len(text)-1-n] == '\t' || text[len(text)-1-n] == '\r' || text[len(text)-1-n] == '\n') {
		n++
	}
	return n
}

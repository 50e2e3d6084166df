package kernel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// jsonish generates texts similar to JSON, which reach more of a parser than random bytes.
var jsonish = rapid.Custom(func(t *rapid.T) []byte {
	parts := rapid.SliceOfN(rapid.SampledFrom([]string{
		`"`, `\`, `\"`, `\\`, `\n`, `\u0041`, `\ud83d\ude00`, `\ud83d`, `\udc00`, `\u12`, `\x`, "\x00", "\x1f", "\x7f", "é", "日本", "😀", "\xff", "\xc3", "\xed\xa0\x80",
		`{`, `}`, `[`, `]`, `,`, `:`, `"a":`, `"key":"value"`, `1`, `-`, `-0`, `0.5`, `1e5`, `01`, `true`, `false`, `null`, `nul`, ` `, "\t", "\r\n",
		"plain text of some length ", `[1,2,{"a":[]}]`,
	}), 0, 40).Draw(t, "parts")
	return []byte(strings.Join(parts, ""))
})

// seeds are the seeds of the fuzz targets.
var seeds = []string{
	``, `"`, `""`, `"a"`, `"plain text that is longer than eight bytes"`, `"\""`, `"\\"`, `"a\\\""`, `"x\u00e9\n\t\/"`,
	`"\ud83d\ude00"`, `"cut here \ud83c"`, `"\udff7\ud83c x"`, `"\ud83cA\ud83c\n"`, `"\u12"`, `"\u123g"`, `"\x"`, `"\`, `"\u`, "\"a\tb\"", "\"\\\t\"",
	"\"a\xff\xc3b\"", "\"\xc0\xaf \xed\xa0\xbd\"", `"日本語 text 日本語"`, `{}`, `[]`, `{"a":1}`, `{"a":1 "b":2}`, `{"a":[1,2,{"b":null}],"c":true}`,
	`[1,]`, `{"a":1,}`, `{,}`, `[,]`, `{"a"}`, `{"a":}`, `{1:2}`, `[1}`, `{"a":1]`, `0`, `-0`, `01`, `+1`, `.5`, `1.`, `1e`, `1e+`, `1E-7`, `0e999999999`, `1e400`, `-`,
	`"` + strings.Repeat(`\u65e5\u672c`, 12) + `"`, `"\u2500\u00e9 x\u0041\n` + strings.Repeat("y", 60) + `\u65e5"`, `true`, `tru`, `truex`, `nullnull`, ` [ 1 , 2 ] `, "\ufeff{}", strings.Repeat("[", 100) + strings.Repeat("]", 100),
}

func addSeeds(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
}

// Plain implementations.

func naiveStringEnd(b []byte, i int) (int, bool) {
	for ; i < len(b); i++ {
		switch {
		case b[i] == '"':
			return i, true
		case b[i] < 0x20:
			return i, false
		case b[i] == '\\':
			i++
		}
	}
	return len(b), false
}

// naiveUnquote returns the result of encoding/json for the string whose text begins at b[0].
func naiveUnquote(b []byte) (text string, next int, ok bool) {
	end, ok := naiveStringEnd(b, 0)
	if !ok {
		return "", 0, false
	}
	if err := json.Unmarshal([]byte(`"`+string(b[:end+1])), &text); err != nil {
		return "", 0, false
	}
	return text, end + 1, true
}

func checkStrings(t fataler, b []byte) { atLevels(t, func(t fataler) { checkStringsNow(t, b) }) }

func checkStringsNow(t fataler, b []byte) {
	wantEnd, wantOK := naiveStringEnd(b, 0)
	end, ok := StringEnd(b, 0)
	if end != wantEnd || ok != wantOK {
		t.Fatalf("StringEnd(%q) = %d, %v, want %d, %v", b, end, ok, wantEnd, wantOK)
	}
	plain := 0
	for plain < len(b) && b[plain] >= 0x20 && b[plain] != '"' && b[plain] != '\\' {
		plain++
	}
	wantWide := bytes.ContainsFunc(b[:plain], func(r rune) bool { return r >= utf8.RuneSelf })
	if end, wide := PlainEnd(b, 0); end != plain || wide != wantWide {
		t.Fatalf("PlainEnd(%q) = %d, %v, want %d, %v", b, end, wide, plain, wantWide)
	}
	text, next, wantOK := naiveUnquote(b)
	end, ok = ValidString(b, 0)
	if ok != wantOK || ok && end != next-1 || end > len(b) {
		t.Fatalf("ValidString(%q) = %d, %v, want %d, %v", b, end, ok, next-1, wantOK)
	}
	for _, room := range []int{0, 3, 8, len(b) + 7} {
		var dst []byte
		i := 0
		var r Result
		for range 2*len(b) + 10 {
			part := make([]byte, room)
			var n int
			var got Result
			n, i, got = Unquote(part, b, i)
			r |= got
			dst = append(dst, part[:n]...)
			if r&(Done|Bad) != 0 {
				break
			}
			if n == 0 {
				room++
			}
		}
		if (r&Done != 0) != wantOK || (r&Bad != 0) == wantOK {
			t.Fatalf("Unquote(%q) = %q, %d, %b, want %q, %v", b, dst, i, r, text, wantOK)
		}
		if !wantOK {
			if i != end {
				t.Fatalf("Unquote(%q) stops at %d, ValidString at %d", b, i, end)
			}
			continue
		}
		valid := utf8.Valid(dst)
		if !valid && r&Wide == 0 {
			t.Fatalf("Unquote(%q): Wide is not set", b)
		}
		if got := string(AppendText(nil, dst)); got != text || i != next {
			t.Fatalf("Unquote(%q) = %q, %d, want %q, %d", b, got, i, text, next)
		}
		if lone := LoneSurrogate(b[:next]) >= 0; lone != (r&Replaced != 0) {
			t.Fatalf("Unquote(%q): Replaced is %v", b, !lone)
		}
	}
}

type fataler interface{ Fatalf(string, ...any) }

func TestStrings(t *testing.T) {
	for _, s := range seeds {
		checkStrings(t, []byte(s))
		checkStrings(t, []byte(strings.TrimPrefix(s, `"`)))
	}
	// every byte at every place of a word, followed by texts of every length
	for n := range 70 {
		for at := range n {
			for _, c := range []byte{0, 0x1f, ' ', '!', '"', '#', '[', '\\', ']', 0x7f, 0x80, 0xa2, 0xdc, 0xff} {
				b := bytes.Repeat([]byte("x"), n)
				b[at] = c
				checkStrings(t, append(b, '"'))
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) { checkStrings(t, jsonish.Draw(t, "b")) })
}

// TestLongEscapes checks blocks with many long escapes, also at their edges: of characters of one, two and three bytes, of pairs, and invalid ones.
func TestLongEscapes(t *testing.T) {
	pieces := []string{
		`\u65e5`, `\u65E5`, `\uFFfd`, `\u0800`, `\ud7ff`, `\ue000`, `\u07ff`, `\u0080`, `\u00e9`, `\u007f`, `\u0041`, `\u0000`, `\u0030`, `\ud83d\ude00`,
		`\n`, `\"`, `\\`, `u`, `u65e5`, "é", "日", "x", "some words", "a text of a few dozen bytes, as it stands between two escapes",
	}
	bad := []string{`\ud83d`, `\udc00`, `\ud800\ud800`, `\ud83d\ude0T`, `\ud83d\udex0`, `\ud83d\ude"`, `\ud83d\ude0`, `\u12`, `\u12"4`, `\u123g`, `\ug123`, `\u:000`, `\u00/0`, `\u00@0`, "\\u65\xc3\xa5", `\`, `\u`, `\x`, "\xff", "\x1f", `"`}
	check := func(t fataler, parts []string, end string) {
		text := []byte(strings.Join(parts, "") + end)
		checkStrings(t, text)
		checkSame(t, text, 0) // also for a bad string
	}
	for _, p := range pieces[:14] {
		for before := range 70 {
			check(t, []string{strings.Repeat("x", before), strings.Repeat(p, 24)}, `"`)
			for _, b := range bad {
				check(t, []string{p, strings.Repeat("x", before), p, b, p}, strings.Repeat("y", 70)+`"`)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 60).Draw(t, "parts")
		if rapid.Bool().Draw(t, "isBad") {
			n := rapid.IntRange(0, len(parts)-1).Draw(t, "n")
			parts[n] = rapid.SampledFrom(bad).Draw(t, "bad")
		}
		check(t, parts, rapid.SampledFrom([]string{`"`, `", "and":"so on"`, ``, `\`}).Draw(t, "end"))
	})
}

func FuzzStrings(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) { checkStrings(t, b) })
}

func checkValid(t fataler, b []byte) { atLevels(t, func(t fataler) { checkValidNow(t, b) }) }

func checkValidNow(t fataler, b []byte) {
	i := Space(b, 0)
	end, fault := Valid(b, i, 10_000)
	ok := fault == NoFault && Space(b, end) == len(b)
	if want := json.Valid(b); ok != want {
		t.Fatalf("Valid(%q) = %d, %d, want %v", b, end, fault, want)
	}
	if end < 0 || end > len(b) {
		t.Fatalf("Valid(%q) = %d", b, end)
	}
	wantEnd, wantFault := end, fault
	if n := bytes.IndexByte(b[i:max(i, end)], '\n'); fault == NoFault && n >= 0 {
		wantEnd, wantFault = i+n, Syntax
	}
	if end, fault := ValidLine(b, i, 10_000); end != wantEnd || fault != wantFault {
		t.Fatalf("ValidLine(%q) = %d, %d, want %d, %d", b, end, fault, wantEnd, wantFault)
	}
	skipped, fault2 := Skip(b, i, 10_000)
	if ok && (fault2 != NoFault || skipped != end) {
		t.Fatalf("Skip(%q) = %d, %d, want %d", b, skipped, fault2, end)
	}
	if ok {
		for _, s := range Spans(b) {
			if end, _ := Skip(b, s.Start, 10_000); end != s.End {
				t.Fatalf("Spans(%q): %v, want %d", b, s, end)
			}
		}
	}
	if skipped < 0 || skipped > len(b) {
		t.Fatalf("Skip(%q) = %d", b, skipped)
	}
}

func TestValid(t *testing.T) {
	for _, s := range seeds {
		checkValid(t, []byte(s))
		for i := range s {
			checkValid(t, []byte(s[:i]))
		}
	}
	for _, n := range []int{1, 63, 64, 65, 127, 128, 129, 500} {
		for _, mid := range []string{"", "1", "}", "]"} {
			checkValid(t, []byte(strings.Repeat("[", n)+mid+strings.Repeat("]", n)))
			checkValid(t, []byte(strings.Repeat(`{"a":[`, n)+mid+strings.Repeat("]}", n)))
			checkValid(t, []byte(strings.Repeat(`{"a":[`, n)+mid+strings.Repeat("]]", n)))
		}
	}
	rapid.Check(t, func(t *rapid.T) { checkValid(t, jsonish.Draw(t, "b")) })
}

func FuzzValid(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) { checkValid(t, b) })
}

func TestDepth(t *testing.T) {
	b := []byte(strings.Repeat("[", 5) + strings.Repeat("]", 5))
	for name, walk := range map[string]func([]byte, int, int) (int, Fault){"Valid": Valid, "Skip": Skip} {
		if end, f := walk(b, 0, 5); end != 10 || f != NoFault {
			t.Errorf("%s = %d, %d", name, end, f)
		}
		if end, f := walk(b, 0, 4); end != 4 || f != TooDeep {
			t.Errorf("%s with depth 4 = %d, %d", name, end, f)
		}
		deep := bytes.Repeat([]byte("["), 1<<20)
		if end, f := walk(deep, 0, 1000); end != 1000 || f != TooDeep {
			t.Errorf("%s of a million brackets = %d, %d", name, end, f)
		}
	}
}

// TestFaults checks the offsets of errors.
func TestFaults(t *testing.T) {
	for _, x := range []struct {
		text string
		at   int
	}{
		{``, 0}, {`{"a":tru`, 8}, {`{"a":trux}`, 8}, {`{"a":12`, 7}, {`{"a":01}`, 6}, {`-`, 1}, {`-x`, 1}, {`1.`, 2}, {`1.x`, 2}, {`1e`, 2}, {`1e+`, 3}, {`1e+x`, 3},
		{`"abc`, 4}, {`"a\`, 3}, {`"a\u12`, 6}, {`"a\u12g4"`, 6}, {`"a\x"`, 3}, {"\"a\tb\"", 2}, {`{"a" 1}`, 5}, {`{"a":1 "b":2}`, 7}, {`{a:1}`, 1}, {`[1 2]`, 3}, {`[1}`, 2},
		{`{"a":1]`, 6}, {`[1,]`, 3}, {`{"a":1,}`, 7}, {`{"a":1,1}`, 7}, {`+1`, 0}, {`.5`, 0}, {`'x'`, 0}, {`[[[`, 3},
	} {
		if end, f := Valid([]byte(x.text), 0, 100); f != Syntax || end != x.at {
			t.Errorf("Valid(%s) = %d, %d, want a fault at %d", x.text, end, f, x.at)
		}
	}
}

func checkUTF8(t fataler, b []byte) {
	if got, want := ValidUTF8(b), utf8.Valid(b); got != want {
		t.Fatalf("ValidUTF8(%q) = %v", b, got)
	}
	if i := InvalidUTF8(b); i >= 0 && !utf8.Valid(b[:i]) {
		t.Fatalf("InvalidUTF8(%q) = %d", b, i)
	}
	var want []byte
	for _, r := range string(b) {
		want = utf8.AppendRune(want, r)
	}
	if got := TextLen(b); got != len(want) {
		t.Fatalf("TextLen(%q) = %d, want %d", b, got, len(want))
	}
	if got := AppendText(nil, b); !bytes.Equal(got, want) {
		t.Fatalf("AppendText(%q) = %q, want %q", b, got, want)
	}
}

func TestUTF8(t *testing.T) {
	for _, l := range Levels() {
		t.Run(l.String(), func(t *testing.T) {
			defer Force(l)()
			testUTF8(t)
		})
	}
}

func testUTF8(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkUTF8(t, jsonish.Draw(t, "b")) })
	// every pair, and every triple that begins with a lead byte of interest
	for a := range 256 {
		for b := range 256 {
			checkUTF8(t, []byte{byte(a), byte(b)})
			if a >= 0xe0 {
				for _, c := range []byte{0, 0x7f, 0x80, 0xbf, 0xc0} {
					checkUTF8(t, []byte{'x', byte(a), byte(b), c})
					checkUTF8(t, []byte{byte(a), byte(b), c, 0x80, 'x'})
					// between characters of three bytes, which are read in pairs
					checkUTF8(t, append([]byte("日本"), byte(a), byte(b), c, 'x', 'x', 'x'))
					checkUTF8(t, append([]byte{0xe6, 0x97, 0xa5, byte(a), byte(b), c}, "本語"...))
				}
			}
		}
	}
}

func FuzzUTF8(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) { checkUTF8(t, b) })
}

// naiveTruncate computes with exact numbers. The callers keep exponents small. It also reports whether the number is out of the range of an int64.
func naiveTruncate(num string) (int64, bool) {
	switch r := rational(num); {
	case r.Cmp(new(big.Rat).SetInt64(math.MinInt64)) < 0:
		return math.MinInt64, true
	case r.Cmp(new(big.Rat).SetInt64(math.MaxInt64)) > 0:
		return math.MaxInt64, true
	default:
		return new(big.Int).Quo(r.Num(), r.Denom()).Int64(), false
	}
}

// naiveTruncateUint also reports whether the number is out of the range of a uint64. A fraction above -1 is not.
func naiveTruncateUint(num string) (uint64, bool) {
	switch r := rational(num); {
	case r.Cmp(new(big.Rat).SetInt64(-1)) <= 0:
		return 0, true
	case r.Cmp(new(big.Rat).SetUint64(math.MaxUint64)) > 0:
		return math.MaxUint64, true
	default:
		return new(big.Int).Quo(r.Num(), r.Denom()).Uint64(), false
	}
}

func rational(num string) *big.Rat {
	r, ok := new(big.Rat).SetString(num)
	if !ok {
		panic(num)
	}
	return r
}

func TestTruncate(t *testing.T) {
	for _, num := range []string{
		"0", "-0", "7", "-7", "1500.0", "3e0", "585.6438211", "-585.9", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
		"-9223372036854775809", "9223372036854775807.9", "-9223372036854775808.9", "9223372036854775807.00", "-92233720368547758080.0e-1",
		"-9223372036854775808.00000000000000000001", "18446744073709551615.0", "18446744073709551615.5", "18446744073709551615000001e-6", "18446744073709551616", "-0.5", "-0.999e0", "-1.5",
		"99999999999999999999", "1e18", "1e19", "-1e19", "1e20", "0.00001e5", "123456789012345678901234567890e-20",
		"0.000000000000000000000000000001e30", "1E+2", "12e-1", "0.1e1", "10e-1", "9.99999999999999999999", "1e-400", "1e400",
	} {
		checkTruncate(t, num)
		checkTruncateUint(t, num)
	}
	for num, want := range map[string]uint64{
		"0e999999999": 0, "1e999999999999999999999": math.MaxUint64, "-1e999999999999999999999": 0, "1e-999999999999999999999": 0,
		"0." + strings.Repeat("0", 100_000) + "5e100001": 5, strings.Repeat("9", 100_000) + "e-99999": 9,
	} {
		if got, _ := TruncateUint([]byte(num)); got != want {
			t.Errorf("TruncateUint(%.30s) = %d, want %d", num, got, want)
		}
	}
	for num, want := range map[string]int64{
		"0e999999999": 0, "1e999999999999999999999": math.MaxInt64, "-1e999999999999999999999": math.MinInt64, "1e-999999999999999999999": 0,
		"0." + strings.Repeat("0", 100_000) + "5e100001": 5,
	} {
		if got, _ := Truncate([]byte(num)); got != want {
			t.Errorf("Truncate(%.30s) = %d, want %d", num, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		num := rapid.StringMatching(`-?(0|[1-9][0-9]{0,22})(\.[0-9]{1,22})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "num")
		if end, ok := NumberEnd([]byte(num), 0); !ok || end != len(num) {
			t.Fatalf("NumberEnd(%s) = %d, %v", num, end, ok)
		}
		checkTruncate(t, num)
		checkTruncateUint(t, num)
	})
}

func checkTruncate(t fataler, num string) {
	got, exceeds := Truncate([]byte(num))
	if want, exceedsWant := naiveTruncate(num); got != want || exceeds != exceedsWant {
		t.Fatalf("Truncate(%s) = %d, %v; want %d, %v", num, got, exceeds, want, exceedsWant)
	}
}

func checkTruncateUint(t fataler, num string) {
	want, exceeds := naiveTruncateUint(num)
	if got, ex := TruncateUint([]byte(num)); got != want || ex != exceeds {
		t.Fatalf("TruncateUint(%s) = %d, %v, want %d, %v", num, got, ex, want, exceeds)
	}
}

func TestAppendFloat(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 1: "1", -1.5: "-1.5", 1e-6: "0.000001", 1e-7: "1e-7", 7.5e-7: "7.5e-7", 1e20: "100000000000000000000", 1e21: "1e+21", 1.5e300: "1.5e+300",
		1e-10: "1e-10", 5e-324: "5e-324", math.MaxFloat64: "1.7976931348623157e+308", 0.1: "0.1", -1e-7: "-1e-7",
	} {
		if got := string(AppendFloat(nil, f)); got != want {
			t.Errorf("AppendFloat(%g) = %s, want %s", f, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Draw(t, "f")
		text := AppendFloat([]byte("x"), f)[1:]
		want, err := json.Marshal(f)
		if err != nil || f != 0 && string(want) != string(text) {
			t.Fatalf("AppendFloat(%g) = %s, encoding/json has %s", f, text, want)
		}
		if back, err := strconv.ParseFloat(string(text), 64); back != f || err != nil {
			t.Fatalf("AppendFloat(%g) = %s", f, text)
		}
	})
}

func TestLiteral(t *testing.T) {
	for _, x := range []struct {
		text string
		end  int
		ok   bool
	}{{"true", 4, true}, {"false,", 5, true}, {"null}", 4, true}, {"nul", 3, false}, {"nulx", 3, false}, {"", 0, false}, {"x", 0, false}, {"t", 1, false}} {
		if end, ok := Literal([]byte(x.text), 0); end != x.end || ok != x.ok {
			t.Errorf("Literal(%q) = %d, %v", x.text, end, ok)
		}
	}
}

// corpora has texts of one string, with escapes at regular distances.
func textWithEscapes(every, size int) []byte {
	var b []byte
	for n := 0; len(b) < size; n++ {
		for k := 0; k < every && len(b) < size; k++ {
			b = append(b, "the quick brown fox jumps over the lazy dog, "[(n+k)%45])
		}
		if every < size {
			b = append(b, [...]string{`\n`, `\"`, `\n`, `\t`, `\\`}[n%5]...)
		}
	}
	return append(b[:size:size], `  "`...)
}

var escapes = []struct {
	name  string
	every int
}{{"every16", 16}, {"every26", 26}, {"none", 1 << 30}}

func BenchmarkStringEnd(b *testing.B) {
	for _, e := range escapes {
		text := textWithEscapes(e.every, 16<<10)
		b.Run(e.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, ok := StringEnd(text, 0); !ok {
					b.Fatal("no end")
				}
			}
		})
		b.Run("valid/"+e.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, ok := ValidString(text, 0); !ok {
					b.Fatal("no end")
				}
			}
		})
	}
	for _, n := range []int{5, 12, 20, 36} {
		text := textWithEscapes(1<<30, n)
		b.Run(fmt.Sprint("short", n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, ok := StringEnd(text, 0); !ok {
					b.Fatal("no end")
				}
			}
		})
	}
}

func BenchmarkUnquote(b *testing.B) {
	for _, e := range escapes {
		text := textWithEscapes(e.every, 16<<10)
		dst := make([]byte, len(text)+8)
		b.Run(e.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, _, r := Unquote(dst, text, 0); r&Done == 0 {
					b.Fatal("no end")
				}
			}
		})
	}
	for _, x := range []struct{ name, text string }{
		{"long", `\u4f60\u597d\uff0c\u4e16\u754c`},                  // only escapes
		{"long-every24", `\u2500\u2500 a few words between`},        // some escapes
		{"long-pairs", `it is \ud83d\ude80 and \u2705 with words `}, // half of them pairs
	} {
		src := []byte(`"` + strings.Repeat(x.text, 16<<10/len(x.text)) + `"`)
		dst := make([]byte, len(src))
		b.Run(x.name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				if _, _, r := Unquote(dst, src, 1); r&Done == 0 {
					b.Fatal("no end")
				}
			}
		})
	}
}

// nested is similar to a tool's input and its result: short members, nested objects, some text.
var nested = []byte(`[` + strings.Repeat(`{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9","name":"Read","input":{"file_path":"/home/user/project/main.go","offset":120,"limit":40,"deep":{"a":[1,2,3,true,null],"b":{}}},"text":"some text\nwith a few escapes \"and\" so on, as it is usual"},`, 60) + `0]`)

func BenchmarkSkip(b *testing.B)  { benchmarkWalk(b, Skip) }
func BenchmarkValid(b *testing.B) { benchmarkWalk(b, Valid) }

func benchmarkWalk(b *testing.B, walk func([]byte, int, int) (int, Fault)) {
	spaced := bytes.ReplaceAll(bytes.ReplaceAll(nested, []byte(`:`), []byte(`: `)), []byte(`,`), []byte(`, `))
	for name, text := range map[string][]byte{"nested": nested, "spaced": spaced, "text": append([]byte(`["`), append(textWithEscapes(26, 16<<10), ']')...)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, f := walk(text, 0, 100); f != NoFault {
					b.Fatal(f)
				}
			}
		})
	}
}

func BenchmarkUTF8(b *testing.B) {
	for name, text := range map[string]string{"ascii": "plain text, and more of it. ", "mixed": "plain text — with some “quotes” ", "cjk": "日本語の文章です。"} {
		data := []byte(strings.Repeat(text, 300))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if !ValidUTF8(data) {
					b.Fatal("invalid")
				}
			}
		})
		b.Run("std/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if !utf8.Valid(data) {
					b.Fatal("invalid")
				}
			}
		})
	}
}

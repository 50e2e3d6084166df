package encoder

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestAppendFloat(t *testing.T) {
	tenth := 0.1 // a variable: constants are exact
	tests := []struct {
		f    float64
		want string
	}{
		{0, "0"},
		{math.Copysign(0, -1), "0"},
		{1, "1"},
		{-1500, "-1500"},
		{0.1, "0.1"},
		{tenth + 0.2, "0.30000000000000004"},
		{585.6438211, "585.6438211"},
		{1e-6, "0.000001"},
		{1.5e-6, "0.0000015"},
		{9.99e-7, "9.99e-7"},
		{1e-7, "1e-7"},
		{-7.5e-7, "-7.5e-7"},
		{1e-10, "1e-10"},
		{5e-324, "5e-324"},
		{1e15, "1000000000000000"},
		{1e15 + 0.5, "1000000000000000.5"},
		{9007199254740993, "9007199254740992"},
		{1 << 60, "1152921504606847000"},
		{-1 << 60, "-1152921504606847000"},
		{123456789012345680000, "123456789012345680000"},
		{999999999999999900000, "999999999999999900000"},
		{1e21, "1e+21"},
		{-1e21, "-1e+21"},
		{1.5e300, "1.5e+300"},
		{math.MaxFloat64, "1.7976931348623157e+308"},
	}
	for _, tt := range tests {
		got, err := AppendFloat([]byte("#"), tt.f)
		if err != nil || string(got) != "#"+tt.want {
			t.Errorf("AppendFloat(%v) = %s, %v, want #%s", tt.f, got, err, tt.want)
		}
	}
}

func TestAppendFloatRefuses(t *testing.T) {
	for _, tt := range []struct {
		f    float64
		want string
	}{{math.NaN(), "NaN"}, {math.Inf(1), "infinite"}, {math.Inf(-1), "infinite"}} {
		got, err := AppendFloat([]byte("#"), tt.f)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("AppendFloat(%v): error %v, want one that says %s", tt.f, err, tt.want)
		}
		if string(got) != "#" {
			t.Errorf("AppendFloat(%v) wrote %q", tt.f, got)
		}
	}
}

// jsFloat builds JavaScript's form from digits and exponent, as in Number::toString of ECMA-262.
func jsFloat(f float64) string {
	if f == 0 {
		return "0"
	}
	sign := ""
	if f < 0 {
		sign, f = "-", -f
	}
	mantissa, exp, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	e, _ := strconv.Atoi(exp)
	n, k := e+1, len(digits)
	switch {
	case k <= n && n <= 21:
		return sign + digits + strings.Repeat("0", n-k)
	case 0 < n && n <= 21:
		return sign + digits[:n] + "." + digits[n:]
	case -6 < n && n <= 0:
		return sign + "0." + strings.Repeat("0", -n) + digits
	}
	out := sign + digits[:1]
	if k > 1 {
		out += "." + digits[1:]
	}
	if n-1 < 0 {
		return out + "e-" + strconv.Itoa(1-n)
	}
	return out + "e+" + strconv.Itoa(n-1)
}

func FuzzAppendFloat(f *testing.F) {
	for _, v := range []float64{0, 1, -1, 0.1, 1e-6, 1e-7, 1e20, 1e21, 1e15, 123456.789, 5e-324, math.MaxFloat64, 1 << 53} {
		f.Add(math.Float64bits(v))
	}
	f.Fuzz(func(t *testing.T, bits uint64) {
		v := math.Float64frombits(bits)
		got, err := AppendFloat(nil, v)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			if !errors.Is(err, ErrNumber) {
				t.Fatalf("AppendFloat(%v): %v", v, err)
			}
			return
		}
		if want := jsFloat(v); err != nil || string(got) != want {
			t.Fatalf("AppendFloat(%x) = %s, %v, want %s", v, got, err, want)
		}
		if back, err := strconv.ParseFloat(string(got), 64); err != nil || back != v {
			t.Fatalf("AppendFloat(%x) = %s, which reads as %x, %v", v, got, back, err)
		}
	})
}

package spelling

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"
)

func TestParseTime(t *testing.T) {
	for _, c := range []struct {
		text      string
		usual, ok bool
	}{
		{"2026-01-02T03:04:05Z", true, true},
		{"2026-01-02T03:04:05.123456789Z", true, true},
		{"2026-01-02T03:04:05.500+02:30", true, true},
		{"2026-01-02T03:04:05.430Z", true, true},
		{"2026-01-02T03:04:05.400Z", true, true},
		{"2026-01-02T03:04:05.123450Z", true, true},
		{"2026-01-02T03:04:05.000001Z", true, true},
		{"2026-01-02T03:04:05.123456700-07:00", true, true},
		{"2026-01-02T03:04:05.5+02:30", false, true},
		{"2026-01-02T03:04:05.43Z", false, true},
		{"2026-01-02T03:04:05.1234Z", false, true},
		{"2026-01-02T03:04:05.123000Z", false, true},
		{"2026-01-02T03:04:05.123456000Z", false, true},
		{"2026-01-02T03:04:05.000000Z", false, true},
		{"2026-01-02T03:04:05-23:59", true, true},
		{"0000-02-29T00:00:00Z", true, true},
		{"9999-12-31T23:59:59.999999999Z", true, true},
		{"2026-01-02T03:04:05.000Z", false, true},
		{"2026-01-02T03:04:05.10Z", false, true},
		{"2026-01-02T03:04:05.1234567891Z", false, true},
		{"2026-01-02t03:04:05Z", false, true},
		{"2026-01-02T03:04:05z", false, true},
		{"2026-01-02T03:04:05+00:00", true, true},
		{"2026-01-02T03:04:05.123456+00:00", true, true},
		{"2026-01-02T03:04:05.120+00:00", true, true},
		{"2026-01-02T03:04:05.12+00:00", false, true},
		{"2026-01-02T03:04:05-00:00", false, true},
		{"", false, false},
		{"2026-01-02", false, false},
		{"2026-01-02 03:04:05Z", false, false},
		{"2026-01-02T03:04:05", false, false},
		{"2026-01-02T03:04:05.Z", false, false},
		{"2026-01-02T03:04:05,5Z", false, false},
		{"2026-01-02T03:04:60Z", false, false},
		{"2026-01-02T24:00:00Z", false, false},
		{"2026-02-29T03:04:05Z", false, false},
		{"2026-13-02T03:04:05Z", false, false},
		{"2026-00-02T03:04:05Z", false, false},
		{"2026-01-02T03:04:05+24:00", false, false},
		{"2026-01-02T03:04:05+0200", false, false},
		{"2026-01-02T03:04:05ZZ", false, false},
		{"2026-01-02T3:04:05ZZ", false, false},
	} {
		got, usual, ok := ParseTime([]byte(c.text))
		if usual != c.usual || ok != c.ok {
			t.Errorf("%s: usual %t, ok %t; want %t, %t", c.text, usual, ok, c.usual, c.ok)
		}
		text, written := AppendTime(nil, got)
		if !written || usual && string(text) != c.text {
			t.Errorf("%s is written as %s", c.text, text)
		}
	}
}

// TestEachDay compares all days that a text can have, and some that it cannot, with package time, in every seventh year.
func TestEachDay(t *testing.T) {
	for year := 0; year < 10000; year += 7 {
		for month := range 14 {
			for day := range 33 {
				want := time.Date(year, time.Month(month), day, day%24, month*4, year%60, 1000*year, time.UTC)
				y, m, d := want.Date()
				exists := y == year && int(m) == month && d == day
				text := fmt.Appendf(nil, "%04d-%02d-%02dT%02d:%02d:%02d.%09dZ", year, month, day, day%24, month*4, year%60, 1000*year)
				if got, _, ok := ParseTime(text); ok != exists || ok && got != want {
					t.Fatalf("%s: %v, %t", text, got, ok)
				}
			}
		}
	}
}

// TestOtherCharacters replaces each character of a time by each other one, and compares with the rule.
func TestOtherCharacters(t *testing.T) {
	for _, form := range []string{"0000-00-00T00:00:00.00+00:00", "0000-00-00T00:00:00Z", "0000-00-00T00:00:00.000Z", "0000-00-00T00:00:00.000000Z",
		"0000-00-00T00:00:00.000000000Z"} {
		text := "2022-11-11T11:11:11" + strings.ReplaceAll(form[19:], "0", "1")
		for i := range text {
			for c := range 256 {
				b := []byte(text)
				b[i] = byte(c)
				want := form[i]
				fits := c == int(want) || want == '0' && '0' <= c && c <= '9' || want == 'T' && c == 't' || want == 'Z' && c == 'z' || want == '+' && c == '-'
				// Digits that the field does not have: months beyond 12, days beyond 30, hours beyond 23, and minutes beyond 59.
				switch zone := form[len(form)-1] != 'Z'; {
				case i == 5 && c > '1', i == 8 && c > '2', i == 11 && c > '2', i == 14 && c > '5', i == 17 && c > '5', i == 6 && c > '2',
					zone && i == 23 && c > '2', zone && i == 26 && c > '5':
					fits = false
				}
				got, canonical, ok := ParseTime(b)
				if ok != fits {
					t.Errorf("%q: %t", b, ok)
				}
				if text, _ := AppendTime(nil, got); ok && canonical != bytes.Equal(text, b) {
					t.Errorf("%q: canonical %t, and is written as %s", b, canonical, text)
				}
			}
		}
	}
}

func TestAppendTimeRefuses(t *testing.T) {
	for _, v := range []time.Time{
		time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 1, 1, 0, 0, 0, 0, time.FixedZone("", 30)),
		time.Date(2026, 1, 1, 0, 0, 0, 0, time.FixedZone("", 24*60*60)),
	} {
		if text, ok := AppendTime(nil, v); ok || len(text) > 0 {
			t.Errorf("%v is written as %s", v, text)
		}
	}
}

// FuzzTime compares with package time.
func FuzzTime(f *testing.F) {
	for _, text := range []string{"2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z", "2026-01-02T03:04:05.098765Z", "2026-01-02t03:04:05.123450Z",
		"2026-01-02T03:04:05.123456789Z", "2026-01-02T03:04:05.987654000Z", "2026-01-02T03:04:05.12345678Z", "2024-02-29T23:59:59.999+14:00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, usual, ok := ParseTime([]byte(s))
		if !ok {
			return
		}
		text, written := AppendTime(nil, got)
		if !written || usual != (string(text) == s) {
			t.Fatalf("%q: usual %t, and is written as %s", s, usual, text)
		}
		if want, err := time.Parse(time.RFC3339Nano, string(text)); err != nil || !want.Equal(got) {
			t.Fatalf("%q is %v, package time says %v, %v", s, got, want, err)
		}
		if want, err := time.Parse(time.RFC3339Nano, strings.ToUpper(s)); err != nil || !want.Equal(got) {
			t.Fatalf("%q is %v, package time reads %v, %v", s, got, want, err)
		}
	})
}

func TestEpoch(t *testing.T) {
	at := func(seconds, nanos int64) time.Time { return time.Unix(seconds, nanos).UTC() }
	for _, c := range []struct {
		text  string
		unit  Unit
		want  time.Time
		usual bool
	}{
		{"0", Seconds, at(0, 0), true},
		{"-0", Seconds, at(0, 0), false},
		{"0.0", Milliseconds, at(0, 0), false},
		{"1.5", Seconds, at(1, 500_000_000), true},
		{"1.50", Seconds, at(1, 500_000_000), false},
		{"-1.5", Seconds, at(-2, 500_000_000), true},
		{"-0.000000001", Seconds, at(0, -1), true},
		{"1.5", Milliseconds, at(0, 1_500_000), true},
		{"1e3", Milliseconds, at(1, 0), false},
		{"1e-3", Seconds, at(0, 1_000_000), false},
		{"0.0000000019", Seconds, at(0, 1), false},
		{"1e-400", Seconds, at(0, 0), false},
		{"-62135596800", Seconds, time.Time{}, false},
		{"-62135596800000", Milliseconds, time.Time{}, false},
		{"-62135596800.0", Seconds, time.Time{}, false},
		{"-62135596801", Seconds, at(-62135596801, 0), true},
		{"1767323045123", Milliseconds, at(1767323045, 123_000_000), true},
		{"-1", Milliseconds, at(-1, 999_000_000), true},
		{"4611686018427387904", Seconds, at(farthest, 0), true},
		{"4611686018427387904.5", Seconds, at(farthest, 0), false},
		{"-4611686018427387904000.0000001", Milliseconds, at(-farthest, 0), false},
		{"4611686018427387905", Seconds, at(farthest, 0), false},
		{"9999999999999999999", Seconds, at(farthest, 0), false},
		{"1e400", Seconds, at(farthest, 0), false},
		{"-1e400", Milliseconds, at(-farthest, 0), false},
	} {
		got, usual, _ := ParseEpoch([]byte(c.text), c.unit)
		if !got.Equal(c.want) || usual != c.usual {
			t.Errorf("%s, unit %d: %v, usual %t; want %v, %t", c.text, c.unit, got, usual, c.want, c.usual)
		}
	}
	if got := AppendEpoch(nil, time.Time{}, Milliseconds); string(got) != "0" {
		t.Errorf("the zero time is %s", got)
	}
}

// FuzzEpoch compares with rational numbers.
func FuzzEpoch(f *testing.F) {
	for _, s := range []string{"1e3", "-1.5", "-62135596800", "-62135596800000", "1767323045.123456789", "0.1e2", "4611686018427387904", "4611686018427387904.0",
		"4611686018427387904.5", "-4611686018427387904000.1", "46116860184273879040000000000001e-13", "4611686018427387903999.99999999"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, milli bool) {
		want, isNumber := new(big.Rat).SetString(s)
		if !json.Valid([]byte(s)) || !isNumber || len(s) > 60 || want.Num().BitLen() > 400 || want.Denom().BitLen() > 400 {
			return
		}
		unit, scale := Seconds, int64(1_000_000_000)
		if milli {
			unit, scale = Milliseconds, 1_000_000
		}
		got, usual, exceeds := ParseEpoch([]byte(s), unit)
		text := AppendEpoch(nil, got, unit)
		if usual != (string(text) == s) {
			t.Fatalf("%s: usual %t, and is written as %s", s, usual, text)
		}
		again, usual, _ := ParseEpoch(text, unit)
		if !again.Equal(got) && !got.IsZero() || !usual {
			t.Fatalf("%s is %v, written as %s, which is %v", s, got, text, again)
		}
		want.Mul(want, new(big.Rat).SetInt64(scale))
		end := new(big.Rat).SetInt(new(big.Int).Mul(big.NewInt(farthest), big.NewInt(1_000_000_000)))
		if beyond := new(big.Rat).Abs(want).Cmp(end) > 0; exceeds != beyond {
			t.Fatalf("%s exceeds %t, want %t", s, exceeds, beyond)
		}
		if exceeds {
			return
		}
		nanos := new(big.Int).Quo(want.Num(), want.Denom())
		have := new(big.Int).Add(new(big.Int).Mul(big.NewInt(got.Unix()), big.NewInt(1_000_000_000)), big.NewInt(int64(got.Nanosecond())))
		if nanos.Cmp(have) != 0 {
			t.Fatalf("%s is %v nanoseconds, want %v", s, have, nanos)
		}
	})
}

func TestBase64(t *testing.T) {
	for _, c := range []struct {
		text, want string
		usual, ok  bool
	}{
		{"", "", true, true},
		{"YQ==", "a", true, true},
		{"YQ", "a", false, true},
		{"YWI=", "ab", true, true},
		{"YWI", "ab", false, true},
		{"YWJj", "abc", true, true},
		{"YR==", "a", false, true}, // bits behind the last byte
		{"YW\nJj", "abc", false, true},
		{"-_-_", "", false, false},
		{"+/+/", "\xfb\xff\xbf", true, true},
		{"Y", "", false, false},
		{"Y===", "", false, false},
		{"?", "", false, false},
		{"YQ==YQ==", "", false, false},
	} {
		got, usual, ok := DecodeBase64([]byte(c.text), func(n int) []byte { return make([]byte, n) })
		if string(got) != c.want || usual != c.usual || ok != c.ok {
			t.Errorf("%q: %q, usual %t, ok %t; want %q, %t, %t", c.text, got, usual, ok, c.want, c.usual, c.ok)
		}
	}
}

func FuzzBase64(f *testing.F) {
	f.Add([]byte("YW Jj"))
	f.Add([]byte("YW\r\n=="))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, usual, ok := DecodeBase64(text, func(n int) []byte { return make([]byte, n) })
		if !ok {
			return
		}
		written := AppendBase64(nil, got)
		if usual != bytes.Equal(written, text) {
			t.Fatalf("%q: usual %t, and is written as %q", text, usual, written)
		}
		if again, err := base64.StdEncoding.DecodeString(string(written)); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%q is %q, written as %q: %v", text, got, written, err)
		}
	})
}

func TestNumber(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"0", "0"},
		{"-0", "0"},
		{"-0.0", "0"},
		{"0e9", "0"},
		{"1.0", "1"},
		{"10e-1", "1"},
		{"-15E1", "-150"},
		{"1.50", "1.5"},
		{"0.0000001", "0.0000001"},
		{"1e20", "100000000000000000000"},
		{"1e21", "1e+21"},
		{"9007199254740993", "9007199254740993"},
		{"1e999", "1e999"},
	} {
		if got := string(Number([]byte(c.text))); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

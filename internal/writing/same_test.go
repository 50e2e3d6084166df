package writing

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSame(t *testing.T) {
	tests := []struct {
		name        string
		usual, text string
		kind        numberKind
		want        bool
	}{
		{"equal", `"a"`, `"a"`, kindInt, true},
		{"escape", `"a/b"`, `"a\/\u0062"`, kindInt, true},
		{"other text", `"a"`, `"b"`, kindInt, false},
		{"longer text", `"a"`, `"ab"`, kindInt, false},
		{"half a pair", "\"cut \ufffd\"", `"cut \ud83c"`, kindInt, true},
		{"reversed pair", "\"\ufffd\ufffd x\"", `"\udff7\ud83c x"`, kindInt, true},
		{"half a pair and an escape", "\"\ufffdA\ufffd\\n\"", `"\ud83cA\ud83c\n"`, kindInt, true},
		{"pair", `"😀"`, `"\ud83d\ude00"`, kindInt, true},
		{"no text", `"a\ufffd\ufffdb"`, "\"a\xff\xc3b\"", kindInt, true},
		{"replaced, then changed", "\"cut\"", `"cut \ud83c"`, kindInt, false},

		{"fraction zero", "1500", "1500.0", kindInt, true},
		{"exponent", "3", "3e0", kindInt, true},
		{"truncated", "585", "585.6438211", kindInt, true},
		{"truncated below zero", "-585", "-585.9", kindInt, true},
		{"not rounded", "586", "585.6438211", kindInt, false},
		{"minus zero", "0", "-0", kindInt, true},
		{"nearly zero", "0", "0.9", kindInt, true},
		{"zero with an exponent", "0", "0e999999999", kindInt, true},
		{"small with an exponent", "0", "123e-999999999999999999999", kindInt, true},
		{"saturated", "9223372036854775807", "1e400", kindInt, true},
		{"saturated, of 20 digits", "9223372036854775807", "18446744073709551616", kindInt, true},
		{"saturated by one", "9223372036854775807", "9223372036854775808", kindInt, true},
		{"saturated below zero", "-9223372036854775808", "-1e19", kindInt, true},
		{"least", "-9223372036854775808", "-9223372036854775808.5", kindInt, true},
		{"exact beyond 2^53", "9007199254740993", "9007199254740993.0", kindInt, true},
		{"changed by one beyond 2^53", "9007199254740992", "9007199254740993.0", kindInt, false},
		{"leading zeros behind the point", "12", "0.0012e4", kindInt, true},
		{"int set to another", "4", "3e0", kindInt, false},

		{"float", "0.1", "0.10", kindFloat, true},
		{"float with exponent", "7.5e-7", "0.00000075", kindFloat, true},
		{"capital exponent", "1e-7", "1E-7", kindFloat, true},
		{"a float is not truncated", "3", "3.50", kindFloat, false},
		{"a whole float", "3", "3.0", kindFloat, true},
		{"float out of range", "1.7976931348623157e+308", "1e400", kindFloat, true},
		{"float out of range below zero", "-1.7976931348623157e+308", "-1e400", kindFloat, true},
		{"float under range", "0", "1e-400", kindFloat, true},
		{"minus zero float", "0", "-0.0", kindFloat, true},
		{"float of another record", "1.5", "1.50", kindInt, true},

		{"int beside uint", "9223372036854775807", "18446744073709551616", kindInt | kindUint, true},
		{"uint beside int", "18446744073709551615", "18446744073709551616", kindInt | kindUint, true},
		{"int beside float", "1", "1.5", kindInt | kindFloat, true},
		{"float beside int", "1.5", "1.50", kindInt | kindFloat, true},
		{"int beside float, set to another", "2", "1.5", kindInt | kindFloat, false},
		{"int beside decimal", "1", "1.0", kindInt | kindDecimal, true},

		{"list", `[1,2]`, `[1.0, 2e0]`, kindInt, true},
		{"list with null", `[1,0]`, `[1.0,null]`, kindInt, true},
		{"list of floats", `[1.5]`, `[1.50]`, kindFloat, true},
		{"longer list", `[1,2]`, `[1.0]`, kindInt, false},
		{"shorter list", `[1]`, `[1.0,2]`, kindInt, false},
		{"empty list", `[]`, `[1.0]`, kindInt, false},
		{"empty lists", `[]`, `[ ]`, kindInt, true},
		{"lists in lists", `[["a"],[]]`, `[ [ "\u0061" ] , [ ] ]`, kindInt, true},

		{"object", `{"a":1,"b":2}`, `{"b":2.0,"a":1}`, kindInt, true},
		{"object, last value", `{"a":2}`, `{"a":1,"\u0061":2.0}`, kindInt, true},
		{"object, first value", `{"a":1}`, `{"a":1,"a":2.0}`, kindInt, false},
		{"other key", `{"a":1}`, `{"b":1}`, kindInt, false},
		{"one key more", `{"a":1}`, `{"a":1,"b":1}`, kindInt, false},
		{"empty objects", `{}`, `{ }`, kindInt, true},

		{"another type, zero string", `""`, "5", kindInt, false},
		{"another type, zero number", "0", `"12"`, kindInt, false},
		{"another type, empty object", "{}", `"bare"`, kindInt, false},
		{"null", "0", "null", kindInt, false},
		{"another type in a list", "[0,1]", `["12",1.0]`, kindInt, false},
		{"another type in a map", `{"a":0}`, `{"a":"12"}`, kindInt, false},
		{"a bare string in a list", "[{}]", `["bare"]`, kindInt, false},
		{"null in a list", `["",0,false,[],{}]`, "[null,null,null,null,null]", kindInt, true},
		{"null in a list, then set", "[1]", "[null]", kindInt, false},
		{"another type, a value", `"x"`, "5", kindInt, false},
		{"true and false", "true", "false", kindInt, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var f fieldType
			f.addKind(tt.kind)
			if got := readsSame([]byte(tt.usual), []byte(tt.text), f); got != tt.want {
				t.Errorf("same(%s, %s) = %v", tt.usual, tt.text, got)
			}
		})
	}
}

// TestSameAtDepth compares numbers whose kinds depend on the depth, and texts of a union with a variant for floats and one for lists of integers.
func TestSameAtDepth(t *testing.T) {
	var f fieldType
	f.below(0)
	f.addKind(kindFloat)
	f.below(1)
	f.addKind(kindInt)
	f.below(19)
	f.addKind(kindUint)
	for _, tt := range []struct {
		usual, text string
		want        bool
	}{
		{"1.5", "1.50", true},
		{"1", "1.50", false},
		{"[1]", "[1.50]", true},
		{`{"a":1}`, `{"a":1.50}`, true},
		{"[1.5]", "[1.50]", true}, // no integer is written so
		{"[[[[[[[0]]]]]]]", "[[[[[[[-1]]]]]]]", true},
		{"[[[[[[[[0]]]]]]]]", "[[[[[[[[-1]]]]]]]]", true},
		{"[[[0]]]", "[[[-1]]]", false},
	} {
		if got := readsSame([]byte(tt.usual), []byte(tt.text), f); got != tt.want {
			t.Errorf("same(%s, %s) = %v", tt.usual, tt.text, got)
		}
	}
}

// TestSameSpelling compares values with a spelling of package spelling.
func TestSameSpelling(t *testing.T) {
	times, base64s := fieldType{respell: respellTime}, fieldType{respell: respellBase64}
	seconds, decimals := fieldType{kinds: uint64(kindSeconds)}, fieldType{kinds: uint64(kindDecimal)}
	both := times
	both.addRespell(respellBase64)
	for _, tt := range []struct {
		usual, text string
		as          fieldType
		want        bool
	}{
		{`"2026-01-02T03:04:05Z"`, `"2026-01-02T03:04:05.000Z"`, times, true},
		{`"2026-01-02T03:04:05Z"`, `"2026\u002d01-02t03:04:05z"`, times, true},
		{`"2026-01-02T03:04:05Z"`, `"2026-01-02T04:04:05+01:00"`, times, false}, // another zone
		{`"2026-01-02T03:04:05Z"`, `"x"`, times, false},
		{`["2026-01-02T03:04:05Z"]`, `[ "2026-01-02T03:04:05.0Z" ]`, times, true},
		{`"YQ=="`, `"YQ"`, base64s, true},
		{`"Yg=="`, `"YQ"`, base64s, false},
		{`""`, `"?"`, base64s, false},
		{"1.5", "15e-1", seconds, true},
		{"1.5", "1.500000001", seconds, false},
		{"1.5", "1.5000000001", seconds, true}, // less than a nanosecond
		{"0", "-0.0", seconds, true},
		{"0", "-62135596800", fieldType{kinds: uint64(kindSeconds | kindZeroTime)}, true},
		{"0", "-62135596800", seconds, false}, // set to 1970
		{"1.1", "1.10", decimals, false},
		{`[1.10,{"at":1500}]`, `[1.10,{"at":1.5e3}]`, fieldType{kinds: uint64(kindDecimal | kindMilliseconds)}, true},
		{"1.1", "1.10", fieldType{kinds: uint64(kindDecimal | kindMilliseconds)}, true},
		{`["2026-01-02T03:04:05Z","YQ=="]`, `["2026-01-02T03:04:05.0Z","YQ"]`, both, true},
		{`["2026-01-02T03:04:05Z","YQ=="]`, `["2026-01-02T03:04:05.0Z","Yg"]`, both, false},
	} {
		if got := readsSame([]byte(tt.usual), []byte(tt.text), tt.as); got != tt.want {
			t.Errorf("same(%s, %s) = %v", tt.usual, tt.text, got)
		}
	}
}

// TestSameDeep compares texts for which an unbounded comparison would overflow the stack, or not end.
func TestSameDeep(t *testing.T) {
	const n = 200_000
	deep := strings.Repeat("[", n) + strings.Repeat("]", n)
	spaced := strings.Repeat("[ ", n) + strings.Repeat("]", n)
	keys := `{"k":` + strings.Repeat(`{"k":`, n) + "1" + strings.Repeat("}", n+1)
	if !readsSame([]byte(deep), []byte(deep), fieldType{kinds: uint64(kindInt)}) {
		t.Error("a deep value is not the same as itself")
	}
	if readsSame([]byte(deep), []byte(spaced), fieldType{kinds: uint64(kindInt)}) {
		t.Error("values beyond the bound were taken as the same")
	}
	readsSame([]byte(keys), []byte(keys+" "), fieldType{kinds: uint64(kindInt)})
	readsSame([]byte(strings.Repeat("[", n)), []byte(strings.Repeat("{", n)), fieldType{kinds: uint64(kindInt)})
	readsSame([]byte("1"), []byte("1."+strings.Repeat("0", n)), fieldType{kinds: uint64(kindInt)})
}

// FuzzSame checks that readsSame accepts any bytes, and that encoding/json decodes texts to the same value if it says so.
func FuzzSame(f *testing.F) {
	for _, s := range [][2]string{
		{`"a"`, `"\u0061"`}, {"1", "1.0"}, {"[1]", "[ 1e0]"}, {`{"a":1}`, `{"a":2,"a":1}`}, {"[", "["}, {`"\`, `"\u12`},
		{"", ""}, {"-", "-"}, {"1e", "1"}, {`{"a"`, `{"a":`}, {"[1 2]", "[1,2]"}, {"[,", "[1,"}, {"]", "}"}, {"\"", "\""},
	} {
		f.Add([]byte(s[0]), []byte(s[1]))
	}
	f.Fuzz(func(t *testing.T, usual, text []byte) {
		sameFloat := readsSame(usual, text, fieldType{kinds: uint64(kindFloat)})
		readsSame(usual, text, fieldType{kinds: uint64(kindInt)})
		if !json.Valid(usual) || !json.Valid(text) || typeOf(usual) != typeOf(text) {
			return
		}
		var a, b any
		if json.Unmarshal(usual, &a) != nil || json.Unmarshal(text, &b) != nil {
			return // numbers out of range
		}
		if s, ok := a.(string); ok && sameFloat != (s == b) {
			t.Errorf("same(%s, %s) = %v", usual, text, sameFloat)
		}
		if n, ok := a.(float64); ok && sameFloat != (n == b) {
			t.Errorf("same(%s, %s) = %v", usual, text, sameFloat)
		}
	})
}

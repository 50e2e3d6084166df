package decoder_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
	"pgregory.net/rapid"
)

func TestRawType(t *testing.T) {
	for in, want := range map[string]decoder.JSONType{
		"": decoder.Invalid, "x": decoder.Invalid, "null": decoder.Null, " true": decoder.Bool, "false": decoder.Bool,
		"-1": decoder.Number, "0": decoder.Number, `"s"`: decoder.String, "\n[": decoder.Array, "{}": decoder.Object,
	} {
		if got := decoder.Raw(in).Type(); got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
	if s := decoder.JSONType(99).String() + decoder.Bool.String(); s != "invalidboolean" {
		t.Error(s)
	}
}

func TestRawAny(t *testing.T) {
	tests := []struct {
		in   string
		want any
	}{
		{`null`, nil},
		{` {"a":[1,{},[],"x\n"],"b":{"c":true,"c":false}} `, map[string]any{"a": []any{1.0, map[string]any{}, []any{}, "x\n"}, "b": map[string]any{"c": false}}},
		{`9007199254740992`, 9007199254740992.0},
		{`9007199254740993`, decoder.ExactNumber("9007199254740993")},
		{`-9007199254740993`, decoder.ExactNumber("-9007199254740993")},
		{`123456789012345678901234567890`, decoder.ExactNumber("123456789012345678901234567890")},
		{`1e400`, decoder.ExactNumber("1e400")},
		{`1e300`, 1e300},
		{`0e999999999`, 0.0},
		{`1.5`, 1.5},
		{`"\ud83c\ud83cA"`, "\ufffd\ufffdA"},
		{"\"a\xff\xc3b\"", "a\ufffd\ufffdb"},
	}
	for _, tt := range tests {
		got, err := decoder.Raw(tt.in).Any()
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.in, diff)
		}
	}
	if v, err := decoder.Raw("-0").Any(); err != nil || !math.Signbit(v.(float64)) {
		t.Error("-0:", v, err)
	}
	for in, want := range map[string]error{
		"": decoder.ErrTruncated, `{"a":[1,}`: decoder.ErrSyntax, `[1`: decoder.ErrTruncated, `1 2`: decoder.ErrTrailing, `01`: decoder.ErrTrailing,
		`{"a" 1}`: decoder.ErrSyntax, "nul": decoder.ErrTruncated, `"\x"`: decoder.ErrSyntax,
	} {
		if v, err := decoder.Raw(in).Any(); !errors.Is(err, want) || v != nil {
			t.Errorf("%q: %v, %v, want %v", in, v, err, want)
		}
	}
	deep := decoder.Raw(strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000))
	if _, err := deep.Any(); err != nil {
		t.Error("deep:", err)
	}
	if _, err := deep[:200_000].Any(); !errors.Is(err, decoder.ErrTruncated) {
		t.Error("deep, cut:", err)
	}
}

func TestRawMap(t *testing.T) {
	if m, err := decoder.Raw(`{"a":1}`).Map(); err != nil || len(m) != 1 || m["a"] != 1.0 {
		t.Error(m, err)
	}
	if m, err := decoder.Raw(`null`).Map(); err != nil || m != nil {
		t.Error(m, err)
	}
	if m, err := decoder.Raw(` [1]`).Map(); !errors.Is(err, decoder.ErrNotObject) || m != nil {
		t.Error(m, err)
	}
}

func TestExactNumber(t *testing.T) {
	n := decoder.ExactNumber("9007199254740993")
	if i, err := n.Int64(); err != nil || i != 9007199254740993 {
		t.Error(i, err)
	}
	if f, err := n.Float64(); err != nil || f != 9007199254740992 {
		t.Error(f, err)
	}
	if b, err := json.Marshal([]any{n}); err != nil || string(b) != "[9007199254740993]" {
		t.Errorf("%s, %v", b, err)
	}
	for _, bad := range []decoder.ExactNumber{"", "x", `"1"`, "01", "1 2"} {
		if _, err := json.Marshal(bad); err == nil {
			t.Errorf("%q was written", bad)
		}
	}
}

// TestExactNumberInt64 compares with the arithmetic of math/big.
func TestExactNumberInt64(t *testing.T) {
	number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,21})(\.[0-9]{1,4}|\.0{1,20}|)([eE][+-]?[0-9]{1,2}|)`)
	check := func(t interface{ Errorf(string, ...any) }, text string) {
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Errorf("%s is not a number to math/big", text)
			return
		}
		got, err := decoder.ExactNumber(text).Int64()
		if fits := exact.IsInt() && exact.Num().IsInt64(); fits != (err == nil) || fits && got != exact.Num().Int64() {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"-0", "15", "15.0", "1.5e1", "1500e-2", "15e-1", "9223372036854775807.0", "9223372036854775808.0", "-9223372036854775808e0", "0.000e5"} {
		check(t, text)
	}
	for _, text := range []decoder.ExactNumber{"", "-", "1e", ".5", "5.", "+1e1", "0x1p4", "1_0.0", "1e400", "1e-400", "1e99999999999999999999", "1e-99999999999999999999", "0.1e9223372036854775807", "x"} {
		if n, err := text.Int64(); err == nil {
			t.Errorf("%s: %d", text, n)
		}
	}
	if n, err := decoder.ExactNumber("0e99999999999999999999").Int64(); err != nil || n != 0 {
		t.Errorf("zero: %d, %v", n, err)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, number.Draw(t, "number")) })
}

// TestExactNumberJSON checks that encoding/json reads what it has written.
func TestExactNumberJSON(t *testing.T) {
	type price struct{ Value, Other decoder.ExactNumber }
	var p price
	const text = `{"Value":1.10,"Other":1e400}`
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	if b, err := json.Marshal(p); err != nil || string(b) != text {
		t.Errorf("%s, %v", b, err)
	}
	if err := json.Unmarshal([]byte(`{"Value":null}`), &p); err != nil || p.Value != "1.10" {
		t.Errorf("null: %v, %v", p, err)
	}
	for _, bad := range []string{`"1"`, `true`, `[]`} {
		if err := json.Unmarshal([]byte(`{"Value":`+bad+`}`), &p); err == nil {
			t.Errorf("%s was read as %v", bad, p.Value)
		}
	}
}

func TestRawGet(t *testing.T) {
	r := decoder.Raw(` { "a" : {"b":[1],"":null} , "\u0061b":2, "d":1, "d":{"e":3} } `)
	tests := []struct {
		keys []string
		want string
		ok   bool
	}{
		{nil, string(r), true},
		{[]string{"a", "b"}, "[1]", true},
		{[]string{"a", ""}, "null", true},
		{[]string{"ab"}, "2", true},
		{[]string{`\u0061b`}, "", false},
		{[]string{"d", "e"}, "3", true}, // the last one counts
		{[]string{"a", "b", "c"}, "", false},
		{[]string{"x"}, "", false},
	}
	for _, tt := range tests {
		v, ok := r.Get(tt.keys...)
		if string(v) != tt.want || ok != tt.ok {
			t.Errorf("%q: %s, %t", tt.keys, v, ok)
		}
	}
	if v, _ := r.Get("a"); cap(v) != len(v) {
		t.Error("capacity")
	}
}

func TestRawParts(t *testing.T) {
	var got []string
	for k, v := range decoder.Raw(`{"a":1, "\n" : [2] ,"a":{}}`).Members() {
		got = append(got, k+"="+v.String())
	}
	if want := []string{"a=1", "\n=[2]", "a={}"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	got = nil
	for i, v := range decoder.Raw(` [ 1 , "a,b" ,{"x":[]}] `).Elements() {
		if i != len(got) {
			t.Error(i)
		}
		got = append(got, v.String())
	}
	if want := []string{"1", `"a,b"`, `{"x":[]}`}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for range decoder.Raw(`[]`).Members() {
		t.Error("a member of an array")
	}
	for range decoder.Raw(`{}`).Elements() {
		t.Error("an element of an object")
	}
	if s, ok := decoder.Raw(` "a\tb"`).Text(); s != "a\tb" || !ok {
		t.Errorf("%q %t", s, ok)
	}
	for _, in := range []string{"", "1", `"a`, `"`} {
		if s, ok := decoder.Raw(in).Text(); s != "" || ok {
			t.Errorf("%s: %q %t", in, s, ok)
		}
	}
}

func TestRawInOwnTypes(t *testing.T) {
	type own struct {
		A decoder.Raw  `json:"a"`
		B *decoder.Raw `json:"b,omitempty"`
	}
	in := []byte(`{"a":{"x":[1, 2]}}`)
	var v own
	if err := json.Unmarshal(in, &v); err != nil {
		t.Fatal(err)
	}
	clear(in)
	if string(v.A) != `{"x":[1, 2]}` {
		t.Errorf("%s", v.A)
	}
	if out, err := json.Marshal(v); err != nil || string(out) != `{"a":{"x":[1,2]}}` {
		t.Errorf("%s, %v", out, err)
	}
	if out, err := json.Marshal(own{}); err != nil || string(out) != `{"a":null}` {
		t.Errorf("%s, %v", out, err)
	}
	if out, _ := decoder.Raw(nil).AppendJSON([]byte("x")); string(out) != "xnull" {
		t.Errorf("%s", out)
	}
	c := v.A.Clone()
	v.A[0] = 'x'
	if string(c) != `{"x":[1, 2]}` || cap(c) != len(c) || decoder.Raw(nil).Clone() != nil {
		t.Errorf("%s", c)
	}
}

// TestRawAsEncodingJSON checks that the methods of a Raw end without a panic for any text, and agree with encoding/json if it accepts the text.
func TestRawAsEncodingJSON(t *testing.T) {
	pieces := []string{"{", "}", "[", "]", ",", ":", `"a"`, `"\u0062\ud800"`, `"`, `\`, " ", "1", "-0", "1.5e3", "01", "true", "null", "nul", "\x00", "é", "\xff", "12345678901234567890"}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(t, "pieces"), "")
		if rapid.Bool().Draw(t, "valid") {
			in = value(t, 4)
		}
		r := decoder.Raw(in)
		r.Type()
		r.Text()
		r.Get("a", "b")
		for range r.Elements() {
		}
		got, err := r.Any()
		if valid := json.Valid(r); valid != (err == nil) {
			t.Fatalf("%q: valid %t, but %v", in, valid, err)
		}
		members := maps.Collect(r.Members())
		if err != nil {
			return
		}
		dec := json.NewDecoder(bytes.NewReader(r))
		dec.UseNumber()
		var want any
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(floats(want), got); diff != "" {
			t.Fatalf("%s: %s", in, diff)
		}
		if m, ok := got.(map[string]any); ok && len(members) != len(m) {
			t.Fatalf("%s: %d members, want %d", in, len(members), len(m))
		}
	})
}

// floats converts json.Numbers to the numbers that Any returns.
func floats(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, err := v.Float64()
		if i, e := v.Int64(); err != nil || !strings.ContainsAny(v.String(), ".eE") && (e != nil || i > 1<<53 || i < -1<<53) {
			return decoder.ExactNumber(v)
		}
		return f
	case []any:
		for i := range v {
			v[i] = floats(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = floats(v[k])
		}
	}
	return v
}

// value draws a JSON text.
func value(t *rapid.T, depth int) string {
	space := rapid.SampledFrom([]string{"", "", " ", "\n\t"}).Draw(t, "space")
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if depth == 0 {
		kind = 0
	}
	var parts []string
	switch kind {
	case 1:
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			parts = append(parts, value(t, depth-1))
		}
		return space + "[" + strings.Join(parts, ",") + space + "]"
	case 2:
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			key := rapid.SampledFrom([]string{`"a"`, `"b"`, `"\u0061"`, `""`, `"é"`}).Draw(t, "key")
			parts = append(parts, space+key+space+":"+value(t, depth-1))
		}
		return "{" + strings.Join(parts, ",") + space + "}" + space
	}
	return space + rapid.SampledFrom([]string{"0", "-0", "-12", "1e2", "1E-9", "0.25", "9007199254740993", "1e999", "true", "false", "null", `""`, `"x\"y"`, `"\ud83d\ude00"`, `"é\\"`}).Draw(t, "scalar") + space
}

package writing

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// rawTexts has texts that are JSON and texts that are not.
var rawTexts = []string{
	"1", " 1 ", "-0.5e+10", "true", "false", "null", `""`, `"\u00e9\n\/"`, "[]", "[ ]", "{}", "{ }", "[1,[2,[]],{}]",
	`{"a":1,"b":[{"c":null}]}`, " { \"a\" : [ 1 , 2 ] } \n", `"` + "\u2028" + `"`, `{"a": 1, "b": [2, 3]}`, "\r[1,\r2]", "\"\xff\"", `"\ud800"`,
	"{\n  \"b\": [1, 2],\r\n\t\"c d\": \"e \\n f\"\n}\n", "\"a\"\n", "\n1",
	" ", "\n", "01", "+1", ".5", "1.", "1e", "-", "tru", "nulll", "NaN", "Infinity", "'a'", `"`, `"a`, `"\x"`, `"\u12"`, "\"\t\"", `"\`,
	"[", "]", "[1", "[1,", "[1,]", "[1 2]", "[,1]", "{", "}", "}{", `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a" 1}`, `{a:1}`, `{"a":1 "b":2}`,
	"[}", "{]", `[1}`, `{"a":1]`, "1 2", "[] []", `{} x`, "{1:2}", "\x00", "// c", "\xff", "\ufeff1", "a\nb", "1\n2", "\"a\nb\"", "{\"a\":1\n\"b\":2}",
	`1,"type":"result"`, `1},"x":{"b":2`, `1]`, `},{`,
}

func TestAppendRaw(t *testing.T) {
	if got, err := AppendRaw([]byte("#"), nil, false); err != nil || string(got) != "#null" {
		t.Errorf("an empty text: %s, %v", got, err)
	}
	for _, s := range rawTexts {
		checkRaw(t, []byte(s))
	}
	// A Raw may be nested as deep as its reader allows.
	for _, n := range []int{1000, 100_000} {
		deep := strings.Repeat("[", n) + strings.Repeat("]", n)
		if got, err := AppendRaw(nil, []byte(deep), false); err != nil || string(got) != deep {
			t.Errorf("%d brackets: %d bytes, %v", n, len(got), err)
		}
	}
}

func FuzzAppendRaw(f *testing.F) {
	for _, s := range rawTexts {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 0 {
			checkRaw(t, b)
		}
	})
}

// checkRaw checks that a text is written at all places of raw texts if encoding/json accepts it, and nowhere if not: unchanged, or, if it has several
// lines, without white space.
func checkRaw(t *testing.T, b []byte) {
	t.Helper()
	want := string(b)
	if bytes.ContainsAny(b, "\r\n") {
		var short bytes.Buffer
		if json.Compact(&short, b) == nil {
			want = short.String()
		}
	}
	member := func(x *notes.Set, write func(o *Object)) ([]byte, error) {
		var o Object
		o.Begin(nil, notes.ExtraOf(x), false)
		write(&o)
		return o.End()
	}
	required := func(o *Object) {
		if o.Required(`,"f":`, false) {
			o.Int(0)
		}
	}
	for name, place := range map[string]struct {
		around string
		write  func() ([]byte, error)
	}{
		"encoder.AppendRaw": {"%", func() ([]byte, error) { return encoder.AppendRaw(nil, b) }},
		"AppendRaw":         {"%", func() ([]byte, error) { return AppendRaw(nil, b, false) }},
		"AppendCase":        {"%", func() ([]byte, error) { return AppendCase(nil, b, false) }},
		"a field":           {`{"f":%}`, func() ([]byte, error) { return member(nil, func(o *Object) { o.Required(`,"f":`, true); o.Raw(b) }) }},
		"unknown":           {`{"f":0,"u":%}`, func() ([]byte, error) { return member(&notes.Set{Unknown: append([]byte(`"u":`), b...)}, required) }},
		"unknown, edited": {`{"f":0,"u":%}`, func() ([]byte, error) {
			return member(&notes.Set{Unknown: append([]byte(`"f":2,"u":`), b...), Writer: new(notes.Writer)}, required)
		}},
		"an odd value":    {`{"f":%}`, func() ([]byte, error) { return member(odd(string(b)), required) }},
		"an odd constant": {`{"f":%}`, func() ([]byte, error) { return member(odd(string(b)), func(o *Object) { o.Fixed(`,"f":1`) }) }},
		"an optional odd": {`{"f":%}`, func() ([]byte, error) { return member(odd(string(b)), func(o *Object) { o.Optional(`,"f":`, false) }) }},
		"a raw line":      {"%", func() ([]byte, error) { return line(b) }},
		"an element":      {"[1,%]", func() ([]byte, error) { dst, err := AppendRaw([]byte("[1,"), b, false); return append(dst, ']'), err }},
		"the other record": {`{"r":{"f":%}}`, func() ([]byte, error) {
			return member(nil, func(o *Object) { o.Required(`,"r":`, true); o.Value(nested(o.Bytes(), b)) })
		}},
	} {
		got, err := place.write()
		want := strings.Replace(place.around, "%", want, 1)
		switch {
		case name == "a raw line" && (bytes.ContainsAny(b, "\r\n\x00") || bytes.Contains(b, []byte("\ufeff"))): // it has other rules for these
		case strings.HasPrefix(name, "unknown") && json.Valid(got) && (!json.Valid(b) || len(bytes.TrimSpace(b)) < len(b)):
			// The text is part of a list of members: it may be several of them, or have white space after it.
		case strings.Contains(name, "odd") && typeOf(b) != scan.Invalid && err == nil && json.Valid(got):
			// Either the zero value or the text may be written.
		case err != nil && json.Valid(b):
			t.Errorf("%s: %q: %v", name, b, err)
		case err != nil:
			if e := new(encoder.Error); !errors.As(err, &e) || e.Reason != encoder.ErrInvalid || e.Path == "" {
				t.Errorf("%s: %q: %#v", name, b, err)
			}
		case !json.Valid(b) || !json.Valid(got):
			t.Errorf("%s: %q is written as %q", name, b, got)
		case string(got) != want:
			t.Errorf("%s: %q is written as %q, want %q", name, b, got, want)
		}
	}
}

func nested(dst, raw []byte) ([]byte, error) {
	var o Object
	o.Begin(dst, notes.Extra{}, false)
	o.Required(`,"f":`, true)
	o.Raw(raw)
	return o.End()
}

// line returns the output of WriteRaw.
func line(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w := encoder.NewWriter(&out)
	if err := w.WriteRaw(b); err != nil {
		return nil, err
	}
	err := w.Flush()
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

func TestAppendVariant(t *testing.T) {
	for _, tt := range []struct {
		raw   string
		first byte
		want  string
	}{
		{`{"a":1}`, '{', `{"a":1}`}, {" {}", '{', " {}"}, {"", '{', "null"}, {"[1]", '[', "[1]"},
		{"[]", '{', ""}, {"5", '{', ""}, {"null", '[', ""}, {" ", '{', ""}, {"{", '{', ""}, {"{}", '[', ""},
	} {
		got, err := AppendVariant([]byte("#"), []byte(tt.raw), tt.first, false)
		if string(got) != "#"+tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%q: %s, %v, want %s", tt.raw, got, err, tt.want)
		}
	}
}

func TestAppendLine(t *testing.T) {
	for _, tt := range []struct {
		raw string
		is  error
	}{{`{"a":1}`, nil}, {" {}", nil}, {"", encoder.ErrInvalid}, {"5", encoder.ErrType}, {"[]", encoder.ErrType}, {"null", encoder.ErrType}, {"{", encoder.ErrInvalid}, {`{} {}`, encoder.ErrInvalid}} {
		if got, err := AppendLine([]byte("#"), []byte(tt.raw), false); !errors.Is(err, tt.is) || (string(got) != "#") != (err == nil) {
			t.Errorf("%q: %s, %v, want %v", tt.raw, got, err, tt.is)
		}
	}
}

// TestInvalidMember checks that the error names the member whose text was changed after it was read.
func TestInvalidMember(t *testing.T) {
	for unknown, want := range map[string]string{
		`"a":1,"b":}`:           ".b: a raw value is not one JSON value: the byte '}' at offset 10 is not allowed there",
		`"a":1,"b":[1,tru]`:     ".b[1]: a raw value is not one JSON value: the byte ']' at offset 16 is not allowed there",
		`"a":1,"b":{"c":1`:      ".b.c: a raw value is not one JSON value: it ends too early",
		`"a":1},"x":{"b":2`:     "a raw value is not one JSON value: the byte ',' at offset 6 is not allowed there",
		"\"a\":\"\x1b]0;\x07\"": ".a: a raw value is not one JSON value: the byte '\\x1b' at offset 5 is not allowed there",
	} {
		var o Object
		o.Begin(nil, notes.ExtraOf(&notes.Set{Unknown: []byte(unknown)}), false)
		o.Fixed(`,"z":1`)
		if got, err := o.End(); err == nil || err.Error() != "encoder: "+want || len(got) > 0 {
			t.Errorf("%s: %s, %v, want %s", unknown, got, err, want)
		}
	}
}

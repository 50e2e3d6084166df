package decoder_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/genrt"
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/scan"
)

// The lines of these tests are of a small protocol, decoded as generated code does: {"type":"note","text":...,"n":...} and
// {"type":"event","subtype":"start"|"stop"}, which are in the spec, and all other lines.
type (
	line interface {
		decoder.Line
		isLine()
	}
	note struct {
		Text  string
		N     int
		Name  *string
		Extra decoder.Extra
	}
	event struct {
		Subtype string
		Extra   decoder.Extra
	}
	unknown struct{ Raw decoder.Raw }
)

func (*note) isLine()    {}
func (*event) isLine()   {}
func (*unknown) isLine() {}

func (*note) Kind() decoder.Kind    { return "note" }
func (e *event) Kind() decoder.Kind { return decoder.Kind("event/" + e.Subtype) }
func (u *unknown) Kind() decoder.Kind {
	k, _ := peek(u.Raw)
	return k
}

func (*note) AppendJSON(dst []byte) ([]byte, error)      { return dst, errors.ErrUnsupported }
func (*event) AppendJSON(dst []byte) ([]byte, error)     { return dst, errors.ErrUnsupported }
func (u *unknown) AppendJSON(dst []byte) ([]byte, error) { return u.Raw.AppendJSON(dst) }

var recordNote = scan.Record{
	Name: "note",
	Fields: func() []scan.Field {
		return []scan.Field{{Name: "type", Path: ".type"}, {Name: "text", Path: ".text"}, {Name: "n", Path: ".n"}, {Name: "name", Path: ".name"}}
	},
	Required: 1<<0 | 1<<1,
}

func (m *note) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordNote)
	for ; n >= 0; n, i = c.Next(i, &recordNote) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"note"`)
		case 1: // text
			seen.Mark(c, 1)
			m.Text, i = c.String(i)
		case 2: // n
			seen.Mark(c, 2)
			m.N, i = c.Int(i)
		case 3: // name
			seen.Mark(c, 3)
			m.Name, i = c.StringPtr(i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = decoder.Extra(c.Close(i, seen))
	return i
}

var recordEvent = scan.Record{
	Name: "event",
	Fields: func() []scan.Field {
		return []scan.Field{{Name: "type", Path: ".type"}, {Name: "subtype", Path: ".subtype"}}
	},
	Required: 1<<0 | 1<<1,
}

func (m *event) ScanJSON(c *scan.Cursor, i int) int {
	n, i, seen := c.Open(i, &recordEvent)
	for ; n >= 0; n, i = c.Next(i, &recordEvent) {
		switch n {
		case 0: // type
			seen.Mark(c, 0)
			i = c.Tag(i, `"event"`)
		case 1: // subtype
			seen.Mark(c, 1)
			m.Subtype, i = c.String(i)
		default:
			i = c.Unknown(i)
		}
	}
	m.Extra = decoder.Extra(c.Close(i, seen))
	return i
}

func scanLine(c *scan.Cursor, i int) (line, int) {
	tag := c.TagText(c.Find(i, "type"))
	switch string(tag) {
	case "note":
		m := new(note)
		return m, m.ScanJSON(c, i)
	case "event":
		m := new(event)
		return m, m.ScanJSON(c, i)
	}
	m := new(unknown)
	m.Raw, i = c.UnknownCase(i, tag)
	return m, i
}

var codec *genrt.Lines[line]

func peek(data []byte) (decoder.Kind, error) { return genrt.Peek(data, 0, codec.Kind) }

func extraOf(s *notes.Set) decoder.Extra { return decoder.Extra(notes.ExtraOf(s)) }

func init() {
	codec = &genrt.Lines[line]{
		Spec: "test",
		Scan: scanLine,
		Kind: func(c *scan.Cursor, i int) decoder.Kind {
			switch tag := c.TagText(c.Find(i, "type")); string(tag) {
			case "note":
				return "note"
			case "event":
				switch sub := c.TagText(c.Find(i, "subtype")); string(sub) {
				case "start":
					return "event/start"
				case "stop":
					return "event/stop"
				default:
					return decoder.Kind(c.KindName(tag, sub))
				}
			default:
				return decoder.Kind(c.KindName(tag, c.TagText(c.Find(i, "subtype"))))
			}
		},
		KindOf: line.Kind,
		Known:  func(k decoder.Kind) bool { return k == "note" || k == "event/start" || k == "event/stop" },
	}
}

func TestUnmarshal(t *testing.T) {
	tests := []struct {
		name, in string
		want     line
		err      string
	}{
		{"plain", `{"type":"note","text":"a","n":3}`, &note{Text: "a", N: 3}, ""},
		{"space, CRLF and a BOM around it", "\xef\xbb\xbf \t{\"type\":\"note\",\"text\":\"a\"} \r\n", &note{Text: "a"}, ""},
		{"the tag comes last", `{"n":1,"text":"","type":"note"}`, &note{N: 1}, ""},
		{"the last tag counts", `{"type":"event","type":"note","text":"x"}`, &note{Text: "x"}, ""},
		{"unknown", ` {"type":"new", "a":1} `, &unknown{decoder.Raw(`{"type":"new", "a":1}`)}, ""},
		{"empty", " \n", nil, "ndwire: column 3: truncated: there is no record"},
		{"cut", `{"type":"note","text":"a`, nil, "ndwire: column 25: .text: truncated near `\"note\",\"text\":\"a`"},
		{"syntax behind a BOM", "\xef\xbb\xbf{\"type\":\"note\",}", nil, "ndwire: column 19: syntax near `{\"type\":\"note\",}`"},
		{"trailing", `{"type":"note","text":"a"} x`, nil, "ndwire: column 28: trailing data near `te\",\"text\":\"a\"} x`"},
		{"no object", `[1]`, nil, "ndwire: column 1: not an object near `[1]`"},
		{"too deep", `{"type":"new","x":` + strings.Repeat("[", 1001), nil, "ndwire: column 1018: " + (".x" + strings.Repeat("[0]", 999))[:500] +
			"…: nested too deep near `" + strings.Repeat("[", 18) + "`"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := codec.Unmarshal([]byte(tt.in))
			borrowed, err2 := codec.Borrow([]byte(tt.in))
			if tt.err != "" {
				if err == nil || err.Error() != tt.err || err2 == nil || err2.Error() != tt.err {
					t.Fatalf("error\n %v, borrowed\n %v, want\n %v", err, err2, tt.err)
				}
				if got != nil {
					t.Errorf("got %v beside an error", got)
				}
				return
			}
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.want, borrowed); diff != "" {
				t.Error("borrowed:", diff)
			}
		})
	}
}

func TestUnmarshalKeepsNothing(t *testing.T) {
	in := []byte(`{"type":"note","text":"abc","x":[1]}`)
	got, err := codec.Unmarshal(in)
	if err != nil {
		t.Fatal(err)
	}
	clear(in)
	want := &note{Text: "abc", Extra: extraOf(&notes.Set{Unknown: []byte(`"x":[1]`)})}
	if diff := cmp.Diff(line(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestUnmarshalParts(t *testing.T) {
	var n note
	if err := genrt.UnmarshalRecord([]byte(" {\"text\":\"a\"}\n"), n.ScanJSON); err != nil || n.Text != "a" || n.Extra.State("type") != decoder.Absent {
		t.Errorf("%v, %+v", err, n)
	}
	if err := genrt.UnmarshalRecord([]byte(`{"text":`), new(note).ScanJSON); !errors.Is(err, decoder.ErrTruncated) || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("cut: %v", err)
	}
	u, err := genrt.UnmarshalUnion([]byte(`{"type":"event","subtype":"start"}`), scanLine)
	if e, ok := u.(*event); err != nil || !ok || e.Subtype != "start" {
		t.Errorf("%v, %+v", err, u)
	}
}

func TestPeek(t *testing.T) {
	tests := []struct {
		in   string
		want decoder.Kind
		err  error
	}{
		{`{"type":"note","text":"a"}`, "note", nil},
		{`{"x":{"type":"event"},"type":"note"}`, "note", nil},
		{`{"type":"note","x":1,"type":"event","subtype":"stop"}`, "event/stop", nil},
		{`{"subtype":"in\u0069t","type":"\u0073ystem"}`, "system/init", nil},
		{`{"type":"other"}`, "other", nil},
		{`{"type":7}`, "", nil},
		{`{}`, "", nil},
		{"\xef\xbb\xbf\x00 {\"type\":\"note\"}\x00\r\n", "note", nil},
		{`{"type":"note","x":nonsense}`, "note", nil}, // a peek does not look into values
		{`{"type":"note","x":[1}`, "", decoder.ErrTruncated},
		{`{"type":"note"} {}`, "", decoder.ErrTrailing},
		{`{"type":"note","x":"a`, "", decoder.ErrTruncated},
		{`[]`, "", decoder.ErrNotObject},
		{``, "", decoder.ErrTruncated},
	}
	for _, tt := range tests {
		got, err := peek([]byte(tt.in))
		if got != tt.want || !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
			t.Errorf("%s: %q, %v, want %q, %v", tt.in, got, err, tt.want, tt.err)
		}
	}
}

// TestOtherValueBeforeMore checks that a line which begins with another value than an object has the same error in all ways to read it, with and
// without text behind that value.
func TestOtherValueBeforeMore(t *testing.T) {
	for _, value := range []string{`"tokens"`, `[1]`, `null`, `-1.5`} {
		for _, line := range []string{value, " " + value + " ", value + `: {`, value + ` {}`, value + "," + value} {
			_, want := codec.Unmarshal([]byte(line))
			if !errors.Is(want, decoder.ErrNotObject) {
				t.Errorf("Unmarshal %s: %v", line, want)
			}
			if _, err := peek([]byte(line)); fmt.Sprint(err) != fmt.Sprint(want) {
				t.Errorf("Peek %s: %v, want %v", line, err, want)
			}
			for _, err := range genrt.NewReader(codec, strings.NewReader(line+"\n")).Kinds() {
				if !errors.Is(err, decoder.ErrNotObject) {
					t.Errorf("Kinds %s: %v", line, err)
				}
			}
		}
	}
}

func TestPeekAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	in := []byte(`{"n":1,"text":"a\"b","subtype":"stop","type":"event"}`)
	peek(in)
	if n := testing.AllocsPerRun(100, func() { peek(in) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestCheck(t *testing.T) {
	if err := codec.Check([]byte(`{"type":"note","text":"a"}`)); err != nil {
		t.Error(err)
	}
	err := codec.Check([]byte(`{"type":"note","text":7,"new":1,"n":1,"n":2}`))
	for _, want := range []error{decoder.ErrType, decoder.ErrUnknown, decoder.ErrDuplicate} {
		if !errors.Is(err, want) {
			t.Errorf("no %q in:\n%v", want, err)
		}
	}
	all := err.(interface{ Unwrap() []error }).Unwrap()
	for _, e := range all {
		if _, ok := e.(*decoder.Error); !ok {
			t.Errorf("%T", e)
		}
	}
	if err := codec.Check([]byte(`{"subtype":"x"}`)); !errors.Is(err, decoder.ErrMissingTag) {
		t.Error("no tag:", err)
	}
	var b strings.Builder
	b.WriteString(`{"type":"note"`)
	for range 300 {
		b.WriteString(`,"x":1`)
	}
	err = codec.Check([]byte(b.String()))
	if n := len(err.(interface{ Unwrap() []error }).Unwrap()); n != 100 {
		t.Errorf("%d findings, and not a hundred and the error of the cut line", n)
	}
	if !errors.Is(err, decoder.ErrTruncated) {
		t.Error("the cut is not told")
	}
}

// TestPeekManyMembers checks that the number of members does not change the result of a peek.
func TestPeekManyMembers(t *testing.T) {
	many := strings.Repeat(`"x":1,`, 1000)
	for in, want := range map[string]decoder.Kind{
		`{"type":"event",` + many + `"subtype":"stop"}`:                        "event/stop",
		`{"type":"event","subtype":"start",` + many + `"type":"note"}`:         "note",
		`{` + many + `"subtype":"stop",` + many + `"type":"\u0065vent","y":1}`: "event/stop",
	} {
		if got, err := peek([]byte(in)); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

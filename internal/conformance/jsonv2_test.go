//go:build goexperiment.jsonv2

package conformance_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
)

// lenient makes json/v2 accept the texts that ndwire accepts.
var lenient = joinOptions(allowDuplicateNames(true), allowInvalidUTF8(true))

// appender is a line.
type appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// wrapped is the wrapper of a union, and its line.
type wrapped struct {
	marshalerTo
	unmarshalerFrom
	line func() appender
}

func wrappers() map[string]wrapped {
	var (
		agent  ndwire.AnyLine
		claude claudecode.AnyLine
		claw   openclaw.AnyLine
		rusty  rustyclaw.AnyLine
	)
	return map[string]wrapped{
		"agentsdk":   {&agent, &agent, func() appender { return agent.Line }},
		"claudecode": {&claude, &claude, func() appender { return claude.Line }},
		"openclaw":   {&claw, &claw, func() appender { return claw.Line }},
		"rustyclaw":  {&rusty, &rusty, func() appender { return rusty.Line }},
	}
}

// seedLines are the lines of testdata of a protocol that are JSON objects.
func seedLines(t *testing.T, protocol string) (lines [][]byte) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("../../testdata", protocol), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".ndjson" {
			return err
		}
		data, err := os.ReadFile(path)
		for line := range bytes.Lines(data) {
			if v := jsonText(bytes.TrimSpace(line)); v.IsValid(lenient) && v.Kind() == beginObject {
				lines = append(lines, v)
			}
		}
		return err
	})
	if err != nil || len(lines) == 0 {
		t.Fatalf("%d lines: %v", len(lines), err)
	}
	return lines
}

// TestJSONv2 checks that json/v2 reads and writes the lines of testdata as ndwire does: a stream of them, and each within a struct.
func TestJSONv2(t *testing.T) {
	for protocol, w := range wrappers() {
		t.Run(protocol, func(t *testing.T) {
			lines := seedLines(t, protocol)
			var stream, written bytes.Buffer
			enc := newEncoder(&written, lenient)
			for _, line := range lines {
				if err := unmarshalV2(line, w.unmarshalerFrom, lenient); err != nil {
					t.Fatalf("%v\n%s", err, line)
				}
				want, err := w.line().AppendJSON(nil)
				if err != nil {
					t.Fatal(err)
				}
				stream.Write(append(want, '\n'))
				if err := marshalEncode(enc, w.line()); err != nil {
					t.Fatalf("%v\n%s", err, want)
				}
				nested, err := marshalV2(struct {
					Before int
					List   []marshalerTo
				}{1, []marshalerTo{w, w}}, lenient)
				if err != nil {
					t.Fatal(err)
				}
				text := spelled(t, want)
				if diff := cmp.Diff(`{"Before":1,"List":[`+text+`,`+text+`]}`, string(nested)); diff != "" {
					t.Fatalf("nested (-want +got):\n%s", diff)
				}
			}
			dec := newDecoder(bytes.NewReader(written.Bytes()), lenient)
			for want := range bytes.Lines(stream.Bytes()) {
				if err := w.UnmarshalJSONFrom(dec); err != nil {
					t.Fatal(err)
				}
				got, err := w.line().AppendJSON(nil)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(spelled(t, want), spelled(t, got)); diff != "" {
					t.Fatalf("from the stream (-want +got):\n%s", diff)
				}
			}
			if err := w.UnmarshalJSONFrom(dec); err != io.EOF {
				t.Errorf("at the end: %v", err)
			}
		})
	}
}

// spelled returns a text in the spelling of jsontext.
func spelled(t *testing.T, text []byte) string {
	t.Helper()
	got := jsonText(bytes.Clone(bytes.TrimSpace(text)))
	if err := got.Format(lenient); err != nil {
		t.Fatal(err)
	}
	return string(got)
}

// call is a type of a program that has records and unions as fields and elements.
type call struct {
	Retries int                            `json:"retries"`
	Tool    *ndwire.ToolUseBlock           `json:"tool"`
	Value   ndwire.ToolUseBlock            `json:"value,omitzero"`
	Content []ndwire.AnyContentBlock       `json:"content"`
	ByName  map[string]ndwire.ToolUseBlock `json:"by_name"`
	Prompt  ndwire.MessageContent          `json:"prompt"`
	None    *ndwire.TextBlock              `json:"none"`
}

// TestJSONv2Within checks that records within a program's own types are read and written, with members that the spec does not know.
func TestJSONv2Within(t *testing.T) {
	const tool = `{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"},"new":[1.50,null]}`
	const text = `{"retries":2,"tool":` + tool + `,"value":` + tool + `,"content":[{"type":"text","text":"a","more":true},` + tool +
		`,{"type":"newest","x":0},null],"by_name":{"a":` + tool + `},"prompt":"say","none":null}`
	var c call
	if err := unmarshalV2([]byte(text), &c, rejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Content[2].ContentBlock.(*ndwire.UnknownContentBlock); !ok || c.Content[3].ContentBlock != nil {
		t.Errorf("content: %#v, %#v", c.Content[2], c.Content[3])
	}
	for _, v := range []any{c, &c} {
		got, err := marshalV2(v)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(text, string(got)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestJSONv2Texts checks texts that ndwire accepts and json/v2 refuses, and the options with which json/v2 accepts them.
func TestJSONv2Texts(t *testing.T) {
	tests := []struct {
		name, line, want string
		refused          error // nil: any error
	}{
		{"two members of one name", `{"type":"tool_use","id":"1","id":"2","name":"","input":{}}`, `{"type":"tool_use","id":"2","name":"","input":{}}`, errDuplicateName},
		{"two unknown members of one name", `{"type":"tool_use","id":"","name":"","input":{},"u":1,"u":2}`, `{"type":"tool_use","id":"","name":"","input":{},"u":1,"u":2}`, errDuplicateName},
		{"two in a raw value", `{"type":"tool_use","id":"","name":"","input":{"a":1,"a":2}}`, `{"type":"tool_use","id":"","name":"","input":{"a":1,"a":2}}`, errDuplicateName},
		{"no UTF-8", "{\"type\":\"tool_use\",\"id\":\"\xff\",\"name\":\"\",\"input\":{}}", `{"type":"tool_use","id":"` + "\ufffd" + `","name":"","input":{}}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var m ndwire.ToolUseBlock
			err := unmarshalV2([]byte(test.line), &m)
			if err == nil || test.refused != nil && !errors.Is(err, test.refused) {
				t.Errorf("reading: %v, want %v", err, test.refused)
			}
			if err := unmarshalV2([]byte(test.line), &m, lenient); err != nil {
				t.Fatal(err)
			}
			got, err := marshalV2(&m, lenient)
			if err != nil || string(got) != test.want {
				t.Errorf("%s, %v, want %s", got, err, test.want)
			}
		})
	}
	twice := &ndwire.ToolUseBlock{Input: decoder.Raw(`{"a":1,"a":2}`)}
	if got, err := marshalV2(twice); !errors.Is(err, errDuplicateName) {
		t.Errorf("writing two members of one name: %s, %v", got, err)
	}
}

// TestJSONv2Errors checks that errors of ndwire keep their path and reason.
func TestJSONv2Errors(t *testing.T) {
	_, err := marshalV2(map[string]any{"tool": &ndwire.ToolUseBlock{ID: "1", Input: decoder.Raw(`{"a":`)}})
	if e := (*encoder.Error)(nil); !errors.As(err, &e) || e.Path != ".input" || e.Reason != encoder.ErrInvalid {
		t.Errorf("writing: %v", err)
	}
	_, err = marshalV2(ndwire.AnyContentBlock{ContentBlock: (*ndwire.TextBlock)(nil)})
	if e := (*encoder.Error)(nil); !errors.As(err, &e) || e.Reason != encoder.ErrNil {
		t.Errorf("writing a nil record: %v", err)
	}
	var c call
	err = unmarshalV2([]byte(`{"content":[[1]]}`), &c)
	if e := (*decoder.Error)(nil); !errors.As(err, &e) || e.Reason != decoder.ErrNotObject {
		t.Errorf("reading: %v", err)
	}
	if e := (*semanticError)(nil); !errors.As(err, &e) || e.JSONPointer != "/content/0" {
		t.Errorf("reading: %v, of type %T", err, err)
	}
}

// TestJSONv2Allocations checks that a record is written to a stream without memory of its own.
func TestJSONv2Allocations(t *testing.T) {
	if uncounted {
		t.Skip("allocations cannot be counted in this build")
	}
	m := &ndwire.ToolUseBlock{ID: "toolu_1", Name: "Bash", Input: decoder.Raw(`{"command":"` + strings.Repeat("ls ", 1000) + `"}`)}
	enc := newEncoder(io.Discard)
	allocs := testing.AllocsPerRun(100, func() {
		if err := m.MarshalJSONTo(enc); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 0 {
		t.Errorf("%v allocations a record", allocs)
	}
}

// BenchmarkJSONv2 compares json/v2 with a record's MarshalJSONTo and with its MarshalJSON.
func BenchmarkJSONv2(b *testing.B) {
	line := []byte(`{"type":"assistant","uuid":"1","session_id":"2","message":{"content":[{"type":"text","text":"` +
		strings.Repeat("the words of a model ", 200) + `"}]},"parent_tool_use_id":null}`)
	var m, into ndwire.AnyLine
	if err := unmarshalV2(line, &m); err != nil {
		b.Fatal(err)
	}
	var v1 struct{ marshaler }
	v1.marshaler = m
	for name, v := range map[string]any{"marshal/MarshalJSONTo": &m, "marshal/MarshalJSON": v1} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := marshalWrite(io.Discard, v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	var from struct{ unmarshaler }
	from.unmarshaler = &into
	for name, v := range map[string]any{"unmarshal/UnmarshalJSONFrom": &into, "unmarshal/UnmarshalJSON": &from} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := unmarshalV2(line, v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package conformance

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
)

// The protocols began as descriptions by others. This file decodes, peeks at, checks and writes back every JSON example of those descriptions that
// lie beside the project, and similar lines of our own.

// example is one JSON value of a description.
type example struct {
	text []byte
	v    map[string]any
}

var fence = regexp.MustCompile("(?ms)^```jsonl?\n(.*?)^```")

// examplesOf returns the JSON examples of a page, without comments and without the placeholder for a usage.
func examplesOf(t *testing.T, page []byte) (all []example) {
	t.Helper()
	comment := regexp.MustCompile(`(?m)^//.*$`)
	for _, m := range fence.FindAllSubmatch(page, -1) {
		text := comment.ReplaceAll(m[1], nil)
		text = bytes.ReplaceAll(text, []byte(`{ ... }`), []byte(`{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,`+
			`"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}`))
		for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
			var raw json.RawMessage
			if err := d.Decode(&raw); err != nil {
				t.Fatalf("%v in an example:\n%s", err, text)
			}
			var compact bytes.Buffer
			e := example{}
			if err := json.Compact(&compact, raw); err != nil {
				t.Fatal(err)
			}
			e.text = compact.Bytes()
			if err := json.Unmarshal(e.text, &e.v); err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		}
	}
	return all
}

func (e example) str(name string) string {
	s, _ := e.v[name].(string)
	return s
}

// reading has the results of a package for an example.
type reading struct {
	kind string // "" for a value that is not a line
	out  []byte
	err  error // of reading, checking or writing
}

type appender interface {
	AppendJSON([]byte) ([]byte, error)
}

func write(v appender, kind string, errs ...error) reading {
	for _, err := range errs {
		if err != nil {
			return reading{kind: kind, err: err}
		}
	}
	out, err := v.AppendJSON(nil)
	return reading{kind, out, err}
}

// readRustyclaw reads a line, or a part of one.
func readRustyclaw(e example) reading {
	part := func(v interface {
		appender
		json.Unmarshaler
	}) reading {
		return write(v, "", v.UnmarshalJSON(e.text))
	}
	switch t := e.str("type"); {
	case t == "text" || t == "tool_use" || t == "tool_result" || t == "thinking":
		b, err := rustyclaw.UnmarshalContentBlock(e.text)
		return write(b, "", err)
	case t != "":
		l, err := rustyclaw.UnmarshalLine(e.text)
		if err != nil {
			return reading{err: err}
		}
		return write(l, string(l.Kind()), rustyclaw.CheckLine(e.text))
	case e.v["event_type"] != nil:
		return part(new(rustyclaw.StreamEvent))
	case e.v["input_tokens"] != nil:
		return part(new(rustyclaw.UsageInfo))
	case e.v["version"] != nil:
		return part(new(rustyclaw.McpServerInfo))
	}
	return part(new(rustyclaw.ToolInfo))
}

func readOpenclaw(e example) reading {
	l, err := openclaw.UnmarshalLine(e.text)
	if err != nil {
		return reading{err: err}
	}
	return write(l, string(l.Kind()), openclaw.CheckLine(e.text))
}

func readClaudecode(e example) reading {
	l, err := claudecode.UnmarshalLine(e.text)
	if err != nil {
		return reading{err: err}
	}
	return write(l, string(l.Kind()), claudecode.CheckLine(e.text))
}

// bySubtype returns the kind of a line, computed from its type and subtype.
func bySubtype(e example) string {
	switch sub := e.str("subtype"); {
	case e.str("type") == "compact_system":
		return "compact_system/" + e.str("message")
	case sub != "":
		return e.str("type") + "/" + sub
	}
	return e.str("type")
}

// byRole returns the kind of a message, computed from its role. The role custom has another kind than the entry of that type.
func byRole(e example) string {
	if role := e.str("role"); role != "custom" {
		return role
	}
	return string(openclaw.KindRoleCustom)
}

var descriptions = []struct {
	page     string // the prefix of the name of its file
	examples int
	read     func(example) reading
	kind     func(example) string
	ours     []string // lines like those of the page
}{
	{"000", 33, readRustyclaw, bySubtype, []string{"rustyclaw/messages.ndjson", "rustyclaw/simple_query.ndjson", "rustyclaw/tool_use.ndjson",
		"rustyclaw/error_response.ndjson", "rustyclaw/thinking_content.ndjson", "rustyclaw/control.ndjson"}},
	{"001", 10, readOpenclaw, byRole, []string{"openclaw/transcript.ndjson"}},
	{"004", 8, readClaudecode, bySubtype, []string{"claudecode/flat.ndjson"}},
}

// compare checks the results of a package for an example.
func compareExample(t *testing.T, e example, r reading, kind string) {
	t.Helper()
	if r.err != nil {
		t.Errorf("%v\n%s", r.err, e.text)
		return
	}
	if r.kind != "" && r.kind != kind {
		t.Errorf("the kind is %q, want %q\n%s", r.kind, kind, e.text)
	}
	var got map[string]any
	if err := json.Unmarshal(r.out, &got); err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(e.v)
	if out, _ := json.Marshal(got); !bytes.Equal(out, want) {
		t.Errorf("written as\n%s, want\n%s", out, want)
	}
}

func TestExamplesOfDescriptions(t *testing.T) {
	for _, d := range descriptions {
		t.Run(d.page, func(t *testing.T) {
			files, _ := filepath.Glob("../../../shared/seeds/" + d.page + "*")
			if len(files) == 0 {
				t.Skip("the description is not beside the project")
			}
			page, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			all := examplesOf(t, page)
			if len(all) != d.examples {
				t.Errorf("%d examples, want %d", len(all), d.examples)
			}
			for _, e := range all {
				compareExample(t, e, d.read(e), d.kind(e))
			}
		})
	}
}

func TestExamplesOfOurs(t *testing.T) {
	for _, d := range descriptions {
		for _, name := range d.ours {
			t.Run(strings.ReplaceAll(name, "/", " "), func(t *testing.T) {
				text, err := os.ReadFile(filepath.Join("../../testdata", name))
				if err != nil {
					t.Fatal(err)
				}
				for line := range bytes.Lines(text) {
					e := example{text: bytes.TrimSpace(line)}
					if err := json.Unmarshal(e.text, &e.v); err != nil {
						t.Fatal(err)
					}
					compareExample(t, e, d.read(e), d.kind(e))
				}
			})
		}
	}
}

package agentsdktest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// tree is a JSON value whose members keep their order, to be changed at any place.
type tree struct {
	open    byte // '{' or '[', 0 for a scalar
	text    string
	keys    []string // of an object, as they are spelled
	members []*tree  // of an object or array
}

func parseTree(t *testing.T, text string) *tree {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return readTree(t, d)
}

func readTree(t *testing.T, d *json.Decoder) *tree {
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	delim, ok := token.(json.Delim)
	if !ok {
		text, err := json.Marshal(token)
		if err != nil {
			t.Fatal(err)
		}
		return &tree{text: string(text)}
	}
	n := &tree{open: byte(delim)}
	for d.More() {
		if delim == '{' {
			key, err := d.Token()
			if err != nil {
				t.Fatal(err)
			}
			text, _ := json.Marshal(key)
			n.keys = append(n.keys, string(text))
		}
		n.members = append(n.members, readTree(t, d))
	}
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	return n
}

func (n *tree) append(dst []byte) []byte {
	if n.open == 0 {
		return append(dst, n.text...)
	}
	dst = append(dst, n.open)
	for i, m := range n.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		if n.open == '{' {
			dst = append(append(dst, n.keys[i]...), ':')
		}
		dst = m.append(dst)
	}
	return append(dst, n.open+2) // '}' and ']' are two behind their openers
}

func (n *tree) all(list []*tree) []*tree {
	list = append(list, n)
	for _, m := range n.members {
		list = m.all(list)
	}
	return list
}

func (n *tree) insert(i int, key string, m *tree) {
	n.members = append(n.members[:i:i], append([]*tree{m}, n.members[i:]...)...)
	if n.open == '{' {
		n.keys = append(n.keys[:i:i], append([]string{key}, n.keys[i:]...)...)
	}
}

// laterKey is the spelling of the nth member that no spec has; every second one has an escape.
func laterKey(n int) string {
	return fmt.Sprintf([]string{`"x_from_later%d"`, `"x_from_l\u0061ter%d"`}[n%2], n)
}

var (
	laterValues = []string{`{"type":"x_later","a":[1.50,{"b":null}]}`, `[]`, `"\ud83c"`, `-0`, `1e400`, `null`, `false`, `"x"`}
	oddNumbers  = []string{`1.50`, `1e3`, `-0`, `-1`, `0.1e-7`, `18446744073709551616`, `1e400`, `-1e-400`}
	otherTypes  = []string{`null`, `true`, `"x"`, `7`, `{}`, `[]`, `[null]`, `{"type":7}`, `[["x"]]`, `""`}
)

// addMember gives one of the tree's objects a member that no spec has.
func addMember(t *rapid.T, root *tree, nth int) {
	objects := slices.DeleteFunc(root.all(nil), func(n *tree) bool { return n.open != '{' })
	n := rapid.SampledFrom(objects).Draw(t, "object")
	n.insert(rapid.IntRange(0, len(n.members)).Draw(t, "before"), laterKey(nth), scalar(t, laterValues))
}

// disturb changes the tree at one place in one of the ways in which a later protocol, or another writer, may differ.
func disturb(t *rapid.T, root *tree) {
	places := root.all(nil)[1:]
	if len(places) == 0 {
		return
	}
	n := rapid.SampledFrom(places).Draw(t, "place")
	ways := []string{"type"}
	switch {
	case n.open == '{':
		ways = append(ways, "tag", "tag")
	case n.open == '[':
		ways = append(ways, "element", "element")
	case n.text[0] == '"':
		ways = append(ways, "text", "text")
	case n.text[0] == '-' || n.text[0] >= '0' && n.text[0] <= '9':
		ways = append(ways, "number", "number")
	}
	switch rapid.SampledFrom(ways).Draw(t, "what") {
	case "type":
		*n = *scalar(t, otherTypes)
	case "tag":
		for i, key := range n.keys {
			if key == `"type"` || key == `"subtype"` || key == `"kind"` || key == `"hook_event_name"` {
				n.members[i] = &tree{text: `"x_later"`}
			}
		}
	case "element":
		n.insert(rapid.IntRange(0, len(n.members)).Draw(t, "before"), "", scalar(t, laterValues))
	case "text":
		n.text = `"x_later"`
	case "number":
		*n = *scalar(t, oddNumbers)
	}
}

// scalar is one of the texts, which may be no scalars: nothing within them is changed.
func scalar(t *rapid.T, texts []string) *tree {
	return &tree{text: rapid.SampledFrom(texts).Draw(t, "value")}
}

// safeLines are valid lines of all kinds.
func safeLines(t *testing.T) []string {
	var lines []string
	for _, tt := range messages {
		lines = append(lines, tt.line)
	}
	for event := range strings.Lines(stream) {
		lines = append(lines, `{"type":"stream_event","event":`+strings.TrimSpace(event)+`,"parent_tool_use_id":null,`+tail)
	}
	files, err := filepath.Glob("../../testdata/agentsdk/kinds/*.ndjson")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data")
	}
	for _, name := range append(files, session) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
			if l, err := ndwire.UnmarshalLine(s.Bytes()); err == nil {
				lines = append(lines, encode(t, l))
			}
		}
	}
	return lines
}

// TestUnknownStaysSafe checks that unknown values at any level are kept, written back, and change no other value.
func TestUnknownStaysSafe(t *testing.T) {
	lines := safeLines(t)
	withoutExtra := cmp.Options{cmpopts.IgnoreTypes(decoder.Extra{}), cmpopts.EquateEmpty()}
	compared := 0
	rapid.Check(t, func(rt *rapid.T) {
		line := rapid.SampledFrom(lines).Draw(rt, "line")
		root := parseTree(t, line)
		line = string(root.append(nil)) // white space and escapes in free-form JSON are the same in both
		changes, onlyMembers := rapid.IntRange(1, 3).Draw(rt, "changes"), rapid.Bool().Draw(rt, "only members")
		for i := range changes {
			if onlyMembers || rapid.Bool().Draw(rt, "a member") {
				addMember(rt, root, i)
			} else {
				disturb(rt, root)
			}
		}
		text := string(root.append(nil))

		l, err := ndwire.UnmarshalLine([]byte(text))
		if err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		borrowed, err := ndwire.BorrowLine([]byte(text))
		if err != nil {
			rt.Fatalf("BorrowLine: %v\n%s", err, text)
		}
		for what, l := range map[string]ndwire.Line{"decoded": l, "borrowed": borrowed, "cloned": ndwire.CloneLine(l)} {
			out, err := l.AppendJSON(nil)
			if err != nil {
				rt.Fatalf("%s: AppendJSON: %v\n%s", what, err, text)
			}
			if d := diff(t, []byte(text), out); d != "" {
				rt.Fatalf("%s\n%s and written back (-want +got):\n%s", text, what, d)
			}
		}
		if kind, err := ndwire.Peek([]byte(text)); err != nil || kind != l.Kind() {
			rt.Fatalf("Peek %q, %v, Kind %q\n%s", kind, err, l.Kind(), text)
		}
		if onlyMembers && foundAll(ndwire.CheckLine([]byte(text)), changes) {
			compared++
			if d := cmp.Diff(unmarshal(t, line), l, withoutExtra); d != "" {
				rt.Fatalf("%s\nunknown members change what is known (-without +with):\n%s", text, d)
			}
		}
	})
	if compared == 0 && !testing.Short() { // a short run tries too few
		t.Error("no line had only members that a strict reader finds")
	}
}

// foundAll reports whether a strict reader finds all members that no spec has, so that none is in free-form JSON or is the key of
// a map.
func foundAll(findings error, members int) bool {
	list, _ := findings.(interface{ Unwrap() []error })
	if list == nil {
		return false
	}
	for i := range members {
		name := fmt.Sprintf(".x_from_later%d", i)
		if !slices.ContainsFunc(list.Unwrap(), func(err error) bool {
			var e *decoder.Error
			return errors.As(err, &e) && errors.Is(e, decoder.ErrUnknown) && strings.HasSuffix(e.Path, name)
		}) {
			return false
		}
	}
	return true
}

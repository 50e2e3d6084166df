package rustyclaw_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/rustyclaw"
)

// node is a JSON value whose members keep their order and whose scalars keep their spelling.
type node struct {
	kind    byte   // '{', '[' or 0
	text    string // a scalar
	members []member
	elems   []*node
}

type member struct {
	key   string
	value *node
}

func parse(text string) *node {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	token := func() json.Token {
		tok, err := d.Token()
		if err != nil {
			panic(err)
		}
		return tok
	}
	var read func() *node
	read = func() *node {
		switch tok := token().(type) {
		case json.Delim:
			n := &node{kind: byte(tok)}
			for d.More() {
				if n.kind == '[' {
					n.elems = append(n.elems, read())
				} else {
					key := token().(string)
					n.members = append(n.members, member{key, read()})
				}
			}
			token()
			return n
		case json.Number:
			return &node{text: tok.String()}
		case nil:
			return &node{text: "null"}
		default:
			return &node{text: marshal(tok)}
		}
	}
	return read()
}

func marshal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (n *node) String() string {
	var parts []string
	switch n.kind {
	case '{':
		for _, m := range n.members {
			parts = append(parts, marshal(m.key)+":"+m.value.String())
		}
		return "{" + strings.Join(parts, ",") + "}"
	case '[':
		for _, e := range n.elems {
			parts = append(parts, e.String())
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	return n.text
}

// place is where something can be changed: a value, and how it is reached.
type place struct {
	node   *node
	parent *node  // the object that it is a member of, nil for the line and for elements
	key    string // its name there
	free   bool   // within a value that the spec leaves open: what stands there is kept as it is
	mapped bool   // an object whose members are keys of a map
}

// open are the members that are json in the spec, in some record; maps those that are maps.
var (
	open = map[string]bool{"input": true, "tool_input": true, "hook_input": true, "input_schema": true, "params": true, "jsonSchema": true}
	maps = map[string]bool{"hooks": true, "agents": true}
)

func places(n *node) []place {
	var all []place
	var walk func(p place)
	walk = func(p place) {
		all = append(all, p)
		for _, m := range p.node.members {
			walk(place{node: m.value, parent: p.node, key: m.key, free: p.free || open[m.key] || isRaw(p.node, m), mapped: maps[m.key]})
		}
		for _, e := range p.node.elems {
			walk(place{node: e, free: p.free})
		}
	}
	walk(place{node: n})
	return all
}

// isRaw reports whether a member is left open in this place: what a tool or a request gives back, and extras.
func isRaw(in *node, m member) bool {
	switch m.key {
	case "response", "result":
		return in.find("request_id") != nil && in.find("subtype") != nil // the payload, not the envelope
	case "content":
		return m.value.kind == '{'
	}
	return false
}

func (n *node) find(key string) *node {
	for _, m := range n.members {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

func (n *node) remove(key string) {
	for i, m := range n.members {
		if m.key == key {
			n.members = append(n.members[:i:i], n.members[i+1:]...)
			return
		}
	}
}

// corpus has all lines of our own.
func corpus(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../testdata/rustyclaw/*.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s := bufio.NewScanner(f)
		for s.Scan() {
			lines = append(lines, s.Text())
		}
	}
	if len(lines) < 50 {
		t.Fatalf("only %d lines", len(lines))
	}
	return lines
}

// but compares lines, leaving out what is kept as text: that it is kept, the written line shows.
var but = cmp.Options{
	cmpopts.IgnoreTypes(decoder.Extra{}, decoder.Raw{}), cmpopts.EquateEmpty(),
}

// keeps reports what is lost of a line when it is decoded and encoded, in all ways to do so.
func keeps(t *rapid.T, line string) rustyclaw.Line {
	m, err := rustyclaw.UnmarshalLine([]byte(line))
	if err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	out, err := m.AppendJSON(nil)
	if err != nil {
		t.Fatalf("AppendJSON: %v\n%s", err, line)
	}
	if d := cmp.Diff(valueOf(t, line), valueOf(t, string(out))); d != "" {
		t.Fatalf("%s\nis written as\n%s\n(-want +got):\n%s", line, out, d)
	}
	b, err := rustyclaw.BorrowLine([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []rustyclaw.Line{b, rustyclaw.CloneLine(m)} {
		if again, err := other.AppendJSON(nil); err != nil || string(again) != string(out) {
			t.Fatalf("%s\nis written as\n%s\nand as\n%s, %v", line, out, again, err)
		}
	}
	if kind, err := rustyclaw.Peek([]byte(line)); err != nil || kind != m.Kind() {
		t.Fatalf("Peek %q, %v, Kind %q\n%s", kind, err, m.Kind(), line)
	}
	return m
}

func valueOf(t *rapid.T, text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return v
}

// TestInjectedMembers puts members that nobody has heard of into every object: nothing else is read in another way.
func TestInjectedMembers(t *testing.T) {
	lines := corpus(t)
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom(lines).Draw(t, "line")
		n := parse(line)
		for range rapid.IntRange(1, 3).Draw(t, "members") {
			p := rapid.SampledFrom(places(n)).Draw(t, "place")
			if p.node.kind != '{' || p.mapped {
				continue
			}
			key := rapid.SampledFrom([]string{"new_member", "Type", "", "a b", "\u2028\"\\", "toolUseResult", "9"}).Draw(t, "key")
			if p.node.find(key) != nil {
				continue
			}
			i := rapid.IntRange(0, len(p.node.members)).Draw(t, "index")
			v := parse(rapid.SampledFrom([]string{
				`null`, `0.10`, `"x"`, `[]`, `{}`, `{"type":"result","subtype":"success"}`, `[1e400,{"a":[null]}]`, `9007199254740993`,
			}).Draw(t, "value"))
			p.node.members = append(p.node.members[:i:i], append([]member{{key, v}}, p.node.members[i:]...)...)
		}
		got, want := keeps(t, n.String()), keeps(t, line)
		if d := cmp.Diff(want, got, but); d != "" {
			t.Fatalf("%s\nother fields have changed (-want +got):\n%s", n, d)
		}
	})
}

// TestInjectedVariants gives lines, blocks and control messages a tag that nobody has heard of.
func TestInjectedVariants(t *testing.T) {
	lines := corpus(t)
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom(lines).Draw(t, "line")
		n := parse(line)
		var tags []place
		for _, p := range places(n) {
			if (p.key == "type" || p.key == "subtype") && !p.free {
				tags = append(tags, p)
			}
		}
		p := rapid.SampledFrom(tags).Draw(t, "tag")
		*p.node = *parse(rapid.SampledFrom([]string{`"brand_new"`, `""`, `null`, `7`, `{}`, `"Text"`, `"user"`, `"success"`}).Draw(t, "value"))
		m := keeps(t, n.String())
		if p.parent == n || p.key == "subtype" {
			return // another line
		}
		if answer, ok := m.(*rustyclaw.AssistantMessage); ok && p.parent.find("text") != nil {
			before := keeps(t, line).(*rustyclaw.AssistantMessage)
			blocks, were := answer.Message.Content.Blocks, before.Message.Content.Blocks
			if len(blocks) != len(were) {
				t.Fatalf("%d blocks, want %d\n%s", len(blocks), len(were), n)
			}
			for i := range blocks {
				if _, ok := blocks[i].(*rustyclaw.UnknownContentBlock); ok {
					continue
				}
				if d := cmp.Diff(were[i], blocks[i], but); d != "" {
					t.Fatalf("%s\nthe block beside it has changed (-want +got):\n%s", n, d)
				}
			}
		}
	})
}

// TestInjectedTypes puts a value of another JSON type where a scalar was: the member reads as if it was not there, and no other
// member is read in another way.
func TestInjectedTypes(t *testing.T) {
	lines := corpus(t)
	rapid.Check(t, func(t *rapid.T) {
		n := parse(rapid.SampledFrom(lines).Draw(t, "line"))
		var scalars []place
		for _, p := range places(n) {
			// A tag says what all else is, content and id have several types, and names have two.
			if p.parent != nil && p.node.kind == 0 && !p.free && p.key != "type" && p.key != "subtype" && p.key != "content" && p.key != "id" {
				scalars = append(scalars, p)
			}
		}
		if len(scalars) == 0 {
			t.Skip("no scalars")
		}
		p := rapid.SampledFrom(scalars).Draw(t, "scalar")
		without := parse(n.String())
		for i, at := range places(n) {
			if at.node == p.node {
				twin := places(without)[i]
				twin.parent.remove(twin.key)
			}
		}
		wrong := []string{`{}`, `[]`, `{"type":"text","text":"x"}`, `[1,"a",null]`}
		switch {
		case strings.HasPrefix(p.node.text, `"`):
			wrong = append(wrong, "0", "1.50", "true")
		case p.node.text == "true" || p.node.text == "false":
			wrong = append(wrong, "0", `"true"`)
		case p.node.text != "null":
			wrong = append(wrong, "false", `"12"`)
		}
		*p.node = *parse(rapid.SampledFrom(wrong).Draw(t, "value"))
		got, want := keeps(t, n.String()), keeps(t, without.String())
		if d := cmp.Diff(want, got, but); d != "" {
			t.Fatalf("%s\nreads otherwise than\n%s\n(-want +got):\n%s", n, without, d)
		}
	})
}

// TestInjectedNumbers spells numbers in other ways: the fields read the same, and the spelling is kept.
func TestInjectedNumbers(t *testing.T) {
	lines := corpus(t)
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom(lines).Draw(t, "line")
		n := parse(line)
		changed := false
		for _, p := range places(n) {
			if p.node.kind != 0 || !strings.ContainsAny(p.node.text[:1], "-0123456789") || rapid.Bool().Draw(t, "keep") {
				continue
			}
			if s := p.node.text; s == "0" || s == "-0" {
				p.node.text = s + ".0"
			} else if !strings.ContainsAny(s, ".eE") {
				p.node.text = s + rapid.SampledFrom([]string{".0", ".000", "e0", "E+0", "0e-1", ".0E0"}).Draw(t, "spelling")
			} else {
				p.node.text = s + rapid.SampledFrom([]string{"0", "e0", "E-0"}).Draw(t, "spelling")
			}
			changed = true
		}
		if !changed {
			t.Skip("no numbers")
		}
		got, want := keeps(t, n.String()), keeps(t, line)
		if d := cmp.Diff(want, got, but); d != "" {
			t.Fatalf("%s\nreads otherwise (-want +got):\n%s", n, d)
		}
	})
}

package conformance_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/spec"
)

// Names of members that no spec has; the second has characters that are escaped, or need not be.
const laterKey, laterOddKey = "x_from_later", "x\"from\u2028later"

// change is a value that the spec does not have.
type change struct {
	what string
	node jsontest.Tree
	in   bool // it is an additional member or element, and does not replace a value
	key  string
}

// changes returns changes of a value: unknown members, cases, elements and enum values, wrong JSON types, odd numbers. nth selects some of them.
func changes(n *jsontest.Tree, nth int) (list []change) {
	const later = `{"type":"x_later","subtype":"x_later","kind":"x_later","role":"x_later","n":[1.50,{"b":null}]}`
	in := func(what, key string, texts ...string) {
		text := texts[nth%len(texts)]
		list = append(list, change{what: what, key: key, node: jsontest.Tree{Text: text}, in: true})
	}
	as := func(what string, texts ...string) {
		for _, text := range texts {
			if text != n.Text {
				list = append(list, change{what: what, node: jsontest.Tree{Text: text}})
			}
		}
	}
	switch {
	case n.Open == '{':
		in("member", laterKey, later, `[]`, `"\ud83c"`, `-0`, `1e400`, `null`, `false`)
		in("member", laterOddKey, `1.50`, later, `""`)
	case n.Open == '[':
		in("element", "", later)
		in("element", "", `"x"`, `null`, `[]`, `7`)
	case n.Text[0] == '"':
		as("text", `"x_later"`, `"\ud83c"`)
	case n.Text[0] == '-' || n.Text[0] >= '0' && n.Text[0] <= '9':
		as("number", `1.50`, `1e3`, `-0`, `-1`, `0.1e-7`, `18446744073709551616`, `1e400`, `-1e-400`)
	}
	types := []string{`null`, `true`, `"x"`, `7`, `{}`, `[]`, `[null]`, later, `[["x"]]`, `""`}
	as("type", types[nth%len(types)], types[(nth+3)%len(types)], types[(nth+7)%len(types)])
	return list
}

// path has the names of members, and "" for elements of arrays.
type path []string

// TestInjected inserts unknown values at each place of a line where they can stand: decoding and encoding must lose nothing, and all other
// values must be read as without them.
func TestInjected(t *testing.T) {
	t.Run("agentsdk", func(t *testing.T) { t.Parallel(); agentSDK.injected(t) })
	t.Run("rustyclaw", func(t *testing.T) { t.Parallel(); rusty.injected(t) })
	t.Run("openclaw", func(t *testing.T) { t.Parallel(); claw.injected(t) })
	t.Run("claudecode", func(t *testing.T) { t.Parallel(); transcript.injected(t) })
	t.Run("mcp", func(t *testing.T) { t.Parallel(); tools.injected(t) })
	t.Run("acp", func(t *testing.T) { t.Parallel(); agents.injected(t) })
}

// lines are those of the spec, and those in testdata.
func (p protocol[L]) lines(t *testing.T) []string {
	lines := samples(t, p.seeds+".yaml")
	files, err := filepath.Glob("../../testdata/" + p.seeds + "/*.ndjson")
	more, _ := filepath.Glob("../../testdata/" + p.seeds + "/*/*.ndjson")
	if err != nil || len(files) == 0 {
		t.Fatalf("no lines: %v", err)
	}
	for _, name := range append(files, more...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
			if json.Valid(s.Bytes()) && len(s.Bytes()) < 8<<10 {
				lines = append(lines, s.Text())
			}
		}
	}
	return lines
}

func (p protocol[L]) injected(t *testing.T) {
	seen, tags := map[string]bool{}, p.tags(t)
	places, changed := 0, 0
	for _, line := range p.lines(t) {
		root := jsontest.Parse(line)
		line = string(root.Append(nil))
		before, err := p.unmarshal([]byte(line))
		if err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		var walk func(n *jsontest.Tree, at, names path)
		walk = func(n *jsontest.Tree, at, names path) {
			// An object is read alike at all places.
			if name := strings.Join(names[max(len(names)-2, 0):], "."); !seen[name] {
				seen[name] = true
				places++
				list := changes(n, places)
				for i, c := range list {
					if len(at) == 0 && !c.in || i >= 3 && (i+places)%len(list) >= 2 {
						continue // the value would not be a line, or the change is made at one of the next places
					}
					changed++
					p.inject(t, tags, root, n, c, before, at)
					if t.Failed() {
						return
					}
				}
			}
			for _, m := range n.Members {
				step := nameOf(m)
				walk(m.Value, append(at[:len(at):len(at)], step), append(names[:len(names):len(names)], step+variant(m.Value)))
			}
		}
		walk(root, nil, path{string(before.Kind())})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d changes at %d places", changed, places)
	if changed < 1000 {
		t.Errorf("only %d changes", changed)
	}
}

// quoted returns a name as JSON.
func quoted(t *testing.T, name string) string {
	key, err := json.Marshal(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(key)
}

// nameOf returns the name of a member, "" of an element.
func nameOf(m jsontest.Member) string {
	var name string
	_ = json.Unmarshal([]byte(m.Key), &name) // fails for "", the key of an element
	return name
}

// variant returns a text that differs for objects whose tags differ.
func variant(n *jsontest.Tree) string {
	s := string(n.Open)
	for _, m := range n.Members {
		switch nameOf(m) {
		case "type", "subtype", "kind", "role", "hook_event_name", "mode", "sessionUpdate":
			if !strings.Contains(m.Value.Text, " ") { // the texts of samples have spaces
				s += m.Value.Text
			}
		}
	}
	return s
}

// inject makes one change of n, which is a part of root, checks the line, and undoes the change.
func (p protocol[L]) inject(t *testing.T, tags tagNames, root, n *jsontest.Tree, c change, before L, at path) {
	old := *n
	if c.in {
		m := jsontest.Member{Value: &c.node}
		if n.Open == '{' {
			m.Key = quoted(t, c.key)
		}
		n.Insert(len(n.Members), m)
		at = append(at[:len(at):len(at)], c.key)
	} else {
		*n = c.node
	}
	text := root.Append(nil)
	*n = old

	where := fmt.Sprintf("%s %s at %q", c.what, c.node.Text, []string(at))
	l, err := p.unmarshal(text)
	if err != nil {
		t.Errorf("%s: %v\n%s", where, err, text)
		return
	}
	out, err := l.AppendJSON(nil)
	if err != nil {
		t.Errorf("%s: AppendJSON: %v\n%s", where, err, text)
		return
	}
	if d := jsontest.Diff(t, text, out); d != "" {
		t.Errorf("%s is lost or changed (-want +got):\n%s\n%s", where, d, text)
	}
	if clone, err := p.clone(l).AppendJSON(nil); err != nil || !bytes.Equal(clone, out) {
		t.Errorf("%s: the clone is written as\n%s, %v, want\n%s", where, clone, err, out)
	}
	if kind, err := p.peek(text); err != nil || kind != l.Kind() {
		t.Errorf("%s: Peek %q, %v, Kind %q\n%s", where, kind, err, l.Kind(), text)
	}
	if d := tags.differs(reflect.ValueOf(before), reflect.ValueOf(l), at); d != "" {
		t.Errorf("%s changes %s\n%s", where, d, text)
	}
}

var (
	extraType = reflect.TypeFor[decoder.Extra]()
	rawType   = reflect.TypeFor[decoder.Raw]()
	jsonType  = reflect.TypeFor[decoder.JSONType]()
)

// differs returns the difference between two Go values, "" if there is none. The value at a path of their JSON may differ.
func (n tagNames) differs(a, b reflect.Value, at path) string {
	if a.Type() == extraType {
		return "" // checked by means of the written line
	}
	if reflect.DeepEqual(a.Interface(), b.Interface()) {
		return ""
	}
	if len(at) == 0 || a.Type() == rawType {
		return "" // the value was changed, or a part of it
	}
	here := func(x, y any) string { return fmt.Sprintf("%s: %+v, was %+v", a.Type(), y, x) }
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			break
		}
		if a.Elem().Type() != b.Elem().Type() {
			if n.ends(at) {
				return "" // the tag was changed
			}
			return here(a.Elem().Type(), b.Elem().Type())
		}
		return n.differs(a.Elem(), b.Elem(), at)
	case reflect.Struct:
		return n.differsStruct(a, b, at)
	case reflect.Slice:
		if a.Len() != b.Len() {
			break
		}
		for i := range a.Len() {
			if d := n.differs(a.Index(i), b.Index(i), at[1:]); d != "" {
				return d
			}
		}
		return ""
	case reflect.Map:
		for _, k := range a.MapKeys() {
			if k.String() == at[0] {
				continue
			}
			if v := b.MapIndex(k); !v.IsValid() || !reflect.DeepEqual(a.MapIndex(k).Interface(), v.Interface()) {
				if b.Len() == 0 {
					break // an element has another type: the whole map is kept in Extra
				}
				return here(a.MapIndex(k), v)
			}
		}
		return ""
	}
	// A list or map with an element of another type is kept in Extra.
	if (a.Kind() == reflect.Slice || a.Kind() == reflect.Map) && (b.Len() == 0 || at[0] == "") {
		return ""
	}
	return here(a, b)
}

func (n tagNames) differsStruct(a, b reflect.Value, at path) string {
	if f, ok := a.Type().FieldByName("Other"); ok && f.Type == rawType && a.NumField() > 2 && a.Field(0).Type() == jsonType {
		if at[0] == "" && len(at) == 1 && b.IsZero() {
			return "" // an element has another type: the whole list is kept in Extra
		}
		for i := range a.NumField() { // a union by JSON type: one of the fields has the value
			if d := n.differs(a.Field(i), b.Field(i), at); d != "" {
				return d
			}
		}
		return ""
	}
	if n.ends(at) && len(at) == 1 {
		return "" // a tag was changed: other members belong to the case
	}
	var own, rest []reflect.StructField
	for _, f := range reflect.VisibleFields(a.Type()) {
		switch name, _, _ := strings.Cut(f.Tag.Get("json"), ","); {
		case f.Anonymous: // VisibleFields contains its fields, too
		case name == at[0]:
			own = append(own, f)
		default:
			rest = append(rest, f)
		}
	}
	if !slices.ContainsFunc(own, func(f reflect.StructField) bool {
		return !a.FieldByIndex(f.Index).IsZero() || !b.FieldByIndex(f.Index).IsZero()
	}) {
		own, rest = nil, append(rest, own...) // another field has the member's value
	}
	known := at[0] != laterKey && at[0] != laterOddKey // one field may differ: an alias, a tag, or a member of a flattened record
	for _, f := range rest {
		x, y := a.FieldByIndex(f.Index), b.FieldByIndex(f.Index)
		if x.Type() == extraType || reflect.DeepEqual(x.Interface(), y.Interface()) {
			continue
		}
		d := fmt.Sprintf("%s.%s: %+v, was %+v", a.Type(), f.Name, y, x)
		if len(own) > 0 {
			return d
		}
		switch k := x.Kind(); {
		case k == reflect.Struct, k == reflect.Pointer && x.Type().Elem().Kind() == reflect.Struct, k == reflect.Interface:
			if d := n.differs(x, y, at); d != "" {
				return d
			}
		case x.Type() == rawType: // the member is in the raw value
		case !known:
			return d
		default:
			known = false // only one field
		}
	}
	for _, f := range own {
		if d := n.differs(a.FieldByIndex(f.Index), b.FieldByIndex(f.Index), at[1:]); d != "" {
			return d
		}
	}
	return ""
}

// tagNames are the names of a protocol's tags, and of the members on the paths to them.
type tagNames map[string]bool

// tags returns the names of the tags in the protocol's spec.
func (p protocol[L]) tags(t *testing.T) tagNames {
	m, err := spec.Load("../../spec/" + p.spec)
	if err != nil {
		t.Fatal(err)
	}
	names := tagNames{}
	var walk func(n *spec.Node)
	follow := func(target *spec.Target) {
		if target != nil && target.Node != nil {
			walk(target.Node)
		}
	}
	walk = func(n *spec.Node) {
		for _, place := range n.Tag {
			for _, name := range place {
				names[name] = true
			}
		}
		if n.Adjacent != nil {
			names[n.Adjacent.Tag] = true
		}
		for _, c := range n.Cases {
			if n.Has {
				names[strings.Trim(c.Literal, `"`)] = true
			}
			follow(&c.Target)
		}
		follow(n.Otherwise)
		follow(n.Absent)
	}
	for _, u := range m.Unions {
		if u.Tree != nil {
			walk(u.Tree)
		}
	}
	for _, r := range m.Records {
		if r.TagField != nil {
			names[r.TagField.Name] = true
		}
		for _, f := range r.Fields {
			if f.By != "" {
				names[f.By] = true
			}
		}
	}
	return names
}

// ends reports whether a path leads to a tag.
func (n tagNames) ends(at path) bool { return n[at[len(at)-1]] }

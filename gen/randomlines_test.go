package gen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/spec"
)

// lineDrawer draws lines of a spec: some that the spec describes, and most with changes.
type lineDrawer struct {
	*rand.Rand
	tags []string // the literals of all tags
}

// tagsOf returns the literals of all tags, also of imported specs.
func tagsOf(m *spec.Model) (list []string) {
	for _, i := range m.Imports {
		list = append(list, tagsOf(i.Model)...)
	}
	for _, u := range m.Unions {
		if u.Tree != nil {
			list = append(list, literals(u.Tree)...)
		}
	}
	return list
}

// drawLines draws n lines.
func drawLines(m *spec.Model, tags []string, seed uint64, n int) []string {
	d := &lineDrawer{rand.New(rand.NewPCG(seed, 8)), tags}
	var lines []string
	for range n {
		v := d.node(m.Line.Tree, 0)
		lines = append(lines, string(v.Append(nil))) // as it is, and changed
		for range 2 {
			v := v.Clone()
			text := rapid.Custom(func(t *rapid.T) string {
				v := v.Clone()
				for range rapid.IntRange(1, 3).Draw(t, "changes") {
					if all := v.All()[1:]; len(all) > 0 && len(d.tags) > 0 && rapid.IntRange(0, 3).Draw(t, "retag") == 0 {
						*rapid.SampledFrom(all).Draw(t, "at") = jsontest.Tree{Text: rapid.SampledFrom(d.tags).Draw(t, "tag")}
					} else {
						mutate(t, v)
					}
				}
				space := func(bool) string { return "" }
				if rapid.IntRange(0, 6).Draw(t, "spaces") == 0 {
					space = func(bool) string { return rapid.SampledFrom([]string{"", " ", "\t "}).Draw(t, "space") }
				}
				return string(v.AppendSpaced(nil, space))
			}).Example(int(d.Uint32()))
			lines = append(lines, text)
		}
	}
	return lines
}

// node draws an object that a discriminator describes. The tag is not set if it is next to the object, or around it.
func (d *lineDrawer) node(n *spec.Node, depth int) *jsontest.Tree {
	v, _ := d.branch(n, depth)
	return v
}

// branch is node, and returns the tag.
func (d *lineDrawer) branch(n *spec.Node, depth int) (v *jsontest.Tree, literal string) {
	i := d.IntN(len(n.Cases) + 2)
	to := n.Otherwise
	switch {
	case i < len(n.Cases):
		to, literal = &n.Cases[i].Target, n.Cases[i].Literal
	case i == len(n.Cases) && n.Absent != nil:
		to = n.Absent
	case i == len(n.Cases):
		literal = `"new"`
	case to == nil && len(n.Cases) > 0:
		to, literal = &n.Cases[0].Target, n.Cases[0].Literal
	}
	switch {
	case to == nil || to.Bare:
		v = d.free(1)
		if v.Open != '{' {
			v = &jsontest.Tree{Open: '{'}
		}
	case to.Node != nil:
		v = d.node(to.Node, depth)
	default:
		v = d.record(to.Record, depth)
	}
	switch {
	case n.Has && literal != "":
		if name, _ := strconv.Unquote(literal); !hasMember(v, name) {
			put(v, []string{name}, d.free(1))
		}
	case len(n.Tag) > 0 && literal != "":
		put(v, n.Tag[d.IntN(len(n.Tag))], &jsontest.Tree{Text: literal})
	case len(n.Tag) > 0 && to == n.Absent && to != nil:
		v.Members = slices.DeleteFunc(v.Members, func(m jsontest.Member) bool { return m.Key == key(n.Tag[0][0]) })
	}
	return v, literal
}

func hasMember(v *jsontest.Tree, name string) bool {
	return slices.ContainsFunc(v.Members, func(m jsontest.Member) bool { return m.Key == key(name) })
}

// put sets the value at a path, and makes objects on the way.
func put(v *jsontest.Tree, path []string, to *jsontest.Tree) {
	i := slices.IndexFunc(v.Members, func(m jsontest.Member) bool { return m.Key == key(path[0]) })
	if i < 0 {
		i = len(v.Members)
		v.Insert(i, jsontest.Member{Key: key(path[0]), Value: &jsontest.Tree{}})
	}
	if len(path) == 1 {
		v.Members[i].Value = to
		return
	}
	if v.Members[i].Value.Open != '{' {
		v.Members[i].Value = &jsontest.Tree{Open: '{'}
	}
	put(v.Members[i].Value, path[1:], to)
}

func (d *lineDrawer) record(r *spec.Record, depth int) *jsontest.Tree {
	v := &jsontest.Tree{Open: '{'}
	for _, tag := range r.Tags {
		put(v, []string{tag.Name}, &jsontest.Tree{Text: tag.Literals[0]})
	}
	var add func(r *spec.Record)
	add = func(r *spec.Record) {
		for _, e := range r.Embed {
			add(e.Record)
		}
		for _, f := range r.Fields {
			d.field(v, f, depth)
		}
	}
	add(r)
	return v
}

// field adds a member to v, or more of them if the field is flattened.
func (d *lineDrawer) field(v *jsontest.Tree, f *spec.Field, depth int) {
	path := []string{f.Name}
	if f.Path != nil {
		path = f.Path
	}
	switch {
	case f.Const != "":
		put(v, path, &jsontest.Tree{Text: f.Const})
		return
	case f.Optional && (depth > 4 || d.IntN(2) == 0), d.IntN(12) == 0:
		return
	case f.Nullable && d.IntN(3) == 0:
		put(v, path, &jsontest.Tree{Text: "null"})
		return
	case f.Default != "" && d.IntN(3) == 0:
		put(v, path, &jsontest.Tree{Text: f.Default})
		return
	}
	var to *jsontest.Tree
	if f.By != "" {
		var literal string
		if to, literal = d.branch(f.Type.Union.Tree, depth+1); literal != "" {
			put(v, []string{f.By}, &jsontest.Tree{Text: literal})
		}
	} else {
		to = d.value(f.Type, depth+1)
	}
	switch {
	case f.Encoded:
		to = &jsontest.Tree{Text: key(string(to.Append(nil)))}
	case f.Inline == spec.InlineAlways, f.Inline == spec.InlineAccepted && d.IntN(2) == 0:
		v.Members = append(v.Members, to.Members...)
		return
	}
	if f.Alias != nil && d.IntN(3) == 0 {
		path = append(slices.Clone(path[:len(path)-1]), f.Alias[0])
	}
	put(v, path, to)
}

// spellings are values of scalars, most of them not as AppendJSON would write them.
var spellings = map[spec.TypeKind][]string{
	spec.String: {`"text"`, `""`, `"\u0061\n"`, `"é\ud83d\ude00"`}, spec.UUID: {`"6f1c8f5e-3f0a-4a52-9e7b-0c8f0b7d2a11"`, `"x"`},
	spec.Int: {"0", "7", "-1", "1.0", "1e2", "1.5", "-0"}, spec.Int64: {"0", "9007199254740993", "1e1"}, spec.Uint64: {"0", "18446744073709551615", "-1"},
	spec.Number: {"0", "0.5", "1.50", "1e-7", "-0.0"}, spec.Bool: {"true", "false"},
	spec.Time:    {`"2026-01-02T03:04:05Z"`, `"2026-01-02T03:04:05.500+01:00"`, `"2026-01-02T03:04:05.5+00:00"`, `"2026-01-02T03:04:05.250000+00:00"`, `"0001-01-01T00:00:00Z"`, `"never"`},
	spec.Seconds: {"0", "1.5", "1e3"}, spec.Milliseconds: {"0", "1500", "1.25"}, spec.Decimal: {"0", "1.10", "1e2", "-0.0"},
	spec.Bytes: {`""`, `"YQ=="`, `"YQ"`, `"-_"`}, spec.GoText: {`"10.0.0.1"`, `"::1"`, `""`, `"0:0::1"`, `"x"`, `"INFO"`, `"warn"`, `"DEBUG+1"`},
}

func (d *lineDrawer) value(t *spec.Type, depth int) *jsontest.Tree {
	if t.Null && d.IntN(4) == 0 {
		return &jsontest.Tree{Text: "null"}
	}
	n := 0
	if depth < 6 {
		n = d.IntN(3)
	}
	switch t.Kind {
	case spec.JSON:
		return d.free(2)
	case spec.RecordType:
		if t.Record.Shorthand != "" && d.IntN(3) == 0 {
			return &jsontest.Tree{Text: `"bare"`}
		}
		if depth > 8 {
			return &jsontest.Tree{Open: '{'}
		}
		return d.record(t.Record, depth)
	case spec.EnumType:
		value := t.Enum.Values[d.IntN(len(t.Enum.Values))].Value
		if !t.Enum.Int {
			value = key(value)
		}
		return &jsontest.Tree{Text: value}
	case spec.Array:
		v := &jsontest.Tree{Open: '['}
		for range n {
			v.Members = append(v.Members, jsontest.Member{Value: d.value(t.Elem, depth+1)})
		}
		return v
	case spec.Map:
		v := &jsontest.Tree{Open: '{'}
		for i := range n {
			name := fmt.Sprint("k", i)
			if t.Key.Kind == spec.EnumType {
				name = t.Key.Enum.Values[i%len(t.Key.Enum.Values)].Value
			}
			put(v, []string{name}, d.value(t.Elem, depth+1))
		}
		return v
	case spec.UnionType:
		return d.union(t.Union, depth)
	}
	list := spellings[t.Kind]
	return &jsontest.Tree{Text: list[d.IntN(len(list))]}
}

func (d *lineDrawer) union(u *spec.Union, depth int) *jsontest.Tree {
	for u.Of != nil {
		u = u.Of
	}
	switch {
	case depth > 8:
		return &jsontest.Tree{Text: "null"}
	case u.Variants != nil:
		return d.value(u.Variants[d.IntN(len(u.Variants))].Type, depth+1)
	case u.Tree.Results:
		return d.free(2)
	case !u.Tree.External:
		return d.node(u.Tree, depth)
	}
	v, literal := d.branch(u.Tree, depth)
	unit := slices.ContainsFunc(u.Tree.Cases, func(c *spec.Case) bool { return c.Unit && c.Literal == literal })
	name, _ := strconv.Unquote(literal)
	out := &jsontest.Tree{Open: '{'}
	switch a := u.Tree.Adjacent; {
	case a != nil:
		put(out, []string{a.Tag}, &jsontest.Tree{Text: literal})
		if !unit {
			put(out, []string{a.Content}, v)
		}
	case unit:
		return &jsontest.Tree{Text: literal}
	default:
		put(out, []string{name}, v)
	}
	return out
}

// free draws any value.
func (d *lineDrawer) free(depth int) *jsontest.Tree {
	if depth > 0 && d.IntN(3) == 0 {
		v := &jsontest.Tree{Open: '{'}
		for _, name := range []string{"a", "kind", "n"}[:d.IntN(4)] {
			put(v, []string{name}, d.free(depth-1))
		}
		return v
	}
	return jsontest.Parse(oddValues[d.IntN(len(oddValues))])
}

// key returns a text in JSON, which is also YAML.
func key(text string) string {
	var quoted bytes.Buffer
	e := json.NewEncoder(&quoted)
	e.SetEscapeHTML(false)
	_ = e.Encode(text)
	return strings.TrimSuffix(quoted.String(), "\n")
}

package diff_test

import (
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// lineMaker makes random lines of a spec. Most of them are correct; a strict reader finds the others.
type lineMaker struct {
	random *rand.Rand
	depth  int
}

// object is a JSON object whose members are in the order in which they were put.
type object struct{ names, values []string }

func (o *object) put(name, value string) {
	for i, n := range o.names {
		if n == name {
			o.values[i] = value
			return
		}
	}
	o.names, o.values = append(o.names, name), append(o.values, value)
}

func (o *object) get(name string) string {
	for i, n := range o.names {
		if n == name {
			return o.values[i]
		}
	}
	return ""
}

// putAt puts a value at a path of names, and makes the objects on the path.
func (o *object) putAt(path []string, value string) {
	if len(path) == 1 {
		o.put(path[0], value)
		return
	}
	inner := &object{}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(o.get(path[0])), &members) == nil {
		for name, value := range members {
			inner.put(name, string(value))
		}
	}
	inner.putAt(path[1:], value)
	o.put(path[0], inner.text())
}

func (o *object) text() string {
	var b strings.Builder
	for i, name := range o.names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(name) + ":" + o.values[i])
	}
	return "{" + b.String() + "}"
}

func quote(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

func (l *lineMaker) one(list ...string) string { return list[l.random.IntN(len(list))] }

// line returns a value of the union for lines.
func (l *lineMaker) line(m *spec.Model) string {
	l.depth = 0
	return l.union(m.Line)
}

func (l *lineMaker) union(u *spec.Union) string {
	switch {
	case u.Variants != nil:
		if l.random.IntN(8) == 0 {
			return "null"
		}
		return l.value(u.Variants[l.random.IntN(len(u.Variants))].Type)
	case u.Of != nil:
		return l.union(u.Of)
	}
	o := &object{}
	if u.Tree.External {
		return l.external(u.Tree)
	}
	l.choose(u.Tree, o)
	return o.text()
}

// external returns a value of an external or adjacent union.
func (l *lineMaker) external(n *spec.Node) string {
	c := n.Cases[l.random.IntN(len(n.Cases))]
	o := &object{}
	switch {
	case n.Adjacent != nil:
		o.put(n.Adjacent.Tag, c.Literal)
		if !c.Unit {
			o.put(n.Adjacent.Content, l.record(c.Target.Record))
		}
	case c.Unit:
		return c.Literal
	default:
		var name string
		json.Unmarshal([]byte(c.Literal), &name)
		o.put(name, l.record(c.Target.Record))
	}
	return o.text()
}

// choose puts the tag of a random branch, and the members of the record that it leads to. It returns the JSON of its tag, "" for none.
func (l *lineMaker) choose(n *spec.Node, o *object) (tag string) {
	target, literal := n.Otherwise, ""
	switch i := l.random.IntN(len(n.Cases) + 2); {
	case i < len(n.Cases):
		target, literal = &n.Cases[i].Target, n.Cases[i].Literal
	case i == len(n.Cases) && n.Absent != nil:
		target = n.Absent
	case n.Otherwise == nil:
		target, literal = &n.Cases[0].Target, n.Cases[0].Literal
	default:
		literal = l.one(`"no case"`, "null", "true", "77", "")
	}
	switch {
	case target.Record != nil:
		l.members(target.Record, o)
	case target.Node != nil:
		l.choose(target.Node, o)
	}
	switch {
	case n.Sibling:
	case n.Has:
		var name string
		if json.Unmarshal([]byte(literal), &name) == nil && target != n.Otherwise && o.get(name) == "" {
			o.put(name, l.one("1", `"text"`, "{}"))
		}
	case len(n.Tag) > 0 && literal != "":
		o.putAt(n.Tag[l.random.IntN(len(n.Tag))], literal)
	}
	return literal
}

func (l *lineMaker) record(r *spec.Record) string {
	if r.Shorthand != "" && l.random.IntN(3) == 0 {
		return `"short"`
	}
	o := &object{}
	l.members(r, o)
	return o.text()
}

func (l *lineMaker) members(r *spec.Record, o *object) {
	l.depth++
	defer func() { l.depth-- }()
	for _, e := range r.Embed {
		l.members(e.Record, o)
	}
	for _, t := range r.Tags {
		if o.get(t.Name) == "" {
			o.put(t.Name, t.Literals[0])
		}
	}
	for _, f := range r.Fields {
		l.member(f, o)
	}
}

func (l *lineMaker) member(f *spec.Field, o *object) {
	path := f.Path
	if path == nil {
		path = []string{f.Name}
	}
	if len(f.Alias) > 0 && l.random.IntN(3) == 0 {
		path = append(append([]string(nil), path[:len(path)-1]...), f.Alias[l.random.IntN(len(f.Alias))])
	}
	switch n := l.random.IntN(6); {
	case f.Optional && (n < 2 || l.depth > 4):
	case n == 2 && (f.Nullable || f.Type != nil && f.Type.Kind == spec.UnionType && f.By == ""): // a required union is null in Go, too; with by, see isRefused
		o.putAt(path, "null")
	case f.Const != "":
		o.putAt(path, f.Const)
	case f.By != "":
		u := f.Type.Union
		inner := &object{}
		if u.Tree == nil || l.depth > 6 {
			return
		}
		tag := l.choose(u.Tree, inner)
		if tag != "" {
			o.put(f.By, tag)
		}
		o.putAt(path, inner.text())
	case f.Inline == spec.InlineAlways:
		l.members(f.Type.Record, o)
	case f.Encoded:
		o.putAt(path, quote(l.value(f.Type)))
	case f.Default != "" && n == 3:
		o.putAt(path, f.Default)
	default:
		o.putAt(path, l.value(f.Type))
	}
}

// value returns a value of a type.
func (l *lineMaker) value(t *spec.Type) string {
	if t.Null && l.random.IntN(4) == 0 {
		return "null"
	}
	switch t.Kind {
	case spec.Int:
		return l.one("0", "-7", "41", "2000000000")
	case spec.Int64:
		return l.one("0", "-7", "9007199254740993")
	case spec.Uint64:
		return l.one("0", "18446744073709551615")
	case spec.Number:
		return l.one("0", "-1.5", "1e3", "41")
	case spec.Decimal:
		return l.one("0", "1.10", "12345678901234567890.5")
	case spec.Seconds, spec.Milliseconds:
		return l.one("0", "1700000000", "1.5")
	case spec.Bool:
		return l.one("true", "false")
	case spec.Time:
		return `"2026-01-02T03:04:05Z"`
	case spec.Bytes:
		return quote(base64.StdEncoding.EncodeToString([]byte(l.one("", "a", "abc"))))
	case spec.UUID:
		return `"2b0a7d0e-1f1b-4a52-8f0e-0a4f5b6c7d8e"`
	case spec.GoText:
		return l.one(`"1.00"`, `"1.2.3.4"`, `"EUR 1"`, `"5"`)
	case spec.JSON:
		return l.one("null", "1", `"text"`, "true", "[]", `{"a":1}`)
	case spec.EnumType:
		v := t.Enum.Values[l.random.IntN(len(t.Enum.Values))].Value
		if t.Enum.Int {
			return v
		}
		return quote(v)
	case spec.RecordType:
		if l.depth > 8 {
			return "{}"
		}
		return l.record(t.Record)
	case spec.UnionType:
		if l.depth > 8 {
			return "null"
		}
		return l.union(t.Union)
	case spec.Array:
		var list []string
		for range l.random.IntN(3) {
			list = append(list, l.value(t.Elem))
		}
		return "[" + strings.Join(list, ",") + "]"
	case spec.Map:
		o := &object{}
		for i := range l.random.IntN(3) {
			key := "key" + strconv.Itoa(i)
			if t.Key.Enum != nil {
				key = t.Key.Enum.Values[0].Value
			}
			o.put(key, l.value(t.Elem))
		}
		return o.text()
	}
	return l.one(`"text"`, `""`, `"other words"`, `"2026-01-02T03:04:05Z"`)
}

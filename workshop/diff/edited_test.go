package diff_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/diff"
)

// TestEdited makes the changes of golden specs that a person would make, and checks that no break is missed: for
// callers, the report agrees with the type checker; for lines, it reports a break if strict readers refuse one that
// they accepted.
func TestEdited(t *testing.T) {
	paths := goldenFiles(t)
	rapid.Check(t, func(rt *rapid.T) {
		file := rapid.SampledFrom(paths).Draw(rt, "spec")
		g := goldenOf(t, file)
		text := edit(rt, g.text)
		m, err := spec.Parse(file, []byte(text))
		if err != nil {
			return
		}
		files, err := gen.Generate(m)
		if err != nil {
			return
		}
		now, err := diff.ReadAPI(m, files)
		if err != nil {
			rt.Fatal(err)
		}
		r := diff.CompareRead(g.spec, m, g.api, now)
		data, callers := verdicts(r)
		if err := g.caller.compiles(rt, m, files); !errors.Is(err, errGenerated) && err != nil != callers {
			rt.Errorf("breaks callers: %v; a caller: %v\n%s\n%s", callers, err, reportText(r), text)
		}
		if m.Line == nil || g.takes == nil || data || m.View || strings.Contains(g.text, "lazy:") {
			return // see the package documentation for lines of views and lazy values that are not counted
		}
		takes := strict(rt, m)
		lines := g.lines
		maker := lineMaker{random: rand.New(rand.NewPCG(3, 4))}
		for range 100 { // lines of the new spec show what the old one took for something else
			if line := maker.line(m); g.takes(line) == nil {
				lines = append(lines, line)
			}
		}
		for _, line := range lines {
			if err := takes(line); err != nil {
				rt.Fatalf("breaks no data, but strict readers refuse %s: %v\n%s\n%s", line, err, reportText(r), text)
			}
		}
	})
}

// edit makes one change of a spec, which may be a mistake.
func edit(t *rapid.T, text string) string {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	e := editor{T: t, root: doc.Content[0]}
	edits := []func() bool{e.removeMember, e.addMember, e.renameMember, e.require, e.null, e.retype, e.set, e.unset, e.record, e.removeCase, e.addCase, e.retarget, e.wrap, e.other, e.value}
	if !rapid.SampledFrom(edits).Draw(t, "edit")() {
		return text
	}
	out, err := yaml.Marshal(&doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// editor changes the YAML of a spec. Its edits return false if they do not apply.
type editor struct {
	*rapid.T
	root *yaml.Node
}

// entry is the key at an index of a mapping, and its value.
type entry struct {
	of *yaml.Node
	at int
}

func (e entry) key() *yaml.Node   { return e.of.Content[e.at] }
func (e entry) value() *yaml.Node { return e.of.Content[e.at+1] }
func (e entry) remove()           { e.of.Content = append(e.of.Content[:e.at:e.at], e.of.Content[e.at+2:]...) }

func (e entry) insert(key, value string) {
	e.of.Content = append(e.of.Content[:e.at:e.at], append([]*yaml.Node{scalar(key), parsed(value)}, e.of.Content[e.at:]...)...)
}

func scalar(text string) *yaml.Node { return parsed(quote(text)) }

func parsed(text string) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		panic(text + ": " + err.Error()) // a mistake of the test
	}
	return doc.Content[0]
}

func entries(n *yaml.Node) (list []entry) {
	if n != nil && n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			list = append(list, entry{n, i})
		}
	}
	return list
}

func under(n *yaml.Node, key string) *yaml.Node {
	for _, e := range entries(n) {
		if e.key().Value == key {
			return e.value()
		}
	}
	return nil
}

func put(n *yaml.Node, key, value string) {
	if old := under(n, key); old != nil {
		*old = *parsed(value)
		return
	}
	n.Content = append(n.Content, scalar(key), parsed(value))
}

func (e *editor) one(list ...string) string { return rapid.SampledFrom(list).Draw(e.T, "word") }

func (e *editor) entry(list []entry) (entry, bool) {
	if len(list) == 0 {
		return entry{}, false
	}
	return rapid.SampledFrom(list).Draw(e.T, "entry"), true
}

// members returns the members of all records.
func (e *editor) members() (list []entry) {
	for _, r := range entries(under(e.root, "records")) {
		list = append(list, entries(under(r.value(), "fields"))...)
	}
	return list
}

// nodes returns the discriminators of all unions.
func (e *editor) nodes() (list []*yaml.Node) {
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		for _, form := range []string{"cases", "has", "external", "results", "kinds", "otherwise"} {
			if under(n, form) != nil {
				list = append(list, n)
				break
			}
		}
		for _, e := range entries(n) {
			walk(e.value())
		}
	}
	for _, u := range entries(under(e.root, "unions")) {
		walk(u.value())
	}
	return list
}

// branches returns the cases of all discriminators, and their otherwise and absent.
func (e *editor) branches() (list []entry) {
	for _, n := range e.nodes() {
		for _, b := range entries(n) {
			switch b.key().Value {
			case "cases", "has", "external", "results", "kinds":
				list = append(list, entries(b.value())...)
			case "otherwise", "absent":
				list = append(list, b)
			}
		}
	}
	return list
}

// typeName returns the name of a type, most often of a declared one.
func (e *editor) typeName() string {
	list := []string{"string", "int", "int64", "uint64", "number", "bool", "json", "uuid", "time", "time(s)", "decimal", "bytes"}
	for _, section := range []string{"records", "unions", "enums"} {
		for _, d := range entries(under(e.root, section)) {
			list = append(list, d.key().Value)
		}
	}
	return e.one(list...)
}

// target returns what a case can lead to.
func (e *editor) target() string {
	list := []string{"json", "json"}
	for _, d := range entries(under(e.root, "records")) {
		list = append(list, d.key().Value)
	}
	return e.one(list...)
}

// long returns the long form of a value, of which a short one has only main.
func long(n *yaml.Node, main string) *yaml.Node {
	if n.Kind == yaml.ScalarNode {
		short := *n
		name, usual, ok := strings.Cut(n.Value, " = ")
		if ok {
			short = *scalar(name)
		}
		*n = yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{scalar(main), &short}}
		if ok {
			put(n, "default", usual)
		}
	}
	return n
}

func (e *editor) removeMember() bool {
	f, ok := e.entry(e.members())
	if ok {
		f.remove()
	}
	return ok
}

func (e *editor) addMember() bool {
	f, ok := e.entry(e.members())
	if ok {
		f.insert("added"+e.one("", "?", "?"), quote(e.typeName()+e.one("", "", "[]", " | null")))
	}
	return ok
}

func (e *editor) renameMember() bool {
	f, ok := e.entry(e.members())
	if !ok || f.value().Kind == yaml.SequenceNode {
		return false
	}
	name, isOptional := strings.CutSuffix(f.key().Value, "?")
	v := long(f.value(), "type")
	if e.one("alias", "none") == "alias" {
		put(v, "alias", "["+quote(name)+"]")
	}
	name = "renamed"
	if isOptional {
		name += "?"
	}
	*f.key() = *scalar(name)
	return true
}

func (e *editor) require() bool {
	f, ok := e.entry(e.members())
	if ok {
		name, isOptional := strings.CutSuffix(f.key().Value, "?")
		if !isOptional {
			name += "?"
		}
		*f.key() = *scalar(name)
	}
	return ok
}

// memberType returns the node of a member's type.
func (e *editor) memberType() *yaml.Node {
	f, ok := e.entry(e.members())
	if !ok || f.value().Kind == yaml.SequenceNode {
		return nil
	}
	return under(long(f.value(), "type"), "type")
}

func (e *editor) null() bool {
	t := e.memberType()
	if t == nil {
		return false
	}
	name, isNull := strings.CutSuffix(t.Value, " | null")
	if !isNull {
		name += " | null"
	}
	*t = *scalar(name)
	return true
}

func (e *editor) retype() bool {
	t := e.memberType()
	if t == nil {
		return false
	}
	*t = *scalar(e.one(e.typeName(), e.typeName(), t.Value+"[]", "encoded<"+t.Value+">", "map<string, "+t.Value+">"))
	return true
}

func (e *editor) set() bool {
	f, ok := e.entry(e.members())
	if !ok || f.value().Kind == yaml.SequenceNode {
		return false
	}
	k, v, _ := strings.Cut(e.one("default: 0", "default: x", "default: false", "usual: true", "alias: [other]", "alias: [a, also]", "lazy: true", "inline: accepted", "inline: always",
		"by: kind", "by: type", "go: Other", "deprecated: Use it.", "zero: {}", "zero: []", "path: a.b"), ": ")
	put(long(f.value(), "type"), k, v)
	return true
}

func (e *editor) unset() bool {
	var list []entry
	for _, f := range e.members() {
		for _, k := range entries(f.value()) {
			if k.key().Value != "type" {
				list = append(list, k)
			}
		}
	}
	k, ok := e.entry(list)
	if ok {
		k.remove()
	}
	return ok
}

// record changes a key of a record.
func (e *editor) record() bool {
	r, ok := e.entry(entries(under(e.root, "records")))
	if !ok {
		return false
	}
	k, v, _ := strings.Cut(e.one("open: true", "string: Word", "embed: "+e.target(), "tag: kind"), ": ")
	for _, old := range entries(r.value()) {
		if old.key().Value == k {
			old.remove()
			return true
		}
	}
	put(r.value(), k, v)
	return true
}

func (e *editor) removeCase() bool {
	b, ok := e.entry(e.branches())
	if ok {
		b.remove()
	}
	return ok
}

func (e *editor) addCase() bool {
	b, ok := e.entry(e.branches())
	if ok {
		b.insert(e.one("fresh", "a", "b", "n", "kind", "string", "number"), e.target())
	}
	return ok
}

func (e *editor) retarget() bool {
	b, ok := e.entry(e.branches())
	if ok {
		*b.value() = *scalar(e.target())
	}
	return ok
}

// wrap puts a discriminator between a case and its record.
func (e *editor) wrap() bool {
	b, ok := e.entry(e.branches())
	if !ok || b.value().Kind != yaml.ScalarNode {
		return false
	}
	was := quote(b.value().Value)
	*b.value() = *parsed("{" + e.one("tag: sub, cases", "tag: kind, cases", "has") + ": {x: " + e.one(was, e.target()) + "}, otherwise: " + was + "}")
	return true
}

// other changes a key of a discriminator.
func (e *editor) other() bool {
	list := e.nodes()
	if len(list) == 0 {
		return false
	}
	n := rapid.SampledFrom(list).Draw(e.T, "node")
	k, v, _ := strings.Cut(e.one("otherwise: "+e.target(), "absent: "+e.target(), "tag: kind", "tag: [type, kind]", "content: c2", "unknown: Unheard", "line: x"), ": ")
	if k == "line" { // the union is that of all lines
		for _, u := range entries(under(e.root, "unions")) {
			if u.value() == n {
				put(e.root, "line", u.key().Value)
				return true
			}
		}
		return false
	}
	put(n, k, v)
	return true
}

// value changes an enum.
func (e *editor) value() bool {
	d, ok := e.entry(entries(under(e.root, "enums")))
	if !ok {
		return false
	}
	if k, v, isKey := strings.Cut(e.one("open: true", "untyped: true", "prefix: Pre", "value"), ": "); isKey {
		put(d.value(), k, v)
		return true
	}
	values := under(d.value(), "values")
	if values == nil || values.Kind != yaml.SequenceNode {
		return false
	}
	if e.one("add", "remove") == "add" {
		values.Content = append(values.Content, scalar("zeta"))
	} else {
		values.Content = values.Content[1:]
	}
	return true
}

package gen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// specDrawer draws specs over all forms of the language. A discriminator is drawn from the top: each of its branches adds what the record at its end
// must have, so that most specs have no mistake. The others are refused by package spec, and drawn again.
type specDrawer struct {
	*rand.Rand
	view     bool
	line     bool                // the discriminator is drawn of the union of all lines
	cases    []string            // the first tags of lines
	reached  []string            // records of branches of the union of all lines, to which further branches can lead
	part     bool                // some field has a part of the union of all lines as its type
	sections map[string][]string // the declarations under unions, records and enums
	names    map[byte]int        // how many names with a letter there are
	shared   []string            // records that can be the type of any field
	budget   int                 // of records
	isString bool                // a string can stand for the next record

	foreign, foreignEnums, foreignSiblings []string // types of the imported spec
}

// drawSpec draws a spec of a package, and one that it imports, "" for none. If view is set, it is a view.
func drawSpec(seed uint64, pkg string, view bool) (text, imported string) {
	r := rand.New(rand.NewPCG(seed, 7))
	d := newSpecDrawer(r)
	d.budget = 2 + d.IntN(9)
	d.view = d.chance(15) || view
	if d.chance(4) {
		i := newSpecDrawer(r)
		i.budget = 2 + i.IntN(4)
		i.view = d.view && i.chance(2)
		imported = i.types(d, pkg+"i")
	}
	d.line = true
	d.union("Line", d.withUnknown(d.node(nil, 0)))
	if d.part {
		d.union("Part", "{of: Line, cases: ["+strings.Join(d.some(1+d.IntN(2), d.cases), ", ")+"]}")
	}
	head := "line: Line\n"
	if imported != "" {
		head += "imports: {o: " + pkg + "i.yaml}\n"
	}
	return d.text(pkg, head), imported
}

func newSpecDrawer(r *rand.Rand) *specDrawer {
	return &specDrawer{Rand: r, sections: map[string][]string{}, names: map[byte]int{}}
}

// types draws a spec of types for the spec of another drawer, which uses them. Half of them have lines of their own.
func (d *specDrawer) types(user *specDrawer, pkg string) string {
	head := ""
	if d.chance(2) {
		head = "line: Line\n"
		d.line = true
		d.union("Line", d.node(nil, 1))
		d.line = false
	}
	add := func(list *[]string, name string) { *list = append(*list, "o."+name) }
	for range 1 + d.IntN(3) {
		add(&user.foreign, pick(d, d.record, d.tagged, d.variants, d.external)(nil))
	}
	add(&user.foreignEnums, d.enum())
	if d.chance(2) {
		add(&user.foreignSiblings, d.siblings())
	}
	for _, name := range d.shared {
		add(&user.foreign, name)
	}
	return d.text(pkg, head)
}

// text returns the text of a spec with what was declared.
func (d *specDrawer) text(pkg, head string) string {
	text := fmt.Sprintf("ndwire: 1\nprotocol: %[1]s\npackage: %[1]s\nimport: %[2]s/%[1]s\n%[3]s", pkg, randomModule, head)
	if d.view {
		text += "unknown: skip\n"
	}
	if d.chance(6) {
		text += "since: 1.2\nlimits: {depth: 64, line: 64KB}\nsigns: {example.com/other: [chat_id, \"x\\\"y\"]}\n"
	}
	for _, section := range []string{"unions", "records", "enums"} {
		if list := d.sections[section]; list != nil {
			text += section + ":\n" + strings.Join(list, "")
		}
	}
	return text
}

func (d *specDrawer) chance(n int) bool { return d.IntN(n) == 0 }

func pick[T any](d *specDrawer, list ...T) T { return list[d.IntN(len(list))] }

// name returns a new name with a letter for the sort of what it names.
func (d *specDrawer) name(sort byte) string {
	d.names[sort]++
	return fmt.Sprintf("%c%d", sort, d.names[sort])
}

func (d *specDrawer) union(name, text string) string {
	d.sections["unions"] = append(d.sections["unions"], "  "+name+": "+text+"\n")
	return name
}

// need is something that the record of a case must have, because of a discriminator on the way to it.
type need struct {
	path     []string
	literals []string // the values of the tag that lead to the record; nil for any other value
	form     needForm
	deep     bool // the record is within the one that the tag chooses
}

type needForm int

const (
	value   needForm = iota // a tag with one of the literals
	other                   // a tag with another value
	present                 // a member
	absent                  // no tag, or no member
)

var (
	tagNames    = []string{"type", "kind", "op", "mode", "event", "role", "sub-type", "$k", "a b", "x.y", "state"}
	memberNames = []string{"a", "b", "c", "d", "e", "f", "g", "h", "session_id", "x-y", "ä", "n.m", "URL", "camelCase", "payload", "item", "data", "q\"r", "text", "count", "0 1", "name", "_u", "to/from"}
	textTags    = []string{`"start"`, `"stop"`, `"user"`, `"tools/call"`, `"a~b"`, `"x.y"`, `"user_message"`, `"7"`, `"true"`, `"init"`, `"done"`, `"É"`, `"with space"`}
	otherTags   = []string{"0", "1", "2", "-1", "10", "true", "false", "null"}
)

// some returns n different elements of a list, or all of it.
func (d *specDrawer) some(n int, list []string) []string {
	list = slices.Clone(list)
	d.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	return list[:min(n, len(list))]
}

// node draws a discriminator with the needs that lead to it.
func (d *specDrawer) node(needs []need, depth int) string {
	used := func(name string) bool {
		return slices.ContainsFunc(needs, func(n need) bool { return n.path[0] == name })
	}
	var parts, cases []string
	form := "cases"
	at := func(n need) string { return d.target(append(slices.Clip(needs), n), depth+1) }
	switch {
	case depth == 0 && d.chance(12): // lines of one shape
		return "{otherwise: {to: " + d.record(nil) + ", kind: entry}}"
	case d.chance(6):
		form = "has"
		names := slices.DeleteFunc(d.some(1+d.IntN(3), memberNames), used)
		missing := slices.Clip(needs)
		for _, name := range names {
			cases = append(cases, key(name)+": "+d.target(append(missing, need{path: []string{name}, form: present}), depth+1))
			missing = append(missing, need{path: []string{name}, form: absent})
		}
		if d.chance(2) {
			parts = append(parts, "otherwise: "+pick(d, "json", d.target(missing, depth+1)))
		}
		if len(cases) == 0 {
			return d.node(needs, depth)
		}
	default:
		path := []string{pick(d, tagNames...)}
		if used(path[0]) {
			path[0] += "_2"
		}
		for len(path) < 3 && d.chance(4) {
			path = append(d.some(1, memberNames), path...)
		}
		if used(path[0]) {
			return d.node(needs, depth)
		}
		tag := flowList(path)
		if last := path[len(path)-1]; len(path) > 1 && d.chance(3) && !used(last) {
			tag += ", " + flowList([]string{last})
		}
		parts = append(parts, "tag: ["+tag+"]")
		list := d.some(1+d.IntN(3), textTags)
		if d.chance(3) {
			list = append(list, d.some(1+d.IntN(3), otherTags)...)
		}
		for i := 0; i < len(list); i++ {
			group := list[i : i+1]
			if d.chance(4) {
				group = list[i:min(i+2, len(list))]
			}
			to := at(need{path: path, literals: group, form: value})
			for _, literal := range group {
				if d.line && depth == 0 {
					d.cases = append(d.cases, literal)
				}
				cases = append(cases, literal+": "+to)
				i++
			}
			i--
		}
		if d.chance(2) {
			parts = append(parts, "otherwise: "+pick(d, "json", at(need{path: path, form: other})))
		}
		if d.chance(3) {
			parts = append(parts, "absent: "+pick(d, "json", at(need{path: path, form: absent})))
		}
	}
	return "{" + strings.Join(append(parts, form+": {"+strings.Join(cases, ", ")+"}"), ", ") + "}"
}

// flowList returns names as a list of YAML.
func flowList(names []string) string {
	text := ""
	for _, name := range names {
		text += ", " + key(name)
	}
	return "[" + strings.TrimPrefix(text, ", ") + "]"
}

// target draws what a branch leads to.
func (d *specDrawer) target(needs []need, depth int) string {
	switch {
	case depth < 3 && d.budget > 3 && d.chance(4):
		return d.node(needs, depth)
	case d.line && d.chance(16):
		return "{to: json, kind: " + d.name('k') + "}"
	case d.chance(12):
		return "json"
	case d.line && depth < 3 && d.budget > 3 && d.chance(12):
		return strings.TrimSuffix(d.node(needs, depth), "}") + ", kind: " + d.name('k') + ", go: " + d.name('N') + "}"
	case d.chance(20) && len(needs) > 0 && (needs[len(needs)-1].form == value || needs[len(needs)-1].form == present):
		return "{to: " + d.record(needs) + d.about() + "}"
	case d.line && !d.view && len(d.reached) > 0 && d.chance(5):
		if name := pick(d, d.reached...); d.chance(2) {
			return "{to: " + name + ", kind: " + d.name('k') + "}"
		} else {
			return name
		}
	case d.line && d.chance(8):
		return "{to: " + d.record(needs) + ", kind: " + d.name('k') + "}"
	case d.chance(12) && depth == 1 && len(needs) == 1 && needs[0].form == value && len(needs[0].literals) == 1:
		if d.budget > 2 {
			return d.tagged(needs)
		}
	case len(d.shared) > 0 && len(needs) == 1 && needs[0].form == value && len(needs[0].path)*len(needs[0].literals) == 1 && d.chance(6):
		return pick(d, d.shared...)
	}
	name := d.record(needs)
	if d.line {
		d.reached = append(d.reached, name)
	}
	return name
}

// about draws what any declaration can say of itself.
func (d *specDrawer) about() string {
	return pick(d, `, deprecated: "Use another: it is \"old\"."`, `, since: 0.2.1`, `, doc: "is a */ text\nof // two lines."`, `, source: "a.d.ts:7"`)
}

// besideName returns the name of a member next to another one.
func besideName(name string) string {
	if strings.Contains(name, ".") {
		return "[[" + key(name) + "]]"
	}
	return key(name)
}

// member is a field in the making.
type member struct {
	name     string
	optional bool
	typ      string
	null     bool
	more     []string
	about    string
}

func (m member) String() string {
	name, typ := m.name, m.typ
	if m.optional {
		name += "?"
	}
	if m.null {
		typ += " | null"
	}
	if strings.HasPrefix(m.name, "0") && typ != "" {
		m.more = append(m.more, "go: Zero")
	}
	if typ != "" {
		m.more = slices.Insert(m.more, 0, "type: "+key(typ))
	}
	if m.about != "" {
		m.more = append(m.more, strings.TrimPrefix(m.about, ", "))
	}
	return "      " + key(name) + ": {" + strings.Join(m.more, ", ") + "}\n"
}

// fieldRecord is record for the type of a field, for which a string can stand.
func (d *specDrawer) fieldRecord(needs []need) string {
	d.isString = d.chance(12)
	return d.record(needs)
}

// record declares a record that has what is needed, and more.
func (d *specDrawer) record(needs []need) string {
	isString := d.isString
	d.isString = false
	d.budget--
	name := d.name('R')
	var list []member
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(m member) bool { return m.name == name })
	}
	inner := map[string][]need{}
	head := ""
	for _, n := range needs {
		if len(n.path) > 1 {
			inner[n.path[0]] = append(inner[n.path[0]], need{n.path[1:], n.literals, n.form, true})
			continue
		}
		m := d.tagField(n)
		if n.form == other && d.chance(4) && len(needs) == 1 || n.form == value && len(n.literals) > 1 && d.chance(6) {
			m = member{name: pick(d, memberNames...), typ: d.siblings(n.literals...), more: []string{"by: " + besideName(n.path[0])}, optional: d.chance(4)}
		}
		if m.name == "" || has(m.name) {
			continue
		}
		list = append(list, m)
		if len(n.literals) > 1 && m.typ == "string" && !m.optional && d.chance(3) && !has("w") {
			head += "    tag: " + key(m.name) + "\n"
			w := member{name: "w", typ: d.typ(2), optional: d.chance(2), more: []string{"when: [" + n.literals[0] + "]"}}
			if !d.view && d.chance(2) {
				w.more = append(w.more, "alias: [w_flat]", "flat: {"+n.literals[0]+": w_flat}")
			}
			list = append(list, w)
		}
	}
	for _, n := range needs {
		if to := inner[n.path[0]]; d.view && len(to) == 1 && to[0].form == value && len(to[0].path) == 1 && !has(n.path[0]) && !d.chance(4) {
			if m := d.tagField(to[0]); m.name != "" { // flat in Go
				m.more = append(m.more, "path: "+key(n.path[0]+"."+m.name))
				m.name = "tag at path"
				if !strings.Contains(n.path[0]+to[0].path[0], ".") && !has(m.name) {
					list = append(list, m)
					delete(inner, n.path[0])
				}
			}
		}
		if to := inner[n.path[0]]; to != nil && !has(n.path[0]) {
			m := member{name: n.path[0], typ: "json"}
			switch {
			case d.chance(5):
			case n.form == value && len(to) == 1 && len(to[0].path) == 1 && d.chance(4):
				m.typ = d.within(to[0])
			default:
				m.typ = d.fieldRecord(to)
			}
			m.optional = n.form == absent || d.chance(6)
			if m.typ != "json" && d.chance(8) {
				m.more = append(m.more, "inline: accepted")
			}
			list = append(list, m)
		}
	}
	for range d.IntN(4) {
		m := d.member()
		if !has(m.name) && !slices.ContainsFunc(needs, func(n need) bool { return n.path[0] == m.name }) {
			list = append(list, m)
		}
	}
	d.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	if d.chance(10) {
		head += "    embed: " + pick(d, d.group(), "["+d.group()+", "+d.group()+"]") + "\n"
	} else if d.chance(6) {
		head += d.order(needs, list)
	}
	if d.chance(12) {
		head += "    open: true\n"
	}
	if d.chance(16) {
		head += "    go_fields: {Hidden: func(string), Tell: {go: func(error), doc: is not on the line}}\n"
	}
	if isString {
		head += "    string: Word\n"
	}
	text := "  " + name + ":\n" + head
	if len(list) == 0 && head == "" {
		text = "  " + name + ": {}\n"
	}
	for i, m := range list {
		if i == 0 {
			text += "    fields:\n"
		}
		text += m.String()
	}
	d.sections["records"] = append(d.sections["records"], text)
	if len(needs) == 0 || d.chance(3) {
		d.shared = append(d.shared, name)
	}
	return name
}

// within declares a union in which the last part of a path to a tag is the tag.
func (d *specDrawer) within(n need) string {
	var cases []string
	for _, literal := range n.literals {
		cases = append(cases, literal+": "+d.record([]need{{path: n.path, literals: []string{literal}}}))
	}
	more := ""
	if d.chance(2) && n.literals[0][0] == '"' {
		more = ", getters: {GetTag: " + key(n.path[0]+": string") + "}"
	}
	return d.union(d.name('U'), "{tag: [["+key(n.path[0])+"]], cases: {"+strings.Join(cases, ", ")+"}"+more+"}")
}

// tagField returns the field for a tag or a member at one place; no name if the record declares none.
func (d *specDrawer) tagField(n need) member {
	m := member{name: n.path[0]}
	texts := d.tagEnum(n.literals)
	switch n.form {
	case present:
		m = d.plain(m.name)
		m.optional, m.more = false, nil
		return m
	case absent:
		if d.chance(3) {
			m.optional, m.typ = true, d.scalar()
			return m
		}
		return member{}
	case other:
		m.typ = pick(d, texts, "string", "json", "int")
	case value:
		if len(n.literals) == 1 && !n.deep && !d.chance(4) {
			return member{}
		}
		switch literal := n.literals[0]; literal[0] {
		case '"':
			m.typ = pick(d, texts, "string", "json")
		case 't', 'f':
			m.typ = pick(d, "bool", "json")
		case 'n':
			m.typ, m.null = pick(d, "string", "int"), true
		default:
			m.typ = pick(d, "int", "int64", "json", "number", d.declareEnum("Op", "{type: int, values: {0: None, 1: One, 2: Two, 10: Ten, -1: Less}}"))
		}
		if d.chance(12) {
			m.null = true
		}
		if d.chance(12) || len(n.literals) > 1 && n.literals[0][0] != n.literals[1][0] {
			m.typ = "json"
		}
	}
	m.optional = d.chance(8)
	if m.typ == "json" {
		m.null = false
	}
	return m
}

// group declares a record that is only embedded.
func (d *specDrawer) group() string {
	name := d.name('G')
	text := "  " + name + ":\n"
	if d.chance(4) {
		text += "    embed: " + d.group() + "\n"
	}
	text += "    fields:\n" + d.plain(d.name('m')).String() + d.plain(d.name('m')).String()
	d.sections["records"] = append(d.sections["records"], text)
	return name
}

// order draws an order, or two, of the members that are always there, and of some others.
func (d *specDrawer) order(needs []need, members []member) string {
	var names []string
	add := func(name string) {
		if quoted := key(name); !slices.Contains(names, quoted) {
			names = append(names, quoted)
		}
	}
	of := ""
	for _, n := range needs {
		if n.form == value {
			add(n.path[0])
		}
	}
	for _, m := range members {
		more := strings.Join(m.more, " ")
		if by, ok := strings.CutPrefix(more, "by: "); ok && !m.optional {
			add(strings.Trim(by, `"[]`))
		}
		_, path, at := strings.Cut(more, "path: ")
		switch flat := strings.Contains(more, "inline") || strings.Contains(more, "when"); {
		case at && !m.optional:
			holder, inner, _ := strings.Cut(strings.Trim(path, `"`), ".")
			add(holder)
			if !strings.Contains(of, holder+":") {
				of += ", " + key(holder) + ": [skipped, " + key(strings.Split(inner, ".")[0]) + "]"
			}
		case !flat && !m.optional:
			add(m.name)
		}
	}
	if of != "" && d.chance(2) {
		of = "    order_of: {" + strings.TrimPrefix(of, ", ") + "}\n"
	} else {
		of = ""
	}
	if len(names) == 0 {
		return ""
	}
	one := func() string {
		list := d.some(len(names), names)
		for _, m := range members {
			if plain := len(m.more) == 0; plain && m.optional && d.chance(3) {
				list = slices.Insert(list, 1+d.IntN(len(list)), key(m.name+"?"))
			}
		}
		return "[" + strings.Join(list, ", ") + "]"
	}
	if d.chance(3) {
		return of + "    order: [" + one() + ", " + one() + "]\n"
	}
	return of + "    order: " + one() + "\n"
}

// member draws a field.
func (d *specDrawer) member() (drawn member) {
	defer func() {
		if d.chance(12) {
			drawn.about = d.about()
		}
		if rest := strings.Join(drawn.more, " "); d.view && d.chance(4) && !strings.Contains(rest, "by:") && !strings.Contains(rest, "inline:") && !strings.Contains(rest, "const:") {
			drawn.more = append(drawn.more, "path: "+pick(d, "p1.v1", "p1.v2", "p2.p3.v"))
		}
	}()
	m := d.plain(pick(d, memberNames...))
	switch d.IntN(13) {
	case 0:
		alias := pick(d, "other", "also")
		m.more = append(m.more, "alias: ["+alias+"]")
		if d.chance(2) && !d.view {
			m.more = append(m.more, "flat: "+alias)
		}
	case 1:
		return member{name: m.name, more: []string{"const: " + pick(d, "v2", "7", "true", `"x y"`)}}
	case 2:
		return member{name: m.name, typ: d.siblings(), optional: d.chance(3), more: []string{"by: " + besideName(pick(d, "by", "tag", "type", "n.m"))}}
	case 3:
		return member{name: m.name, typ: "encoded<" + d.composite(1) + ">", optional: m.optional, null: m.null}
	case 4:
		return member{name: m.name, typ: pick(d, d.record, d.tagged, d.variants)(nil), optional: m.optional, more: []string{"lazy: true"}}
	case 5:
		if d.budget > 0 {
			inline := pick(d, "accepted", "accepted", "always")
			of := d.record
			if d.chance(3) {
				of = d.tagged
			}
			m = member{name: m.name, typ: of(nil), optional: inline == "accepted" && d.chance(3), more: []string{"inline: " + inline}}
			if inline == "accepted" && d.chance(4) {
				m.more = append(m.more, "alias: [also]")
			}
			return m
		}
	case 6:
		if !d.view {
			return member{name: m.name, typ: "json", more: []string{"zero: " + pick(d, "[]", "{}")}}
		}
	case 7:
		typ := pick(d, "string", "string", "string[]", "map<string, string>", "(string | null)[]")
		return member{name: m.name, typ: typ, optional: m.optional, null: m.null, more: []string{"go_type: " + pick(d, "net/netip.Addr", "log/slog.Level")}}
	case 8:
		if !d.view {
			u := d.union(d.name('M'), "{results: {tools/call: "+pick(d, d.record, d.tagged)(nil)+", ping: json}}")
			return member{name: m.name, typ: u, optional: m.optional}
		}
	}
	return m
}

// plain draws a field with a type and perhaps a default.
func (d *specDrawer) plain(name string) member {
	m := member{name: name, typ: d.typ(2), optional: d.chance(2)}
	if defaults := defaultsOf[m.typ]; defaults != nil && m.optional && d.chance(3) {
		m.more = append(m.more, "default: "+pick(d, defaults...))
		if d.chance(4) {
			m.more = append(m.more, "usual: true")
		}
	}
	if m.typ[0] == 'R' && !strings.HasSuffix(m.typ, "]") && m.optional && d.chance(4) {
		m.more = append(m.more, "default: {}")
	}
	m.null = m.typ != "json" && d.chance(5)
	return m
}

var defaultsOf = map[string][]string{
	"string": {`""`, "high", `"7"`}, "int": {"0", "5", "-1"}, "int64": {"0", "9007199254740993"}, "uint64": {"0", "18446744073709551615"},
	"number": {"0", "0.5"}, "bool": {"true", "false"}, "time": {`"2020-01-01T00:00:00Z"`}, "time(s)": {"0", "7"}, "time(ms)": {"0", "1500"},
	"decimal": {"0", "1.10"}, "Color": {"red", "light_blue"}, "Level": {"low", `""`}, "Number": {"0", "7"},
}

func (d *specDrawer) scalar() string {
	if d.chance(8) {
		return d.enum()
	}
	if d.foreignEnums != nil && d.chance(8) {
		return pick(d, d.foreignEnums...)
	}
	return pick(d, "string", "string", "int", "int64", "uint64", "number", "bool", "json", "uuid", "time", "time(s)", "time(ms)", "decimal", "bytes")
}

// typ draws a type.
func (d *specDrawer) typ(depth int) string {
	if depth > 0 && d.chance(2) {
		return d.composite(depth - 1)
	}
	return d.scalar()
}

// composite draws a type with parts.
func (d *specDrawer) composite(depth int) string {
	switch {
	case d.chance(4):
		elem := d.typ(depth)
		if elem != "json" && d.chance(5) {
			elem = "(" + elem + " | null)"
		}
		return elem + "[]"
	case d.chance(6):
		return "map<" + pick(d, "string", "string", d.textEnum()) + ", " + d.typ(depth) + ">"
	case d.foreign != nil && d.chance(5):
		return pick(d, d.foreign...)
	case d.line && len(d.cases) > 0 && d.chance(15):
		d.part = true
		return "Part"
	case len(d.shared) > 0 && (d.budget <= 0 || d.chance(5)):
		return pick(d, d.shared...)
	case d.budget <= 0:
		return "string[]"
	}
	switch d.IntN(6) {
	case 0:
		return d.tagged(nil)
	case 1:
		return d.external(nil)
	case 2:
		return d.variants(nil)
	}
	return d.fieldRecord(nil)
}

// external declares a union with the tag around the value, or an adjacent one.
func (d *specDrawer) external([]need) string {
	cases := key(pick(d, "Start", "over & out")) + ": " + d.record(nil) + ", Move: " + d.record(nil) + ", Quit: {to: null, go: " + d.name('Q') + "}"
	if d.chance(2) {
		return d.union(d.name('X'), "{external: {"+cases+"}}")
	}
	return d.union(d.name('X'), "{tag: t, content: "+pick(d, "c", "the c")+", cases: {"+cases+"}}")
}

// tagged declares a union with the tag in the value.
func (d *specDrawer) tagged(needs []need) string {
	defer func(was bool) { d.line = was }(d.line)
	d.line = false
	return d.union(d.name('U'), d.withUnknown(d.node(needs, 1)))
}

// withUnknown gives a union a name for its unknown case, now and then.
func (d *specDrawer) withUnknown(union string) string {
	if d.chance(8) {
		return strings.TrimSuffix(union, "}") + ", unknown: " + d.name('N') + "}"
	}
	return union
}

// variants declares a union by JSON type.
func (d *specDrawer) variants([]need) string {
	all := []string{"string: " + pick(d, "Text", "{go: At, type: time}", "{go: Data, type: bytes}", "{go: Word, type: "+d.textEnum()+"}"),
		"number: " + pick(d, "Count", "{go: Count, type: int}", "{go: Price, type: decimal}", "{go: Since, type: time(ms)}"), "boolean: On",
		"array: {go: List, type: " + key(d.scalar()+"[]") + "}",
		"object: {go: Details, type: " + key(pick(d, d.record, d.tagged, d.free)(nil)) + "}"}
	return d.union(d.name('K'), "{kinds: {"+strings.Join(d.some(1+d.IntN(4), all), ", ")+"}}")
}

// free draws a type for any object.
func (d *specDrawer) free([]need) string { return pick(d, "json", "map<string, "+d.scalar()+">") }

// siblings declares a union whose tag is next to the value. The tag has the literals, if there are some.
func (d *specDrawer) siblings(literals ...string) string {
	var cases []string
	if literals == nil && d.foreignSiblings != nil && d.chance(3) {
		return pick(d, d.foreignSiblings...)
	}
	if literals == nil {
		literals = d.some(1+d.IntN(3), append(slices.Clone(textTags), otherTags...))
	}
	for _, literal := range literals {
		to := "json"
		if !d.chance(5) {
			to = d.record(nil)
		}
		if d.chance(6) {
			to = d.tagged(nil)
		}
		cases = append(cases, literal+": "+to)
	}
	text := "{cases: {" + strings.Join(cases, ", ") + "}"
	if d.chance(4) {
		text += ", otherwise: " + d.record(nil)
	}
	return d.union(d.name('S'), text+"}")
}

// enum draws an enum of texts, or of whole numbers.
func (d *specDrawer) enum() string {
	if d.chance(3) {
		return d.declareEnum("Number", "{type: int, values: {0: None, 1: One, 7: Seven}}")
	}
	return d.textEnum()
}

func (d *specDrawer) textEnum() string {
	return pick(d, d.declareEnum("Color", "{values: [red, light_blue]}"), d.declareEnum("Level", "{open: true, prefix: Lv, values: {low: Down, high: {go: Up, since: 1.1}}}"),
		d.declareEnum("Word", "{untyped: true, values: [red, start]}"))
}

// tagEnum draws a type for texts: an enum that has them, or string.
func (d *specDrawer) tagEnum(texts []string) string {
	if !d.chance(4) || slices.ContainsFunc(texts, func(s string) bool { return s[0] != '"' }) {
		return "string"
	}
	name := d.name('E')
	return d.declareEnum(name, "{values: ["+strings.Join(append(slices.Clone(texts), "red"), ", ")+"]}")
}

// declareEnum declares an enum, if it is not there yet.
func (d *specDrawer) declareEnum(name, text string) string {
	if line := "  " + name + ": " + text + "\n"; !slices.Contains(d.sections["enums"], line) {
		d.sections["enums"] = append(d.sections["enums"], line)
	}
	return name
}

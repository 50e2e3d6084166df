package spec

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// maxDiscriminators is the maximum depth of a union's tree: type, then subtype, ...
const maxDiscriminators = 16

// discriminator has the YAML of the keys that choose a case: those of a union by tag, or of a case that chooses further.
type discriminator struct {
	at                                 Pos
	tag, has, cases, otherwise, absent *yaml.Node
}

func (d *discriminator) keys() keys {
	return keys{
		"tag":       func(n *yaml.Node) { d.tag = n },
		"has":       func(n *yaml.Node) { d.has = n },
		"cases":     func(n *yaml.Node) { d.cases = n },
		"otherwise": func(n *yaml.Node) { d.otherwise = n },
		"absent":    func(n *yaml.Node) { d.absent = n },
	}
}

// fillUnion reads a union by tag or by JSON type. The cases of a part are filled later, by fillPart.
func (f *file) fillUnion(d unionDecl) {
	u := d.union
	what := "the union " + u.Name
	disc := discriminator{at: u.Pos}
	var of, kinds, external, results, content, unknown, getters *yaml.Node
	f.read(d.node, what, disc.keys().with(keys{
		"of":       func(n *yaml.Node) { of = n },
		"kinds":    func(n *yaml.Node) { kinds = n },
		"external": func(n *yaml.Node) { external = n },
		"results":  func(n *yaml.Node) { results = n },
		"content":  func(n *yaml.Node) { content = n },
		"unknown":  func(n *yaml.Node) { unknown = n },
		"getters":  func(n *yaml.Node) { getters = n },
	}).with(f.about(&u.About)))
	if broken(d.node) || d.node.Kind != yaml.MappingNode {
		return
	}
	switch {
	case of != nil:
		f.only(d.node, "a part of a union", "of", "cases", "getters")
		f.parts = append(f.parts, part{union: u, of: of, cases: disc.cases})
	case kinds != nil:
		f.only(d.node, "a union by JSON type", "kinds")
		f.variants(u, kinds)
		return
	case external != nil:
		f.only(d.node, "an external union", "external", "unknown", "getters")
		f.setUnknown(u, unknown)
		u.Tree = f.external(u, external, nil)
	case results != nil:
		f.only(d.node, "a union of results", "results", "unknown", "getters")
		f.setUnknown(u, unknown)
		u.Tree = f.results(results)
	case content != nil:
		f.only(d.node, "an adjacent union", "tag", "content", "cases", "unknown", "getters")
		f.setUnknown(u, unknown)
		u.Tree = f.adjacent(u, disc, content)
	case disc.tag == nil && disc.has == nil && disc.cases == nil && disc.otherwise != nil:
		f.only(d.node, "a union of one record", "otherwise", "unknown", "getters")
		f.setUnknown(u, unknown)
		u.Tree = &Node{Pos: u.Pos, Has: true, Otherwise: f.rest(disc.otherwise, 1)}
	case disc.tag == nil && disc.has == nil && disc.cases == nil:
		f.errorf(u.Pos, "%s needs one of `tag:` or `has:` (by a member), `kinds:` (by JSON type), `external:` (by the name of the only member), "+
			"`results:` (by the method of a request), `of:` (a part of another union), `otherwise:` alone (all objects are one record) or, for fields with `by:`, `cases:` alone", what)
		return
	default:
		f.setUnknown(u, unknown)
		u.Tree = f.discriminator(&disc, 1)
	}
	if getters != nil {
		f.getters(u, getters)
	}
}

func (f *file) setUnknown(u *Union, n *yaml.Node) {
	u.Unknown = "Unknown" + u.Name
	if n != nil {
		u.Unknown = f.goName(n)
	}
}

// only reports keys that belong to another form of union.
func (f *file) only(n *yaml.Node, what string, names ...string) {
	for _, i := range evens(len(n.Content)) {
		switch key := n.Content[i]; key.Value {
		case "doc", "source", "since", "deprecated":
		case "tag", "has", "cases", "otherwise", "absent", "of", "kinds", "external", "results", "content", "unknown", "getters":
			if !slices.Contains(names, key.Value) {
				f.errorf(f.nodePos(key), "%s has no %q; it has %s, doc, source, since, deprecated", what, key.Value, strings.Join(names, ", "))
			}
		}
	}
}

// discriminator reads a discriminator and the targets of its branches.
func (f *file) discriminator(d *discriminator, depth int) *Node {
	node := &Node{Pos: d.at}
	if depth > maxDiscriminators {
		f.errorf(d.at, "discriminators nest deeper than %d", maxDiscriminators)
		return node
	}
	cases := d.cases
	switch {
	case d.has != nil:
		node.Has, cases = true, d.has
		for key, n := range map[string]*yaml.Node{"tag": d.tag, "cases": d.cases, "absent": d.absent} {
			if n != nil {
				f.errorf(f.nodePos(n), "a discriminator by `has:` has no `%s:`; it has `otherwise:`", key)
			}
		}
	case d.cases == nil && d.otherwise == nil:
		f.errorf(f.nodePos(d.tag), "the discriminator has no `cases:`")
		return node
	case d.tag == nil:
		node.Sibling = true
	}
	if d.tag != nil && d.has == nil {
		node.Tag = f.tagPaths(d.tag)
	}
	if cases != nil {
		node.hasCases = true
		f.cases(node, cases, depth)
	}
	if d.otherwise != nil {
		node.Otherwise = f.rest(d.otherwise, depth)
	}
	if d.absent != nil && d.has == nil {
		node.Absent = f.rest(d.absent, depth)
	}
	return node
}

// tagPaths reads the paths to a tag: one, or a list. A path is a text of names joined by dots, or a list of names, which may contain dots.
func (f *file) tagPaths(n *yaml.Node) [][]string {
	var tagPaths [][]string
	if n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
		f.errorf(f.nodePos(n), "expected the name of a member, or a path such as request.subtype, found an empty list")
	}
	for _, n := range list(n) {
		tagPath := f.tagPath(n)
		if tagPath == nil {
			continue
		}
		text := TagPathText(tagPath)
		if slices.ContainsFunc(tagPaths, func(p []string) bool { return slices.Equal(p, tagPath) }) {
			f.errorf(f.nodePos(n), "the tag %s appears twice", text)
			continue
		}
		tagPaths = append(tagPaths, tagPath)
	}
	return tagPaths
}

// tagPath reads one path to a tag, nil after an error.
func (f *file) tagPath(n *yaml.Node) []string {
	if n.Kind == yaml.SequenceNode {
		var tagPath []string
		for _, n := range n.Content {
			name := f.word(n, "the name of a member")
			if name == "" {
				return nil
			}
			tagPath = append(tagPath, name)
		}
		if tagPath == nil {
			f.errorf(f.nodePos(n), "expected the names of members on the path to the tag, found an empty list")
		}
		return tagPath
	}
	text := f.memberName(n, "the name of a member, or a path such as request.subtype")
	if text == "" {
		return nil
	}
	tagPath := strings.Split(text, ".")
	if slices.Contains(tagPath, "") {
		f.errorf(f.nodePos(n), "expected the name of a member, or names joined by dots, found %q; write a name with a dot as a list, [[a.b]]", text)
		return nil
	}
	return tagPath
}

// besideName reads the name of a member that is next to another one, of the key `by:`, or of `tag:` or `content:` of an adjacent union. A name with a
// dot is written like a path to a tag with one name, [[a.b]], because a text with a dot is a path elsewhere.
func (f *file) besideName(n *yaml.Node, key, what string) string {
	if n.Kind == yaml.SequenceNode && len(n.Content) == 1 && n.Content[0].Kind == yaml.SequenceNode && len(n.Content[0].Content) == 1 {
		return f.word(n.Content[0].Content[0], what)
	}
	text := f.memberName(n, what)
	if !strings.Contains(text, ".") {
		return text
	}
	if key == "by" {
		f.errorf(f.nodePos(n), "`by:` is the name of a member next to the value, and no path; to choose by a member of another object, let the union that has the record say "+
			"`tag: %s`, with a record for each value; if the name has a dot, write [[%[1]s]]", text)
	} else {
		f.errorf(f.nodePos(n), "beside `content:`, `tag:` and `content:` are the names of members, and no paths; if the name has a dot, write [[%s]]", text)
	}
	return ""
}

// memberName reads the name of a member. A comma in it, without quotes, is an attempt at a list.
func (f *file) memberName(n *yaml.Node, what string) string {
	text := f.word(n, what)
	if text == "" || n.Style != 0 || !strings.Contains(text, ",") {
		return text
	}
	if names := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }); len(names) > 1 {
		f.errorf(f.nodePos(n), "several members are a list, [%s]; put a name with a comma in quotes", strings.Join(names, ", "))
	} else {
		f.errorf(f.nodePos(n), "remove the comma, or put a name with a comma in quotes")
	}
	return ""
}

func (f *file) cases(node *Node, n *yaml.Node, depth int) {
	if n.Kind == yaml.SequenceNode {
		hint := ""
		if len(n.Content) > 0 && n.Content[0].Kind == yaml.MappingNode {
			hint = "; remove the dashes"
		}
		if node.Has {
			f.errorf(f.nodePos(n), "`has:` has the members for keys: {error: Failure}%s", hint)
		} else {
			f.errorf(f.nodePos(n), "cases have the values of the tag for keys: {message: Message}%s", hint)
		}
		return
	}
	entries := f.entries(n, "the cases")
	if len(entries) == 0 && n.Kind == yaml.MappingNode {
		f.errorf(f.nodePos(n), "the discriminator has no cases")
	}
	for _, e := range entries {
		literal, ok := f.literal(e.key)
		if !ok {
			continue
		}
		if node.Has {
			literal = quoteJSON(e.key.Value)
		}
		if literal == "-0" {
			f.errorf(f.nodePos(e.key), "-0 is the number 0; write 0, which all spellings of it match")
			continue
		}
		if word := e.key.Value; !node.Has && (word == "otherwise" || word == "absent") && isUnquoted(e.key) {
			f.noteWord(e.key)
		}
		c := &Case{Literal: literal, About: About{Pos: f.nodePos(e.key)}}
		c.GoName = caseName(literal)
		if first := node.find(literal); first != nil {
			f.conflict(c.Pos, first.Pos, "the case %s appears twice", literal)
			continue
		}
		node.Cases = append(node.Cases, c)
		if t := f.target(e.value, &c.About, depth); t != nil {
			c.Target = *t
			switch {
			case t.goName != "":
				c.GoName = t.goName
			case t.part != "":
				c.GoName = GoName(t.part)
			}
		}
	}
}

// noteWord adds a note about a case whose text is a key of discriminators.
func (f *file) noteWord(n *yaml.Node) {
	f.model.Notes = append(f.model.Notes, &Error{Pos: f.nodePos(n), Msg: fmt.Sprintf("%[1]q is a value of the tag here; if the key `%[1]s:` is meant, write it "+
		"beside the cases, else put the text in quotes", n.Value)})
}

// find returns the case with a literal, nil if there is none.
func (n *Node) find(literal string) *Case {
	for _, c := range n.Cases {
		if sameLiteral(c.Literal, literal) {
			return c
		}
	}
	return nil
}

// rest reads the target of otherwise or absent.
func (f *file) rest(n *yaml.Node, depth int) *Target {
	about := About{Pos: f.nodePos(n)}
	t := f.target(n, &about, depth)
	if t != nil {
		t.About = about
	}
	return t
}

// target reads the target of a branch: a record, json, or a discriminator. The doc and the other keys of a declaration are stored in about. The
// result is nil after an error.
func (f *file) target(n *yaml.Node, about *About, depth int) *Target {
	if n.Kind != yaml.MappingNode {
		return f.namedTarget(n)
	}
	if hasKey(n, "fields") {
		f.errorf(f.nodePos(n), "a case leads to a record by its name; declare the record, with its fields, under `records:`")
		return nil
	}
	if hasKey(n, "record") || f.hasTypeOfCase(n) {
		f.errorf(f.nodePos(n), "a case leads to a record by its name, or by {to: Record, ...}")
		return nil
	}
	disc := discriminator{at: f.nodePos(n)}
	var to *yaml.Node
	var part, goName string
	var goAt Pos
	k := disc.keys().with(keys{
		"to":   func(n *yaml.Node) { to = n },
		"kind": func(n *yaml.Node) { part = f.word(n, "the last part of the kind") },
		"go":   func(n *yaml.Node) { goName, goAt = f.goName(n), f.nodePos(n) },
	}).with(f.about(about))
	if len(n.Content) > 0 && !slices.ContainsFunc(evens(len(n.Content)), func(i int) bool {
		name := n.Content[i].Value
		return k[name] != nil || nearest(name, slices.Collect(maps.Keys(k))) != ""
	}) { // the members of a record
		f.errorf(f.nodePos(n), "a case leads to a record by its name; declare the record, with its fields, under `records:`")
		return nil
	}
	before := len(f.errs)
	f.read(n, "a case", k)
	byTag := disc.tag != nil || disc.has != nil
	switch {
	case to != nil && byTag:
		f.errorf(f.nodePos(to), "a case leads to a record (`to:`) or to a discriminator (`tag:`, `has:`), not both")
	case to != nil:
		t := f.namedTarget(to)
		if t != nil {
			t.part, t.goName, t.at, t.goAt = part, goName, f.nodePos(to), goAt
		}
		return t
	case byTag:
		return &Target{Node: f.discriminator(&disc, depth+1), part: part, goName: goName, at: f.nodePos(n), goAt: goAt}
	case disc.cases != nil:
		f.errorf(f.nodePos(disc.cases), "the cases have no `tag:`, which says by which member they are chosen")
	case len(f.errs) == before:
		f.errorf(f.nodePos(n), "expected a record's name, json, {to: Record, ...} or a discriminator {tag: ..., cases: {...}}")
	}
	return nil
}

// hasTypeOfCase reports whether a target has a key `type` with the name of a record or a union.
func (f *file) hasTypeOfCase(n *yaml.Node) bool {
	for _, i := range evens(len(n.Content)) {
		if n.Content[i].Value != "type" {
			continue
		}
		switch f.scope[n.Content[i+1].Value].(type) {
		case *Record, *Union:
			return true
		}
	}
	return false
}

func hasKey(n *yaml.Node, key string) bool {
	return slices.ContainsFunc(evens(len(n.Content)), func(i int) bool { return n.Content[i].Value == key })
}

func (f *file) namedTarget(n *yaml.Node) *Target {
	if n.Tag == "!!null" && n.Value != "" && n.Value != "Null" {
		f.errorf(f.nodePos(n), "expected a record's name, json or a discriminator, found %s; a case without members leads to an empty record, declared as `Name: {}`", describe(n))
		return nil
	}
	name := f.word(n, "a record's name, json or a discriminator")
	switch {
	case name == "":
		return nil
	case name == "json":
		return &Target{Bare: true, at: f.nodePos(n)}
	}
	switch decl := f.scope[name].(type) {
	case *Record:
		return &Target{Record: decl, at: f.nodePos(n)}
	case *Union:
		return &Target{union: decl, at: f.nodePos(n)}
	default:
		f.reportNoRecord(n, name)
	}
	return nil
}

// part is a union with some of the cases of another one.
type part struct {
	union     *Union
	of, cases *yaml.Node
}

// fillPart fills the cases of a part. It needs the trees of all unions.
func (f *file) fillPart(p part) {
	name := f.word(p.of, "the union that this is a part of")
	if name == "" {
		return
	}
	whole, _ := f.scope[name].(*Union)
	switch {
	case whole == nil:
		f.errorf(f.nodePos(p.of), "%s", cmp.Or(f.importedUnion(name, p.union.Name), "no union is named "+name+suggest(name, f.taggedUnions())))
		return
	case !whole.hasTag():
		f.errorf(f.nodePos(p.of), "%s is not a union with a tag of its own; a part needs one", name)
		return
	}
	p.union.Of = whole
	if p.cases == nil {
		f.errorf(p.union.Pos, "the part %s has no `cases:`, a list of cases of %s", p.union.Name, name)
		return
	}
	if p.cases.Kind == yaml.SequenceNode && len(p.cases.Content) == 0 {
		f.errorf(f.nodePos(p.cases), "the part %s has no cases", p.union.Name)
	}
	if p.cases.Kind != yaml.SequenceNode {
		if !broken(p.cases) {
			f.errorf(f.nodePos(p.cases), "expected a list of cases of %s, [a, b], found %s", name, describe(p.cases))
		}
		return
	}
	seen := make(map[*Case]Pos)
	for _, n := range p.cases.Content {
		literal, ok := f.literal(n)
		if !ok {
			continue
		}
		c := whole.Tree.find(literal)
		if c == nil {
			f.errorf(f.nodePos(n), "%s has no case %s%s", name, literal, suggest(n.Value, whole.Tree.texts()))
			continue
		}
		if first, ok := seen[c]; ok {
			f.conflict(f.nodePos(n), first, "the case %s appears twice", literal)
			continue
		}
		seen[c] = f.nodePos(n)
		collect(&p.union.Cases, &c.Target)
	}
}

// hasTag reports whether u is a union with a tag of its own: the tag is in the object itself.
func (u *Union) hasTag() bool {
	return u.Tree != nil && !u.Tree.Sibling && !u.Tree.External && !u.Tree.Results
}

// texts returns the literals of a node's cases as a spec writes them.
func (n *Node) texts() []string {
	var list []string
	for _, c := range n.Cases {
		if text, ok := unquoteJSON(c.Literal); ok {
			list = append(list, text)
		}
	}
	return list
}

func (f *file) taggedUnions() []string {
	var list []string
	for _, u := range f.model.Unions {
		if u.Tree != nil {
			list = append(list, u.Name)
		}
	}
	return list
}

// importedUnion returns why a name of another file cannot be that of a union, and what to write, "" if it is no such name. part is the part that has
// cases of the union, "" for the union of all lines.
func (f *file) importedUnion(name, part string) string {
	alias, _, ok := strings.Cut(name, ".")
	switch {
	case !ok || !f.isImport(alias):
		return ""
	case part == "":
		return name + " is imported, and the union of all lines is one of this file: declare it here, with records that can have members of imported types"
	}
	return name + " is imported, and a part has cases of a union of its own file: declare " + part + " there, and use it as " + alias + "." + part
}

// fillLine finds the union of all lines.
func (f *file) fillLine() {
	if f.sections.line == nil {
		return
	}
	name := f.word(f.sections.line, "the name of the union of all lines")
	if name == "" {
		return
	}
	u, _ := f.scope[name].(*Union)
	switch {
	case f.misplaced[name]: // already reported
	case u == nil && f.scope[name] != nil:
		what, _ := declaration(f.scope[name])
		hint := ""
		if what == "record" {
			hint = "; for lines of one shape, declare `Line: {otherwise: " + name + "}` under `unions:`, and write `line: Line`"
		}
		f.errorf(f.nodePos(f.sections.line), "%s is a single %s, and `line:` needs a union by tag%s", name, what, hint)
	case u == nil:
		f.errorf(f.nodePos(f.sections.line), "%s", cmp.Or(f.importedUnion(name, ""), "no union is named "+name+cmp.Or(suggest(name, f.taggedUnions()), "; declare it under `unions:`")))
	case u.Tree != nil && u.Tree.Adjacent != nil:
		f.errorf(f.nodePos(f.sections.line), "`line:` needs a union with a tag in the line's own record, and %s has `content:`; leave that out, and declare the member %q in the records",
			name, u.Tree.Adjacent.Content)
	case u.Tree != nil && u.Tree.External:
		f.errorf(f.nodePos(f.sections.line), "`line:` needs a union with a tag in the line's own record, and that of %s is around it; choose by the presence of the member, `has:`, "+
			"and declare it in the records", name)
	case u.Tree != nil && !u.hasTag():
		f.errorf(f.nodePos(f.sections.line), "`line:` needs a union with a tag of its own; %s has none: give it `tag:`", name)
	case u.Tree != nil:
		f.model.Line = u
	case f.isTagless(u):
		f.errorf(f.nodePos(f.sections.line), "`line:` needs a union by tag; %s is not one", name)
	}
}

// fillTypes reads `types:`, the types that programs use although no line has them.
func (f *file) fillTypes() {
	if f.sections.types == nil {
		return
	}
	first := make(map[string]Pos)
	for _, n := range list(f.sections.types) {
		name := f.word(n, "the name of a record, union or enum")
		at := f.nodePos(n)
		switch other, twice := first[name]; {
		case name == "":
		case f.scope[name] == nil:
			f.errorf(at, "no type of this file is named %s%s", name, suggest(name, slices.Collect(maps.Keys(f.scope))))
		case twice:
			f.conflict(at, other, "the type %s appears twice", name)
		default:
			first[name] = at
			f.model.Types = append(f.model.Types, name)
		}
	}
}

// isTagless reports whether a union is declared in another form than by tag. It is false for a union that could not be read.
func (f *file) isTagless(u *Union) bool {
	return len(u.Variants) > 0 || slices.ContainsFunc(f.parts, func(p part) bool { return p.union == u })
}

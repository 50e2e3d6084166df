package spec

import (
	"cmp"
	"iter"
	"strings"
)

// Kind is the name of a line's case. It has a part for each branch on the path to the case.
type Kind struct {
	Value  string // "system/init"
	Family *Kind  // the kind without the last part, nil if there is only one part
	GoName string // the name of the constant: "KindSystemInit"
	About
}

// Below returns k with one more part, which is the escaped text. k is nil at the root.
func (k *Kind) Below(text string) string { return k.below(escapePart(text)) }

func (k *Kind) below(part string) string {
	if k == nil {
		return part
	}
	return k.Value + "/" + part
}

// Each case of the union of all lines has a kind of its own. A part of the kind is the text of a tag, with ~1 for a slash and ~0 for a tilde as
// in JSON Pointer, or the JSON text of a tag that is not a text, or the name of the member whose presence chooses the case. The targets of
// otherwise and absent have the kind of their family. If another case has that kind, or if there is no family, they have one of the words below
// as a part.

const (
	absentPart = "absent"
	otherPart  = "other" // for otherwise
)

// kinds derives the kinds of lines.
type kinds struct {
	file     *file
	byValue  map[string]*Kind
	leaf     map[*Kind]*Target // the first case with the kind
	deferred []func()          // name otherwise and absent targets, when the kinds of all other targets are known
}

// deriveKinds sets the kinds of all targets below the union of all lines, and fills Model.Kinds.
func (f *file) deriveKinds() {
	if f.model.Line == nil && f.sections.line != nil {
		return // which union the lines have is not known
	}
	for _, u := range f.model.Unions {
		if u.Tree != nil && u != f.model.Line && !f.grafted[u] {
			f.checkNoKinds(u.Tree)
		}
	}
	if f.model.Line == nil || f.model.Line.Tree == nil {
		return
	}
	k := &kinds{file: f, byValue: map[string]*Kind{}, leaf: map[*Kind]*Target{}}
	k.walk(f.model.Line.Tree, nil)
	openKinds(f.model.Line.Tree, nil, map[*Kind]*Target{})
	for _, step := range k.deferred {
		step()
	}
}

// checkNoKinds reports `kind:` keys in a union that is not part of the union of all lines.
func (f *file) checkNoKinds(n *Node) {
	for t := range n.Targets() {
		if t.part != "" {
			f.errorf(t.at, "`kind:` is a part of the kind of a line, and no line has this union's tag")
		}
		if t.Node != nil {
			f.checkNoKinds(t.Node)
		}
	}
}

// Targets yields the targets of all branches of a node: of its cases, otherwise and absent.
func (n *Node) Targets() iter.Seq[*Target] {
	return func(yield func(*Target) bool) {
		for _, c := range n.Cases {
			if !yield(&c.Target) {
				return
			}
		}
		for _, t := range []*Target{n.Otherwise, n.Absent} {
			if t != nil && !yield(t) {
				return
			}
		}
	}
}

// walk derives the kinds of the targets below a node. family is the kind of the path to the node, nil at the root.
func (k *kinds) walk(n *Node, family *Kind) {
	if !n.isText() && n.record() != nil {
		// All branches lead to one record, which has one kind.
		for t := range n.Targets() {
			k.rest(t, family, otherPart)
		}
		return
	}
	for _, c := range n.Cases {
		kind := k.add(family, n.part(c), c.GoName, &c.Target, c.About)
		if c.Target.Node != nil {
			k.walk(c.Target.Node, kind)
		}
	}
	k.rest(n.Absent, family, absentPart)
	k.rest(n.Otherwise, family, otherPart)
}

// openKinds sets Open of the otherwise targets below a node. Only one tag below a family makes kinds of its other texts, the outermost one: those of
// another tag that lead to another record would have the same kinds.
func openKinds(n *Node, family *Kind, open map[*Kind]*Target) {
	if t := n.Otherwise; t != nil && t.Node == nil && n.isText() {
		if first := open[family]; first == nil {
			open[family], t.Open = t, true
		} else {
			t.Open = first.Record == t.Record
		}
	}
	for t := range n.Targets() {
		if t.Node != nil {
			openKinds(t.Node, t.Kind, open)
		}
	}
}

// rest derives the kind of an otherwise or absent target.
func (k *kinds) rest(t *Target, family *Kind, word string) {
	switch {
	case t == nil:
	case t.Node != nil && t.part != "":
		k.walk(t.Node, k.add(family, escapePart(t.part), cmp.Or(t.goName, GoName(t.part)), t, t.aboutKind()))
	case t.Node != nil:
		k.checkNoName(t, family)
		t.Kind = family
		k.walk(t.Node, family)
	default:
		k.deferred = append(k.deferred, func() {
			if family != nil && t.part == "" {
				if first := k.leaf[family]; first == nil || first.Record == t.Record {
					k.checkNoName(t, family)
					k.leaf[family], t.Kind = t, family
					return
				}
			}
			word = cmp.Or(t.part, word)
			k.add(family, escapePart(word), cmp.Or(t.goName, GoName(word)), t, t.aboutKind())
		})
	}
}

// aboutKind returns what the constant of the kind of an otherwise or absent target says.
func (t *Target) aboutKind() About {
	about := t.About
	about.Pos = t.at
	return about
}

// checkNoName reports a `go:` of a target that has no part of the kind: the constant is that of the family.
func (k *kinds) checkNoName(t *Target, family *Kind) {
	switch {
	case t.goName == "":
	case family == nil:
		k.file.errorf(t.goAt, "`go:` names a part of the kind, and this branch has none; give it one by `kind:`, or name the cases below it")
	default:
		k.file.errorf(t.goAt, "`go:` names a part of the kind, and this branch has none: its kind is %s, and its constant is %s; give it a part by `kind:`, or name the case %[1]s",
			family.Value, family.GoName)
	}
}

// add sets the kind of a target: family with one more part.
func (k *kinds) add(family *Kind, part, goName string, t *Target, about About) *Kind {
	if goName == "" {
		hint := ""
		if part == "*" || part == "_" {
			hint = "; all other values are `otherwise:`, beside `cases:`"
		}
		k.file.errorf(about.Pos, "no Go name can be made of the case %s for its constant: give it one, {to: Record, go: Name}%s", unescapePart.Replace(part), hint)
		goName = "?"
	}
	kind := &Kind{Value: family.below(part), Family: family, GoName: "Kind" + goName, About: about}
	kind.Source = "" // the record has it
	if family != nil {
		kind.GoName = family.GoName + goName
	}
	if first := k.byValue[kind.Value]; first != nil {
		if other := k.leaf[first]; other != nil && t.Node == nil && (other.Record != t.Record || other.Bare != t.Bare) || other == nil && t.Node == nil {
			k.file.conflict(about.Pos, first.Pos, "two cases have the kind %s: give one of them another by `kind:`", kind.Value)
		}
		t.Kind = first
		return first
	}
	k.byValue[kind.Value] = kind
	k.file.model.Kinds = append(k.file.model.Kinds, kind)
	t.Kind = kind
	if t.Node == nil {
		k.leaf[kind] = t
	}
	return kind
}

// isText reports whether the node has a case with a text as its literal.
func (n *Node) isText() bool {
	if n.Has {
		return false
	}
	for _, c := range n.Cases {
		if _, ok := unquoteJSON(c.Literal); ok {
			return true
		}
	}
	return false
}

// record returns the record to which all branches lead, nil if they lead to several, or if there is no otherwise.
func (n *Node) record() *Record {
	if n.Otherwise == nil {
		return nil
	}
	r := n.Otherwise.record()
	for _, c := range n.Cases {
		if r == nil || c.Target.record() != r {
			return nil
		}
	}
	if n.Absent != nil && n.Absent.record() != r {
		return nil
	}
	return r
}

func (t *Target) record() *Record {
	if t.Node != nil {
		return t.Node.record()
	}
	return t.Record
}

// part returns the case's part of a kind.
func (n *Node) part(c *Case) string {
	if c.Target.part != "" {
		return escapePart(c.Target.part)
	}
	if text, _ := unquoteJSON(c.Literal); text != "" {
		return escapePart(text)
	}
	return c.Literal
}

// unescapePart is the inverse of escapePart.
var unescapePart = strings.NewReplacer("~1", "/", "~0", "~")

// escapePart returns the text as a part of a kind.
func escapePart(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "~", "~0"), "/", "~1")
}

// caseName returns the Go name that is derived from a case's literal, "" if there is none.
func caseName(literal string) string {
	if text, ok := unquoteJSON(literal); ok {
		return GoName(text)
	}
	if c := literal[0]; c == '-' || c >= '0' && c <= '9' {
		return "N" + strings.NewReplacer("-", "Minus", "+", "", ".", "Point").Replace(literal)
	}
	return GoName(literal)
}

// checkKindNames checks that each kind has a constant of its own.
func (f *file) checkKindNames(n *names) {
	first := make(map[string]*Kind)
	for _, k := range f.model.Kinds {
		if strings.Contains(k.GoName, "?") {
			continue // already reported
		}
		if other := first[k.GoName]; other != nil {
			f.errorf(k.Pos, "the kinds %s and %s have the same constant %s; give one of them another name with `go:`", other.Value, k.Value, k.GoName)
			continue
		}
		first[k.GoName] = k
		n.derive(k.GoName, k.Pos, "the constant of the kind "+k.Value)
	}
}

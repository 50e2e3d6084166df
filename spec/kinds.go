package spec

import (
	"cmp"
	"strings"
)

// Kind names what stands on a line: what led to its case, part by part.
type Kind struct {
	Value  string // "system/init"
	Family *Kind  // what is before the last part, nil if that is all
	GoName string // of its constant: "KindSystemInit"
	About
}

// Below is the kind that a text has as one more part of k, which is nil at the root.
func (k *Kind) Below(text string) string { return k.below(escapePart(text)) }

func (k *Kind) below(part string) string {
	if k == nil {
		return part
	}
	return k.Value + "/" + part
}

// Lines of each case have a kind of their own. It has a part for each answer on the path to the case: the text of a tag, with ~1 for a slash
// and ~0 for a tilde as in JSON Pointer, the JSON text of another value, or the name of the member that is there. What is absent, or has no
// answer of its own, has the kind of the family; where another case has that already, and where there is no family, the part is a word.

const (
	absentPart = "absent" // the tag is absent
	otherPart  = "other"  // any other answer
)

// kinds derives the kinds of what can stand on a line.
type kinds struct {
	file    *file
	byValue map[string]*Kind
	leaf    map[*Kind]*Target // the first case that has the kind
	later   []func()          // what is not told by an answer takes what is left
}

// deriveKinds fills the kinds of all targets below the union for lines, and lists them.
func (f *file) deriveKinds() {
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
	for _, step := range k.later {
		step()
	}
}

// checkNoKinds reports the kinds of what stands on no line.
func (f *file) checkNoKinds(n *Node) {
	for _, t := range n.targets() {
		if t.part != "" {
			f.errorf(t.at, "`kind:` is a part of the kind of a line; this union stands on none")
		}
		if t.Node != nil {
			f.checkNoKinds(t.Node)
		}
	}
}

// targets are all answers of a node.
func (n *Node) targets() []*Target {
	var list []*Target
	for _, c := range n.Cases {
		list = append(list, &c.Target)
	}
	for _, t := range []*Target{n.Otherwise, n.Absent} {
		if t != nil {
			list = append(list, t)
		}
	}
	return list
}

// walk derives what lies below a node. family is the kind of the answers so far, nil at the root.
func (k *kinds) walk(n *Node, family *Kind) {
	if !n.isText() && n.record() != nil {
		// Nothing is told apart.
		for _, t := range n.targets() {
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
	if t := n.Otherwise; t != nil && t.Node == nil {
		t.Open = n.isText()
	}
}

// rest derives the kind of a target that no answer of its own leads to.
func (k *kinds) rest(t *Target, family *Kind, word string) {
	switch {
	case t == nil:
	case t.Node != nil && t.part != "":
		k.walk(t.Node, k.add(family, escapePart(t.part), cmp.Or(t.goName, GoName(t.part)), t, About{Pos: t.at}))
	case t.Node != nil:
		t.Kind = family
		k.walk(t.Node, family)
	default:
		k.later = append(k.later, func() {
			if family != nil && t.part == "" {
				if first := k.leaf[family]; first == nil || first.Record == t.Record {
					k.leaf[family], t.Kind = t, family
					return
				}
			}
			word = cmp.Or(t.part, word)
			k.add(family, escapePart(word), cmp.Or(t.goName, GoName(word)), t, About{Pos: t.at})
		})
	}
}

// add gives a target the kind of one more part below a family.
func (k *kinds) add(family *Kind, part, goName string, t *Target, about About) *Kind {
	if goName == "" {
		k.file.errorf(about.Pos, "the case %s has no letter or digit for the name of its constant: give it one, {to: Record, go: Name}", part)
		goName = "?"
	}
	kind := &Kind{Value: family.below(part), Family: family, GoName: "Kind" + goName, About: about}
	kind.Source = "" // stands on the record
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

// isText reports whether answers of a node are texts.
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

// record is the one record to which all answers lead; nil if there are several, or what is unknown is no case.
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

// part is what a case adds to a kind.
func (n *Node) part(c *Case) string {
	text, ok := unquoteJSON(c.Literal)
	switch {
	case c.Target.part != "":
		return escapePart(c.Target.part)
	case ok && text == "":
		return c.Literal
	case ok:
		return escapePart(text)
	}
	return c.Literal
}

// escapePart writes a text as a part of a kind.
func escapePart(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "~", "~0"), "/", "~1")
}

// caseName is the Go name of an answer by itself, "" if it has none.
func caseName(literal string) string {
	if text, ok := unquoteJSON(literal); ok {
		return GoName(text)
	}
	if c := literal[0]; c == '-' || c >= '0' && c <= '9' {
		return "N" + strings.NewReplacer("-", "Minus", "+", "", ".", "Point").Replace(literal)
	}
	return GoName(literal)
}

// checkKindNames holds the rule that each kind has a constant of its own.
func (f *file) checkKindNames(n *names) {
	first := make(map[string]*Kind)
	for _, k := range f.model.Kinds {
		if strings.Contains(k.GoName, "?") {
			continue // has been reported
		}
		if other := first[k.GoName]; other != nil {
			f.errorf(k.Pos, "the kinds %s and %s have the same constant %s", other.Value, k.Value, k.GoName)
			continue
		}
		first[k.GoName] = k
		n.derive(k.GoName, k.Pos, "the constant of the kind "+k.Value)
	}
}

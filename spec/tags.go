package spec

import (
	"slices"
	"strings"
)

// answer is one question on the path to a record, and what was said to it.
type answer struct {
	node    *Node
	literal string // "" for otherwise and absent
	absent  bool
	at      Pos
}

// tag returns the name of the member that was asked for, "" if it is no member of the object itself: a path, one of several
// places, or the presence of a member.
func (a answer) tag() string {
	if len(a.node.Tag) == 1 && len(a.node.Tag[0]) == 1 {
		return a.node.Tag[0][0]
	}
	return ""
}

// reached is a path to a record.
type reached struct {
	union  *Union
	record *Record
	path   []answer
}

// paths finds all paths to the records of a union by tag, and its cases.
func (f *file) paths(u *Union) {
	var walk func(node *Node, path []answer)
	walk = func(node *Node, path []answer) {
		f.addSiblingCases(node)
		f.checkAnswered(node, path)
		step := func(t *Target, a answer) {
			if t == nil {
				return
			}
			path := append(slices.Clip(path), a)
			if t.Node != nil {
				walk(t.Node, path)
			} else if t.Record != nil {
				f.reach = append(f.reach, reached{union: u, record: t.Record, path: path})
			}
		}
		for _, c := range node.Cases {
			step(&c.Target, answer{node: node, literal: c.Literal, at: c.Pos})
		}
		step(node.Otherwise, answer{node: node, at: node.Pos})
		step(node.Absent, answer{node: node, absent: true, at: node.Pos})
	}
	walk(u.Tree, nil)
	collect(&u.Cases, &Target{Node: u.Tree})
}

// checkAnswered reports a question that was answered on the path to it: all its cases but one cannot be reached.
func (f *file) checkAnswered(node *Node, path []answer) {
	for _, a := range path {
		if node.Has || a.node.Has || node.Sibling || !slices.EqualFunc(node.Tag, a.node.Tag, slices.Equal[[]string]) || len(node.Tag) == 0 {
			continue
		}
		for _, c := range node.Cases {
			switch {
			case a.literal != "" && !sameLiteral(a.literal, c.Literal):
				f.conflict(c.Pos, a.at, "the case %s is never reached: %s is %s here", c.Literal, placesText(node), a.literal)
			case a.absent:
				f.conflict(c.Pos, a.at, "the case %s is never reached: %s is absent here", c.Literal, placesText(node))
			case a.literal == "" && a.node.find(c.Literal) != nil:
				f.conflict(c.Pos, a.node.find(c.Literal).Pos, "the case %s is never reached: it has been taken before", c.Literal)
			}
		}
	}
}

// placesText writes the places of a tag.
func placesText(node *Node) string {
	var list []string
	for _, place := range node.Tag {
		list = append(list, PlaceText(place))
	}
	return strings.Join(list, " or ")
}

// PlaceText writes a path to a tag; a dot within a name as \.
func PlaceText(place []string) string {
	names := make([]string, len(place))
	for i, name := range place {
		names[i] = strings.ReplaceAll(name, ".", `\.`)
	}
	return strings.Join(names, ".")
}

// deriveTags fills Record.Tags and Record.Others from all paths to the record.
func (f *file) deriveTags() {
	byRecord := make(map[*Record][]reached)
	for _, r := range f.reach {
		byRecord[r.record] = append(byRecord[r.record], r)
	}
	for _, r := range f.model.Records {
		for _, name := range tagNames(byRecord[r]) {
			f.deriveTag(r, name, byRecord[r])
		}
	}
	for _, r := range f.model.Records { // when all tags are known, those of what is flattened, too
		for _, w := range byRecord[r] {
			for _, a := range w.path {
				r.derivePlaces(a.node)
			}
		}
	}
}

// derivePlaces adds the members in which the tag of a question can lie, of those for which r has no field: a tag of several places, or one
// that lies deeper.
func (r *Record) derivePlaces(n *Node) {
	for _, place := range n.Tag {
		name := place[0]
		if len(n.Tag) == 1 && len(place) == 1 || r.knows(name) || slices.ContainsFunc(r.Others, func(t *Tag) bool { return t.Name == name }) {
			continue
		}
		r.Others = append(r.Others, &Tag{Name: name})
	}
}

// knows reports whether a member of the name, in r or flattened into it, is a field or a tag.
func (r *Record) knows(name string) bool {
	if tagNamed(r, name) != nil || siblingNamed(r, name) != nil {
		return true
	}
	return slices.ContainsFunc(append([]*Record{r}, inlined(r)...), func(r *Record) bool {
		return tagNamed(r, name) != nil || slices.ContainsFunc(members(r), func(m member) bool {
			return m.name == name || slices.Contains(m.field.Alias, name) || len(m.field.Path) > 0 && m.field.Path[0] == name
		})
	})
}

// tagNames returns the members that are asked for on the paths, in the order of first mention.
func tagNames(list []reached) []string {
	var names []string
	for _, w := range list {
		for _, a := range w.path {
			if name := a.tag(); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// deriveTag looks at all that is said of one member on the paths to a record. If it is always the same, it is a tag of the record;
// else the record must have a field for it. Absence agrees with a value: a line that lacks its tag is written without it again.
func (f *file) deriveTag(r *Record, name string, list []reached) {
	var fixed, other []answer // paths on which the member has a value, or any that no case has
	for _, w := range list {
		for _, a := range w.path {
			switch {
			case a.tag() != name, a.absent:
			case a.literal != "":
				fixed = append(fixed, a)
			default:
				other = append(other, a)
			}
		}
	}
	f.deriveOthers(r, name, fixed, other)
	if len(fixed) == 0 || memberNamed(r, name) != nil || siblingNamed(r, name) != nil {
		return
	}
	for _, a := range fixed[1:] {
		if !sameLiteral(a.literal, fixed[0].literal) {
			f.conflict(a.at, fixed[0].at, "%s is reached by %s %s and by %s: it needs a field %q to say which", r.Name, name, fixed[0].literal, a.literal, name)
			return
		}
	}
	if len(other) > 0 {
		f.conflict(other[0].at, fixed[0].at, "%s is reached by %s %s and by other values: it needs a field %q to say which", r.Name, name, fixed[0].literal, name)
		return
	}
	tag := &Tag{Name: name, Literals: []string{fixed[0].literal}}
	for _, w := range list {
		says := slices.ContainsFunc(w.path, func(a answer) bool { return a.tag() == name && a.literal != "" })
		if says && !slices.Contains(tag.Unions, w.union) {
			tag.Unions = append(tag.Unions, w.union)
		}
	}
	r.Tags = append(r.Tags, tag)
}

// deriveOthers collects the values that lead elsewhere where r is reached by any other value.
func (f *file) deriveOthers(r *Record, name string, fixed, other []answer) {
	var literals []string
	for _, a := range other {
		for _, c := range a.node.Cases {
			leads := slices.ContainsFunc(fixed, func(a answer) bool { return sameLiteral(a.literal, c.Literal) })
			if !leads && !slices.Contains(literals, c.Literal) {
				literals = append(literals, c.Literal)
			}
		}
	}
	if len(literals) > 0 {
		r.Others = append(r.Others, &Tag{Name: name, Literals: literals})
	}
}

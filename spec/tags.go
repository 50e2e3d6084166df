package spec

import (
	"slices"
	"strings"
)

// answer is one question on the way to a record, and what was said to it.
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

// reached is a way to a record.
type reached struct {
	record *Record
	way    []answer
}

// paths finds all ways to the records of a union by tag, and its cases.
func (f *file) paths(u *Union) {
	var walk func(node *Node, way []answer)
	walk = func(node *Node, way []answer) {
		f.askedBefore(node, way)
		step := func(t *Target, a answer) {
			if t == nil {
				return
			}
			way := append(slices.Clip(way), a)
			if t.Node != nil {
				walk(t.Node, way)
			} else if t.Record != nil {
				f.reach = append(f.reach, reached{record: t.Record, way: way})
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

// askedBefore reports a question that was answered on the way to it: all its cases but one cannot be reached.
func (f *file) askedBefore(node *Node, way []answer) {
	for _, a := range way {
		if node.Has || a.node.Has || !slices.EqualFunc(node.Tag, a.node.Tag, slices.Equal[[]string]) || len(node.Tag) == 0 {
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
		list = append(list, strings.Join(place, "."))
	}
	return strings.Join(list, " or ")
}

// deriveTags fills Record.Tags and Record.Others from all ways to the record.
func (f *file) deriveTags() {
	ways := make(map[*Record][]reached)
	for _, r := range f.reach {
		ways[r.record] = append(ways[r.record], r)
	}
	for _, r := range f.model.Records {
		for _, name := range tagNames(ways[r]) {
			f.deriveTag(r, name, ways[r])
		}
	}
}

// tagNames returns the members that are asked for on the ways, in the order of first mention.
func tagNames(ways []reached) []string {
	var names []string
	for _, w := range ways {
		for _, a := range w.way {
			if name := a.tag(); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// deriveTag looks at all that is said of one member on the ways to a record. If it is always the same, it is a tag of the record;
// else the record must have a field for it. Absence agrees with a value: a line that lacks its tag is written without it again.
func (f *file) deriveTag(r *Record, name string, ways []reached) {
	var fixed, other []answer // ways on which the member has a value, or any that no case has
	for _, w := range ways {
		for _, a := range w.way {
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
	if len(fixed) == 0 || memberNamed(r, name) != nil {
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
	r.Tags = append(r.Tags, &Tag{Name: name, Literals: []string{fixed[0].literal}})
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

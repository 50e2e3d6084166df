package spec

import (
	"slices"
	"strings"
)

// branch is a step on the path from a union to a record: a node, and the branch that was taken there.
type branch struct {
	node    *Node
	literal string // the literal of the case; "" for otherwise and absent
	absent  bool   // the tag is absent
	at      Pos
}

// isRest reports whether the branch is `otherwise`: it has no literal.
func (b branch) isRest() bool { return b.literal == "" && !b.absent }

// tag returns the name of the node's tag if it is one member of the object itself; "" for a longer path, several paths, or the presence of a
// member.
func (b branch) tag() string {
	if len(b.node.Tag) == 1 && len(b.node.Tag[0]) == 1 {
		return b.node.Tag[0][0]
	}
	return ""
}

// reached is a path from a union to a record.
type reached struct {
	union  *Union
	record *Record
	path   []branch
}

// paths adds all paths from a union by tag to f.reach, and fills the union's Cases.
func (f *file) paths(u *Union) {
	var walk func(node *Node, path []branch)
	walk = func(node *Node, path []branch) {
		f.addSiblingCases(node)
		f.checkReachable(node, path)
		step := func(t *Target, b branch) {
			if t == nil {
				return
			}
			path := append(slices.Clip(path), b)
			if t.Node != nil {
				walk(t.Node, path)
			} else if t.Record != nil {
				f.reach = append(f.reach, reached{union: u, record: t.Record, path: path})
			}
		}
		for _, c := range node.Cases {
			step(&c.Target, branch{node: node, literal: c.Literal, at: c.Pos})
		}
		step(node.Otherwise, branch{node: node, at: node.restPos(node.Otherwise)})
		step(node.Absent, branch{node: node, absent: true, at: node.restPos(node.Absent)})
	}
	walk(u.Tree, nil)
	collect(&u.Cases, &Target{Node: u.Tree})
}

// restPos returns the position of an otherwise or absent target in the file, that of its node if it has none.
func (n *Node) restPos(t *Target) Pos {
	if t == nil || t.at.Line == 0 {
		return n.Pos
	}
	return t.at
}

// checkReachable reports the cases of a node that cannot be reached, because another node on the path to it has the same tag, or one that is there
// at its first place.
func (f *file) checkReachable(node *Node, path []branch) {
	for _, b := range path {
		if node.Has || b.node.Has || node.Sibling || len(node.Tag) == 0 || len(b.node.Tag) == 0 {
			continue
		}
		same := slices.EqualFunc(node.Tag, b.node.Tag, slices.Equal[[]string])
		isThere := b.literal != "" && len(b.node.Tag) == 1 && slices.Equal(node.Tag[0], b.node.Tag[0])
		if !same && !isThere {
			continue
		}
		for _, c := range node.Cases {
			switch {
			case b.literal != "" && !sameLiteral(b.literal, c.Literal):
				f.conflict(c.Pos, b.at, "the case %s is never reached: %s is %s here", c.Literal, tagPathsText(node), b.literal)
			case b.absent:
				f.conflict(c.Pos, b.at, "the case %s is never reached: %s is absent here", c.Literal, tagPathsText(node))
			case b.literal == "" && b.node.find(c.Literal) != nil:
				f.conflict(c.Pos, b.node.find(c.Literal).Pos, "the case %s is never reached: another case handles this value", c.Literal)
			}
		}
	}
}

// tagPathsText writes the paths to a tag. A path with a dot in a name is written as a list, as the spec has it.
func tagPathsText(node *Node) string {
	var list []string
	for _, tagPath := range node.Tag {
		text := strings.Join(tagPath, ".")
		if strings.Count(text, ".") >= len(tagPath) {
			text = "[" + strings.Join(tagPath, ", ") + "]"
		}
		list = append(list, text)
	}
	return strings.Join(list, " or ")
}

// TagPathText writes a path to a tag, its names joined by dots. A dot within a name is written \.
func TagPathText(tagPath []string) string {
	names := make([]string, len(tagPath))
	for i, name := range tagPath {
		names[i] = strings.ReplaceAll(name, ".", `\.`)
	}
	return strings.Join(names, ".")
}

// deriveTags fills Record.Tags and Record.Others of all records from the paths to them.
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
	for _, r := range f.model.Records { // deriveTagMembers needs the tags of all flattened records
		for _, w := range byRecord[r] {
			for _, b := range w.path {
				r.deriveTagMembers(b.node)
			}
		}
	}
}

// deriveTagMembers adds to Others the members that can contain the node's tag, if the tag has several paths or a longer one. Members for which r
// has a field are left out.
func (r *Record) deriveTagMembers(n *Node) {
	for _, tagPath := range n.Tag {
		name := tagPath[0]
		if len(n.Tag) == 1 && len(tagPath) == 1 || r.knows(name) || slices.ContainsFunc(r.Others, func(t *Tag) bool { return t.Name == name }) {
			continue
		}
		r.Others = append(r.Others, &Tag{Name: name})
	}
}

// knows reports whether a name is a field or a tag of r, or of a record that is flattened into r.
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

// Roots returns the unions by tag of which a record of m is a case, the one of all lines first. The record is read and written with the tags of the
// union through which it is reached, and alone with those of the first.
func (m *Model) Roots(r *Record) []*Union {
	var list []*Union
	for _, u := range m.Unions {
		switch {
		case u.Tree == nil || !slices.Contains(u.Cases, r):
		case u == m.Line:
			list = slices.Insert(list, 0, u)
		default:
			list = append(list, u)
		}
	}
	return list
}

// ChoosesWithout reports whether u chooses r where the tag with a name is absent.
func (u *Union) ChoosesWithout(tag string, r *Record) bool {
	return u.Tree != nil && u.Tree.choosesWithout(tag, r)
}

func (n *Node) choosesWithout(tag string, r *Record) bool {
	is := slices.ContainsFunc(n.Tag, func(tagPath []string) bool { return tagPath[len(tagPath)-1] == tag })
	if is && n.Absent.leadsTo(r) {
		return true
	}
	for t := range n.Targets() {
		if t.Node != nil && t.Node.choosesWithout(tag, r) {
			return true
		}
	}
	return false
}

// leadsTo reports whether r is the target, or below it.
func (t *Target) leadsTo(r *Record) bool {
	if t == nil || t.Record == r {
		return t != nil
	}
	if t.Node != nil {
		for below := range t.Node.Targets() {
			if below.leadsTo(r) {
				return true
			}
		}
	}
	return false
}

// tagNames returns the names of the tags on the paths, in the order of first mention.
func tagNames(list []reached) []string {
	var names []string
	for _, w := range list {
		for _, b := range w.path {
			if name := b.tag(); name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// says reports whether cases of the tag of a name lead to the record.
func (w reached) says(name string) bool {
	return slices.ContainsFunc(w.path, func(b branch) bool { return b.tag() == name && b.literal != "" })
}

// deriveTag derives one tag of a record from the paths to it. If all paths have the same value, the tag is added to Tags; else the record
// must have a field for it. Paths on which the tag is absent do not count: a line that was read without its tag is written without it.
func (f *file) deriveTag(r *Record, name string, list []reached) {
	var fixed, other []branch // branches by a case, and by otherwise
	var placed []branch       // branches by a tag of several places, of which one is the member
	for _, w := range list {
		for _, b := range w.path {
			switch {
			case !w.says(name) && len(b.node.Tag) > 1 && !b.absent && slices.ContainsFunc(b.node.Tag, func(tagPath []string) bool { return slices.Equal(tagPath, []string{name}) }):
				placed = append(placed, b)
			case b.tag() != name, b.absent:
			case b.literal != "":
				fixed = append(fixed, b)
			case !w.fixes(b.node):
				other = append(other, b)
			}
		}
	}
	f.deriveOthers(r, name, fixed, other)
	if len(fixed) == 0 || memberNamed(r, name) != nil || siblingNamed(r, name) != nil {
		return
	}
	for _, b := range fixed[1:] {
		if !sameLiteral(b.literal, fixed[0].literal) {
			f.conflict(b.at, fixed[0].at, "%s is chosen by %s %s and by %s: it needs a field %q for the value", r.Name, name, fixed[0].literal, b.literal, name)
			return
		}
	}
	if len(other) > 0 {
		f.conflict(other[0].at, fixed[0].at, "%s is chosen by %s %s and by other values: it needs a field %q for the value", r.Name, name, fixed[0].literal, name)
		return
	}
	for _, b := range placed {
		if b.literal == "" || !sameLiteral(b.literal, fixed[0].literal) {
			f.conflict(b.at, fixed[0].at, "%s is chosen by %s %s, and here by %s: it needs a field %[2]q for the value", r.Name, name, fixed[0].literal, tagPathsText(b.node))
			return
		}
	}
	tag := &Tag{Name: name, Literals: []string{fixed[0].literal}}
	for _, w := range list {
		if w.says(name) && !slices.Contains(tag.Unions, w.union) {
			tag.Unions = append(tag.Unions, w.union)
		}
	}
	r.Tags = append(r.Tags, tag)
}

// fixes reports whether a case on the path has a value of the node's tag, as one below `otherwise: Inner` if Inner has the same tag.
func (w reached) fixes(n *Node) bool {
	return slices.ContainsFunc(w.path, func(b branch) bool {
		return b.literal != "" && !b.node.Has && slices.EqualFunc(b.node.Tag, n.Tag, slices.Equal[[]string])
	})
}

// deriveOthers adds a tag to Others if otherwise leads to r: with the literals that lead to other records.
func (f *file) deriveOthers(r *Record, name string, fixed, other []branch) {
	var literals []string
	for _, b := range other {
		for _, c := range b.node.Cases {
			leads := slices.ContainsFunc(fixed, func(b branch) bool { return sameLiteral(b.literal, c.Literal) })
			if !leads && !slices.Contains(literals, c.Literal) {
				literals = append(literals, c.Literal)
			}
		}
	}
	if len(literals) > 0 {
		r.Others = append(r.Others, &Tag{Name: name, Literals: literals})
	}
}

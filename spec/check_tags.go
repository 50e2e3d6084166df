package spec

import (
	"fmt"
	"slices"
	"strings"
)

// checkTags checks that a record can be written with the tags that lead to it: each of them is fixed, or a field can hold its value.
func (f *file) checkTags() {
	for _, w := range f.reach {
		for _, b := range w.path {
			if w.union == f.model.Line && b.literal == "" && !b.absent {
				f.checkOtherwise(w.record, b)
			}
			switch name := b.tag(); {
			case b.literal == "" && !b.absent && name != "" && f.model.Line != nil && b.node == f.model.Line.Tree:
				f.checkOpenKind(w.record, name, b)
			case b.literal == "":
			case b.node.Has:
				f.checkPresence(w.record, b)
			case name != "":
				f.checkTagField(w.record, name, b)
			case len(b.node.Tag) > 0 && !holdsAny(w.record, b.node.Tag):
				f.errorf(b.at, "%s is chosen by %s, but has no such member%s", w.record.Name, placesText(b.node), dotHint(w.record, b.node))
			}
		}
	}
}

// dotHint returns a hint for a path that may be meant as one name with dots: the record does not have the first member of the path.
func dotHint(r *Record, n *Node) string {
	if len(n.Tag) == 1 && len(n.Tag[0]) > 1 && fieldNamed(r, n.Tag[0][0]) == nil {
		path := strings.Join(n.Tag[0], ".")
		return "; a member whose own name is " + path + " is written [[" + path + "]]"
	}
	for _, place := range n.Tag {
		in := r
		for i, name := range place {
			m := memberNamed(in, name)
			if by := siblingNamed(in, name); i > 0 && m == nil && by != nil {
				return fmt.Sprintf("; in the record %s it is the tag of the payload %s (`by:`), of which a line has no kind; give %[1]s a field %[3]s: string, and %[2]s the type json, or choose by another member",
					in.Name, by.Name, name)
			}
			if m == nil && i > 0 {
				return "; the record " + in.Name + " has no member \"" + name + "\", declare it there" + suggest(name, memberNames(in))
			}
			if m == nil || m.Type == nil || m.Type.Record == nil {
				break
			}
			in = m.Type.Record
		}
	}
	return ""
}

// checkPresence checks that a record that is chosen by the presence of a member always has that member.
func (f *file) checkPresence(r *Record, b branch) {
	name, _ := unquoteJSON(b.literal)
	field := memberNamed(r, name)
	switch {
	case field == nil && tagNamed(r, name) == nil:
		f.conflict(b.at, r.Pos, "%s is chosen by its member %q, but has no such field%s", r.Name, name, suggest(name, memberNames(r)))
	case field != nil && (field.Optional || len(field.When) > 0) && f.branchesTo(r, b.node) == 1:
		f.conflict(b.at, field.Pos, "%s is chosen by its member %q, which is optional: write the field without the question mark and without `when:`", r.Name, name)
	}
}

// branchesTo returns the number of a node's branches that lead to a record.
func (f *file) branchesTo(r *Record, n *Node) (count int) {
	for _, w := range f.reach {
		if w.record == r && slices.ContainsFunc(w.path, func(b branch) bool { return b.node == n }) {
			count++
		}
	}
	return count
}

// checkOpenKind checks that a record for all other values of the line's tag has a field for the value, which is part of its kind.
func (f *file) checkOpenKind(r *Record, name string, b branch) {
	if memberNamed(r, name) == nil && siblingNamed(r, name) == nil {
		f.conflict(b.at, r.Pos, "%s is chosen by any other %s, but has no field %q for the value", r.Name, name, name)
	}
}

// checkOtherwise checks that a record for all other values of a tag has a field for the value, if an absent tag leads to another record.
func (f *file) checkOtherwise(r *Record, b branch) {
	name, absent := b.tag(), b.node.Absent
	if name == "" || absent == nil || memberNamed(r, name) != nil || tagNamed(r, name) != nil || siblingNamed(r, name) != nil {
		return
	}
	var list []*Record
	if collect(&list, absent); !slices.Contains(list, r) {
		f.conflict(b.at, absent.at, "%s is chosen by any other %s, and without it is read as another record: it needs a field %q for the value", r.Name, name, name)
	}
}

// checkTagField checks that the field of a tag can hold the value that leads to the record.
func (f *file) checkTagField(r *Record, name string, b branch) {
	field := memberNamed(r, name)
	if s := siblingNamed(r, name); s != nil && s.Type != nil && s.Type.Union != nil && s.Type.Union.Tree != nil && s.Type.Union.Tree.find(b.literal) == nil {
		f.conflict(b.at, s.Pos, "%s is chosen by %s %s, for which %s has no case", r.Name, name, b.literal, s.Type.Union.Name)
	}
	if field == nil {
		return
	}
	if field.Const != "" {
		if !sameLiteral(field.Const, b.literal) {
			f.conflict(field.Pos, b.at, "the const %s can never be read: %s is chosen by %s %s", field.Const, r.Name, name, b.literal)
		}
		return
	}
	if field.Type != nil && !canBe(field, b.literal) {
		f.conflict(field.Pos, b.at, "%s is chosen by %s %s, which a field of type %s cannot hold", r.Name, name, b.literal, typeText(field))
	}
}

// canBe reports whether a literal can be the value of a field. Enums are open.
func canBe(field *Field, literal string) bool {
	switch {
	case literal == "null":
		return field.Nullable || field.Type.Kind == JSON
	case field.Type.Kind == EnumType && field.Type.Enum.Int:
		return (&Type{Kind: Int}).holds(literal)
	case field.Type.Kind == EnumType:
		return strings.HasPrefix(literal, `"`)
	case field.Type.Kind == JSON:
		return true
	case !isPlain(field.Type):
		return false
	}
	return field.Type.holds(literal)
}

// holdsAny reports whether a record can contain a member at one of the paths.
func holdsAny(r *Record, places [][]string) bool {
	for _, place := range places {
		w := pathWalk{make(map[pathStep]bool), r}
		if w.record(r, place) {
			return true
		}
	}
	return false
}

// pathWalk follows a path through records and unions. It visits each record once with the same rest of the path.
type pathWalk struct {
	seen  map[pathStep]bool
	outer *Record // the record in which the paths begin, whose payloads give kinds; those of nested records do not
}

type pathStep struct {
	record *Record
	left   int // the number of names left in the path
}

func (w pathWalk) record(r *Record, place []string) bool {
	step := pathStep{r, len(place)}
	if w.seen[step] {
		return false
	}
	w.seen[step] = true
	if len(place) == 1 && (tagNamed(r, place[0]) != nil || w.outer == r && siblingNamed(r, place[0]) != nil) {
		return true
	}
	for _, m := range members(r) {
		if path := m.field.Path; path != nil {
			if n := len(path); n <= len(place) && slices.Equal(path, place[:n]) && (n == len(place) || m.field.Type != nil && !m.field.Encoded && w.value(m.field.Type, place[n:])) {
				return true
			}
			continue
		}
		if m.name == place[0] && (len(place) == 1 || m.field.Type != nil && !m.field.Encoded && w.value(m.field.Type, place[1:])) {
			return true
		}
		if slices.ContainsFunc(flattenable(m.field), func(inner *Record) bool { return w.record(inner, place) }) {
			return true
		}
	}
	return false
}

func (w pathWalk) value(t *Type, place []string) bool {
	switch t.Kind {
	case JSON:
		return true
	case RecordType:
		return w.record(t.Record, place)
	case UnionType:
		for _, variant := range t.Union.Variants {
			if w.value(variant.Type, place) {
				return true
			}
		}
		for _, r := range t.Union.Cases {
			if w.record(r, place) {
				return true
			}
		}
	}
	return false
}

package spec

import (
	"slices"
	"strings"
)

// checkReached holds the rule that a record can say what it was chosen for: who writes it must be able to write its tags.
func (f *file) checkReached() {
	for _, w := range f.reach {
		for _, a := range w.path {
			if w.union == f.model.Line && a.literal == "" && !a.absent {
				f.checkOther(w.record, a)
			}
			switch name := a.tag(); {
			case a.literal == "" && !a.absent && name != "" && f.model.Line != nil && a.node == f.model.Line.Tree:
				f.checkOpenKind(w.record, name, a)
			case a.literal == "":
			case a.node.Has:
				f.checkPresence(w.record, a)
			case name != "":
				f.checkTagField(w.record, name, a)
			case len(a.node.Tag) > 0 && !holdsAny(w.record, a.node.Tag):
				f.errorf(a.at, "%s is reached by %s, but has no such member that could say it%s", w.record.Name, placesText(a.node), dotHint(w.record, a.node))
			}
		}
	}
}

// dotHint says how a member is written whose name has dots, if a path could have been meant as one: the record has nothing on the way.
func dotHint(r *Record, n *Node) string {
	if len(n.Tag) == 1 && len(n.Tag[0]) > 1 && fieldNamed(r, n.Tag[0][0]) == nil {
		path := strings.Join(n.Tag[0], ".")
		return "; a member whose own name is " + path + " is written [[" + path + "]]"
	}
	return ""
}

// checkPresence: a record that is chosen for having a member has it.
func (f *file) checkPresence(r *Record, a answer) {
	name, _ := unquoteJSON(a.literal)
	field := memberNamed(r, name)
	switch {
	case field == nil && tagNamed(r, name) == nil:
		f.conflict(a.at, r.Pos, "%s is reached by its member %q, but has no such field%s", r.Name, name, suggest(name, memberNames(r)))
	case field != nil && (field.Optional || len(field.When) > 0) && f.answersTo(r, a.node) == 1:
		f.conflict(a.at, field.Pos, "%s is reached by its member %q, which it can be written without: a field without a question mark is always there", r.Name, name)
	}
}

// answersTo counts the answers to a question that lead to a record.
func (f *file) answersTo(r *Record, n *Node) (count int) {
	for _, w := range f.reach {
		if w.record == r && slices.ContainsFunc(w.path, func(a answer) bool { return a.node == n }) {
			count++
		}
	}
	return count
}

// checkOpenKind: a record for lines of any type has a field that says which, so that its kind is that of the line.
func (f *file) checkOpenKind(r *Record, name string, a answer) {
	if memberNamed(r, name) == nil && siblingNamed(r, name) == nil {
		f.conflict(a.at, r.Pos, "%s is reached by any other %s, but has no field %q that says which", r.Name, name, name)
	}
}

// checkOther: a record for all other values of a tag has a field that says which, where absence leads elsewhere.
func (f *file) checkOther(r *Record, a answer) {
	name, absent := a.tag(), a.node.Absent
	if name == "" || absent == nil || memberNamed(r, name) != nil || tagNamed(r, name) != nil || siblingNamed(r, name) != nil {
		return
	}
	var list []*Record
	if collect(&list, absent); !slices.Contains(list, r) {
		f.conflict(a.at, absent.at, "%s is reached by any other %s, and is read as something else without it: it needs a field %q that says which", r.Name, name, name)
	}
}

// checkTagField: a field that stands for a tag can have the tag's value.
func (f *file) checkTagField(r *Record, name string, a answer) {
	field := memberNamed(r, name)
	if s := siblingNamed(r, name); s != nil && s.Type != nil && s.Type.Union != nil && s.Type.Union.Tree != nil && s.Type.Union.Tree.find(a.literal) == nil {
		f.conflict(a.at, s.Pos, "%s is reached by %s %s, which %s has no case for", r.Name, name, a.literal, s.Type.Union.Name)
	}
	if field == nil {
		return
	}
	if field.Const != "" {
		if !sameLiteral(field.Const, a.literal) {
			f.conflict(field.Pos, a.at, "the const %s is never there: %s is reached by %s %s", field.Const, r.Name, name, a.literal)
		}
		return
	}
	if field.Type != nil && !canBe(field, a.literal) {
		f.conflict(field.Pos, a.at, "%s is reached by %s %s, which a field of type %s cannot hold", r.Name, name, a.literal, typeText(field))
	}
}

// canBe reports whether a field can have a literal as its value. Enums are open.
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

// holdsAny reports whether the values of r can have a member at one of the places.
func holdsAny(r *Record, places [][]string) bool {
	for _, place := range places {
		w := placeWalk{seen: make(map[placeStep]bool)}
		if w.record(r, place) {
			return true
		}
	}
	return false
}

// placeWalk follows a path through records and unions, to each of them once with the same rest of the path.
type placeWalk struct{ seen map[placeStep]bool }

type placeStep struct {
	record *Record
	left   int
}

func (w placeWalk) record(r *Record, place []string) bool {
	step := placeStep{r, len(place)}
	if w.seen[step] {
		return false
	}
	w.seen[step] = true
	if len(place) == 1 && (tagNamed(r, place[0]) != nil || siblingNamed(r, place[0]) != nil) {
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

func (w placeWalk) value(t *Type, place []string) bool {
	switch t.Kind {
	case JSON, Map:
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

package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// checkTags checks that a record can be written with the tags that lead to it: each of them is fixed, or a field can hold its value.
func (f *file) checkTags() {
	before := len(f.errs)
	for _, w := range f.reach {
		for _, b := range w.path {
			if w.union == f.model.Line {
				f.checkLineBranch(w.record, b)
			}
			if f.model.View && len(b.node.Tag) > 1 {
				f.checkPlacesInView(w, b)
			}
			if b.node.Has {
				f.checkEarlier(w.record, b)
			}
			f.checkBranch(w.record, b)
		}
	}
	if f.model.View && f.model.Line != nil && len(f.errs) == before {
		f.checkScatteredInView()
	}
}

// checkLineBranch checks a record of lines for what only lines have: kinds, and in a view members that are not read.
func (f *file) checkLineBranch(r *Record, b branch) {
	if b.isRest() {
		f.checkOtherwise(r, b)
	}
	if f.model.View && (b.absent || b.isRest() && b.node.Absent == nil) {
		f.checkAbsentInView(r, b)
	}
	if f.model.View && b.isRest() && !b.node.Has {
		f.checkOtherwiseInView(r, b)
	}
}

// checkBranch checks that a record can be written so that a branch leads to it.
func (f *file) checkBranch(r *Record, b branch) {
	switch name := b.tag(); {
	case b.absent:
		f.checkAbsence(r, b)
	case b.isRest():
		if name != "" && f.model.Line != nil && b.node == f.model.Line.Tree {
			f.checkOpenKind(r, name, b)
		}
	case b.node.Has:
		f.checkPresence(r, b)
	case name != "":
		f.checkTagField(r, name, b)
	case len(b.node.Tag) > 0:
		f.checkTagPaths(r, b)
	}
}

// viewHint returns a hint for a tag in a nested object, for which a record of a view has a field with a path.
func (f *file) viewHint(n *Node) string {
	if !f.model.View || len(n.Tag) != 1 || len(n.Tag[0]) == 1 {
		return ""
	}
	path := strings.Join(n.Tag[0], ".")
	return ": declare a field with `path: " + path + "`"
}

// dotHint returns a hint for a record without the member of a tag: for a path that may be meant as one name with dots, since the record does not
// have the first member of the path; for several paths, the simplest one; for a path into another record, what that record lacks.
func dotHint(r *Record, n *Node) string {
	if len(n.Tag) == 1 && len(n.Tag[0]) > 1 && fieldNamed(r, n.Tag[0][0]) == nil {
		path := strings.Join(n.Tag[0], ".")
		return "; a member whose own name is " + path + " is written [[" + path + "]]"
	}
	if i := slices.IndexFunc(n.Tag, func(tagPath []string) bool { return len(tagPath) == 1 }); i >= 0 && len(n.Tag) > 1 {
		return fmt.Sprintf(": declare one for the value, such as %q", n.Tag[i][0])
	}
	for _, tagPath := range n.Tag {
		in := r
		for i, name := range tagPath {
			m := memberNamed(in, name)
			if by := siblingNamed(in, name); i > 0 && m == nil && by != nil {
				return fmt.Sprintf("; in the record %s it is the tag of the payload %s (`by:`), of which a line has no kind; give %[1]s a field %[3]s: string, and %[2]s the type json, or choose by another member",
					in.Name, by.Name, name)
			}
			if m == nil && i > 0 {
				return "; the record " + in.Name + " has no member \"" + name + "\", declare it there" + suggest(name, memberNames(in))
			}
			if m == nil || m.Type == nil {
				break
			}
			if m.Encoded || m.Type.Record == nil {
				if i < len(tagPath)-1 {
					return fmt.Sprintf("; in %s, the member %q is of the type %s, in which no tag can be: give it a record, or the type json", in.Name, name, m.TypeText())
				}
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
	by := siblingNamed(r, name)
	switch {
	case by != nil:
		f.conflict(b.at, by.Pos, "%s is chosen by its member %q, which is the tag of the payload %s (`by:`) and not always there; let the tag choose: "+
			"{tag: %[2]s, otherwise: %[1]s, absent: {has: ...}}", r.Name, name, by.Name)
	case field == nil && tagNamed(r, name) == nil:
		f.conflict(b.at, r.Pos, "%s is chosen by its member %q, but has no such field%s", r.Name, name, suggest(name, memberNames(r)))
	case field != nil && (field.Optional || len(field.When) > 0) && !b.node.leadsTwice(r):
		remedy := "the question mark"
		switch {
		case len(field.When) > 0 && field.Optional:
			remedy += " and without `when:`"
		case len(field.When) > 0:
			remedy = "`when:`"
		}
		f.conflict(b.at, field.Pos, "%s is chosen by its member %q, which is optional: write the field without %s", r.Name, name, remedy)
	case f.model.View && field != nil && !field.Optional && b.node.leadsTwice(r):
		f.conflict(b.at, field.Pos, "%s is chosen by its member %q, and by another branch, and a view does not keep whether the member was there: write it with a question mark, or give each branch a record",
			r.Name, name)
	}
}

// checkEarlier checks that a record lacks the members for which its node chooses an earlier case.
func (f *file) checkEarlier(r *Record, b branch) {
	for _, c := range b.node.Cases {
		if c.Literal == b.literal {
			return
		}
		name, _ := unquoteJSON(c.Literal)
		w := writtenAt(r, []string{name})
		if w == nil || w.zero == "null" && c.NotNull || c.Target.leadsTo(r) {
			continue
		}
		if own, _ := unquoteJSON(b.literal); b.literal != "" {
			f.conflict(w.at, b.at, "%s is chosen by its member %q, but always has %q, for which an earlier case is chosen: %s, or put the case %[2]q first", r.Name, own, name, w.remedy())
		} else {
			f.conflict(w.at, b.node.Otherwise.at, "%s is chosen where %q is absent, but always has it: %s", r.Name, name, w.remedy())
		}
		return
	}
}

// checkAbsence checks that a record that is chosen by the absence of a tag can lack it: a value that a program builds is written with all required
// members, and must not be another record then.
func (f *file) checkAbsence(r *Record, b branch) {
	if f.branchesTo(r, b.node) > 1 {
		return
	}
	for _, tagPath := range b.node.Tag {
		if w := writtenAt(r, tagPath); w != nil {
			f.conflict(w.at, b.node.Absent.at, "%s is chosen where %s is absent, but always has it: %s", r.Name, TagPathText(tagPath), w.remedy())
			return
		}
	}
}

// written is a member with which a record is always written.
type written struct {
	field *Field // nil for a tag whose value the case fixes
	zero  string // the JSON of the member if no program has set it
	at    Pos
}

// writtenAt returns the member at a path of a record, nil if there is none, or if it can be left out.
func writtenAt(r *Record, tagPath []string) *written {
	if t := tagNamed(r, tagPath[0]); t != nil && len(tagPath) == 1 && memberNamed(r, t.Name) == nil {
		return &written{zero: t.Literals[0], at: r.Pos}
	}
	for _, m := range members(r) {
		switch field := m.field; {
		case field.Inline == InlineAlways && field.Type != nil && field.Type.Kind == RecordType:
			if w := writtenAt(field.Type.Record, tagPath); w != nil {
				return w
			}
		case m.name != tagPath[0] || field.Path != nil || field.Optional && !field.Usual || len(field.When) > 0 || field.Inline != InlineNever:
		case len(tagPath) == 1:
			return &written{field, field.zeroText(), field.Pos}
		case field.Type != nil && field.Type.Kind == RecordType && !field.Nullable && !field.Encoded && !field.Lazy:
			return writtenAt(field.Type.Record, tagPath[1:])
		}
	}
	return nil
}

// remedy says how the record can be written without the member.
func (w *written) remedy() string {
	switch {
	case w.field == nil:
		return "it is a tag of the record, so choose by another member"
	case w.field.Usual:
		return "leave out its `usual: true`"
	case w.field.Const != "":
		return "give it a type and a question mark instead of the const"
	}
	return "write it with a question mark"
}

// zeroText returns the JSON that is written for a field that a program has not set: of an object, a list or a text only the brackets or quotes.
func (f *Field) zeroText() string {
	switch t := f.Type; {
	case f.Const != "":
		return f.Const
	case f.Default != "":
		return f.Default
	case f.Zero != "":
		return f.Zero
	case f.Nullable, f.Lazy, t == nil, t.Kind == JSON, t.Kind == UnionType:
		return "null"
	case f.Encoded:
		return `""`
	case t.Kind == RecordType, t.Kind == Map:
		return "{}"
	case t.Kind == Array:
		return "[]"
	case t.Kind == Seconds, t.Kind == Milliseconds, t.Kind == Decimal:
		return "0"
	case t.Kind == Time, t.Kind == Bytes, t.Kind == GoText:
		return `""`
	}
	return readsAbsent(f)
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

// leadsTwice reports whether several branches of a node lead to a record.
func (n *Node) leadsTwice(r *Record) bool {
	count := 0
	for t := range n.Targets() {
		if t.leadsTo(r) {
			count++
		}
	}
	return count > 1
}

// checkOpenKind checks that a record for all other values of the line's tag has a field for the value, which is part of its kind. If cases lead to the
// record, too, deriveTag has reported this.
func (f *file) checkOpenKind(r *Record, name string, b branch) {
	if slices.ContainsFunc(b.node.Cases, func(c *Case) bool { return c.Target.leadsTo(r) }) {
		return
	}
	if memberNamed(r, name) == nil && siblingNamed(r, name) == nil && tagNamed(r, name) == nil {
		f.conflict(b.at, r.Pos, "%s is chosen by any other %s, and needs a field %q for the value", r.Name, name, name)
	}
}

// checkOtherwise checks that a record for all other values of a tag has a field for the value, if an absent tag leads to another record.
func (f *file) checkOtherwise(r *Record, b branch) {
	name, absent := b.tag(), b.node.Absent
	if absent == nil || name != "" && (memberNamed(r, name) != nil || tagNamed(r, name) != nil || siblingNamed(r, name) != nil) {
		return
	}
	var list []*Record
	if collect(&list, absent); slices.Contains(list, r) {
		return
	}
	const message = "%s is chosen by any other %s, and without it is read as another record: "
	w := pathWalk{outer: r}
	switch {
	case name != "":
		f.conflict(b.at, absent.at, message+"it needs a field %q for the value", r.Name, name, name)
	case !slices.ContainsFunc(b.node.Tag, func(tagPath []string) bool {
		w.seen = map[pathStep]bool{}
		return w.record(r, tagPath)
	}):
		f.conflict(b.at, absent.at, message+"it needs a field for the value%s", r.Name, tagPathsText(b.node), dotHint(r, b.node))
	}
}

// isAlwaysWritten reports whether a record is always written with a value at a path.
func isAlwaysWritten(r *Record, tagPath []string) bool {
	for _, m := range members(r) {
		switch field := m.field; {
		case m.name != tagPath[0] || field.Path != nil || field.Type == nil || field.Optional || field.Encoded || len(field.When) > 0 || field.Inline != InlineNever:
		case len(tagPath) == 1:
			return true
		case field.Type.Kind == RecordType && !field.Nullable:
			return isAlwaysWritten(field.Type.Record, tagPath[1:])
		}
	}
	return false
}

// fieldAt returns the field with the value at a path, through records; nil if there is none.
func fieldAt(r *Record, tagPath []string) *Field {
	for _, m := range members(r) {
		switch {
		case m.field.Path != nil:
			if slices.Equal(m.field.Path, tagPath) {
				return m.field
			}
		case m.name != tagPath[0]:
		case len(tagPath) == 1:
			return m.field
		case m.field.Type != nil && m.field.Type.Kind == RecordType && !m.field.Encoded:
			return fieldAt(m.field.Type.Record, tagPath[1:])
		}
	}
	return nil
}

// readsAbsent returns the literal as which a field without notes reads an absent member.
func readsAbsent(field *Field) string {
	switch {
	case field.Default != "":
		return field.Default
	case field.Optional || field.Nullable:
		return "null"
	}
	switch t := field.Type; {
	case t.Kind == String, t.Kind == UUID, t.Kind == EnumType && !t.Enum.Int:
		return `""`
	case t.Kind == Bool:
		return "false"
	case t.Kind == Int, t.Kind == Int64, t.Kind == Uint64, t.Kind == Number, t.Kind == EnumType:
		return "0"
	}
	return "null"
}

// checkTagField checks that the field of a tag can hold the value that leads to the record.
func (f *file) checkTagField(r *Record, name string, b branch) {
	field := memberNamed(r, name)
	if s := siblingNamed(r, name); s != nil && s.Type != nil && s.Type.Union != nil && !hasPayload(r, name, b.literal) {
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
	f.checkHolds(r, field, name, b)
}

// checkTagPaths checks that a record has one of the members in which its tag can be, and that one of them can hold the value that leads to the
// record.
func (f *file) checkTagPaths(r *Record, b branch) {
	tagPaths := tagPathsText(b.node)
	w := pathWalk{outer: r, literal: b.literal, isElsewhere: isElsewhere(r, b.node), view: f.model.View}
	holds := func(tagPath []string) bool {
		w.seen = make(map[pathStep]bool)
		return w.record(r, tagPath)
	}
	for _, tagPath := range b.node.Tag {
		if holds(tagPath) {
			return
		}
		if isAlwaysWritten(r, tagPath) {
			break // the later paths are not looked at
		}
	}
	switch {
	case w.field != nil:
		f.checkHolds(r, w.field, tagPaths, b)
	case w.fixed != nil:
		f.errorf(b.at, "%s is chosen by %s %s, but there its %s is always %s", r.Name, tagPaths, b.literal, w.fixed.Name, w.fixed.Literals[0])
	default:
		f.errorf(b.at, "%s is chosen by %s, but has no such member%s", r.Name, tagPaths, cmp.Or(f.viewHint(b.node), dotHint(r, b.node), ": declare one for the value"))
	}
}

// checkHolds reports a field of a tag that cannot hold the value that leads to the record, or with which the encoder leaves out the tag.
func (f *file) checkHolds(r *Record, field *Field, name string, b branch) {
	switch {
	case field.Const != "":
		f.conflict(field.Pos, b.at, "%s is chosen by %s %s, but this member is always %s", r.Name, name, b.literal, field.Const)
	case field.Type == nil:
	case !canBe(field, b.literal) && isEnumText(field.Type, b.literal):
		f.conflict(b.at, field.Type.Enum.Pos, "%s is chosen by %s %s, which the enum %s does not have, so that strict readers would refuse it: add the value", r.Name, name, b.literal, field.Type.Enum.Name)
	case !canBe(field, b.literal):
		f.conflict(field.Pos, b.at, "%s is chosen by %s %s, which a field of type %s cannot hold", r.Name, name, b.literal, field.typeInErrors())
	case !isElsewhere(r, b.node) || !field.LeavesOut(b.literal) && !(f.model.View && isLostInView(field, b.literal)):
	case b.literal == "null":
		f.conflict(field.Pos, b.at, "%s is chosen by %s null, but an optional field that is nil is left out: write the field without the question mark", r.Name, name)
	default:
		f.conflict(field.Pos, b.at, "%s is chosen by %s %s, but a field that has its default is left out: write it without the default, or with `usual: true`", r.Name, name, b.literal)
	}
}

// isElsewhere reports whether an object without the tag of a node is another record than r.
func isElsewhere(r *Record, n *Node) bool {
	var list []*Record
	collect(&list, cmp.Or(n.Absent, n.Otherwise))
	return !slices.Contains(list, r)
}

// isEnumText reports whether a literal could be a value of an enum, by its JSON type.
func isEnumText(t *Type, literal string) bool {
	return t.Kind == EnumType && (t.Enum.Int && (&Type{Kind: Int}).holds(literal) || !t.Enum.Int && literal[0] == '"')
}

// canBe reports whether a literal can be the value of a field. An enum must have it: although enums are open, a case with another value could not
// be read strictly.
func canBe(field *Field, literal string) bool {
	switch {
	case literal == "null":
		return field.Nullable || field.Type.Kind == JSON
	case field.Type.Kind == JSON:
		return true
	case field.Type.Kind == EnumType && field.Type.Enum.Int:
		return field.Type.Enum.value(literal) != nil
	case field.Type.Kind == EnumType:
		text, ok := unquoteJSON(literal)
		return ok && field.Type.Enum.value(text) != nil
	case !isPlain(field.Type):
		return false
	}
	return field.Type.holds(literal)
}

// pathWalk looks for a member that can be a tag with a value: it follows a path through records and unions. It visits each record once with the
// same rest of the path.
type pathWalk struct {
	seen        map[pathStep]bool
	outer       *Record // the record in which the paths begin, whose payloads give kinds; those of nested records do not
	literal     string  // the value of the tag; "" for any
	isElsewhere bool    // an object without the tag is another record
	view        bool    // the records have no notes

	field *Field // the first member on the path that cannot be the tag
	fixed *Tag   // the first tag on the path that always has another value
}

type pathStep struct {
	record *Record
	left   int // the number of names left in the path
}

func (w *pathWalk) record(r *Record, tagPath []string) bool {
	step := pathStep{r, len(tagPath)}
	if w.seen[step] {
		return false
	}
	w.seen[step] = true
	if len(tagPath) == 1 && w.isTag(r, tagPath[0]) {
		return true
	}
	for _, m := range members(r) {
		if path := m.field.Path; path != nil {
			if n := len(path); n <= len(tagPath) && slices.Equal(path, tagPath[:n]) && w.member(m.field, tagPath[n:]) {
				return true
			}
			continue
		}
		if m.name == tagPath[0] && w.member(m.field, tagPath[1:]) {
			return true
		}
		if slices.ContainsFunc(flattenable(m.field), func(inner *Record) bool { return w.record(inner, tagPath) }) {
			return true
		}
	}
	return false
}

// isTag reports whether a member of r is a tag that r is chosen by, or the tag of a payload, and can have the value.
func (w *pathWalk) isTag(r *Record, name string) bool {
	for _, t := range r.Tags {
		if t.Name == name && memberNamed(r, name) == nil {
			if sameLiteral(t.Literals[0], w.literal) {
				return true
			}
			w.fixed = cmp.Or(w.fixed, t)
		}
	}
	s := siblingNamed(r, name)
	return w.outer == r && s != nil && (s.Type == nil || s.Type.Union == nil || hasPayload(r, name, w.literal))
}

// hasPayload reports whether a value of a sibling tag is a case of one of its payloads. An unknown payload has any value ("").
func hasPayload(r *Record, by, literal string) bool {
	if literal == "" {
		return true
	}
	known := false // a payload has a union
	for _, f := range siblingsNamed(r, by) {
		if f.Type != nil && f.Type.Union != nil && f.Type.Union.Tree != nil {
			if f.Type.Union.Tree.find(literal) != nil {
				return true
			}
			known = true
		}
	}
	return !known
}

// member reports whether the tag can be in a field, at the path within it.
func (w *pathWalk) member(field *Field, tagPath []string) bool {
	switch {
	case len(tagPath) > 0:
		return field.Type != nil && !field.Encoded && w.value(field.Type, tagPath)
	case field.Const != "":
		if sameLiteral(field.Const, w.literal) {
			return true
		}
	case field.Type == nil || w.literal == "" || canBe(field, w.literal) && !(w.isElsewhere && (field.LeavesOut(w.literal) || w.view && isLostInView(field, w.literal))):
		return true
	}
	w.field = cmp.Or(w.field, field)
	return false
}

func (w *pathWalk) value(t *Type, tagPath []string) bool {
	switch t.Kind {
	case JSON:
		return true
	case RecordType:
		return w.record(t.Record, tagPath)
	case UnionType:
		for _, variant := range t.Union.Variants {
			if w.value(variant.Type, tagPath) {
				return true
			}
		}
		for _, r := range t.Union.Cases {
			if w.record(r, tagPath) {
				return true
			}
		}
	}
	return false
}

package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// member is a field of a record, its own or an embedded one.
type member struct {
	field *spec.Field
	owner *spec.Record
}

// name returns the name of the member in a report.
func (m member) name() string { return m.owner.Name + "." + m.field.Name }

// members returns all members of a record, embedded ones first.
func members(r *spec.Record) []member {
	var list []member
	for _, e := range r.Embed {
		list = append(list, members(e.Record)...)
	}
	for _, f := range r.Fields {
		list = append(list, member{f, r})
	}
	return list
}

// pathOf returns the path of a member in its object: its name, or for a field with a path the names of the path, separated by zero bytes.
func pathOf(f *spec.Field) string {
	if f.Path != nil {
		return strings.Join(f.Path, "\x00")
	}
	return f.Name
}

// isReadAt reports whether a field is read from a path, under its own name or an alias.
func isReadAt(f *spec.Field, at string) bool {
	if at == pathOf(f) {
		return true
	}
	prefix := at[:strings.LastIndexByte(at, 0)+1]
	return slices.ContainsFunc(f.Alias, func(alias string) bool { return prefix+alias == at }) && pathOf(f)[:strings.LastIndexByte(pathOf(f), 0)+1] == prefix
}

// flattened returns the members of the records that can be flattened into a record.
func flattened(r *spec.Record) []member {
	var list []member
	seen := map[*spec.Record]bool{r: true}
	var walk func(list []member)
	walk = func(outer []member) {
		for _, m := range outer {
			if m.field.Inline == spec.InlineNever || m.field.Type == nil {
				continue
			}
			inner := []*spec.Record{m.field.Type.Record}
			if m.field.Type.Kind == spec.UnionType {
				inner = m.field.Type.Union.Cases
			}
			for _, r := range inner {
				if r != nil && !seen[r] {
					seen[r] = true
					list = append(list, members(r)...)
					walk(members(r))
				}
			}
		}
	}
	walk(members(r))
	return list
}

// records compares two records at the same place of a line, or with the same name.
func (c *comparer) records(before, after *spec.Record) {
	c.named("record", before.Name, after.Name, after.Pos, before, after)
	if text := deprecated(before.About, after.About); text != "" {
		c.change(Change{What: "record", Name: after.Name, Text: text, Pos: after.Pos}, before, after)
	}
	c.recordForms(before, after)
	c.embeds(before, after)
	c.goFields(before, after)

	oldMembers, newMembers := members(before), members(after)
	read := map[*spec.Field]bool{} // new fields that have an old one
	for _, m := range oldMembers {
		c.oldMember(m, after, newMembers, read)
	}
	for _, m := range newMembers {
		if !read[m.field] {
			c.newMember(m, before)
		}
	}
	c.order(before, after)
}

// recordForms compares the settings of two records.
func (c *comparer) recordForms(before, after *spec.Record) {
	say := func(text, why string) {
		c.change(Change{What: "record", Name: after.Name, Text: text, Pos: after.Pos, Data: breaks(why)}, before, after)
	}
	switch {
	case before.Shorthand != "" && after.Shorthand == "":
		say("no longer read from a bare string", "a bare string is of a wrong type")
	case before.Shorthand == "" && after.Shorthand != "":
		say("can be a bare string", "")
	}
	switch {
	case before.Open && !after.Open:
		say("not open any more", "strict readers refuse the unknown members that were expected")
	case !before.Open && after.Open:
		say("open", "")
	}
	if before.TagField != nil && (after.TagField == nil || pathOf(before.TagField) != pathOf(after.TagField)) {
		why := ""
		if slices.ContainsFunc(members(before), func(m member) bool { return len(m.field.When) > 0 }) {
			why = "another member decides which fields are in use"
		}
		say("its tag is another member", why)
	}
}

// embeds compares the embeds of two records. They matter only to Go, since members of embedded records are compared as members of the record.
func (c *comparer) embeds(before, after *spec.Record) {
	named := func(r *spec.Record, name string) *spec.Embed {
		return find(r.Embed, func(e *spec.Embed) bool { return e.Record.Name == name })
	}
	for _, e := range before.Embed {
		if n := named(after, cmp.Or(c.renamed[e.Record.Name], e.Record.Name)); n != nil {
			c.pair(e.Record, n.Record)
		} else {
			c.change(Change{What: "embed", Name: after.Name + "." + e.Record.Name, Text: "removed", Pos: e.Pos}, e)
		}
	}
	for _, e := range after.Embed {
		if named(before, e.Record.Name) == nil && !c.paired[e.Record] {
			c.change(Change{What: "embed", Name: after.Name + "." + e.Record.Name, Text: "added", Pos: e.Pos})
		}
	}
}

// goFields compares the fields that are not on the wire.
func (c *comparer) goFields(before, after *spec.Record) {
	named := func(r *spec.Record, name string) *spec.GoField {
		return find(r.GoFields, func(f *spec.GoField) bool { return f.Name == name })
	}
	for _, f := range before.GoFields {
		change := Change{What: "go field", Name: after.Name + "." + f.Name, Pos: f.Pos}
		switch n := named(after, f.Name); {
		case n == nil:
			change.Text = "removed"
			c.change(change, f)
		case n.Go != f.Go:
			change.Text, change.Pos = fmt.Sprintf("%s, was %s", n.Go, f.Go), n.Pos
			c.change(change, f)
		}
	}
	for _, f := range after.GoFields {
		if named(before, f.Name) == nil {
			c.change(Change{What: "go field", Name: after.Name + "." + f.Name, Text: "added", Pos: f.Pos}, f)
		}
	}
}

// order compares the order in which members are written, and the orders that readers expect.
func (c *comparer) order(before, after *spec.Record) {
	names := func(r, other *spec.Record) (list []string) {
		for _, f := range r.Fields {
			if slices.ContainsFunc(other.Fields, func(o *spec.Field) bool { return o.Name == f.Name }) {
				list = append(list, f.Name)
			}
		}
		return slices.Compact(list)
	}
	if a, b := names(before, after), names(after, before); !slices.Equal(a, b) {
		c.change(Change{What: "order", Name: after.Name, Text: "its members are written in another order", Pos: after.Pos})
	}
	expected := func(r *spec.Record) (list []string) {
		add := func(path []string, o *spec.Order) {
			var words []string
			for _, m := range o.Members {
				words = append(words, fmt.Sprint(m.Name, m.Optional))
			}
			list = append(list, fmt.Sprint(path, words))
		}
		for _, o := range r.Orders {
			add(nil, o)
		}
		for _, of := range r.ObjectOrders {
			for _, o := range of.Orders {
				add(of.Path, o)
			}
		}
		return list
	}
	if a, b := expected(before), expected(after); !slices.Equal(a, b) {
		c.change(Change{What: "order", Name: after.Name, Text: "its members are expected in another order, which is a matter of speed", Pos: after.Pos})
	}
}

// oldMember finds the member of the new record that reads an old member, and compares the two.
func (c *comparer) oldMember(m member, after *spec.Record, now []member, read map[*spec.Field]bool) {
	at := pathOf(m.field)
	found := reading(now, at)
	for _, n := range found {
		read[n.field] = true
	}
	if len(found) > 0 {
		c.pairMember(m, found)
		return
	}
	change := Change{What: "member", Name: m.name(), Text: "removed", Pos: m.field.Pos}
	inner := flattened(after)
	i := slices.IndexFunc(inner, func(n member) bool { return isReadAt(n.field, at) })
	switch {
	case says(after, at):
		change.What, change.Text = "tag", "no longer a member: the type of the Go value determines it"
	case i >= 0:
		change.Text = "moved to " + inner[i].owner.Name
		c.pairMember(m, inner[i:i+1])
	case hasOnlyMembers(m.field):
		for _, n := range members(m.field.Type.Record) {
			c.oldMember(n, after, now, read)
		}
	case c.after.View:
		change.Data = breaks("it is skipped")
	case after.Open:
		change.Data = breaks("it is an unknown member, in Extra")
	default:
		change.Data = breaks("it is an unknown member: in Extra, and refused by strict readers")
	}
	c.changeOnce(change, m.field)
}

const wasUnknown = "it was an unknown member of an open record, of any type: strict readers refuse other values"

// changeOnce records a change of a member. A member of an embedded record has the same change in all records that embed it.
func (c *comparer) changeOnce(change Change, f *spec.Field) {
	said := [2]any{f, change.Text + change.Data.Why}
	if !c.seen[said] {
		c.seen[said] = true
		c.change(change, f)
	}
}

// reading returns the members that are read from a path: under their own name, or if there are none, under an alias.
func reading(list []member, at string) []member {
	var named, aliased []member
	for _, m := range list {
		switch {
		case pathOf(m.field) == at:
			named = append(named, m)
		case isReadAt(m.field, at):
			aliased = append(aliased, m)
		}
	}
	if len(named) > 0 {
		return named
	}
	return aliased
}

// says reports whether a record has a member without a field, whose value is determined by the type of the record or of a payload.
func says(r *spec.Record, name string) bool {
	isNamed := func(t *spec.Tag) bool { return t.Name == name }
	return slices.ContainsFunc(r.Tags, isNamed) || slices.ContainsFunc(r.Others, isNamed) ||
		slices.ContainsFunc(members(r), func(m member) bool { return m.field.By == name })
}

// newMember records a member that the old record did not have, and its effect on old lines.
func (c *comparer) newMember(m member, before *spec.Record) {
	f := m.field
	change := Change{What: "member", Name: m.name(), Text: "added", Pos: f.Pos}
	inner := flattened(before)
	i := slices.IndexFunc(inner, func(n member) bool { return isReadAt(f, pathOf(n.field)) })
	switch {
	case says(before, pathOf(f)):
		change.What, change.Text = "tag", "now a member; its value was determined by the type of the Go value"
	case i >= 0:
		change.Text = "moved from " + inner[i].owner.Name
		c.pairMember(inner[i], []member{m})
	case before.Open && !takesAny(f):
		change.Data = breaks(wasUnknown)
	case f.Const != "" && !c.after.View:
		change.Data = breaks("strict readers refuse old lines, which lack it")
	case mustBeThere(f, c.after) && hasOnlyMembers(f):
		for _, n := range members(f.Type.Record) {
			if len(reading(members(before), pathOf(n.field))) == 0 {
				c.newMember(n, before)
			}
		}
	case mustBeThere(f, c.after):
		change.Text = "added, required"
		change.Data = breaks(fmt.Sprintf("old lines lack it: the field is zero, and strict readers refuse them; write `%s?:`", f.Name))
	}
	c.changeOnce(change, f)
}

// hasOnlyMembers reports whether a field is on the line only by the members of its record, which is flattened.
func hasOnlyMembers(f *spec.Field) bool {
	return f.Inline == spec.InlineAlways && f.Type.Record != nil && len(f.Type.Record.Tags) == 0
}

// pairMember compares a member with the fields that read it in the new record: several, if each is used in some cases only.
func (c *comparer) pairMember(m member, found []member) {
	for _, n := range found {
		meant := len(found) == 1 || len(n.field.When) == 0 || len(m.field.When) == 0 ||
			slices.ContainsFunc(m.field.When, func(v string) bool { return slices.Contains(n.field.When, v) })
		if !meant || c.seen[[2]any{m.field, n.field}] {
			continue
		}
		c.seen[[2]any{m.field, n.field}] = true
		c.fields(m, n)
	}
	if why := lostCases(m.field, found); len(found) > 1 && why != "" && !c.seen[[2]any{m.field, nil}] {
		c.seen[[2]any{m.field, nil}] = true
		c.change(Change{What: "member", Name: found[0].name(), Text: "used in fewer cases", Pos: found[0].field.Pos, Data: breaks(why)}, m.field, found[0].field)
	}
}

// lostCases returns a text about values of the record's tag for which a member with several fields has no field any more; "" if there are none. A
// single field is read in all cases.
func lostCases(before *spec.Field, found []member) string {
	var meant []string
	for _, n := range found {
		if len(n.field.When) == 0 {
			return ""
		}
		meant = append(meant, n.field.When...)
	}
	if len(before.When) == 0 {
		return "it is an unknown member in cases other than " + strings.Join(meant, ", ")
	}
	for _, v := range before.When {
		if !slices.Contains(meant, v) {
			return fmt.Sprintf("it is an unknown member in the case %s", v)
		}
	}
	return ""
}

// fields compares two fields for the same member, in one change.
func (c *comparer) fields(m, n member) {
	before, after := m.field, n.field
	var texts []string
	why := ""
	say := func(text, breaks string) {
		if text != "" {
			texts = append(texts, text)
		}
		why = cmp.Or(why, breaks)
	}
	newName := "" // why a name that is read now breaks lines
	if m.owner.Open && !takesAny(after) {
		newName = wasUnknown
	}
	c.fieldNames(before, after, newName, say)
	switch {
	case before.Const != "" || after.Const != "":
		c.constants(before, after, say)
	case before.Type != nil && after.Type != nil:
		c.fieldTypes(before, after, say)
	}
	c.presenceOf(before, after, say)
	if before.Inline != after.Inline {
		say(inlineTexts[after.Inline], unreadForm(after.Inline))
	}
	if before.By != after.By {
		say(fmt.Sprintf("chosen by %q, was by %q", after.By, before.By), "another member chooses the case")
	}
	if before.Usual != after.Usual || before.Zero != after.Zero || !slices.Equal(before.Flat, after.Flat) {
		say("written differently if it is not set", "")
	}
	if !slices.Equal(before.When, after.When) {
		say("used in other cases", "")
	}
	say(deprecated(before.About, after.About), "")
	if len(texts) == 0 && why == "" {
		return
	}
	text := cmp.Or(strings.Join(texts, "; "), "changed")
	c.change(Change{What: "member", Name: n.name(), Text: text, Pos: after.Pos, Data: breaks(why)}, before, after)
}

var inlineTexts = map[spec.Inline]string{
	spec.InlineNever: "always nested", spec.InlineAccepted: "nested or flattened", spec.InlineAlways: "always flattened",
}

// unreadForm says what lines have in the form of a member that is not read any more; "" if both forms are read.
func unreadForm(now spec.Inline) string {
	switch now {
	case spec.InlineNever:
		return "flattened members are unknown ones"
	case spec.InlineAlways:
		return "a nested record is an unknown member"
	}
	return ""
}

// fieldNames compares the names of a member, on the wire and in Go.
func (c *comparer) fieldNames(before, after *spec.Field, newName string, say func(text, breaks string)) {
	if pathOf(before) != pathOf(after) {
		why := newName
		if isReadAt(before, pathOf(after)) {
			why = ""
		}
		say(fmt.Sprintf("written as %q, which was %q", after.Name, before.Name), why)
	}
	var lost []string
	for _, alias := range before.Alias {
		at := pathOf(before)[:strings.LastIndexByte(pathOf(before), 0)+1] + alias
		if !isReadAt(after, at) {
			lost = append(lost, fmt.Sprintf("%q", alias))
		}
	}
	if len(lost) > 0 {
		say("without the alias "+strings.Join(lost, ", "), "lines that have the other name have an unknown member")
	}
	for _, alias := range after.Alias {
		if alias != before.Name && !slices.Contains(before.Alias, alias) {
			say(fmt.Sprintf("with the alias %q", alias), newName)
		}
	}
	if before.GoName != after.GoName && before.Const == "" && after.Const == "" {
		say(fmt.Sprintf("named %s in Go, was %s", after.GoName, before.GoName), "")
	}
}

// constants compares two fields of which one is constant.
func (c *comparer) constants(before, after *spec.Field, say func(text, breaks string)) {
	switch {
	case before.Const == after.Const:
	case before.Const == "":
		say("always "+after.Const, "strict readers refuse other values")
	case after.Const == "":
		say("no longer always "+before.Const, c.constReads(before.Const, after.Type))
	default:
		say(fmt.Sprintf("always %s, was %s", after.Const, before.Const), "strict readers refuse the old value")
	}
}

// constReads returns the reason why a literal is not a value of a type; "" if it is one.
func (c *comparer) constReads(literal string, t *spec.Type) string {
	from, value := &spec.Type{Kind: spec.Number}, literal
	switch {
	case strings.HasPrefix(literal, `"`):
		from.Kind, value = spec.String, unquoted(literal)
	case literal == "true" || literal == "false":
		from.Kind = spec.Bool
	case !strings.ContainsAny(literal, ".eE"):
		from.Kind = spec.Int
	}
	if t.Kind == spec.EnumType && jsonType(t) == jsonType(from) && slices.ContainsFunc(t.Enum.Values, func(v *spec.EnumValue) bool { return v.Value == value }) {
		return ""
	}
	return c.reads(from, t)
}

// fieldTypes compares the types of two fields, and whether they are required.
func (c *comparer) fieldTypes(before, after *spec.Field, say func(text, breaks string)) {
	switch {
	case before.Encoded && !after.Encoded && !isKinds(after.Type) && jsonType(after.Type) != "string" && after.Type.Kind != spec.JSON:
		say("no longer JSON in a string", "a string is of a wrong type")
	case !before.Encoded && after.Encoded:
		say("JSON in a string", "other values are of a wrong type")
	case before.Encoded != after.Encoded:
		say(fmt.Sprintf("%s, was %s", typeText(after), typeText(before)), c.reads(&spec.Type{Kind: spec.String}, after.Type))
	default:
		why := c.reads(before.Type, after.Type)
		text := ""
		if a, b := typeText(before), typeText(after); a != b {
			text = fmt.Sprintf("%s, was %s", b, a)
		}
		say(text, why)
	}
	switch {
	case before.Default == after.Default:
	case before.Default == "":
		say("with the default "+after.Default, "")
	case after.Default == "":
		say("without the default "+before.Default, "")
	default:
		say(fmt.Sprintf("with the default %s, was %s", after.Default, before.Default), "absence means another value")
	}
	switch {
	case !before.Lazy && after.Lazy:
		say("decoded on demand", "")
	case before.Lazy && !after.Lazy:
		say("decoded with its line", "")
	}
}

// takesAny reports whether strict readers accept any value for a member, and its absence.
func takesAny(f *spec.Field) bool {
	return f.Optional && f.Const == "" && f.Type.Kind == spec.JSON && !f.Encoded && f.Zero == ""
}

// presenceOf compares whether the members of two fields may be absent or null.
func (c *comparer) presenceOf(before, after *spec.Field, say func(text, breaks string)) {
	why := "" // that only one of the specs is a view is reported once, not for each member
	if !mustBeThere(before, c.after) && mustBeThere(after, c.after) {
		why = "lines that lack it are refused by strict readers, and the field is zero"
	}
	switch {
	case before.Optional && !after.Optional:
		say("required", why)
	case !before.Optional && after.Optional:
		say("optional", why)
	default:
		say("", why)
	}
	why = ""
	if takesNull(before, c.after) && !takesNull(after, c.after) {
		why = "a null is refused by strict readers, and the field is zero"
	}
	switch {
	case before.Nullable && !after.Nullable:
		say("never null", why)
	case !before.Nullable && after.Nullable:
		say("can be null", why)
	default:
		say("", why)
	}
}

// mustBeThere reports whether strict readers of a spec refuse lines without a member.
func mustBeThere(f *spec.Field, in *spec.Model) bool {
	switch {
	case f.Optional || len(f.When) > 0 || in.View || f.CanBeEmpty():
		return false
	case f.Inline == spec.InlineAlways && f.Type.Record != nil: // its members are those of the record around it
		r := f.Type.Record
		return len(r.Tags) > 0 || slices.ContainsFunc(members(r), func(m member) bool { return mustBeThere(m.field, in) })
	}
	return true
}

// takesNull reports whether strict readers of a spec accept null for a member: also where it means the same as
// absence, and where a nil in Go is written as null.
func takesNull(f *spec.Field, in *spec.Model) bool {
	switch {
	case f.Const != "":
		return f.Const == "null"
	case f.Nullable || !mustBeThere(f, in):
		return true
	}
	return (f.Type.Kind == spec.JSON || f.Type.Kind == spec.UnionType) && f.Zero == ""
}

// typeText returns the type of a field as a spec writes it, with its Go type, and without null, which is compared by itself.
func typeText(f *spec.Field) string {
	plain := *f
	plain.Nullable = false
	text, elem := plain.TypeText(), f.Type
	for elem.Elem != nil {
		elem = elem.Elem
	}
	if elem.Kind == spec.GoText {
		text += " of " + elem.GoType.Package + "." + elem.GoType.Name
	}
	return text
}

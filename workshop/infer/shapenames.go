package infer

import (
	"strings"
)

// shapeNames has names of types for members that are the same in many protocols. They are used where the names of the members that have such an
// object have no common end: start and end, from and to.
var shapeNames = []struct {
	name    string
	members []string
}{
	{"position", []string{"line", "column"}},
	{"position", []string{"line", "character"}},
	{"position", []string{"line", "col"}},
	{"position", []string{"row", "column"}},
	{"position", []string{"row", "col"}},
	{"range", []string{"start", "end"}},
	{"change", []string{"old", "new"}},
	{"change", []string{"before", "after"}},
	{"point", []string{"x", "y"}},
	{"size", []string{"width", "height"}},
	{"money", []string{"amount", "currency"}},
	{"coordinates", []string{"latitude", "longitude"}},
	{"coordinates", []string{"lat", "lon"}},
	{"coordinates", []string{"lat", "lng"}},
}

// shapeName returns the name for a record that has two members of [shapeNames], and at most one other member. It returns the name of the member if
// there is only one, or only one that all of several objects have, and "" for other records.
func (o *object) shapeName() string {
	if o.discriminator != nil || o.isMap {
		return ""
	}
	for _, s := range shapeNames {
		if len(o.members) <= 3 && o.byName[s.members[0]] != nil && o.byName[s.members[1]] != nil {
			return s.name
		}
	}
	var always []*member
	for _, m := range o.members {
		if m.objects == o.count {
			always = append(always, m)
		}
	}
	if len(o.members) == 1 || len(always) == 1 && len(o.members) <= 3 && o.count > 1 && !isFreeText(always[0].name) && isTagName([]string{always[0].name}) == 0 {
		return append(always, o.members...)[0].name
	}
	return ""
}

// wrapper returns the name of the only member of a record if it begins with a dollar and has a scalar, as {"$oid":"..."} and {"$date":"..."} do: it is
// the name of the type of the value. It returns "" for other records.
func (o *object) wrapper() string {
	if o.discriminator != nil || o.isMap || len(o.members) != 1 {
		return ""
	}
	name, ok := strings.CutPrefix(o.members[0].name, "$")
	if types := o.members[0].jsonTypes(); !ok || !isWord([]byte(name)) || len(types) != 1 || types[0] == "object" || types[0] == "array" {
		return ""
	}
	return name
}

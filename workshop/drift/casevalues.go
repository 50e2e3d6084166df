package drift

import (
	"encoding/json"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// caseValues counts what was seen at an unknown name of an external union.
type caseValues struct {
	bare    int64         // names without a value
	objects int64         // names whose value is an object
	other   bool          // some name has another value
	members []*caseMember // of the objects
}

// caseMember is one member of the objects.
type caseMember struct {
	name    string
	objects int64 // number of objects that have it
	seen    shape
}

// maxCaseMembers is the largest number of members that the record of a new case can have.
const maxCaseMembers = 64

// add counts a value of an external union with an unknown name.
func (a *caseValues) add(value []byte, adjacent *spec.Adjacent) {
	var content json.RawMessage
	if value[0] == '{' {
		var members map[string]json.RawMessage
		_ = json.Unmarshal(value, &members) // valid JSON
		for name, v := range members {
			if adjacent == nil || name == adjacent.Content {
				content = v
			}
		}
	}
	switch {
	case len(content) == 0, content[0] == 'n':
		a.bare++
		return
	case content[0] != '{':
		a.other = true
		return
	}
	a.objects++
	w := walker{data: content, names: map[int]map[string]int{}}
	w.cut(0)
	for k, p := range w.parts {
		if name := string(w.name(p)); w.find(0, len(w.parts), name) == &w.parts[k] { // the last one with this name
			a.member(name).add(content[p.value:p.end])
		}
	}
}

// member returns the member with a name, and adds it if there is none.
func (a *caseValues) member(name string) *caseMember {
	for _, m := range a.members {
		if m.name == name {
			return m
		}
	}
	m := &caseMember{name: name}
	if len(a.members) <= maxCaseMembers {
		a.members = append(a.members, m)
	}
	return m
}

func (m *caseMember) add(value []byte) {
	m.objects++
	m.seen.add(value)
}

// merge adds the counts of another gap.
func (a *caseValues) merge(o *caseValues) {
	a.bare += o.bare
	a.objects += o.objects
	a.other = a.other || o.other
	for _, from := range o.members {
		to := a.member(from.name)
		to.objects += from.objects
		to.seen.merge(&from.seen)
	}
}

// record returns the record of a new case, as YAML in flow style; name is its name. It is open if some members cannot be declared.
func (a *caseValues) record(name string) string {
	var parts, texts []string
	var fields []draft.Field
	for _, m := range a.members {
		if !draft.IsField(m.name) {
			parts = []string{"open: true"}
			continue
		}
		fields = append(fields, draft.Field{Name: m.name, Type: m.seen.spec(), Optional: m.objects < a.objects})
	}
	draft.NameFields(name, fields)
	for _, f := range fields {
		if f.Optional {
			f.Name += "?"
		}
		if f.Go != "" {
			f.Type = "{type: " + draft.Flow(f.Type) + ", go: " + f.Go + "}"
		}
		texts = append(texts, inFlow(draft.Plain(f.Name), f.Type))
	}
	if len(texts) > 0 {
		parts = append(parts, "fields: {"+strings.Join(texts, ", ")+"}")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

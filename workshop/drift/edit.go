package drift

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// edit is a change of a spec file: a new entry of a mapping, a new element of a list, or another type of a member.
type edit struct {
	gap     *gap
	path    []string // the keys of the mapping or list; missing ones are created
	pos     spec.Pos // the discriminator at which the path begins; the zero Pos for the root
	key     string   // as YAML
	values  []string // as YAML; the next one is used if the key gives no Go name or kind, or one that is taken
	retype  *retype  // the new type of the member at pos, instead of an entry
	record  string   // a record to declare, as YAML, of which values are the names; "" for none
	payload *branch  // the branch at pos that is to lead to json
	open    []string // what to write if none of the values loads: the path and the value of an entry, which accepts anything
	opens   string   // why only open is written, and no entry; "" if the entry is tried first
	used    int      // the number of the last way that was tried
	refused string   // the reason if there is no edit
}

// edit returns the edit that closes the gap, and its file. It changes a type only if types is set. If the member's presence chooses a case, it changes
// the type to one that allows null only if there were no nulls.
func (g *gap) edit(types, chooses bool, nulls int64) (string, edit) {
	goName := (&draft.TypeNames{}).Take(g.tag)
	switch {
	case g.record != nil:
		return g.record.spec.Pos.File, g.newMember(goName)
	case g.enum != nil:
		return g.enum.spec.Pos.File, g.newEnumValue(goName)
	case g.discriminator != nil:
		return g.discriminator.node.Pos.File, g.newCase(goName)
	case g.member == nil || g.member.field == nil:
		return "", edit{gap: g, refused: "an object with a tag is expected, and lines have another value"}
	case g.payload != nil && types:
		return g.payload.pos.File, edit{gap: g, pos: g.payload.pos, payload: g.payload}
	case g.payload != nil || !types:
		return "", edit{gap: g, refused: g.byHand()}
	}
	return g.member.field.Pos.File, g.newType(chooses, nulls)
}

// newMember returns the edit that declares an unknown member.
func (g *gap) newMember(goName string) edit {
	e := edit{gap: g}
	if !g.absent {
		e.open = []string{"records", g.record.spec.Name, "open", "true"}
	}
	switch name := g.record.spec.Name; {
	case g.crowd:
		e.opens = g.crowdReason()
		return e
	case !draft.IsField(g.tag):
		e.opens = fmt.Sprintf("a field cannot have the name %q, which is empty or ends in a question mark: `open: true` accepts all members that the record %s does not have; new ones are no longer drift", g.tag, name)
		return e
	}
	if tag := g.record.members[g.tag]; g.absent && len(tag) > 0 { // its field must hold all values of the tag
		g.seen.merge(&tag[0].value.seen)
		g.seen.add([]byte(tag[0].fixed.Literals[0]))
	}
	typ := g.seen.spec()
	e.path, e.key = []string{"records", g.record.spec.Name, "fields"}, draft.Plain(g.tag+"?")
	e.values = append([]string{typ}, withNumbers("{type: "+draft.Flow(typ)+", go: "+goName, "}")...)
	return e
}

// newEnumValue returns the edit that declares an unknown value of an enum.
func (g *gap) newEnumValue(goName string) edit {
	e := edit{gap: g, path: []string{"enums", g.enum.spec.Name, "values"}, key: draft.Plain(g.tag)}
	e.open = []string{"enums", g.enum.spec.Name, "open", "true"}
	if g.crowd {
		e.opens = "there are too many values, or they are too long: `open: true` accepts all values; new ones are no longer drift"
		return e
	}
	if g.enum.spec.Int {
		e.key = g.tag
	}
	e.values = append([]string{""}, withNumbers(goName, "")...)
	return e
}

// newCase returns the edit that declares an unknown case of a union.
func (g *gap) newCase(goName string) edit {
	n := g.discriminator.node
	e := edit{gap: g, pos: n.Pos, values: []string{"json"}}
	others := []string{"{to: json, kind: other2}", "{to: json, kind: other3}"}
	switch {
	case n.External:
		if reason := g.external(&e, goName); reason != "" {
			e.refused = fmt.Sprintf("%v: %s", n.Pos, reason)
		}
	case g.crowd:
		e.key, e.opens = otherwise, "there are too many tags, or they are too long: `otherwise: json` accepts all of them; new ones are no longer drift"
		e.values = append(e.values, others...)
	case n.Has && !g.named:
		e.key = otherwise
		e.values = append(e.values, others...)
	case !g.named:
		e.key = "absent"
		e.values = append(e.values, "{to: json, kind: absent2}", "{to: json, kind: absent3}")
	case g.tag[0] == '{' || g.tag[0] == '[':
		e.key, e.opens = otherwise, "a tag is an object or a list, which only `otherwise: json` accepts; new tags are no longer drift"
		e.values = append(e.values, others...)
	default:
		e.open = []string{otherwise, "json"}
		if e.path = []string{"cases"}; n.Has {
			e.path = []string{"has"}
		}
		g.nameCase(&e)
	}
	return e
}

// nameCase fills in the key of a case for a text, number or other literal, and the values with names that may be free.
func (g *gap) nameCase(e *edit) {
	text, isText := decoder.Raw(g.tag).Text()
	if e.key = draft.CaseKey(text); !isText {
		e.key, text = g.tag, "n"+g.tag
	}
	name := (&draft.TypeNames{}).Take(text)
	e.values = append(e.values, withNumbers("{to: json, go: "+name, "}")...)
	e.values = append(e.values, "{to: json, kind: "+draft.Quote(text+"2")+"}")
	for n := 2; n < 5; n++ { // the text 3 beside the numbers 3 and 32
		e.values = append(e.values, fmt.Sprintf("{to: json, kind: %s, go: %sText%d}", draft.Quote(fmt.Sprintf("%s_%d", text, n)), name, n))
	}
}

// newType returns the edit that gives a member a wider type.
func (g *gap) newType(chooses bool, nulls int64) edit {
	e := edit{gap: g}
	r, ok := g.retype()
	r.presence = chooses && r.new != r.old && r.takesNull()
	pos := g.member.field.Pos
	switch {
	case !ok && (g.member.field.By != "" || g.member.field.Inline != spec.InlineNever):
		e.refused = g.byHand()
	case !ok:
		e.pos, e.retype = pos, &retype{old: written(g.member.field), new: "json", optional: g.lacks > 0, notNull: chooses && nulls > 0}
	case r.presence && nulls > 0 && (g.wrong.types[typeNull] || r.optional):
		e.refused = fmt.Sprintf("%v: the presence of this member chooses a case (`has:`), for which a null does not count, and objects with null (%d times) would get this case: choose by another member, then change the type", pos, nulls)
	case r.presence && nulls > 0: // only json can say that it takes anything but null
		e.pos, e.retype = pos, &retype{old: r.old, new: "json", notNull: true}
	default:
		r.notNull = chooses && nulls > 0
		e.pos, e.retype = pos, &r
	}
	return e
}

// otherwise is the key of the case for all other values of a tag.
const otherwise = "otherwise"

// withNumbers returns texts with the numbers from 2 on between before and after.
func withNumbers(before, after string) (list []string) {
	for n := 2; n < 6; n++ {
		list = append(list, before+strconv.Itoa(n)+after)
	}
	return list
}

// tries returns the number of ways to make the edit.
func (e *edit) tries() int {
	switch {
	case e.retype != nil:
		return retypeWays
	case e.payload != nil:
		return 1
	case len(e.open) > 0:
		return len(e.values) + 1
	}
	return len(e.values)
}

// in applies the edit to a text, in one of e.tries() ways. Positions are those in the original.
func (e *edit) in(original, text string, try int) (string, error) {
	if e.retype != nil {
		return e.retype.in(original, text, e.pos, try)
	}
	if e.payload != nil {
		return e.payload.toJSON(original, text)
	}
	if try == len(e.values) {
		return e.openIn(original, text)
	}
	if name := e.values[try]; e.record != "" {
		root, err := rootOf(text)
		if err != nil {
			return "", err
		}
		if child(child(root, "records"), name) != nil {
			return "", fmt.Errorf("drift: the spec has another record %s", name)
		}
		if text, err = insert(text, []string{"records"}, name, e.record); err != nil {
			return "", err
		}
	}
	path, value := e.path, e.values[try]
	if e.pos.File != "" {
		find := pathOf
		if e.gap.discriminator.node.External {
			find = pathOfExternal
		}
		at, err := find(original, e.pos)
		if err != nil {
			return "", err
		}
		path = append(at, path...)
	}
	if e.key == otherwise && e.gap.discriminator != nil && len(e.path) == 0 { // another finding may need it, too
		return insertOnce(text, path, e.key, value)
	}
	return insert(text, path, e.key, value)
}

// openIn writes e.open. A record or discriminator that is open already stays.
func (e *edit) openIn(original, text string) (string, error) {
	path, value := e.open[:len(e.open)-1], e.open[len(e.open)-1]
	if e.gap.record == nil {
		return e.openAt(original, text, path, value)
	}
	for _, r := range e.gap.records {
		if r.spec.Pos.File != e.gap.record.spec.Pos.File {
			return "", fmt.Errorf("drift: the record %s is in another file", r.spec.Name)
		}
		var err error
		if text, err = e.openAt(original, text, []string{"records", r.spec.Name, "open"}, value); err != nil {
			return "", err
		}
	}
	return text, nil
}

// openAt adds an entry with a path, unless there is one already.
func (e *edit) openAt(original, text string, path []string, value string) (string, error) {
	if e.pos.File != "" {
		at, err := pathOf(original, e.pos)
		if err != nil {
			return "", err
		}
		path = append(at, path...)
	}
	return insertOnce(text, path[:len(path)-1], path[len(path)-1], value)
}

// insertOnce inserts an entry, unless the mapping has its key already.
func insertOnce(text string, path []string, key, value string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	for _, name := range append(slices.Clip(path), key) {
		n = child(n, name)
	}
	if n != nil {
		return text, nil
	}
	return insert(text, path, key, value)
}

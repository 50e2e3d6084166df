package drift

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Patch has the changes of a spec that declare the findings of a Comparer: unknown members, cases and enum values are added, and members with
// values of another JSON type get a wider type.
type Patch struct {
	Changes []Change  // of the spec and of the files that it imports, by file
	Retyped []Retyped // members whose types the changes replace
	Opened  []Opened  // declarations that accept anything new from now on
	Left    []Left    // findings that are not in the changes, in the order in which they were found
}

// Opened is a declaration that a patch opens, because it cannot declare what lines have there: a discriminator gets `otherwise:`, a record or an enum
// `open: true`. From then on, new cases, members or values of it are no longer found.
type Opened struct {
	What   decoder.DriftKind // what is no longer found there
	Path   string            // of the first finding
	Count  int64
	Pos    spec.Pos
	Reason string // safe for terminals: text of a log is escaped
}

// PatchOptions limits what a patch changes.
type PatchOptions struct {
	KeepTypes bool // change no declared type, so that Go programs still compile: members with values of another JSON type are in Left
	Rare      bool // include rare values, see [Comparer.Patch]
}

// Change is the old and the new text of a file.
type Change struct {
	File     string
	Old, New []byte
}

// Left is a finding that a patch does not declare, and the reason.
type Left struct {
	What   decoder.DriftKind
	Path   string // of the first finding
	Count  int64
	Reason string // safe for terminals: text of a log is escaped
}

// Patch declares the findings so far. New members are optional, and have the type of all values that were seen; the type is json if the values
// have several types or are objects. A new case is json: known, but without a record, which the maintainer adds. A new case of an external union has a
// record with the members that were seen. The spec loads with the changes; a change that would be a mistake is in Left instead. Required members that
// some objects lack become optional. A member with a value of an external union that no case can have becomes json.
//
// Where none of this loads, the patch opens the record or the enum (see Opened), or writes json: for the member, or else for the case or member that
// leads to its record. So after a patch with PatchOptions.Rare, a Comparer of the changed spec finds nothing in the same lines, except what is in Left.
// The error is an error of reading the files, or says that they have changed since New.
//
// Values of another JSON type, also of tags, and texts that are not a time or not base64 are in Left if they are at most one in
// 1000 values of their member: a single damaged line must not widen a type. Null is never rare.
func (c *Comparer) Patch(o PatchOptions) (Patch, error) {
	var p Patch
	gaps := c.merged()
	if !o.Rare {
		gaps = p.withoutRare(c, gaps)
	}
	if !o.KeepTypes {
		gaps = c.noCases(gaps)
	}
	shareUnions(gaps)
	gaps = withoutOverfull(gaps)
	byFile, failed := p.edits(c, gaps, !o.KeepTypes)
	texts := texts{}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		t, err := texts.of(file)
		if err != nil {
			return p, err
		}
		failed = append(failed, p.change(t, byFile[file])...)
	}
	if !o.KeepTypes {
		var err error
		if failed, err = p.replaceHolders(texts, failed); err != nil {
			return p, err
		}
	}
	slices.SortStableFunc(failed, func(a, b failure) int { return cmp.Compare(a.gap.number, b.gap.number) })
	for _, f := range failed {
		p.Left = append(p.Left, f.gap.left(f.reason)...)
	}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		if t := texts[file]; t.now != t.original {
			p.Changes = append(p.Changes, Change{file, []byte(t.original), []byte(t.now)})
		}
	}
	return p, nil
}

// texts has the spec files with the changes so far, by name.
type texts map[string]*specText

type specText struct{ file, original, now string }

// of returns a file, which it reads when it is asked for first.
func (all texts) of(file string) (*specText, error) {
	if t := all[file]; t != nil {
		return t, nil
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("drift: cannot read the spec again: %w", err)
	}
	all[file] = &specText{file, string(old), string(old)}
	return all[file], nil
}

// failure is a gap that no edit closed, and why.
type failure struct {
	gap    *gap
	reason string
}

// withoutRare returns the gaps without their rare values, which it adds to p.Left.
func (p *Patch) withoutRare(c *Comparer, gaps []*gap) (frequent []*gap) {
	for _, g := range gaps {
		rare := c.takeRare(g)
		if rare > 0 {
			p.Left = append(p.Left, Left{What: g.what, Path: g.path, Count: rare, Reason: fmt.Sprintf("rare, %s: look at the line; --rare takes it, too", g.share(c, rare))})
		}
		if rare == 0 || rare != g.total() {
			frequent = append(frequent, g)
		}
	}
	return frequent
}

// edits returns the edits that close the gaps, by file, and the gaps that no edit can close.
func (p *Patch) edits(c *Comparer, gaps []*gap, types bool) (byFile map[string][]edit, failed []failure) {
	byFile = map[string][]edit{}
	for _, g := range gaps {
		chooses, nulls := c.presence(g.member)
		file, e := g.edit(types, chooses, nulls)
		if absent, rest := g.parts(); e.refused != "" && absent != nil && types { // it can be optional, although its type stays
			if file, optional := absent.edit(true, chooses, nulls); optional.refused == "" {
				byFile[file] = append(byFile[file], optional)
				g = rest
				_, e = g.edit(true, chooses, nulls)
			}
		}
		if e.refused != "" {
			failed = append(failed, failure{g, e.refused})
			continue
		}
		if e.retype != nil {
			e.retype.getters = c.getters(g.member.field)
		}
		byFile[file] = append(byFile[file], e)
	}
	return byFile, failed
}

// getters returns the paths of the getters that return a member, as keys of the spec.
func (c *Comparer) getters(f *spec.Field) (paths [][]string) {
	var of func(m *spec.Model)
	of = func(m *spec.Model) {
		for _, u := range m.Unions {
			for _, g := range u.Getters {
				if g.Member == f.Name && slices.ContainsFunc(u.Cases, func(r *spec.Record) bool { return hasField(r, f) }) {
					paths = append(paths, []string{"unions", u.Name, "getters", g.GoName})
				}
			}
		}
		for _, i := range m.Imports {
			of(i.Model)
		}
	}
	of(c.model)
	return paths
}

// hasField reports whether a field is one of a record, or of a record that it embeds.
func hasField(r *spec.Record, f *spec.Field) bool {
	return slices.Contains(r.Fields, f) || slices.ContainsFunc(r.Embed, func(e *spec.Embed) bool { return hasField(e.Record, f) })
}

// change makes the edits of a file after which it still loads, and records each of them. It returns the gaps of the others.
func (p *Patch) change(t *specText, edits []edit) (failed []failure) {
	file, original := t.file, t.original
	list, refused := make([]rewrite, len(edits)), make([]string, len(edits))
	for n, e := range edits {
		in := func(try int) func(text string) (string, error) {
			return func(text string) (string, error) {
				edits[n].used = try
				return e.in(original, text, try)
			}
		}
		list[n] = rewrite{in: in(0), left: func(reason string) { refused[n] = reason }}
		for try := 1; try < e.tries(); try++ {
			list[n].otherwise = append(list[n].otherwise, in(try))
		}
	}
	t.now = apply(file, original, list)
	for n := range edits {
		e := &edits[n]
		switch q := e.gap.discriminator; {
		case refused[n] == "":
			p.record(e)
		case q != nil && isReplaced(q, edits, refused):
		case e.payload != nil || e.retype != nil:
			failed = append(failed, failure{e.gap, e.gap.byHand() + " (" + refused[n] + ")"})
		default:
			failed = append(failed, failure{e.gap, refused[n]})
		}
	}
	return failed
}

// record records an edit that was made.
func (p *Patch) record(e *edit) {
	switch {
	case e.opens != "" || len(e.open) > 0 && e.used >= len(e.values):
		p.opened(e)
	case e.payload != nil:
		name := e.payload.name()
		p.Retyped = append(p.Retyped, Retyped{e.gap.path, e.gap.total(), e.pos, name + ": " + e.payload.target(), name + ": json"})
	case e.retype != nil:
		p.Retyped = append(p.Retyped, Retyped{e.gap.path, e.gap.total(), e.pos, e.retype.old, e.retype.words(e.used)})
	}
}

// opened records that an edit opened a declaration, once for each declaration.
func (p *Patch) opened(e *edit) {
	o := Opened{e.gap.what, e.gap.path, e.gap.total(), e.pos, e.opens}
	switch g := e.gap; {
	case g.record != nil:
		o.Pos = g.record.spec.Pos
		o.Reason = cmp.Or(o.Reason, "the spec would not load with this member: `open: true` accepts all members that the record "+g.record.spec.Name+" does not have; new ones are no longer drift")
	case g.enum != nil:
		o.Pos = g.enum.spec.Pos
		o.Reason = cmp.Or(o.Reason, "the spec would not load with this value: `open: true` accepts all values; new ones are no longer drift")
	default:
		o.Reason = cmp.Or(o.Reason, "the spec would not load with this case: `otherwise: json` accepts all tags; new ones are no longer drift")
	}
	for n := range p.Opened {
		if p.Opened[n].Pos == o.Pos && p.Opened[n].What == o.What {
			p.Opened[n].Count += o.Count
			return
		}
	}
	p.Opened = append(p.Opened, o)
}

// parts returns the part of a gap that says that a required member is absent, and the other part, which says that it has other values. absent is nil if
// the gap does not have both parts.
func (g *gap) parts() (absent, rest *gap) {
	if g.member == nil || g.member.field == nil || g.payload != nil || g.lacks == 0 || g.seen.isEmpty() {
		return nil, nil
	}
	absent = &gap{gapKey: g.gapKey, via: g.via, number: g.number, path: g.path, count: g.lacks, lacks: g.lacks}
	other := *g
	other.count, other.lacks, other.absent = g.count-g.lacks, 0, false
	return absent, &other
}

// presence reports whether the presence of a member chooses a case and a null does not, and the number of objects with such a null. They would get
// another case if the type allowed null.
func (c *Comparer) presence(m *member) (chooses bool, nulls int64) {
	if m == nil {
		return false, 0
	}
	for _, q := range c.table.discriminators {
		if a := q.branches[m.name]; a != nil && a.notNull {
			chooses, nulls = true, nulls+a.nulls
		}
	}
	return chooses, nulls
}

// merged returns the gaps in the order in which they were found. Gaps that are closed by the same declaration are merged: a record has the members
// of embedded records, a discriminator can be part of several unions, and a member can have wrong values of several kinds.
func (c *Comparer) merged() []*gap {
	var list []*gap
	same := map[string]*gap{}
	for _, g := range slices.SortedFunc(maps.Values(c.gaps), func(a, b *gap) int { return cmp.Compare(a.number, b.number) }) {
		merged := *g
		merged.wrong = *g.wrong.clone()
		merged.records = []*record{g.record}
		if g.holder != nil {
			merged.holders = []*gap{g}
		}
		list = append(list, &merged)
	}
	members := map[*spec.Record]map[string]*gap{}
	for _, g := range list {
		if g.record != nil {
			if members[g.record.spec] == nil {
				members[g.record.spec] = map[string]*gap{}
			}
			members[g.record.spec][g.tag] = g
		}
	}
	return slices.DeleteFunc(list, func(g *gap) bool {
		var other *gap
		key := ""
		switch {
		case g.record != nil:
			other = embedded(g.record.spec, g.tag, members)
		case g.discriminator != nil:
			key = fmt.Sprint(g.discriminator.node.Pos, g.named, g.crowd, g.tag)
		case g.payload != nil:
			key = fmt.Sprint("payload", g.payload.pos, g.payload.key)
		case g.member != nil && g.member.field != nil:
			key = fmt.Sprint(g.member.field.Pos)
		}
		if key != "" {
			if other = same[key]; other == nil {
				same[key] = g
			}
		}
		if other == nil {
			return false
		}
		other.count += g.count
		other.records = append(other.records, g.records...)
		other.via = slices.Concat(other.via, g.via)
		other.seen.merge(&g.seen)
		other.caseValues.merge(&g.caseValues)
		other.holders = append(other.holders, g.holders...)
		for t, n := range g.counts {
			other.counts[t] += n
		}
		other.lacks += g.lacks
		other.wrong.merge(&g.wrong)
		if other.what != g.what {
			other.also = append(other.also, g)
			other.count -= g.count
		}
		return true
	})
}

// embedded returns the gap for the same member in a record that r embeds, the innermost one, nil if there is none.
func embedded(r *spec.Record, member string, members map[*spec.Record]map[string]*gap) *gap {
	for _, e := range r.Embed {
		if g := embedded(e.Record, member, members); g != nil {
			return g
		}
		if g := members[e.Record][member]; g != nil {
			return g
		}
	}
	return nil
}

func (g *gap) left(reason string) []Left {
	list := []Left{{What: g.what, Path: g.path, Count: g.count, Reason: reason}}
	for _, a := range g.also {
		list = append(list, Left{What: a.what, Path: a.path, Count: a.count, Reason: reason})
	}
	return list
}

func (g *gap) total() int64 {
	n := g.count
	for _, a := range g.also {
		n += a.count
	}
	return n
}

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
	const otherwise = "otherwise"
	any := []string{"{to: json, kind: other2}", "{to: json, kind: other3}"}
	switch {
	case n.External:
		if reason := g.external(&e, goName); reason != "" {
			e.refused = fmt.Sprintf("%v: %s", n.Pos, reason)
		}
	case g.crowd:
		e.key, e.opens = otherwise, "there are too many tags, or they are too long: `otherwise: json` accepts all of them; new ones are no longer drift"
		e.values = append(e.values, any...)
	case n.Has && !g.named:
		e.key = otherwise
		e.values = append(e.values, any...)
	case !g.named:
		e.key = "absent"
		e.values = append(e.values, "{to: json, kind: absent2}", "{to: json, kind: absent3}")
	case g.tag[0] == '{' || g.tag[0] == '[':
		e.key, e.opens = otherwise, "a tag is an object or a list, which only `otherwise: json` accepts; new tags are no longer drift"
		e.values = append(e.values, any...)
	default:
		e.open = []string{otherwise, "json"}
		var text string
		e.key = g.tag
		if json.Unmarshal([]byte(g.tag), &text) == nil && g.tag[0] == '"' {
			e.key = draft.Plain(text)
		} else {
			text = "n" + g.tag
		}
		if e.path = []string{"cases"}; n.Has {
			e.path = []string{"has"}
		}
		name := (&draft.TypeNames{}).Take(text)
		e.values = append(e.values, withNumbers("{to: json, go: "+name, "}")...)
		e.values = append(e.values, "{to: json, kind: "+draft.Quote(text+"2")+"}")
		for n := 2; n < 5; n++ { // the text 3 beside the numbers 3 and 32
			e.values = append(e.values, fmt.Sprintf("{to: json, kind: %s, go: %sText%d}", draft.Quote(fmt.Sprintf("%s_%d", text, n)), name, n))
		}
	}
	return e
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

// withNumbers returns texts with the numbers from 2 on between before and after.
func withNumbers(before, after string) (list []string) {
	for n := 2; n < 6; n++ {
		list = append(list, before+strconv.Itoa(n)+after)
	}
	return list
}

// external fills in an edit that declares a case of an external union, or returns the reason if there can be none.
func (g *gap) external(e *edit, goName string) (reason string) {
	a := &g.caseValues
	switch {
	case !g.named:
		return "the name around a value says the case, and here there is no name, or more than one"
	case g.discriminator.branches[g.tag] != nil && g.discriminator.branches[g.tag].unit:
		return "the case is a bare name, and lines have a value: give it a record by hand"
	case g.discriminator.branches[g.tag] != nil:
		return "the case has a record, and lines have another value: change it by hand, to json"
	case a.other || a.bare > 0 && a.objects > 0 || len(a.members) > maxCaseMembers:
		return "a case of the union is an object or a bare name, and lines have more than that for " + printable.Text(g.tag)
	}
	e.key = draft.Plain(g.tag)
	if a.objects == 0 {
		e.values = append([]string{"null"}, withNumbers("{to: null, go: "+goName, "}")...)
		return ""
	}
	e.record = a.record()
	e.values = append([]string{goName}, withNumbers(goName, "")...)
	return ""
}

// noCases replaces the gaps of external unions for which no case can be declared. The members with such values, or the elements of their lists and maps,
// become json: a case is a record or a bare name, and no union by JSON type can have an external union.
func (c *Comparer) noCases(gaps []*gap) (rest []*gap) {
	members := map[spec.Pos]*gap{}
	for _, g := range gaps {
		if g.member != nil && g.member.field != nil && g.payload == nil {
			members[g.member.field.Pos] = g
		}
	}
	for _, g := range gaps {
		if !g.isNoCase() || slices.ContainsFunc(g.holders, func(at *gap) bool { return at.holder.field == nil }) {
			rest = append(rest, g)
			continue
		}
		for _, at := range g.holders {
			m := members[at.holder.field.Pos]
			if m == nil {
				m = &gap{gapKey: gapKey{what: at.what, member: at.holder}, number: at.number, path: at.path, count: at.count, via: at.via}
				members[at.holder.field.Pos] = m
				rest = append(rest, m)
			} else {
				m.also = append(m.also, &gap{gapKey: gapKey{what: at.what}, path: at.path, count: at.count})
			}
			m.wrong.at(at.around).noCase, m.seen.noCase = true, true
		}
	}
	return rest
}

// isNoCase reports whether the values of an external union can be no case of it.
func (g *gap) isNoCase() bool {
	return g.discriminator != nil && g.discriminator.node.External && len(g.holders) > 0 && g.external(&edit{}, "") != ""
}

// maxMembers is the maximum number of members of a record.
const maxMembers = 128

// withoutOverfull returns the gaps with one gap in the place of the unknown members of a record that would have more members than a record can have: their
// names are data.
func withoutOverfull(gaps []*gap) (rest []*gap) {
	added := map[*spec.Record][]*gap{}
	for _, g := range gaps {
		if g.record != nil && !g.absent {
			added[g.record.spec] = append(added[g.record.spec], g)
		}
	}
	for _, g := range gaps {
		list := added[cmp.Or(g.record, &record{}).spec]
		isCrowd := slices.ContainsFunc(list, func(g *gap) bool { return g.crowd })
		if g.record == nil || g.absent || !isCrowd && len(g.record.all)+len(list) <= maxMembers {
			rest = append(rest, g)
			continue
		}
		if g != list[0] {
			continue
		}
		one := *g
		one.crowd, one.more = true, len(list)
		for _, g := range list[1:] {
			one.count += g.count
			one.seen.merge(&g.seen)
			one.records = append(one.records, g.records...)
			one.via = slices.Concat(one.via, g.via)
		}
		rest = append(rest, &one)
	}
	return rest
}

// crowdReason says why a record is opened that would have too many members.
func (g *gap) crowdReason() string {
	return fmt.Sprintf("the record %s would have %d members, of which this is one, and a record can have at most %d: `open: true` accepts all of them, and new ones are no longer drift. If the names are data, write `map<string, %s>` as the type, in place of the record",
		g.record.spec.Name, len(g.record.all)+g.more, maxMembers, g.seen.spec())
}

// shareUnions gives the gaps of members whose types are, or have as elements, the same union by JSON type the values that were seen in all of them: the union
// changes once.
func shareUnions(gaps []*gap) {
	seen := map[*spec.Union]*places{}
	for _, g := range gaps {
		if u, around := g.kindUnion(); u != nil && !g.wrong.find(around).isEmpty() {
			if seen[u] == nil {
				seen[u] = &places{}
			}
			seen[u].merge(g.wrong.find(around))
		}
	}
	for _, g := range gaps {
		if u, around := g.kindUnion(); u != nil && !g.wrong.find(around).isEmpty() {
			*g.wrong.at(around) = *seen[u]
		}
	}
}

// kindUnion returns the union by JSON type that is the type of a member, or of the elements of its lists and maps, see walker.around; nil if there
// is none.
func (g *gap) kindUnion() (u *spec.Union, around string) {
	if g.member == nil || g.member.field == nil || g.member.field.Type == nil || g.member.field.Encoded {
		return nil, ""
	}
	t := g.member.field.Type
	for ; t.Kind == spec.Array || t.Kind == spec.Map; t = t.Elem {
		if t.Kind == spec.Array {
			around += string(inList)
		} else {
			around += string(inMap)
		}
	}
	if t.Kind != spec.UnionType || t.Union.Variants == nil {
		return nil, ""
	}
	return t.Union, around
}

// takeRare removes rare values from a gap, and returns their number.
func (c *Comparer) takeRare(g *gap) (n int64) {
	of := c.values(g)
	switch {
	case of == 0:
	case g.discriminator != nil && !g.discriminator.node.External && g.named && g.discriminator.isOfOtherType(g.tag):
		if draft.IsRare(g.count, of) {
			return g.total()
		}
	case g.isNoCase():
		if draft.IsRare(g.count, of) {
			return g.total()
		}
	case g.member != nil && g.member.field != nil:
		for t := range g.counts {
			if count := g.counts[t]; jsonType(t) != typeNull && draft.IsRare(count, of) {
				n += count
				for _, seen := range append(g.wrong.shapes(), &g.seen) {
					seen.types[t] = false
					if jsonType(t) == typeNumber {
						seen.fraction, seen.exceeds = false, false
					}
				}
			}
		}
	}
	return n
}

// isOfOtherType reports whether a tag, as JSON, is an object, a list, or a number or bool where all cases are texts.
func (d *discriminator) isOfOtherType(tag string) bool {
	switch typeOf(tag[0]) {
	case typeArray, typeObject:
		return true
	case typeNumber, typeBool:
		return len(d.literals) == 0
	}
	return false
}

// values returns the number of values that were compared with the declaration of a gap, 0 if that is not counted.
func (c *Comparer) values(g *gap) (n int64) {
	switch {
	case g.payload != nil:
		return g.payload.count + g.count
	case g.member != nil && g.member.field != nil:
		for _, r := range c.table.recordList {
			for _, m := range r.all {
				if m.field == g.member.field {
					n += m.count
				}
			}
		}
	case g.discriminator != nil:
		for _, a := range g.discriminator.branches {
			n += a.count
		}
		for _, a := range g.discriminator.literals {
			n += a.count
		}
		n += g.count
	}
	return n
}

// share returns the number of rare values and of all values, as text.
func (g *gap) share(c *Comparer, rare int64) string {
	return fmt.Sprintf("%d of %d", rare, c.values(g))
}

// byHand returns the advice for changing a member by hand.
func (g *gap) byHand() string {
	if g.payload != nil {
		return g.payload.byHand(g.seen.words())
	}
	if f := g.member.field; g.member.literal != "" {
		return fmt.Sprintf("%v: in the spec it is always %s; give it a type by hand", f.Pos, printable.Text(g.member.literal))
	} else {
		return fmt.Sprintf("%v: its type in the spec is %s, which programs use, and lines have %s", f.Pos, f.Type, g.typeChange())
	}
}

// typeChange returns the types of values that were seen, and the change of the spec that allows them.
func (g *gap) typeChange() string {
	f, seen := g.member.field, g.seen.words()
	if g.lacks > 0 {
		const advice = "no such member: write `?` after the name by hand"
		if seen == "" {
			return advice
		}
		return advice + "; and " + (&gap{gapKey: g.gapKey, path: g.path, seen: g.seen}).typeChange()
	}
	if g.seen.types == [jsonTypes]bool{} && (g.seen.fraction || g.seen.exceeds) {
		if f.Type.Kind == spec.UnionType {
			return seen + ": change the type of its variant `number` by hand, to number or decimal"
		}
		return seen + ": change it by hand, to number or decimal"
	}
	switch isText := f.Encoded || f.Type.Kind == spec.Time || f.Type.Kind == spec.Bytes; {
	case seen == "null" && strings.HasSuffix(g.path, "[]"):
		return "null: write `| null` after the type of the elements by hand"
	case seen == "null":
		return "null: write `| null` after the type by hand"
	case seen == "a string" && isText:
		return "a string of another form: change it by hand, to string"
	}
	return seen + ": change it by hand, to a union by JSON type (`kinds:`) or to json"
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
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	for _, key := range path {
		n = child(n, key)
	}
	if n != nil {
		return text, nil
	}
	return insert(text, path[:len(path)-1], path[len(path)-1], value)
}

// rewrite is a change of a spec file. The changed file may fail to load.
type rewrite struct {
	in        func(text string) (string, error)
	otherwise []func(text string) (string, error) // other changes, which are tried in turn while the file does not load
	left      func(reason string)                 // called if the file does not load with any
	failed    error                               // the error of the first change
}

// apply makes the changes after which a file still loads. It tries all of them together and then each half, because loading a large spec is slow.
func apply(file, text string, list []rewrite) string {
	if len(list) == 0 {
		return text
	}
	changed, err := text, error(nil)
	for _, r := range list {
		if changed, err = r.in(changed); err != nil {
			break
		}
	}
	if err == nil {
		if _, err = spec.Parse(file, []byte(changed)); err == nil {
			return changed
		}
	}
	if half := len(list) / 2; half > 0 {
		return apply(file, apply(file, text, list[:half]), list[half:])
	}
	first := list[0]
	if first.failed != nil {
		err = first.failed
	}
	if len(first.otherwise) > 0 {
		return apply(file, text, []rewrite{{in: first.otherwise[0], otherwise: first.otherwise[1:], left: first.left, failed: err}})
	}
	if mistakes, ok := errors.AsType[spec.Errors](err); ok {
		err = mistakes[0]
	}
	first.left("the spec would not load: " + strings.ReplaceAll(printable.Text(err.Error()), "\n", " "))
	return text
}

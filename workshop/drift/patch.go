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
	Opened  []Opened  // discriminators to which the changes add `otherwise:`
	Left    []Left    // findings that are not in the changes, in the order in which they were found
}

// Opened is a discriminator to which a patch adds `otherwise:`, because some values of its tag are objects or lists, for which a spec cannot
// declare a case. With it, new cases of the discriminator are no longer found.
type Opened struct {
	Path  string // of the first value with such a tag
	Count int64
	Pos   spec.Pos
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
// some objects lack become optional. A member with a value of an external union that no case can have becomes json. The error is an error of
// reading the files, or says that they have changed since New.
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
	gaps, overfull := withoutOverfull(gaps)
	p.Left = append(p.Left, overfull...)
	byFile := p.edits(c, gaps, !o.KeepTypes)
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		if err := p.change(file, byFile[file]); err != nil {
			return p, err
		}
	}
	if c.lost > 0 {
		p.Left = append(p.Left, Left{What: decoder.UnknownField, Path: others, Count: c.lost, Reason: "there are too many, or their names are too long: they look like data, for which the type is `map<string, ...>`"})
	}
	return p, nil
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

// edits returns the edits that close the gaps, by file. It adds the gaps that no edit can close to p.Left.
func (p *Patch) edits(c *Comparer, gaps []*gap, types bool) map[string][]edit {
	byFile := map[string][]edit{}
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
			p.Left = append(p.Left, g.left(e.refused)...)
			continue
		}
		byFile[file] = append(byFile[file], e)
	}
	return byFile
}

// change makes the edits of a file after which it still loads, and records each edit.
func (p *Patch) change(file string, edits []edit) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("drift: cannot read the spec again: %w", err)
	}
	original := string(old)
	list, refused := make([]rewrite, len(edits)), make([]string, len(edits))
	for n, e := range edits {
		in := func(try int) func(text string) (string, error) {
			return func(text string) (string, error) { return e.in(original, text, try) }
		}
		list[n] = rewrite{in: in(0), left: func(reason string) { refused[n] = reason }}
		for try := 1; try < e.tries(); try++ {
			list[n].otherwise = append(list[n].otherwise, in(try))
		}
	}
	if text := apply(file, original, list); text != original {
		p.Changes = append(p.Changes, Change{file, old, []byte(text)})
	}
	for n := range edits {
		if q := edits[n].gap.discriminator; refused[n] == "" || q == nil || !isReplaced(q, edits, refused) {
			p.record(&edits[n], refused[n])
		}
	}
	return nil
}

// record records an edit that was made, or one that was refused: then its findings are left.
func (p *Patch) record(e *edit, refused string) {
	switch {
	case refused != "" && (e.payload != nil || e.retype != nil):
		p.Left = append(p.Left, e.gap.left(e.gap.byHand()+" ("+refused+")")...)
	case refused != "":
		p.Left = append(p.Left, e.gap.left(refused)...)
	case e.opens:
		p.Opened = append(p.Opened, Opened{e.gap.path, e.gap.total(), e.pos})
	case e.payload != nil:
		name := e.payload.name()
		p.Retyped = append(p.Retyped, Retyped{e.gap.path, e.gap.total(), e.pos, name + ": " + e.payload.target(), name + ": json"})
	case e.retype != nil:
		p.Retyped = append(p.Retyped, Retyped{e.gap.path, e.gap.total(), e.pos, e.retype.old, e.retype.words()})
	}
}

// parts returns the part of a gap that says that a required member is absent, and the other part, which says that it has other values. absent is nil if
// the gap does not have both parts.
func (g *gap) parts() (absent, rest *gap) {
	if g.member == nil || g.member.field == nil || g.payload != nil || g.lacks == 0 || g.seen.isEmpty() {
		return nil, nil
	}
	absent = &gap{gapKey: g.gapKey, number: g.number, path: g.path, count: g.lacks, lacks: g.lacks}
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
			key = fmt.Sprint(g.discriminator.node.Pos, g.named, g.tag)
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
		other.seen.merge(&g.seen)
		other.caseValues.merge(&g.caseValues)
		other.holders = append(other.holders, g.holders...)
		for t, n := range g.counts {
			other.counts[t] += n
		}
		other.lacks += g.lacks
		other.wrong = mergeByDepth(other.wrong, g.wrong)
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
	opens   bool     // the entry is `otherwise:`
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
	if !draft.IsField(g.tag) {
		e.refused = fmt.Sprintf("%v: a field cannot have the name %q, which is empty or ends in a question mark: write `open: true` in the record by hand, which keeps all members that it does not have",
			g.record.spec.Pos, g.tag)
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
	switch {
	case n.External:
		if reason := g.external(&e, goName); reason != "" {
			e.refused = fmt.Sprintf("%v: %s", n.Pos, reason)
		}
	case n.Has && !g.named:
		e.key = "otherwise"
	case !g.named:
		e.key = "absent"
	case g.tag[0] == '{' || g.tag[0] == '[':
		e.key, e.opens = "otherwise", true
		e.values = append(e.values, "{to: json, kind: other2}", "{to: json, kind: other3}")
	default:
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
	case !ok:
		e.refused = g.byHand()
	case r.presence && len(g.wrong) > 0 && g.wrong[0].types[typeNull]:
		e.refused = fmt.Sprintf("%v: the presence of this member chooses a case (`has:`), for which a null does not count: choose by another member, then write `| null` after the type", pos)
	case r.presence && nulls > 0:
		e.refused = fmt.Sprintf("%v: the presence of this member chooses a case (`has:`), for which a null does not count. The type %s would take null, too, and objects with null (%d times) would get this case: choose by another member, then change the type", pos, r.new, nulls)
	default:
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
				m = &gap{gapKey: gapKey{what: at.what, member: at.holder}, number: at.number, path: at.path, count: at.count}
				members[at.holder.field.Pos] = m
				rest = append(rest, m)
			} else {
				m.also = append(m.also, &gap{gapKey: gapKey{what: at.what}, path: at.path, count: at.count})
			}
			wrong := make([]shape, at.depth+1)
			wrong[at.depth].noCase, m.seen.noCase = true, true
			m.wrong = mergeByDepth(m.wrong, wrong)
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

// withoutOverfull returns the gaps without the unknown members of records that would have more members than a record can have: their names are data. It
// returns one finding for each such record.
func withoutOverfull(gaps []*gap) (rest []*gap, left []Left) {
	added := map[*spec.Record][]*gap{}
	for _, g := range gaps {
		if g.record != nil && !g.absent {
			added[g.record.spec] = append(added[g.record.spec], g)
		}
	}
	for _, g := range gaps {
		if g.record == nil || g.absent || len(g.record.all)+len(added[g.record.spec]) <= maxMembers {
			rest = append(rest, g)
			continue
		}
		list := added[g.record.spec]
		if g != list[0] {
			continue
		}
		one := Left{What: g.what, Path: g.path}
		var seen shape
		for _, g := range list {
			one.Count += g.count
			seen.merge(&g.seen)
		}
		one.Reason = fmt.Sprintf("%v: the record %s would have %d members, of which this is one, and a record can have at most %d: the names look like data; write `map<string, %s>` as the type by hand, in place of the record",
			g.record.spec.Pos, g.record.spec.Name, len(g.record.all)+len(list), maxMembers, seen.spec())
		left = append(left, one)
	}
	return rest, left
}

// shareUnions gives the gaps of members whose types are, or have as elements, the same union by JSON type the values that were seen in all of them: the union
// changes once.
func shareUnions(gaps []*gap) {
	seen := map[*spec.Union][]shape{}
	for _, g := range gaps {
		if u, depth := g.kindUnion(); u != nil && depth < len(g.wrong) {
			seen[u] = mergeByDepth(seen[u], g.wrong[depth:])
		}
	}
	for _, g := range gaps {
		if u, depth := g.kindUnion(); u != nil && depth < len(g.wrong) {
			g.wrong = append(slices.Clone(g.wrong[:depth]), seen[u]...)
		}
	}
}

// kindUnion returns the union by JSON type that is the type of a member, or of its elements at a depth; nil if there is none.
func (g *gap) kindUnion() (u *spec.Union, depth int) {
	if g.member == nil || g.member.field == nil || g.member.field.Type == nil {
		return nil, 0
	}
	t := g.member.field.Type
	for ; t.Kind == spec.Array || t.Kind == spec.Map; t = t.Elem {
		depth++
	}
	if t.Kind != spec.UnionType || t.Union.Variants == nil {
		return nil, 0
	}
	return t.Union, depth
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
				for _, seen := range append([]*shape{&g.seen}, pointers(g.wrong)...) {
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

// pointers returns pointers to the elements of a list.
func pointers(list []shape) (all []*shape) {
	for i := range list {
		all = append(all, &list[i])
	}
	return all
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
		return 2
	case e.payload != nil:
		return 1
	}
	return len(e.values)
}

// in applies the edit to a text, in one of e.tries() ways. Positions are those in the original.
func (e *edit) in(original, text string, try int) (string, error) {
	if e.retype != nil {
		return e.retype.in(original, text, e.pos, try == 0)
	}
	if e.payload != nil {
		return e.payload.toJSON(original, text)
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

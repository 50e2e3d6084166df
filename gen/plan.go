package gen

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// plan is a model, and all decisions that more than one file depends on.
type plan struct {
	*spec.Model
	declaredIn map[named]*spec.Model
	outside    bool              // the code is of another package than the records
	names      map[named]string  // see localName
	words      map[string]bool   // the words of all functions that are named by a type: see typeName
	taken      map[string]bool   // the names of declarations and unknown cases, and the words of Go types: each can have a slab
	composed   map[string]string // the words of lists, maps and Go types, by their identity
	records    map[*spec.Record]*record
	structs    []*record // the records of this package, groups included, in the order of the file
	unions     []*union
	kinds      *kinds // nil without a union for lines

	commonTags map[*spec.Union]map[*spec.Record][]ownTag // see findCommonTags
	casePaths  map[*spec.Union]map[*spec.Record][]string // see findCasePaths
	below      map[*spec.Node]map[*spec.Record]bool      // see isBelow
	rootsOf    map[*spec.Record][]*spec.Union            // see roots
	listed     map[listed]bool                           // what the lists that follow have: see isNew

	composites    []*spec.Type   // lists and maps that need a function of their own, by its name
	enums         []*enumScan    // enums that fields of this package have
	targets       []*spec.Record // records that pointers of this package point to
	texts         []*spec.Type   // Go types of the user that pointers of this package point to
	zeros         []*record      // records that need isZero
	foreignIsSets []*union       // unions by JSON type of other packages that need isSet
	foreigners    []*spec.Union  // unions by tag of other packages that fields of this one have

	presences []*presence          // of the nodes that choose by the presence of members
	flatCases map[*spec.Union]bool // flattened unions whose function has been printed
}

// listed is an element of a list of the plan: list is a word for the list, element a pointer to a declaration, or a name.
type listed struct {
	list    string
	element any
}

// isNew reports whether a list does not have an element yet, and notes that it has it now. Looking through the lists would take quadratic time.
func (p *plan) isNew(list string, element any) bool {
	key := listed{list, element}
	isNew := !p.listed[key]
	p.listed[key] = true
	return isNew
}

// enumScan says which functions an enum needs.
type enumScan struct {
	enum           *spec.Enum
	value, pointer bool
}

// newPlan returns the plan of m.
func newPlan(m *spec.Model) *plan {
	p := &plan{Model: m, declaredIn: declarers(m), names: map[named]string{}, words: map[string]bool{}, taken: map[string]bool{}, composed: map[string]string{}, records: map[*spec.Record]*record{}, flatCases: map[*spec.Union]bool{},
		commonTags: map[*spec.Union]map[*spec.Record][]ownTag{}, casePaths: map[*spec.Union]map[*spec.Record][]string{}, below: map[*spec.Node]map[*spec.Record]bool{},
		rootsOf: map[*spec.Record][]*spec.Union{}, listed: map[listed]bool{}}
	p.nameDeclarations()
	for _, u := range m.Unions {
		p.unions = append(p.unions, p.newUnion(u))
	}
	for _, r := range m.Records {
		p.structs = append(p.structs, p.record(r))
	}
	p.kinds = p.newKinds()
	for _, r := range p.structs {
		p.planUses(r)
	}
	for _, u := range p.unions {
		for _, a := range u.Variants {
			p.use(a.Type, p.variantPointer(a))
		}
	}
	p.planGetters()
	p.planEntries()
	p.nameNumbers()
	slices.SortFunc(p.composites, func(a, b *spec.Type) int { return strings.Compare(p.typeName(a), p.typeName(b)) })
	slices.SortFunc(p.texts, func(a, b *spec.Type) int { return strings.Compare(p.goTypeWord(a.GoType), p.goTypeWord(b.GoType)) })
	slices.SortFunc(p.targets, func(a, b *spec.Record) int { return strings.Compare(p.localName(a), p.localName(b)) })
	slices.SortFunc(p.enums, func(a, b *enumScan) int { return strings.Compare(a.enum.Name, b.enum.Name) })
	return p
}

// planUses finds the functions that the members of r need.
func (p *plan) planUses(r *record) {
	if r.Group {
		return
	}
	for _, m := range r.fields() {
		if m.field == nil || m.fixed != "" || m.field.Lazy {
			continue
		}
		p.use(m.field.Type, m.form == pointer)
		if r.view && m.isAlwaysWritten() && p.isPlain(r) {
			continue // it is always written, whatever its value is
		}
		if m.form == plain && m.field.Type.Kind == spec.RecordType {
			p.useZero(m.field.Type.Record)
		}
		if m.form == byJSONType && !p.local(m.field.Type.Union) {
			p.useIsSet(m.field.Type.Union)
		}
	}
	if r.Shorthand != "" {
		p.useZero(r.Record)
	}
}

// use finds the functions that a value of type t needs. Those of a list are found through its element.
func (p *plan) use(t *spec.Type, pointer bool) {
	switch t.Kind {
	case spec.EnumType:
		p.useEnum(t.Enum, pointer)
	case spec.RecordType:
		if pointer && p.isNew("targets", t.Record) {
			p.targets = append(p.targets, t.Record)
		}
	case spec.GoText:
		if pointer && p.isNew("texts", t.GoType) {
			p.texts = append(p.texts, t)
		}
	case spec.Array, spec.Map:
		if !isBuiltIn(t) {
			if !p.isNew("composites", p.typeName(t)) {
				return
			}
			p.composites = append(p.composites, t)
		}
		p.use(t.Elem, p.elemPointer(t.Elem))
	}
}

func (p *plan) useEnum(e *spec.Enum, pointer bool) {
	if p.isNew("enums", e) {
		p.enums = append(p.enums, &enumScan{enum: e, value: true}) // the function for pointers calls the other one
	}
	if pointer && p.isNew("enums with pointers", e) {
		i := slices.IndexFunc(p.enums, func(s *enumScan) bool { return s.enum == e })
		p.enums[i].pointer = true
	}
}

// useZero plans the function that says whether a record is zero, and those of the records in it.
func (p *plan) useZero(s *spec.Record) {
	r := p.record(s)
	if !p.isNew("zeros", r) {
		return
	}
	p.zeros = append(p.zeros, r)
	for _, m := range r.fields() {
		switch {
		case m.field == nil || m.fixed != "":
		case m.form == plain && m.field.Type.Kind == spec.RecordType:
			p.useZero(m.field.Type.Record)
		case m.form == byJSONType && !p.local(m.field.Type.Union):
			p.useIsSet(m.field.Type.Union)
		}
	}
}

func (p *plan) useIsSet(u *spec.Union) {
	if p.isNew("foreignIsSets", u) {
		p.foreignIsSets = append(p.foreignIsSets, p.newUnion(u))
	}
}

// isBuiltIn reports whether the cursor itself reads lists like t.
func isBuiltIn(t *spec.Type) bool {
	return t.Kind == spec.Array && !t.Elem.Null &&
		(t.Elem.Kind == spec.String || t.Elem.Kind == spec.UUID || t.Elem.Kind == spec.Int)
}

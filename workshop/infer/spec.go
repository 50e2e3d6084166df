package infer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Spec returns the spec for the lines. No line can be added afterwards.
func (s *Sample) Spec(name string) *draft.Spec {
	s.settleAll(s.root, 0)
	s.unify()
	s.findMaps()
	s.join()
	b := &builder{spec: &draft.Spec{Name: name, About: s.about()}, namer: newNamer(s), made: map[*object]string{}}
	if s.root.count == 0 {
		b.spec.Records = append(b.spec.Records, &draft.Record{Name: b.taken.Take("Empty"), Comment: "no line was an object"})
		return b.spec
	}
	b.spec.Line = "Line"
	union := &draft.Union{Name: "Line", Comment: lineCount(s.root.count)}
	b.spec.Unions = append(b.spec.Unions, union)
	root := s.root.find()
	switch {
	case root.discriminator != nil:
		b.run(root, "")
		b.lineKinds = &draft.Names{}
		union.Discriminator = b.discriminator(root, nil, b.lineKinds, "")
	case root.sibling != nil:
		// All lines are one record, and the tag chooses the type of one of its members.
		b.run(root, "event")
		b.record(root, b.types[root], nil)
		union.Discriminator = &draft.Discriminator{Tag: []string{root.sibling.tag}, Otherwise: &draft.Case{Record: b.types[root]}}
	default:
		b.run(root, "entry")
		if m := root.message(); m != nil {
			union.Discriminator = b.envelope(root, m)
			break
		}
		union.Discriminator = b.one(root)
	}
	b.group()
	return b.spec
}

func lineCount(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}

func (s *Sample) about() []string {
	text := "From a sample of " + lineCount(s.Lines+s.Bad)
	if s.Bad > 0 {
		text += fmt.Sprintf(", %d of them no JSON", s.Bad)
	}
	if s.Others > 0 {
		text += fmt.Sprintf(", %d of them no objects", s.Others)
	}
	return []string{text + ". `12 of 40`: in 12 of the 40 objects of that shape."}
}

// builder turns the tree into declarations.
type builder struct {
	*namer
	spec  *draft.Spec
	made  map[*object]string // the types of objects that have been declared
	kinds map[kindPart]bool  // the parts of kinds that are in use
	// The names of the kinds of lines. Other unions have no kinds.
	lineKinds *draft.Names
}

// kindPart identifies one part of a kind: its union, the family before it, and its text.
type kindPart struct {
	union        *draft.Names
	family, text string
}

// one returns the discriminator for lines without a tag, which are all one record.
func (b *builder) one(o *object) *draft.Discriminator {
	record := b.types[o]
	b.record(o, record, nil)
	return draft.OneRecord(record, "")
}

// discriminator returns the discriminator of a union, and declares its records. tags are the members that choose the kind, which are not fields
// of the records. kinds are the names of the constants for kinds, and family is the beginning of the kinds of this discriminator.
func (b *builder) discriminator(o *object, tags []string, kinds *draft.Names, family string) *draft.Discriminator {
	a := o.discriminator
	q := &draft.Discriminator{Tag: a.path, Sibling: a.sibling, External: a.external}
	below := tags
	if len(a.path) == 1 && !a.sibling && !a.shared {
		below = append(slices.Clone(tags), a.path[0])
	}
	counts := a.counts()
	for _, k := range a.byCount() {
		constant := kinds.Take(family+"_"+a.wordOf(k), family+"_"+a.name()+"_"+a.wordOf(k))
		c := b.branch(k.object, below, kinds, constant)
		c.Text, c.Literal = k.text, k.literal
		c.Comment = fmt.Sprintf("%d of %d", counts[k], o.count+b.units[o].number())
		c.Kind = b.kindPart(kinds, family, a.name(), k.text)
		if part := strings.TrimPrefix(constant, family); !a.external && part != spec.GoName(k.text) && !k.literal || c.Kind != "" {
			c.Go = part
		}
		q.Cases = append(q.Cases, c)
	}
	if a.external {
		q.Cases = append(q.Cases, b.unitCases(o)...)
	}
	if a.absent != nil {
		c := b.branch(a.absent, tags, kinds, family)
		c.Comment = fmt.Sprintf("%d of %d", a.absent.find().count, o.count)
		word := "absent"
		if a.path == nil {
			word, q.Otherwise = "other", &c
		} else {
			q.Absent = &c
		}
		if c.Discriminator == nil && family == "" {
			c.Kind = b.kindPart(kinds, family, "", word)
		}
	}
	if a.other != nil && isRare(a.other.find().count, o.count) {
		b.spec.About = append(b.spec.About, fmt.Sprintf("Left out as rare, %d of %d objects: a tag %s that is an object, a list, or not a word.", a.other.find().count, o.count, strings.Join(a.path, ".")))
	} else if a.other != nil {
		q.Otherwise = &draft.Case{Comment: fmt.Sprintf("%d of %d: too many different values of the tag, or values that are not words", a.other.find().count, o.count)}
		if family == "" {
			q.Otherwise.Kind = b.kindPart(kinds, family, "", "other")
		}
	}
	return q
}

// unitCases returns the cases of an external union that are bare words.
func (b *builder) unitCases(o *object) []draft.Case {
	var list []draft.Case
	units := b.units[o]
	for _, word := range units.sorted() {
		c := draft.Case{Text: word, Unit: true, Comment: fmt.Sprintf("%d of %d", units.of(word), o.count+units.count)}
		if name := b.taken.Take(word, b.types[o]+"_"+word); name != spec.GoName(word) {
			c.Go = name
		}
		list = append(list, c)
	}
	return list
}

// kindPart reserves the part of a kind for a text below a family. It returns "" if the part is the text itself, and another word if a case has that
// part already: as for the text "true" and the literal true, or for the same value of two tags. That word begins with the name of the tag.
func (b *builder) kindPart(kinds *draft.Names, family, tag, text string) string {
	if kinds != b.lineKinds {
		return ""
	}
	if b.kinds == nil {
		b.kinds = map[kindPart]bool{}
	}
	part := text
	if tag != "" && b.kinds[kindPart{kinds, family, part}] {
		part = tag + "_" + text
	}
	for n := 2; b.kinds[kindPart{kinds, family, part}]; n++ {
		part = fmt.Sprintf("%s_%d", text, n)
	}
	b.kinds[kindPart{kinds, family, part}] = true
	if part == text {
		return ""
	}
	return part
}

// wordOf returns a text as a word for a name.
func wordOf(text string) string {
	if spec.GoName(text) == "" {
		return "empty"
	}
	return text
}

func (b *builder) branch(o *object, tags []string, kinds *draft.Names, family string) draft.Case {
	o = o.find()
	switch {
	case o.discriminator != nil:
		return draft.Case{Discriminator: b.discriminator(o, tags, kinds, family)}
	case o.isMap || o.more():
		return draft.Case{}
	}
	if _, ok := b.made[o]; !ok {
		b.made[o] = b.types[o]
		b.record(o, b.types[o], tags)
	}
	if kinds == b.lineKinds && b.givesKinds(o, kinds, family) {
		return draft.Case{Discriminator: &draft.Discriminator{Tag: []string{o.sibling.tag}, Otherwise: &draft.Case{Record: b.types[o]}}}
	}
	return draft.Case{Record: b.types[o]}
}

// givesKinds reports whether the payloads of a record of lines, which a tag next to them chooses, can be kinds below a family. Their names must differ
// from those of other kinds.
func (b *builder) givesKinds(o *object, kinds *draft.Names, family string) bool {
	if o.sibling == nil {
		return false
	}
	var names []string
	for _, k := range o.byName[o.sibling.member].object.find().discriminator.kinds {
		name := family + "_" + wordOf(k.text)
		if k.literal || spec.GoName(k.text) == "" || kinds.IsTaken(name) || b.kinds[kindPart{kinds, family, k.text}] || slices.Contains(names, spec.GoName(name)) {
			return false
		}
		names = append(names, spec.GoName(name))
	}
	for _, name := range names {
		kinds.Reserve(name)
	}
	return true
}

// more reports whether an object has more members than a record can have.
func (o *object) more() bool { return len(o.members) >= maxMembers }

// record declares a record.
func (b *builder) record(o *object, name string, tags []string) {
	r := &draft.Record{Name: name, Comment: fmt.Sprint(o.count)}
	if o.isMap { // a line
		r.Comment = fmt.Sprintf("%d; its members are named by data (%s), which a spec cannot name", o.count, o.differentKeys())
		r.Open = true
	}
	b.spec.Records = append(b.spec.Records, r)
	for _, m := range o.members {
		if slices.Contains(tags, m.name) || !draft.IsField(m.name) || o.sibling != nil && m.name == o.sibling.tag {
			continue
		}
		typ, comment := b.typeOf(&m.place, m.name)
		comment = join(comment, m.rareTypes())
		f := draft.Field{Name: m.name, Type: typ, Nullable: m.nulls > 0 && typ != "json", Comment: comment}
		if o.sibling != nil && m.name == o.sibling.member {
			f.By = o.sibling.tag
		}
		if m.name == "jsonrpc" && typ == "string" && o.always(m) != "" {
			f = draft.Field{Name: m.name, Const: draft.Quote(m.texts.only())}
		}
		if m.objects < o.count {
			f.Optional = true
			f.Comment = join(fmt.Sprintf("%d of %d", m.objects, o.count), f.Comment)
		}
		r.Fields = append(r.Fields, f)
	}
}

func join(parts ...string) string {
	parts = slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}

// typeOf returns the type of the values at a place, without null, and a comment about them.
func (b *builder) typeOf(p *place, name string) (typ, comment string) {
	types := p.jsonTypes()
	if o := p.object.find(); o != nil && o.discriminator != nil && o.discriminator.external && !p.deep {
		return b.object(o, name)
	}
	switch {
	case p.deep:
		return "json", "nested too deep to be looked at"
	case len(types) == 0 && p.nulls > 0:
		return "json", "always null"
	case len(types) == 0:
		return "json", "never seen with a value"
	case p.isFree():
		return "json", "values of " + strconv.Itoa(len(types)) + " JSON types"
	case len(types) > 1:
		return b.variants(p, types, name)
	}
	switch types[0] {
	case "string":
		return b.text(p, name)
	case "number":
		return number(&p.numbers, name)
	case "boolean":
		return "bool", ""
	case "array":
		return b.list(p, name)
	}
	return b.object(p.object.find(), name)
}

// elemType returns the type of an element of a list or map. An element cannot have the type encoded<T>.
func (b *builder) elemType(p *place, name string) (typ, comment string) {
	if p.texts.count > 0 && !p.texts.plain && len(p.jsonTypes()) == 1 && !p.deep {
		return "string", "JSON in strings"
	}
	if typ, comment = b.typeOf(p, name); strings.Count(typ, "[]")+strings.Count(typ, "map<") >= maxNested {
		return "json", "nested too deep for a type"
	}
	return typ, comment
}

// maxNested is the number of lists and maps within each other in a type. Nobody reads more, and a spec cannot have many more.
const maxNested = 8

func (b *builder) text(p *place, name string) (typ, comment string) {
	t := &p.texts
	switch {
	case t.areAll(t.uuids):
		return "uuid", ""
	case t.areAll(t.times):
		return draft.Time, ""
	case !t.plain && p.inside != nil:
		return b.encoded(p.inside, name)
	case t.isBytes():
		return draft.Bytes, ""
	case b.enums[t] != nil:
		return b.enum(b.enums[t]), ""
	case t.only() != "" && t.count > 1 && isWord([]byte(t.only())) && !looksLikeData([]byte(t.only())):
		return "string", fmt.Sprintf("always %q", t.only())
	}
	return "string", ""
}

// encoded returns the type of texts that hold JSON. If most members of the objects in them are rare, the objects become a map.
func (b *builder) encoded(p *place, name string) (typ, comment string) {
	types := p.jsonTypes()
	if len(types) > 1 {
		return "string", "JSON in a string"
	}
	if types[0] == "array" {
		typ, comment = b.list(p, name)
		return "encoded<" + typ + ">", comment
	}
	o := p.object.find()
	if o.discriminator == nil && !o.isMap && !o.isEven() {
		return draft.EncodedObject, ""
	}
	typ, comment = b.object(o, name)
	if typ == "json" {
		return draft.EncodedObject, comment
	}
	return "encoded<" + typ + ">", comment
}

// isEven reports whether most members of o are present in most of its values.
func (o *object) isEven() bool {
	n := 0
	for _, m := range o.members {
		n += m.objects
	}
	return n*2 >= o.count*len(o.members)
}

// enum declares an enum, once.
func (b *builder) enum(e *enum) string {
	if !slices.Contains(b.spec.Enums, &e.spec) {
		b.spec.Enums = append(b.spec.Enums, &e.spec)
	}
	return e.spec.Name
}

func number(n *numbers, name string) (typ, comment string) {
	switch {
	case n.areMillis(name):
		return draft.Millis, n.noTimes(n.millis)
	case n.areSeconds(name):
		return draft.Seconds, n.noTimes(n.epochs)
	case n.padded:
		return draft.Decimal, ""
	case n.huge || n.unsigned && n.min < 0:
		return draft.Decimal, "numbers that no type of 64 bits can hold"
	case n.fractions > 0 && isRare(n.fractions, n.count):
		return "number", fmt.Sprintf("a fraction: only %d of %d", n.fractions, n.count)
	case n.fractions > 0:
		return "number", ""
	case n.unsigned:
		return "uint64", ""
	case n.max > 1<<31 || n.min < -(1<<31):
		return "int64", ""
	}
	return "int", ""
}

func (b *builder) list(p *place, name string) (typ, comment string) {
	if p.elem == nil || p.elem.count == 0 {
		return "json[]", "always empty"
	}
	elem, comment := b.elemType(p.elem, draft.Singular(name))
	comment = join(comment, p.elem.rareTypes())
	if p.elem.nulls > 0 && elem != "json" {
		return "(" + elem + " | null)[]", comment
	}
	return elem + "[]", comment
}

func (b *builder) variants(p *place, types []string, name string) (typ, comment string) {
	u := &draft.Union{Name: b.unions[p]}
	if slices.ContainsFunc(b.spec.Unions, func(made *draft.Union) bool { return made.Name == u.Name }) {
		return u.Name, ""
	}
	b.spec.Unions = append(b.spec.Unions, u)
	for _, t := range types {
		v := draft.Variant{JSON: t}
		n := 0
		switch t {
		case "string":
			v.Go, n = "Text", p.texts.count
			if p.texts.areAll(p.texts.uuids) {
				v.Type = "uuid"
			}
		case "number":
			v.Go, n = "Number", p.numbers.count
			v.Type, _ = number(&p.numbers, "")
		case "boolean":
			v.Go, n = "Bool", p.bools
		case "array":
			v.Go, n = "List", p.arrays
			v.Type, v.Comment = b.list(p, name)
		case "object":
			o := p.object.find()
			v.Go, n = "Object", p.count-p.nulls-p.bools-p.texts.count-p.numbers.count-p.arrays
			v.Type, v.Comment = b.object(o, name)
		}
		v.Comment = join(fmt.Sprintf("%d of %d", n, p.count), v.Comment)
		u.Variants = append(u.Variants, v)
	}
	return u.Name, ""
}

// object returns the type of an object in a field.
func (b *builder) object(o *object, name string) (typ, comment string) {
	if made, ok := b.made[o]; ok {
		return made, ""
	}
	switch {
	case o.isMap:
		b.made[o] = "json" // the type for objects within it that refer back to it
		value, note := b.elemType(o.value, draft.Singular(name))
		if o.value.nulls > 0 && value != "json" {
			value += " | null"
		}
		typ = "map<string, " + value + ">"
		b.made[o] = typ
		return typ, join(o.differentKeys(), note, o.value.rareTypes())
	case o.more():
		return "json", fmt.Sprintf("more than %d members", maxMembers)
	case o.discriminator == nil && len(o.members) == 0:
		return "json", "always {}"
	}
	typ = b.types[o]
	b.made[o] = typ
	if one := o.onlyKind(); one != nil {
		b.record(one, typ, nil)
		return typ, ""
	}
	if o.discriminator == nil {
		b.record(o, typ, nil)
		return typ, ""
	}
	u := &draft.Union{Name: typ, Comment: fmt.Sprint(o.count + b.units[o].number())}
	b.spec.Unions = append(b.spec.Unions, u)
	u.Discriminator = b.discriminator(o, nil, &draft.Names{}, "")
	return typ, ""
}

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
	s.agreeOnExternal(s.root.find())
	for _, p := range s.fieldObjects() {
		s.agreeOnExternal(p.object.find())
	}
	for again := true; again; again = s.checkNotNull() {
		s.unify()
		s.checkMergedExternals()
		s.checkMergedSiblings()
		s.findMaps()
		s.join()
	}
	s.freeChoosers(s.root)
	for _, p := range s.fieldObjects() {
		s.freeChoosers(p.object)
	}
	s.root.find().agree()
	for _, p := range s.fieldObjects() {
		p.object.agree()
	}
	s.arrange()
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
		text += fmt.Sprintf(", %d of them skipped", s.Bad)
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
	below := a.tagsBelow(tags)
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

// record declares a record.
func (b *builder) record(o *object, name string, tags []string) {
	r := &draft.Record{Name: name, Comment: fmt.Sprint(o.count)}
	if o.isMap { // a line
		r.Comment = fmt.Sprintf("%d; its members are named by data (%s), which a spec cannot name", o.count, o.differentKeys())
		r.Open = true
	}
	if text := o.undeclared(); text != "" {
		r.Comment, r.Open = join(r.Comment, text), true
	}
	b.spec.Records = append(b.spec.Records, r)
	for _, m := range o.members {
		if slices.Contains(tags, m.name) || !draft.IsField(m.name) || o.sibling != nil && m.name == o.sibling.tag {
			continue
		}
		typ, comment := b.typeOf(&m.place, m.name)
		if other := b.typeOfAll(m.like, m.name); other != "" {
			typ = other
		}
		comment = join(comment, m.rareTypes())
		f := draft.Field{Name: m.name, Type: typ, Nullable: (m.nulls > 0 || m.nullElsewhere) && typ != "json", Comment: comment}
		if m.nulls == 0 && f.Nullable {
			f.Comment = join("null in other kinds", f.Comment)
		}
		if o.sibling != nil && m.name == o.sibling.member {
			f.By = o.sibling.tag
		}
		if m.name == "jsonrpc" && typ == "string" && o.always(m) != "" {
			f = draft.Field{Name: m.name, Const: draft.Quote(m.texts.only())}
		}
		if m.objects < o.count || m.absentElsewhere {
			f.Optional = true
			f.Comment = join(fmt.Sprintf("%d of %d", m.objects, o.count), f.Comment)
		}
		r.Fields = append(r.Fields, f)
	}
}

// typeOfAll returns the type of the values at several places; "" if they have different ones.
func (b *builder) typeOfAll(places []*place, name string) (typ string) {
	for _, p := range places {
		t, _ := b.typeOf(p, name)
		if typ != "" && t != typ {
			return ""
		}
		typ = t
	}
	return typ
}

// undeclared returns a text that says which members of a record a spec cannot declare; "" if there are none.
func (o *object) undeclared() string {
	var list []string
	for _, m := range o.members {
		if !draft.IsField(m.name) {
			list = append(list, strconv.Quote(m.name))
		}
	}
	switch {
	case o.dropped:
		return "has more members, or members with longer names, than are looked at"
	case len(list) > 3:
		return "no fields can have the names " + strings.Join(list[:3], ", ") + ", ..."
	case len(list) > 0:
		return "no field can have the name " + strings.Join(list, " or ")
	}
	return ""
}

func join(parts ...string) string {
	parts = slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}

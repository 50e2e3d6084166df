package infer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Spec is what the lines say. The sample is at its end: no line can be added any more.
func (s *Sample) Spec(name string) *draft.Spec {
	s.settleAll(s.root, 0)
	s.unify()
	b := &builder{spec: &draft.Spec{Name: name}, made: map[*object]string{}, enums: map[string]string{}, places: map[string]int{}}
	b.names.Reserve("Line", "NewReader")
	b.countPlaces(s)
	b.spec.About = s.about()
	if s.root.count == 0 {
		b.spec.Records = append(b.spec.Records, &draft.Record{Name: b.names.Take("Empty"), Comment: "no line was an object"})
		return b.spec
	}
	b.spec.Line = "Line"
	union := &draft.Union{Name: "Line", Comment: fmt.Sprintf("%d lines", s.root.count)}
	b.spec.Unions = append(b.spec.Unions, union)
	root := s.root.find()
	if root.ask == nil {
		// Nothing tells lines apart: they are one record, known by the member that all of them have.
		union.Ask = b.always(root, name)
	} else {
		union.Ask = b.question(root, nil, nil, "", &draft.Names{}, "")
	}
	return b.spec
}

func (s *Sample) about() []string {
	text := fmt.Sprintf("From a sample of %d lines", s.Lines+s.Bad)
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
	spec   *draft.Spec
	names  draft.TypeNames
	made   map[*object]string // the types of objects that have one
	enums  map[string]string  // by their values
	places map[string]int     // how many objects stand under a name
	kinds  map[kindPart]bool  // that are taken
}

// kindPart is a part of a kind: of which union, below which family.
type kindPart struct {
	union        *draft.Names
	family, text string
}

// countPlaces counts the objects of each name: one that is the only one needs no other name.
func (b *builder) countPlaces(s *Sample) {
	for _, at := range s.fieldObjects() {
		b.places[at.name]++
	}
}

// always is the question for lines of which nothing says the kind: they are one record, found by a member that all of them have. Where
// there is none, all lines are what is left when a member is asked for that none has.
func (b *builder) always(o *object, name string) *draft.Question {
	record := b.names.Take("entry", name+"_entry")
	b.record(o, record, nil, record)
	for _, m := range o.members {
		if isField(m.name) && m.count >= o.count {
			return &draft.Question{Cases: []draft.Case{{Text: m.name, Record: record, Comment: "every line has it"}}}
		}
	}
	none := "type"
	for o.byName[none] != nil {
		none += "_"
	}
	return &draft.Question{
		Cases:     []draft.Case{{Text: none, Comment: "no line has it; name the member that says what a line is"}},
		Otherwise: &draft.Case{Record: record},
	}
}

// isField reports whether a member can be declared: the question mark at the end of a name says that it is optional.
func isField(name string) bool { return name != "" && !strings.HasSuffix(name, "?") }

// question writes an object that asks. The words are the texts that led here, and the tags are the members that have them, which are no
// fields of the records. The kinds of the union are the names of its constants, and the family is what those of this question begin with.
func (b *builder) question(o *object, words, tags []string, suffix string, kinds *draft.Names, family string) *draft.Question {
	a := o.ask
	q := &draft.Question{Tag: a.path}
	below := tags
	if len(a.path) == 1 {
		below = append(slices.Clone(tags), a.path[0])
	}
	list := slices.Clone(a.kinds)
	slices.SortStableFunc(list, func(x, y *kind) int { return y.object.find().count - x.object.find().count })
	for _, k := range list {
		constant := kinds.Take(family + "_" + wordOf(k.text))
		c := b.answer(k.object, append(slices.Clone(words), k.text), below, suffix, kinds, constant)
		c.Text, c.Literal = k.text, k.literal
		c.Comment = fmt.Sprintf("%d of %d", k.object.find().count, o.count)
		c.Kind = b.kindPart(kinds, family, k.text)
		if part := strings.TrimPrefix(constant, family); part != spec.GoName(k.text) && !k.literal || c.Kind != "" {
			c.Go = part
		}
		q.Cases = append(q.Cases, c)
	}
	if a.absent != nil {
		rest := slices.Clone(words)
		if a.absent.find().ask == nil {
			rest = append(rest, "other")
		}
		c := b.answer(a.absent, rest, tags, suffix, kinds, family)
		c.Comment = fmt.Sprintf("%d of %d", a.absent.find().count, o.count)
		word := "absent"
		if a.path == nil {
			word, q.Otherwise = "other", &c
		} else {
			q.Absent = &c
		}
		if c.Ask == nil && family == "" {
			c.Kind = b.kindPart(kinds, family, word)
		}
	}
	if a.other != nil {
		q.Otherwise = &draft.Case{Comment: fmt.Sprintf("%d of %d: the tag has more values than are told apart", a.other.find().count, o.count)}
		if family == "" {
			q.Otherwise.Kind = b.kindPart(kinds, family, "other")
		}
	}
	return q
}

// kindPart takes a part of a kind below a family. It is "" if that is the text by itself, and another word if a case has that already: the
// text "true" and the literal, or a value of the tag and a member that is asked for where there is no tag.
func (b *builder) kindPart(kinds *draft.Names, family, text string) string {
	if b.kinds == nil {
		b.kinds = map[kindPart]bool{}
	}
	part := text
	for n := 2; b.kinds[kindPart{kinds, family, part}]; n++ {
		part = fmt.Sprintf("%s_%d", text, n)
	}
	b.kinds[kindPart{kinds, family, part}] = true
	if part == text {
		return ""
	}
	return part
}

// wordOf is a text that a name can be made of.
func wordOf(text string) string {
	if spec.GoName(text) == "" {
		return "empty"
	}
	return text
}

func (b *builder) answer(o *object, words, tags []string, suffix string, kinds *draft.Names, family string) draft.Case {
	o = o.find()
	switch {
	case o.ask != nil:
		return draft.Case{Ask: b.question(o, words, tags, suffix, kinds, family)}
	case o.isMap || o.more():
		return draft.Case{}
	}
	name := b.take(append(slices.Clone(words), suffix)...)
	b.record(o, name, tags, name)
	return draft.Case{Record: name}
}

// take names a type by words.
func (b *builder) take(words ...string) string {
	name := strings.TrimRight(strings.Join(words, "_"), "_")
	return b.names.Take(name, name+"_record")
}

// more reports whether an object has more members than a record can have.
func (o *object) more() bool { return len(o.members) >= maxMembers }

// record declares a record.
func (b *builder) record(o *object, name string, tags []string, context string) {
	r := &draft.Record{Name: name, Comment: fmt.Sprint(o.count)}
	b.spec.Records = append(b.spec.Records, r)
	for _, m := range o.members {
		if slices.Contains(tags, m.name) || !isField(m.name) {
			continue
		}
		f := b.field(m, context)
		if m.count < o.count {
			f.Optional = true
			f.Comment = join(fmt.Sprintf("%d of %d", m.count, o.count), f.Comment)
		}
		r.Fields = append(r.Fields, f)
	}
}

func join(parts ...string) string {
	parts = slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}

func (b *builder) field(m *member, context string) draft.Field {
	typ, comment := b.typeOf(&m.place, m.name, context)
	return draft.Field{Name: m.name, Type: typ, Nullable: m.nulls > 0 && typ != "json", Comment: comment}
}

// typeOf is the type of what stands at a place, without null, and what is to be said of it.
func (b *builder) typeOf(p *place, name, context string) (typ, comment string) {
	types := p.jsonTypes()
	switch {
	case p.deep:
		return "json", "nested too deep to be looked at"
	case len(types) == 0 && p.nulls > 0:
		return "json", "always null"
	case len(types) == 0:
		return "json", "never seen with a value"
	case len(types) > 1:
		return b.variants(p, types, name, context)
	}
	switch types[0] {
	case "string":
		return b.text(&p.texts, name, context)
	case "number":
		return number(&p.numbers, name)
	case "boolean":
		return "bool", ""
	case "array":
		return b.list(p, name, context)
	}
	return b.object(p.object.find(), name, context)
}

func (b *builder) text(t *texts, name, context string) (typ, comment string) {
	switch {
	case t.uuids == t.count:
		return "uuid", ""
	case t.times == t.count:
		return draft.Time, ""
	case t.json == t.count && t.lists == 0:
		return draft.EncodedObject, ""
	case t.lists == t.count:
		return draft.EncodedList, ""
	case t.isEnum():
		return b.enum(t, name, context), ""
	case !t.many && len(t.values) == 1 && t.count > 1:
		return "string", fmt.Sprintf("always %q", t.sorted()[0])
	case t.json > 0:
		return "string", fmt.Sprintf("%d of %d are JSON", t.json, t.count)
	}
	return "string", ""
}

// enum declares an enum, or returns the one of the same values.
func (b *builder) enum(t *texts, name, context string) string {
	values := t.sorted()
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	key := name + "\x00" + strings.Join(sorted, "\x00")
	if enum, ok := b.enums[key]; ok {
		return enum
	}
	e := &draft.Enum{Name: b.names.Take(name, context+"_"+name, context+"_"+name+"_enum")}
	var names draft.Names
	for _, v := range values {
		value := draft.Value{Text: v, Comment: fmt.Sprint(t.values[v])}
		if got := names.Take(v); got != spec.GoName(v) {
			value.Go = got
		}
		e.Values = append(e.Values, value)
	}
	b.spec.Enums = append(b.spec.Enums, e)
	b.enums[key] = e.Name
	return e.Name
}

func number(n *numbers, name string) (typ, comment string) {
	lower := strings.ToLower(name)
	isTime := strings.HasSuffix(lower, "time") || strings.HasSuffix(lower, "at") || strings.HasPrefix(lower, "ts") || strings.HasSuffix(lower, "ts") ||
		strings.HasSuffix(lower, "timestamp") || lower == "since" || lower == "until" || strings.HasPrefix(lower, "expire") || strings.HasSuffix(lower, "date")
	switch {
	case n.padded:
		return draft.Decimal, ""
	case n.fractions > 0:
		return "number", ""
	case n.huge:
		return "number", "integers beyond 64 bits: Extra keeps their digits"
	case n.unsigned:
		return "uint64", ""
	case isTime && n.min >= 0 && n.max > 1e12 && n.max < 5e12:
		return draft.Millis, ""
	case isTime && n.min >= 0 && n.max > 1e9 && n.max < 5e9:
		return draft.Seconds, ""
	case n.max > 1<<31 || n.min < -(1<<31):
		return "int64", ""
	}
	return "int", ""
}

func (b *builder) list(p *place, name, context string) (typ, comment string) {
	if p.elem == nil || p.elem.count == 0 {
		return "json[]", "always empty"
	}
	elem, comment := b.typeOf(p.elem, singular(name), context)
	if p.elem.nulls > 0 && elem != "json" {
		return "(" + elem + " | null)[]", comment
	}
	return elem + "[]", comment
}

// singular is the name of an element of a list.
func singular(name string) string {
	switch lower := strings.ToLower(name); {
	case strings.HasSuffix(lower, "ies") && len(name) > 4:
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(lower, "sses"), strings.HasSuffix(lower, "xes"), strings.HasSuffix(lower, "ches"):
		return name[:len(name)-2]
	case strings.HasSuffix(lower, "s") && !strings.HasSuffix(lower, "ss") && !strings.HasSuffix(lower, "us") && len(name) > 2:
		return name[:len(name)-1]
	case lower == "content" || lower == "contents":
		return "block"
	}
	return name
}

func (b *builder) variants(p *place, types []string, name, context string) (typ, comment string) {
	u := &draft.Union{Name: b.names.Take(name, context+"_"+name)}
	at := len(b.spec.Unions)
	b.spec.Unions = append(b.spec.Unions, u)
	for _, t := range types {
		v := draft.Variant{JSON: t}
		n := 0
		switch t {
		case "string":
			v.Go, n = "Text", p.texts.count
			if p.texts.uuids == p.texts.count {
				v.Type = "uuid"
			}
		case "number":
			v.Go, n = "Number", p.numbers.count
			v.Type, _ = number(&p.numbers, "")
		case "boolean":
			v.Go, n = "Bool", p.bools
		case "array":
			v.Go, n = "List", p.arrays
			v.Type, v.Comment = b.list(p, name, context)
		case "object":
			o := p.object.find()
			v.Go, n = "Object", p.count-p.nulls-p.bools-p.texts.count-p.numbers.count-p.arrays
			v.Type, v.Comment = b.object(o, name, context)
		}
		v.Comment = join(fmt.Sprintf("%d of %d", n, p.count), v.Comment)
		u.Variants = append(u.Variants, v)
	}
	// The same variants at another place are the same union.
	for _, other := range b.spec.Unions[:at] {
		if other.Ask == nil && sameVariants(other, u) {
			b.spec.Unions = slices.Delete(b.spec.Unions, at, at+1)
			return other.Name, ""
		}
	}
	return u.Name, ""
}

func sameVariants(a, b *draft.Union) bool {
	return slices.EqualFunc(a.Variants, b.Variants, func(x, y draft.Variant) bool { return x.JSON == y.JSON && x.Go == y.Go && x.Type == y.Type })
}

// object is the type of an object in a field.
func (b *builder) object(o *object, name, context string) (typ, comment string) {
	if made, ok := b.made[o]; ok {
		return made, ""
	}
	switch {
	case o.isMap:
		b.made[o] = "json" // for what is below it
		value, note := b.typeOf(o.value, singular(name), context)
		if o.value.nulls > 0 && value != "json" {
			value += " | null"
		}
		typ = "map<string, " + value + ">"
		b.made[o] = typ
		return typ, join(fmt.Sprintf("%d keys", o.keys.count), note)
	case o.more():
		return "json", fmt.Sprintf("more than %d members", maxMembers)
	case o.ask == nil && len(o.members) == 0:
		return "json", "always {}"
	}
	wishes := []string{context + "_" + name, context + "_" + name + "_object"}
	if strings.EqualFold(context, spec.GoName(name)) {
		wishes[0] = context + "_body"
	}
	if b.places[name] <= 1 && name != "" {
		wishes = append([]string{name}, wishes...)
	}
	if o.ask != nil && len(o.ask.kinds) == 1 && o.ask.absent == nil && o.ask.other == nil {
		// One kind only is a record whose tag is a field.
		if one := o.ask.kinds[0].object.find(); one.ask == nil && !one.isMap && !one.more() {
			b.made[o] = b.names.Take(wishes...)
			b.record(one, b.made[o], nil, b.made[o])
			return b.made[o], ""
		}
	}
	b.made[o] = b.names.Take(wishes...)
	if o.ask == nil {
		b.record(o, b.made[o], nil, b.made[o])
		return b.made[o], ""
	}
	u := &draft.Union{Name: b.made[o], Comment: fmt.Sprint(o.count)}
	b.spec.Unions = append(b.spec.Unions, u)
	suffix := name
	if len(o.ask.path) == 0 {
		suffix = ""
	}
	u.Ask = b.question(o, nil, nil, suffix, &draft.Names{}, "")
	return b.made[o], ""
}

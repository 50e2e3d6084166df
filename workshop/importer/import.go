package importer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Import makes a spec of a schema, whose root says what stands on a line. An error is an [*Error], or a *[decoder.Error] for what is no JSON.
func Import(name string, data []byte) (*draft.Spec, error) {
	if _, err := decoder.Raw(data).Any(); err != nil {
		return nil, err
	}
	i := &importer{root: data, spec: &draft.Spec{Name: name, About: []string{"From a JSON Schema."}}, made: map[string]string{}}
	i.names.Reserve("NewReader", "Line")
	root, _, err := i.resolve(schema{data, ""})
	if err != nil {
		return nil, err
	}
	i.spec.Line = "Line"
	line := &draft.Union{Name: "Line", Doc: root.text("description")}
	i.spec.Unions = append(i.spec.Unions, line)
	alternatives := root.list("oneOf")
	if len(alternatives) == 0 {
		alternatives = root.list("anyOf")
	}
	if len(alternatives) == 0 {
		alternatives = []schema{root}
	}
	objects, err := i.objects(alternatives)
	if err != nil {
		return nil, err
	}
	if line.Ask = i.ask(objects, nil, ""); line.Ask == nil {
		return nil, &Error{root.path, "the lines are no objects that a const, an enum or a required member tells apart"}
	}
	if err := i.fill(); err != nil {
		return nil, err
	}
	return i.spec, nil
}

type importer struct {
	root  decoder.Raw
	spec  *draft.Spec
	names draft.TypeNames
	made  map[string]string // types by the paths of their schemas
	depth int               // of types within types
	queue []*todo           // records whose fields are still to be written
}

// maxDepth is how deep types are nested without a record between.
const maxDepth = 100

type todo struct {
	record *draft.Record
	object object
	tags   []string // members that the case fixes
}

// object is a schema of an object with its members, those of allOf among them.
type object struct {
	schema
	name    string
	members []property
}

type property struct {
	name     string
	required bool
	schema
}

// objects resolves alternatives; nil if one is no object.
func (i *importer) objects(list []schema) ([]object, error) {
	if i.depth++; i.depth > maxDepth {
		return nil, &Error{list[0].path, "an alternative that holds itself"}
	}
	defer func() { i.depth-- }()
	var objects []object
	for _, s := range list {
		if s.isRest() {
			continue
		}
		at, name, err := i.resolve(s)
		if err != nil {
			return nil, err
		}
		inner := append(at.list("oneOf"), at.list("anyOf")...)
		if len(inner) > 0 && !at.has("properties") {
			below, err := i.objects(inner)
			if err != nil || below == nil {
				return nil, err
			}
			objects = append(objects, below...)
			continue
		}
		o := object{schema: at, name: name}
		if err := i.collect(&o, at, 0); err != nil {
			return nil, err
		}
		if s.has("$ref") && s.has("properties") { // what is said beside a reference counts, too
			if err := i.collect(&o, s, 0); err != nil {
				return nil, err
			}
		}
		if !at.has("properties") && len(o.members) == 0 && !slices.Contains(at.types(), "object") {
			return nil, nil
		}
		objects = append(objects, o)
	}
	return objects, nil
}

func (i *importer) collect(o *object, s schema, depth int) error {
	if depth > 50 {
		return &Error{s.path, "allOf is nested too deep, or in a circle"}
	}
	for _, part := range s.list("allOf") {
		at, _, err := i.resolve(part)
		if err != nil {
			return err
		}
		if err := i.collect(o, at, depth+1); err != nil {
			return err
		}
	}
	var required []string
	for _, r := range s.list("required") {
		text, _ := r.raw.Text()
		required = append(required, text)
	}
	properties, _ := s.get("properties")
	for name := range properties.raw.Members() {
		at, _ := properties.get(name)
		p := property{name, slices.Contains(required, name), at}
		if k := slices.IndexFunc(o.members, func(m property) bool { return m.name == name }); k >= 0 {
			p.required = p.required || o.members[k].required
			o.members[k] = p
		} else {
			o.members = append(o.members, p)
		}
	}
	for k := range o.members {
		o.members[k].required = o.members[k].required || slices.Contains(required, o.members[k].name)
	}
	return nil
}

// values are the texts that a member can have, nil if it can have any.
func (i *importer) values(s schema) []string {
	at, _, err := i.resolve(s)
	if err != nil {
		return nil
	}
	if c, ok := at.raw.Get("const"); ok {
		if text, ok := c.Text(); ok {
			return []string{text}
		}
		return nil
	}
	var list []string
	for _, e := range at.list("enum") {
		text, ok := e.raw.Text()
		if !ok {
			return nil
		}
		list = append(list, text)
	}
	return list
}

// maxAsks is how deep questions are nested.
const maxAsks = 3

// ask finds the question that tells objects apart, nil if there is none. The words are the tags above.
func (i *importer) ask(objects []object, tags []string, above string) *draft.Question {
	if len(objects) == 0 || len(tags) >= maxAsks {
		return nil
	}
	best, most := "", 0
	for _, m := range objects[0].members {
		if slices.Contains(tags, m.name) || !m.required {
			continue
		}
		if groups := i.group(objects, m.name); groups != nil && len(groups.order) > most {
			best, most = m.name, len(groups.order)
		}
	}
	if most > 1 || most == 1 && len(objects) == 1 {
		return i.askTag(objects, best, tags, above)
	}
	// A required member that the others do not have.
	q := &draft.Question{}
	for k, o := range objects {
		own := slices.IndexFunc(o.members, func(m property) bool {
			return m.required && isField(m.name) && !slices.ContainsFunc(slices.Delete(slices.Clone(objects), k, k+1), func(other object) bool {
				return slices.ContainsFunc(other.members, func(n property) bool { return n.name == m.name })
			})
		})
		if own < 0 {
			return nil
		}
		q.Cases = append(q.Cases, draft.Case{Text: o.members[own].name, Record: i.record(o, tags, strings.TrimPrefix(above+"_"+o.members[own].name, "_"))})
	}
	return q
}

// isField reports whether a member can be declared.
func isField(name string) bool { return name != "" && !strings.HasSuffix(name, "?") }

type groups struct {
	order   []string
	objects map[string][]object
}

// group divides objects by the texts of a member; nil if one has it not, or with any text.
func (i *importer) group(objects []object, name string) *groups {
	g := &groups{objects: map[string][]object{}}
	for _, o := range objects {
		k := slices.IndexFunc(o.members, func(m property) bool { return m.name == name && m.required })
		if k < 0 {
			return nil
		}
		values := i.values(o.members[k].schema)
		if values == nil {
			return nil
		}
		for _, v := range values {
			if g.objects[v] == nil {
				g.order = append(g.order, v)
			}
			g.objects[v] = append(g.objects[v], o)
		}
	}
	return g
}

func (i *importer) askTag(objects []object, tag string, tags []string, above string) *draft.Question {
	q := &draft.Question{Tag: []string{tag}}
	below := append(slices.Clone(tags), tag)
	g := i.group(objects, tag)
	var kinds draft.Names
	for _, v := range g.order {
		c := draft.Case{Text: v}
		if got := kinds.Take(v); got != spec.GoName(v) {
			c.Go = got
		}
		words := strings.TrimPrefix(above+"_"+v, "_")
		if list := g.objects[v]; len(list) > 1 {
			if c.Ask = i.ask(list, below, words); c.Ask == nil {
				c.Comment = fmt.Sprintf("%d alternatives that nothing tells apart", len(list))
			}
		} else {
			fixed := below
			if member := list[0].members[slices.IndexFunc(list[0].members, func(m property) bool { return m.name == tag })]; len(i.values(member.schema)) > 1 {
				fixed = tags // several values lead to it: a field says which
			}
			c.Record = i.record(list[0], fixed, words)
		}
		q.Cases = append(q.Cases, c)
	}
	return q
}

// record declares a record for an object, once.
func (i *importer) record(o object, tags []string, wishes ...string) string {
	key := o.path + "\x00" + strings.Join(tags, "\x00")
	if made, ok := i.made[key]; ok {
		return made
	}
	if o.name != "" {
		wishes = append([]string{o.name}, wishes...)
	} else if title := o.text("title"); title != "" {
		wishes = append([]string{title}, wishes...)
	}
	r := &draft.Record{Name: i.names.Take(wishes...), Doc: o.text("description")}
	i.made[key] = r.Name
	i.spec.Records = append(i.spec.Records, r)
	i.queue = append(i.queue, &todo{r, o, tags})
	return r.Name
}

// fill writes the fields of all records, which may need further ones.
func (i *importer) fill() error {
	for len(i.queue) > 0 {
		next := i.queue[0]
		i.queue = i.queue[1:]
		for _, m := range next.object.members {
			if slices.Contains(next.tags, m.name) || !isField(m.name) {
				continue
			}
			f := draft.Field{Name: m.name, Optional: !m.required, Doc: m.text("description")}
			at, _, err := i.resolve(m.schema)
			if err != nil {
				return err
			}
			if c, ok := at.raw.Get("const"); ok && m.required && c.Type() != decoder.Object && c.Type() != decoder.Array && c.Type() != decoder.Null {
				f.Const = c.String()
			} else if f.Type, f.Nullable, f.Comment, err = i.typeOf(m.schema, m.name, next.record.Name); err != nil {
				return err
			}
			f.Nullable = f.Nullable && f.Type != "json"
			next.record.Fields = append(next.record.Fields, f)
		}
	}
	return nil
}

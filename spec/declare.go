package spec

import "go.yaml.in/yaml/v4"

// All declared names get an empty value before any of them is filled, so that a name can be used before its declaration.

type enumDecl struct {
	enum *Enum
	node *yaml.Node
}

type recordDecl struct {
	record *Record
	node   *yaml.Node
}

type unionDecl struct {
	union *Union
	node  *yaml.Node
}

// declare makes an empty value for every name that the file declares.
func (f *file) declare() {
	m := f.model
	f.declareAll(f.sections.unions, "unions", func(name string, at Pos, n *yaml.Node) any {
		u := &Union{Name: name, About: About{Pos: at}}
		m.Unions = append(m.Unions, u)
		f.unions = append(f.unions, unionDecl{union: u, node: n})
		return u
	})
	f.declareAll(f.sections.records, "records", func(name string, at Pos, n *yaml.Node) any {
		r := &Record{Name: name, About: About{Pos: at}}
		m.Records = append(m.Records, r)
		f.recs = append(f.recs, recordDecl{record: r, node: n})
		return r
	})
	f.declareAll(f.sections.enums, "enums", func(name string, at Pos, n *yaml.Node) any {
		e := &Enum{Name: name, About: About{Pos: at}}
		m.Enums = append(m.Enums, e)
		f.enums = append(f.enums, enumDecl{enum: e, node: n})
		return e
	})
}

func (f *file) declareAll(section *yaml.Node, what string, declare func(name string, at Pos, n *yaml.Node) any) {
	if section == nil {
		return
	}
	if section.Kind == yaml.SequenceNode {
		f.misplaceAll(section)
	}
	entries := f.entries(section, what)
	for i := 0; i < len(entries); i++ {
		e := entries[i]
		name, at := e.key.Value, f.nodePos(e.key)
		if n := f.outdentedKeys(entries[i:]); n > 0 {
			f.errorf(f.nodePos(entries[i+1].key), "this line is indented like line %d, `%s:`, which has nothing below it; indent what belongs to it more", e.key.Line, name)
			e.value.Tag = brokenTag
			i += n
		}
		if !isExported(name) {
			f.errorf(at, "expected a Go type name that begins with a capital, found %q", name)
		}
		if other, ok := f.scope[name]; ok {
			f.conflict(at, posOf(other), "the name %s is declared twice", name)
			continue
		}
		f.scope[name] = declare(name, at, e.value)
	}
}

// misplaceAll marks the names of declarations that are written as a list, or as a section that is not read, so that their uses are not reported.
func (f *file) misplaceAll(section *yaml.Node) {
	if section.Kind == yaml.MappingNode {
		section = &yaml.Node{Content: []*yaml.Node{section}}
	}
	for _, item := range section.Content {
		for _, i := range evens(len(item.Content)) {
			f.misplaced[item.Content[i].Value] = true
		}
	}
}

// outdentedKeys returns how many entries after a declaration without a value are its keys: their names begin with a small letter.
func (f *file) outdentedKeys(entries []entry) (count int) {
	if !isEmpty(entries[0].value) {
		return 0
	}
	for _, e := range entries[1:] {
		if isExported(e.key.Value) {
			break
		}
		count++
	}
	return count
}

// posOf returns the position of a declaration.
func posOf(decl any) Pos {
	switch d := decl.(type) {
	case *Record:
		return d.Pos
	case *Union:
		return d.Pos
	case *Enum:
		return d.Pos
	}
	return Pos{}
}

// about returns the keys that every declaration may have.
func (f *file) about(a *About) keys {
	return keys{
		"doc":    func(n *yaml.Node) { a.Doc = f.prose(n, "a text") },
		"source": func(n *yaml.Node) { a.Source = f.text(n, "where the fact comes from, as sdk.d.ts:1140") },
		"since":  func(n *yaml.Node) { a.Since = f.text(n, "a version") },

		"deprecated": func(n *yaml.Node) {
			if n.Kind == yaml.ScalarNode && n.Tag == "!!bool" { // as in JSON Schema
				f.errorf(f.nodePos(n), "expected what to use instead, as a sentence such as \"Use name.\", found %s", describe(n))
				return
			}
			a.Deprecated = f.prose(n, "what to use instead, as a sentence")
		},
	}
}

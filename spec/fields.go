package spec

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// origin has the positions of the parts of a field, for later checks.
type origin struct {
	typ     Pos
	value   Pos // the default or const
	inline  Pos
	lazy    Pos
	usual   Pos
	path    Pos
	zero    Pos
	flat    Pos
	by      Pos
	goName  Pos
	aliases []Pos // of Field.Alias
	when    []Pos // of Field.When
	shared  bool  // the member has several fields, and this is one of them
}

// fields reads the members of a record.
func (f *file) fields(r *Record, n *yaml.Node) {
	for _, e := range f.entries(n, "the fields of "+r.Name) {
		name, optional := f.memberKey(e.key)
		if name == "" {
			continue
		}
		forms := []*yaml.Node{e.value}
		if e.value.Kind == yaml.SequenceNode {
			forms = e.value.Content
			if len(forms) == 1 && forms[0].Kind == yaml.ScalarNode {
				f.errorf(f.nodePos(e.value), "a list is written `%s: %s[]`", name, forms[0].Value)
				continue
			}
			if !slices.ContainsFunc(forms, func(n *yaml.Node) bool { return n.Kind != yaml.ScalarNode }) && len(forms) > 1 {
				f.errorf(f.nodePos(e.value), "a list in brackets is no type of %s: declare the values of an enum under `enums:`, {values: [%s, ...]}, or a choice of types under `unions:`, and write its name", name, forms[0].Value)
				continue
			}
			if len(forms) < 2 {
				f.errorf(f.nodePos(e.value), "expected several fields for the member %q, each with `go` and `when`", name)
			}
		}
		for _, v := range forms {
			at := f.nodePos(e.key)
			if len(forms) > 1 {
				at = f.nodePos(v)
			}
			field := &Field{Name: name, Optional: optional, About: About{Pos: at}}
			if f.field(field, v, len(forms) > 1) {
				r.Fields = append(r.Fields, field)
			}
		}
	}
}

// memberKey reads the name of a member. A question mark at its end means that the member is optional.
func (f *file) memberKey(n *yaml.Node) (name string, optional bool) {
	text := f.word(n, "the name of a member")
	name, optional = strings.CutSuffix(text, "?")
	if text != "" && strings.Trim(name, "?") == "" {
		f.errorf(f.nodePos(n), "expected the name of a member before the question mark")
		return "", false
	}
	if optional && strings.HasSuffix(name, "?") {
		f.errorf(f.nodePos(n), "one question mark says that a member may be absent; write %q (a name that itself ends in a question mark cannot be declared: readers keep such a member in Extra)",
			strings.TrimRight(name, "?")+"?")
		return "", false
	}
	return name, optional
}

// field reads the value of a member's key: a type, or the long form. It reports whether the field can be used.
func (f *file) field(field *Field, n *yaml.Node, shared bool) bool {
	o := &origin{typ: f.nodePos(n), goName: field.Pos, shared: shared}
	f.origin[field] = o
	if n.Kind == yaml.MappingNode {
		f.longField(field, o, n)
	} else {
		f.shortField(field, o, n)
	}
	if field.Const != "" {
		return true
	}
	if field.GoName == "" {
		field.GoName = GoName(field.Name)
	}
	if !isExported(field.GoName) {
		f.errorf(field.Pos, "no Go name can be made of the member %q; give one with `go: Name`", field.Name)
		return false
	}
	return field.Type != nil
}

// shortField reads `T`, or `T = default`.
func (f *file) shortField(field *Field, o *origin, n *yaml.Node) {
	if f.typeText(n, "a type") == "" {
		return
	}
	t := f.parseTypeAt(n, 0)
	field.Type, field.Nullable, field.Encoded = t.Type, t.Null, t.Encoded
	equals := strings.IndexByte(n.Value[t.rest:], '=')
	if equals < 0 || t.Type == nil {
		return
	}
	from := t.rest + equals + 1
	value := strings.TrimLeft(n.Value[from:], " ")
	o.value = f.within(n, len(n.Value)-len(value))
	literal, ok := parseLiteral(strings.TrimRight(value, " \n"))
	if !ok {
		f.errorf(o.value, "expected a JSON literal or one word as the default, found %q", value)
		return
	}
	f.setDefault(field, o, literal)
}

// longField reads {type: T, go: Name, ...}.
func (f *file) longField(field *Field, o *origin, n *yaml.Node) {
	if len(n.Content) > 0 && !slices.ContainsFunc(evens(len(n.Content)), func(i int) bool { return isFieldKey(n.Content[i].Value) }) {
		what, under := "an object", "records"
		if hasKey(n, "enum") || hasKey(n, "values") {
			what, under = "an enum", "enums"
		}
		f.errorf(f.nodePos(n), "%s is declared under `%s:`, and its name is the type of %s; the long form of a field is {type: T, ...}", what, under, field.Name)
		return
	}
	var typ, def, fixed, flat, goType *yaml.Node
	f.read(n, "a field", keys{
		"type":    func(n *yaml.Node) { typ = n },
		"default": func(n *yaml.Node) { def = n },
		"usual":   func(n *yaml.Node) { field.Usual, o.usual = f.flag(n, "usual"), f.nodePos(n) },
		"const":   func(n *yaml.Node) { fixed = n },
		"go":      func(n *yaml.Node) { field.GoName, o.goName = f.goName(n), f.nodePos(n) },
		"go_type": func(n *yaml.Node) { goType = n },
		"path":    func(n *yaml.Node) { field.Path, o.path = f.path(n), f.nodePos(n) },
		"alias":   func(n *yaml.Node) { field.Alias, o.aliases = f.words(n, "another name of the member") },
		"when":    func(n *yaml.Node) { field.When, o.when = f.words(n, "a value of the record's tag") },
		"lazy":    func(n *yaml.Node) { field.Lazy, o.lazy = f.flag(n, "lazy"), f.nodePos(n) },
		"zero":    func(n *yaml.Node) { field.Zero, o.zero = f.zero(n), f.nodePos(n) },
		"flat":    func(n *yaml.Node) { flat = n },
		"by": func(n *yaml.Node) {
			field.By, o.by = f.besideName(n, "by", "the member that says which case it is"), f.nodePos(n)
		},
		"inline": func(n *yaml.Node) { field.Inline, o.inline = f.inline(n), f.nodePos(n) },
		"why":    func(n *yaml.Node) { field.Why = f.text(n, "why the member has no type") },
	}.with(f.about(&field.About)))
	switch {
	case fixed != nil:
		f.constField(field, o, n, fixed)
	case typ == nil:
		f.errorf(f.nodePos(n), "the field %s has no `type:`", field.Name)
	default:
		o.typ = f.nodePos(typ)
		t := f.parseType(typ, "a type")
		field.Type, field.Nullable, field.Encoded = t.Type, t.Null, t.Encoded
	}
	if field.Encoded && (field.Lazy || field.Inline != InlineNever || field.Zero != "") {
		f.errorf(o.typ, "a member of type encoded<T> cannot have `lazy:`, `inline:` or `zero:`")
	}
	if goType != nil && fixed == nil {
		f.goText(field, goType, def)
	}
	if flat != nil {
		o.flat = f.nodePos(flat)
		f.flatNames(field, flat)
	}
	if field.Zero != "" && fixed == nil && field.Type != nil {
		f.checkZero(field, o)
	}
	if def != nil && fixed == nil && field.Type != nil && goType == nil {
		o.value = f.nodePos(def)
		if literal, ok := f.defaultLiteral(def); ok {
			f.setDefault(field, o, literal)
		}
	}
}

// fieldKeys are the keys of the long form.
var fieldKeys = []string{"type", "default", "usual", "const", "go", "go_type", "path", "alias", "when", "lazy", "zero", "flat", "by", "inline", "why",
	"doc", "source", "since", "deprecated"}

// isFieldKey reports whether a key is a key of the long form, or a misspelled one.
func isFieldKey(key string) bool { return nearest(key, fieldKeys) != "" }

// goText reads the `go_type:` of a field, or of the texts in its list or map.
func (f *file) goText(field *Field, n, def *yaml.Node) {
	text := f.word(n, "a Go type such as example.com/money.Money")
	if text == "" {
		return
	}
	dot := strings.LastIndexByte(text, '.')
	if dot <= strings.LastIndexByte(text, '/') || !isExported(text[dot+1:]) || !token.IsIdentifier(text[dot+1:]) || !isImportPath(text[:dot]) {
		f.errorf(f.nodePos(n), "expected a Go type by the import path of its package and its name, such as example.com/money.Money, found %q", text)
		return
	}
	leaf := field.Type
	for leaf != nil && leaf.Elem != nil {
		leaf = leaf.Elem
	}
	switch {
	case leaf == nil: // already reported
	case field.Encoded:
		f.errorf(f.nodePos(n), "`go_type:` is for members of type string, and lists and maps of them; %s is encoded<%s>", field.Name, field.Type)
	case leaf.Kind != String:
		f.errorf(f.nodePos(n), "`go_type:` is for members of type string, and lists and maps of them; %s is %s", field.Name, field.Type)
	case def != nil:
		f.conflict(f.nodePos(def), f.nodePos(n), "a member with a `go_type:` has no default: an absent one is nil")
	default:
		leaf.Kind, leaf.GoType = GoText, GoType{Package: text[:dot], Name: text[dot+1:]}
	}
}

// words reads one name, or a list of names.
func (f *file) words(n *yaml.Node, what string) (words []string, at []Pos) {
	for _, n := range list(n) {
		if word := f.word(n, what); word != "" {
			words, at = append(words, word), append(at, f.nodePos(n))
		}
	}
	return words, at
}

func (f *file) inline(n *yaml.Node) Inline {
	if !broken(n) && n.Tag == "!!bool" {
		f.errorf(f.nodePos(n), "expected accepted (nested or flattened) or always (always flattened), found %s", n.Value)
		return InlineNever
	}
	switch text := f.word(n, "accepted or always"); text {
	case "accepted":
		return InlineAccepted
	case "always":
		return InlineAlways
	case "":
	default:
		f.errorf(f.nodePos(n), "expected accepted (nested or flattened) or always (always flattened), found %q", text)
	}
	return InlineNever
}

// zero reads the literal that is written for a zero value: [] or {}.
func (f *file) zero(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode && len(n.Content) == 0:
		return "{}"
	case n.Kind == yaml.SequenceNode && len(n.Content) == 0:
		return "[]"
	case !broken(n):
		f.errorf(f.nodePos(n), "expected [] or {}, which is written for the zero value, found %s", describe(n))
	}
	return ""
}

// checkZero checks that a field with `zero:` is required, and that its zero value would be written as null without it.
func (f *file) checkZero(field *Field, o *origin) {
	t := field.Type
	switch {
	case field.Optional || field.Nullable:
		f.errorf(o.zero, "`zero:` is for required members that cannot be null: without a value, %s is left out or null", field.Name)
	case t.Kind != JSON && t.Kind != UnionType:
		f.errorf(o.zero, "`zero:` is for members of type json and for unions by JSON type, whose zero value is null; the zero value of %s is not", t)
	}
}

// flatNames reads the names of a member in the flattened form of its record: one, or one for each value of the record's tag.
func (f *file) flatNames(field *Field, n *yaml.Node) {
	add := func(when string, n *yaml.Node) {
		name := f.word(n, "another name of the member")
		if name == "" {
			return
		}
		if !slices.Contains(field.Alias, name) {
			f.errorf(f.nodePos(n), "the member %s is not read under the name %q; add it to `alias:`", field.Name, name)
			return
		}
		field.Flat = append(field.Flat, Flat{when, name})
	}
	if n.Kind != yaml.MappingNode {
		add("", n)
		return
	}
	for _, e := range f.entries(n, "the flat names of "+field.Name) {
		when := f.word(e.key, "a value of the record's tag")
		if when != "" && !slices.Contains(field.When, when) {
			f.errorf(f.nodePos(e.key), "a name for %q needs `when:` in the member %s, with this value", when, field.Name)
			continue
		}
		add(when, e.value)
	}
}

// path reads the path to a value that is not a member of the record itself: message.id.
func (f *file) path(n *yaml.Node) []string {
	if n.Kind == yaml.SequenceNode {
		f.errorf(f.nodePos(n), "a path is one text, with dots between the names, such as message.id; if a name itself has a dot, give the object around the value a record, as the type of a field")
		return nil
	}
	text := f.word(n, "a path such as message.id")
	if text == "" {
		return nil
	}
	path := strings.Split(text, ".")
	switch {
	case !f.model.View:
		f.errorf(f.nodePos(n), "`path:` is for views, specs that say `unknown: skip`; here each object has a record, which keeps all its members")
	case slices.Contains(path, ""):
		f.errorf(f.nodePos(n), "expected a path such as message.id, found %q", text)
	case len(path) < 2:
		f.errorf(f.nodePos(n), "expected a path of two members or more, such as message.id, found %q; a member of the record itself has its name as the key, and `go:` gives another name in Go", text)
	default:
		return path
	}
	return nil
}

// constField reads a constant member. It has no Go field, and none of the settings of one.
func (f *file) constField(field *Field, o *origin, n, fixed *yaml.Node) {
	literal, _ := f.literal(fixed)
	field.Const, o.value = literal, f.nodePos(fixed)
	if literal == "null" {
		f.errorf(o.value, "expected a text, a number, true or false as the const")
	}
	if field.Optional {
		f.errorf(field.Pos, "the member %s has a const and is always written; remove the question mark", field.Name)
	}
	for _, i := range evens(len(n.Content)) {
		switch key := n.Content[i]; key.Value {
		case "type", "default", "usual", "go", "path", "alias", "when", "lazy", "zero", "flat", "inline", "by", "why", "go_type":
			f.conflict(f.nodePos(key), f.nodePos(fixed), "a member with a const has no Go field, so that it cannot have %q", key.Value)
		}
	}
}

// defaultLiteral reads the default of the long form: a scalar, or {} for a record. The empty list, which is no default, is reported as in the
// short form.
func (f *file) defaultLiteral(n *yaml.Node) (string, bool) {
	switch {
	case n.Kind == yaml.MappingNode && len(n.Content) == 0:
		return "{}", true
	case n.Kind == yaml.SequenceNode && len(n.Content) == 0:
		return "[]", true
	}
	return f.literal(n)
}

// setDefault sets the default of a field, or reports why the field cannot have it.
func (f *file) setDefault(field *Field, o *origin, literal string) {
	t := field.Type
	switch {
	case field.Encoded:
		f.errorf(o.value, "a member of type encoded<T> has no default")
	case !field.Optional:
		f.errorf(o.value, "a default says what absence means, but %s is required; write `%s?:`", field.Name, field.Name)
	case t.Kind == Array || t.Kind == Map || t.Kind == JSON || t.Kind == UnionType || t.Kind == Bytes:
		f.errorf(o.value, "%s needs no default: in Go, an absent one is nil or the zero value", t)
	case literal == "null":
		f.errorf(o.value, "null needs no default: without one, an absent %s is nil in Go", field.Name)
	case t.Kind == EnumType && (t.Enum.Int || literal[0] == '"') && !t.holds(literal):
		text := literal
		if !t.Enum.Int {
			text, _ = unquoteJSON(literal)
		}
		f.errorf(o.value, "the enum %s has no value %s%s", t.Enum.Name, literal, suggest(text, t.Enum.texts()))
	case t.Kind == Time && !t.holds(literal):
		f.errorf(o.value, "expected a default of type time, in UTC as 2026-01-02T03:04:05Z, found %s", literal)
	case !t.holds(literal):
		hint := ""
		switch {
		case t.Kind == Bool:
			hint = "; write true or false"
		case t.Kind == RecordType:
			hint = "; the only default of a record is {}"
		case t.Kind == String && literal[0] != '"':
			hint = fmt.Sprintf("; a text that looks like another value stands in quotes, %q", literal)
		}
		f.errorf(o.value, "expected a default of type %s, found %s%s", t, literal, hint)
	default:
		field.Default = literal
	}
}

package spec

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// maxTypeDepth is how deep a type expression may nest: (...), T[], map<...>.
const maxTypeDepth = 16

const tooDeep = "the type nests too deep; declare a part of it as a type of its own"

// typeExpr is a parsed type expression.
type typeExpr struct {
	Type *Type // nil after an error

	Encoded bool // encoded<T>; Type is the T
	Null    bool // T | null
	rest    int  // offset of the end of the expression in the text
}

// typeParser reads one type expression:
//
//	type    = postfix { "|" "null" }
//	postfix = primary { "[" "]" }
//	primary = "(" type ")" | "map" "<" name "," type ">" | "time" "(" name ")" | name | alias "." name
//
// It stops at the first mistake of grammar, and continues after names that are not declared.
type typeParser struct {
	f          *file
	node       *yaml.Node // the scalar
	text       string     // its value
	i          int        // offset in text
	depth      int
	failed     bool // a mistake of grammar was reported, and parsing stops
	unresolved bool // a name was not found
}

// parseType reads a scalar that is a type expression and nothing else.
func (f *file) parseType(n *yaml.Node, what string) typeExpr {
	if f.typeText(n, what) == "" {
		return typeExpr{}
	}
	t := f.parseTypeAt(n, 0)
	if t.Type != nil && t.rest < len(n.Value) {
		if n.Value[t.rest] == '=' {
			f.errorf(f.within(n, t.rest), "a default cannot stand here; in the long form it is `default:`")
		}
		return typeExpr{}
	}
	return t
}

// typeText returns the text of a type expression, "" after an error.
func (f *file) typeText(n *yaml.Node, what string) string {
	if !broken(n) && n.Kind == yaml.ScalarNode && n.Tag != "!!str" && n.Value != "" && n.Tag != "!!timestamp" {
		hint := "a constant member is written {const: " + n.Value + "}"
		if n.Tag == "!!null" {
			hint = "null can only follow a type: T | null"
		}
		f.errorf(f.nodePos(n), "expected %s, found %s; %s", what, describe(n), hint)
		return ""
	}
	if n.Kind == yaml.MappingNode {
		f.errorf(f.nodePos(n), "expected %s, found a mapping; an object is declared under `records:`, and has a name", what)
		return ""
	}
	return f.word(n, what)
}

// parseTypeAt reads the type expression that begins at offset, up to the end of the text or to a "=".
func (f *file) parseTypeAt(n *yaml.Node, offset int) typeExpr {
	p := &typeParser{f: f, node: n, text: strings.TrimRight(n.Value, " \n"), i: offset}
	encoded, encodedAt := p.encoded()
	t, null := p.union()
	if encoded {
		null = p.endEncoded(t, null, encodedAt)
	}
	if !p.failed && p.i < len(p.text) && p.text[p.i] != '=' {
		p.unexpected("expected the end of the type, [], or | null")
	}
	if p.failed || p.unresolved {
		return typeExpr{rest: p.i}
	}
	return typeExpr{Type: t, Encoded: encoded, Null: null, rest: max(p.i, offset)}
}

// encoded reads `encoded<`, which can only be the start of a member's type.
func (p *typeParser) encoded() (is bool, at int) {
	p.skipSpace()
	at = p.i
	rest, is := strings.CutPrefix(p.text[min(at, len(p.text)):], "encoded")
	if rest = strings.TrimLeft(rest, " "); !is || !strings.HasPrefix(rest, "<") {
		return false, at
	}
	p.i = len(p.text) - len(rest) + 1
	return true, at
}

// endEncoded reads the text after the T of encoded<T>, and reports whether the member can be null.
func (p *typeParser) endEncoded(t *Type, null bool, at int) bool {
	if p.skipSpace(); !p.failed && !p.eat('>') {
		p.unexpected("expected > at the end of encoded<T>")
	}
	if p.skipSpace(); !p.failed && p.i < len(p.text) && p.text[p.i] == '[' {
		p.fail(at, "encoded<T> is the type of a member as a whole, and stands in no list, map or other type")
	}
	switch {
	case p.failed || t == nil:
	case null:
		p.fail(at, "the text of encoded<T> holds no null; a member that may be null is encoded<T> | null")
	case t.Kind != RecordType && t.Kind != UnionType && t.Kind != Array && t.Kind != Map:
		p.fail(at, "encoded<T> is for records, unions, lists and maps, not %s", t)
	}
	if p.failed || !p.eat('|') {
		return false
	}
	if name := p.name(); name != "null" && !p.failed {
		p.fail(at, "only null can follow |")
	}
	p.skipSpace()
	return true
}

func (p *typeParser) union() (t *Type, null bool) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxTypeDepth {
		p.fail(p.i, tooDeep)
		return nil, false
	}
	t, null = p.postfix()
	for p.skipSpace(); !p.failed && p.eat('|'); p.skipSpace() {
		p.skipSpace()
		at := p.i
		name := p.name()
		switch {
		case name == "null" && null:
			p.fail(at, "null appears twice")
		case name == "null":
			null = true
		case p.failed:
		case name == "undefined":
			p.fail(at, "only null can follow |; a member that may be absent has a question mark, `name?: T`")
		case nearest(name, []string{"null"}) != "":
			p.fail(at, "only null can follow |, did you mean null?")
		default:
			p.fail(at, "only null can follow |; a union of types is declared under `unions:` and has a name")
		}
	}
	return t, null
}

func (p *typeParser) postfix() (t *Type, null bool) {
	t, null = p.primary()
	depth := p.depth
	for p.skipSpace(); !p.failed && p.eat('['); p.skipSpace() {
		if depth++; depth > maxTypeDepth {
			p.fail(p.i-1, tooDeep)
			return nil, false
		}
		if p.skipSpace(); !p.eat(']') {
			p.unexpected("expected ] (a list is written T[])")
			return nil, false
		}
		t, null = &Type{Kind: Array, Elem: element(t, null)}, false
	}
	return t, null
}

// element returns t as the type of a list's or map's values.
func element(t *Type, null bool) *Type {
	if t != nil {
		t.Null = null
	}
	return t
}

func (p *typeParser) primary() (t *Type, null bool) {
	p.skipSpace()
	at := p.i
	if p.eat('(') {
		t, null = p.union()
		if !p.failed && !p.eat(')') {
			p.unexpected("expected )")
		}
		return t, null
	}
	name := p.name()
	switch {
	case p.failed:
		return nil, false
	case name == "map":
		return p.mapType(at), false
	case name == "encoded" && p.i < len(p.text) && p.text[p.i] == '<':
		p.fail(at, "encoded<T> is the type of a member as a whole, and stands in no list, map or other type")
		return nil, false
	case name == "time" && p.i < len(p.text) && p.text[p.i] == '(':
		return p.timeType(at), false
	case p.eat('.'):
		return p.imported(at, name), false
	}
	return p.named(at, name), false
}

// mapType reads the rest of a map's type, after `map`.
func (p *typeParser) mapType(at int) *Type {
	if p.skipSpace(); !p.eat('<') {
		p.fail(at, "a map is written map<string, T>")
		return nil
	}
	p.skipSpace()
	keyAt := p.i
	key, keyNull := p.union()
	if p.skipSpace(); !p.failed && !p.eat(',') {
		p.unexpected("expected a comma: map<string, T>")
	}
	if p.failed {
		return nil
	}
	value, null := p.union()
	if p.skipSpace(); !p.failed && !p.eat('>') {
		p.unexpected("expected > at the end of the map")
	}
	if p.failed {
		return nil
	}
	if key != nil && (keyNull || key.Kind != String && key.Kind != EnumType || key.Kind == EnumType && key.Enum.Int) {
		p.f.errorf(p.f.within(p.node, keyAt), "the keys of a map are string or an enum of texts")
		p.unresolved = true
	}
	return &Type{Kind: Map, Key: key, Elem: element(value, null)}
}

// timeType reads the rest of a type such as time(ms), after `time`.
func (p *typeParser) timeType(at int) *Type {
	end := strings.IndexByte(p.text[p.i:], ')')
	kind, ok := plainTypes[p.text[at:max(at, p.i+end+1)]]
	if !ok || end < 0 {
		p.fail(at, "a time that is a number since 1970 is written time(s) or time(ms)")
		return nil
	}
	p.i += end + 1
	return &Type{Kind: kind}
}

// imported reads the name after `alias.`.
func (p *typeParser) imported(at int, alias string) *Type {
	nameAt := p.i
	name := p.name()
	if p.failed {
		return nil
	}
	p.unresolved = true // until it is found
	imp := p.f.importAs(alias)
	if imp == nil {
		hint := suggest(alias, p.f.aliases())
		if hint == "" {
			hint = fmt.Sprintf("; say where it is: `imports: {%s: path.yaml}`", alias)
		}
		p.f.errorf(p.f.within(p.node, at), "no spec is imported as %s%s", alias, hint)
		return nil
	}
	if imp.Model == nil {
		return nil // the mistake in the import is reported there
	}
	t, msg := imp.Model.typeNamed(name)
	if t == nil {
		p.f.errorf(p.f.within(p.node, nameAt), "%s", msg)
		return nil
	}
	p.unresolved = false
	imp.used = true
	t.Import = imp
	return t
}

func (f *file) importAs(alias string) *Import {
	for _, imp := range f.model.Imports {
		if imp.Alias == alias {
			return imp
		}
	}
	return nil
}

func (f *file) aliases() []string {
	var list []string
	for _, imp := range f.model.Imports {
		list = append(list, imp.Alias)
	}
	return list
}

// typeNamed returns a declared type of a loaded model, or an error text.
func (m *Model) typeNamed(name string) (*Type, string) {
	var names []string
	for _, r := range m.Records {
		if r.Name == name && r.Group {
			return nil, fmt.Sprintf("%s of %s is only embedded there, and cannot be a type", name, m.File)
		}
		if r.Name == name {
			return &Type{Kind: RecordType, Record: r}, ""
		}
		names = append(names, r.Name)
	}
	for _, u := range m.Unions {
		if u.Name == name {
			return &Type{Kind: UnionType, Union: u}, ""
		}
		names = append(names, u.Name)
	}
	for _, e := range m.Enums {
		if e.Name == name {
			return enumType(e)
		}
		names = append(names, e.Name)
	}
	return nil, fmt.Sprintf("%s declares no %s%s", m.File, name, suggest(name, names))
}

func enumType(e *Enum) (*Type, string) { return &Type{Kind: EnumType, Enum: e}, "" }

// plainTypes are the types that every spec has.
var plainTypes = map[string]TypeKind{
	"string": String, "int": Int, "int64": Int64, "uint64": Uint64, "number": Number, "bool": Bool, "json": JSON, "uuid": UUID,
	"time": Time, "time(s)": Seconds, "time(ms)": Milliseconds, "decimal": Decimal, "bytes": Bytes,
}

// foreignTypes maps names of types in other languages to types of a spec.
var foreignTypes = map[string]string{
	"boolean": "bool", "integer": "int", "int32": "int", "uint": "uint64", "long": "int64", "float": "number",
	"int8": "int", "int16": "int", "uint32": "int", "bigint": "int64",
	"float32": "number", "float64": "number", "double": "number", "str": "string", "text": "string", "any": "json", "unknown": "json", "object": "json",
	"Raw": "json", "UUID": "uuid", "Array": "T[]", "List": "T[]", "array": "T[]", "list": "T[]", "Vec": "T[]", "Set": "T[]", "Seq": "T[]", "Sequence": "T[]", "Record": "map<string, T>",
	"Map": "map<string, T>", "dict": "map<string, T>", "Dict": "map<string, T>", "Mapping": "map<string, T>",
	"HashMap": "map<string, T>", "BTreeMap": "map<string, T>", "Dictionary": "map<string, T>",
	"datetime": "time", "timestamp": "time, time(s) or time(ms)", "Date": "time", "base64": "bytes", "blob": "bytes", "binary": "bytes",
	"date": "string; a time also has a time of day", "duration": "string, int or number, as it is on the line",
	"url": "string", "uri": "string", "uint16": "int", "char": "string",
}

func (p *typeParser) named(at int, name string) *Type {
	if kind, ok := plainTypes[name]; ok {
		return &Type{Kind: kind}
	}
	msg := ""
	switch decl := p.f.scope[name].(type) {
	case *Record:
		return &Type{Kind: RecordType, Record: decl}
	case *Union:
		return &Type{Kind: UnionType, Union: decl}
	case *Enum:
		var t *Type
		if t, msg = enumType(decl); t != nil {
			return t
		}
	default:
		if p.f.misplaced[name] { // already reported
			p.unresolved = true
			return nil
		}
		msg = p.unknownName(name)
	}
	p.unresolved = true
	p.f.errorf(p.f.within(p.node, at), "%s", msg)
	rest := p.text[p.i:]
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	if strings.HasPrefix(rest, "<") || strings.HasPrefix(rest, "[") && !strings.HasPrefix(rest, "[]") || unicode.IsLetter(next) {
		p.failed = true // Array<T>, list[T], array of T: the message says how to write it
	}
	p.failed = p.failed || name == "null"
	return nil
}

// isImport reports whether a spec is imported by a name.
func (f *file) isImport(name string) bool {
	return slices.ContainsFunc(f.model.Imports, func(i *Import) bool { return i.Alias == name })
}

func (p *typeParser) unknownName(name string) string {
	if name == "null" {
		return "null can only follow a type: T | null"
	}
	if strings.EqualFold(name, "encoded") {
		return "JSON in a string is written encoded<T>"
	}
	if slices.Contains([]string{"undefined", "optional", "Optional", "Option", "Maybe"}, name) {
		return "a member that may be absent is written `name?: T`"
	}
	if name == "interface" {
		return "no type is named interface; write json for any value"
	}
	if p.f.isImport(name) {
		return fmt.Sprintf("%s is an imported spec; its types are written %s.Name", name, name)
	}
	ours, ok := foreignTypes[name]
	if !ok {
		ours, ok = foreignTypes[strings.ToLower(name)]
	}
	if _, plain := plainTypes[strings.ToLower(name)]; !ok && plain {
		ours, ok = strings.ToLower(name), true
	}
	if ok {
		return fmt.Sprintf("no type is named %s; write %s", name, ours)
	}
	if best := nearest(name, p.f.typeNames()); best != "" {
		return fmt.Sprintf("no type is named %s, did you mean %s?", name, best)
	}
	return fmt.Sprintf("no type is named %s; declare it under records, unions or enums", name)
}

// typeNames returns all names that can stand in a type.
func (f *file) typeNames() []string {
	var list []string
	for name := range plainTypes {
		list = append(list, name)
	}
	for name := range f.scope {
		list = append(list, name)
	}
	return append(list, "map")
}

// name reads a word after white space.
func (p *typeParser) name() string {
	p.skipSpace()
	start := p.i
	for p.i < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.i:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		p.i += size
	}
	if p.i == start && !p.failed {
		p.unexpected("expected a type")
	}
	return p.text[start:p.i]
}

func (p *typeParser) skipSpace() {
	for p.i < len(p.text) && (p.text[p.i] == ' ' || p.text[p.i] == '\t' || p.text[p.i] == '\n') {
		p.i++
	}
}

func (p *typeParser) eat(c byte) bool {
	if p.i < len(p.text) && p.text[p.i] == c {
		p.i++
		return true
	}
	return false
}

// unexpected reports the character at i, where something else was expected.
func (p *typeParser) unexpected(expected string) {
	if p.i >= len(p.text) {
		p.fail(p.i, "%s, found the end of %q", expected, p.text)
		return
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.i:])
	hint := ""
	switch r {
	case '?':
		hint = "; a member that may be absent has its question mark at the name: `name?: T`"
	case '"', '\'':
		hint = "; a fixed text is written {const: text}, one of several is an enum"
	case '{':
		hint = "; an object is declared under records, and has a name"
	case '[':
		hint = "; a list is written T[]"
	case '<':
		hint = "; only map and encoded have < and >"
	case '*':
		hint = "; a value that may be null is written T | null"
	case ',', ';':
		hint = "; nothing follows a type on its line"
	case '“', '”', '‘', '’', '„', '«', '»':
		hint = "; write a type without quotes"
	case '#':
		hint = "; a comment begins with a space and #"
	case '/':
		hint = "; a comment begins with #"
	case '&':
		hint = "; a record that has the members of another embeds it"
	}
	p.fail(p.i, "%s, found %q%s", expected, r, hint)
}

func (p *typeParser) fail(at int, format string, args ...any) {
	if !p.failed {
		p.f.errorf(p.f.within(p.node, at), format, args...)
	}
	p.failed = true
}

// String writes the type as a spec does.
func (t *Type) String() string {
	text := ""
	switch t.Kind {
	case RecordType:
		text = t.Record.Name
	case UnionType:
		text = t.Union.Name
	case EnumType:
		text = t.Enum.Name
	case Array:
		text = t.Elem.String()
		if t.Elem.Null {
			text = "(" + text + ")"
		}
		text += "[]"
	case GoText:
		text = "string"
	case Map:
		text = "map<" + t.Key.String() + ", " + t.Elem.String() + ">"
	default:
		for name, kind := range plainTypes {
			if kind == t.Kind {
				text = name
			}
		}
	}
	if t.Import != nil {
		text = t.Import.Alias + "." + text
	}
	if t.Null {
		text += " | null"
	}
	return text
}

// mentions reports whether the type, or the element type of its list or map, is of a kind.
func (t *Type) mentions(kind TypeKind) bool {
	for ; t != nil; t = t.Elem {
		if t.Kind == kind {
			return true
		}
	}
	return false
}

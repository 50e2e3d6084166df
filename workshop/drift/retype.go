package drift

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// A member whose values have another JSON type than in the spec gets a wider type: string for a time with other texts, `| null` for null,
// else a union by JSON type with the old type as a variant. Programs that use the member must change. Therefore a patch lists these members.

// Retyped is a member whose type a patch changes. Go programs that use the member may have to change.
type Retyped struct {
	Path     string // of the first value of another type
	Count    int64  // the number of such values
	Pos      spec.Pos
	Old, New string // types as the spec writes them
}

// retype is another type for a member.
type retype struct {
	old, new string
	optional bool        // the member gets a question mark
	presence bool        // the member's presence chooses a case, and the new type allows null
	notNull  bool        // the new type is json, and `zero:` says that the member, whose presence chooses a case, cannot be null
	getters  [][]string  // the getters that return the member, as paths in the spec
	unions   []kindUnion // unions by JSON type that must be declared, those of elements first
	typ      string      // new, with the names of unions as they were declared; "" before in
	kinds    []kindUnion // the declared unions that get more variants
}

// kindUnion is a union by JSON type, and variants of it: JSON type and variant, as YAML.
type kindUnion struct {
	name     string
	variants [][2]string
	types    [][2]string // other types of declared variants: JSON type and type
	named    [][2]string // types, with the names of unions as they were declared
}

// words returns the new type, for a message, if it was written in one of the ways.
func (r *retype) words(way int) string {
	text := r.change()
	if way == asJSON {
		text = "json"
	}
	if way >= withoutGetters {
		for _, g := range r.getters {
			text += ", without the getter " + g[3] + " of " + g[1]
		}
	}
	return text
}

// change returns the new type, for a message.
func (r *retype) change() string {
	text := cmp.Or(r.typ, r.new)
	for _, u := range r.kinds {
		in := ""
		if !strings.Contains(text, u.name) {
			in = " in " + u.name
		}
		for _, v := range u.variants {
			text += " with " + v[0] + in
		}
		for _, v := range u.named {
			text += " with " + v[1] + " as " + v[0] + in
		}
	}
	if r.optional {
		text += ", optional"
	}
	if r.presence {
		text += ", so that null chooses the case as well"
	}
	return text
}

// retype returns a wider type for a member, and false if there is none.
func (g *gap) retype() (retype, bool) {
	r := retype{old: written(g.member.field), optional: g.lacks > 0}
	if g.seen.isEmpty() && g.member.field.Const == "" {
		r.new = r.old
		return r, r.optional
	}
	wide, ok := g.wideType()
	wide.optional = r.optional
	return wide, ok
}

// written returns the type of a field as the spec writes it.
func written(f *spec.Field) string {
	switch {
	case f.Const != "":
		return "always " + f.Const
	case f.Encoded:
		return orNull("encoded<"+f.Type.String()+">", f.Nullable)
	}
	return orNull(f.Type.String(), f.Nullable)
}

// wideType returns a type for the values that were seen, and false if there is none.
func (g *gap) wideType() (retype, bool) {
	f := g.member.field
	if f.By != "" || len(f.Path) > 0 || f.Lazy {
		return retype{}, false
	}
	if f.Const != "" {
		seen := g.seen
		seen.add([]byte(f.Const))
		return retype{old: written(f), new: seen.spec()}, true
	}
	var r retype
	text, _, null, ok := r.wider(f.Type, &g.wrong, f.Encoded)
	if !ok {
		return retype{}, false
	}
	r.old = written(f)
	r.new = orNull(text, null || f.Nullable)
	return r, r.new != r.old || len(r.kinds) > 0
}

// wider returns a type for the values of t and for the values that were seen, the name that it has in names of unions, and whether it must allow
// null. wrong has the values that were seen in the places of t.
func (r *retype) wider(t *spec.Type, wrong *places, encoded bool) (text, name string, null, ok bool) {
	plain := *t
	plain.Null = false
	text, null = plain.String(), t.Null
	if encoded {
		text = "encoded<" + text + ">"
	}
	key, word, name := variantOf(&plain)
	if wrong == nil {
		return text, name, null, true
	}
	noCase := slices.ContainsFunc(wrong.shapes(), func(seen *shape) bool { return seen.noCase })
	if encoded && noCase {
		return "string", "Text", null || wrong.types[typeNull], true
	}
	if t.Kind == spec.UnionType && t.Union.Variants != nil && !encoded {
		return text, name, null || wrong.types[typeNull], r.widerVariants(t, wrong)
	}
	if wrong.list != nil && t.Kind != spec.Array || wrong.mapping != nil && t.Kind != spec.Map {
		return "", "", false, false
	}
	if wrong.list != nil || wrong.mapping != nil {
		if text, name, ok = r.widerElements(t, cmp.Or(wrong.list, wrong.mapping)); !ok {
			return "", "", false, false
		}
		if encoded {
			text = "encoded<" + text + ">"
		}
	}
	seen := wrong.shape
	null = null || seen.types[typeNull]
	seen.types[typeNull] = false
	if seen.types[typeString] && (encoded || t.Kind == spec.Time || t.Kind == spec.Bytes) {
		seen.types[typeString] = false
		text, key, word, name, encoded = "string", "string", "Text", "Text", false
	}
	if seen.fraction || seen.exceeds {
		number := widerNumber(t, &seen)
		if number == nil {
			return "", "", false, false
		}
		text = number.String()
		key, word, name = variantOf(number)
	}
	switch {
	case seen.types == [jsonTypes]bool{} && !seen.noCase:
		return text, name, null, true
	case encoded, seen.noCase, t.Kind == spec.UnionType && canBeText(t.Union):
		return "json", "JSON", false, true // neither can be a variant
	case t.Kind == spec.GoText:
		text, word, name = "string", "Text", "Text" // without `go_type:`, which retype.in removes
	}
	variant := "{go: " + word + ", type: " + draft.Flow(text) + "}"
	if text == map[string]string{"string": "string", "number": "number", "boolean": "bool"}[key] {
		variant = word
	}
	list, words := variants(&seen, key, variant)
	if list == nil {
		return "", "", false, false
	}
	r.unions = append(r.unions, kindUnion{name: name + words, variants: list})
	return name + words, name + words, null, true
}

// widerElements is wider for the elements of a list or map t. It returns a type for the list or map, and its name in names of unions.
func (r *retype) widerElements(t *spec.Type, wrong *places) (text, name string, ok bool) {
	elem, name, null, ok := r.wider(t.Elem, wrong, false)
	if !ok {
		return "", "", false
	}
	if null && !t.Elem.Null {
		name += "OrNull"
	}
	elem = orNull(elem, null)
	switch {
	case t.Kind == spec.Map:
		return "map<" + t.Key.String() + ", " + elem + ">", name + "Map", true
	case strings.HasSuffix(elem, " | null"):
		return "(" + elem + ")[]", name + "List", true
	}
	return elem + "[]", name + "List", true
}

// canBeText reports whether a value of a union by tag can be a string, a bare name.
func canBeText(u *spec.Union) bool {
	return u.Tree != nil && u.Tree.External && u.Tree.Adjacent == nil
}

// widerNumber returns a type for numbers of t and for those that were seen, nil if there is none.
func widerNumber(t *spec.Type, seen *shape) *spec.Type {
	switch {
	case t.Kind == spec.UnionType:
		return nil
	case seen.exceeds:
		return &spec.Type{Kind: spec.Decimal}
	}
	return &spec.Type{Kind: spec.Number}
}

// widerVariants gives a union by JSON type the variants that were seen, and its variants wider types. It returns false if that is not possible.
func (r *retype) widerVariants(t *spec.Type, wrong *places) bool {
	if t.Import != nil || slices.ContainsFunc(r.kinds, func(u kindUnion) bool { return u.name == t.Union.Name }) {
		return false
	}
	seen := wrong.shape
	seen.types[typeNull] = false
	at := len(r.kinds)
	r.kinds = append(r.kinds, kindUnion{name: t.Union.Name})
	u := kindUnion{name: t.Union.Name}
	list, mapping := wrong.list, wrong.mapping
	for _, v := range t.Union.Variants {
		typ, json := "", typeByName[string(v.JSON)]
		switch kind := v.Type.Kind; {
		case json == typeNumber && (seen.fraction || seen.exceeds):
			number := widerNumber(v.Type, &seen)
			if number == nil {
				return false
			}
			typ = number.String()
		case kind == spec.Array && list != nil, kind == spec.Map && mapping != nil:
			inner := places{list: list}
			if kind == spec.Map {
				inner = places{mapping: mapping}
				mapping = nil
			} else {
				list = nil
			}
			text, _, null, ok := r.wider(v.Type, &inner, false)
			if !ok || null {
				return false
			}
			if text != v.Type.String() {
				typ = text
			}
		case json == typeObject && kind == spec.UnionType && seen.noCase:
			typ = "json"
		case json == typeString && seen.types[json] && (kind == spec.Time || kind == spec.Bytes):
			typ, seen.types[json] = "string", false
		case seen.types[json]:
			return false
		}
		if typ != "" {
			u.types = append(u.types, [2]string{string(v.JSON), typ})
		}
	}
	if list != nil || mapping != nil {
		return false // of lists and maps that are no variants
	}
	u.variants, _ = variants(&seen, "", "")
	r.kinds[at] = u
	return true
}

// takesNull reports whether the new type allows null.
func (r *retype) takesNull() bool {
	return slices.ContainsFunc(r.unions, func(u kindUnion) bool { return u.name == r.new }) || r.new == "json" || strings.HasSuffix(r.new, " | null")
}

func orNull(typ string, null bool) string {
	if null && typ != "json" {
		return typ + " | null"
	}
	return typ
}

// variantOf returns the variant for a type in a union by JSON type: its JSON type, its Go name, and the beginning of the union's name.
func variantOf(t *spec.Type) (key, word, name string) {
	switch t.Kind {
	case spec.RecordType:
		return "object", "Object", t.Record.Name
	case spec.UnionType:
		return "object", "Object", t.Union.Name
	case spec.EnumType:
		if t.Enum.Int {
			return "number", "Number", t.Enum.Name
		}
		return "string", "Text", t.Enum.Name
	case spec.Array:
		_, _, name = variantOf(t.Elem)
		return "array", "List", name + "List"
	case spec.Map:
		_, _, name = variantOf(t.Elem)
		return "object", "Object", name + "Map"
	case spec.Bool:
		return "boolean", "Flag", "Flag"
	case spec.JSON:
		return "", "", "JSON"
	case spec.String:
		return "string", "Text", "Text"
	case spec.UUID, spec.Time, spec.Bytes, spec.GoText:
		return "string", "Text", (&draft.TypeNames{}).Take(t.String())
	case spec.Seconds:
		return "number", "Number", "Seconds"
	case spec.Milliseconds:
		return "number", "Number", "Milliseconds"
	}
	return "number", "Number", (&draft.TypeNames{}).Take(t.String())
}

// variants returns the variants of a union by JSON type, for the types that were seen and for the variant with the given key, and the part of the
// union's name for the types that were seen. It returns nil if the type of the given variant was also seen.
func variants(seen *shape, key, variant string) (list [][2]string, words string) {
	for _, v := range []struct {
		jsonType
		key, word, variant string
	}{
		{typeString, "string", "Text", "Text"},
		{typeNumber, "number", "Number", "Number"},
		{typeBool, "boolean", "Flag", "Flag"},
		{typeArray, "array", "List", "{go: List, type: json}"},
		{typeObject, "object", "Object", "{go: Object, type: json}"},
	} {
		switch {
		case key == v.key && seen.types[v.jsonType]:
			return nil, ""
		case key == v.key:
			list = append(list, [2]string{key, variant})
		case seen.types[v.jsonType]:
			list = append(list, [2]string{v.key, v.variant})
			words += "Or" + v.word
		}
	}
	return list, words
}

// The ways to change a type. Each is tried if the spec does not load after those before.
const (
	keepDefault    = iota // the member keeps its default and its zero value
	withoutDefault        // a union by JSON type can have no default
	withoutGetters        // a getter returns only some types
	asJSON                // any value
	retypeWays
)

// in applies the change to a text in one of the ways. pos is the member's position in the original.
func (r *retype) in(original, text string, pos spec.Pos, way int) (string, error) {
	keep := way == keepDefault
	if way == withoutGetters && len(r.getters) == 0 {
		return "", errors.New("drift: no getter returns the member")
	}
	if way == asJSON {
		wide := *r
		wide.new, wide.unions, wide.kinds = "json", nil, nil
		r = &wide
	}
	was, err := rootOf(original)
	if err != nil {
		return "", err
	}
	path := findPath(was, nil, func(key, value *yaml.Node, path []string) bool {
		return len(path) == 4 && path[0] == "records" && path[2] == "fields" && (isAt(key, pos) || isAt(value, pos))
	})
	if path == nil {
		return "", fmt.Errorf("drift: %v: the member has several fields: change one of them by hand", pos)
	}
	unions, typ, err := r.named(was, text)
	if err != nil {
		return "", err
	}
	if !keep {
		keys := []string{"default", "usual", "zero"}
		if way == asJSON {
			keys = append(keys, "lazy")
		}
		for _, key := range keys {
			if text, err = remove(text, path, key); err != nil {
				return "", err
			}
		}
	}
	if way >= withoutGetters {
		for _, getter := range r.getters {
			if text, err = removeGetter(text, getter); err != nil {
				return "", err
			}
		}
	}
	if r.new != r.old {
		if text, err = replaceType(text, path, typ, keep); err != nil {
			return "", err
		}
		if r.notNull && typ == "json" {
			if text, err = neverNull(text, path); err != nil {
				return "", err
			}
		}
	}
	if r.optional {
		if text, err = markOptional(text, path); err != nil {
			return "", err
		}
	}
	if r.new != r.old {
		if text, err = remove(text, path, "go_type"); err != nil { // only lists and maps of strings can have one
			return "", err
		}
	}
	for _, u := range r.kinds {
		if text, err = u.in(was, text); err != nil {
			return "", err
		}
	}
	for _, u := range unions {
		if text, err = insert(text, []string{"unions"}, u[0], u[1]); err != nil {
			return "", err
		}
	}
	return text, nil
}

// neverNull writes that a required member of type json cannot be null: what is written for its zero value.
func neverNull(text string, path []string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	for _, name := range path {
		n = child(n, name)
	}
	switch {
	case n == nil:
		return "", fmt.Errorf("drift: the spec no longer has %s", strings.Join(path, "."))
	case n.Kind != yaml.MappingNode:
		return replaceType(text, path, "{type: json, zero: {}}", false)
	case child(n, "zero") != nil:
		return text, nil
	}
	return insert(text, path, "zero", "{}")
}

// removeGetter removes a getter, and the mapping of getters with the last one.
func removeGetter(text string, path []string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	union := child(child(n, path[0]), path[1])
	getters := child(union, path[2])
	if child(getters, path[3]) == nil {
		return text, nil // with another member
	}
	outer, key := getters, path[3]
	if len(getters.Content) == 2 {
		outer, key = union, path[2]
	}
	for i := 0; i+1 < len(outer.Content); i += 2 {
		switch k := outer.Content[i]; {
		case k.Value != key:
		case outer.Style&yaml.FlowStyle == 0:
			return cutLines(text, k.Line-1, entryEnd(text, k, outer.Content[0].Column-1, true)), nil
		case i+2 < len(outer.Content):
			return text[:offset(text, k)] + text[offset(text, outer.Content[i+2]):], nil
		default:
			last, _ := closing(text, offset(text, outer))
			return strings.TrimRight(text[:offset(text, k)], " ,\n\t") + text[last:], nil
		}
	}
	return text, nil // not reached
}

// cutLines removes the lines after line from, up to and including line to.
func cutLines(text string, from, to int) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[:from], "") + strings.Join(lines[to:], "")
}

// in adds the variants to the declared union in a text, and gives its variants their other types.
func (u *kindUnion) in(was *yaml.Node, text string) (string, error) {
	for _, v := range u.variants {
		now, err := rootOf(text)
		if err != nil {
			return "", err
		}
		if child(child(child(child(now, "unions"), u.name), "kinds"), v[0]) != nil {
			continue // added for another member of the same type
		}
		if text, err = insert(text, []string{"unions", u.name, "kinds"}, v[0], v[1]); err != nil {
			return "", err
		}
	}
	for _, v := range u.named {
		var err error
		if text, err = replaceVariant(was, text, []string{"unions", u.name, "kinds", v[0]}, v[1]); err != nil {
			return "", err
		}
	}
	return text, nil
}

// named returns the unions to declare, each with its name and declaration, and the new type. A union that was declared for another member is not declared
// again. A name that the spec has for something else gets a number.
func (r *retype) named(was *yaml.Node, text string) (unions [][2]string, typ string, err error) {
	now, err := rootOf(text)
	if err != nil {
		return nil, "", err
	}
	declared := func(root *yaml.Node, name string) bool {
		return slices.ContainsFunc([]string{"unions", "records", "enums"}, func(section string) bool { return child(child(root, section), name) != nil })
	}
	names := map[string]string{} // of the unions that have another name than planned
	renamed := func(text string) string {
		return typeName.ReplaceAllStringFunc(text, func(name string) string { return cmp.Or(names[name], name) })
	}
	for _, u := range r.unions {
		var entries []string
		for _, v := range u.variants {
			entries = append(entries, v[0]+": "+renamed(v[1]))
		}
		declaration := "{kinds: {" + strings.Join(entries, ", ") + "}}"
		name := u.name
		for n := 2; declared(now, name); n++ {
			if !declared(was, name) && strings.Contains(text, " "+name+": "+declaration) {
				declaration = ""
				break
			}
			name = u.name + strconv.Itoa(n)
		}
		if declaration != "" {
			unions = append(unions, [2]string{name, declaration})
		}
		if name != u.name {
			names[u.name] = name
		}
	}
	r.typ = renamed(r.new)
	for i := range r.kinds {
		u := &r.kinds[i]
		u.named = nil
		for _, v := range u.types {
			u.named = append(u.named, [2]string{v[0], renamed(v[1])})
		}
	}
	return unions, r.typ, nil
}

var typeName = regexp.MustCompile(`\w+`)

// remove removes an entry of the long form of the member at a path, if it has this entry.
func remove(text string, path []string, key string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	for _, name := range path {
		n = child(n, name)
	}
	if n == nil || n.Kind != yaml.MappingNode {
		return text, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		switch {
		case k.Value != key:
		case n.Style&yaml.FlowStyle == 0:
			end := entryEnd(text, k, n.Content[0].Column-1, true)
			lines := strings.SplitAfter(text, "\n")
			if i == 0 || strings.Contains(strings.Join(lines[k.Line-1:end], ""), "#") {
				return "", fmt.Errorf("drift: line %d: remove %s by hand", k.Line, key)
			}
			return cutLines(text, k.Line-1, end), nil
		case i+2 < len(n.Content):
			return text[:offset(text, k)] + text[offset(text, n.Content[i+2]):], nil
		case i > 0:
			last, _ := closing(text, offset(text, n))
			return strings.TrimRight(text[:offset(text, k)], " ,\n\t") + text[last:], nil
		}
	}
	return text, nil
}

// markOptional writes a question mark after the name of the member at a path.
func markOptional(text string, path []string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	flow, last := false, len(path)-1
	for _, name := range path[:last] {
		flow = flow || n != nil && n.Style&yaml.FlowStyle != 0
		n = child(n, name)
	}
	if n == nil {
		return "", fmt.Errorf("drift: the spec no longer has %s", strings.Join(path, "."))
	}
	flow = flow || n.Style&yaml.FlowStyle != 0
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Value != path[last] {
			continue
		}
		at := offset(text, key)
		end := at + len(key.Value)
		if text[at] == '"' || text[at] == '\'' {
			end = quoteEnd(text, at)
		}
		name := draft.Plain(key.Value + "?")
		if flow {
			name = draft.FlowText(key.Value + "?")
		}
		return text[:at] + name + text[end:], nil
	}
	return "", fmt.Errorf("drift: the spec no longer has %s", strings.Join(path, "."))
}

// replaceType gives the member at a path another type, or a long form in braces. A default behind the type (`int = 0`) stays if keep is set.
func replaceType(text string, path []string, typ string, keep bool) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	flow := false
	for _, name := range path {
		flow = flow || n.Style&yaml.FlowStyle != 0
		if n = child(n, name); n == nil {
			return "", fmt.Errorf("drift: the spec no longer has %s", strings.Join(path, "."))
		}
	}
	if n.Kind == yaml.MappingNode {
		inner := child(n, "type")
		switch {
		case inner != nil:
			flow = flow || n.Style&yaml.FlowStyle != 0
			n = inner
		case child(n, "const") != nil && (len(n.Content) > 2 || n.Style&yaml.FlowStyle == 0):
			return replaceConst(text, n, typ), nil
		case len(n.Content) != 2 || n.Content[0].Value != "const" || n.Style&yaml.FlowStyle == 0:
			return "", fmt.Errorf("drift: line %d has no type to change", n.Line)
		}
	}
	if _, value, ok := strings.Cut(n.Value, " = "); ok && keep && n.Kind == yaml.ScalarNode {
		typ += " = " + value
	}
	if flow && typ[0] != '{' {
		typ = draft.Flow(typ)
	}
	at := offset(text, n)
	end := at + len(n.Value)
	switch {
	case n.Kind == yaml.MappingNode:
		_, bracket := closing(text, at)
		end = bracket + 1
	case n.Kind != yaml.ScalarNode:
		return "", fmt.Errorf("drift: line %d has no type to change", n.Line)
	case text[at] == '"' || text[at] == '\'':
		end = quoteEnd(text, at)
	case !strings.HasPrefix(text[at:], n.Value):
		return "", fmt.Errorf("drift: line %d has a type on several lines", n.Line)
	}
	return text[:at] + typ + aligned(text[end:], len(typ)-(end-at)), nil
}

// aligned moves the comment at the end of the first line to the left by as many characters as the text in front has become longer, or to the right if it has
// become shorter. At least two spaces stay.
func aligned(text string, longer int) string {
	line, _, _ := strings.Cut(text, "\n")
	at := strings.LastIndex(line, "  #")
	if at < 0 {
		return text
	}
	before := strings.TrimRight(line[:at], " ")
	return before + strings.Repeat(" ", max(2, at+2-len(before)-longer)) + text[at+2:]
}

// replaceVariant gives the variant at a path of a union by JSON type another type, unless the original already has another type than the text.
func replaceVariant(was *yaml.Node, text string, path []string, typ string) (string, error) {
	n, err := rootOf(text)
	if err != nil {
		return "", err
	}
	for _, name := range path {
		n, was = child(n, name), child(was, name)
	}
	typeOf := func(n *yaml.Node) string {
		if inner := child(n, "type"); inner != nil {
			return inner.Value
		}
		return ""
	}
	switch now := typeOf(n); now {
	case typ:
		return text, nil
	case typeOf(was):
	default:
		return "", errors.New("another member changes the same union: apply this patch, then make another one")
	}
	if n == nil || n.Kind != yaml.ScalarNode { // the long form, which has a type
		return replaceType(text, path, typ, false)
	}
	at := offset(text, n)
	if !strings.HasPrefix(text[at:], n.Value) {
		return "", fmt.Errorf("drift: line %d: give the variant a type by hand", n.Line)
	}
	return text[:at] + "{go: " + n.Value + ", type: " + draft.Flow(typ) + "}" + text[at+len(n.Value):], nil
}

// replaceConst writes a type in the place of the `const:` of a member's long form.
func replaceConst(text string, n *yaml.Node, typ string) string {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value != "const" {
			continue
		}
		value := n.Content[i+1]
		at := offset(text, value)
		end := at + len(value.Value)
		if text[at] == '"' || text[at] == '\'' {
			end = quoteEnd(text, at)
		}
		if n.Style&yaml.FlowStyle != 0 {
			typ = draft.Flow(typ)
		}
		return text[:offset(text, n.Content[i])] + "type: " + typ + text[end:]
	}
	return text // not reached
}

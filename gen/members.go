package gen

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/spec"
)

// member is a member of an object for which the record's switch has a case.
type member struct {
	key   string // in JSON
	fixed string // the JSON literal of a tag or of a const field, which have no Go field
	tag   bool   // fixed by a union

	field     *spec.Field  // nil for a tag
	owner     *spec.Record // whose Go struct has the field
	form      form
	optional  bool // left out when it is not set
	required  bool // its absence is noted
	null      bool // null is not noted
	tagged    bool // the tag that chose the record lies within the member's value
	checksTag bool // tagged, and its decoder checks that the tag is the last one in the value: no record there does
	confirms  bool // it is the tag that chose the record: if the tag was predicted, it is checked here

	payload *member   // not nil: the member has no field, and is the sibling tag of payload
	others  []*member // more payloads of that tag
	sibling *member   // of a payload: the member that is its tag

	inner *record // not nil: the member has no field, and is an object in which fields of the record lie, by their paths
}

// form says how a Go field holds its value, and so which value stands for absence.
type form uint8

const (
	plain      form = iota // T: the zero value, or the default, stands for absence
	pointer                // *T: nil
	nilable                // []T, map[K]T, decoder.Raw, an interface: nil
	byJSONType             // a union by JSON type: isSet is false
)

func (p *plan) newMember(d declaredField) *member {
	f := d.field
	m := &member{key: f.Name, field: f, owner: d.owner, fixed: f.Const}
	if f.Const != "" {
		m.required = true
		return m
	}
	// A field with `when:` is absent in the other cases, also if it has no question mark.
	m.optional = f.Optional || len(f.When) > 0
	m.form = formOf(f)
	m.required = !m.optional && f.Inline != spec.InlineAlways || f.Usual
	m.null = !m.optional && (f.Nullable || (m.form == byJSONType || m.form == nilable && !isContainer(f)) && f.Zero == "")
	return m
}

func formOf(f *spec.Field) form {
	switch {
	case f.Lazy:
		return nilable
	case f.Type.Kind == spec.JSON, isContainer(f):
		return nilable
	case f.Type.Kind == spec.UnionType:
		if f.Type.Union.Variants != nil {
			return byJSONType
		}
		return nilable
	case f.Default != "":
		return plain
	case f.Nullable, f.Optional:
		return pointer
	}
	return plain
}

// isContainer reports whether f is a list, a map or bytes: if such a field is required, nil is written as an empty value.
func isContainer(f *spec.Field) bool {
	return !f.Lazy && (f.Type.Kind == spec.Array || f.Type.Kind == spec.Map || f.Type.Kind == spec.Bytes)
}

// goName returns the selector of the Go field. Fields of embedded records are promoted.
func (m *member) goName() string { return m.field.GoName }

// expr returns the Go field as an expression.
func (m *member) expr() string { return "m." + m.field.GoName }

func (m *member) aliases() []string {
	if m.field == nil {
		return nil
	}
	return m.field.Alias
}

// always reports whether the members of m's object always stand beside those of the record, and never under m's own name.
func (m *member) always() bool { return m.field != nil && m.field.Inline == spec.InlineAlways }

func (m *member) isInline() bool { return m.field != nil && m.field.Inline != spec.InlineNever }

// hasDefault reports whether m is optional and its form is plain.
func (m *member) hasDefault() bool {
	return m.field != nil && m.fixed == "" && m.optional && m.form == plain
}

// notesPresence reports whether a note says that the member was present with its default value. (For other members a note says that they were
// absent.)
func (m *member) notesPresence() bool { return m.hasDefault() && !m.required }

// path returns the jq path from the record to the values of the field that can have a wrong type: the elements of a list or map.
func (m *member) path() string {
	if m.always() {
		return ""
	}
	path := jqStep(m.key)
	if m.field == nil || m.fixed != "" || m.field.Lazy || m.field.Encoded {
		return path
	}
	for t := m.field.Type; t.Kind == spec.Array || t.Kind == spec.Map; t = t.Elem {
		path += "[]"
	}
	return path
}

// jqStep returns the jq path of a member.
func jqStep(key string) string {
	plain := key != ""
	for i, r := range key {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			plain = false
		}
	}
	if plain {
		return "." + key
	}
	return "[" + quoteKey(key) + "]"
}

// quoteKey returns a JSON string as the encoder of generated code writes it.
func quoteKey(key string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(key); err != nil {
		return strconv.Quote(key)
	}
	return unescaped.Replace(strings.TrimSuffix(b.String(), "\n"))
}

// unescaped replaces the escapes that only encoding/json writes.
var unescaped = strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")

// keyText returns a key as the encoder takes it: `,"uuid":`.
func (m *member) keyText() string { return keyText(m.key) }

func keyText(key string) string { return "," + quoteKey(key) + ":" }

// isZeroLiteral reports whether a JSON literal is a Go zero value.
func isZeroLiteral(literal string) bool {
	switch literal {
	case "", `""`, "0", "false", "null", "{}", "[]":
		return true
	}
	return false
}

// plainLiteral returns a literal as a kind has it: a string without quotes.
func plainLiteral(literal string) string {
	if s, ok := stringLiteral(literal); ok {
		return s
	}
	return literal
}

// stringLiteral returns the text of a JSON literal, and whether that is a string.
func stringLiteral(literal string) (string, bool) {
	var s string
	if !strings.HasPrefix(literal, `"`) || json.Unmarshal([]byte(literal), &s) != nil {
		return "", false
	}
	return s, true
}

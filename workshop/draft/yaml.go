package draft

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ndwire/ndwire/internal/printable"
)

// YAML writes the spec file.
func (s *Spec) YAML() []byte {
	w := &writer{}
	for _, line := range s.About {
		w.line(0, "# "+Comment(line), "")
	}
	w.line(0, "ndwire: 1", "")
	w.line(0, "protocol: "+s.Name, "")
	w.line(0, "package: "+s.Name, "")
	if s.Line != "" {
		w.line(0, "line: "+s.Line, "")
	}
	if len(s.Unions) > 0 {
		w.section("unions")
	}
	for _, u := range s.Unions {
		w.union(u)
	}
	if len(s.Records) > 0 {
		w.section("records")
	}
	for _, r := range s.Records {
		w.record(r)
	}
	if len(s.Enums) > 0 {
		w.section("enums")
	}
	for _, e := range s.Enums {
		w.enum(e)
	}
	return w.done()
}

// union declares a union, by tag or by JSON type.
func (w *writer) union(u *Union) {
	w.declare(u.Name, u.Comment, u.Doc, u.Deprecated)
	if u.Discriminator != nil {
		w.discriminator(2, u.Discriminator)
		return
	}
	w.line(2, "kinds:", "")
	for _, v := range u.Variants {
		text := v.Go
		if v.Type != "" {
			text = fmt.Sprintf("{go: %s, type: %s}", v.Go, Flow(v.Type))
		}
		w.line(3, v.JSON+": "+text, v.Comment)
	}
}

// record declares a record, in one line if it is short.
func (w *writer) record(r *Record) {
	if len(r.Fields) == 0 && r.Doc == "" && r.Deprecated == "" {
		var parts []string
		if r.Embed != "" {
			parts = append(parts, "embed: "+r.Embed)
		}
		if r.Open {
			parts = append(parts, "open: true")
		}
		w.line(1, r.Name+": {"+strings.Join(parts, ", ")+"}", r.Comment)
		return
	}
	NameFields(r.Name, r.Fields)
	if one, ok := r.inOneLine(); ok {
		w.line(1, one, r.commentInOneLine())
		return
	}
	w.declare(r.Name, r.Comment, r.Doc, r.Deprecated)
	if r.Open {
		w.line(2, "open: true", "")
	}
	if r.Embed != "" {
		w.line(2, "embed: "+r.Embed, "")
	}
	if len(r.Fields) > 0 {
		w.line(2, "fields:", "")
	}
	for _, f := range r.Fields {
		key, value := f.yaml()
		w.line(3, key+": "+value, f.Comment)
	}
}

// writer writes lines; comments that follow each other are aligned when the block ends.
type writer struct {
	lines []commented
}

type commented struct{ text, comment string }

func (w *writer) line(indent int, text, comment string) {
	w.lines = append(w.lines, commented{strings.Repeat("  ", indent) + text, Comment(comment)})
}

func (w *writer) section(name string) {
	w.line(0, "", "")
	w.line(0, name+":", "")
}

func (w *writer) declare(name, comment, doc, deprecated string) {
	w.line(1, name+":", comment)
	for _, part := range about(doc, deprecated) {
		w.line(2, part, "")
	}
}

// about returns the keys with the documentation of a declaration.
func about(doc, deprecated string) (parts []string) {
	if doc != "" {
		parts = append(parts, "doc: "+Quote(doc))
	}
	if deprecated != "" {
		parts = append(parts, "deprecated: "+Quote(deprecated))
	}
	return parts
}

func (w *writer) discriminator(indent int, d *Discriminator) {
	list := "cases:"
	switch {
	case d.Sibling:
	case d.External:
		list = "external:"
	case d.Tag == nil:
		list = "has:"
	case slices.ContainsFunc(d.Tag, func(name string) bool { return strings.Contains(name, ".") }):
		quoted := make([]string, len(d.Tag))
		for i, name := range d.Tag {
			quoted[i] = Quote(name)
		}
		w.line(indent, "tag: [["+strings.Join(quoted, ", ")+"]]", "")
	default:
		w.line(indent, "tag: "+Plain(strings.Join(d.Tag, ".")), "")
	}
	if len(d.Cases) > 0 {
		w.line(indent, list, "")
	}
	for _, c := range d.Cases {
		key := CaseKey(c.Text)
		if c.Literal {
			key = c.Text
		}
		w.branch(indent+1, key, c)
	}
	if d.Otherwise != nil {
		w.branch(indent, "otherwise", *d.Otherwise)
	}
	if d.Absent != nil {
		w.branch(indent, "absent", *d.Absent)
	}
}

func (w *writer) branch(indent int, key string, c Case) {
	switch {
	case c.Discriminator.ofPayload() && c.Kind == "" && c.Go == "":
		w.line(indent, key+": {tag: "+FlowText(c.Discriminator.Tag[0])+", otherwise: "+c.Discriminator.Otherwise.Record+"}", c.Comment)
	case c.Discriminator != nil:
		w.line(indent, key+":", c.Comment)
		if c.Kind != "" {
			w.line(indent+1, "kind: "+Plain(c.Kind), "")
		}
		if c.Go != "" {
			w.line(indent+1, "go: "+c.Go, "")
		}
		w.discriminator(indent+1, c.Discriminator)
	case c.Kind != "" || c.Go != "":
		parts := "to: " + to(c)
		if c.Kind != "" {
			parts += ", kind: " + FlowText(c.Kind)
		}
		if c.Go != "" {
			parts += ", go: " + c.Go
		}
		w.line(indent, key+": {"+parts+"}", c.Comment)
	default:
		w.line(indent, key+": "+to(c), c.Comment)
	}
}

// ofPayload reports whether d has nothing but the tag of a payload in its record, so that the payloads are kinds of lines: {tag: tool, otherwise: Call}.
func (d *Discriminator) ofPayload() bool {
	return d != nil && len(d.Tag) == 1 && !strings.Contains(d.Tag[0], ".") && !d.External && len(d.Cases) == 0 && d.Absent == nil &&
		d.Otherwise != nil && d.Otherwise.Record != "" && *d.Otherwise == Case{Record: d.Otherwise.Record}
}

func to(c Case) string {
	if c.Unit {
		return "null"
	}
	if c.Record == "" {
		return "json"
	}
	return c.Record
}

// inOneLine returns the one-line form of a record with one field, or with few fields without comments: Tokens: {fields: {in: int, out: int}}.
func (r *Record) inOneLine() (string, bool) {
	if len(r.Fields) > 3 || r.Doc != "" || r.Deprecated != "" || r.Open {
		return "", false
	}
	var fields []string
	for _, f := range r.Fields {
		key, value := f.yaml()
		if f.Comment != "" && len(r.Fields) > 1 || f.Doc != "" || f.Deprecated != "" {
			return "", false
		}
		if strings.HasSuffix(key, "?") {
			key = Quote(key)
		}
		if value[0] != '{' && value[0] != '"' {
			value = Flow(value)
		}
		fields = append(fields, key+": "+value)
	}
	embed := ""
	if r.Embed != "" {
		embed = "embed: " + r.Embed + ", "
	}
	one := r.Name + ": {" + embed + "fields: {" + strings.Join(fields, ", ") + "}}"
	return one, len(one) <= wide-40
}

func (r *Record) commentInOneLine() string {
	comment := r.Comment
	for _, f := range r.Fields {
		if f.Comment != "" {
			comment = strings.TrimPrefix(comment+"; "+f.Comment, "; ")
		}
	}
	return comment
}

// yaml returns the key and the value of a field in YAML.
func (f *Field) yaml() (key, value string) {
	name := f.Name
	if f.Optional {
		name += "?"
	}
	key = Plain(name)
	if f.Const != "" {
		return key, "{const: " + f.Const + "}"
	}
	typ := f.Type
	if f.Nullable {
		typ += " | null"
	}
	if f.Go == "" && f.Doc == "" && f.Deprecated == "" && f.By == "" {
		if f.Default != "" {
			typ += " = " + f.Default
		}
		if strings.Contains(typ, ": ") || strings.Contains(typ, " #") { // in a default: YAML would end the value there
			typ = Quote(typ)
		}
		return key, typ
	}
	parts := []string{"type: " + Flow(typ)}
	if f.By != "" {
		by := FlowText(f.By)
		if strings.Contains(f.By, ".") { // without brackets, it would be a path
			by = "[[" + by + "]]"
		}
		parts = append(parts, "by: "+by)
	}
	if f.Default != "" {
		parts = append(parts, "default: "+f.Default)
	}
	if f.Go != "" {
		parts = append(parts, "go: "+f.Go)
	}
	parts = append(parts, about(f.Doc, f.Deprecated)...)
	return key, "{" + strings.Join(parts, ", ") + "}"
}

// wide is the length beyond which a line is broken, where that is possible.
const wide = 120

func (w *writer) enum(e *Enum) {
	var values []string
	long := e.Doc != "" || e.Deprecated != ""
	var keys []string
	if e.Int {
		keys = append(keys, "type: int")
	}
	if e.Open {
		keys = append(keys, "open: true")
	}
	for _, v := range e.Values {
		values = append(values, e.key(v))
		long = long || v.hasMore()
	}
	one := fmt.Sprintf("%s: {%s}", e.Name, strings.Join(append(slices.Clone(keys), "values: ["+strings.Join(values, ", ")+"]"), ", "))
	if !long && len(one) <= wide-30 {
		w.line(1, one, e.Comment)
		return
	}
	w.declare(e.Name, e.Comment, e.Doc, e.Deprecated)
	for _, key := range keys {
		w.line(2, key, "")
	}
	if !slices.ContainsFunc(e.Values, Value.hasMore) {
		// Several values in a line.
		line := "values: ["
		for i, v := range values {
			if len(line)+len(v) > wide-30 {
				w.line(2, strings.TrimRight(line, " "), "")
				line = "  "
			}
			if line += v; i < len(values)-1 {
				line += ", "
			}
		}
		w.line(2, line+"]", "")
		return
	}
	w.line(2, "values:", "")
	for _, v := range e.Values {
		w.line(3, strings.TrimSpace(e.key(v)+": "+v.yaml()), v.Comment)
	}
}

// hasMore reports whether a value has more than its text.
func (v Value) hasMore() bool { return v.Go != "" || v.Doc != "" || v.Deprecated != "" }

// yaml returns what stands behind the key of a value.
func (v Value) yaml() string {
	parts := about(v.Doc, v.Deprecated)
	if len(parts) == 0 {
		return v.Go
	}
	if v.Go != "" {
		parts = append([]string{"go: " + v.Go}, parts...)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// key returns a value as a key in YAML.
func (e *Enum) key(v Value) string {
	if e.Int {
		return v.Text
	}
	return Plain(v.Text)
}

// done returns the file. In a run of lines of one level that all have comments, the comments stand in one column.
func (w *writer) done() []byte {
	var b strings.Builder
	for i := 0; i < len(w.lines); {
		j, column := i, 0
		for ; j < len(w.lines) && w.lines[j].follows(w.lines[i]); j++ {
			column = max(column, min(utf8.RuneCountInString(w.lines[j].text), 60))
		}
		for ; i < j; i++ {
			line := w.lines[i]
			b.WriteString(line.text)
			if line.comment != "" {
				b.WriteString(strings.Repeat(" ", max(2, column+2-utf8.RuneCountInString(line.text))))
				b.WriteString("# " + line.comment)
			}
			b.WriteByte('\n')
		}
	}
	return []byte(b.String())
}

// follows reports whether two lines have their comments in one column. Declarations of one line and of several lines do not.
func (c commented) follows(o commented) bool {
	return (c.comment != "") == (o.comment != "") && c.indent() == o.indent() &&
		(c.indent() > 2 || strings.HasSuffix(c.text, ":") == strings.HasSuffix(o.text, ":"))
}

func (c commented) indent() int { return len(c.text) - len(strings.TrimLeft(c.text, " ")) }

var (
	plainText = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$./-]*\??$`)
	// YAML 1.1 reads these as a bool or null, and so do many of its readers.
	special = regexp.MustCompile(`(?i)^(true|false|null|yes|no|on|off|y|n)\??$`)
)

// Plain returns a text as a YAML key or value, in quotes where YAML would otherwise read another value.
func Plain(text string) string {
	if plainText.MatchString(text) && !special.MatchString(text) {
		return text
	}
	return Quote(text)
}

// Flow returns a type for use within {...}, where YAML ends a value at a comma and at a bracket.
func Flow(typ string) string {
	if strings.ContainsAny(typ, ",[]{}") {
		return Quote(typ)
	}
	return typ
}

// FlowText returns a text for use within {...}.
func FlowText(text string) string {
	if plain := Plain(text); !strings.HasSuffix(plain, "?") {
		return plain
	}
	return Quote(text)
}

// CaseKey returns the text of a tag as the key of a case. It is in quotes if it looks like a key of the discriminator.
func CaseKey(text string) string {
	if text == "otherwise" || text == "absent" {
		return Quote(text)
	}
	return Plain(text)
}

// Quote returns a text in double quotes. The escapes of JSON are valid in YAML. Characters that could control a terminal are escaped, too.
func Quote(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // every string has a JSON text
	}
	var out strings.Builder
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		switch {
		case isShown(r):
			out.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			fmt.Fprintf(&out, `\U%08x`, r)
		}
	}
	return out.String()
}

// Comment returns a text for use in a comment: on one line, and without characters that control a terminal.
func Comment(text string) string {
	return strings.Map(func(r rune) rune {
		if !isShown(r) {
			return ' '
		}
		return r
	}, text)
}

// isShown reports whether a terminal shows a character, and does nothing else. YAML has no meaning of its own for such a character in quotes.
func isShown(r rune) bool { return printable.Text(string(r)) == string(r) }

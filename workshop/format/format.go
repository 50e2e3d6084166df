// Package format formats the text of a spec: two spaces for each level, one space after colons and commas, no space within brackets, no two blank
// lines in succession, no space at the end of a line. Names and values with a question mark get quotes within brackets, where YAML 1.1 needs
// them. Comments, order, quotes and the choice between block and flow form stay as they were written. The meaning of the spec does not change.
package format

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/ndwire/ndwire/spec"
)

// indentation is the number of spaces of a level.
const indentation = 2

// Source returns the formatted text of a spec. The text must be YAML, but need not be a correct spec: [spec.Load] checks that. file is the name
// in errors, which are [spec.Errors] with positions if the text is not YAML. Formatting a formatted text does not change it.
func Source(file string, text []byte) ([]byte, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	root, err := parse(text)
	if err != nil {
		if _, err := spec.Parse(file, text); err != nil {
			return nil, err // the same error, with its position
		}
		return nil, fmt.Errorf("format: %s: %w", file, err)
	}
	out := layOut(text, root)
	again, err := parse(out)
	if err != nil || !same(root, again) || !bytes.Equal(out, layOut(out, again)) {
		return nil, fmt.Errorf("format: %s: the layout cannot be changed without changing what it says; write it in block form, without tabs and anchors", file)
	}
	return out, nil
}

// layOut returns the formatted text; root is its YAML tree.
func layOut(text []byte, root *yaml.Node) []byte {
	l := newLayout(text)
	l.walk(root, 0, false)
	return l.print()
}

// parse returns the root of the only document of a text.
func parse(text []byte) (*yaml.Node, error) {
	loader, err := yaml.NewLoader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	var doc, second yaml.Node
	if err := loader.Load(&doc); err != nil {
		return nil, err
	}
	if loader.Load(&second) == nil {
		return nil, errors.New("a spec is one document")
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, errors.New("the file is empty")
	}
	return doc.Content[0], nil
}

// same reports whether two trees have the same keys, values and tags in the same order.
func same(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Value != b.Value || a.Tag != b.Tag || a.Anchor != b.Anchor || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !same(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

// layout has the lines of a text, and where their scalars stand.
type layout struct {
	lines []line
	last  int // the line on which the latest scalar begins
	multi bool
}

// line is one line of the text.
type line struct {
	text   string
	indent int     // the new indentation in spaces; -1: that of the line above
	kept   bool    // the line is within a scalar of several lines
	shift  int     // of a kept line: spaces to add; if negative, to remove
	tokens []token // the scalars that begin and end on the line
}

// token is a scalar on a line.
type token struct {
	from, to int  // offsets in the line, in bytes
	bare     bool // the scalar needs quotes and has none
}

func newLayout(text []byte) *layout {
	l := &layout{}
	for s := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
		l.lines = append(l.lines, line{text: strings.TrimSuffix(s, "\r"), indent: -1})
	}
	return l
}

// walk records the lines of a value. depth is the indentation of its keys or elements; flow reports whether it stands in brackets.
func (l *layout) walk(n *yaml.Node, depth int, flow bool) {
	inFlow := flow || n.Style&yaml.FlowStyle != 0
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			key, value := n.Content[i], n.Content[i+1]
			if !inFlow {
				l.begin(key, depth)
			}
			l.scalar(key, depth, inFlow)
			l.walk(value, depth+indentation, inFlow)
		}
	case yaml.SequenceNode:
		for _, e := range n.Content {
			if !inFlow && e.Line <= len(l.lines) && strings.HasPrefix(strings.TrimLeft(l.lines[e.Line-1].text, " "), "-") {
				l.lines[e.Line-1].indent = depth
			}
			l.walk(e, depth+indentation, inFlow)
		}
	default:
		l.scalar(n, depth, flow)
	}
}

// begin gives the line of a key its indentation, if the key is the first thing there.
func (l *layout) begin(key *yaml.Node, depth int) {
	if at := &l.lines[key.Line-1]; indentOf(at.text) == key.Column-1 {
		at.indent = depth
	}
}

func indentOf(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }

// scalar records the lines of a scalar; depth is the indentation of its lines after the first, and flow reports whether it stands in brackets.
func (l *layout) scalar(n *yaml.Node, depth int, flow bool) {
	if n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode || n.Line < 1 || n.Line > len(l.lines) {
		return
	}
	if l.multi {
		l.keep(l.last+1, n.Line, 0)
		l.multi = false
	}
	at := &l.lines[n.Line-1]
	from := 0
	for range n.Column - 1 {
		_, size := utf8.DecodeRuneInString(at.text[from:])
		from += size
	}
	rest := at.text[from:]
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		header, _, _ := strings.Cut(rest, " ")
		at.tokens = append(at.tokens, token{from: from, to: from + len(header)})
		l.block(n.Line, depth, strings.ContainsAny(header, "123456789"))
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		if end := quoteEnd(rest); end > 0 {
			at.tokens = append(at.tokens, token{from: from, to: from + end})
		} else {
			l.last, l.multi = n.Line, true
		}
	case n.Value == "":
	case strings.HasPrefix(rest, n.Value):
		at.tokens = append(at.tokens, token{from: from, to: from + len(n.Value), bare: flow && strings.Contains(n.Value, "?")})
	default:
		l.last, l.multi = n.Line, true
	}
}

// quoteEnd returns the offset after the quoted text at the beginning of s; 0 if that does not end in s.
func quoteEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[0] == '"' && s[i] == '\\':
			i++
		case s[i] == s[0] && s[0] == '\'' && i+1 < len(s) && s[i+1] == '\'':
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return 0
}

// keep marks the lines [from, to) as lines of a scalar.
func (l *layout) keep(from, to, shift int) {
	for k := from; k < to; k++ {
		l.lines[k-1].kept, l.lines[k-1].shift = true, shift
	}
}

// block marks the lines of a block scalar whose header stands on line header.
func (l *layout) block(header, depth int, fixed bool) {
	outer := indentOf(l.lines[header-1].text)
	inner, end := 0, header // the last line that is not blank
	for k := header + 1; k <= len(l.lines); k++ {
		text := l.lines[k-1].text
		if strings.TrimSpace(text) == "" {
			continue
		}
		n := indentOf(text)
		if inner == 0 && n > outer {
			inner = n
		}
		if inner == 0 || n < inner {
			break
		}
		end = k
	}
	shift := depth - inner
	if fixed {
		shift = 0
	}
	l.keep(header+1, end+1, shift)
}

// print returns the formatted text.
func (l *layout) print() []byte {
	if l.multi {
		l.keep(l.last+1, len(l.lines)+1, 0)
	}
	var out []byte
	blank := true // the line above is blank, or there is none
	above, aboveNew := 0, 0
	for k := range l.lines {
		at := &l.lines[k]
		trimmed := strings.TrimSpace(at.text)
		switch {
		case at.kept:
			out = append(out, shifted(at.text, at.shift)...)
			blank = false
		case trimmed == "":
			if blank {
				continue
			}
			blank = true
		case trimmed[0] == '#':
			out = append(out, strings.Repeat(" ", l.commentIndent(k, above, aboveNew))...)
			out = append(out, trimmed...)
			blank = false
		default:
			old := indentOf(at.text)
			if at.indent < 0 {
				at.indent = max(0, old+aboveNew-above)
			} else {
				above, aboveNew = old, at.indent
			}
			out = append(out, at.print()...)
			blank = false
		}
		out = append(out, '\n')
	}
	if blank && len(out) > 0 {
		out = out[:len(out)-1]
	}
	return out
}

// shifted moves the text of a line to the right, or to the left.
func shifted(text string, by int) string {
	if by > 0 && strings.TrimSpace(text) != "" {
		return strings.Repeat(" ", by) + text
	}
	return text[min(max(0, -by), indentOf(text)):]
}

// commentIndent returns the indentation of a comment: that of the line below, or that of the line above if the comment had its indentation.
func (l *layout) commentIndent(k, above, aboveNew int) int {
	own := indentOf(l.lines[k].text)
	for _, below := range l.lines[k+1:] {
		if s := strings.TrimSpace(below.text); s == "" || s[0] == '#' || below.kept {
			continue
		}
		switch n := indentOf(below.text); {
		case own != n && own == above:
			return aboveNew
		case below.indent < 0:
			return max(0, n+aboveNew-above)
		}
		return below.indent
	}
	if own == above {
		return aboveNew
	}
	return 0
}

// print returns the formatted line.
func (l *line) print() string {
	code, comment, ok := l.pieces()
	if !ok {
		return strings.Repeat(" ", l.indent) + strings.TrimSpace(l.text)
	}
	code = strings.Repeat(" ", l.indent) + code
	if comment == "" {
		return code
	}
	column := utf8.RuneCountInString(l.text[:len(l.text)-len(comment)])
	return code + strings.Repeat(" ", max(1, column-utf8.RuneCountInString(code))) + strings.TrimRight(comment, " \t")
}

// pieces returns the formatted code of the line, and the comment after it. ok is false if the line has YAML syntax that this package does not
// know, or begins a document.
func (l *line) pieces() (code, comment string, ok bool) {
	if strings.HasPrefix(l.text, "---") {
		return "", "", false
	}
	var b strings.Builder
	from := 0
	for _, t := range l.tokens {
		if t.from < from || !writeGap(&b, l.text[from:t.from]) {
			return "", "", false
		}
		switch word := l.text[t.from:t.to]; {
		case t.bare && strings.ContainsAny(word, `"\`):
			b.WriteString("'" + strings.ReplaceAll(word, "'", "''") + "'")
		case t.bare:
			b.WriteString(`"` + word + `"`)
		default:
			b.WriteString(word)
		}
		from = t.to
	}
	tail := l.text[from:]
	if i := strings.IndexByte(tail, '#'); i >= 0 {
		tail, comment = tail[:i], tail[i:]
	}
	if !writeGap(&b, tail) {
		return "", "", false
	}
	return strings.TrimRight(b.String(), " "), comment, true
}

// writeGap writes the punctuation between two scalars, with one space after a colon, a comma and a dash.
func writeGap(b *strings.Builder, gap string) bool {
	gap = strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' {
			return -1
		}
		return r
	}, gap)
	for i, r := range gap {
		if !strings.ContainsRune(":,-{}[]", r) {
			return false
		}
		b.WriteRune(r)
		closes := i+1 < len(gap) && strings.IndexByte("}],", gap[i+1]) >= 0
		if (r == ':' || r == ',' || r == '-') && !closes {
			b.WriteByte(' ')
		}
	}
	return true
}

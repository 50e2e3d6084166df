package spec

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"
)

// The YAML parser stops at its first error, and often says what it did and not what was wrong. This file says what was probably meant, and
// mends the line as far as it takes to read on, so that the mistakes behind it are told in the same run.

// maxSyntaxErrors is how many errors of YAML are looked behind.
const maxSyntaxErrors = 10

// mistake is an error of YAML, and the lines that would be right.
type mistake struct {
	at   Pos
	msg  string
	from int      // the first of the lines that are replaced, from 1
	by   []string // nil: nothing can be done
	gone bool     // what the lines said is lost
}

// behind reports an error of YAML and all that can be found behind it. It returns the document that is left, nil if none is.
func (f *file) behind(err error) (doc, second *yaml.Node) {
	f.source = slices.Clone(f.source) // the lines are shown as they are
	for range maxSyntaxErrors {
		m := f.explainYAML(err)
		if f.mended[m.at.Line] || f.mended[m.from] || f.isMended() && err == io.EOF {
			return nil, nil // the mending has made it
		}
		f.errorf(m.at, "%s", m.msg)
		if m.by == nil {
			return nil, nil
		}
		for i, line := range m.by {
			n := m.from + i
			f.mended[n] = true
			if m.gone {
				f.lost = append(f.lost, strings.FieldsFunc(f.source[n-1], isNoLetter)...)
			}
			f.source[n-1] = line
		}
		if doc, second, err = loadYAML([]byte(strings.Join(f.source, "\n"))); err == nil {
			return doc, second
		}
	}
	return nil, nil
}

func isNoLetter(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// isMended reports whether an error of YAML was passed over.
func (f *file) isMended() bool { return len(f.mended) > 0 }

// dropDoubtful takes those of the errors away that the mending of lines may have made: about these lines, about what they named, and about what
// is missing.
func (f *file) dropDoubtful(errs Errors) Errors {
	return slices.DeleteFunc(errs, func(e *Error) bool {
		named := func(word string) bool {
			return slices.Contains(strings.FieldsFunc(e.Msg, isNoLetter), word)
		}
		return e.Pos.File == f.model.File && f.mended[e.Pos.Line] || slices.ContainsFunc(f.lost, named) ||
			strings.HasSuffix(e.Msg, "found nothing") || strings.Contains(e.Msg, " has no `")
	})
}

// explainYAML says what an error of YAML means. Most often it is a type within {...}, or a line that is indented otherwise than its neighbours.
func (f *file) explainYAML(err error) mistake {
	var at *yaml.LoadError
	if err == io.EOF {
		return mistake{at: f.pos(1, 1), msg: emptyMessage}
	}
	if !errors.As(err, &at) {
		return mistake{at: f.pos(1, 1), msg: "cannot read YAML: " + err.Error()}
	}
	line, column := max(at.Mark.Line, 1), max(at.Mark.Column, 1)
	from, fromColumn := max(at.ContextMark.Line, 1), max(at.ContextMark.Column, 1)
	is := func(text string) bool { return strings.HasPrefix(at.Message, text) }
	within := func(text string) bool { return strings.Contains(at.ContextMsg, text) }
	above := f.lineAbove(line)
	deeper := f.indent(line) > f.indent(above) && !f.opensBlock(above)
	switch {
	case is("found a tab"), f.startsWith(line, column, "\t"):
		return f.untabbed(line, f.indent(above), f.pos(line, column), "a tab stands in the indentation; indent with spaces")
	case within("quoted scalar") && is("found unexpected end"):
		return f.without(from, from, f.pos(from, fromColumn), "the quote that begins here is not closed")
	case within("flow") && line > f.lastLine():
		if from > f.lastLine() {
			from, fromColumn = f.openBracket()
		}
		return f.without(from, line, f.pos(from, fromColumn), "the bracket that begins here is not closed")
	case within("flow") && line > from && f.indent(line) <= f.indent(from): // another member has begun
		return f.without(from, line-1, f.pos(from, fromColumn), "the bracket that begins here is not closed")
	case within("flow"):
		msg := fmt.Sprintf("expected %s, to go on or to end what begins at %d:%d", strings.TrimPrefix(at.Message, "did not find expected "), from, fromColumn)
		if f.hasBrackets(from, line) {
			msg += "; a type such as T[] within {...} must stand in quotes, or use the block form"
		}
		return f.without(from, line, f.pos(line, column), msg)
	case is("mapping values are not allowed") && deeper && !strings.Contains(f.source[above-1], ":"):
		text := strings.TrimRight(f.source[above-1], " \r")
		return mistake{at: f.pos(above, len([]rune(text))+1), msg: "expected a colon behind " + strings.TrimSpace(text), from: above, by: []string{text + ":"}}
	case is("mapping values are not allowed") && deeper:
		// The parser has read the line as more of the value above.
		return f.indented(line, f.indent(above), "this line is indented more than line %d, which has its value already; indent the members of one mapping alike", above)
	case is("mapping values are not allowed"):
		return f.without(line, line, f.pos(line, column), "a text with a colon must stand in quotes")
	case is("did not find expected key") && within("block mapping") && column == f.indent(line)+1:
		return f.indented(line, f.indent(above), "this line is indented otherwise than line %d, and than the mapping around it; indent the members of one mapping alike", above)
	case is("did not find expected key") && strings.HasSuffix(strings.TrimRight(firstRunes(f.source[min(line, len(f.source))-1], column-1), " "), "[]"):
		return f.without(line, line, f.pos(line, column), "a list is written with its brackets behind: T[]")
	case is("did not find expected key") && within("block mapping"):
		if n, at := f.openQuote(line, column); n > 0 { // a quote of this line has closed that one
			return f.without(n, n, at, "the quote that begins here is not closed")
		}
		return f.without(line, line, f.pos(line, column), "expected the end of the line; a text with }, ], # or a comma within {...} or [...] must stand in quotes")
	case is("could not find expected ':'") && from <= len(f.source):
		return f.colonless(from, fromColumn)
	case is("found character that cannot start any token"):
		return f.without(line, line, f.pos(line, column), "no value begins so; a text that begins with @, `, % or & must stand in quotes")
	}
	msg := "YAML: " + at.Message
	if at.ContextMsg != "" {
		msg += " " + at.ContextMsg
	}
	return f.without(line, line, f.pos(line, column), msg)
}

// firstRunes are the first n characters of a text, or all.
func firstRunes(s string, n int) string { return strings.TrimSuffix(s, skipRunes(s, n)) }

// without passes over lines as if they were comments.
func (f *file) without(from, to int, at Pos, msg string) mistake {
	m := mistake{at: at, msg: msg, from: from, gone: true}
	for n := from; n <= to && n <= len(f.source); n++ {
		m.by = append(m.by, "#")
	}
	return m
}

// colonless is a line with a key and no value. It stands for `key: value` if there is a space, or a colon without one.
func (f *file) colonless(n, column int) mistake {
	text := f.source[n-1]
	indent := text[:f.indent(n)]
	key, value, ok := strings.Cut(strings.TrimSpace(text), ":")
	msg := "expected a space behind the colon"
	if !ok {
		key, value, _ = strings.Cut(key, " ")
		msg = "expected a colon behind the name"
	}
	right := strings.TrimSpace(key + ": " + strings.TrimSpace(value))
	return mistake{at: f.pos(n, column), msg: msg + ", `" + right + "`", from: n, by: []string{indent + right}}
}

// untabbed gives line n, and those below that have a tab in their indentation, another one.
func (f *file) untabbed(n, indent int, at Pos, msg string) mistake {
	m := mistake{at: at, msg: msg, from: n}
	for i := n; i <= len(f.source); i++ {
		text := strings.TrimLeft(f.source[i-1], " \t")
		if i > n && !strings.Contains(f.source[i-1][:len(f.source[i-1])-len(text)], "\t") {
			break
		}
		m.by = append(m.by, strings.Repeat(" ", indent)+text)
	}
	return m
}

// indented moves line n, and those below that belong to it or stand beside it, to another indentation.
func (f *file) indented(n, indent int, format string, args ...any) mistake {
	m := mistake{at: f.pos(n, f.indent(n)+1), msg: fmt.Sprintf(format, args...), from: n}
	was := f.indent(n)
	for i := n; i <= len(f.source); i++ {
		text := strings.TrimLeft(f.source[i-1], " ")
		if in := f.indent(i); i > n && strings.TrimSpace(text) != "" && (in < was || in == indent) {
			break
		}
		m.by = append(m.by, strings.Repeat(" ", max(f.indent(i)-was+indent, 0))+text)
	}
	return m
}

// openBracket is the place of the last bracket that is not closed, of the first character if there is none.
func (f *file) openBracket() (line, column int) {
	depth := 0
	for n := len(f.source); n > 0; n-- {
		runes := []rune(f.source[n-1])
		for i := len(runes) - 1; i >= 0; i-- {
			switch runes[i] {
			case ']', '}':
				depth++
			case '[', '{':
				if depth == 0 {
					return n, i + 1
				}
				depth--
			}
		}
	}
	return 1, 1
}

// openQuote is the last line above n that has a quote which it does not close, if line n has a quote before a column; else 0.
func (f *file) openQuote(n, column int) (line int, at Pos) {
	if !strings.Contains(firstRunes(f.source[min(n, len(f.source))-1], column-1), `"`) {
		return 0, Pos{}
	}
	for n = f.lineAbove(n); n > 0; n = f.lineAbove(n) {
		if text := f.source[n-1]; strings.Count(text, `"`)%2 == 1 {
			return n, f.pos(n, len([]rune(text[:strings.LastIndexByte(text, '"')]))+1)
		}
	}
	return 0, Pos{}
}

// lastLine is the number of the last line that is not blank.
func (f *file) lastLine() int { return f.lineAbove(len(f.source) + 1) }

// lineAbove is the number of the last line before n that is not blank and no comment; 0 if there is none.
func (f *file) lineAbove(n int) int {
	for n = min(n, len(f.source)+1) - 1; n > 0; n-- {
		if text := strings.TrimSpace(f.source[n-1]); text != "" && text[0] != '#' {
			break
		}
	}
	return n
}

// opensBlock reports whether line n ends with a colon, so that what follows may be indented more.
func (f *file) opensBlock(n int) bool {
	if n < 1 {
		return true
	}
	text, _, _ := strings.Cut(f.source[n-1], " #")
	return strings.HasSuffix(strings.TrimSpace(text), ":")
}

// indent is how many spaces line n begins with.
func (f *file) indent(n int) int {
	if n < 1 || n > len(f.source) {
		return 0
	}
	return len(f.source[n-1]) - len(strings.TrimLeft(f.source[n-1], " "))
}

// hasBrackets reports whether a list type stands in these lines.
func (f *file) hasBrackets(from, to int) bool {
	for n := from; n <= to && n <= len(f.source); n++ {
		if strings.Contains(f.source[n-1], "[]") {
			return true
		}
	}
	return false
}

package spec

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// The YAML parser stops at its first error, and its messages often describe the state of the parser, not the mistake. This file explains what
// was probably meant, and repairs the lines, so that loading can continue and report more mistakes in the same run.

// maxYAMLErrors is the number of YAML errors that are repaired.
const maxYAMLErrors = 10

// mistake is an error of YAML, and its repair.
type mistake struct {
	at      Pos
	msg     string
	from    int      // number of the first line that is replaced, from 1
	lines   []string // the new lines; nil if there is no repair
	dropped bool     // the old lines are left out
}

// recoverYAML reports an error of YAML, and the errors that appear after its repair. It returns the document with the repairs, nil if it
// cannot be read.
func (f *file) recoverYAML(err error) (doc, second *yaml.Node) {
	f.source = slices.Clone(f.source) // errors quote the original lines
	for range maxYAMLErrors {
		if line := f.secondDocument(err); line > 0 {
			f.errorf(f.pos(line, 1), secondDocument)
			return nil, nil // the parser may not have reached the first mistake of the spec itself
		}
		m := f.explainYAML(err)
		if f.repaired[m.at.Line] || f.repaired[m.from] || f.isRepaired() && err == io.EOF {
			return nil, nil // the repair may have caused this error
		}
		f.errorf(m.at, "%s", m.msg)
		if m.lines == nil {
			return nil, nil
		}
		for i, line := range m.lines {
			n := m.from + i
			f.repaired[n] = true
			if m.dropped {
				f.lost = append(f.lost, declaredWords(f.source[n-1])...)
			}
			f.source[n-1] = line
		}
		if doc, second, err = loadYAML([]byte(strings.Join(f.source, "\n"))); err == nil {
			return doc, second
		}
	}
	return nil, nil
}

// secondDocument returns the line of the marker --- or ... before an error, after which another document begins; 0 if there is none.
func (f *file) secondDocument(err error) int {
	var at *yaml.LoadError
	if !errors.As(err, &at) {
		return 0
	}
	begun := false
	for i, text := range f.source[:min(max(at.Mark.Line-1, 0), len(f.source))] {
		marker := text == "---" || text == "..." || strings.HasPrefix(text, "--- ")
		if begun && marker {
			return i + 1
		}
		begun = begun || !marker && strings.TrimSpace(text) != "" && !strings.HasPrefix(strings.TrimSpace(text), "#")
	}
	return 0
}

func isSeparator(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// isRepaired reports whether lines were changed after an error of YAML.
func (f *file) isRepaired() bool { return len(f.repaired) > 0 }

// declaredWords returns the words of a line that may be names to which other lines refer: keys, and all words within brackets. A text such as a doc
// has none.
func declaredWords(text string) (list []string) {
	open := false
	for text != "" {
		word := text[:len(text)-len(strings.TrimLeftFunc(text, func(r rune) bool { return !isSeparator(r) }))]
		if word == "" {
			r, size := utf8.DecodeRuneInString(text)
			open = open || r == '[' || r == '{'
			text = text[size:]
			continue
		}
		text = text[len(word):]
		isKey := strings.HasPrefix(strings.TrimLeft(text, "?\"' "), ":")
		if (open || isKey) && !slices.Contains(keysOfTexts, word) {
			list = append(list, word)
		}
	}
	return list
}

// keysOfTexts are keys of the language that are no names in messages about other lines.
var keysOfTexts = []string{"doc", "source", "since", "deprecated", "fields", "cases", "values", "records", "unions", "enums"}

// dropConsequences removes the errors that the repair of lines may have caused: about these lines, about names in them, and about missing
// parts.
func (f *file) dropConsequences(errs Errors) Errors {
	return slices.DeleteFunc(errs, func(e *Error) bool {
		named := func(word string) bool {
			return slices.Contains(strings.FieldsFunc(e.Msg, isSeparator), word)
		}
		return e.Pos.File == f.model.File && f.repaired[e.Pos.Line] || slices.ContainsFunc(f.lost, named) ||
			strings.HasSuffix(e.Msg, "found nothing") || strings.Contains(e.Msg, " has no `")
	})
}

// explainYAML returns the probable mistake for an error of YAML. The most frequent ones are a type within {...}, and a line that is indented
// differently from its neighbours.
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
	case f.oddIndent(line) > 0:
		n := f.oddIndent(line)
		at := len(f.source[n-1]) - len(strings.TrimLeft(f.source[n-1], " "))
		return f.replaceOddSpaces(n, f.pos(n, at+1), fmt.Sprintf("the indentation has %s; indent with spaces", runeName(firstRune(f.source[n-1][at:]))))
	case is("found a tab"), f.startsWith(line, column, "\t"):
		return f.replaceTabs(line, f.indent(above), f.pos(line, column), "the indentation has a tab; indent with spaces")
	case within("quoted scalar") && is("found unexpected end"):
		return f.commentOut(from, from, f.pos(from, fromColumn), "the quote that begins here is not closed")
	case strings.HasPrefix(at.Message, "exceeded max depth"):
		return mistake{at: f.pos(line, column), msg: "brackets nest too deep here"}
	case within("flow") && line > f.lastLine():
		if from > f.lastLine() {
			from, fromColumn = f.openBracket()
		}
		return f.commentOut(from, line, f.pos(from, fromColumn), "the bracket that begins here is not closed")
	case within("flow") && line > from && f.indent(line) <= f.indent(from): // another member has begun
		return f.commentOut(from, line-1, f.pos(from, fromColumn), "the bracket that begins here is not closed")
	case within("flow") && f.isDefault(line, column):
		return f.commentOut(from, line, f.pos(line, column), "within {...} a default that begins with { or [ is written {type: T, default: {}}; or use the block form")
	case within("flow"):
		msg := fmt.Sprintf("expected %s, to continue or to end what begins at %d:%d", strings.TrimPrefix(at.Message, "did not find expected "), from, fromColumn)
		if f.hasBrackets(from, line) {
			msg += "; put a type such as T[] within {...} in quotes, or use the block form"
		}
		return f.commentOut(from, line, f.pos(line, column), msg)
	case is("mapping values are not allowed") && deeper && !strings.Contains(f.source[above-1], ":"):
		text := strings.TrimRight(f.source[above-1], " \r")
		return mistake{at: f.pos(above, len([]rune(text))+1), msg: "expected a colon after " + strings.TrimSpace(text), from: above, lines: []string{text + ":"}}
	case is("mapping values are not allowed") && deeper:
		// The parser has read the line as a continuation of the value above.
		return f.reindent(line, f.indent(above), "this line is indented more than line %d, which already has a value; indent the members of one mapping alike", above)
	case is("mapping values are not allowed") && f.gluedColon(above) > 0 && f.indent(line) == f.indent(above):
		at := f.gluedColon(above)
		key, value := firstRunes(f.source[above-1], at), strings.TrimSpace(skipRunes(f.source[above-1], at))
		return mistake{at: f.pos(above, at), msg: "expected a space after the colon, `" + strings.TrimSpace(key) + " " + value + "`", from: above, lines: []string{key + " " + value}}
	case is("mapping values are not allowed"):
		return f.commentOut(line, line, f.pos(line, column), "put a text with a colon in quotes")
	case is("did not find expected key") && within("block mapping") && column == f.indent(line)+1 && f.startsWith(line, column, "- "):
		text := f.source[line-1]
		return mistake{at: f.pos(line, column), msg: "a dash begins an element of a list, and the lines around are keys of a mapping; remove the dash", from: line,
			lines: []string{firstRunes(text, column-1) + strings.TrimLeft(skipRunes(text, column), " ")}}
	case is("did not find expected key") && within("block mapping") && column == f.indent(line)+1:
		return f.reindent(line, f.indent(above), "this line is indented differently from line %d, and from the mapping around it; indent the members of one mapping alike", above)
	case is("did not find expected key") && strings.HasSuffix(strings.TrimRight(firstRunes(f.source[min(line, len(f.source))-1], column-1), " "), "[]"):
		return f.commentOut(line, line, f.pos(line, column), "a list is written with its brackets after the type: T[]")
	case is("did not find expected key") && within("block mapping"):
		if n, at := f.openQuote(line, column); n > 0 { // a quote in this line closed the open one
			return f.commentOut(n, n, at, "the quote that begins here is not closed")
		}
		if f.endsQuote(line, column) {
			return f.commentOut(line, line, f.pos(line, column), "the text ends before this, at its second quote; within '...' a quote is written twice, or put the text in double quotes")
		}
		if f.startsWith(line, column, "}") || f.startsWith(line, column, "]") {
			text := f.source[line-1]
			without := firstRunes(text, column-1) + skipRunes(text, column)
			return mistake{at: f.pos(line, column), msg: "no bracket is open that this one closes; remove it, or put a text with brackets in quotes", from: line, lines: []string{without}}
		}
		return f.commentOut(line, line, f.pos(line, column), "expected the end of the line; put a text with }, ], # or a comma within {...} or [...] in quotes")
	case is("could not find expected ':'") && from <= len(f.source) && f.opensText(f.lineAbove(from)) && f.indent(from) <= f.indent(f.lineAbove(from)):
		return f.commentOut(from, from, f.pos(from, fromColumn), fmt.Sprintf("the lines of a text after | or > must be indented more than line %d, where it begins", f.lineAbove(from)))
	case is("could not find expected ':'") && from <= len(f.source):
		return f.addColon(from, fromColumn)
	case is("found character that cannot start any token"):
		return f.commentOut(line, line, f.pos(line, column), "no value begins like this; put a text that begins with @, `, % or & in quotes")
	}
	msg := "YAML: " + at.Message
	if at.ContextMsg != "" {
		msg += " " + at.ContextMsg
	}
	return f.commentOut(line, line, f.pos(line, column), msg)
}

// isDefault reports whether a bracket at a position follows an equals sign, as the one of `{name?: T = {}}` does.
func (f *file) isDefault(line, column int) bool {
	if line > len(f.source) {
		return false
	}
	return strings.HasSuffix(strings.TrimRight(firstRunes(f.source[line-1], column-1), " "), "=")
}

// gluedColon returns the column of a colon after the first word of line n that no space follows; 0 if there is none.
func (f *file) gluedColon(n int) int {
	if n < 1 {
		return 0
	}
	text := f.source[n-1]
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	key, value, ok := strings.Cut(word, ":")
	if !ok || key == "" || value == "" || !isPlainWord(strings.TrimSuffix(key, "?")) {
		return 0
	}
	return f.indent(n) + utf8.RuneCountInString(key) + 1
}

func isPlainWord(s string) bool { return strings.IndexFunc(s, isSeparator) < 0 }

// endsQuote reports whether a text in single quotes ends before a position.
func (f *file) endsQuote(line, column int) bool {
	if line > len(f.source) {
		return false
	}
	before := strings.TrimRight(firstRunes(f.source[line-1], column-1), " ")
	return strings.HasSuffix(before, "'") && strings.Count(before, "'") > 1
}

// opensText reports whether line n ends with | or >, after which the lines of a text come.
func (f *file) opensText(n int) bool {
	if n < 1 {
		return false
	}
	text := strings.TrimRight(f.source[n-1], " \r+-0123456789")
	return strings.HasSuffix(text, ": |") || strings.HasSuffix(text, ": >")
}

// firstRunes returns the first n characters of a text, all if it has fewer.
func firstRunes(s string, n int) string { return strings.TrimSuffix(s, skipRunes(s, n)) }

// commentOut replaces lines by empty comments.
func (f *file) commentOut(from, to int, at Pos, msg string) mistake {
	m := mistake{at: at, msg: msg, from: from, dropped: true}
	for n := from; n <= to && n <= len(f.source); n++ {
		m.lines = append(m.lines, "#")
	}
	return m
}

// addColon repairs a line with a key that has no value. It makes `key: value` of `key value` and `key:value`.
func (f *file) addColon(n, column int) mistake {
	text := f.source[n-1]
	indent := text[:f.indent(n)]
	key, value, ok := strings.Cut(strings.TrimSpace(text), ":")
	msg := "expected a space after the colon"
	if !ok {
		key, value, _ = strings.Cut(key, " ")
		value = strings.TrimPrefix(value, "= ")
		msg = "expected a colon after the name"
	}
	right := strings.TrimSpace(key + ": " + strings.TrimSpace(value))
	return mistake{at: f.pos(n, column), msg: msg + ", `" + right + "`", from: n, lines: []string{indent + right}}
}

// replaceTabs indents line n, and the lines below it that have a tab in their indentation, with indent spaces.
func (f *file) replaceTabs(n, indent int, at Pos, msg string) mistake {
	m := mistake{at: at, msg: msg, from: n}
	for i := n; i <= len(f.source); i++ {
		text := strings.TrimLeft(f.source[i-1], " \t")
		if i > n && !strings.Contains(f.source[i-1][:len(f.source[i-1])-len(text)], "\t") {
			break
		}
		m.lines = append(m.lines, strings.Repeat(" ", indent)+text)
	}
	return m
}

// oddIndent returns the first line up to line n whose indentation has a character that looks like a space, but is none in YAML; 0 if there is none.
func (f *file) oddIndent(n int) int {
	for i, text := range f.source[:min(n, len(f.source))] {
		if text = strings.TrimLeft(text, " "); text != "" && isOddSpace(firstRune(text)) {
			return i + 1
		}
	}
	return 0
}

// replaceOddSpaces writes spaces for such characters in the indentation of line n and of the lines below it.
func (f *file) replaceOddSpaces(n int, at Pos, msg string) mistake {
	m := mistake{at: at, msg: msg, from: n}
	for _, text := range f.source[n-1:] {
		rest := strings.TrimLeftFunc(text, func(r rune) bool { return r == ' ' || isOddSpace(r) })
		indent := strings.Map(func(r rune) rune { return ' ' }, text[:len(text)-len(rest)])
		if m.lines != nil && indent+rest == text {
			break
		}
		m.lines = append(m.lines, indent+rest)
	}
	return m
}

// reindent moves line n, and the lines below it in the same mapping, to another indentation.
func (f *file) reindent(n, indent int, format string, args ...any) mistake {
	m := mistake{at: f.pos(n, f.indent(n)+1), msg: fmt.Sprintf(format, args...), from: n}
	was := f.indent(n)
	for i := n; i <= len(f.source); i++ {
		text := strings.TrimLeft(f.source[i-1], " ")
		if in := f.indent(i); i > n && strings.TrimSpace(text) != "" && (in < was || in == indent) {
			break
		}
		m.lines = append(m.lines, strings.Repeat(" ", max(f.indent(i)-was+indent, 0))+text)
	}
	return m
}

// openBracket returns the position of the last bracket that is not closed, 1:1 if there is none.
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

// openQuote returns the last line above n with a quote that is not closed, and the position of that quote. It returns 0 if there is none, or if
// line n has no quote before the column.
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

// lastLine returns the number of the last line that is neither blank nor a comment.
func (f *file) lastLine() int { return f.lineAbove(len(f.source) + 1) }

// lineAbove returns the number of the last line before n that is neither blank nor a comment; 0 if there is none.
func (f *file) lineAbove(n int) int {
	for n = min(n, len(f.source)+1) - 1; n > 0; n-- {
		if text := strings.TrimSpace(f.source[n-1]); text != "" && text[0] != '#' {
			break
		}
	}
	return n
}

// opensBlock reports whether line n ends with a colon, so that the next line may be indented more.
func (f *file) opensBlock(n int) bool {
	if n < 1 {
		return true
	}
	text, _, _ := strings.Cut(f.source[n-1], " #")
	return strings.HasSuffix(strings.TrimSpace(text), ":")
}

// indent returns the number of spaces at the start of line n.
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

package spec

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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

// recoverYAML reports an error of YAML, and the errors that appear after its repair. It returns the documents with the repairs, nil if they
// cannot be read.
func (f *file) recoverYAML(err error) (docs []*yaml.Node) {
	f.source = slices.Clone(f.source) // errors quote the original lines
	for range maxYAMLErrors {
		if line := f.secondDocument(err); line > 0 {
			f.errorf(f.pos(line, 1), secondDocument)
			if docs, err := loadYAML([]byte(strings.Join(f.source[:line-1], "\n"))); err == nil {
				f.refuseExtras(docs)
			}
			return nil // what follows the marker may be no YAML at all
		}
		m := f.explainYAML(err)
		if f.repaired[m.at.Line] || f.repaired[m.from] || f.isRepaired() && err == io.EOF {
			return nil // the repair may have caused this error
		}
		f.errorf(m.at, "%s", m.msg)
		if m.lines == nil {
			return nil
		}
		for i, line := range m.lines {
			n := m.from + i
			f.repaired[n] = true
			if m.dropped {
				f.lost = append(f.lost, declaredWords(f.source[n-1])...)
			}
			f.source[n-1] = line
		}
		if docs, err = loadYAML([]byte(strings.Join(f.source, "\n"))); err == nil {
			return docs
		}
	}
	return nil
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
		if (open || isKey) && !slices.Contains(keysOfTexts, word) && !isTypeWord(word) {
			list = append(list, word)
		}
	}
	return list
}

// isTypeWord reports whether a word is one that types consist of, which no declaration has for a name.
func isTypeWord(word string) bool {
	_, ok := plainTypes[word]
	return ok || word == "map" || word == "encoded" || word == "null"
}

// keysOfTexts are keys of the language that are no names in messages about other lines.
var keysOfTexts = []string{"doc", "source", "since", "deprecated", "fields", "cases", "values", "records", "unions", "enums"}

// wordsOfMessages are words of messages that can be names of members, too: as such, they stand in quotes there.
var wordsOfMessages = []string{"a", "an", "as", "at", "be", "by", "case", "default", "field", "for", "from", "has", "in", "is", "it", "key", "kind", "line", "list", "member", "name",
	"no", "of", "on", "one", "or", "path", "record", "tag", "text", "the", "to", "type", "union", "value", "with"}

// dropConsequences removes the errors that the repair of lines may have caused: about these lines, about names in them, and about missing
// parts.
func (f *file) dropConsequences(errs Errors) Errors {
	return slices.DeleteFunc(errs, func(e *Error) bool {
		named := func(word string) bool {
			if slices.Contains(wordsOfMessages, word) {
				return strings.Contains(e.Msg, strconv.Quote(word)) || strings.Contains(e.Msg, "`"+word+":`")
			}
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
	e := &yamlError{file: f, LoadError: at, line: max(at.Mark.Line, 1), column: max(at.Mark.Column, 1)}
	e.from, e.fromColumn = max(at.ContextMark.Line, 1), max(at.ContextMark.Column, 1)
	e.above = f.lineAbove(e.line)
	return e.explain()
}

// yamlError is an error of YAML: what the parser found at a position, within what began at another one.
type yamlError struct {
	*file
	*yaml.LoadError
	line, column     int
	from, fromColumn int
	above            int // the line above that is not blank
}

// found reports whether the message begins with a text.
func (e *yamlError) found(text string) bool { return strings.HasPrefix(e.Message, text) }

// within reports whether the parser was within something, such as a flow mapping.
func (e *yamlError) within(text string) bool { return strings.Contains(e.ContextMsg, text) }

// here is the position of the error; begin is that of what contains it.
func (e *yamlError) here() Pos  { return e.pos(e.line, e.column) }
func (e *yamlError) begin() Pos { return e.pos(e.from, e.fromColumn) }

// dropLine returns the mistake msg in the line of the error, which is left out to find further mistakes.
func (e *yamlError) dropLine(msg string) mistake {
	return e.commentOut(e.line, e.line, e.here(), msg)
}

func (e *yamlError) explain() mistake {
	line, column := e.line, e.column
	switch {
	case e.slashes() > 0:
		n := e.slashes()
		return e.commentOut(n, n, e.pos(n, e.indent(n)+1), "a comment begins with #")
	case e.oddIndent(line) > 0:
		n := e.oddIndent(line)
		at := len(e.source[n-1]) - len(strings.TrimLeft(e.source[n-1], " "))
		return e.replaceOddSpaces(n, e.pos(n, at+1), fmt.Sprintf("the indentation has %s; indent with spaces", runeName(firstRune(e.source[n-1][at:]))))
	case e.found("found a tab"), e.startsWith(line, column, "\t"):
		return e.replaceTabs(line, e.indent(e.above), e.here(), "the indentation has a tab; indent with spaces")
	case e.within("quoted scalar") && e.found("found unexpected end"):
		return e.commentOut(e.from, e.from, e.begin(), "the quote that begins here is not closed")
	case e.found("exceeded max depth"):
		return mistake{at: e.here(), msg: "brackets nest too deep here"}
	case e.within("flow"):
		return e.explainFlow()
	case e.found("mapping values are not allowed"):
		return e.explainColon()
	case e.found("did not find expected key"):
		return e.explainKey()
	case e.found("could not find expected ':'") && e.from <= len(e.source):
		if above := e.lineAbove(e.from); e.opensText(above) && e.indent(e.from) <= e.indent(above) {
			return e.commentOut(e.from, e.from, e.begin(), fmt.Sprintf("the lines of a text after | or > must be indented more than line %d, where it begins", above))
		}
		return e.addColon(e.from, e.fromColumn)
	case e.found("found character that cannot start any token"):
		return e.explainStart()
	case e.found("block sequence entries are not allowed"):
		return e.dropLine("a dash begins an element of a list on a line of its own; put a text that begins with a dash in quotes")
	case e.found("did not find expected node content") && e.atClosingBracket():
		return e.removeBracket()
	case e.found("did not find expected node content"):
		return e.dropLine("expected a value here, " + e.foundHere() + "; put a text that begins with it in quotes")
	case e.found("unknown anchor"):
		return e.dropLine(yamlAlias)
	case e.within("scanning an alias"):
		return e.commentOut(e.line, e.line, e.begin(), yamlAlias)
	case e.within("scanning an anchor"):
		return e.commentOut(e.line, e.line, e.begin(), "a YAML anchor is not part of the spec language; put a text that begins with & in quotes")
	case e.found("mapping keys are not allowed"):
		return e.dropLine("no value begins like this; put a text that begins with ? in quotes")
	case e.within("block scalar"):
		return e.dropLine("after | or > the text begins on the next line; put a text that begins with | or > in quotes")
	}
	msg := "YAML: " + e.Message
	if e.ContextMsg != "" {
		msg += " " + e.ContextMsg
	}
	return e.dropLine(msg)
}

// slashes returns the line of a comment that begins with //: that of the error, that of its beginning, or the one above if it is a neighbour; 0 if
// there is none.
func (e *yamlError) slashes() int {
	for _, n := range []int{e.line, e.from, e.above} {
		if isNeighbour := e.indent(n) == e.indent(e.line); isNeighbour && e.startsWith(max(n, 1), e.indent(n)+1, "//") {
			return n
		}
	}
	return 0
}

const yamlAlias = "a YAML alias is not part of the spec language; write the value out, or put a text that begins with * in quotes"

// explainKey is explain for a line of a block mapping in which the parser expected a key.
func (e *yamlError) explainKey() mistake {
	switch before := firstRunes(e.source[min(e.line, len(e.source))-1], e.column-1); {
	case e.column == e.indent(e.line)+1:
		return e.explainIndent()
	case strings.HasSuffix(strings.TrimRight(before, " "), "[]"):
		return e.dropLine("a list is written with its brackets after the type: T[]")
	}
	return e.explainRest()
}

// explainStart is explain for a character with which no value begins.
func (e *yamlError) explainStart() mistake {
	switch {
	case !e.startsWith(e.line, e.column, ">") && !e.startsWith(e.line, e.column, "|"):
		return e.dropLine("no value begins like this; put a text that begins with @, `, % or & in quotes")
	case strings.Contains(firstRunes(e.source[e.line-1], e.column-1), "["):
		return e.dropLine("within {...} YAML ends a type at its bracket; put a type such as encoded<T[]> or T[] | null in quotes, or use the block form")
	}
	return e.dropLine("within {...} and [...] no text begins with | or >; put it in quotes, or use the block form")
}

const openBracket = "the bracket that begins here is not closed"

// explainFlow is explain for an error within {...} or [...].
func (e *yamlError) explainFlow() mistake {
	switch {
	case e.line > e.lastLine():
		if n, column := e.openBracket(e.lastLine()); e.from > e.lastLine() {
			e.from, e.fromColumn = max(n, 1), max(column, 1)
		}
		return e.commentOut(e.from, e.line, e.begin(), openBracket)
	case e.nextMember() > 0:
		return e.commentOut(e.from, e.nextMember()-1, e.begin(), openBracket)
	case e.isDefault(e.line, e.column):
		return e.commentOut(e.from, e.line, e.here(), "within {...} a default that begins with { or [ is written {type: T, default: {}}; or use the block form")
	}
	if m, ok := e.explainMark(); ok {
		return m
	}
	if e.endsQuote(e.line, e.column) {
		return e.commentOut(e.from, e.line, e.here(), secondQuote)
	}
	if e.found("did not find expected node content") {
		msg := "expected a value or a key here, " + e.foundHere()
		if e.startsWith(e.line, e.column, ",") {
			msg += "; remove a comma that has nothing between it and the one before"
		}
		return e.commentOut(e.from, e.line, e.here(), msg)
	}
	msg := fmt.Sprintf("expected %s, to continue or to end what begins at %d:%d", strings.TrimPrefix(e.Message, "did not find expected "), e.from, e.fromColumn)
	if e.hasBrackets(e.from, e.line) {
		msg += "; put a type such as T[] within {...} in quotes, or use the block form"
	}
	return e.commentOut(e.from, e.line, e.here(), msg)
}

// foundHere describes the character at the error.
func (e *yamlError) foundHere() string {
	if text := skipRunes(e.source[min(e.line, len(e.source))-1], e.column-1); text != "" {
		return "found '" + string(firstRune(text)) + "'"
	}
	return "found the end of the line"
}

// nextMember returns the line, up to that of the error, in which another member begins than the one with the open bracket; 0 if there is none.
func (e *yamlError) nextMember() int {
	for n := e.from + 1; n <= e.line; n++ {
		if text := strings.TrimSpace(e.source[n-1]); text != "" && !strings.ContainsRune("#]}", rune(text[0])) && e.indent(n) <= e.indent(e.from) {
			return n
		}
	}
	return 0
}

// explainColon is explain for a colon that does not follow a key.
func (e *yamlError) explainColon() mistake {
	if n, column := e.openBracket(e.line - 1); n > 0 {
		e.from, e.fromColumn = n, column
		if next := e.nextMember(); next > 0 {
			return e.commentOut(n, next-1, e.begin(), openBracket)
		}
	}
	line, above := e.line, e.above
	deeper := e.indent(line) > e.indent(above) && !e.opensBlock(above)
	switch {
	case deeper && !e.hasColon(above):
		return e.missingColon(above)
	case deeper:
		// The parser has read the line as a continuation of the value above.
		return e.reindent(line, e.indent(above), "this line is indented more than line %d, which already has a value; indent the members of one mapping alike", above)
	case e.gluedColon(above) > 0 && e.indent(line) == e.indent(above):
		at := e.gluedColon(above)
		key, value := firstRunes(e.source[above-1], at), strings.TrimRight(skipRunes(e.source[above-1], at), " \r")
		return e.addSpace(above, at, key, value)
	}
	if text, _ := cutComment(e.source[line-1]); strings.Contains(text, "= {") {
		return e.dropLine("the only default of a record is {}; put a text with a colon in quotes")
	}
	return e.dropLine("put a text with a colon in quotes, and a second key on a line of its own")
}

// hasColon reports whether a line has a colon before its comment.
func (e *yamlError) hasColon(line int) bool {
	text, _ := cutComment(e.source[line-1])
	return strings.Contains(text, ":")
}

// missingColon returns the mistake in a line that should be a key.
func (e *yamlError) missingColon(line int) mistake {
	text, comment := cutComment(e.source[line-1])
	return mistake{at: e.pos(line, len([]rune(text))+1), msg: "expected a colon after " + strings.TrimSpace(text), from: line, lines: []string{text + ":" + comment}}
}

// cutComment divides a line in front of the white space before a comment, or before its end.
func cutComment(line string) (text, comment string) {
	text, _, _ = strings.Cut(line, " #")
	text = strings.TrimRight(text, " \r")
	return text, line[len(text):]
}

// explainIndent is explain for a line of a mapping that does not begin with a key.
func (e *yamlError) explainIndent() mistake {
	if e.startsWith(e.line, e.column, "- ") {
		text := e.source[e.line-1]
		return mistake{at: e.here(), msg: "a dash begins an element of a list, and the lines around are keys of a mapping; remove the dash", from: e.line,
			lines: []string{firstRunes(text, e.column-1) + strings.TrimLeft(skipRunes(text, e.column), " ")}}
	}
	if e.indent(e.line) > e.indent(e.above) && !e.hasColon(e.above) {
		return e.missingColon(e.above)
	}
	return e.reindent(e.line, e.indent(e.above), "this line is indented differently from line %d, and from the mapping around it; indent the members of one mapping alike", e.above)
}

// explainRest is explain for text behind a value of a mapping.
func (e *yamlError) explainRest() mistake {
	if n, at := e.openQuote(e.line, e.column); n > 0 { // a quote in this line closed the open one
		return e.commentOut(n, n, at, "the quote that begins here is not closed")
	}
	if e.endsQuote(e.line, e.column) {
		return e.dropLine(secondQuote)
	}
	if m, ok := e.explainMark(); ok {
		return m
	}
	if e.atClosingBracket() {
		return e.removeBracket()
	}
	text := e.source[min(e.line, len(e.source))-1]
	before, after := firstRunes(text, e.column-1), skipRunes(text, e.column-1)
	if end := strings.TrimRight(before, " "); end != "" && strings.ContainsAny(end[len(end)-1:], `"]}`) && !strings.ContainsAny(after, "]}") {
		return e.dropLine("the value ends with the " + end[len(end)-1:] + " before this; put all of a text that begins with a bracket or a quote in quotes, '...'")
	}
	return e.dropLine("expected the end of the line; put a text with }, ], # or a comma within {...} or [...] in quotes")
}

// atClosingBracket reports whether the error is at a bracket that closes something.
func (e *yamlError) atClosingBracket() bool {
	return e.startsWith(e.line, e.column, "}") || e.startsWith(e.line, e.column, "]")
}

func (e *yamlError) removeBracket() mistake {
	text := e.source[e.line-1]
	without := firstRunes(text, e.column-1) + skipRunes(text, e.column)
	return mistake{at: e.here(), msg: "no bracket is open that this one closes; remove it, or put a text with brackets in quotes", from: e.line, lines: []string{without}}
}

const secondQuote = "the text ends before this, at its second quote; within '...' a quote is written twice, or put the text in double quotes"

// explainMark is explain for a question mark behind the name of a member in quotes: "name"?: T.
func (e *yamlError) explainMark() (m mistake, ok bool) {
	if !e.startsWith(e.line, e.column, `?`) {
		return m, false
	}
	before := firstRunes(e.source[e.line-1], e.column-1)
	if !strings.HasSuffix(before, `"`) && !strings.HasSuffix(before, `'`) {
		return m, false
	}
	name, quote := before[:len(before)-1], before[len(before)-1:]
	line := name + "?" + quote + skipRunes(e.source[e.line-1], e.column)
	return mistake{at: e.here(), msg: "the question mark is a part of the name: write it within the quotes", from: e.line, lines: []string{line}}, true
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
	switch {
	case strings.HasPrefix(text[len(indent):], "!"):
		return f.commentOut(n, n, f.pos(n, column), "a YAML tag is not part of the spec language; put a text that begins with ! in quotes")
	case ok && isOddSpace(firstRune(value)):
		return f.addSpace(n, len([]rune(indent+key))+1, indent+key+":", value)
	}
	right := strings.TrimSpace(key + ": " + strings.TrimSpace(value))
	return mistake{at: f.pos(n, column), msg: msg + ", `" + right + "`", from: n, lines: []string{indent + right}}
}

// addSpace repairs line n, in which no space follows the colon of a key, at a column.
func (f *file) addSpace(n, column int, key, value string) mistake {
	m := mistake{at: f.pos(n, column), msg: "expected a space after the colon, `" + strings.TrimSpace(key) + " " + value + "`", from: n}
	if odd := firstRune(value); isOddSpace(odd) {
		m.at.Column++
		m.msg = fmt.Sprintf("after the colon is %s, which editors do not show; replace it by a space", runeName(odd))
		value = strings.TrimLeftFunc(value, isOddSpace)
	}
	m.lines = []string{key + " " + value}
	return m
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

// openBracket returns the position of the last bracket up to line n that is not closed; 0 if there is none. Brackets in quotes and comments do not
// count; a quote is one where a value or a key can begin, and ends on its line.
func (f *file) openBracket(n int) (line, column int) {
	type place struct{ line, column int }
	open := []place{{}}
	for i, text := range f.source[:n] {
		quote, before, last := rune(0), ' ', ':' // last is the last character that is no space
		for k, r := range []rune(text) {
			if quote == 0 && r == '#' && before == ' ' {
				break
			}
			switch {
			case quote != 0:
				if r == quote && before != '\\' {
					quote = 0
				}
			case (r == '"' || r == '\'') && strings.ContainsRune("[{,:-?", last):
				quote = r
			case r == '[', r == '{':
				open = append(open, place{i + 1, k + 1})
			case (r == ']' || r == '}') && len(open) > 1:
				open = open[:len(open)-1]
			}
			if before = r; r != ' ' {
				last = r
			}
		}
	}
	at := open[len(open)-1]
	return at.line, at.column
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

package scan

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
)

// Literals, in this file, are JSON literals as programs write them: "\"init\"" with its quotes, "true", "7".

// Tag reads a member whose value is fixed by the union that chose the record.
func (c *Cursor) Tag(i int, literal string) int {
	if i == c.tagAt && i > 0 { // it is why this record was chosen
		return c.tagEnd
	}
	if end := c.plainLiteral(i, literal); end >= 0 {
		c.setChecked()
		return end
	}
	if i < 0 {
		return -1
	}
	end := c.Valid(i)
	if end < 0 || c.isLiteral(i, end, literal) {
		c.setChecked()
		c.noteSpelling(i, end, literal)
		return end
	}
	if !c.exact {
		return c.restart()
	}
	c.wrong(i, end)
	return end
}

// TagOfSome is Tag for a record that is a case of several unions, of which not all have the tag. isOwn is whether the one has it by which
// the record is read; otherwise it is a member like others, which is kept as it stood.
func (c *Cursor) TagOfSome(i int, literal string, isOwn bool) int {
	if isOwn {
		return c.Tag(i, literal)
	}
	end := c.Valid(i)
	switch {
	case end < 0:
	case string(c.data[i:end]) == literal:
		c.Present()
	default:
		c.wrong(i, end)
	}
	return end
}

// Const reads a member that has one value only.
func (c *Cursor) Const(i int, literal string) int {
	if end := c.plainLiteral(i, literal); end >= 0 {
		return end
	}
	t := c.Type(i)
	if literal == "" || t != typeOf[literal[0]] || t == Null {
		return c.Other(i)
	}
	end := c.Valid(i)
	if end < 0 || c.isLiteral(i, end, literal) {
		c.noteSpelling(i, end, literal)
		return end
	}
	value := c.data[i:end]
	if t == String {
		value = c.tagText(i)
	}
	c.report(UnknownEnum, c.names.intern(value), i)
	c.wrong(i, end)
	return end
}

// Others reads a tag of a record that was chosen because the tag has none of these values, and that has no field for
// it: it is kept as an unknown member, but is no drift.
func (c *Cursor) Others(i int, literals ...string) int {
	if !c.exact && c.isOneOf(i, literals) {
		if c.missed.object < 0 {
			c.missed = missedTag{object: c.frames[c.depth].start, key: c.key, value: i}
		}
		return c.restart()
	}
	c.setChecked()
	return c.Extra(i)
}

func (c *Cursor) isOneOf(i int, literals []string) bool {
	for _, l := range literals {
		if c.plainLiteral(i, l) >= 0 {
			return true
		}
	}
	if i < 0 {
		return false
	}
	end, f := kernel.Valid(c.data, i, c.limit-c.depth)
	if f != kernel.Fine {
		return false // whoever reads the value reports it
	}
	for _, l := range literals {
		if c.isLiteral(i, end, l) {
			return true
		}
	}
	return false
}

// plainLiteral is the offset behind the literal at i, -1 if it does not stand there, or not in the usual spelling.
func (c *Cursor) plainLiteral(i int, literal string) int {
	end := i + len(literal)
	if i < 0 || end >= len(c.data) || string(c.data[i:end]) != literal {
		return -1
	}
	// A number may go on.
	if c.data[end-1] != '"' && c.data[end] > ' ' && c.data[end] != ',' && c.data[end] != '}' && c.data[end] != ']' {
		return -1
	}
	return end
}

// respelled notes that data[i:end], which is the literal, is a number that is written otherwise.
func (c *Cursor) noteSpelling(i, end int, literal string) {
	if end >= 0 && literal[0] != '"' && string(c.data[i:end]) != literal {
		c.inexact(i, end)
	}
}

// isLiteral reports whether the valid value data[i:end] is the literal, in any spelling.
func (c *Cursor) isLiteral(i, end int, literal string) bool {
	value := c.data[i:end]
	if string(value) == literal {
		return true
	}
	if isNumber(value[0]) {
		return isNumber(literal[0]) && sameNumber(value, literal)
	}
	if value[0] != '"' || literal[0] != '"' || !hasEscape(value) {
		return false
	}
	want := literal[1 : len(literal)-1]
	if strings.IndexByte(want, '\\') >= 0 {
		var other Cursor
		other.data = []byte(literal)
		want = string(other.tagText(0))
	}
	return c.textIs(i, want)
}

// IsLiteral reports whether the value at offset at is the literal, which is true, false, null or a number in any spelling.
func (c *Cursor) IsLiteral(at int, literal string) bool {
	if uint(at) >= uint(len(c.data)) {
		return false
	}
	if c.plainLiteral(at, literal) >= 0 {
		return true
	}
	if isNumber(literal[0]) {
		end, ok := kernel.NumberEnd(c.data, at)
		return ok && sameNumber(c.data[at:end], literal)
	}
	end, f := kernel.Skip(c.data, at, c.limit)
	return f == kernel.Fine && string(c.data[at:end]) == literal
}

// isNumber reports whether a JSON value that begins with b is a number.
func isNumber(b byte) bool { return b == '-' || b-'0' <= 9 }

// sameNumber reports whether a number has the value of a literal. Whole numbers are compared digit by digit, others as float64.
func sameNumber(value []byte, literal string) bool {
	if string(value) == literal {
		return true
	}
	if !bytes.ContainsAny(value, ".eE") && !strings.ContainsAny(literal, ".eE") {
		return false // one number has one such spelling, but for -0
	}
	x, err := strconv.ParseFloat(alloc.Alias(value), 64)
	y, _ := strconv.ParseFloat(literal, 64)
	return err == nil && x == y
}

// UnknownCase reads, as it stands, a value of a union that the spec does not know; tag is what it calls itself, nil if
// nothing. places are where a tag was looked for: names of members, with dots between them on the way to the tag. A dot within a name
// has a backslash before it.
func (c *Cursor) UnknownCase(i int, tag []byte, places ...string) ([]byte, int) {
	raw, end := c.BareCase(i)
	if end >= 0 {
		c.reportCase(i, tag, places)
	}
	return raw, end
}

// reportCase records why the value at i is no case of its union, if that is of interest.
func (c *Cursor) reportCase(i int, tag []byte, places []string) {
	if !c.options.Drift && !c.options.Strict {
		return
	}
	path := c.path(-1)
	if tag != nil {
		c.reportSlow(c.drifts.of(UnknownKind, path, c.names.intern(tag)), Unknown, i)
		return
	}
	if c.options.Drift && len(c.drift) < maxDrift {
		c.drift = append(c.drift, c.drifts.of(UnknownKind, path, ""))
	}
	if !c.options.Strict {
		return
	}
	for _, place := range places {
		at := i
		for key := range strings.SplitSeq(strings.ReplaceAll(place, `\.`, "\x00"), ".") {
			at = c.Find(at, strings.ReplaceAll(key, "\x00", "."))
		}
		if t := c.Type(at); at >= 0 && t != String {
			c.addFinding(Finding{Mistyped, path, t.String(), at})
			return
		}
	}
	if !c.IsObject(i) {
		c.addFinding(Finding{Mistyped, path, c.Type(i).String(), i})
		return
	}
	c.addFinding(Finding{MissingTag, path, strings.Join(places, " or "), i})
}

// BareCase reads, as it stands, a value of a union that the spec knows by name only.
func (c *Cursor) BareCase(i int) ([]byte, int) {
	raw, end := c.RawElem(i)
	switch {
	case end < 0:
	case c.depth == 0 && c.data[i] != '{':
		return nil, c.fail(NotObject, i)
	case !c.exact && (c.isPredicted(i) || !c.lookupsAreLast(i, end)):
		return nil, c.restart()
	}
	return raw, end
}

// PassedCase is UnknownCase for the line of a view, which jumps over what it does not name: as [Cursor.Peek] does, it checks the ends of
// strings and the balance of brackets.
func (c *Cursor) PassedCase(i int, tag []byte, places ...string) ([]byte, int) {
	if c.depth > 0 || !c.IsObject(i) {
		return c.UnknownCase(i, tag, places...)
	}
	if i == c.lateAt && !c.lateTag.predicted {
		c.learnTag(nil)
	}
	end := c.peek(i)
	if end >= 0 && c.open {
		if n := bytes.IndexByte(c.data[i:end], '\n'); n >= 0 {
			end = c.syntax(i + n)
		}
	}
	switch {
	case end < 0:
		return nil, -1
	case !c.exact && (c.isPredicted(i) && !c.predictionHolds(i) || !c.peekedLookupsAreLast(i)):
		return nil, c.restart()
	}
	c.reportCase(i, tag, places)
	return c.bytes(i, end), end
}

// isLastOfPeeked is areLast for the object at i that has been peeked at.
func (c *Cursor) peekedLookupsAreLast(i int) bool {
	for _, a := range c.lookups[:min(c.lookupCount, maxLookups)] {
		if a.object != i || c.peeked != i {
			return false
		}
		if c.indexed {
			if last, ok := c.memberIndex.IsLast(a.key); ok {
				if !last {
					return false
				}
				continue
			}
		}
		if _, value := c.keyEnd(a.key); c.findPeeked(string(c.keyAt(a.key))) != value {
			return false
		}
	}
	return true
}

// RawTag is Raw for a member in which a tag stands that the choice of the record went by.
func (c *Cursor) RawTag(i int) ([]byte, int) {
	raw, end := c.Raw(i)
	if end >= 0 && !c.exact && !c.lookupsAreLast(i, end) {
		return nil, c.restart()
	}
	return raw, end
}

// Join is the name of an answer that a union does not know, with the tag in front that led to the question: "system/x".
// It is nil if sub, the answer, is missing.
func (c *Cursor) Join(tag, sub []byte) []byte {
	if sub == nil {
		return nil
	}
	from := len(c.tags)
	c.tags = append(append(append(c.tags, tag...), '/'), sub...)
	return c.tags[from:]
}

// UnknownNumber notes that the number n at i, of which an Int has been made, is none of an enum. What is no number has been noted.
func (c *Cursor) UnknownNumber(i, n int) {
	if (c.options.Drift || c.options.Strict) && c.Type(i) == Number {
		c.report(UnknownEnum, strconv.Itoa(n), i)
	}
}

// UnknownEnum is a copy of an enum value, which Token has read, that the spec does not know.
func (c *Cursor) UnknownEnum(text []byte) string {
	if text == nil {
		return ""
	}
	if c.options.Drift || c.options.Strict {
		c.report(UnknownEnum, c.names.intern(text), c.token)
	}
	return c.mem.Texts.String(text)
}

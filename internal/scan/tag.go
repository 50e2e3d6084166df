package scan

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
)

// In this file, a literal is the canonical JSON of a constant: "\"init\"" with its quotes, "true", "7".

// Tag reads the tag of a record: a member whose value chose the record. An attempt that is not exact starts again if it has another value.
func (c *Cursor) Tag(i int, literal string) int {
	if i == c.tagAt && i > 0 { // TagText has read it, and it chose this record
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

// TagOfSome is Tag for a record that is a case of several unions, some of which have another tag. isOwn reports whether it is the tag of
// the union that chose the record. Otherwise it is a member like others, whose value is noted if it was present or another one.
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

// Const reads a member that has only one value in the spec.
func (c *Cursor) Const(i int, literal string) int {
	if end := c.plainLiteral(i, literal); end >= 0 {
		return end
	}
	t := c.Type(i)
	if literal == "" || t != typeOf[literal[0]] || t == Null {
		return c.Mistyped(i)
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

// TagWithoutField reads a member that is a tag, or that has a tag within its value, and for which the record has no field. The member is kept as an
// unknown member, and is not drift. With literals, the record was chosen because the tag has none of them: if it has one, the attempt starts
// again. Without literals, the tag lies within the member's value.
func (c *Cursor) TagWithoutField(i int, literals ...string) int {
	if !c.exact && c.IsOneOf(i, literals...) {
		if c.missed.object < 0 {
			c.missed = missedTag{object: c.frames[c.depth].start, key: c.key, value: i}
		}
		return c.restart()
	}
	c.setChecked()
	end := c.Extra(i)
	if len(literals) == 0 && end >= 0 && !c.exact && (c.isRepeated() || !c.lookupsAreLast(i, end)) {
		return c.restart()
	}
	return end
}

// isRepeated reports whether Find has found a member of the current one's name at another place of the object.
func (c *Cursor) isRepeated() bool {
	object := c.frames[c.depth].start
	name := string(c.keyAt(c.key)) // a copy: the next call overwrites the bytes
	for _, a := range c.lookups[:min(c.lookupCount, maxLookups)] {
		if a.object == object && a.key != c.key && string(c.keyAt(a.key)) == name {
			return true
		}
	}
	return false
}

// IsOneOf reports whether the value at i is one of the literals, in any spelling.
func (c *Cursor) IsOneOf(i int, literals ...string) bool {
	for _, l := range literals {
		if c.plainLiteral(i, l) >= 0 {
			return true
		}
	}
	if i < 0 {
		return false
	}
	end, f := kernel.Valid(c.data, i, c.limit-c.depth)
	if f != kernel.NoFault {
		return false // Extra records the error
	}
	for _, l := range literals {
		if c.isLiteral(i, end, l) {
			return true
		}
	}
	return false
}

// plainLiteral returns the offset after the literal at i; -1 if there is another value, or another spelling of it.
func (c *Cursor) plainLiteral(i int, literal string) int {
	end := i + len(literal)
	if i < 0 || end >= len(c.data) || string(c.data[i:end]) != literal {
		return -1
	}
	// A number may have more digits.
	if c.data[end-1] != '"' && c.data[end] > ' ' && c.data[end] != ',' && c.data[end] != '}' && c.data[end] != ']' {
		return -1
	}
	return end
}

// noteSpelling notes data[i:end], which has the value of the literal, if it is a number in another spelling.
func (c *Cursor) noteSpelling(i, end int, literal string) {
	if end >= 0 && literal[0] != '"' && string(c.data[i:end]) != literal {
		c.inexact(i, end)
	}
}

// isLiteral reports whether the valid value data[i:end] has the value of the literal, in any spelling.
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

// SameLiteral reports whether a JSON value, which is valid, is the literal in any spelling.
func SameLiteral(value []byte, literal string) bool {
	value = bytes.Trim(value, " \t\r\n")
	if len(value) == 0 || string(value) == literal {
		return len(value) > 0
	}
	var c Cursor
	c.data = value
	return c.isLiteral(0, len(value), literal)
}

// IsLiteral reports whether there is a value at offset at that equals the literal: true, false, null, or a number in any spelling.
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
	return f == kernel.NoFault && string(c.data[at:end]) == literal
}

// isNumber reports whether a JSON value that begins with b is a number.
func isNumber(b byte) bool { return b == '-' || b-'0' <= 9 }

// sameNumber reports whether a number is equal to a literal. Integers are compared digit by digit, other numbers as float64.
func sameNumber(value []byte, literal string) bool {
	if string(value) == literal {
		return true
	}
	if !bytes.ContainsAny(value, ".eE") && !strings.ContainsAny(literal, ".eE") {
		return string(value) == "-0" && literal == "0" // an integer has no other spelling
	}
	x, err := strconv.ParseFloat(alloc.Alias(value), 64)
	y, _ := strconv.ParseFloat(literal, 64)
	return err == nil && x == y
}

// UnknownCase reads a value that is not a case of its union in the spec. It returns the value's text. tag is the text of the value's tag, nil
// if it has none. tagPaths are the paths of the members that could be the tag: names with dots between them. A dot within a name has a
// backslash before it.
func (c *Cursor) UnknownCase(i int, tag []byte, tagPaths ...string) ([]byte, int) {
	raw, end := c.BareCase(i)
	if end >= 0 {
		c.reportCase(i, tag, tagPaths)
	}
	return raw, end
}

// reportCase records that the value at i is not a case of its union, and why.
func (c *Cursor) reportCase(i int, tag []byte, tagPaths []string) {
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
	for _, tagPath := range tagPaths {
		at := i
		for key := range strings.SplitSeq(strings.ReplaceAll(tagPath, `\.`, "\x00"), ".") {
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
	c.addFinding(Finding{MissingTag, path, strings.Join(tagPaths, " or "), i})
}

// BareCase reads a value for which the union has a case without a record. It returns the value's text.
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

// PassedCase is UnknownCase for the line of a view that does not declare the case. Like [Cursor.Peek], it checks only that strings end and
// that brackets match.
func (c *Cursor) PassedCase(i int, tag []byte, tagPaths ...string) ([]byte, int) {
	if c.depth > 0 || !c.IsObject(i) {
		return c.UnknownCase(i, tag, tagPaths...)
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
	c.reportCase(i, tag, tagPaths)
	return c.bytes(i, end), end
}

// peekedLookupsAreLast is lookupsAreLast for the object at i that was peeked at.
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

// RawTag is Raw for a member within which the tag was found that chose the record.
func (c *Cursor) RawTag(i int) ([]byte, int) {
	raw, end := c.Raw(i)
	return raw, c.LookedUp(i, end)
}

// LookedUp is called after a member within which the tag was found that chose the record, if the member was read from i to end by code that
// does not know the tag, such as that of a map. If a later tag in the value replaces the one that was found, the attempt starts again.
func (c *Cursor) LookedUp(i, end int) int {
	if end >= 0 && !c.exact && !c.lookupsAreLast(i, end) {
		return c.restart()
	}
	return end
}

// Join returns the name of a response that its union does not have: tag, which is that of the request, a slash, and sub, which is that of the
// response. It is nil if sub is nil.
func (c *Cursor) Join(tag, sub []byte) []byte {
	if sub == nil {
		return nil
	}
	from := len(c.tags)
	c.tags = append(append(append(c.tags, tag...), '/'), sub...)
	return c.tags[from:]
}

// UnknownNumber reports that the number n at i, which Int has read, is not a value of its enum. It does nothing for a value of another type,
// which Int has reported.
func (c *Cursor) UnknownNumber(i, n int) {
	if (c.options.Drift || c.options.Strict) && c.Type(i) == Number && !c.isFraction(i) {
		c.report(UnknownEnum, strconv.Itoa(n), i)
	}
}

// KnownNumber is called after Int has read the number at i as a value of its enum. In strict mode, it records a finding if the number has a
// fraction, which Int has dropped: then the number is not a value of the enum.
func (c *Cursor) KnownNumber(i int) {
	if c.options.Strict {
		c.isFraction(i)
	}
}

// isFraction reports whether the number at i, which the spec wants to be an integer, has a fraction. In strict mode, it records a finding if so.
func (c *Cursor) isFraction(i int) bool {
	end, ok := kernel.NumberEnd(c.data, i)
	if !ok || !bytes.ContainsAny(c.data[i:end], ".eE") {
		return false
	}
	f, _ := strconv.ParseFloat(alloc.Alias(c.data[i:end]), 64)
	if f == math.Trunc(f) {
		return false
	}
	if c.options.Strict {
		c.addFinding(Finding{Unknown, c.path(-1), string(c.data[i:min(end, i+32)]), i})
	}
	return true
}

// UnknownEnum returns a copy of a text that Token has read, and reports that it is not a value of its enum.
func (c *Cursor) UnknownEnum(text []byte) string {
	if text == nil {
		return ""
	}
	if c.options.Drift || c.options.Strict {
		c.report(UnknownEnum, c.names.intern(text), c.token)
	}
	return c.mem.Texts.String(text)
}

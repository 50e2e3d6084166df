package scan

import (
	"bytes"
	"slices"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
)

// String reads a string.
func (c *Cursor) String(i int) (string, int) {
	data := c.data
	if uint(i) >= uint(len(data)) || data[i] != '"' {
		return "", c.Mistyped(i)
	}
	start := i + 1
	if c.options.Borrow {
		if end := kernel.PlainShort(data, start); end >= 0 {
			return alloc.Alias(data[start:end]), end + 1
		}
		return c.borrowedText(start)
	}
	text, next, wide := c.mem.Texts.ShortText(data, start)
	if next < 0 || wide != 0 {
		return c.finishText(text, start, next, wide)
	}
	return text, next
}

// borrowedText is String where strings may point into the line. The text begins at start; it is long, or not plain ASCII.
func (c *Cursor) borrowedText(start int) (string, int) {
	text, next, wide := c.mem.Texts.ShortText(c.data, start)
	return c.finishText(text, start, next, wide)
}

// finishText completes String: text, next and wide are what the arena returned for the string whose text begins at start. It is a function
// of its own because String would otherwise have many variables, all of them on the stack.
func (c *Cursor) finishText(text string, start, next int, wide uint64) (string, int) {
	if next < 0 && c.mem.Texts.MakeShort() {
		text, next, wide = c.mem.Texts.ShortText(c.data, start)
	}
	if next < 0 {
		return c.stringSlow(start)
	}
	literal := c.data[start : next-1] // it is UTF-8 if and only if text is: the arena's escapes are those for ASCII
	if wide != 0 {
		if !kernel.ValidUTF8(literal) {
			return c.stringSlow(start)
		}
		c.mem.Texts.KeepShort(text)
	}
	if c.options.Borrow && len(text) == len(literal) { // no escapes
		return alloc.Alias(literal), next
	}
	return text, next
}

// shortLine is the largest rest of a line, in bytes, for which a string is unescaped directly into the arena's buffer. A string longer than
// the buffer would be read twice.
const shortLine = 8 << 10

// stringSlow reads any string, whose text begins at start.
func (c *Cursor) stringSlow(start int) (string, int) {
	if len(c.data)-start <= shortLine && !c.options.Borrow && !c.options.Recycle {
		buf := c.mem.Texts.Buffer()
		n, next, r := kernel.Unquote(buf, c.data, start)
		if r&(kernel.Done|kernel.Replaced) == kernel.Done && (r&kernel.Wide == 0 || kernel.ValidUTF8(buf[:n])) {
			return c.mem.Texts.Take(n), next
		}
	}
	if c.options.Recycle && c.options.Borrow {
		if s, next := c.recycledText(start); next >= 0 {
			return s, next
		}
	}
	if !c.options.Borrow && !c.options.Recycle && (kernel.FindsFast() || len(c.data)-start > veryLong) {
		if s, next := c.longText(start); next >= 0 {
			return s, next
		}
	}
	text, next, found := c.unescaped(start)
	switch {
	case next < 0:
		return "", -1
	case found&invalidUTF8 != 0:
		return alloc.Alias(kernel.AppendText(c.mem.Texts.Space(kernel.TextLen(text))[:0], text)), next
	case found&inScratch != 0:
		return c.mem.Texts.String(text), next
	}
	return c.text(text), next
}

// veryLong is the length in bytes from which on a string is not unescaped in scratch memory, because it would need its size once more.
const veryLong = 1 << 20

// longText reads a string that is longer than alloc.MaxShared into memory of its own. It searches the end first, and unescapes into memory
// of that length. Unescaped text is shorter, and up to an eighth of the memory stays unused. For any other string, and for invalid UTF-8, next
// is -1.
func (c *Cursor) longText(start int) (s string, next int) {
	end, ok := kernel.StringEnd(c.data, start)
	if !ok || end-start <= alloc.MaxShared {
		return "", -1
	}
	buf := alloc.Uncleared(end - start)
	n, next, r := kernel.Unquote(buf, c.data, start)
	switch {
	case r&(kernel.Done|kernel.Replaced|kernel.Bad) != kernel.Done || r&kernel.Wide != 0 && !kernel.ValidUTF8(buf[:n]):
		return "", -1
	case n < len(buf)/8*7 && len(buf) <= veryLong: // of longer memory, the system does not provide the pages that are never written
		return string(buf[:n]), next
	}
	return alloc.Alias(buf[:n]), next
}

// recycledText reads a string of a recycled line into the arena. Memory for the rest of the line is enough. If the string has a syntax
// error or is not UTF-8, next is -1, and unescaped must read it.
func (c *Cursor) recycledText(start int) (s string, next int) {
	end, wide := kernel.PlainEnd(c.data, start)
	if end < len(c.data) && c.data[end] == '"' {
		if text := c.data[start:end]; !wide || kernel.ValidUTF8(text) {
			return alloc.Alias(text), end + 1
		}
		return "", -1
	}
	buf := c.mem.Texts.Reserve(len(c.data) - start)
	from := copy(buf, c.data[start:end])
	n, next, r := kernel.Unquote(buf[from:], c.data, end)
	if r&(kernel.Done|kernel.Replaced|kernel.Bad) != kernel.Done || (wide || r&kernel.Wide != 0) && !kernel.ValidUTF8(buf[:from+n]) {
		return "", -1
	}
	return c.mem.Texts.Commit(from + n), next
}

// Token returns the unescaped text of the string at i, valid until the next call. It is nil if there is no string; then the value is noted
// as by String.
func (c *Cursor) Token(i int) (text []byte, next int) {
	data := c.data
	if uint(i) >= uint(len(data)) || data[i] != '"' {
		return nil, c.Mistyped(i)
	}
	c.token = i
	if end := c.plainTextEnd(i + 1); end >= 0 {
		return data[i+1 : end], end + 1
	}
	text, next, found := c.unescaped(i + 1)
	if found&invalidUTF8 != 0 {
		n := 0
		if found&inScratch != 0 {
			n = len(text)
		}
		c.scratch = kernel.AppendText(slices.Grow(c.scratch[:n], kernel.TextLen(text)), text)
		text = c.scratch[n:]
	}
	return text, next
}

// plainTextEnd returns the offset of the quote that ends the string whose text begins at i; -1 if the text has escapes, is not ASCII, or does
// not end.
func (c *Cursor) plainTextEnd(i int) int {
	if end := kernel.PlainShort(c.data, i); end >= 0 {
		return end
	}
	if end, wide := kernel.PlainEnd(c.data, i); end < len(c.data) && c.data[end] == '"' && !wide {
		return end
	}
	return -1
}

// Bits of the result found of unescaped.
const (
	inScratch   = 1 << iota // the text is in c.scratch; otherwise in the line
	invalidUTF8             // the text is not UTF-8: kernel.AppendText replaces the invalid bytes
)

// unescaped returns the unescaped text of the string whose text begins at start. Invalid UTF-8, and surrogates without their pair, are
// noted on the current field. After an error next is -1.
func (c *Cursor) unescaped(start int) (text []byte, next, found int) {
	end, wide := kernel.PlainEnd(c.data, start)
	var r kernel.Result
	if end < len(c.data) && c.data[end] == '"' {
		text, next = c.data[start:end], end+1
	} else {
		if !c.makeScratch(start, end) {
			return nil, -1, 0
		}
		text, next, r = c.unquote(c.scratch[:0], start, end)
		c.scratch = text
		if r&kernel.Done == 0 {
			return nil, -1, 0
		}
		found = inScratch
	}
	if (wide || r&kernel.Wide != 0) && !kernel.ValidUTF8(text) {
		found |= invalidUTF8
		c.noteReplaced(start-1, next)
	} else if r&kernel.Replaced != 0 {
		c.noteReplaced(start-1, next)
	}
	return text, next, found
}

// makeScratch makes c.scratch large enough for the string whose text begins at start, if the string may be very long: a buffer that grows
// leaves its size once more to the garbage collector. The text up to k is plain. ok is false if the string has a syntax error.
func (c *Cursor) makeScratch(start, k int) (ok bool) {
	if len(c.data)-k <= veryLong {
		return true
	}
	end, ok := kernel.ValidString(c.data, k)
	if !ok {
		c.syntax(end)
		return false
	}
	c.scratch = slices.Grow(c.scratch[:0], end-start+unquoteMin)
	return true
}

// noteReplaced notes the string data[at:end], in whose text U+FFFD replaced something.
func (c *Cursor) noteReplaced(at, end int) {
	c.replaced++
	c.inexact(at, end)
	if c.options.Strict {
		c.recordBadText(at, end)
	}
}

// unquote appends the text of the string that begins at start to dst. The part up to k is plain, and result does not say anything of it.
// Errors are recorded; then the result lacks kernel.Done.
func (c *Cursor) unquote(dst []byte, start, k int) (text []byte, next int, r kernel.Result) {
	dst = append(dst, c.data[start:k]...)
	for {
		if cap(dst)-len(dst) < unquoteMin {
			dst = slices.Grow(dst, max(len(dst), 4<<10))
		}
		n, i, result := kernel.Unquote(dst[len(dst):cap(dst)], c.data, k)
		dst = dst[:len(dst)+n]
		r |= result
		switch {
		case r&kernel.Bad != 0:
			return dst, c.syntax(i), r
		case r&kernel.Done != 0:
			return dst, i, r
		}
		k, dst = i, slices.Grow(dst, max(cap(dst), 4<<10))
	}
}

// unquoteMin is the smallest number of bytes that kernel.Unquote is given.
const unquoteMin = 64

func hasEscape(b []byte) bool { return bytes.IndexByte(b, '\\') >= 0 }

// OptionalString is String for a field that is empty if the member is absent. A member that is present and empty is noted.
func (c *Cursor) OptionalString(i int) (string, int) {
	s, i := c.String(i)
	if s == "" {
		c.Present()
	}
	return s, i
}

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
		return "", c.Other(i)
	}
	start := i + 1
	switch {
	case c.borrow:
		if end := kernel.PlainShort(data, start); end >= 0 {
			return alloc.Alias(data[start:end]), end + 1
		}
		return c.sharedText(start)
	case c.options.Recycle:
		return c.sharedText(start)
	}
	text, next, wide := c.mem.Texts.ShortText(data, start)
	if next < 0 || wide != 0 {
		return c.otherText(text, start, next, wide)
	}
	return text, next
}

// sharedText reads a string of a borrowed or recycled line that is long, or not plain.
func (c *Cursor) sharedText(start int) (string, int) {
	text, next, wide := c.mem.Texts.AnyShortText(c.data, start)
	return c.otherText(text, start, next, wide)
}

// otherText is what String makes of what the arena says where that is not simply the text. It stands apart so that String has few
// variables, which would all be kept on the stack.
func (c *Cursor) otherText(text string, start, next int, wide uint64) (string, int) {
	if next < 0 && c.mem.Texts.MakeShort() {
		text, next, wide = c.mem.Texts.AnyShortText(c.data, start)
	}
	if next < 0 {
		return c.stringSlow(start)
	}
	literal := c.data[start : next-1] // which is UTF-8 if the text is: short escapes are for ASCII
	if wide != 0 {
		if !kernel.ValidUTF8(literal) {
			return c.stringSlow(start)
		}
		c.mem.Texts.KeepShort(text)
	}
	if c.borrow && len(text) == len(literal) { // no escapes
		return alloc.Alias(literal), next
	}
	return text, next
}

// shortLine is up to which length the rest of a line may be for a string to be unescaped at once where it stays. A longer string
// than there is memory for would be read twice.
const shortLine = 8 << 10

// stringSlow reads the string whose text begins at start.
func (c *Cursor) stringSlow(start int) (string, int) {
	if len(c.data)-start <= shortLine && !c.borrow && !c.options.Recycle {
		buf := c.mem.Texts.Buffer()
		n, next, r := kernel.Unquote(buf, c.data, start)
		if r&(kernel.Done|kernel.Replaced) == kernel.Done && (r&kernel.Wide == 0 || kernel.ValidUTF8(buf[:n])) {
			return c.mem.Texts.Take(n), next
		}
	}
	if c.options.Recycle && c.borrow {
		if s, next := c.recycledText(start); next >= 0 {
			return s, next
		}
	}
	if !c.borrow && !c.options.Recycle && (kernel.FindsFast() || len(c.data)-start > veryLong) {
		if s, next := c.longText(start); next >= 0 {
			return s, next
		}
	}
	text, next, found := c.unescaped(start)
	switch {
	case next < 0:
		return "", -1
	case found&notText != 0:
		return alloc.Alias(kernel.AppendText(c.mem.Texts.Space(kernel.TextLen(text))[:0], text)), next
	case found&inScratch != 0:
		return c.mem.Texts.String(text), next
	}
	return c.text(text), next
}

// veryLong is the length from which on no string is unescaped in scratch memory, of which a line would need as much again.
const veryLong = 1 << 20

// longText is stringSlow for a string that has memory of its own: with its end in sight, it is unescaped where it stays, and what
// its escapes leave over is lost. For any other one, and for what is no text, next is -1.
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
	case n < len(buf)/8*7 && len(buf) <= veryLong: // of a very long one, what is not written to is not there
		return string(buf[:n]), next
	}
	return alloc.Alias(buf[:n]), next
}

// recycledText is stringSlow for recycled lines: escapes are undone where the text stays. There is memory enough, since it is no
// longer than the rest of the line. What is no text, or no string, is for unescaped to say; next is -1 then.
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

// Token is the text of the string at i, unescaped. It is valid until the next call. It is nil if there is no string;
// that is noted as String notes it.
func (c *Cursor) Token(i int) (text []byte, next int) {
	data := c.data
	if uint(i) >= uint(len(data)) || data[i] != '"' {
		return nil, c.Other(i)
	}
	c.token = i
	if end := c.plainText(i + 1); end >= 0 {
		return data[i+1 : end], end + 1
	}
	text, next, found := c.unescaped(i + 1)
	if found&notText != 0 {
		n := 0
		if found&inScratch != 0 {
			n = len(text)
		}
		c.scratch = kernel.AppendText(slices.Grow(c.scratch[:n], kernel.TextLen(text)), text)
		text = c.scratch[n:]
	}
	return text, next
}

// plainText is the offset of the quote that ends the string whose text begins at i, -1 if it is not all plain ASCII, or
// ends with the line.
func (c *Cursor) plainText(i int) int {
	if end := kernel.PlainShort(c.data, i); end >= 0 {
		return end
	}
	if end, wide := kernel.PlainEnd(c.data, i); end < len(c.data) && c.data[end] == '"' && !wide {
		return end
	}
	return -1
}

// What unescaped has found.
const (
	inScratch = 1 << iota // the text is in scratch and not in the line
	notText               // it is not UTF-8, and has to be replaced: see kernel.AppendText
)

// unescaped is what stands in the string that begins at start, with escapes undone. What is no text is noted on the current field. After
// an error next is -1.
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
		found |= notText
		c.replace(start-1, next)
	} else if r&kernel.Replaced != 0 {
		c.replace(start-1, next)
	}
	return text, next, found
}

// makeScratch makes memory for the string that begins at start, if it may be very long, at once: memory that grows leaves as much again to the
// collector. Up to k it is plain. It is not ok if there is no string: the error is recorded.
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

// replace notes that the string at data[at:end] has no text of its own at some place.
func (c *Cursor) replace(at, end int) {
	c.replaced++
	c.inexact(at, end)
	if c.options.Strict {
		c.findBadText(at, end)
	}
}

// unquote appends the text of the string that begins at start to dst; the part up to k
// is plain, and what it is is not in the result. Errors are recorded; then the result lacks kernel.Done.
func (c *Cursor) unquote(dst []byte, start, k int) (text []byte, next int, r kernel.Result) {
	dst = append(dst, c.data[start:k]...)
	for {
		// Memory for the rest of a string of usual length, or twice what there is.
		if cap(dst)-len(dst) < unquoteMin {
			dst = grow(dst)
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
		k = i
		dst = grow(dst)
	}
}

// unquoteMin is the least memory with which unquote begins.
const unquoteMin = 64

func grow(b []byte) []byte {
	bigger := make([]byte, len(b), max(2*cap(b), 4<<10))
	copy(bigger, b)
	return bigger
}

func hasEscape(b []byte) bool { return bytes.IndexByte(b, '\\') >= 0 }

func isASCII(b []byte) bool {
	for len(b) >= 8 {
		if kernel.NonASCII(kernel.Load(b, 0)) != 0 {
			return false
		}
		b = b[8:]
	}
	for _, x := range b {
		if x >= 0x80 {
			return false
		}
	}
	return true
}

// mapKeySlow looks at a key that may have no text of its own. It is ok if it has.
func (c *Cursor) mapKeySlow(key []byte) (s string, ok bool) {
	valid := kernel.ValidUTF8(key)
	if valid && c.surrogateKey != c.key {
		return "", true
	}
	end, _ := kernel.StringEnd(c.data, c.key+1)
	c.replace(c.key, end+1)
	if !valid {
		key = kernel.AppendText(nil, key)
	}
	return string(key), false
}

// StringPtr reads a string or null.
func (c *Cursor) StringPtr(i int) (*string, int) {
	if c.Type(i) != String {
		return nil, c.otherPtr(i)
	}
	s, i := c.String(i)
	if i < 0 {
		return nil, -1
	}
	if len(s) > alloc.Short { // a pointer that is kept would keep the texts of its neighbours
		p := stringSlab.New(&c.mem)
		*p = s
		return p, i
	}
	return alloc.Copy(&c.mem, &stringSlab, s), i
}

// StringOrNull is StringPtr for a field of which null says nothing.
func (c *Cursor) StringOrNull(i int) (*string, int) {
	if c.isNull(i) {
		return nil, i + len("null")
	}
	return c.StringPtr(i)
}

// OptionalString is String for a field of which an empty string says that the member is absent: that it is not is noted.
func (c *Cursor) OptionalString(i int) (string, int) {
	s, i := c.String(i)
	if s == "" {
		c.Present()
	}
	return s, i
}

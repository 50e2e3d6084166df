package scan

import "github.com/ndwire/ndwire/internal/kernel"

// TagText returns the unescaped text of the string at offset at; nil if there is no string. It is valid until Reset. It is for the tag that
// chooses a record: the record skips it ([Cursor.Tag]).
func (c *Cursor) TagText(at int) []byte {
	data := c.data
	if uint(at) >= uint(len(data)) || data[at] != '"' {
		return nil
	}
	end := c.plainTextEnd(at + 1)
	if end < 0 {
		return c.tagTextSlow(at)
	}
	end++
	c.tagAt, c.tagEnd = at, end
	return data[at+1 : end-1]
}

// TagEnd returns the offset after the tag that TagText returned last, if the tag has no escapes and is ASCII. It is for a line that was
// peeked at.
func (c *Cursor) TagEnd() int { return c.tagEnd }

// tagText is TagText for text that chooses no record.
func (c *Cursor) tagText(at int) []byte {
	if uint(at) >= uint(len(c.data)) || c.data[at] != '"' {
		return nil
	}
	if end := c.plainTextEnd(at + 1); end >= 0 {
		return c.data[at+1 : end]
	}
	return c.tagTextSlow(at)
}

func (c *Cursor) tagTextSlow(at int) []byte {
	end, ok := kernel.StringEnd(c.data, at+1)
	if !ok {
		return nil
	}
	from := len(c.tags)
	buf := append(c.tags, make([]byte, end-at+8)...)
	n, _, r := kernel.Unquote(buf[from:], c.data, at+1)
	if r&kernel.Done == 0 {
		return nil
	}
	text := buf[from : from+n : from+n]
	if r&kernel.Wide != 0 && !kernel.ValidUTF8(text) {
		text = kernel.AppendText(nil, text)
	}
	c.tags = buf[:from+n]
	return text
}

// textIs reports whether there is a string at offset at with this text.
func (c *Cursor) textIs(at int, text string) bool {
	n := len(c.tags)
	is := string(c.tagText(at)) == text
	c.tags = c.tags[:n]
	return is
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

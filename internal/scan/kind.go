package scan

import "bytes"

// KindName joins the parts of a kind that the spec does not know with slashes. Parts that are
// missing or empty are left out, since a record cannot tell the two; without a first one there
// is no name.
func (c *Cursor) KindName(parts ...[]byte) string {
	if len(parts) == 0 || parts[0] == nil {
		return ""
	}
	text := c.scratch[:0]
	for k, p := range parts {
		if k > 0 {
			if len(p) == 0 {
				continue
			}
			text = append(text, '/')
		}
		text = AppendKindPart(text, p)
	}
	return c.kindOf(text)
}

// SubKind is family with the text of a tag as one more part, family itself if the text is missing or empty.
func (c *Cursor) SubKind(family string, part []byte) string {
	if len(part) == 0 {
		return family
	}
	return c.kindOf(AppendKindPart(append(append(c.scratch[:0], family...), '/'), part))
}

// LiteralKind is family with the value at offset at as one more part, if that is true, false, null or a number; else family itself.
func (c *Cursor) LiteralKind(family string, at int) string {
	literal := c.LiteralText(at)
	if literal == nil {
		return family
	}
	text := c.scratch[:0]
	if family != "" {
		text = append(append(text, family...), '/')
	}
	return c.kindOf(AppendKindPart(text, literal))
}

// LiteralText is the value at offset at as it stands, if it is true, false, null or a number; else nil.
func (c *Cursor) LiteralText(at int) []byte {
	if uint(at) >= uint(len(c.data)) || bytes.IndexByte([]byte(`"{[`), c.data[at]) >= 0 {
		return nil
	}
	end := at
	for end < len(c.data) && c.data[end] > ' ' && bytes.IndexByte([]byte(",]}"), c.data[end]) < 0 {
		end++
	}
	return c.data[at:end]
}

// kindOf is a kind that was made in scratch.
func (c *Cursor) kindOf(text []byte) string {
	c.scratch = text
	// Lines of one kind come in runs.
	if string(text) != c.kindName {
		c.kindName = c.names.intern(text)
	}
	return c.kindName
}

// AppendKindPart appends a text as one part of a kind: with ~1 for a slash and ~0 for a tilde, as in JSON Pointer.
func AppendKindPart(dst, part []byte) []byte {
	for {
		i := bytes.IndexAny(part, "/~")
		if i < 0 {
			return append(dst, part...)
		}
		dst = append(append(dst, part[:i]...), '~', '0')
		if part[i] == '/' {
			dst[len(dst)-1] = '1'
		}
		part = part[i+1:]
	}
}

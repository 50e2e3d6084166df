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
		text = AppendKindSegment(text, p)
	}
	return c.kindOf(text)
}

// SubKind is family with the text of a tag as one more segment, family itself if the text is missing or empty.
func (c *Cursor) SubKind(family string, segment []byte) string {
	if len(segment) == 0 {
		return family
	}
	return c.kindOf(AppendKindSegment(append(append(c.scratch[:0], family...), '/'), segment))
}

// LiteralKind is family with the value at offset at as one more segment, if that is true, false, null or a number; else family itself.
func (c *Cursor) LiteralKind(family string, at int) string {
	literal := c.LiteralText(at)
	if literal == nil {
		return family
	}
	text := c.scratch[:0]
	if family != "" {
		text = append(append(text, family...), '/')
	}
	return c.kindOf(AppendKindSegment(text, literal))
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

// AppendKindSegment appends a text as one segment of a kind: with ~1 for a slash and ~0 for a tilde, as in JSON Pointer.
func AppendKindSegment(dst, segment []byte) []byte {
	for {
		i := bytes.IndexAny(segment, "/~")
		if i < 0 {
			return append(dst, segment...)
		}
		dst = append(append(dst, segment[:i]...), '~', '0')
		if segment[i] == '/' {
			dst[len(dst)-1] = '1'
		}
		segment = segment[i+1:]
	}
}

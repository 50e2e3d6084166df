package scan

import "bytes"

// KindName returns the name of a kind that the spec does not have: parts, which are the texts of tags, with slashes between them. Parts
// that are nil or empty are left out, because a record does not distinguish the two. The name is empty if the first part is nil.
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
	return c.scratchKind(text)
}

// SubKind returns family with the text of a tag as one more segment; family itself if the text is empty.
func (c *Cursor) SubKind(family string, segment []byte) string {
	if len(segment) == 0 {
		return family
	}
	return c.scratchKind(AppendKindSegment(append(append(c.scratch[:0], family...), '/'), segment))
}

// LiteralKind returns family with the value at offset at as one more segment, if that is true, false, null or a number; otherwise family
// itself.
func (c *Cursor) LiteralKind(family string, at int) string {
	literal := c.LiteralText(at)
	if family == "" {
		return c.KindName(literal)
	}
	return c.SubKind(family, literal)
}

// LiteralText returns the text of the value at offset at, if that is true, false, null or a number; otherwise nil.
func (c *Cursor) LiteralText(at int) []byte {
	data := c.data
	if uint(at) >= uint(len(data)) || data[at] == '"' || data[at] == '{' || data[at] == '[' {
		return nil
	}
	end := at
	for end < len(data) && data[end] > ' ' && data[end] != ',' && data[end] != ']' && data[end] != '}' {
		end++
	}
	return data[at:end]
}

// scratchKind returns the kind that was made in c.scratch.
func (c *Cursor) scratchKind(text []byte) string {
	c.scratch = text
	return c.names.intern(text)
}

// AppendKindSegment appends a text as one segment of a kind. As in JSON Pointer, ~1 is written for a slash and ~0 for a tilde.
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

package scan

import "strings"

// Encoded reads the string at i, and decodes the JSON in it: read decodes a value with another cursor. ok reports whether there is a string
// with a valid value; otherwise it is noted as a value of another type. Drift in the value has a path with |fromjson, as in jq.
func (c *Cursor) Encoded(i int, read func(c *Cursor, i int) int) (next int, ok bool) {
	if c.Type(i) != String {
		return c.Mistyped(i), false
	}
	text, next, plain := c.stringText(i)
	if next < 0 {
		return -1, false
	}
	if !plain || !c.options.Borrow {
		text = c.mem.Texts.Bytes(text) // the value's strings point into it
	}
	options := c.options
	options.Borrow, options.Batch = true, true // Free frees the memory of all values of the line
	options.MaxDepth = c.limit - c.depth
	if options.MaxDepth <= 0 {
		return c.fail(TooDeep, i), false
	}
	options.MaxElements, options.MaxMemory = max(c.elementsLeft, 1), max(c.mem.Left, 1) // 0 would be the default
	if c.inner == nil {
		c.inner = new(Cursor)
	}
	inner := c.inner
	inner.Reset(text, &options)
	code := Code(0)
	for {
		end := inner.Start()
		if inner.isNull(end) {
			code = Mistyped // in a string, null is not a value of the spec's type
			break
		}
		if end >= 0 {
			end = read(inner, end)
		}
		inner.End(end)
		if !inner.Retry() {
			code = inner.code
			break
		}
	}
	inner.data, inner.compared, inner.comparedAfterOpen = nil, nil, nil
	switch code {
	case 0:
	case TooDeep, TooMany, TooLarge:
		return c.fail(code, i), false
	default:
		return c.Misspelled(i, next), false
	}
	c.elementsLeft -= options.MaxElements - inner.elementsLeft
	c.mem.Left -= options.MaxMemory - inner.mem.Left
	if c.elementsLeft|c.mem.Left < 0 {
		return c.exceeded(i), false
	}
	c.replaced += inner.replaced
	if len(inner.drift)+len(inner.findings) > 0 {
		c.mergeInner(inner, i)
	}
	return next, true
}

// mergeInner adds the drift and the findings of the value in the string at i to those of the line.
func (c *Cursor) mergeInner(inner *Cursor, i int) {
	path := c.path(-1) + "|fromjson"
	in := func(rest string) string {
		if rest == "." || strings.HasPrefix(rest, ".[") {
			rest = rest[1:]
		}
		return path + rest
	}
	for _, d := range inner.drift {
		if len(c.drift) < maxDrift {
			c.drift = append(c.drift, &Drift{d.What, in(d.Path), d.Value})
		}
	}
	for _, f := range inner.findings {
		c.addFinding(Finding{f.Code, in(f.Path), f.Value, i})
	}
}

// EncodedAs notes the string data[i:next] if it is not the canonical spelling of its value, which the caller has appended to EncodedSpace.
// err is what went wrong with that. Encoded must have been called before.
func (c *Cursor) EncodedAs(i, next int, canonical []byte, err error) {
	if err != nil || string(canonical) != string(c.data[i:next]) {
		c.inexact(i, next)
	}
	c.inner.scratch = canonical[:0]
}

// EncodedSpace returns an empty buffer for EncodedAs.
func (c *Cursor) EncodedSpace() []byte { return c.inner.scratch[:0] }

package scan

import "strings"

// Encoded reads a string that holds JSON: read reads that value, with a cursor of its own, as UnmarshalJSON would. A string that holds something
// else is of a wrong type; it is not ok then, nor where there is no string. What the spec does not know in it stands, in paths, behind |fromjson.
func (c *Cursor) Encoded(i int, read func(c *Cursor, i int) int) (next int, ok bool) {
	if c.Type(i) != String {
		return c.Other(i), false
	}
	text, next, plain := c.spelled(i)
	if next < 0 {
		return -1, false
	}
	if !plain || !c.borrow {
		text = c.mem.Texts.Bytes(text) // the strings of the value lie in it
	}
	options := c.options
	options.Borrow, options.Batch = true, true
	options.MaxDepth, options.MaxElements = c.limit-c.depth, c.elementsLeft
	if options.MaxDepth <= 0 {
		return c.fail(TooDeep, i), false
	}
	if options.MaxElements <= 0 {
		options.MaxElements = 1
	}
	if c.inner == nil {
		c.inner = new(Cursor)
	}
	inner := c.inner
	inner.Reset(text, &options)
	code := Code(0)
	for {
		end := inner.Start()
		if inner.isNull(end) {
			code = Mistyped // a T is not null
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
	inner.data, inner.compared = nil, nil
	switch code {
	case 0:
	case TooDeep, TooMany:
		return c.fail(code, i), false
	default:
		c.misspelled(i, next)
		return next, false
	}
	c.elementsLeft -= options.MaxElements - inner.elementsLeft
	c.replaced += inner.replaced
	if len(inner.drift)+len(inner.findings) > 0 {
		c.takeOver(inner, i)
	}
	return next, true
}

// takeOver makes what is to be said of the value in the string at i a part of what is to be said of the line.
func (c *Cursor) takeOver(inner *Cursor, i int) {
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

// EncodedAs says how the value of the string data[i:next] is written, and notes it if that is not what stands there.
func (c *Cursor) EncodedAs(i, next int, usual []byte, err error) {
	if err != nil || string(usual) != string(c.data[i:next]) {
		c.inexact(i, next)
	}
	c.inner.scratch = usual[:0]
}

// EncodedSpace is what to append the value to that Encoded has read, for EncodedAs.
func (c *Cursor) EncodedSpace() []byte { return c.inner.scratch[:0] }

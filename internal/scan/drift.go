package scan

import (
	"github.com/ndwire/ndwire/internal/kernel"
)

// A line with more differences than this is garbage, and would only cost memory.
const (
	maxDrift    = 10_000
	maxFindings = 100
)

// Drift are the differences between the line and the spec. The slice is valid until the next Reset, what it points to is for good.
func (c *Cursor) Drift() []*Drift { return c.drift }

// Findings are what strict mode says of the line, at most a hundred. They are valid until the next Reset.
func (c *Cursor) Findings() []Finding { return c.findings }

// report records drift at the value at offset at, which is the current field's, or an element of the list or map in hand.
func (c *Cursor) report(what What, value string, at int) {
	if c.options.Drift || c.options.Strict {
		code := Unknown
		if what == WrongType {
			code = Mistyped
		}
		c.reportSlow(c.drifts.of(what, c.path(-1), value), code, at)
	}
}

// reportSlow records d, which in strict mode is a finding with a code, too.
func (c *Cursor) reportSlow(d *Drift, code Code, at int) {
	if c.options.Drift && len(c.drift) < maxDrift {
		c.drift = append(c.drift, d)
	}
	if c.options.Strict {
		c.addFinding(Finding{code, d.Path, d.Value, at})
	}
}

// find records a finding that is no drift, at the current field.
func (c *Cursor) recordFinding(code Code, value string, at int) {
	if c.options.Strict {
		c.addFinding(Finding{code, c.path(-1), value, at})
	}
}

// addFinding also sees to it that a value that is read twice is not found twice.
func (c *Cursor) addFinding(f Finding) {
	for k := range c.findings {
		if k := &c.findings[k]; k.Code == f.Code && k.Offset == f.Offset && (k.Value == f.Value || f.Code != Missing) {
			return
		}
	}
	if len(c.findings) < maxFindings {
		c.findings = append(c.findings, f)
	}
}

// findBadText records what in the strings of the valid JSON text data[i:end] is no text.
func (c *Cursor) recordBadText(i, end int) {
	if k := kernel.InvalidUTF8(c.data[i:end]); k >= 0 {
		c.recordFinding(BadUTF8, "", i+k)
	}
	if k := kernel.LoneSurrogate(c.data[i:end]); k >= 0 {
		c.recordFinding(BadSurrogate, string(c.data[i+k:i+k+6]), i+k)
	}
}

// path is where the value in hand stands in the spec: what its record's fields say, one after the other, and [] for every
// open list and map. member, if not negative, is the offset of the key of an unknown member of the record in hand.
func (c *Cursor) path(member int) string {
	p := c.scratchPath[:0]
	for d := 1; d <= c.depth; d++ {
		f := &c.frames[d]
		switch {
		case f.rec == nil && f.flags&wrapper != 0:
			p = appendKey(p, c.data, f.number)
			continue
		case f.rec == nil:
			p = append(p, "[]"...)
			continue
		}
		// The current field of a frame is kept in the frame above it.
		n := c.field
		switch {
		case d < c.depth:
			n = c.frames[d+1].field
			if c.frames[d+1].flags&inlined != 0 {
				continue
			}
		case member >= 0:
			p = appendKey(p, c.data, member)
			continue
		}
		switch keys := f.rec.keys(); {
		case n >= keys.fields && d == c.depth:
			p = appendKey(p, c.data, c.key)
		case uint(n) < uint(keys.fields):
			name := keys.path(n)
			// Its brackets are those of lists and maps that are not open, or follow as frames.
			for len(name) >= 2 && name[len(name)-2:] == "[]" {
				name = name[:len(name)-2]
			}
			p = append(p, name...)
		}
	}
	p = rooted(p)
	c.scratchPath = p
	return c.names.intern(p)
}

package scan

import (
	"github.com/ndwire/ndwire/internal/kernel"
)

// Limits for one line: a line with more differences is damaged, and would only take memory.
const (
	maxDrift    = 10_000
	MaxFindings = 100
)

// Drift returns the differences between the line and the spec. The slice is valid until the next Reset; the Drifts in it stay valid.
func (c *Cursor) Drift() []*Drift { return c.drift }

// Findings returns the findings of strict mode, MaxFindings at most. They are valid until the next Reset.
func (c *Cursor) Findings() []Finding { return c.findings }

// report records drift in the value at offset at: that of the current field, or an element of the innermost list or map.
func (c *Cursor) report(what What, value string, at int) {
	if c.options.Drift || c.options.Strict {
		code := Unknown
		if what == WrongType {
			code = Mistyped
		}
		c.reportSlow(c.drifts.of(what, c.path(-1), value), code, at)
	}
}

// reportSlow records d, and in strict mode a finding with a code.
func (c *Cursor) reportSlow(d *Drift, code Code, at int) {
	if c.options.Drift && len(c.drift) < maxDrift {
		c.drift = append(c.drift, d)
	}
	if c.options.Strict {
		c.addFinding(Finding{code, d.Path, d.Value, at})
	}
}

// recordFinding records a finding that is not drift, about the current field.
func (c *Cursor) recordFinding(code Code, value string, at int) {
	if c.options.Strict {
		c.addFinding(Finding{code, c.path(-1), value, at})
	}
}

// addFinding adds a finding, unless there is the same one already: a value may be read twice.
func (c *Cursor) addFinding(f Finding) {
	for k := range c.findings {
		if k := &c.findings[k]; k.Code == f.Code && k.Offset == f.Offset && (k.Value == f.Value || f.Code != Missing) {
			return
		}
	}
	if len(c.findings) < MaxFindings {
		c.findings = append(c.findings, f)
	}
}

// recordBadText records findings for the valid JSON text data[i:end] if its strings have invalid UTF-8, or surrogates without their pair.
func (c *Cursor) recordBadText(i, end int) {
	if k := kernel.InvalidUTF8(c.data[i:end]); k >= 0 {
		c.recordFinding(BadUTF8, "", i+k)
	}
	if k := kernel.LoneSurrogate(c.data[i:end]); k >= 0 {
		c.recordFinding(BadSurrogate, string(c.data[i+k:i+k+6]), i+k)
	}
}

// path returns the path in the spec of the value that is being read: for each open record the path of its current field, and [] for each
// open list or map. If member is not -1, it is the offset of the key of an unknown member of the innermost record, and the path is that
// member's.
func (c *Cursor) path(member int) string {
	p := c.scratchPath[:0]
	for d := 1; d <= c.depth; d++ {
		f := &c.frames[d]
		switch {
		case f.rec == nil && f.flags&wrapper != 0:
			p = appendKey(p, c.data, f.key)
			continue
		case f.rec == nil:
			p = append(p, "[]"...)
			continue
		}
		// The frame above d has the current field of d.
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
			name := keys.all[n].Path
			// The brackets at its end stand for lists and maps. If these are open, their frames add the brackets.
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

package drift

import (
	"bytes"

	"github.com/ndwire/ndwire/decoder"
)

// Findings compares lines with the spec, and returns the findings that Stats counts.
func (c *Comparer) Findings(lines []byte) (all []decoder.Drift, err error) {
	clear(c.index)
	clear(c.gaps)
	clear(c.tags)
	c.sizes, c.report = [8]int{}, Report{}
	err = c.Read(bytes.NewReader(lines))
	for _, f := range c.index {
		if f.IsCounted() {
			all = append(all, f.Drift)
		}
	}
	return all, err
}

// Missing reports whether a line lacks a required member, whether it has null for one, and whether it has any other difference.
func (c *Comparer) Missing(line []byte) (missing, null, other bool) {
	_, err := c.Findings(line)
	for _, f := range c.index {
		switch {
		case f.What == decoder.WrongType && (f.Value == Fraction || f.Value == OutOfRange): // TestOutOfRange checks them
		case !f.Strict:
			other = true
		case f.Value == Absent:
			missing = true
		default:
			null = true
		}
	}
	return missing, null, other || err != nil
}

// OutOfRange reports whether a line has a number that its Go type cannot hold, and whether it has any other difference.
func (c *Comparer) OutOfRange(line []byte) (exceeds, other bool) {
	_, err := c.Findings(line)
	for _, f := range c.index {
		if f.What == decoder.WrongType && f.Value == OutOfRange {
			exceeds = true
		} else if f.What != decoder.WrongType || f.Value != Fraction {
			other = true
		}
	}
	return exceeds, other || err != nil
}

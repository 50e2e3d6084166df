package drift

import (
	"bytes"

	"github.com/ndwire/ndwire/decoder"
)

// Findings compares lines with the spec, and returns what is found in these alone, and Stats count.
func (c *Comparer) Findings(lines []byte) (all []decoder.Drift, err error) {
	clear(c.index)
	clear(c.gaps)
	c.sizes, c.report, c.lost = [8]int{}, Report{}, 0
	err = c.Read(bytes.NewReader(lines))
	for _, f := range c.index {
		if !f.Strict { // Stats do not count it
			all = append(all, f.Drift)
		}
	}
	return all, err
}

// Anything reports whether a line has any difference, those for strict readers too.
func (c *Comparer) Anything(line []byte) bool {
	all, err := c.Findings(line)
	return err != nil || len(all) > 0 || len(c.index) > 0
}

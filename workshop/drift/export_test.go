package drift

import (
	"bytes"

	"github.com/ndwire/ndwire/decoder"
)

// Findings compares lines with the spec, and returns what is found in these alone.
func (c *Comparer) Findings(lines []byte) (all []decoder.Drift, err error) {
	clear(c.index)
	clear(c.gaps)
	c.sizes, c.report, c.lost = [8]int{}, Report{}, 0
	err = c.Read(bytes.NewReader(lines))
	for _, f := range c.index {
		all = append(all, f.Drift)
	}
	return all, err
}

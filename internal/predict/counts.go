package predict

// Counts is the number of hits and misses of each kind of prediction. Compiled predictions are not counted: a record that is decoded by them
// needs no other.
type Counts struct{ KeyHits, KeyMisses, TagHits, TagMisses int64 }

// Add adds the counts of o.
func (c *Counts) Add(o Counts) {
	c.KeyHits += o.KeyHits
	c.KeyMisses += o.KeyMisses
	c.TagHits += o.TagHits
	c.TagMisses += o.TagMisses
}

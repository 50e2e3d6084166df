package predict

// Counts is how often what was predicted stood on the lines. What the usual order of a spec predicts is not counted: a record that is read by
// it asks nobody.
type Counts struct{ KeyHits, KeyMisses, TagHits, TagMisses int64 }

// Add adds other counts.
func (c *Counts) Add(o Counts) {
	c.KeyHits += o.KeyHits
	c.KeyMisses += o.KeyMisses
	c.TagHits += o.TagHits
	c.TagMisses += o.TagMisses
}

package predict

// Counts is the number of hits and misses of each kind of prediction. Order is that of compiled predictions.
type Counts struct{ OrderHits, OrderMisses, KeyHits, KeyMisses, TagHits, TagMisses int64 }

// Add adds the counts of o.
func (c *Counts) Add(o Counts) {
	c.OrderHits += o.OrderHits
	c.OrderMisses += o.OrderMisses
	c.KeyHits += o.KeyHits
	c.KeyMisses += o.KeyMisses
	c.TagHits += o.TagHits
	c.TagMisses += o.TagMisses
}

package kernel

// Chunk is memory of which the first Used bytes are handed out. Used is apart from Buf so that handing out writes no pointer.
type Chunk struct {
	Buf  []byte
	Used int
}

// Take is the next n bytes, nil if there are fewer.
func (c *Chunk) Take(n int) []byte {
	if n > len(c.Buf)-c.Used {
		return nil
	}
	p := c.Buf[c.Used : c.Used+n : c.Used+n]
	c.Used += n
	return p
}

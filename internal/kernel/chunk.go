package kernel

// Chunk is memory of which the first Used bytes are taken. Used is not part of the slice, so that taking memory writes no pointer.
type Chunk struct {
	Buf  []byte
	Used int
}

// Take takes the next n bytes. It returns nil if there are fewer.
func (c *Chunk) Take(n int) []byte {
	if n > len(c.Buf)-c.Used {
		return nil
	}
	p := c.Buf[c.Used : c.Used+n : c.Used+n]
	c.Used += n
	return p
}

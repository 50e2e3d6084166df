//go:build purego

package kernel

// lend is a copy of the next n bytes.
func (c *Chunk) lend(n int) string { return string(c.Buf[c.Used : c.Used+n]) }

// Keep does nothing: a text that was lent has memory of its own.
func (c *Chunk) Keep(string) {}

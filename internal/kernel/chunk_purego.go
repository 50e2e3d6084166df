//go:build purego

package kernel

// nextText returns a copy of the next n bytes.
func (c *Chunk) nextText(n int) string { return string(c.Buf[c.Used : c.Used+n]) }

// Keep does nothing: the texts that TakeShort returns have memory of their own.
func (c *Chunk) Keep(string) {}

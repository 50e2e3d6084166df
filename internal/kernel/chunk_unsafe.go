//go:build !purego

package kernel

import "unsafe"

// lend is the next n bytes, which are not taken yet, as a string.
func (c *Chunk) lend(n int) string { return unsafe.String(unsafe.SliceData(c.Buf[c.Used:c.Used+n]), n) }

// Keep takes the memory of a text that was lent.
func (c *Chunk) Keep(text string) { c.Used += len(text) }

//go:build !purego

package kernel

import "unsafe"

// nextText returns the next n bytes as a string. They are not taken before Keep is called.
func (c *Chunk) nextText(n int) string {
	return unsafe.String(unsafe.SliceData(c.Buf[c.Used:c.Used+n]), n)
}

// Keep takes the memory of a text that TakeShort or nextText has returned.
func (c *Chunk) Keep(text string) { c.Used += len(text) }

package kernel

import (
	"bytes"
	"testing"
)

// TestCopyPlain has each byte at each place of each length, with nothing in reach beyond both ends of source and destination.
func TestCopyPlain(t *testing.T) {
	atLevels(t, func(t fataler) {
		for n := range PlainSize + 1 {
			text := bytes.Repeat([]byte("x"), n)
			dst := bytes.Repeat([]byte{0xa5}, n+16)
			if !CopyPlain(dst[8:8+n:8+n], string(text)) || !bytes.Equal(dst[8:8+n], text) {
				t.Fatalf("%d plain bytes are copied as %q", n, dst[8:8+n])
			}
			for at := range n {
				for c := range 256 {
					text[at] = byte(c)
					want := c >= ' ' && c < 0x80 && c != '"' && c != '\\'
					got := CopyPlain(dst[8:8+n:8+n], string(text))
					if got != want || got && !bytes.Equal(dst[8:8+n], text) {
						t.Fatalf("byte %#x at %d of %d: %v, copied as %q", c, at, n, got, dst[8:8+n])
					}
				}
				text[at] = 'x'
			}
			if rest := append(dst[:8:8], dst[8+n:]...); len(bytes.Trim(rest, "\xa5")) > 0 {
				t.Fatalf("of %d bytes, %q is written beyond", n, rest)
			}
			if n > 0 && CopyPlain(dst[:n-1:n-1], string(text)) {
				t.Fatalf("%d bytes are copied to %d", n, n-1)
			}
		}
	})
}

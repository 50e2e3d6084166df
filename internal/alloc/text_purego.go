//go:build purego

package alloc

import "github.com/ndwire/ndwire/internal/kernel"

// String copies b into a string.
func (a *Arena) String(b []byte) string {
	a.given += len(b)
	return string(b)
}

// Take is the first n bytes of Buffer as a string, which is a copy: the buffer stays free.
func (a *Arena) Take(n int) string { return a.String(a.Buffer()[:n]) }

// ShortText is kernel.TakeShort for the string whose text begins at src[i]. It may need MakeShort. It is for arenas that are not
// recycled.
func (a *Arena) ShortText(src []byte, i int) (text string, next int, wide uint64) {
	text, next, wide = kernel.TakeShort(&a.small, src, i)
	a.given += len(text)
	return text, next, wide
}

// Alias is a copy: without unsafe, a string can't be bytes that may change.
func Alias(b []byte) string { return string(b) }

// Uncleared is memory for n bytes, which is overwritten at once.
func Uncleared(n int) []byte { return make([]byte, n) }

// Same reports whether two strings are equal.
func Same(a, b string) bool { return a == b }

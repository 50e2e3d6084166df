//go:build !purego

package alloc

import (
	"strings"
	"unsafe"

	"github.com/ndwire/ndwire/internal/kernel"
)

// String copies b into a string.
func (a *Arena) String(b []byte) string {
	// The usual case by itself: a short string for which there is memory.
	if n := len(b); n <= Short && n <= len(a.small.Buf)-a.small.Used && n > 0 {
		p := a.small.Buf[a.small.Used : a.small.Used+n]
		a.small.Used += n
		copy(p, b)
		return unsafe.String(&p[0], n)
	}
	return a.stringSlow(b)
}

func (a *Arena) stringSlow(b []byte) string {
	if len(b) > Middling && !a.recycle {
		return string(b) // unlike make, this does not clear the memory first
	}
	return Alias(a.Bytes(b))
}

// Take is the first n bytes of Buffer as a string.
func (a *Arena) Take(n int) string {
	b := a.large.Buf[a.large.Used : a.large.Used+n]
	if n <= Short || n > Middling {
		return a.String(b)
	}
	a.large.Used += n
	return Alias(b)
}

// ShortText is kernel.TakeShort for the string whose text begins at src[i]. It may need MakeShort. It is for arenas that are not
// recycled.
func (a *Arena) ShortText(src []byte, i int) (text string, next int, wide uint64) {
	return kernel.TakeShort(&a.small, src, i)
}

// Alias is a string that is b, without a copy: it changes when b does.
func Alias(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Uncleared is memory for n bytes of any value, which is overwritten at once. The standard library leaves only
// the memory of a strings.Builder uncleared.
func Uncleared(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}

// Same reports whether two strings are equal. It is for such as are mostly one in memory, which it sees without a call.
func Same(a, b string) bool {
	return len(a) == len(b) && (unsafe.StringData(a) == unsafe.StringData(b) || a == b)
}

//go:build !purego

package arena

import (
	"strings"
	"unsafe"
)

// String copies b into a string.
func (a *Arena) String(b []byte) string {
	// The usual case by itself: a short string for which there is room.
	if n := len(b); n <= Short && n <= len(a.small.buf)-a.small.used && n > 0 {
		p := a.small.buf[a.small.used : a.small.used+n]
		a.small.used += n
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

// Take is the first n bytes of Room as a string.
func (a *Arena) Take(n int) string {
	b := a.large.buf[a.large.used : a.large.used+n]
	if n <= Short || n > Middling {
		return a.String(b)
	}
	a.large.used += n
	return Alias(b)
}

// TakeShort is the first n bytes of ShortRoom as a string.
func (a *Arena) TakeShort(n int) string {
	b := a.small.buf[a.small.used : a.small.used+n]
	a.small.used += n
	return Alias(b)
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

//go:build !purego

package alloc

import (
	"strings"
	"unsafe"
)

// copiesTexts is true where a string cannot be made of an arena's bytes, so that each string has memory of its own.
const copiesTexts = false

// Alias returns b as a string, without a copy: the string changes when b does.
func Alias(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Uncleared returns memory for n bytes of any value. The caller overwrites them. The standard library leaves only the memory of a
// strings.Builder uncleared.
func Uncleared(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}

// Same reports whether two strings are equal. It is for strings that mostly share their memory: then it does not call the comparison.
func Same(a, b string) bool {
	return len(a) == len(b) && (unsafe.StringData(a) == unsafe.StringData(b) || a == b)
}

//go:build purego

package alloc

// copiesTexts is true where a string cannot be made of an arena's bytes, so that each string has memory of its own.
const copiesTexts = true

// Alias returns a copy of b: without unsafe, a string cannot be bytes that may change.
func Alias(b []byte) string { return string(b) }

// Uncleared returns memory for n bytes. The caller overwrites them.
func Uncleared(n int) []byte { return make([]byte, n) }

// Same reports whether two strings are equal.
func Same(a, b string) bool { return a == b }

//go:build purego

package arena

// String copies b into a string.
func (a *Arena) String(b []byte) string { return string(b) }

// Alias is a copy: without unsafe, a string can't be bytes that may change.
func Alias(b []byte) string { return string(b) }

// Uncleared is memory for n bytes, which is overwritten at once.
func Uncleared(n int) []byte { return make([]byte, n) }

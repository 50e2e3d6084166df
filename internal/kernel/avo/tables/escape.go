// Package tables has what the generators for amd64 and for arm64 both put into their assembly.
package tables

// EscapedBy is what stands behind the backslash for a byte that must not stand in a string; other control characters have
// long escapes only.
var EscapedBy = map[byte]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

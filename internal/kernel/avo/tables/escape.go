// Package tables has the tables that the generators for amd64 and arm64 share.
package tables

// EscapedBy has the letters of the short escapes, by the byte that must not stand in a string. Other control characters have long escapes
// only.
var EscapedBy = map[byte]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

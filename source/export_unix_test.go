//go:build unix

package source

// ReaderOf returns the reader with which Open reads a file.
var ReaderOf = readerOf

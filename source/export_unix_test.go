//go:build unix

package source

// ReaderOf is what Open reads a file with.
var ReaderOf = readerOf

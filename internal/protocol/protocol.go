// Package protocol reads lines of one protocol, as generated code describes it: single lines, and what package decoder needs for a Reader
// of many. It stands below package decoder, so that generated code reaches it through genrt and users of package decoder see nothing of it;
// what is decoder's, errors and Readers, it makes through [Decoder].
package protocol

import (
	"io"
	"sync"

	"github.com/ndwire/ndwire/internal/scan"
)

// Lines says how lines are peeked at and decoded. It is made once, as a package variable, and never changed. K is decoder.Kind.
type Lines[T any, K ~string] struct {
	Spec   string                               // the protocol: "agentsdk"
	Scan   func(c *scan.Cursor, i int) (T, int) // decodes the object at i
	Kind   func(c *scan.Cursor, i int) K        // what Peek says of it; nil for lines that have no kinds
	KindOf func(T) K                            // what a decoded line says of itself, in memory that is not the line's; nil if Kind is
	Known  func(k K) bool                       // whether the spec knows a kind; nil: all of them
	View   bool                                 // the spec names only what it wants to see: members it does not name are jumped over

	Signs []Signs // by which lines of other packages are told

	MaxDepth int   // the spec's limits; 0: the usual ones
	MaxLine  int64 // of a Reader only; 0: decoder.DefaultMaxLine

	Groups sync.Pool // what Readers with workers use again: package decoder has the type
}

// Signs are members at the top of a line that lines of another package have, and lines of this protocol do not.
type Signs struct {
	Package string // import path
	Members []string
}

// DefaultDepth is how deep lines may be nested if neither the spec nor the program says another limit.
const DefaultDepth = 1000

// Depth is how deep lines may be nested.
func (l *Lines[T, K]) Depth() int { return depth(l.MaxDepth) }

func depth(limit int) int {
	if limit > 0 {
		return limit
	}
	return DefaultDepth
}

// Decoder is package decoder, which sets it.
var Decoder interface {
	// Open makes a new decoder.Reader[T] read lines, a *Lines[T, decoder.Kind], with options, a []decoder.Option.
	Open(reader, lines any, in io.Reader, options any)

	// Record is a single line without what may stand around its record.
	Record(line []byte) []byte
	// Fail is the error of a single line whose record is wrong at an offset.
	Fail(line []byte, code scan.Code, at int) error
	// Finding is the error of a finding in a single line.
	Finding(line []byte, f scan.Finding) error
}

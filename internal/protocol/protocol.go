// Package protocol reads single lines of a protocol that generated code describes, and has what package decoder needs for a Reader. Package
// decoder imports it, so that generated code can use it through genrt without exported names in decoder; it makes decoder's errors and
// Readers through [Decoder].
package protocol

import (
	"cmp"
	"io"
	"sync"

	"github.com/ndwire/ndwire/internal/scan"
)

// Lines describes how the lines of a protocol are peeked at and decoded. It is a package variable that never changes. K is decoder.Kind.
type Lines[T any, K ~string] struct {
	Spec   string                               // name of the protocol: "agentsdk"
	Scan   func(c *scan.Cursor, i int) (T, int) // decodes the object at i
	Kind   func(c *scan.Cursor, i int) K        // returns the kind of the object at i, which is peeked at; nil for lines without kinds
	KindOf func(T) K                            // returns the kind of a decoded line, in memory that is not the line's; nil if a Reader peeks at each line for it
	Known  func(k K) bool                       // reports whether a kind is in the spec; nil: all are
	View   bool                                 // the spec is a view: members that it does not name are skipped

	Signs []Signs // of lines of other packages

	MaxDepth int   // the spec's limit of nesting; 0: scan.DefaultDepth
	MaxLine  int64 // the spec's limit for lines of a Reader, in bytes; 0: decoder.DefaultMaxLine

	Groups sync.Pool // of groups that Readers reuse, whose type is in package decoder
}

// Signs are members at the top of lines of another package, which lines of this protocol do not have.
type Signs struct {
	Package string // import path
	Members []string
}

// Depth returns the maximum nesting of a line.
func (l *Lines[T, K]) Depth() int { return cmp.Or(l.MaxDepth, scan.DefaultDepth) }

// Decoder is implemented by package decoder, which sets it.
var Decoder interface {
	// Open makes a new decoder.Reader[T] read lines, a *Lines[T, decoder.Kind], with options, a []decoder.Option.
	Open(reader, lines any, in io.Reader, options any)

	// Record returns the record of a single line, without what may stand around it.
	Record(line []byte) []byte
	// Fail returns the error of a single line for a code at an offset of its record.
	Fail(line []byte, code scan.Code, at int) error
	// Finding returns the error for a finding in a single line.
	Finding(line []byte, f scan.Finding) error
}

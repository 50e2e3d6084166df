package genrt

import (
	"io"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/protocol"
)

// Extra is the internal form of decoder.Extra. The two are converted to each other.
type Extra = notes.Extra

// What generated code says of its protocol: see internal/protocol.
type (
	Lines[T any] = protocol.Lines[T, decoder.Kind] // describes how the lines of a protocol are read
	Signs        = protocol.Signs                  // the members by which lines of another package are recognized
)

// NewReader returns a Reader of r's lines. A *bytes.Reader is read to its end at once, without a copy: its bytes must not be changed
// before the Reader is done, and with Recycled while a line is valid.
func NewReader[T any](lines *Lines[T], r io.Reader, opts ...decoder.Option) *decoder.Reader[T] {
	reader := new(decoder.Reader[T])
	protocol.Decoder.Open(reader, lines, r, opts)
	return reader
}

// Peek returns the kind of a line without decoding it. maxDepth is the spec's limit, 0 if it has none.
func Peek(data []byte, maxDepth int, kind func(c *Cursor, i int) decoder.Kind) (decoder.Kind, error) {
	return protocol.Peek(data, maxDepth, kind)
}

// UnmarshalRecord decodes data with a record's method, whose receiver must be zero. The result does not refer to data.
func UnmarshalRecord(data []byte, read func(c *Cursor, i int) int) error {
	return protocol.UnmarshalRecord(data, read)
}

// UnmarshalUnion decodes data with a union's function. The result does not refer to data.
func UnmarshalUnion[T any](data []byte, read func(c *Cursor, i int) (T, int)) (T, error) {
	return protocol.UnmarshalUnion(data, read)
}

// CheckUnion returns the error that a strict reader returns for data, which is decoded with a union's function. Empty data is null.
func CheckUnion[T any](data []byte, read func(c *Cursor, i int) (T, int)) error {
	return protocol.CheckUnion(data, read)
}

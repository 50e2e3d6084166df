package decoder

import (
	"io"
	"iter"

	"github.com/ndwire/ndwire/internal/scan"
)

// NewLines reads lines of any JSON, without a protocol: All yields a copy of each line, Recycled what Raw returns, without white space,
// byte order marks and NUL bytes around it. Such lines have no kinds.
//
//	for line, err := range decoder.NewLines(os.Stdin).Recycled() { ... line.Get("type") ... }
func NewLines(r io.Reader, opts ...Option) *Reader[Raw] {
	lines := new(Reader[Raw])
	lines.open(anyLines, r, opts)
	return lines
}

// anyLines is the codec of lines without a protocol.
var anyLines = &codec[Raw]{
	Scan: func(c *scan.Cursor, i int) (Raw, int) {
		raw, i := c.RawElem(i)
		return raw, i
	},
}

// Of ranges over the lines of one Go type, and over all errors:
//
//	for m, err := range decoder.Of[*ndwire.AssistantMessage](r.All())
func Of[T, L any](lines iter.Seq2[L, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for line, err := range lines {
			if t, ok := any(line).(T); (ok || err != nil) && !yield(t, err) {
				return
			}
		}
	}
}

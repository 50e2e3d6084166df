package genrt

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/copying"
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/protocol"
	"github.com/ndwire/ndwire/internal/scan"
)

// Extra is the internal form of decoder.Extra. The two are converted to each other.
type Extra = notes.Extra

type (
	Lines[T any] = protocol.Lines[T, decoder.Kind] // describes how the lines of a protocol are read
	Signs        = protocol.Signs                  // the members by which lines of another package are recognized
	Copier       = copying.Copier                  // copies records without spare capacity
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

// SubKind returns the subkind of family for the text of tag, as decoder.Kind.Sub makes it; family itself if tag is not a string.
func SubKind(family decoder.Kind, tag decoder.Raw) decoder.Kind {
	if n := len(tag); n > 2 && tag[0] == '"' && isPlain(tag[1:n-1]) {
		return family.Sub(alloc.Alias(tag[1 : n-1]))
	}
	if text, ok := tag.Text(); ok && text != "" {
		return family.Sub(text)
	}
	return family
}

// TagIs reports whether a value equals a literal, in any spelling: the value at place, a path of keys within raw; without a place, raw itself.
func TagIs(raw decoder.Raw, literal string, place ...string) bool {
	tag := raw
	if len(place) > 0 {
		tag, _ = raw.Get(place...)
	}
	return scan.SameLiteral(tag, literal)
}

// HasTag reports whether raw has a value at a place within it.
func HasTag(raw decoder.Raw, place ...string) bool {
	_, has := raw.Get(place...)
	return has
}

// IsA reports whether v, a value of a union, is a case of type T.
func IsA[T any](v any) bool {
	_, ok := v.(T)
	return ok
}

// IsPart reports whether k is family and one more segment. The family "" has no segments.
func IsPart(k, family decoder.Kind) bool {
	rest := string(k)
	if family != "" {
		if len(k) == len(family) || !k.In(family) {
			return false
		}
		rest = rest[len(family)+1:]
	}
	return rest != "" && strings.IndexByte(rest, '/') < 0
}

// SubBool returns the subkind of family for the text true or false.
func SubBool(family decoder.Kind, v bool) decoder.Kind {
	if v {
		return family.Sub("true")
	}
	return family.Sub("false")
}

// SubNumber returns the subkind of family for a number as the encoder writes it; family itself if v has no JSON text, such as NaN.
func SubNumber[N ~int | int64 | uint64 | float64](family decoder.Kind, v N) decoder.Kind {
	switch v := any(v).(type) {
	case float64:
		text, err := encoder.AppendFloat(nil, v)
		if err != nil {
			return family // the encoder returns an error for v as well
		}
		return family.Sub(string(text))
	case uint64:
		return family.Sub(strconv.FormatUint(v, 10))
	}
	return family.Sub(strconv.FormatInt(int64(v), 10))
}

// isPlain reports whether the inside of a JSON string is printable ASCII without escapes.
func isPlain(text []byte) bool {
	return !slices.ContainsFunc(text, func(b byte) bool { return b < ' ' || b > '~' || b == '"' || b == '\\' })
}

// UnmarshalRecord decodes data with a record's method, whose receiver must be zero. The result does not refer to data.
func UnmarshalRecord(data []byte, read func(c *Cursor, i int) int) error {
	return protocol.UnmarshalRecord(data, read)
}

// UnmarshalUnion decodes data with a union's function. The result does not refer to data.
func UnmarshalUnion[T any](data []byte, read func(c *Cursor, i int) (T, int)) (T, error) {
	return protocol.UnmarshalUnion(data, read)
}

// CheckUnion returns the error that a strict reader returns for data, which is decoded with a union's function.
func CheckUnion[T any](data []byte, read func(c *Cursor, i int) (T, int)) error {
	return protocol.CheckUnion(data, read)
}

// NewCopier returns a Copier. Finish must follow.
func NewCopier() *Copier { return copying.New() }

// CopyList returns a copy of a list without spare capacity.
func CopyList[T any](list []T) []T { return copying.List(list) }

// CopyTarget returns a pointer to a copy of *p.
func CopyTarget[T any](p *T) *T { return copying.Target(p) }

// CopyRaw copies a raw value.
func CopyRaw(k *Copier, r *decoder.Raw) { k.Raw((*[]byte)(r)) }

// CopyExtra copies what an Extra refers to.
func CopyExtra(k *Copier, e *decoder.Extra) { k.Extra((*Extra)(e)) }

// Decimal reads a number and keeps its spelling.
func Decimal(c *Cursor, i int) (decoder.ExactNumber, int) {
	s, i := c.Decimal(i)
	return decoder.ExactNumber(s), i
}

// DecimalPtr reads a number or null, as Decimal does.
func DecimalPtr(c *Cursor, i int) (*decoder.ExactNumber, int) {
	s, i := c.DecimalPtr(i)
	return (*decoder.ExactNumber)(s), i
}

// DecimalOrNull is DecimalPtr for a field without a note about null.
func DecimalOrNull(c *Cursor, i int) (*decoder.ExactNumber, int) {
	s, i := c.DecimalOrNull(i)
	return (*decoder.ExactNumber)(s), i
}

package genrt

import (
	"encoding"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/scan"
	"github.com/ndwire/ndwire/internal/writing"
)

// TextOf is a pointer to a value of a user's type that converts itself to and from text. UnmarshalText is called on a zero value.
type TextOf[T any] interface {
	*T
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// ReadText reads a string into dst. A spelling other than that of MarshalText is noted. If UnmarshalText refuses the text, dst is zero,
// and the value counts as one of a wrong type.
func ReadText[T any, P TextOf[T]](c *Cursor, i int, dst *T) int {
	next, _ := readText[T, P](c, i, dst)
	return next
}

// ReadTextPtr reads a string or null, as ReadText does.
func ReadTextPtr[T any, P TextOf[T]](c *Cursor, i int, slab *Slab[T]) (*T, int) {
	if c.Type(i) != JSONString {
		return nil, c.Mistyped(i)
	}
	dst := slab.New(c.Memory())
	next, ok := readText[T, P](c, i, dst)
	if !ok {
		return nil, next
	}
	return dst, next
}

func readText[T any, P TextOf[T]](c *Cursor, i int, dst *T) (next int, ok bool) {
	var zero T
	*dst = zero
	text, next, ok := c.Spelling(i)
	if !ok {
		return next, false
	}
	var canonical []byte
	err := P(dst).UnmarshalText(text)
	if err == nil {
		canonical, err = P(dst).MarshalText()
	}
	if err != nil {
		*dst = zero
		return c.Misspelled(i, next), false
	}
	c.Respelled(i, next, canonical)
	return next, true
}

// WriteText writes the text of a value.
func WriteText[T any, P TextOf[T]](o *Object, v *T) { o.Marshaled(P(v), respellText[T, P]) }

// NilElements says that the elements of a list or map at a depth, from 1 on, are of a JSON type, or nil.
func NilElements(o *Object, depth int, t decoder.JSONType) { o.NilElements(depth, scan.JSONType(t)) }

// NilTexts is NilElements for elements whose text the type T reads and writes.
func NilTexts[T any, P TextOf[T]](o *Object, depth int) {
	o.Respell(respellText[T, P])
	NilElements(o, depth, decoder.String)
}

func respellText[T any, P TextOf[T]](text string) (canonical string, ok bool) {
	var v T
	if P(&v).UnmarshalText([]byte(text)) != nil {
		return "", false
	}
	b, err := P(&v).MarshalText()
	return string(b), err == nil
}

// AppendMarshaled appends the text of a value.
func AppendMarshaled[T any, P TextOf[T]](dst []byte, v *T) ([]byte, error) {
	return writing.AppendMarshaled(dst, P(v))
}

// IsZeroText reports whether a value is zero: whether its method IsZero says so, or, without such a method, whether it has the text of
// the zero value.
func IsZeroText[T any, P TextOf[T]](v *T) bool {
	if z, ok := any(v).(interface{ IsZero() bool }); ok {
		return z.IsZero()
	}
	var zero T
	a, errA := P(v).MarshalText()
	b, errB := P(&zero).MarshalText()
	return (errA == nil) == (errB == nil) && string(a) == string(b)
}

package genrt

import (
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/notes"
)

type (
	Codec[T any] = decoder.Codec[T] // how the lines of a protocol are read
	Signs        = decoder.Signs    // by which lines of other packages are told
	Scanner      = decoder.Scanner  // a record that reads itself
	Copier       = decoder.Copier   // makes tight copies of records
)

// Copied is a record that a Copier can copy.
type Copied[T any] interface {
	*T
	CopyParts(k *Copier)
}

// NewCopier returns a Copier. Finish must follow.
func NewCopier() *Copier { return decoder.NewCopier() }

// MakeExtra is the Extra over what the cursor noted, or nil.
func MakeExtra(s *notes.Set) decoder.Extra { return decoder.MakeExtra(s) }

// Unmarshal decodes data into v, which must be a zero value. The result keeps nothing of data.
func Unmarshal(data []byte, v Scanner) error { return decoder.Unmarshal(data, v) }

// UnmarshalUnion decodes data with a union's function. The result keeps nothing of data.
func UnmarshalUnion[T any](data []byte, f func(c *Cursor, i int) (T, int)) (T, error) {
	return decoder.UnmarshalUnion(data, f)
}

// Clone copies one record.
func Clone[T any, P Copied[T]](m *T) *T { return decoder.Clone[T, P](m) }

// CopyRecord is a copy of a record with all that it refers to.
func CopyRecord[T any, P Copied[T]](k *Copier, m *T) *T { return decoder.CopyRecord[T, P](k, m) }

// CopyList is a copy of a list without spare capacity.
func CopyList[T any](list []T) []T { return decoder.CopyList(list) }

// CopyTarget is a pointer to a copy.
func CopyTarget[T any](p *T) *T { return decoder.CopyTarget(p) }

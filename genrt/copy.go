package genrt

import (
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/copying"
)

// Copier copies records without spare capacity.
type Copier = copying.Copier

// NewCopier returns a Copier. Finish must follow.
func NewCopier() *Copier { return copying.New() }

// CopyList returns a copy of a list without spare capacity. It calls no generic function, since the function would be compiled for each of
// the types, too.
func CopyList[T any](list []T) []T {
	if list == nil {
		return nil
	}
	c := make([]T, len(list))
	copy(c, list)
	return c
}

// CopyTarget returns a pointer to a copy of *p.
func CopyTarget[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}

// CopyRaw copies a raw value.
func CopyRaw(k *Copier, r *decoder.Raw) { k.Raw((*[]byte)(r)) }

// CopyExtra copies what an Extra refers to.
func CopyExtra(k *Copier, e *decoder.Extra) { k.Extra((*Extra)(e)) }

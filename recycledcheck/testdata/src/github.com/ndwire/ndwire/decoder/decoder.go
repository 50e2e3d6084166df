// Package decoder stands for the real one: the shapes that the analyzer looks at.
package decoder

import "iter"

type Kind string

func (k Kind) String() string { return string(k) }

type ExactNumber string

func (n ExactNumber) String() string { return string(n) }

type Raw []byte

func (r Raw) Clone() Raw     { return r }
func (r Raw) String() string { return string(r) }

type Reader[T any] struct{}

func (r *Reader[T]) All() iter.Seq2[T, error]      { return nil }
func (r *Reader[T]) Recycled() iter.Seq2[T, error] { return nil }
func (r *Reader[T]) Kinds() iter.Seq2[Kind, error] { return nil }
func (r *Reader[T]) Raw() []byte                   { return nil }

func (r *Reader[T]) Batches() iter.Seq2[*Batch[T], error] { return nil }

type Batch[T any] struct{}

func (b *Batch[T]) All() iter.Seq2[T, error] { return nil }
func (b *Batch[T]) Release()                 {}

func Of[M, T any](loop iter.Seq2[T, error]) iter.Seq2[M, error] { return nil }

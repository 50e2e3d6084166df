package alloc

import "github.com/ndwire/ndwire/internal/kernel"

const (
	// Short is the length up to which strings go into small chunks.
	Short = 64
	// Middling is the length from which on a string has its own memory.
	Middling = 2 << 10

	smallChunk = 4 << 10
	largeChunk = 16 << 10

	// Recycled memory above this is given back when lines do not need it, and chunks do not grow beyond it in advance.
	maxRecycled = 4 << 20
)

// Arena is the memory of texts: many of them share one chunk, so that a text costs a fraction of an allocation. The zero value is ready, and
// what it hands out is never used again.
//
// A text keeps its whole chunk alive. Short ones (ids, names), which programs tend to keep, therefore lie in small chunks of their own,
// middling ones in larger chunks, and each long one alone.
//
// A recycled arena (see [Memory.Recycle]) uses all its memory again after [Memory.Free]: texts from before it change.
type Arena struct {
	small   kernel.Chunk
	large   kernel.Chunk
	given   int // not recycled: how many bytes there have been for short and middling texts, by whole chunks
	recycle bool
	full    []kernel.Chunk // recycled: what is in use beside large
	idle    int            // recycled: how much has been handed out, and more, since a line needed much of it
}

// Bytes copies b. The capacity of the copy is its length. It is never nil.
func (a *Arena) Bytes(b []byte) []byte {
	if len(b) > Middling && !a.recycle {
		return append([]byte(nil), b...)[:len(b):len(b)] // unlike make, this does not clear the memory first
	}
	p := a.Space(len(b))
	copy(p, b)
	return p
}

// Space is memory for n bytes, of that capacity.
func (a *Arena) Space(n int) []byte {
	var c *kernel.Chunk
	size := largeChunk
	switch {
	case n == 0:
		return []byte{}
	case a.recycle:
		return a.recycledSpace(n)
	case n > Middling:
		return make([]byte, n)
	case n > Short:
		c = &a.large
	default:
		c, size = &a.small, smallChunk
	}
	if p := c.Take(n); p != nil {
		return p
	}
	a.refill(c, size, n)
	return c.Take(n)
}

// refill makes a chunk of a size, of which n bytes are needed now.
func (a *Arena) refill(c *kernel.Chunk, size, n int) {
	if !sharedChunks {
		size = n
	}
	*c = kernel.Chunk{Buf: Uncleared(size)}
	a.given += size
}

// minBuffer is the least that Buffer gives.
const minBuffer = 1 << 10

// Buffer is memory that a text can be written to before its length is known: 1 KB or more. Take hands out what was used of it. It
// is for arenas that are not recycled.
func (a *Arena) Buffer() []byte {
	if len(a.large.Buf)-a.large.Used < minBuffer {
		a.refill(&a.large, largeChunk, minBuffer)
	}
	return a.large.Buf[a.large.Used:]
}

// AnyShortText is ShortText of any arena.
func (a *Arena) AnyShortText(src []byte, i int) (text string, next int, wide uint64) {
	if a.recycle {
		return kernel.TakeShort(&a.large, src, i)
	}
	return a.ShortText(src, i)
}

// KeepShort takes the memory of a text that ShortText or AnyShortText has lent.
func (a *Arena) KeepShort(text string) { a.shorts().Keep(text) }

// MakeShort makes memory for ShortText if there is none, and reports whether there was none.
func (a *Arena) MakeShort() bool {
	c := a.shorts()
	switch {
	case len(c.Buf)-c.Used >= Short:
		return false
	case a.recycle:
		a.Reserve(Short)
	default:
		a.refill(c, smallChunk, Short)
	}
	return true
}

// shorts is where short texts lie.
func (a *Arena) shorts() *kernel.Chunk {
	if a.recycle {
		return &a.large
	}
	return &a.small
}

// useAgain switches an arena between memory that is used again after Free and memory that is not. What was handed out before
// stays as it is.
func (a *Arena) useAgain(on bool) {
	if on != a.recycle {
		*a = Arena{recycle: on}
	}
}

func (a *Arena) recycledSpace(n int) []byte {
	p := a.large.Take(n)
	if p == nil {
		a.Reserve(n)
		p = a.large.Take(n)
	}
	return p
}

// Reserve is memory for n bytes or more that a text can be written to before its length is known. Commit hands out what was used
// of it. It is for arenas that are recycled.
func (a *Arena) Reserve(n int) []byte {
	if n > len(a.large.Buf)-a.large.Used {
		if a.large.Buf != nil {
			a.full = append(a.full, a.large)
		}
		if n > maxRecycled {
			n += n / 64 // of a line that is as long, short strings stand before
		}
		a.large = kernel.Chunk{Buf: Uncleared(max(n, min(2*len(a.large.Buf), maxRecycled), largeChunk))}
	}
	return a.large.Buf[a.large.Used:]
}

// Commit is the first n bytes of what Reserve gave as a string.
func (a *Arena) Commit(n int) string {
	b := a.large.Buf[a.large.Used : a.large.Used+n]
	a.large.Used += n
	return Alias(b)
}

// A recycled arena that is much larger than what lines need is kept until they have come to patience times its size: in a stream of
// long lines there are short ones, too, and memory that is given up stays until the collector has come. A line counts for
// shortest bytes at least, since there may be no string in it that was copied.
const (
	patience = 4
	shortest = 1 << 10
)

// reset makes all memory free again. It is for arenas that are recycled.
//
// When a line took several chunks, they are replaced by one of their common size, so that the lines that follow need one; or the last one
// is left if it is the most of it. It reports whether memory was given up: what still points to it, although nobody may look there, would
// keep it.
func (a *Arena) reset() (less bool) {
	if len(a.full) > 0 || len(a.large.Buf) > maxRecycled {
		return a.resetSlow()
	}
	a.large.Used = 0
	return false
}

func (a *Arena) resetSlow() (less bool) {
	size, used := len(a.large.Buf), a.large.Used
	for i, c := range a.full {
		size += len(c.Buf)
		used += c.Used
		a.full[i] = kernel.Chunk{}
	}
	if a.full = a.full[:0]; len(a.large.Buf) < size/4*3 {
		a.large = kernel.Chunk{} // the chunks go before the one that takes their place comes
		a.large.Buf = Uncleared(size)
	}
	a.large.Used, size = 0, len(a.large.Buf)
	if used > size/4 {
		a.idle = 0
	} else if a.idle += max(used, shortest); a.idle > patience*size {
		a.large, a.idle = kernel.Chunk{}, 0
		less = true
	}
	return less
}

// shrink gives up what is more than a recycled arena keeps for lines that do not need it.
func (a *Arena) shrink() {
	if len(a.large.Buf) > maxRecycled {
		a.large = kernel.Chunk{}
	}
}

// poison overwrites what a recycled arena has handed out since the last reset.
func (a *Arena) poison() {
	if !a.recycle {
		return
	}
	for _, c := range a.full {
		overwrite(c.Buf[:c.Used])
	}
	overwrite(a.large.Buf[:a.large.Used])
}

func overwrite(b []byte) {
	for i := range b {
		b[i] = '#'
	}
}

package alloc

import "github.com/ndwire/ndwire/internal/kernel"

const (
	// Short is the length in bytes of the longest text that goes into a small chunk, and what ShortText needs of the chunk.
	Short = kernel.ShortSize
	// MaxShared is the length in bytes of the longest text that shares a chunk.
	MaxShared = 2 << 10

	smallChunk = 4 << 10
	largeChunk = 16 << 10

	// maxRecycled is the size in bytes above which recycled memory is dropped when lines do not need it. Chunks grow beyond it only for a
	// text that needs it.
	maxRecycled = 4 << 20
)

// Arena is the memory of texts: many of them share one chunk, so that a text costs a fraction of an allocation. The zero value is ready, and
// the texts that it returns never change.
//
// A text keeps its whole chunk alive. Therefore short texts (ids, names), which programs tend to keep, lie in small chunks of their own,
// others in larger chunks, and texts longer than MaxShared have memory of their own.
//
// A recycled arena uses all its memory again after [Memory.Free]: earlier texts change then.
type Arena struct {
	short     kernel.Chunk   // for texts of at most Short bytes; of a recycled arena, for all
	long      kernel.Chunk   // for longer ones; of a recycled arena, unused
	allocated int            // not recycled: the bytes of all chunks so far
	recycle   bool           // see Memory.Recycle
	full      []kernel.Chunk // recycled: the other chunks of the line, which are used up
	idle      int            // recycled: the bytes that lines have taken since one needed much of the arena, see maxIdle
}

// Bytes returns a copy of b, whose capacity is its length. It is never nil.
func (a *Arena) Bytes(b []byte) []byte {
	if len(b) > MaxShared && !a.recycle {
		return append([]byte(nil), b...)[:len(b):len(b)] // unlike make, this does not clear the memory first
	}
	p := a.Space(len(b))
	copy(p, b)
	return p
}

// String returns a copy of b.
func (a *Arena) String(b []byte) string {
	switch {
	case copiesTexts:
		a.allocated += len(b)
		return string(b)
	case len(b) > MaxShared && !a.recycle:
		return string(b) // unlike make, this does not clear the memory first
	}
	return Alias(a.Bytes(b))
}

// Space returns memory for n bytes, with that capacity.
func (a *Arena) Space(n int) []byte {
	c, size := &a.short, smallChunk
	switch {
	case n == 0:
		return []byte{}
	case a.recycle:
	case n > MaxShared:
		return make([]byte, n)
	case n > Short:
		c, size = &a.long, largeChunk
	}
	p := c.Take(n)
	switch {
	case p != nil:
		return p
	case a.recycle:
		a.Reserve(n)
	default:
		a.refill(c, size, n)
	}
	return c.Take(n)
}

// refill replaces c by a chunk of size bytes. n of them are needed now: without sharing, the chunk has no more.
func (a *Arena) refill(c *kernel.Chunk, size, n int) {
	if !sharedChunks {
		size = n
	}
	*c = kernel.Chunk{Buf: Uncleared(size)}
	a.allocated += size
}

// minBuffer is the least number of bytes that Buffer returns.
const minBuffer = 1 << 10

// Buffer returns memory to write a text to before its length is known: 1 KB or more. [Arena.Take] makes the text of it. It is for arenas
// that are not recycled.
func (a *Arena) Buffer() []byte {
	if len(a.long.Buf)-a.long.Used < minBuffer {
		a.refill(&a.long, largeChunk, minBuffer)
	}
	return a.long.Buf[a.long.Used:]
}

// Take returns the first n bytes of Buffer as a string.
func (a *Arena) Take(n int) string {
	b := a.long.Buf[a.long.Used : a.long.Used+n]
	if copiesTexts || n <= Short || n > MaxShared {
		return a.String(b)
	}
	a.long.Used += n
	return Alias(b)
}

// ShortText is [kernel.TakeShort] for the string whose text begins at src[i]. If it finds no text, [Arena.MakeShort] may help.
func (a *Arena) ShortText(src []byte, i int) (text string, next int, wide uint64) {
	text, next, wide = kernel.TakeShort(&a.short, src, i)
	if copiesTexts && !a.recycle {
		a.allocated += len(text)
	}
	return text, next, wide
}

// KeepShort takes the memory of a text that ShortText has returned with a wide that is not 0: before, the next text may overwrite it.
func (a *Arena) KeepShort(text string) { a.short.Keep(text) }

// MakeShort makes memory for ShortText if there is too little, and reports whether there was.
func (a *Arena) MakeShort() bool {
	switch {
	case len(a.short.Buf)-a.short.Used >= Short:
		return false
	case a.recycle:
		a.Reserve(Short)
	default:
		a.refill(&a.short, smallChunk, Short)
	}
	return true
}

// Reserve returns memory for n bytes or more, to write a text to before its length is known. [Arena.Commit] makes the text of it. It is for
// recycled arenas.
func (a *Arena) Reserve(n int) []byte {
	if n > maxRecycled {
		a.idle = 0 // a text that turns out to be invalid is not committed
	}
	if n > len(a.short.Buf)-a.short.Used {
		if a.short.Used > 0 { // otherwise the chunk is too small for this line, and is left to the collector
			a.full = append(a.full, a.short)
		}
		if n > maxRecycled {
			n += n / 64 // for the short strings that the line has as well
		}
		a.short = kernel.Chunk{Buf: Uncleared(max(n, min(2*len(a.short.Buf), maxRecycled), largeChunk))}
	}
	return a.short.Buf[a.short.Used:]
}

// Commit returns the first n bytes of what Reserve returned, as a string.
func (a *Arena) Commit(n int) string {
	b := a.short.Buf[a.short.Used : a.short.Used+n]
	a.short.Used += n
	return Alias(b)
}

// Mark is a point between two texts of a recycled arena.
type Mark struct {
	chunks int // that were used up
	used   int // of the chunk after them
}

// Mark returns the point after the texts so far.
func (a *Arena) Mark() Mark { return Mark{len(a.full), a.short.Used} }

// Back makes the memory of all texts after a Mark free again. There must have been no reset since. Of the chunks that have only such texts, it keeps
// the largest.
func (a *Arena) Back(m Mark) {
	if !a.recycle {
		return
	}
	if len(a.full) > m.chunks {
		n := m.chunks
		if a.full[n].Used = m.used; m.used > 0 {
			n++
		}
		for _, c := range a.full[n:] {
			if len(c.Buf) > len(a.short.Buf) {
				a.short = c
			}
		}
		clear(a.full[n:])
		a.full, m.used = a.full[:n], 0
	}
	a.short.Used = m.used
}

// A recycled arena that is much larger than lines need is dropped when lines have taken maxIdle times its size: a stream of long lines has
// short ones, too, and dropped memory is free only after the next garbage collection. A line counts as minLine bytes at least, since it may
// have no string that was copied.
const (
	maxIdle = 4
	minLine = 1 << 10
)

// reset makes all memory of a recycled arena free again.
//
// If a line took several chunks, one chunk replaces them: the last one if that has most of the bytes, otherwise a new one as large as the last
// one and what was used of the others. It reports whether the arena was dropped: then values of earlier lines must be cleared, because they
// would keep its memory.
func (a *Arena) reset() (dropped bool) {
	if len(a.full) > 0 || len(a.short.Buf) > maxRecycled {
		return a.resetSlow()
	}
	a.short.Used = 0
	return false
}

func (a *Arena) resetSlow() (dropped bool) {
	size, used := len(a.short.Buf), a.short.Used
	for i, c := range a.full {
		size += c.Used
		used += c.Used
		a.full[i] = kernel.Chunk{}
	}
	if a.full = a.full[:0]; len(a.short.Buf) < size/4*3 {
		a.short = kernel.Chunk{} // dropped before the new chunk is allocated
		a.short.Buf = Uncleared(size)
	}
	a.short.Used, size = 0, len(a.short.Buf)
	if used > size/4 {
		a.idle = 0
	} else if a.idle += max(used, minLine); a.idle > maxIdle*size {
		a.short, a.idle = kernel.Chunk{}, 0
		dropped = true
	}
	return dropped
}

// shrink drops a chunk that is larger than maxRecycled.
func (a *Arena) shrink() {
	if len(a.short.Buf) > maxRecycled {
		a.short = kernel.Chunk{}
	}
}

// kept returns the size of all chunks of a recycled arena.
func (a *Arena) kept() int {
	n := len(a.short.Buf)
	for _, c := range a.full {
		n += len(c.Buf)
	}
	return n
}

// drop leaves all chunks to the garbage collector.
func (a *Arena) drop() {
	clear(a.full)
	a.short, a.full = kernel.Chunk{}, a.full[:0]
}

// poison overwrites the texts of a recycled arena since the last reset.
func (a *Arena) poison() {
	if !a.recycle {
		return
	}
	for _, c := range a.full {
		overwrite(c.Buf[:c.Used])
	}
	overwrite(a.short.Buf[:a.short.Used])
}

func overwrite(b []byte) {
	for i := range b {
		b[i] = '#'
	}
}

package decoder

import (
	"sync"

	"github.com/ndwire/ndwire/internal/scan"
)

// This file has the pools of all memory that Readers reuse. Each piece of memory has one owner at a time. An owner hands it over as a whole,
// in one step, and releases it when nobody can read it any more:
//
//   - A buffer belongs to the splitter that reads into it. Without Workers it stays there: a block lies in it until the next one is cut.
//     With Workers, the block that is cut becomes the owner (splitter.handOver); the block is part of a group from pool.add on.
//   - A group belongs to the pool's queue; while its state is working, to the goroutine that has set it; and from pool.takeGroup on to the
//     loop, as pool.group. When the loop asks for a line after the last one of the group, pool.release releases the group and its buffer.
//     Entries, damaged lines and Raw point into both: therefore a Reader has no current line while it reads one (Reader.busy).
//   - A group that feed.batch returns belongs to its Batch, on whatever goroutine that is: what is not read of it has been moved to another
//     group or block (group.cutRest). Batch.Release takes it from the Batch in one atomic step, so that a second Release is noticed, and
//     puts it into freeGroups, from where any goroutine of the Reader takes it. When the Reader has ended, it goes to the process-wide
//     pool. Without Workers, each block has a buffer of its own while batches are read (splitter.separate).
//   - A cursor belongs to a lineDecoder, which one goroutine uses. The cursor for recycled lines of a group belongs to the group, with the
//     memory of these lines, from when the group is decoded until it is released. Then freeGroups gives it to another group, which reuses
//     the memory (Cursor.Free). The memory of owned lines is never reused. Kinds, drift and the texts of errors have memory of their own,
//     which is never reused.
//   - What a Checkpoint needs of a group or block is copied before the group or block is released (progress.add).
//
// Reader.end releases everything, after the goroutines have ended. A reading goroutine whose Read still blocks keeps its buffer, and
// releases it when the Read returns. After a panic it is unknown who may still use what: all memory is left to the collector.
//
// Tests set bufferHook: what is released is overwritten, must stay so until it is taken again, and must not be released twice.

// bufferHook sees all buffers that are taken from the pools and put back; nil except in tests.
var bufferHook interface {
	taken(buffer []byte)
	given(buffer []byte)
}

// Buffers have 256 KB: a system call costs nothing compared to decoding so much, and the processor's cache holds it. Buffers that go from
// core to core, with Workers, have twice as much. For a longer line a buffer grows by a factor, so that the time is proportional to the
// length of the line.
const (
	bufferSize = 256 << 10
	largerSize = 512 << 10
	longSize   = 64 << 20 // up to this size a buffer grows in three steps
)

var (
	bufferPool = sync.Pool{New: func() any { return new([bufferSize]byte) }}
	largerPool = sync.Pool{New: func() any { return new([largerSize]byte) }}
)

// getBuffer returns a buffer of one of the two sizes of the pools.
func getBuffer(larger bool) (b []byte) {
	if larger {
		b = largerPool.Get().(*[largerSize]byte)[:]
	} else {
		b = bufferPool.Get().(*[bufferSize]byte)[:]
	}
	if bufferHook != nil {
		bufferHook.taken(b)
	}
	return b
}

// putBuffer takes over a buffer. One that has not the size of a pool is left to the collector.
func putBuffer(b []byte) {
	size := cap(b)
	if size != bufferSize && size != largerSize {
		return
	}
	b = b[:size]
	if bufferHook != nil {
		bufferHook.given(b)
	}
	if size == bufferSize {
		bufferPool.Put((*[bufferSize]byte)(b))
	} else {
		largerPool.Put((*[largerSize]byte)(b))
	}
}

// getGroup returns an empty group.
func getGroup[T any](c *codec[T]) *group[T] {
	if g, ok := c.Groups.Get().(*group[T]); ok {
		return g
	}
	return new(group[T])
}

// putGroup takes over a group that has been reset, which nobody uses any more.
func putGroup[T any](c *codec[T], g *group[T]) {
	if g.cur != nil {
		putCursor(g.cur)
		g.cur = nil
	}
	c.Groups.Put(g)
}

// reset releases the group's buffer, and empties the group. Its cursor and its lists keep their memory.
func (g *group[T]) reset(s *largeBuffers) {
	s.put(g.buf, len(g.data))
	clear(g.entries)
	clear(g.drift)
	if bufferHook != nil {
		for i := range g.entries {
			g.entries[i] = entry[T]{outcome: broken, pos: Pos{File: "given back", Line: -1}, raw: givenBack}
		}
		if g.cur != nil {
			g.cur.Poison()
		}
	}
	*g = group[T]{entries: g.entries[:0], drift: g.drift[:0], cur: g.cur}
}

// givenBack is Raw of a line in a released group, in tests.
var givenBack = []byte{poison}

// putCursor takes over a cursor, with the memory of its recycled lines.
func putCursor(c *scan.Cursor) {
	if bufferHook != nil {
		c.Poison()
	}
	scan.Put(c)
}

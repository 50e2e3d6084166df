package decoder

import (
	"sync"

	"github.com/ndwire/ndwire/internal/scan"
)

// All memory that Readers use more than once comes from here and goes back here. Every piece of it has one owner at a time, an owner
// hands it over as a whole in one step, and gives it back when nobody can read it any more:
//
//   - A buffer belongs to the splitter that reads into it. Without Workers it stays there: blocks lie in it until the next one is asked
//     for. With Workers, handOver makes the block that is cut from it the owner, and moves the unread rest to a buffer of the splitter's
//     before; the block is part of a group from pool.add on.
//   - A group belongs to the pool's queue, to the goroutine that has set its state to working until that sets it to ready, and from
//     pool.take on to the loop, as pool.group. When the loop has been given its last line and asks for another one, pool.release gives
//     the group and its buffer back: entries, damaged lines and Raw point into both. A Reader that is between two lines has none in hand
//     (Reader.between), so that nobody sees a line whose group is gone.
//   - A group that feed.batch returns belongs to its Batch, on whatever goroutine that is: what it has not read has been moved to another
//     group or block before (group.unfinished). Batch.Release takes it from the Batch in one atomic step, so that a second one is seen, and
//     gives it to freeGroups, from where any goroutine of the Reader takes it. When the Reader has ended, it goes to the process. A block
//     without Workers has its own buffer while there are batches (splitter.apart).
//   - A cursor belongs to a lineDecoder, which one goroutine has; that of recycled lines of a group belongs to the group, with the memory
//     of these lines, and uses it again when the group is read into again (Cursor.Free). What a cursor makes of owned lines is never used
//     again. Kinds, drift and the texts of errors are in memory of their own, which is never given back.
//   - What a Checkpoint is made of is copied when the group or block is left (progress.add), before that is given back.
//
// Reader.end gives back everything, when the goroutines have ended. A reading goroutine whose Read still blocks then keeps its buffer,
// and gives it back itself. After a panic nothing is known of who may still use what: then all memory is left to the collector.
//
// Tests set watch: what is given back is overwritten, must stay so until it is handed out again, and must not be given back twice.

// watch sees all buffers that are taken and given back; nil but in tests.
var watch interface {
	taken(buffer []byte)
	given(buffer []byte)
}

// Buffers have 256 KB: large enough that a system call costs nothing beside the decoding, small enough for the processor's
// cache. For a longer line a buffer grows by a factor, so that a line costs time in proportion to its length.
//
// Workers, who hand buffers from core to core, have twice as much.
const (
	bufferSize = 256 << 10
	largerSize = 512 << 10
	longSize   = 64 << 20 // up to here a buffer grows in three steps
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
	if watch != nil {
		watch.taken(b)
	}
	return b
}

// putBuffer takes over a buffer. One of another size than those of the pools is left to the garbage collector.
func putBuffer(b []byte) {
	size := cap(b)
	if size != bufferSize && size != largerSize {
		return
	}
	b = b[:size]
	if watch != nil {
		watch.given(b)
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

// putGroup takes back a group that has been reset, which nobody uses any more.
func putGroup[T any](c *codec[T], g *group[T]) {
	if g.cur != nil {
		putCursor(g.cur)
		g.cur = nil
	}
	c.Groups.Put(g)
}

// reset gives the group's buffer back, and keeps what others can use.
func (g *group[T]) reset(s *largeBuffers) {
	s.put(g.buf)
	clear(g.entries)
	clear(g.drift)
	if watch != nil {
		for i := range g.entries {
			g.entries[i] = entry[T]{outcome: broken, pos: Pos{File: "given back", Line: -1}, raw: givenBack}
		}
		if g.cur != nil {
			g.cur.Poison()
		}
	}
	*g = group[T]{entries: g.entries[:0], drift: g.drift[:0], cur: g.cur}
}

// givenBack is what a line reads in a group that has been given back, in tests.
var givenBack = []byte{poison}

// putCursor takes back a cursor, with the memory of the recycled lines that it has made.
func putCursor(c *scan.Cursor) {
	if watch != nil {
		c.Poison()
	}
	scan.Put(c)
}

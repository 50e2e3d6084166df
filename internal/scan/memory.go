package scan

import "sync/atomic"

// A cursor has a memory for each type of which a line has had values, lists or maps. The memories of recycled lines hand out the
// same memory for every line.

// memories counts the memories of the program: each has an index of its own in all cursors.
var memories atomic.Int32

func newMemory() int { return int(memories.Add(1)) - 1 }

// memoryAt is the cursor's memory at an index that newMemory has given.
func memoryAt[S any](c *Cursor, index int) *S {
	if index < len(c.memories) {
		if s, ok := c.memories[index].(*S); ok {
			return s
		}
	}
	return memoryAtSlow[S](c, index)
}

func memoryAtSlow[S any](c *Cursor, index int) *S {
	for len(c.memories) <= index {
		c.memories = append(c.memories, nil)
	}
	s := new(S)
	c.memories[index] = s
	if s, ok := any(s).(sweeper); ok {
		c.sweepers = append(c.sweepers, s)
	}
	return s
}

// dropMemories leaves all values to the collector.
func (c *Cursor) dropMemories() {
	clear(c.memories)
	clear(c.sweepers)
	c.sweepers, c.kept = c.sweepers[:0], 0
}

// wiper is a memory of any type.
type wiper interface{ wipe() }

// wipe clears what there is for recycled lines, so that it refers to nothing.
func (c *Cursor) wipe() {
	c.strings.Wipe()
	for _, s := range c.memories {
		if s, ok := s.(wiper); ok {
			s.wipe()
		}
	}
}

const (
	// keepValues bounds what the memories keep for lines that are too short to need it: records, elements and members.
	keepValues = 16 << 10
	// patience is after how many such lines in a row it is given up. A stream in which long lines come now and then should not
	// make it anew for each of them.
	patience = 16
)

// trim gives up slabs that are not needed any more, and memories that a line has filled which was much larger than those that followed. A
// line has no more values than bytes, of which the next one has size.
func (c *Cursor) trim(size int) {
	if c.mem.Given()-c.swept >= sweepAfter || c.kept > keepValues {
		c.trimSlow(size)
	}
}

func (c *Cursor) trimSlow(size int) {
	if c.mem.Given()-c.swept >= sweepAfter {
		c.sweep()
	}
	if c.kept <= keepValues || c.kept <= size {
		c.oversized = 0
		return
	}
	if c.oversized++; c.oversized > patience {
		c.oversized = 0
		c.dropMemories()
	}
}

// sweeper is a memory that has a slab for lines that are not recycled.
type sweeper interface{ sweep() }

// sweepAfter is after how many bytes of strings slabs are given up that nobody has needed meanwhile.
const sweepAfter = 64 << 10

// sweep gives up the slabs from which nothing was taken since it was called last. A slab keeps all that its values point to: one of a
// rare type would keep strings from all over the input.
func (c *Cursor) sweep() {
	c.swept = c.mem.Given()
	for _, s := range c.sweepers {
		s.sweep()
	}
}

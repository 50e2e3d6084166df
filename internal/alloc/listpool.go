package alloc

// listPool is what one Memory has of lists of one type.
//
// For recycled lines, lists has the lists of the current line in the order in which they began, and after them the free ones. For owned
// lines, it has the lists that are open, from the outermost to the innermost: their elements are copied out when their number is known.
type listPool struct {
	lists []KeptList
	used  int
	line  uint64

	// Owned lines only: short lists of short lines are cut from the front of chunk, whose first taken elements are in use. One open list at a
	// time may be read into the chunk itself.
	chunk block
	len   int // of chunk
	taken int // more than len if append has moved the last list
	open  bool
	last  int // the length of the last list
	swept int // taken, at the last sweep

	elementSize int // in bytes, on 64-bit processors
	bytes       int // of an element, here
}

// KeptList is the memory of a list, and its capacity in elements.
type KeptList struct {
	Block    block
	Capacity int
}

// keptListSize is the size of a KeptList in bytes.
const keptListSize = 16

const (
	// shortList is the length of the longest list that shares memory with others.
	shortList = 4
	// ChunkLen is the number of elements of a chunk. A list begins only where shortList elements are free.
	ChunkLen = 4 * shortList
	// InChunk is the number of a list that is read into the chunk.
	InChunk = -1
)

func (p *listPool) wipe() {
	for _, kept := range p.lists {
		if kept.Capacity > 0 {
			zero(kept.Block, kept.Capacity, p.bytes)
		}
	}
}

func (p *listPool) dropFree(line uint64) int {
	if p.line != line {
		p.used = 0
	}
	dropped := 0
	for _, kept := range p.lists[p.used:] {
		dropped += keptListSize + kept.Capacity*p.elementSize
	}
	p.lists = keepFirst(p.lists, p.used)
	return dropped
}

func (p *listPool) sweep() {
	if p.taken == p.swept {
		p.chunk, p.len, p.taken = nil, 0, 0
	}
	p.swept = p.taken
}

package alloc

// slabPool is what one Memory has of a Slab's values.
type slabPool struct {
	slab  block // its first used values are taken
	used  int   // not in slab, so that taking a value writes no pointer
	len   int   // of slab
	line  uint64
	next  int     // recycled: slab is all[next-1]
	all   []block // recycled: all slabs. Those from next on are free; all are free while line is not the current line.
	swept int     // used, at the last sweep
	size  int     // of a new slab

	valueSize int // in bytes, on 64-bit processors
	bytes     int // of a value, here
}

// noSlabs is the pool of a Slab without values. It is never changed.
var noSlabs = &slabPool{}

// add makes b the slab from which values are taken.
func (p *slabPool) add(m *Memory, b block) {
	p.slab = b
	if m.recycled {
		p.all = append(p.all, b)
		p.next++
	}
}

func (p *slabPool) wipe() {
	for _, b := range p.all {
		zero(b, p.size, p.bytes)
	}
}

func (p *slabPool) dropFree(line uint64) int {
	all := len(p.all)
	if p.line != line {
		p.slab, p.used, p.len, p.next = nil, 0, 0, 0
	}
	p.all = keepFirst(p.all, p.next)
	return (all - len(p.all)) * p.size * p.valueSize
}

// keepFirst returns a list of the first n elements of list, which has no memory for others.
func keepFirst[T any](list []T, n int) []T {
	if n < len(list) {
		list = append([]T(nil), list[:n]...)
	}
	return list
}

func (p *slabPool) sweep() {
	if p.used == p.swept {
		p.slab, p.used, p.len = nil, 0, 0
	}
	p.swept = p.used
}

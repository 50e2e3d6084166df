package alloc

// Slab is where a Memory has values of type T: records, and what pointers point to. It is the same for all Memories of a program: a package
// variable for each type. Its zero value is ready.
//
// It has one method, since all methods of a generic type are compiled for each of hundreds of types, used or not.
type Slab[T any] struct{ number number }

var slabs given

// stock is what one Memory has of a Slab's values.
type stock struct {
	slab  block // its first used values are handed out
	used  int   // apart from slab, so that handing out writes no pointer
	len   int   // of slab
	line  uint64
	next  int     // recycled: slab is all[next-1]
	all   []block // recycled: all slabs. Those behind next, and all of them while line is another one than that in hand, are free.
	swept int     // used, when the Memory swept last
	size  int     // of a new slab
	values
}

// New is a zero value.
func (s *Slab[T]) New(m *Memory) *T {
	t := m.ready(int(s.number.n.Load()), m.line)
	if t == nil {
		return at[T](m.newSlow(&s.number, (*typed[T])(nil), sizeOf[T]()), 0)
	}
	v := at[T](t.slab, t.used)
	t.used++
	if m.line != 0 {
		var zero T
		*v = zero
	}
	return v
}

// Copy is a pointer to a copy of v. Other than those of Slab.New, values of long lines share memory, too: it is for values that point to little.
func Copy[T any](m *Memory, s *Slab[T], v T) *T {
	line := m.sharing()
	t := m.ready(int(s.number.n.Load()), line)
	if t == nil {
		t = m.refill(&s.number, line, (*typed[T])(nil), sizeOf[T]())
	}
	p := at[T](t.slab, t.used)
	t.used++
	*p = v
	return p
}

// Poison overwrites the values that Copy has made for the recycled line in hand.
func Poison[T any](m *Memory, s *Slab[T], v T) {
	number := int(s.number.n.Load())
	if !m.recycled || number >= len(m.stocks) {
		return
	}
	t := m.stocks[number]
	if t == nil || t.line != m.line {
		return
	}
	for k := range t.next {
		n := t.size
		if k == t.next-1 {
			n = t.used
		}
		for i := range n {
			*at[T](t.all[k], i) = v
		}
	}
}

// ready is the stock of a number if it has a free value for a line, else nil.
func (m *Memory) ready(number int, line uint64) *stock {
	if uint(number) < uint(len(m.stocks)) {
		if t := m.stocks[number]; t != nil {
			if t.line != line && t.next == 1 { // the first value of a recycled line, and one slab is all there is
				t.line, t.used = line, 0
			}
			if t.line == line && t.used < t.len {
				return t
			}
		}
	}
	return nil
}

// newSlow is a block that begins with a new zero value.
func (m *Memory) newSlow(slab *number, v values, size uintptr) block {
	if m.line == alone {
		return v.zero(nil, 1)
	}
	t := m.refill(slab, m.line, v, size)
	if m.recycled {
		t.zero(t.slab, 1)
	}
	t.used = 1
	return t.slab
}

// refill is the stock of a slab with a free value for a line.
func (m *Memory) refill(slab *number, line uint64, v values, size uintptr) *stock {
	number := slab.get(&slabs)
	for len(m.stocks) <= number {
		m.stocks = append(m.stocks, nil)
	}
	t := m.stocks[number]
	if t == nil {
		t = &stock{values: v, size: 1}
		if sharedSlabs {
			t.size = fitting(size)
		}
		m.stocks[number] = t
		m.holders = append(m.holders, t)
	}
	if t.line != line {
		t.line, t.next = line, 0
	}
	t.used, t.swept, t.len = 0, 0, t.size
	if t.next < len(t.all) {
		t.slab = t.all[t.next]
		t.next++
		return t
	}
	t.slab = t.zero(nil, t.size)
	if m.recycled {
		t.all = append(t.all, t.slab)
		t.next++
		m.kept += t.size
	}
	return t
}

func (t *stock) wipe() {
	for _, b := range t.all {
		t.zero(b, t.size)
	}
}

func (t *stock) sweep() {
	if t.used == t.swept {
		t.slab, t.used, t.len = nil, 0, 0
	}
	t.swept = t.used
}

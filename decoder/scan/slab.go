package scan

import "sync/atomic"

const (
	// slabLen is how many records share an allocation: a record that is kept holds its neighbours, and all that they point to.
	slabLen = 16
	// slabLine is the length from which on a line's records have memory of their own: what a neighbour points to is too much.
	slabLine = 1 << 10
	// keepSlabs bounds what is kept of a recycled line with very many records.
	keepSlabs = 256
)

// Slab says where cursors keep records of type T in stock. Generated code has one for each record type, as a variable.
type Slab[T any] struct{ index int }

// slabs counts the Slabs of the program: each has its own place in all cursors.
var slabs atomic.Int32

// SlabOf is a Slab for records of type T. Call it once for each type, to initialise a package variable.
func SlabOf[T any]() Slab[T] { return Slab[T]{int(slabs.Add(1)) - 1} }

// stock is one cursor's records of one type.
type stock[T any] struct {
	records []T // the first used ones are handed out
	used    int // apart from records, so that handing out writes no pointer

	// Recycled lines only: all there is, and records is full[next-1]. What was handed out for another line than the one in
	// hand is free.
	full [][]T
	next int
	line uint64
}

// New is a zero record.
func (s Slab[T]) New(c *Cursor) *T {
	if c.line == 0 && len(c.data) >= slabLine {
		return new(T)
	}
	if s.index < len(c.stocks) {
		if t, ok := c.stocks[s.index].(*stock[T]); ok && t.used < len(t.records) && t.line == c.line {
			r := &t.records[t.used]
			t.used++
			if c.line != 0 {
				var zero T
				*r = zero
			}
			return r
		}
	}
	return s.newSlow(c)
}

func (s Slab[T]) newSlow(c *Cursor) *T {
	for len(c.stocks) <= s.index {
		c.stocks = append(c.stocks, nil)
	}
	t, _ := c.stocks[s.index].(*stock[T])
	if t == nil {
		t = new(stock[T])
		c.stocks[s.index] = t
	}
	t.refill(c.line)
	return s.New(c)
}

// refill makes at least one record free.
func (t *stock[T]) refill(line uint64) {
	if t.line != line {
		t.line, t.next = line, 0
		if len(t.full) > keepSlabs {
			t.full = t.full[:keepSlabs:keepSlabs]
		}
	}
	t.used = 0
	if t.next < len(t.full) {
		t.records = t.full[t.next]
		t.next++
		return
	}
	t.records = make([]T, slabLen)
	if line != 0 {
		t.full = append(t.full, t.records)
		t.next++
	}
}

// poisoner is a stock of any type.
type poisoner interface{ poison(line uint64) }

// poison clears what was handed out for a line.
func (t *stock[T]) poison(line uint64) {
	if t.line != line {
		return
	}
	for _, records := range t.full[:t.next] {
		clear(records)
	}
}

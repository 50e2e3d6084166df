package scan

import "sync/atomic"

// A cursor has a stock of each type of which a line has had values, lists or maps. The stocks of recycled lines hand out the
// same memory for every line.

// stocks counts the stocks of the program: each has its own place in all cursors.
var stocks atomic.Int32

func newStock() int { return int(stocks.Add(1)) - 1 }

// stockAt is the cursor's stock at an index that newStock has given.
func stockAt[S any](c *Cursor, index int) *S {
	if index < len(c.stocks) {
		if s, ok := c.stocks[index].(*S); ok {
			return s
		}
	}
	return stockAtSlow[S](c, index)
}

func stockAtSlow[S any](c *Cursor, index int) *S {
	for len(c.stocks) <= index {
		c.stocks = append(c.stocks, nil)
	}
	s := new(S)
	c.stocks[index] = s
	if s, ok := any(s).(sweeper); ok {
		c.sweepers = append(c.sweepers, s)
	}
	return s
}

// dropStocks leaves all that there is in stock to the collector.
func (c *Cursor) dropStocks() {
	clear(c.stocks)
	clear(c.sweepers)
	c.sweepers, c.kept = c.sweepers[:0], 0
}

// wiper is a stock of any type.
type wiper interface{ wipe() }

// wipe clears what there is for recycled lines, so that it refers to nothing.
func (c *Cursor) wipe() {
	c.strings.Wipe()
	for _, s := range c.stocks {
		if s, ok := s.(wiper); ok {
			s.wipe()
		}
	}
}

const (
	// keepStock bounds what the stocks keep for lines that are too short to need it: records, elements and members.
	keepStock = 16 << 10
	// patience is after how many such lines in a row it is given up. A stream in which long lines come now and then should not
	// make it anew for each of them.
	patience = 16
)

// trim gives up slabs that are not needed any more, and stocks that a line has filled which was much larger than those that followed. A
// line has no more values than bytes, of which the next one has size.
func (c *Cursor) trim(size int) {
	if c.mem.Given()-c.swept >= sweepAfter || c.kept > keepStock {
		c.trimSlow(size)
	}
}

func (c *Cursor) trimSlow(size int) {
	if c.mem.Given()-c.swept >= sweepAfter {
		c.sweep()
	}
	if c.kept <= keepStock || c.kept <= size {
		c.oversized = 0
		return
	}
	if c.oversized++; c.oversized > patience {
		c.oversized = 0
		c.dropStocks()
	}
}

// sweeper is a stock that has a slab for lines that are not recycled.
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

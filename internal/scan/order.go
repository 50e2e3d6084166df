package scan

import (
	"math/bits"
	"sync/atomic"

	"github.com/ndwire/ndwire/internal/notes"
)

// Of many records the spec says in which orders programs write their members. Such a record is first read as if it had one of them:
// generated code compares the line with the text that is always the same, `,"session_id":`, and reads the values in between. No member
// is looked up, and no frame is opened, neither for the record nor for those in it that have orders themselves.
//
// Reading by order is a try. All that a record would have to say of its members (a note, an unknown member, drift, an error) ends it:
// then nothing has happened, and the record is read member by member. Only that a member which may be absent is null, or has its
// default value, is noted here.

// Order is a place at which a record may be tried to be read by order: a union of which it is a case, or the record itself if it is no
// case, or one that must be known first. Generated code has one for each, as a variable.
type Order struct {
	index  int // of Cursor.orders
	levels int // how deep the records are nested that are read by order
}

// orders counts the variables.
var orders atomic.Int32

// OrderOf is an Order of records with so many levels of others in them, their own included. Call it once for each, to initialise a
// package variable.
func OrderOf(levels int) Order { return Order{index: int(orders.Add(1)) - 1, levels: levels} }

// NoOrder is what reading by order returns in place of an offset if the value begins as no order does: that is no miss.
const NoOrder = -2

// worth is whether it is worth a try to read by an order, which costs time where records go on in another way.
type worth struct {
	rest   uint16 // how many records are read without a try
	misses uint8  // perMiss for each try that failed, less one for each that did not
}

const (
	perMiss   = 4 // how many good tries make up for one that failed: it may have read kilobytes for nothing
	maxMisses = 6 * perMiss
)

// deepOrder is how deep records are read by order. A try that fails has its record read twice, and so all that is in it: where records
// hold others of their kind, each level could double the time.
const deepOrder = 6

// tried is the record of the frame in which values are read by order. It takes the notes of which there must be none.
var tried = Record{Name: "order", Fields: func() []Field { return []Field{{}} }}

// TryOrder begins a try to read a record by its order, and reports whether there is one. If so, [Cursor.KeepOrder] ends it.
func (c *Cursor) TryOrder(o *Order) bool {
	d := c.depth + 1
	if d >= len(c.frames) || c.depth+o.levels > c.orderly || c.code != 0 || c.inline {
		return false
	}
	if uint(o.index) >= uint(len(c.orders)) {
		c.moreOrders(o)
		return false
	}
	if w := &c.orders[o.index]; w.rest > 0 {
		w.rest--
		return false
	}
	f := &c.frames[d]
	if f.rec != &tried { // as on the line before
		f.rec = &tried
	}
	f.field, f.notes, f.members, f.flags = c.field, len(c.notes), len(c.members), 0
	f.start, f.number, f.tag = len(c.drift), c.room, c.replaced // a try has no bracket, number or tag: it keeps what it goes back to
	if c.options.Recycle {
		c.triedFrom[d%len(c.triedFrom)] = c.mem.Mark()
	}
	c.depth, c.field = d, 0
	c.limit -= o.levels - 1
	return true
}

// moreOrders makes room for the order. The record in hand is read member by member.
func (c *Cursor) moreOrders(o *Order) {
	for len(c.orders) <= o.index {
		c.orders = append(c.orders, worth{})
	}
}

// KeepOrder ends the try that has read a record up to i, and reports whether it was good. If not, nothing is left of it but memory that
// is used again later.
func (c *Cursor) KeepOrder(o *Order, i int) bool {
	f := &c.frames[c.depth]
	c.depth, c.field = c.depth-1, f.field
	c.limit += o.levels - 1
	w := &c.orders[o.index]
	if i < 0 || c.code != 0 || len(c.notes) != f.notes || len(c.drift) != f.start {
		c.leaveOrder(w, f, i)
		return false
	}
	if w.misses > 0 {
		w.misses--
	}
	return true
}

// leaveOrder goes back to where the try began of which f is the frame: all that a record can leave in a cursor is as it was then, or says
// nothing any more. What has been read from the line's bytes alone (walked, asked, tags) may stay, and so does that the line's first try
// went by a wrong tag, which no other way of reading a part of it changes.
func (c *Cursor) leaveOrder(w *worth, f *frame, i int) {
	if i != NoOrder {
		w.misses = min(w.misses+perMiss, maxMisses)
		w.rest = 1 << (w.misses / perMiss)
	}
	c.notes, c.members, c.drift = c.notes[:f.notes], c.members[:f.members], c.drift[:f.start]
	c.room, c.replaced = f.number, f.tag
	if c.code != retag {
		c.code, c.errAt = 0, 0
	}
	c.inline, c.tagAt = false, 0
	c.headAt, c.guessAt, c.lateAt = -1, -1, -1
	switch { // a long line must not take its memory twice, nor once more at each level
	case !c.options.Recycle:
	case c.depth == 0 && !c.options.Batch:
		c.free()
	default:
		c.mem.Back(c.triedFrom[(c.depth+1)%len(c.triedFrom)])
	}
}

// Rest is the line from i on; empty if i is none of its offsets.
func (c *Cursor) Rest(i int) []byte {
	if uint(i) > uint(len(c.data)) {
		return nil
	}
	return c.data[i:]
}

// Text is the n bytes of the line from i on; nil if there are less, or i is none of its offsets.
//
// Its capacity is n, which the compiler knows to be more than nothing where n is a constant: so the address of what is compared is a sum,
// and nothing has to keep it from pointing behind the line.
func (c *Cursor) Text(i, n int) []byte {
	data := c.data
	if i >= 0 && i <= len(data)-n {
		return data[i : i+n : i+n]
	}
	return nil
}

// IsNull reports whether null stands at i.
func (c *Cursor) IsNull(i int) bool { return string(c.Text(i, 4)) == "null" }

// TryLate is TryOrder for a record that begins at i and has been chosen by a tag that may stand behind other members, or by a guess at it:
// what is known of the tag is kept for when the record has to be read member by member. [Cursor.KeepLate] ends the try.
func (c *Cursor) TryLate(i int, o *Order, rec *Record) bool {
	if i == c.lateAt {
		c.learnGuess(rec)
	}
	guess := uint8(0)
	if i == c.guessAt {
		guess = uint8(c.guessed + 1)
	}
	if !c.TryOrder(o) {
		return false
	}
	c.frames[c.depth].guess = guess
	return true
}

// TryKnown is TryLate for a record of which a field is the tag: while that is a guess there is no try, since no text in the order is
// compared with it.
func (c *Cursor) TryKnown(i int, o *Order, rec *Record) bool {
	return i != c.guessAt && c.TryLate(i, o, rec)
}

// KeepLate is KeepOrder for a try that TryLate has begun at i.
func (c *Cursor) KeepLate(i int, o *Order, n int) bool {
	guess := int(c.frames[c.depth].guess)
	if c.KeepOrder(o, n) {
		return true
	}
	if guess > 0 {
		c.guessAt, c.guessed = i, guess-1
	}
	return false
}

// Noted is what is to be noted of the members of a record in an order: in bytes behind a leading 1, their numbers and a bit that says
// what. There is room for seven.
type Noted uint64

// tooMany stands for more than there is room for.
const tooMany Noted = 1 << 63

// Null notes that member n is null.
func (x *Noted) Null(n int) { x.add(n << 1) }

// Present notes that member n, which can be left out, stands there with its default value.
func (x *Noted) Present(n int) { x.add(n<<1 | 1) }

func (x *Noted) add(b int) {
	if *x>>56 != 0 {
		*x = tooMany
		return
	}
	*x = max(*x, 1)<<8 | Noted(b)
}

// MakeNoted is the set of what is to be noted of a record in an order; nil if there is nothing, as usual.
func (c *Cursor) MakeNoted(x Noted, rec *Record) *notes.Set {
	if x == 0 || c.noExtra {
		return nil
	}
	if set := rec.shared.findNoted(x); set != nil {
		return set
	}
	return c.makeNoted(x, rec)
}

func (c *Cursor) makeNoted(x Noted, rec *Record) *notes.Set {
	if x == tooMany {
		c.notes = append(c.notes, note{}) // which ends the try
		return nil
	}
	f := frame{rec: rec, notes: len(c.notes), members: len(c.members)}
	for n := bits.Len64(uint64(x)) / 8; n > 0; n-- {
		b := int(x >> (8 * (n - 1)) & 0xff)
		state := notes.IsNull
		if b&1 != 0 {
			state = notes.Present
		}
		c.notes = append(c.notes, note{field: b >> 1, state: state})
	}
	set := c.sharedSet(rec, c.notes[f.notes:], 0, 0)
	if set != nil {
		rec.shared.addNoted(x, set)
	} else {
		set = c.makeSet(&f, 0, 0)
	}
	c.notes = c.notes[:f.notes]
	return set
}

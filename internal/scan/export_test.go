package scan

import (
	"reflect"

	"github.com/ndwire/ndwire/internal/alloc"
)

// RestartSlots gives the next records slots as if they were the first ones of the program, until restore.
func RestartSlots() (restore func()) {
	was := slots.Load()
	slots.Store(firstSlots)
	return func() { slots.Store(max(was, slots.Load())) }
}

// Walked returns the number of bytes that searches for tags have skipped in the line.
func (c *Cursor) Walked() int { return c.walked }

// Inexact reports whether the value of the line, which is not a record, was noted as not in its canonical spelling.
func (c *Cursor) Inexact() bool { return c.frames[0].flags&inexact != 0 }

// Held returns the bytes of scratch memory, and the number of items, that c keeps for later lines.
func (c *Cursor) Held() (bytes, items int) {
	return max(cap(c.scratch), cap(c.keyText), cap(c.tags), cap(c.scratchPath)),
		max(cap(c.notes), cap(c.members), cap(c.drift), cap(c.findings), len(c.frames), len(c.spans), len(c.names))
}

// Kept returns the number of records, elements of lists and members of maps that c keeps, and the largest number allowed.
func (c *Cursor) Kept() (kept, most int) { return c.mem.Kept(), alloc.MaxKept }

// SharedSets returns the number of sets of notes that lines of c share.
func (c *Cursor) SharedSets() int { return len(c.sets) }

// HoldsLine reports whether c keeps a line from the garbage collector.
func (c *Cursor) HoldsLine() bool {
	return c.data != nil || !reflect.ValueOf(&c.memberIndex).Elem().FieldByName("text").IsNil()
}

// Learned returns the numbers of keys (including those of unknown members), prefixes and tags that c has learned.
func (c *Cursor) Learned() [3]int {
	var keys, prefixes, tags int
	for _, name := range c.predictor.Keys.Next {
		if name != &noName {
			keys++
		}
	}
	all := reflect.ValueOf(&c.predictor.Tags).Elem()
	for _, prefix := range all.FieldByName("prefixes").Seq2() {
		if prefix.FieldByName("first").Len()+prefix.FieldByName("rest").Len() > 0 || !prefix.FieldByName("seen").IsZero() {
			prefixes++
		}
	}
	for _, entry := range all.FieldByName("entries").Seq2() {
		if !entry.IsZero() {
			tags++
		}
	}
	for _, u := range c.unknownKeys.all {
		if len(u.text) > 0 || u.made {
			keys++
		}
	}
	return [3]int{keys, prefixes, tags}
}

package decoder

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/scan"
)

// A group is a block, and those of its lines that have been read in advance, the first ones.
type group[T any] struct {
	block
	blockPos // after entries
	state    state
	mode     mode // in which entries were read
	entries  []entry[T]
	drift    []*scan.Drift // of all entries
	cur      *scan.Cursor  // has the memory of recycled entries; nil if there have been none
	values   int           // bytes of the values of all entries
	panic    *WorkerPanic  // comes after entries, and then the group is done
}

// state says how far a group in the queue is. pool.mu guards it.
type state uint8

const (
	waiting state = iota // nobody reads it yet
	working              // a goroutine reads it, and owns it
	ready                // entries are read
)

// truncate drops all entries but the first n, and moves the position back to the end of those. A panic of reading lines is
// dropped with them; a group without text has none to read again, and its panic is that of the input's Read.
func (g *group[T]) truncate(n int) {
	g.blockPos = g.first()
	if len(g.data) > 0 {
		g.panic = nil
	}
	if n < len(g.entries) {
		g.reported = false // only the last line can have the error of the file
	}
	if n > 0 {
		last := &g.entries[n-1]
		g.at = int(last.pos.Offset - g.offset + last.size)
	}
	clear(g.entries[n:])
	g.entries = g.entries[:n]
}

// tryReadGroup is readGroup, but does not panic. After a panic, g has the lines before it, and the loop panics when it comes there. If the codec
// ends the goroutine instead, as a test's Fatal does, the loop reads on there itself.
func (d *lineDecoder[T]) tryReadGroup(g *group[T], m mode) {
	whole := false
	defer func() {
		if !whole {
			failed := recovered(recover())
			g.truncate(max(len(g.entries)-1, 0))
			g.panic, g.done, g.mode = failed, failed != nil, m
			d.abandon()
			g.cur = nil // d may have been using it
		}
	}()
	d.readGroup(g, m)
	whole = true
}

// readGroup reads the lines of g, up to maxGroup, without their numbers. It does not stop within a damaged line.
func (d *lineDecoder[T]) readGroup(g *group[T], m mode) {
	g.mode = m
	if m == batched {
		m = recycled
	}
	if m == recycled {
		if g.cur == nil {
			g.cur = scan.Get(true)
		}
		g.cur.Free(len(g.data))
		own := d.cur
		d.cur = g.cur
		d.prepare(m, true)
		defer func() {
			d.counts.Add(d.cur.TakePredictions())
			d.cur = own
			d.prepare(m, false)
		}()
	} else {
		d.start(m)
	}
	g.drift = g.drift[:0]
	begun := d.cur.Memory().Taken()
	defer func() { g.values = d.cur.Memory().Taken() - begun }()
	for n := 0; !g.done && (n < maxGroup || g.entries[n-1].more()); n++ {
		g.entries = append(g.entries, entry[T]{})
		e := &g.entries[n]
		d.step(&g.block, &g.blockPos, 0, m, e)
		from := len(g.drift)
		g.drift = append(g.drift, e.drift...)
		e.drift = g.drift[from:len(g.drift):len(g.drift)]
	}
	d.damaged = nil // continueAfter takes it from the last entry
}

// cutFirstLine cuts b after its first line. What comes after the lines of b stays with the rest.
func (b block) cutFirstLine() (first, rest block) {
	end := bytes.IndexByte(b.data, '\n') + 1
	if end == 0 || end == len(b.data) {
		return b, block{}
	}
	first, rest = b, b
	first.data, first.buf, first.unterminated, first.err = bytes.Clone(b.data[:end]), nil, false, nil
	rest.data = b.data[end:]
	rest.offset += int64(end)
	return first, rest
}

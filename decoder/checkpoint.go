package decoder

import "github.com/ndwire/ndwire/internal/fingerprint"

// Checkpoint is a place in a file where a later run can go on; see package source. It is plain data: store it as JSON.
//
// It stands behind a whole line; with Salvage perhaps within a damaged one, where its next part begins. A last line without line end counts as whole if it was delivered: Offset stands behind it, and
// Line is its own number, since what comes there will be on that line. If it is bad, it may still be being written: the
// checkpoint stands before it, and a later run sees it again.
type Checkpoint struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"` // of the next line, in the (decompressed) file
	Line   int64  `json:"line"`   // number of the next line
	ID     string `json:"id"`     // device and inode, where there are such
	Head   string `json:"head"`   // length and hash of the file's first bytes, 1 KB of them or all up to Offset
	Tail   string `json:"tail"`   // length and hash of the last bytes before Offset, 1 KB of them or all
}

// trail is what a feed remembers of the lines that it has delivered, so that a checkpoint can be made. It is brought up to date
// when a block is done, and when somebody asks: the lines themselves cost nothing.
type trail struct {
	file         *File // nil before the first
	offset, line int64
	head, tail   []byte // of the file up to offset, as far as they are known
	headSum      string // of a head that does not change any more
}

// enter comes to a block.
func (t *trail) enter(b *block) {
	if b.from == t.file {
		return
	}
	f := b.from
	t.file, t.offset, t.line = f, f.Offset, max(f.Line, 1)
	t.head, t.tail, t.headSum = t.head[:0], fingerprint.Last(t.tail[:0], f.Before), ""
	if f.Offset > 0 {
		t.headSum = f.Head
	}
}

// move goes on in b up to the end of its line e.
func move[T any](t *trail, b *block, e *entry[T]) {
	offset, line := e.done()
	t.move(b, offset, line)
}

// moveTo goes on in b up to the beginning of a line.
func moveTo(t *trail, b *block, p *Pos) { t.move(b, p.Offset, p.Line) }

func (t *trail) move(b *block, offset, line int64) {
	if l := b.tooLong; l != nil {
		if offset > t.offset {
			t.add(l.head, l.tail)
		}
	} else {
		// Unordered groups may lie behind the place, or leave a gap.
		to := max(offset-b.offset, 0)
		from := min(max(t.offset-b.offset, 0), to)
		t.add(b.data[from:to], b.data[from:to])
	}
	t.offset, t.line = offset, line
}

// add takes note of some bytes, of which the first and the last ones are given.
func (t *trail) add(first, last []byte) {
	if t.file.Offset == 0 && t.headSum == "" {
		if t.head = fingerprint.First(t.head, first); len(t.head) == fingerprint.Size {
			t.headSum = fingerprint.Of(t.head)
		}
	}
	t.tail = fingerprint.Last(t.tail, last)
}

func (t *trail) checkpoint() Checkpoint {
	if t.file == nil {
		return Checkpoint{}
	}
	c := Checkpoint{File: t.file.Name, Offset: t.offset, Line: t.line, ID: t.file.ID, Head: t.headSum, Tail: fingerprint.Of(t.tail)}
	if c.Head == "" {
		c.Head = fingerprint.Of(t.head)
	}
	return c
}

// done says where the input is done with once e is, and on which line that is.
func (e *entry[T]) done() (offset, line int64) {
	switch {
	case e.more():
		return e.pos.Offset + e.size, e.pos.Line
	case !e.open:
		return e.pos.Offset + e.size, e.pos.Line + 1
	case e.outcome == good:
		return e.pos.Offset + e.size, e.pos.Line
	}
	return e.pos.Offset, e.pos.Line
}

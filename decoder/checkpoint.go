package decoder

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/fingerprint"
)

// Checkpoint is a position in a file from which a later run can go on; see package source. It is plain data: store it as JSON.
//
// It stands after a whole line, or, with Salvage, before the next segment of a damaged one: the columns of errors in the rest of that
// line count from there, and a single record in it is not Salvaged. A last line without a line end counts as whole if it was delivered:
// Offset stands after it, and Line is its own number, since what is appended there belongs to that line. If that line is bad, it may
// not be completely written yet: the checkpoint stands before it, and a later run reads it again. A Kinds loop only peeks at lines:
// what a full decode or Strict refuses is bad there after Decode has returned the error. A line that is cut off is bad for all loops.
//
// JSON has no names that are not UTF-8: for such a file, store the name apart, as bytes, and set File before going on.
type Checkpoint struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"` // of the next line, in the (decompressed) file
	Line   int64  `json:"line"`   // number of the next line
	ID     string `json:"id"`     // device and inode, where the system has them
	Head   string `json:"head"`   // length and hash of the file's first bytes, 1 KB of them or all up to Offset
	Tail   string `json:"tail"`   // length and hash of the last bytes before Offset, 1 KB of them or all
}

// progress is the position up to which a feed has delivered its input, and the bytes around it that a checkpoint has hashes of. It is
// updated when a block is done and when a checkpoint is made, so that single lines cost nothing.
type progress struct {
	file         *File // nil before the first
	offset, line int64
	head, tail   []byte // first and last bytes of the file up to offset, as far as they are known
	headSum      string // hash of head once it is complete; "" before
	hasHead      bool   // head has all first bytes; otherwise the file began at an offset, and headSum is all that is known
}

// startBlock starts with the lines of b. A block before the first file has none, only the error of a file that cannot be
// opened.
func (p *progress) startBlock(b *block) {
	if b.from == p.file || b.from == nil {
		return
	}
	f := b.from
	p.file, p.offset, p.line = f, f.Offset, max(f.Line, 1)
	p.head, p.tail, p.headSum = p.head[:0], fingerprint.Last(p.tail[:0], f.Before), ""
	if p.hasHead = int64(len(f.Before)) == f.Offset; p.hasHead {
		p.head = fingerprint.First(p.head, f.Before)
	} else {
		p.headSum = f.Head
	}
}

// moveToEnd advances p within b to the end of line e.
func moveToEnd[T any](p *progress, b *block, e *entry[T]) {
	offset, line := e.resumeAt()
	p.move(b, offset, line)
}

// moveTo advances p within b to the beginning of the line at pos.
func (p *progress) moveTo(b *block, pos *Pos) { p.move(b, pos.Offset, pos.Line) }

func (p *progress) move(b *block, offset, line int64) {
	if l := b.tooLong; l != nil {
		if offset > p.offset {
			p.add(l.head, l.tail)
		}
	} else {
		// With Unordered, the block may lie before p, or leave a gap.
		to := max(offset-b.offset, 0)
		from := min(max(p.offset-b.offset, 0), to)
		p.add(b.data[from:to], b.data[from:to])
	}
	p.offset, p.line = offset, line
}

// clone returns a copy that shares nothing with p.
func (p *progress) clone() progress {
	c := *p
	c.head, c.tail = bytes.Clone(p.head), bytes.Clone(p.tail)
	return c
}

// add adds delivered bytes to the hashes: first are the first of these bytes, last the last ones.
func (p *progress) add(first, last []byte) {
	if p.hasHead && p.headSum == "" {
		if p.head = fingerprint.First(p.head, first); len(p.head) == fingerprint.Size {
			p.headSum = fingerprint.Of(p.head)
		}
	}
	p.tail = fingerprint.Last(p.tail, last)
}

func (p *progress) checkpoint() Checkpoint {
	if p.file == nil {
		return Checkpoint{}
	}
	c := Checkpoint{File: p.file.Name, Offset: p.offset, Line: p.line, ID: p.file.ID, Head: p.headSum, Tail: fingerprint.Of(p.tail)}
	if c.Head == "" {
		c.Head = fingerprint.Of(p.head)
	}
	return c
}

// resumeAt returns the offset and the line number from which a reader that has delivered e goes on.
func (e *entry[T]) resumeAt() (offset, line int64) {
	switch {
	case e.more():
		return e.pos.Offset + e.size, e.pos.Line
	case !e.unterminated:
		return e.pos.Offset + e.size, e.pos.Line + 1
	case e.outcome == good:
		return e.pos.Offset + e.size, e.pos.Line
	}
	return e.pos.Offset, e.pos.Line
}

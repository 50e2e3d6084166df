package decoder

import (
	"bytes"
	"fmt"
	"io"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/protocol"
	"github.com/ndwire/ndwire/internal/scan"
)

// Salvage delivers the whole records of a damaged line, each as if it had a line of its own, with Pos().Salvaged: two
// records on one line, a record behind the beginning of another one, or behind other text. What is skipped between them is
// reported, too, in its place: an *Error for each range, with Raw and Pos of that range. A line of which nothing can be
// salvaged is one error, as without Salvage. In Stats a damaged line is one of Lines.
//
// What is whole within a record that breaks off belongs to that record, and is not delivered. Of a value that stands
// exactly where the record breaks off nobody can know: it is taken for a record if the spec knows its kind, unless the
// line is the last one of the input and has no line end. Behind text, what has no kind is no record.
//
// The search ends after 64 tries on a line.
func Salvage() Option { return func(c *config) { c.salvage = true } }

// maxTries is how many beginnings of records are looked at on one line.
const maxTries = 64

// A damagedLine is a line that is no record, but has whole records in it.
type damagedLine struct {
	line         []byte
	start        int64 // of the line, in the file
	at, next     int   // in the block: of the line, and behind its line end
	unterminated bool  // the line has no line end
	padded       bool  // there are NUL bytes at its end
	segments     []segment
}

// A segment of a damaged line is a whole record, or a range in which there is none.
type segment struct {
	from, to int // in the line, without white space and padding around it
	record   bool
}

// end is the offset in the line where segment n+1 begins, or the next line.
func (w *damagedLine) end(n int) int {
	if n+1 < len(w.segments) {
		return w.segments[n+1].from
	}
	return w.next - w.at
}

// piece returns segment n, to be read.
func (w *damagedLine) piece(file string, number int64, n int) piece {
	q, last := w.segments[n], n+1 == len(w.segments)
	return piece{file: file, number: number, start: w.start, line: w.line,
		bounds: recordBounds{from: q.from, to: q.to, padded: w.padded && last}, unterminated: w.unterminated && last}
}

// search is the state of looking for records on one line.
type search[T any] struct {
	*lineDecoder[T]
	line         []byte
	to           int
	unterminated bool // the line has no line end
	from         int  // what stands here is in no segment yet
	broken       bool // behind from a record begins that is not whole
	segments     []segment
	found        bool // at least one segment is a record
}

// salvage cuts a damaged line into segments, of which at least one is a record; nil if there is none.
func (d *lineDecoder[T]) salvage(p *piece) []segment {
	s := search[T]{lineDecoder: d, line: p.line, to: p.bounds.to, unterminated: p.unterminated, from: p.bounds.from}
	i := s.from
	for range maxTries {
		if i == s.from && s.isOtherValue() {
			break
		}
		i = s.nextObject(i)
		if i < 0 {
			break
		}
		end, fault := kernel.Valid(s.line[:s.to], i, d.depth())
		if fault == kernel.TooDeep {
			break // whatever follows may be within it
		}
		if fault == kernel.Fine {
			if s.accepts(i, end) {
				s.add(i, end)
			}
			i = end
			continue
		}
		s.broken = true
		if at := s.completeObjectBefore(i, end); at >= 0 {
			end = s.lastByte(end) + 1
			s.add(at, end)
			i = end
			continue
		}
		i = s.resumeAfter(i, end)
	}
	if !s.found {
		return nil
	}
	s.addSkipped(s.to)
	return s.segments
}

func (d *lineDecoder[T]) depth() int {
	if d.cfg.maxDepth > 0 {
		return d.cfg.maxDepth
	}
	return scan.DefaultDepth
}

// isOther reports whether all that is left is one value that is whole, but no object. It is what it is: nothing in it is a
// record.
func (s *search[T]) isOtherValue() bool {
	at := s.from + boundsOf(s.line[s.from:s.to]).from
	if at == s.to || s.line[at] == '{' {
		return false
	}
	end, fault := kernel.Valid(s.line[:s.to], at, s.depth())
	return fault == kernel.Fine && kernel.Space(s.line[:s.to], end) == s.to
}

// object is the offset of the next text that an object could begin with; -1 if there is none.
func (s *search[T]) nextObject(i int) int {
	for {
		n := bytes.IndexByte(s.line[i:s.to], '{')
		if n < 0 {
			return -1
		}
		i += n
		if k := kernel.Space(s.line[:s.to], i+1); k < s.to && (s.line[k] == '"' || s.line[k] == '}') {
			return i
		}
		i++
	}
}

// add makes a segment of the record line[i:end], and one of what stands before it.
func (s *search[T]) add(i, end int) {
	s.addSkipped(i)
	s.segments = append(s.segments, segment{i, end, true})
	s.from, s.broken, s.found = end, false, true
}

// skip makes a segment of what stands before i, if it is more than padding.
func (s *search[T]) addSkipped(i int) {
	if b := boundsOf(s.line[s.from:i]); b.from < b.to {
		s.segments = append(s.segments, segment{from: s.from + b.from, to: s.from + b.to})
	}
}

// blank reports whether nothing but padding stands in line[i:end].
func (s *search[T]) blank(i, end int) bool {
	b := boundsOf(s.line[i:end])
	return b.from == b.to
}

// accepts says whether the whole object line[i:end] is a record of its own.
func (s *search[T]) accepts(i, end int) bool {
	if s.blank(s.from, i) {
		return true // it is the first one, or stands behind another one
	}
	if !s.broken {
		return s.codec.Kind == nil || s.kind(i, end) != ""
	}
	// It may be a part of the record that is not whole: then something of that one follows, or it stands where a value stands.
	last := s.blank(end, s.to)
	if !last && s.line[end+boundsOf(s.line[end:s.to]).from] != '{' {
		return false
	}
	switch s.line[s.lastByte(i)] {
	case ':', ',', '[':
		return s.isKnown(i, end) && !(last && s.unterminated)
	}
	return s.codec.Kind == nil || s.kind(i, end) != ""
}

func (s *search[T]) kind(i, end int) Kind {
	k, code, _ := protocol.KindOf(s.cur, s.line[i:end:end], s.cfg.maxDepth, s.codec.Kind)
	if code != 0 {
		return ""
	}
	return k
}

func (s *search[T]) isKnown(i, end int) bool {
	if s.codec.Kind == nil {
		return false
	}
	k := s.kind(i, end)
	return k != "" && (s.codec.Known == nil || s.codec.Known(k))
}

// lastByte is the offset of the last byte before end that is no white space.
func (s *search[T]) lastByte(end int) int {
	for end--; end > s.from; end-- {
		switch s.line[end] {
		case ' ', '\t', '\r', '\n':
		default:
			return end
		}
	}
	return s.from
}

// lastIn looks at a record that begins at i and breaks off at end: if an object is just then complete, it may be the next
// record, glued to where a value should stand. It returns its offset, or -1.
func (s *search[T]) completeObjectBefore(i, end int) int {
	if last := s.blank(end, s.to); last && s.unterminated || !last && s.line[end] != '{' {
		return -1
	}
	brace := s.lastByte(end)
	if s.line[brace] != '}' {
		return -1
	}
	// All from i on is good JSON so far, but the brace may be one in a string that has no end.
	var opened []int
	for k := i; k < brace; k++ {
		switch s.line[k] {
		case '"':
			if k = skipString(s.line, k) - 1; k < 0 || k >= brace {
				return -1
			}
		case '{', '[':
			opened = append(opened, k)
		case '}', ']':
			opened = opened[:len(opened)-1]
		}
	}
	if at := opened[len(opened)-1]; at > i && s.isKnown(at, brace+1) {
		return at
	}
	return -1
}

// behind is where to look for the next record when the one at i breaks off at end. The quote before end may be the first
// one of the next record, if the broken one was cut within a string.
func (s *search[T]) resumeAfter(i, end int) int {
	if k := end - 1; k > i && s.line[k] == '"' {
		if k = s.lastByte(k); k > i && s.line[k] == '{' {
			return k
		}
	}
	return max(end, i+1)
}

// nextSegment reads the next segment of the damaged line, and returns where to read on.
func (d *lineDecoder[T]) nextSegment(file string, number int64, m mode, e *entry[T]) (next int) {
	w, n := d.damaged, d.segment
	q := w.segments[n]
	*e = entry[T]{
		pos:  Pos{File: file, Line: number, Offset: w.start + int64(q.from), Length: int64(q.to - q.from), Salvaged: q.record},
		size: int64(w.end(n) - q.from), raw: w.line[q.from:q.to:q.to], damaged: w, segment: n,
	}
	p := w.piece(file, number, n)
	e.unterminated = p.unterminated
	if q.record {
		d.record(&p, m, e)
	} else {
		d.skippedRange(&p, e)
	}
	if d.segment++; d.segment < len(w.segments) {
		return w.at
	}
	d.damaged = nil
	return w.next
}

// skipped makes the error for a range in which there is no record.
func (d *lineDecoder[T]) skippedRange(p *piece, e *entry[T]) {
	text := p.record()
	if d.cfg.filters() && !d.cfg.maySelect(protocol.KindOfDamaged(d.cur, text, &scan.Options{MaxDepth: d.cfg.maxDepth}, d.codec.Kind)) {
		e.outcome = skipped
		return
	}
	code := scan.Syntax
	end, fault := kernel.Valid(text, 0, d.depth())
	switch {
	case fault == kernel.TooDeep:
		code = scan.TooDeep
	case fault == kernel.Fine:
		code, end = scan.Trailing, kernel.Space(text, end)
		if text[0] != '{' {
			code, end = scan.NotObject, 0
		}
	case end == len(text):
		code = scan.Truncated
	}
	e.outcome, e.err = bad, p.fail(code, end)
	e.err.Err = fmt.Errorf("%d bytes are skipped", len(text))
	if e.err.Reason == ErrIncomplete {
		e.err.Err = fmt.Errorf("%d bytes are skipped: %w", len(text), io.ErrUnexpectedEOF)
	}
}

// more reports whether other segments of e's line follow.
func (e *entry[T]) more() bool { return e.damaged != nil && e.segment+1 < len(e.damaged.segments) }

// lead is the number of bytes of padding before the first segment of a line.
func (e *entry[T]) padding() int64 {
	if e.damaged == nil || e.segment > 0 {
		return 0
	}
	return int64(e.damaged.segments[0].from)
}

package decoder

import (
	"bytes"
	"fmt"
	"io"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/protocol"
	"github.com/ndwire/ndwire/internal/scan"
)

// Salvage delivers the whole records of a damaged line, each as if it had a line of its own, with Pos().Salvaged: two records on one
// line, a record after the beginning of another one, or after other text. What is skipped between them is reported in its place, with an
// *Error for each range, and Raw and Pos of that range. If nothing can be salvaged from a line, it is one error, as without Salvage. In
// Stats a damaged line is one of Lines.
//
// An object within a record that breaks off belongs to that record, and is not delivered. An object that stands exactly where the record
// breaks off can be either: it is taken for a record if the spec knows its kind, unless the line is the last one of the input and has no
// line end. After text, an object without a kind is not a record.
//
// The search ends after 64 tries on a line. A damaged line that a peek accepts (package decoder, "What is checked") is not searched
// where it is only peeked at: in a Kinds loop, and if Only or Except skip its kind.
func Salvage() Option { return func(c *config) { c.salvage = true } }

// This file cuts a damaged line into segments and reads them one by one. The segments cover the line, in order, except for padding. The
// rules for what is a record are in search.accepts and search.completeObjectBefore.

// maxTries is how many offsets of a line are tried as the beginning of a record.
const maxTries = 64

// A damagedLine is a line that is not one record, but has whole records in it.
type damagedLine struct {
	line         []byte
	start        int64 // of the line, in the file
	at, next     int   // in the block: where the line begins, and where the next one begins
	unterminated bool  // the line has no line end
	padded       bool  // there are NUL bytes at its end
	segments     []segment
}

// A segment of a damaged line is a whole record, or a range without one.
type segment struct {
	from, to int // in the line, without white space and padding around it
	record   bool
}

// end returns the offset in the line where segment n+1 begins, or the next line.
func (l *damagedLine) end(n int) int {
	if n+1 < len(l.segments) {
		return l.segments[n+1].from
	}
	return l.next - l.at
}

// piece returns segment n, for reading it.
func (l *damagedLine) piece(file string, number int64, n int) piece {
	q, last := l.segments[n], n+1 == len(l.segments)
	return piece{file: file, number: number, start: l.start, line: l.line,
		bounds: recordBounds{from: q.from, to: q.to, padded: l.padded && last}, unterminated: l.unterminated && last}
}

// search finds the records on one line.
type search[T any] struct {
	*lineDecoder[T]
	line         []byte
	to           int  // where the record bounds of the line end
	unterminated bool // the line has no line end
	from         int  // the text from here on is in no segment yet
	broken       bool // a record begins between from and the current offset that is not whole
	segments     []segment
	found        bool // at least one segment is a record
}

// salvage cuts a damaged line into segments, at least one of them a record; nil if there is none.
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
		end, fault := kernel.Valid(s.line[:s.to], i, d.cfg.maxDepth)
		if fault == kernel.TooDeep {
			break // all that follows may be within the object
		}
		if fault == kernel.NoFault {
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

// isOtherValue reports whether the rest of the line is one whole value that is not an object. No object in it is a record.
func (s *search[T]) isOtherValue() bool {
	at := s.from + boundsOf(s.line[s.from:s.to]).from
	if at == s.to || s.line[at] == '{' {
		return false
	}
	end, fault := kernel.Valid(s.line[:s.to], at, s.cfg.maxDepth)
	return fault == kernel.NoFault && kernel.Space(s.line[:s.to], end) == s.to
}

// nextObject returns the next offset from i on where an object can begin; -1 if there is none.
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

// add appends a segment for the record line[i:end], and one for the text before it.
func (s *search[T]) add(i, end int) {
	s.addSkipped(i)
	s.segments = append(s.segments, segment{i, end, true})
	s.from, s.broken, s.found = end, false, true
}

// addSkipped appends a segment for the text before i that is in no segment, unless it is padding.
func (s *search[T]) addSkipped(i int) {
	if b := boundsOf(s.line[s.from:i]); b.from < b.to {
		s.segments = append(s.segments, segment{from: s.from + b.from, to: s.from + b.to})
	}
}

// isBlank reports whether line[i:end] is nothing but padding.
func (s *search[T]) isBlank(i, end int) bool {
	b := boundsOf(s.line[i:end])
	return b.from == b.to
}

// accepts reports whether the whole object line[i:end] is a record.
func (s *search[T]) accepts(i, end int) bool {
	if s.isBlank(s.from, i) {
		return true // it is the first record, or follows another one
	}
	if !s.broken {
		return s.codec.Kind == nil || s.kind(i, end) != ""
	}
	// It may belong to the record that breaks off: then more of that record follows, or the object stands where a value must stand.
	last := s.isBlank(end, s.to)
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
	k := s.kind(i, end)
	return k != "" && (s.codec.Known == nil || s.codec.Known(k))
}

// lastByte returns the offset of the last byte before end that is not white space.
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

// completeObjectBefore returns the offset of an object that ends where the record at i breaks off, at end, if it can be the next record
// instead of a value of this one; -1 if there is none.
func (s *search[T]) completeObjectBefore(i, end int) int {
	if last := s.isBlank(end, s.to); last && s.unterminated || !last && s.line[end] != '{' {
		return -1
	}
	brace := s.lastByte(end)
	if s.line[brace] != '}' {
		return -1
	}
	// The text from i on is valid JSON so far, but the brace may stand in a string that does not end.
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

// resumeAfter returns where to search for the next record after the one at i has broken off at end. The quote before end may be the first
// quote of the next record, if the broken one was cut within a string.
func (s *search[T]) resumeAfter(i, end int) int {
	if k := end - 1; k > i && s.line[k] == '"' {
		if k = s.lastByte(k); k > i && s.line[k] == '{' {
			return k
		}
	}
	return max(end, i+1)
}

// nextSegment reads the next segment of the damaged line, and returns where to read on in the block.
func (d *lineDecoder[T]) nextSegment(file string, number int64, m mode, e *entry[T]) (next int) {
	l, n := d.damaged, d.segment
	q := l.segments[n]
	*e = entry[T]{
		pos:  Pos{File: file, Line: number, Offset: l.start + int64(q.from), Length: int64(q.to - q.from), Salvaged: q.record},
		size: int64(l.end(n) - q.from), raw: l.line[q.from:q.to:q.to], damaged: l, segment: n,
	}
	p := l.piece(file, number, n)
	e.unterminated = p.unterminated
	if q.record {
		d.readRecord(&p, m, e)
	} else {
		d.skippedRange(&p, e)
	}
	if d.segment++; d.segment < len(l.segments) {
		return l.at
	}
	d.damaged = nil
	return l.next
}

// skippedRange makes the error for a segment without a record.
func (d *lineDecoder[T]) skippedRange(p *piece, e *entry[T]) {
	text := p.record()
	if d.cfg.filters() && !d.cfg.maySelect(protocol.KindOfDamaged(d.cur, text, &scan.Options{MaxDepth: d.cfg.maxDepth}, d.codec.Kind)) {
		e.outcome = skipped
		return
	}
	code := scan.Syntax
	end, fault := kernel.Valid(text, 0, d.cfg.maxDepth)
	switch {
	case fault == kernel.TooDeep:
		code = scan.TooDeep
	case fault == kernel.NoFault:
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

// more reports whether other segments of the same line follow.
func (e *entry[T]) more() bool { return e.damaged != nil && e.segment+1 < len(e.damaged.segments) }

// endsLine reports whether what follows e has the next number: a line end stands behind e. After a last line without one, an error of its file is
// at that line.
func (e *entry[T]) endsLine() bool { return !e.unterminated && !e.more() }

// padding returns the number of bytes of padding before the first segment, if e is that one.
func (e *entry[T]) padding() int64 {
	if e.damaged == nil || e.segment > 0 {
		return 0
	}
	return int64(e.damaged.segments[0].from)
}

package decoder

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ndwire/ndwire/internal/alloc"
)

// Blocks of owned lines that are cut from an input in memory, for workers, are larger than others. Such an input needs no buffers, so the
// heap would be smaller and the collector, for which all workers stop, would run more often. Decoded lines that wait for delivery count
// as heap, and larger blocks have more of them.
const (
	maxMemoryBlock  = 2 << 20 // bytes
	blocksPerWorker = 2       // blocks get smaller when fewer than this are left for each worker
)

// splitter cuts its input into blocks. It reads only when it has no whole line left.
//
// Its buffer has three parts: what was handed out as blocks (buf[:r]), the rest that was not (buf[r:w]), and free space (buf[w:]). The
// rest has no line end in its first searched bytes, so that no byte is searched twice. The splitter is the only owner of the buffer: a
// block either lies in it until the next block is cut, or has become the owner of its buffer (see handOver).
type splitter struct {
	in       io.Reader
	files    Files // in, if it has files; else nil
	maxLine  int64 // 0: no limit
	separate bool  // each block has a buffer of its own, so that it stays valid while the next ones are read
	inMemory bool  // buf belongs to the caller, and has all of the input. It is never written to
	maxBlock int   // maximum size of a block of an input in memory; 0: baseSize()
	workers  int   // how many workers share the input, if maxBlock is not 0
	copyAll  bool  // the input is copied, also if it is a bytes.Reader

	large       largeBuffers // used if separate
	buf         []byte
	r, w        int
	searched    int // how many bytes from r on have been searched for line ends
	sinceNeeded int // how many bytes were handed out since a grown buffer was needed

	from    *File // the current file, as the input gave it
	file    string
	line    int64 // number of the line that begins at buf[r]; whoever uses the blocks counts
	offset  int64 // of buf[r] in the file
	atStart bool  // nothing of this file was handed out: its first bytes are still to be checked, see unreadableFormat
	opened  bool  // there is a current file

	long    *longLine // if not nil, the current line is over MaxLine, and what was read of it has been dropped
	lastCR  bool      // the last byte that was dropped is a carriage return
	atEOF   bool      // the current file has no more bytes
	readErr error     // of the last Read; returned after what it has read
	err     error     // why the input ended
}

func newSplitter(in io.Reader, maxLine int64, separate bool) *splitter {
	s := &splitter{in: in, maxLine: maxLine, separate: separate}
	s.files, _ = in.(Files)
	return s
}

// close releases the buffer. Every further next returns the end.
func (s *splitter) close() {
	if !s.inMemory {
		putBuffer(s.buf)
	}
	s.drop()
}

// drop is close, but leaves the buffer to the collector.
func (s *splitter) drop() {
	s.buf, s.inMemory, s.r, s.w, s.searched = nil, false, 0, 0, 0
	s.large.clear()
}

// next returns the next block. If separate is not set, the data of a block is valid until the next call. Before the call, line must be
// set to the number of the first line after the last block.
func (s *splitter) next() block {
	for {
		if s.err != nil {
			b := s.emptyBlock()
			b.err = s.err
			return b
		}
		if !s.opened {
			if err := s.openFile(); err != nil {
				b := s.emptyBlock()
				b.err = err
				return b
			}
		}
		if b, ok := s.cutLines(); ok {
			return b
		}
		if s.atEOF || s.readErr != nil {
			if b, ok := s.finish(); ok {
				return b
			}
			continue
		}
		s.read()
	}
}

// emptyBlock returns an empty block at the current position.
func (s *splitter) emptyBlock() block {
	return block{from: s.from, file: s.file, line: s.line, offset: s.offset, large: len(s.buf) > s.baseSize()}
}

// openFile moves to the next file. It returns an error that the loop must see.
func (s *splitter) openFile() error {
	var f File
	if s.files != nil {
		var err error
		if f, err = s.files.NextFile(); err != nil {
			if bad, ok := errors.AsType[*Error](err); ok {
				s.file, s.line, s.offset = bad.File, bad.Line, bad.Start
				return bad
			}
			s.err = err
			return err
		}
	}
	// Only the beginning of a file says something about its encoding.
	s.opened, s.atStart, s.atEOF = true, f.Offset == 0, false
	s.from, s.file, s.offset, s.line = &f, f.Name, f.Offset, max(f.Line, 1)
	if r, ok := s.in.(*bytes.Reader); ok && !s.copyAll {
		s.borrow(r)
	}
	return nil
}

// borrow makes the unread bytes of r the buffer, without a copy: WriteTo of a bytes.Reader passes all of them to one Write.
func (s *splitter) borrow(r *bytes.Reader) {
	var all capture
	_, _ = r.WriteTo(&all) // cannot fail
	s.buf, s.w, s.inMemory, s.atEOF = all, len(all), true, true
}

// capture is the slice that was passed to its Write.
type capture []byte

func (l *capture) Write(p []byte) (int, error) {
	*l = p
	return len(p), nil
}

// endFile ends the current file. What the buffer still has of it is dropped.
func (s *splitter) endFile() {
	s.r, s.w, s.searched = 0, 0, 0
	if s.inMemory {
		s.buf, s.inMemory = nil, false
	}
	s.opened, s.long, s.readErr = false, nil, nil
	if s.files == nil && s.err == nil {
		s.err = io.EOF
	}
}

// cutLines takes whole lines from the buffer. It returns false if there are none.
func (s *splitter) cutLines() (block, bool) {
	rest := s.buf[s.r:s.w]
	if s.atStart {
		// Wait for four bytes, a line end or the end of the file, so that the result does not depend on how many bytes a Read returns.
		head := rest[:min(len(rest), 4)]
		if i := bytes.IndexByte(head, '\n'); i >= 0 {
			head = head[:i]
		} else if len(head) < 4 && !s.atEOF && s.readErr == nil {
			return block{}, false
		}
		s.atStart = false
		if reason, hint := unreadableFormat(head); reason != "" {
			b := s.emptyBlock()
			b.err = &Error{File: s.file, Line: s.line, Offset: s.offset, Start: s.offset, Reason: reason, Err: hint}
			if _, ok := errors.AsType[*Error](s.readErr); !ok {
				s.err = s.readErr // a failing input is the next error
			}
			s.endFile()
			return b, true
		}
	}
	if s.long != nil {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			s.discard(len(rest))
			return block{}, false
		}
		s.discard(i)
		return s.takeLong(1), true
	}
	if s.inMemory {
		n := wholeLines(rest, s.blockSize(len(rest)))
		if n == 0 {
			return block{}, false
		}
		return s.takeBlock(n), true
	}
	last := lastLineEnd(rest[s.searched:])
	if last < 0 {
		s.searched = len(rest)
		// The byte after the limit may be the carriage return of the line end.
		if s.maxLine > 0 && int64(len(rest))-1 > s.maxLine {
			s.long = &longLine{}
			s.discard(len(rest))
		}
		return block{}, false
	}
	return s.takeBlock(s.searched + last + 1), true
}

// maxOverrun is how many bytes a block may be longer than it should be. Its end is searched forwards first, where the processor loads
// memory that has not been read yet fastest.
const maxOverrun = 64 << 10

// wholeLines returns the length of a block at the front of p, the whole rest of an input: about size bytes, or one longer line. It is 0
// if no line ends.
func wholeLines(p []byte, size int) int {
	n := min(len(p), size)
	if i := bytes.IndexByte(p[n:min(len(p), n+maxOverrun)], '\n'); i >= 0 {
		return n + i + 1
	}
	if last := lastLineEnd(p[:n]); last >= 0 {
		return last + 1
	}
	if i := bytes.IndexByte(p[n:], '\n'); i >= 0 {
		return n + i + 1
	}
	return 0
}

// lastLineEnd returns the offset of the last line feed, -1 if there is none. bytes.LastIndexByte looks at one byte at a time, which is
// slow if the last line is long: chunks of p, the last one first, are searched forwards for one that has a line feed.
func lastLineEnd(p []byte) int {
	const step = 1 << 10
	for len(p) > 0 {
		from := max(len(p)-step, 0)
		if bytes.IndexByte(p[from:], '\n') >= 0 {
			return from + bytes.LastIndexByte(p[from:], '\n')
		}
		p = p[:from]
	}
	return -1
}

// takeBlock hands out the first n bytes of the rest.
func (s *splitter) takeBlock(n int) block {
	b := s.emptyBlock()
	b.data = s.buf[s.r : s.r+n : s.r+n]
	s.r += n
	s.searched = s.w - s.r // a block takes all whole lines
	s.offset += int64(n)
	if s.separate && !s.inMemory {
		s.handOver(&b)
	}
	return b
}

// handOver makes the block that lies in the buffer its owner. The rest behind the block is moved to another buffer first: the new owner may
// release the buffer at any time, and then another Reader may write to it. A block that needs little of a large buffer is moved to another
// one, too, since many blocks may be in use.
func (s *splitter) handOver(b *block) {
	given, rest := s.buf, s.buf[s.r:s.w]
	s.buf, s.r, s.w = nil, 0, len(rest)
	if len(rest) > 0 {
		s.buf = s.bufferFor(len(rest))
		copy(s.buf, rest)
	}
	if b.buf = given; len(given) > s.baseSize() && len(b.data) < len(given)/4 {
		b.moveToOwnBuffer(s)
		s.large.giveBack(given)
	}
}

// discard drops n bytes of a line that is too long.
func (s *splitter) discard(n int) {
	if n > 0 {
		s.lastCR = s.buf[s.r+n-1] == '\r'
		s.long.add(s.buf[s.r : s.r+n])
		s.r += n
	}
	if s.r == s.w {
		s.r, s.w = 0, 0
	}
	s.searched = 0
}

// takeLong hands out the line over MaxLine. lineFeed is the length of the line feed that comes next: 1, or 0 if there is none.
func (s *splitter) takeLong(lineFeed int) block {
	l := s.long
	l.length = l.size
	if s.lastCR {
		l.length--
	}
	l.add(s.buf[s.r : s.r+lineFeed])
	b := s.emptyBlock()
	b.tooLong, b.unterminated = l, lineFeed == 0
	s.long = nil
	s.r += lineFeed
	s.offset += l.size
	return b
}

// finish hands out what stands after the last line end of the current file, and ends the file, or the input. It returns false if there is
// nothing to hand out.
func (s *splitter) finish() (block, bool) {
	var b block
	found := false
	bad, badFile := errors.AsType[*Error](s.readErr)
	if s.readErr == nil || badFile { // after any other error it is unknown whether the line goes on
		if s.long != nil {
			b, found = s.takeLong(0), true
		} else if s.r < s.w {
			b, found = s.takeBlock(s.w-s.r), true
			b.unterminated = true
		}
	}
	if s.readErr != nil {
		if !found {
			b, found = s.emptyBlock(), true
		}
		b.err = s.readErr
		if badFile {
			b.err = bad
		} else {
			s.err = s.readErr
		}
	}
	s.endFile()
	return b, found
}

// read makes free space in the buffer and reads once.
func (s *splitter) read() {
	s.makeSpace()
	// No Read gets more than this, so that what it writes to a grown buffer is still in the cache when it is searched.
	free := s.buf[s.w:]
	if len(s.buf) > largerSize {
		free = free[:min(len(free), bufferSize)]
	}
	const maxEmptyReads = 100
	for range maxEmptyReads {
		n, err := s.in.Read(free)
		if n < 0 || n > len(free) {
			s.readErr = fmt.Errorf("decoder: the input's Read returned the count %d for %d bytes", n, len(free))
			return
		}
		s.w += n
		if err == io.EOF {
			s.atEOF = true
			return
		}
		if s.readErr = err; n > 0 || err != nil {
			return
		}
	}
	s.readErr = io.ErrNoProgress
}

// makeSpace makes free space in the buffer: it moves the rest to the front, or to a larger or smaller buffer.
func (s *splitter) makeSpace() {
	rest := s.buf[s.r:s.w]
	switch {
	case s.buf == nil:
		s.buf = getBuffer(s.separate)
	case s.r == 0 && s.w < len(s.buf): // a line is growing
		if s.w > len(s.buf)/maxGrowth {
			s.sinceNeeded = 0 // the buffer is needed
		}
		return
	case s.r == 0: // the line is as long as the buffer
		var grown []byte
		if s.separate {
			grown = s.large.takeLargest(s.nextSize())
		} else {
			grown = alloc.Uncleared(s.nextSize())
		}
		copy(grown, rest)
		if s.separate {
			s.large.put(s.buf, 0) // the text goes on in the larger buffer
		} else {
			putBuffer(s.buf)
		}
		s.buf, s.sinceNeeded = grown, 0
	case len(s.buf) > s.baseSize() && len(rest) <= s.baseSize()/2 && s.mayShrink():
		small := getBuffer(s.separate)
		copy(small, rest)
		s.buf = small
	default:
		copy(s.buf, rest)
	}
	s.r, s.w = 0, len(rest)
}

// nextSize returns the size of the next buffer for a line that fills this one. Memory that nothing is read into costs nothing, so the
// steps are large, but bounded, and few buffers are copied and left to the collector. Separate blocks have many buffers at a time, of
// which largeBuffers would cache few: these are doubled. The last step, from at most half of MaxLine, is to what a line of MaxLine bytes
// takes: the two buffers of that step have 1.5 times MaxLine together, and little more.
func (s *splitter) nextSize() int {
	n := 2 * len(s.buf)
	if !s.separate && len(s.buf) < longSize {
		n = max(2*n, maxGrowth*bufferSize)
	}
	if s.maxLine > 0 && int64(n) > s.maxLine/2 {
		n = int(s.maxLine) + bufferSize
	}
	return n
}

// maxGrowth is the largest factor by which a buffer grows.
const maxGrowth = 16

// baseSize returns the size of the buffers that come from the pool.
func (s *splitter) baseSize() int {
	if s.separate {
		return largerSize
	}
	return bufferSize
}

// blockSize returns the size of a block that lies in the caller's memory; left is how many bytes of the input are left.
func (s *splitter) blockSize(left int) int {
	if s.maxBlock > 0 {
		return max(s.baseSize(), min(left/(blocksPerWorker*s.workers), s.maxBlock))
	}
	return s.baseSize()
}

// bufferFor returns a buffer of more than n bytes.
func (s *splitter) bufferFor(n int) []byte {
	size := s.baseSize()
	if n < size {
		return getBuffer(s.separate)
	}
	for size <= n {
		size *= 2
	}
	return s.large.take(size)
}

// mayShrink reports whether a grown buffer may be replaced by a small one. A file of long lines must not grow a buffer for each of them,
// since the old ones stay until the next collection, and one long line must not occupy memory for the rest of the file. So the buffer is
// kept until the shorter lines after it come to a few times its size.
func (s *splitter) mayShrink() bool {
	const times = 4
	s.sinceNeeded += s.r
	return s.sinceNeeded > times*len(s.buf)
}

package decoder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Lines that have been decoded and that nobody has taken are alive, as buffers are, and the more is alive, the more may be allocated until
// the next collection, at which all workers meet. Where there are no buffers, since the input is in memory already, blocks of owned
// lines are therefore larger: up to this size, while so many of them are left for each worker.
const (
	largestPortion = 2 << 20
	portions       = 2
)

// splitter cuts its input into blocks. It reads only when it has no whole line left.
//
// Its buffer has three parts: what was handed out as blocks, the rest that is not (buf[r:w]), and free space (buf[w:]). The
// rest has no line end in its first seen bytes, so that no byte is searched twice. The buffer is the splitter's alone: a block either
// lies in it until the next one is asked for, or has become the owner of its buffer (see handOver).
type splitter struct {
	in      io.Reader
	files   Files // in, if it has files
	maxLine int64 // 0: no limit
	// apart says that blocks live on while the next ones are read: each has a buffer of its own.
	apart bool
	// memory says that buf is the caller's, with all of the input in it. It is never written to.
	memory  bool
	most    int  // maximum bytes of a block of it; 0: size()
	sharers int  // how many workers share it, with most
	copies  bool // not even a bytes.Reader is read where it lies

	large largeBuffers // if apart
	buf   []byte
	r, w  int
	seen  int // searched for line ends, from r on
	idle  int // how many bytes were handed out since a grown buffer was needed

	from   *File // the current file, as the input gave it
	file   string
	line   int64 // number of the line that begins at buf[r]; the user of the blocks counts
	offset int64 // of buf[r] in the file
	fresh  bool  // nothing of this file was handed out: it may turn out to be no text of UTF-8
	opened bool  // there is a current file

	long  *longLine // the current line is over MaxLine; what was read of it is gone
	cr    bool      // and the last byte that is gone was a carriage return
	atEOF bool      // the current file has no more bytes
	fail  error     // of the last Read, returned when what it read was handed out
	err   error     // the end of all input
}

func newSplitter(in io.Reader, maxLine int64, apart bool) *splitter {
	s := &splitter{in: in, maxLine: maxLine, apart: apart}
	s.files, _ = in.(Files)
	return s
}

// close gives back the buffer. Every further next returns the end.
func (s *splitter) close() {
	if !s.memory {
		putBuffer(s.buf)
	}
	s.drop()
}

// drop is close that leaves the buffer to the collector.
func (s *splitter) drop() {
	s.buf, s.memory, s.r, s.w, s.seen = nil, false, 0, 0, 0
	s.large.clear()
}

// next returns the next block. Without apart, a block's data is valid until the next call. Before the call, line must be
// made the number of the first line behind the last block.
func (s *splitter) next() block {
	for {
		if s.err != nil {
			b := s.here()
			b.err = s.err
			return b
		}
		if !s.opened {
			if err := s.open(); err != nil {
				b := s.here()
				b.err = err
				return b
			}
		}
		if b, ok := s.cut(); ok {
			return b
		}
		if s.atEOF || s.fail != nil {
			if b, ok := s.finish(); ok {
				return b
			}
			continue
		}
		s.read()
	}
}

// here returns an empty block at the current position.
func (s *splitter) here() block {
	return block{from: s.from, file: s.file, line: s.line, offset: s.offset, large: len(s.buf) > s.size()}
}

// open moves to the next file. It returns an error that the loop must see.
func (s *splitter) open() error {
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
	// What stands within a file says nothing about its encoding any more.
	s.opened, s.fresh, s.atEOF = true, f.Offset == 0, false
	s.from, s.file, s.offset, s.line = &f, f.Name, f.Offset, max(f.Line, 1)
	if r, ok := s.in.(*bytes.Reader); ok && !s.copies {
		s.borrow(r)
	}
	return nil
}

// borrow makes what r has left the buffer. It is not copied: WriteTo of this type hands over all of it as it lies.
func (s *splitter) borrow(r *bytes.Reader) {
	var all lender
	_, _ = r.WriteTo(&all) // neither fails
	s.buf, s.w, s.memory, s.atEOF = all, len(all), true, true
}

type lender []byte

func (l *lender) Write(p []byte) (int, error) {
	*l = p
	return len(p), nil
}

// leave ends the current file, whatever is left of it in the buffer.
func (s *splitter) leave() {
	s.r, s.w, s.seen = 0, 0, 0
	if s.memory {
		s.buf, s.memory = nil, false
	}
	s.opened, s.long, s.fail = false, nil, nil
	if s.files == nil && s.err == nil {
		s.err = io.EOF
	}
}

// cut takes whole lines from the buffer, if there are any.
func (s *splitter) cut() (block, bool) {
	rest := s.buf[s.r:s.w]
	if s.fresh {
		// A line end, or the fourth byte, or the end of the file shows what the first line begins with: that does not depend on
		// how many bytes a Read has given.
		head := rest[:min(len(rest), 4)]
		if i := bytes.IndexByte(head, '\n'); i >= 0 {
			head = head[:i]
		} else if len(head) < 4 && !s.atEOF && s.fail == nil {
			return block{}, false
		}
		s.fresh = false
		if reason, hint := foreign(head); reason != "" {
			b := s.here()
			b.err = &Error{File: s.file, Line: s.line, Offset: s.offset, Start: s.offset, Reason: reason, Err: hint}
			if _, ok := errors.AsType[*Error](s.fail); !ok {
				s.err = s.fail // a failing input is the next error
			}
			s.leave()
			return b, true
		}
	}
	if s.long != nil {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			s.forget(len(rest))
			return block{}, false
		}
		s.forget(i)
		return s.takeLong(1), true
	}
	if s.memory {
		n := wholeLines(rest, s.portion(len(rest)))
		if n == 0 {
			return block{}, false
		}
		return s.take(n), true
	}
	last := lastLineEnd(rest[s.seen:])
	if last < 0 {
		s.seen = len(rest)
		// One byte more than the limit may be the carriage return of the line end.
		if s.maxLine > 0 && int64(len(rest)) > s.maxLine+1 {
			s.long = &longLine{}
			s.forget(len(rest))
		}
		return block{}, false
	}
	return s.take(s.seen + last + 1), true
}

// beyond is by how much a block may be longer than it should be, so that its end is searched for forwards, where memory that nobody
// has looked at comes fastest.
const beyond = 64 << 10

// wholeLines is the length of a block at the front of p, all of which is there: of about so many bytes, or of one longer line. It is
// 0 if no line ends.
func wholeLines(p []byte, size int) int {
	n := min(len(p), size)
	if i := bytes.IndexByte(p[n:min(len(p), n+beyond)], '\n'); i >= 0 {
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

// lastLineEnd is the offset of the last line feed, -1 if there is none. bytes.LastIndexByte looks at one byte at a time, and the last
// line of a block can be long; forwards there is a faster way.
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

// take hands out the first n bytes of the rest.
func (s *splitter) take(n int) block {
	b := s.here()
	b.data = s.buf[s.r : s.r+n : s.r+n]
	s.r += n
	s.seen = s.w - s.r // a block takes all whole lines
	s.offset += int64(n)
	if s.apart && !s.memory {
		b.buf = s.handOver()
	}
	return b
}

// handOver gives the buffer to the block that lies in it. What stands behind the block is moved to another buffer first: once the block
// is out of the splitter's hands, its owner may give the buffer back, and another Reader may write to it.
func (s *splitter) handOver() []byte {
	given, rest := s.buf, s.buf[s.r:s.w]
	s.buf, s.r, s.w = nil, 0, len(rest)
	if len(rest) > 0 {
		s.buf = s.fitting(len(rest))
		copy(s.buf, rest)
	}
	return given
}

// forget drops n bytes of a line that is too long.
func (s *splitter) forget(n int) {
	if n > 0 {
		s.cr = s.buf[s.r+n-1] == '\r'
		s.long.keep(s.buf[s.r : s.r+n])
		s.r += n
	}
	if s.r == s.w {
		s.r, s.w = 0, 0
	}
	s.seen = 0
}

// takeLong hands out the line over MaxLine, whose line feed, if it has one, comes next.
func (s *splitter) takeLong(lineFeed int) block {
	l := s.long
	l.length = l.size
	if s.cr {
		l.length--
	}
	l.keep(s.buf[s.r : s.r+lineFeed])
	b := s.here()
	b.tooLong, b.open = l, lineFeed == 0
	s.long = nil
	s.r += lineFeed
	s.offset += l.size
	return b
}

// finish hands out what stands behind the last line end of the current file, and then ends it, or all.
func (s *splitter) finish() (block, bool) {
	var b block
	some := false
	bad, badFile := errors.AsType[*Error](s.fail)
	if s.fail == nil || badFile { // after any other error nobody knows whether the line goes on
		if s.long != nil {
			b, some = s.takeLong(0), true
		} else if s.r < s.w {
			b, some = s.take(s.w-s.r), true
			b.open = true
		}
	}
	if s.fail != nil {
		if !some {
			b, some = s.here(), true
		}
		b.err = s.fail
		if badFile {
			b.err = bad
		} else {
			s.err = s.fail
		}
	}
	s.leave()
	return b, some
}

// read makes free space in the buffer and reads once.
func (s *splitter) read() {
	s.makeSpace()
	// Reading no more than this at once keeps a grown buffer's fresh bytes in the cache.
	free := s.buf[s.w:]
	if len(s.buf) > largerSize {
		free = free[:min(len(free), bufferSize)]
	}
	const patience = 100
	for range patience {
		n, err := s.in.Read(free)
		if n < 0 || n > len(free) {
			s.fail = fmt.Errorf("decoder: the input's Read returned the count %d for %d bytes", n, len(free))
			return
		}
		s.w += n
		if err == io.EOF {
			s.atEOF = true
			return
		}
		if s.fail = err; n > 0 || err != nil {
			return
		}
	}
	s.fail = io.ErrNoProgress
}

// makeSpace moves the rest to the front of a buffer in which there is free space.
func (s *splitter) makeSpace() {
	rest := s.buf[s.r:s.w]
	switch {
	case s.buf == nil:
		s.buf = getBuffer(s.apart)
	case s.r == 0 && s.w < len(s.buf): // a line is growing
		if s.w > len(s.buf)/steepest {
			s.idle = 0 // the buffer is needed
		}
		return
	case s.r == 0: // and is as long as the buffer
		grown := s.large.take(s.larger())
		copy(grown, rest)
		if s.apart {
			s.large.put(s.buf)
		} else {
			putBuffer(s.buf)
		}
		s.buf, s.idle = grown, 0
	case len(s.buf) > s.size() && len(rest) <= s.size()/2 && s.tooLarge():
		small := getBuffer(s.apart)
		copy(small, rest)
		s.buf = small
	default:
		copy(s.buf, rest)
	}
	s.r, s.w = 0, len(rest)
}

// larger is the size of the next buffer for a line that fills this one. Memory that nothing is read into costs nothing,
// so the steps are large, as long as they are bounded, and few buffers are copied and left to the collector. Of blocks apart there
// are many at a time, of which largeBuffers would cache few: their buffers are doubled. The last step, from at most half
// of MaxLine, is to what a line of MaxLine bytes takes: both buffers of that step have one and a half times MaxLine, and little more.
func (s *splitter) larger() int {
	n := 2 * len(s.buf)
	if !s.apart && len(s.buf) < longSize {
		n = max(2*n, steepest*bufferSize)
	}
	if s.maxLine > 0 && int64(n) > s.maxLine/2 {
		n = int(s.maxLine) + bufferSize
	}
	return n
}

// steepest is by how much a buffer grows at most.
const steepest = 16

// size is the size of a buffer from the pool.
func (s *splitter) size() int {
	if s.apart {
		return largerSize
	}
	return bufferSize
}

// portion is how much a block has that lies in the caller's memory, of which so much is left.
func (s *splitter) portion(left int) int {
	if s.most > 0 {
		return max(s.size(), min(left/(portions*s.sharers), s.most))
	}
	return s.size()
}

// fitting returns a buffer that holds n bytes and more.
func (s *splitter) fitting(n int) []byte {
	size := s.size()
	if n < size {
		return getBuffer(s.apart)
	}
	for size <= n {
		size *= 2
	}
	return s.large.take(size)
}

// tooLarge says when a grown buffer is given up: a file of long lines should not grow it for each of them, since what is given up stays
// until the collector has come, and one long line should not occupy memory for the rest of the file. So it is kept until the shorter
// lines behind have come to a few times its size.
func (s *splitter) tooLarge() bool {
	const patience = 4
	s.idle += s.r
	return s.idle > patience*len(s.buf)
}

var (
	errConvert = errors.New("convert it to UTF-8, with iconv -f UTF-16 -t UTF-8")
	errGzip    = errors.New("these bytes are gzip: read them with source.Open, or through a gzip.Reader")
	errZstd    = errors.New("these bytes are zstd: read them with source.Open, or through a zstd.Decoder")
)

// foreign says of the first bytes of a file, up to four, why it has no lines that could be read, and what to do; "" if it may have.
func foreign(head []byte) (Reason, error) {
	switch {
	case isUTF16(head):
		return ErrUTF16, errConvert
	case bytes.HasPrefix(head, []byte("\x1f\x8b\x08")):
		return ErrCompressed, errGzip
	case bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return ErrCompressed, errZstd
	}
	return "", nil
}

// isUTF16 looks at the first bytes of a file: a byte order mark, or a printable ASCII character and another one, each in two bytes.
func isUTF16(p []byte) bool {
	if len(p) >= 2 && (p[0] == 0xff && p[1] == 0xfe || p[0] == 0xfe && p[1] == 0xff) {
		return true
	}
	if len(p) < 4 {
		return false
	}
	// Nothing but NUL bytes in every second place: no record of UTF-8 begins so.
	return isPrintable(p[0]) && p[1] == 0 && p[2] != 0 && p[3] == 0 || p[0] == 0 && isPrintable(p[1]) && p[2] == 0 && p[3] != 0
}

func isPrintable(b byte) bool { return ' ' < b && b < 0x7f }

package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/ndwire/ndwire/decoder"
)

// Range opens a part of a file, for work that is divided: the lines that begin in its bytes [from, to). A line that
// begins there is read to its end, and one that begins before is left out, so adjacent ranges give each line once,
// wherever they are cut. A to beyond the end means the end. Only the range and the rest of its last line are read. A
// file that has become shorter since Range has opened it is an error, [decoder.ErrUnreadable].
//
// Pos.Offset is the line's offset in the file. The number of lines before it is unknown, so Pos.Line counts from the first line of the range.
// For the same reason the Line of a Checkpoint is wrong; its Offset is right: after an interruption, go on with Range(path, cp.Offset, to).
//
// Of an archive, from and to are bytes of the archive, and it is divided where its frames begin: those of zstd (as pzstd and the seekable
// format write them), and members of gzip (as bgzip writes them, or cat of several archives). A range has the lines that begin behind a line
// feed in its frames. Many archives have one frame, which then belongs to the range that has the archive's beginning. Pos.Offset counts the
// text from the first frame of the range, whose offset in the archive it begins with. A range is decompressed on the goroutine that reads
// it, since other ranges may run in parallel.
//
// The error of a damaged frame comes from the range that the frame begins in, or from the range before, and from both if the damage stands
// before the first line feed. A file that has no lines, because it is UTF-16, gives its error in the range that has its beginning.
func Range(path string, from, to int64) (*Source, error) {
	if from < 0 || to < from {
		return nil, fmt.Errorf("source: invalid range of bytes [%d, %d)", from, to)
	}
	in, info, err := openPlain(path)
	if err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	s := openRange(in, file{path: path, size: info.Size()}, identity(in), from, to)
	s.hold(in)
	return s, nil
}

// RangeOf is Range for any io.ReaderAt, such as an object in a store or a text in memory. size is its length in
// bytes, and name its name in positions and errors. An error of in is a *[decoder.Error] with
// [decoder.ErrUnreadable], which wraps it. io.EOF before size is such an error, too, and wraps io.ErrUnexpectedEOF.
//
// in is read sequentially, in pieces of 64 KB to 1 MB. Of an archive, smaller pieces tell where the range begins and
// ends: some at its beginning, of zstd a few bytes of each block of the frames before the end of the range. Close
// does not close it.
func RangeOf(in io.ReaderAt, name string, size, from, to int64) (*Source, error) {
	if from < 0 || to < from || size < 0 {
		return nil, fmt.Errorf("source: invalid range of bytes [%d, %d) of %d", from, to, size)
	}
	return openRange(in, file{path: name, size: size}, "", from, to), nil
}

func openRange(in io.ReaderAt, f file, id string, from, to int64) *Source {
	to = min(to, f.size)
	from = min(from, to)
	s := newSource()
	s.total.Store(to - from)
	s.in = &byteRange{src: s, in: wholeReads{in, f.size}, id: id, file: f, from: from, to: to}
	return s
}

// wholeReads reads an input of a known size. Unlike in, whose ReadAt a program may have written, it always follows
// the rules of io.ReaderAt. If in ends before size, the file has become shorter, or has not come as a whole: that is
// io.ErrUnexpectedEOF.
type wholeReads struct {
	in   io.ReaderAt
	size int64
}

func (w wholeReads) ReadAt(p []byte, at int64) (n int, err error) {
	most := min(int64(len(p)), max(w.size-at, 0))
	for int64(n) < most && err == nil {
		var more int
		free := p[n:most]
		more, err = w.in.ReadAt(free, at+int64(n))
		switch {
		case more < 0 || more > len(free):
			return n, fmt.Errorf("its ReadAt returned the count %d for %d bytes", more, len(free))
		case more == 0 && err == nil:
			return n, io.ErrNoProgress
		}
		n += more
	}
	switch {
	case int64(n) < most && err == io.EOF:
		return n, io.ErrUnexpectedEOF
	case n < len(p) && err == nil:
		return n, io.EOF
	}
	return n, err
}

// byteRange is the input of a range of bytes.
//
// Its text has two parts, before and after a border near to. The range ends after the first line feed of the second part. So, unless it
// begins with the file, it begins after the first line feed of the first part, where the previous range ended.
type byteRange struct {
	src      *Source
	in       io.ReaderAt
	id       string // of the file, if it has one
	file     file
	from, to int64

	started bool
	format  string // of the archive, "" for a plain file
	text    parts  // nil before the beginning and after the end
	behind  bool   // the first part is over
	ahead   []byte // read in search of the beginning

	probe   gzip.Reader // of isMember
	probeIn bufio.Reader
}

// parts is a text in two parts.
type parts interface {
	// Read reads the first part up to its end, which is io.EOF, and after that the second.
	io.Reader
	// second begins the second part.
	second() error
	close()
}

func (r *byteRange) next() (decoder.File, error) {
	if r.started {
		r.leave()
		return decoder.File{}, io.EOF
	}
	r.started = true
	begin := decoder.File{Name: r.file.path, Line: 1, ID: r.id, Complete: true}
	if r.from == r.to || r.from > 0 && r.fileHasNoLines() {
		r.leave()
		return begin, nil
	}
	var err error
	if r.text, begin.Offset, err = r.open(); err == nil && r.from > 0 {
		var skipped int64
		skipped, err = r.skip()
		begin.Offset += skipped
	}
	if err == io.EOF { // no line begins here
		r.leave()
		return begin, nil
	}
	return begin, r.explain(err)
}

// fileHasNoLines reports whether the first bytes of the file, or of the text in it, show that it is UTF-16 or an archive
// that cannot be read. Only the range that begins with the file reports that.
func (r *byteRange) fileHasNoLines() bool {
	whole := *r
	whole.src, whole.from, whole.to = newSource(), 0, r.file.size
	text, _, err := whole.open()
	if err != nil {
		return false
	}
	defer text.close()
	var head [headSize]byte
	n, _ := io.ReadFull(text, head[:])
	return hasNoLines(head[:n])
}

// open returns the text and its offset.
func (r *byteRange) open() (text parts, at int64, err error) {
	var head [4]byte
	n, err := r.in.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		return nil, 0, unreadable(r.file.path, err)
	}
	switch r.format = formatOf(head[:n]); r.format {
	case "gzip":
		return openMembers(r)
	case "zstd":
		return openFrames(r)
	}
	at = max(r.from-1, 0) // a line that begins at from has a line feed before it
	return &plainParts{
		Reader: r.section(at, r.to-1),
		rest:   r.section(r.to-1, r.file.size),
	}, at, nil
}

// section reads some bytes of the file, and counts them.
func (r *byteRange) section(from, to int64) io.Reader {
	return &counted{section{SectionReader: io.NewSectionReader(r.in, from, to-from), path: r.file.path}, r.src}
}

// section is a part of a file. It keeps errors of reading apart from those of an archive.
type section struct {
	*io.SectionReader
	path string
	err  error
}

func (s *section) Read(p []byte) (int, error) {
	n, err := s.SectionReader.Read(p)
	if err != nil && err != io.EOF {
		s.err = unreadable(s.path, err)
		err = s.err
	}
	return n, err
}

// counted counts the bytes read of a file, up to its size.
type counted struct {
	section
	src *Source
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.section.Read(p)
	if done, total := c.src.Progress(); done+int64(n) <= total {
		c.src.done.Add(int64(n))
	} else {
		c.src.done.Store(total)
	}
	return n, err
}

// skip skips the first part up to its first line feed, and returns the number of bytes.
func (r *byteRange) skip() (n int64, err error) {
	buf := make([]byte, 64<<10)
	for {
		got, err := r.text.Read(buf)
		if i := bytes.IndexByte(buf[:got], '\n'); i >= 0 {
			r.ahead = buf[i+1 : got]
			return n + int64(i) + 1, nil
		}
		n += int64(got)
		if err != nil {
			return n, err
		}
	}
}

func (r *byteRange) read(p []byte) (int, error) {
	if r.text == nil {
		if !r.started {
			return 0, errNoFile
		}
		return 0, io.EOF
	}
	if len(r.ahead) > 0 {
		n := copy(p, r.ahead)
		r.ahead = r.ahead[n:]
		return n, nil
	}
	n, err := r.text.Read(p)
	switch {
	case r.behind:
		if i := bytes.IndexByte(p[:n], '\n'); i >= 0 {
			r.leave()
			return i + 1, io.EOF
		}
	case err == io.EOF:
		r.behind = true
		if err = r.text.second(); err == nil || n > 0 {
			return n, r.explain(err)
		}
	}
	return n, r.explain(err)
}

// explain turns an error of reading into one of the file.
func (r *byteRange) explain(err error) error {
	if _, ok := errors.AsType[*decoder.Error](err); ok {
		return err
	}
	switch {
	case err == nil || err == io.EOF:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return cutArchive(r.file.path, r.format)
	}
	return damagedArchive(r.file.path, r.format, err)
}

func (r *byteRange) leave() {
	if r.text != nil {
		r.text.close()
		r.text = nil
	}
	r.src.release()
}

// plainParts are the parts of a plain file.
type plainParts struct {
	io.Reader
	rest io.Reader
}

func (t *plainParts) second() error {
	t.Reader = t.rest
	return nil
}

func (t *plainParts) close() {}

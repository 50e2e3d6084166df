package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync/atomic"

	"github.com/ndwire/ndwire/decoder"
)

// magics are the first bytes of archives. No JSON text begins with one of them.
var magics = func() map[string]string {
	m := map[string]string{"\x1f\x8b": "gzip", "\x28\xb5\x2f\xfd": "zstd"}
	for c := byte(0x50); c < 0x60; c++ { // a frame to be skipped, which may come before the others
		m[string([]byte{c, 0x2a, 0x4d, 0x18})] = "zstd"
	}
	return m
}()

// maxWindow is how far back a zstd archive may refer, which is also how much memory it may take: as much as the zstd command
// allows where nobody has told it otherwise.
const maxWindow = 128 << 20

// stream is an open file, decompressed if it is an archive.
type stream struct {
	file   file
	disk   disk
	plain  io.Reader // what is read; nil until the first bytes have shown what it is
	format string    // of the archive, "" for a plain file
	free   func()
	end    error // for good
}

func newStream(f file, in *os.File, src *Source) *stream {
	return &stream{file: f, disk: disk{in: in, from: readerOf(in, src.stop), done: &src.done}}
}

// disk counts what is read, and keeps apart the errors that are not an archive's.
type disk struct {
	in   *os.File
	from io.Reader // in, or what reads a pipe
	n    int64
	done *atomic.Int64
	err  error
}

func (d *disk) Read(p []byte) (int, error) {
	n, err := d.from.Read(p)
	d.count(int64(n))
	if err != nil && err != io.EOF {
		d.err = err
	}
	return n, err
}

func (d *disk) count(n int64) {
	d.n += n
	d.done.Add(n)
}

func (s *stream) Read(p []byte) (int, error) {
	if s.end == nil && s.plain == nil {
		s.end = s.begin()
	}
	if s.end != nil {
		return 0, s.end
	}
	n, err := s.plain.Read(p)
	if err != nil {
		s.end = s.explain(err)
	}
	return n, s.end
}

// begin looks at the first bytes. It waits for no more of them than are needed: a pipe may have given one short line.
func (s *stream) begin() error {
	head := make([]byte, 0, 512)
	for undecided(head) {
		n, err := s.disk.Read(head[len(head):cap(head)])
		head = head[:len(head)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return s.explain(err)
		}
	}
	all := io.MultiReader(bytes.NewReader(head), &s.disk)
	const large = 256 << 10
	s.format = formatOf(head)
	switch {
	case s.format == "":
		s.plain = all
	case s.file.size >= aheadSizes.from && runtime.GOMAXPROCS(0) > 1:
		a := newAhead(s)
		s.plain, s.free = a, a.close
	default:
		z, free, err := newUnpacker(s.format)
		if err == nil {
			err = z.Reset(bufio.NewReaderSize(all, large))
		}
		if err != nil {
			return s.explain(err)
		}
		s.plain, s.free = z, free
	}
	return nil
}

// formatOf says what sort of archive begins with head, "" for none.
func formatOf(head []byte) string {
	for magic, format := range magics {
		if bytes.HasPrefix(head, []byte(magic)) {
			return format
		}
	}
	return ""
}

// undecided reports whether more bytes could make head the beginning of an archive.
func undecided(head []byte) bool {
	for magic := range magics {
		if len(head) < len(magic) && magic[:len(head)] == string(head) {
			return true
		}
	}
	return false
}

// explain makes errors of the disk and of an archive errors of that file only: the input goes on behind them.
func (s *stream) explain(err error) error {
	switch {
	case err == io.EOF && s.plain != nil:
		return err
	case s.disk.err != nil:
		return unreadable(s.file.name(), s.disk.err)
	case s.format == "":
		return unreadable(s.file.name(), err)
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return &decoder.Error{File: s.file.name(), Reason: decoder.ErrIncomplete, Err: fmt.Errorf("the %s archive is cut: %w", s.format, io.ErrUnexpectedEOF)}
	}
	return &decoder.Error{File: s.file.name(), Reason: decoder.ErrArchive, Err: fmt.Errorf("%s: %w", s.format, err)}
}

func (s *stream) close() {
	if s.free != nil {
		s.free()
		s.free = nil
	}
	s.end = io.EOF
}

package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"

	"github.com/ndwire/ndwire/decoder"
)

// magics are the first bytes of archives. No JSON text begins with one of them.
var magics = func() map[string]string {
	m := map[string]string{gzipMagic: "gzip", "\x28\xb5\x2f\xfd": "zstd"}
	for c := byte(0x50); c < 0x60; c++ { // skippable frames, which may come first
		m[string([]byte{c, 0x2a, 0x4d, 0x18})] = "zstd"
	}
	return m
}()

// maxWindow is the largest window of a zstd archive in bytes, which is also the memory that it takes: the default limit of the zstd
// command.
const maxWindow = 128 << 20

// stream is an open file, decompressed if it is an archive.
type stream struct {
	file   file
	disk   disk
	plain  io.Reader // the text; nil until the format is known
	format string    // of the archive, "" for a plain file
	free   func()
	end    error // the error that ends the file
}

func newStream(f file, in *os.File, src *Source) *stream {
	return &stream{file: f, disk: disk{in: in, from: readerOf(in, src.stop), done: &src.done}}
}

// disk counts what is read, and keeps errors of reading apart from those of an archive.
type disk struct {
	in   *os.File
	from io.Reader // in, or a reader of a pipe
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

// begin detects the format by the first bytes. It waits for no more than are needed, since a pipe may deliver one short line only.
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

// headSize is the number of bytes at the beginning of a text that show whether it has lines.
const headSize = 4

// hasNoLines reports whether a Reader finds no lines in a text that begins with head, of up to headSize bytes, because
// it is UTF-16 or an archive.
func hasNoLines(head []byte) bool {
	_, err := decoder.NewLines(bytes.NewReader(head)).Next()
	return errors.Is(err, decoder.ErrUTF16) || errors.Is(err, decoder.ErrCompressed)
}

// formatOf returns the archive format that begins with head, "" for none.
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

// explain turns errors of the disk and of an archive into errors of this file only, after which reading goes on with the next file.
func (s *stream) explain(err error) error {
	switch {
	case err == io.EOF && s.plain != nil:
		return err
	case s.disk.err != nil:
		return unreadable(s.file.name(), s.disk.err)
	case s.format == "":
		return unreadable(s.file.name(), err)
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return cutArchive(s.file.name(), s.format)
	}
	return damagedArchive(s.file.name(), s.format, err)
}

// damagedArchive returns the error of an archive that cannot be decompressed.
func damagedArchive(file, format string, err error) *decoder.Error {
	if !strings.HasPrefix(err.Error(), format+":") {
		err = fmt.Errorf("%s: %w", format, err)
	}
	return &decoder.Error{File: file, Reason: decoder.ErrArchive, Err: err}
}

// cutArchive returns the error of an archive that is cut. It is an error of the archive, and, since more bytes may be written, that of an
// incomplete line, too.
func cutArchive(file, format string) *decoder.Error {
	return &decoder.Error{File: file, Reason: decoder.ErrIncomplete, Err: cutError(format)}
}

// cutError says that an archive of a format is cut.
type cutError string

func (format cutError) Error() string {
	return fmt.Sprintf("the %s archive is cut: %v", string(format), io.ErrUnexpectedEOF)
}

func (cutError) Unwrap() []error { return []error{io.ErrUnexpectedEOF, decoder.ErrArchive} }

func (s *stream) close() {
	if s.free != nil {
		s.free()
		s.free = nil
	}
	s.end = io.EOF
}

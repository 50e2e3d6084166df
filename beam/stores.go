package ndwirebeam

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // for paths without a scheme
)

// openFrom has the functions that RegisterStore was given, by scheme.
var openFrom = map[string]func(ctx context.Context, path string, offset int64) (io.ReadCloser, error){}

// RegisterStore sets the function that opens files of a scheme ("s3") at an offset, which Beam's file systems cannot do. Call it in an
// init function, beside the import of the file system, which lists the files and returns their sizes. Package gcs does both for gs://.
//
// Files of a store without it, and archives of all stores, are read from their beginning by one worker each. Local files are divided, and
// so are local archives that have several frames.
func RegisterStore(scheme string, open func(ctx context.Context, path string, offset int64) (io.ReadCloser, error)) {
	openFrom[scheme] = open
}

// scheme returns the scheme of a path, "" for none.
func scheme(path string) string {
	name, _, found := strings.Cut(path, "://")
	if !found {
		return ""
	}
	return name
}

// stores has the file systems that a DoFn has opened, by scheme. They are kept because those of clouds take long to open.
type stores map[string]filesystem.Interface

func (s *stores) of(ctx context.Context, path string) (filesystem.Interface, error) {
	name := scheme(path)
	if fs := (*s)[name]; fs != nil {
		return fs, nil
	}
	fs, err := filesystem.New(context.WithoutCancel(ctx), path)
	if err != nil {
		return nil, fmt.Errorf("ndwirebeam: %w", err)
	}
	if *s == nil {
		*s = stores{}
	}
	(*s)[name] = fs
	return fs, nil
}

func (s *stores) close() (err error) {
	for _, fs := range *s {
		err = errors.Join(err, fs.Close())
	}
	*s = nil
	return err
}

// object is an open file.
type object interface {
	io.ReaderAt
	io.Closer
}

// open opens a file whose size, and possibly whose first bytes, are known. divisible reports whether reading at an offset does not read the bytes
// before it.
func (s *stores) open(ctx context.Context, path string, size int64, head []byte) (o object, divisible bool, err error) {
	if open := openFrom[scheme(path)]; open != nil {
		return &stream{open: func(at int64) (io.ReadCloser, error) { return open(ctx, path, at) }, size: size, head: head}, true, nil
	}
	fs, err := s.of(ctx, path)
	if err != nil {
		return nil, false, err
	}
	in, err := fs.OpenRead(ctx, path)
	if err != nil {
		return nil, false, err
	}
	if o, ok := in.(object); ok {
		return o, true, nil
	}
	open := func(at int64) (io.ReadCloser, error) {
		in, err := fs.OpenRead(ctx, path)
		if err != nil {
			return nil, err
		}
		if _, err = io.CopyN(io.Discard, in, at); err != nil {
			in.Close()
			return nil, err
		}
		return in, nil
	}
	return &stream{open: open, size: size, head: head, in: in}, false, nil
}

// The last pages that were read of a store are kept, because a block begins a little before the end of what was read for the block before.
const (
	pageSize = 512 << 10 // bytes
	maxPages = 4
)

// stream is a file that can be opened at an offset. A read that goes on where the last one ended, or lies in the last pages, does not open
// it again; any other does.
type stream struct {
	open  func(offset int64) (io.ReadCloser, error)
	size  int64
	head  []byte        // the first bytes, which each block reads
	in    io.ReadCloser // its next byte is at offset next; nil if nothing is open
	next  int64
	pages []page // the latest ones, oldest first
}

type page struct {
	at   int64
	data []byte
}

func (s *stream) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) {
		if at+int64(n) >= s.size {
			return n, io.EOF
		}
		data, err := s.from(at + int64(n))
		if err != nil {
			return n, err
		}
		n += copy(p[n:], data)
	}
	return n, nil
}

// from returns some bytes at an offset, at least one.
func (s *stream) from(at int64) ([]byte, error) {
	if at < int64(len(s.head)) {
		return s.head[at:], nil
	}
	for _, p := range s.pages {
		if p.at <= at && at < p.at+int64(len(p.data)) {
			return p.data[at-p.at:], nil
		}
	}
	if s.in == nil || at != s.next {
		if err := s.Close(); err != nil {
			return nil, err
		}
		in, err := s.open(at)
		if err != nil {
			return nil, err
		}
		s.in, s.next = in, at
	}
	var data []byte
	if len(s.pages) == maxPages {
		data = s.pages[0].data[:0]
		s.pages = slices.Delete(s.pages, 0, 1)
	}
	data = slices.Grow(data, pageSize)[:min(pageSize, s.size-at)]
	if _, err := io.ReadFull(s.in, data); err != nil {
		s.Close()
		if err == io.EOF { // the file has become shorter: that is an error, and not the end of it
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	s.pages = append(s.pages, page{at, data})
	s.next = at + int64(len(data))
	return data, nil
}

func (s *stream) Close() error {
	if s.in == nil {
		return nil
	}
	err := s.in.Close()
	s.in = nil
	return err
}

// headSize is how many bytes of a file show its format.
const headSize = 4

func headOf(o io.ReaderAt) ([]byte, error) {
	head := make([]byte, headSize)
	n, err := o.ReadAt(head, 0)
	if err == io.EOF {
		err = nil
	}
	return head[:n], err
}

// isArchive reports whether a file with these first bytes is gzip or zstd.
func isArchive(head []byte) bool {
	const (
		gzip      = "\x1f\x8b"
		zstd      = "\x28\xb5\x2f\xfd"
		skippable = "\x2a\x4d\x18" // after a byte of 0x50 to 0x5f
	)
	return bytes.HasPrefix(head, []byte(gzip)) || string(head) == zstd || len(head) == headSize && head[0]&0xf0 == 0x50 && string(head[1:]) == skippable
}

// isWide reports whether a file with these first bytes may be UTF-16, which the decoder recognizes and refuses.
func isWide(head []byte) bool {
	return bytes.IndexByte(head, 0) >= 0 || bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff"))
}

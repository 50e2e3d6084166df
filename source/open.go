package source

import (
	"fmt"
	"io"
	"os"

	"github.com/ndwire/ndwire/decoder"
)

// Open opens files one after another: paths, folders (every .jsonl, .ndjson, .log below, and .gz and .zst of these, in the
// order of their names), patterns with **, and "-" or nothing for the standard input. A path that is there is no pattern. In
// folders and by patterns only plain files are found, and links to them: no pipes, and no links that lead nowhere. Links to folders
// are followed by * alone, since they may go round in circles.
//
// gzip and zstd are recognised by content. A truncated archive gives every whole line before the cut, then a *decoder.Error,
// and the next file goes on. Files are opened when their turn comes; one that cannot be opened then is an error that ends
// reading, as is a disk that fails.
func Open(paths ...string) (*Source, error) {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	var files []file
	for _, p := range paths {
		found, err := find(p)
		if err != nil {
			return nil, fmt.Errorf("source: %w", err)
		}
		files = append(files, found...)
	}
	return openSeries(files), nil
}

// file is one thing to read. Its size is -1 if only reading it will tell.
type file struct {
	path string // "" is the standard input
	size int64
}

const stdin = "stdin"

func (f file) name() string {
	if f.path == "" {
		return stdin
	}
	return f.path
}

// series is the input of files one after another.
type series struct {
	src   *Source
	files []file  // that are still to come
	cur   *stream // nil before the first, and behind the last

	resumed *decoder.File // cur was opened in the middle: the next call of next says so
}

func openSeries(files []file) *Source {
	s := newSource()
	s.in = &series{src: s, files: files}
	var total int64
	for _, f := range files {
		if f.size < 0 {
			return s
		}
		total += f.size
	}
	s.total.Store(total)
	return s
}

func (s *series) next() (decoder.File, error) {
	if f := s.resumed; f != nil {
		s.resumed = nil
		return *f, nil
	}
	if s.cur != nil {
		if rest := s.cur.file.size - s.cur.disk.n; rest > 0 {
			s.src.done.Add(rest) // it is passed over
		}
		s.leave()
	}
	if len(s.files) == 0 {
		return decoder.File{}, io.EOF
	}
	f := s.files[0]
	s.files = s.files[1:]
	begin := decoder.File{Name: f.name(), Line: 1}
	in := os.Stdin
	if f.path != "" {
		var err error
		if in, err = os.Open(f.path); err != nil {
			return begin, fmt.Errorf("source: %w", err) // the next call goes on behind it
		}
		begin.ID = identity(in)
		s.src.hold(in)
	}
	s.cur = newStream(f, in, s.src)
	return begin, nil
}

func (s *series) read(p []byte) (int, error) {
	if s.cur == nil {
		return 0, errNoFile
	}
	return s.cur.Read(p)
}

func (s *series) leave() {
	if s.cur == nil {
		return
	}
	s.cur.close()
	s.cur = nil
	s.src.release()
}

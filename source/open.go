package source

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ndwire/ndwire/decoder"
)

// Open opens files one after another: paths, folders (every .jsonl, .ndjson, .log below, and .gz and .zst of these, in the
// order of their names), patterns with **, and "-" or nothing for the standard input. A path that exists is not taken as a pattern. In
// folders and by patterns only plain files are found, and links to them: no pipes, and no links that lead nowhere. Links to folders
// are followed by * alone, since they may go round in circles.
//
// One bad file costs one file. What cannot be read is an error of that path, a *[decoder.Error], and reading goes on with the next file:
// a path that does not exist, a folder or a pattern without files, a folder that may not be listed, a file that is gone when
// it is to be opened, a disk that fails ([decoder.ErrUnreadable], and errors.Is says whether it is [fs.ErrNotExist] or [fs.ErrPermission]).
// If there are only such errors, Open returns them, and no Source.
//
// gzip and zstd are recognised by content. A truncated archive gives every whole line before the cut, of gzip without
// what is in the last four bytes, then a *decoder.Error, which is both [decoder.ErrIncomplete] and, by errors.Is,
// [decoder.ErrArchive], and the next file goes on. Archives are decompressed while they are read, and take little
// memory: a zstd archive as much as it refers back, 8 MB mostly, and no more than 128 MB: what needs more is damaged
// ([decoder.ErrArchive]). Zeros behind the members of a gzip archive, as tapes and block devices leave them, are
// skipped; anything else there is damage, after all lines of the members.
//
// Archives on disk of 256 KB and more are decompressed ahead on goroutines, unless GOMAXPROCS is 1. An archive with several frames (zstd as
// pzstd and the seekable format write it, gzip as bgzip does) is decompressed by several goroutines: as many as there are processors (for zstd
// one fewer, since the loop needs one as well), but at most four. Lines, positions and errors are the same. The memory is up to 4 MB of text
// for each goroutine and what it refers back to, 48 MB in all. None of these goroutines waits for the loop: each ends when its 4 MB are full,
// at the end, and with Close, so a loop that is left leaves none behind. Pipes and the standard input are decompressed by the reading
// goroutine.
//
// A named pipe or a device that an argument names is read as cat would read it: Read waits for somebody to write to a pipe, until
// [Source.Close]. To end that with a context:
//
//	defer context.AfterFunc(ctx, func() { src.Close() })()
func Open(paths ...string) (*Source, error) {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	var files []file
	for _, p := range paths {
		files = append(files, find(p)...)
	}
	var all []error
	for _, f := range files {
		if f.err == nil {
			return openSeries(files), nil
		}
		all = append(all, f.err)
	}
	return nil, fmt.Errorf("source: %w", errors.Join(all...))
}

// series is an input of several files, one after another.
type series struct {
	src   *Source
	files []file  // not opened yet
	cur   *stream // nil before the first and after the last

	resumed *decoder.File // cur was opened at a checkpoint: next returns this once
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
		cur := s.cur
		s.leave()
		if rest := cur.file.size - cur.disk.n; rest > 0 {
			s.src.done.Add(rest) // it is skipped
		}
	}
	if len(s.files) == 0 {
		return decoder.File{}, io.EOF
	}
	f := s.files[0]
	s.files = s.files[1:]
	if f.err != nil {
		return decoder.File{Name: f.err.File, Line: 1}, f.err
	}
	begin := decoder.File{Name: f.name(), Line: 1}
	if f.path == "" {
		s.cur = newStream(f, os.Stdin, s.src)
		info, err := os.Stdin.Stat()
		begin.Complete = err == nil && info.Mode().IsRegular()
		return begin, nil
	}
	in, err := open(f.path)
	if err == nil {
		err = f.check(in)
	}
	if err != nil {
		s.src.done.Add(max(f.size, 0)) // it is skipped
		return begin, unreadable(f.path, err)
	}
	begin.ID, begin.Complete = identity(in), f.size >= 0
	s.src.hold(in)
	s.cur = newStream(f, in, s.src)
	return begin, nil
}

// check returns an error, and closes in, if f must not be read.
func (f file) check(in *os.File) error {
	info, err := in.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = errors.New("it is a folder now")
	case f.size >= 0 && !info.Mode().IsRegular():
		err = errors.New("it is no longer a plain file")
	default:
		return nil
	}
	in.Close()
	return err
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

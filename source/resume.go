package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/fingerprint"
)

// ErrRewritten says that a file is not the one that was read, or not the same up to where it was read. It is
// [decoder.ErrRewritten].
const ErrRewritten = decoder.ErrRewritten

// Resume opens a file at a checkpoint: its next line is the first one, and positions are those of the whole file. If the file is
// not the one that was read, or is not the same up to there, the error is [ErrRewritten], with a Source that begins at the
// file's beginning. What a checkpoint leaves empty (a program may make its own) is not compared.
//
// Of a gzip or zstd archive, offsets are those of the text, and the text up to there is decompressed again: it takes time, not
// memory.
func Resume(cp decoder.Checkpoint) (*Source, error) {
	if err := validate(cp); err != nil {
		return nil, err
	}
	in, info, err := openPlain(cp.File)
	if err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	f := file{path: cp.File, size: info.Size()}
	s := newSource()
	s.total.Store(f.size)
	cur := newStream(f, in, s)
	begin, err := cur.seek(cp)
	if err != nil {
		cur.close()
		in.Close()
		if errors.Is(err, ErrRewritten) {
			return openSeries([]file{f}), err
		}
		return nil, err
	}
	begin.Complete = true
	s.hold(in)
	s.in = &series{src: s, cur: cur, resumed: &begin}
	return s, nil
}

// FollowFrom is [Follow] from a checkpoint on, which is compared with the file as [Resume] does. If the error is [ErrRewritten],
// the Source follows the file from its beginning. A file of which something was read and that no longer exists counts as rewritten, too: the
// Source waits for the next file of that name.
func FollowFrom(ctx context.Context, cp decoder.Checkpoint, opts ...Option) (*Source, error) {
	if err := validate(cp); err != nil {
		return nil, err
	}
	in, _, err := openPlain(cp.File)
	if errors.Is(err, fs.ErrNotExist) {
		if cp.Offset == 0 {
			return Follow(ctx, cp.File, opts...)
		}
		s, err := Follow(ctx, cp.File, Wait())
		if err == nil {
			err = rewritten(cp, "it is gone")
		}
		return s, err
	}
	if err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	format, err := formatIn(in)
	if err == nil && format != "" {
		err = errNoFollow(cp.File, format)
	}
	var begin decoder.File
	if err == nil {
		begin, err = compare(in, cp)
	}
	if err != nil {
		in.Close()
		if errors.Is(err, ErrRewritten) {
			s, bad := Follow(ctx, cp.File, Wait()) // it existed just now
			if bad != nil {
				err = bad
			}
			return s, err
		}
		return nil, err
	}
	return newFollower(ctx, cp.File).from(in, begin)
}

// validate returns an error for an invalid checkpoint.
func validate(cp decoder.Checkpoint) error {
	head, headOK := fingerprint.Len(cp.Head)
	tail, tailOK := fingerprint.Len(cp.Tail)
	switch {
	case cp.File == "":
		return errors.New("source: the checkpoint names no file: its Reader did not read from a Source")
	case cp.File == stdin && cp.ID == "":
		return errors.New("source: the checkpoint is one of the standard input, which cannot be opened again")
	case cp.Offset < 0, cp.Line < 0, !headOK, !tailOK, int64(max(head, tail)) > cp.Offset:
		return fmt.Errorf("source: damaged checkpoint of %s, read the file from its beginning: %+v", cp.File, cp)
	}
	return nil
}

// openPlain opens a plain file. Nothing else has an offset to resume at, or an end that lines are appended to.
func openPlain(path string) (*os.File, fs.FileInfo, error) {
	in, err := open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := in.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notPlain(path, info.Mode())
	}
	if err != nil {
		in.Close()
		return nil, nil, err
	}
	return in, info, nil
}

func notPlain(path string, mode fs.FileMode) error {
	what := "a device, which only Open reads"
	switch {
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe, which only Open reads"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	}
	return fmt.Errorf("%s is not a plain file but %s", path, what)
}

// rewritten returns the error for a file that cannot be resumed.
func rewritten(cp decoder.Checkpoint, why string) error {
	return fmt.Errorf("source: %s: %w since the checkpoint: %s", cp.File, ErrRewritten, why)
}

// formatIn returns the archive format of a plain file, "" for none.
func formatIn(in *os.File) (string, error) {
	var head [4]byte
	n, err := in.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		return "", fmt.Errorf("source: %w", err)
	}
	return formatOf(head[:n]), nil
}

// seek moves to the checkpoint. It returns the position there, or an error: ErrRewritten if the file is not the same up to there.
func (s *stream) seek(cp decoder.Checkpoint) (decoder.File, error) {
	format, err := formatIn(s.disk.in)
	if err != nil {
		return decoder.File{}, err
	}
	if format != "" {
		return s.unpack(cp)
	}
	begin, err := compare(s.disk.in, cp)
	if err == nil {
		_, err = s.disk.in.Seek(cp.Offset, io.SeekStart)
	}
	if err != nil {
		return decoder.File{}, err
	}
	s.plain = &s.disk // the format is detected only at the beginning of a file
	s.disk.n = cp.Offset
	s.disk.done.Add(cp.Offset)
	return begin, nil
}

// unpack decompresses the text up to the checkpoint.
func (s *stream) unpack(cp decoder.Checkpoint) (decoder.File, error) {
	id := identity(s.disk.in)
	if err := compareID(cp, id); err != nil {
		return decoder.File{}, err
	}
	var seen ends
	n, err := io.CopyN(&seen, s, cp.Offset)
	if n < cp.Offset {
		if s.disk.err != nil {
			err = fmt.Errorf("source: %w", s.disk.err)
		} else if err == io.EOF {
			err = rewritten(cp, "it is shorter than what was read")
		} else if bad, ok := errors.AsType[*decoder.Error](err); ok {
			err = rewritten(cp, bad.Err.Error())
		}
		return decoder.File{}, err
	}
	return begin(cp, id, seen.head, seen.tail)
}

// ends keeps the first and the last bytes of what is written to it.
type ends struct{ head, tail []byte }

func (e *ends) Write(p []byte) (int, error) {
	e.head, e.tail = fingerprint.First(e.head, p), fingerprint.Last(e.tail, p)
	return len(p), nil
}

// compare checks that a plain file is the same up to the checkpoint.
func compare(in *os.File, cp decoder.Checkpoint) (decoder.File, error) {
	id := identity(in)
	if err := compareID(cp, id); err != nil {
		return decoder.File{}, err
	}
	n := min(cp.Offset, fingerprint.Size)
	head, tail := make([]byte, n), make([]byte, n)
	_, err := in.ReadAt(head, 0)
	if err == nil {
		_, err = in.ReadAt(tail, cp.Offset-n)
	}
	if err == io.EOF {
		return decoder.File{}, rewritten(cp, "it is shorter than what was read")
	}
	if err != nil {
		return decoder.File{}, fmt.Errorf("source: %w", err)
	}
	return begin(cp, id, head, tail)
}

// compareID compares the identity of the file. If nothing was read of the old file, any other will do.
func compareID(cp decoder.Checkpoint, id string) error {
	if cp.ID != "" && id != "" && cp.ID != id && cp.Offset > 0 {
		return rewritten(cp, "another file has its name")
	}
	return nil
}

// begin compares the first and the last bytes before the checkpoint, as many of each as it has, and returns the position at which reading begins.
func begin(cp decoder.Checkpoint, id string, head, tail []byte) (decoder.File, error) {
	n, _ := fingerprint.Len(cp.Head)
	m, _ := fingerprint.Len(cp.Tail)
	switch {
	case fingerprint.Of(head[:n]) != cp.Head:
		return decoder.File{}, rewritten(cp, "it begins with something else")
	case fingerprint.Of(tail[len(tail)-m:]) != cp.Tail:
		return decoder.File{}, rewritten(cp, "something else stands before the checkpoint")
	}
	return decoder.File{Name: cp.File, ID: id, Offset: cp.Offset, Line: max(cp.Line, 1), Head: fingerprint.Of(head), Before: tail}, nil
}

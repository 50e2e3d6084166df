package decoder

import "io"

// Files is an input of several files. If the io.Reader of a Reader is also a Files, each file begins with line 1, and positions have its
// name: Read returns io.EOF at the end of a file, and NextFile moves to the next one, or returns io.EOF. NextFile is called before the
// first Read, and may be called before a file's end, whose rest is then skipped. No line runs from one file into the next.
//
// An [*Error] from Read or NextFile ends that file only: it is delivered like a bad line, and the next file goes on.
type Files interface {
	io.Reader
	NextFile() (File, error)
}

// File describes a file that begins: its name, and the position of the first byte that Read will return. A Line of 0 means 1.
type File struct {
	Name         string
	Offset, Line int64

	// Complete says that all bytes of the file are there: no Read waits for a writer, as a Read of a pipe does. Package transcript may
	// then read as much as it needs to find out the protocol of the file.
	Complete bool

	// These are for the Checkpoints of inputs that can be opened at one. All of them may be empty.

	ID     string // identifies the file, whatever its path is
	Head   string // of the Checkpoint at Offset; not needed if Offset is 0
	Before []byte // the last bytes before Offset, 1 KB of them or all
}

// OneFile is an input of one file: all that r returns. It gives a name and a position to bytes that have none, and makes one file of a
// Files, that of the last NextFile, an input of its own.
func OneFile(f File, r io.Reader) Files { return &oneFile{Reader: r, file: f} }

type oneFile struct {
	io.Reader
	file    File
	started bool
}

func (f *oneFile) NextFile() (File, error) {
	if f.started {
		return File{}, io.EOF
	}
	f.started = true
	return f.file, nil
}

package decoder

import "io"

// Files is an input of several files. A Reader whose io.Reader is also a Files begins each with line 1 and names it in
// positions: Read gives io.EOF at the end of a file, and NextFile moves to the next, or says io.EOF. NextFile is called
// before the first Read, and may be called before a file's end, whose rest is then passed over. No line runs from one file into the next.
//
// An [*Error] from Read or NextFile ends that file only: it is delivered like a bad line, and the next file goes on.
type Files interface {
	io.Reader
	NextFile() (File, error)
}

// File is what a Reader needs to know of a file that begins: its name, and the position of the first byte that Read will
// give. A Line of 0 is taken as 1.
type File struct {
	Name         string
	Offset, Line int64

	// Complete says that all bytes of the file are there: no Read waits for a writer, as one of a pipe does. Package transcript takes all
	// the time that it needs to find out the protocol of such a file.
	Complete bool

	// What a Checkpoint says of the file, for inputs that can be opened at one; all of it may be left out.

	ID     string // names the file itself, whatever its path is
	Head   string // of a Checkpoint at Offset; where Offset is 0, the Reader sees for itself
	Before []byte // the last bytes before Offset, 1 KB of them or all
}

// OneFile is an input of one file: what r gives up to its end. It gives a name and a position to bytes that have none, and
// makes one file of a Files, that of the last NextFile, an input of its own.
func OneFile(f File, r io.Reader) Files { return &oneFile{Reader: r, file: f} }

type oneFile struct {
	io.Reader
	file  File
	begun bool
}

func (f *oneFile) NextFile() (File, error) {
	if f.begun {
		return File{}, io.EOF
	}
	f.begun = true
	return f.file, nil
}

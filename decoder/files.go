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
}

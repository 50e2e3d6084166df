package decoder

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/fingerprint"
)

// A block is a run of whole lines of one file, and what comes after them: the splitter cuts the input into blocks, and lineDecoders read
// them.
type block struct {
	from         *File // the file, as the input gave it; nil before the first one
	file         string
	line         int64  // number of the first line
	offset       int64  // of data[0] in the file
	data         []byte // whole lines with their line ends; empty if there is only err or tooLong
	unterminated bool   // the last line, which may be tooLong, has no line end, because its file ends there

	large    bool      // data lies in a buffer that has grown for a long line
	buf      []byte    // the buffer that data lies in, if the block owns it; else nil
	tooLong  *longLine // if not nil, the block is one line over MaxLine, and data is empty
	err      error     // comes after the lines: an *Error, after which the input goes on, or why the input ended
	reported bool      // err has been merged into the error of the last line
}

// longLine is what remains of a line over MaxLine.
type longLine struct {
	length int64  // without the line end
	size   int64  // with it
	head   []byte // its first bytes, for an excerpt and a checkpoint
	tail   []byte // its last bytes
}

// add adds the next bytes of the line, which are dropped then.
func (l *longLine) add(p []byte) {
	l.head = fingerprint.First(l.head, p)
	l.tail = fingerprint.Last(l.tail, p)
	l.size += int64(len(p))
}

// lineAt returns where the line that begins at data[i] ends, without its line end, and where the next one begins.
func (b *block) lineAt(i int) (end, next int) {
	if n := bytes.IndexByte(b.data[i:], '\n'); n >= 0 {
		end, next = i+n, i+n+1
	} else {
		end, next = len(b.data), len(b.data)
	}
	if end > i && b.data[end-1] == '\r' {
		end--
	}
	return end, next
}

// end returns the offset of what comes after the lines of b.
func (b *block) end() int64 {
	if b.tooLong != nil {
		return b.offset + b.tooLong.size
	}
	return b.offset + int64(len(b.data))
}

// lines counts the lines of b.
func (b *block) lines() int64 {
	if b.tooLong != nil {
		return 1
	}
	n := int64(bytes.Count(b.data, []byte{'\n'}))
	if b.unterminated {
		n++
	}
	return n
}

// recordBounds says where the record of a line stands: without the byte order marks, NUL bytes and white space around it. A line with an
// empty record is blank, unless it has NUL bytes.
type recordBounds struct {
	from, to int
	nul      bool // there are NUL bytes before or after the record
	padded   bool // there are NUL bytes after the record
}

func boundsOf(line []byte) recordBounds {
	r := recordBounds{to: len(line)}
	if n := len(line); n > 1 && line[0] == '{' && line[n-1] == '}' {
		return r
	}
front:
	for ; r.from < r.to; r.from++ {
		switch line[r.from] {
		case ' ', '\t', '\r', '\n':
		case 0:
			r.nul = true
		case 0xef:
			if !bytes.HasPrefix(line[r.from:], []byte("\xef\xbb\xbf")) {
				break front
			}
			r.from += 2
		default:
			break front
		}
	}
back:
	for ; r.from < r.to; r.to-- {
		switch line[r.to-1] {
		case ' ', '\t', '\r', '\n':
		case 0:
			r.nul, r.padded = true, true
		default:
			break back
		}
	}
	return r
}

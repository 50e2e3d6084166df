package decoder

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/fingerprint"
)

// A block is a run of whole lines of one file, and what comes behind them.
type block struct {
	from   *File // the file, as the input gave it; nil before the first one
	file   string
	line   int64  // number of the first line
	offset int64  // of data[0] in the file
	data   []byte // whole lines with their line ends; empty if there is only an err to tell
	open   bool   // the last line, also one over MaxLine, has no line end, because its file ends there

	large    bool      // data lies in a buffer that a long line has made grow
	buf      []byte    // what data lies in, if that belongs to this block alone
	tooLong  *longLine // data is empty, and the block is one line over MaxLine
	err      error     // comes behind the lines: an *Error, after which the input goes on, or the end of it
	reported bool      // err is part of what the last line's error says
}

// longLine is what is kept of a line that was skipped for its length.
type longLine struct {
	length int64  // without the line end
	size   int64  // with it
	head   []byte // its first bytes, enough for an excerpt and a checkpoint
	tail   []byte // its last bytes
}

// keep takes note of the next bytes of the line, which will be gone.
func (l *longLine) keep(p []byte) {
	l.head = fingerprint.First(l.head, p)
	l.tail = fingerprint.Last(l.tail, p)
	l.size += int64(len(p))
}

// lineAt finds the line that begins at data[i]: it ends, without its line end, at end, and the next one begins at next.
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

// lines counts the lines of b.
func (b *block) lines() int64 {
	if b.tooLong != nil {
		return 1
	}
	n := int64(bytes.Count(b.data, []byte{'\n'}))
	if b.open {
		n++
	}
	return n
}

// recordBounds says what of a line is its record: not the byte order marks and NUL bytes around it, and no white space. An
// empty record is a blank line, unless there are NUL bytes on it.
type recordBounds struct {
	from, to int
	nul      bool // there are NUL bytes before or after it
	padded   bool // NUL bytes after it
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

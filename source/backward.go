package source

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/ndwire/ndwire/decoder"
)

// Backward opens a plain file from its end, as long as it is now: newest lines first. Lines may have any length. A
// file that has become shorter since then is an error, [decoder.ErrUnreadable].
//
// Pos.Offset is the line's offset in the file. The number of lines before it is unknown, so Pos.Line counts from the end: 1 is
// the last line. For the same reason the Line of a Checkpoint is wrong; its Offset is right, and Resume goes forward from there.
func Backward(path string) (*Source, error) {
	in, info, err := openPlain(path)
	if err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	format, err := formatIn(in)
	if err == nil && format != "" {
		err = fmt.Errorf("source: %s is a %s archive, which has no lines at its end: unpack it", path, format)
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	s := newSource()
	s.total.Store(info.Size())
	b := &backward{src: s, path: path, in: in, id: identity(in), start: info.Size(), from: info.Size()}
	s.in = b
	s.hold(in)
	return s, nil
}

// window is the number of bytes read at once.
const window = 256 << 10

// backward is the input of a file from its end. Each line is a file to the Reader, so that lines can come in any order.
type backward struct {
	src  *Source
	path string
	id   string
	in   *os.File

	start    int64 // offset of the current line; the text before it has not been read
	line     int64 // its number, from the end
	at, end  int64 // the part of it still to be read
	encoding bool  // the file is UTF-16: only its first bytes are read

	// The bytes of the file from offset from on. They contain the current line, unless it is longer than a window.
	bytes []byte
	from  int64
}

func (b *backward) next() (decoder.File, error) {
	if b.start == 0 {
		b.leave()
		return decoder.File{}, io.EOF
	}
	if b.line++; b.line == 1 {
		if err := b.detect(); err != nil {
			return decoder.File{}, err
		}
	}
	end := b.start
	if b.encoding {
		b.src.done.Store(end - min(end, headSize)) // the rest is skipped
		end, b.start = min(end, headSize), 0
	} else {
		start, err := b.find(end)
		if err != nil {
			b.start = 0
			return decoder.File{}, err
		}
		b.start = start
	}
	b.at, b.end = b.start, end
	return decoder.File{Name: b.path, ID: b.id, Offset: b.start, Line: b.line, Complete: true}, nil
}

// detect finds out whether the file is UTF-16, which cannot be split into lines. The Reader reports it.
func (b *backward) detect() error {
	var head [headSize]byte
	n, err := b.in.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		b.start = 0
		return unreadable(b.path, err)
	}
	b.encoding = hasNoLines(head[:n])
	return nil
}

// find returns the start of the line that ends at end, its line feed included.
func (b *backward) find(end int64) (int64, error) {
	for before := end - 1; before > 0; { // from before on, the line has no line feed except the one at its end
		if before <= b.from || before > b.from+int64(len(b.bytes)) {
			to := before
			if before == end-1 {
				to = end
			}
			if err := b.load(to); err != nil {
				return 0, err
			}
		}
		if i := bytes.LastIndexByte(b.bytes[:before-b.from], '\n'); i >= 0 {
			return b.from + int64(i) + 1, nil
		}
		if before == end-1 && b.from > 0 && end-b.from < window {
			// The line may fit into a window, but not into this one.
			if err := b.load(end); err != nil {
				return 0, err
			}
			continue
		}
		before = b.from
	}
	return 0, nil
}

// load reads the window that ends at to.
func (b *backward) load(to int64) error {
	b.from = max(to-window, 0)
	if b.bytes == nil {
		b.bytes = make([]byte, min(to, window))
	}
	b.bytes = b.bytes[:to-b.from]
	return b.readAt(b.bytes, b.from)
}

// readAt fills p with the bytes at an offset.
func (b *backward) readAt(p []byte, offset int64) error {
	_, err := b.in.ReadAt(p, offset)
	if err == nil {
		return nil
	}
	b.bytes, b.start = b.bytes[:0], 0 // nothing is left to read
	if err == io.EOF {                // the file has become shorter
		err = io.ErrUnexpectedEOF
	}
	return unreadable(b.path, err)
}

func (b *backward) read(p []byte) (int, error) {
	if b.line == 0 {
		return 0, errNoFile
	}
	n := int(min(int64(len(p)), b.end-b.at))
	if b.from <= b.at && b.end <= b.from+int64(len(b.bytes)) {
		copy(p, b.bytes[b.at-b.from:b.end-b.from])
	} else if err := b.readAt(p[:n], b.at); err != nil {
		return 0, err
	}
	b.at += int64(n)
	b.src.done.Add(int64(n))
	if b.at == b.end {
		return n, io.EOF
	}
	return n, nil
}

func (b *backward) leave() { b.src.release() }

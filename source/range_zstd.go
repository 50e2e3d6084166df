package source

import (
	"errors"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

// frames are the parts of a zstd archive: the frames that begin in a range, and those after it.
type frames struct {
	*zstd.Decoder
	r    *byteRange
	from int64 // of the second part
}

// openFrames returns the text of the frames that begin in the range of r, and the offset of the first one; io.EOF if there is none.
func openFrames(r *byteRange) (parts, int64, error) {
	at, border := int64(0), r.file.size
	var err error
	if r.from > 0 { // a frame begins at offset 0
		if at, err = r.findFrame(0, r.from); err != nil {
			return nil, 0, err
		}
		if at >= r.to {
			return nil, 0, io.EOF
		}
	}
	if r.to < r.file.size {
		if border, err = r.findFrame(at, r.to); err != nil {
			return nil, 0, err
		}
	}
	z, err := zstd.NewReader(r.section(at, border), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, 0, err
	}
	return &frames{z, r, border}, at, nil
}

func (f *frames) second() error { return f.Reset(f.r.section(f.from, f.r.file.size)) }

func (f *frames) close() { f.Close() }

// findFrame returns the offset of the first frame that begins at to or after it; the size of the archive if there is none. It goes from
// frame to frame by their headers and those of their blocks, which say how long they are; a frame begins at from. After damage no more frames
// are found.
func (r *byteRange) findFrame(from, to int64) (int64, error) {
	for from < to {
		end, _, err := frameEnd(r.in, r.file.size, from, math.MaxInt64)
		if err == errNoFrame {
			return r.file.size, nil
		}
		if err != nil {
			return 0, unreadable(r.file.path, err)
		}
		from = end
	}
	if from < r.file.size {
		if _, _, err := frameEnd(r.in, r.file.size, from, math.MaxInt64); err == errNoFrame {
			return r.file.size, nil
		}
	}
	return min(from, r.file.size), nil
}

var errNoFrame = errors.New("this is not a frame")

// frameEnd returns the end and the window size of the frame at an offset. For a frame that is cut or longer than most bytes, the end is
// that of the archive.
func frameEnd(in io.ReaderAt, size, at, most int64) (end, window int64, err error) {
	buf := make([]byte, zstd.HeaderMaxSize)
	n, err := in.ReadAt(buf, at)
	if err != nil && err != io.EOF {
		return 0, 0, err
	}
	var h zstd.Header
	if h.Decode(buf[:n]) != nil {
		return 0, 0, errNoFrame
	}
	begin := at
	at += int64(h.HeaderSize)
	if h.Skippable {
		return at + int64(h.SkippableSize), 0, nil
	}
	if window = int64(min(h.WindowSize, math.MaxInt64)); h.SingleSegment {
		window = int64(min(h.FrameContentSize, math.MaxInt64))
	}
	for last := false; !last; {
		if at-begin > most {
			return size, window, nil
		}
		// A block has a header of three bytes: whether it is the last one, its type, and its size.
		if n, err = in.ReadAt(buf[:3], at); n < 3 {
			if err == io.EOF { // it is cut
				return size, window, nil
			}
			return 0, 0, err
		}
		header := int64(buf[0]) | int64(buf[1])<<8 | int64(buf[2])<<16
		last = header&1 != 0
		at += 3
		const (
			repeated = 1 // one byte, which is repeated
			reserved = 3
		)
		switch size := header >> 3; header >> 1 & 3 {
		case repeated:
			at++
		case reserved:
			return 0, 0, errNoFrame
		default:
			at += size
		}
	}
	if h.HasCheckSum {
		at += 4
	}
	return at, window, nil
}

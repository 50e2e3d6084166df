package source

import (
	"errors"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

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

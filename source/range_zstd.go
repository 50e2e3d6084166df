package source

import (
	"bufio"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

// frames are the parts of a zstd archive: the frames that begin in a range, and those after it.
type frames struct {
	*zstd.Decoder
	r    *byteRange
	in   *bufio.Reader // what the Decoder reads, three bytes at a time at the beginning of a block
	from int64         // of the second part
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
	in := bufio.NewReaderSize(r.section(at, border), 256<<10)
	z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, 0, err
	}
	return &frames{z, r, in, border}, at, nil
}

func (f *frames) second() error {
	f.in.Reset(f.r.section(f.from, f.r.file.size))
	return f.Reset(f.in)
}

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

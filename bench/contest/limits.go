package contest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/transcript"
)

// Limits returns lower bounds for the time of decoders: they copy, read or split the same bytes and do nothing else. Each of them checks that it has
// seen all bytes, and, if it finds lines, all lines.
func Limits(transcript.Protocol) []Reading {
	return []Reading{
		{Library: "copy", Pass: limitCopy, Group: Counts},
		{Library: "split", Pass: limitSplit, Group: Counts},
		{Library: "read", Pass: limitRead, Group: Counts},
		{Library: "read-split", Pass: limitReadSplit, Group: Counts},
	}
}

// readSize is the size in bytes of one read(2). With less, more lines cross the end of the buffer; with more, the buffer does not fit into the
// second-level cache.
const readSize = 256 << 10

// copied is assigned so that the compiler does not remove the copies.
var copied []byte

// limitCopy copies each line to memory of its own: the least that a decoder of owned lines must do.
func limitCopy(in *Input, d *digest.Digest) error {
	n := 0
	for i := range in.Len() {
		copied = append([]byte(nil), in.Line(i)...)
		n += len(copied) + 1
	}
	return all(in, n, in.Len(), d)
}

// limitSplit finds the newlines, in memory.
func limitSplit(in *Input, d *digest.Digest) error {
	data, n, lines := in.Data, 0, 0
	for {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return all(in, n, lines, d)
		}
		n += i + 1
		lines++
		data = data[i+1:]
	}
}

// limitRead reads the file.
func limitRead(in *Input, d *digest.Digest) error {
	n := 0
	err := reads(in, func(f *os.File) error {
		buffer := make([]byte, readSize)
		for {
			k, err := f.Read(buffer)
			n += k
			if err != nil {
				return ended(err)
			}
		}
	})
	if err != nil {
		return err
	}
	return all(in, n, in.Len(), d)
}

// limitReadSplit reads the file and finds the newlines. A line that crosses the end of the buffer is moved to its beginning, and the buffer grows for
// a line that does not fit, so that every line is contiguous in memory.
func limitReadSplit(in *Input, d *digest.Digest) error {
	n, lines := 0, 0
	err := reads(in, func(f *os.File) error {
		buffer := make([]byte, readSize)
		start, seen, end := 0, 0, 0 // the start of the current line, and the ends of the searched and of the read bytes
		for {
			if i := bytes.IndexByte(buffer[seen:end], '\n'); i >= 0 {
				n += seen + i + 1 - start
				lines++
				start = seen + i + 1
				seen = start
				continue
			}
			end = copy(buffer, buffer[start:end])
			start, seen = 0, end
			if end == len(buffer) {
				buffer = append(buffer, make([]byte, len(buffer))...)
			}
			k, err := f.Read(buffer[end:])
			end += k
			if err != nil {
				return ended(err)
			}
		}
	})
	if err != nil {
		return err
	}
	return all(in, n, lines, d)
}

func reads(in *Input, read func(f *os.File) error) error {
	path, err := in.Path()
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return read(f)
}

func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// all returns an error if a limit has not seen all bytes and all lines.
func all(in *Input, bytes, lines int, d *digest.Digest) error {
	if bytes != len(in.Data) || lines != in.Len() {
		return fmt.Errorf("saw %d bytes in %d lines, want %d in %d", bytes, lines, len(in.Data), in.Len())
	}
	d.Lines, d.Texts = lines, bytes
	return nil
}

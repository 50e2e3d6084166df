package claudecode

import (
	"encoding/binary"
	"sort"

	"github.com/ndwire/ndwire/decoder"
)

// places remembers where lines stand, in 3 to 5 bytes each: a line usually follows the one before, so that its length and one
// byte say all.
type places struct {
	chunks [][]byte
	files  []fileStart
	last   decoder.Pos
	n      uint32
}

type fileStart struct {
	line uint32 // the number of its first line here
	name string
}

const (
	placesChunk = 16 << 10
	placeMax    = 1 + 3*binary.MaxVarintLen64

	oddLine   = 1 // the number of the line follows, as a difference
	oddOffset = 2 // so does its offset
)

// add remembers a place, which is the n-th.
func (p *places) add(pos decoder.Pos) {
	if len(p.files) == 0 || p.last.File != pos.File {
		p.files = append(p.files, fileStart{p.n, pos.File})
		p.last = decoder.Pos{File: pos.File}
	}
	if k := len(p.chunks); k == 0 || placesChunk-len(p.chunks[k-1]) < placeMax {
		p.chunks = append(p.chunks, make([]byte, 0, placesChunk))
	}
	c := &p.chunks[len(p.chunks)-1]
	head := len(*c)
	*c = append(*c, 0)
	line, offset := pos.Line-p.last.Line-1, pos.Offset-p.last.Offset-p.last.Length-1
	if line != 0 {
		(*c)[head] |= oddLine
		*c = binary.AppendVarint(*c, line)
	}
	if offset != 0 {
		(*c)[head] |= oddOffset
		*c = binary.AppendVarint(*c, offset)
	}
	*c = binary.AppendVarint(*c, pos.Length)
	p.last = pos
	p.n++
}

// file is the name of a line's file.
func (p *places) file(line uint32) string {
	after := sort.Search(len(p.files), func(i int) bool { return p.files[i].line > line })
	return p.files[after-1].name
}

// each calls f with the places of the given lines, whose numbers rise.
func (p *places) each(lines []uint32, f func(i int, pos decoder.Pos)) {
	var pos decoder.Pos
	n, file, next := uint32(0), 0, 0
	for _, c := range p.chunks {
		for len(c) > 0 && next < len(lines) {
			if file < len(p.files) && p.files[file].line == n {
				pos = decoder.Pos{File: p.files[file].name}
				file++
			}
			head := c[0]
			c = c[1:]
			number := func() int64 {
				v, k := binary.Varint(c)
				c = c[k:]
				return v
			}
			pos.Offset += pos.Length + 1
			pos.Line++
			if head&oddLine != 0 {
				pos.Line += number()
			}
			if head&oddOffset != 0 {
				pos.Offset += number()
			}
			pos.Length = number()
			for ; next < len(lines) && lines[next] == n; next++ {
				f(next, pos)
			}
			n++
		}
	}
}

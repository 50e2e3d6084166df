package claudecode

import (
	"encoding/binary"
	"sort"

	"github.com/ndwire/ndwire/decoder"
)

// positions stores the positions of lines, in 3 to 5 bytes each: a byte of flags, differences of line and offset where a line does not
// directly follow the previous one, and the length.
type positions struct {
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
	positionChunk = 16 << 10
	maxPosition   = 1 + 3*binary.MaxVarintLen64

	hasLine   = 1 // the difference of the line number comes next
	hasOffset = 2 // the difference of the offset comes next
)

// add appends a position; its number is p.n.
func (p *positions) add(pos decoder.Pos) {
	if len(p.files) == 0 || p.last.File != pos.File {
		p.files = append(p.files, fileStart{p.n, pos.File})
		p.last = decoder.Pos{File: pos.File}
	}
	if k := len(p.chunks); k == 0 || positionChunk-len(p.chunks[k-1]) < maxPosition {
		p.chunks = append(p.chunks, make([]byte, 0, positionChunk))
	}
	c := &p.chunks[len(p.chunks)-1]
	flags := len(*c)
	*c = append(*c, 0)
	line, offset := pos.Line-p.last.Line-1, pos.Offset-p.last.Offset-p.last.Length-1
	if line != 0 {
		(*c)[flags] |= hasLine
		*c = binary.AppendVarint(*c, line)
	}
	if offset != 0 {
		(*c)[flags] |= hasOffset
		*c = binary.AppendVarint(*c, offset)
	}
	*c = binary.AppendVarint(*c, pos.Length)
	p.last = pos
	p.n++
}

// file returns the name of a line's file.
func (p *positions) file(line uint32) string {
	after := sort.Search(len(p.files), func(i int) bool { return p.files[i].line > line })
	return p.files[after-1].name
}

// each calls f with the positions of lines, whose numbers are in ascending order.
func (p *positions) each(lines []uint32, f func(i int, pos decoder.Pos)) {
	var pos decoder.Pos
	n, file, next := uint32(0), 0, 0
	for _, c := range p.chunks {
		for len(c) > 0 && next < len(lines) {
			if file < len(p.files) && p.files[file].line == n {
				pos = decoder.Pos{File: p.files[file].name}
				file++
			}
			flags := c[0]
			c = c[1:]
			number := func() int64 {
				v, k := binary.Varint(c)
				c = c[k:]
				return v
			}
			pos.Offset += pos.Length + 1
			pos.Line++
			if flags&hasLine != 0 {
				pos.Line += number()
			}
			if flags&hasOffset != 0 {
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

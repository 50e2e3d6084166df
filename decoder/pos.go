package decoder

import (
	"strconv"

	"github.com/ndwire/ndwire/internal/printable"
)

// Pos is the position of a line.
type Pos struct {
	File   string
	Line   int64 // 1-based
	Offset int64 // of its first byte in the (decompressed) file
	Length int64 // without the line end

	Salvaged bool // the line was cut out of a damaged one, see Salvage
}

// String returns FILE:LINE, or "line LINE" if there is no file name. Characters of the name that could control a terminal are escaped.
func (p Pos) String() string {
	n := strconv.FormatInt(p.Line, 10)
	if p.File == "" {
		return "line " + n
	}
	return printable.Text(p.File) + ":" + n
}

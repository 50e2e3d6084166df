package decoder

import "strconv"

// Pos is where a line stands.
type Pos struct {
	File   string
	Line   int64 // 1-based
	Offset int64 // of its first byte in the (decompressed) file
	Length int64 // without the line end

	Salvaged bool // cut out of a damaged line, see Salvage
}

// String is FILE:LINE, or "line LINE" where there is no file name.
func (p Pos) String() string {
	n := strconv.FormatInt(p.Line, 10)
	if p.File == "" {
		return "line " + n
	}
	return p.File + ":" + n
}

package contest

import (
	"time"

	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/transcript"
)

// A Reading is one way to read a corpus.
type Reading struct {
	Library string

	// Pass reads the input once: the whole file, or line by line.
	Pass func(in *Input, d *digest.Digest) error

	// Line reads one line. A reading with Line needs no Pass. Lines of a user's own logs for which it fails are left out.
	Line func(line []byte, d *digest.Digest) error

	Group Group
	Skip  func() string // returns why the contender cannot take part; nil or "" if it can

	// For a contender that is another process: what its passes have cost so far, by its own count, and its verdict on each line.
	spent func() spent
	each  func(in *Input) ([]verdict, error)
}

// A Group is a set of contenders that read the same values, and must come to the same digest.
type Group int

const (
	Whole  Group = iota // all typed members
	View                // some fields only
	Counts              // lines and bytes: a limit, and not a contender
)

// A Writing is one way to encode. Load decodes the corpus into the values that the library encodes.
type Writing struct {
	Library string
	Load    func(in *Input) (writer, error)
	Skip    func() string
	spent   func() spent                                     // see Reading
	judge   func(p transcript.Protocol, line []byte) verdict // reports whether a line is written as it was read
}

// A writer encodes a corpus that it has decoded.
type writer interface {
	// write encodes all lines, and returns the number of bytes.
	write() (size int, err error)
	// save does the same, and writes the lines to a file.
	save(path string) (size int, err error)
}

// spent is what the passes of a program have cost, by its own count.
type spent struct {
	time               time.Duration
	allocated, objects uint64
}

func (s spent) minus(before spent) spent {
	return spent{s.time - before.time, s.allocated - before.allocated, s.objects - before.objects}
}

// verdict is what a contender reads in a single line.
type verdict struct {
	Error string // why it cannot read the line; "" if it can
	Seen  digest.Digest
}

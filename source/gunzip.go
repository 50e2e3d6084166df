package source

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// gunzip reads the members of a gzip archive. Zeros behind a member are skipped, as by gzip: tapes and block devices fill their last block with
// them. A member's text is delivered before the next member is looked for, since that may block.
type gunzip struct {
	in  *bufio.Reader
	zip gzip.Reader // reads one member
}

const (
	gzipMagic    = "\x1f\x8b"
	gzipDeflated = gzipMagic + "\x08" // the only method that there is
)

var errBehindMembers = errors.New("gzip: what follows is not gzip")

// Reset makes g read the members of in, which is a *bufio.Reader. It returns io.EOF if there are none.
func (g *gunzip) Reset(in io.Reader) error {
	g.in = in.(*bufio.Reader)
	if err := g.skipZeros(); err != nil {
		return err
	}
	return g.begin()
}

// skipZeros skips zeros up to the next member. It returns io.EOF at the end of the archive.
func (g *gunzip) skipZeros() error {
	for {
		switch c, err := g.in.ReadByte(); {
		case err != nil:
			return err
		case c == 0:
			continue
		case c != gzipMagic[0]:
			err = errBehindMembers
			fallthrough
		default:
			g.in.UnreadByte() // cannot fail after ReadByte
			return err
		}
	}
}

// begin begins to read a member.
func (g *gunzip) begin() error {
	err := g.zip.Reset(g.in)
	g.zip.Multistream(false)
	return err
}

// member reads the rest of a member. It returns io.EOF after its last byte.
func (g *gunzip) member(p []byte) (int, error) {
	n, err := g.zip.Read(p)
	if n > 0 && err == io.EOF {
		return n, nil // the next call returns the end again
	}
	return n, err
}

func (g *gunzip) Read(p []byte) (int, error) {
	for {
		n, err := g.member(p)
		if err == io.EOF {
			if err = g.skipZeros(); err == nil {
				if err = g.begin(); err == nil {
					continue
				}
			}
		}
		return n, err
	}
}

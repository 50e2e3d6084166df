package source

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

// members are the parts of a gzip archive: the members that begin in a range, and those after it. A member that findMember does not recognize,
// because it is damaged, belongs to the range that has the member before.
type members struct {
	r   *byteRange
	in  *bufio.Reader // has the archive from here on
	pos *offset       // of what in has read
	zip *gzip.Reader  // reads one member; nil if there is none left
	all bool          // the second part has begun
}

// offset counts the bytes that were read.
type offset struct {
	io.Reader
	n int64
}

func (o *offset) Read(p []byte) (int, error) {
	n, err := o.Reader.Read(p)
	o.n += int64(n)
	return n, err
}

// openMembers returns the text of the members that begin in the range of r, and the offset of the first one; io.EOF if there is none.
func openMembers(r *byteRange) (parts, int64, error) {
	at, err := r.findMember()
	if err != nil {
		return nil, 0, err
	}
	m := &members{r: r, pos: &offset{r.section(at, r.file.size), at}}
	m.in = bufio.NewReaderSize(m.pos, 256<<10)
	if m.zip, err = gzip.NewReader(m.in); err != nil {
		return nil, at, err
	}
	m.zip.Multistream(false)
	return m, at, nil
}

func (m *members) Read(p []byte) (int, error) {
	for {
		if m.zip == nil {
			return 0, io.EOF
		}
		n, err := m.zip.Read(p)
		if err == io.EOF {
			if n > 0 {
				return n, nil // the next call returns the end
			}
			if at := m.pos.n - int64(m.in.Buffered()); !m.all && at >= m.r.to {
				found, err := m.r.isMember(at)
				if found || at >= m.r.file.size || err != nil {
					return 0, cmp.Or(err, io.EOF)
				}
				// The member is damaged, and no other range finds it: its lines and the error belong to this range.
			}
			if err = m.advance(); err == nil {
				continue
			}
		}
		return n, err
	}
}

// advance begins with the next member.
func (m *members) advance() error {
	err := m.zip.Reset(m.in)
	if err == io.EOF {
		m.zip = nil
		return err
	}
	m.zip.Multistream(false)
	return err
}

func (m *members) second() error {
	m.all = true
	if m.zip == nil {
		return io.EOF
	}
	return nil
}

func (m *members) close() {
	if m.zip != nil {
		m.zip.Close()
	}
}

// findMember returns the offset of the first member that begins in the range. gzip has no index of members, and the magic bytes may
// occur within one, so a candidate must also decompress.
func (r *byteRange) findMember() (int64, error) {
	if r.from == 0 {
		return 0, nil
	}
	const (
		magic = "\x1f\x8b\x08" // with the only method that there is
		step  = 1 << 20
	)
	buf := make([]byte, step+len(magic)-1)
	for from := r.from; from < r.to; from += step {
		n, err := r.in.ReadAt(buf, from)
		if err != nil && err != io.EOF {
			return 0, unreadable(r.file.path, err)
		}
		for i := 0; ; i++ {
			next := bytes.Index(buf[i:n], []byte(magic))
			if i += next; next < 0 || i >= step || from+int64(i) >= r.to {
				break
			}
			switch ok, err := r.isMember(from + int64(i)); {
			case err != nil:
				return 0, err
			case ok:
				return from + int64(i), nil
			}
		}
	}
	return 0, io.EOF
}

// isMember reports whether a member begins at an offset: it is whole, or its first 256 KB of text are good.
func (r *byteRange) isMember(at int64) (bool, error) {
	in := &section{SectionReader: io.NewSectionReader(r.in, at, r.file.size-at), path: r.file.path}
	z, err := gzip.NewReader(bufio.NewReader(in))
	if err != nil {
		return false, in.err
	}
	defer z.Close()
	z.Multistream(false)
	_, err = io.CopyN(io.Discard, z, 256<<10)
	return err == nil || err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF), in.err // a cut archive counts up to the cut
}

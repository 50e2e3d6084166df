package source

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
)

// members are the parts of a gzip archive: the members that begin in a range, and those after it. A member that findMember does not recognize,
// because it is damaged, belongs to the range that has the member before.
type members struct {
	gunzip
	r   *byteRange
	pos *offset // of what in has read
	end bool    // there is no member left
	all bool    // the second part has begun
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
	if err = m.Reset(bufio.NewReaderSize(m.pos, 256<<10)); err != nil {
		return nil, at, err
	}
	return m, at, nil
}

func (m *members) Read(p []byte) (int, error) {
	for !m.end {
		n, err := m.member(p)
		if err != io.EOF {
			return n, err
		}
		if err = m.skipZeros(); err == io.EOF {
			m.end = true
			break
		}
		if at := m.pos.n - int64(m.in.Buffered()); err == nil && !m.all && at >= m.r.to {
			found, err := m.r.isMember(at)
			if found || err != nil {
				return 0, cmp.Or(err, io.EOF)
			}
			// The member is damaged, and no other range finds it: its lines and the error belong to this range.
		}
		if err == nil {
			err = m.begin()
		}
		if err != nil {
			return 0, err
		}
	}
	return 0, io.EOF
}

func (m *members) second() error {
	m.all = true
	if m.end {
		return io.EOF
	}
	return nil
}

func (m *members) close() { m.zip.Close() }

// findMember returns the offset of the first member that begins in the range. gzip has no index of members, and the magic bytes may
// occur within one, so a candidate must also decompress.
func (r *byteRange) findMember() (int64, error) {
	if r.from == 0 {
		return 0, nil
	}
	const step = 1 << 20
	buf := make([]byte, step+len(gzipDeflated)-1)
	for from := r.from; from < r.to; from += step {
		n, err := r.in.ReadAt(buf, from)
		if err != nil && err != io.EOF {
			return 0, unreadable(r.file.path, err)
		}
		for i := 0; ; i++ {
			next := bytes.Index(buf[i:n], []byte(gzipDeflated))
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
	r.probeIn.Reset(in)
	if r.probe.Reset(&r.probeIn) != nil {
		return false, in.err
	}
	r.probe.Multistream(false)
	_, err := io.CopyN(io.Discard, &r.probe, 256<<10)
	return err == nil || err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF), in.err // a cut archive counts up to the cut
}

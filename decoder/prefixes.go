package decoder

import "bytes"

// A loop with Only or Except peeks at each line, and scans the lines that it delivers a second time to decode them. This file saves the peek
// for most of these: a line that begins as a delivered one did, up to and including its tag, is decoded at once, and its kind then decides
// whether it is delivered. That is so for most lines of programs that write the tag first.

const (
	maxPrefixes = 4
	maxPrefix   = 64 // bytes
)

// prefixes has the beginnings of delivered lines, up to the end of their tags: the latest maxPrefixes different ones.
type prefixes struct {
	list [maxPrefixes]prefix
	next int
}

type prefix struct {
	text [maxPrefix]byte
	size int // 0: the prefix is not in use
}

// learn adds the beginning of a delivered record. end is the offset after its tag; 0 if that is unknown.
func (p *prefixes) learn(record []byte, end int) {
	if end <= 0 || end > min(maxPrefix, len(record)) || p.match(record) {
		return
	}
	oldest := &p.list[p.next]
	oldest.size = copy(oldest.text[:], record[:end])
	p.next = (p.next + 1) % maxPrefixes
}

// match reports whether line begins with one of the prefixes.
func (p *prefixes) match(line []byte) bool {
	for i := range p.list {
		known := &p.list[i]
		if known.size == 0 {
			break
		}
		if bytes.HasPrefix(line, known.text[:known.size]) {
			return true
		}
	}
	return false
}

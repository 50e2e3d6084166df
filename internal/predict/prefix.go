package predict

import "bytes"

// Prefix is how the objects of a union began that keep their tags behind other members: with the same first key, any value, and the same
// text again, up to the key of the tag or of the first object or array. In transcripts that text is the folder, and the version of the
// program: hundreds of bytes that are the same on each line.
type Prefix struct {
	first []byte // the brace, the key and the colon
	rest  []byte // from the end of the value to the quote of a key
	seen  uint32 // fingerprint of what should have been in rest the last time that it was not
}

// maxPrefix bounds what is remembered of an object.
const maxPrefix = 1 << 10

// First is how many bytes of an object stand before its first value, if it begins as the one before; otherwise 0.
func (p *Prefix) First(object []byte) int {
	if len(p.first) > 0 && bytes.HasPrefix(object, p.first) {
		return len(p.first)
	}
	return 0
}

// Rest is how many bytes are as before from the end of the first value on, up to the quote of a key; otherwise 0.
func (p *Prefix) Rest(text []byte) int {
	if n := len(p.rest); n < len(text) && text[n] == '"' && bytes.HasPrefix(text, p.rest) { // and no space before the key
		return n
	}
	return 0
}

// Learn takes note of how an object begins: first is what stands before the first value, rest from its end to the quote of a key. Where
// that changes from line to line, nothing is copied.
func (p *Prefix) Learn(first, rest []byte) {
	if !Prefixes || len(first)+len(rest) > maxPrefix {
		return
	}
	if f := fingerprint(rest); f != p.seen {
		p.seen = f
		return
	}
	p.first = append(p.first[:0], first...)
	p.rest = append(p.rest[:0], rest...)
}

func (p *Prefix) forget() { p.first, p.rest, p.seen = p.first[:0], p.rest[:0], 0 }

package predict

import "bytes"

// Prefix is how the objects of a union begin whose tags stand behind other members: with the same first key, any value, and the same text
// after it, up to the key of the tag or of the first object or array. In transcripts that text has the folder and the program's version:
// hundreds of bytes that are the same on each line.
type Prefix struct {
	first []byte // the brace, the first key and its colon
	rest  []byte // from the end of the first value to the quote of a key
	seen  uint32 // fingerprint of the rest that came last and was not equal to rest
}

// maxPrefix is the largest number of bytes of an object that are remembered.
const maxPrefix = 1 << 10

// First returns the number of bytes before the object's first value if the object begins with the remembered key; otherwise 0.
func (p *Prefix) First(object []byte) int {
	if len(p.first) > 0 && bytes.HasPrefix(object, p.first) {
		return len(p.first)
	}
	return 0
}

// Rest returns the length of the remembered text after the first value, if text begins with it and with a quote after it; otherwise 0.
func (p *Prefix) Rest(text []byte) int {
	if n := len(p.rest); n < len(text) && text[n] == '"' && bytes.HasPrefix(text, p.rest) { // and no space before the key
		return n
	}
	return 0
}

// Learn records how an object begins: first is the text before its first value, rest the text from the end of that value to the quote of a
// key. It copies them when the same rest comes for the second time: a rest that changes from line to line costs no copy.
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

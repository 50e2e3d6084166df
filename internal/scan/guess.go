package scan

import (
	"bytes"

	"github.com/ndwire/ndwire/internal/kernel"
)

// guess is what the objects of a union were that had the same before their tags.
type guess struct {
	sign    sign
	union   int
	tag     [tagSize]byte
	tagSize int
	rec     *Record // nil: a view jumps over it
	field   int     // the number of the tag among rec's members
	times   int     // how often in a row; below 0 after a wrong guess
	wrong   int     // how many wrong guesses there have been
}

// sign is what guesses go by: the key of the first member that is an object or an array, and the first bytes of that, up to a digit: ids
// have digits, and differ from object to object. Of a list that opens within them, the first element counts as well: a message that begins
// {"content":[{"tool_use_id" is a user's.
type sign struct {
	start uint64 // the first 8 bytes of the value
	more  uint64 // the next 4, and a fingerprint of the key and the 4 behind them
}

const (
	signSize = 16  // how many bytes of a value must be there, of which some are looked at
	sure     = 8   // after how many objects that were the same one is guessed
	shy      = -64 // what the first wrong guess makes of times; each that follows makes four times of it
	shiest   = 6   // after how many wrong guesses it stays at that

	tagSize = 32 // of a tag: longer ones are not guessed

	guessBits  = 5
	maxGuesses = 1 << guessBits
)

// signOf is the sign of the value at i, before which its key stands.
func (c *Cursor) signOf(i int, key []byte) sign {
	value := c.data[i : i+signSize]
	start, more := upToDigit(kernel.Load(value, 0)), uint64(0)
	if start>>56 != 0 {
		more = upToDigit(kernel.Load(value, 8))
	}
	behind := more >> 32
	if bytes.IndexByte(value[8:12], '[') < 0 {
		behind = 0
	}
	return sign{start, more&(1<<32-1) | (uint64(print(key))^behind)<<32}
}

// upToDigit are the bytes of w before the first digit.
func upToDigit(w uint64) uint64 {
	const ones = 0x0101010101010101
	x := w ^ '0'*ones                       // digits are below 10 then
	d := (x - 10*ones) &^ x & (0x80 * ones) // the first one is exact
	return w & (d&-d>>7 - 1)
}

// guessOf is where the guess by a sign is kept, which is one of two places. ok says that it is by that sign.
func (c *Cursor) guessOf(s sign, u *Union) (n int, ok bool) {
	n = int((s.start ^ s.more*3 ^ uint64(u.index)) * 0x9e3779b97f4a7c15 >> (64 - guessBits))
	a, b := &c.guesses[n], &c.guesses[n^1]
	switch {
	case a.sign == s && a.union == u.index:
		return n, true
	case b.sign == s && b.union == u.index:
		return n ^ 1, true
	case b.firmness() < a.firmness():
		return n ^ 1, false
	}
	return n, false
}

// firmness is how much it takes for a guess to give way to another one.
func (g *guess) firmness() int { return max(g.times, -g.times) }

// guess is the tag that the object at i with this sign probably has; nil if nobody knows.
func (c *Cursor) guess(i int, s sign, u *Union) []byte {
	n, ok := c.guessOf(s, u)
	g := &c.guesses[n]
	if !ok || g.times < sure {
		return nil
	}
	c.lateAt, c.guessed, c.lateOf = i, n+1, u
	c.relied |= 1 << n
	return g.tag[:g.tagSize]
}

// isGuess reports whether the tag of the object at i has been guessed.
func (c *Cursor) isGuess(i int) bool { return i == c.lateAt && c.guessed > 0 }

// chosen tells the record that was opened last about its tag, which has been walked to or guessed.
func (c *Cursor) chosen(rec *Record) {
	if c.guessed > 0 {
		c.relyOn(rec)
		return
	}
	c.learnGuess(rec)
}

// learnGuess takes note of what the object was whose tag has been walked to: which record, or nil if a view jumps over it.
func (c *Cursor) learnGuess(rec *Record) {
	text, u, field := c.data[c.lateTag+1:c.lateEnd-1], c.lateOf, 0
	c.lateAt = -1
	if len(text) > tagSize {
		return
	}
	if rec != nil {
		keys := rec.keys()
		if field = keys.index([]byte(u.tag)); field >= keys.fields {
			return // it does not check its tag
		}
	}
	n, ok := c.guessOf(c.lateSign, u)
	g := &c.guesses[n]
	switch {
	case c.relied>>n&1 != 0: // a record of this line goes by it
	case !ok && g.times > 0: // what it is for must have been rare for long enough to give way
		g.times--
	case !ok && g.times < 0:
		g.times++
	case !ok:
		c.guessing = true
		*g = guess{sign: c.lateSign, union: u.index, rec: rec, field: field, times: 1}
		g.tagSize = copy(g.tag[:], text)
	case g.rec == rec && string(g.tag[:g.tagSize]) == string(text):
		g.times++
	default:
		g.rec, g.field, g.times = rec, field, min(g.times, 0)
		g.tagSize = copy(g.tag[:], text)
	}
}

// relyOn makes the record that was opened last check its tag, because the choice of it is a guess.
func (c *Cursor) relyOn(rec *Record) {
	g := &c.guesses[c.guessed-1]
	c.lateAt = -1
	if f := &c.frames[c.depth]; g.rec == rec {
		f.flags |= unsure
		c.said = c.depth
		f.tag, f.guess = g.field, uint8(c.guessed)
		return
	}
	c.retag() // the guess was for another record, which may check another member
}

// wasGuessed reports whether the object at i, which has been peeked at, has the tag that it was guessed to have. No record checks that if a
// view jumps over it.
func (c *Cursor) wasGuessed(i int) bool {
	g := &c.guesses[c.guessed-1]
	c.lateAt = -1
	// Of an object with too many members nothing is known.
	return c.peeked == i && c.textIs(c.spotted(c.lateOf.tag), string(g.tag[:g.tagSize]))
}

// check ends the doubt about the record in hand, if the member in hand, which is as it should be, is the tag.
func (c *Cursor) check() {
	if f := &c.frames[c.depth]; f.flags&unsure != 0 && f.tag == c.field {
		f.flags &^= unsure
	}
}

// Confirm is check for a tag that is a field of the record, before its value at i is read.
func (c *Cursor) Confirm(i int) {
	if f := &c.frames[c.depth]; f.flags&unsure != 0 {
		c.confirm(f, i)
	}
}

func (c *Cursor) confirm(f *frame, i int) {
	g := &c.guesses[f.guess-1]
	switch {
	case f.tag != c.field: // the tag of another union
	case c.Type(i) == String && c.textIs(i, string(g.tag[:g.tagSize])):
		c.check()
	default:
		c.retag()
	}
}

// wrongGuesses takes note that the first try of a line went wrong which relied on guesses.
func (c *Cursor) wrongGuesses() {
	for n := range c.guesses {
		if c.relied>>n&1 != 0 {
			g := &c.guesses[n]
			g.times = shy << (2 * g.wrong)
			g.wrong = min(g.wrong+1, shiest)
		}
	}
	c.relied = 0
}

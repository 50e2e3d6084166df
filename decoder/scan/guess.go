package scan

import "github.com/ndwire/ndwire/internal/kernel"

// A tag that stands behind kilobytes of other members would be walked to first, and passed again by the record. But how an object
// begins often says what it is: {"event":{"type":" is a stream event. A cursor remembers which record objects with the same first
// bytes were. After a few that were the same, it does not look for the tag any more: the record checks when it meets the tag, and
// the line is decoded again from the start if it is another one, or missing ([Cursor.Retry]).

// guess is what the objects of a union that began alike were.
type guess struct {
	word    [opening / 8]uint64 // how they began
	union   int
	tag     [headSize]byte
	tagSize int
	rec     *Record
	field   int // the number of the tag among rec's members
	times   int // how often in a row; below 0 after a wrong guess
}

const (
	opening = 24  // how many bytes are looked at
	sure    = 8   // after how many objects that were the same one is guessed
	shy     = -64 // what a wrong guess makes of times

	maxGuesses = 16
)

// guessOf is where the guess for an object that begins with these words is kept. ok says that it is for such objects.
func (c *Cursor) guessOf(words [opening / 8]uint64, u *Union) (n int, ok bool) {
	n = int((words[0] ^ words[1]*3 ^ words[2]*5 ^ uint64(u.index)) * 0x9e3779b97f4a7c15 >> 60 % maxGuesses)
	g := &c.guesses[n]
	return n, g.word == words && g.union == u.index
}

// openingOf are the first words of an object.
func openingOf(object []byte) [opening / 8]uint64 {
	return [opening / 8]uint64{kernel.Load(object, 0), kernel.Load(object, 8), kernel.Load(object, 16)}
}

// guess is the tag that the object at i probably has, nil if nobody knows.
func (c *Cursor) guess(i int, u *Union) []byte {
	if c.careful || i < 0 || i > len(c.data)-opening {
		return nil
	}
	n, ok := c.guessOf(openingOf(c.data[i:]), u)
	g := &c.guesses[n]
	if !ok || g.times < sure {
		return nil
	}
	c.guessAt, c.guessed = i, n
	c.relied |= 1 << n
	return g.tag[:g.tagSize]
}

// learnGuess takes note of what the object at i was, whose tag had to be walked to.
func (c *Cursor) learnGuess(i int, rec *Record) {
	text, u := c.data[c.lateTag+1:c.lateEnd-1], c.lateOf
	c.lateAt = -1
	if i > len(c.data)-opening || len(text) > headSize {
		return
	}
	field := rec.keys().number([]byte(u.tag))
	if field >= len(rec.Fields) {
		return // it does not check its tag
	}
	words := openingOf(c.data[i:])
	n, ok := c.guessOf(words, u)
	g := &c.guesses[n]
	switch {
	case !ok && g.times > 0: // what it is for must have been rare for long enough to give way
		g.times--
	case !ok:
		*g = guess{word: words, union: u.index, rec: rec, field: field, times: 1}
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
	g := &c.guesses[c.guessed]
	c.guessAt = -1
	if f := &c.frames[c.depth]; g.rec == rec {
		f.flags |= unsure
		f.tag = g.field
		return
	}
	c.retag() // the guess was for another record, which may check another member
}

// check ends the doubt about the record in hand, if the member in hand, which is as it should be, is the tag.
func (c *Cursor) check() {
	if f := &c.frames[c.depth]; f.flags&unsure != 0 && f.tag == c.field {
		f.flags &^= unsure
	}
}

// wrongGuesses takes note that the first try of a line went wrong which relied on guesses.
func (c *Cursor) wrongGuesses() {
	for n := range c.guesses {
		if c.relied>>n&1 != 0 {
			c.guesses[n].times = shy
		}
	}
	c.relied = 0
}

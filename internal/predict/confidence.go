package predict

// confidence says how far something that has been learned is relied on. This is the one policy there is: it takes reliable objects in a
// row that were as before, and after a wrong prediction many more, since a line that was decoded in vain costs as much as a hundred
// predictions save.
type confidence struct {
	score  int // objects in a row that were as before; below 0, how many must be until they are counted
	errors int // how many predictions were wrong
}

const (
	reliable  = 8
	penalty   = 64 // the score after the first error is -64; each that follows makes four times of it
	maxErrors = 6  // after which it stays at that
)

func (c *confidence) isReliable() bool { return c.score >= reliable }

// refute takes note of a wrong prediction.
func (c *confidence) refute() {
	c.score = -penalty << (2 * c.errors)
	c.errors = min(c.errors+1, maxErrors)
}

// weaken brings the score nearer to 0, where something else may take the place. It reports whether it was there already.
func (c *confidence) weaken() bool {
	switch {
	case c.score > 0:
		c.score--
	case c.score < 0:
		c.score++
	default:
		return true
	}
	return false
}

// strength is how much it takes to weaken it down to 0.
func (c *confidence) strength() int { return max(c.score, -c.score) }

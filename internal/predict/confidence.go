package predict

// confidence is the one policy that decides whether a prediction is used. A prediction is used after several objects in a row that confirm
// it. After a miss it takes many more, because decoding a line in vain costs as much as a hundred hits save.
type confidence struct {
	score  int // confirmations in a row; below 0, how many must come before they count
	misses int
}

const (
	reliable  = 8  // the score from which on a prediction is used
	penalty   = 64 // the score after the first miss is -64; each further miss multiplies it by 4
	maxMisses = 6  // from this miss on, the score no longer falls
)

func (c *confidence) isReliable() bool { return c.score >= reliable }

// refute records a miss.
func (c *confidence) refute() {
	c.score = -penalty << (2 * c.misses)
	c.misses = min(c.misses+1, maxMisses)
}

// weaken moves the score one step towards 0. It reports whether the score was 0 already: then the entry may be replaced.
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

// strength is the number of calls of weaken that bring the score to 0.
func (c *confidence) strength() int { return max(c.score, -c.score) }

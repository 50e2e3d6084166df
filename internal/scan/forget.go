package scan

// forget drops all that c remembers of the lines that it has read and by which it guesses what the next ones are. It keeps the memory. What
// stays besides are copies of texts (names, paths of strays), which are only given out where the line has the same text.
//
// It takes time only for what has been learned: a Reader of a short file pays for its few lines.
func (c *Cursor) forget() {
	for _, row := range c.followed {
		c.follows[row] = &noName
	}
	c.followed = c.followed[:0]
	for k := range c.lates {
		c.lates[k].forget()
	}
	if c.guessing {
		c.guesses, c.guessing = [maxGuesses]guess{}, false
	}
}

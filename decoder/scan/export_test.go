package scan

// Walked is how many bytes Find has passed in the line.
func (c *Cursor) Walked() int { return c.walked }

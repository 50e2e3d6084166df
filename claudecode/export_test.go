package claudecode

// Visits returns the number of nodes that the threads of a tree have visited so far.
func (t *Tree) Visits() int { return t.visits }

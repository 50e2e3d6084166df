package claudecode

// Steps returns the number of nodes that the threads of a tree have visited so far.
func (t *Tree) Steps() int { return t.steps }

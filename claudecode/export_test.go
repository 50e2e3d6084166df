package claudecode

// Steps is how many nodes the threads of a tree looked at so far.
func (t *Tree) Steps() int { return t.steps }

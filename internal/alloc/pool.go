package alloc

// pool is what a Memory has of one type: values, lists or maps.
type pool interface {
	wipe()  // makes the values for recycled lines zero, so that they point to nothing
	sweep() // drops the slab for owned lines if nothing was taken from it since the last sweep

	// dropFree leaves to the collector what the current line, whose number is given, does not use, and returns how much that was of
	// Memory.kept.
	dropFree(line uint64) int
}

// values is what the code without types needs from code that knows the type of its values: a nil *typed[T].
type values interface {
	// zero makes the first n values of a block zero. If the block is nil, it allocates one of n zero values. If n is 0, it returns the size of
	// a value instead, in bytes, on 64-bit processors: a method of its own would add 130 KB of tables to a program.
	zero(b block, n int) (_ block, size int)
}

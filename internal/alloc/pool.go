package alloc

// pool is what a Memory has of one type: values, lists or maps.
type pool interface {
	wipe()  // makes the values for recycled lines zero, so that they point to nothing
	sweep() // drops the slab for owned lines if nothing was taken from it since the last sweep

	// dropFree leaves to the collector what the current line, whose number is given, does not use, and returns how much that was of
	// Memory.kept.
	dropFree(line uint64) int
}

// Size is the size of a value in bytes: here, and on 64-bit processors. Sizes count against a limit of the line's memory, and whether a line
// exceeds it must not depend on the processor.
type Size struct{ Here, On64Bit int }

package alloc

// values is what the code without types needs from code that knows the type of its values: a nil *typed[T].
type values interface {
	// zero makes the first n values of a block zero. If the block is nil, it allocates one of n zero values.
	zero(b block, n int) block
	// size returns the size of a value in bytes, on 64-bit processors.
	size() int
}

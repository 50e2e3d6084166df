package alloc

// pool is what a Memory has of one type: values, lists or maps.
type pool interface {
	wipe()  // makes the values for recycled lines zero, so that they point to nothing
	sweep() // drops the slab for owned lines if nothing was taken from it since the last sweep
}

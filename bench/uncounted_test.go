//go:build purego || race

package bench

// uncounted says that allocations say nothing: without unsafe strings are copies, and the race detector empties pools.
const uncounted = true

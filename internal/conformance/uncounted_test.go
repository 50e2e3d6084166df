//go:build purego || race

package conformance_test

// uncounted says that allocations say nothing: without unsafe strings are copies, and the race detector empties pools.
const uncounted = true

//go:build purego || race

package bench

// uncounted is set where tests of allocations are skipped: without unsafe, strings are copies, and the race detector empties pools.
const uncounted = true

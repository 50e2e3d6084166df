//go:build race

package decoder_test

// Under the race detector sync.Pool drops things at random, and allocations mean nothing.
const raceEnabled = true

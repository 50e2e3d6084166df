//go:build race

package decoder_test

// With the race detector, sync.Pool drops values at random, so that allocations are not tested.
const raceEnabled = true

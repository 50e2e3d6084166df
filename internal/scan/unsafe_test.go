//go:build !purego

package scan_test

const poisoned = true // recycled strings share memory

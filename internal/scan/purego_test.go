//go:build purego

package scan_test

const poisoned = false // every string is a copy

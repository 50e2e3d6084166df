//go:build !purego && !race

package conformance_test

const uncounted = false

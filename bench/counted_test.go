//go:build !purego && !race

package bench

const uncounted = false

// Package gctest sets the policy of the garbage collector for tests.
package gctest

import (
	"math"
	"runtime/debug"
	"testing"
)

// DefaultPolicy sets GOGC=100 and no GOMEMLIMIT until the end of a test, whatever the environment says.
func DefaultPolicy(t testing.TB) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(math.MaxInt64)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}

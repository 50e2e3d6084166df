// Package leaktest checks that tests leave no goroutine behind.
package leaktest

import (
	"runtime"
	"testing"
	"time"
)

// Check fails a test if more goroutines exist at its end than now.
func Check(t testing.TB) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() { Wait(t, before) })
}

// Wait waits until there are no more goroutines than before. A goroutine can take long to end (closing a watched file takes seconds in the kernel),
// so that only the time limit of the whole run ends the wait.
func Wait(t testing.TB, before int) {
	t.Helper()
	for left := Patience(t); runtime.NumGoroutine() > before; left -= time.Millisecond {
		if left <= 0 {
			stacks := make([]byte, 64<<10)
			t.Fatalf("%d goroutines, there were %d:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(time.Millisecond)
	}
}

// Patience returns how long a test may wait for an event: until shortly before the time limit of the run.
func Patience(t testing.TB) time.Duration {
	if t, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if at, ok := t.Deadline(); ok {
			return time.Until(at) - 10*time.Second
		}
	}
	return 24 * time.Hour
}

package source_test

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

// withoutPrivileges makes the goroutine of the test one that opens files as nobody, if it may read everything.
func withoutPrivileges(t *testing.T) {
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	runtime.LockOSThread() // the system changes one thread, which ends with the test's goroutine
	if err := syscall.Setfsuid(nobody); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { syscall.Setfsuid(0) })
}

package source_test

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

// withoutPrivileges makes the test open files as the user nobody, if it runs as root.
func withoutPrivileges(t *testing.T) {
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	runtime.LockOSThread() // the change is for one thread, which ends with the test's goroutine
	if err := syscall.Setfsuid(nobody); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { syscall.Setfsuid(0) })
}

//go:build linux || darwin || freebsd || netbsd || openbsd

package corpus

import "golang.org/x/sys/unix"

// allocate returns size bytes of anonymous memory outside of the Go heap. They are never released: a corpus lives as long as the process. seal makes
// them read-only, so that a contender that writes to its input crashes at once. There are unused bytes after them, because the kernels of some
// contenders read one vector beyond the end of a text.
func allocate(size int) (memory []byte, seal func()) {
	const slack = 4096
	all, err := unix.Mmap(-1, 0, size+slack, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]byte, size), func() {}
	}
	// If mprotect fails, the corpus is the same, and only the protection is missing.
	return all[:size:size], func() { _ = unix.Mprotect(all, unix.PROT_READ) }
}

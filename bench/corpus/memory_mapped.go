//go:build linux || darwin || freebsd || netbsd || openbsd

package corpus

import "golang.org/x/sys/unix"

// allocate gives size bytes of anonymous memory outside of the Go heap, which are never given back: a corpus lives as long
// as its process. seal makes them read-only, so that a contender that writes to its input shows at once. The kernels of
// some contenders read a vector beyond the end of a text, hence the slack behind it.
func allocate(size int) (memory []byte, seal func()) {
	const slack = 4096
	all, err := unix.Mmap(-1, 0, size+slack, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]byte, size), func() {}
	}
	// Without read-only pages the corpus is the same; only the trap is missing.
	return all[:size:size], func() { _ = unix.Mprotect(all, unix.PROT_READ) }
}

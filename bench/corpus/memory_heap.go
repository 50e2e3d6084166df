//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd

package corpus

// allocate returns size bytes of the Go heap, on systems without mmap.
func allocate(size int) (memory []byte, seal func()) { return make([]byte, size), func() {} }

//go:build !arm64 || purego

package kernel

// hasNEON says whether the build has kernels for NEON.
const hasNEON = false

func quoteShortNEON([]byte, string) (n int) { return -1 }

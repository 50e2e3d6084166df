//go:build !arm64 || purego

package kernel

const hasNEON = false

func quoteShortNEON([]byte, string) (n int) { return -1 }

//go:build !amd64 || purego

package kernel

// This file replaces the kernels that only amd64 has. Each reports that it has no result.

func validCompact([]byte, int, int) (end int) { return -1 }
func validSpaced([]byte, int, int) (end int)  { return -1 }

func members([]byte, int, int, *[separatorsSize]uint32) (end, n int, escapes uint64) {
	return -1, 0, 0
}

func membersSpaced([]byte, int, int, *[separatorsSize]uint32) (end, n int, escapes uint64) {
	return -1, 0, 0
}

func quoteShortAVX2([]byte, string) (n int)   { return -1 }
func quoteShortAVX512([]byte, string) (n int) { return -1 }

//go:build !amd64 || purego

package kernel

// What only amd64 has kernels for answers nothing here: the grammar of values, and where the members of an object are.

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

//go:build !amd64 || purego

package kernel

// Short would read the string whose text begins at src[i]. There is none for this machine: n is -1.
func Short(_, _ []byte, i int) (n, next int, wide uint64) { return -1, i, 0 }

// PlainShort would find the end of the plain string whose text begins at b[i]. There is none for this machine: end is -1.
func PlainShort([]byte, int) (end int) { return -1 }

//go:build !purego && (amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x)

package alloc

import "unsafe"

// Is64Bit reports whether the sizes that the compiler knows are those on 64-bit processors.
const Is64Bit = true

// sizeOn64Bit returns the size in bytes that a value of type T has on 64-bit processors.
func sizeOn64Bit[T any](*number) int {
	var v T
	return int(unsafe.Sizeof(v))
}

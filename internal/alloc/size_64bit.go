//go:build !purego && (amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x)

package alloc

import "unsafe"

// sizeOf returns the size of a value.
func sizeOf[T any](*number) Size {
	var v T
	return Size{int(unsafe.Sizeof(v)), int(unsafe.Sizeof(v))}
}

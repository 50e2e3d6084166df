//go:build !purego && (amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x)

package alloc

// sizeOn64Bit returns the size in bytes that a value of type T has on 64-bit processors. Sizes count against a limit of the line's memory, and
// whether a line exceeds it must not depend on the processor.
func sizeOn64Bit[T any](int) int { return int(sizeOf[T]()) }

//go:build purego || !(amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x)

package alloc

import "reflect"

// Is64Bit: see size_64bit.go.
const Is64Bit = false

// sizeOn64Bit returns the size in bytes that a value of type T has on 64-bit processors, where the compiler does not say it. The number of
// the type keeps it.
func sizeOn64Bit[T any](of *number) int {
	if of.size.Load() == 0 {
		size, _ := layoutOn64Bit(reflect.TypeFor[T]())
		of.size.Store(int32(size))
	}
	return int(of.size.Load())
}

func layoutOn64Bit(t reflect.Type) (size, align int) {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return 1, 1
	case reflect.Int16, reflect.Uint16:
		return 2, 2
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return 4, 4
	case reflect.String, reflect.Interface, reflect.Complex128:
		return 16, 8
	case reflect.Slice:
		return 24, 8
	case reflect.Array:
		size, align = layoutOn64Bit(t.Elem())
		return size * t.Len(), align
	case reflect.Struct:
		align = 1
		for k := range t.NumField() {
			fieldSize, fieldAlign := layoutOn64Bit(t.Field(k).Type)
			size = roundUp(size, fieldAlign) + fieldSize
			align = max(align, fieldAlign)
		}
		return roundUp(size, align), align
	}
	return 8, 8 // numbers of 64 bits, and pointers
}

func roundUp(n, align int) int { return (n + align - 1) &^ (align - 1) }

//go:build purego || !(amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x)

package alloc

import "reflect"

// sizeOf returns the size of a value. The compiler does not say its size on 64-bit processors, or, without unsafe, any size. The number of the
// type keeps it.
func sizeOf[T any](of *number) Size {
	t := reflect.TypeFor[T]()
	if of.size.Load() == 0 {
		size, _ := layoutOn64Bit(t)
		of.size.Store(int32(size))
	}
	return Size{Here: int(t.Size()), On64Bit: int(of.size.Load())}
}

// layoutOn64Bit returns the size and the alignment in bytes that values of a type have on 64-bit processors.
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

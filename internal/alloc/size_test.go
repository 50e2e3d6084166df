package alloc

import (
	"reflect"
	"testing"
	"time"
)

// TestSizeOn64Bit checks sizes that are the same on all processors, and on 64-bit ones that they are the real ones.
func TestSizeOn64Bit(t *testing.T) {
	type inner struct {
		a bool
		b int32
	}
	type record struct {
		s     string
		flag  bool
		ints  []int
		any   any
		when  time.Time
		small [3]inner
		next  *record
		last  bool
	}
	for _, tt := range []struct {
		value any
		want  int
	}{{false, 1}, {int32(0), 4}, {0, 8}, {uint64(0), 8}, {0.5, 8}, {"", 16}, {[]string{}, 24}, {new(int), 8}, {map[string]int{}, 8},
		{inner{}, 8}, {[3]inner{}, 24}, {struct{}{}, 0}, {time.Time{}, 24}, {record{}, 16 + 8 + 24 + 16 + 24 + 24 + 8 + 8}, {struct {
			a bool
			b uint16
			c bool
			d []bool
		}{}, 32}} {
		typ := reflect.TypeOf(tt.value)
		if got := sizeOn64Bit(typ); got != tt.want {
			t.Errorf("%v: %d, want %d", typ, got, tt.want)
		}
		if real := int(typ.Size()); reflect.TypeFor[uintptr]().Size() == 8 && real != tt.want {
			t.Errorf("%v: %d bytes, but its size is %d", typ, tt.want, real)
		}
	}
}

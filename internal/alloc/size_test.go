package alloc

import (
	"testing"
	"time"
)

// TestSizeOn64Bit checks that sizes are the same on all processors.
func TestSizeOn64Bit(t *testing.T) {
	type inner struct {
		_ bool
		_ int32
	}
	type record struct {
		_ string
		_ bool
		_ []int
		_ any
		_ time.Time
		_ [3]inner
		_ *record
		_ bool
	}
	check[bool](t, 1)
	check[int32](t, 4)
	check[int](t, 8)
	check[uint64](t, 8)
	check[float64](t, 8)
	check[string](t, 16)
	check[[]string](t, 24)
	check[*int](t, 8)
	check[map[string]int](t, 8)
	check[inner](t, 8)
	check[[3]inner](t, 24)
	check[struct{}](t, 0)
	check[time.Time](t, 24)
	check[record](t, 16+8+24+16+24+24+8+8)
	check[struct {
		a bool
		b uint16
		c bool
		d []bool
	}](t, 32)
}

func check[T any](t *testing.T, want int) {
	if got := sizeOf[T](new(number)).On64Bit; got != want {
		t.Errorf("%T: %d, want %d", *new(T), got, want)
	}
}

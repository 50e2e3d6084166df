package alloc

import "testing"

// TestLenFor checks that a slab fills its allocation: another value would not fit, unless the slab has slabLen values.
func TestLenFor(t *testing.T) {
	fit[[1]*int](t)
	fit[[3]*int](t)
	fit[[5]*int](t)
	fit[[8]*int](t)
	fit[[16]*int](t)
	fit[[17]*int](t)
	fit[[40]*int](t)
	fit[[300]*int](t)
	fit[[3]int](t)
	fit[struct{}](t)
}

func fit[T any](t *testing.T) {
	var v T
	n := lenFor(sizeOf[T]())
	if n <= slabLen/2 || n > slabLen {
		t.Errorf("%T: %d values", v, n)
	}
	if most := cap(append([]T(nil), make([]T, n)...)); n < slabLen && most != n {
		t.Errorf("%T: %d values where %d fit in", v, n, most)
	}
	if again := lenFor(sizeOf[T]()); again != n {
		t.Errorf("%T: %d values, and then %d", v, n, again)
	}
}

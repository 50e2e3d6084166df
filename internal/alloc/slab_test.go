package alloc

import "testing"

// TestFitting has that a slab leaves no memory empty in which one value more would have room, unless it has as many as it may have.
func TestFitting(t *testing.T) {
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
	n := fitting(sizeOf[T]())
	if n <= slabLen/2 || n > slabLen {
		t.Errorf("%T: %d values", v, n)
	}
	if room := cap(append([]T(nil), make([]T, n)...)); n < slabLen && room != n {
		t.Errorf("%T: %d values where there is room for %d", v, n, room)
	}
	if again := fitting(sizeOf[T]()); again != n {
		t.Errorf("%T: %d values, and then %d", v, n, again)
	}
}

package ballast

import (
	"math"
	"runtime"
	"testing"

	"github.com/ndwire/ndwire/internal/gctest"
)

// TestHolds checks that all holds share one ballast, which goes with the last of them.
func TestHolds(t *testing.T) {
	gctest.DefaultPolicy(t)
	var a, b Hold
	a.Add(after - 1)
	if n := Size(); n != 0 {
		t.Fatalf("a ballast of %d bytes for a short input", n)
	}
	a.Add(1)
	b.Add(after)
	if n := Size(); n < size {
		t.Fatalf("a ballast of %d bytes, want %d", n, size)
	}
	if a.ballast != b.ballast {
		t.Error("there are two")
	}
	a.Drop()
	runtime.GC()
	if Size() == 0 {
		t.Error("it is gone, and is still held")
	}
	runtime.KeepAlive(&b)
	b.Drop()
	runtime.GC()
	if Size() != 0 {
		t.Error("it is there, and nobody holds it")
	}
}

func TestSize(t *testing.T) {
	for _, x := range []struct {
		gogc  int32
		limit uint64
		want  int
	}{
		{100, math.MaxInt64, 28 << 20},
		{50, math.MaxInt64, 28 << 20},
		{400, math.MaxInt64, 7 << 20},
		{-1, math.MaxInt64, 0},
		{-1, 64 << 20, 0},
		{100, 64 << 20, 2 << 20},
		{100, 8 << 30, 28 << 20},
		{0, 0, 0},
	} {
		if got := sizeFor(x.gogc, x.limit); got != x.want {
			t.Errorf("GOGC=%d, GOMEMLIMIT=%d: %d, want %d", x.gogc, x.limit, got, x.want)
		}
	}
}

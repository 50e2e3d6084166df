// Package ballast makes the collector run less often while a program decodes lines that it owns.
//
// A ballast is memory that nobody writes to, and that therefore is address space and nothing else, but counts as heap. The collector runs
// when the heap has doubled (GOGC=100), and the smallest heap that it knows has 4 MB: a program that keeps few of its lines would be
// interrupted after every 3 MB, on all processors.
//
// There is one ballast in a process, which all that hold it share. It goes with the last of them, at the next collection.
package ballast

import (
	"runtime/metrics"
	"strings"
	"sync"
	"weak"
)

const (
	size = 28 << 20 // what is allocated between two collections, and a little more

	// The first bytes of a Hold get no ballast: making it begins a collection, and short inputs are over before it pays.
	after = 1 << 20

	// share is the fraction of a program's memory limit that the ballast may take: the runtime counts it in, touched or not.
	share = 32
)

// ballast is a strings.Builder since the standard library leaves only its memory uncleared, and therefore untouched.
type ballast struct{ memory strings.Builder }

// held is the ballast of the process, as long as a Hold has it.
var held struct {
	mu      sync.Mutex
	ballast weak.Pointer[ballast]
}

// Size is how many bytes the ballast of the process has. It is 0 when there is none.
func Size() int {
	held.mu.Lock()
	defer held.mu.Unlock()
	if b := held.ballast.Value(); b != nil {
		return b.memory.Cap()
	}
	return 0
}

func get() *ballast {
	held.mu.Lock()
	defer held.mu.Unlock()
	if b := held.ballast.Value(); b != nil {
		return b
	}
	b := new(ballast)
	policy := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(policy)
	if n := sizeFor(int32(policy[0].Value.Uint64()), policy[1].Value.Uint64()); n > 0 {
		b.memory.Grow(n)
	}
	held.ballast = weak.Make(b)
	return b
}

// sizeFor is how large the ballast is under the policy that the program has chosen: GOGC, less than 0 for off, and GOMEMLIMIT. A heap
// that may grow by a larger factor needs less.
func sizeFor(gogc int32, limit uint64) int {
	if gogc < 0 {
		return 0
	}
	return int(min(size*100/max(uint64(gogc), 100), limit/share))
}

// Hold is what a reader of lines has of the ballast. Its zero value has none yet.
type Hold struct {
	read    int // bytes of owned lines
	ballast *ballast
}

// Add is called before lines of so many bytes are decoded, which the program will own.
func (h *Hold) Add(n int) {
	if h.ballast != nil {
		return
	}
	if h.read += n; h.read >= after {
		h.ballast = get()
	}
}

// Drop gives the ballast up.
func (h *Hold) Drop() { h.ballast = nil }

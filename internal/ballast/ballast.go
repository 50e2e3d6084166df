// Package ballast makes the collector run less often while a program decodes lines that it owns.
//
// A ballast is memory that nobody writes to, so that it takes address space and nothing else, but counts as heap. The collector runs when
// the heap has doubled (GOGC=100), and counts every heap as 4 MB at least: without a ballast, a program that keeps few of its lines would be
// interrupted after every 3 MB, on all processors.
//
// A process has one ballast, which all Holds share. The next collection after the last Hold has dropped it frees it.
package ballast

import (
	"runtime/metrics"
	"strings"
	"sync"
	"weak"
)

const (
	size  = 28 << 20 // bytes; about what is allocated between two collections
	after = 1 << 20  // bytes of owned lines; allocating the ballast starts a collection, which short inputs do not earn back

	// The ballast has at most the memory limit of the program divided by share: the runtime counts it against the limit.
	share = 32
)

// ballast has a strings.Builder, because nothing else in the standard library allocates memory without clearing it, which would touch it.
type ballast struct{ memory strings.Builder }

// held is the ballast of the process, while a Hold has it.
var held struct {
	mu      sync.Mutex
	ballast weak.Pointer[ballast]
}

// Size returns the size of the ballast of the process in bytes, 0 if there is none.
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

// sizeFor returns the size of the ballast under the program's policy: GOGC in percent, negative if off, and GOMEMLIMIT in bytes. A heap
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

// Drop releases the ballast.
func (h *Hold) Drop() { h.ballast = nil }

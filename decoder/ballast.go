package decoder

import (
	"runtime/metrics"
	"strings"
	"sync"
	"weak"
)

// While a loop gives owned lines, the heap has a ballast: memory that nobody writes to, and that therefore is address space and nothing
// else. The collector runs when the heap has doubled (GOGC=100), and the smallest heap that it knows has 4 MB: a loop that keeps few of its
// lines would be interrupted after every 3 MB, on all processors.
//
// There is one ballast in a process, which all Readers share. It goes with the last loop that holds it, at the next collection. The first
// ballastAfter bytes of a loop get none: making it begins a collection, and short inputs are over before it pays.

const (
	ballastSize  = 28 << 20 // what is allocated between two collections, and a little more
	ballastAfter = 1 << 20

	// ballastShare is the part of a program's memory limit that the ballast may take, as the runtime counts it in, touched or not.
	ballastShare = 32
)

// ballast is a strings.Builder since the standard library leaves only its memory uncleared, and therefore untouched.
type ballast struct{ memory strings.Builder }

// heldBallast is the ballast of the process, as long as a loop holds it.
var heldBallast struct {
	mu      sync.Mutex
	ballast weak.Pointer[ballast]
}

func getBallast() *ballast {
	heldBallast.mu.Lock()
	defer heldBallast.mu.Unlock()
	if b := heldBallast.ballast.Value(); b != nil {
		return b
	}
	b := new(ballast)
	policy := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(policy)
	if n := ballastFor(int32(policy[0].Value.Uint64()), policy[1].Value.Uint64()); n > 0 {
		b.memory.Grow(n)
	}
	heldBallast.ballast = weak.Make(b)
	return b
}

// ballastFor is how large the ballast is under the policy that the program has chosen: GOGC, less than 0 for off, and GOMEMLIMIT. A heap
// that may grow by a larger factor needs less.
func ballastFor(gogc int32, limit uint64) int {
	if gogc < 0 {
		return 0
	}
	return int(min(ballastSize*100/max(uint64(gogc), 100), limit/ballastShare))
}

// ballastHold is a loop's hold on the ballast.
type ballastHold struct {
	read    int // bytes of owned lines
	ballast *ballast
}

// add takes note of owned lines that are about to be decoded.
func (h *ballastHold) add(size int) {
	h.read += size
	if h.ballast == nil && h.read >= ballastAfter {
		h.ballast = getBallast()
	}
}

func (h *ballastHold) drop() { h.ballast = nil }

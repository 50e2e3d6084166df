package conformance_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestMutated changes lines in one to four places, as later versions and other programs do: unknown members, cases and elements, other JSON types,
// odd numbers, duplicates, another order, another spelling. Nothing may be lost, and all ways of reading must agree.
func TestMutated(t *testing.T) {
	eachProtocol(t, anyProtocol.mutated)
}

func (p protocol[L]) mutated(t *testing.T) {
	t.Parallel()
	h := historian{rand.New(rand.NewPCG(1, 4)), p.seedLines(t)}
	n := 3000
	if testing.Short() {
		n = 300
	}
	for range n {
		v := h.seed()
		for range 1 + h.IntN(4) {
			h.mutate(v)
		}
		if line := h.write(v, h.IntN(4)); !bytes.ContainsRune(line, 0) {
			p.line(t, line)
		}
	}
}

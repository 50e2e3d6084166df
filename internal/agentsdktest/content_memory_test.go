//go:build !race

package agentsdktest

import (
	"testing"

	"github.com/ndwire/ndwire"
)

// TestTextAllocatesNothing checks that the text of a single block is not copied. With the race detector, the list of texts is on the heap.
func TestTextAllocatesNothing(t *testing.T) {
	one := ndwire.BetaMessage{Content: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "alone"}}}
	if n := testing.AllocsPerRun(10, func() { _ = one.Text() }); n != 0 || one.Text() != "alone" {
		t.Errorf("Text of one block: %q with %v allocations", one.Text(), n)
	}
}

//go:build timing

package decoder_test

import (
	"strings"
	"testing"
	"time"
)

// TestSalvageTime checks that salvaging a damaged line of 4 MB takes well under 5 seconds, whatever it is made of: a search to the end of
// the line from each of its beginnings would take longer.
func TestSalvageTime(t *testing.T) {
	for name, text := range beginnings {
		start := time.Now()
		salvaged(strings.Repeat(text, 4<<20/len(text)))
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s: %v", name, d)
		}
	}
}

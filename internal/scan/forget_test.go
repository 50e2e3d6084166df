package scan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/scan"
)

// TestForget checks that a cursor that a Reader has put back has learned nothing, and that one for single lines keeps what it has learned.
func TestForget(t *testing.T) {
	needsPredictions(t)
	learn := func(c *scan.Cursor) {
		for n := range 40 {
			for _, line := range []string{
				`{"type": "user", "message": {"id": "m", "role": "user"}, "uuid": "u", "new": 1}`,
				`{"message":{"id":"m","role":"user","content":"so long that its end is not where the head would be"},"uuid":"u","session_id":"s","type":"user"}`,
			} {
				if _, err := decode(c, line, scan.Options{}, scanLine); err != nil {
					t.Fatal(line, err)
				}
			}
			line := fmt.Sprintf(`{"from":"%06d","where":"here","message":{"id":"m%d","n":["%s"]},"type":"a"}`, n, n, strings.Repeat("x", 500))
			if _, err := decode(c, line, scan.Options{}, scanLetter); err != nil {
				t.Fatal(line, err)
			}
		}
		if got := c.Learned(); slices.Contains(got[:], 0) {
			t.Fatalf("learned %d keys, prefixes and tags, want some of each", got)
		}
	}
	c := scan.Get(false)
	learn(c)
	scan.Put(c)
	if got := c.Learned(); got != [3]int{} {
		t.Errorf("a cursor in the pool has learned %d keys, prefixes and tags", got)
	}
	c = scan.Get(false)
	learn(c) // again, with the same memory
	scan.Put(c)
	single := scan.GetSingle()
	learn(&single.Cursor)
	single.Put()
	if got := single.Learned(); slices.Contains(got[:], 0) {
		t.Error("a cursor for single lines knows nothing")
	}
}

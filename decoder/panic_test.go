package decoder

import "testing"

// TestPanicLeavesGroup has what a pool looks like when a loop has recovered from a panic of its own decoding: as if it had not begun.
func TestPanicLeavesGroup(t *testing.T) {
	var p pool[Raw]
	g := &group[Raw]{entries: make([]entry[Raw], 3)}
	p.mu.Lock()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("there was no panic")
			}
		}()
		p.decode(nil, g)
	}()
	if p.mu.TryLock() {
		t.Error("the mutex is not locked")
	}
	if g.state != waiting || len(g.entries) > 0 {
		t.Errorf("the group is in state %v, with %d entries", g.state, len(g.entries))
	}
}

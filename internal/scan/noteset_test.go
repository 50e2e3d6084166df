package scan

import (
	"testing"
	"unsafe"

	"github.com/ndwire/ndwire/internal/notes"
)

// TestCosts checks that a shared set takes as much of the line's memory as one that is not shared.
func TestCosts(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) == 8 && (unsafe.Sizeof(notes.Set{}) != setCost || unsafe.Sizeof(notes.Note{}) != noteCost) {
		t.Errorf("a set takes %d bytes, a note %d", unsafe.Sizeof(notes.Set{}), unsafe.Sizeof(notes.Note{}))
	}
	c := new(Cursor)
	c.rewind()
	before := c.mem.Left
	c.newSet()
	if before-c.mem.Left != setCost {
		t.Errorf("a new set takes %d bytes", before-c.mem.Left)
	}
}

package decoder

import (
	"bytes"
	"sync"
	"testing"
	"weak"
)

// Watch makes the tests of this package check the ownership of buffers.
func Watch() { bufferHook = &watched{idle: map[weak.Pointer[byte]]struct{}{}} }

// watched overwrites buffers that are released, and panics if one is released twice, or written to while it has no owner.
type watched struct {
	mu   sync.Mutex
	idle map[weak.Pointer[byte]]struct{} // buffers without an owner
}

var poisoned = bytes.Repeat([]byte{poison}, largerSize)

func (w *watched) given(b []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := weak.Make(&b[0])
	if _, ok := w.idle[p]; ok {
		panic("a buffer is given back twice")
	}
	overwrite(b)
	w.idle[p] = struct{}{}
	if len(w.idle)%1000 == 0 {
		for p := range w.idle {
			if p.Value() == nil { // it was collected
				delete(w.idle, p)
			}
		}
	}
}

func (w *watched) taken(b []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := weak.Make(&b[0])
	if _, ok := w.idle[p]; !ok {
		return // it is new
	}
	delete(w.idle, p)
	if !isOverwritten(b) {
		panic("a buffer was written to after it was given back")
	}
}

// The race detector would take milliseconds for each of these buffers, and their owners are known.

//go:norace
func overwrite(b []byte) {
	for len(b) > 0 {
		b = b[copy(b, poisoned):]
	}
}

//go:norace
func isOverwritten(b []byte) bool {
	for len(b) > 0 {
		n := min(len(b), len(poisoned))
		if string(b[:n]) != string(poisoned[:n]) {
			return false
		}
		b = b[n:]
	}
	return true
}

// TestBufferHook checks that the hook of the tests notices both mistakes.
func TestBufferHook(t *testing.T) {
	w := &watched{idle: map[weak.Pointer[byte]]struct{}{}}
	fails := func(name string, f func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s is not seen", name)
			}
		}()
		f()
	}
	b := make([]byte, 3*largerSize/2)
	w.taken(b)
	w.given(b)
	if b[0] != poison || b[len(b)-1] != poison {
		t.Error("it is not overwritten")
	}
	fails("giving back twice", func() { w.given(b) })
	w.taken(b)
	w.given(b)
	b[len(b)-1] = 'x'
	fails("writing to it", func() { w.taken(b) })
}

// ReportUnreleased makes batches that were dropped be reported to f, until restore is called.
func ReportUnreleased(f func(text string)) (restore func()) {
	before := reportUnreleased
	reportUnreleased = func(u unreleased) { f(u.String()) }
	return func() { reportUnreleased = before }
}

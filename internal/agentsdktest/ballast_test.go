package agentsdktest

import (
	"runtime"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/internal/ballast"
	"github.com/ndwire/ndwire/internal/gctest"
)

// TestBallastOfSingleLines checks that functions that decode single lines hold a ballast, and release it when they are no longer called.
func TestBallastOfSingleLines(t *testing.T) {
	gctest.DefaultPolicy(t)
	none := func() bool {
		for range 10 {
			if runtime.GC(); ballast.Size() == 0 {
				return true
			}
		}
		return false
	}
	if !none() {
		t.Fatal("there is a ballast before")
	}
	line := []byte(`{"type":"user","message":{"role":"user","content":"` + strings.Repeat("x", 2<<20) + `"}}`)
	if _, err := ndwire.Peek(line); err != nil || ballast.Size() != 0 {
		t.Errorf("Peek has a ballast of %d bytes (%v)", ballast.Size(), err)
	}
	if _, err := ndwire.UnmarshalLine(line); err != nil || ballast.Size() == 0 {
		t.Errorf("there is no ballast (%v)", err)
	}
	if !none() {
		t.Error("it is still there when no line has been decoded for ten collections")
	}
}

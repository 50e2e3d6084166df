//go:build !race

package agentsdktest

import (
	"runtime"
	"testing"

	"github.com/ndwire/ndwire"
)

// TestControlRequestMemory checks that a command takes the memory of its own members. With the race detector, pools drop values at random.
func TestControlRequestMemory(t *testing.T) {
	line := []byte(`{"type":"control_request","request_id":"r","request":{"subtype":"interrupt"}}`)
	read := func(times int) {
		for range times {
			if _, err := ndwire.UnmarshalLine(line); err != nil {
				t.Fatal(err)
			}
		}
	}
	const times = 10_000
	var before, after runtime.MemStats
	read(100) // allocations of the first lines
	runtime.ReadMemStats(&before)
	read(times)
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / times; n > 160 {
		t.Errorf("an interrupt takes %d bytes of memory, want at most 160", n)
	}
}

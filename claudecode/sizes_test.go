package claudecode_test

import (
	"reflect"
	"testing"

	"github.com/ndwire/ndwire/claudecode"
)

// TestSystemLineSizes checks that a system line takes the memory of the envelope and of its own members only.
func TestSystemLineSizes(t *testing.T) {
	envelope := reflect.TypeFor[claudecode.Envelope]().Size()
	seen := map[reflect.Type]bool{}
	for _, line := range readLines(t, "kinds/members.ndjson") {
		l, ok := decode(t, string(line)).(claudecode.SystemLine)
		if !ok {
			continue
		}
		typ := reflect.TypeOf(l).Elem()
		seen[typ] = true
		if own := typ.Size() - envelope; own > 240 {
			t.Errorf("%s has %d bytes beside the envelope, want at most 240", typ.Name(), own)
		}
	}
	if len(seen) != 22 {
		t.Errorf("%d types of system lines in kinds/members.ndjson, want 22", len(seen))
	}
	if own := reflect.TypeFor[claudecode.AgentsKilledLine]().Size() - envelope; own > 8 {
		t.Errorf("AgentsKilledLine has %d bytes beside the envelope, want 8, those of Extra", own)
	}
}

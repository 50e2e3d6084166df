package decoder_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
)

// exiting is a reader that ends its goroutine, as Fatal of a test does.
type exiting struct{ reads int }

func (e *exiting) Read(p []byte) (int, error) {
	if e.reads++; e.reads == 2 {
		runtime.Goexit()
	}
	return copy(p, "{\"a\":1}\n"), nil
}

func TestReadEndsItsGoroutine(t *testing.T) {
	var lines []string
	var last error
	for l, err := range decoder.NewLines(&exiting{}, decoder.Workers(2)).All() {
		if last = err; err == nil {
			lines = append(lines, string(l))
		}
	}
	if fmt.Sprint(lines) != `[{"a":1}]` || last == nil || !strings.Contains(last.Error(), "ended its goroutine") {
		t.Errorf("%v, and then %v", lines, last)
	}
}

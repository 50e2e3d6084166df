package decoder_test

import (
	"flag"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel/kerneltest"
)

// TestMain makes all tests, but not benchmarks, run with bufferHook.
func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		decoder.Watch()
	}
	kerneltest.Main(m)
}

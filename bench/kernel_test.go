package bench

import (
	"os"
	"testing"

	"github.com/ndwire/ndwire/internal/kernel"
)

// TestMain runs all with the instructions that NDWIRE_KERNEL names: portable, avx2 or avx512; the best that there are if it is
// unset.
func TestMain(m *testing.M) {
	if name := os.Getenv("NDWIRE_KERNEL"); name != "" {
		if err := kernel.Select(name); err != nil {
			panic(err)
		}
	}
	m.Run()
}

// Package kerneltest has tests and benchmarks use the level of the kernels that the environment names.
package kerneltest

import (
	"fmt"
	"os"
	"testing"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Main is the TestMain of packages whose tests reach the kernels.
func Main(m *testing.M) {
	if err := kernel.SelectNamed(os.Getenv(kernel.Variable)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

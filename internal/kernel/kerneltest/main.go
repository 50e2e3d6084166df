// Package kerneltest has tests and benchmarks use the level of the kernels that the environment names.
package kerneltest

import (
	"fmt"
	"os"
	"testing"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Main is the TestMain of packages whose tests reach the kernels. What is read of the environment before the tests run is not noted for the
// cache of go test, so that another level is tested with -count=1 only.
func Main(m *testing.M) {
	if err := kernel.SelectNamed(os.Getenv(kernel.Variable)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

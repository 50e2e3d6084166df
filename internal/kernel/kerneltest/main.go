// Package kerneltest has tests use the level of the kernels that the environment names, and predictions or none.
package kerneltest

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
)

// Main is the TestMain of packages whose tests reach the kernels. What is read of the environment before the tests run is not noted for the
// cache of go test, so that another level is tested with -count=1 only.
func Main(m *testing.M) {
	if err := errors.Join(kernel.SelectNamed(os.Getenv(kernel.Variable)), predict.SelectNamed(os.Getenv(predict.Variable))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

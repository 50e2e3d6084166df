// Package kerneltest makes tests use the level of the kernels and the predictions that the environment names.
package kerneltest

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
)

// Main is the TestMain of packages whose tests use the kernels. The cache of go test does not see what is read of the environment before
// the tests run: another level needs -count=1.
func Main(m *testing.M) {
	if err := errors.Join(kernel.SelectNamed(os.Getenv(kernel.Variable)), predict.SelectNamed(os.Getenv(predict.Variable))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

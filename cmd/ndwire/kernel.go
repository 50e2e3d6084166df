package main

import (
	"fmt"

	"github.com/ndwire/ndwire/internal/kernel"
)

// kernelVariable names the instructions that the loops over bytes use: portable, avx2 or avx512. Without it they use the best
// that the machine has. The command reads it because a library has no business in its program's environment.
const kernelVariable = "NDWIRE_KERNEL"

// chooseKernel sets the instructions by name, "" for the best that there are.
func chooseKernel(name string) error {
	if name == "" {
		return nil
	}
	if err := kernel.Select(name); err != nil {
		return fmt.Errorf("%s=%s: %w", kernelVariable, name, err)
	}
	return nil
}

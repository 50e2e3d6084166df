package kernel

import "fmt"

// The generator is a module of its own, so that users of this one do not depend on the generator's dependencies.
//
//go:generate go run -C avo . -out ../blocks_amd64.s -stubs ../blocks_amd64.go -pkg kernel
//go:generate go run -C avo ./neon -out ../blocks_arm64.s -stubs ../blocks_arm64.go

// Level is a set of instructions that the loops over long texts use.
type Level uint8

const (
	Portable Level = iota // Go
	AVX2                  // with BMI1, BMI2, POPCNT and PCLMULQDQ, which all machines with AVX2 have
	AVX512                // with BW, VL, VBMI and VBMI2: Ice Lake, Zen 4 and later
	NEON                  // all arm64 processors have it

	levels = NEON + 1
)

func (l Level) String() string {
	switch l {
	case Portable:
		return "portable"
	case AVX2:
		return "avx2"
	case AVX512:
		return "avx512"
	case NEON:
		return "neon"
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

// Levels returns the levels that this machine has, the fastest last. The fastest one is in use unless Force or Select has chosen another.
func Levels() []Level {
	var has []Level
	for l := range levels {
		if hasLevel(l) {
			has = append(has, l)
		}
	}
	return has
}

// Current returns the level in use.
func Current() Level { return level }

// FindsFast reports whether finding the end of a string takes a small part of the time of unescaping it, so that it pays to find the end
// first. With NEON it does not: there a copy from scratch memory is cheaper.
func FindsFast() bool { return level == AVX2 || level == AVX512 }

// Select makes the loops use the level with this name. It must not be called while one of the loops may run: call it when the program
// starts.
func Select(name string) error {
	for l := range levels {
		if l.String() != name {
			continue
		}
		if !hasLevel(l) {
			return fmt.Errorf("kernel: this machine or build has no %s: choose one of %v", name, Levels())
		}
		use(l)
		return nil
	}
	return fmt.Errorf("kernel: no level is named %q: choose one of %v", name, Levels())
}

// Variable is the environment variable that names a level for the programs of this module: its tests, its benchmarks, its command. They
// read it and pass its value to SelectNamed. A library must not depend on the environment of its program.
const Variable = "NDWIRE_KERNEL"

// SelectNamed is Select for the value of Variable. An empty value changes nothing.
func SelectNamed(value string) error {
	if value == "" {
		return nil
	}
	if err := Select(value); err != nil {
		return fmt.Errorf("%s=%s: %w", Variable, value, err)
	}
	return nil
}

// Force is Select for tests. restore undoes it. It panics if the machine does not have the level.
func Force(l Level) (restore func()) {
	if !hasLevel(l) {
		panic("kernel: this machine or build has no " + l.String())
	}
	before := level
	use(l)
	return func() { use(before) }
}

package kernel

import "fmt"

// The generator is a module of its own, so that nobody who uses this one needs what it needs.
//
//go:generate go run -C avo . -out ../blocks_amd64.s -stubs ../blocks_amd64.go -pkg kernel
//go:generate go run -C avo ./neon -out ../blocks_arm64.s -stubs ../blocks_arm64.go

// Level is a set of instructions that the loops over long texts use.
type Level uint8

const (
	Portable Level = iota // Go
	AVX2                  // with BMI1, BMI2, POPCNT and PCLMULQDQ, as all machines with AVX2 have them
	AVX512                // with BW, VL, VBMI and VBMI2: Ice Lake, Zen 4 and later
	NEON                  // all of arm64

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

// Levels are those that this machine has, the fastest last. It has that one in use unless Force or Select said otherwise.
func Levels() []Level {
	var has []Level
	for l := range levels {
		if hasLevel(l) {
			has = append(has, l)
		}
	}
	return has
}

// Current is the level in use.
func Current() Level { return level }

// FindsFast reports whether the level in use finds the end of a string in a small part of the time that it takes to unescape it, so
// that it is worth while to look for it first. For NEON it is not: a copy from scratch memory takes less.
func FindsFast() bool { return level == AVX2 || level == AVX512 }

// Select has the loops use the level of a name from now on. It is for the beginning of a program: nothing may run in the
// loops meanwhile.
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

// Variable is where the environment of a program of this module names a level: of its tests, its benchmarks, its command. They ask for it
// and hand it to SelectNamed. A library has no business in its program's environment.
const Variable = "NDWIRE_KERNEL"

// SelectNamed is Select for the value of Variable. It leaves the level as it is if that is empty.
func SelectNamed(value string) error {
	if value == "" {
		return nil
	}
	if err := Select(value); err != nil {
		return fmt.Errorf("%s=%s: %w", Variable, value, err)
	}
	return nil
}

// Force is Select for tests. It panics if the machine does not have the level.
func Force(l Level) (restore func()) {
	if !hasLevel(l) {
		panic("kernel: this machine or build has no " + l.String())
	}
	before := level
	use(l)
	return func() { use(before) }
}

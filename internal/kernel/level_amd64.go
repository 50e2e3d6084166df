//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

// fastest is the best level of the machine, level the one in use. It is a variable that the loops branch on, and not a
// variable with functions: through those, arguments would escape, and calls would not be predicted as well.
var (
	fastest = detect()
	level   = fastest
)

func use(l Level) { level = l }

func hasLevel(l Level) bool { return l <= fastest } // NEON is beyond

// detect asks the processor, and, through package cpu, whether the operating system keeps the registers.
func detect() Level {
	x := &cpu.X86
	switch {
	case !x.HasAVX2 || !x.HasBMI1 || !x.HasBMI2 || !x.HasPOPCNT || !x.HasPCLMULQDQ:
		return Portable
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VBMI && x.HasAVX512VBMI2:
		return AVX512
	}
	return AVX2
}

//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

// fastest is the best level of the machine, level the one in use. The loops branch on level. Function values in its place would make
// arguments escape, and calls would be predicted less well.
var (
	fastest = detect()
	level   = fastest
)

func use(l Level) { level = l }

func hasLevel(l Level) bool { return l <= fastest } // NEON is greater than all levels of amd64

// detect returns the best level of the processor, and, through package cpu, of an operating system that saves the registers.
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

//go:build arm64 && !purego

package kernel

// fastest is the best level of the machine, level the one in use. All arm64 processors have NEON.
const fastest = NEON

var level = fastest

func use(l Level) { level = l }

func hasLevel(l Level) bool { return l == Portable || l == NEON }

// hasNEON says whether the build has kernels for NEON.
const hasNEON = true

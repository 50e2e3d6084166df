//go:build (!amd64 && !arm64) || purego

package kernel

const (
	fastest = Portable
	level   = Portable
)

func use(Level) {}

func hasLevel(l Level) bool { return l == Portable }

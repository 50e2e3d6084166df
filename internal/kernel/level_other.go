//go:build !amd64 || purego

package kernel

const (
	fastest = Portable
	level   = Portable
)

func use(Level) {}

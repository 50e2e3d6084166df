package agentsdktest

import (
	"testing"

	"github.com/ndwire/ndwire"
)

func unmarshal(t *testing.T, line string) ndwire.Line {
	t.Helper()
	l, err := ndwire.UnmarshalLine([]byte(line))
	if err != nil {
		t.Fatalf("UnmarshalLine: %v\n%s", err, line)
	}
	return l
}

// as decodes a line that must be a T.
func as[T ndwire.Line](t *testing.T, line string) T {
	t.Helper()
	l, ok := unmarshal(t, line).(T)
	if !ok {
		t.Fatalf("UnmarshalLine gave a %T, want a %T\n%s", l, *new(T), line)
	}
	return l
}

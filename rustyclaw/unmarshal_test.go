package rustyclaw_test

import (
	"testing"

	"github.com/ndwire/ndwire/rustyclaw"
)

func unmarshal(t testing.TB, line string) rustyclaw.Line {
	t.Helper()
	l, err := rustyclaw.UnmarshalLine([]byte(line))
	if err != nil {
		t.Fatalf("UnmarshalLine: %v\n%s", err, line)
	}
	return l
}

// as decodes a line that must be a T.
func as[T rustyclaw.Line](t testing.TB, line string) T {
	t.Helper()
	l, ok := unmarshal(t, line).(T)
	if !ok {
		t.Fatalf("UnmarshalLine gave a %T, want a %T\n%s", l, *new(T), line)
	}
	return l
}

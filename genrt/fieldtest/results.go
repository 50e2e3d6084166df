package fieldtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Result is the result of a method.
type Result[U any] struct {
	Method string
	Value  U
}

// Results tests a field with the result of a request: each result is set, written, read and decoded for its method. That of an unknown method is
// kept as it stands. build returns a record without a result.
func Results[R Value, U interface{ AppendJSON([]byte) ([]byte, error) }](t *testing.T, build func() R, set func(R, U) error,
	decode func(R, string) (U, error), results ...Result[U]) {
	t.Helper()
	for _, c := range results {
		m, read := build(), build()
		if err := set(m, c.Value); err != nil {
			t.Errorf("%s: %v", c.Method, err)
			continue
		}
		text, err := m.AppendJSON(nil)
		if err == nil {
			err = read.UnmarshalJSON(text)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", c.Method, err, text)
			continue
		}
		got, err := decode(read, c.Method)
		if err != nil {
			t.Errorf("%s: %v\n%s", c.Method, err, text)
		} else if d := cmp.Diff(c.Value, got, sameText); d != "" {
			t.Errorf("%s: %s\ndecodes as (-want +got):\n%s", c.Method, text, d)
		}
		unknown, err := decode(read, c.Method+"/of nobody")
		if err != nil {
			t.Errorf("%s: %v", c.Method, err)
			continue
		}
		kept := build()
		if err := set(kept, unknown); err != nil {
			t.Errorf("%s: %v", c.Method, err)
		}
		if again, err := kept.AppendJSON(nil); err != nil || string(again) != string(text) {
			t.Errorf("%s: %s, %v for a method that nobody knows, want %s", c.Method, again, err, text)
		}
	}
	var none U
	m := build()
	if err := set(m, none); err != nil {
		t.Errorf("set to nil: %v", err)
	}
	if got, err := decode(m, "of nobody"); err != nil || any(got) != nil {
		t.Errorf("nil decodes as %v, %v", got, err)
	}
}

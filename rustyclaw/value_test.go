package rustyclaw_test

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/rustyclaw"
)

// value is what encoding/json, the judge of these tests, makes of a JSON text. Numbers keep their spelling.
func value(t testing.TB, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, text)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Fatalf("not one JSON value: %s", text)
	}
	return v
}

func diff(t testing.TB, want, got string) string {
	t.Helper()
	return cmp.Diff(value(t, []byte(want)), value(t, []byte(got)))
}

func unmarshal(t testing.TB, line string) rustyclaw.Line {
	t.Helper()
	l, err := rustyclaw.UnmarshalLine([]byte(line))
	if err != nil {
		t.Fatalf("UnmarshalLine: %v\n%s", err, line)
	}
	return l
}

// as decodes a line that is known to be a T.
func as[T rustyclaw.Line](t testing.TB, line string) T {
	t.Helper()
	l, ok := unmarshal(t, line).(T)
	if !ok {
		t.Fatalf("UnmarshalLine gave a %T, want a %T\n%s", l, *new(T), line)
	}
	return l
}

type appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

func encode(t testing.TB, v appender) string {
	t.Helper()
	out, err := v.AppendJSON(nil)
	if err != nil {
		t.Fatalf("AppendJSON of a %T: %v", v, err)
	}
	return string(out)
}

// same reports what is lost or changed when v is written, if line is what it was read from or should be.
func same(t testing.TB, line string, v appender) {
	t.Helper()
	if d := diff(t, line, encode(t, v)); d != "" {
		t.Errorf("%T is written as another value (-want +got):\n%s", v, d)
	}
}

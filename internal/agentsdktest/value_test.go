package agentsdktest

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
)

// value is what encoding/json, the judge of these tests, makes of a JSON text. Numbers keep their spelling.
func value(t *testing.T, text []byte) any {
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

// diff compares two JSON texts as values. Only what differs is given to cmp, which takes its time with deep nesting.
func diff(t *testing.T, want, got []byte) string {
	t.Helper()
	w, g := value(t, want), value(t, got)
	if reflect.DeepEqual(w, g) {
		return ""
	}
	return cmp.Diff(w, g)
}

func unmarshal(t *testing.T, line string) ndwire.Line {
	t.Helper()
	l, err := ndwire.UnmarshalLine([]byte(line))
	if err != nil {
		t.Fatalf("UnmarshalLine: %v\n%s", err, line)
	}
	return l
}

// as decodes a line that is known to be a T.
func as[T ndwire.Line](t *testing.T, line string) T {
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

func encode(t *testing.T, v appender) string {
	t.Helper()
	out, err := v.AppendJSON(nil)
	if err != nil {
		t.Fatalf("AppendJSON of a %T: %v", v, err)
	}
	return string(out)
}

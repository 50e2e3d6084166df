// Package jsontest compares JSON texts in tests by what encoding/json reads, and has JSON values whose members and spelling tests can change.
package jsontest

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"

	"github.com/google/go-cmp/cmp"
)

// TB is the part of testing.TB that rapid.T has, too.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Appender is a record, or a line.
type Appender interface {
	AppendJSON(dst []byte) ([]byte, error)
}

// Text is a JSON text.
type Text interface{ ~string | ~[]byte }

// Value returns the value of a text as encoding/json reads it. Numbers keep their spelling.
func Value[T Text](t TB, text T) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("not JSON: %v\n%.2000s", err, text)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Fatalf("not one JSON value: %.2000s", text)
	}
	return v
}

// Diff returns the difference between the values of two texts, "" if there is none.
func Diff[W, G Text](t TB, want W, got G) string {
	t.Helper()
	w, g := Value(t, want), Value(t, got)
	if reflect.DeepEqual(w, g) { // cmp is slow for deep nesting
		return ""
	}
	return cmp.Diff(w, g)
}

// Encode returns the JSON of v.
func Encode(t TB, v Appender) string {
	t.Helper()
	out, err := v.AppendJSON(nil)
	if err != nil {
		t.Fatalf("AppendJSON of a %T: %v", v, err)
	}
	return string(out)
}

// Same checks that v is written as a text with the value of want.
func Same(t TB, want string, v Appender) {
	t.Helper()
	if d := Diff(t, want, Encode(t, v)); d != "" {
		t.Errorf("%.2000s\nis written (-want +got):\n%s", want, d)
	}
}

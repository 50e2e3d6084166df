package openclaw_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/openclaw"
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

// diff compares two JSON texts as values.
func diff(t testing.TB, want, got []byte) string {
	t.Helper()
	w, g := value(t, want), value(t, got)
	if reflect.DeepEqual(w, g) {
		return ""
	}
	return cmp.Diff(w, g)
}

func unmarshal(t testing.TB, line string) openclaw.Line {
	t.Helper()
	l, err := openclaw.UnmarshalLine([]byte(line))
	if err != nil {
		t.Fatalf("UnmarshalLine: %v\n%s", err, line)
	}
	return l
}

// as decodes a line that is known to be a T.
func as[T openclaw.Line](t testing.TB, line string) T {
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

// same checks that v is written as a text with the value of want.
func same(t testing.TB, want string, v appender) {
	t.Helper()
	if d := diff(t, []byte(want), []byte(encode(t, v))); d != "" {
		t.Errorf("%s\nis written (-want +got):\n%s", want, d)
	}
}

// testdata returns the lines of our own files, by file.
func testdata(t testing.TB) map[string][]string {
	t.Helper()
	names, err := filepath.Glob("../testdata/openclaw/*.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	if len(files) == 0 {
		t.Fatal("no test data")
	}
	return files
}

package claudecode_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/ndwire/ndwire/claudecode"
)

const folder = "../testdata/claudecode/"

// readLines returns the lines of a file of testdata, as they stand.
func readLines(t testing.TB, name string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(folder + name)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

func decode(t testing.TB, line string) claudecode.Line {
	t.Helper()
	l, err := claudecode.UnmarshalLine([]byte(line))
	if err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	return l
}

// as decodes a line that must be a T.
func as[T claudecode.Line](t testing.TB, line string) T {
	t.Helper()
	l := decode(t, line)
	m, ok := l.(T)
	if !ok {
		t.Fatalf("%T, want %T\n%s", l, m, line)
	}
	return m
}

// value is a line as JSON has it, with numbers as they are spelled.
func value(t testing.TB, line []byte) any {
	t.Helper()
	var v any
	if err := decodeExactly(line, &v); err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	return v
}

// decodeExactly decodes JSON with numbers as they are spelled.
func decodeExactly(data []byte, v *any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return d.Decode(v)
}

// roundTrip checks that a line is written back as it was.
func roundTrip(t testing.TB, line []byte) claudecode.Line {
	t.Helper()
	l := decode(t, string(line))
	out, err := l.AppendJSON(nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	if !reflect.DeepEqual(value(t, line), value(t, out)) {
		t.Errorf("%.2000s\nis written as\n%.2000s", line, out)
	}
	return l
}

// same checks that v is written as a text with the value of want.
func same(t testing.TB, want string, v interface{ AppendJSON([]byte) ([]byte, error) }) {
	t.Helper()
	out, err := v.AppendJSON(nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	if !reflect.DeepEqual(value(t, []byte(want)), value(t, out)) {
		t.Errorf("%s\nis written as\n%s", want, out)
	}
}

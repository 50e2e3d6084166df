package claudecode_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/internal/jsontest"
)

const folder = "../testdata/claudecode/"

// readLines returns the lines of a file of testdata.
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

// roundTrip checks that a line is written back as it was.
func roundTrip(t testing.TB, line []byte) claudecode.Line {
	t.Helper()
	l := decode(t, string(line))
	out, err := l.AppendJSON(nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, line)
	}
	if d := jsontest.Diff(t, line, out); d != "" {
		t.Errorf("%.2000s\nis written (-want +got):\n%s", line, d)
	}
	return l
}

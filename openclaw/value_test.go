package openclaw_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/openclaw"
)

func unmarshal(t testing.TB, line string) openclaw.Line {
	t.Helper()
	l, err := openclaw.UnmarshalLine([]byte(line))
	if err != nil {
		t.Fatalf("UnmarshalLine: %v\n%s", err, line)
	}
	return l
}

// as decodes a line that must be a T.
func as[T openclaw.Line](t testing.TB, line string) T {
	t.Helper()
	l, ok := unmarshal(t, line).(T)
	if !ok {
		t.Fatalf("UnmarshalLine gave a %T, want a %T\n%s", l, *new(T), line)
	}
	return l
}

// testdata returns the lines of the files in testdata, by file.
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

package agentsdktest

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// FuzzLine checks a line with encoding/json: a JSON object is decoded by all functions alike, and written back as the same value; any other text
// is an error.
func FuzzLine(f *testing.F) {
	for _, pattern := range []string{"../../testdata/agentsdk/*.ndjson", "../../testdata/agentsdk/kinds/*.ndjson"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no lines in %s: %v", pattern, err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			for line := range bytes.Lines(data) {
				f.Add(bytes.TrimSpace(line))
			}
		}
	}
	for _, tt := range messages {
		f.Add([]byte(tt.line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		object := json.Valid(line) && bytes.TrimLeft(line, " \t\r\n")[0] == '{'
		l, err := ndwire.UnmarshalLine(line)
		if errors.Is(err, decoder.ErrTooDeep) {
			return
		}
		if (err == nil) != object {
			t.Fatalf("UnmarshalLine: %v, but an object is %v\n%q", err, object, line)
		}
		checked := ndwire.CheckLine(line)
		if !object {
			if checked == nil {
				t.Fatalf("CheckLine takes it\n%q", line)
			}
			return
		}

		out, err := l.AppendJSON(nil)
		if err != nil {
			t.Fatalf("AppendJSON: %v\n%q", err, line)
		}
		want, got := jsontest.Value(t, line), jsontest.Value(t, out)
		if !reflect.DeepEqual(want, got) {
			t.Fatalf("%q\nis written as\n%q\n(-want +got):\n%s", line, out, cmp.Diff(want, got))
		}
		if again, err := mustLine(t, out).AppendJSON(nil); err != nil || !bytes.Equal(again, out) {
			t.Fatalf("%q\nthe second time is\n%q, %v", out, again, err)
		}
		if clone, err := ndwire.CloneLine(l).AppendJSON(nil); err != nil || !bytes.Equal(clone, out) {
			t.Fatalf("%q\nas a clone is\n%q, %v", out, clone, err)
		}
		if kind, err := ndwire.Peek(line); kind != l.Kind() || err != nil {
			t.Fatalf("Peek %q, %v, Kind %q\n%q", kind, err, l.Kind(), line)
		}
		borrowed, err := ndwire.BorrowLine(line)
		if err != nil {
			t.Fatalf("BorrowLine: %v\n%q", err, line)
		}
		if b, err := borrowed.AppendJSON(nil); err != nil || !bytes.Equal(b, out) {
			t.Fatalf("%q\nborrowed is\n%q, %v", out, b, err)
		}
	})
}

func mustLine(t *testing.T, line []byte) ndwire.Line {
	t.Helper()
	l, err := ndwire.UnmarshalLine(line)
	if err != nil {
		t.Fatalf("%v\n%q", err, line)
	}
	return l
}

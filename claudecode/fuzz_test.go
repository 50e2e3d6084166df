package claudecode_test

import (
	"testing"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// FuzzLine checks that a reader, a Validator and a Tree do not panic for any bytes.
func FuzzLine(f *testing.F) {
	for _, file := range []string{"flat.ndjson", "session.ndjson", "kinds.ndjson", "newer.ndjson"} {
		for _, line := range readLines(f, file) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		l, err := claudecode.UnmarshalLine(line)
		if err != nil {
			return
		}
		out, err := l.AppendJSON(nil)
		if err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		if _, err := claudecode.UnmarshalLine(out); err != nil {
			t.Fatalf("%v: %q from %q", err, out, line)
		}
		var validator claudecode.Validator
		var tree claudecode.Tree
		for range 2 {
			validator.Add(decoder.Pos{}, l)
			tree.Add(decoder.Pos{}, l)
		}
		validator.Findings()
		tree.Threads()
		tree.Sidechains()
		tree.Compactions()
	})
}

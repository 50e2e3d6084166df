package spec

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// FuzzParse checks that the loader never panics, and that it returns a model, or errors with positions.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"*.yaml", "testdata/*/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Parse("fuzz.yaml", data)
		var errs Errors
		switch {
		case err == nil && m == nil:
			t.Fatal("neither a model nor an error")
		case err == nil:
		case !errors.As(err, &errs):
			t.Fatalf("expected Errors, got %T: %v", err, err)
		case len(errs) == 0:
			t.Fatal("an empty list of errors")
		}
		for _, e := range errs {
			if e.Pos.Line < 1 || e.Pos.Column < 1 || e.Msg == "" {
				t.Errorf("an error without place or text: %#v", e)
			}
		}
	})
}

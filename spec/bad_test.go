package spec

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestBad compares the errors for every testdata/bad/NAME.yaml with NAME.err.
func TestBad(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no bad specs: %v", err)
	}
	for _, file := range files {
		golden := strings.TrimSuffix(file, ".yaml") + ".err"
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			_, err := Load(filepath.ToSlash(file))
			if err == nil {
				t.Fatal("the spec was accepted")
			}
			list, ok := errors.AsType[Errors](err)
			if !ok {
				t.Fatalf("no mistakes in it: %v", err)
			}
			got := ""
			for _, e := range list {
				got += strings.ReplaceAll(e.Error(), "testdata/bad/", "") + "\n" + e.Excerpt()
			}
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the errors differ (-want +got):\n%s", diff)
			}
		})
	}
}

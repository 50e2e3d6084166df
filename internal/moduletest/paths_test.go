package moduletest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// namedPath is a path from the module's root that a command or a page names: ./internal/scan, ./bench/report, ./internal/...
var namedPath = regexp.MustCompile(`(?:^|[ "'])(\./[a-z][\w./-]*)`)

// TestPathsExist checks that the folders and files exist that the scripts of CI and the pages name. .ci/nightly runs too rarely to find renamed
// folders.
func TestPathsExist(t *testing.T) {
	files, err := filepath.Glob(".ci/*")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range append(files, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasSuffix(file, ".md") { // pages name programs and options, too
				line, _, _ = strings.Cut(line, " && ")
				if !strings.Contains(line, "go run ") && !strings.Contains(line, "go test ") {
					continue
				}
			}
			for _, m := range namedPath.FindAllStringSubmatch(line, -1) {
				path := strings.TrimRight(strings.TrimSuffix(m[1], "/..."), ".")
				if path == "./test" { // a program that a script builds in a folder of its own
					continue
				}
				found++
				if _, err := os.Stat(path); err != nil {
					t.Errorf("%s names %s, which is not there", file, m[1])
				}
			}
		}
	}
	if found < 20 {
		t.Errorf("found %d paths, want the packages of .ci/run and .ci/nightly at least", found)
	}
}

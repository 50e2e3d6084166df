package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// module writes a version of a small module and returns its folder.
func module(t *testing.T, genrt, decoder, log string) string {
	t.Helper()
	return moduleWith(t, genrt, "", decoder, log)
}

// moduleWith is module with methods of a type that is declared in an internal package, and has an alias in genrt.
func moduleWith(t *testing.T, genrt, methods, decoder, log string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":              "module example.com/m\n\ngo 1.26.0\n",
		"genrt/genrt.go":      "package genrt\n\n" + genrt,
		"genrt/cursor.go":     "package genrt\n\nimport \"example.com/m/internal/scan\"\n\ntype Cursor = scan.Cursor\n",
		"internal/scan/c.go":  "package scan\n\ntype Cursor struct{}\n\nfunc (c *Cursor) All() {}\n" + methods,
		"decoder/decoder.go":  "package decoder\n\n" + decoder,
		"internal/a/a.go":     "package a\n\nfunc A" + filepath.Base(dir) + "() {}\n", // never the same
		"cmd/command/main.go": "package main\n\nfunc main() {}\n",
		"CHANGELOG.md":        "# Changelog\n\n" + log + "\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRun(t *testing.T) {
	const (
		numbers = "const (\n\tMinVersion = 3\n\tMaxVersion = 4\n)\n"
		genrt   = numbers + "func Scan(i int) int { return i }\n"
		decoder = "type Reader struct{}\n\nfunc (r *Reader) All() {}\n"
		log     = "## v0.1.0\n"
		newer   = "## v0.2.0\n\n## v0.1.0\n"
	)
	raised := func(text, min, max string) string {
		return strings.NewReplacer("MinVersion = 3", "MinVersion = "+min, "MaxVersion = 4", "MaxVersion = "+max).Replace(text)
	}
	before := module(t, genrt, decoder, log)
	for _, tt := range []struct {
		what                string
		genrt, decoder, log string
		says                []string // nothing: no number is missing
	}{
		{"nothing", genrt, decoder, log, nil},
		{"a function more", genrt, decoder + "func More() {}\n", log, []string{`begin a section above "v0.1.0"`}},
		{"a function more, in a new version", genrt, decoder + "func More() {}\n", newer, nil},
		{"a method less", genrt, "type Reader struct{}\n", log, []string{`begin a section above "v0.1.0"`}},
		{"genrt has more", genrt + "func More() {}\n", decoder, log, []string{"raise genrt.MaxVersion and gen.Version above 4"}},
		{"genrt has more, and says so", raised(genrt, "3", "5") + "func More() {}\n", decoder, log, nil},
		{"genrt has less", numbers, decoder, log, []string{"raise genrt.MaxVersion and gen.Version above 4", "raise genrt.MinVersion above 4"}},
		{"genrt has less, and says half of it", raised(numbers, "3", "5"), decoder, log, []string{"raise genrt.MinVersion above 4"}},
		{"genrt has less, and says so", raised(numbers, "5", "5"), decoder, log, nil},
		{"a package less", genrt, "", log, []string{"begin a section"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			err := run(before, module(t, tt.genrt, tt.decoder, tt.log))
			if (err == nil) != (tt.says == nil) {
				t.Fatalf("%v, want %q", err, tt.says)
			}
			for _, s := range tt.says {
				if !strings.Contains(err.Error(), s) {
					t.Errorf("%v, want %q in it", err, s)
				}
			}
			if err != nil && strings.Count(err.Error(), "apicheck: ") != len(tt.says) {
				t.Errorf("%v, want %q", err, tt.says)
			}
		})
	}
}

// TestUnreleased checks that before a version is made, its API may change: only what is generated for genrt has a number already.
func TestUnreleased(t *testing.T) {
	const (
		numbers = "const MinVersion, MaxVersion = 1, 1\n"
		log     = "## Unreleased\n\n## v0.1.0\n"
	)
	before := module(t, numbers, "", log)
	if err := run(before, module(t, numbers, "func More() {}\n", log)); err != nil {
		t.Error(err)
	}
	if err := run(before, module(t, numbers+"func More() {}\n", "", log)); err == nil || !strings.Contains(err.Error(), "raise genrt.MaxVersion") {
		t.Errorf("genrt has more: %v", err)
	}
}

// TestAliases checks that the methods of a type with an alias in genrt are compared, since generated code calls them.
func TestAliases(t *testing.T) {
	const (
		genrt = "const MinVersion, MaxVersion = 1, 1\n"
		log   = "## v0.1.0\n"
		next  = "func (c *Cursor) Next(i int) int { return i }\n"
	)
	before := moduleWith(t, genrt, next, "", log)
	for methods, says := range map[string]string{
		next: "",
		"func (c *Cursor) Next(at int) (end int) { return at }\n": "",
		next + "func (c *Cursor) More() {}\n":                     "raise genrt.MaxVersion",
		"":                                                        "raise genrt.MinVersion",
		"func (c *Cursor) Next(i, n int) int { return i }\n": "raise genrt.MinVersion",
	} {
		err := run(before, moduleWith(t, genrt, methods, "", log))
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", methods, err, says)
		}
	}
}

func TestRunFails(t *testing.T) {
	good := module(t, "const MinVersion, MaxVersion = 1, 1\n", "", "## v0.1.0\n")
	bad := module(t, "func {\n", "", "## v0.1.0\n")
	if err := run(good, bad); err == nil || !strings.Contains(err.Error(), "genrt.go:3") {
		t.Errorf("a version that does not compile: %v", err)
	}
	if err := run(good, t.TempDir()); err == nil {
		t.Error("an empty folder is a version")
	}
}

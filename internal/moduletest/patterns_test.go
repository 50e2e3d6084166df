package moduletest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	goTest   = regexp.MustCompile(`(?m)^.*(?:\bgo test |-test\.(?:run|skip)).*$`)
	pattern  = regexp.MustCompile(`-(?:test\.)?(run|skip|fuzz|bench)[ =]('[^']*'|"[^"]*"|[\w^$|/.]+)`)
	testFunc = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark|Example)\w*)\(`)
)

// TestPatternsMatch checks that each alternative of a pattern of tests in the scripts of CI and in the pages matches a test. The go command
// says nothing of a pattern that matches less than before, because a test has a new name.
func TestPatternsMatch(t *testing.T) {
	files, err := filepath.Glob(".ci/*")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range append(files, "README.md", "CONTRIBUTING.md", "beam/README.md", "bench/README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range goTest.FindAllString(string(text), -1) {
			var names []string
			for _, folder := range testFolders(line) {
				names = append(names, testsIn(t, folder)...)
			}
			for _, m := range pattern.FindAllStringSubmatch(line, -1) {
				top, _, _ := strings.Cut(strings.Trim(m[2], `'"`), "/") // the part for functions, without that for subtests
				if strings.Contains(top, "$target") || top == "^$" {
					continue
				}
				for one := range strings.SplitSeq(top, "|") {
					found++
					if !matches(t, one, m[1], names) {
						t.Errorf("%s: no test matches %q in: %s", file, one, strings.TrimSpace(line))
					}
				}
			}
		}
	}
	if found < 40 {
		t.Errorf("found %d patterns, want those of .ci/run and .ci/nightly at least", found)
	}
}

// testFolders returns the folders of the packages that a command names, and the module's root if it names none.
func testFolders(line string) []string {
	var folders []string
	for _, m := range namedPath.FindAllStringSubmatch(line, -1) {
		if folder := strings.TrimRight(m[1], "."); isFolder(folder) { // and no program that the test is built as
			folders = append(folders, folder)
		}
	}
	if len(folders) == 0 {
		return []string{"./"}
	}
	return folders
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// testsIn returns the names of the tests in a folder, and in those below it if the name of the folder ends with a slash, as that of ./internal/... does.
func testsIn(t *testing.T, folder string) []string {
	var names []string
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != folder && !strings.HasSuffix(folder, "/") {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// selected has the kinds of tests that a flag selects from.
var selected = map[string]string{"run": "^(Test|Fuzz|Example)", "skip": "^", "fuzz": "^Fuzz", "bench": "^Benchmark"}

func matches(t *testing.T, pattern, flag string, names []string) bool {
	re, err := regexp.Compile(pattern)
	if err != nil {
		t.Fatal(err)
	}
	kind := regexp.MustCompile(selected[flag])
	return slices.ContainsFunc(names, func(name string) bool { return kind.MatchString(name) && re.MatchString(name) })
}

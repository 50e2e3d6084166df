// Command apicheck compares the exported API of two versions of this module, and reports version numbers that must be raised:
//
//	go run . OLD NEW
//
// OLD and NEW are folders with one version each. The command prints the changes that break programs, and fails if a change needs a number that
// was not raised: genrt.MaxVersion if genrt has new declarations, also genrt.MinVersion if code that was generated earlier no longer compiles with
// genrt, and the version in CHANGELOG.md for every other public package. A section "Unreleased" is such a version.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: apicheck OLD NEW: two folders with a version of the module each")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run compares two folders.
func run(oldDir, newDir string) error {
	var v [2]version
	for k, dir := range []string{oldDir, newDir} {
		packages, err := load(dir)
		if err != nil {
			return err
		}
		log, err := os.ReadFile(filepath.Join(dir, "CHANGELOG.md"))
		if err != nil {
			return fmt.Errorf("apicheck: %w", err)
		}
		v[k] = version{packages, heading(string(log))}
	}
	all := compare(v[0], v[1])
	for _, c := range all {
		if !c.Compatible {
			fmt.Printf("%s: %s\n", c.path, c.Message)
		}
	}
	if missing := missingNumbers(v[0], v[1], all); len(missing) > 0 {
		return fmt.Errorf("apicheck: %s", strings.Join(missing, "\napicheck: "))
	}
	return nil
}

// heading returns the newest version of a change log: its first second-level heading.
func heading(log string) string {
	for line := range strings.Lines(log) {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

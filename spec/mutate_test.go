package spec

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestMutated checks the same as FuzzParse, for specs that are nearly right: it leaves out, repeats and exchanges words and lines of real specs.
// Such specs pass the YAML parser much more often than changed bytes.
func TestMutated(t *testing.T) {
	var specs []string
	for _, pattern := range []string{"agentsdk.yaml", "testdata/bad/*.yaml", "testdata/imported/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			const most = 60 // lines: enough for all sections of the small files
			lines := strings.SplitAfter(string(data), "\n")
			specs = append(specs, strings.Join(lines[:min(len(lines), most)], ""))
		}
	}
	words := []string{"", "{}", "[]", "R", "A", "Line", "string", "json", "{tag: type, cases: {a: R}}", "[R, A]", "null", "true", "7", "R[]", "~"}
	for _, spec := range specs {
		words = append(words, strings.FieldsFunc(spec, isMark)...)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(specs).Draw(t, "spec")
		for range rapid.IntRange(1, 6).Draw(t, "changes") {
			text = change(t, text, words)
		}
		m, err := Parse("testdata/bad/mutated.yaml", []byte(text))
		var errs Errors
		if (m == nil) == (err == nil) || err != nil && !errors.As(err, &errs) {
			t.Fatalf("model %v, error %v", m, err)
		}
	})
}

func isMark(r rune) bool { return strings.ContainsRune(" \n{}[],", r) }

// change replaces a word, or removes or repeats a line.
func change(t *rapid.T, text string, words []string) string {
	lines := strings.SplitAfter(text, "\n")
	i := rapid.IntRange(0, len(lines)-1).Draw(t, "line")
	switch rapid.IntRange(0, 4).Draw(t, "what") {
	case 0:
		lines[i] = ""
	case 1:
		lines[i] += lines[i]
	default:
		parts := strings.FieldsFunc(lines[i], isMark)
		if len(parts) == 0 {
			break
		}
		old := rapid.SampledFrom(parts).Draw(t, "old")
		lines[i] = strings.Replace(lines[i], old, rapid.SampledFrom(words).Draw(t, "new"), 1)
	}
	return strings.Join(lines, "")
}

package spec

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fence is a code block of SPEC.md: the words after its backticks, and its text.
var fence = regexp.MustCompile("(?ms)^( *)```([a-z]+(?: [a-z]+)?)\n(.*?)^ *```$")

// fieldsAround is the text around a block of fields: a record in a spec that declares the names that the page uses.
const fieldsAround = header + `
enums:
  Mood: {values: [happy, sad]}
records:
  Message: {}
  Record:
    fields:
`

// TestSpecPage checks that the examples of SPEC.md load, and that the bad ones give the errors that the page shows below them.
func TestSpecPage(t *testing.T) {
	page, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]int)
	bad := "" // the errors of the previous bad block
	for _, block := range fence.FindAllStringSubmatch(string(page), -1) {
		kind, text := block[2], unindent(block[3], block[1])
		found[kind]++
		switch kind {
		case "yaml":
			if !strings.HasPrefix(text, "ndwire:") {
				text = header + text
			}
			if _, err := Parse("spec.yaml", []byte(text)); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
		case "yaml fields":
			text = fieldsAround + unindent(text, "", "      ")
			if _, err := Parse("spec.yaml", []byte(text)); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
		case "yaml bad":
			_, err := Parse("spec.yaml", []byte(header+text))
			if err == nil {
				t.Fatalf("no error in\n%s", text)
			}
			bad = err.Error() + "\n"
		case "text":
			if diff := cmp.Diff(text, bad); diff != "" {
				t.Errorf("the errors differ (-page +spec):\n%s", diff)
			}
		default:
			t.Errorf("a code block %q is not tested", kind)
		}
	}
	for _, kind := range []string{"yaml", "yaml fields", "yaml bad", "text"} {
		if found[kind] == 0 {
			t.Errorf("no code block %q was found", kind)
		}
	}
}

// unindent replaces the indentation of all lines by another one.
func unindent(text, indent string, with ...string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = strings.Join(with, "") + strings.TrimPrefix(line, indent)
		}
	}
	return strings.Join(lines, "")
}

package gen

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// TestNumberNames has fields whose constants have one name in Go.
func TestNumberNames(t *testing.T) {
	for _, tt := range []struct{ name, records, wrong string }{
		{"no underscores", "records:\n  Task: {fields: {result_id: string}}\n  TaskResult: {fields: {id: string}}\n", ""},
		{"two records", "records:\n  A: {fields: {x: {type: string, go: B_C}}}\n  A_B: {fields: {c: string}}\n",
			"spec.yaml:6:3: the fields A.x and A_B.c would both be fieldA_B_C in Go: rename one with go:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Generate(load(t, "ndwire: 1\nprotocol: test\npackage: test\n"+tt.records))
			switch {
			case tt.wrong == "" && err != nil:
				t.Error(err)
			case tt.wrong != "" && (err == nil || !strings.Contains(err.Error(), tt.wrong)):
				t.Errorf("got %v\nwant %s", err, tt.wrong)
			}
		})
	}
}

// TestNewMember puts an optional member between those of a record that stands in an order, and counts the lines of what decodes that are
// new or gone.
func TestNewMember(t *testing.T) {
	before, err := os.ReadFile("../spec/agentsdk.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const place = "      message: BetaMessage\n      parent_tool_use_id:"
	after := strings.Replace(string(before), place, "      message: BetaMessage\n      brand_new?: string\n      parent_tool_use_id:", 1)
	if after == string(before) {
		t.Fatalf("AssistantMessage has no place for a member: %s", place)
	}
	lines := func(text string) map[string]int {
		files, err := Generate(load(t, text))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(files, func(f File) bool { return f.Name == "decode_gen.go" })
		count := map[string]int{}
		for line := range strings.Lines(string(files[i].Data)) {
			count[line]++
		}
		return count
	}
	old, now := lines(string(before)), lines(after)
	changed := 0
	for line, n := range now {
		changed += max(0, n-old[line])
	}
	for line, n := range old {
		changed += max(0, n-now[line])
	}
	if changed >= 15 {
		t.Errorf("a new member changes %d lines of decode_gen.go", changed)
	}
}

func load(t *testing.T, text string) *spec.Model {
	t.Helper()
	name := filepath.Join(t.TempDir(), "spec.yaml")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	model, err := spec.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

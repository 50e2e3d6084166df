package gen

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// TestNumberNames checks that fields whose constants would have the same name in Go get different names.
func TestNumberNames(t *testing.T) {
	for _, tt := range []struct {
		name, records string
		want          []string
	}{
		{"no underscores", "records:\n  Task: {fields: {result_id: string}}\n  TaskResult: {fields: {id: string}}\n", []string{"fieldTask_ResultID", "fieldTaskResult_ID"}},
		{"two records", "records:\n  A: {fields: {x: {type: string, go: B_C}}}\n  A_B: {fields: {c: string}}\n", []string{"fieldA_B_C", "fieldA_B_C_2"}},
		{"keys alike", "records:\n  A: {fields: {a.b: {const: 1}, a/b: {const: 2}, x: {type: int, go: AB_2}}}\n", []string{"fieldA_AB", "fieldA_AB_3", "fieldA_AB_2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files, err := Generate(load(t, "ndwire: 1\nprotocol: test\npackage: test\n"+tt.records))
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(files, func(f File) bool { return f.Name == "decode_gen.go" })
			var got []string
			for _, name := range regexp.MustCompile(`(?m)^\t(field\w+)( = iota)?$`).FindAllSubmatch(files[i].Data, -1) {
				got = append(got, string(name[1]))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("the constants are %q, want %q", got, tt.want)
			}
		})
	}
}

// TestNewMember adds an optional member to a record with an order, and bounds the number of changed lines of decode_gen.go.
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

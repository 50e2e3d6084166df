package main

import (
	"cmp"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	gocmp "github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/source"
	"github.com/ndwire/ndwire/usage"
)

func TestMain(m *testing.M) { ptest.Main(m) }

func count(t *testing.T, logs string, byResponse bool) [][]string {
	t.Helper()
	output := filepath.Join(t.TempDir(), "out.csv")
	p, s := beam.NewPipelineWithRoot()
	build(s, logs, output, byResponse)
	ptest.RunAndValidate(t, p)
	text, err := os.Open(output)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestTokens checks that the tables with and without --by-response both count each response once, as one pass over the logs of Claude Code
// does.
func TestTokens(t *testing.T) {
	const claudeCode, sdk = "../../../testdata/claudecode/*.ndjson", "../../../testdata/agentsdk/**/*.ndjson"
	for _, test := range []struct {
		logs       string
		byResponse bool
	}{{claudeCode, false}, {claudeCode, true}, {sdk, false}} {
		src, err := source.Open(test.logs)
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		var counter usage.Counter
		for line, err := range usage.NewReader(src).Recycled() {
			if err == nil {
				counter.AddLine(line)
			}
		}
		want := map[string]usage.Tokens{}
		for model, tokens := range counter.ByModel() {
			want[cmp.Or(model, "unknown")] = tokens
		}
		got := map[string]usage.Tokens{}
		for i, row := range count(t, test.logs, test.byResponse) {
			if day, err := time.Parse(time.DateOnly, row[0]); i > 0 && row[0] != "unknown" && (err != nil || day.Year() < 2025) {
				t.Errorf("day %q", row[0])
			}
			if i == 0 {
				continue
			}
			var n [4]int
			for i := range n {
				if n[i], err = strconv.Atoi(row[2+i]); err != nil {
					t.Error(err)
				}
			}
			sum := got[row[1]]
			sum.Add(usage.Tokens{InputTokens: n[0], OutputTokens: n[1], CacheReadInputTokens: n[2], CacheCreationInputTokens: n[3]})
			got[row[1]] = sum
		}
		if diff := gocmp.Diff(want, got); diff != "" || len(want) < 2 {
			t.Errorf("%s, by response: %v, tokens (-one pass +table):\n%s", test.logs, test.byResponse, diff)
		}
	}
}

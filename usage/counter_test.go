package usage_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/usage"
)

func TestCounter(t *testing.T) {
	response := func(id, model string, in, out int) *usage.Response {
		return &usage.Response{MessageID: id, Model: model, Tokens: usage.Tokens{InputTokens: in, OutputTokens: out}}
	}
	tests := []struct {
		name  string
		lines []*usage.Response
		want  string
	}{
		{"nothing", nil, ""},
		{"nil", []*usage.Response{nil}, ""},
		{"two responses", []*usage.Response{response("a", "m", 1, 2), response("b", "m", 10, 20)}, "m 11 22"},
		{"the largest counts", []*usage.Response{response("a", "m", 1, 2), response("a", "m", 1, 5), response("a", "m", 3, 4)}, "m 3 5"},
		{"lines of others between", []*usage.Response{response("a", "m", 1, 2), response("b", "m", 10, 20), response("a", "m", 1, 3)}, "m 11 23"},
		{"without an id", []*usage.Response{response("", "m", 1, 2), response("", "m", 1, 2)}, "m 2 4"},
		{"without counts", []*usage.Response{response("a", "m", 1, 2), response("a", "m", 0, 0), response("b", "<synthetic>", 0, 0)}, "m 1 2"},
		{"another model", []*usage.Response{response("a", "m", 1, 2), response("a", "n", 1, 2)}, "m 1 2"},
		{"no model at first", []*usage.Response{response("a", "", 1, 2), response("a", "n", 1, 3)}, "n 1 3"},
		{"negative counts", []*usage.Response{response("a", "m", -1, 2), response("", "m", 5, -9)}, "m 5 2"},
		{"most tokens first", []*usage.Response{response("a", "x", 1, 2), response("b", "z", 1, 5), response("c", "y", 2, 1)}, "z 1 5, x 1 2, y 2 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c usage.Counter
			var total usage.Tokens
			for _, r := range tt.lines {
				c.Add(r)
			}
			var got []string
			for model, tokens := range c.ByModel() {
				got = append(got, fmt.Sprint(model, " ", tokens.InputTokens, " ", tokens.OutputTokens))
				total.Add(tokens)
			}
			if got := strings.Join(got, ", "); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if diff := cmp.Diff(total, c.Total()); diff != "" {
				t.Errorf("the total is not the sum of the models (-sum +total):\n%s", diff)
			}
			for range c.ByModel() {
				break // the iterator must allow it
			}
		})
	}
}

// TestCounterAdded checks that the additions of all lines are equal to the total count, although lines can subtract, and that a line without
// usage adds nothing.
func TestCounterAdded(t *testing.T) {
	logs, err := filepath.Glob("../testdata/*/*.ndjson")
	streams, _ := filepath.Glob("../testdata/agentsdk/*/*.ndjson")
	if err != nil || len(logs) == 0 || len(streams) == 0 {
		t.Fatal(logs, streams, err)
	}
	var lines []usage.Line
	for _, path := range append(logs, streams...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line, err := range usage.NewReader(bytes.NewReader(text)).All() {
			if err == nil {
				lines = append(lines, line, nil, &usage.Progress{})
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var c usage.Counter
		part := lines[rapid.IntRange(0, len(lines)).Draw(t, "from"):]
		for _, l := range part {
			c.AddLine(l)
		}
		want := maps.Collect(c.ByModel())
		if diff := cmp.Diff(want, addedBy(part)); diff != "" {
			t.Fatalf("by model (-counted +added):\n%s", diff)
		}
	})
	for range new(usage.Counter).Added() {
		t.Error("no line has added something")
	}
}

// TestCounterAgainstSum compares a Counter with sum, a plain implementation.
func TestCounterAgainstSum(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var c usage.Counter
		var lines []usage.Line
		for range rapid.IntRange(0, 30).Draw(rt, "lines") {
			n := rapid.IntRange(0, 3)
			r := &usage.Response{MessageID: rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(rt, "id"), Model: rapid.SampledFrom([]string{"m", "n"}).Draw(rt, "model"),
				Tokens: usage.Tokens{n.Draw(rt, "in"), n.Draw(rt, "out"), n.Draw(rt, "read"), n.Draw(rt, "created")}}
			lines = append(lines, r)
			c.Add(r)
		}
		compare(t, &c, lines)
	})
}

// TestCounterMemory checks the bound in the doc comment of Counter.
func TestCounterMemory(t *testing.T) {
	const n = 200_000
	var c usage.Counter
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for i := range n {
		// The ids are short parts of long texts, which must not be kept.
		text := fmt.Sprintf("%s msg_01%022d", strings.Repeat("x", 1000), i)
		c.Add(&usage.Response{MessageID: text[1001:], Model: text[:1], Tokens: usage.Tokens{InputTokens: 1}})
	}
	after := heap()
	if c.Total().InputTokens != n {
		t.Fatalf("%d responses, want %d", c.Total().InputTokens, n)
	}
	each := (int64(after) - int64(before)) / n
	t.Logf("%d bytes for each response", each)
	if each > 200 {
		t.Errorf("%d bytes for each response, more than the documented bound", each)
	}
	runtime.KeepAlive(&c)
}

package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// statistics are the figures that describe a corpus.
type statistics struct {
	PerLine   float64 // bytes, newline included
	User      float64 // share of the bytes
	Assistant float64
	Stream    float64
	System    float64 // share of system, result and other lines
	Events    float64 // share of the lines that are stream events
	EventSize float64
	PerSlash  float64 // bytes from one backslash to the next
	Foreign   float64 // share of the lines that are not ASCII
	Bulk      float64 // share of the bytes in lines of 20 KB and more
	Late      float64 // share of the lines that do not begin with type
	Longest   float64 // share of the bytes in the longest line
}

func measure(t *testing.T, c *Corpus) statistics {
	t.Helper()
	var s statistics
	slashes, longest := 0, 0
	for i := range c.Len() {
		line := c.Line(i)
		var tags struct{ Type string }
		if err := json.Unmarshal(line, &tags); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		size := float64(len(line) + 1)
		longest = max(longest, len(line)+1)
		slashes += bytes.Count(line, []byte{'\\'})
		switch tags.Type {
		case "user":
			s.User += size
		case "assistant":
			s.Assistant += size
		case "stream_event":
			s.Stream += size
			s.Events++
			s.EventSize += size
		default:
			s.System += size
		}
		if bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
			s.Foreign++
		}
		if size >= 20_000 {
			s.Bulk += size
		}
		if !bytes.HasPrefix(line, []byte(`{"type"`)) {
			s.Late++
		}
	}
	all, lines := float64(len(c.Data)), float64(c.Len())
	for _, bytes := range []*float64{&s.User, &s.Assistant, &s.Stream, &s.System, &s.Bulk} {
		*bytes /= all
	}
	s.EventSize /= max(s.Events, 1)
	for _, n := range []*float64{&s.Events, &s.Foreign, &s.Late} {
		*n /= lines
	}
	s.PerLine = all / lines
	s.PerSlash = all / float64(slashes)
	s.Longest = float64(longest) / all
	return s
}

// TestStatistics compares the corpora with their description in README.md. A difference of 0.01 is allowed.
func TestStatistics(t *testing.T) {
	tests := []struct {
		name string
		want statistics
	}{
		{Mixed, statistics{
			PerLine: 1004, User: 0.56, Assistant: 0.19, Stream: 0.18, System: 0.07, Events: 0.64, EventSize: 278,
			PerSlash: 28, Foreign: 0.026, Bulk: 0.29, Late: 0.15, Longest: 5.0 / 64,
		}},
		{Tiny, statistics{
			PerLine: 294, User: 0.04, Assistant: 0.08, Stream: 0.83, System: 0.05, Events: 0.88, EventSize: 278,
			PerSlash: 118, Foreign: 0.007, Late: 0.15,
		}},
		{Bulky, statistics{
			PerLine: 28297, User: 0.97, Assistant: 0.015, System: 0.005, PerSlash: 16, Foreign: 0.10, Bulk: 0.97, Late: 0.15,
			Longest: 0.013,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := measure(t, Generate(tt.name, 16<<20))
			t.Logf("%+v", got)
			near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= max(0.01, 0.12*max(a, b)) })
			late := cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "Late" }, // in a session, all lines or none
				cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) <= 0.08 }))
			usual := cmp.FilterPath(func(p cmp.Path) bool { return p.String() != "" && p.String() != "Late" }, near)
			if diff := cmp.Diff(tt.want, got, late, usual); diff != "" {
				t.Errorf("statistics (-want +got):\n%s\n%+v", diff, got)
			}
		})
	}
}

// TestGenerate checks that a corpus is the same on all machines, so that results can be compared.
func TestGenerate(t *testing.T) {
	want := map[string]string{
		Mixed: "36e4de52e80c29f83a193773756f1e04cdb2d62932b911639b433e3c136f60b2",
		Tiny:  "afdeb83c2c4c3eb194fceba66bda2d9b55f4f503110407dd3a2bf67fa5dac990",
		Bulky: "7acfc862bd5199c017cb8482af29a5f9a78fb23df0c662216d6330c5604230b4",
	}
	for _, name := range Names() {
		c := Generate(name, 1<<20)
		sum := sha256.Sum256(c.Data)
		if got := hex.EncodeToString(sum[:]); got != want[name] {
			t.Errorf("%s has the hash %s, want %s", name, got, want[name])
		}
		if got := len(c.Data); got > 1<<20 || got < 1<<20*3/4 {
			t.Errorf("%s has %d bytes, want a MiB of whole lines", name, got)
		}
		var lines strings.Builder
		for i := range c.Len() {
			lines.Write(c.Line(i))
			lines.WriteByte('\n')
		}
		if lines.String() != string(c.Data) {
			t.Errorf("%s: its lines are not its data", name)
		}
	}
}

func TestGenerateUnknownName(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), `unknown name "mixt"`) {
			t.Errorf("Generate panics with %v", r)
		}
	}()
	Generate("mixt", 1)
}

// TestForms checks that a corpus has the same values in each form, besides the additional members.
func TestForms(t *testing.T) {
	for _, name := range Names() {
		plain := Generate(name, 1<<20)
		for _, form := range Forms() {
			c := plain.In(form)
			if c.Len() != plain.Len() {
				t.Fatalf("%s has %d lines as %s, want %d", name, c.Len(), form, plain.Len())
			}
			for i := range c.Len() {
				var got, want bytes.Buffer
				line := plain.Line(i)
				if form == Members {
					line = append(line[:len(line)-1], `,"budget_remaining":17,"routing_hint":"fast"}`...)
				}
				if err := errors.Join(json.Compact(&got, c.Line(i)), json.Compact(&want, line)); err != nil {
					t.Fatal(err)
				}
				if got.String() != want.String() {
					t.Fatalf("%s, line %d as %s: got %.200s, want %.200s", name, i, form, got.String(), want.String())
				}
				if spaced := bytes.Contains(c.Line(i), []byte(`": `)); form == Spaces && !spaced {
					t.Fatalf("%s, line %d has no spaces: %.200s", name, i, c.Line(i))
				}
			}
		}
	}
}

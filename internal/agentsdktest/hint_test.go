package agentsdktest

import (
	"os"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// TestStatsHint checks that Stats names the other package for Claude Code's transcripts, and none for lines of this protocol.
func TestStatsHint(t *testing.T) {
	const hint = "these are lines of package github.com/ndwire/ndwire/claudecode: they have parentUuid, isSidechain, sessionId; read them with its NewReader"
	for path, want := range map[string]string{
		"../../testdata/claudecode/session.ndjson": hint,
		"../../testdata/agentsdk/session.ndjson":   "",
		"../../testdata/openclaw/session.ndjson":   "",
	} {
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			r := ndwire.NewReader(f, opts...)
			for range r.All() {
			}
			f.Close()
			if got := r.Stats().Hint; got != want {
				t.Errorf("%s: %q, want %q", path, got, want)
			}
			var sum decoder.Stats
			sum.Add(r.Stats())
			if sum.Hint != want {
				t.Errorf("%s: the hint of a sum is %q", path, sum.Hint)
			}
		}
	}

	// One line of the other protocol is not enough.
	ours := `{"type":"keep_alive"}` + "\n"
	r := ndwire.NewReader(strings.NewReader(ours + ours + `{"type":"user","message":{"role":"user","content":"x"},"parentUuid":null,"isSidechain":false,"sessionId":"s"}`))
	for range r.All() {
	}
	if got := r.Stats().Hint; got != "" {
		t.Errorf("one line of three gives the hint %q", got)
	}
}

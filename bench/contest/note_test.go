package contest

import (
	"bytes"
	"io"
	"testing"
)

// TestSkippedIsNoted checks that a run without -v says which contenders it skips, and why.
func TestSkippedIsNoted(t *testing.T) {
	var out bytes.Buffer
	defer func(w io.Writer) { notes.to = w }(notes.to)
	notes.to = &out
	for range 2 {
		testing.Benchmark(func(b *testing.B) {
			skip(b, "jq", func() string { return "no jq: install it\nor not" })
			t.Error("it is not skipped")
		})
	}
	t.Run("test", func(t *testing.T) { skip(t, "duckdb", func() string { return "no DuckDB" }) })
	skip(t, "sonic", func() string { return "" })
	skip(t, "ndwire", nil)
	if got, want := out.String(), "skipped: jq: no jq: install it\n"; got != want {
		t.Errorf("noted %q, want %q", got, want)
	}
}

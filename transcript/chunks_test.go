package transcript_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

// chunks reads pieces of these lengths in turn.
type chunks struct {
	text    string
	lengths []int
	n       int
}

func (c *chunks) Read(p []byte) (int, error) {
	if c.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), c.lengths[c.n%len(c.lengths)])], c.text)
	c.text = c.text[n:]
	c.n++
	return n, nil
}

// TestDetectionOfChunks checks that the detection of a complete input is that of its bytes, however they are cut into reads.
func TestDetectionOfChunks(t *testing.T) {
	lines := []string{vagueLine, tellingLine, "{}\n", "no JSON\n", "\n", `{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}` + "\n",
		`{"type":"system","subtype":"init","session_id":"s","tools":[],"mcp_servers":[],"model":"m","permissionMode":"default","uuid":"u"}` + "\n",
		`{"type":"response_item","payload":{}}` + "\n", `{"step_index":0,"created_at":"x","source":"y"}` + "\n"}
	for _, log := range foreignLogs {
		lines = append(lines, log.lines)
	}
	long := `{"type":"user","message":{"role":"user","content":"` + strings.Repeat("x", 20_000) + `"}}` + "\n"
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		if rapid.IntRange(0, 2).Draw(t, "beyond the limit") == 0 {
			text.WriteString(strings.Repeat(long, rapid.IntRange(50, 54).Draw(t, "long lines")))
		}
		for _, line := range rapid.SliceOfN(rapid.SampledFrom(lines), 0, 40).Draw(t, "lines") {
			text.WriteString(line)
		}
		want := transcript.Examine([]byte(text.String()))
		lengths := rapid.SliceOfN(rapid.SampledFrom([]int{1000, 10_000, 40_000, 1 << 20}), 1, 4).Draw(t, "lengths")
		in := decoder.OneFile(decoder.File{Complete: true}, &chunks{text: text.String(), lengths: lengths})
		r := transcript.NewReader(in)
		if _, err := r.Next(); err == io.EOF {
			return
		}
		if diff := cmp.Diff(want, r.Detected()); diff != "" {
			t.Errorf("in reads of %v:\n%s", lengths, diff)
		}
	})
}

// TestDetectionIsRepeatable checks that the detection of lines of several programs without a spec is always the same, and that of lines with more
// unknown members than are counted.
func TestDetectionIsRepeatable(t *testing.T) {
	text := []byte(`{"step_index":0,"created_at":"x","source":"y"}` + "\n" + `{"type":"response_item","payload":{}}` + "\n")
	for n := range 50 {
		text = append(text, strings.TrimSuffix(vagueLine, "}\n")...)
		for k := range 30 {
			text = fmt.Appendf(text, `,"a%d":0`, 9999-30*n-k)
		}
		text = append(text, "}\n"...)
	}
	want := transcript.Examine(text)
	for range 100 {
		if diff := cmp.Diff(want, transcript.Examine(text)); diff != "" {
			t.Fatal(diff)
		}
	}
}

package transcript_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ndwire/ndwire/transcript"
)

// TestDetectionInAnyReads checks that the protocol does not depend on how the input is cut into reads.
func TestDetectionInAnyReads(t *testing.T) {
	line := `{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s","version":"2.1.0","gitBranch":"","type":"user",` +
		`"message":{"role":"user","content":"` + strings.Repeat("x", 300) + `"},"uuid":"u","timestamp":"2026-01-01T00:00:00.000Z"}` + "\n"
	in := strings.Repeat(line, 3)
	for name, r := range map[string]io.Reader{
		"whole":         strings.NewReader(in),
		"single bytes":  iotest.OneByteReader(strings.NewReader(in)),
		"halves":        iotest.HalfReader(strings.NewReader(in)),
		"data with EOF": iotest.DataErrReader(strings.NewReader(in)),
		"empty reads":   &sparse{r: strings.NewReader(in)},
	} {
		r := transcript.NewReader(r)
		n := 0
		for _, err := range r.All() {
			if n++; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 3 || r.Protocol() != transcript.ClaudeCode {
			t.Errorf("%s: %d entries of %q", name, n, r.Protocol())
		}
	}
}

// sparse returns a byte in one of ten reads.
type sparse struct {
	r io.Reader
	n int
}

func (s *sparse) Read(p []byte) (int, error) {
	if s.n++; s.n%10 != 0 {
		return 0, nil
	}
	return s.r.Read(p[:1])
}

// TestNothingToDetect checks that a file of which only NUL bytes or blank lines were seen has no known protocol, whatever comes later.
func TestNothingToDetect(t *testing.T) {
	line := `{"type":"user","message":{"role":"user","content":"x"},"uuid":"u","timestamp":"2026-01-01T00:00:00.000Z","sessionId":"s"}` + "\n"
	for name, tt := range map[string]struct {
		in, hint string
		lines    int64
	}{
		"NUL bytes alone":         {strings.Repeat("\x00", 5000), "NUL bytes", 1},
		"a line of NUL bytes":     {strings.Repeat("\x00", 5000) + "\n", "NUL bytes", 1},
		"1 MB of NUL bytes":       {strings.Repeat("\x00", 1<<21) + line, "NUL bytes", 1},
		"1 MB of blank lines":     {strings.Repeat("\n", 1<<21) + line, "blank lines", 1<<21 + 1},
		"more lines of NUL bytes": {strings.Repeat("\x00\x00\n", 10), "NUL bytes", 10},
	} {
		r := transcript.NewReader(strings.NewReader(tt.in))
		var unknown *transcript.UnknownError
		n := 0
		for e, err := range r.All() {
			if n++; e != nil || !errors.As(err, &unknown) {
				t.Errorf("%s: %v, %v", name, e, err)
			}
		}
		if unknown == nil || n != 1 || !strings.Contains(unknown.Error(), tt.hint) || r.Protocol() != "" || r.Stats().Lines != tt.lines {
			t.Errorf("%s: %d errors, %v, protocol %q, %d lines", name, n, unknown, r.Protocol(), r.Stats().Lines)
		}
	}
	for _, in := range []string{"", "\n", "\ufeff", " \r\n\n"} {
		r := transcript.NewReader(strings.NewReader(in))
		for _, err := range r.All() {
			t.Errorf("%q: %v", in, err)
		}
		if d := r.Detected(); d.String() != "no lines" {
			t.Errorf("%q: %v", in, &d)
		}
	}
}

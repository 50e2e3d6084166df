package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/ndwire/ndwire/decoder"
)

// count is what is on the lines of a file.
type count struct {
	lines, blank int64
	bad          []int64 // the numbers of these lines
}

// naive counts with bytes.SplitAfter and encoding/json.
func naive(data []byte) (c count) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return count{bad: []int64{1}} // UTF-16 is one error
	}
	for line := range bytes.Lines(data) {
		c.lines++
		text := bytes.TrimRight(bytes.TrimSuffix(line, []byte("\n")), "\r")
		text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
		switch record := bytes.Trim(text, "\x00 \t\r"); {
		case len(bytes.Trim(text, " \t\r")) == 0:
			c.blank++
		case len(record) == 0 || record[0] != '{' || !json.Valid(record):
			c.bad = append(c.bad, c.lines)
		}
	}
	return c
}

// count counts with a Reader.
func (p protocol[L]) count(in io.Reader, opts ...decoder.Option) (c count, err error) {
	r := p.reader(in, opts...)
	for _, err := range r.Recycled() {
		if bad, ok := errors.AsType[*decoder.Error](err); ok {
			c.bad = append(c.bad, bad.Line)
		} else if err != nil {
			return c, err
		}
	}
	s := r.Stats()
	if s.Bad != int64(len(c.bad)) {
		return c, fmt.Errorf("%d bad lines, but Stats has %d", len(c.bad), s.Bad)
	}
	c.lines, c.blank = s.Lines, s.Blank
	return c, nil
}

// Real logs are read to their end, by the decoder of each protocol, with the right number of good and bad lines, however they
// are cut into reads and however many goroutines decode them.
func TestRealLogs(t *testing.T) {
	files, err := filepath.Glob("../../../shared/real/*/*")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("there are no real logs here")
	}
	lines, bad := int64(0), 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := naive(data)
		lines, bad = lines+want.lines, bad+len(want.bad)
		read := transcript.count
		for folder, of := range map[string]func(io.Reader, ...decoder.Option) (count, error){
			"agent-sdk-stream": agentSDK.count, "openclaw-pi": claw.count, "rusty-claw": rusty.count,
		} {
			if filepath.Base(filepath.Dir(name)) == folder {
				read = of
			}
		}
		for _, workers := range []int{0, 1, 4} {
			for _, size := range []int{1, 1 << 20} {
				if size == 1 && (testing.Short() || len(data) > 50_000) {
					continue
				}
				var opts []decoder.Option
				if workers > 0 {
					opts = append(opts, decoder.Workers(workers))
				}
				var in io.Reader = bytes.NewReader(data)
				if size == 1 {
					in = iotest.OneByteReader(in)
				}
				got, err := read(in, opts...)
				if err != nil || got.lines != want.lines || got.blank != want.blank || !slices.Equal(got.bad, want.bad) {
					t.Errorf("%s, %d bytes a read, %d workers: %d lines, %d blank, %d bad, %v; want %d, %d, %d", name, size, workers,
						got.lines, got.blank, len(got.bad), err, want.lines, want.blank, len(want.bad))
				}
			}
		}
		// Salvage takes nothing away.
		whole := 0
		r := transcript.reader(bytes.NewReader(data), decoder.Salvage())
		for _, err := range r.Recycled() {
			if err == nil && !r.Pos().Salvaged {
				whole++
			}
		}
		if n := max(int(want.lines-want.blank)-len(want.bad), 0); whole != n {
			t.Errorf("%s: %d lines are whole, when salvaged %d", name, n, whole)
		}
	}
	t.Logf("%d files, %d lines, %d of them bad", len(files), lines, bad)
}

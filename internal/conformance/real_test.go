package conformance_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/ndwire/ndwire/decoder"
)

// count has the numbers of good and bad lines of a file.
type count struct {
	lines, blank int64
	bad          []int64 // the numbers of these lines
}

// naive returns the count by bytes.SplitAfter and encoding/json.
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

// outcome has the results of a Reader for a file: the count, and a hash of all lines, positions and errors.
type outcome struct {
	count
	lines uint64
}

// outcome reads a whole file.
func (p protocol[L]) outcome(in io.Reader, opts ...decoder.Option) (o outcome, err error) {
	r := p.reader(in, opts...)
	h := fnv.New64a()
	var text []byte
	for l, err := range r.Recycled() {
		text = fmt.Appendf(text[:0], "%v %v", r.Pos(), err)
		if bad, ok := errors.AsType[*decoder.Error](err); ok {
			o.bad = append(o.bad, bad.Line)
		} else if err != nil {
			return o, err
		} else if text, err = l.AppendJSON(text); err != nil {
			return o, err
		}
		h.Write(text)
	}
	s := r.Stats()
	if s.Bad != int64(len(o.bad)) {
		return o, fmt.Errorf("%d bad lines, but Stats has %d", len(o.bad), s.Bad)
	}
	o.count.lines, o.blank, o.lines = s.Lines, s.Blank, h.Sum64()
	return o, nil
}

// TestRealLogs checks that real logs are read to their end, by the decoder of each protocol, with the right number of good and bad lines, and
// with the same results however they are cut into reads and however many goroutines decode them.
func TestRealLogs(t *testing.T) {
	var files []string
	err := filepath.WalkDir("../../../shared/real", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("there are no real logs here")
	}
	if err != nil {
		t.Fatal(err)
	}
	lines, bad := int64(0), 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := naive(data)
		lines, bad = lines+want.lines, bad+len(want.bad)
		read := transcript.outcome
		for folder, of := range map[string]func(io.Reader, ...decoder.Option) (outcome, error){
			"agent-sdk-stream": agentSDK.outcome, "openclaw-pi": claw.outcome, "rusty-claw": rusty.outcome,
		} {
			if filepath.Base(filepath.Dir(name)) == folder {
				read = of
			}
		}
		first, err := read(bytes.NewReader(data))
		if err != nil || first.count.lines != want.lines || first.blank != want.blank || !slices.Equal(first.bad, want.bad) {
			t.Errorf("%s: %d lines, %d blank, %d bad, %v; want %d, %d, %d", name,
				first.count.lines, first.blank, len(first.bad), err, want.lines, want.blank, len(want.bad))
		}
		for _, workers := range []int{1, 4} {
			for _, size := range []int{1, 1 << 20} {
				if size == 1 && testing.Short() {
					continue
				}
				got, err := read(pieces{bytes.NewReader(data), size}, decoder.Workers(workers))
				if err != nil || !reflect.DeepEqual(got, first) {
					t.Errorf("%s, %d bytes a read, %d workers: not the same results: %v", name, size, workers, err)
				}
			}
		}
		// With Salvage, all lines are delivered, too.
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

// pieces is an input that gives at most n bytes a read.
type pieces struct {
	io.Reader
	size int
}

func (r pieces) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.size)]) }

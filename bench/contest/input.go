package contest

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/transcript"
)

// Input is a corpus in memory, and in a file if a contender needs one.
type Input struct {
	*corpus.Corpus
	path func() (string, error)
}

// Path returns the path of the corpus's file, which the first call writes. The file is in the page cache of the system.
func (in *Input) Path() (string, error) { return in.path() }

// NewInput returns an input whose file is in a temporary folder of the test.
func NewInput(tb testing.TB, c *corpus.Corpus) *Input {
	return &Input{c, sync.OnceValues(func() (string, error) {
		path := filepath.Join(tb.TempDir(), c.Name+".ndjson")
		return path, os.WriteFile(path, c.Data, 0o600)
	})}
}

// names returns the names of the corpora of the benchmarks: the user's own logs, or the generated corpora.
func names() []string {
	if os.Getenv("NDWIRE_BENCH_FILES") != "" {
		return []string{corpus.Files}
	}
	return corpus.Names()
}

// made has the corpora, whose memory is never released.
var made sync.Map // corpus name -> func() (*corpus.Corpus, error)

// open returns a corpus of the benchmarks. Its file is removed when tb ends.
func open(tb testing.TB, name string) *Input {
	size, form := benchSize(tb), benchForm(tb)
	once, _ := made.LoadOrStore(name, sync.OnceValues(func() (*corpus.Corpus, error) {
		if name == corpus.Files {
			return files(tb, os.Getenv("NDWIRE_BENCH_FILES"), size, os.Stderr)
		}
		return corpus.Generate(name, size).In(form), nil
	}))
	c, err := once.(func() (*corpus.Corpus, error))()
	if err != nil {
		tb.Fatal(err)
	}
	return NewInput(tb, c)
}

// benchSize returns the size of the corpora of the benchmarks, in bytes.
func benchSize(tb testing.TB) int {
	text := os.Getenv("NDWIRE_BENCH_MB")
	if text == "" {
		return 64 << 20
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 1024 {
		tb.Fatalf("NDWIRE_BENCH_MB is %q: want a number from 1 to 1024", text)
	}
	return n << 20
}

// benchForm returns the form of the lines of generated corpora.
func benchForm(tb testing.TB) string {
	form := cmp.Or(os.Getenv("NDWIRE_BENCH_FORM"), corpus.Plain)
	if !slices.Contains(corpus.Forms(), form) {
		tb.Fatalf("NDWIRE_BENCH_FORM is %q: want one of %q", form, corpus.Forms())
	}
	return form
}

// sessionText has a line of every kind that package session has a struct for.
//
//go:embed session.ndjson
var sessionText []byte

// testInputs returns small corpora: the generated ones, and lines of Claude Code.
func testInputs(t *testing.T) []*Input {
	var all []*Input
	for _, name := range corpus.Names() {
		all = append(all, NewInput(t, corpus.Generate(name, testSize)))
	}
	return append(all, NewInput(t, corpus.Of("session", transcript.ClaudeCode, bytes.Split(bytes.TrimSpace(sessionText), []byte("\n")))))
}

// files returns a corpus of a user's own logs. It has the lines in which all contenders read the same values. The number of lines that are left out,
// and the first of them, are written to out for each reason.
func files(tb testing.TB, pattern string, limit int, out io.Writer) (*corpus.Corpus, error) {
	logs, err := corpus.Load(pattern, limit)
	if err != nil {
		return nil, err
	}
	reasons := map[string][]corpus.Line{}
	kept := keep(logs.Lines, reasons, func(i int) string {
		if line := logs.Lines[i].Text; !utf8.Valid(line) || loneSurrogate(line) {
			return "not Unicode: the libraries' policies differ"
		}
		return ""
	})
	whys, err := refused(NewInput(tb, corpus.Of(corpus.Files, logs.Protocol, texts(kept))))
	if err != nil {
		return nil, err
	}
	kept = keep(kept, reasons, func(i int) string { return whys[i] })

	size, all := total(kept), total(logs.Lines)
	fmt.Fprintf(out, "%s: %d files of %s (%d others left out); %d of %d lines, %.1f %% of the bytes\n",
		corpus.Files, logs.Files, logs.Protocol, logs.Foreign, len(kept), len(logs.Lines), 100*float64(size)/float64(all))
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		first := reasons[why][0]
		fmt.Fprintf(out, "%s: %d lines left out, the first one is %s:%d: %s\n", corpus.Files, len(reasons[why]), first.File, first.Number, why)
	}
	if size == 0 || size < all/10 {
		return nil, fmt.Errorf("contest: of the lines that match %q the contenders can only compare %d of %d", pattern, len(kept), len(logs.Lines))
	}
	return corpus.Of(corpus.Files, logs.Protocol, texts(kept)), nil
}

// keep returns the lines for which against returns "". It adds the others to reasons, by what against returns.
func keep(lines []corpus.Line, reasons map[string][]corpus.Line, against func(i int) string) (kept []corpus.Line) {
	for i, line := range lines {
		if why := against(i); why != "" {
			reasons[why] = append(reasons[why], line)
		} else {
			kept = append(kept, line)
		}
	}
	return kept
}

func texts(lines []corpus.Line) (all [][]byte) {
	for _, line := range lines {
		all = append(all, line.Text)
	}
	return all
}

func total(lines []corpus.Line) (n int) {
	for _, line := range lines {
		n += len(line.Text)
	}
	return n
}

// refused returns for each line why the contenders cannot be compared on it; "" if they can.
func refused(in *Input) ([]string, error) {
	whys := make([]string, in.Len())
	if in.Len() == 0 {
		return whys, nil
	}
	for _, readings := range [][]Reading{Decoders(in.Protocol), Peekers(in.Protocol)} {
		wants := map[Group][]verdict{}
		for _, r := range readings {
			if r.Line == nil && r.each == nil || r.Skip != nil && r.Skip() != "" {
				continue
			}
			got, err := r.verdicts(in)
			if err != nil {
				return nil, err
			}
			want, ok := wants[r.Group]
			if !ok {
				want = got
				wants[r.Group] = want
			}
			for i := range whys {
				switch {
				case whys[i] != "":
				case got[i].Error != "":
					whys[i] = got[i].Error
				case got[i].Seen != want[i].Seen:
					whys[i] = r.Library + " reads something else than the others"
				}
			}
		}
	}
	written, err := standard.each(in, encoding+"/encoding-json")
	if err != nil {
		return nil, err
	}
	for i := range whys {
		if whys[i] == "" {
			whys[i] = written[i].Error
		}
	}
	return whys, nil
}

// verdicts returns the verdict of a contender on each line.
func (r *Reading) verdicts(in *Input) ([]verdict, error) {
	if r.each != nil {
		return r.each(in)
	}
	all := make([]verdict, in.Len())
	for i := range all {
		all[i] = r.judge(in.Line(i))
	}
	return all, nil
}

// judge reads a single line.
func (r *Reading) judge(line []byte) (v verdict) {
	v.Seen.Deep = true
	if err := r.Line(line, &v.Seen); err != nil {
		v.Error = fmt.Sprintf("%s: %.80v", r.Library, err)
	}
	return v
}

// loneSurrogate reports whether a line has an escape for one half of a surrogate pair without the other.
func loneSurrogate(line []byte) bool {
	unit := func(i int) uint64 { // the code unit of the escape at i; 0 if there is none
		if i+6 > len(line) || line[i] != '\\' || line[i+1] != 'u' {
			return 0
		}
		n, err := strconv.ParseUint(string(line[i+2:i+6]), 16, 16)
		if err != nil {
			return 0
		}
		return n
	}
	for i := 0; i+1 < len(line); i++ {
		if line[i] != '\\' {
			continue
		}
		switch n := unit(i); {
		case n >= 0xdc00 && n < 0xe000:
			return true
		case n >= 0xd800 && n < 0xdc00:
			if next := unit(i + 6); next < 0xdc00 || next >= 0xe000 {
				return true
			}
			i += 11
		default:
			i++
		}
	}
	return false
}

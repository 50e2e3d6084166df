package transcript_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/source"
	"github.com/ndwire/ndwire/transcript"
)

// shipped are files of all protocols in testdata.
var shipped = []string{"../testdata/agentsdk", "../testdata/claudecode", "../testdata/openclaw", "../testdata/rustyclaw"}

func shippedFiles(t *testing.T) (found []string) {
	for _, folder := range shipped {
		found = append(found, files(t, folder)...)
	}
	return found
}

// delivered is an entry with its position.
type delivered struct {
	Protocol transcript.Protocol
	Pos      decoder.Pos
	Raw      string
	Summary  summary
	Usage    transcript.Usage
	Counts   bool
}

func deliver(r *transcript.Reader, e *transcript.Entry) delivered {
	d := delivered{Protocol: e.Protocol, Pos: r.Pos(), Raw: string(r.Raw()), Summary: summaryOf(e)}
	d.Usage, d.Counts = e.Usage()
	return d
}

// all returns all entries, which must be good.
func all(t *testing.T, r *transcript.Reader) []delivered {
	t.Helper()
	var found []delivered
	for e, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Protocol != r.Protocol() {
			t.Fatalf("%v: the entry is of %q, the reader reads %q", r.Pos(), e.Protocol, r.Protocol())
		}
		found = append(found, deliver(r, e))
	}
	return found
}

func openShipped(t *testing.T, opts ...decoder.Option) *transcript.Reader {
	t.Helper()
	src, err := source.Open(shipped...)
	if err != nil {
		t.Fatal(err)
	}
	r := transcript.NewReader(src, opts...)
	t.Cleanup(func() {
		if err := errors.Join(r.Close(), src.Close()); err != nil {
			t.Error(err)
		}
	})
	return r
}

// TestFolderOfProtocols checks that each file of a folder is read as by its own protocol's reader.
func TestFolderOfProtocols(t *testing.T) {
	r, err := transcript.Open(shipped...)
	if err != nil {
		t.Fatal(err)
	}
	got := all(t, r)
	stats := r.Stats()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	var want []delivered
	var wantStats decoder.Stats
	protocols := map[transcript.Protocol]bool{}
	for _, path := range shippedFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := transcript.Detect(data)
		if !ok {
			t.Fatalf("%s tells nothing", path)
		}
		protocols[p] = true
		r := p.NewReader(decoder.OneFile(decoder.File{Name: path}, bytes.NewReader(data)))
		want = append(want, all(t, r)...)
		wantStats.Add(r.Stats())
	}
	if len(protocols) < 4 || len(want) < 400 {
		t.Fatalf("only %d lines of %v", len(want), protocols)
	}
	for i := range want {
		got[i].Usage, want[i].Usage = transcript.Usage{}, transcript.Usage{} // one ledger for all against one for each
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if stats.Lines != wantStats.Lines || stats.Bytes != wantStats.Bytes || !cmp.Equal(stats.Kinds, wantStats.Kinds) || len(stats.Drift) != len(wantStats.Drift) {
		t.Errorf("the sum of the files is\n%+v, want\n%+v", stats, wantStats)
	}
}

// TestLoopsAgree checks that all loops deliver the same lines, also with workers, and that a clone does not change when the memory of its line is
// reused.
func TestLoopsAgree(t *testing.T) {
	want := all(t, openShipped(t))

	for _, opts := range [][]decoder.Option{{decoder.Poison()}, {decoder.Poison(), decoder.Workers(3)}} {
		r := openShipped(t, opts...)
		var got []delivered
		for e, err := range r.Recycled() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, deliver(r, e.Clone()))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Recycled:\n%s", diff)
		}

		if diff := cmp.Diff(want, all(t, openShipped(t, opts...))); diff != "" {
			t.Errorf("All:\n%s", diff)
		}
	}

	r := openShipped(t)
	var got []delivered
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, deliver(r, e))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Next:\n%s", diff)
	}

	r = openShipped(t)
	got = nil
	for kind, err := range r.Kinds() {
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a line counts once
			e, err := r.Decode()
			if err != nil {
				t.Fatal(err)
			}
			if kind != e.Line.Kind() {
				t.Errorf("%v: Kinds says %q, the line %q", r.Pos(), kind, e.Line.Kind())
			}
			got = append(got, deliver(r, e))
		}
	}
	for i, w := range want {
		if diff := cmp.Diff([]delivered{w, w}, got[2*i:2*i+2]); diff != "" {
			t.Errorf("Decode, %v:\n%s", w.Pos, diff)
		}
	}

	// A loop that ends early, and another one that continues.
	r = openShipped(t)
	got = nil
	for len(got) < len(want) {
		n := 0
		for e, err := range r.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, deliver(r, e))
			if n++; n == 7 {
				break
			}
		}
		if n == 0 {
			break
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("loops of 7:\n%s", diff)
	}
}

// TestNextWithinLoops checks that a loop goes on after the lines that its body reads, also where these end a file.
func TestNextWithinLoops(t *testing.T) {
	want := openShipped(t)
	all(t, want)
	lines := want.Stats().Lines

	for name, loop := range map[string]func(r *transcript.Reader, body func()){
		"All": func(r *transcript.Reader, body func()) {
			for range r.All() {
				body()
			}
		},
		"Recycled": func(r *transcript.Reader, body func()) {
			for range r.Recycled() {
				body()
			}
		},
		"Kinds": func(r *transcript.Reader, body func()) {
			for range r.Kinds() {
				body()
			}
		},
	} {
		for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
			r := openShipped(t, opts...)
			loop(r, func() {
				for range 40 {
					if _, err := r.Next(); err != nil {
						break
					}
				}
			})
			if got := r.Stats().Lines; got != lines {
				t.Errorf("%s ends after %d lines of %d", name, got, lines)
			}
		}
	}
}

// TestDecodeCountsOnce checks that Decode, in whatever loop, gives the usage of the current line, and that the line counts once.
func TestDecodeCountsOnce(t *testing.T) {
	want := openShipped(t)
	entries := all(t, want)

	again := func(r *transcript.Reader, n int) {
		t.Helper()
		e, err := r.Decode()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(entries[n], deliver(r, e)); diff != "" {
			t.Errorf("%v:\n%s", r.Pos(), diff)
		}
	}
	readers := map[string]*transcript.Reader{"All": openShipped(t), "Recycled": openShipped(t), "Next within Kinds": openShipped(t)}
	n := 0
	for range readers["All"].All() {
		again(readers["All"], n)
		n++
	}
	n = 0
	for range readers["Recycled"].Recycled() {
		again(readers["Recycled"], n)
		n++
	}
	n = 0
	for range readers["Next within Kinds"].Kinds() {
		again(readers["Next within Kinds"], n)
		n++
		if _, err := readers["Next within Kinds"].Next(); err == nil {
			again(readers["Next within Kinds"], n)
			n++
		}
	}
	for name, r := range readers {
		if got, want := r.Ledger().Total(), want.Ledger().Total(); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// TestSessionOfDecoded checks that a line of OpenClaw has its session also if a Kinds loop does not decode the line that names it.
func TestSessionOfDecoded(t *testing.T) {
	want := all(t, openShipped(t))
	r := openShipped(t)
	n, sessions := 0, 0
	for kind := range r.Kinds() {
		if kind != openclaw.KindSession {
			e, err := r.Decode()
			if err != nil {
				t.Fatal(err)
			}
			if e.Session != want[n].Summary.Session {
				t.Errorf("%v: session %q, want %q", r.Pos(), e.Session, want[n].Summary.Session)
			}
		} else {
			sessions++
		}
		n++
	}
	if sessions < 4 {
		t.Errorf("only %d sessions", sessions)
	}
}

// TestPieces checks that the detected protocol does not depend on how the input is cut into reads.
func TestPieces(t *testing.T) {
	for _, path := range shippedFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := all(t, transcript.NewReader(bytes.NewReader(data)))
		for name, in := range map[string]io.Reader{
			"halves":       iotest.HalfReader(bytes.NewReader(data)),
			"data and EOF": iotest.DataErrReader(bytes.NewReader(data)),
			"lines":        &lineReader{data},
		} {
			if diff := cmp.Diff(want, all(t, transcript.NewReader(in))); diff != "" {
				t.Errorf("%s in %s:\n%s", path, name, diff)
			}
		}
	}
}

// lineReader returns one line with every Read.
type lineReader struct{ rest []byte }

func (r *lineReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.rest[:bytes.IndexByte(r.rest, '\n')+1])
	r.rest = r.rest[n:]
	return n, nil
}

// TestReadAhead checks that files whose first lines do not determine the protocol are read by the right protocol from their first line on.
func TestReadAhead(t *testing.T) {
	vague := `{"type":"user","message":{"role":"user","content":"` + strings.Repeat("x", 900) + `"}}` + "\n"
	const telling = `{"type":"user","message":{"role":"user","content":"x"},"parentUuid":null,"isSidechain":false,"sessionId":"s"}` + "\n"
	big := `{"type":"user","isSidechain":false,"parentUuid":null,"message":{"role":"user","content":"` + strings.Repeat("x", 3<<20) + `"},"sessionId":"s"}` + "\n"
	tests := []struct {
		name, text string
		want       transcript.Protocol
		lines      int
	}{
		{"empty", "", transcript.AgentSDK, 0},
		{"nothing tells", strings.Repeat(vague, 3000), transcript.AgentSDK, 3000},
		{"the 201st line tells", strings.Repeat(vague, 200) + telling, transcript.ClaudeCode, 201},
		{"the last line, without its end, tells", vague + strings.TrimSpace(telling), transcript.ClaudeCode, 2},
		{"a line tells that comes too late", strings.Repeat(vague, 2000) + telling, transcript.AgentSDK, 2001},
		{"999 short lines, and then one tells", strings.Repeat("{}\n", 999) + strings.Repeat(telling, 5), transcript.ClaudeCode, 1004},
		{"a long line tells at its beginning", big, transcript.ClaudeCode, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
				r := transcript.NewReader(strings.NewReader(test.text), opts...)
				n, offset := 0, int64(0)
				for e, err := range r.Recycled() {
					if err != nil {
						t.Fatal(err)
					}
					n++
					if e.Protocol != test.want || r.Pos().Line != int64(n) || r.Pos().Offset != offset {
						t.Fatalf("line %d at %d: %s at %+v", n, offset, e.Protocol, r.Pos())
					}
					offset += r.Pos().Length + 1
				}
				if n != test.lines || r.Protocol() != test.want {
					t.Errorf("%d lines of %s, want %d of %s", n, r.Protocol(), test.lines, test.want)
				}
			}
		})
	}
}

// failing is an input of two files: one cannot be opened, one ends with an error.
type failing struct {
	decoder.Files
	begun int
}

func (f *failing) NextFile() (decoder.File, error) {
	f.begun++
	switch f.begun {
	case 1:
		return decoder.File{}, &decoder.Error{File: "gone", Reason: decoder.ErrArchive}
	case 2:
		return decoder.File{Name: "cut", Offset: 100, Line: 5}, nil
	}
	return f.Files.NextFile()
}

func (f *failing) Read(p []byte) (int, error) {
	if f.begun == 2 {
		return copy(p, `{"type":"agent_start"}`+"\n"), &decoder.Error{Reason: decoder.ErrIncomplete}
	}
	return f.Files.Read(p)
}

// TestFileErrors checks that errors of a file are delivered in their place, and that the other files are read.
func TestFileErrors(t *testing.T) {
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		r := transcript.NewReader(&failing{Files: manyFiles("\xff\xfe{\x00\"\x00t\x00", `{"type":"keep_alive"}`+"\n")}, opts...)
		var got []string
		for e, err := range r.All() {
			if bad, ok := errors.AsType[*decoder.Error](err); ok {
				got = append(got, fmt.Sprint(bad.File, " ", bad.Line, " ", bad.Reason))
			} else if err != nil {
				t.Fatal(err)
			} else {
				got = append(got, fmt.Sprint(r.Pos(), " ", r.Pos().Offset, " ", e.Protocol))
			}
		}
		want := []string{"gone 0 " + string(decoder.ErrArchive), "cut:5 100 openclaw", "cut 6 " + string(decoder.ErrIncomplete), "a 1 " + string(decoder.ErrUTF16), "b:1 0 agentsdk"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if bad := r.Stats().Bad; bad != 3 {
			t.Errorf("%d bad lines", bad)
		}
	}
}

// TestInputError checks that an error of the input is the last pair, and stays.
func TestInputError(t *testing.T) {
	broken := errors.New("the disk is broken")
	for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
		r := transcript.NewReader(io.MultiReader(strings.NewReader(`{"type":"keep_alive"}`+"\n"), iotest.ErrReader(broken)), opts...)
		for range 2 {
			var last error
			for _, err := range r.All() {
				last = err
			}
			if !errors.Is(last, broken) {
				t.Errorf("the last error is %v", last)
			}
		}
		if _, err := r.Next(); !errors.Is(err, broken) {
			t.Errorf("Next: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := transcript.NewReader(strings.NewReader(""), decoder.Context(ctx)).Next(); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
	for name, in := range map[string]io.Reader{"too much": liar(1 << 30), "less than nothing": liar(-1)} {
		if _, err := transcript.NewReader(in).Next(); err == nil || err == io.EOF {
			t.Errorf("a Read that says to have read %s: %v", name, err)
		}
	}
	if _, err := transcript.NewReader(liar(0)).Next(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a Read that gives nothing: %v", err)
	}
}

// liar is an input whose Read returns a wrong number of bytes.
type liar int

func (n liar) Read([]byte) (int, error) { return int(n), nil }

func TestBadLine(t *testing.T) {
	r := transcript.NewReader(strings.NewReader("{\"type\":\n{\"type\":\"keep_alive\"}\n"))
	e, err := r.Next()
	if bad, ok := errors.AsType[*decoder.Error](err); e != nil || !ok || bad.Line != 1 {
		t.Errorf("got %v, %v; want a nil entry and the error of line 1", e, err)
	}
	if string(r.Raw()) != `{"type":` {
		t.Errorf("Raw is %q", r.Raw())
	}
	if e, err := r.Next(); err != nil || e.Line.Kind() != ndwire.KindKeepAlive {
		t.Errorf("got %v, %v; want the good line", e, err)
	}
	if _, err := r.Decode(); err != nil {
		t.Errorf("Decode of the current line: %v", err)
	}
}

// TestCheckpoint checks that checkpoints are the same as those of a reader without protocols.
func TestCheckpoint(t *testing.T) {
	texts := []string{
		`{"type":"keep_alive"}` + "\n" + `{"type":"keep_alive"}` + "\n",
		`{"type":"agent_start"}` + "\n\n" + `{"type":"agent_end","messages":[]}`,
		"",
		`{"type":"keep_alive"}` + "\n",
	}
	plain := decoder.NewLines(manyFiles(texts...))
	r := transcript.NewReader(manyFiles(texts...))
	for {
		if got, want := r.Checkpoint(), plain.Checkpoint(); got != want {
			t.Errorf("%v: %+v, want %+v", r.Pos(), got, want)
		}
		_, err := plain.Next()
		if _, e := r.Next(); e != err {
			t.Fatalf("%v and %v", e, err)
		}
		if err == io.EOF {
			break
		}
	}
	if got, want := r.Checkpoint(), plain.Checkpoint(); got != want || got.File != "d" {
		t.Errorf("at the end: %+v, want %+v", got, want)
	}
}

// TestOptions checks that options apply to every file.
func TestOptions(t *testing.T) {
	r := openShipped(t, decoder.Only("assistant", "message"), decoder.Except("message/user"))
	kinds := map[string]bool{}
	for e, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		kinds[string(e.Protocol)+" "+string(e.Line.Kind())] = true
	}
	for _, want := range []string{"agentsdk assistant", "claudecode assistant", "claudecode assistant/response", "openclaw message/assistant", "openclaw assistant", "rustyclaw assistant"} {
		if !kinds[want] {
			t.Errorf("no %s", want)
		}
	}
	for kind := range kinds {
		if strings.HasSuffix(kind, "/user") || strings.HasSuffix(kind, " user") {
			t.Errorf("%s was not wanted", kind)
		}
	}
	if s := r.Stats(); s.Skipped == 0 || slices.Contains([]int64{0, s.Skipped}, s.Lines) {
		t.Errorf("%d of %d lines skipped", s.Skipped, s.Lines)
	}
}

func TestUnknownProtocol(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a protocol that does not exist has a reader")
		}
	}()
	transcript.Protocol("morse").NewReader(strings.NewReader(""))
}

func TestClose(t *testing.T) {
	r, err := transcript.Open(shipped...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if e, err := r.Next(); e != nil || err == nil || err == io.EOF {
		t.Errorf("after Close: %v, %v", e, err)
	}
}

func TestOpenFails(t *testing.T) {
	if _, err := transcript.Open("no-such-file"); err == nil {
		t.Error("a file that is not there was opened")
	}
}

// TestCount checks that Count yields the errors of Recycled, and has its Stats and sums, also in another ledger.
func TestCount(t *testing.T) {
	paths := append(slices.Clone(shipped), "../testdata/damaged")
	const codex = `{"timestamp":"2026-01-02T03:04:05.006Z","type":"session_meta","payload":{"id":"s"}}` + "\n"
	foreign := filepath.Join(t.TempDir(), "codex.jsonl")
	if err := os.WriteFile(foreign, []byte(codex), 0o600); err != nil {
		t.Fatal(err)
	}
	paths = append(paths, foreign)
	type result struct {
		Errs   []string
		Stats  decoder.Stats
		Total  transcript.Usage
		Models map[string]transcript.Usage
		Pos    []decoder.Pos
	}
	open := func(opts []decoder.Option) *transcript.Reader {
		r, err := transcript.OpenWith(paths, opts...)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	resultOf := func(r *transcript.Reader, res *result) *result {
		res.Stats, res.Total, res.Models = r.Stats(), r.Ledger().Total(), maps.Collect(r.Ledger().ByModel())
		res.Stats.Predictions = decoder.Predictions{} // workers learn apart
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		return res
	}
	for _, opts := range [][]decoder.Option{nil, {decoder.Poison()}, {decoder.Workers(3)}} {
		var want, got result
		r := open(opts)
		for _, err := range r.Recycled() {
			if err != nil {
				want.Errs, want.Pos = append(want.Errs, err.Error()), append(want.Pos, r.Pos())
			}
		}
		resultOf(r, &want)
		if len(want.Errs) < 10 || want.Total.Output == 0 || len(want.Models) < 2 {
			t.Fatalf("only %d errors, %d models, %+v", len(want.Errs), len(want.Models), want.Total)
		}

		r = open(opts)
		var other transcript.Ledger
		for again := true; again; { // a loop that is left goes on
			again = false
			for err := range r.Count(&other) {
				got.Errs, got.Pos = append(got.Errs, err.Error()), append(got.Pos, r.Pos())
				if again = len(got.Errs)%3 == 0; again {
					break
				}
			}
		}
		if diff := cmp.Diff(want, *resultOf(r, &got)); diff != "" {
			t.Errorf("%d options (-Recycled +Count): %s", len(opts), diff)
		}
		if other.Total() != want.Total {
			t.Errorf("another ledger has %+v, want %+v", other.Total(), want.Total)
		}
	}
}

package source_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
	"pgregory.net/rapid"
)

// turn is one iteration of a loop, and its checkpoint.
type turn struct {
	Text string
	Pos  decoder.Pos
	Err  string
	cp   []byte
}

// turns reads up to n lines.
func turns(t rapid.TB, src *source.Source, n int, opts ...decoder.Option) []turn {
	t.Helper()
	var all []turn
	r := decoder.NewLines(src, opts...)
	defer r.Close()
	for line, err := range r.All() {
		cp, bad := json.Marshal(r.Checkpoint())
		if bad != nil {
			t.Fatal(bad)
		}
		all = append(all, turn{Text: line.String(), Pos: r.Pos(), cp: cp})
		if err != nil {
			all[len(all)-1].Err = err.Error()
		}
		if len(all) == n {
			break
		}
	}
	return all
}

func stored(t rapid.TB, data []byte) decoder.Checkpoint {
	t.Helper()
	var cp decoder.Checkpoint
	if err := json.Unmarshal(data, &cp); err != nil {
		t.Fatal(err)
	}
	return cp
}

// content draws the text of a transcript: all sorts of lines, and an end with or without line feed.
func content(t *rapid.T) string {
	line := rapid.OneOf(
		rapid.SampledFrom([]string{"", "\r", " ", "\x00", `{"a":1}`, `{"a":1}` + "\r", `{"cut":`, `{}{}`, "\xef\xbb\xbf{}"}),
		rapid.Map(rapid.IntRange(0, 1_000_000), func(n int) string { return fmt.Sprintf(`{"n":%d}`, n) }),
		rapid.Map(rapid.IntRange(0, 3000), func(n int) string { return `{"s":"` + strings.Repeat("x", n) + `"}` }),
	)
	text := strings.Join(rapid.SliceOfN(line, 1, 30).Draw(t, "lines"), "\n")
	if rapid.Bool().Draw(t, "line feed at the end") {
		text += "\n"
	}
	return text
}

// TestResumeEqualsOnePass kills a run and its successors at random places, and checks that together they deliver what one pass delivers.
func TestResumeEqualsOnePass(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := content(t)
		file := text
		switch rapid.SampledFrom([]string{"plain", "plain", "plain", "gzip", "zstd"}).Draw(t, "form") {
		case "gzip":
			file = gzipped(text)
		case "zstd":
			file = zstded(text)
		}
		isCut := file != text && rapid.Bool().Draw(t, "cut")
		if isCut {
			file = file[:len(file)-3]
		}
		write(t, filepath.Join(dir, "f"), file)
		var opts []decoder.Option
		if rapid.Bool().Draw(t, "workers") {
			opts = append(opts, decoder.Workers(2))
		}
		if rapid.Bool().Draw(t, "limit") {
			opts = append(opts, decoder.MaxLine(2000))
		}
		src, err := source.Open(filepath.Join(dir, "f"))
		if err != nil {
			t.Fatal(err)
		}
		defer src.Close()
		all := turns(t, src, -1, opts...)

		end := int64(len(text))
		if isCut {
			end = all[len(all)-1].Pos.Offset + all[len(all)-1].Pos.Length
		}
		again := func(at turn) bool { return at.Err != "" && at.Pos.Offset+at.Pos.Length == end }

		// From each place at once,
		for i, at := range all {
			want := all[i+1:]
			if again(at) { // the last line may be incomplete, and the archive is cut after it, too
				want = all[i:]
				if i > 0 && again(all[i-1]) {
					want = all[i-1:]
				}
			}
			if got := resumed(t, at.cp, -1, opts...); !cmp.Equal(want, got, same) {
				t.Fatalf("%q from %s: %s", text, at.cp, cmp.Diff(want, got, same))
			}
		}
		// and a few lines at a time.
		if len(all) == 0 || isCut {
			return
		}
		got := all[:1]
		for len(got) < len(all) {
			more := resumed(t, got[len(got)-1].cp, rapid.IntRange(1, 4).Draw(t, "run"), opts...)
			if len(more) == 0 {
				break
			}
			got = append(got[:len(got):len(got)], more...)
		}
		if diff := cmp.Diff(all, got, same); diff != "" {
			t.Fatal(diff)
		}
	})
}

// same compares turns without their checkpoints.
var same = cmp.Options{cmpopts.IgnoreFields(turn{}, "cp"), cmpopts.EquateEmpty()}

func resumed(t rapid.TB, cp []byte, n int, opts ...decoder.Option) []turn {
	t.Helper()
	src, err := source.Resume(stored(t, cp))
	if err != nil {
		t.Fatalf("%s: %v", cp, err)
	}
	defer src.Close()
	return turns(t, src, n, opts...)
}

func write(t rapid.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func add(t rapid.TB, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestResumeAfterGrowth checks that a later run delivers what was appended after a checkpoint, also to a line without a line end.
func TestResumeAfterGrowth(t *testing.T) {
	pos := func(line, offset, length int64) decoder.Pos {
		return decoder.Pos{File: "f", Line: line, Offset: offset, Length: length}
	}
	tests := []struct {
		name, first, then string
		want              []turn
	}{
		{"whole lines", "1\n2\n", "3\n", []turn{{Text: "3", Pos: pos(3, 4, 1)}}},
		{"the line feed comes later", "1\n{}", "\n3\n", []turn{{Text: "3", Pos: pos(3, 5, 1)}}},
		{"half a line", "1\n{\"a\":", "1}\r\n3\n", []turn{{Text: `{"a":1}`, Pos: pos(2, 2, 7)}, {Text: "3", Pos: pos(3, 11, 1)}}},
		{"a record on the same line", "1\n{}", "{}\n", []turn{{Text: "{}", Pos: pos(2, 4, 2)}}},
		{"nothing", "1\n", "", nil},
		{"only blank lines", "1\n", "\n\n2", []turn{{Text: "2", Pos: pos(4, 4, 1)}}},
	}
	t.Chdir(t.TempDir())
	for _, tt := range tests {
		write(t, "f", tt.first)
		all := turns(t, open(t, "f"), -1)
		add(t, "f", tt.then)
		if diff := cmp.Diff(tt.want, resumed(t, all[len(all)-1].cp, -1), same); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// damage are changes after which a file is not the file that was read.
var damage = []struct {
	name    string
	change  func(t rapid.TB, path, text string)
	archive bool
}{
	{name: "cut", change: func(t rapid.TB, path, text string) { os.Truncate(path, int64(len(text)-1)) }},
	{name: "emptied", change: func(t rapid.TB, path, text string) { os.Truncate(path, 0) }},
	{name: "cut and regrown", change: func(t rapid.TB, path, text string) { write(t, path, "{}\n"+text+text) }},
	{name: "its tail written again", change: func(t rapid.TB, path, text string) {
		os.Truncate(path, int64(len(text)-100))
		add(t, path, strings.Repeat("7\n", 200))
	}},
	{name: "same size, another beginning", change: func(t rapid.TB, path, text string) { write(t, path, strings.Replace(text, "0", "1", 1)) }},
	{name: "same size, another end", change: func(t rapid.TB, path, text string) { write(t, path, text[:len(text)-3]+"7}\n") }},
	{name: "replaced by a copy", change: func(t rapid.TB, path, text string) { replace(t, path, text) }},
	{name: "replaced by a longer one", change: func(t rapid.TB, path, text string) { replace(t, path, text+text) }},
	{name: "replaced by an archive", change: func(t rapid.TB, path, text string) { replace(t, path, gzipped(text)) }, archive: true},
}

func replace(t rapid.TB, path, text string) {
	t.Helper()
	write(t, path+".new", text)
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// transcript is larger than the parts of a file that are compared.
func transcript() string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "{\"n\":%d}\n", i)
	}
	return b.String()
}

func TestResumeOfRewritten(t *testing.T) {
	text := transcript()
	t.Chdir(t.TempDir())
	for _, d := range damage {
		t.Run(d.name, func(t *testing.T) {
			write(t, "f", text)
			before := turns(t, open(t, "f"), -1)
			cp := stored(t, before[len(before)-1].cp)
			d.change(t, "f", text)
			src, err := source.Resume(cp)
			if !errors.Is(err, source.ErrRewritten) || !errors.Is(err, decoder.ErrRewritten) || src == nil {
				t.Fatal(src, err)
			}
			defer src.Close()
			if diff := cmp.Diff(turns(t, open(t, "f"), -1), turns(t, src, -1), same); diff != "" {
				t.Error(diff)
			}
		})
	}
	write(t, "f", text)
	before := turns(t, open(t, "f"), -1)
	os.Remove("f")
	if src, err := source.Resume(stored(t, before[0].cp)); !errors.Is(err, fs.ErrNotExist) || src != nil {
		t.Error(src, err)
	}
}

func TestResumeOfRewrittenArchive(t *testing.T) {
	text := transcript()
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, gzipped(text))
	before := turns(t, open(t, path), -1)
	cp := stored(t, before[300].cp)
	for name, now := range map[string]string{
		"another text": gzipped("{}\n" + text), "a shorter one": gzipped(text[:100]), "cut": gzipped(text)[:200], "unpacked": text[:1000],
	} {
		write(t, path, now)
		src, err := source.Resume(cp)
		if !errors.Is(err, source.ErrRewritten) || src == nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		src.Close()
	}
	// A checkpoint holds for the same text in another archive.
	write(t, path, zstded(text+"{}\n"))
	if got := resumed(t, before[300].cp, -1); len(got) != len(before)-300 || got[0].Text != before[301].Text {
		t.Errorf("%d lines from %v on", len(got), got[0])
	}
}

// TestResumeOnFailingDisk checks that an archive that cannot be read up to the checkpoint does not count as
// rewritten: its lines would be processed again.
func TestResumeOnFailingDisk(t *testing.T) {
	for format, archive := range map[string]string{"gzip": gzipped(transcript()), "zstd": zstded(transcript())} {
		path := filepath.Join(t.TempDir(), "f")
		write(t, path, archive)
		cp := stored(t, turns(t, open(t, path), -1)[300].cp)
		for _, after := range []int64{10, 100} {
			err := source.ResumeOnDisk(cp, after, syscall.EIO)
			if !errors.Is(err, syscall.EIO) || errors.Is(err, source.ErrRewritten) {
				t.Errorf("%s, after %d bytes: %v", format, after, err)
			}
		}
	}
}

func TestNoCheckpoint(t *testing.T) {
	dir := tree(t, map[string]string{"f": "1\n2\n"})
	path := filepath.Join(dir, "f")
	for _, tt := range []struct {
		want string
		cp   decoder.Checkpoint
	}{
		{"names no file", decoder.Checkpoint{Offset: 2, Line: 2}},
		{"standard input", decoder.Checkpoint{File: "stdin", Offset: 2, Line: 2}},
		{"damaged", decoder.Checkpoint{File: path, Offset: -1}},
		{"damaged", decoder.Checkpoint{File: path, Offset: 2, Line: 2, Head: "x"}},
		{"damaged", decoder.Checkpoint{File: path, Offset: 2, Line: 2, Tail: "3-a68d90c7f78b5822836dbc798b0b8205"}},
		{"not a plain file", decoder.Checkpoint{File: dir}},
	} {
		check := func(how string, src *source.Source, err error) {
			if err == nil || !strings.HasPrefix(err.Error(), "source: ") || !strings.Contains(err.Error(), tt.want) || src != nil {
				t.Errorf("%s, %s: %v", how, tt.want, err)
			}
		}
		src, err := source.Resume(tt.cp)
		check("Resume", src, err)
		src, err = source.FollowFrom(t.Context(), tt.cp)
		check("FollowFrom", src, err)
	}
	// A checkpoint without hashes.
	src, err := source.Resume(decoder.Checkpoint{File: path, Offset: 2, Line: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if got := turns(t, src, -1); len(got) != 1 || got[0].Text != "2" || got[0].Pos.Line != 2 {
		t.Error(got)
	}
	if done, total := src.Progress(); done != 4 || total != 4 {
		t.Error(done, total)
	}
}

// A program that runs every minute processes each line once.
func ExampleResume() {
	dir, _ := os.MkdirTemp("", "ndwire")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.jsonl")

	run := func(cp decoder.Checkpoint) decoder.Checkpoint {
		src, err := source.Resume(cp)
		if errors.Is(err, source.ErrRewritten) {
			fmt.Println("another session")
		} else if err != nil {
			fmt.Println(err)
			return cp
		}
		defer src.Close()
		r := decoder.NewLines(src)
		for line, err := range r.All() {
			if errors.Is(err, decoder.ErrIncomplete) {
				break // still being written: next time
			}
			fmt.Println(r.Pos().Line, line)
			cp = r.Checkpoint() // to be stored as JSON
		}
		return cp
	}

	os.WriteFile(path, []byte(`{"n":1}`+"\n"+`{"n":`), 0o666)
	cp := run(decoder.Checkpoint{File: path})
	os.WriteFile(path, []byte(`{"n":1}`+"\n"+`{"n":2}`+"\n"), 0o666)
	cp = run(cp)
	os.WriteFile(path, []byte(`{"n":3}`+"\n"), 0o666)
	run(cp)
	// Output:
	// 1 {"n":1}
	// 2 {"n":2}
	// another session
	// 1 {"n":3}
}

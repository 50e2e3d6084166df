package source_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
	"pgregory.net/rapid"
)

// backward reads all lines from the end, blank ones too, and returns them in the order of the file.
func backward(t rapid.TB, path string, opts ...decoder.Option) []turn {
	t.Helper()
	src, err := source.Backward(path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	all := turns(t, src, -1, opts...)
	if done, total := src.Progress(); done != total {
		t.Errorf("progress %d of %d", done, total)
	}
	slices.Reverse(all)
	return all
}

// sameBackward checks that reading backward gives the same lines as reading forward, with line numbers that count from the end.
func sameBackward(t rapid.TB, path, text string, opts ...decoder.Option) {
	t.Helper()
	src, err := source.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	want := turns(t, src, -1, opts...)
	lines := int64(strings.Count(text, "\n"))
	if !strings.HasSuffix(text, "\n") {
		lines++
	}
	if len(want) == 1 && strings.Contains(want[0].Err, "UTF-16") {
		lines = 1 // it has no lines: the error is that of the whole file
	}
	for i := range want {
		was, now := fmt.Sprintf("f:%d:", want[i].Pos.Line), fmt.Sprintf("f:%d:", lines+1-want[i].Pos.Line)
		want[i].Pos.Line = lines + 1 - want[i].Pos.Line
		want[i].Err = strings.Replace(want[i].Err, was, now, 1)
	}
	if diff := cmp.Diff(want, backward(t, path, opts...), same); diff != "" {
		t.Fatalf("of %d bytes: %.2000s", len(text), diff)
	}
}

func TestBackward(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "", "", "\xff\xfe", "{\x00\"\x00", "\x00{\x00\"", "{\x00\n\x00"}).Draw(t, "mark") + content(t)
		write(t, path, text)
		var opts []decoder.Option
		if rapid.Bool().Draw(t, "workers") {
			opts = append(opts, decoder.Workers(2))
		}
		sameBackward(t, path, text, opts...)
	})
}

// TestBackwardLongLines reads lines that end at the bounds of a window, and longer ones.
func TestBackwardLongLines(t *testing.T) {
	const window = 256 << 10
	path := filepath.Join(t.TempDir(), "f")
	line := func(n int) string { return `"` + strings.Repeat("x", n-3) + "\"\n" } // n bytes
	var texts []string
	for _, n := range []int{window - 1, window, window + 1, 2*window - 1, 2 * window, 2*window + 1, 3*window + 7} {
		texts = append(texts, line(n), line(n)+"1\n", "1\n"+line(n), "1\n"+line(n)+line(n)+"2", line(10)+line(n)+"\n"+line(window-11)+"\r\n"+line(n))
	}
	texts = append(texts, strings.Repeat(line(window/2+1), 5), strings.Repeat(line(1000), 1000), strings.Repeat("\n", window+3)+"1", "", "\n", "1", "\n1")
	for _, text := range texts {
		write(t, path, text)
		sameBackward(t, path, text)
		sameBackward(t, path, text, decoder.MaxLine(window))
	}
}

// TestNoEncodingWithinFile checks that bytes within a file that look like the beginning of UTF-16 are one bad line.
func TestNoEncodingWithinFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	text := "1\n\xff\xfe2\n{\x00\"\x00\n4\n"
	write(t, path, text)
	sameBackward(t, path, text)
	all := turns(t, open(t, path), -1)
	if diff := cmp.Diff(all[1:], resumed(t, all[0].cp, -1), same); diff != "" || len(all) != 4 {
		t.Error(diff)
	}
}

func TestBackwardResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	write(t, path, transcript())
	all := backward(t, path)
	slices.Reverse(all)
	// Three lines follow the fourth one from the end.
	got := resumed(t, all[3].cp, -1)
	if len(got) != 3 || got[0].Text != all[2].Text || got[0].Pos.Offset != all[2].Pos.Offset {
		t.Error(got)
	}
}

func TestBackwardOfDamaged(t *testing.T) {
	dir := tree(t, map[string]string{"utf16": "\xff\xfe{\x00}\x00\n\x00{\x00}\x00\n\x00", "archive": gzipped("1\n"), "shrinks": strings.Repeat("1234567\n", 100_000)})
	at := func(name string) string { return filepath.Join(dir, name) }
	if got := backward(t, at("utf16")); len(got) != 1 || !strings.Contains(got[0].Err, "UTF-16 file: convert it") {
		t.Error(got)
	}
	for path, want := range map[string]string{at("archive"): "gzip archive", at("none"): "none", dir: "not a plain file"} {
		if src, err := source.Backward(path); err == nil || src != nil || !strings.HasPrefix(err.Error(), "source: ") || !strings.Contains(err.Error(), want) {
			t.Error(src, err)
		}
	}
	src, err := source.Backward(at("shrinks"))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if got := turns(t, src, 3); len(got) != 3 || got[2].Pos.Offset != 799_976 || got[2].Pos.Line != 3 {
		t.Error(got)
	}
	os.Truncate(at("shrinks"), 10)
	var last error
	for _, last = range decoder.NewLines(src).All() {
	}
	unreadable(t, last, at("shrinks"), io.ErrUnexpectedEOF)
	if bad, ok := errors.AsType[*decoder.Error](last); !ok || !bad.EndsFile() {
		t.Errorf("%v does not end the file", last)
	}
}

func ExampleBackward() {
	dir, _ := os.MkdirTemp("", "ndwire")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.jsonl")
	os.WriteFile(path, []byte(`{"n":1}`+"\n"+`{"n":2}`+"\n"+`{"n":3}`+"\n"), 0o666)

	src, err := source.Backward(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer src.Close()
	r := decoder.NewLines(src)
	for line, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println("at", r.Pos().Offset, line)
		if r.Pos().Line == 2 {
			break // the newest two are enough
		}
	}
	// Output:
	// at 16 {"n":3}
	// at 8 {"n":2}
}

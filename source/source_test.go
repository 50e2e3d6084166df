package source_test

import (
	"bytes"
	stdgzip "compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

// tree writes files into a folder of the test.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func zstded(text string) string {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// read returns what a Reader over the source delivers, with paths relative to dir.
func read(t *testing.T, dir string, src *source.Source, opts ...decoder.Option) []string {
	t.Helper()
	var got []string
	r := decoder.NewLines(src, opts...)
	for line, err := range r.All() {
		text := line.String()
		if err != nil {
			text = err.Error()
		}
		got = append(got, strings.ReplaceAll(filepath.ToSlash(fmt.Sprintf("%s %s", r.Pos(), text)), filepath.ToSlash(dir)+"/", ""))
	}
	return got
}

func open(t *testing.T, paths ...string) *source.Source {
	t.Helper()
	src, err := source.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	return src
}

func TestOpen(t *testing.T) {
	dir := tree(t, map[string]string{
		"b.jsonl": "1\n2", "a.ndjson": "3\n", "sub/.hidden/c.LOG": "4\n", "sub/d.jsonl.gz": gzipped("5\n6\n"), "sub/e.ndjson.zst": zstded("7"),
		"sub/not.txt": "x\n", "notes.gz": gzipped("x\n"), "odd[1].jsonl": "8\n", "empty.jsonl": "", "archive": gzipped("9\n") + gzipped("10\n"),
	})
	tests := []struct {
		name  string
		paths []string
		want  []string
	}{
		{"a file", []string{"b.jsonl"}, []string{"b.jsonl:1 1", "b.jsonl:2 2"}},
		{"a folder", []string{""}, []string{"a.ndjson:1 3", "b.jsonl:1 1", "b.jsonl:2 2", "odd[1].jsonl:1 8", "sub/.hidden/c.LOG:1 4",
			"sub/d.jsonl.gz:1 5", "sub/d.jsonl.gz:2 6", "sub/e.ndjson.zst:1 7"}},
		{"a pattern", []string{"**/*.{jsonl,ndjson}*"}, []string{"a.ndjson:1 3", "b.jsonl:1 1", "b.jsonl:2 2", "odd[1].jsonl:1 8",
			"sub/d.jsonl.gz:1 5", "sub/d.jsonl.gz:2 6", "sub/e.ndjson.zst:1 7"}},
		{"a name that looks like a pattern", []string{"odd[1].jsonl"}, []string{"odd[1].jsonl:1 8"}},
		{"in the order of the arguments", []string{"b.jsonl", "a.ndjson", "empty.jsonl"}, []string{"b.jsonl:1 1", "b.jsonl:2 2", "a.ndjson:1 3"}},
		{"an archive by content, in parts", []string{"archive"}, []string{"archive:1 9", "archive:2 10"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var paths []string
			for _, p := range tt.paths {
				paths = append(paths, filepath.Join(dir, p))
			}
			for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
				src := open(t, paths...)
				if diff := cmp.Diff(tt.want, read(t, dir, src, opts...)); diff != "" {
					t.Error(diff)
				}
				if done, total := src.Progress(); done != total || total == 0 {
					t.Errorf("progress %d of %d", done, total)
				}
			}
		})
	}
}

// TestComplete checks which ways of opening set File.Complete.
func TestComplete(t *testing.T) {
	path := filepath.Join(tree(t, map[string]string{"a.jsonl": "1\n2\n", "b.jsonl.gz": gzipped("1\n")}), "a.jsonl")
	at := decoder.Checkpoint{File: path, Offset: 2, Line: 2}
	tests := []struct {
		name     string
		open     func() (*source.Source, error)
		complete bool
	}{
		{"Open", func() (*source.Source, error) { return source.Open(path) }, true},
		{"Open an archive", func() (*source.Source, error) { return source.Open(filepath.Join(filepath.Dir(path), "b.jsonl.gz")) }, true},
		{"Resume", func() (*source.Source, error) { return source.Resume(at) }, true},
		{"Range", func() (*source.Source, error) { return source.Range(path, 1, 4) }, true},
		{"Backward", func() (*source.Source, error) { return source.Backward(path) }, true},
		{"Follow", func() (*source.Source, error) { return source.Follow(t.Context(), path) }, false},
		{"FollowFrom", func() (*source.Source, error) { return source.FollowFrom(t.Context(), at) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src, err := tt.open()
			if err != nil {
				t.Fatal(err)
			}
			defer src.Close()
			if f, err := src.NextFile(); err != nil || f.Complete != tt.complete {
				t.Errorf("%+v, %v; want Complete %v", f, err, tt.complete)
			}
		})
	}
}

// TestOddFolders checks that a folder with pipes, and with links to nothing, to themselves and to folders above, can be read.
func TestOddFolders(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl": "1\n", "sub/b.jsonl": "2\n", "sub/folder.jsonl/c.jsonl": "3\n"})
	for name, to := range map[string]string{"m1.jsonl": "nowhere", "m2.jsonl": "m2.jsonl", "sub/up": "..", "sub/up.jsonl": "..", "z.jsonl": "a.jsonl", "other": "sub"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	if mkfifo, err := exec.LookPath("mkfifo"); err == nil {
		if err := exec.Command(mkfifo, filepath.Join(dir, "b.jsonl")).Run(); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"a.jsonl:1 1", "sub/b.jsonl:1 2", "sub/folder.jsonl/c.jsonl:1 3", "z.jsonl:1 1"}
	for _, path := range []string{"", "**/*.jsonl", "**/*", "{.,sub,sub/folder.jsonl}/*.jsonl"} {
		if diff := cmp.Diff(want, read(t, dir, open(t, filepath.Join(dir, path)))); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	for _, name := range []string{"m1.jsonl", "m2.jsonl"} {
		os.Remove(filepath.Join(dir, name))
	}
	if diff := cmp.Diff([]string{"other/b.jsonl:1 2", "sub/b.jsonl:1 2"}, read(t, dir, open(t, filepath.Join(dir, "*", "b.jsonl")))); diff != "" {
		t.Error(diff)
	}
}

// TestCutArchive cuts an archive at each byte: all lines before the cut are delivered, then one error, then the next file.
func TestCutArchive(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 40_000 {
		line := fmt.Sprintf(`{"n":%d,"x":"%x"}`, i, i*i*i)
		want = append(want, line)
		text.WriteString(line + "\n")
	}
	for name, archive := range map[string]string{"a.jsonl.gz": gzipped(text.String()), "a.jsonl.zst": zstded(text.String())} {
		for _, cut := range []int{2, 5, len(archive) / 3, len(archive) / 2, len(archive) - 20, len(archive) - 1} {
			dir := tree(t, map[string]string{name: archive[:cut], "b.jsonl": "7\n"})
			for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
				r := decoder.NewLines(open(t, dir), opts...)
				var good []string
				var bad []*decoder.Error
				next := false
				for line, err := range r.All() {
					switch e, _ := errors.AsType[*decoder.Error](err); {
					case e != nil:
						bad = append(bad, e)
					case err != nil:
						t.Fatal(err)
					case filepath.Base(r.Pos().File) == "b.jsonl":
						next = true
					default:
						good = append(good, line.String())
					}
				}
				if cut == 2 && name == "a.jsonl.zst" {
					continue // two bytes are a bad line, not an archive
				}
				if len(bad) != 1 || bad[0].Reason != decoder.ErrIncomplete || !errors.Is(bad[0], io.ErrUnexpectedEOF) || !errors.Is(bad[0], decoder.ErrArchive) || !next {
					t.Fatalf("%s cut at %d: %v, next %t", name, cut, bad, next)
				}
				if bad[0].Line != int64(len(good))+1 || filepath.Base(bad[0].File) != name {
					t.Errorf("%s cut at %d: error at %s:%d behind %d lines", name, cut, bad[0].File, bad[0].Line, len(good))
				}
				if !slices.Equal(good, want[:len(good)]) {
					t.Errorf("%s cut at %d: other lines", name, cut)
				}
				if cut >= len(archive)-20 && len(good) < len(want)/2 {
					t.Errorf("%s cut at %d: only %d lines of %d", name, cut, len(good), len(want))
				}
			}
		}
	}
}

// TestGzipCutAnywhere compares the lines before a cut with those that the standard library finds in four bytes less.
func TestGzipCutAnywhere(t *testing.T) {
	var text strings.Builder
	for i := range 80 {
		fmt.Fprintf(&text, "{\"n\":%d}\n", i*i*i)
	}
	archive := gzipped(text.String())
	path := filepath.Join(t.TempDir(), "a.jsonl.gz")
	for cut := 20; cut < len(archive); cut++ {
		write(t, path, archive[:cut])
		z, err := stdgzip.NewReader(strings.NewReader(archive[:cut-4]))
		if err != nil {
			t.Fatal(err)
		}
		before, _ := io.ReadAll(z) // it ends with the cut
		lines := 0
		for _, err := range decoder.NewLines(open(t, path)).All() {
			if err == nil {
				lines++
			}
		}
		if want := bytes.Count(before, []byte("\n")); lines < want {
			t.Errorf("cut at %d: %d lines, want %d", cut, lines, want)
		}
	}
}

func TestDamagedArchive(t *testing.T) {
	formats := map[string]string{"a.jsonl.gz": "gzip: ", "a.jsonl.zst": "zstd: "}
	for name, archive := range map[string]string{"a.jsonl.gz": gzipped("1\n2\n"), "a.jsonl.zst": zstded("1\n2\n")} {
		damaged := []byte(archive)
		damaged[len(damaged)-3] ^= 0x55 // of the checksum
		dir := tree(t, map[string]string{name: string(damaged), "b.jsonl": "3\n"})
		var reasons []error
		var got []string
		for line, err := range decoder.NewLines(open(t, dir)).All() {
			if bad, ok := errors.AsType[*decoder.Error](err); ok {
				reasons = append(reasons, bad.Reason)
				if strings.Count(bad.Error(), formats[name]) != 1 {
					t.Errorf("the format is not named once: %v", bad)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, line.String())
		}
		if len(reasons) != 1 || reasons[0] != decoder.ErrArchive || got[len(got)-1] != "3" {
			t.Errorf("%s: %v, %q", name, reasons, got)
		}
	}
}

// frame returns a zstd frame of one uncompressed block. Its window is 1<<(10+window) bytes.
func frame(window byte, text string) string {
	return "\x28\xb5\x2f\xfd\x00" + string([]byte{window << 3, byte(len(text)<<3 | 1), byte(len(text) >> 5), 0}) + text
}

// TestOddArchives reads archives of other programs, and malicious ones.
func TestOddArchives(t *testing.T) {
	const skipped = "\x50\x2a\x4d\x18\x05\x00\x00\x00hello"
	for name, tt := range map[string]struct {
		data   string
		want   int
		reason decoder.Reason
	}{
		"many small archives":        {strings.Repeat(gzipped("1\n"), 2000), 2000, ""},
		"many empty archives":        {strings.Repeat(gzipped(""), 20_000) + gzipped("1\n"), 1, ""},
		"an archive of nothing":      {gzipped(""), 0, ""},
		"nothing behind the magic":   {"\x1f\x8b", 0, decoder.ErrIncomplete},
		"something behind":           {gzipped("1\n") + "2, and so on\n", 1, decoder.ErrArchive},
		"zeros behind":               {gzipped("1\n") + strings.Repeat("\x00", 10<<10), 1, ""},
		"zeros between":              {gzipped("1\n") + strings.Repeat("\x00", 511) + gzipped("2\n") + "\x00" + gzipped("3\n"), 3, ""},
		"zeros, then something":      {gzipped("1\n") + "\x00\x00x", 1, decoder.ErrArchive},
		"zeros behind bgzip":         {bgzfed("1\n") + bgzfed("") + "\x00\x00\x00", 1, ""},
		"a line in two archives":     {gzipped("[1,") + gzipped("2]\n"), 1, ""},
		"a frame to skip":            {skipped + frame(0, "1\n") + skipped + frame(0, "2\n"), 2, ""},
		"a frame that refers far":    {frame(17, "1\n"), 1, ""},
		"a frame that needs 256 MB":  {frame(18, "1\n"), 0, decoder.ErrArchive},
		"a frame that needs 2 TB":    {frame(1, "1\n") + frame(31, "2\n"), 1, decoder.ErrArchive},
		"no archive, but nearly one": {"P\n(\n1\n", 3, ""},
	} {
		dir := tree(t, map[string]string{"a.jsonl": tt.data, "b.jsonl": "3\n"})
		var reason decoder.Reason
		n := 0
		for _, err := range decoder.NewLines(open(t, dir)).All() {
			if bad, ok := errors.AsType[*decoder.Error](err); ok {
				if bad.Reason == decoder.ErrSyntax {
					n++
					continue
				}
				reason = bad.Reason
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			} else {
				n++
			}
		}
		if n != tt.want+1 || reason != tt.reason {
			t.Errorf("%s: %d lines and %q, want %d and %q", name, n-1, reason, tt.want, tt.reason)
		}
	}
}

// stdin replaces the standard input by a pipe.
func stdin(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdin
	os.Stdin = r
	t.Cleanup(func() {
		os.Stdin = old
		r.Close()
		w.Close()
	})
	return w
}

func TestStandardInput(t *testing.T) {
	w := stdin(t)
	src := open(t)
	if done, total := src.Progress(); done != 0 || total != 0 {
		t.Error(done, total)
	}
	answer := make(chan string)
	go func() {
		for _, line := range []string{"1", "{}", "3"} {
			io.WriteString(w, line+"\n") // shorter than any archive's first bytes
			if got := <-answer; got != line {
				t.Errorf("%s for %s", got, line)
			}
		}
		w.Close()
	}()
	r := decoder.NewLines(src)
	n := 0
	for line, err := range r.Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		if n++; r.Pos().File != "stdin" || r.Pos().Line != int64(n) {
			t.Error(r.Pos())
		}
		answer <- line.String()
	}
	if n != 3 {
		t.Error(n)
	}
	if done, _ := src.Progress(); done != 7 {
		t.Error(done)
	}
	src.Close()
	if _, err := os.Stdin.Stat(); err != nil {
		t.Error("Close closed the standard input:", err)
	}
}

// TestArchiveInPieces checks that the lines of an archive from a pipe do not depend on the size of the reads, also if its writer was killed.
func TestArchiveInPieces(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "{\"n\":%d,\"x\":%q}\n", i, strings.Repeat("x", i*i%500))
	}
	for name, archive := range map[string]string{"plain": text.String(), "gzip": gzipped(text.String()[:5000]) + gzipped(text.String()[5000:]), "zstd": zstded(text.String()[:5000]) + zstded(text.String()[5000:])} {
		for round := range 20 {
			for _, opts := range [][]decoder.Option{nil, {decoder.Workers(2)}} {
				random := rand.New(rand.NewPCG(uint64(round), 7))
				rest := archive
				if round > 9 {
					rest = rest[:random.IntN(len(rest))]
				}
				w := stdin(t)
				go func() {
					defer w.Close()
					for len(rest) > 0 {
						n := 1 + random.IntN(min(len(rest), 1+random.IntN(2000)))
						io.WriteString(w, rest[:n])
						rest = rest[n:]
						runtime.Gosched()
					}
				}()
				n, bad := 0, 0
				for line, err := range decoder.NewLines(open(t), opts...).All() {
					if err != nil {
						if !errors.Is(err, decoder.ErrIncomplete) {
							t.Fatalf("%s, round %d: %v", name, round, err)
						}
						bad++
						continue
					}
					if number, _ := line.Get("n"); number.String() != fmt.Sprint(n) || bad > 0 {
						t.Fatalf("%s, round %d: %.40s, want number %d", name, round, line, n)
					}
					n++
				}
				if round <= 9 && (n != 300 || bad != 0) || bad > 1 {
					t.Errorf("%s, round %d: %d lines and %d errors", name, round, n, bad)
				}
			}
		}
	}
}

func TestArchiveOnStandardInput(t *testing.T) {
	w := stdin(t)
	go func() {
		for _, b := range []byte(zstded("1\n2\n")) {
			w.Write([]byte{b})
		}
		w.Close()
	}()
	if got := read(t, "", open(t, "-")); !slices.Equal(got, []string{"stdin:1 1", "stdin:2 2"}) {
		t.Errorf("%q", got)
	}
}

func TestClose(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a path that is a pipe")
	}
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pr.Close()
	defer pw.Close()
	src := open(t, fmt.Sprintf("/dev/fd/%d", pr.Fd()))
	if _, err := src.Read(make([]byte, 10)); err == nil || err == io.EOF {
		t.Error("Read before NextFile:", err)
	}
	r := decoder.NewLines(src)
	io.WriteString(pw, "1\n")
	if line, err := r.Next(); err != nil || line.String() != "1" {
		t.Fatal(line, err)
	}
	time.AfterFunc(20*time.Millisecond, func() { pw.Close(); src.Close() })
	if _, err := r.Next(); err == nil {
		t.Error("a line behind Close")
	}
	src.Close()
	if _, err := src.NextFile(); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	if _, err := src.Read(make([]byte, 10)); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
}

func TestCloseBesideRead(t *testing.T) {
	dir := tree(t, map[string]string{"a.jsonl.gz": gzipped(strings.Repeat("{\"some\":\"line\"}\n", 200_000)), "b.jsonl.zst": zstded(strings.Repeat("{\"some\":\"line\"}\n", 200_000))})
	for range 5 {
		src := open(t, dir)
		stop := make(chan bool)
		go func() {
			defer close(stop)
			time.Sleep(5 * time.Millisecond)
			src.Progress()
			src.Close()
		}()
		var last error
		for _, err := range decoder.NewLines(src, decoder.Workers(2)).Recycled() {
			last = err
		}
		<-stop
		if last != nil && !errors.Is(last, fs.ErrClosed) {
			t.Error(last)
		}
	}
}

// TestCloseLeavesTheFile checks that the current file is closed when Close and the Read beside it have returned.
func TestCloseLeavesTheFile(t *testing.T) {
	left := false
	reading, closed, done := make(chan int), make(chan int), make(chan int)
	src := source.Input(func(p []byte) (int, error) {
		close(reading)
		<-closed
		return len(p), nil
	}, func() { left = true })
	go func() {
		defer close(done)
		if n, err := src.Read(make([]byte, 5)); n != 5 || err != nil {
			t.Error("what was read before Close:", n, err)
		}
	}()
	<-reading
	src.Close()
	close(closed)
	<-done
	if !left {
		t.Error("the file is open")
	}
}

func ExampleOpen() {
	dir, _ := os.MkdirTemp("", "ndwire")
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "a.jsonl"), []byte(`{"type":"result"}`+"\n"+`{"type":`), 0o666)

	src, err := source.Open(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer src.Close()
	r := decoder.NewLines(src)
	for line, err := range r.Recycled() {
		if errors.Is(err, decoder.ErrIncomplete) {
			fmt.Println("the last line is still being written")
			continue
		}
		fmt.Println(r.Pos().Line, line)
	}
	// Output:
	// 1 {"type":"result"}
	// the last line is still being written
}

// TestOpenFileIsNotHeld checks that a file can be renamed and deleted while it is read, on Windows, too, where os.Open would prevent that.
func TestOpenFileIsNotHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.jsonl")
	for name, open := range map[string]func() (*source.Source, error){
		"Open":     func() (*source.Source, error) { return source.Open(path) },
		"Follow":   func() (*source.Source, error) { return source.Follow(t.Context(), path) },
		"Backward": func() (*source.Source, error) { return source.Backward(path) },
		"Range":    func() (*source.Source, error) { return source.Range(path, 0, 8) },
	} {
		write(t, path, "1\n2\n")
		src, err := open()
		if err != nil {
			t.Fatal(name, err)
		}
		r := decoder.NewLines(src)
		if _, err := r.Next(); err != nil {
			t.Fatal(name, err)
		}
		if err := os.Rename(path, path+".1"); err != nil {
			t.Error(name, err)
		}
		if err := os.Remove(path + ".1"); err != nil {
			t.Error(name, err)
		}
		src.Close()
	}
}

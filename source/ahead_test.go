package source_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/leaktest"
	"github.com/ndwire/ndwire/source"
)

// bgzfed returns a gzip member as bgzip writes it, with its length in the header.
func bgzfed(text string) string {
	var b strings.Builder
	w := gzip.NewWriter(&b)
	w.Extra = []byte{'B', 'C', 2, 0, 0, 0}
	io.WriteString(w, text)
	w.Close()
	member := []byte(b.String())
	binary.LittleEndian.PutUint16(member[16:], uint16(len(member)-1))
	return string(member)
}

// processors sets GOMAXPROCS for a test.
func processors(t *testing.T, n int) {
	old := runtime.GOMAXPROCS(n)
	t.Cleanup(func() { runtime.GOMAXPROCS(old) })
}

// drained has the results of reading one file.
type drained struct {
	Text, Err string
	Done      int64
}

// drain reads the only file of src, by reads of size bytes.
func drain(t rapid.TB, src *source.Source, size int) (o drained) {
	t.Helper()
	defer src.Close()
	if _, err := src.NextFile(); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	buf := make([]byte, size)
	for {
		n, err := src.Read(buf)
		text.Write(buf[:n])
		if err != nil {
			o.Err = err.Error()
			break
		}
	}
	if _, err := src.NextFile(); err != io.EOF {
		t.Fatal(err)
	}
	o.Text = text.String()
	o.Done, _ = src.Progress()
	return o
}

// drawArchive draws an archive of some frames, and damage in some.
func drawArchive(t *rapid.T) string {
	pack := map[string]func(string) string{"gzip": gzipped, "bgzf": bgzfed, "zstd": zstded, "zstd as it is": func(s string) string { return frame(3, s) }}
	format := rapid.SampledFrom([]string{"gzip", "bgzf", "zstd", "zstd as it is"}).Draw(t, "format")
	var file strings.Builder
	for range rapid.IntRange(1, 12).Draw(t, "frames") {
		lines := rapid.IntRange(0, 60).Draw(t, "lines")
		var text strings.Builder
		for n := range lines {
			fmt.Fprintf(&text, "{\"n\":%d,\"x\":%q}\n", n*n, strings.Repeat("y", n*7%40))
		}
		file.WriteString(pack[format](text.String()))
		if strings.HasPrefix(format, "zstd") && rapid.IntRange(0, 4).Draw(t, "a frame to skip") == 0 {
			file.WriteString("\x53\x2a\x4d\x18\x05\x00\x00\x00hello")
		}
		if !strings.HasPrefix(format, "zstd") && rapid.IntRange(0, 4).Draw(t, "zeros behind") == 0 {
			file.WriteString(strings.Repeat("\x00", rapid.IntRange(1, 3000).Draw(t, "zeros")))
		}
	}
	archive := []byte(file.String())
	for range rapid.IntRange(0, 2).Draw(t, "damages") {
		at := rapid.IntRange(4, len(archive)-1).Draw(t, "damage at")
		archive[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "damage"))
	}
	switch rapid.IntRange(0, 4).Draw(t, "end") {
	case 0:
		archive = archive[:rapid.IntRange(4, len(archive)).Draw(t, "cut at")]
	case 1:
		archive = append(archive, rapid.SampledFrom([]string{"x", "{}\n{}\n", "\x1f\x8b\x08", "\x28\xb5\x2f\xfd", "\x00\x00\x00\x00\x00\x00"}).Draw(t, "behind")...)
	}
	return string(archive)
}

// TestAheadIsTheSame checks that decompression ahead returns the same text, errors and progress as sequential decompression, for whole and
// damaged archives, also after a resume.
func TestAheadIsTheSame(t *testing.T) {
	processors(t, 4)
	leaktest.Check(t)
	path := filepath.Join(t.TempDir(), "log.jsonl.x")
	rapid.Check(t, func(t *rapid.T) {
		if err := os.WriteFile(path, []byte(drawArchive(t)), 0o666); err != nil {
			t.Fatal(err)
		}
		size := rapid.IntRange(1, 5000).Draw(t, "read size")
		part, block, blocks := rapid.Int64Range(1, 2000).Draw(t, "part"), rapid.IntRange(1, 3000).Draw(t, "block"), rapid.IntRange(1, 5).Draw(t, "blocks")
		offset := rapid.Int64Range(0, 3000).Draw(t, "offset")
		drainBoth := func() (whole, rest drained) {
			src, err := source.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			whole = drain(t, src, size)
			if src, err = source.Resume(decoder.Checkpoint{File: path, Offset: offset}); err != nil {
				if src != nil {
					src.Close()
				}
				return whole, drained{Err: err.Error()}
			}
			return whole, drain(t, src, size)
		}

		restore := source.Ahead(math.MaxInt64, 0, 1, 1)
		wantWhole, wantRest := drainBoth()
		restore()
		defer source.Ahead(0, part, block, blocks)()
		whole, rest := drainBoth()
		if diff := cmp.Diff(wantWhole, whole); diff != "" {
			t.Fatalf("-alone +ahead:\n%s", diff)
		}
		if diff := cmp.Diff(wantRest, rest); diff != "" {
			t.Fatalf("from %d, -alone +ahead:\n%s", offset, diff)
		}
	})
}

// TestAheadLeavesNothingBehind checks that no goroutine remains after a loop has ended early, also without Close, and that the next loop continues.
func TestAheadLeavesNothingBehind(t *testing.T) {
	processors(t, 4)
	defer source.Ahead(0, 100, 64, 3)()
	for name, pack := range map[string]func(string) string{"gzip": gzipped, "bgzf": bgzfed, "zstd": zstded} {
		t.Run(name, func(t *testing.T) {
			leaktest.Check(t)
			before := runtime.NumGoroutine()
			dir := tree(t, map[string]string{"log.jsonl.x": strings.Repeat(pack(strings.Repeat("{\"a\":1}\n", 100)), 50)})
			src := open(t, filepath.Join(dir, "log.jsonl.x"))
			r := decoder.NewLines(src)
			n := 0
			for range r.Recycled() {
				if n++; n == 700 {
					break
				}
			}
			leaktest.Wait(t, before)
			for _, err := range r.Recycled() {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n == 3000 {
					break
				}
			}
			src.Close()
			if _, err := src.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
				t.Errorf("%d lines, and behind Close: %v", n, err)
			}
		})
	}
}

// TestAheadNeedsProcessors checks that nothing is decompressed ahead with one processor.
func TestAheadNeedsProcessors(t *testing.T) {
	processors(t, 1)
	defer source.Ahead(0, 100, 64, 3)()
	before := runtime.NumGoroutine()
	dir := tree(t, map[string]string{"log.jsonl.gz": gzipped(strings.Repeat("{\"a\":1}\n", 10_000))})
	src := open(t, filepath.Join(dir, "log.jsonl.gz"))
	defer src.Close()
	for _, err := range decoder.NewLines(src).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		if n := runtime.NumGoroutine(); n > before {
			t.Fatalf("%d goroutines, there were %d", n, before)
		}
	}
}

package source_test

import (
	"bytes"
	stdcmp "cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/source"
)

// rangeLine is a line that a loop over ranges delivers.
type rangeLine struct {
	Raw    string
	Offset int64 // -1 in an archive
	Err    string
}

// linesOf returns all lines of src.
func linesOf(t rapid.TB, src *source.Source, err error, archive bool) (lines []rangeLine) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	r := decoder.NewLines(src)
	for _, err := range r.All() {
		l := rangeLine{Raw: string(r.Raw()), Offset: r.Pos().Offset}
		if archive {
			l.Offset = -1
		}
		if bad, ok := err.(*decoder.Error); ok {
			l.Err = string(bad.Reason)
		} else if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

// TestRange checks that ranges that touch give each line once, wherever they are cut, in the order of the file.
func TestRange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.OneOf(
			rapid.SampledFrom([]string{"", "\r", `{"a":1}`, "{\"a\":1}\r", `{"a":`, "x", " ", "\x00\x00"}),
			rapid.Map(rapid.IntRange(0, 3000), func(n int) string { return `{"a":"` + strings.Repeat("y", n) + `"}` }))
		text := rapid.SampledFrom([]string{"", "", "", "\xff\xfe", "{\x00\"\x00", "\x1f\x8b\x08"}).Draw(t, "mark")
		if text == "\x1f\x8b\x08" {
			text = gzipped("1\n2\n")
		}
		text += strings.Join(rapid.SliceOfN(line, 1, 30).Draw(t, "lines"), "\n")
		if rapid.Bool().Draw(t, "a line end at the end") {
			text += "\n"
		}
		format := rapid.SampledFrom([]string{"", "gzip", "bgzf", "zstd"}).Draw(t, "archive")
		pack, archive := packs[format], format != ""
		var file strings.Builder
		frames := []int{0, len(text)} // where the text is cut into frames
		if archive {
			frames = append(frames, rapid.SliceOfN(rapid.IntRange(0, len(text)), 0, 6).Draw(t, "frames")...)
			slices.Sort(frames)
		}
		for i := range frames[1:] {
			file.WriteString(pack(text[frames[i]:frames[i+1]]))
			if archive && format != "zstd" {
				file.WriteString(strings.Repeat("\x00", rapid.SampledFrom([]int{0, 0, 0, 1, 9, 100}).Draw(t, "zeros behind")))
			}
		}
		if err := os.WriteFile(path, []byte(file.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		touch(t, path, file.Len(), archive)
	})
}

// packs are the ways to store a text: plain, and as a frame of an archive.
var packs = map[string]func(string) string{"": strings.Clone, "gzip": gzipped, "bgzf": bgzfed, "zstd": zstded}

// touch divides a file at random places, and compares the lines of its ranges with those of the whole file.
func touch(t *rapid.T, path string, size int, archive bool) {
	cuts := append(rapid.SliceOfN(rapid.IntRange(0, size), 0, 6).Draw(t, "cuts"), 0, size)
	slices.Sort(cuts)
	src, err := source.Open(path)
	want := linesOf(t, src, err, archive)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got, ofText []rangeLine
	for i := range cuts[1:] {
		from, to := int64(cuts[i]), int64(cuts[i+1])
		src, err := source.Range(path, from, to)
		got = append(got, linesOf(t, src, err, archive)...)
		src, err = source.RangeOf(bytes.NewReader(text), path, int64(size), from, to)
		ofText = append(ofText, linesOf(t, src, err, archive)...)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("lines (-whole +ranges at %v):\n%s", cuts, diff)
	}
	if diff := cmp.Diff(got, ofText); diff != "" {
		t.Fatalf("lines (-ranges of the file +of its text, at %v):\n%s", cuts, diff)
	}
}

// brokenAt is a text that can be read up to an offset only.
type brokenAt struct {
	text string
	from int64
}

var errBroken = errors.New("the connection is lost")

func (b brokenAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := strings.NewReader(b.text).ReadAt(p, at)
	if at+int64(n) > b.from {
		return int(max(b.from-at, 0)), errBroken
	}
	return n, err
}

// TestRangeOfUnreadable checks that a read error is ErrUnreadable, and never taken for a damaged archive or for the end of its frames.
func TestRangeOfUnreadable(t *testing.T) {
	for name, pack := range packs {
		t.Run(stdcmp.Or(name, "plain"), func(t *testing.T) {
			var text string
			for n := range 6 {
				text += pack(strings.Repeat(fmt.Sprintf("{\"n\":%d}\n", n), 300))
			}
			size := int64(len(text))
			for broken := int64(0); broken < size-1; broken += 7 {
				for _, from := range []int64{0, size / 2} {
					src, err := source.RangeOf(brokenAt{text, broken}, "gs://logs/x", size, from, size)
					if err != nil {
						t.Fatal(err)
					}
					var last error
					for _, err := range decoder.NewLines(src).All() {
						last = err
					}
					if broken > from && last == nil || last != nil && (!errors.Is(last, decoder.ErrUnreadable) || !errors.Is(last, errBroken)) {
						t.Fatalf("from %d, broken at %d: %v", from, broken, last)
					}
				}
			}
		})
	}
	if _, err := source.RangeOf(strings.NewReader(""), "x", -1, 0, 1); err == nil {
		t.Error("a size below 0 is one")
	}
}

// oddAt is a text whose ReadAt breaks the rules of io.ReaderAt.
type oddAt struct {
	text string
	odd  func(n, want int, err error) (int, error)
}

func (o oddAt) ReadAt(p []byte, at int64) (int, error) {
	n, err := strings.NewReader(o.text).ReadAt(p, at)
	return o.odd(n, len(p), err)
}

// TestRangeOfOddReaders checks that a ReadAt that breaks the rules of io.ReaderAt loses no line: if it returns too
// little without an error, the rest is asked for, and anything else is ErrUnreadable.
func TestRangeOfOddReaders(t *testing.T) {
	few := func(n, _ int, err error) (int, error) {
		if n > 3 {
			return 3, nil
		}
		return n, err
	}
	bad := map[string]func(n, want int, err error) (int, error){
		"a count below 0":              func(n, want int, err error) (int, error) { return -1, nil },
		"a count below 0 and an error": func(n, want int, err error) (int, error) { return -1, io.EOF },
		"too large a count":            func(n, want int, err error) (int, error) { return want + 1, nil },
		"nothing, without an error":    func(n, want int, err error) (int, error) { return 0, nil },
		"an end before the size":       func(n, want int, err error) (int, error) { return 0, io.EOF },
		"a cut end before the size":    func(n, want int, err error) (int, error) { return n / 2, io.EOF },
	}
	for format, pack := range packs {
		var text string
		for n := range 6 {
			text += pack(strings.Repeat(fmt.Sprintf("{\"n\":%d}\n", n), 30))
		}
		size := int64(len(text))
		for _, cut := range []int64{0, 1, size / 2, size} {
			for _, part := range [][2]int64{{0, cut}, {cut, size}} {
				src, err := source.RangeOf(strings.NewReader(text), "x", size, part[0], part[1])
				want := linesOf(t, src, err, format != "")
				src, err = source.RangeOf(oddAt{text, few}, "x", size, part[0], part[1])
				if diff := cmp.Diff(want, linesOf(t, src, err, format != "")); diff != "" {
					t.Errorf("%q, %v: lines (-whole reads +reads of 3 bytes):\n%s", format, part, diff)
				}
				for name, odd := range bad {
					if part[0] == part[1] {
						continue // nothing is read
					}
					src, err := source.RangeOf(oddAt{text, odd}, "x", size, part[0], part[1])
					if err != nil {
						t.Fatal(err)
					}
					var last error
					for _, err := range decoder.NewLines(src).All() {
						last = err
					}
					if !errors.Is(last, decoder.ErrUnreadable) {
						t.Errorf("%q, %v: %s: %v", format, part, name, last)
					}
				}
			}
		}
	}
}

// TestRangeOfReadsLargePieces checks that a range is read in pieces that are worth a request to a store, however
// small the blocks of an archive are.
func TestRangeOfReadsLargePieces(t *testing.T) {
	var text bytes.Buffer
	for i := range 20_000 {
		fmt.Fprintf(&text, "{\"n\":%d}\n", i*i)
	}
	var inBlocks bytes.Buffer
	z, err := zstd.NewWriter(&inBlocks, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text.Bytes()) {
		z.Write(line)
		z.Flush()
	}
	z.Close()
	for name, archive := range map[string]string{"plain": text.String(), "gzip": gzipped(text.String()), "zstd": inBlocks.String()} {
		size, reads := int64(len(archive)), 0
		in := oddAt{archive, func(n, _ int, err error) (int, error) {
			reads++
			return n, err
		}}
		src, err := source.RangeOf(in, name, size, 0, size)
		if n := len(linesOf(t, src, err, name != "plain")); n != 20_000 {
			t.Errorf("%s: %d lines", name, n)
		}
		if most := int(size>>16) + 5; reads > most {
			t.Errorf("%s: %d KB are read by %d calls of ReadAt, want at most %d", name, size>>10, reads, most)
		}
	}
}

// TestRangeOfShorterFile checks that the lines that a file loses while a range of it is read are not lost in silence.
func TestRangeOfShorterFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	text := strings.Repeat("{\"n\":1}\n", 100_000)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	src, err := source.Range(path, 0, int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	r := decoder.NewLines(src)
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, int64(len(text)/2)); err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range r.All() {
		last = err
	}
	if !errors.Is(last, decoder.ErrUnreadable) || !errors.Is(last, io.ErrUnexpectedEOF) {
		t.Errorf("%d lines, and then %v", r.Stats().Lines, last)
	}
}

// TestRangeOfRealLogs checks the same for real logs, whole and with damaged bytes, plain and in archives with frames of any size up to that of
// bgzip.
func TestRangeOfRealLogs(t *testing.T) {
	logs, err := filepath.Glob("../testdata/*/*.ndjson")
	if err != nil || len(logs) == 0 {
		t.Fatal(logs, err)
	}
	logs = slices.DeleteFunc(logs, func(path string) bool { return strings.Contains(path, "empty") })
	path := filepath.Join(t.TempDir(), "log.jsonl")
	rapid.Check(t, func(t *rapid.T) {
		text, err := os.ReadFile(rapid.SampledFrom(logs).Draw(t, "log"))
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 20).Draw(t, "damages") {
			text[rapid.IntRange(0, len(text)-1).Draw(t, "damage at")] = rapid.SampledFrom([]byte("\n\r\x00\"{x")).Draw(t, "damage")
		}
		kind := rapid.SampledFrom([]string{"", "gzip", "bgzf", "zstd"}).Draw(t, "archive")
		frame := rapid.IntRange(1000, 64_000).Draw(t, "frame")
		var file strings.Builder
		for part := range slices.Chunk(text, frame) {
			file.WriteString(packs[kind](string(part)))
		}
		if err := os.WriteFile(path, []byte(file.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		touch(t, path, file.Len(), kind != "")
	})
}

// bytesRead returns the number of bytes that the process has read from files, -1 if the system does not count them.
func bytesRead() int64 {
	text, err := os.ReadFile("/proc/self/io")
	var n int64
	if _, bad := fmt.Sscanf(string(text), "rchar: %d", &n); err != nil || bad != nil {
		return -1
	}
	return n
}

// TestRangeHasWhatBeginsInIt checks that a range of a plain file has the lines that begin in it, by their offsets.
func TestRangeHasWhatBeginsInIt(t *testing.T) {
	path := filepath.Join(tree(t, map[string]string{"log.jsonl": "{\"n\":0}\n{\"n\":1}\n\n{\"n\":2}"}), "log.jsonl")
	begins := map[int64]string{0: `{"n":0}`, 8: `{"n":1}`, 17: `{"n":2}`} // and a blank line at 16
	for from := int64(0); from <= 26; from++ {
		for to := from; to <= 26; to++ {
			var want []rangeLine
			for _, at := range []int64{0, 8, 17} {
				if from <= at && at < to {
					want = append(want, rangeLine{Raw: begins[at], Offset: at})
				}
			}
			src, err := source.Range(path, from, to)
			if diff := cmp.Diff(want, linesOf(t, src, err, false)); diff != "" {
				t.Errorf("[%d, %d) (-want +got):\n%s", from, to, diff)
			}
		}
	}
	src, err := source.Range(path, 1, math.MaxInt64)
	if n := len(linesOf(t, src, err, false)); n != 2 {
		t.Errorf("%d lines behind the first", n)
	}
	for _, bad := range [][2]int64{{-1, 3}, {4, 3}} {
		if _, err := source.Range(path, bad[0], bad[1]); err == nil {
			t.Errorf("%v is a range", bad)
		}
	}
}

// TestRangeOfSparseFile checks that a range of a large file reads no more than needed: reading the whole sparse file would take minutes.
func TestRangeOfSparseFile(t *testing.T) {
	const size, middle = 40 << 30, 20 << 30
	path := filepath.Join(t.TempDir(), "log.jsonl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(size); err != nil {
		t.Skip("this file system has no sparse files: ", err)
	}
	var text strings.Builder
	for n := range 1000 {
		fmt.Fprintf(&text, "\n{\"n\":%d}", n)
	}
	text.WriteString("\n")
	if _, err := f.WriteAt([]byte(text.String()), middle); err != nil {
		t.Fatal(err)
	}
	from, to := int64(middle+100), int64(middle+5000)
	src, err := source.Range(path, from, to)
	if err != nil {
		t.Fatal(err)
	}
	before := bytesRead()
	lines := linesOf(t, src, err, false)
	if n := bytesRead() - before; before >= 0 && n > 1<<20 {
		t.Errorf("%d bytes were read for a range of %d", n, to-from)
	}
	if done, total := src.Progress(); total != to-from || done != total {
		t.Errorf("progress %d of %d", done, total)
	}
	if len(lines) < 400 {
		t.Errorf("%d lines", len(lines))
	}
	for _, l := range lines {
		if l.Err != "" || l.Offset < from || l.Offset >= to {
			t.Errorf("%+v", l)
		}
	}
}

// TestRangeOfDamagedArchive checks that damage affects only the range in which it lies.
func TestRangeOfDamagedArchive(t *testing.T) {
	for name, pack := range map[string]func(string) string{"gzip": gzipped, "zstd": zstded} {
		t.Run(name, func(t *testing.T) {
			var file []byte
			var begin []int64
			for n := range 6 {
				begin = append(begin, int64(len(file)))
				file = append(file, pack(strings.Repeat(fmt.Sprintf("{\"n\":%d}\n", n), 500))...)
			}
			size := int64(len(file))
			file[begin[2]+30] ^= 0x55
			path := filepath.Join(tree(t, map[string]string{"log.jsonl.x": string(file)}), "log.jsonl.x")
			var good, bad int
			for from := int64(0); from < size; from += 37 {
				src, err := source.Range(path, from, from+37)
				for _, l := range linesOf(t, src, err, true) {
					if l.Err != "" {
						bad++
					} else {
						good++
					}
				}
			}
			if bad == 0 {
				t.Error("nobody was told of the damage")
			}
			if good < 2*500-1 || good > 5*500+500 {
				t.Errorf("%d lines", good)
			}
		})
	}
}

// TestRangesOfDamagedArchive checks that the ranges of a damaged archive have each good line of the whole once, and report the damage if
// reading the whole does.
func TestRangesOfDamagedArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	rapid.Check(t, func(t *rapid.T) {
		pack := packs[rapid.SampledFrom([]string{"gzip", "bgzf", "zstd"}).Draw(t, "archive")]
		var file []byte
		n := 0
		for range rapid.IntRange(1, 6).Draw(t, "frames") {
			var text strings.Builder
			for range rapid.IntRange(0, 20).Draw(t, "lines") {
				fmt.Fprintf(&text, "{\"n\":%d,\"text\":\"%x\"}\n", n, n*n*7919)
				n++
			}
			part, line := text.String(), fmt.Sprintf("{\"n\":%d}\n", n)
			n++
			cut := rapid.IntRange(0, len(line)).Draw(t, "cut") // of a line that is in two frames
			file = append(append(file, pack(part+line[:cut])...), pack(line[cut:])...)
		}
		switch at := rapid.IntRange(0, len(file)-1).Draw(t, "at"); rapid.SampledFrom([]string{"flip", "cut", "garbage"}).Draw(t, "damage") {
		case "flip":
			file[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		case "cut":
			file = file[:at]
		case "garbage":
			file = append(file, strings.Repeat("x", at)...)
		}
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		cuts := append(rapid.SliceOfN(rapid.IntRange(0, len(file)), 0, 6).Draw(t, "cuts"), 0, len(file))
		slices.Sort(cuts)
		src, err := source.Open(path)
		whole, wholeErrs := goodOf(linesOf(t, src, err, true))
		var parts []string
		var partErrs int
		for i := range cuts[1:] {
			src, err := source.Range(path, int64(cuts[i]), int64(cuts[i+1]))
			good, errs := goodOf(linesOf(t, src, err, true))
			parts, partErrs = append(parts, good...), partErrs+errs
		}
		if got := slices.DeleteFunc(slices.Clone(parts), func(l string) bool { return !slices.Contains(whole, l) }); !slices.Equal(whole, got) {
			t.Errorf("ranges at %v have %q of the lines of the whole, %q", cuts, got, whole)
		}
		if (wholeErrs > 0) != (partErrs > 0) {
			t.Errorf("the whole has %d errors, ranges at %v have %d", wholeErrs, cuts, partErrs)
		}
	})
}

// goodOf returns the good lines and the number of bad ones.
func goodOf(lines []rangeLine) (good []string, bad int) {
	for _, l := range lines {
		if l.Err != "" {
			bad++
		} else {
			good = append(good, l.Raw)
		}
	}
	return good, bad
}

// TestRangeOfNoArchive checks a file that begins like an archive, and is none.
func TestRangeOfNoArchive(t *testing.T) {
	for _, text := range []string{"\x1f\x8b", "\x1f\x8b\x08 and so on", "\x28\xb5\x2f\xfd", "\x28\xb5\x2f\xfd\xff\xff\xff\xff and so on"} {
		src, err := source.RangeOf(strings.NewReader(text), "x", int64(len(text)), 0, int64(len(text)))
		if lines := linesOf(t, src, err, true); len(lines) != 1 || lines[0].Err == "" {
			t.Errorf("%q: %+v", text, lines)
		}
	}
}

// TestRangeOfWholeArchive checks that reading a whole archive does not search its frames: each of its bytes is read about once.
func TestRangeOfWholeArchive(t *testing.T) {
	text := strings.Repeat(zstded(strings.Repeat("{\"n\":1}\n", 1000)), 200)
	in := &readerOf{ReaderAt: strings.NewReader(text)}
	src, err := source.RangeOf(in, "x", int64(len(text)), 0, int64(len(text)))
	if n := len(linesOf(t, src, err, true)); n != 200_000 {
		t.Errorf("%d lines", n)
	}
	if most := int64(len(text) + 4096); in.n > most {
		t.Errorf("%d bytes were read of %d", in.n, len(text))
	}
}

// readerOf counts the bytes that are read.
type readerOf struct {
	io.ReaderAt
	n int64
}

func (r *readerOf) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, at)
	r.n += int64(n)
	return n, err
}

// TestRangeResumes checks that an interrupted run continues with the rest of its range.
func TestRangeResumes(t *testing.T) {
	path := filepath.Join(tree(t, map[string]string{"log.jsonl": strings.Repeat("{\"a\":1}\n", 100)}), "log.jsonl")
	src, err := source.Range(path, 100, 500)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	r := decoder.NewLines(src)
	n := 0
	for range r.All() {
		if n++; n == 20 {
			break
		}
	}
	cp := r.Checkpoint()
	src, err = source.Range(cp.File, cp.Offset, 500)
	if n += len(linesOf(t, src, err, false)); n != 50 {
		t.Errorf("%d lines", n)
	}
}

func ExampleRange() {
	const path, workers = "../testdata/agentsdk/session.ndjson", 4
	info, err := os.Stat(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	lines := 0
	for n := range int64(workers) { // each range could be read on another machine
		src, err := source.Range(path, n*info.Size()/workers, (n+1)*info.Size()/workers)
		if err != nil {
			fmt.Println(err)
			return
		}
		for range decoder.NewLines(src).All() {
			lines++
		}
		src.Close()
	}
	fmt.Println(lines, "lines")
	// Output: 102 lines
}

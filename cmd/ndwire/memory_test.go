package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// mainPeak calls main, and then prints the peak memory of the process.
func mainPeak() {
	status := run(os.Args[1:], streams{os.Stdout, os.Stderr})
	memory, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_, peak, _ := strings.Cut(string(memory), "VmHWM:")
	fmt.Fprintln(os.Stderr, "peak", strings.Fields(peak)[0])
	os.Exit(status)
}

// peak runs the command in a process of its own, and returns its counts and its peak memory in MB.
func peak(t *testing.T, in io.Reader, args ...string) (total summary, mb int) {
	t.Helper()
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the system does not say how much memory a process needs")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := exec.Cmd{Path: self, Args: append([]string{"ndwire-peak", "stat", "--json"}, args...), Env: os.Environ(), Stdin: in, Stdout: &out, Stderr: &errs}
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, errs.String())
	}
	var r report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	kb := 0
	if _, err := fmt.Sscanf(errs.String(), "peak %d", &kb); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	return r.Total, kb >> 10
}

// The parts of a line of any length, and of the line after it.
const (
	lineHead = `{"type":"user","session_id":"s","message":{"role":"user","content":"`
	lineTail = `"}}` + "\n" + `{"type":"keep_alive"}` + "\n"
)

// parts returns lineHead, n times the middle, and lineTail, each packed by pack.
func parts(t *testing.T, middle string, n int, pack func(io.Writer) io.WriteCloser) io.Reader {
	t.Helper()
	packed := func(s string) []byte {
		var b bytes.Buffer
		w := pack(&b)
		_, err := io.WriteString(w, s)
		if err2 := w.Close(); err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		return b.Bytes()
	}
	all := []io.Reader{bytes.NewReader(packed(lineHead))}
	text := packed(middle)
	for range n {
		all = append(all, bytes.NewReader(text))
	}
	return io.MultiReader(append(all, bytes.NewReader(packed(lineTail)))...)
}

type bare struct{ io.Writer }

func (bare) Close() error { return nil }

var packings = map[string]func(io.Writer) io.WriteCloser{
	"plain": func(w io.Writer) io.WriteCloser { return bare{w} },
	"gzip":  func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"zstd": func(w io.Writer) io.WriteCloser {
		z, err := zstd.NewWriter(w)
		if err != nil {
			panic(err) // impossible without options
		}
		return z
	},
}

// TestMemoryOfALineOverTheLimit checks that the memory for a line over the limit does not depend on its length. The line is in an archive,
// which is small.
func TestMemoryOfALineOverTheLimit(t *testing.T) {
	const block = 1 << 20
	blocks := 2 << 10 // 2 GB
	if testing.Short() {
		blocks = 128
	}
	for name, pack := range packings {
		t.Run(name, func(t *testing.T) {
			s, mb := peak(t, parts(t, strings.Repeat("x", block), blocks, pack), "--max-line", fmt.Sprint(block))
			if want := int64(blocks*block + len(lineHead+lineTail)); s.Lines != 2 || s.BadLines != 1 || s.Bytes != want || s.Kinds["keep_alive"] != 1 {
				t.Errorf("%+v, want 2 lines, one of them bad, and %d bytes", s, want)
			}
			if mb >= 64 {
				t.Errorf("%d MB of memory", mb)
			}
		})
	}
}

// TestMemoryOfALongLine checks that without a limit, the memory for a line is a few times its length.
func TestMemoryOfALongLine(t *testing.T) {
	blocks := 100
	if testing.Short() {
		blocks = 10
	}
	for name, middle := range map[string]string{"plain text": strings.Repeat("x", 1<<20), "escapes": strings.Repeat(`\n`, 1<<19)} {
		for packing, pack := range packings {
			t.Run(name+", "+packing, func(t *testing.T) {
				s, mb := peak(t, parts(t, middle, blocks, pack))
				if want := int64(blocks<<20 + len(lineHead+lineTail)); s.Lines != 2 || s.BadLines != 0 || s.Bytes != want || s.Kinds["user"] != 1 {
					t.Errorf("%+v, want 2 good lines and %d bytes", s, want)
				}
				if mb > 64+4*blocks {
					t.Errorf("%d MB of memory for a line of %d MB", mb, blocks)
				}
			})
		}
	}
}

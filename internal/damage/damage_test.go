package damage_test

import (
	"bytes"
	"errors"
	"flag"
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
	"github.com/ndwire/ndwire/internal/damage"
	"github.com/ndwire/ndwire/source"
)

var update = flag.Bool("update", false, "make the files of testdata/damaged and their reports anew")

const damaged = "../../testdata/damaged"

// TestDamaged checks the report for the file of each kind of damage: what is delivered, and what is wrong. The report must not depend on how
// the input is cut into reads, or on the number of goroutines.
func TestDamaged(t *testing.T) {
	if *update {
		if err := os.RemoveAll(damaged); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(damaged, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	names := map[string]bool{}
	for _, f := range damage.Files() {
		t.Run(f.Name, func(t *testing.T) {
			path := filepath.Join(damaged, f.Name)
			golden := path + ".golden"
			names[f.Name], names[f.Name+".golden"] = true, true
			if *update {
				if err := os.WriteFile(path, f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(report(t, path, 1<<20, 0)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v: make it with go test ./internal/damage -update", err)
			}
			if !bytes.Equal(data, f.Data) {
				t.Fatal("the file is not the one that is made: go test ./internal/damage -update")
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range []int{1, 1 << 20} {
				for _, workers := range []int{0, 1, 4} {
					if diff := cmp.Diff(string(want), report(t, path, size, workers)); diff != "" {
						t.Errorf("%d bytes a read, %d workers (-want +got):\n%s", size, workers, diff)
					}
				}
			}
		})
	}
	left, err := os.ReadDir(damaged)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		if !names[f.Name()] {
			t.Errorf("nothing makes %s", f.Name())
		}
	}
}

// report reads a file in all ways, and returns the report.
func report(t *testing.T, path string, size, workers int) string {
	t.Helper()
	var b strings.Builder
	for _, way := range []struct {
		name string
		opts []decoder.Option
	}{
		{"as usual", nil},
		{"salvaged", []decoder.Option{decoder.Salvage()}},
		{"strict", []decoder.Option{decoder.Strict()}},
		{"lines of at most 1000 bytes", []decoder.Option{decoder.MaxLine(1000)}},
	} {
		opts := way.opts
		if workers > 0 {
			opts = append(opts, decoder.Workers(workers))
		}
		src, err := source.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		var in io.Reader = src
		if size == 1 {
			in = byByte{src, iotest.OneByteReader(src)}
		}
		fmt.Fprintf(&b, "== %s\n", way.name)
		r := ndwire.NewReader(in, opts...)
		loop := r.All()
		if workers == 0 {
			loop = r.Recycled()
		}
		good := map[string]int{}
		for l, err := range loop {
			p := r.Pos()
			if bad, ok := errors.AsType[*decoder.Error](err); ok {
				bad.File = ""
				fmt.Fprintf(&b, "%s: %d bytes at %d, wrong at %d: %s\n", place(p), p.Length, p.Offset, bad.Offset, bad)
				if bad.Reason == "" || r.Stats().Reasons[bad.Reason] == 0 || p.Length > 0 && !strings.Contains(bad.Error(), "near") {
					t.Errorf("%s: %+v", path, bad)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if kind := fmt.Sprintf("%T %s", l, l.Kind()); good[kind] < 6 || p.Salvaged {
				good[kind]++
				fmt.Fprintf(&b, "%s: %d bytes at %d: %s\n", place(p), p.Length, p.Offset, kind)
			}
		}
		s := r.Stats()
		fmt.Fprintf(&b, "%d lines, %d bytes, %d blank, %d bad, %d unknown, %d replaced\n", s.Lines, s.Bytes, s.Blank, s.Bad, s.Unknown, s.Replaced)
		for _, reason := range slices.Sorted(maps.Keys(s.Reasons)) {
			fmt.Fprintf(&b, "\t%d %s\n", s.Reasons[reason], reason)
		}
		for _, d := range s.Drift {
			fmt.Fprintf(&b, "\t%d %s %s %q\n", d.Count, d.What, d.Path, d.Value)
		}
		if err := src.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func place(p decoder.Pos) string {
	p.File = ""
	if p.Salvaged {
		return p.String() + ", salvaged"
	}
	return p.String()
}

// byByte is an input that gives its files byte by byte.
type byByte struct {
	decoder.Files
	in io.Reader
}

func (b byByte) Read(p []byte) (int, error) { return b.in.Read(p) }

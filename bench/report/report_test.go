package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const raw = `date: 2026-01-02
machine: a machine
go: go1.27.4
other-go: go1.26.8
kernels: avx512 of portable, avx2, avx512
jq: jq-1.7
ccusage: ccusage 20.0.24

run: one core
sonic: v1.15.5
skipped: simdjson-cpp: compare: no simdjson
files: 3 files of claudecode (1 others left out); 9 of 9 lines, 100.0 % of the bytes
goos: linux
pkg: github.com/ndwire/ndwire/bench/compare
BenchmarkDecode/mixed/encoding-json         	       2	  13605138 ns/op	  50.00 MB/s
BenchmarkDecode/mixed/ndwire                	      34	    954697 ns/op	2000.00 MB/s	  10 B/op	 1 allocs/op
BenchmarkLimit/mixed/split-8                	      34	    954697 ns/op	10000 MB/s

run: one core
BenchmarkDecode/mixed/encoding-json         	       2	  13605138 ns/op	  40.00 MB/s
BenchmarkDecode/mixed/ndwire                	      34	    954697 ns/op	2000.00 MB/s

run: one core, portable kernels
BenchmarkDecode/mixed/encoding-json         	       2	  13605138 ns/op	  50.00 MB/s
BenchmarkDecode/mixed/ndwire                	      34	    954697 ns/op	 900.00 MB/s

run: one core, go1.26.8
BenchmarkDecode/mixed/encoding-json         	       2	  13605138 ns/op	  20.00 MB/s
BenchmarkDecode/mixed/ndwire                	      34	    954697 ns/op	2000.00 MB/s
BenchmarkDecode/mixed/ndwire-reader         	      34	    954697 ns/op	1900.00 MB/s

run: two cores, go1.26.8
BenchmarkDecode/mixed/ndwire-reader-2       	      34	    954697 ns/op	2090.00 MB/s
`

func TestParse(t *testing.T) {
	res, err := parse(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string][]float64{
		oneCore: {
			"Decode/mixed/encoding-json": {50, 40},
			"Decode/mixed/ndwire":        {2000, 2000},
			"Limit/mixed/split":          {10000},
		},
		portable: {"Decode/mixed/encoding-json": {50}, "Decode/mixed/ndwire": {900}},
		"one core, go1.26.8": {
			"Decode/mixed/encoding-json": {20}, "Decode/mixed/ndwire": {2000}, "Decode/mixed/ndwire-reader": {1900},
		},
		"two cores, go1.26.8": {"Decode/mixed/ndwire-reader": {2090}},
	}
	if diff := cmp.Diff(want, res.rates); diff != "" {
		t.Errorf("rates (-want +got):\n%s", diff)
	}
	if got := res.config["machine"]; got != "a machine" {
		t.Errorf("the machine is %q", got)
	}
	for _, line := range []string{"Versions: sonic 1.15.5, jq 1.7, ccusage 20.0.24.\n", "Corpus `files`: 3 files of claudecode"} {
		if !strings.Contains(res.machine(), line) {
			t.Errorf("%q is not in what is said of the machine:\n%s", line, res.machine())
		}
	}
	table := targetTable(res)
	for _, line := range []string{
		"| ratio, go1.27.4 | mixed |\n|---|--:|\n",
		"| owned / encoding/json | 45.00 of 13, goal 20 |\n", // the median of 40 and 50
		"| portable owned / encoding/json | 18.00 of 16 |\n",
	} {
		if !strings.Contains(table, line) {
			t.Errorf("the table has no %q:\n%s", line, table)
		}
	}
	if strings.Contains(table, "simdjson") {
		t.Errorf("a contender that was skipped is in the table:\n%s", table)
	}
	others := "| ratio, go1.26.8 | mixed |\n|---|--:|\n| owned / encoding/json | 100.00 |\n| `All` with two cores / with one, in memory | 1.10 |\n"
	if got := otherTable(res, "go1.26.8"); got != others {
		t.Errorf("the table of another toolchain is\n%s\nwant\n%s", got, others)
	}
	if lead := leadTable(res); !strings.Contains(lead, "go1.27.4, 2026-01-02, one core of\na machine") || !strings.Contains(lead, "| owned / encoding/json | 45.00 |\n") {
		t.Errorf("what leads is\n%s", lead)
	}
	res.rates[oneCore]["Decode/mixed/ndwire"] = []float64{500, 500}
	if line := "| owned / encoding/json | **11.25** of 13, goal 20 |\n"; !strings.Contains(targetTable(res), line) {
		t.Errorf("the table has no %q:\n%s", line, targetTable(res))
	}
	res.config["kernels"] = "avx2 of portable, avx2"
	if line := "| owned / encoding/json | 11.25 of 9.75, goal 15 |\n"; !strings.Contains(targetTable(res), line) {
		t.Errorf("the table has no %q:\n%s", line, targetTable(res))
	}
	res.config["go"] = "go1.26.8"
	if line := "| owned / encoding/json | 11.25 |\n"; !strings.Contains(targetTable(res), line) {
		t.Errorf("an older Go is held to the floors of the newest:\n%s", targetTable(res))
	}
	res.rates[oneCore]["Decode/mixed/ndwire"] = []float64{2000, 2000}
	if tables := res.tables(); !strings.Contains(tables, "| Decode, MB/s | mixed |\n|---|--:|\n| `encoding-json` | 45 |\n| `ndwire` | 2000 |\n") {
		t.Errorf("tables:\n%s", tables)
	}
	if plot := res.plot(); !bytes.Contains(plot, []byte(">2000</text>")) || bytes.Contains(plot, []byte("simdjson")) {
		t.Errorf("plot:\n%s", plot)
	}
}

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{5, 1}, 3}, {[]float64{9, 1, 2}, 2}} {
		if got := median(tt.values); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("the median of %v is %v, want %v", tt.values, got, tt.want)
		}
	}
}

func TestBetween(t *testing.T) {
	got, err := between([]byte("a\n"+begin+"\nold\n"+end+"\nb\n"), "new\n")
	if want := "a\n" + begin + "\nnew\n" + end + "\nb\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := between([]byte("a"), "new"); err == nil {
		t.Error("a text without markers is taken")
	}
}

// TestKeepRaw checks that the newest results of each machine and toolchain are kept, and no others.
func TestKeepRaw(t *testing.T) {
	dir := t.TempDir()
	start := time.Date(2026, 11, 24, 10, 9, 0, 0, time.UTC)
	for i, config := range []string{
		"machine: A\ncores: 2\ngo: go1.26.8\n",
		"machine: B\ncores: 2\ngo: go1.26.8\n",
		"machine: A\ncores: 2\ngo: go1.27.4\n",
		"machine: A\ncores: 4\ngo: go1.26.8\n",
		"machine: A\ncores: 2\ngo: go1.26.8\ngogc: 100\n",
	} {
		if err := keepRaw(dir, []byte(config), start.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "results", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range names {
		names[i] = filepath.Base(names[i])
	}
	want := []string{"2026-11-24-1010.txt", "2026-11-24-1011.txt", "2026-11-24-1012.txt", "2026-11-24-1013.txt"}
	if !slices.Equal(names, want) {
		t.Errorf("%q are kept, want %q", names, want)
	}
}

// TestREADME checks that the tables and the plot are those of the newest results.
func TestREADME(t *testing.T) {
	name, err := newest("..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := rendered("..", name)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range files {
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not made from %s: run go run ./bench/report -render (-want +got):\n%s", file, name, diff)
		}
	}
}

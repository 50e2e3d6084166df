package main

import (
	"fmt"
	"go/version"
	"strconv"
	"strings"
)

// The configurations in which the suite runs test programs.
const (
	oneCore     = "one core"
	portable    = "one core, portable kernels" // ndwire without vector instructions
	twoCores    = "two cores"
	oneCoreJobs = "one core, whole processes"
)

// A target is a ratio of two benchmarks. Names are OPERATION/LIBRARY, with RUN: before them if the run is not that of the target. floors has the least
// ratio that we want for each corpus, with AVX-512 and the newest Go; goals has the ratio that we would like.
type target struct {
	what          string
	above, below  string
	run           string
	floors, goals map[string]float64
}

var targets = []target{
	{"owned / encoding/json", "Decode/ndwire", "Decode/encoding-json", oneCore, by(13, 12.5, 30), by(20, 18, 45)},
	{"recycled / encoding/json", "Decode/ndwire-recycled", "Decode/encoding-json", oneCore, by(23, 17, 46), by(28, 22, 60)},
	{"view `usage` / encoding/json, which decodes all", "Decode/ndwire-view", "Decode/encoding-json", oneCore, nil, nil},
	{"Batches on two cores / encoding/json on two", "Workers/ndwire-batches-2", "Workers/encoding-json-2", twoCores, by(35, 22, 60), by(45, 30, 90)},
	{"`All` with two cores / with one, in memory", "Decode/ndwire-reader", oneCore + ":Decode/ndwire-reader", twoCores, by(1, 1, 1), by(1.1, 1.1, 1.1)},
	{"`All` with two cores / with one, from a file", "DecodeFile/ndwire", oneCore + ":DecodeFile/ndwire", twoCores, by(1, 1, 1), by(1.1, 1.1, 1.1)},
	{"owned / sonic's `ConfigFastest`", "Decode/ndwire", "Decode/sonic-fastest", oneCore, by(4.5, 5, 5), by(6, 7, 7)},
	{"owned / sonic, strings copied one by one", "Decode/ndwire", "Decode/sonic", oneCore, nil, nil},
	{"owned / C++ simdjson into std::string", "Decode/ndwire", "Decode/simdjson-cpp", oneCore, by(1.2, 1.7, 1.4), by(1.5, 2, 1.8)},
	{"recycled / C++ simdjson into std::string", "Decode/ndwire-recycled", "Decode/simdjson-cpp", oneCore, nil, nil},
	{"`ndwire stat` / DuckDB, count by kind", "Stat/ndwire-stat", "Stat/duckdb", oneCoreJobs, by(2.5, 2.5, 3), by(4, 4, 5)},
	{"`ndwire stat` / ccusage, tokens", "Usage/ndwire-stat", "Usage/ccusage", oneCoreJobs, nil, nil},
	{"peek / newline split", "Peek/ndwire", "Limit/split", oneCore, by(0.2, 0.14, 0.28), nil},
	{"`DecodeFile` recycled / read(2) and newline split", "DecodeFile/ndwire-recycled", "Limit/read-split", oneCore, by(0.26, 0.2, 0.32), nil},
	{"view `usage` / peek of the same lines", "Decode/ndwire-view-borrowed", "Peek/ndwire", oneCore, by(0.6, 0.5, 0.7), nil},
	{"view `usage` / peek, both with the lines found by the reader", "Decode/ndwire-view", "Peek/ndwire-kinds", oneCore, nil, nil},
	{"encode / encoding/json", "Encode/ndwire", "Encode/encoding-json", oneCore, by(10, 8, 15), nil},
	{"portable owned / encoding/json", "Decode/ndwire", "Decode/encoding-json", portable, by(16, 17, 18), nil},
	{"two workers / one, recycled", "Decode/ndwire-recycled-workers", "Decode/ndwire-recycled", twoCores, by(1.65, 1.65, 1.65), nil},
	{"two workers / one, owned", "Decode/ndwire-workers", "Decode/ndwire-reader", twoCores, by(1.25, 1.25, 1.25), nil},
}

// by returns figures by corpus, for the generated corpora.
func by(mixed, tiny, bulky float64) map[string]float64 {
	return map[string]float64{"mixed": mixed, "tiny": tiny, "bulky": bulky}
}

// withAVX2 is the factor for floors on machines without the kernels for AVX-512.
const withAVX2 = 0.75

// held returns the floor or goal of a ratio on a corpus; 0 if there is none. Both are for Go 1.27, whose encoding/json is faster than that of Go 1.26.
func (r *results) held(to map[string]float64, corpus string) float64 {
	if version.Compare(r.config["go"], "go1.27") < 0 {
		return 0
	}
	if !strings.HasPrefix(r.config["kernels"], "avx512 ") {
		return to[corpus] * withAVX2
	}
	return to[corpus]
}

// of returns the ratio of a target on a corpus with a toolchain, "" for the first one; 0 if there are no figures.
func (t *target) of(r *results, corpus, toolchain string) float64 {
	place := func(name string) (run, benchmark string) {
		run, name, ok := strings.Cut(name, ":")
		if !ok {
			run, name = t.run, run
		}
		if toolchain != "" {
			run += ", " + toolchain
		}
		operation, library, _ := strings.Cut(name, "/")
		return run, operation + "/" + corpus + "/" + library
	}
	run, above := place(t.above)
	belowRun, below := place(t.below)
	return r.ratio(run, above, belowRun, below)
}

// targetTable returns a table of the ratios, as medians over the rounds, with their floors and goals. Ratios below a floor are marked.
func targetTable(r *results) string {
	return ratioTable(r, r.config["go"], targets, func(t *target, corpus string) string {
		ratio, floor, goal := t.of(r, corpus, ""), r.held(t.floors, corpus), r.held(t.goals, corpus)
		cell := bare(ratio)
		switch {
		case ratio == 0 || floor == 0:
			return cell
		case ratio < floor:
			cell = "**" + cell + "**"
		}
		cell += fmt.Sprintf(" of %.4g", floor)
		if goal > 0 {
			cell += fmt.Sprintf(", goal %.4g", goal)
		}
		return cell
	})
}

// otherTable returns a table of the ratios with another toolchain.
func otherTable(r *results, toolchain string) string {
	return ratioTable(r, toolchain, targets, func(t *target, corpus string) string { return bare(t.of(r, corpus, toolchain)) })
}

// leading is the number of targets in the project's README.md.
const leading = 11

// leadTable returns a table of the first targets, without floors and goals.
func leadTable(r *results) string {
	c := r.config
	about := fmt.Sprintf("How many times as fast as the other, by `go run ./bench/report`: %s, %s, one core of\n%s, medians of one run.\n", c["go"], c["date"], c["machine"])
	return about + "[bench/README.md](bench/README.md) describes the corpora and the comparison, and has all results.\n\n" +
		ratioTable(r, c["go"], targets[:leading], func(t *target, corpus string) string { return bare(t.of(r, corpus, "")) })
}

// bare returns the text of a ratio; "" if there is none.
func bare(ratio float64) string {
	if ratio == 0 {
		return ""
	}
	return strconv.FormatFloat(ratio, 'f', 2, 64)
}

// ratioTable returns a table with a line for each target that has a cell.
func ratioTable(r *results, toolchain string, targets []target, cell func(t *target, corpus string) string) string {
	corpora := r.corpora()
	var out strings.Builder
	fmt.Fprintf(&out, "| ratio, %s | %s |\n|---|%s\n", toolchain, strings.Join(corpora, " | "), strings.Repeat("--:|", len(corpora)))
	for i := range targets {
		var line strings.Builder
		empty := true
		for _, c := range corpora {
			text := cell(&targets[i], c)
			empty = empty && text == ""
			line.WriteString(" " + text + " |")
		}
		if !empty {
			fmt.Fprintf(&out, "| %s |%s\n", targets[i].what, line.String())
		}
	}
	return out.String()
}

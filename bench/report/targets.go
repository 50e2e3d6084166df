package main

import (
	"fmt"
	"strings"
)

// The configurations in which the suite runs test programs.
const (
	oneCore  = "one core"
	portable = "one core, portable kernels" // ndwire without vector instructions
	jsonv2   = "one core, encoding/json/v2" // built with GOEXPERIMENT=jsonv2
	twoCores = "two cores"
)

// A target is a ratio of two benchmarks. Names are OPERATION/LIBRARY. The floors are what we mean to reach at least, by corpus, with
// AVX-512.
type target struct {
	what         string
	above, below string
	run          string
	floors       map[string]float64
}

var targets = []target{
	{"owned / encoding/json", "Decode/ndwire", "Decode/encoding-json", oneCore, floors(28, 22, 45)},
	{"owned / sonic's `ConfigFastest`", "Decode/ndwire", "Decode/sonic-fastest", oneCore, floors(4, 5, 3.5)},
	{"owned / sonic, strings copied one by one", "Decode/ndwire", "Decode/sonic", oneCore, floors(4, 5, 3.5)},
	{"owned / C++ simdjson into std::string", "Decode/ndwire", "Decode/simdjson-cpp", oneCore, floors(1.1, 1.6, 1)},
	{"owned, lines found by the reader / C++ simdjson", "Decode/ndwire-reader", "Decode/simdjson-cpp", oneCore, nil},
	{"recycled / encoding/json", "Decode/ndwire-recycled", "Decode/encoding-json", oneCore, floors(50, 32, 70)},
	{"recycled / C++ simdjson into std::string", "Decode/ndwire-recycled", "Decode/simdjson-cpp", oneCore, floors(2, 2.2, 1.5)},
	{"peek / newline split", "Peek/ndwire", "Limit/split", oneCore, floors(0.2, 0.14, 0.28)},
	{"`DecodeFile` recycled / read(2) and newline split", "DecodeFile/ndwire-recycled", "Limit/read-split", oneCore, floors(0.26, 0.2, 0.32)},
	{"view `usage` / peek of the same lines", "Decode/ndwire-view-borrowed", "Peek/ndwire", oneCore, floors(0.6, 0.5, 0.7)},
	{"view `usage` / peek, both with the lines found by the reader", "Decode/ndwire-view", "Peek/ndwire-kinds", oneCore, nil},
	{"encode / encoding/json", "Encode/ndwire", "Encode/encoding-json", oneCore, floors(10, 8, 15)},
	{"portable owned / encoding/json", "Decode/ndwire", "Decode/encoding-json", portable, floors(16, 17, 18)},
	{"2 workers / 1, recycled, on two cores", "Decode/ndwire-recycled-workers", "Decode/ndwire-recycled", twoCores, floors(1.65, 1.65, 1.65)},
	{"2 workers / 1, owned, on two cores", "Decode/ndwire-workers", "Decode/ndwire-reader", twoCores, floors(1.25, 1.25, 1.25)},
}

func floors(mixed, tiny, bulky float64) map[string]float64 {
	return map[string]float64{"mixed": mixed, "tiny": tiny, "bulky": bulky}
}

// withAVX2 is what is left of a floor where the kernels are not those for AVX-512. The portable ones have floors of their own.
const withAVX2 = 0.75

// floor is what a ratio is to reach on a corpus, 0 if that is not said.
func (r *results) floor(t target, corpus string) float64 {
	floor := t.floors[corpus]
	if t.run != portable && !strings.HasPrefix(r.config["kernels"], "avx512 ") {
		floor *= withAVX2
	}
	return floor
}

// targetTable has the ratios, as medians over the rounds, with their floors. What is below one is marked.
func targetTable(r *results) string {
	corpora := r.corpora()
	var out strings.Builder
	fmt.Fprintf(&out, "| ratio | %s |\n|---|%s\n", strings.Join(corpora, " | "), strings.Repeat("--:|", len(corpora)))
	for _, t := range targets {
		fmt.Fprintf(&out, "| %s |", t.what)
		for _, c := range corpora {
			name := func(s string) string {
				operation, library, _ := strings.Cut(s, "/")
				return operation + "/" + c + "/" + library
			}
			ratio, floor := r.ratio(t.run, name(t.above), name(t.below)), r.floor(t, c)
			switch {
			case ratio == 0 || floor == 0:
				out.WriteString(cell(ratio, 2) + "|")
			case ratio < floor:
				fmt.Fprintf(&out, " **%.2f** of %.4g |", ratio, floor)
			default:
				fmt.Fprintf(&out, " %.2f of %.4g |", ratio, floor)
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

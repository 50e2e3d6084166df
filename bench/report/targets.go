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

// A target is a ratio of two benchmarks. Names are OPERATION/LIBRARY.
type target struct {
	what         string
	above, below string
	run          string
}

var targets = []target{
	{"owned / encoding/json", "Decode/ndwire", "Decode/encoding-json", oneCore},
	{"owned / sonic, owned", "Decode/ndwire", "Decode/sonic", oneCore},
	{"owned / C++ simdjson into std::string", "Decode/ndwire", "Decode/simdjson-cpp", oneCore},
	{"owned, lines found by the reader / C++ simdjson", "Decode/ndwire-reader", "Decode/simdjson-cpp", oneCore},
	{"recycled / encoding/json", "Decode/ndwire-recycled", "Decode/encoding-json", oneCore},
	{"recycled / C++ simdjson into std::string", "Decode/ndwire-recycled", "Decode/simdjson-cpp", oneCore},
	{"peek / newline split", "Peek/ndwire", "Limit/split", oneCore},
	{"`DecodeFile` recycled / read(2) and newline split", "DecodeFile/ndwire-recycled", "Limit/read-split", oneCore},
	{"view `usage` / peek of the same lines", "Decode/ndwire-view-borrowed", "Peek/ndwire", oneCore},
	{"view `usage` / peek, both with the lines found by the reader", "Decode/ndwire-view", "Peek/ndwire-kinds", oneCore},
	{"encode / encoding/json", "Encode/ndwire", "Encode/encoding-json", oneCore},
	{"portable owned / encoding/json", "Decode/ndwire", "Decode/encoding-json", portable},
	{"2 workers / 1, recycled, on two cores", "Decode/ndwire-recycled-workers", "Decode/ndwire-recycled", twoCores},
	{"2 workers / 1, owned, on two cores", "Decode/ndwire-workers", "Decode/ndwire-reader", twoCores},
}

// targetTable has the ratios, as medians over the rounds.
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
			out.WriteString(cell(r.ratio(t.run, name(t.above), name(t.below)), 2) + "|")
		}
		out.WriteString("\n")
	}
	return out.String()
}

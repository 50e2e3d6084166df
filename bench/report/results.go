package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// results has the figures of one file: for each run and each benchmark, MB/s for each round.
type results struct {
	config map[string]string
	order  []string // names of benchmarks, in the order of the file
	rates  map[string]map[string][]float64
}

var benchLine = regexp.MustCompile(`^Benchmark(\S+?)(-\d+)?\s+\d+\s.*?([\d.]+) MB/s`)

// parse reads the output of a benchmark run, and the lines of the form "key: value" before it.
func parse(r io.Reader) (*results, error) {
	res := &results{config: map[string]string{}, rates: map[string]map[string][]float64{}}
	run := ""
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "Benchmark") {
			m := benchLine.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			rate, err := strconv.ParseFloat(m[3], 64)
			if err != nil {
				return nil, fmt.Errorf("read %q: %w", line, err)
			}
			if res.rates[run] == nil {
				res.rates[run] = map[string][]float64{}
			}
			if !slices.Contains(res.order, m[1]) {
				res.order = append(res.order, m[1])
			}
			res.rates[run][m[1]] = append(res.rates[run][m[1]], rate)
		} else if key, value, ok := strings.Cut(line, ": "); ok && !strings.Contains(key, " ") {
			if key == "run" {
				run = value
			} else {
				res.config[key] = value
			}
		}
	}
	return res, lines.Err()
}

// median returns the median of values: for an even number of them, the mean of the two in the middle.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// rate returns the median of a benchmark's figures in MB/s; 0 if there are none.
func (r *results) rate(name string) float64 {
	for _, run := range []string{oneCore, oneCoreJobs, twoCores} {
		if values := r.rates[run][name]; len(values) > 0 {
			return median(values)
		}
	}
	return 0
}

// ratio returns the median over the rounds of the ratio of two benchmarks; 0 if there are no figures.
func (r *results) ratio(run, above, belowRun, below string) float64 {
	a, b := r.rates[run][above], r.rates[belowRun][below]
	ratios := make([]float64, min(len(a), len(b)))
	for i := range ratios {
		ratios[i] = a[i] / b[i]
	}
	return median(ratios)
}

// corpora returns the corpora with figures, in the order of the tables.
func (r *results) corpora() []string {
	var all []string
	for _, c := range []string{"mixed", "tiny", "bulky", "files"} {
		if slices.ContainsFunc(r.order, func(name string) bool { return strings.Contains(name, "/"+c+"/") }) {
			all = append(all, c)
		}
	}
	return all
}

// libraries returns the contenders of an operation, in the order in which they ran.
func (r *results) libraries(operation string) []string {
	var all []string
	for _, name := range r.order {
		part := strings.Split(name, "/")
		if len(part) == 3 && part[0] == operation && !slices.Contains(all, part[2]) && !strings.HasSuffix(part[2], "-workers") {
			all = append(all, part[2])
		}
	}
	slices.SortStableFunc(all, func(a, b string) int { return place(a) - place(b) })
	return all
}

// place returns the sort key of a library, which puts ndwire after its rivals.
func place(library string) int {
	if strings.HasPrefix(library, "ndwire") {
		return 1
	}
	return 0
}

// machine returns a text about the machine and the versions that were measured.
func (r *results) machine() string {
	c := r.config
	text := fmt.Sprintf("%s, on %s; %s, %s; ndwire's kernels: %s; GOGC=%s; corpora of %s MB; commit %s. Medians, one core but where two are named.\n",
		c["date"], c["machine"], c["go"], c["system"], c["kernels"], c["gogc"], c["corpus-mb"], c["commit"])
	var rivals []string
	for _, name := range []string{"sonic", "simdjson", "serde_json", "duckdb", "jq", "ccusage"} {
		if version := c[name]; version != "" {
			rivals = append(rivals, name+" "+strings.TrimLeft(strings.TrimPrefix(version, name), " -v"))
		}
	}
	if len(rivals) > 0 {
		text += "Versions: " + strings.Join(rivals, ", ") + ".\n"
	}
	if c["files"] != "" {
		text += "Corpus `files`: " + c["files"] + ".\n"
	}
	return text
}

// tables returns a table for each operation, for the first toolchain.
func (r *results) tables() string {
	var out strings.Builder
	corpora := r.corpora()
	for _, operation := range []string{"Decode", "Peek", "Encode", "DecodeFile", "Limit", "Workers", "Stat", "Usage"} {
		libraries := r.libraries(operation)
		if len(libraries) == 0 {
			continue
		}
		fmt.Fprintf(&out, "\n| %s, MB/s | %s |\n|---|%s\n", operation, strings.Join(corpora, " | "), strings.Repeat("--:|", len(corpora)))
		for _, library := range libraries {
			fmt.Fprintf(&out, "| `%s` |", library)
			for _, c := range corpora {
				out.WriteString(cell(r.rate(operation+"/"+c+"/"+library), 0) + "|")
			}
			out.WriteString("\n")
		}
	}
	return out.String()
}

// cell returns the text of a figure; "" if there is none.
func cell(x float64, digits int) string {
	if x == 0 {
		return " "
	}
	return " " + strconv.FormatFloat(x, 'f', digits, 64) + " "
}

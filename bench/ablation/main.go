// Command ablation measures what each mechanism saves that can be switched off. It runs the benchmarks in turns with all mechanisms, and with
// all but one, and prints how much slower they are without it.
//
//	go run ./bench/ablation [-rounds 7] [-megabytes 16] [-without PATTERN]
//
// NDWIRE_BENCH_FILES is a pattern of a user's own logs, which are then the only corpus.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
)

// mechanism is a mechanism that one column of runs switches off.
type mechanism struct {
	name string
	env  []string
}

// mechanisms has all mechanisms that can be switched off. The first entry switches off none.
var mechanisms = []mechanism{
	{name: "nothing"},
	{"compiled prediction", []string{predict.Variable + "=compiled"}},
	{"learned keys", []string{predict.Variable + "=keys"}},
	{"learned tags", []string{predict.Variable + "=tags"}},
	{"learned prefixes", []string{predict.Variable + "=prefixes"}},
	{"line ends", []string{predict.Variable + "=ends"}},
	{"all predictions", []string{predict.Variable + "=off"}},
	{"shared slabs", []string{alloc.Variable + "=slabs"}},
	{"shared chunks", []string{alloc.Variable + "=chunks"}},
	{"shared lists", []string{alloc.Variable + "=lists"}},
	{"AVX-512", []string{kernel.Variable + "=avx2"}},
	{"AVX-512 and AVX2", []string{kernel.Variable + "=portable"}},
}

func main() {
	rounds := flag.Int("rounds", 7, "how often each mechanism is left out")
	megabytes := flag.Int("megabytes", 16, "size of the corpora")
	without := flag.String("without", "", "leave out only mechanisms whose names match this pattern")
	flag.Parse()
	pattern, err := regexp.Compile(*without)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ablation:", err)
		os.Exit(2)
	}
	mechanisms = slices.DeleteFunc(mechanisms, func(m mechanism) bool { return m.env != nil && !pattern.MatchString(m.name) })
	if err := run(*rounds, *megabytes); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(rounds, megabytes int) error {
	temp, err := os.MkdirTemp("", "ndwire-ablation")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	program := filepath.Join(temp, "bench.test")
	if out, err := exec.Command("go", "test", "-c", "-o", program, "github.com/ndwire/ndwire/bench").CombinedOutput(); err != nil {
		return fmt.Errorf("ablation: %w\n%s", err, out)
	}
	all := make([]times, len(mechanisms))
	for k := range all {
		all[k] = times{}
	}
	for round := range rounds {
		for k, m := range mechanisms {
			fmt.Fprintf(os.Stderr, "round %d of %d: without %s\n", round+1, rounds, m.name)
			cmd := exec.Command(program, "-test.run=^$", "-test.cpu=1", "-test.benchtime=200ms", "-test.bench=^BenchmarkDecode$/./^ndwire(-recycled)?$")
			cmd.Env = append(append(os.Environ(), fmt.Sprint("NDWIRE_BENCH_MB=", megabytes)), m.env...)
			out, err := cmd.Output()
			if err != nil {
				return fmt.Errorf("ablation: without %s: %w\n%s", m.name, err, out)
			}
			all[k].add(out)
		}
	}
	fmt.Print(table(all))
	return nil
}

// times has the times of the benchmarks in nanoseconds for each pass, one for each round, by CORPUS/CONTENDER.
type times map[string][]float64

var benchLine = regexp.MustCompile(`^BenchmarkDecode/(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)

// add adds the times in the output of a benchmark run.
func (t times) add(out []byte) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	for lines.Scan() {
		if m := benchLine.FindStringSubmatch(lines.Text()); m != nil {
			ns, _ := strconv.ParseFloat(m[2], 64) // the pattern has only digits
			t[m[1]] = append(t[m[1]], ns)
		}
	}
}

// slower returns by how many percent a benchmark is slower than with all mechanisms: the median over the rounds.
func slower(with, without []float64) float64 {
	var ratios []float64
	for k := range min(len(with), len(without)) {
		ratios = append(ratios, without[k]/with[k])
	}
	if len(ratios) == 0 {
		return 0
	}
	slices.Sort(ratios)
	return 100*(ratios[len(ratios)/2]+ratios[(len(ratios)-1)/2])/2 - 100
}

// table returns a table in Markdown: by how many percent owned and recycled decoding are slower without each mechanism, for each corpus.
func table(all []times) string {
	var corpora []string
	for name := range all[0] {
		if corpus, _, _ := strings.Cut(name, "/"); !slices.Contains(corpora, corpus) {
			corpora = append(corpora, corpus)
		}
	}
	slices.Sort(corpora)
	var b strings.Builder
	fmt.Fprintf(&b, "| without | %s |\n|---|%s\n", strings.Join(corpora, " | "), strings.Repeat("---|", len(corpora)))
	for k, m := range mechanisms[1:] {
		fmt.Fprintf(&b, "| %s |", m.name)
		for _, c := range corpora {
			owned, recycled := c+"/ndwire", c+"/ndwire-recycled"
			fmt.Fprintf(&b, " %.0f/%.0f |", slower(all[0][owned], all[k+1][owned]), slower(all[0][recycled], all[k+1][recycled]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

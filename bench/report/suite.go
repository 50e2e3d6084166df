package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/ndwire/ndwire/internal/kernel"
)

// suite runs the benchmarks.
type suite struct {
	dir         string // of module bench/compare
	count, rest int
	benchtime   time.Duration
	megabytes   int
	files       string
	out         io.Writer // progress

	programs map[string]string // the experiments that a program is built with -> the program
}

// A block is one run of a test program: what it runs, and how.
type block struct {
	label      string // of the block's configuration in the results
	bench      string // as -test.bench has it
	cpu        string
	experiment string // GOEXPERIMENT that the program is built with
	env        []string
}

// blocks are what one round runs.
func (s *suite) blocks(rest bool) []block {
	if rest {
		return []block{
			{label: oneCore, bench: skipping(targetNames()), cpu: "1"},
			{label: jsonv2, bench: "^Benchmark(Decode|Peek)$/./^encoding-json-(v2|on-v2)$", cpu: "1", experiment: "jsonv2"},
		}
	}
	all := []block{
		{label: oneCore, bench: targetNames(), cpu: "1"},
		{label: portable, bench: "^BenchmarkDecode$/./^(encoding-json|ndwire)$", cpu: "1", env: []string{"NDWIRE_KERNEL=portable"}},
		{
			label: twoCores, cpu: "2",
			bench: "^BenchmarkDecode$/./^(ndwire-reader|ndwire-recycled|ndwire-workers|ndwire-recycled-workers)$",
		},
	}
	if s.files != "" {
		all = append(all, block{label: oneCore, bench: targetNames(), cpu: "1", env: []string{"NDWIRE_BENCH_FILES=" + s.files}})
	}
	return all
}

// targetNames matches the contenders that the targets compare.
func targetNames() string {
	return "/./^(encoding-json|sonic|sonic-fastest|simdjson-cpp|ndwire|ndwire-reader|ndwire-recycled|ndwire-view|ndwire-view-borrowed|ndwire-kinds|split|read-split|copy)$"
}

// skipping marks a pattern as one for -test.skip.
func skipping(pattern string) string { return "skip " + pattern }

func (s *suite) run(raw *bytes.Buffer) error {
	if s.count < 1 || s.rest < 0 {
		return fmt.Errorf("-count %d -rest %d: there must be a round", s.count, s.rest)
	}
	temp, err := os.MkdirTemp("", "ndwire-report")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	s.programs = map[string]string{}
	if err := s.describe(raw); err != nil {
		return err
	}
	started := time.Now()
	for round := range max(s.count, s.rest) {
		var blocks []block
		if round < s.count {
			blocks = s.blocks(false)
		}
		if round < s.rest {
			blocks = append(blocks, s.blocks(true)...)
		}
		for _, b := range blocks {
			fmt.Fprintf(s.out, "%s round %d of %d: %s\n", time.Since(started).Round(time.Second), round+1, max(s.count, s.rest), b.label)
			if err := s.runBlock(temp, b, raw); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *suite) runBlock(temp string, b block, raw *bytes.Buffer) error {
	program, err := s.build(temp, b.experiment)
	if err != nil {
		return err
	}
	args := []string{"-test.run=^$", "-test.cpu=" + b.cpu, "-test.benchtime=" + s.benchtime.String(), "-test.timeout=30m"}
	if pattern, ok := strings.CutPrefix(b.bench, "skip "); ok {
		args = append(args, "-test.bench=.", "-test.skip="+pattern)
	} else {
		args = append(args, "-test.bench="+b.bench)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = s.dir
	cmd.Env = append(append(os.Environ(), fmt.Sprint("NDWIRE_BENCH_MB=", s.megabytes), "GOGC=100"), b.env...)
	var out bytes.Buffer
	cmd.Stdout = &out
	var notes bytes.Buffer // versions of programs, and what was left out of somebody's logs
	cmd.Stderr = io.MultiWriter(s.out, &notes)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", b.label, err, out.Bytes())
	}
	fmt.Fprintf(raw, "run: %s\n%s", b.label, notes.Bytes())
	lines := bufio.NewScanner(&out)
	for lines.Scan() {
		// benchstat reads no other lines; those of contenders that were skipped say why.
		if text := lines.Text(); text != "PASS" && text != "" {
			fmt.Fprintln(raw, text)
		}
	}
	fmt.Fprintln(raw)
	return lines.Err()
}

// build compiles the test program once.
func (s *suite) build(temp, experiment string) (string, error) {
	if program, ok := s.programs[experiment]; ok {
		return program, nil
	}
	program, err := filepath.Abs(filepath.Join(temp, "compare"+experiment+".test"))
	if err != nil {
		return "", err
	}
	fmt.Fprintf(s.out, "building %s\n", filepath.Base(program))
	cmd := exec.Command("go", "test", "-c", "-o", program, ".")
	cmd.Dir = s.dir
	if experiment != "" {
		cmd.Env = append(os.Environ(), "GOEXPERIMENT="+experiment)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the benchmarks: %w\n%s", err, out)
	}
	s.programs[experiment] = program
	return program, nil
}

// describe writes what the figures depend on.
func (s *suite) describe(raw io.Writer) error {
	info, _ := debug.ReadBuildInfo()
	goExperiment := ""
	if info != nil {
		for _, setting := range info.Settings {
			if setting.Key == "GOEXPERIMENT" {
				goExperiment = " " + setting.Value
			}
		}
	}
	system, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		system = []byte("unknown")
	}
	levels := make([]string, 0, 3)
	for _, l := range kernel.Levels() {
		levels = append(levels, fmt.Sprint(l))
	}
	for _, line := range [][2]string{
		{"date", time.Now().UTC().Format("2006-01-02")},
		{"commit", output("git", "describe", "--always", "--dirty")},
		{"go", runtime.Version() + goExperiment},
		{"machine", processor()},
		{"cores", fmt.Sprint(runtime.NumCPU())},
		{"system", runtime.GOOS + " " + strings.TrimSpace(string(system))},
		{"kernels", fmt.Sprintf("%s of %s", kernel.Current(), strings.Join(levels, ", "))},
		{"gogc", "100"},
		{"corpus-mb", fmt.Sprint(s.megabytes)},
		{"benchtime", s.benchtime.String()},
		{"g++", firstLine(output("g++", "--version"))},
		{"rustc", output("rustc", "--version")},
	} {
		if line[1] != "" {
			fmt.Fprintf(raw, "%s: %s\n", line[0], line[1])
		}
	}
	fmt.Fprintln(raw)
	return nil
}

// processor names the processor and those of its vector instructions that matter.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	value := func(key string) string {
		for line := range strings.Lines(string(text)) {
			if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
				return strings.TrimSpace(v)
			}
		}
		return "?"
	}
	var vectors []string
	flags := strings.Fields(value("flags"))
	for _, f := range []string{"avx2", "bmi2", "avx512bw", "avx512_vbmi2"} {
		if slices.Contains(flags, f) {
			vectors = append(vectors, f)
		}
	}
	return fmt.Sprintf("%s, family %s model %s, %s", value("model name"), value("cpu family"), value("model"), strings.Join(vectors, " "))
}

// output is what a program says, or "" if there is no such program.
func output(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

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
	"slices"
	"strings"
	"time"

	"github.com/ndwire/ndwire/internal/kernel"
)

// suite runs the benchmarks.
type suite struct {
	dir         string // of module bench/compare
	count, rest int
	toolchains  []string // of Go; the main tables have the figures of the first one
	benchtime   time.Duration
	megabytes   int
	files       string
	out         io.Writer // progress

	programs map[string]string // the path of the test program, by its toolchain
}

// A block is one run of a test program.
type block struct {
	label     string // names the block's configuration in the results
	bench     string // the value of -test.bench
	skip      string // the value of -test.skip
	cpu       string
	toolchain string // of Go, with which the program and its contenders are built
	passes    int    // number of passes of each contender; 0: as many as -test.benchtime takes
	megabytes int    // size of each corpus in MB; 0: the suite's
	pinned    bool   // all processes run on one processor, however many threads they have
	env       []string
}

const (
	inMemory = "^Benchmark(Decode|Peek|Encode|DecodeFile|Limit)$"
	// The benchmarks in the targets.
	compared = "/./^(encoding-json|sonic|sonic-fastest|simdjson-cpp|ndwire|ndwire-reader|ndwire-recycled|ndwire-view|ndwire-view-borrowed|ndwire-kinds|split|read-split)$"
	// The benchmarks that run with all toolchains but the first.
	comparedInDecode = "^BenchmarkDecode$/./^(encoding-json|sonic|sonic-fastest|simdjson-cpp|ndwire|ndwire-reader|ndwire-recycled|ndwire-view)$"
	withTwoCores     = "^Benchmark(Decode|DecodeFile|Workers)$/./^(ndwire|ndwire-reader|ndwire-recycled|ndwire-workers|ndwire-recycled-workers|ndwire-batches-2|encoding-json-2)$"
	jobs             = "^Benchmark(Stat|Usage)$"
)

// jobMegabytes is the size in MB of the files for jobs: so large that the start of a process is a small part of the time.
const jobMegabytes = 256

// blocks returns the runs of one round.
func (s *suite) blocks(rest bool) []block {
	newest := s.toolchains[0]
	if rest {
		return []block{
			{label: oneCore, bench: inMemory, skip: compared, cpu: "1", toolchain: newest},
			{label: oneCoreJobs, bench: jobs + "/./^jq$", cpu: "1", toolchain: newest, passes: 1, megabytes: jobMegabytes, pinned: true},
		}
	}
	var all []block
	for i, toolchain := range s.toolchains {
		decode := comparedInDecode
		if i == 0 {
			decode = inMemory + compared
		}
		all = append(all, block{label: of(oneCore, i, toolchain), bench: decode, cpu: "1", toolchain: toolchain})
		if s.files != "" {
			all = append(all, block{label: of(oneCore, i, toolchain), bench: decode, cpu: "1", toolchain: toolchain, env: []string{"NDWIRE_BENCH_FILES=" + s.files}})
		}
		all = append(all,
			block{label: of(twoCores, i, toolchain), bench: withTwoCores, cpu: "2", toolchain: toolchain},
			block{label: of(portable, i, toolchain), bench: "^BenchmarkDecode$/./^(encoding-json|ndwire)$", cpu: "1", toolchain: toolchain, env: []string{"NDWIRE_KERNEL=portable"}})
	}
	job := block{label: oneCoreJobs, bench: jobs, skip: "/./^jq$", cpu: "1", toolchain: newest, passes: 3, megabytes: jobMegabytes, pinned: true}
	all = append(all, job)
	if s.files != "" {
		job.env = []string{"NDWIRE_BENCH_FILES=" + s.files}
		all = append(all, job)
	}
	return all
}

// of returns the label of a block that runs with each toolchain: label itself for the first one.
func of(label string, i int, toolchain string) string {
	if i == 0 {
		return label
	}
	return label + ", " + toolchain
}

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
	program, err := s.build(temp, b.toolchain)
	if err != nil {
		return err
	}
	benchtime := s.benchtime.String()
	if b.passes > 0 {
		benchtime = fmt.Sprint(b.passes, "x")
	}
	command := []string{program, "-test.run=^$", "-test.cpu=" + b.cpu, "-test.benchtime=" + benchtime, "-test.timeout=30m", "-test.bench=" + b.bench}
	if b.skip != "" {
		command = append(command, "-test.skip="+b.skip)
	}
	if b.pinned {
		if taskset, err := exec.LookPath("taskset"); err == nil {
			command = append([]string{taskset, "-c", fmt.Sprint(runtime.NumCPU() - 1)}, command...)
		}
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = s.dir
	size := s.megabytes
	if b.megabytes > 0 {
		size = min(b.megabytes, 8*size) // smaller if the suite's size is small, for a quick run
	}
	cmd.Env = append(append(os.Environ(), fmt.Sprint("NDWIRE_BENCH_MB=", size), "GOGC=100", "GOTOOLCHAIN="+b.toolchain), b.env...)
	var out bytes.Buffer
	cmd.Stdout = &out
	var notes bytes.Buffer // versions of programs, contenders that were skipped, and the lines that were left out of a user's logs
	cmd.Stderr = io.MultiWriter(s.out, &notes)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", b.label, err, out.Bytes())
	}
	fmt.Fprintf(raw, "run: %s\n", b.label)
	for note := range bytes.Lines(notes.Bytes()) {
		if !bytes.HasPrefix(note, []byte("files: ")) || !bytes.Contains(note, []byte(string(filepath.Separator))) { // results have no paths of a user's logs
			raw.Write(note)
		}
	}
	lines := bufio.NewScanner(&out)
	for lines.Scan() {
		if text := lines.Text(); text != "PASS" && text != "" {
			fmt.Fprintln(raw, text)
		}
	}
	fmt.Fprintln(raw)
	return lines.Err()
}

// build compiles the test program once.
func (s *suite) build(temp, toolchain string) (string, error) {
	if program, ok := s.programs[toolchain]; ok {
		return program, nil
	}
	program, err := filepath.Abs(filepath.Join(temp, "compare-"+toolchain+".test"))
	if err != nil {
		return "", err
	}
	fmt.Fprintf(s.out, "building %s\n", filepath.Base(program))
	cmd := exec.Command("go", "test", "-c", "-o", program, ".")
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN="+toolchain)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the benchmarks: %w\n%s", err, out)
	}
	s.programs[toolchain] = program
	return program, nil
}

// describe writes the properties of the machine and of the run on which the figures depend.
func (s *suite) describe(raw io.Writer) error {
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
		{"go", s.toolchains[0]},
		{"other-go", strings.Join(s.toolchains[1:], ", ")},
		{"machine", processor()},
		{"cores", fmt.Sprint(runtime.NumCPU())},
		{"system", runtime.GOOS + " " + strings.TrimSpace(string(system))},
		{"kernels", fmt.Sprintf("%s of %s", kernel.Current(), strings.Join(levels, ", "))},
		{"gogc", "100"},
		{"corpus-mb", fmt.Sprint(s.megabytes)},
		{"benchtime", s.benchtime.String()},
		{"g++", firstLine(output("g++", "--version"))},
		{"rustc", output("rustc", "--version")},
		{"jq", output("jq", "--version")},
		{"ccusage", output("ccusage", "--version")},
		{"node", output("node", "--version")},
	} {
		if line[1] != "" {
			fmt.Fprintf(raw, "%s: %s\n", line[0], line[1])
		}
	}
	fmt.Fprintln(raw)
	return nil
}

// processor returns the name of the processor, and those of its vector instructions that ndwire or its rivals use.
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

// output returns what a program prints; "" if there is no such program.
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

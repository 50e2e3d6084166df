// Command emulated counts the instructions of ndwire on arm64, with the kernels for NEON and with the portable ones. It runs on other machines, by
// emulation, and prints a table in Markdown.
//
//	go run ./bench/emulated [-mb 1] [-top 0] [-log FILE] [CORPUS/OPERATION/LIBRARY...]
//	go run ./bench/emulated -kernels
//
// It needs gcc and qemu-aarch64 (Debian: qemu-user; the variable QEMU names another one), which must not be linked statically, because it loads a
// plugin. It runs the program of package bench/ndwire. Two runs differ by five passes: their difference does not contain the start of the program.
// Signals and the pace of the collector vary, and are switched off. Counts repeat within one percent.
//
// -top prints the functions with the most instructions below each line of the table. -log reads lines of the Agent SDK from a file instead of the
// corpora. -kernels counts the instructions of the benchmarks of internal/kernel.
package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/bench/corpus"
	"github.com/ndwire/ndwire/internal/kernel"
)

//go:embed plugin/count.c
var plugin []byte

var operations = []string{"Decode/ndwire", "Decode/ndwire-recycled", "Decode/ndwire-view", "Peek/ndwire", "Encode/ndwire"}

func main() {
	mb := flag.Int("mb", 1, "megabytes of each corpus")
	top := flag.Int("top", 0, "how many functions to list for each")
	log := flag.String("log", "", "a `file` of lines in place of the corpora, called log")
	kernels := flag.Bool("kernels", false, "count single kernels")
	flag.Parse()
	if err := run(*mb<<20, *top, *log, *kernels, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(size, top int, log string, kernels bool, names []string) error {
	qemu, err := findQEMU()
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "ndwire-emulated")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	e := emulator{qemu: qemu, plugin: filepath.Join(temp, "count.so"), program: filepath.Join(temp, "program"), path: map[string]string{}}
	if kernels {
		return e.kernels(temp)
	}
	return e.operations(temp, size, top, log, names)
}

// findQEMU returns the path of the emulator.
func findQEMU() (string, error) {
	qemu, err := exec.LookPath(cmp.Or(os.Getenv("QEMU"), "qemu-aarch64"))
	if err != nil {
		return "", fmt.Errorf("emulated: no emulator: install Debian's qemu-user, or name a qemu-aarch64 that is not linked statically in QEMU: %w", err)
	}
	return qemu, nil
}

// operations counts the instructions of the operations of package bench.
func (e *emulator) operations(temp string, size, top int, log string, names []string) error {
	if err := e.build(temp, "build", "github.com/ndwire/ndwire/bench/ndwire"); err != nil {
		return err
	}
	if log != "" {
		e.path["log"] = log
	} else {
		for _, name := range corpus.Names() {
			e.path[name] = filepath.Join(temp, name)
			if err := os.WriteFile(e.path[name], corpus.Generate(name, size).Data, 0o666); err != nil {
				return err
			}
		}
	}
	if len(names) == 0 {
		for _, operation := range operations {
			for _, name := range slices.Sorted(maps.Keys(e.path)) {
				names = append(names, name+"/"+operation)
			}
		}
	}
	fmt.Print(head)
	for _, name := range names {
		corpus, operation, _ := strings.Cut(name, "/")
		if e.path[corpus] == "" {
			return fmt.Errorf("emulated: no corpus is named %q: name a CORPUS/OPERATION/LIBRARY as mixed/Decode/ndwire", corpus)
		}
		portable, err := e.count(corpus, operation, kernel.Portable)
		if err != nil {
			return err
		}
		neon, err := e.count(corpus, operation, kernel.NEON)
		if err != nil {
			return err
		}
		printLine(name, portable["all"], neon["all"])
		for _, counts := range []map[string]float64{portable, neon} {
			for _, f := range largest(counts, top) {
				fmt.Printf("    %.3f %s\n", counts[f], f)
			}
		}
	}
	return nil
}

const head = "| instructions a byte | portable | NEON | NEON / portable |\n|---|--:|--:|--:|\n"

func printLine(name string, portable, neon float64) {
	fmt.Printf("| %s | %.2f | %.2f | %.2f |\n", name, portable, neon, neon/portable)
}

// largest returns the names of the functions with the most instructions.
func largest(counts map[string]float64, n int) []string {
	functions := slices.DeleteFunc(slices.Collect(maps.Keys(counts)), func(f string) bool { return f == "all" })
	slices.SortFunc(functions, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return functions[:min(n, len(functions))]
}

// emulator runs passes over corpora, which it has by their names.
type emulator struct {
	qemu, program, plugin string
	path                  map[string]string
}

// build compiles the plugin and, with a command of go, the program.
func (e *emulator) build(temp string, command ...string) error {
	source := filepath.Join(temp, "count.c")
	if err := os.WriteFile(source, plugin, 0o666); err != nil {
		return err
	}
	if out, err := exec.Command("gcc", "-O2", "-shared", "-fPIC", "-o", e.plugin, source).CombinedOutput(); err != nil {
		return fmt.Errorf("emulated: compile the plugin: %w\n%s", err, out)
	}
	words := append(slices.Clone(command[:len(command)-1]), "-o", e.program, command[len(command)-1])
	cmd := exec.Command("go", words...)
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("emulated: build for arm64: %w\n%s", err, out)
	}
	return nil
}

// passes is the number of passes by which two runs differ.
const passes = 5

// count returns the instructions per byte of a pass over a corpus, of each function and of all.
func (e *emulator) count(corpus, operation string, level kernel.Level) (map[string]float64, error) {
	info, err := os.Stat(e.path[corpus])
	if err != nil {
		return nil, err
	}
	one, err := e.run(e.path[corpus], operation, level, 1)
	if err != nil {
		return nil, err
	}
	more, err := e.run(e.path[corpus], operation, level, 1+passes)
	if err != nil {
		return nil, err
	}
	counts := map[string]float64{}
	for f, n := range more {
		counts[f] = (n - one[f]) / passes / float64(info.Size())
	}
	return counts, nil
}

// run returns the instructions of a process with a number of passes.
func (e *emulator) run(path, operation string, level kernel.Level, passes int) (map[string]float64, error) {
	counts, _, err := e.start(strings.Repeat(operation+"\n", passes), level, "agentsdk", path)
	if err != nil {
		return nil, fmt.Errorf("emulated: %s of %s: %w", operation, path, err)
	}
	return counts, nil
}

// start runs the program, and returns the counts of the plugin and the other output.
func (e *emulator) start(input string, level kernel.Level, args ...string) (counts map[string]float64, said string, err error) {
	cmd := exec.Command(e.qemu, append([]string{"-plugin", e.plugin, "-d", "plugin", e.program}, args...)...)
	cmd.Env = append(os.Environ(), kernel.Variable+"="+level.String(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	cmd.Stdin = strings.NewReader(input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	counts, others, parseErr := parse(errs.String())
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("%w\n%.2000s", err, others)
	case parseErr != nil:
		return nil, "", parseErr
	case counts["all"] == 0:
		return nil, "", errors.New("qemu has counted nothing: is it one that loads plugins?")
	}
	return counts, out.String(), nil
}

// parse reads the lines of the plugin, one for each function, and returns the other lines.
func parse(text string) (counts map[string]float64, others string, err error) {
	counts = map[string]float64{}
	for line := range strings.Lines(text) {
		words := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(words) < 3 || words[0] != "count" {
			others += line
			continue
		}
		n, err := strconv.ParseFloat(words[1], 64)
		if err != nil {
			return nil, others, fmt.Errorf("the plugin says %q", line)
		}
		counts[words[2]] += n
	}
	return counts, others, nil
}

package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/ndwire/ndwire/internal/kernel"
)

// kernels has benchmarks of internal/kernel; LEVEL stands for the level in their names.
var kernels = []struct{ name, benchmark string }{
	{"unquote, an escape every 16 bytes", "Levels/unquote/LEVEL/every16/65536"},
	{"unquote, every 26", "Levels/unquote/LEVEL/every26/65536"},
	{"unquote, none", "Levels/unquote/LEVEL/none/65536"},
	{"unquote, every 26, 64 bytes", "Levels/unquote/LEVEL/every26/64"},
	{"valid string, every 16", "Levels/valid/LEVEL/every16/65536"},
	{"valid string, none", "Levels/valid/LEVEL/none/65536"},
	{"plain end", "Levels/plain/LEVEL/none/65536"},
	{"take short, 8 bytes", "Short/take/LEVEL/8"},
	{"take short, 40 bytes", "Short/take/LEVEL/40"},
	{"plain short, 8 bytes", "Short/plain/LEVEL/8"},
	{"plain short, 40 bytes", "Short/plain/LEVEL/40"},
	{"quote, every 16", "Quote/LEVEL/every16/65536"},
	{"quote, none", "Quote/LEVEL/none/65536"},
	{"quote, none, 24 bytes", "Quote/LEVEL/none/24"},
	{"skip, nested", "WalkLevels/skip/LEVEL/4096"},
	{"UTF-8, ASCII", "UTF8Levels/LEVEL/ascii/65536"},
	{"UTF-8, some of it not ASCII", "UTF8Levels/LEVEL/mixed/65536"},
	{"UTF-8, Japanese", "UTF8Levels/LEVEL/cjk/65536"},
}

// kernels counts the instructions of the benchmarks of internal/kernel.
func (e *emulator) kernels(temp string) error {
	if err := e.build(temp, "test", "-c", "github.com/ndwire/ndwire/internal/kernel"); err != nil {
		return err
	}
	fmt.Print(head)
	for _, k := range kernels {
		portable, err := e.benchmark(k.benchmark, kernel.Portable)
		if err != nil {
			return err
		}
		neon, err := e.benchmark(k.benchmark, kernel.NEON)
		if err != nil {
			return err
		}
		printLine(k.name, portable, neon)
	}
	return nil
}

var speed = regexp.MustCompile(`([\d.]+) ns/op\s+([\d.]+) MB/s`)

// benchmark returns the instructions per byte of a benchmark. The number of bytes of a pass follows from its speed and its time.
func (e *emulator) benchmark(name string, level kernel.Level) (float64, error) {
	pattern := "^Benchmark" + strings.ReplaceAll(strings.ReplaceAll(name, "LEVEL", level.String()), "/", "$/^") + "$"
	run := func(times int) (instructions, size float64, err error) {
		counts, said, err := e.start("", level, "-test.run=^$", "-test.bench="+pattern, fmt.Sprintf("-test.benchtime=%dx", times))
		if err != nil {
			return 0, 0, fmt.Errorf("emulated: %s: %w", name, err)
		}
		m := speed.FindStringSubmatch(said)
		if m == nil {
			return 0, 0, fmt.Errorf("emulated: there is no benchmark %s: %s", pattern, said)
		}
		ns, _ := strconv.ParseFloat(m[1], 64) // the pattern has only digits
		mb, _ := strconv.ParseFloat(m[2], 64)
		return counts["all"], ns * mb / 1000, nil
	}
	length, err := strconv.Atoi(name[strings.LastIndexByte(name, '/')+1:])
	if err != nil {
		return 0, fmt.Errorf("emulated: %s does not end with a size: %w", name, err)
	}
	// So many passes that the instructions of starting the process, which vary, are negligible.
	many := 32 << 20 / length
	some, _, err := run(many / 10)
	if err != nil {
		return 0, err
	}
	all, size, err := run(many)
	if err != nil {
		return 0, err
	}
	return (all - some) / float64(many-many/10) / size, nil
}

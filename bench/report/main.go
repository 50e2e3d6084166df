// Command report runs the benchmarks of module bench/compare and keeps their raw results with a description of the machine. From the results it makes
// the tables and the plot of bench/README.md, and the table in README.md:
//
//	go run ./bench/report                      5 rounds of the benchmarks in the targets, 2 of the others; 15 to 20 minutes
//	go run ./bench/report -rest 0              the targets only
//	go run ./bench/report -files '/logs/**'    with a user's own logs, too
//	go run ./bench/report -go go1.26.8         with one toolchain
//	go run ./bench/report -render              only the tables and the plot, from the newest results
//
// One round runs every contender once, one after another, with each toolchain. Ratios are computed within a round, and the tables have their medians.
// Run it at the root of the repository, on a machine that does nothing else.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run() error {
	s := suite{out: os.Stderr, toolchains: []string{"go1.27.4", "go1.26.8"}}
	flag.IntVar(&s.count, "count", 5, "rounds of the contenders that the targets compare")
	flag.IntVar(&s.rest, "rest", 2, "rounds of all other contenders")
	flag.DurationVar(&s.benchtime, "benchtime", 250*time.Millisecond, "least time of one contender on one corpus")
	flag.IntVar(&s.megabytes, "mb", 32, "size of each corpus, in MB")
	flag.StringVar(&s.files, "files", "", "a pattern of logs, which become one more corpus")
	flag.Func("go", "toolchains of Go, the one whose figures lead first ("+strings.Join(s.toolchains, ",")+")", func(list string) error {
		s.toolchains = strings.Split(list, ",")
		return nil
	})
	render := flag.Bool("render", false, "measure nothing: make tables and plot from the newest results")
	dir := flag.String("dir", "bench", "folder of the benchmarks")
	keep := flag.Bool("keep", true, "keep the results in DIR/results, and write tables and plot")
	flag.Parse()
	if flag.NArg() > 0 {
		return fmt.Errorf("unknown argument %q: everything is a flag", flag.Arg(0))
	}
	s.dir = filepath.Join(*dir, "compare")

	if !*render {
		var raw bytes.Buffer
		if err := s.run(&raw); err != nil {
			return err
		}
		if *keep {
			if err := keepRaw(*dir, raw.Bytes(), time.Now()); err != nil {
				return err
			}
		}
		results, err := parse(&raw)
		if err != nil {
			return err
		}
		fmt.Print(targetTable(results))
		if !*keep {
			return nil
		}
	}
	return renderAll(*dir)
}

// keepRaw writes the results to a file with the time in its name, and removes older ones of the same machine and toolchain: only the newest
// of each are kept.
func keepRaw(dir string, raw []byte, now time.Time) error {
	dir = filepath.Join(dir, "results")
	name := filepath.Join(dir, now.UTC().Format("2006-01-02-1504")+".txt")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name, raw, 0o644); err != nil {
		return err
	}
	kept, err := parse(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		return err
	}
	for _, old := range names {
		if old == name {
			continue
		}
		text, err := os.ReadFile(old)
		if err != nil {
			return err
		}
		r, err := parse(bytes.NewReader(text))
		if err != nil {
			return fmt.Errorf("%s: %w", old, err)
		}
		if r.config["machine"] == kept.config["machine"] && r.config["cores"] == kept.config["cores"] && r.config["go"] == kept.config["go"] {
			if err := os.Remove(old); err != nil {
				return err
			}
		}
	}
	return nil
}

// newest returns the path of the newest raw results, whose names begin with the date.
func newest(dir string) (string, error) {
	names, err := filepath.Glob(filepath.Join(dir, "results", "*.txt"))
	if err != nil {
		return "", err
	}
	if len(names) == 0 {
		return "", fmt.Errorf("no results in %s: run the benchmarks first", filepath.Join(dir, "results"))
	}
	return slices.Max(names), nil
}

const plotName = "decode.svg"

// renderAll writes the tables and the plot from the newest results.
func renderAll(dir string) error {
	name, err := newest(dir)
	if err != nil {
		return err
	}
	files, err := rendered(dir, name)
	if err != nil {
		return err
	}
	for path, text := range files {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// rendered returns the files that are made from a file of results: the plot, bench/README.md with all tables, and README.md with the first ones.
func rendered(dir, name string) (files map[string][]byte, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	results, err := parse(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	all, front := filepath.Join(dir, "README.md"), filepath.Join(dir, "..", "README.md")
	files = map[string][]byte{filepath.Join(dir, "results", plotName): results.plot()}
	others := ""
	for toolchain := range strings.SplitSeq(results.config["other-go"], ", ") {
		if toolchain != "" {
			others += "\n" + otherTable(results, toolchain)
		}
	}
	tables := "\nMade by `go run ./bench/report` from [results/" + filepath.Base(name) + "](results/" + filepath.Base(name) + ").\n\n" +
		results.machine() + "\n![Decode](results/" + plotName + ")\n\n" + targetTable(results) + others + results.tables() + "\n"
	for path, tables := range map[string]string{all: tables, front: "\n" + leadTable(results) + "\n"} {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if files[path], err = between(text, tables); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return files, nil
}

const (
	begin = "<!-- results: written by go run ./bench/report -->"
	end   = "<!-- end of results -->"
)

// between replaces the text between the markers.
func between(text []byte, tables string) ([]byte, error) {
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return nil, fmt.Errorf("there is no %s and %s", begin, end)
	}
	return []byte(before + begin + "\n" + tables + end + after), nil
}

package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/ndwire/ndwire/bench/contest"
	"github.com/ndwire/ndwire/bench/digest"
	"github.com/ndwire/ndwire/transcript"
)

// A job is a task for a whole file, end to end: a command reads the file and prints a result. All commands read the same file. The time of a pass
// is that of the process, from its start to its end. Only DuckDB runs in a process that has been started before, and measures its own time.

// kindCounters returns the contenders of Stat, which counts the lines of a file by type and subtype. The results are compared by type, since a
// kind of ndwire may have the value of another member than the subtype.
func kindCounters(transcript.Protocol) []contest.Reading {
	return []contest.Reading{
		{Library: "ndwire-stat", Pass: statKinds, Skip: unbuilt(ndwireCommand)},
		{Library: "jq", Pass: jqKinds, Skip: notInPath("jq")},
		duckDB.Reading("duckdb", "kinds"),
	}
}

// tokenCounters returns the contenders of Usage, which sums the tokens of Claude Code's transcripts.
func tokenCounters(p transcript.Protocol) []contest.Reading {
	if p != transcript.ClaudeCode {
		return nil
	}
	return []contest.Reading{
		{Library: "ndwire-stat", Pass: statTokens, Skip: unbuilt(ndwireCommand), Group: contest.Counts},
		{Library: "ccusage", Pass: ccusageTokens, Skip: notInPath("ccusage"), Group: contest.Counts},
	}
}

// ndwireCommand is the command ndwire, built with its profile.
var ndwireCommand = sync.OnceValues(func() (string, error) { return contest.BuildGo("github.com/ndwire/ndwire/cmd/ndwire") })

func unbuilt(build func() (string, error)) func() string {
	return func() string {
		if _, err := build(); err != nil {
			return err.Error()
		}
		return ""
	}
}

func notInPath(name string) func() string {
	return func() string {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Sprintf("compare: no %s in PATH", name)
		}
		return ""
	}
}

// duckDB is DuckDB, from its package for Node.
var duckDB = &contest.Program{Build: sync.OnceValues(func() (string, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return "", errors.New("compare: no DuckDB: there is no node in PATH")
	}
	if err := exec.Command("node", "-e", `require("@duckdb/node-api")`).Run(); err != nil {
		return "", errors.New("compare: no DuckDB: install the npm package @duckdb/node-api, and name its node_modules in NODE_PATH")
	}
	return built("jobs", "duckdb.cjs", []string{"node", "--version"}, func(from, to string) *exec.Cmd {
		return exec.Command("cp", filepath.Join(from, "duckdb.cjs"), to)
	})
})}

// printed runs a command with the same number of processors as the other contenders, and decodes the JSON that it prints.
func printed(into any, env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(append(os.Environ(), fmt.Sprint("GOMAXPROCS=", runtime.GOMAXPROCS(0))), env...)
	out, err := cmd.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%w: %.200s", err, failed.Stderr)
	}
	if err != nil {
		return fmt.Errorf("compare: run %s: %w", filepath.Base(name), err)
	}
	if err := json.Unmarshal(out, into); err != nil {
		return fmt.Errorf("compare: read what %s prints: %w", filepath.Base(name), err)
	}
	return nil
}

// report has the members of the output of `ndwire stat --json` that are compared.
type report struct {
	Total struct {
		Kinds map[string]int
		Usage struct {
			Input      int `json:"input_tokens"`
			Output     int `json:"output_tokens"`
			CacheRead  int `json:"cache_read_input_tokens"`
			CacheWrite int `json:"cache_creation_input_tokens"`
		}
	}
}

func stat(in *contest.Input) (r report, err error) {
	program, err := ndwireCommand()
	if err != nil {
		return r, err
	}
	path, err := in.Path()
	if err != nil {
		return r, err
	}
	return r, printed(&r, nil, program, "stat", "--json", path)
}

func statKinds(in *contest.Input, d *digest.Digest) error {
	r, err := stat(in)
	addKinds(d, r.Total.Kinds)
	return err
}

func jqKinds(in *contest.Input, d *digest.Digest) error {
	path, err := in.Path()
	if err != nil {
		return err
	}
	var kinds map[string]int
	err = printed(&kinds, nil, "jq", "-n", "-c", `reduce (inputs | "\(.type)/\(.subtype)") as $kind ({}; .[$kind] += 1)`, path)
	addKinds(d, kinds)
	return err
}

// addKinds adds counts to a digest, as jobs/duckdb.cjs does: those of the types, the largest first, and the lengths of their names.
func addKinds(d *digest.Digest, kinds map[string]int) {
	types := map[string]int{}
	for kind, n := range kinds {
		typ, _, _ := strings.Cut(kind, "/")
		types[typ] += n
		d.Lines += n
		d.Names += n * len(typ)
	}
	counts := slices.SortedFunc(maps.Values(types), func(a, b int) int { return b - a })
	copy(d.Kinds[:], counts)
}

func statTokens(in *contest.Input, _ *digest.Digest) error {
	r, err := stat(in)
	if err == nil && r.tokens() == 0 {
		err = errors.New("compare: ndwire stat finds no tokens")
	}
	return err
}

func (r *report) tokens() int {
	u := &r.Total.Usage
	return u.Input + u.Output + u.CacheRead + u.CacheWrite
}

// ccusageTokens sums by day and model. ccusage identifies a call by the ids of message and request, and ndwire by those of message and session.
// Therefore the sums may differ a little.
func ccusageTokens(in *contest.Input, _ *digest.Digest) error {
	path, err := in.Path()
	if err != nil {
		return err
	}
	// ccusage reads the folder in which Claude Code keeps its sessions.
	config := filepath.Join(filepath.Dir(path), "config")
	session := filepath.Join(config, "projects", "project", "session.jsonl")
	if _, err := os.Stat(session); err != nil {
		if err := errors.Join(os.MkdirAll(filepath.Dir(session), 0o755), os.Link(path, session)); err != nil {
			return err
		}
	}
	var sums struct {
		Totals struct {
			TotalTokens int `json:"totalTokens"`
		} `json:"totals"`
	}
	if err := printed(&sums, []string{"CLAUDE_CONFIG_DIR=" + config}, "ccusage", "claude", "daily", "--json", "--offline"); err != nil {
		return err
	}
	want, err := expectedTokens(in)
	if got := sums.Totals.TotalTokens; err == nil && (got < want*9/10 || got > want*11/10) {
		err = fmt.Errorf("compare: ccusage counts %d tokens, ndwire %d", got, want)
	}
	return err
}

// counted has the expected tokens of each input, by its path. They are counted before the first pass that is measured.
var counted sync.Map

func expectedTokens(in *contest.Input) (int, error) {
	path, err := in.Path()
	if err != nil {
		return 0, err
	}
	if n, ok := counted.Load(path); ok {
		return n.(int), nil
	}
	r, err := stat(in)
	if err == nil {
		counted.Store(path, r.tokens())
	}
	return r.tokens(), err
}

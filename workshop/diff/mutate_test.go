package diff_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/gen"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/diff"
)

// TestMutated changes words and lines of golden specs, and compares the verdicts with a strict reading of lines of the old spec, those of the golden
// case and random ones, and with a caller: every break is reported; for callers, and for lines that are refused, nothing else is.
func TestMutated(t *testing.T) {
	files := goldenFiles(t)
	rapid.Check(t, func(rt *rapid.T) {
		file := rapid.SampledFrom(files).Draw(rt, "spec")
		g := goldenOf(t, file)
		text := g.text
		for range rapid.IntRange(1, 2).Draw(rt, "changes") {
			text = mutate(rt, text)
		}
		m, err := spec.Parse(file, []byte(text))
		if err != nil || m.Import != g.spec.Import || m.Package != g.spec.Package {
			return // callers expect the old package name
		}
		files, err := gen.Generate(m)
		if err != nil {
			return // a mistake that only the generator finds
		}
		now, err := diff.ReadAPI(m, files)
		if err != nil {
			rt.Fatal(err)
		}
		r := diff.CompareRead(g.spec, m, g.api, now)
		data, callers := verdicts(r)
		err = g.caller.compiles(rt, m, files)
		if errors.Is(err, errGenerated) && (strings.Contains(text, "go_fields:") || strings.Contains(text, "go_type:")) {
			return
		}
		if err != nil != callers {
			rt.Errorf("breaks callers: %v; a caller: %v\n%s\n%s", callers, err, reportText(r), text)
		}
		if m.Line == nil || g.takes == nil {
			return
		}
		takes, refused := strict(rt, m), ""
		for _, line := range g.lines {
			if err := takes(line); err != nil {
				if refused = line; !data {
					rt.Errorf("breaks no data, but strict readers refuse %s: %v\n%s\n%s", line, err, reportText(r), text)
				}
				break
			}
		}
		if why := refusal(r); why != "" && refused == "" {
			rt.Errorf("breaks data, but strict readers refuse none of %d lines: %s\n%s\n%s", len(g.lines), why, reportText(r), text)
		}
	})
}

// refusal returns why the report says that strict readers refuse old lines. It returns "" if the report does not, or if random lines cannot show
// it: one of several changes can hide what another one breaks; a lazy value is not read with its line; and a member on the path to a tag
// may be declared optional, although no line of that case lacks it.
func refusal(r diff.Report) (why string) {
	for _, c := range r.Changes {
		if !c.Data.Breaks {
			continue
		}
		if why != "" || !strings.Contains(c.Data.Why, "refuse") || strings.Contains(c.Text, "required") || strings.Contains(c.Pos.File, "/lazy/") {
			return ""
		}
		why = c.Data.Why
	}
	return why
}

// golden is a golden spec, with lines that its strict readers accept.
type golden struct {
	text   string
	spec   *spec.Model
	api    *diff.API
	caller caller
	lines  []string
	takes  func(string) error
}

// goldenFiles returns the files of the golden specs.
func goldenFiles(t *testing.T) []string {
	files, err := filepath.Glob("../../gen/testdata/*/spec.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

// goldens has the golden specs that tests have read, by file.
var goldens sync.Map

func goldenOf(t *testing.T, file string) *golden {
	if g, ok := goldens.Load(file); ok {
		return g.(*golden)
	}
	g := newGolden(t, file)
	goldens.Store(file, g)
	return g
}

func newGolden(t *testing.T, file string) *golden {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g := &golden{text: string(text)}
	if g.spec, err = spec.Parse(file, text); err != nil {
		t.Fatal(err)
	}
	g.api, _ = read(t, g.spec)
	g.caller = newCaller(t, g.spec)
	if g.spec.Line == nil {
		return g
	}
	g.takes = strict(t, g.spec)
	lines, err := os.ReadFile(filepath.Join(filepath.Dir(file), "lines.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(lines) {
		if _, err := jsonschema.UnmarshalJSON(bytes.NewReader(line)); err == nil && g.takes(string(line)) == nil {
			g.lines = append(g.lines, string(line))
		}
	}
	maker := lineMaker{random: rand.New(rand.NewPCG(1, 2))}
	for range 2000 {
		if line := maker.line(g.spec); len(g.lines) < 300 && g.takes(line) == nil {
			g.lines = append(g.lines, line)
		}
	}
	return g
}

// mutate makes a small change of a spec: it leaves out a line, exchanges it with the next one, or replaces a word.
func mutate(t *rapid.T, text string) string {
	lines := strings.SplitAfter(text, "\n")
	i := rapid.IntRange(0, len(lines)-2).Draw(t, "line")
	words := strings.FieldsFunc(lines[i], func(r rune) bool { return strings.ContainsRune(" \n{}[],:\"", r) })
	switch what := rapid.IntRange(0, 6).Draw(t, "what"); {
	case what == 0:
		lines[i] = ""
	case what == 1:
		lines[i], lines[i+1] = lines[i+1], lines[i]
	case what == 2:
		lines[i] = strings.Replace(lines[i], ": ", "?: ", 1)
	case what == 3:
		lines[i] = strings.Replace(lines[i], "?", "", 1)
	case len(words) > 0:
		all := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n{},:\"", r) })
		before := rapid.SampledFrom(words).Draw(t, "old")
		after := rapid.OneOf(rapid.SampledFrom(all), rapid.SampledFrom([]string{"string", "int", "number", "json", "string[]", "time", "decimal", "Renamed", before + " | null", ""})).Draw(t, "new")
		lines[i] = strings.Replace(lines[i], before, after, 1)
	}
	return strings.Join(lines, "")
}

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/cmd/internal/cmdline"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/diff"
)

// diffCommand compares two versions of a spec.
type diffCommand struct {
	JSON bool   `name:"json" help:"Print the changes as JSON."`
	Old  string `arg:"" help:"Spec file of the old version; - is the standard input, and its imports are read from the folder of NEW."`
	New  string `arg:"" help:"Spec file of the new version."`
}

func (c *diffCommand) run(stdout, stderr io.Writer) int {
	old, err := loadOld(c.Old, c.New)
	if err != nil {
		explain(stderr, err)
	}
	m, newErr := spec.Load(c.New)
	if newErr != nil {
		explain(stderr, newErr)
	}
	if err != nil || newErr != nil {
		return 2
	}
	r, err := diff.Compare(old, m)
	if err == nil && c.JSON {
		err = printChangesJSON(stdout, r)
	} else if err == nil {
		err = printChanges(stdout, r)
	}
	if err != nil {
		complain(stderr, err)
		return 2
	}
	if !r.Compatible() {
		return 1
	}
	return 0
}

// loadOld loads the old version of a spec. The output of a command such as `git show` is read from a pipe or the standard input, and its imports
// are read from the folder of the new version.
func loadOld(before, after string) (*spec.Model, error) {
	in, name := os.Stdin, stdin
	if before != "-" {
		if info, err := os.Stat(before); err != nil || info.Mode()&(os.ModeNamedPipe|os.ModeCharDevice) == 0 {
			return spec.Load(before)
		}
		file, err := os.Open(before)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in, name = file, filepath.Base(before)
	}
	data, err := readSpec(in)
	if err != nil {
		return nil, err
	}
	return spec.Parse(filepath.Join(filepath.Dir(after), "<"+name+">"), data)
}

// effects are the groups of changes by their effects, the worst first.
var effects = []struct {
	heading       string
	data, callers bool
}{
	{"break old lines and Go callers:", true, true},
	{"break old lines:", true, false},
	{"break Go callers:", false, true},
	{"break nothing:", false, false},
}

// printChanges prints first whether the new version can be released as a compatible one, then the changes, the worst first.
func printChanges(w io.Writer, r diff.Report) error {
	data, callers := 0, 0
	for _, c := range r.Changes {
		if c.Data.Breaks {
			data++
		}
		if c.Callers.Breaks {
			callers++
		}
	}
	var b strings.Builder
	switch {
	case len(r.Changes) == 0:
		b.WriteString("compatible: nothing has changed\n")
	case r.Compatible():
		fmt.Fprintf(&b, "compatible: %s, old lines are decoded as before, and Go callers compile\n", count(len(r.Changes), "change"))
	default:
		fmt.Fprintf(&b, "not compatible: of %s, %s old lines, %s Go callers\n", count(len(r.Changes), "change"), breaking(data), breaking(callers))
	}
	for _, group := range effects {
		list := slices.DeleteFunc(slices.Clone(r.Changes), func(c diff.Change) bool { return c.Data.Breaks != group.data || c.Callers.Breaks != group.callers })
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", group.heading)
		for _, c := range list {
			fmt.Fprintf(&b, "  %v: %s %s: %s", c.Pos, c.What, c.Name, c.Text)
			if c.Data.Breaks {
				fmt.Fprintf(&b, ". Data: %s", c.Data.Why)
			}
			if c.Callers.Breaks {
				fmt.Fprintf(&b, ". Go: %s", c.Callers.Why)
			}
			b.WriteByte('\n')
		}
	}
	for line := range strings.Lines(b.String()) {
		if _, err := fmt.Fprintln(w, printable.Text(strings.TrimSuffix(line, "\n"))); err != nil {
			return err
		}
	}
	return nil
}

// count returns a number with a noun, which gets an s unless the number is 1.
func count[N int | int64](n N, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func breaking(n int) string {
	switch n {
	case 0:
		return "none breaks"
	case 1:
		return "1 breaks"
	}
	return fmt.Sprintf("%d break", n)
}

// printChangesJSON prints the changes for programs.
func printChangesJSON(w io.Writer, r diff.Report) error {
	type effect struct {
		Breaks bool   `json:"breaks"`
		Why    string `json:"why,omitempty"`
	}
	type change struct {
		What    string `json:"what"`
		Name    string `json:"name"`
		Text    string `json:"text"`
		File    string `json:"file"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Data    effect `json:"data"`
		Callers effect `json:"callers"`
	}
	out := struct {
		Compatible bool     `json:"compatible"`
		Changes    []change `json:"changes"`
	}{r.Compatible(), []change{}}
	for _, c := range r.Changes {
		out.Changes = append(out.Changes, change{c.What, c.Name, c.Text, c.Pos.File, c.Pos.Line, c.Pos.Column, effect(c.Data), effect(c.Callers)})
	}
	return cmdline.WriteJSON(w, out)
}

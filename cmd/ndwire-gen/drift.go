package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/ndwire/ndwire/cmd/internal/cmdline"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/drift"
)

// driftCommand compares logs with a spec.
type driftCommand struct {
	Unused bool     `help:"Print what the spec has and no line had, too."`
	JSON   bool     `name:"json" xor:"form" help:"Print the report as JSON."`
	Patch  bool     `xor:"form" help:"Print a diff of the spec that declares what is new, instead of the report."`
	Keep   bool     `name:"keep-types" help:"With --patch: change no type that is declared, so that Go programs still compile."`
	Rare   bool     `help:"With --patch: also widen types for rare values, which are otherwise only reported."`
	Spec   string   `arg:"" help:"Spec file."`
	Files  []string `arg:"" name:"file" help:"Logs: files, folders, patterns, gzip and zstd; - is the standard input."`
}

// maxPath is the number of characters of a path that a message has: names in logs can be long.
const maxPath = 200

func (c *driftCommand) run(stdout, stderr io.Writer) int {
	m, err := spec.Load(c.Spec)
	if err != nil {
		explain(stderr, err)
		return 2
	}
	comparer, err := drift.New(m)
	if err != nil {
		complain(stderr, err)
		return 2
	}
	read := readLogs(comparer, c.Files, stderr)
	r := comparer.Report()
	if !read && r.Lines == 0 {
		return 2 // there is nothing to report
	}
	if !c.Unused {
		r.Unused = nil
	}
	switch {
	case c.Patch:
		err = printPatch(stdout, stderr, comparer, drift.PatchOptions{KeepTypes: c.Keep, Rare: c.Rare})
	case c.JSON:
		err = printJSON(stdout, r)
	default:
		err = printReport(stdout, m, r)
	}
	if err != nil {
		complain(stderr, err)
		return 2
	}
	if r.Bad > 0 {
		notify(stderr, "not compared: %s, not JSON objects; the first: %v", count(r.Bad, "line"), r.FirstBad)
	}
	if members := onDemand(m); len(members) > 0 && r.Lines > 0 {
		notify(stderr, "not compared: the values of %s, which programs decode on demand", strings.Join(members, ", "))
	}
	switch {
	case !read:
		return 2
	case r.Lines == 0:
		noLine(stderr, r.Bad)
		return 2
	}
	if len(r.Findings) > 0 {
		return 1
	}
	return 0
}

// onDemand returns the members whose values are decoded on demand: lazy ones, and results of requests.
func onDemand(m *spec.Model) (members []string) {
	for _, r := range m.Records {
		for _, f := range r.Fields {
			if f.Lazy {
				members = append(members, r.Name+"."+f.Name)
			}
		}
	}
	return members
}

func printReport(w io.Writer, m *spec.Model, r drift.Report) error {
	for _, f := range r.Findings {
		what, value := inWords(f)
		switch {
		case value != "":
			value = " " + printable.Excerpt(value, 60)
		case f.What == decoder.UnknownKind:
			value = " (" + whyUnknown(m, f.Path) + ")"
		}
		if _, err := fmt.Fprintf(w, "%8d  %s %s%s\n          first %s: %s\n", f.Count, what, printable.Text(f.Path), value,
			f.First, f.Example); err != nil {
			return err
		}
	}
	for _, u := range r.Unused {
		if _, err := fmt.Fprintf(w, "%s: unused %s %s\n", printable.Text(u.Pos.String()), u.What, printable.Text(u.Name)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s, %s\n", count(r.Lines, "line"), count(len(r.Findings), "difference"))
	return err
}

// whyUnknown returns the reason why a value is the case of no union although it has no unknown tag. Of lines, which are often those of another
// log, it has the names that the spec looks for.
func whyUnknown(m *spec.Model, path string) string {
	if path != "." || m.Line == nil {
		return "its tag is absent or not a text, it has no member of `has:`, or other members than a tag and its content"
	}
	var tags, reasons []string
	for n := m.Line.Tree; n != nil; {
		for _, tagPath := range n.Tag {
			tags = append(tags, spec.TagPathText(tagPath))
		}
		if n.Has {
			var members []string
			for _, c := range n.Cases {
				members = append(members, c.Literal)
			}
			reasons = append(reasons, "it has none of the members "+strings.Join(members, ", "))
		}
		if n.Absent == nil {
			break
		}
		n = n.Absent.Node
	}
	if len(tags) > 0 {
		reasons = append([]string{"no text is at its tag " + strings.Join(tags, " or ")}, reasons...)
	}
	return printable.Excerpt(strings.Join(reasons, ", and "), maxPath)
}

// inWords returns what is different, and the value that was found, "" for none.
func inWords(f drift.Finding) (what, value string) {
	switch {
	case f.Strict && f.Value == drift.Absent:
		return "missing field", ""
	case !f.IsCounted() && f.Value == drift.Fraction:
		return "fraction in an integer", ""
	case !f.IsCounted() && f.Value == drift.OutOfRange:
		return "number out of range", ""
	}
	return f.What.String(), f.Value
}

// printPatch prints the diff that declares what is new in the spec. To stderr it prints which types change for programs, and the findings that are left
// out, with reasons.
func printPatch(stdout, stderr io.Writer, c *drift.Comparer, o drift.PatchOptions) error {
	p, err := c.Patch(o)
	if err != nil {
		return err
	}
	for _, r := range p.Retyped {
		notify(stderr, "%v: the type of %s changes from %s to %s (%s)", r.Pos, r.Path, r.Old, r.New, count(r.Count, "time"))
	}
	if len(p.Retyped) > 0 {
		notify(stderr, "programs that use members whose type changes may have to change, too (see ndwire-gen diff); --keep-types leaves the types")
	}
	for _, o := range p.Opened {
		notify(stderr, "%v: accepted from now on: %s %s (%s): %s", o.Pos, o.What, printable.Excerpt(o.Path, maxPath), count(o.Count, "time"), o.Reason)
	}
	for _, l := range p.Left {
		notify(stderr, "not in the patch: %s %s (%s): %s", l.What, printable.Excerpt(l.Path, maxPath), count(l.Count, "time"), l.Reason)
	}
	for _, changed := range p.Changes {
		if err := printDiff(stdout, stderr, change{changed.File, changed.Old, changed.New}); err != nil {
			return err
		}
	}
	return nil
}

// printJSON prints the report for programs.
func printJSON(w io.Writer, r drift.Report) error {
	type position struct {
		File   string `json:"file"`
		Line   int64  `json:"line"`
		Offset int64  `json:"offset"`
	}
	type finding struct {
		What    string   `json:"what"`
		Path    string   `json:"path"`
		Value   string   `json:"value,omitempty"`
		Strict  bool     `json:"strict,omitempty"`
		Count   int64    `json:"count"`
		First   position `json:"first"`
		Example string   `json:"example"`
	}
	type unused struct {
		What  string `json:"what"`
		Name  string `json:"name"`
		Place string `json:"place"`
	}
	out := struct {
		Lines    int64     `json:"lines"`
		Bytes    int64     `json:"bytes"`
		Bad      int64     `json:"bad"`
		Findings []finding `json:"findings"`
		Unused   []unused  `json:"unused,omitempty"`
	}{Lines: r.Lines, Bytes: r.Bytes, Bad: r.Bad, Findings: []finding{}}
	for _, f := range r.Findings {
		what, value := inWords(f)
		out.Findings = append(out.Findings, finding{what, f.Path, value, f.Strict, f.Count, position{f.First.File, f.First.Line, f.First.Offset}, f.Example})
	}
	for _, u := range r.Unused {
		out.Unused = append(out.Unused, unused{u.What, u.Name, u.Pos.String()})
	}
	return cmdline.WriteJSON(w, out)
}

// Package drift compares lines of logs with a spec, without generating or compiling code. It reports what the lines have that the spec does not
// have, and what the spec has that no line has. The findings are those of a generated reader (decoder.Stats), found at a similar speed, and also
// the required members that are absent or null, and the numbers that do not fit into their Go types, see Finding.IsCounted.
// Comparer.Patch adds the findings to the spec. Tuner writes the orders of members that the lines have into the spec.
//
// The package cannot call the Go types of `go_type:`. Every text counts as correct for them. An int is one of 64 bits, also where this package runs
// on a machine whose int has 32.
package drift

// The files. table.go prepares the spec for walk.go, which compares lines: parts.go cuts them, choose.go finds cases, scalars.go, forms.go and numbers.go
// compare strings and numbers, flattened.go and missing.go compare members of several records. patch.go makes the patch: gaps.go (with seen.go and
// casevalues.go), merged.go, rare.go, nocases.go, shared.go and overfull.go group the findings, edit.go chooses a change for each group, wider.go and
// payload.go choose types, and holders.go replaces records. retype.go, entries.go, replace.go and insert.go change the text of the spec, and rewrite.go
// keeps what loads. orders.go has the Tuner.

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
)

// Limits of a report, which bound its memory for any input. Findings beyond them are counted together under the path others.
const (
	maxFindings = 1000 // of each decoder.DriftKind
	maxName     = 1000 // bytes of a path and value
	maxExample  = 60   // characters
	others      = "others"
)

// Report has the differences between lines and a spec.
type Report struct {
	Lines int64 // lines that were compared
	Bytes int64
	Bad   int64 // lines that are not JSON objects, and were not compared

	FirstBad error // where the first of these is, and why; nil if there are none

	Findings []Finding // what the spec does not have, the highest Count first
	Unused   []Unused  // what no line had, in the order of the spec
}

// Finding is one difference, with its path in the messages.
type Finding struct {
	decoder.Drift
	Strict  bool   // only strict readers refuse it: a required member that is null or absent, a number that its Go type cannot hold
	Example string // the beginning of the first value, with escapes for unprintable characters
}

// Values of a Finding whose What is WrongType, besides the names of JSON types.
const (
	Absent     = "absent"       // objects lack a required member
	Fraction   = "fraction"     // the Go type is an integer, and the field truncates the number
	OutOfRange = "out of range" // the field has the nearest number that its Go type can hold
)

// IsCounted reports whether Stats of a reader counts f, too. It does not count required members that are absent or null, nor numbers that do not fit
// into their Go types, of which Extra has the text.
func (f *Finding) IsCounted() bool {
	return !f.Strict && (f.What != decoder.WrongType || f.Value != Fraction)
}

// Unused is a declaration that no line had. A record without an object, and an enum without a value on the lines, is one such declaration,
// instead of all its members or values.
type Unused struct {
	What string // "case", "record", "member", "enum", "value"
	Name string // "Message.reply_to"
	Pos  spec.Pos
}

// Comparer compares lines with a spec. It is not safe for use by several goroutines.
type Comparer struct {
	table   *table
	line    *value
	walker  walker
	report  Report
	pos     decoder.Pos
	index   map[key]*Finding
	sizes   [8]int // number of findings, by decoder.DriftKind
	scratch []byte
	gaps    map[gapKey]*gap
	tags    map[any]int // by declaration: the number of new names in gaps
	model   *spec.Model
}

type key struct {
	what        decoder.DriftKind
	path, value string
	strict      bool
}

// New returns a Comparer for a spec, which must have `line:`.
func New(m *spec.Model) (*Comparer, error) {
	if m.Line == nil {
		return nil, fmt.Errorf("%s has no union of all lines: add `line:`", m.File)
	}
	c := &Comparer{table: newTable(m), index: map[key]*Finding{}, gaps: map[gapKey]*gap{}, tags: map[any]int{}, model: m}
	c.line = &value{union: c.table.union(m.Line)}
	if c.table.err != nil {
		return nil, c.table.err
	}
	c.walker.table, c.walker.found, c.walker.names = c.table, c.add, map[int]map[string]int{}
	return c, nil
}

// Read compares all lines of r, for example of a source of package source. A line that is not a JSON object is counted as bad. The error says
// what could not be read: if that is a file of several, or the rest of one, all other lines have been compared.
func (c *Comparer) Read(r io.Reader) error {
	lines := decoder.NewLines(r)
	var failed []error
	for raw, err := range lines.Recycled() {
		if err == nil {
			c.pos = lines.Pos()
			c.Line(raw)
			continue
		}
		if bad, ok := errors.AsType[*decoder.Error](err); !ok || bad.EndsFile() {
			failed = append(failed, err)
		} else {
			c.bad(err)
		}
	}
	return errors.Join(failed...)
}

// bad counts a line that is not a JSON object.
func (c *Comparer) bad(err error) {
	c.report.Bad++
	if c.report.FirstBad == nil {
		c.report.FirstBad = err
	}
}

// Line compares one line, which must be valid JSON.
func (c *Comparer) Line(data []byte) {
	if len(data) == 0 || data[0] != '{' {
		c.bad(&decoder.Error{File: c.pos.File, Line: c.pos.Line, Start: c.pos.Offset, Offset: c.pos.Offset, Length: c.pos.Length, Reason: decoder.ErrNotObject})
		return
	}
	c.report.Lines++
	c.report.Bytes += int64(len(data)) + 1
	c.walker.data = data
	c.walker.union(c.line, 0, len(data))
}

// add counts a finding.
func (c *Comparer) add(w *walker, what decoder.DriftKind, where gapKey, value string, at, end int) {
	if what == decoder.UnknownKind && c.table.view && len(w.path) == 0 {
		return // a view skips lines of other kinds
	}
	p := c.scratch[:0]
	for _, s := range w.path {
		p = append(p, s...)
	}
	if len(p) == 0 || p[0] == '[' {
		p = append([]byte{'.'}, p...)
	}
	c.scratch = p
	c.gap(w, what, where, at)
	strict := where.absent || where.null || where.refused
	if f := c.index[key{what, string(p), value, strict}]; f != nil {
		f.Count++
		return
	}
	k := key{what, string(p), strings.Clone(value), strict}
	if c.sizes[what] >= maxFindings || len(k.path)+len(k.value) > maxName {
		k.path, k.value = others, ""
		if f := c.index[k]; f != nil {
			f.Count++
			return
		}
	}
	c.sizes[what]++
	example := w.data[at:end]
	f := &Finding{Strict: strict, Drift: decoder.Drift{What: what, Path: k.path, Value: k.value, Count: 1, First: c.pos}, Example: printable.Excerpt(string(example[:min(len(example), 4*maxExample)]), maxExample)}
	c.index[k] = f
}

// Report returns what was found so far.
func (c *Comparer) Report() Report {
	r := c.report
	for _, f := range c.index {
		r.Findings = append(r.Findings, *f)
	}
	slices.SortFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Path, b.Path), cmp.Compare(a.What, b.What), cmp.Compare(a.Value, b.Value))
	})
	r.Unused = c.table.unused()
	return r
}

// unused returns the declarations that no line had.
func (t *table) unused() []Unused {
	var all []Unused
	add := func(what, name string, pos spec.Pos, count int64) {
		if count == 0 {
			all = append(all, Unused{what, name, pos})
		}
	}
	for _, q := range t.discriminators {
		for _, name := range q.names {
			add("case", q.path+"/"+name, q.branches[name].pos, q.branches[name].count)
		}
		for _, a := range q.literals {
			add("case", q.path+"/"+a.literal, a.pos, a.count)
		}
	}
	for _, r := range t.recordList {
		if len(r.all) > 0 && !r.seen && !slices.ContainsFunc(r.all, func(m *member) bool { return m.count > 0 }) {
			add("record", r.spec.Name, r.spec.Pos, 0)
			continue
		}
		for _, m := range r.all {
			if m.always {
				continue
			}
			add("member", r.spec.Name+"."+m.field.Name, m.field.Pos, m.count)
		}
	}
	for _, s := range t.enumList {
		values := t.enums[s].values
		if len(s.Values) > 0 && !slices.ContainsFunc(s.Values, func(v *spec.EnumValue) bool { return values[v.Value].count > 0 }) {
			add("enum", s.Name, s.Pos, 0)
			continue
		}
		for _, v := range s.Values {
			add("value", s.Name+"."+v.Value, v.Pos, values[v.Value].count)
		}
	}
	slices.SortStableFunc(all, func(a, b Unused) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return all
}

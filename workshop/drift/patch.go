package drift

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/spec"
)

// Patch has the changes of a spec that declare the findings of a Comparer: unknown members, cases and enum values are added, and members with
// values of another JSON type get a wider type.
type Patch struct {
	Changes []Change  // of the spec and of the files that it imports, by file
	Retyped []Retyped // members whose types the changes replace
	Opened  []Opened  // declarations that accept anything new from now on
	Left    []Left    // findings that are not in the changes, in the order in which they were found
}

// Opened is a declaration that a patch opens, because it cannot declare what lines have there: a discriminator gets `otherwise:`, a record or an enum
// `open: true`. From then on, new cases, members or values of it are no longer found.
type Opened struct {
	What   decoder.DriftKind // what is no longer found there
	Path   string            // of the first finding
	Count  int64
	Pos    spec.Pos
	Reason string // safe for terminals: text of a log is escaped
}

// PatchOptions limits what a patch changes.
type PatchOptions struct {
	KeepTypes bool // change no declared type, so that Go programs still compile: members with values of another JSON type are in Left
	Rare      bool // include rare values, see [Comparer.Patch]
}

// Change is the old and the new text of a file.
type Change struct {
	File     string
	Old, New []byte
}

// Left is a finding that a patch does not declare, and the reason.
type Left struct {
	What   decoder.DriftKind
	Path   string // of the first finding
	Count  int64
	Reason string // safe for terminals: text of a log is escaped
}

// Patch declares the findings so far. New members are optional, and have the type of all values that were seen; the type is json if the values
// have several types or are objects. A new case is json: known, but without a record, which the maintainer adds. A new case of an external union has a
// record with the members that were seen. The spec loads with the changes; a change that would be a mistake is in Left instead. Required members that
// some objects lack become optional. A member with a value of an external union that no case can have becomes json.
//
// Where none of this loads, the patch opens the record or the enum (see Opened), or writes json: for the member, or else for the case or member that
// leads to its record. So after a patch with PatchOptions.Rare, a Comparer of the changed spec finds nothing in the same lines, except what is in Left.
// The error is an error of reading the files, or says that they have changed since New.
//
// Values of another JSON type, also of tags, and texts that are not a time or not base64 are in Left if they are at most one in
// 1000 values of their member: a single damaged line must not widen a type. Null is never rare.
func (c *Comparer) Patch(o PatchOptions) (Patch, error) {
	var p Patch
	gaps := c.merged()
	if !o.Rare {
		gaps = p.withoutRare(c, gaps)
	}
	if !o.KeepTypes {
		gaps = c.noCases(gaps)
	}
	shareUnions(gaps)
	gaps = withoutOverfull(gaps)
	byFile, failed := c.edits(gaps, !o.KeepTypes)
	texts := texts{}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		t, err := texts.of(file)
		if err != nil {
			return p, err
		}
		failed = append(failed, p.change(t, byFile[file])...)
	}
	if !o.KeepTypes {
		var err error
		if failed, err = p.replaceHolders(texts, failed); err != nil {
			return p, err
		}
	}
	slices.SortStableFunc(failed, func(a, b failure) int { return cmp.Compare(a.gap.number, b.gap.number) })
	for _, f := range failed {
		p.Left = append(p.Left, f.gap.left(f.reason)...)
	}
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		if t := texts[file]; t.now != t.original {
			p.Changes = append(p.Changes, Change{file, []byte(t.original), []byte(t.now)})
		}
	}
	return p, nil
}

// texts has the spec files with the changes so far, by name.
type texts map[string]*specText

type specText struct{ file, original, now string }

// of returns a file, which it reads when it is asked for first.
func (all texts) of(file string) (*specText, error) {
	if t := all[file]; t != nil {
		return t, nil
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("drift: cannot read the spec again: %w", err)
	}
	all[file] = &specText{file, string(old), string(old)}
	return all[file], nil
}

// failure is a gap that no edit closed, and why.
type failure struct {
	gap    *gap
	reason string
}

// edits returns the edits that close the gaps, by file, and the gaps that no edit can close.
func (c *Comparer) edits(gaps []*gap, types bool) (byFile map[string][]edit, failed []failure) {
	byFile = map[string][]edit{}
	for _, g := range gaps {
		chooses, nulls := c.presence(g.member)
		file, e := g.edit(types, chooses, nulls)
		if absent, rest := g.parts(); e.refused != "" && absent != nil && types { // it can be optional, although its type stays
			if file, optional := absent.edit(true, chooses, nulls); optional.refused == "" {
				byFile[file] = append(byFile[file], optional)
				g = rest
				_, e = g.edit(true, chooses, nulls)
			}
		}
		if e.refused != "" {
			failed = append(failed, failure{g, e.refused})
			continue
		}
		if e.retype != nil {
			e.retype.getters = c.getters(g.member.field)
		}
		byFile[file] = append(byFile[file], e)
	}
	return byFile, failed
}

// change makes the edits of a file after which it still loads, and records each of them. It returns the gaps of the others.
func (p *Patch) change(t *specText, edits []edit) (failed []failure) {
	file, original := t.file, t.original
	list, refused := make([]rewrite, len(edits)), make([]string, len(edits))
	for n, e := range edits {
		list[n].left = func(reason string) { refused[n] = reason }
		for try := range e.tries() {
			list[n].ways = append(list[n].ways, func(text string) (string, error) {
				edits[n].used = try
				return e.in(original, text, try)
			})
		}
	}
	t.now = apply(file, original, list)
	for n := range edits {
		e := &edits[n]
		switch q := e.gap.discriminator; {
		case refused[n] == "":
			p.record(e)
		case q != nil && isReplaced(q, edits, refused):
		case e.payload != nil || e.retype != nil:
			failed = append(failed, failure{e.gap, e.gap.byHand() + " (" + refused[n] + ")"})
		default:
			failed = append(failed, failure{e.gap, refused[n]})
		}
	}
	return failed
}

// record records an edit that was made.
func (p *Patch) record(e *edit) {
	switch {
	case e.opens != "" || len(e.open) > 0 && e.used >= len(e.values):
		p.opened(e)
	case e.payload != nil:
		name := e.payload.name()
		p.Retyped = append(p.Retyped, Retyped{e.gap.path, e.gap.total(), e.pos, name + ": " + e.payload.target(), name + ": json"})
	case e.retype != nil:
		p.Retyped = append(p.Retyped, Retyped{e.gap.path, e.gap.total(), e.pos, e.retype.old, e.retype.words(e.used)})
	}
}

// opened records that an edit opened a declaration, once for each declaration.
func (p *Patch) opened(e *edit) {
	o := Opened{e.gap.what, e.gap.path, e.gap.total(), e.pos, e.opens}
	switch g := e.gap; {
	case g.record != nil:
		o.Pos = g.record.spec.Pos
		o.Reason = cmp.Or(o.Reason, "the spec would not load with this member: `open: true` accepts all members that the record "+g.record.spec.Name+" does not have; new ones are no longer drift")
	case g.enum != nil:
		o.Pos = g.enum.spec.Pos
		o.Reason = cmp.Or(o.Reason, "the spec would not load with this value: `open: true` accepts all values; new ones are no longer drift")
	default:
		o.Reason = cmp.Or(o.Reason, "the spec would not load with this case: `otherwise: json` accepts all tags; new ones are no longer drift")
	}
	for n := range p.Opened {
		if p.Opened[n].Pos == o.Pos && p.Opened[n].What == o.What {
			p.Opened[n].Count += o.Count
			return
		}
	}
	p.Opened = append(p.Opened, o)
}

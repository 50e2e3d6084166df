package drift

import (
	"fmt"
	"slices"

	"github.com/ndwire/ndwire/spec"
)

// This file has the last way to close a gap: json in the place of a record. If no change of a record closes a gap, the case or the member that leads
// to the record gets the target or the type json, which any value has. If the spec does not load with that, the next holder does, toward the line: the
// case around a nested discriminator, then what leads to the record around the union.

// replaceHolders writes json for the holders of the records whose gaps failed. It returns the failures that remain.
func (p *Patch) replaceHolders(all texts, failed []failure) ([]failure, error) {
	isDone := map[holder]bool{}
	replace := func(h holder) (done bool, err error) {
		pos, is := h.pos()
		if done, tried := isDone[h]; tried || !is {
			return done, nil
		}
		t, err := all.of(pos.File)
		if err != nil {
			return false, err
		}
		done = true
		t.now = apply(t.file, t.now, []rewrite{{
			ways: []way{func(text string) (string, error) { return h.toJSON(t.original, text) }},
			left: func(string) { done = false },
		}})
		isDone[h] = done
		return done, nil
	}
	var remain []failure
	for _, f := range failed {
		left := len(f.gap.via) == 0
		for _, list := range f.gap.via {
			holders := outward(list)
			done := slices.ContainsFunc(holders, func(h holder) bool { return isDone[h] }) // the record is within a json
			for _, h := range holders {
				if done {
					break
				}
				var err error
				if done, err = replace(h); err != nil {
					return nil, err
				}
				if done {
					p.replaced(f.gap, h)
				}
			}
			left = left || !done
		}
		if left {
			remain = append(remain, f)
		}
	}
	return remain, nil
}

// outward returns the holders of a list from the last to the first, each case before the cases that lead to its discriminator.
func outward(list []holder) (all []holder) {
	for _, h := range slices.Backward(list) {
		all = append(all, h)
		for b := h.branch; b != nil && b.of.outer != nil; {
			b = b.of.outer
			all = append(all, holder{branch: b})
		}
	}
	return all
}

// replaced records that json was written for a holder, once for each.
func (p *Patch) replaced(g *gap, h holder) {
	pos, _ := h.pos()
	for n := range p.Retyped {
		if r := &p.Retyped[n]; r.Pos == pos && r.New == h.newWords() {
			r.Count += g.total()
			return
		}
	}
	p.Retyped = append(p.Retyped, Retyped{g.path, g.total(), pos, h.oldWords(), h.newWords()})
}

// pos returns the position of the declaration, and false if it cannot lead to json.
func (h holder) pos() (pos spec.Pos, is bool) {
	switch {
	case h.branch != nil:
		return h.branch.pos, true
	case h.member == nil || h.member.field == nil:
		return pos, false
	}
	f := h.member.field
	return f.Pos, f.By == "" && f.Inline == spec.InlineNever
}

func (h holder) oldWords() string {
	if h.branch != nil {
		return h.branch.name() + ": " + h.branch.target()
	}
	return written(h.member.field)
}

func (h holder) newWords() string {
	if h.branch != nil {
		return h.branch.name() + ": json"
	}
	return "json"
}

// toJSON writes json for the target of the case, or for the type of the member. The position is that in the original.
func (h holder) toJSON(original, text string) (string, error) {
	if h.branch != nil {
		if h.branch.of.node.External {
			return "", fmt.Errorf("drift: %v: a case of an external union cannot lead to json", h.branch.pos)
		}
		return h.branch.toJSON(original, text)
	}
	r := retype{old: written(h.member.field)}
	return r.in(original, text, h.member.field.Pos, asJSON)
}

package spec

import (
	"slices"
	"strings"
)

// memberPath is a path to a value of a record: the name of a member, or several names.
type memberPath struct {
	steps []string
	at    Pos
	field *Field // nil for a tag
}

// checkPaths checks the rules for fields with a path, which only views have: all paths are different, and none leads through the value of another
// field.
func (f *file) checkPaths(r *Record) {
	all := members(r)
	if !slices.ContainsFunc(all, func(m member) bool { return m.field.Path != nil }) {
		return
	}
	var paths []memberPath
	for _, t := range r.Tags {
		paths = append(paths, memberPath{steps: []string{t.Name}, at: r.Pos})
	}
	for _, m := range all {
		o := f.origin[m.field]
		steps := m.field.Path
		switch {
		case m.field.Inline != InlineNever:
			f.errorf(o.inline, "%s has fields with a `path:`, so that it cannot have a flattened one", r.Name)
			continue
		case steps == nil:
			steps = []string{m.name}
		case len(m.field.When) > 0 || o.shared:
			f.errorf(o.path, "a field with `when:` cannot have a `path:`")
		case tagNamed(r, m.name) != nil:
			f.errorf(m.field.Pos, "the field %s has the name of a tag of %s; give it another name", m.name, r.Name)
		}
		paths = append(paths, memberPath{steps, m.field.Pos, m.field})
		for i, alias := range m.field.Alias {
			if i < len(o.aliases) {
				paths = append(paths, memberPath{append(slices.Clone(steps[:len(steps)-1]), alias), o.aliases[i], m.field})
			}
		}
	}
	for i, w := range paths {
		for _, first := range paths[:i] {
			f.checkPair(r, first, w)
		}
	}
}

// checkPair checks that two paths differ, and that neither leads through the other. Two members without a path are left to checkMembers.
func (f *file) checkPair(r *Record, a, b memberPath) {
	if (a.field == nil || a.field.Path == nil) && (b.field == nil || b.field.Path == nil) {
		return
	}
	short, long := a, b
	if len(short.steps) > len(long.steps) {
		short, long = b, a
	}
	n := len(short.steps)
	switch text := strings.Join(long.steps, "."); {
	case !slices.Equal(short.steps, long.steps[:n]):
	case n == len(long.steps):
		f.conflict(b.at, a.at, "two fields of %s have the path %s", r.Name, text)
	case short.field == nil:
		f.errorf(long.at, "the path %s leads through the tag %q of %s, which is not an object", text, short.steps[0], r.Name)
	default:
		f.conflict(long.at, short.at, "the path %s leads through %s, which is a field itself; declare the value in the type of that field, or use only paths", text, strings.Join(short.steps, "."))
	}
}

// checkFlatPaths reports a flattened record that has fields with a path.
func (f *file) checkFlatPaths(r *Record, o *origin) {
	for _, m := range members(r) {
		if m.field.Path != nil {
			f.conflict(o.inline, m.field.Pos, "%s has fields with a `path:` and cannot be flattened", r.Name)
			return
		}
	}
}

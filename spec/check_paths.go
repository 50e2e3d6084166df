package spec

import (
	"slices"
	"strings"
)

// memberPath is a name under which a record finds a value: a member of its own, or a path to one within others.
type memberPath struct {
	steps []string
	at    Pos
	field *Field // nil: a tag
}

// checkPaths holds the rules about fields of views that lie deeper than the record: no two paths to a value are the same, and none
// leads through the value of another field.
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
			f.errorf(o.inline, "a record that has fields with a `path:`, as %s has, has none that is flattened", r.Name)
			continue
		case steps == nil:
			steps = []string{m.name}
		case len(m.field.When) > 0 || o.shared:
			f.errorf(o.path, "a field for some cases only has no `path:`")
		case tagNamed(r, m.name) != nil:
			f.errorf(m.field.Pos, "the field %s has the name of a tag of %s; give it another one, its path says where it is", m.name, r.Name)
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

// checkPair compares two paths. If neither field has a path, they are members whose names are compared elsewhere.
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
		f.conflict(b.at, a.at, "two fields of %s stand for %s", r.Name, text)
	case short.field == nil:
		f.errorf(long.at, "the path %s leads through the tag %q of %s, which is no object", text, short.steps[0], r.Name)
	default:
		f.conflict(long.at, short.at, "the path %s leads through %s, which is a field itself; read it there, or by paths only", text, strings.Join(short.steps, "."))
	}
}

// checkFlatPaths reports a record with paths that is to be flattened into another.
func (f *file) checkFlatPaths(r *Record, o *origin) {
	for _, m := range members(r) {
		if m.field.Path != nil {
			f.conflict(o.inline, m.field.Pos, "%s has fields with a `path:` and cannot be flattened", r.Name)
			return
		}
	}
}

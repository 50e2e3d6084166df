package drift

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// Patch is what makes a spec know what lines have: unknown members, cases and enum values are declared. A declaration that is there is
// never changed, since programs use its Go type: what that would need is Left.
type Patch struct {
	Changes []Change // of the spec and of the files that it imports, by file
	Left    []Left   // in the order in which it was met
}

// Change is a new text of a file.
type Change struct {
	File     string
	Old, New []byte
}

// Left is something new that a patch does not declare, and why.
type Left struct {
	What   decoder.DriftKind
	Path   string // of the first one
	Count  int64
	Reason string // for terminals: nothing of a log is in it unescaped
}

// Patch declares what was found so far. Members that are new can be absent, and have the type of all values that were seen, json where
// these differ or are objects; a new case is known, but has no record: the maintainer gives it one. The spec loads with the changes; what
// would be a mistake in it is left. The error is that of reading the files, or that they are not those which the Comparer was made of.
func (c *Comparer) Patch() (Patch, error) {
	var p Patch
	byFile := map[string][]edit{}
	for _, g := range c.merged() {
		file, e := g.edit()
		if e.refused != "" {
			p.Left = append(p.Left, g.left(e.refused))
			continue
		}
		byFile[file] = append(byFile[file], e)
	}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		old, err := os.ReadFile(file)
		if err != nil {
			return p, fmt.Errorf("drift: cannot read the spec again: %w", err)
		}
		t := &patched{file: file, original: string(old), text: string(old)}
		if err := t.apply(byFile[file]); err != nil {
			return p, err
		}
		p.Left = append(p.Left, t.left...)
		if t.text != t.original {
			p.Changes = append(p.Changes, Change{file, old, []byte(t.text)})
		}
	}
	if c.lost > 0 {
		p.Left = append(p.Left, Left{What: decoder.UnknownField, Path: others, Count: c.lost, Reason: "there are too many, or their names are too long: they look like data, for which `map<string, ...>` is"})
	}
	return p, nil
}

// merged are the gaps in the order in which they were met. Those that one declaration fills are one: a record has the members of the
// records that it embeds, and a question can be part of several unions.
func (c *Comparer) merged() []*gap {
	var list []*gap
	asked := map[string]*gap{}
	for _, g := range slices.SortedFunc(maps.Values(c.gaps), func(a, b *gap) int { return cmp.Compare(a.number, b.number) }) {
		merged := *g
		list = append(list, &merged)
	}
	members := map[*spec.Record]map[string]*gap{}
	for _, g := range list {
		if g.record != nil {
			if members[g.record.spec] == nil {
				members[g.record.spec] = map[string]*gap{}
			}
			members[g.record.spec][g.tag] = g
		}
	}
	return slices.DeleteFunc(list, func(g *gap) bool {
		var other *gap
		switch {
		case g.record != nil:
			other = embedded(g.record.spec, g.tag, members)
		case g.question != nil:
			key := fmt.Sprint(g.question.node.Pos, g.named, g.tag)
			if other = asked[key]; other == nil {
				asked[key] = g
			}
		}
		if other == nil {
			return false
		}
		other.count += g.count
		other.seen.merge(&g.seen)
		return true
	})
}

// embedded is the gap of a record that r embeds, at the end of the chain, nil if there is none.
func embedded(r *spec.Record, member string, members map[*spec.Record]map[string]*gap) *gap {
	for _, e := range r.Embed {
		if g := embedded(e.Record, member, members); g != nil {
			return g
		}
		if g := members[e.Record][member]; g != nil {
			return g
		}
	}
	return nil
}

func (g *gap) left(reason string) Left {
	return Left{What: g.what, Path: g.path, Count: g.count, Reason: reason}
}

// edit is an entry for a mapping, or an element for a list, of a spec file.
type edit struct {
	gap     *gap
	path    []string  // keys that lead there; those that are missing are made
	pos     spec.Pos  // of the question that the path begins at; the zero Pos for the root
	key     string    // as YAML
	values  [2]string // as YAML; the second one is for a key that gives no Go name, or one that is taken
	refused string    // why there is none
}

// edit is what fills the gap, and the file that it is for.
func (g *gap) edit() (string, edit) {
	e := edit{gap: g}
	refuse := func(format string, args ...any) (string, edit) {
		e.refused = fmt.Sprintf(format, args...)
		return "", e
	}
	goName := (&draft.TypeNames{}).Take(g.tag)
	switch {
	case g.record != nil:
		typ := g.seen.spec()
		e.path, e.key = []string{"records", g.record.spec.Name, "fields"}, draft.Plain(g.tag+"?")
		e.values = [2]string{typ, "{type: " + draft.Flow(typ) + ", go: " + goName + "2}"}
		return g.record.spec.Pos.File, e
	case g.enum != nil:
		e.path, e.key = []string{"enums", g.enum.spec.Name, "values"}, draft.Plain(g.tag)
		if g.enum.spec.Int {
			e.key = g.tag
		}
		e.values[1] = goName + "2"
		return g.enum.spec.Pos.File, e
	case g.question != nil:
		n := g.question.node
		e.pos = n.Pos
		e.values = [2]string{"json"}
		switch {
		case n.External:
			return refuse("%v: the union is told by what stands around its values: declare the case with its record by hand", n.Pos)
		case n.Has:
			e.key = "otherwise"
		case !g.named:
			e.key = "absent"
		case g.tag[0] == '{' || g.tag[0] == '[':
			return refuse("%v: the tag is an object or a list", n.Pos)
		default:
			var text string
			e.key = g.tag
			if json.Unmarshal([]byte(g.tag), &text) == nil && g.tag[0] == '"' {
				e.key = draft.Plain(text)
			} else {
				text = "n" + g.tag
			}
			e.path = []string{"cases"}
			e.values[1] = "{to: json, go: " + (&draft.TypeNames{}).Take(text) + "2}"
		}
		return n.Pos.File, e
	case g.what == decoder.UnknownKind:
		return refuse("what has to be an object with a tag is another value")
	case g.member == nil || g.member.field == nil:
		return refuse("the value is not of the JSON type that the spec says")
	case g.member.literal != "":
		return refuse("%v: the spec says that it is always %s; give it a type by hand", g.member.field.Pos, printable.Text(g.member.literal))
	}
	return refuse("%v: the spec says another JSON type, which programs use; change it by hand, to a union by JSON type or to json", g.member.field.Pos)
}

// patched is a file while it is changed.
type patched struct {
	file           string
	original, text string
	left           []Left
}

// apply makes the edits with which the file still loads. They are tried together first, and then by halves.
func (t *patched) apply(edits []edit) error {
	if len(edits) == 0 {
		return nil
	}
	var err error
	for k := range edits[0].values {
		text := t.text
		for _, e := range edits {
			if text, err = e.in(t.original, text, e.values[k]); err != nil {
				break
			}
		}
		if err == nil {
			if _, err = spec.Parse(t.file, []byte(text)); err == nil {
				t.text = text
				return nil
			}
		}
		if len(edits) > 1 {
			half := len(edits) / 2
			return errors.Join(t.apply(edits[:half]), t.apply(edits[half:]))
		}
		if edits[0].values[1] == "" {
			break
		}
	}
	reason := err.Error()
	if mistakes, ok := errors.AsType[spec.Errors](err); ok {
		reason = mistakes[0].Error()
	}
	t.left = append(t.left, edits[0].gap.left("the spec would not load: "+strings.ReplaceAll(printable.Text(reason), "\n", " ")))
	return nil
}

// in makes the edit in a text; the original is the text that the positions are of.
func (e *edit) in(original, text, value string) (string, error) {
	path := e.path
	if e.pos.File != "" {
		at, err := pathOf(original, e.pos)
		if err != nil {
			return "", err
		}
		path = append(at, path...)
	}
	return insert(text, path, e.key, value)
}

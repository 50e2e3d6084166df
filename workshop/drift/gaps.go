package drift

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// A gap is what a spec lacks, by the declaration that lacks it: several findings can be one gap, where a record stands at several places.

// place is a declaration and what it has not.
type place struct {
	what     decoder.DriftKind
	record   *record   // has no member of the name tag
	question *question // has no answer for tag, which is JSON, or where it is not named, none for an absent tag
	enum     *enum     // has no value tag
	member   *member   // has another type, or another constant
	tag      string
	named    bool
	at       int // of the value of an unknown member
}

// gap is what was seen in a place.
type gap struct {
	place
	number int    // in which it was met
	path   string // of the first one
	count  int64
	seen   shape
	wrong  []shape // of a member: what was seen in its place, in that of its elements, and so on
	also   []*gap  // of the same member, of another sort
}

// gap notes what the spec lacks, and what stood there: the value of an unknown member, or the JSON type of the value at an offset that is of
// a wrong one.
func (c *Comparer) gap(w *walker, what decoder.DriftKind, where place, value int) {
	at := where.at
	where.at, where.what = 0, what
	if where.question != nil && len(where.tag) > 0 && (where.tag[0] == '{' || where.tag[0] == '[') {
		where.tag = "{}" // all of them are the same gap
	}
	g := c.gaps[where]
	if g == nil {
		if len(c.gaps) >= 4*maxFindings || len(where.tag) > maxName {
			c.lost++
			return
		}
		where.tag = strings.Clone(where.tag)
		g = &gap{place: where, number: len(c.gaps), path: string(c.scratch)}
		c.gaps[where] = g
	}
	g.count++
	switch {
	case where.record != nil:
		g.seen.add(w.data[at:w.skip(at)])
	case where.member != nil:
		t := typeOf(w.data[value])
		g.seen.types[t] = true
		depth := 0
		for _, step := range slices.Backward(w.path) {
			if step != "[]" {
				break
			}
			depth++
		}
		for len(g.wrong) <= depth {
			g.wrong = append(g.wrong, shape{})
		}
		g.wrong[depth].types[t] = true
	}
}

// shape is what the values of an unknown member were.
type shape struct {
	types  [jsonTypes]bool
	broken bool   // some number is no whole one
	elem   *shape // of lists
}

func (s *shape) add(value []byte) {
	t := typeOf(value[0])
	s.types[t] = true
	switch t {
	case typeNumber:
		s.broken = s.broken || strings.ContainsAny(string(value), ".eE") || len(value) > 15
	case typeArray:
		if s.elem == nil {
			s.elem = &shape{}
		}
		var list []json.RawMessage
		if json.Unmarshal(value, &list) == nil {
			for _, v := range list {
				s.elem.add(v)
			}
		}
	}
}

// words are the JSON types that were seen, for a sentence.
func (s *shape) words() string {
	var list []string
	for t, seen := range s.types {
		if seen {
			list = append(list, [jsonTypes]string{"null", "a bool", "a number", "a string", "a list", "an object"}[t])
		}
	}
	return strings.Join(list, " and ")
}

// merge adds what another shape has seen.
func (s *shape) merge(o *shape) {
	for t, seen := range o.types {
		s.types[t] = s.types[t] || seen
	}
	s.broken = s.broken || o.broken
	if s.elem == nil {
		s.elem = o.elem
	} else if o.elem != nil {
		s.elem.merge(o.elem)
	}
}

// spec is the type in the spec language. What has several types, or is an object, stays JSON.
func (s *shape) spec() string {
	var names []string
	for t, name := range map[jsonType]string{typeBool: "bool", typeString: "string", typeNumber: "number", typeArray: "json", typeObject: "json"} {
		if s.types[t] {
			names = append(names, name)
		}
	}
	if len(names) != 1 {
		return "json"
	}
	typ := names[0]
	switch {
	case typ == "number" && !s.broken:
		typ = "int"
	case s.types[typeArray] && slices.Contains([]string{"string", "int", "number", "bool"}, s.elem.spec()):
		typ = s.elem.spec() + "[]"
	case s.types[typeArray] && strings.HasSuffix(s.elem.spec(), " | null"):
		typ = "(" + s.elem.spec() + ")[]"
	case s.types[typeArray] && !s.elem.types[typeNull]:
		typ = "json[]"
	}
	if s.types[typeNull] && typ != "json" {
		typ += " | null"
	}
	return typ
}

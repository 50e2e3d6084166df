package conformance_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// sampler makes lines of a spec. Each line has all members that its record can have.
type sampler struct {
	next    map[*spec.Union]int // the index of a union's next case
	n       int                 // for values that differ
	covered map[string]bool     // cases and JSON types that some line has
	new     bool                // the current line covers something new
}

// samples returns lines of each kind of a protocol, which together have each case of each union.
func samples(t testing.TB, file string) []string {
	t.Helper()
	m, err := spec.Load("../../spec/" + file)
	if err != nil {
		t.Fatal(err)
	}
	s := &sampler{next: map[*spec.Union]int{}, covered: map[string]bool{}}
	var lines []string
	for _, l := range leaves(m.Line.Tree, nil) {
		s.new = true
		for idle := 0; idle < 30; idle++ {
			if line := s.record(l.record, l.tags, 0); s.new {
				lines = append(lines, line)
				idle = 0
			}
			s.new = false
		}
	}
	if list := s.missing(m); len(list) > 0 {
		t.Errorf("%s: no line has %q", file, list)
	}
	return lines
}

// leaf is a record that a discriminator leads to, and the tags that do so, by their paths.
type leaf struct {
	record *spec.Record
	tags   map[string]string
}

func leaves(n *spec.Node, tags map[string]string) (list []leaf) {
	follow := func(t *spec.Target, tags map[string]string) {
		switch {
		case t == nil || t.Bare:
		case t.Node != nil:
			list = append(list, leaves(t.Node, tags)...)
		default:
			list = append(list, leaf{t.Record, tags})
		}
	}
	for _, c := range n.Cases {
		all := maps.Clone(tags)
		if !n.Has && !n.Results {
			if all == nil {
				all = map[string]string{}
			}
			all[strings.Join(n.Tag[0], ".")] = c.Literal
		}
		follow(&c.Target, all)
	}
	follow(n.Otherwise, tags)
	follow(n.Absent, tags)
	return list
}

const deepest = 9

func (s *sampler) record(r *spec.Record, tags map[string]string, depth int) string {
	var members []string
	done := map[string]bool{}
	add := func(name, value string) {
		if !done[name] && value != "" {
			done[name] = true
			members = append(members, fmt.Sprintf("%q:%s", name, value))
		}
	}
	for _, tag := range r.Tags {
		add(tag.Name, tag.Literals[0])
	}
	inner := map[string]map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(tags)) {
		name, rest, deep := strings.Cut(path, ".")
		if !deep {
			add(name, tags[path])
			continue
		}
		if inner[name] == nil {
			inner[name] = map[string]string{}
		}
		inner[name][rest] = tags[path]
	}
	var walk func(r *spec.Record)
	walk = func(of *spec.Record) {
		for _, e := range of.Embed {
			walk(e.Record)
		}
		for _, f := range of.Fields {
			value := ""
			switch {
			case f.Const != "":
				value = f.Const
			case len(f.When) > 0 && r.TagField != nil && tags[r.TagField.Name] != "" && !slices.Contains(f.When, strings.Trim(tags[r.TagField.Name], `"`)):
				continue
			default:
				value = s.value(f.Type, inner[f.Name], depth)
			}
			if f.Inline == spec.InlineAlways {
				if value = strings.TrimSuffix(strings.TrimPrefix(value, "{"), "}"); value != "" {
					members = append(members, value)
				}
				continue
			}
			add(f.Name, value)
		}
	}
	walk(r)
	return "{" + strings.Join(members, ",") + "}"
}

// value returns a value of a type, "" if its nesting would have no end. tags are those that lead to the record around it.
func (s *sampler) value(t *spec.Type, tags map[string]string, depth int) string {
	if depth > deepest {
		return ""
	}
	s.n++
	switch t.Kind {
	case spec.UUID:
		return fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, s.n)
	case spec.String:
		return fmt.Sprintf(`"text %d"`, s.n)
	case spec.Int, spec.Int64, spec.Uint64, spec.Seconds, spec.Milliseconds:
		return fmt.Sprint(s.n)
	case spec.Time:
		return fmt.Sprintf(`"2026-01-01T00:00:00.%09dZ"`, s.n)
	case spec.Bytes:
		return fmt.Sprintf("%q", base64.StdEncoding.EncodeToString(fmt.Append(nil, s.n)))
	case spec.Number, spec.Decimal:
		return fmt.Sprintf("%d.5", s.n)
	case spec.Bool:
		return "true"
	case spec.JSON:
		return fmt.Sprintf(`{"free":[%d,null]}`, s.n)
	case spec.EnumType:
		if t.Enum.Int {
			return t.Enum.Values[s.n%len(t.Enum.Values)].Value
		}
		return fmt.Sprintf("%q", t.Enum.Values[s.n%len(t.Enum.Values)].Value)
	case spec.RecordType:
		return s.record(t.Record, tags, depth+1)
	case spec.Array:
		if elem := s.value(t.Elem, nil, depth+1); elem != "" {
			return "[" + elem + "]"
		}
		return "[]"
	case spec.Map:
		key := "a key"
		if t.Key.Kind == spec.EnumType {
			key = t.Key.Enum.Values[s.n%len(t.Key.Enum.Values)].Value
		}
		if elem := s.value(t.Elem, nil, depth+1); elem != "" {
			return fmt.Sprintf("{%q:%s}", key, elem)
		}
		return "{}"
	}
	return s.union(t.Union, tags, depth)
}

func (s *sampler) union(u *spec.Union, tags map[string]string, depth int) string {
	for u.Of != nil {
		u = u.Of
	}
	if u.Variants != nil {
		variant := u.Variants[s.next[u]%len(u.Variants)]
		s.next[u]++
		s.cover(u.Name + " " + string(variant.JSON))
		return s.value(variant.Type, nil, depth+1)
	}
	list := leaves(u.Tree, nil)
	l := list[s.next[u]%len(list)]
	s.next[u]++
	for _, o := range list {
		if !s.covered[caseName(u, o)] {
			l = o
			break
		}
	}
	if len(tags) > 0 { // a tag of the line is in this union
		i := slices.IndexFunc(list, func(l leaf) bool {
			for name, value := range tags {
				if l.tags[name] != value {
					return false
				}
			}
			return true
		})
		if i < 0 {
			return ""
		}
		l = list[i]
	}
	s.cover(caseName(u, l))
	return s.record(l.record, l.tags, depth+1)
}

func caseName(u *spec.Union, l leaf) string { return u.Name + " " + fmt.Sprint(l.tags, l.record.Name) }

func (s *sampler) cover(what string) {
	if !s.covered[what] {
		s.covered[what], s.new = true, true
	}
}

// missing returns the cases that no line has.
func (s *sampler) missing(m *spec.Model) (list []string) {
	for _, u := range m.Unions {
		if u.Tree == nil || u == m.Line || s.next[u] == 0 {
			continue // no line can have it
		}
		for _, l := range leaves(u.Tree, nil) {
			if what := caseName(u, l); !s.covered[what] {
				list = append(list, what)
			}
		}
	}
	return list
}

package infer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/workshop/draft"
)

// A map is an object whose names of members are data: the names look like data, or there are many of them and each object has few. Maps are
// searched when an object is decided, and again after objects of several places were merged.

// isMap reports whether the names of the members are data. Those of lines are more often names of kinds.
func (v *survey) isMap(o *object) bool {
	if o.line || o.kind {
		return len(v.names) > manyNames && areData(v.names, mostNames)
	}
	if len(v.names) == 0 {
		return false
	}
	usage := usageOf(len(v.names), v.keys, v.n)
	once, types := len(v.names), map[byte]int{}
	for _, f := range v.members() {
		if f.count() > 1 {
			once--
		}
		for t, n := range f.types {
			types[t] += n
		}
	}
	delete(types, 'n')
	oneType := len(types) == 1
	return areData(v.names, usage) || oneType && usage == fewOfMany || (oneType || v.n > 1) && areOpen(len(v.names), once, v.keys)
}

// findMaps converts records in fields to maps if the names of their members are data.
func (s *Sample) findMaps() {
	for _, p := range s.fieldObjects() {
		if o := p.object.find(); o.discriminator == nil && !o.isMap && o.sibling == nil && o.isNamedByData() {
			s.becomeMap(o)
		}
	}
}

// areOpen reports whether there is no end of the names of members: a quarter of the members of all objects have names that appear once. By the estimate of
// Good and Turing, a quarter of the members of further objects then have new names. A single object, in which all names appear once, says this only if its
// values have one JSON type: else it can be a record of many members.
func areOpen(names, once, keys int) bool { return names > manyNames && once*4 >= keys }

// values returns the objects that are the values of a record's members, nil for other values.
func (o *object) values() (list []*object) {
	for _, m := range o.members {
		if inner := m.object.find(); slices.Equal(m.jsonTypes(), []string{"object"}) {
			list = append(list, inner)
		} else {
			list = append(list, nil)
		}
	}
	return list
}

// isNamedByData reports whether the names of a record's members are data, and all values have one JSON type, or whether there is no end of the names:
// in many objects, or in several whose records are of one shape.
func (o *object) isNamedByData() bool {
	names, once, keys, types := []string{}, 0, 0, map[string]bool{}
	for _, m := range o.members {
		names = append(names, m.name)
		keys += m.objects
		if m.objects == 1 {
			once++
		}
		for _, t := range m.jsonTypes() {
			types[t] = true
		}
	}
	usage := usageOf(len(names), keys, o.count)
	if (len(types) == 1 || o.count > 1) && areOpen(len(names), once, keys) || o.count >= minNumbered && areNeverAgain(o.values(), keys) {
		return true
	}
	return len(types) == 1 && len(names) >= minNumbered && (areData(names, usage) || usage == fewOfMany)
}

// areNeverAgain reports whether names are those of things, since none of several comes again and the values are records with the same members.
func areNeverAgain(values []*object, keys int) bool {
	return len(values) >= 2*minNumbered && keys == len(values) && !slices.ContainsFunc(values, func(o *object) bool {
		return !areRecords(values[0], o) || len(o.members) != len(values[0].members) || shared(values[0], o) < len(o.members)
	})
}

// areData reports whether most of the names are data: ids, numbers, paths, or names with the numbers of versions
// (gpt-5.4-mini). If each object has few of the names, words that differ only in numbers also count as data:
// order_7, order_12. If all objects have the same names, words with numbers do not: x1 and y1, p50 and p99. If
// these are few of many names, phrases count, too: titles, as opposed to Stage ID and Task Type.
func areData(names []string, usage usage) bool {
	data, numbered, spaces := 0, map[string]int{}, map[string]int{}
	for _, name := range names {
		if space, _, ok := strings.Cut(name, "."); ok {
			spaces[space]++
		}
	}
	for _, name := range names {
		if version.MatchString(name) {
			data++
			continue
		}
		if space, _, _ := strings.Cut(name, "."); spaces[space] > 1 && isWord([]byte(name)) {
			name = strings.ReplaceAll(name, ".", "_") // several names of one namespace, as gen_ai.system and gen_ai.model, are not names of files
		}
		if bare := strings.TrimLeft(name, "@$#_"); bare != "" {
			name = bare // @timestamp is no address
		}
		if usage != fewOfMany && isPhrase(name) || usage == allNames && numberedWord.MatchString(name) {
			continue
		}
		if looksLikeData([]byte(name)) {
			data++
		} else if pattern := digits.ReplaceAllString(name, "0"); pattern != name || strings.Contains(name, "0") {
			numbered[pattern]++
		}
	}
	for _, n := range numbered {
		if usage > mostNames && n >= minNumbered {
			data += n
		}
	}
	return data*10 >= len(names)*6
}

var (
	digits  = regexp.MustCompile(`[0-9]+`)
	version = regexp.MustCompile(`[0-9]\.[0-9]`)
	// numberedWord is a letter or a word, and a number.
	numberedWord = regexp.MustCompile(`^[A-Za-z_]+[0-9]{1,3}$`)
)

// isPhrase reports whether a name is two to five words with spaces between them.
func isPhrase(name string) bool {
	words := strings.Split(name, " ")
	return len(words) > 1 && len(words) <= 5 && !slices.ContainsFunc(words, func(word string) bool { return !isWord([]byte(word)) || looksLikeData([]byte(word)) })
}

// usage is the share of all names of members that one object has.
type usage int

const (
	allNames  usage = iota // nearly all names, in each of several objects
	mostNames              // a quarter of the names, or more
	fewNames               // less than a quarter of the names
	fewOfMany              // few of many names
)

// usageOf returns the usage of some names by objects. keys is the number of members of all objects together.
func usageOf(names, keys, objects int) usage {
	few := keys*4 <= objects*names
	switch {
	case names > manyNames && (few || names > maxMembers):
		return fewOfMany
	case few:
		return fewNames
	case objects > 2 && keys*10 >= objects*names*9:
		return allNames
	}
	return mostNames
}

// manyNames is the number of different names up to which an object is a record by the number of names alone.
const manyNames = 24

// minNumbered is the number of names with numbers from which they count as data: line1 and line2 of an address do not.
const minNumbered = 4

// isMapName reports whether a member's name suggests a map.
func isMapName(name string) bool {
	if name == "metadata" { // but not usageMetadata
		return true
	}
	words := draft.Words(name)
	return len(words) > 0 && slices.Contains([]string{"env", "environment", "environ", "headers", "labels", "annotations", "attributes"}, strings.ToLower(words[len(words)-1]))
}

// isSchemaMap reports whether a member of a JSON Schema of objects, such as that of the input of a tool, is a map of JSON Schemas. pairs are the members
// of the schema. The few tools of a log have few names of members, often all of them in each line.
func isSchemaMap(name string, pairs []pair) bool {
	return slices.Contains([]string{"properties", "patternProperties", "$defs", "definitions"}, name) && string(follow(pairs, []string{"type"})) == `"object"`
}

// isFlat reports whether all values of a record have one scalar type, or are lists of one, as the headers of HTTP are.
func (o *object) isFlat() bool {
	if o.discriminator != nil || o.isMap || len(o.members) == 0 {
		return false
	}
	typ := o.members[0].flatType()
	return typ != "" && !slices.ContainsFunc(o.members, func(m *member) bool { return m.flatType() != typ })
}

// flatType returns the type of all values: a scalar type, or the type of a list of one. It returns "" if they have another type, or several.
func (p *place) flatType() string {
	types := p.jsonTypes()
	switch {
	case len(types) != 1 || types[0] == "object":
		return ""
	case types[0] != "array":
		return types[0]
	case p.elem == nil || p.elem.count == 0:
		return ""
	}
	if elem := p.elem.jsonTypes(); len(elem) == 1 && elem[0] != "object" && elem[0] != "array" {
		return elem[0] + "[]"
	}
	return ""
}

// isStable reports whether a record in a member with a general name, metadata or attributes, has the same few members in most of several values, all
// of them words. Headers, labels and the like are maps nevertheless.
func (o *object) isStable(name string) bool {
	words := draft.Words(name)
	general := slices.Contains([]string{"metadata", "attributes"}, strings.ToLower(words[len(words)-1]))
	return general && o.count > 1 && o.isEven() && !slices.ContainsFunc(o.members, func(m *member) bool { return strings.ContainsAny(m.name, "./:") })
}

// differentKeys returns the number of different keys, as text.
func (o *object) differentKeys() string {
	switch n := len(o.keys.values); {
	case o.keys.many:
		return fmt.Sprintf("more than %d keys", maxValues)
	case n == 1:
		return "1 key"
	default:
		return fmt.Sprintf("%d keys", n)
	}
}

// becomeMap converts a record to a map, and merges the places of all members.
func (s *Sample) becomeMap(o *object) {
	if o.isMap {
		return
	}
	s.dissolve(o)
	members := o.members
	o.isMap, o.members, o.byName = true, nil, nil
	o.value = &place{}
	for _, m := range members {
		o.keys.add([]byte(m.name))
		s.mergePlace(o.value, &m.place)
	}
}

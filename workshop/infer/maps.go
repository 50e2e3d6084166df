package infer

import (
	"slices"
	"strings"
)

// A map is an object whose members are named by data. What says so are the names by themselves, or that there are many, of which each object
// has few. It is looked for when an object is decided, and again when objects of several places have become one.

// isMap reports whether the names of the members are data.
func (v *survey) isMap() bool {
	if len(v.names) == 0 {
		return false
	}
	if areData(v.names, areRare(len(v.names), v.keys, v.n)) {
		return true
	}
	if !areMany(len(v.names), v.keys, v.n) {
		return false
	}
	types := map[byte]int{}
	for _, f := range v.features {
		if len(f.path) == 1 {
			for t, n := range f.types {
				types[t] += n
			}
		}
	}
	delete(types, 'n')
	return len(types) == 1
}

// findMaps makes maps of the records in fields whose members turned out to be named by data.
func (s *Sample) findMaps() {
	for _, p := range s.fieldObjects() {
		if o := p.object.find(); o.ask == nil && !o.isMap && o.sibling == nil && o.isNamedByData() {
			s.becomeMap(o)
		}
	}
}

// isNamedByData reports whether a record has values of one JSON type, in members whose names are data.
func (o *object) isNamedByData() bool {
	names, keys, types := []string{}, 0, map[string]bool{}
	for _, m := range o.members {
		names = append(names, m.name)
		keys += m.objects
		for _, t := range m.jsonTypes() {
			types[t] = true
		}
	}
	return len(types) == 1 && len(names) >= minNumbered && (areData(names, areRare(len(names), keys, o.count)) || areMany(len(names), keys, o.count))
}

// areData reports whether most of some names are data: ids, numbers or paths. Where objects have few of them (rare), so are words that differ in a
// number only: order_7, order_12.
func areData(names []string, rare bool) bool {
	data, numbered := 0, map[string]int{}
	for _, name := range names {
		if looksLikeData([]byte(name)) {
			data++
		} else if word := strings.TrimRight(name, "0123456789"); word != name {
			numbered[word]++
		}
	}
	for _, n := range numbered {
		if rare && n >= minNumbered {
			data += n
		}
	}
	return data*10 >= len(names)*6
}

// areRare reports whether objects have few of the names. keys is how many members all objects have together.
func areRare(names, keys, objects int) bool { return keys*4 <= objects*names }

// areMany reports whether there are many names, of which each is in few objects.
func areMany(names, keys, objects int) bool {
	return names > manyNames && (keys*4 <= objects*names || names > maxMembers)
}

// manyNames is how many members an object can have, by all that was seen, and be a record without a question. Lines with fewer are records
// whatever the names are, since a spec can say nothing else of them.
const manyNames = 24

// minNumbered is how many names with numbers are data: line1 and line2 of an address are none.
const minNumbered = 4

// isMapName reports whether a member has by its name what somebody else names.
func isMapName(name string) bool {
	if name == "metadata" { // and no usageMetadata
		return true
	}
	words := wordsOf(name)
	return len(words) > 0 && slices.Contains([]string{"env", "environment", "environ", "headers", "labels", "annotations", "attributes"}, strings.ToLower(words[len(words)-1]))
}

// isFlat reports whether a record has values of one scalar type only.
func (o *object) isFlat() bool {
	if o.ask != nil || o.isMap || len(o.members) == 0 {
		return false
	}
	types := o.members[0].jsonTypes()
	return len(types) == 1 && types[0] != "object" && types[0] != "array" && !slices.ContainsFunc(o.members, func(m *member) bool { return !slices.Equal(m.jsonTypes(), types) })
}

// becomeMap makes one place of all members.
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

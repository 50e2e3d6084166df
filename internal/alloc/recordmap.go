package alloc

// Entry is a member of a map whose values are records.
type Entry[K ~string, V any] struct {
	Key   K
	Value V
}

// RecordMaps is [Maps] for values that are records. Go keeps a large value outside of its map, in memory that is lost when the member is
// deleted. So a line gets a map that had exactly its keys before, if there is one: then only values are replaced, and no member is deleted
// or added.
type RecordMaps[K ~string, V any] struct {
	number  number
	entries Lists[Entry[K, V]]
}

// recordMapPool is what one Memory has of maps of one type. For recycled lines, maps has those of the current line, and after them the free
// ones, with their last members.
type recordMapPool[K ~string, V any] struct {
	maps    []recordMap[K, V]
	used    int
	line    uint64
	large   []map[K]V // of the current line: maps with more than maxKeys keys, which no later line uses
	spilled []map[K]V // owned lines: by the number of an open list, the members that Spill has moved out of it
}

type recordMap[K ~string, V any] struct {
	m   map[K]V
	len int // of m when it was filled: a program may have changed it
}

const (
	// maxKeys is the largest number of keys of a map for which a map with the same keys is looked up.
	maxKeys = 64
	// keepMaps is the number of free maps that are kept beside those of the current line.
	keepMaps = 16
)

// MemberSize returns the size of a member in bytes, on 64-bit processors: once in the list of members, and once in the map.
func (l *RecordMaps[K, V]) MemberSize() int {
	return 2 * l.number.sizeOf(&mapCounter, (*typed[Entry[K, V]])(nil))
}

func (l *RecordMaps[K, V]) pool(m *Memory) *recordMapPool[K, V] {
	return mapPoolOf[recordMapPool[K, V]](m, &l.number, (*typed[Entry[K, V]])(nil))
}

// Begin returns an empty list to append the members of a map to, and its number, 1 or more. [RecordMaps.Keep] or [RecordMaps.Drop] must
// be called for it.
func (l *RecordMaps[K, V]) Begin(m *Memory) (list []Entry[K, V], number int) {
	b, from, capacity, number := m.takeList(m.listPool(&l.entries.number, (*typed[Entry[K, V]])(nil)))
	return slice[Entry[K, V]](b, from, 0, capacity), number
}

// Spill moves the members of a long list into the map that [RecordMaps.Keep] will return, and returns the empty list. Short lists, and those
// of recycled lines, are returned as they are.
func (l *RecordMaps[K, V]) Spill(m *Memory, list []Entry[K, V], number int) []Entry[K, V] {
	if m.recycled || len(list) < slabLen {
		return list
	}
	p := l.pool(m)
	for len(p.spilled) <= number {
		p.spilled = append(p.spilled, nil)
	}
	p.spilled[number] = putAll(p.spilled[number], list)
	clear(list)
	return list[:0]
}

// putAll puts the members of list into m, creating it if it is nil.
//
//go:noinline
func putAll[K ~string, V any](m map[K]V, list []Entry[K, V]) map[K]V {
	if m == nil {
		m = make(map[K]V, len(list))
	}
	for k := range list {
		m[list[k].Key] = list[k].Value
	}
	return m
}

// Keep returns the map with the members of the list with a number, and releases the list. 0 is a list that has not begun.
func (l *RecordMaps[K, V]) Keep(m *Memory, list []Entry[K, V], number int) (all map[K]V) {
	p := l.pool(m)
	if m.recycled {
		all = p.fill(m, list, l.MemberSize())
	} else {
		all = putAll(p.takeSpilled(number), list)
	}
	l.entries.End(m, list, number, false)
	return all
}

// Drop releases the list with a number. 0 is a list that has not begun.
func (l *RecordMaps[K, V]) Drop(m *Memory, list []Entry[K, V], number int) {
	l.pool(m).takeSpilled(number)
	l.entries.End(m, list, number, false)
}

// takeSpilled returns the map into which Spill has moved members of the list with a number; nil if there is none.
func (p *recordMapPool[K, V]) takeSpilled(number int) (m map[K]V) {
	if number < len(p.spilled) {
		m, p.spilled[number] = p.spilled[number], nil
	}
	return m
}

// fill returns a map of the recycled line with the members of list, each of a size in bytes.
func (p *recordMapPool[K, V]) fill(m *Memory, list []Entry[K, V], size int) map[K]V {
	if p.line != m.line {
		p.line, p.used, p.large = m.line, 0, nil
	}
	if len(list) > maxKeys {
		all := putAll(make(map[K]V, len(list)), list)
		p.large = append(p.large, all)
		return all
	}
	n := -1
	for k := p.used; k < len(p.maps) && n < 0; k++ {
		if p.maps[k].hasKeysOf(list) {
			n = k
		}
	}
	switch {
	case n >= 0:
	case len(p.maps)-p.used < keepMaps:
		n = len(p.maps)
		p.maps = append(p.maps, recordMap[K, V]{m: make(map[K]V, len(list))})
		m.grow(emptyMapSize + len(list)*size)
	default:
		n = len(p.maps) - 1
		p.maps[n].m = make(map[K]V, len(list))
		m.grow(len(list) * size)
	}
	// The maps that were used last are tried first.
	kept := p.maps[n]
	copy(p.maps[p.used+1:n+1], p.maps[p.used:n])
	putAll(kept.m, list)
	kept.len = len(kept.m)
	p.maps[p.used] = kept
	p.used++
	return kept.m
}

// hasKeysOf reports whether the map has the keys of list and no others.
func (m *recordMap[K, V]) hasKeysOf(list []Entry[K, V]) bool {
	if m.len != len(list) || len(m.m) != m.len {
		return false
	}
	for k := range list {
		if _, ok := m.m[list[k].Key]; !ok {
			return false
		}
		for j := range k { // a key may come twice; then the map may have one that list has not
			if list[j].Key == list[k].Key {
				return false
			}
		}
	}
	return true
}

func (p *recordMapPool[K, V]) wipe() {
	for _, kept := range p.maps {
		clear(kept.m)
	}
	for _, m := range p.large {
		clear(m)
	}
	p.large = nil
}

func (p *recordMapPool[K, V]) dropFree(line uint64) int {
	if p.line != line {
		p.large = nil
	}
	return 0
}

func (p *recordMapPool[K, V]) sweep() {}

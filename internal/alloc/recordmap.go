package alloc

// Entry is a member of a map whose values are records.
type Entry[K ~string, V any] struct {
	Key   K
	Value V
}

// RecordMaps is Maps for values that are records. Go keeps a large value outside of its map, in memory that cannot be had again
// once it is taken out. So a line gets a map that has had exactly its keys before, where there is one: then nothing is taken out
// or put in, and only values are replaced.
type RecordMaps[K ~string, V any] struct {
	number  number
	entries Lists[Entry[K, V]]
}

// recordMapStock is what one Memory has of maps of one type. Of recycled lines, maps are those of the line in hand, and behind them those
// that are free, with what they had last.
type recordMapStock[K ~string, V any] struct {
	maps []recordMap[K, V]
	used int
	line uint64
	open []map[K]V // not recycled: what did not fit into the lists of members that are open, by their numbers
}

type recordMap[K ~string, V any] struct {
	m   map[K]V
	len int // of m when it was made: a program may have changed it
}

const (
	// few is how many keys a map has at most that is looked for.
	few = 64
	// keepSets is how many maps are kept beside those of the line in hand.
	keepSets = 16
)

// Begin is an empty list to append the members of a map to, and its number, 1 or more. Keep or Drop must follow.
func (l *RecordMaps[K, V]) Begin(m *Memory) (list []Entry[K, V], number int) {
	b, from, capacity, number := m.takeList(&l.entries.number, (*typed[Entry[K, V]])(nil))
	return slice[Entry[K, V]](b, from, 0, capacity), number
}

// MakeRoom is list, from which the members of a long map of an owned line have been put where they belong.
func (l *RecordMaps[K, V]) MakeRoom(m *Memory, list []Entry[K, V], number int) []Entry[K, V] {
	if m.recycled || len(list) < slabLen {
		return list
	}
	s := mapsAt[recordMapStock[K, V]](m, &l.number)
	for len(s.open) <= number {
		s.open = append(s.open, nil)
	}
	s.open[number] = putAll(s.open[number], list)
	clear(list)
	return list[:0]
}

// putAll puts the members of list into m, which is made if it is nil.
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

// Keep is the map of the members in the list of a number, 0 if no list has begun. The list is released.
func (l *RecordMaps[K, V]) Keep(m *Memory, list []Entry[K, V], number int) (all map[K]V) {
	s := mapsAt[recordMapStock[K, V]](m, &l.number)
	if m.recycled {
		all = s.fill(m, list)
	} else {
		all = putAll(s.rest(number), list)
	}
	l.entries.End(m, list, number, false)
	return all
}

// Drop releases the list of a number, 0 if none has begun.
func (l *RecordMaps[K, V]) Drop(m *Memory, list []Entry[K, V], number int) {
	mapsAt[recordMapStock[K, V]](m, &l.number).rest(number)
	l.entries.End(m, list, number, false)
}

// rest is the map in which MakeRoom has put members of the list of a number. It is nil if there is none.
func (s *recordMapStock[K, V]) rest(number int) (m map[K]V) {
	if number < len(s.open) {
		m, s.open[number] = s.open[number], nil
	}
	return m
}

// fill is a map of the recycled line, with all that is in list.
func (s *recordMapStock[K, V]) fill(m *Memory, list []Entry[K, V]) map[K]V {
	if s.line != m.line {
		s.line, s.used = m.line, 0
	}
	n := -1
	for k := s.used; k < len(s.maps) && n < 0; k++ {
		if s.maps[k].hasKeysOf(list) {
			n = k
		}
	}
	switch {
	case n >= 0:
	case len(s.maps)-s.used < keepSets:
		n = len(s.maps)
		s.maps = append(s.maps, recordMap[K, V]{m: make(map[K]V, len(list))})
		m.kept += 1 + len(list)
	default:
		n = len(s.maps) - 1
		s.maps[n].m = make(map[K]V, len(list))
		m.kept += len(list)
	}
	// Those that were used last are found first.
	kept := s.maps[n]
	copy(s.maps[s.used+1:n+1], s.maps[s.used:n])
	putAll(kept.m, list)
	kept.len = len(kept.m)
	s.maps[s.used] = kept
	s.used++
	return kept.m
}

// hasKeysOf reports whether the map has the keys of list and no others.
func (m *recordMap[K, V]) hasKeysOf(list []Entry[K, V]) bool {
	if m.len != len(list) || len(m.m) != m.len || len(list) > few {
		return false
	}
	for k := range list {
		if _, ok := m.m[list[k].Key]; !ok {
			return false
		}
		for j := range k { // then one of the map's keys may be missing
			if list[j].Key == list[k].Key {
				return false
			}
		}
	}
	return true
}

func (s *recordMapStock[K, V]) wipe() {
	for _, kept := range s.maps {
		clear(kept.m)
	}
}

func (s *recordMapStock[K, V]) sweep() {}

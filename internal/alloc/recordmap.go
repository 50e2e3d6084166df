package alloc

// RecordMaps is [Maps] for values that are records: a record is decoded in place, which a member of a map has not. So the members are
// decoded into a list first. Its zero value is ready.
//
// Go keeps a large value outside of its map, in memory that is lost when the member is deleted. So a recycled line gets a map that had exactly
// its keys before, if there is one: then only values are replaced. The keys must not be in memory that is used again.
type RecordMaps[K ~string, V any] struct {
	maps    Maps[K, V]
	entries Lists[Entry[K, V]]
}

// MemberSize returns the size of a member in bytes, on 64-bit processors: once in the list, and once in the map.
func (l *RecordMaps[K, V]) MemberSize() int { return 2 * l.maps.MemberSize() }

// Begin returns an empty list to append the members of a map to, and its number, 1 or more. [RecordMaps.End] must be called for it.
func (l *RecordMaps[K, V]) Begin(m *Memory) (list []Entry[K, V], number int) {
	b, from, capacity, number := m.takeList(m.listPool(&l.entries.of.number, ListSize[Entry[K, V]](&l.entries.of)))
	return Slice[Entry[K, V]](b, from, capacity), number
}

// End returns the map with the members of the list with a number, or nil if the list is not ok. 0 is a list that has not begun.
func (l *RecordMaps[K, V]) End(m *Memory, list []Entry[K, V], number int, ok bool) (all map[K]V) {
	if ok {
		var of int
		all, of = l.take(m, list)
		for k := range list {
			all[list[k].Key] = list[k].Value
		}
		l.maps.Keep(m, of, len(all))
	}
	l.entries.End(m, list, number, false)
	return all
}

const (
	// maxKeys is the largest number of keys of a map for which a map with the same keys is looked up.
	maxKeys = 64
	// keepMaps is the number of free maps that are kept beside those of the current line.
	keepMaps = 16
)

// take is [Maps.Take] for the members of list. The map of a recycled line may have members with their keys.
func (l *RecordMaps[K, V]) take(m *Memory, list []Entry[K, V]) (all map[K]V, number int) {
	if !m.recycled || len(list) > maxKeys {
		return l.maps.Take(m, len(list))
	}
	p := l.maps.pool(m)
	p.begin(m.line)
	n := p.used
	for n < len(p.maps) && !hasKeys(p.maps[n].m, list) {
		n++
	}
	found := n < len(p.maps)
	switch {
	case found:
	case n-p.used < keepMaps:
		p.add(m, len(list))
		n = len(p.maps) - 1 // the other free maps may have been dropped
	default:
		n--
	}
	p.maps[p.used], p.maps[n] = p.maps[n], p.maps[p.used]
	if !found {
		return l.maps.Take(m, 0)
	}
	p.used++
	return p.maps[p.used-1].m, p.used
}

// hasKeys reports whether a map has the keys of list and no others.
func hasKeys[K ~string, V any](all map[K]V, list []Entry[K, V]) bool {
	if len(all) != len(list) {
		return false
	}
	for k := range list {
		if _, ok := all[list[k].Key]; !ok {
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

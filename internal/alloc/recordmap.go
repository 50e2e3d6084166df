package alloc

// Entry is a member of a map whose values are records.
type Entry[K ~string, V any] struct {
	Key   K
	Value V
}

// RecordMaps is [Maps] for values that are records: a record is decoded in place, which a member of a map has not. So the members are
// decoded into a list first. Its zero value is ready.
type RecordMaps[K ~string, V any] struct {
	maps    Maps[K, V]
	entries Lists[Entry[K, V]]
}

// MemberSize returns the size of a member in bytes, on 64-bit processors: once in the list, and once in the map.
func (l *RecordMaps[K, V]) MemberSize() int { return 2 * l.maps.MemberSize() }

// Begin returns an empty list to append the members of a map to, and its number, 1 or more. [RecordMaps.End] must be called for it.
func (l *RecordMaps[K, V]) Begin(m *Memory) (list []Entry[K, V], number int) {
	b, from, capacity, number := m.takeList(m.listPool(&l.entries.number, (*typed[Entry[K, V]])(nil)))
	return slice[Entry[K, V]](b, from, 0, capacity), number
}

// End returns the map with the members of the list with a number, or nil if the list is not ok. 0 is a list that has not begun.
func (l *RecordMaps[K, V]) End(m *Memory, list []Entry[K, V], number int, ok bool) (all map[K]V) {
	if ok {
		var of int
		all, of = l.maps.Take(m, len(list))
		for k := range list {
			all[list[k].Key] = list[k].Value
		}
		l.maps.Keep(m, of, len(all))
	}
	l.entries.End(m, list, number, false)
	return all
}

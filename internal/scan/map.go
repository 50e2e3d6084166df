package scan

// Maps says where cursors make maps of one type. Generated code has one for each map type, as a variable.
type Maps[K comparable, V any] struct{ index int }

// MapsOf is a Maps of one type. Call it once for each type, to initialise a package variable.
func MapsOf[K comparable, V any]() Maps[K, V] { return Maps[K, V]{newMemory()} }

// mapMemory is one cursor's maps of one type, for recycled lines: those that the line has, in the order in which they began,
// and behind them those that are free.
type mapMemory[K comparable, V any] struct {
	maps []keptMap[K, V]
	used int
	line uint64
}

// keptMap is a map and the largest number of members that it has had.
type keptMap[K comparable, V any] struct {
	m    map[K]V
	most int
}

// keepMembers is the number of members from which on a map is not used again: to clear it costs as much as it has ever had.
const keepMembers = 1 << 10

// Open begins the object at i that is a map, and reads its first key; for the other keys there is NextKey. all is the map to put
// the members into; it is nil if there is no key. Whatever happens, Close must follow.
func (l Maps[K, V]) Open(c *Cursor, i int) (all map[K]V, key []byte, next int) {
	key, next = c.openMap(i)
	switch {
	case key == nil:
	case !c.options.Recycle:
		all = map[K]V{}
	default:
		all, c.frames[c.depth].number = l.take(c)
	}
	return all, key, next
}

// take is an empty map of the recycled line, and its number in the memory.
func (l Maps[K, V]) take(c *Cursor) (m map[K]V, number int) {
	s := memoryAt[mapMemory[K, V]](c, l.index)
	if s.line != c.line {
		s.line, s.used = c.line, 0
	}
	if s.used == len(s.maps) {
		s.maps = append(s.maps, keptMap[K, V]{m: map[K]V{}})
		c.kept++
	}
	s.used++
	m = s.maps[s.used-1].m
	clear(m)
	return m, s.used
}

// Close ends the object that Open began, as that of Lists does for arrays.
func (l Maps[K, V]) Close(c *Cursor, all map[K]V) map[K]V {
	n := c.frames[c.depth].number - 1
	ok := c.leave()
	if n >= 0 {
		kept := &memoryAt[mapMemory[K, V]](c, l.index).maps[n]
		switch more := len(all) - kept.most; {
		case len(all) > keepMembers:
			*kept = keptMap[K, V]{m: map[K]V{}}
		case more > 0:
			kept.most += more
			c.kept += more
		}
	}
	switch {
	case !ok:
		return nil
	case all != nil:
		return all
	case c.options.Recycle:
		all, _ = l.take(c)
		return all
	}
	return map[K]V{}
}

func (s *mapMemory[K, V]) wipe() {
	for _, kept := range s.maps {
		clear(kept.m)
	}
}

// Entry is a member of a map whose values are records.
type Entry[K ~string, V any] struct {
	Key   K
	Value V
}

// RecordMaps is Maps for values that are records. Go keeps a large value outside of its map, in memory that cannot be had again
// once it is taken out. So a line gets a map that has had exactly its keys before, where there is one: then nothing is taken out
// or put in, and only values are replaced.
type RecordMaps[K ~string, V any] struct {
	index   int
	entries Lists[Entry[K, V]]
}

// RecordMapsOf is a RecordMaps of one type. Call it once for each type, to initialise a package variable.
func RecordMapsOf[K ~string, V any]() RecordMaps[K, V] {
	return RecordMaps[K, V]{newMemory(), ListsOf[Entry[K, V]]()}
}

// recordMapMemory is one cursor's maps of one type, for recycled lines: those that the line has, and behind them those that are
// free, with what they had last.
type recordMapMemory[K ~string, V any] struct {
	maps []recordMap[K, V]
	used int
	line uint64
	open []map[K]V // not recycled: what did not fit into the lists of members that are open, by their numbers
}

type recordMap[K ~string, V any] struct {
	m   map[K]V
	len int // of m when it was made: a program may have changed it
}

// few is how many keys a map has at most that is looked for.
const few = 64

// keepSets is how many maps are kept beside those of the line in hand.
const keepSets = 16

// Open begins the object at i that is a map, as that of Maps does. Its members are to be put into list by Add.
func (l RecordMaps[K, V]) Open(c *Cursor, i int) (list []Entry[K, V], key []byte, next int) {
	key, next = c.openMap(i)
	if key != nil {
		list, c.frames[c.depth].number = l.entries.take(c)
	}
	return list, key, next
}

// Add appends a member to list, whose value is to be read then. The key is the one that was read last. It takes the place of one
// more element.
func (l RecordMaps[K, V]) Add(c *Cursor, list []Entry[K, V], key []byte) []Entry[K, V] {
	k := c.MapKey(key)
	if c.options.Recycle {
		k = c.names.keep(k) // it must live as long as the map
	} else if len(list) == slabLen {
		list = l.flush(c, list)
	}
	return append(list, Entry[K, V]{Key: K(k)})
}

// flush puts the members of a long map where they belong.
func (l RecordMaps[K, V]) flush(c *Cursor, list []Entry[K, V]) []Entry[K, V] {
	s, number := memoryAt[recordMapMemory[K, V]](c, l.index), c.frames[c.depth].number
	for len(s.open) <= number {
		s.open = append(s.open, nil)
	}
	s.open[number] = putAll(s.open[number], list)
	clear(list)
	return list[:0]
}

// putAll puts the members of list into m, which is made if it is nil.
func putAll[K ~string, V any](m map[K]V, list []Entry[K, V]) map[K]V {
	if m == nil {
		m = make(map[K]V, len(list))
	}
	for k := range list {
		m[list[k].Key] = list[k].Value
	}
	return m
}

// Close ends the object that Open began, and returns the map that its field gets, as that of Lists does for arrays.
func (l RecordMaps[K, V]) Close(c *Cursor, list []Entry[K, V]) (m map[K]V) {
	number := c.frames[c.depth].number
	ok := c.leave()
	s := memoryAt[recordMapMemory[K, V]](c, l.index)
	if number < len(s.open) {
		m, s.open[number] = s.open[number], nil
	}
	switch {
	case !ok:
		m = nil
	case c.options.Recycle:
		m = s.fill(c, list)
	default:
		m = putAll(m, list)
	}
	if number > 0 {
		l.entries.release(c, list, number)
	}
	return m
}

// fill is a map of the recycled line, with all that is in list.
func (s *recordMapMemory[K, V]) fill(c *Cursor, list []Entry[K, V]) map[K]V {
	if s.line != c.line {
		s.line, s.used = c.line, 0
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
		c.kept += 1 + len(list)
	default:
		n = len(s.maps) - 1
		s.maps[n].m = make(map[K]V, len(list))
		c.kept += len(list)
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

func (s *recordMapMemory[K, V]) wipe() {
	for _, kept := range s.maps {
		clear(kept.m)
	}
}

// openMap begins the object at i that is a map, and reads its first key.
func (c *Cursor) openMap(i int) (key []byte, next int) {
	i = c.enter(i, '{', nil, 0)
	if i < 0 || c.frames[c.depth].flags&void != 0 {
		return nil, i
	}
	return c.firstKey(i)
}

// MapKey is a copy of the key of a map that was read last. It takes the place of one more element.
func (c *Cursor) MapKey(key []byte) string {
	if c.elementsLeft--; c.elementsLeft < 0 {
		c.fail(TooMany, c.key) // NextKey comes to an end then
	}
	if c.code != 0 {
		return ""
	}
	if !isASCII(key) || c.keyLone == c.key {
		if s, ok := c.mapKeySlow(key); !ok {
			return s
		}
	}
	if c.borrow {
		// The line has the key's bytes, unless there are escapes in it.
		if raw := c.data[c.key+1:]; len(raw) >= len(key) && string(raw[:len(key)]) == string(key) {
			return c.text(raw[:len(key)])
		}
	}
	return c.mem.String(key)
}

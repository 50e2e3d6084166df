package alloc

// Maps makes maps of one type. It is the same for all Memories of a program: a package variable for each type. Its zero value is ready.
type Maps[K comparable, V any] struct{ number number }

var mapCounter counter

// mapPool is what one Memory has of maps of one type: those of the current line in the order in which they began, and after them the free
// ones.
type mapPool[K comparable, V any] struct {
	maps []keptMap[K, V]
	used int
	line uint64

	memberSize int // in bytes
}

// Entry is a member of a map.
type Entry[K comparable, V any] struct {
	Key   K
	Value V
}

// emptyMapSize is the size of an empty map in bytes.
const emptyMapSize = 48

// MemberSize returns the size of a member in bytes, on 64-bit processors.
func (l *Maps[K, V]) MemberSize() int {
	return sizeOf[Entry[K, V]](&l.number).On64Bit
}

// keptMap is a map and the largest number of members that it has had.
type keptMap[K comparable, V any] struct {
	m      map[K]V
	maxLen int
}

// keepMembers is the largest number of members of a map that is used again: clearing a map costs as much as the most that it has ever had.
const keepMembers = 1 << 10

// Take returns an empty map for about n members, and its number; 0 for the map of an owned line, which is not used again.
func (l *Maps[K, V]) Take(m *Memory, n int) (empty map[K]V, number int) {
	if !m.recycled {
		return make(map[K]V, n), 0
	}
	p := l.pool(m)
	p.begin(m.line)
	if p.used == len(p.maps) {
		p.add(m, n)
	}
	p.used++
	empty = p.maps[p.used-1].m
	clear(empty)
	return empty, p.used
}

// begin makes the maps of earlier lines free.
func (p *mapPool[K, V]) begin(line uint64) {
	if p.line != line {
		p.line, p.used = line, 0
	}
}

// add adds a free map for about n members.
func (p *mapPool[K, V]) add(m *Memory, n int) {
	m.grow(emptyMapSize)
	p.maps = append(p.maps, keptMap[K, V]{m: make(map[K]V, n)})
}

// Keep records how many members the map with a number has in the end.
func (l *Maps[K, V]) Keep(m *Memory, number, members int) {
	if number == 0 {
		return
	}
	p := l.pool(m)
	kept := &p.maps[number-1]
	switch more := members - kept.maxLen; {
	case members > keepMembers:
		m.kept -= kept.maxLen * p.memberSize
		*kept = keptMap[K, V]{m: map[K]V{}}
	case more > 0:
		kept.maxLen += more
		m.grow(more * p.memberSize)
	}
}

// pool returns the pool of maps, creating it if needed.
func (l *Maps[K, V]) pool(m *Memory) *mapPool[K, V] {
	number := l.number.get(&mapCounter)
	if number < len(m.maps) {
		if p, ok := m.maps[number].(*mapPool[K, V]); ok {
			return p
		}
	}
	p := &mapPool[K, V]{memberSize: l.MemberSize()}
	m.addMaps(number, p)
	return p
}

func (p *mapPool[K, V]) wipe() {
	for _, kept := range p.maps {
		clear(kept.m)
	}
}

func (p *mapPool[K, V]) dropFree(line uint64) (dropped int) {
	if p.line != line {
		p.used = 0
	}
	for _, kept := range p.maps[p.used:] {
		dropped += emptyMapSize + kept.maxLen*p.memberSize
	}
	p.maps = keepFirst(p.maps, p.used)
	return dropped
}

func (p *mapPool[K, V]) sweep() {}

func (m *Memory) addMaps(number int, p pool) {
	for len(m.maps) <= number {
		m.maps = append(m.maps, nil)
	}
	m.maps[number] = p
	m.pools = append(m.pools, p)
}

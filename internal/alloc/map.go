package alloc

// Maps makes maps of one type for recycled lines. It is the same for all Memories of a program: a package variable for each type. Its zero
// value is ready.
type Maps[K comparable, V any] struct{ number number }

var mapCounter counter

// mapPool is what one Memory has of maps of one type: those of the current line in the order in which they began, and after them the free
// ones.
type mapPool[K comparable, V any] struct {
	maps []keptMap[K, V]
	used int
	line uint64
}

// mapMember has the size of a member of a map.
type mapMember[K comparable, V any] struct {
	_ K
	_ V
}

// emptyMapSize is the size of an empty map in bytes.
const emptyMapSize = 48

// MemberSize returns the size of a member in bytes, on 64-bit processors.
func (l *Maps[K, V]) MemberSize() int {
	return l.number.sizeOf(&mapCounter, (*typed[mapMember[K, V]])(nil))
}

// keptMap is a map and the largest number of members that it has had.
type keptMap[K comparable, V any] struct {
	m      map[K]V
	maxLen int
}

// keepMembers is the largest number of members of a map that is used again: clearing a map costs as much as the most that it has ever had.
const keepMembers = 1 << 10

// Take returns an empty map for the recycled line, and its number, 1 or more.
func (l *Maps[K, V]) Take(m *Memory) (empty map[K]V, number int) {
	p := l.pool(m)
	if p.line != m.line {
		p.line, p.used = m.line, 0
	}
	if p.used == len(p.maps) {
		m.grow(emptyMapSize)
		p.maps = append(p.maps, keptMap[K, V]{m: map[K]V{}})
	}
	p.used++
	empty = p.maps[p.used-1].m
	clear(empty)
	return empty, p.used
}

// Keep records how many members the map with a number has in the end.
func (l *Maps[K, V]) Keep(m *Memory, number, members int) {
	kept := &l.pool(m).maps[number-1]
	switch more := members - kept.maxLen; {
	case members > keepMembers:
		*kept = keptMap[K, V]{m: map[K]V{}}
	case more > 0:
		kept.maxLen += more
		m.grow(more * l.MemberSize())
	}
}

func (l *Maps[K, V]) pool(m *Memory) *mapPool[K, V] {
	return mapPoolOf[mapPool[K, V]](m, &l.number, (*typed[mapMember[K, V]])(nil))
}

func (p *mapPool[K, V]) wipe() {
	for _, kept := range p.maps {
		clear(kept.m)
	}
}

func (p *mapPool[K, V]) dropFree(uint64) int { return 0 } // free maps have few members

func (p *mapPool[K, V]) sweep() {}

// mapPoolOf returns the pool of maps with members v, creating it if needed.
func mapPoolOf[S any, P interface {
	*S
	pool
}](m *Memory, maps *number, v values) P {
	number := maps.get(&mapCounter, v)
	if number < len(m.maps) {
		if p, ok := m.maps[number].(P); ok {
			return p
		}
	}
	p := P(new(S))
	m.addMaps(number, p)
	return p
}

func (m *Memory) addMaps(number int, p pool) {
	for len(m.maps) <= number {
		m.maps = append(m.maps, nil)
	}
	m.maps[number] = p
	m.pools = append(m.pools, p)
}

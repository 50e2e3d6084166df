package alloc

// Maps is where a Memory makes maps of one type for recycled lines. It is the same for all Memories of a program: a package variable for each
// type. Its zero value is ready.
type Maps[K comparable, V any] struct{ number number }

var allMaps given

// mapStock is what one Memory has of maps of one type: those of the line, in the order in which they began, and behind them those that are
// free.
type mapStock[K comparable, V any] struct {
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

// Take is an empty map of the recycled line, and its number, 1 or more.
func (l *Maps[K, V]) Take(m *Memory) (empty map[K]V, number int) {
	s := mapsAt[mapStock[K, V]](m, &l.number)
	if s.line != m.line {
		s.line, s.used = m.line, 0
	}
	if s.used == len(s.maps) {
		s.maps = append(s.maps, keptMap[K, V]{m: map[K]V{}})
		m.kept++
	}
	s.used++
	empty = s.maps[s.used-1].m
	clear(empty)
	return empty, s.used
}

// Keep says how many members the map of a number has in the end.
func (l *Maps[K, V]) Keep(m *Memory, number, members int) {
	kept := &mapsAt[mapStock[K, V]](m, &l.number).maps[number-1]
	switch more := members - kept.most; {
	case members > keepMembers:
		*kept = keptMap[K, V]{m: map[K]V{}}
	case more > 0:
		kept.most += more
		m.kept += more
	}
}

func (s *mapStock[K, V]) wipe() {
	for _, kept := range s.maps {
		clear(kept.m)
	}
}

func (s *mapStock[K, V]) sweep() {}

// mapsAt is the stock of maps, which is made if there is none.
func mapsAt[S any, P interface {
	*S
	holder
}](m *Memory, maps *number) P {
	number := maps.get(&allMaps)
	if number < len(m.maps) {
		if s, ok := m.maps[number].(P); ok {
			return s
		}
	}
	s := P(new(S))
	m.addMaps(number, s)
	return s
}

func (m *Memory) addMaps(number int, s holder) {
	for len(m.maps) <= number {
		m.maps = append(m.maps, nil)
	}
	m.maps[number] = s
	m.holders = append(m.holders, s)
}

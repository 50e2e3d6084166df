package alloc

import "math"

// Memory provides the memory of the lines of one cursor. The zero value is ready, for owned lines. It is not safe for concurrent use.
type Memory struct {
	// The fields that [Slab.New] needs come first: smaller offsets make smaller code.

	line     uint64 // the number of the recycled line, 1 or more; for an owned line 0, or unshared if it is long
	recycled bool

	slabs []*slabPool // by the number of a Slab; noSlabs before its first value

	// Left is how many bytes of values the line may still take. [Slab.New] takes the size of its value from it, and package scan the sizes of
	// elements, members and notes. It begins anew with each line. Sizes are those on 64-bit processors. If it is below 0, no record is opened.
	Left int
	// ElementSize is the size of an element of the list that began last.
	ElementSize int

	Texts Arena // of strings and raw values

	lists []*listPool // by the number of a Lists
	maps  []pool      // by the number of a Maps or RecordMaps
	pools []pool      // all of these

	allowed int // bytes of values that lines so far have taken, and that the current one may still take
	begun   int // Taken at the last Free or Begin

	kept         int  // the size in bytes of the values, elements and members in pools
	dropUnusedAt int  // kept at which the next dropUnused is due
	oversized    int  // the number of lines in a row that needed far less than kept
	stale        bool // the next Free clears all values, see Forget
	sweepAt      int  // Texts.allocated at which the next sweep is due
}

// unshared is Memory.line of a long owned line, whose values share no memory.
const unshared = ^uint64(0)

const (
	// MaxKept bounds the records, elements and members that the pools keep while lines are too short to need them, in bytes.
	MaxKept = 2 << 20
	// shortLines is the number of such lines in a row after which the pools are dropped. A stream with a long line now and then should not
	// allocate anew for each of them.
	shortLines = 16
	// BytesPerByte is how many bytes of values a long line has for each of its own bytes, at most: a list of digits has four.
	BytesPerByte = 4
	// mostKept is what the pools keep beyond the values of the last line, in bytes. A hostile input could fill the pools of one type after the
	// other: if they have more while a line is read, what that line does not use is dropped.
	mostKept = 8 << 20
	// sweepAfter is the number of bytes of texts between two sweeps, which drop the slabs that were not used meanwhile: a slab keeps all that
	// its values point to, and a slab of a rare type would keep texts from all over the input.
	sweepAfter = 64 << 10
)

// Kept returns the size in bytes of the values, elements of lists and members of maps that are kept for later lines.
func (m *Memory) Kept() int { return m.kept }

// Recycle switches between recycled lines, whose memory Free makes free again, and owned lines. Values of earlier lines do not change.
func (m *Memory) Recycle(on bool) {
	if on == m.recycled {
		return
	}
	m.drop()
	m.recycled, m.line = on, 0
	if on {
		m.line = 1
	}
	m.Texts = Arena{recycle: on}
}

// Allow lets the next line take n bytes of values.
func (m *Memory) Allow(n int) {
	m.allowed += n - m.Left
	m.Left = n
}

// Taken returns how many bytes of values all lines so far have taken.
func (m *Memory) Taken() int { return m.allowed - m.Left }

// Begin begins an owned line of size bytes.
func (m *Memory) Begin(size int) {
	m.line = 0
	if size >= slabLine {
		m.line = unshared
	}
	if m.needsTrim() {
		m.trim(size)
	}
	m.begun = m.Taken()
}

// Free makes the memory of all recycled lines so far free again. size is the length in bytes of the lines until the next Free.
func (m *Memory) Free(size int) {
	if m.needsTrim() {
		m.trim(size)
	}
	m.begun = m.Taken()
	m.line++
	if m.recycled && m.Texts.reset() || m.stale {
		m.stale = false
		m.wipe()
	}
}

// Forget makes the next Free clear all values, also those that the next lines will not use, because the memory that they point to is given
// up now.
func (m *Memory) Forget() { m.stale = true }

// Release frees the memory of recycled lines, clears all their values, and drops what is too large to be kept for another reader's lines.
func (m *Memory) Release() {
	m.Free(0)
	m.Texts.shrink()
	m.wipe()
}

// Shrink leaves all values to the garbage collector if there are more than MaxKept: those of earlier lines stay valid, and the next values
// have new memory.
func (m *Memory) Shrink() {
	if m.kept > MaxKept {
		m.drop()
	}
}

// KeptTexts returns the size in bytes of the memory for texts that is kept for later lines, if it is so large that ShrinkTexts drops it; else 0.
func (m *Memory) KeptTexts() int {
	if n := m.Texts.kept(); n > maxRecycled {
		return n
	}
	return 0
}

// ShrinkTexts leaves the memory for texts to the garbage collector if it is large, with all values: they would keep it.
func (m *Memory) ShrinkTexts() {
	if m.KeptTexts() > 0 {
		m.Texts.drop()
		m.stale = true
	}
}

// Poison overwrites the texts of the current recycled line, and clears its records, lists and maps.
func (m *Memory) Poison() {
	m.Texts.poison()
	m.wipe()
}

// drop leaves all values to the garbage collector.
func (m *Memory) drop() {
	clear(m.slabs)
	m.slabs = m.slabs[:0]
	clear(m.lists)
	clear(m.maps)
	clear(m.pools)
	m.pools, m.kept, m.dropUnusedAt = m.pools[:0], 0, 0
}

// grow adds n to kept. The current line needs memory that the pools do not have: if what they have for other lines is more than mostKept, it
// is dropped.
func (m *Memory) grow(n int) {
	if m.kept += n; m.kept > mostKept && m.kept > m.dropUnusedAt && m.kept-(m.Taken()-m.begun) > mostKept {
		m.dropUnused()
	}
}

// dropUnused leaves to the garbage collector what the current line does not use.
func (m *Memory) dropUnused() {
	for _, p := range m.pools {
		m.kept -= p.dropFree(m.line)
	}
	m.dropUnusedAt = m.kept + mostKept/4
}

func (m *Memory) wipe() {
	for _, p := range m.pools {
		p.wipe()
	}
}

// needsTrim reports whether trim has something to do.
func (m *Memory) needsTrim() bool { return m.Texts.allocated >= m.sweepAt || m.kept > MaxKept }

// trim drops slabs that are no longer used, and all values if some line has needed far more than the lines after it, or if too much is kept.
// size is the length in bytes of the next line.
func (m *Memory) trim(size int) {
	if m.Texts.allocated >= m.sweepAt {
		m.sweepAt = m.Texts.allocated + sweepAfter
		for _, p := range m.pools {
			p.sweep()
		}
	}
	// A list that has grown keeps up to a third more than its elements.
	spare := m.kept - m.kept/4 - max(BytesPerByte*min(size, math.MaxInt/BytesPerByte), m.Taken()-m.begun)
	m.dropUnusedAt = 0
	if m.kept <= MaxKept || spare <= 0 {
		m.oversized = 0
		return
	}
	if m.oversized++; m.oversized > shortLines || spare > mostKept {
		m.oversized = 0
		m.drop()
	}
}

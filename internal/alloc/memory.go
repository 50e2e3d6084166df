package alloc

// Memory is where the lines of one cursor have their memory from. The zero value is ready, for owned lines. It is not safe for concurrent
// use.
type Memory struct {
	Texts Arena // of strings and raw values

	line     uint64 // number of the recycled line, 1 or more; of owned ones, alone if the line is long, or 0
	recycled bool

	stocks  []*stock     // by the number of a Slab; nil if there was no value
	lists   []*listStock // by the number of a Lists
	maps    []holder     // by the number of a Maps or RecordMaps
	holders []holder     // all of these that there are

	kept      int  // how many values, elements and members they keep
	oversized int  // for how many lines in a row that has been far too much
	stale     bool // see Forget
	sweepAt   int  // Texts.given at which the next sweep is due
}

// alone is Memory.line of a long owned line, for which no stock has anything.
const alone = ^uint64(0)

// holder is a stock of any sort.
type holder interface {
	wipe()  // makes zero values of what there is for recycled lines, so that it refers to nothing
	sweep() // gives up the slab for owned lines if nothing was taken from it since it was called last
}

const (
	// MaxKept bounds what the stocks keep for lines that are too short to need it: records, elements and members.
	MaxKept = 16 << 10
	// shortLines is after how many such lines in a row it is given up. A stream in which long lines come now and then should not
	// make it anew for each of them.
	shortLines = 16
	// sweepAfter is after how many bytes of texts slabs are given up that nobody has needed meanwhile: a slab keeps all that its values
	// point to, and one of a rare type would keep texts from all over the input.
	sweepAfter = 64 << 10
)

// Recycles reports whether lines are recycled.
func (m *Memory) Recycles() bool { return m.recycled }

// Kept is how many values, elements of lists and members of maps are kept for the lines to come.
func (m *Memory) Kept() int { return m.kept }

// Recycle switches between lines whose memory Free makes free again, and lines that are owned. What was handed out before stays as it is.
func (m *Memory) Recycle(on bool) {
	if on != m.recycled {
		m.recycle(on)
	}
}

func (m *Memory) recycle(on bool) {
	m.drop()
	m.recycled, m.line = on, 0
	if on {
		m.line = 1
	}
	m.Texts.useAgain(on)
}

// Begin begins an owned line of a length.
func (m *Memory) Begin(size int) {
	m.line = 0
	if size >= slabLine {
		m.line = alone
	}
	if m.isUntidy() {
		m.trim(size)
	}
}

// Free makes the memory of all recycled lines so far free again. size is the length of the lines that follow until the next Free.
func (m *Memory) Free(size int) {
	if m.isUntidy() {
		m.trim(size)
	}
	m.line++
	if m.Texts.reset() || m.stale {
		m.stale = false
		m.wipe()
	}
}

// Forget makes the next Free clear all values, also those that the next lines will not need. Until then they keep what they point to: memory
// that is given up now.
func (m *Memory) Forget() { m.stale = true }

// Rest frees the memory of recycled lines, makes zero values of all that there is for them, and gives up what is too large to be kept for
// others.
func (m *Memory) Rest() {
	m.Free(0)
	m.Texts.shrink()
	m.wipe()
}

// Shrink gives up all values if there are too many of them.
func (m *Memory) Shrink() {
	if m.kept > MaxKept {
		m.drop()
	}
}

// Poison overwrites the texts of the recycled line in hand, and makes zero values of its records, lists and maps.
func (m *Memory) Poison() {
	m.Texts.poison()
	m.wipe()
}

// sharing is line, but the same for owned lines of all lengths.
func (m *Memory) sharing() uint64 {
	if m.recycled {
		return m.line
	}
	return 0
}

// drop leaves all values to the collector.
func (m *Memory) drop() {
	clear(m.stocks)
	clear(m.lists)
	clear(m.maps)
	clear(m.holders)
	m.holders, m.kept = m.holders[:0], 0
}

func (m *Memory) wipe() {
	for _, h := range m.holders {
		h.wipe()
	}
}

// isUntidy reports whether there is something to do for trim.
func (m *Memory) isUntidy() bool { return m.Texts.given >= m.sweepAt || m.kept > MaxKept }

// trim gives up slabs that are not needed any more, and all values if a line has needed far more than those that followed. A line has no more
// values than bytes, of which the next one has size.
func (m *Memory) trim(size int) {
	if m.Texts.given >= m.sweepAt {
		m.sweepAt = m.Texts.given + sweepAfter
		for _, h := range m.holders {
			h.sweep()
		}
	}
	if m.kept <= MaxKept || m.kept <= size {
		m.oversized = 0
		return
	}
	if m.oversized++; m.oversized > shortLines {
		m.oversized = 0
		m.drop()
	}
}

package corpus

import (
	"math/rand/v2"
	"strconv"
)

// maker writes the lines of a corpus, session by session. To keep the shares of the families, it chooses the family that is farthest below its share
// of the bytes written so far.
type maker struct {
	shape shape
	text
	out  []byte // the lines; its capacity is the size of the corpus
	ends []int
	full bool

	bytes [families]int // written, by family, without the long line
	due   int           // thousandths of a line with letters beyond ASCII that are still to be written
	long  bool          // the long line has been written

	line      []byte // the current line; see open
	tag       string // the tag members of the current line
	family    family
	late      bool // the tags are at the end of each line, in three of twenty sessions
	sessionID string
	model     string
	message   string // id of the current message
	tool      string // id of the current tool use
	toolName  string
	turns     int
	sessions  int
}

func newMaker(s shape, memory []byte) *maker {
	return &maker{
		shape: s,
		text:  text{rnd: rand.New(rand.NewPCG(s.seed, 0)), escape: s.escape},
		out:   memory[:0],
	}
}

// missing returns by how many bytes a family is below its share.
func (m *maker) missing(f family) int {
	total := 0
	for _, n := range m.bytes {
		total += n
	}
	return total/1000*m.shape.share[f] - m.bytes[f]
}

// size draws a size from a table. If the family is below its share, it draws two sizes and returns the larger one.
func (m *maker) size(table []int) int {
	a, b := table[m.rnd.IntN(len(table))], table[m.rnd.IntN(len(table))]
	if m.missing(m.family) > 0 {
		return max(a, b)
	}
	return min(a, b)
}

// chance returns true with a probability of n in 100.
func (m *maker) chance(n int) bool { return m.rnd.IntN(100) < n }

// open begins a line. Members are appended with a comma before each; close replaces the first comma by a brace.
func (m *maker) open(f family, tag string) {
	m.family, m.tag, m.line = f, tag, m.line[:0]
	m.foreign = false
	m.due += m.shape.foreign
	if !m.late {
		m.line = append(m.line, tag...)
	}
}

func (m *maker) raw(s string) { m.line = append(m.line, s...) }
func (m *maker) number(n int) { m.line = strconv.AppendInt(m.line, int64(n), 10) }
func (m *maker) below(n int)  { m.number(m.rnd.IntN(n)) }

// prose appends words, with letters beyond ASCII if such a line is due.
func (m *maker) prose(n int) {
	if m.due >= 1000 && !m.foreign {
		m.due -= 1000
		m.foreign = true
	}
	m.line = m.words(m.line, n)
}

func (m *maker) value(member, s string) {
	m.raw(`,"`)
	m.raw(member)
	m.raw(`":"`)
	m.raw(s)
	m.raw(`"`)
}

// dollars appends a price of up to six places.
func (m *maker) dollars() {
	m.below(3)
	m.raw(".")
	m.number(1 + m.rnd.IntN(9))
	m.below(10000)
	m.number(1 + m.rnd.IntN(9))
}

// base appends the members that all messages share.
func (m *maker) base() {
	m.value("session_id", m.sessionID)
	m.raw(`,"uuid":"`)
	m.line = m.uuid(m.line)
	m.raw(`"`)
}

// close ends the line, and adds it to the corpus if there is room for it.
func (m *maker) close() {
	if m.late {
		m.raw(m.tag)
	}
	m.raw("}\n")
	m.line[0] = '{'
	if len(m.line) > cap(m.out)-len(m.out) {
		m.full = true
	}
	if m.full {
		return
	}
	m.out = append(m.out, m.line...)
	m.ends = append(m.ends, len(m.out))
	m.bytes[m.family] += len(m.line)
}

// session writes one session. The corpus may become full within it.
func (m *maker) session() {
	m.sessionID = string(m.uuid(nil))
	m.model = models[m.rnd.IntN(len(models))]
	m.sessions++
	m.late = m.sessions*3%20 < 3
	m.turns = 0
	m.systemInit()
	m.userPrompt()
	for !m.full {
		m.turns++
		m.message = "msg_01" + string(m.id(nil, 22))
		for m.missing(stream) > m.shape.run*280 {
			m.streamed()
			if m.full {
				return
			}
		}
		m.assistantMessage()
		if m.shape.progress {
			m.toolProgress()
		}
		m.toolResult()
		if m.sessions%10 == 4 && m.turns == 3 {
			m.compactBoundary()
		}
		if m.shape.hooks && m.chance(3) {
			m.hookResponse()
		}
		if m.turns > 3 && m.missing(system) > 3500 {
			m.result()
			return
		}
	}
}

var models = []string{"claude-sonnet-4-5-20250929", "claude-opus-4-5-20251101", "claude-haiku-4-5-20251001"}

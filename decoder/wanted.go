package decoder

import "bytes"

// A loop that filters peeks at each line and decodes those that it wants, which are walked over twice. Most programs write the tag first:
// what begins as a line did that was wanted is decoded at once, and what it turns out to be decides.

const (
	maxHeads = 4
	maxHead  = 64 // bytes
)

// heads are what the last few lines began with, up to their tags, that were wanted and begin differently.
type heads struct {
	list [maxHeads]head
	next int
}

type head struct {
	text [maxHead]byte
	size int // 0: there is none
}

// learn remembers a record that is wanted, and whose tag ends at end.
func (h *heads) learn(record []byte, end int) {
	if end <= 0 || end > min(maxHead, len(record)) || h.begin(record) {
		return
	}
	oldest := &h.list[h.next]
	oldest.size = copy(oldest.text[:], record[:end])
	h.next = (h.next + 1) % maxHeads
}

// begin reports whether a line begins like one of them.
func (h *heads) begin(line []byte) bool {
	for i := range h.list {
		head := &h.list[i]
		if head.size == 0 {
			break
		}
		if bytes.HasPrefix(line, head.text[:head.size]) {
			return true
		}
	}
	return false
}

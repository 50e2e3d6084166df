package claudecode

import (
	"cmp"
	"slices"
	"strings"
)

// Compaction is a point where a summary replaced older turns, or, in the flat form, where they were restored.
type Compaction struct {
	Restore bool
	Before  *Node // the turn before, which may be the command; nil if there is none
	Begin   *Node // the line that says that it begins; only the flat form has one
	End     *Node // the compact boundary, or the line that says that it is complete; nil if there is none
	Guessed bool  // Before is the preceding turn, since the one that a compact boundary names is not in the tree
	Next    *Node // the turn that follows: the summary, or an answer; nil if there is none

	Metadata *CompactMetadata // of a compact boundary
	Stats    *CompactionStats // of the flat form
}

// nodeCompaction has the data that a line has about a compaction.
type nodeCompaction struct {
	step     CompactOperation // of the flat form
	stats    *CompactionStats
	boundary bool
	metadata *CompactMetadata
	summary  bool
}

func (n *Node) describeBoundary(m *CompactBoundaryLine) {
	n.compact = &nodeCompaction{boundary: true, metadata: m.CompactMetadata.Clone()}
	if m.LogicalParentUUID != nil {
		n.before = strings.Clone(*m.LogicalParentUUID)
	}
}

// inferBefore sets Before to the session's last turn for compactions that do not name it.
func (t *Tree) inferBefore() {
	turns := make(map[string][]*Node) // by session
	for _, n := range t.nodes {
		if n.IsTurn() {
			turns[n.SessionID] = append(turns[n.SessionID], n)
		}
	}
	for _, n := range t.nodes {
		if n.Parent != nil || n.Before != nil || !n.compacts() {
			continue
		}
		for _, m := range turns[n.SessionID] {
			if m.root != n && m.Sidechain == n.Sidechain && m.AgentID == n.AgentID && m.earlier(n) && (n.Before == nil || n.Before.earlier(m)) {
				n.Before, n.BeforeGuessed = m, true
			}
		}
	}
}

// compacts reports whether the line is a compact boundary, or a summary without one.
func (n *Node) compacts() bool {
	if n.compact == nil || !n.compact.summary {
		return n.compact != nil && n.compact.boundary
	}
	for up := n.up; up != nil && !up.IsTurn(); up = up.up {
		if up.compact != nil && up.compact.boundary {
			return false
		}
	}
	return true
}

// earlier compares the times of two lines, and their order in the input if they have none.
func (n *Node) earlier(m *Node) bool {
	if n.at != m.at && n.at != 0 && m.at != 0 {
		return n.at < m.at
	}
	return n.index < m.index
}

// Compactions returns the compactions, in the order of the lines.
func (t *Tree) Compactions() []*Compaction {
	t.build()
	var list []*Compaction
	for _, n := range t.nodes {
		switch c := n.compact; {
		case c == nil:
		case n.compacts():
			k := &Compaction{Before: n.Before, Guessed: n.BeforeGuessed, Metadata: c.metadata}
			if c.boundary {
				k.End, k.Next = n, n.followed()
			} else {
				k.Next = n
			}
			if k.Before == nil {
				k.Before = n.above
			} else if !k.Before.IsTurn() {
				k.Before = k.Before.above
			}
			list = append(list, k)
		case c.step == CompactOperationCompacting || c.step == CompactOperationRestoring:
			list = append(list, &Compaction{Restore: c.step == CompactOperationRestoring, Before: n.above, Begin: n})
		}
	}
	begun := list[:len(list):len(list)]
	of := make(map[*Node]*Compaction) // those that an end completes
	for _, isOf := range []func(k *Compaction, end *Node) bool{
		func(k *Compaction, end *Node) bool { return k.Begin == end.above },
		func(k *Compaction, end *Node) bool { return k.Begin.earlier(end) },
	} {
		for _, n := range t.nodes {
			if n.completes() && of[n] == nil {
				if k := openCompaction(begun, n, isOf); k != nil {
					of[n], k.End = k, n
				}
			}
		}
	}
	for _, n := range t.nodes {
		if !n.completes() {
			continue
		}
		k := of[n]
		if k == nil {
			k = &Compaction{Restore: n.compact.step == CompactOperationRestored, Before: n.above, End: n}
			list = append(list, k)
		}
		k.Stats = n.compact.stats
	}
	for _, k := range list {
		if k.Next == nil && k.End != nil {
			k.Next = k.End.followed()
		} else if k.Next == nil && k.Begin != nil {
			k.Next = k.Begin.followed()
		}
	}
	slices.SortStableFunc(list, func(a, b *Compaction) int { return cmp.Compare(a.line(), b.line()) })
	return list
}

func (k *Compaction) line() int {
	return cmp.Or(k.Begin, k.End, k.Next).index
}

// completes reports whether the line says that a compaction of the flat form is complete.
func (n *Node) completes() bool {
	return n.compact != nil && (n.compact.step == CompactOperationCompacted || n.compact.step == CompactOperationRestored)
}

// openCompaction returns the last compaction of the end's session and kind that has no end yet and for which isOf holds, nil if there
// is none.
func openCompaction(list []*Compaction, end *Node, isOf func(k *Compaction, end *Node) bool) *Compaction {
	restore := end.compact.step == CompactOperationRestored
	var last *Compaction
	for _, k := range list {
		if k.Begin == nil || k.End != nil || k.Restore != restore || k.Begin.SessionID != end.SessionID || !isOf(k, end) {
			continue
		}
		if last == nil || last.Begin.earlier(k.Begin) {
			last = k
		}
	}
	return last
}

// followed returns the turn that follows the end or the beginning of a compaction in its conversation, the first summary if there is one.
func (n *Node) followed() *Node {
	var summary, next *Node
	behind := []*Node{n}
	for i := 0; i < len(behind); i++ {
		for _, c := range behind[i].Children {
			switch {
			case n.Sidechain && !c.Sidechain: // the sidechain has ended
			case c.Sidechain != n.Sidechain || !c.IsTurn():
				behind = append(behind, c)
			case c.compact != nil && c.compact.summary:
				if summary == nil || c.index < summary.index {
					summary = c
				}
			case c.role != stepNode && (next == nil || c.index < next.index):
				next = c
			}
		}
	}
	return cmp.Or(summary, next)
}

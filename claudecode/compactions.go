package claudecode

import (
	"cmp"
	"slices"
	"strings"
)

// Compaction is a place where a summary replaced older turns, or, in the flat form, where they were restored.
type Compaction struct {
	Restore bool
	Before  *Node // the turn before, which may be the command
	Begin   *Node // the line that says that it begins; only the flat form has one
	End     *Node // the compact boundary, or the line that says that it is complete; nil if there is none
	Guessed bool  // Before is the turn that comes before, since the one that a compact boundary names is not there
	Next    *Node // the turn behind it: the summary, or an answer

	Metadata *CompactMetadata // of a compact boundary
	Stats    *CompactionStats // of the flat form
}

// nodeCompaction is what a line says of a compaction.
type nodeCompaction struct {
	step     CompactOperation // of the flat form
	stats    *CompactionStats
	boundary bool
	metadata *CompactMetadata
	summary  bool
}

func (n *Node) describeBoundary(m *SystemLine) {
	n.compact = &nodeCompaction{boundary: true, metadata: cloneOf(m.CompactMetadata)}
	if m.LogicalParentUUID != nil {
		n.before = strings.Clone(*m.LogicalParentUUID)
	}
}

// guessBefore gives compactions that do not say what was before them the last turn that was.
func (t *Tree) guessBefore() {
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

// earlier compares the times of two lines, and their places if they have none.
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
				k.Before = n.up
			}
			list = append(list, k)
		case c.step == CompactOperationCompacting || c.step == CompactOperationRestoring:
			list = append(list, &Compaction{Restore: c.step == CompactOperationRestoring, Before: n.Parent, Begin: n})
		}
	}
	begun := list[:len(list):len(list)]
	for _, n := range t.nodes {
		if c := n.compact; c == nil || c.step != CompactOperationCompacted && c.step != CompactOperationRestored {
			continue
		}
		k := openCompaction(begun, n)
		if k == nil {
			k = &Compaction{Restore: n.compact.step == CompactOperationRestored, Before: n.Parent}
			list = append(list, k)
		}
		k.End, k.Stats = n, n.compact.stats
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

// openCompaction is the compaction that n completes: the one that a line above it began, or else the last one of the session before
// it that is not complete.
func openCompaction(list []*Compaction, n *Node) *Compaction {
	restore := n.compact.step == CompactOperationRestored
	var last *Compaction
	for _, k := range list {
		if k.Begin == nil || k.End != nil || k.Restore != restore || k.Begin.SessionID != n.SessionID {
			continue
		}
		if k.Begin == n.above {
			return k
		}
		if k.Begin.earlier(n) {
			last = k
		}
	}
	return last
}

// followed is the turn that follows the end or the beginning of a compaction, the summary if there is one.
func (n *Node) followed() *Node {
	var next *Node
	for _, c := range n.Children {
		if c.compact != nil && c.compact.summary {
			return c
		}
		if next == nil && c.IsTurn() && c.role != stepNode {
			next = c
		}
	}
	return next
}

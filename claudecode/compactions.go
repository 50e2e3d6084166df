package claudecode

import "strings"

// Compaction is a place where a summary replaced older turns, or, in the flat form, where they were restored.
type Compaction struct {
	Restore bool
	Before  *Node // the turn before, which may be the command
	Begin   *Node // the line that says that it begins; only the flat form has one
	End     *Node // the compact boundary, or the line that says that it is complete; nil if there is none
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

// Compactions returns the compactions, in the order of the lines.
func (t *Tree) Compactions() []*Compaction {
	t.build()
	var list []*Compaction
	for _, n := range t.nodes {
		switch c := n.compact; {
		case c == nil || c.summary:
		case c.boundary:
			k := &Compaction{Before: n.Before, End: n, Metadata: c.metadata}
			if k.Before == nil {
				k.Before = n.Parent
			}
			list = append(list, k)
		case c.step == CompactOperationCompacting || c.step == CompactOperationRestoring:
			list = append(list, &Compaction{Restore: c.step == CompactOperationRestoring, Before: n.Parent, Begin: n})
		case c.step == CompactOperationCompacted || c.step == CompactOperationRestored:
			restore := c.step == CompactOperationRestored
			k := openCompaction(list, n, restore)
			if k == nil {
				k = &Compaction{Restore: restore, Before: n.Parent}
				list = append(list, k)
			}
			k.End, k.Stats = n, c.stats
		}
	}
	for _, k := range list {
		k.Next = k.next()
	}
	return list
}

// openCompaction is the compaction that n completes: the one that its parent began, or else the last one of the session that is
// not complete.
func openCompaction(list []*Compaction, n *Node, restore bool) *Compaction {
	var last *Compaction
	for _, k := range list {
		if k.Begin == nil || k.End != nil || k.Restore != restore || k.Begin.SessionID != n.SessionID {
			continue
		}
		if k.Begin == n.Parent {
			return k
		}
		last = k
	}
	return last
}

// next is the turn that follows, the summary if there is one.
func (k *Compaction) next() *Node {
	from := k.End
	if from == nil {
		from = k.Begin
	}
	var next *Node
	for _, c := range from.Children {
		if c.compact != nil && c.compact.summary {
			return c
		}
		if next == nil && c.isTurn() && c.role != stepNode {
			next = c
		}
	}
	return next
}

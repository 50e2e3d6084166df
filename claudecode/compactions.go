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
	type conversation struct {
		session, agent string
		sidechain      bool
	}
	of := func(n *Node) conversation { return conversation{n.SessionID, n.AgentID, n.Sidechain} }
	turns := make(map[conversation][]*Node)
	for _, n := range t.nodes {
		if n.IsTurn() {
			turns[of(n)] = append(turns[of(n)], n)
		}
	}
	for _, list := range turns {
		slices.SortFunc(list, (*Node).compareTime)
	}
	for _, n := range t.nodes {
		if n.Parent != nil || n.Before != nil || !n.compacts() {
			continue
		}
		list := turns[of(n)]
		at, _ := slices.BinarySearchFunc(list, n, (*Node).compareTime)
		for at--; at >= 0 && list[at].root == n; at-- { // what follows the compaction can be earlier by its time only
		}
		if at >= 0 {
			n.Before, n.BeforeGuessed = list[at], true
		}
	}
}

// compacts reports whether the line is a compact boundary, or a summary without one.
func (n *Node) compacts() bool {
	return n.compact != nil && (n.compact.boundary || n.compact.summary && !n.compacted)
}

// compareTime compares the times of two lines, and their order in the input if these are equal.
func (n *Node) compareTime(m *Node) int {
	return cmp.Or(cmp.Compare(n.time.seconds, m.time.seconds), cmp.Compare(n.time.nanos, m.time.nanos), cmp.Compare(n.index, m.index))
}

// Compactions returns the compactions, in the order of the lines.
func (t *Tree) Compactions() []*Compaction {
	t.build()
	var list []*Compaction
	next := t.followers()
	for _, n := range t.nodes {
		switch c := n.compact; {
		case c == nil:
		case n.compacts():
			k := &Compaction{Before: n.Before, Guessed: n.BeforeGuessed, Metadata: c.metadata}
			if c.boundary {
				k.End, k.Next = n, next(n)
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
	of := t.completions(list)
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
			k.Next = next(k.End)
		} else if k.Next == nil && k.Begin != nil {
			k.Next = next(k.Begin)
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

// completions sets the ends of the compactions of the flat form, and returns the compaction that each end completes: the one whose
// beginning it follows, or else the last one before it of its session and kind that has no end yet.
func (t *Tree) completions(list []*Compaction) map[*Node]*Compaction {
	type kind struct {
		session string
		restore bool
	}
	byBegin, of := make(map[*Node]*Compaction), make(map[*Node]*Compaction)
	lines := make(map[kind][]*Node) // beginnings, and ends that follow none
	for _, k := range list {
		if k.Begin != nil {
			key := kind{k.Begin.SessionID, k.Restore}
			byBegin[k.Begin], lines[key] = k, append(lines[key], k.Begin)
		}
	}
	for _, n := range t.nodes {
		if !n.completes() {
			continue
		}
		key := kind{n.SessionID, n.restores()}
		if k := byBegin[n.above]; k != nil && k.End == nil && key == (kind{k.Begin.SessionID, k.Restore}) {
			of[n], k.End = k, n
		} else {
			lines[key] = append(lines[key], n)
		}
	}
	for _, list := range lines {
		slices.SortFunc(list, (*Node).compareTime)
		var open []*Compaction
		for _, n := range list {
			k, begins := byBegin[n]
			switch last := len(open) - 1; {
			case begins && k.End == nil:
				open = append(open, k)
			case !begins && last >= 0:
				of[n], open[last].End = open[last], n
				open = open[:last]
			}
		}
	}
	return of
}

// restores reports whether a line that completes a compaction restores turns.
func (n *Node) restores() bool { return n.compact.step == CompactOperationRestored }

// followers returns a function for the turn that follows the end or the beginning of a compaction in its conversation, the first summary
// if there is one.
func (t *Tree) followers() func(n *Node) *Node {
	type turns struct{ summary, other *Node }
	first := func(a, b *Node) *Node {
		if a == nil || b != nil && b.index < a.index {
			return b
		}
		return a
	}
	down := t.downwards()
	// What follows a node in the main conversation, and in its sidechain: what stands below it, with only notes and sidechains between.
	main, side := make([]turns, len(t.nodes)), make([]turns, len(t.nodes))
	for _, c := range slices.Backward(down) {
		n := c.Parent
		if n == nil {
			continue
		}
		for _, of := range []struct {
			list  []turns
			holds bool
		}{{main, !c.Sidechain}, {side, c.Sidechain}} {
			to, from := &of.list[n.index], turns{}
			switch {
			case of.holds && c.IsTurn() && c.compact != nil && c.compact.summary:
				from.summary = c
			case of.holds && c.IsTurn() && c.role != stepNode:
				from.other = c
			case of.holds && c.IsTurn():
			case c.Sidechain || of.holds: // a sidechain has ended where the main conversation goes on
				from = of.list[c.index]
			}
			to.summary, to.other = first(to.summary, from.summary), first(to.other, from.other)
		}
	}
	return func(n *Node) *Node {
		of := main[n.index]
		if n.Sidechain {
			of = side[n.index]
		}
		return cmp.Or(of.summary, of.other)
	}
}

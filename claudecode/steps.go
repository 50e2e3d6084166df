package claudecode

import "slices"

// A step is a response of the model with the results of its tool calls, or any other turn. A response has one line or several: lines with one
// message id that follow each other, with only results and notes between them. If two lines follow one line of a response, the history was
// copied, and neither continues the step. In the flat form, which has no message ids, the calls of a response follow one another, or have one
// parent.
//
// The conversation branches between steps only: results of parallel calls are siblings in the tree.
// This file links turns to steps; threads, branches and tool calls are read from these links.

// links connect a node to others of its conversation, which is the main one or that of a sidechain.
type links struct {
	up          *Node   // the nearest node above, of the same conversation
	top         *Node   // the highest node above, of the same conversation; the node itself if there is none
	above       *Node   // the nearest turn above, of the same conversation; of a call in a fan, the fan
	below       []*Node // of a turn: the turns whose above it is
	joined      bool    // to the step of above
	joinedBelow []*Node // those of below that are joined to this turn
	last        *Node   // the turn itself, or the last line below it that nothing follows
	isEnd       bool    // no other step follows the turn or the turns joined below it
	leads       bool    // the turn or one below it is a prompt or an answer
	compacted   bool    // a compact boundary is between the node and the turn above
	depth       int     // the number of turns above
	height      int     // the number of nodes above
	step        *Node   // the first turn of the step, or its fan

	root    *Node   // of the tree
	side    *Node   // the first line of the sidechain
	awaits  []*Node // of a result: the lines with its calls
	awaited bool    // by a result
	visited int     // stamp of the thread that has the node
	rank    int     // in that thread, while it is put in order
}

// linkSteps finds the links of all nodes.
func (t *Tree) linkSteps() {
	// Above a node of the main conversation, sidechains are skipped; a sidechain begins at its first line.
	type nearest struct{ node, turn *Node }
	main := make([]nearest, len(t.nodes))
	t.order = t.order[:0]
	for _, n := range t.downwards() {
		p := n.Parent
		n.root = n
		if p != nil {
			n.root = p.root
			main[n.index] = main[p.index]
		}
		if n.Sidechain {
			n.side = n
			if p != nil && p.Sidechain {
				n.side, n.up, n.above = p.side, p, p.above
				if p.IsTurn() {
					n.above = p
				}
			}
		} else {
			m := &main[n.index]
			n.up, n.above = m.node, m.turn
			m.node = n
			if n.IsTurn() {
				m.turn = n
			}
		}
		n.top = n
		if n.up != nil {
			n.top, n.height = n.up.top, n.up.height+1
			n.compacted = !n.up.IsTurn() && (n.up.compacted || n.up.compact != nil && n.up.compact.boundary)
		}
		if n.IsTurn() {
			t.order = append(t.order, n)
		}
	}
	for _, n := range t.order {
		if n.above != nil {
			n.above.below = append(n.above.below, n)
		}
	}
	byIndex := func(a, b *Node) int { return a.index - b.index }
	for _, n := range t.order {
		slices.SortFunc(n.below, byIndex)
	}
	t.makeFans()
	t.join()
	for _, n := range slices.Backward(t.order) {
		n.isEnd = true
		n.leads = n.role == promptNode || n.role == answerNode || n.role == callNode
		for _, c := range n.below {
			n.isEnd = n.isEnd && c.joined && c.isEnd
			n.leads = n.leads || c.leads
			if c.joined {
				n.joinedBelow = append(n.joinedBelow, c)
			}
		}
	}
}

// linkLast sets last; it needs to know which results wait for which calls.
func (t *Tree) linkLast() {
	for _, n := range t.order {
		for _, c := range n.awaits {
			c.awaited = true
		}
	}
	for _, n := range slices.Backward(t.order) {
		if len(n.below) == 0 {
			n.last = n
		}
		if up := n.above; up != nil && (up.last == nil || up.last.isLastBefore(n.last)) {
			up.last = n.last
		}
	}
}

// isLastBefore reports whether m, not n, is the last line: a call with a result elsewhere is not.
func (n *Node) isLastBefore(m *Node) bool {
	if n.awaited != m.awaited {
		return n.awaited
	}
	return n.index < m.index
}

// makeFans puts a fan above parallel calls of the flat form.
func (t *Tree) makeFans() {
	order := make([]*Node, 0, len(t.order))
	for _, n := range t.order {
		order = append(order, n)
		if n.role == callNode {
			continue // its next call belongs to the same response
		}
		calls := 0
		for _, c := range n.below {
			if c.role == callNode {
				calls++
			}
		}
		if calls < 2 {
			continue
		}
		fan := &Node{role: fanNode, Sidechain: n.Sidechain, links: links{above: n}}
		below := []*Node{fan}
		for _, c := range n.below {
			if c.role == callNode {
				c.above = fan
				fan.below = append(fan.below, c)
			} else {
				below = append(below, c)
			}
		}
		fan.index = fan.below[0].index
		n.below = below
		order = append(order, fan)
	}
	t.order = order
}

// join finds the turns that belong to the step of the turn above them.
func (t *Tree) join() {
	response := make(map[*Node]*Node, len(t.order)) // of answers, calls and their results: the last answer or call at or above
	next := make(map[*Node][]*Node)                 // the answers that claim to continue one
	for _, n := range t.order {
		a := response[n.above]
		switch n.role {
		case answerNode:
			response[n] = n
			if a != nil && n.MessageID != "" && n.MessageID == a.MessageID {
				n.joined = true
				next[a] = append(next[a], n)
			}
		case callNode:
			response[n] = n
			n.joined = n.above != nil && (n.above.role == callNode || n.above.role == fanNode)
		case resultNode:
			if a != nil {
				response[n] = a
				n.joined = true
			}
		}
	}
	for _, answers := range next {
		if len(answers) > 1 {
			for _, n := range answers {
				n.joined = false
			}
		}
	}
	for _, n := range t.order {
		separateRivals(n.below)
	}
	for _, n := range t.order {
		n.step = n
		if n.above != nil {
			n.depth = n.above.depth + 1
		}
		if n.joined {
			n.step = n.above.step
		}
	}
}

// separateRivals removes results of the same call that follow the same turn from its step.
func separateRivals(turns []*Node) {
	if len(turns) < 2 {
		return
	}
	of := make(map[string]*Node)
	for _, n := range turns {
		for _, id := range n.resultIDs() {
			switch first := of[id]; {
			case first == nil:
				of[id] = n
			case first != n:
				first.joined, n.joined = false, false
			}
		}
	}
}

// resultIDs returns the ids of the calls whose results the line has.
func (n *Node) resultIDs() []string {
	if n.role != resultNode || n.tools == nil {
		return nil
	}
	var ids []string
	for _, r := range n.tools.results {
		if r.id != "" {
			ids = append(ids, r.id)
		}
	}
	return ids
}

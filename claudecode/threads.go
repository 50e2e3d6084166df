package claudecode

import (
	"cmp"
	"slices"
)

// Thread is a conversation from its first turn to its last, in the order of the lines. It has either turns of the main conversation or
// those of a sidechain.
type Thread []*Node

// Tip is the last turn.
func (t Thread) Tip() *Node { return t[len(t)-1] }

// Branch is a place where a conversation went on in several ways, since a prompt was edited or an answer was asked for again.
type Branch struct {
	At      *Node
	Options []*Node // the first turn of each way, in the order of the lines
}

// Threads returns all conversations, in the order of their last lines: one for each way that a branch leads to, for each root, and
// for each sidechain. A compact boundary begins a new one; History goes beyond it.
func (t *Tree) Threads() []Thread {
	t.build()
	var threads []Thread
	for _, tip := range t.tips() {
		threads = append(threads, t.Thread(tip))
	}
	return threads
}

// Thread returns the conversation that leads to a turn, that turn included. Parallel tool calls stand side by side in the tree; a thread
// has all of those that it comes by, with their results.
func (t *Tree) Thread(tip *Node) Thread {
	t.build()
	in := make(map[*Node]bool)
	batches := make(map[*batch]bool)
	for n := tip; n != nil; n = n.Parent {
		if n.Sidechain != tip.Sidechain {
			if tip.Sidechain {
				break // the sidechain began behind n
			}
			continue
		}
		in[n] = true
		if n.batch != nil && n != tip {
			batches[n.batch] = true
		}
	}
	if tip.role == resultNode && tip.batch != nil {
		batches[tip.batch] = true
	}
	first := tip.index
	for n := range in {
		first = min(first, n.index)
	}
	for _, n := range t.nodes[first:] {
		if n.batch != nil && batches[n.batch] && n.Sidechain == tip.Sidechain && (n.index < tip.index || n.role == resultNode) {
			in[n] = true
		}
	}
	thread := make(Thread, 0, len(in))
	for n := range in {
		thread = append(thread, n)
	}
	slices.SortFunc(thread, func(a, b *Node) int { return cmp.Compare(a.index, b.index) })
	return thread
}

// History is the thread of a turn with all that came before its compactions.
func (t *Tree) History(tip *Node) Thread {
	history := t.Thread(tip)
	seen := map[*Node]bool{}
	for {
		root := history[0]
		for _, n := range history {
			if n.Before != nil {
				root = n
				break
			}
		}
		if root.Before == nil || seen[root] {
			return history
		}
		seen[root] = true
		before := t.Thread(root.Before)
		history = append(before[:len(before):len(before)], history...)
	}
}

// Current returns the main conversation with the last turn of the file, nil if there is none.
func (t *Tree) Current() Thread {
	t.build()
	tips := t.tips()
	for _, tip := range slices.Backward(tips) {
		if !tip.Sidechain {
			return t.Thread(tip)
		}
	}
	return nil
}

// tips are the last turns of the conversations. Of a response with parallel calls, of which none goes on, it is the last line.
func (t *Tree) tips() []*Node {
	goesOn, batchGoesOn := t.followed()
	last := make(map[*batch]*Node)
	for _, n := range t.nodes {
		if n.isTurn() && !goesOn[n.index] && n.batch != nil {
			last[n.batch] = n
		}
	}
	var tips []*Node
	for _, n := range t.nodes {
		switch {
		case !n.isTurn() || goesOn[n.index]:
		case n.batch == nil || !batchGoesOn[n.batch] && last[n.batch] == n:
			tips = append(tips, n)
		}
	}
	return tips
}

// followed tells which turns are followed by another one of their conversation, and which responses by one that is no part of them.
func (t *Tree) followed() (nodes []bool, batches map[*batch]bool) {
	nodes, batches = make([]bool, len(t.nodes)), make(map[*batch]bool)
	// The nearest turns at or above a node: of the main conversation, and of the sidechain that the node is in.
	type nearest struct{ main, side *Node }
	above := make([]nearest, len(t.nodes))
	for _, n := range t.downwards() {
		var up nearest
		if n.Parent != nil {
			up = above[n.Parent.index]
		}
		before := &up.main
		if n.Sidechain {
			before = &up.side
		} else {
			up.side = nil
		}
		if n.isTurn() {
			if p := *before; p != nil {
				nodes[p.index] = true
				if p.batch != nil && p.batch != n.batch {
					batches[p.batch] = true
				}
			}
			*before = n
		}
		above[n.index] = up
	}
	return nodes, batches
}

// downwards returns all nodes, parents before their children.
func (t *Tree) downwards() []*Node {
	order := make([]*Node, 0, len(t.nodes))
	for _, n := range t.nodes {
		if n.Parent == nil {
			order = append(order, n)
		}
	}
	for i := 0; i < len(order); i++ {
		order = append(order, order[i].Children...)
	}
	return order
}

// Branches returns the places where a conversation went on in several ways, in the order of the lines. Tool calls of one response
// are no ways to go on, nor are sidechains and what Claude Code itself has to say.
func (t *Tree) Branches() []Branch {
	t.build()
	var list []Branch
	for _, n := range t.nodes {
		b := Branch{At: n}
		seen := make(map[*batch]bool)
		for _, c := range n.Children {
			switch {
			case c.Sidechain != n.Sidechain:
			case c.role == promptNode:
				b.Options = append(b.Options, c)
			case c.role == answerNode || c.role == callNode:
				if c.batch != nil && (c.batch == n.batch || seen[c.batch]) {
					continue
				}
				seen[c.batch] = c.batch != nil
				b.Options = append(b.Options, c)
			}
		}
		if len(b.Options) > 1 {
			list = append(list, b)
		}
	}
	return list
}

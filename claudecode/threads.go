package claudecode

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
)

// Thread is a conversation from its first turn to its last: parents first, calls before their results, the tip last, and else in the
// order of the lines. It has either turns of the main conversation or those of a sidechain, and the notes that one of them follows.
type Thread []*Node

// Tip returns the last turn, nil for an empty thread.
func (t Thread) Tip() *Node {
	if len(t) == 0 {
		return nil
	}
	return t[len(t)-1]
}

// Threads returns all conversations, in the order of their tips: one for each branch, for each root, and for each
// sidechain. Each turn is in every thread that it belongs to, and in one at least. A compact boundary begins a new thread; see
// History.
//
// Threads that branch late have most of their turns in common, and each of them takes 8 bytes for each turn: in a hostile file, whose n
// lines can be n/2 branches of n/2 turns, that is too much. Call Thread for those that you need.
func (t *Tree) Threads() []Thread {
	t.build()
	var threads []Thread
	for _, tip := range t.tips() {
		threads = append(threads, t.Thread(tip))
	}
	return threads
}

// Thread returns the conversation up to a node, including the node. Parallel tool calls are siblings in the tree; the thread has all calls
// of its responses, with their results. Calls that another conversation continues are not in it; results are, since the response would
// not be complete without them. The thread of nil, which Node returns for an unknown uuid, is empty.
func (t *Tree) Thread(tip *Node) Thread {
	if tip == nil {
		return nil
	}
	t.build()
	t.stamp++
	var thread Thread
	// add adds a node, and the notes between it and the turn above.
	add := func(n *Node) {
		for ; n != nil && n.visited != t.stamp; n = n.up {
			t.visits++
			n.visited = t.stamp
			thread = append(thread, n)
			if n.up == nil || n.up.IsTurn() {
				return
			}
		}
	}
	var include func(n *Node)
	include = func(n *Node) {
		t.visits++
		if n.role != resultNode && !n.isEnd {
			return
		}
		add(n)
		for _, c := range n.joinedBelow {
			include(c)
		}
	}
	add(tip)
	from := tip
	for n := tip.above; n != nil; from, n = n, n.above {
		t.visits++
		if n.role != fanNode {
			add(n)
		}
		for _, c := range n.joinedBelow {
			if c != from {
				include(c)
			}
		}
	}
	return inOrder(thread, tip)
}

// History returns the thread of a node with everything before its compactions.
func (t *Tree) History(tip *Node) Thread {
	seen := make(map[*Node]bool)
	unseen := func(tip *Node) (thread Thread) {
		for _, n := range t.Thread(tip) {
			if !seen[n] {
				seen[n] = true
				thread = append(thread, n)
			}
		}
		return thread
	}
	var history Thread
	for rest := []Thread{unseen(tip)}; len(rest) > 0; { // the last thread comes before what is left of the others
		top := &rest[len(rest)-1]
		switch {
		case len(*top) == 0:
			rest = rest[:len(rest)-1]
		case (*top)[0].Before != nil && !seen[(*top)[0].Before]:
			rest = append(rest, unseen((*top)[0].Before))
		default:
			history, *top = append(history, (*top)[0]), (*top)[1:]
		}
	}
	return history
}

// Current returns the thread of the main conversation whose tip is last in the file, without the deleted turns at its end. In a
// file that has only sidechains it is the last of these. It is nil if all turns are deleted, or there are none.
func (t *Tree) Current() Thread {
	t.build()
	last := make(map[*Node]*Node) // as Node.last, of turns that were not deleted
	for _, n := range slices.Backward(t.order) {
		if last[n] == nil && n.role != fanNode && !n.Deleted {
			last[n] = n
		}
		if l, up := last[n], n.above; up != nil && l != nil && (last[up] == nil || last[up].isLastBefore(l)) {
			last[up] = l
		}
	}
	var main, side *Node
	for _, n := range t.order {
		if !n.beginsLastStep() {
			continue
		}
		for n != nil && last[n] == nil {
			n = n.above
		}
		if n == nil {
			continue
		}
		tip := last[n]
		if n != tip && !n.beginsLastStep() {
			continue // the remaining turns are in another conversation
		}
		best := &main
		if tip.Sidechain {
			best = &side
		}
		if *best == nil || tip.index > (*best).index {
			*best = tip
		}
	}
	if main == nil {
		main = side
	}
	if main == nil {
		return nil
	}
	return t.Thread(main)
}

// beginsLastStep reports whether the turn is the first one of the last step of a conversation.
func (n *Node) beginsLastStep() bool { return n.isEnd && !n.joined }

// tips returns the last turn of each conversation, in the order of the lines.
func (t *Tree) tips() []*Node {
	var tips []*Node
	for _, n := range t.order {
		if n.beginsLastStep() {
			tips = append(tips, n.last)
		}
	}
	slices.SortFunc(tips, func(a, b *Node) int { return a.index - b.index })
	return tips
}

// inOrder sorts the nodes of a thread topologically, in the order of the lines as far as that allows, with the tip last. A line comes after
// the nearest node above it, and a result also after its calls. In a cycle of results that wait for each other, the first does not wait.
// Lines after the tip, if that is a note within a response, are never reached and are left out.
func inOrder(thread Thread, tip *Node) Thread {
	key := func(n *Node) int {
		if n == tip {
			return math.MaxInt
		}
		return n.index
	}
	slices.SortFunc(thread, func(a, b *Node) int { return cmp.Compare(key(a), key(b)) })
	for i, n := range thread {
		n.rank = i
	}
	o := ordering{nodes: thread, calls: make([]int, len(thread))}
	in := func(n *Node) bool { return n != nil && n.visited == tip.visited }
	sorted := true
	for i, n := range thread {
		sorted = sorted && (!in(n.up) || n.up.rank < i)
		for _, c := range n.awaits {
			if in(c) && c != tip && n != tip {
				sorted = sorted && c.rank < i
				o.calls[i]++
			}
		}
	}
	if sorted {
		return thread
	}
	o.below, o.results = make([][]int, len(thread)), make([][]int, len(thread))
	for i, n := range thread[:len(thread)-1] {
		if in(n.up) {
			o.below[n.up.rank] = append(o.below[n.up.rank], i)
		} else {
			o.reach(i)
		}
		for _, c := range n.awaits {
			if in(c) && c != tip {
				o.results[c.rank] = append(o.results[c.rank], i)
			}
		}
	}
	return append(o.order(), tip)
}

// ordering is the state of inOrder. Lines have numbers in the order of the file; the tip has none.
type ordering struct {
	nodes          Thread
	calls          []int   // of a result: the number of its calls that are not placed yet; or placed
	below          [][]int // lines that follow a line
	results        [][]int // lines that wait for a line's calls
	ready, blocked ranks   // lines below a placed one: those that can be placed, and those that wait for calls
	reached        []bool
}

const placed = -1

// reach adds a line to ready or blocked; the line above it is placed, or there is none.
func (o *ordering) reach(i int) {
	if o.reached == nil {
		o.reached = make([]bool, len(o.nodes))
	}
	o.reached[i] = true
	if o.calls[i] == 0 {
		heap.Push(&o.ready, i)
	} else {
		heap.Push(&o.blocked, i)
	}
}

func (o *ordering) order() Thread {
	list := make(Thread, 0, len(o.nodes))
	for len(o.ready)+len(o.blocked) > 0 {
		from := &o.ready
		if len(o.ready) == 0 {
			from = &o.blocked
		}
		i := heap.Pop(from).(int)
		if o.calls[i] == placed {
			continue
		}
		o.calls[i] = placed
		list = append(list, o.nodes[i])
		for _, k := range o.below[i] {
			o.reach(k)
		}
		for _, k := range o.results[i] {
			if o.calls[k] == placed {
				continue
			}
			if o.calls[k]--; o.calls[k] == 0 && o.reached[k] {
				heap.Push(&o.ready, k)
			}
		}
	}
	return list
}

// ranks is a min-heap.
type ranks []int

func (r ranks) Len() int           { return len(r) }
func (r ranks) Less(i, j int) bool { return r[i] < r[j] }
func (r ranks) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *ranks) Push(x any)        { *r = append(*r, x.(int)) }
func (r *ranks) Pop() any {
	last := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return last
}

package claudecode

import "slices"

// Branch is a point where a conversation has several continuations, since a prompt was edited or an answer was requested again.
type Branch struct {
	At      *Node   // the node that all options follow; nil if the first prompt of a session was edited
	Options []*Node // the first turn of each branch, in the order of the lines
}

// Branches returns the points where a conversation has several continuations, in the order of their first options. Tool calls of one
// response, sidechains and messages of Claude Code itself are not options.
//
// The first prompt was edited where several prompts of a session have no parent, and one of them was followed by a turn: in files
// whose lines name no parents, prompts without a parent are not a branch.
func (t *Tree) Branches() []Branch {
	t.build()
	options := make(map[*Node][]*Node) // by the step that they follow
	first := make(map[string][]*Node)  // by session
	for _, n := range t.order {
		switch {
		case n.joined || !n.leads:
		case n.above != nil:
			step := n.above.step
			options[step] = append(options[step], n.line())
		case n.isFirstPrompt():
			first[n.SessionID] = append(first[n.SessionID], n)
		}
	}
	var list []Branch
	for _, o := range options {
		if len(o) > 1 {
			list = append(list, Branch{commonUp(o), o})
		}
	}
	for _, o := range first {
		if len(o) > 1 && slices.ContainsFunc(o, func(n *Node) bool { return len(n.below) > 0 }) {
			list = append(list, Branch{commonUp(o), o})
		}
	}
	byIndex := func(a, b *Node) int { return a.index - b.index }
	for _, b := range list {
		slices.SortFunc(b.Options, byIndex)
	}
	slices.SortFunc(list, func(a, b Branch) int { return byIndex(a.Options[0], b.Options[0]) })
	return list
}

// isFirstPrompt reports whether a turn without a turn above begins a session: its parent is not missing, and the session was not
// compacted before it.
func (n *Node) isFirstPrompt() bool {
	if n.Sidechain || n.UUID == "" || n.compact != nil || n.role != promptNode && n.role != contextNode {
		return false
	}
	return n.top.ParentUUID == "" && n.top.compact == nil
}

// line returns the node itself, or the first call of a fan.
func (n *Node) line() *Node {
	if n.role == fanNode {
		return n.below[0]
	}
	return n
}

// commonUp returns the lowest node that all nodes follow, nil if there is none.
func commonUp(nodes []*Node) *Node {
	common := nodes[0].up
	below := make(map[*Node]bool) // nodes that follow common
	for _, n := range nodes[1:] {
		for other := n.up; common != other && !below[other]; {
			switch {
			case other == nil || common != nil && common.height > other.height:
				below[common] = true
				common = common.up
			default:
				below[other] = true
				other = other.up
			}
		}
	}
	return common
}

package claudecode

import "slices"

// Branch is a place where a conversation went on in several ways, since a prompt was edited or an answer was asked for again.
type Branch struct {
	At      *Node   // what all ways follow; nil if the first prompt of a session was edited
	Options []*Node // the first turn of each branch, in the order of the lines
}

// Branches returns the places where a conversation went on in several ways, in the order of their first options. Tool calls of one response
// are no ways to go on, nor are sidechains and what Claude Code itself has to say.
//
// The first prompt was edited where several prompts of a session have no parent, and one of them was followed by a turn: in files
// whose lines name no parents, prompts without a parent are no branch.
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

// isFirstPrompt reports whether a turn, which follows none, begins a session: neither is its parent missing, nor was the session
// compacted before it.
func (n *Node) isFirstPrompt() bool {
	if n.Sidechain || n.UUID == "" || n.compact != nil || n.role != promptNode && n.role != contextNode {
		return false
	}
	top := n
	for top.up != nil {
		top = top.up
	}
	return top.ParentUUID == "" && top.compact == nil
}

// line is the node itself, or the first call of a fan.
func (n *Node) line() *Node {
	if n.role == fanNode {
		return n.below[0]
	}
	return n
}

// commonUp is the lowest node that all of them follow, nil if there is none.
func commonUp(nodes []*Node) *Node {
	common := nodes[0].up
	for _, n := range nodes[1:] {
		other := n.up
		for common != other {
			switch {
			case other == nil || common != nil && common.height > other.height:
				common = common.up
			default:
				other = other.up
			}
		}
	}
	return common
}

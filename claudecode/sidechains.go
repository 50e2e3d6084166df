package claudecode

// Sidechain is the conversation of a subagent.
type Sidechain struct {
	Root    *Node
	From    *Node     // the turn of the main conversation that started it, nil if it is not in the tree
	Call    *ToolCall // the tool call that started it, nil if it is not known
	AgentID string
	Nodes   []*Node // all of its lines, in the order of the file
}

// Sidechains returns the sidechains, in the order of their first lines. The call that started one is the one whose result names its agent;
// otherwise its parent, if it has one; otherwise the one whose prompt is the sidechain's first.
func (t *Tree) Sidechains() []*Sidechain {
	t.build()
	byAgent, byPrompt := make(map[string]*ToolCall), make(map[hash128]*ToolCall)
	byNode := make(map[*Node]*ToolCall)
	for _, c := range t.calls {
		if c.AgentID != "" && byAgent[c.AgentID] == nil {
			byAgent[c.AgentID] = c
		}
		if c.prompt != (hash128{}) && byPrompt[c.prompt] == nil {
			byPrompt[c.prompt] = c
		}
		if c.Call != nil && byNode[c.Call] == nil {
			byNode[c.Call] = c
		}
	}
	var list []*Sidechain
	of := make(map[*Node]*Sidechain)
	for _, n := range t.nodes {
		root := n.side
		if root == nil {
			continue
		}
		s := of[root]
		if s == nil {
			s = &Sidechain{Root: root, From: root.Parent}
			if s.From != nil && !s.From.IsTurn() {
				s.From = s.From.above
			}
			of[root] = s
			list = append(list, s)
		}
		s.Nodes = append(s.Nodes, n)
		if s.AgentID == "" {
			s.AgentID = n.AgentID
		}
	}
	for _, s := range list {
		switch {
		case byAgent[s.AgentID] != nil && s.AgentID != "":
			s.Call = byAgent[s.AgentID]
		case s.From != nil:
			s.Call = byNode[s.From]
		case s.Root.prompt != hash128{}:
			s.Call = byPrompt[s.Root.prompt]
		}
		if s.From == nil && s.Call != nil {
			s.From = s.Call.Call
		}
	}
	return list
}

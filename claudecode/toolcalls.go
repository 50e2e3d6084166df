package claudecode

import (
	"cmp"
	"slices"
)

// ToolCall is a call of a tool and its result.
type ToolCall struct {
	ID      string // "" in the flat form
	Name    string
	Call    *Node  // nil if the result names a call that is not there
	Result  *Node  // nil if there is none
	Failed  bool   // the result is an error
	AgentID string // of the subagent that the call started, if its result says so
	Batch   int    // calls with the same number were made in parallel, by one response

	prompt hash128
}

// nodeTools are the calls or the results of one line.
type nodeTools struct {
	calls   []nodeCall
	results []nodeResult
	agent   string // of the one result

	flat   bool // the line itself is a result, which names no call
	failed bool
}

type nodeCall struct {
	id, name string
	prompt   hash128
}

type nodeResult struct {
	id     string
	failed bool
}

// batch is a response that calls tools, in one line or several, with the results.
type batch struct {
	number  int
	flat    []*Node // calls of the flat form
	results []*Node // and what follows them
}

// ToolCalls returns the calls of all tools with their results, in the order of the calls. Results are matched by the id of the call.
// In the flat form, which has no ids, a result belongs to the call that is its parent, and if several results have one parent, or
// follow one another, they are in the order of the calls.
//
// Results without a call stand where their line does.
func (t *Tree) ToolCalls() []*ToolCall {
	t.build()
	return t.calls
}

func (t *Tree) matchTools() {
	t.calls = nil
	t.batches()
	byID := make(map[string]*ToolCall)
	byNode := make(map[*Node]*ToolCall) // flat ones
	for _, n := range t.nodes {
		if n.tools == nil {
			continue
		}
		for _, c := range n.tools.calls {
			if c.id != "" && byID[c.id] != nil {
				continue // a line that was written twice, under another uuid
			}
			call := &ToolCall{ID: c.id, Name: c.name, Call: n, Batch: n.batch.number, prompt: c.prompt}
			t.calls = append(t.calls, call)
			if c.id != "" {
				byID[c.id] = call
			} else if n.role == callNode {
				byNode[n] = call
			}
		}
	}
	for _, n := range t.nodes {
		if n.tools == nil {
			continue
		}
		for _, r := range n.tools.results {
			call := byID[r.id]
			if call == nil {
				call = &ToolCall{ID: r.id, Batch: -1}
				t.calls = append(t.calls, call)
				if r.id != "" {
					byID[r.id] = call
				}
			}
			if call.Result == nil {
				call.Result, call.Failed, call.AgentID = n, r.failed, n.tools.agent
				if call.Call != nil {
					n.batch = call.Call.batch
				}
			}
		}
	}
	t.matchFlat(byNode)
	slices.SortStableFunc(t.calls, func(a, b *ToolCall) int { return cmp.Compare(a.line(), b.line()) })
}

func (c *ToolCall) line() int {
	if c.Call != nil {
		return c.Call.index
	}
	return c.Result.index
}

// batches tells which lines are one response: those with its id; in the flat form calls that follow one another, as parent and
// child or as children of one parent with nothing but calls between them.
func (t *Tree) batches() {
	type message struct{ session, id string }
	byMessage := make(map[message]*batch)
	number := 0
	newBatch := func() *batch {
		number++
		return &batch{number: number - 1}
	}
	var run *Node // the last line that is no note, if it is a call of the flat form
	for _, n := range t.nodes {
		switch {
		case n.role == callNode:
			switch {
			case n.Parent != nil && n.Parent.role == callNode && n.Parent.batch != nil && n.Parent.Sidechain == n.Sidechain:
				n.batch = n.Parent.batch
			case run != nil && run.Parent == n.Parent && run.Sidechain == n.Sidechain && n.Parent != nil:
				n.batch = run.batch
			default:
				n.batch = newBatch()
			}
			n.batch.flat = append(n.batch.flat, n)
		case n.role == answerNode && n.MessageID != "":
			m := message{n.SessionID, n.MessageID}
			if byMessage[m] == nil {
				byMessage[m] = newBatch()
			}
			n.batch = byMessage[m]
		case n.tools != nil && len(n.tools.calls) > 0:
			n.batch = newBatch()
		}
		if n.role == callNode {
			run = n
		} else if n.isTurn() {
			run = nil
		}
	}
}

// matchFlat matches the results of the flat form.
func (t *Tree) matchFlat(byNode map[*Node]*ToolCall) {
	var order []*batch
	for _, n := range t.nodes {
		if n.tools == nil || !n.tools.flat {
			continue
		}
		b := batchAbove(n)
		switch {
		case b != nil:
			if len(b.results) == 0 {
				order = append(order, b)
			}
			b.results = append(b.results, n)
		case n.Kind == KindSystemToolResult:
			t.calls = append(t.calls, &ToolCall{Result: n, Failed: n.tools.failed, Batch: -1})
		}
	}
	for _, b := range order {
		calls := b.callsOf()
		for i, n := range b.results {
			n.batch = b
			switch {
			case calls[i] != nil:
				call := byNode[calls[i]]
				call.Result, call.Failed = n, n.tools.failed
			case n.Kind == KindSystemToolResult:
				t.calls = append(t.calls, &ToolCall{Result: n, Failed: n.tools.failed, Batch: -1})
			}
		}
	}
}

// batchAbove is the response whose results n may be one of: that of the nearest call above it, with only results and notes between.
func batchAbove(n *Node) *batch {
	for p := n.Parent; p != nil && p.Sidechain == n.Sidechain; p = p.Parent {
		switch {
		case p.role == callNode:
			return p.batch
		case p.role == noteNode, p.tools != nil && p.tools.flat:
			continue
		}
		return nil
	}
	return nil
}

// callsOf returns the call of each result, nil for one too many.
func (b *batch) callsOf() []*Node {
	calls := make([]*Node, len(b.results))
	taken := make(map[*Node]bool)
	byParent := true
	for _, r := range b.results {
		p := r.Parent
		for p != nil && p.role == noteNode {
			p = p.Parent
		}
		byParent = byParent && p != nil && p.role == callNode && !taken[p]
		taken[p] = true
	}
	for i, r := range b.results {
		switch {
		case byParent:
			p := r.Parent
			for p.role == noteNode {
				p = p.Parent
			}
			calls[i] = p
		case i < len(b.flat):
			calls[i] = b.flat[i]
		}
	}
	return calls
}

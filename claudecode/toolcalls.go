package claudecode

import (
	"cmp"
	"slices"
)

// ToolCall is a call of a tool and its result.
type ToolCall struct {
	ID      string // "" in the flat form
	Name    string
	Call    *Node  // nil if the result names a call that is not in the tree
	Result  *Node  // nil if there is none
	Failed  bool   // the result is an error
	AgentID string // of the subagent that the call started, if its result says so
	Batch   int    // calls with the same number were made in parallel, by one response

	prompt hash128
}

// nodeTools has the calls or the results of one line.
type nodeTools struct {
	calls   []nodeCall
	results []nodeResult
	agent   string // of the only result

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

// ToolCalls returns the calls of all tools with their results, in the order of the calls. A result belongs to the call with its id
// that it follows, at whatever distance; if it follows none, to a call of its session that has no result yet, or else to any. A call
// with the id of one that it follows is the same call, written twice; in a copied history, each copy has
// calls of its own.
//
// In the flat form, which has no ids, a result belongs to the call that is its parent, and if several results have one parent, or
// follow one another, they are in the order of the calls.
//
// Results without a call are listed in the order of their lines.
func (t *Tree) ToolCalls() []*ToolCall {
	t.build()
	return t.calls
}

func (t *Tree) matchTools() {
	t.calls = nil
	m := matcher{
		tree: t, open: make(map[string][]*ToolCall), bySession: make(map[sessionCall]*callQueue), byID: make(map[string]*callQueue),
	}
	m.match()
	t.matchFlat()
	slices.SortStableFunc(t.calls, func(a, b *ToolCall) int { return cmp.Compare(a.line(), b.line()) })
	t.number()
}

func (c *ToolCall) line() int {
	if c.Call != nil {
		return c.Call.index
	}
	return c.Result.index
}

// number numbers the responses that call tools.
func (t *Tree) number() {
	numbers := make(map[*Node]int)
	for _, c := range t.calls {
		c.Batch = -1
		if c.Call == nil {
			continue
		}
		n, ok := numbers[c.Call.step]
		if !ok {
			n = len(numbers)
			numbers[c.Call.step] = n
		}
		c.Batch = n
	}
}

// matcher finds the results of calls that have ids.
type matcher struct {
	tree      *Tree
	open      map[string][]*ToolCall // calls above a node, the nearest last
	bySession map[sessionCall]*callQueue
	byID      map[string]*callQueue
	apart     []apartResult
}

type sessionCall struct{ session, id string }

// apartResult is a result that is not below its call.
type apartResult struct {
	n *Node
	r nodeResult
}

// callQueue has the calls of one id, in the order of the lines.
type callQueue struct {
	calls []*ToolCall
	next  int // the calls before it have results
}

// take returns the first call without a result, otherwise the first; nil if there is none.
func (q *callQueue) take() *ToolCall {
	if q == nil {
		return nil
	}
	for ; q.next < len(q.calls); q.next++ {
		if c := q.calls[q.next]; c.Result == nil {
			return c
		}
	}
	return q.calls[0]
}

func (m *matcher) match() {
	type visit struct {
		n     *Node
		calls []*ToolCall
		next  int // of the children
	}
	for _, root := range m.tree.nodes {
		if root.Parent != nil {
			continue
		}
		stack := []visit{{n: root, calls: m.enter(root)}}
		for len(stack) > 0 {
			v := &stack[len(stack)-1]
			if v.next < len(v.n.Children) {
				c := v.n.Children[v.next]
				v.next++
				stack = append(stack, visit{n: c, calls: m.enter(c)})
				continue
			}
			for _, c := range v.calls {
				m.open[c.ID] = m.open[c.ID][:len(m.open[c.ID])-1]
			}
			stack = stack[:len(stack)-1]
		}
	}
	m.matchApart()
}

// enter records the calls of a line, and assigns its results to the calls above it. It returns the calls.
func (m *matcher) enter(n *Node) (calls []*ToolCall) {
	if n.tools == nil {
		return nil
	}
	for _, c := range n.tools.calls {
		if c.id == "" {
			if n.role != callNode {
				m.tree.calls = append(m.tree.calls, &ToolCall{Name: c.name, Call: n, prompt: c.prompt})
			}
			continue
		}
		if len(m.open[c.id]) > 0 {
			continue
		}
		call := &ToolCall{ID: c.id, Name: c.name, Call: n, prompt: c.prompt}
		calls = append(calls, call)
		m.open[c.id] = append(m.open[c.id], call)
		m.tree.calls = append(m.tree.calls, call)
	}
	for _, r := range n.tools.results {
		if stack := m.open[r.id]; len(stack) > 0 {
			stack[len(stack)-1].setResult(n, r, false)
		} else {
			m.apart = append(m.apart, apartResult{n, r})
		}
	}
	return calls
}

// setResult sets the result of a call: the first line below it, otherwise the first of the others.
func (c *ToolCall) setResult(n *Node, r nodeResult, apart bool) {
	if c.Call != nil && c.Call != n { // a line can have a call of a tool that the API runs, and its result
		n.awaits = append(n.awaits, c.Call)
	}
	if c.Result == nil || !apart && n.index < c.Result.index {
		c.Result, c.Failed, c.AgentID = n, r.failed, n.tools.agent
	}
}

// matchApart finds the calls of results that are not below them.
func (m *matcher) matchApart() {
	if len(m.apart) == 0 {
		return
	}
	slices.SortStableFunc(m.apart, func(a, b apartResult) int { return cmp.Compare(a.n.index, b.n.index) })
	slices.SortStableFunc(m.tree.calls, func(a, b *ToolCall) int { return cmp.Compare(a.line(), b.line()) })
	for _, c := range m.tree.calls {
		if c.ID == "" {
			continue
		}
		s := sessionCall{c.Call.SessionID, c.ID}
		if m.bySession[s] == nil {
			m.bySession[s] = new(callQueue)
		}
		if m.byID[c.ID] == nil {
			m.byID[c.ID] = new(callQueue)
		}
		m.bySession[s].calls = append(m.bySession[s].calls, c)
		m.byID[c.ID].calls = append(m.byID[c.ID].calls, c)
	}
	for _, a := range m.apart {
		call := m.bySession[sessionCall{a.n.SessionID, a.r.id}].take()
		if call == nil {
			call = m.byID[a.r.id].take()
		}
		if call == nil {
			call = &ToolCall{ID: a.r.id}
			m.tree.calls = append(m.tree.calls, call)
		}
		call.setResult(a.n, a.r, true)
	}
}

// matchFlat matches the results of the flat form.
func (t *Tree) matchFlat() {
	type step struct{ calls, results []*Node }
	steps := make(map[*Node]*step)
	var order []*step
	for _, n := range t.order {
		if n.role != callNode && (n.tools == nil || !n.tools.flat) {
			continue
		}
		s := steps[n.step]
		if s == nil {
			s = new(step)
			steps[n.step] = s
			order = append(order, s)
		}
		if n.role == callNode {
			s.calls = append(s.calls, n)
		} else {
			s.results = append(s.results, n)
		}
	}
	downwards := func(a, b *Node) int { return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.index, b.index)) }
	for _, s := range order {
		slices.SortFunc(s.calls, downwards)
		slices.SortFunc(s.results, downwards)
		byNode := make(map[*Node]*ToolCall)
		for _, n := range s.calls {
			call := &ToolCall{Name: n.tools.calls[0].name, Call: n, prompt: n.tools.calls[0].prompt}
			t.calls = append(t.calls, call)
			byNode[n] = call
		}
		for i, n := range flatCalls(s.calls, s.results) {
			result := s.results[i]
			switch {
			case n != nil:
				result.awaits = append(result.awaits, n)
				call := byNode[n]
				call.Result, call.Failed = result, result.tools.failed
			case result.Kind == KindSystemToolResult:
				t.calls = append(t.calls, &ToolCall{Result: result, Failed: result.tools.failed})
			}
		}
	}
}

// flatCalls returns the call of each result of a step: its parent, if each has another one, otherwise the call of the same number;
// nil for a result too many.
func flatCalls(calls, results []*Node) []*Node {
	of := make([]*Node, len(results))
	taken := make(map[*Node]bool)
	for i, r := range results {
		of[i] = r.above
		if of[i] == nil || of[i].role != callNode || taken[of[i]] {
			clear(of)
			copy(of, calls)
			return of
		}
		taken[of[i]] = true
	}
	return of
}

package claudecode_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// plainTree is a plain, slow implementation of Tree: lines are maps. It caches results, so that random tests end.
type plainTree struct {
	nodes  []*plainNode
	known  map[*plainNode]*plainNode // cached results of above
	under  map[*plainNode][]*plainNode
	joins  map[*plainNode]bool
	alones map[*plainNode]bool
	calls  []*plainCall // made by toolCalls
}

type plainCall struct {
	id, prompt   string
	node, result *plainNode
}

type plainNode struct {
	line           int
	m              map[string]any
	uuid, session  string
	named          string // the parent's uuid
	parent         *plainNode
	side           bool
	role           string // note, prompt, context, result, answer, call, step
	message        string // id
	text           string
	calls, results []string // ids
	prompts        []string // that the calls give to a subagent
	tools          string
}

func str(v any, path ...string) string {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	s, _ := v.(string)
	return s
}

func (n *plainNode) content() []map[string]any {
	message, _ := n.m["message"].(map[string]any)
	list, _ := message["content"].([]any)
	var blocks []map[string]any
	for _, b := range list {
		if block, ok := b.(map[string]any); ok {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

func plainText(v any) string {
	list, ok := v.([]any)
	if !ok {
		return str(v)
	}
	text := ""
	for _, b := range list {
		if str(b, "type") == "text" {
			text += str(b, "text")
		}
	}
	return text
}

var turnTypes = []string{"user", "assistant", "system", "compact_system", "attachment", "progress", "saved_hook_context"}

// newPlainTree reads lines. Lines of known kinds without an envelope are notes about the session.
func newPlainTree(lines [][]byte, isNote func(line []byte) bool) *plainTree {
	t := &plainTree{known: map[*plainNode]*plainNode{}, joins: map[*plainNode]bool{}, alones: map[*plainNode]bool{}}
	for i, line := range lines {
		n := &plainNode{line: i + 1, role: "note"}
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if !json.Valid(line) || d.Decode(&n.m) != nil || n.m == nil {
			continue
		}
		typ, subtype := str(n.m["type"]), str(n.m["subtype"])
		n.uuid, n.named, n.session = str(n.m["uuid"]), str(n.m["parentUuid"]), str(n.m["sessionId"])
		n.side = n.m["isSidechain"] == true
		if !slices.Contains(turnTypes, typ) && (n.uuid == "" || isNote(line)) {
			continue
		}
		n.text = str(n.m["message"])
		if m, ok := n.m["message"].(map[string]any); ok {
			n.text = plainText(m["content"])
		}
		for _, b := range n.content() {
			switch kind := str(b["type"]); {
			case strings.HasSuffix(kind, "tool_use"):
				if typ == "assistant" {
					n.calls = append(n.calls, str(b["id"]))
					n.prompts = append(n.prompts, "")
					if b["name"] == "Task" || b["name"] == "Agent" {
						n.prompts[len(n.prompts)-1] = str(b["input"], "prompt")
					}
					input, _ := json.Marshal(b["input"])
					n.tools += fmt.Sprint("call ", b["id"], b["name"], string(input))
				}
			case strings.HasSuffix(kind, "tool_result"): // of an assistant's line, if the API has run the tool
				if typ == "user" && kind == "tool_result" || typ == "assistant" {
					n.results = append(n.results, str(b["tool_use_id"]))
					n.tools += fmt.Sprint("result ", b["tool_use_id"], plainText(b["content"]))
				}
			}
		}
		switch typ {
		case "user":
			n.role = "prompt"
			if n.m["isMeta"] == true || n.m["isCompactSummary"] == true {
				n.role = "context"
			}
			if len(n.results) > 0 {
				n.role = "result"
			}
		case "assistant":
			n.role = "answer"
			switch subtype {
			case "tool_use":
				n.role = "call"
				n.tools = fmt.Sprint(n.m["toolName"], n.m["toolArguments"])
			case "response", "thinking", "command", "error":
			default:
				n.message = str(n.m["message"], "id")
			}
		case "system":
			if subtype == "tool_result" || subtype == "error" {
				n.role = "result"
			}
			if s := str(n.m["content"]); s != "" {
				n.text = s
			}
		case "compact_system":
			n.role = "step"
		}
		if !slices.ContainsFunc(t.nodes, func(o *plainNode) bool {
			return n.uuid != "" && o.uuid == n.uuid && o.m["type"] == n.m["type"] && o.m["subtype"] == n.m["subtype"] && o.text == n.text &&
				o.message == n.message && o.tools == n.tools
		}) {
			t.nodes = append(t.nodes, n)
		}
	}
	for _, n := range t.nodes {
		for _, p := range t.nodes {
			if n.named != "" && p.uuid == n.named {
				if p != n {
					n.parent = p
				}
				break
			}
		}
	}
	for _, n := range t.nodes {
		circle := []*plainNode{n}
		for p := n.parent; p != nil && p != n && len(circle) <= len(t.nodes); p = p.parent {
			circle = append(circle, p)
		}
		if circle[len(circle)-1].parent == n {
			slices.MinFunc(circle, func(a, b *plainNode) int { return strings.Compare(a.uuid, b.uuid) }).parent = nil
		}
	}
	return t
}

func (n *plainNode) isTurn() bool { return n.role != "note" }

// up returns the node above in the same conversation.
func (n *plainNode) up() *plainNode {
	p := n.parent
	if n.side {
		if p != nil && p.side {
			return p
		}
		return nil
	}
	for p != nil && p.side {
		p = p.parent
	}
	return p
}

// above returns the turn above in the same conversation.
func (t *plainTree) above(n *plainNode) *plainNode {
	if n == nil {
		return nil
	}
	if above, ok := t.known[n]; ok {
		return above
	}
	up := n.up()
	for up != nil && !up.isTurn() {
		up = up.up()
	}
	t.known[n] = up
	return up
}

// below returns the turns that follow n.
func (t *plainTree) below(n *plainNode) []*plainNode {
	if t.under == nil {
		t.under = map[*plainNode][]*plainNode{}
		for _, c := range t.turns(func(*plainNode) bool { return true }) {
			t.under[t.above(c)] = append(t.under[t.above(c)], c)
		}
	}
	return t.under[n]
}

func (t *plainTree) turns(keep func(n *plainNode) bool) (list []*plainNode) {
	for _, n := range t.nodes {
		if n.isTurn() && keep(n) {
			list = append(list, n)
		}
	}
	return list
}

// answer returns the answer or call to which n, or a result at or above n, belongs; nil if there is none.
func (t *plainTree) answer(n *plainNode) *plainNode {
	for n != nil && n.role == "result" {
		n = t.above(n)
	}
	if n != nil && n.role != "answer" && n.role != "call" {
		return nil
	}
	return n
}

// goesOn reports whether n belongs to the same message as the answer above it.
func (t *plainTree) goesOn(n *plainNode) *plainNode {
	if a := t.answer(t.above(n)); n.role == "answer" && a != nil && a.message != "" && a.message == n.message {
		return a
	}
	return nil
}

// parallel returns the calls of the flat form that were made in parallel with n.
func (t *plainTree) parallel(n *plainNode) []*plainNode {
	above := t.above(n)
	if n.role != "call" || above == nil || above.role == "call" {
		return nil
	}
	var calls []*plainNode
	for _, o := range t.below(above) {
		if o.role == "call" {
			calls = append(calls, o)
		}
	}
	if len(calls) < 2 {
		return nil
	}
	return calls
}

// joined reports whether n belongs to the step of the turn above it.
func (t *plainTree) joined(n *plainNode) bool {
	joined, ok := t.joins[n]
	if !ok {
		joined = t.join(n)
		t.joins[n] = joined
	}
	return joined
}

func (t *plainTree) join(n *plainNode) bool {
	above := t.above(n)
	switch n.role {
	case "answer":
		a := t.goesOn(n)
		return a != nil && len(t.turns(func(o *plainNode) bool { return t.goesOn(o) == a })) == 1
	case "call":
		return above != nil && above.role == "call"
	case "result":
		return t.answer(above) != nil && !slices.ContainsFunc(t.below(above), func(o *plainNode) bool {
			return o != n && o.role == "result" && slices.ContainsFunc(o.results, func(id string) bool { return id != "" && slices.Contains(n.results, id) })
		})
	}
	return false
}

// step returns the first turn of the step of n; of parallel calls, the first call.
func (t *plainTree) step(n *plainNode) *plainNode {
	for t.joined(n) {
		n = t.above(n)
	}
	if parallel := t.parallel(n); parallel != nil {
		n = parallel[0]
	}
	return n
}

// alone reports whether all turns below n belong to its step.
func (t *plainTree) alone(n *plainNode) bool {
	alone, ok := t.alones[n]
	if !ok {
		alone = !slices.ContainsFunc(t.below(n), func(c *plainNode) bool { return !t.joined(c) || !t.alone(c) })
		t.alones[n] = alone
	}
	return alone
}

// tips returns the last lines of the steps that no other step follows.
func (t *plainTree) tips(awaits map[*plainNode][]*plainNode) []*plainNode {
	awaited := map[*plainNode]bool{}
	for _, calls := range awaits {
		for _, c := range calls {
			awaited[c] = true
		}
	}
	last := map[*plainNode]*plainNode{} // by the first turn of the step
	for _, n := range t.turns(func(n *plainNode) bool { return len(t.below(n)) == 0 }) {
		first := n
		for t.joined(first) && t.alone(t.above(first)) {
			first = t.above(first)
		}
		if t.joined(first) {
			continue
		}
		if parallel := t.parallel(first); parallel != nil {
			if slices.ContainsFunc(parallel, func(c *plainNode) bool { return !t.alone(c) }) {
				continue
			}
			first = parallel[0]
		}
		if l := last[first]; l == nil || awaited[l] || !awaited[n] {
			last[first] = n
		}
	}
	return t.turns(func(n *plainNode) bool {
		for _, l := range last {
			if l == n {
				return true
			}
		}
		return false
	})
}

// thread returns the thread of a tip, in order.
func (t *plainTree) thread(tip *plainNode, awaits map[*plainNode][]*plainNode) []*plainNode {
	in := map[*plainNode]bool{}
	add := func(n *plainNode) {
		in[n] = true
		for up := n.up(); up != nil && !up.isTurn(); up = up.up() {
			in[up] = true
		}
	}
	var include func(n *plainNode)
	include = func(n *plainNode) {
		if n.role == "result" || t.alone(n) {
			add(n)
			for _, c := range t.below(n) {
				if t.joined(c) {
					include(c)
				}
			}
		}
	}
	add(tip)
	for n := tip; t.above(n) != nil; n = t.above(n) {
		for _, c := range t.parallel(n) {
			if c != n {
				include(c)
			}
		}
		for _, c := range t.below(t.above(n)) {
			if c != n && t.joined(c) {
				include(c)
			}
		}
		add(t.above(n))
	}
	for n := range in { // if the tip is a note within a response, lines after it are not in its thread
		for up := n.up(); up != nil; up = up.up() {
			if up == tip {
				delete(in, n)
			}
		}
	}
	var thread []*plainNode
	placed := map[*plainNode]bool{}
	for len(thread) < len(in)-1 {
		var best *plainNode
		bestWaits := false
		for _, n := range t.nodes {
			if up := n.up(); n == tip || !in[n] || placed[n] || in[up] && !placed[up] {
				continue
			}
			waits := slices.ContainsFunc(awaits[n], func(c *plainNode) bool { return c != tip && in[c] && !placed[c] })
			if best == nil || bestWaits && !waits {
				best, bestWaits = n, waits
			}
		}
		placed[best] = true
		thread = append(thread, best)
	}
	return append(thread, tip)
}

// toolCalls matches calls with their results, and returns pairs of lines, 0 for none. awaits has the calls of each line with results.
func (t *plainTree) toolCalls() (pairs [][2]int, awaits map[*plainNode][]*plainNode) {
	var calls []*plainCall
	awaits = map[*plainNode][]*plainNode{}
	give := func(c *plainCall, n *plainNode) {
		if c.node != nil && c.node != n {
			awaits[n] = append(awaits[n], c.node)
		}
		if c.result == nil {
			c.result = n
		}
	}
	callsOn := func(n *plainNode, id string) bool { return id != "" && slices.Contains(n.calls, id) }
	for _, n := range t.nodes {
		for i, id := range n.calls {
			again := id != "" && slices.Contains(n.calls[:i], id)
			for p := n.parent; p != nil; p = p.parent {
				again = again || callsOn(p, id)
			}
			if !again {
				calls = append(calls, &plainCall{id: id, node: n, prompt: n.prompts[i]})
			}
		}
	}
	type result struct {
		n  *plainNode
		id string
	}
	var apart []result
	for _, n := range t.nodes {
		for _, id := range n.results {
			var at *plainCall
			for p := n; p != nil && at == nil; p = p.parent {
				for _, c := range calls {
					if c.node == p && c.id == id && id != "" {
						at = c
					}
				}
			}
			if at != nil {
				give(at, n)
			} else {
				apart = append(apart, result{n, id})
			}
		}
	}
	known := slices.Clone(calls)
	for _, r := range apart {
		var at *plainCall
		for _, fits := range []func(c *plainCall) bool{
			func(c *plainCall) bool { return c.node.session == r.n.session && c.result == nil },
			func(c *plainCall) bool { return c.node.session == r.n.session },
			func(c *plainCall) bool { return c.result == nil },
			func(c *plainCall) bool { return true },
		} {
			for _, c := range known {
				if at == nil && r.id != "" && c.id == r.id && fits(c) {
					at = c
				}
			}
		}
		if at == nil {
			at = &plainCall{id: r.id}
			calls = append(calls, at)
		}
		give(at, r.n)
	}
	// The flat form.
	depth := func(n *plainNode) (d int) {
		for n = t.above(n); n != nil; n = t.above(n) {
			d++
			if t.parallel(n) != nil {
				d++
			}
		}
		return d
	}
	flatResult := func(n *plainNode) bool { return n.role == "result" && n.m["type"] == "system" }
	steps := map[*plainNode][]*plainNode{}
	for _, n := range t.turns(func(n *plainNode) bool { return n.role == "call" || flatResult(n) }) {
		steps[t.step(n)] = append(steps[t.step(n)], n)
	}
	for _, turns := range steps {
		of := func(keep func(n *plainNode) bool) []*plainNode {
			list := slices.DeleteFunc(slices.Clone(turns), func(n *plainNode) bool { return !keep(n) })
			slices.SortStableFunc(list, func(a, b *plainNode) int { return depth(a) - depth(b) })
			return list
		}
		flat, results := of(func(n *plainNode) bool { return n.role == "call" }), of(flatResult)
		byParent := true
		taken := map[*plainNode]bool{}
		for _, r := range results {
			above := t.above(r)
			byParent = byParent && above != nil && above.role == "call" && !taken[above]
			taken[above] = true
		}
		of2 := map[*plainNode]*plainCall{}
		for _, n := range flat {
			c := &plainCall{node: n, prompt: str(n.m["toolArguments"], "prompt")}
			of2[n] = c
			calls = append(calls, c)
		}
		for i, r := range results {
			switch {
			case byParent:
				give(of2[t.above(r)], r)
			case i < len(flat):
				give(of2[flat[i]], r)
			case r.m["subtype"] == "tool_result":
				calls = append(calls, &plainCall{result: r})
			}
		}
	}
	slices.SortStableFunc(calls, func(a, b *plainCall) int {
		return t.index(cmp.Or(a.node, a.result)) - t.index(cmp.Or(b.node, b.result))
	})
	t.calls = calls
	for _, c := range calls {
		pairs = append(pairs, [2]int{lineOf(c.node), lineOf(c.result)})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return pairs, awaits
}

func (t *plainTree) threads() (threads [][]int) {
	_, awaits := t.toolCalls()
	for _, tip := range t.tips(awaits) {
		var lines []int
		for _, n := range t.thread(tip, awaits) {
			lines = append(lines, n.line)
		}
		threads = append(threads, lines)
	}
	return threads
}

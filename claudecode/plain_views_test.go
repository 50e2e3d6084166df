package claudecode_test

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/ndwire/ndwire/claudecode"
)

// This file has plain implementations of roots, branches, sidechains, compactions, histories and the current thread of a Tree. Each result is a list
// of texts with line numbers, 0 for none.

func lineOf(n *plainNode) int {
	if n == nil {
		return 0
	}
	return n.line
}

func linesOf(nodes []*plainNode) (lines []int) {
	for _, n := range nodes {
		lines = append(lines, n.line)
	}
	return lines
}

func (t *plainTree) index(n *plainNode) int { return slices.Index(t.nodes, n) }

// named returns the first node with a uuid.
func (t *plainTree) byUUID(uuid string) *plainNode {
	for _, n := range t.nodes {
		if uuid != "" && n.uuid == uuid {
			return n
		}
	}
	return nil
}

func (n *plainNode) isBoundary() bool {
	return n.m["type"] == "system" && n.m["subtype"] == "compact_boundary"
}

func (n *plainNode) isSummary() bool { return n.m["type"] == "user" && n.m["isCompactSummary"] == true }

func (n *plainNode) deleted() bool { return n.m["isDeleted"] == true }

// earlier compares times, and positions if these are equal. A line without a time has that of the line before in its session.
func (t *plainTree) earlier(a, b *plainNode) bool {
	at, ok := t.time(a)
	bt, ok2 := t.time(b)
	switch {
	case ok != ok2:
		return ok2
	case ok && !at.Equal(bt):
		return at.Before(bt)
	}
	return t.index(a) < t.index(b)
}

// time returns the last time that a line of the session has, up to a node.
func (t *plainTree) time(n *plainNode) (time.Time, bool) {
	for _, m := range slices.Backward(t.nodes[:t.index(n)+1]) {
		if at, ok := plainTime(str(m.m["timestamp"])); ok && m.session == n.session {
			return at, true
		}
	}
	return time.Time{}, false
}

// roots returns the nodes without a parent.
func (t *plainTree) roots() (list []string) {
	for _, n := range t.nodes {
		if n.parent == nil {
			list = append(list, fmt.Sprint(n.line))
		}
	}
	return list
}

// branches returns the steps that several branches follow: the step, and the first turn of each branch.
func (t *plainTree) branches() (list []string) {
	leads := map[*plainNode]bool{} // turns at or above a prompt, an answer or a call
	for _, n := range t.turns(func(n *plainNode) bool { return n.role == "prompt" || n.role == "answer" || n.role == "call" }) {
		for ; n != nil && !leads[n]; n = t.above(n) {
			leads[n] = true
		}
	}
	type place struct {
		step    *plainNode // before the branches
		session string     // of first prompts
	}
	ways := map[place][]*plainNode{}
	for _, n := range t.turns(func(n *plainNode) bool { return leads[n] && !t.joined(n) }) {
		if parallel := t.parallel(n); parallel != nil && parallel[0] != n {
			continue // parallel calls are one branch
		}
		if above := t.above(n); above != nil {
			at := place{step: t.step(above)}
			ways[at] = append(ways[at], n)
			continue
		}
		top := n
		for top.up() != nil {
			top = top.up()
		}
		compacted := n.isSummary() || top.isSummary() || top.isBoundary() || top.role == "step"
		if !n.side && n.uuid != "" && (n.role == "prompt" || n.role == "context") && top.named == "" && !compacted {
			at := place{session: n.session}
			ways[at] = append(ways[at], n)
		}
	}
	var found [][]*plainNode
	for at, options := range ways {
		answered := at.step != nil || slices.ContainsFunc(options, func(n *plainNode) bool { return len(t.below(n)) > 0 })
		if len(options) > 1 && answered {
			found = append(found, options)
		}
	}
	slices.SortFunc(found, func(a, b []*plainNode) int { return t.index(a[0]) - t.index(b[0]) })
	for _, options := range found {
		common := options[0].up()
		for common != nil && slices.ContainsFunc(options, func(n *plainNode) bool {
			for n = n.up(); n != nil && n != common; n = n.up() {
			}
			return n == nil
		}) {
			common = common.up()
		}
		list = append(list, fmt.Sprint(lineOf(common), ": ", linesOf(options)))
	}
	return list
}

// before returns the line before a compaction that is not its parent, and whether it is a guess.
func (t *plainTree) before(n *plainNode) (before *plainNode, guessed bool) {
	if n.isBoundary() {
		before = t.byUUID(str(n.m["logicalParentUuid"]))
	}
	if before != nil || n.parent != nil || !t.compacts(n) {
		return before, false
	}
	root := func(n *plainNode) *plainNode {
		for n.parent != nil {
			n = n.parent
		}
		return n
	}
	for _, m := range t.turns(func(m *plainNode) bool {
		return m.session == n.session && root(m) != n && m.side == n.side && str(m.m["agentId"]) == str(n.m["agentId"]) && t.earlier(m, n)
	}) {
		if before == nil || t.earlier(before, m) {
			before = m
		}
	}
	return before, before != nil
}

// compacts reports whether a node is a compact boundary or a summary that has none.
func (t *plainTree) compacts(n *plainNode) bool {
	if n.isSummary() {
		for up := n.up(); up != nil && !up.isTurn(); up = up.up() {
			if up.isBoundary() {
				return false
			}
		}
		return true
	}
	return n.isBoundary()
}

// turnAt returns the turn at or above a node.
func (n *plainNode) turnAt() *plainNode {
	for n != nil && !n.isTurn() {
		n = n.up()
	}
	return n
}

// next returns the turn after a compaction: the first summary, or else the first other turn.
func (t *plainTree) next(n *plainNode) *plainNode {
	follows := func(c *plainNode) bool {
		up := c.up()
		for up != nil && up != n && !up.isTurn() {
			up = up.up()
		}
		return c.role != "step" && up == n
	}
	all := t.turns(follows)
	if i := slices.IndexFunc(all, (*plainNode).isSummary); i >= 0 {
		return all[i]
	}
	if len(all) > 0 {
		return all[0]
	}
	return nil
}

// compactions returns for each compaction the turn before, its lines, and the next turn.
func (t *plainTree) compactions() (list []string) {
	type compaction struct {
		begin, end, before, next *plainNode
		guessed, restore         bool
		words                    string // the operation, and other data of the line
	}
	var all []*compaction
	says := func(n *plainNode) string { return str(n.m["message"]) }
	for _, n := range t.nodes {
		if n.role == "step" && (says(n) == "conversation_compacting" || says(n) == "conversation_restoring") {
			all = append(all, &compaction{begin: n, before: n.up().turnAt(), restore: says(n) == "conversation_restoring"})
		}
	}
	// A completion belongs to the beginning that it follows, else to the last beginning before it without a completion.
	ends := t.turns(func(n *plainNode) bool {
		return n.role == "step" && (says(n) == "conversation_compacted" || says(n) == "conversation_restored")
	})
	for _, follows := range []bool{true, false} {
		if !follows {
			slices.SortStableFunc(ends, func(a, b *plainNode) int {
				if t.earlier(a, b) {
					return -1
				}
				return 1
			})
		}
		for _, n := range ends {
			var of *compaction
			for _, c := range all {
				open := c.end == nil && c.begin != nil && c.begin.session == n.session && c.restore == (says(n) == "conversation_restored")
				switch {
				case c.end == n:
					of = c
				case follows && open && c.begin == t.above(n):
					of = c
				case !follows && open && t.earlier(c.begin, n) && (of == nil || of.end == nil && t.earlier(of.begin, c.begin)):
					of = c
				}
			}
			if of == nil && !follows {
				of = &compaction{before: n.up().turnAt(), restore: says(n) == "conversation_restored"}
				all = append(all, of)
			}
			if of != nil {
				of.end, of.words = n, fmt.Sprint(n.m["metadata"])
			}
		}
	}
	for _, c := range all {
		c.next = t.next(cmp.Or(c.end, c.begin))
	}
	for _, n := range t.nodes {
		if !t.compacts(n) {
			continue
		}
		c := &compaction{next: n}
		if n.isBoundary() {
			c.end, c.next, c.words = n, t.next(n), fmt.Sprint(n.m["compactMetadata"])
		}
		if c.before, c.guessed = t.before(n); c.before == nil {
			c.before = n.up()
		}
		c.before = c.before.turnAt()
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b *compaction) int {
		return t.index(cmp.Or(a.begin, a.end, a.next)) - t.index(cmp.Or(b.begin, b.end, b.next))
	})
	for _, c := range all {
		list = append(list, fmt.Sprint(lineOf(c.before), " ", c.guessed, " [", lineOf(c.begin), " ", lineOf(c.end), "] ", lineOf(c.next), " ", c.restore))
	}
	return list
}

// history returns a thread, with the histories before its compactions.
func (t *plainTree) history(tip *plainNode, awaits map[*plainNode][]*plainNode, seen map[*plainNode]bool) (list []*plainNode) {
	var thread []*plainNode
	for _, n := range t.thread(tip, awaits) {
		if !seen[n] {
			seen[n] = true
			thread = append(thread, n)
		}
	}
	for _, n := range thread {
		if before, _ := t.before(n); before != nil && !seen[before] {
			list = append(list, t.history(before, awaits, seen)...)
		}
		list = append(list, n)
	}
	return list
}

// current returns the tip of the conversation that ends last, not counting deleted turns at the end: of the last step, or of a step above it if all
// its turns are deleted.
func (t *plainTree) current(awaits map[*plainNode][]*plainNode) *plainNode {
	lives := map[*plainNode]bool{} // a turn at or below the node is not deleted
	for _, n := range t.turns(func(n *plainNode) bool { return !n.deleted() }) {
		for n = t.above(n); n != nil && !lives[n]; n = t.above(n) {
			lives[n] = true
		}
	}
	awaited := map[*plainNode]bool{}
	for _, calls := range awaits {
		for _, c := range calls {
			awaited[c] = true
		}
	}
	ends := t.turns(func(n *plainNode) bool { return !n.deleted() && !lives[n] })
	var main, side *plainNode
	for _, tip := range t.tips(awaits) {
		var end *plainNode
		for _, n := range ends {
			if t.step(n) == t.step(tip) && (end == nil || awaited[end] || !awaited[n]) {
				end = n
			}
		}
		for n := t.above(t.step(tip)); end == nil && n != nil; n = t.above(n) {
			if lives[n] {
				break
			}
			if !n.deleted() {
				end = n
			}
		}
		best := &main
		if tip.side {
			best = &side
		}
		if end != nil && (*best == nil || t.index(end) > t.index(*best)) {
			*best = end
		}
	}
	return cmp.Or(main, side)
}

// sidechains returns for each sidechain its turns, its beginning, and the call that began it.
func (t *plainTree) sidechains() (list []string) {
	root := func(n *plainNode) *plainNode {
		for n.up() != nil {
			n = n.up()
		}
		return n
	}
	agent := map[*plainNode]string{}
	of := map[*plainNode][]*plainNode{}
	var roots []*plainNode
	for _, n := range t.nodes {
		if !n.side {
			continue
		}
		r := root(n)
		if of[r] == nil {
			roots = append(roots, r)
		}
		of[r] = append(of[r], n)
		agent[r] = cmp.Or(agent[r], str(n.m["agentId"]))
	}
	first := func(is func(c *plainCall) bool) *plainCall {
		for _, c := range t.calls {
			if is(c) {
				return c
			}
		}
		return nil
	}
	for _, r := range roots {
		from := r.parent.turnAt()
		call := first(func(c *plainCall) bool {
			return agent[r] != "" && c.result != nil && c.result.m["type"] == "user" && str(c.result.m["toolUseResult"], "agentId") == agent[r]
		})
		if call == nil && from != nil {
			call = first(func(c *plainCall) bool { return c.node == from })
		} else if call == nil && r.named == "" && r.m["type"] == "user" && r.text != "" {
			call = first(func(c *plainCall) bool { return c.prompt == r.text })
		}
		if call == nil {
			call = &plainCall{}
		}
		list = append(list, fmt.Sprint(r.line, " from ", lineOf(cmp.Or(from, call.node)), " [", lineOf(call.node), " ", call.id, "] ", agent[r], " ", linesOf(of[r])))
	}
	return list
}

// views returns the results of the plain implementation, viewsOf those of a Tree in the same form.
func (t *plainTree) views() map[string]any {
	_, awaits := t.toolCalls()
	histories := [][]int{}
	for _, tip := range t.tips(awaits) {
		histories = append(histories, linesOf(t.history(tip, awaits, map[*plainNode]bool{})))
	}
	var current []int
	if tip := t.current(awaits); tip != nil {
		current = linesOf(t.thread(tip, awaits))
	}
	return map[string]any{
		"roots": t.roots(), "branches": t.branches(), "compactions": t.compactions(), "histories": histories, "current": current,
		"sidechains": t.sidechains(),
	}
}

func viewsOf(tree *claudecode.Tree) map[string]any {
	line := func(n *claudecode.Node) int {
		if n == nil {
			return 0
		}
		return int(n.Pos.Line)
	}
	var roots, branches, compactions, sidechains []string
	for _, n := range tree.Roots() {
		roots = append(roots, fmt.Sprint(line(n)))
	}
	for _, b := range tree.Branches() {
		branches = append(branches, fmt.Sprint(line(b.At), ": ", lineNumbers(b.Options)))
	}
	for _, c := range tree.Compactions() {
		compactions = append(compactions, fmt.Sprint(line(c.Before), " ", c.Guessed, " [", line(c.Begin), " ", line(c.End), "] ", line(c.Next), " ", c.Restore))
	}
	for _, s := range tree.Sidechains() {
		call := s.Call
		if call == nil {
			call = &claudecode.ToolCall{}
		}
		sidechains = append(sidechains, fmt.Sprint(line(s.Root), " from ", line(s.From), " [", line(call.Call), " ", call.ID, "] ", s.AgentID, " ", lineNumbers(s.Nodes)))
	}
	histories := [][]int{}
	for _, th := range tree.Threads() {
		histories = append(histories, lineNumbers(tree.History(th.Tip())))
	}
	return map[string]any{
		"roots": roots, "branches": branches, "compactions": compactions, "histories": histories, "current": lineNumbers(tree.Current()),
		"sidechains": sidechains,
	}
}

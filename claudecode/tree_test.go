package claudecode_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// treeOf puts lines into a tree. They are recycled and poisoned, so that the test fails if the tree keeps parts of them.
func treeOf(t testing.TB, lines ...string) *claudecode.Tree {
	t.Helper()
	tree := new(claudecode.Tree)
	r := claudecode.NewReader(strings.NewReader(strings.Join(lines, "\n")), decoder.Poison())
	for l, err := range r.Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		tree.Add(r.Pos(), l)
	}
	return tree
}

func fileTree(t testing.TB, name string) *claudecode.Tree {
	t.Helper()
	var lines []string
	for _, l := range readLines(t, name) {
		lines = append(lines, string(l))
	}
	return treeOf(t, lines...)
}

// short returns the last part of a uuid, which is unique in testdata.
func short(n *claudecode.Node) string {
	if n == nil {
		return "-"
	}
	if id, ok := strings.CutSuffix(n.UUID, "-3b2a-4d6e-8f10-a1b2c3d4e5f6"); ok {
		var i int
		_, _ = fmt.Sscanf(id, "%x", &i)
		return fmt.Sprint(i)
	}
	return strings.TrimLeft(strings.TrimPrefix(n.UUID, "m-"), "0")
}

func shorts(nodes []*claudecode.Node) string {
	var s []string
	for _, n := range nodes {
		s = append(s, short(n))
	}
	return strings.Join(s, " ")
}

func threads(tree *claudecode.Tree) []string {
	var s []string
	for _, th := range tree.Threads() {
		s = append(s, shorts(th))
	}
	return s
}

func calls(tree *claudecode.Tree) []string {
	var s []string
	for _, c := range tree.ToolCalls() {
		text := fmt.Sprintf("%s %s→%s", c.Name, short(c.Call), short(c.Result))
		if c.Failed {
			text += " failed"
		}
		s = append(s, text)
	}
	return s
}

func branches(tree *claudecode.Tree) []string {
	var s []string
	for _, b := range tree.Branches() {
		s = append(s, short(b.At)+": "+shorts(b.Options))
	}
	return s
}

func sidechains(tree *claudecode.Tree) []string {
	var s []string
	for _, c := range tree.Sidechains() {
		call := "-"
		if c.Call != nil {
			call = c.Call.Name
		}
		s = append(s, fmt.Sprintf("%s %s %s: %s", short(c.From), call, c.AgentID, shorts(c.Nodes)))
	}
	return s
}

func compactions(tree *claudecode.Tree) []string {
	var s []string
	for _, c := range tree.Compactions() {
		s = append(s, fmt.Sprintf("%t %s [%s %s] %s", c.Restore, short(c.Before), short(c.Begin), short(c.End), short(c.Next)))
	}
	return s
}

type treeWant struct{ threads, calls, branches, sidechains, compactions []string }

func (w treeWant) check(t *testing.T, tree *claudecode.Tree) {
	t.Helper()
	for _, part := range []struct {
		name      string
		want, got []string
	}{
		{"threads", w.threads, threads(tree)}, {"tool calls", w.calls, calls(tree)}, {"branches", w.branches, branches(tree)},
		{"sidechains", w.sidechains, sidechains(tree)}, {"compactions", w.compactions, compactions(tree)},
	} {
		if !slices.Equal(part.want, part.got) {
			t.Errorf("%s (-want +got):\n%s", part.name, cmp.Diff(part.want, part.got))
		}
	}
}

func TestTreeOfFlatSession(t *testing.T) {
	tree := fileTree(t, "flat.ndjson")
	treeWant{
		threads: []string{
			"17 18",
			"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 19 20 21 22 23 24 25 26",
			"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 19 20 21 22 23 24 27 28 31 32 33 34",
		},
		calls:       []string{"Read 4→5", "Grep 8→11", "Bash 9→12 failed", "WebFetch 10→13", "Task 16→19"},
		branches:    []string{"24: 25 27"},
		sidechains:  []string{"16 Task : 17 18"},
		compactions: []string{"false 21 [22 23] 24", "true 28 [31 32] 33"},
	}.check(t, tree)
	if c := tree.Compactions()[0]; c.Stats == nil || c.Stats.TotalMessages != 21 || c.Metadata != nil {
		t.Errorf("%+v", c)
	}
	if got := tree.ToolCalls(); got[1].Batch != got[2].Batch || got[2].Batch != got[3].Batch || got[0].Batch == got[1].Batch {
		t.Error("the three calls are one batch, the first is none of it")
	}
	equal(t, "current", short(tree.Current().Tip()), "33") // the last line is deleted
	equal(t, "roots", shorts(tree.Roots()), "1")
	equal(t, "node", short(tree.Node("m-007").Parent), "6")
	equal(t, "place", tree.Node("m-007").Pos.Line, 7)
}

// TestThreadOfUnknown checks that a program can ask for the thread of a uuid that no line has.
func TestThreadOfUnknown(t *testing.T) {
	tree := treeOf(t, `{"type":"user","uuid":"a","sessionId":"s","message":{"role":"user","content":"x"}}`)
	if got := tree.Thread(tree.Node("b")); got != nil {
		t.Errorf("the thread of an unknown uuid has %d nodes", len(got))
	}
	if got := tree.History(tree.Node("b")); got != nil {
		t.Errorf("the history of an unknown uuid has %d nodes", len(got))
	}
}

func TestTreeOfSession(t *testing.T) {
	tree := fileTree(t, "session.ndjson")
	treeWant{
		threads: []string{
			"13 14",
			"1 2 3 4 5 6 7 8 9 11 12 15 16 17 18 19",
			"1 2 3 4 5 6 7 8 9 11 12 15 16 20 21",
			"22 23 24 25",
		},
		calls:       []string{"Read 5→8", "Bash 6→7", "Task 12→15", "Write 18→19 failed"},
		branches:    []string{"16: 17 20"},
		sidechains:  []string{"12 Task a7c1f02: 13 14"},
		compactions: []string{"false 21 [- 22] 23"},
	}.check(t, tree)
	equal(t, "history", shorts(tree.History(tree.Current().Tip())), "1 2 3 4 5 6 7 8 9 11 12 15 16 20 21 22 23 24 25")
	if c := tree.Compactions()[0]; c.Metadata == nil || c.Metadata.PreTokens != 4242 {
		t.Errorf("%+v", c)
	}
	if got := tree.ToolCalls(); got[0].Batch != got[1].Batch || got[1].Batch == got[2].Batch || got[2].AgentID != "a7c1f02" {
		t.Errorf("%+v %+v", got[0], got[2])
	}
}

// TestTreePatterns checks the tree of each pattern of conversations alone.
func TestTreePatterns(t *testing.T) {
	const msg = `,"message":"m"`
	user := func(uuid, parent string) string { return line("user", uuid, parent, msg) }
	answer := func(uuid, parent string) string { return line("assistant", uuid, parent, `,"subtype":"response"`+msg) }
	call := func(uuid, parent string) string {
		return line("assistant", uuid, parent, `,"subtype":"tool_use","toolName":"T","toolArguments":{}`)
	}
	result := func(uuid, parent string) string { return line("system", uuid, parent, `,"subtype":"tool_result"`+msg) }
	failure := func(uuid, parent string) string {
		return line("system", uuid, parent, `,"subtype":"error","isError":true`+msg)
	}
	side := func(s string) string { return strings.Replace(s, `"sessionId"`, `"isSidechain":true,"sessionId"`, 1) }
	tests := []struct {
		name  string
		lines []string
		want  treeWant
	}{
		{"linear", []string{user("1", ""), answer("2", "1"), user("3", "2"), answer("4", "3")}, treeWant{threads: []string{"1 2 3 4"}}},
		{
			"request and response", []string{user("1", ""), call("2", "1"), result("3", "2")},
			treeWant{threads: []string{"1 2 3"}, calls: []string{"T 2→3"}},
		},
		{
			"tool usage", []string{user("1", ""), answer("2", "1"), call("3", "2"), result("4", "3"), answer("5", "4")},
			treeWant{threads: []string{"1 2 3 4 5"}, calls: []string{"T 3→4"}},
		},
		{
			"parallel calls in a row, results in order", []string{user("1", ""), call("2", "1"), call("3", "2"), call("4", "3"), result("5", "4"), result("6", "5"), result("7", "6"), answer("8", "7")},
			treeWant{threads: []string{"1 2 3 4 5 6 7 8"}, calls: []string{"T 2→5", "T 3→6", "T 4→7"}},
		},
		{
			"parallel calls in a row, results at one", []string{user("1", ""), call("2", "1"), call("3", "2"), result("4", "3"), result("5", "3"), answer("6", "5")},
			treeWant{threads: []string{"1 2 3 4 5 6"}, calls: []string{"T 2→4", "T 3→5"}},
		},
		{
			"parallel calls side by side, results in another order", []string{user("1", ""), call("2", "1"), call("3", "1"), call("4", "1"), result("5", "4"), result("6", "2"), result("7", "3"), answer("8", "7")},
			treeWant{threads: []string{"1 2 3 4 5 6 7 8"}, calls: []string{"T 2→6", "T 3→7", "T 4→5"}},
		},
		{
			"calls without results, results without calls", []string{user("1", ""), call("2", "1"), answer("3", "2"), result("4", "3"), failure("5", "4")},
			treeWant{threads: []string{"1 2 3 4 5"}, calls: []string{"T 2→-", " -→4"}},
		},
		{
			"sidechain", []string{user("1", ""), answer("2", "1"), side(user("3", "2")), side(answer("4", "3")), answer("5", "4")},
			treeWant{threads: []string{"3 4", "1 2 5"}, sidechains: []string{"2 - : 3 4"}},
		},
		{
			"error recovery", []string{user("1", ""), answer("2", "1"), call("3", "2"), failure("4", "3"), answer("5", "4"), call("6", "5"), result("7", "6")},
			treeWant{threads: []string{"1 2 3 4 5 6 7"}, calls: []string{"T 3→4 failed", "T 6→7"}},
		},
		{
			"compaction", []string{user("1", ""), line("compact_system", "2", "1", `,"message":"conversation_compacting"`), line("compact_system", "3", "2", `,"message":"conversation_compacted","metadata":{"preservedMessages":1,"totalMessages":2,"compressionRatio":0.5}`), answer("4", "3")},
			treeWant{threads: []string{"1 2 3 4"}, compactions: []string{"false 1 [2 3] 4"}},
		},
		{
			"an edited prompt", []string{user("1", ""), answer("2", "1"), user("3", "2"), answer("4", "3"), user("5", "2"), answer("6", "5")},
			treeWant{threads: []string{"1 2 3 4", "1 2 5 6"}, branches: []string{"2: 3 5"}},
		},
		{
			"another answer", []string{user("1", ""), answer("2", "1"), answer("3", "1")},
			treeWant{threads: []string{"1 2", "1 3"}, branches: []string{"1: 2 3"}},
		},
		{
			"children first", []string{answer("4", "3"), user("3", "2"), answer("2", "1"), user("1", "")},
			treeWant{threads: []string{"1 2 3 4"}},
		},
		{
			"orphans, circles and second lines", []string{user("1", "gone"), user("2", "3"), answer("3", "2"), user("4", "4"), user("1", "")},
			treeWant{threads: []string{"1", "2 3", "4"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.want.check(t, treeOf(t, tt.lines...)) })
	}
	tree := treeOf(t, tests[len(tests)-1].lines...)
	equal(t, "roots", shorts(tree.Roots()), "1 2 4")
	equal(t, "duplicates", tree.Duplicates(), 1)
	if new(claudecode.Tree).Current() != nil || new(claudecode.Tree).Threads() != nil {
		t.Error("an empty tree has no thread")
	}
	for _, lines := range [][]string{nil, {line("user", "1", "", `,"message":"hello","isDeleted":true`)}, {line("progress", "1", "", "")}} {
		if tree := treeOf(t, lines...); tree.Current().Tip() != nil || tree.History(tree.Current().Tip()) != nil {
			t.Errorf("%q has no current thread, and no last turn of one", lines)
		}
	}
}

func TestTreeKeep(t *testing.T) {
	tree := &claudecode.Tree{Keep: true}
	r := claudecode.NewReader(strings.NewReader(line("user", "1", "", `,"message":"hello"`)+"\n"+`{"type":"mode","mode":"x","sessionId":"s"}`), decoder.Poison())
	var nodes []*claudecode.Node
	for l, err := range r.Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, tree.Add(r.Pos(), l))
	}
	if len(nodes) != 2 || nodes[1] != nil {
		t.Fatalf("%v", nodes)
	}
	equal(t, "text", nodes[0].Line.(*claudecode.UserLine).PlainText(), "hello")
	equal(t, "kind", nodes[0].Kind, claudecode.KindUser)
}

// TestTreeOfAnything checks that, for any lines, each turn is in the tree once, threads lead from a root to a tip, and making the tree ends.
func TestTreeOfAnything(t *testing.T) {
	kinds := []string{
		`"type":"user","message":"m"`, `"type":"user","isMeta":true,"message":"m"`, `"type":"assistant","subtype":"response"`,
		`"type":"assistant","subtype":"tool_use","toolName":"Task","toolArguments":{"prompt":"m"}`, `"type":"system","subtype":"tool_result","message":"m"`,
		`"type":"system","subtype":"error"`, `"type":"compact_system","message":"conversation_compacting"`,
		`"type":"compact_system","message":"conversation_compacted"`, `"type":"compact_system","message":"conversation_restored"`,
		`"type":"system","subtype":"compact_boundary","logicalParentUuid":"3"`, `"type":"progress"`, `"type":"brand-new"`,
		`"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"A","input":{}}]}`,
		`"type":"assistant","message":{"id":"m1","content":[{"type":"tool_use","id":"t2","name":"B","input":null},{"type":"tool_use","id":"t1","name":"A"}]}`,
		`"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1"},{"type":"tool_result","tool_use_id":"t3"}]},"toolUseResult":{"agentId":"a"}`,
		`"type":"user","isCompactSummary":true,"message":{"content":"x"}`,
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(rt, "lines")
		var lines []string
		for range n {
			s := "{" + rapid.SampledFrom(kinds).Draw(rt, "kind") + fmt.Sprintf(`,"uuid":"%d"`, rapid.IntRange(0, 30).Draw(rt, "uuid"))
			if p := rapid.IntRange(-5, 35).Draw(rt, "parent"); p >= 0 {
				s += fmt.Sprintf(`,"parentUuid":"%d"`, p)
			}
			if rapid.IntRange(0, 3).Draw(rt, "side") == 0 {
				s += `,"isSidechain":true,"agentId":"a"`
			}
			lines = append(lines, s+"}")
		}
		tree := treeOf(t, lines...)
		if len(tree.Nodes())+tree.Duplicates() != n {
			rt.Fatalf("%d nodes and %d duplicates of %d lines", len(tree.Nodes()), tree.Duplicates(), n)
		}
		down := 0
		for _, n := range tree.Nodes() {
			down += len(n.Children)
			steps := 0
			for p := n; p != nil; p = p.Parent {
				if steps++; steps > len(tree.Nodes()) {
					rt.Fatal("a circle")
				}
			}
			if n.Parent != nil && !slices.Contains(n.Parent.Children, n) {
				rt.Fatal("a parent does not know its child")
			}
			if th := tree.Thread(n); !slices.Contains(th, n) {
				rt.Fatal("a thread has not its tip")
			}
			tree.History(n)
		}
		if down+len(tree.Roots()) != len(tree.Nodes()) {
			rt.Fatal("some nodes are neither a child nor a root")
		}
		for _, th := range tree.Threads() {
			for _, n := range th {
				if n.Sidechain != th[0].Sidechain {
					rt.Fatal("a thread of two conversations")
				}
			}
		}
		for _, c := range tree.ToolCalls() {
			if c.Call == nil && c.Result == nil {
				rt.Fatal("a call without call and result")
			}
		}
		tree.Branches()
		tree.Sidechains()
		tree.Compactions()
	})
}

// TestCallsOfServerTools checks that calls of tools that the API runs have their results, whether these stand on the line of the call or on another
// one of the response.
func TestCallsOfServerTools(t *testing.T) {
	line := func(uuid, parent, content string) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":%q,"parentUuid":%q,"sessionId":"s","message":{"id":"m","role":"assistant","content":[%s]}}`, uuid, parent, content)
	}
	tree := treeOf(t,
		`{"type":"user","uuid":"a","sessionId":"s","message":{"role":"user","content":"Search."}}`,
		line("b", "a", `{"type":"server_tool_use","id":"t1","name":"web_search","input":{"query":"x"}}`),
		line("c", "b", `{"type":"web_search_tool_result","tool_use_id":"t1","content":{"type":"web_search_tool_result_error","error_code":"unavailable"}}`),
		line("d", "c", `{"type":"mcp_tool_use","id":"t2","name":"look","server_name":"h","input":{}},{"type":"mcp_tool_result","tool_use_id":"t2","content":"x"}`),
		line("e", "d", `{"type":"server_tool_use","id":"t3","name":"advisor","input":{}}`),
	)
	treeWant{
		threads: []string{"a b c d e"},
		calls:   []string{"web_search b→c failed", "look d→d", "advisor e→-"},
	}.check(t, tree)
}

// TestTreeTimes checks which turn is the last one before a boundary that names none: by time, in any year, where a line without a time has that of
// the line before in its session.
func TestTreeTimes(t *testing.T) {
	for _, tt := range []struct{ times, want string }{
		{"2025 2024 2026", "0"},
		{"2024 2025 2026", "1"},
		{"2024 0001 2026", "0"},
		{"2025 2024 9999", "0"},
		{"1970 0001 1971", "0"},
		{"2025 - 2026", "1"},
		{"- 2025 2026", "1"},
		{"2025 - -", "1"},
		{"2025 2026 -", "1"},
		{"- - -", "1"},
	} {
		var tree claudecode.Tree
		for i, year := range strings.Fields(tt.times) {
			text := []string{"0 - user", "1 - user", "2 - boundary gone"}[i]
			stamp := year + "-01-27T10:00:00Z"
			l, err := claudecode.UnmarshalLine([]byte(strings.Replace(string(shapeLine(text)), "2025-01-27T10:00:00Z", strings.TrimPrefix(stamp, "-"), 1)))
			if err != nil {
				t.Fatal(err)
			}
			tree.Add(decoder.Pos{Line: int64(i + 1)}, l)
		}
		if before := tree.Node("2").Before; before == nil || before.UUID != tt.want {
			t.Errorf("%s: %v, want %s", tt.times, before, tt.want)
		}
	}
}

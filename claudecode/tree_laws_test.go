package claudecode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// isSessionNote reports whether a line has a known kind and is not in a tree.
func isSessionNote(line []byte) bool {
	l, err := claudecode.UnmarshalLine(line)
	if err != nil {
		return true
	}
	var t claudecode.Tree
	return t.Add(decoder.Pos{}, l) == nil
}

// treeOfLines puts lines into a tree, with their index from 1 as Pos.Line. Bad lines are left out.
func treeOfLines(lines [][]byte) *claudecode.Tree {
	tree := new(claudecode.Tree)
	for i, line := range lines {
		if l, err := claudecode.UnmarshalLine(line); err == nil {
			tree.Add(decoder.Pos{Line: int64(i + 1)}, l)
		}
	}
	return tree
}

func lineNumbers(thread []*claudecode.Node) (lines []int) {
	for _, n := range thread {
		lines = append(lines, int(n.Pos.Line))
	}
	return lines
}

// checkTree compares a tree with the plain implementation, and checks the laws of all trees.
func checkTree(t interface {
	Helper()
	Errorf(format string, args ...any)
}, name string, lines [][]byte,
) *claudecode.Tree {
	t.Helper()
	tree := treeOfLines(lines)
	plain := newPlainTree(lines, isSessionNote)
	var threads [][]int
	for _, th := range tree.Threads() {
		threads = append(threads, lineNumbers(th))
	}
	if d := cmp.Diff(plain.threads(), threads); d != "" {
		t.Errorf("%s: threads (-plain +tree):\n%s", name, d)
	}
	var pairs [][2]int
	calls := map[*claudecode.Node][]*claudecode.Node{} // by results
	for _, c := range tree.ToolCalls() {
		var pair [2]int
		if c.Call != nil {
			pair[0] = int(c.Call.Pos.Line)
		}
		if c.Result != nil {
			pair[1] = int(c.Result.Pos.Line)
		}
		if c.Call != nil && c.Result != nil {
			calls[c.Result] = append(calls[c.Result], c.Call)
		}
		pairs = append(pairs, pair)
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	wantPairs, _ := plain.toolCalls()
	if d := cmp.Diff(wantPairs, pairs); d != "" {
		t.Errorf("%s: tool calls (-plain +tree):\n%s", name, d)
	}

	if d := cmp.Diff(plain.views(), viewsOf(tree)); d != "" {
		t.Errorf("%s: views (-plain +tree):\n%s", name, d)
	}

	in := map[*claudecode.Node]int{}
	for _, th := range tree.Threads() {
		place := map[*claudecode.Node]int{}
		for i, n := range th {
			if _, ok := place[n]; ok {
				t.Errorf("%s: line %d is in a thread twice", name, n.Pos.Line)
			}
			place[n] = i
			in[n]++
		}
		for i, n := range th {
			for p := n.Parent; p != nil; p = p.Parent {
				if at, ok := place[p]; ok && at > i {
					t.Errorf("%s: line %d stands before line %d, which it follows", name, n.Pos.Line, p.Pos.Line)
				}
			}
		}
		if d := cmp.Diff(lineNumbers(th), lineNumbers(tree.Thread(th.Tip()))); d != "" {
			t.Errorf("%s: the thread of the tip (-want +got):\n%s", name, d)
		}
	}
	for _, n := range tree.Nodes() {
		if n.IsTurn() && in[n] == 0 {
			t.Errorf("%s: line %d is in no thread", name, n.Pos.Line)
		}
	}
	return tree
}

// threadSets returns the lines of each thread, sorted.
func threadSets(tree *claudecode.Tree, lines [][]byte) (sets []string) {
	for _, th := range tree.Threads() {
		var texts []string
		for _, n := range th {
			texts = append(texts, string(lines[n.Pos.Line-1]))
		}
		slices.Sort(texts)
		sets = append(sets, strings.Join(texts, "\n"))
	}
	slices.Sort(sets)
	return sets
}

// shapes are small files; each name says what is special.
var shapes = []struct {
	name    string
	lines   string // UUID PARENT KIND ARGS..., see shapeLine
	threads []string
}{
	{"parallel calls, the next answer follows the first result", "u - user; a u answer m; b a calls m t1; c b calls m t2; d b result t1; e c result t2; f d answer n", []string{"u a b c d e f"}},
	{"the same, written in the order of arrival", "u - user; a u answer m; b a calls m t1; d b result t1; c d calls m t2; e c result t2; f e answer n", []string{"u a b d c e f"}},
	{"the response ends with calls", "u - user; b u calls m t1; c b calls m t2; d b result t1; e c result t2", []string{"u b c d e"}},
	{"children first", "f d answer n; e c result t2; d b result t1; c b calls m t2; b a calls m t1; a u answer m; u - user", []string{"u a b d c e f"}},
	{"a copied history", "u - user; a u calls m t1; b a result t1; c b answer n; u2 - user; a2 u2 calls m t1; b2 a2 result t1; c2 b2 answer n", []string{"u a b c", "u2 a2 b2 c2"}},
	{"copied from a prompt on", "u - user; a u answer m; v a user; b v calls n t1; c b result t1; d c answer o; w a user; e w calls n t1; f e result t1; g f answer o", []string{"u a v b c d", "u a w e f g"}},
	{"copied in the midst of a response", "u - user; a u answer m; b a calls m t1; c b result t1; d c answer n; e a calls m t1; f e result t1; g f answer n", []string{"u a b c d", "u a e f g"}},
	{"a copied result", "u - user; a u calls m t1; b a result t1; c a result t1; d c answer n", []string{"u a b", "u a c d"}},
	{"one id for all answers", "u - user; a u answer m; v a user; b v answer m; w a user; c w answer m", []string{"u a v b", "u a w c"}},
	{"both results are followed", "u - user; a u calls m t1; b a calls m t2; c a result t1; d b result t2; e c answer n; f d answer o", []string{"u a b c d f", "u a c e"}},
	{"lines without uuids", "- - user; - - answer m; - - answer m; u - user; - u answer n; - u answer n", []string{"1", "2", "3", "u 5", "u 6"}},
	{"a circle", "u c user; a u answer m; c a user; d c answer n", []string{"a c d", "a c u"}},
	{"its own parent", "u u user; a u answer m", []string{"u a"}},
	{"missing parents", "u x user; a u answer m; v y user", []string{"u a", "v"}},
	{"notes on the way and beside it", "p - progress; u p user; q u progress; a q answer m; r a progress", []string{"p u q a"}},
	{"other lines with the same uuid", "u - user; a u answer m; a u answer n; v a user", []string{"u 3", "u a v"}},
	{"a sidechain below its call", "u - user; a u calls m t1; s a side-user; b s side-answer n; c b result t1; d c answer o", []string{"s b", "u a c d"}},
	{"flat calls side by side", "u - user; a u call; b u call; c a flat-result; d b flat-result; e c response", []string{"u a b c d e"}},
	{"flat calls of which two are followed", "u - user; a u call; b u call; c a flat-result; d b flat-result; e c response; f d response", []string{"u a c e", "u b d f"}},
	{"a flat result behind the sidechain of its call", "u - user; a u call; s a side-user; b s side-response; c b flat-result; d c response", []string{"s b", "u a c d"}},
	{"a result above its call", "u - user; a u answer m; b a result t1; c a calls m t1; d b user", []string{"u a c b d"}},
}

// shapeLine returns the line for "UUID PARENT KIND ARGS..."; "-" is null.
func shapeLine(text string) []byte {
	f := strings.Fields(text)
	m := map[string]any{"type": "user", "sessionId": "s", "timestamp": "2025-01-27T10:00:00Z", "parentUuid": nil}
	if f[0] != "-" {
		m["uuid"] = f[0]
	}
	if f[1] != "-" {
		m["parentUuid"] = f[1]
	}
	kind, side := strings.CutPrefix(f[2], "side-")
	if side {
		m["isSidechain"] = true
	}
	message := func(role, id string, content ...any) {
		m["type"] = role
		m["message"] = map[string]any{"role": role, "id": id, "content": content}
	}
	switch kind {
	case "user":
		message("user", "", map[string]any{"type": "text", "text": "a prompt"})
	case "answer":
		message("assistant", f[3], map[string]any{"type": "text", "text": "an answer"})
	case "calls":
		message("assistant", f[3], map[string]any{"type": "tool_use", "id": f[4], "name": "T", "input": map[string]any{}})
	case "search":
		message("assistant", f[3], map[string]any{"type": "server_tool_use", "id": f[4], "name": "web_search", "input": map[string]any{}})
	case "found":
		message("assistant", f[3], map[string]any{"type": "web_search_tool_result", "tool_use_id": f[4], "content": []any{}})
	case "searched":
		message("assistant", f[3], map[string]any{"type": "mcp_tool_use", "id": f[4], "name": "T", "input": map[string]any{}},
			map[string]any{"type": "mcp_tool_result", "tool_use_id": f[4], "content": "done"})
	case "result":
		message("user", "", map[string]any{"type": "tool_result", "tool_use_id": f[3], "content": "done"})
	case "call":
		m["type"], m["subtype"], m["toolName"], m["toolArguments"] = "assistant", "tool_use", "T", map[string]any{}
	case "response":
		m["type"], m["subtype"], m["message"] = "assistant", "response", "an answer"
	case "flat-result":
		m["type"], m["subtype"], m["message"] = "system", "tool_result", "done"
	case "boundary":
		m["type"], m["subtype"] = "system", "compact_boundary"
		if len(f) > 3 {
			m["logicalParentUuid"] = f[3]
		}
	case "summary":
		message("user", "", map[string]any{"type": "text", "text": "a summary"})
		m["isCompactSummary"] = true
	case "compacting", "compacted", "restoring", "restored":
		m["type"], m["message"] = "compact_system", "conversation_"+kind
		if kind == "compacted" {
			m["metadata"] = map[string]any{}
		}
	case "deleted":
		message("user", "", map[string]any{"type": "text", "text": "a prompt"})
		m["isDeleted"] = true
	default:
		m["type"] = kind
	}
	line, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return line
}

func shapeLines(text string) (lines [][]byte) {
	for _, l := range strings.Split(text, ";") {
		lines = append(lines, shapeLine(l))
	}
	return lines
}

// names returns the uuids of a thread, or the line numbers of nodes without a unique uuid.
func names(tree *claudecode.Tree, thread []*claudecode.Node) string {
	var s []string
	for _, n := range thread {
		if n.UUID == "" || tree.Node(n.UUID) != n {
			s = append(s, fmt.Sprint(n.Pos.Line))
		} else {
			s = append(s, n.UUID)
		}
	}
	return strings.Join(s, " ")
}

func TestTreeShapes(t *testing.T) {
	for _, tt := range shapes {
		t.Run(tt.name, func(t *testing.T) {
			tree := checkTree(t, tt.name, shapeLines(tt.lines))
			var got []string
			for _, th := range tree.Threads() {
				got = append(got, names(tree, th))
			}
			slices.Sort(got)
			if d := cmp.Diff(tt.threads, got); d != "" {
				t.Errorf("threads (-want +got):\n%s", d)
			}
		})
	}
}

// TestTreeOfShuffledLines checks that the order of the lines affects only the order of turns that do not follow each other.
func TestTreeOfShuffledLines(t *testing.T) {
	type file struct {
		name  string
		lines [][]byte
	}
	var files []file
	for _, tt := range shapes {
		if tt.name != "other lines with the same uuid" { // the parent depends on the order
			files = append(files, file{tt.name, shapeLines(tt.lines)})
		}
	}
	for _, name := range []string{"flat.ndjson", "session.ndjson"} {
		files = append(files, file{name, readLines(t, name)})
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(files).Draw(t, "file")
		shuffled := rapid.Permutation(f.lines).Draw(t, "lines")
		want := threadSets(treeOfLines(f.lines), f.lines)
		if d := cmp.Diff(want, threadSets(checkTree(t, f.name, shuffled), shuffled)); d != "" {
			t.Errorf("%s: threads (-want +got):\n%s", f.name, d)
		}
	})
}

// TestTreeOfRandomLines makes trees of random lines, with cycles, duplicates, sidechains in the middle, and both forms in one file.
func TestTreeOfRandomLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := randomLines(t)
		checkTree(t, "lines", lines)
	})
}

func randomLines(t *rapid.T) (lines [][]byte) {
	kinds := []string{
		"user", "answer m1", "answer m2", "calls m1 t1", "calls m1 t2", "calls m2 t3", "calls m2 t1", "result t1", "result t2", "result t3",
		"search m1 t1", "search m2 t4", "found m1 t1", "found m2 t4", "searched m2 t3", "searched m1 t1", "call", "call", "response", "flat-result", "flat-result", "progress", "boundary", "summary", "deleted", "brand-new",
		"compacting", "compacted", "compacted", "restoring", "restored",
	}
	n := rapid.IntRange(0, 25).Draw(t, "lines")
	for i := range n {
		uuid := fmt.Sprint("u", i)
		switch rapid.IntRange(0, 15).Draw(t, "uuid") {
		case 0:
			uuid = fmt.Sprint("u", rapid.IntRange(0, n).Draw(t, "other"))
		case 1:
			uuid = "-"
		}
		parent := "-"
		switch p := rapid.IntRange(0, 12).Draw(t, "parent"); {
		case p == 0:
			parent = fmt.Sprint("u", rapid.IntRange(0, n).Draw(t, "any"))
		case p < 12 && i > 0:
			parent = fmt.Sprint("u", rapid.IntRange(max(0, i-4), i-1).Draw(t, "before"))
		}
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		if rapid.IntRange(0, 7).Draw(t, "side") == 0 && kind != "brand-new" {
			kind = "side-" + kind
		}
		if kind == "boundary" && rapid.Bool().Draw(t, "named") {
			kind += fmt.Sprint(" u", rapid.IntRange(0, n).Draw(t, "before"))
		}
		line := string(shapeLine(uuid + " " + parent + " " + kind))
		if rapid.IntRange(0, 4).Draw(t, "late") == 0 {
			line = strings.Replace(line, "T10:00", fmt.Sprintf("T10:%02d", rapid.IntRange(0, 3).Draw(t, "minute")), 1)
		}
		switch rapid.IntRange(0, 11).Draw(t, "more") {
		case 0:
			line = strings.Replace(line, `"sessionId":"s"`, `"sessionId":"t"`, 1)
		case 1:
			line = strings.Replace(line, "{", `{"isDeleted":true,`, 1)
		case 2:
			line = strings.Replace(line, "{", `{"agentId":"a",`, 1)
		case 3:
			line = strings.Replace(line, "2025-01-27T", rapid.SampledFrom([]string{"", "1970-01-01T", "0001-01-27T", "9999-01-27T"}).Draw(t, "day"), 1) // "" is no time
		case 4:
			line = strings.Replace(line, "{", `{"toolUseResult":{"agentId":"a"},`, 1)
		case 5:
			line = strings.Replace(strings.Replace(line, `"name":"T"`, `"name":"Task"`, 1), `"input":{`, `"input":{"prompt":"a prompt"`, 1)
			line = strings.Replace(line, `"toolArguments":{`, `"toolArguments":{"prompt":"a prompt"`, 1)
		}
		lines = append(lines, []byte(line))
	}
	return lines
}

// TestTreeEnds checks the tree around a compaction, at a branch, and at the end of a file.
func TestTreeEnds(t *testing.T) {
	tests := []struct{ name, lines, history, current, branches, compactions string }{
		{
			"a boundary that names a turn", "u - user; a u answer m; b - boundary a; c b summary; d c answer n",
			"u a b c d", "b c d", "", "a [- b] c",
		},
		{
			"one that names a turn that is not there", "u - user; a u answer m; b - boundary x; c b summary; d c answer n",
			"u a b c d", "b c d", "", "a? [- b] c",
		},
		{
			"one that names none", "u - user; a u answer m; b - boundary; c b summary; d c answer n",
			"u a b c d", "b c d", "", "a? [- b] c",
		},
		{
			"one that has a parent, too", "u - user; a u answer m; b a boundary a; c b summary; d c answer n",
			"u a b c d", "u a b c d", "", "a [- b] c",
		},
		{
			"one that names what follows it", "b - boundary d; c b summary; d c answer n",
			"b c d", "b c d", "", "d [- b] c",
		},
		{
			"nothing before", "b - boundary x; c b summary; d c answer n",
			"b c d", "b c d", "", "- [- b] c",
		},
		{
			"two in a row", "u - user; b - boundary x; c b summary; d - boundary y; e d summary; f e answer m",
			"u b c d e f", "d e f", "", "u? [- b] c, c? [- d] e",
		},
		{
			"a summary without a boundary", "u - user; a u answer m; c - summary; d c answer n",
			"u a c d", "c d", "", "a? [- -] c",
		},
		{
			"a summary that has a parent", "u - user; a u answer m; c a summary; d c answer n",
			"u a c d", "u a c d", "", "a [- -] c",
		},
		{
			"an edited first prompt", "u - user; a u answer m; v - user; b v answer n",
			"v b", "v b", "-: u v", "",
		},
		{
			"an edited first prompt without an answer, below a note", "p - progress; u p user; a u answer m; v p user",
			"p v", "p v", "p: u v", "",
		},
		{
			"prompts of a file without parents", "u - user; a - answer m; v - user; b - answer n",
			"b", "b", "", "",
		},
		{
			"prompts that hang at different notes", "u - user; a u answer m; p a progress; v p user; w a user; b w answer n",
			"u a w b", "u a w b", "a: v w", "",
		},
		{
			"an answer again", "u - user; a u answer m; b u answer n",
			"u b", "u b", "u: a b", "",
		},
		{
			"a deleted end", "u - user; a u answer m; v a deleted",
			"u a", "u a", "", "",
		},
		{
			"a deleted branch", "u - user; a u answer m; v a user; b v answer n; w a deleted",
			"u a v b", "u a v b", "a: v w", "",
		},
		{
			"all deleted", "u - deleted; v u deleted", "", "", "", "",
		},
		{
			"a deleted result", "u - user; a u calls m t1; b a calls m t2; c a result t1; d b deleted",
			"u a c b", "u a c b", "", "",
		},
		{
			"nothing but sidechains", "u - side-user; a u side-answer m; v - side-user; b v side-answer n",
			"v b", "v b", "", "",
		},
		{
			"a sidechain at the end", "u - user; a u answer m; v a side-user",
			"u a", "u a", "", "",
		},
		{
			"a call behind its result", "u - user; a u calls m t1; b a result t2; c a calls m t2",
			"u a c b", "u a c b", "", "",
		},
		{
			"the same, with a deleted end", "u - user; a u calls m t1; b a result t2; c a calls m t2; d b deleted",
			"u a c b", "u a c b", "", "",
		},
		{
			"one that names a note", "u - user; a u answer m; p a progress; b - boundary p; q b progress; c q summary; d c answer n",
			"u a p b q c d", "b q c d", "", "a [- b] c",
		},
		{
			"one that names a note in the midst of a response", "u - user; a u calls m t1; p a progress; c p result t1; b - boundary p; d b summary; e d answer n",
			"u a p b d e", "b d e", "", "a [- b] d",
		},
		{
			"flat, by their parents", "u - user; b u compacting; c u compacting; e c compacted; f b compacted; d f response",
			"u b f d", "u b f d", "", "u [b f] d, u [c e] -",
		},
		{
			"flat, without parents, and restored", "b - compacting; c - compacted; d - user; e d restoring; f e restored; g f user",
			"d e f g", "d e f g", "", "- [b c] -, d [e f] g",
		},
		{"only notes", "p - progress", "", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree := checkTree(t, tt.name, shapeLines(tt.lines))
			uuid := func(n *claudecode.Node) string {
				if n == nil {
					return "-"
				}
				return n.UUID
			}
			var history, bs, cs []string
			if current := tree.Current(); current != nil {
				history = append(history, names(tree, tree.History(current.Tip())))
			}
			for _, b := range tree.Branches() {
				bs = append(bs, uuid(b.At)+": "+names(tree, b.Options))
			}
			for _, c := range tree.Compactions() {
				guessed := ""
				if c.Guessed {
					guessed = "?"
				}
				cs = append(cs, fmt.Sprintf("%s%s [%s %s] %s", uuid(c.Before), guessed, uuid(c.Begin), uuid(c.End), uuid(c.Next)))
			}
			got := []string{strings.Join(history, ""), names(tree, tree.Current()), strings.Join(bs, ", "), strings.Join(cs, ", ")}
			if d := cmp.Diff([]string{tt.history, tt.current, tt.branches, tt.compactions}, got); d != "" {
				t.Errorf("history, current thread, branches, compactions (-want +got):\n%s", d)
			}
		})
	}
}

// TestTreeOfManySessions checks that twice the sessions take at most about twice the steps and the memory.
func TestTreeOfManySessions(t *testing.T) {
	work := func(sessions int) (steps int, bytes uint64) {
		var tree claudecode.Tree
		for s := range sessions {
			for i, kind := range []string{"user", "calls m t1", "result t1", "answer n", "side-user", "side-answer o", "boundary gone", "summary"} {
				parent := "-"
				if i > 0 && kind != "side-user" && !strings.HasPrefix(kind, "boundary") {
					parent = fmt.Sprint("u", s, "-", i-1)
				}
				line := strings.Replace(string(shapeLine(fmt.Sprint("u", s, "-", i, " ", parent, " ", kind))), `"s"`, fmt.Sprintf(`"s%d"`, s), 1)
				l, err := claudecode.UnmarshalLine([]byte(line))
				if err != nil {
					t.Fatal(err)
				}
				tree.Add(decoder.Pos{Line: int64(s)}, l)
			}
		}
		tree.Nodes() // links the nodes
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if n := len(tree.Threads()); n != 3*sessions {
			t.Fatalf("%d threads of %d sessions", n, sessions)
		}
		steps = tree.Visits()
		tree.Current()
		tree.Branches()
		tree.Sidechains()
		tree.Compactions()
		runtime.ReadMemStats(&after)
		return steps, after.TotalAlloc - before.TotalAlloc
	}
	steps, bytes := work(1000)
	steps2, bytes2 := work(2000)
	if steps2 != 2*steps || float64(bytes2) > 2.5*float64(bytes) {
		t.Errorf("1,000 sessions take %d steps and %d bytes, 2,000 take %d and %d", steps, bytes, steps2, bytes2)
	}
	t.Logf("%d steps and %d bytes for 1,000 sessions", steps, bytes)
}

// TestTreeOfRealFiles makes trees of real files, as they are and shuffled.
func TestTreeOfRealFiles(t *testing.T) {
	files, err := filepath.Glob("../../shared/real/claude-transcript/*")
	if err != nil || len(files) == 0 {
		t.Skip("no real files here")
	}
	shuffles := rand.New(rand.NewPCG(1, 2))
	threads := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
		name := filepath.Base(file)
		tree := checkTree(t, name, lines)
		threads += len(tree.Threads())
		shuffled := slices.Clone(lines)
		shuffles.Shuffle(len(lines), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		again := checkTree(t, name+", shuffled", shuffled)
		if slices.ContainsFunc(tree.Nodes(), func(n *claudecode.Node) bool { return n.UUID != "" && tree.Node(n.UUID) != n }) {
			continue // the parent depends on the order
		}
		if d := cmp.Diff(threadSets(tree, lines), threadSets(again, shuffled)); d != "" {
			t.Errorf("%s: threads of shuffled lines (-want +got):\n%s", name, d)
		}
	}
	t.Logf("%d threads in %d files", threads, len(files))
}

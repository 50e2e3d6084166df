package claudecode

import (
	"hash/maphash"
	"math"
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// The files of a Tree: tree.go has the nodes, and their parents; steps.go links turns to steps; from these links, threads.go, branches.go,
// sidechains.go, compactions.go and toolcalls.go read what a user asks for.
//
// The files of a Validator: validator.go has the findings; rules.go the rules about a line by itself, with timestamp.go; linkrules.go those
// about a line and others, which need to know the ids of all lines (ids.go) and their positions (positions.go).
//
// envelope.go and system.go read what different types of lines have in common.

// Tree reconstructs the conversation of a session: the order of turns, branches where a prompt was edited, sidechains, tool calls with
// their results, and compactions.
//
//	var t claudecode.Tree
//	for line, err := range r.Recycled() {
//		if err == nil {
//			t.Add(r.Pos(), line)
//		}
//	}
//	for _, thread := range t.Threads() {
//		...
//	}
//
// Lines may come in any order: a parent may follow its children, and the threads have the same turns. A parent that is not in the tree,
// or is the line itself, counts as none. A cycle of parents is cut at the line with the smallest uuid, which then has no parent. Notes
// about the session are not in the tree.
//
// A Tree keeps 600 to 900 bytes for each node, and the lines themselves only if Keep is set; Node.Pos has their positions.
// Results are valid until the next Add. The zero value is ready to use. A Tree must not be copied, nor used by several
// goroutines at once.
type Tree struct {
	// Keep makes nodes keep copies of their lines.
	Keep bool

	nodes      []*Node // in file order
	byUUID     map[string]*Node
	others     map[otherNode]*Node // the nodes whose uuid an earlier one has
	times      map[string]nodeTime // of the last line of each session that has one
	texts      map[string]string   // interned sessions, agents and kinds: few, and each on many lines
	duplicates int
	built      bool
	order      []*Node // turns and fans, each after the one above
	calls      []*ToolCall
	stamp      int // of the thread being built
	visits     int // nodes that threads visited, for tests
}

// Node is a line of the tree: a turn, or a note between turns.
type Node struct {
	Pos        decoder.Pos
	Kind       Kind
	UUID       string
	ParentUUID string // "" for none
	SessionID  string
	AgentID    string // of the subagent
	MessageID  string // of the response that an assistant line belongs to
	Sidechain  bool
	Deleted    bool // the line has isDeleted; Tree.Current does not end with such lines
	Line       Line // nil unless Tree.Keep

	Parent   *Node // nil for a root, and if the parent is missing
	Children []*Node

	// Before is the line before a compaction, which is not the parent of the line that follows it: of a compact boundary the line
	// that it names, which may be a note. A boundary that names none or one that is not in the tree, and a summary that has neither a boundary nor a
	// parent, have the session's last turn before them, and BeforeGuessed.
	Before        *Node
	BeforeGuessed bool // Before is the session's last turn, since the line names none that is in the tree

	index   int
	time    nodeTime
	role    nodeRole
	before  string // uuid of Before
	tools   *nodeTools
	compact *nodeCompaction
	content hash128 // of the text and the tools
	prompt  hash128 // of a sidechain's first prompt

	links // set by build
}

// otherNode is what distinguishes a node from others with the same uuid, of which first is the first.
type otherNode struct {
	first   *Node
	kind    Kind
	content hash128
}

// nodeTime is the time of a line, or of the line before in its session if it has none: so any lines of a session can be compared. It is in
// seconds and nanoseconds since 1970, as years that timestamps can have are beyond the nanoseconds of an int64.
type nodeTime struct {
	seconds int64
	nanos   int32
}

// noTime is before all times.
var noTime = nodeTime{seconds: math.MinInt64}

// nodeRole is the role of a line in the conversation.
type nodeRole uint8

const (
	noteNode    nodeRole = iota // attachments, progress, messages of Claude Code itself
	promptNode                  // a prompt of a person, or in a sidechain of an agent
	contextNode                 // a user line that nobody typed
	resultNode                  // the results of tools
	answerNode                  // of the model
	callNode                    // a tool call of the flat form
	stepNode                    // of a compaction
	fanNode                     // not a line: the common node above parallel calls of the flat form
)

// IsTurn reports whether the line is a part of the conversation. Attachments, progress and messages of Claude Code itself are
// not; they are in a thread if a turn follows them.
func (n *Node) IsTurn() bool { return n.role != noteNode }

// Add adds a line to the tree. It returns its node, or nil for a line that does not belong in it.
//
// A line that repeats another one is not added (a session that goes on with another repeats its lines); the node is that of the
// first line. A line repeats one of the same uuid, kind, text, tool calls and results. Any other line with a uuid that is in the
// tree gets a node of its own, but lines that name the uuid follow the first.
func (t *Tree) Add(pos decoder.Pos, l Line) *Node {
	turn, ok := turnOf(l)
	if !ok {
		return nil
	}
	if t.byUUID == nil {
		t.byUUID = make(map[string]*Node)
		t.texts = make(map[string]string)
		t.others = make(map[otherNode]*Node)
		t.times = make(map[string]nodeTime)
	}
	n := &Node{
		Pos:        pos,
		Kind:       Kind(t.text(string(l.Kind()))),
		UUID:       turn.uuid,
		ParentUUID: turn.parent,
		SessionID:  t.text(turn.session),
		Sidechain:  turn.tag&idSidechain != 0,
		content:    contentHash(l),
		index:      len(t.nodes),
	}
	first := t.byUUID[n.UUID]
	known := first
	if first != nil && (first.Kind != n.Kind || first.content != n.content) {
		known = t.others[otherNode{first, n.Kind, n.content}]
	}
	if known != nil {
		t.duplicates++
		return known
	}
	n.UUID, n.ParentUUID = strings.Clone(n.UUID), strings.Clone(n.ParentUUID)
	n.time = noTime
	if before, ok := t.times[n.SessionID]; ok {
		n.time = before
	}
	if e := EnvelopeOf(l); e != nil {
		n.AgentID, n.Deleted = t.text(e.AgentID), e.IsDeleted
		if at, ok := e.Time(); ok {
			n.time = nodeTime{at.Unix(), int32(at.Nanosecond())}
			t.times[n.SessionID] = n.time
		}
	}
	n.describe(l)
	if t.Keep {
		n.Line = CloneLine(l)
	}
	switch {
	case first != nil:
		t.others[otherNode{first, n.Kind, n.content}] = n
	case n.UUID != "":
		t.byUUID[n.UUID] = n
	}
	t.nodes = append(t.nodes, n)
	t.built = false
	return n
}

// text returns a copy of s that all nodes share.
func (t *Tree) text(s string) string {
	if s == "" {
		return ""
	}
	kept, ok := t.texts[s]
	if !ok {
		kept = strings.Clone(s)
		t.texts[kept] = kept
	}
	return kept
}

// describe records what the tree needs to know of a line.
func (n *Node) describe(l Line) {
	switch m := l.(type) {
	case *UserLine:
		n.describeUser(m)
	case *AssistantLine:
		n.role = answerNode
		n.MessageID = strings.Clone(m.Message.ID)
		for _, b := range m.Message.Content {
			if call, ok := ndwire.ToolCallOf(b); ok {
				n.addCall(call)
			}
			if r, ok := ndwire.ToolResultOf(b); ok { // of a tool that the API has run
				n.addResult("", r.CallID, r.IsError)
			}
		}
	case *AssistantActionLine:
		n.role = answerNode
		if m.Subtype == AssistantSubtypeToolUse {
			n.role = callNode
			n.tools = &nodeTools{calls: []nodeCall{{name: strings.Clone(m.ToolName), prompt: promptHash(m.ToolArguments)}}}
		}
	case *SystemToolResultLine:
		n.role = resultNode
		n.tools = &nodeTools{flat: true, failed: m.IsError}
	case *SystemErrorLine:
		n.role = resultNode
		n.tools = &nodeTools{flat: true, failed: true}
	case *CompactBoundaryLine:
		n.describeBoundary(m)
	case *CompactSystemLine:
		n.role = stepNode
		n.compact = &nodeCompaction{step: CompactOperation(strings.Clone(string(m.Message))), stats: m.Metadata.Clone()}
	}
}

func (n *Node) describeUser(m *UserLine) {
	n.role = promptNode
	if m.IsMeta || m.IsCompactSummary {
		n.role = contextNode
	}
	if m.IsCompactSummary {
		n.compact = &nodeCompaction{summary: true}
	}
	if n.Sidechain && n.ParentUUID == "" {
		n.prompt = textHash(m.PlainText())
	}
	if m.Message.Message == nil {
		return
	}
	for r := range m.Message.Message.Content.ToolResults() {
		n.role = resultNode
		agent, _ := m.ToolUseResult.Object.Get("agentId")
		id, _ := agent.Text()
		n.addResult(id, r.ToolUseID, r.IsError)
	}
}

// Nodes returns all nodes, in the order of their lines.
func (t *Tree) Nodes() []*Node {
	t.build()
	return t.nodes
}

// Node returns the first node with a uuid, nil if there is none.
func (t *Tree) Node(uuid string) *Node {
	t.build()
	return t.byUUID[uuid]
}

// Duplicates returns the number of lines that were not added because they repeat another one.
func (t *Tree) Duplicates() int { return t.duplicates }

// Roots returns the nodes without a parent, in the order of their lines. One with a ParentUUID is an orphan: its parent is missing,
// or was cut from it in a cycle.
func (t *Tree) Roots() []*Node {
	t.build()
	var roots []*Node
	for _, n := range t.nodes {
		if n.Parent == nil {
			roots = append(roots, n)
		}
	}
	return roots
}

// build links the nodes, if there are new ones.
func (t *Tree) build() {
	if t.built {
		return
	}
	t.built = true
	for _, n := range t.nodes {
		n.Parent, n.Children, n.Before, n.BeforeGuessed, n.links = nil, nil, nil, false, links{}
		if p := t.byUUID[n.ParentUUID]; p != n {
			n.Parent = p
		}
		n.Before = t.byUUID[n.before]
	}
	t.cutCircles()
	for _, n := range t.nodes {
		if n.Parent != nil {
			n.Parent.Children = append(n.Parent.Children, n)
		}
	}
	t.linkSteps()
	t.inferBefore()
	t.matchTools()
	t.linkLast()
}

// cutCircles removes the parent of one line of each cycle, the line with the smallest uuid, so that the result does not depend on the
// order of the lines.
func (t *Tree) cutCircles() {
	walk := make([]int, len(t.nodes)) // number of the first walk that reached the node, from 1
	for _, start := range t.nodes {
		n := start
		for ; n != nil && walk[n.index] == 0; n = n.Parent {
			walk[n.index] = start.index + 1
		}
		if n == nil || walk[n.index] != start.index+1 {
			continue // a root, or a path that was followed before
		}
		first := n
		for m := n.Parent; m != n; m = m.Parent {
			if m.UUID < first.UUID {
				first = m
			}
		}
		first.Parent = nil
	}
}

// downwards returns all nodes, parents before their children.
func (t *Tree) downwards() []*Node {
	order := make([]*Node, 0, len(t.nodes))
	for _, n := range t.nodes {
		if n.Parent == nil {
			order = append(order, n)
		}
	}
	for i := 0; i < len(order); i++ {
		order = append(order, order[i].Children...)
	}
	return order
}

// contentHash returns a hash of the text and the tools of a line. Other members may change when another session repeats the line.
func contentHash(l Line) hash128 {
	var h [2]maphash.Hash
	for i := range h {
		h[i].SetSeed(promptHasher[i])
	}
	add := func(parts ...string) {
		for i := range h {
			for _, p := range parts {
				_, _ = h[i].WriteString(p)
				_ = h[i].WriteByte(0xFF) // is in no text
			}
		}
	}
	switch m := l.(type) {
	case *UserLine:
		add(m.PlainText())
		if m.Message.Message != nil {
			for r := range m.Message.Message.Content.ToolResults() {
				add(r.ToolUseID, r.Content.PlainText())
			}
		}
	case *AssistantLine:
		add(m.PlainText(), m.Message.ID)
		for _, b := range m.Message.Content {
			if c, ok := ndwire.ToolCallOf(b); ok {
				add(c.ID, c.Name, string(c.Input))
			}
			if r, ok := ndwire.ToolResultOf(b); ok {
				add(r.CallID, r.Text)
			}
		}
	case *AssistantActionLine:
		if m.Message != nil {
			add(*m.Message)
		}
		add(m.ToolName, string(m.ToolArguments))
	case SystemLine:
		add(PlainTextOf(l))
	case *CompactSystemLine:
		add(string(m.Message))
	}
	return hash128{h[0].Sum64(), h[1].Sum64()}
}

// textHash returns a hash of a text, 0 for none.
func textHash(text string) hash128 {
	if text == "" {
		return hash128{}
	}
	return promptHasher.hash(text)
}

// promptHasher is shared by all trees.
var promptHasher = newHasher()

// promptHash returns the hash of the prompt that a call gives to a subagent, zero for none.
func promptHash(input decoder.Raw) hash128 {
	prompt, _ := input.Get("prompt")
	text, _ := prompt.Text()
	return textHash(text)
}

// addCall records a tool call of an API message.
func (n *Node) addCall(call ndwire.ToolCall) {
	if n.tools == nil {
		n.tools = new(nodeTools)
	}
	c := nodeCall{id: strings.Clone(call.ID), name: strings.Clone(call.Name)}
	if call.Name == ToolTask || call.Name == ToolAgent {
		c.prompt = promptHash(call.Input)
	}
	n.tools.calls = append(n.tools.calls, c)
}

// addResult records the result of a call, by an agent if that is not "".
func (n *Node) addResult(agent, call string, failed bool) {
	if n.tools == nil {
		n.tools = &nodeTools{agent: strings.Clone(agent)}
	}
	n.tools.results = append(n.tools.results, nodeResult{id: strings.Clone(call), failed: failed})
}

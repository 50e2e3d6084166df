package claudecode

import (
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// Tree puts the turns of a session in order: which follows which, where a prompt was edited and the conversation branched, what
// happened in sidechains, which result belongs to which tool call, and where the conversation was compacted.
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
// Lines need not be in an order: a parent may follow its children. A parent that never comes is none, and of a circle of parents the
// line that came first has none. Notes about the session have no place in the tree.
//
// A Tree keeps about half a kilobyte a turn, and the lines themselves only if Keep says so; Node.Pos tells where they stand. What it
// returns is valid until the next Add. The zero value is ready to use. A Tree must not be copied, nor used by several goroutines at once.
type Tree struct {
	// Keep makes nodes keep copies of their lines.
	Keep bool

	nodes      []*Node // in file order
	byUUID     map[string]*Node
	texts      map[string]string // of sessions, agents, kinds: few, and each on many lines
	duplicates int
	built      bool
	calls      []*ToolCall
}

// Node is a turn and its place in the tree.
type Node struct {
	Pos        decoder.Pos
	Kind       Kind
	UUID       string
	ParentUUID string // "" for none
	SessionID  string
	AgentID    string // of the subagent
	MessageID  string // of the response that an assistant line is, or is a part of
	Sidechain  bool
	Line       Line // nil unless Tree.Keep

	Parent   *Node // nil for a root, and if the parent is missing
	Children []*Node
	Before   *Node // of a compact boundary: the turn before, which is not its parent

	index   int
	role    nodeRole
	before  string // uuid of Before
	tools   *nodeTools
	compact *nodeCompaction
	batch   *batch  // of an answer that calls tools, and of their results
	prompt  hash128 // of a sidechain's first prompt
}

// nodeRole is what a turn is for the tree.
type nodeRole uint8

const (
	noteNode    nodeRole = iota // attachments, progress, what Claude Code has to say
	promptNode                  // what a person, or in a sidechain an agent, asks for
	contextNode                 // a user line that nobody typed
	resultNode                  // the results of tools
	answerNode                  // of the model
	callNode                    // a tool call of the flat form
	stepNode                    // of a compaction
)

// isTurn reports whether the node is a part of the conversation.
func (n *Node) isTurn() bool { return n.role != noteNode }

// Add puts one more line into the tree. It returns its node, or nil for a line that has no place in it. A line whose uuid is there
// already is not added (a session that goes on with another repeats its lines); the node is that of the first line.
func (t *Tree) Add(pos decoder.Pos, l Line) *Node {
	turn, ok := turnOf(l)
	if !ok {
		return nil
	}
	if n := t.byUUID[turn.uuid]; n != nil {
		t.duplicates++
		return n
	}
	if t.byUUID == nil {
		t.byUUID = make(map[string]*Node)
		t.texts = make(map[string]string)
	}
	n := &Node{
		Pos:        pos,
		Kind:       Kind(t.text(string(l.Kind()))),
		UUID:       strings.Clone(turn.uuid),
		ParentUUID: strings.Clone(turn.parent),
		SessionID:  t.text(turn.session),
		Sidechain:  turn.tag&idSidechain != 0,
		index:      len(t.nodes),
	}
	if e := EnvelopeOf(l); e != nil {
		n.AgentID = t.text(e.AgentID)
	}
	n.describe(l)
	if t.Keep {
		n.Line = CloneLine(l)
	}
	if n.UUID != "" {
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

// describe notes what the tree needs to know of a line.
func (n *Node) describe(l Line) {
	switch m := l.(type) {
	case *UserLine:
		n.describeUser(m)
	case *AssistantLine:
		n.role = answerNode
		n.MessageID = strings.Clone(m.Message.ID)
		for call := range m.Message.ToolUses() {
			n.addCall(call)
		}
	case *AssistantActionLine:
		n.role = answerNode
		if m.Subtype == AssistantSubtypeToolUse {
			n.role = callNode
			n.tools = &nodeTools{calls: []nodeCall{{name: strings.Clone(m.ToolName), prompt: promptHash(m.ToolArguments)}}}
		}
	case *SystemLine:
		switch m.Subtype {
		case SystemSubtypeToolResult, SystemSubtypeError:
			n.role = resultNode
			n.tools = &nodeTools{flat: true, failed: m.IsError || m.Subtype == SystemSubtypeError}
		case SystemSubtypeCompactBoundary:
			n.describeBoundary(m)
		}
	case *CompactSystemLine:
		n.role = stepNode
		n.compact = &nodeCompaction{step: CompactOperation(strings.Clone(string(m.Message))), stats: cloneOf(m.Metadata)}
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
	if n.Sidechain && m.ParentUUID == nil {
		n.prompt = textHash(m.PlainText())
	}
	if m.Message.Message == nil {
		return
	}
	for r := range m.Message.Message.Content.ToolResults() {
		n.role = resultNode
		n.addResult(m, r)
	}
}

// cloneOf is a copy of a part that may be nil.
func cloneOf[T any, P interface {
	*T
	Clone() *T
}](p P) P {
	if p == nil {
		return nil
	}
	return p.Clone()
}

// Nodes returns all turns, in the order of their lines.
func (t *Tree) Nodes() []*Node {
	t.build()
	return t.nodes
}

// Node returns the turn with a uuid, nil if there is none.
func (t *Tree) Node(uuid string) *Node {
	t.build()
	return t.byUUID[uuid]
}

// Duplicates is how many lines were not added because their uuid was there already.
func (t *Tree) Duplicates() int { return t.duplicates }

// Roots returns the turns without a parent, in the order of their lines. One with a ParentUUID is an orphan: its parent is missing,
// or follows it in a circle.
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
		n.Parent, n.Children, n.Before, n.batch = nil, nil, nil, nil
		if n.ParentUUID != "" {
			n.Parent = t.byUUID[n.ParentUUID]
		}
		if n.before != "" {
			n.Before = t.byUUID[n.before]
		}
	}
	t.cutCircles()
	for _, n := range t.nodes {
		if n.Parent != nil {
			n.Parent.Children = append(n.Parent.Children, n)
		}
	}
	t.matchTools()
}

// cutCircles takes the parent from the first line of each circle.
func (t *Tree) cutCircles() {
	walk := make([]int, len(t.nodes)) // the walk that came by first, from 1
	for _, start := range t.nodes {
		n := start
		for ; n != nil && walk[n.index] == 0; n = n.Parent {
			walk[n.index] = start.index + 1
		}
		if n == nil || walk[n.index] != start.index+1 {
			continue // a root, or a way that was gone before
		}
		first := n
		for m := n.Parent; m != n; m = m.Parent {
			if m.index < first.index {
				first = m
			}
		}
		first.Parent = nil
	}
}

// textHash is a hash of a text, 0 for none.
func textHash(text string) hash128 {
	if text == "" {
		return hash128{}
	}
	return promptHasher.hash(text)
}

// promptHasher is the same for all trees.
var promptHasher = newHasher()

// promptHash is the hash of the prompt that a call gives to a subagent; zero if it gives none.
func promptHash(input decoder.Raw) hash128 {
	prompt, _ := input.Get("prompt")
	text, _ := prompt.Text()
	return textHash(text)
}

// addCall notes a tool call of an API message.
func (n *Node) addCall(b *ndwire.ToolUseBlock) {
	if n.tools == nil {
		n.tools = new(nodeTools)
	}
	c := nodeCall{id: strings.Clone(b.ID), name: strings.Clone(b.Name)}
	if b.Name == ToolTask || b.Name == ToolAgent {
		c.prompt = promptHash(b.Input)
	}
	n.tools.calls = append(n.tools.calls, c)
}

// addResult notes a result of an API message.
func (n *Node) addResult(m *UserLine, b *ndwire.ToolResultBlock) {
	if n.tools == nil {
		agent, _ := m.ToolUseResult.Object.Get("agentId")
		id, _ := agent.Text()
		n.tools = &nodeTools{agent: strings.Clone(id)}
	}
	n.tools.results = append(n.tools.results, nodeResult{id: strings.Clone(b.ToolUseID), failed: b.IsError})
}

package transcript

import (
	"iter"
	"time"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
)

// Entry is one line. Its methods read Line when they are called; what a protocol does not have is empty.
//
// The texts of an Entry, those of its fields and those that its methods return, are yours to keep, as map keys too, also in a Recycled
// loop. Line and all that it points to, and the Input of a [ToolCall], are valid there only until the loop goes on.
type Entry struct {
	Protocol Protocol
	Session  string // in OpenClaw's files that of their first line; "" if the Reader skips that (Only), or begins after it
	ID       string
	Parent   string       // id of the line that it follows in ClaudeCode and OpenClaw, of the tool call that it belongs to in the others
	Role     Role         // who speaks
	Line     decoder.Line // of the protocol's own package, for a type switch

	usage  Usage
	counts bool
	names  *names // of a Recycled loop: the memory of Line is used again; nil otherwise
}

// Role says who speaks in an [Entry].
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"   // results of tools, and reports of their progress
	System    Role = "system" // about the session: its beginning and end, its settings, hooks, summaries, control messages
	None      Role = ""       // a line of a kind that ndwire does not know
)

// ToolCall is one call of a tool by the model.
type ToolCall struct {
	ID, Name string
	Input    decoder.Raw // in a Recycled loop valid until the loop goes on: keep it with its Clone
}

// ToolResult is the result of a tool call.
type ToolResult struct {
	CallID  string // "" where the protocol does not say to which call it belongs
	Text    string
	IsError bool
}

// adapter returns the adapter for Line. Protocol may be empty in an Entry that a program made.
func (e *Entry) adapter() adapter {
	switch e.Line.(type) {
	case ndwire.Line:
		return agentSDK{}
	case claudecode.Line:
		return claudeCode{}
	case openclaw.Line:
		return openClaw{}
	case rustyclaw.Line:
		return rustyClaw{}
	}
	return noLine{}
}

// noLine is the adapter of an Entry without a Line.
type noLine struct{ agentSDK }

func (noLine) clone(l decoder.Line) decoder.Line { return l }

// Time returns when the line was written, the zero time if the line does not say.
func (e *Entry) Time() time.Time { return e.adapter().time(e.Line) }

// Model returns the model that answered, or that answers from here on.
func (e *Entry) Model() string { return e.names.keep(e.adapter().model(e.Line)) }

// Text returns the text of the line, its text blocks joined: an answer, a prompt, a summary, the text of a result. A streamed
// piece of an answer has only the text that it adds. A line that repeats messages of earlier lines, as events at the end of a turn do,
// has none.
func (e *Entry) Text() string { return e.names.copied(e.adapter().text(e.Line)) }

// Thinking returns the model's thinking, its thinking blocks joined, under the same rules as Text.
func (e *Entry) Thinking() string { return e.names.copied(e.adapter().thinking(e.Line)) }

// ToolCalls ranges over the calls of tools in the line. A streamed call comes when it is complete.
func (e *Entry) ToolCalls() iter.Seq[ToolCall] {
	calls := e.adapter().calls(e.Line)
	if e.names == nil {
		return calls
	}
	return func(yield func(ToolCall) bool) {
		for c := range calls {
			c.ID, c.Name = e.names.copied(c.ID), e.names.keep(c.Name)
			if !yield(c) {
				return
			}
		}
	}
}

// ToolResults ranges over the results of tools in the line.
func (e *Entry) ToolResults() iter.Seq[ToolResult] {
	results := e.adapter().results(e.Line)
	if e.names == nil {
		return results
	}
	return func(yield func(ToolResult) bool) {
		for r := range results {
			r.CallID, r.Text = e.names.copied(r.CallID), e.names.copied(r.Text)
			if !yield(r) {
				return
			}
		}
	}
}

// Usage returns what this line adds to the session's usage; see [Ledger.Add].
func (e *Entry) Usage() (u Usage, ok bool) { return e.usage, e.counts }

// Clone returns a copy of an entry of Recycled and of all that its line points to.
func (e *Entry) Clone() *Entry {
	c := *e
	c.names = nil
	c.Line = e.adapter().clone(e.Line)
	return &c
}

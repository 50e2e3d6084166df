package transcript

import (
	"iter"
	"strings"
	"time"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// Entry is what one line says. Its methods take it from Line when they are called; what a protocol does not have is empty.
type Entry struct {
	Protocol Protocol
	Session  string
	ID       string
	Parent   string // id of the tool call that the line belongs to, "" in the main conversation
	Role     Role
	Line     decoder.Line // of the protocol's own package, for a type switch

	usage  Usage
	counts bool
}

// Role says whose turn an [Entry] is.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"   // results of tools
	System    Role = "system" // about the session: its beginning and end, hooks, control messages
	None      Role = ""       // a line of a kind that ndwire does not know
)

// ToolCall is one call of a tool by the model.
type ToolCall struct {
	ID, Name string
	Input    decoder.Raw
}

// ToolResult is what came back from one.
type ToolResult struct {
	CallID  string
	Text    string
	IsError bool
}

// newEntry fills in what is cheap to know of a line.
func newEntry(line ndwire.Line) *Entry {
	e := &Entry{Protocol: AgentSDK, Line: line, Role: System}
	switch m := line.(type) {
	case *ndwire.AssistantMessage:
		e.Role, e.Parent = Assistant, text(m.ParentToolUseID)
	case *ndwire.PartialAssistantMessage:
		e.Role, e.Parent = Assistant, text(m.ParentToolUseID)
	case *ndwire.UserMessage:
		e.Role, e.Parent = userRole(m), text(m.ParentToolUseID)
	case *ndwire.UserMessageReplay:
		e.Role, e.Parent = userRole(&m.UserMessage), text(m.ParentToolUseID)
	case *ndwire.ToolProgressMessage:
		e.Role, e.Parent = Tool, text(m.ParentToolUseID)
	case *ndwire.UnknownMessage:
		e.Role, e.Session = None, m.GetSessionID()
		id, _ := m.Raw.Get("uuid")
		e.ID, _ = id.Text()
	}
	if m, ok := line.(interface{ Base() *ndwire.BaseMessage }); ok {
		e.ID, e.Session = m.Base().UUID, m.Base().SessionID
	}
	return e
}

// userRole tells the results of tools, which the protocol sends as user messages, from what a person said.
func userRole(m *ndwire.UserMessage) Role {
	for _, b := range m.Message.Content.Blocks {
		if _, ok := b.(*ndwire.ToolResultBlock); ok {
			return Tool
		}
	}
	return User
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Time is when the line was written, the zero time if it does not say.
func (e *Entry) Time() time.Time {
	var at string
	switch m := e.Line.(type) {
	case *ndwire.FilesPersistedEvent:
		at = m.ProcessedAt
	case *ndwire.AssistantMessage:
		at = extraText(m.Extra, "timestamp")
	case *ndwire.UserMessage:
		at = extraText(m.Extra, "timestamp")
	case *ndwire.UserMessageReplay:
		at = extraText(m.Extra, "timestamp")
	}
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return time.Time{}
	}
	return t
}

// extraText is an unknown member's text: newer versions of the protocol have more than the spec names.
func extraText(x decoder.Extra, name string) string {
	v, _ := x.Get(name)
	s, _ := v.Text()
	return s
}

// Model is the model that answered, or that a session begins with.
func (e *Entry) Model() string {
	switch m := e.Line.(type) {
	case *ndwire.AssistantMessage:
		return m.Message.Model
	case *ndwire.SystemInitMessage:
		return m.Model
	case *ndwire.PartialAssistantMessage:
		if start, ok := m.Event.(*ndwire.MessageStartEvent); ok {
			return start.Message.Model
		}
	}
	return ""
}

// Text is what the line says in words, its text blocks joined: an answer, a prompt, a piece of an answer that is streamed, the
// text of a result.
func (e *Entry) Text() string {
	switch m := e.Line.(type) {
	case *ndwire.AssistantMessage:
		return m.Message.Text()
	case *ndwire.PartialAssistantMessage:
		return m.TextDelta()
	case *ndwire.UserMessage:
		return m.Message.Content.PlainText()
	case *ndwire.UserMessageReplay:
		return m.Message.Content.PlainText()
	case *ndwire.ResultMessage:
		if m.Result != nil {
			return *m.Result
		}
		return strings.Join(m.Errors, "\n")
	case *ndwire.ToolUseSummaryMessage:
		return m.Summary
	case *ndwire.TaskNotificationMessage:
		return m.Summary
	}
	return ""
}

// Thinking is what the model thought before it answered, its thinking blocks joined.
func (e *Entry) Thinking() string {
	switch m := e.Line.(type) {
	case *ndwire.AssistantMessage:
		var all strings.Builder
		for _, b := range m.Message.Content {
			if t, ok := b.(*ndwire.ThinkingBlock); ok {
				all.WriteString(t.Thinking)
			}
		}
		return all.String()
	case *ndwire.PartialAssistantMessage:
		if event, ok := m.Event.(*ndwire.ContentBlockDeltaEvent); ok {
			if d, ok := event.Delta.(*ndwire.ThinkingDelta); ok {
				return d.Thinking
			}
		}
	}
	return ""
}

// ToolCalls ranges over the calls of tools in the line.
func (e *Entry) ToolCalls() iter.Seq[ToolCall] {
	return func(yield func(ToolCall) bool) {
		m, ok := e.Line.(*ndwire.AssistantMessage)
		if !ok {
			return
		}
		for t := range m.Message.ToolUses() {
			if !yield(ToolCall{ID: t.ID, Name: t.Name, Input: t.Input}) {
				return
			}
		}
	}
}

// ToolResults ranges over the results of tools in the line.
func (e *Entry) ToolResults() iter.Seq[ToolResult] {
	return func(yield func(ToolResult) bool) {
		var content *ndwire.MessageContent
		switch m := e.Line.(type) {
		case *ndwire.UserMessage:
			content = &m.Message.Content
		case *ndwire.UserMessageReplay:
			content = &m.Message.Content
		default:
			return
		}
		for t := range content.ToolResults() {
			if !yield(ToolResult{CallID: t.ToolUseID, Text: t.Content.PlainText(), IsError: t.IsError}) {
				return
			}
		}
	}
}

// Usage is what this line adds to the session's count; see [Ledger.Add].
func (e *Entry) Usage() (u Usage, ok bool) { return e.usage, e.counts }

// Clone copies an entry of Recycled, with all that its line points to.
func (e *Entry) Clone() *Entry {
	c := *e
	c.Session, c.ID, c.Parent = strings.Clone(e.Session), strings.Clone(e.ID), strings.Clone(e.Parent)
	if line, ok := e.Line.(ndwire.Line); ok {
		c.Line = ndwire.CloneLine(line)
	}
	return &c
}

// speaksAgentSDK reports whether a line can only be of the Agent SDK protocol: other protocols share some of its kinds, but not
// these, nor its spelling of the session's id.
func speaksAgentSDK(line ndwire.Line) bool {
	switch m := line.(type) {
	case *ndwire.UnknownMessage:
		return false
	case *ndwire.UserMessage:
		return m.SessionID != ""
	case *ndwire.AssistantMessage:
		return m.SessionID != ""
	}
	return true
}

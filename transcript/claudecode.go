package transcript

import (
	"io"
	"iter"
	"time"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// claudeCode is the tongue of package claudecode, in both forms of its lines.
type claudeCode struct{}

func (claudeCode) protocol() Protocol { return ClaudeCode }

func (t claudeCode) lines(r io.Reader, opts []decoder.Option) lines {
	return &linesOf[claudecode.Line]{Reader: claudecode.NewReader(r, opts...), tongue: t}
}

func (claudeCode) clone(l decoder.Line) decoder.Line {
	return claudecode.CloneLine(l.(claudecode.Line))
}

func (claudeCode) fill(e *Entry) {
	e.Role = System
	line := e.Line.(claudecode.Line)
	e.Session = line.GetSessionID()
	if env := claudecode.EnvelopeOf(line); env != nil {
		e.ID, e.Parent = env.UUID, text(env.ParentUUID)
	}
	switch m := line.(type) {
	case *claudecode.AssistantLine, *claudecode.AssistantActionLine:
		e.Role = Assistant
	case *claudecode.UserLine:
		e.Role = User
		if m.Message.Message != nil {
			e.Role = sdkRole(&m.Message.Message.Content)
		}
	case *claudecode.AttachmentLine:
		if q, ok := m.Attachment.(*claudecode.QueuedCommand); ok && typed(q) {
			e.Role = User
		}
	case *claudecode.SystemLine:
		if m.Subtype == claudecode.SystemSubtypeToolResult {
			e.Role = Tool
		}
	case *claudecode.ProgressLine:
		e.Role = Tool
	case *claudecode.UnknownLine:
		e.Role, e.ID, e.Parent = None, member(m.Raw, "uuid"), member(m.Raw, "parentUuid")
	}
}

// typed reports whether what was put into the conversation while the agent worked is a person's.
func typed(q *claudecode.QueuedCommand) bool {
	human := q.Origin == nil || q.Origin.Kind == claudecode.OriginHuman
	return human && !q.IsMeta && (q.CommandMode == "" || q.CommandMode == "prompt")
}

func (claudeCode) time(l decoder.Line) time.Time {
	line := l.(claudecode.Line)
	if env := claudecode.EnvelopeOf(line); env != nil {
		t, _ := env.Time()
		return t
	}
	switch m := line.(type) {
	case *claudecode.FileHistorySnapshotLine:
		return moment(m.Snapshot.Timestamp)
	case *claudecode.HistorySuppressionLine:
		if m.Ts.Millis != 0 {
			return millis(m.Ts.Millis)
		}
		return moment(m.Ts.Text)
	}
	return moment(line.GetTimestamp())
}

func (claudeCode) model(l decoder.Line) string {
	if m, ok := l.(*claudecode.AssistantLine); ok {
		return m.Message.Model
	}
	return ""
}

func (claudeCode) text(l decoder.Line) string {
	switch m := l.(type) {
	case *claudecode.UserLine:
		return m.PlainText()
	case *claudecode.AssistantLine:
		return m.PlainText()
	case *claudecode.AssistantActionLine:
		if m.Subtype != claudecode.AssistantSubtypeThinking {
			return text(m.Message)
		}
	case *claudecode.SystemLine:
		if m.Subtype != claudecode.SystemSubtypeToolResult {
			return m.PlainText()
		}
	case *claudecode.AttachmentLine:
		if q, ok := m.Attachment.(*claudecode.QueuedCommand); ok {
			return q.Prompt.PlainText()
		}
	case *claudecode.SummaryLine:
		return m.Summary
	case *claudecode.CustomTitleLine:
		return m.CustomTitle
	case *claudecode.AiTitleLine:
		return m.AiTitle
	}
	return ""
}

func (claudeCode) thinking(l decoder.Line) string {
	switch m := l.(type) {
	case *claudecode.AssistantLine:
		return sdkThinking(&m.Message)
	case *claudecode.AssistantActionLine:
		if m.Subtype == claudecode.AssistantSubtypeThinking {
			return text(m.Message)
		}
	}
	return ""
}

func (claudeCode) calls(l decoder.Line) iter.Seq[ToolCall] {
	switch m := l.(type) {
	case *claudecode.AssistantLine:
		return sdkCalls(&m.Message)
	case *claudecode.AssistantActionLine:
		if m.Subtype == claudecode.AssistantSubtypeToolUse {
			// The flat form has no ids of calls. A result names the line of its call as its parent.
			return one(ToolCall{ID: m.UUID, Name: m.ToolName, Input: m.ToolArguments})
		}
	}
	return none
}

func (claudeCode) results(l decoder.Line) iter.Seq[ToolResult] {
	switch m := l.(type) {
	case *claudecode.UserLine:
		if m.Message.Message != nil {
			return sdkResults(&m.Message.Message.Content)
		}
	case *claudecode.SystemLine:
		if m.Subtype == claudecode.SystemSubtypeToolResult {
			call := m.ToolUseID
			if call == "" {
				call = text(m.ParentUUID)
			}
			return one(ToolResult{CallID: call, Text: m.PlainText(), IsError: m.IsError})
		}
	}
	return none
}

func (claudeCode) charge(to *Ledger, l decoder.Line) (Usage, bool) {
	switch m := l.(type) {
	case *claudecode.AssistantLine:
		u, ok := Usage{}, stands(m.Message.Extra, "usage") && stands(m.Extra, "message")
		if ok {
			u = sdkUsage(&m.Message.Usage)
		}
		if cost, is := extraNumber(m.Extra, "costUSD"); is { // of versions 1.0
			u.CostUSD, u.HasCost, ok = cost, true, true
		}
		if !ok {
			return Usage{}, false
		}
		id := m.Message.ID
		if id == "" {
			id = m.RequestID
		}
		if id == "" {
			return to.always(u), true
		}
		// A history that is copied into another session keeps the ids of its messages: they count once in all sessions.
		return to.latest(keyOf(id, ""), u), true
	case *claudecode.CostStateLine:
		if standsNumber(m.Extra, "totalCostUSD") {
			return to.cost(m.SessionID, m.TotalCostUSD), true
		}
	}
	return Usage{}, false
}

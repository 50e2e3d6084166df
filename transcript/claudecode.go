package transcript

import (
	"cmp"
	"io"
	"iter"
	"time"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/account"
)

// claudeCode is the adapter for lines of package claudecode, nested and flat ones.
type claudeCode struct{}

func (claudeCode) protocol() Protocol { return ClaudeCode }

func (t claudeCode) lines(r io.Reader, opts []decoder.Option) lines {
	return &linesOf[claudecode.Line]{Reader: claudecode.NewReader(r, opts...), adapter: t}
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
	case *claudecode.SystemToolResultLine, *claudecode.ProgressLine:
		e.Role = Tool
	case *claudecode.ContentReplacementLine:
		e.ID = m.UUID
	case *claudecode.UnknownLine:
		if claudecode.EnvelopeOf(m) == nil { // not a system line
			e.Role, e.ID, e.Parent = None, member(m.Raw, "uuid"), member(m.Raw, "parentUuid")
		}
	}
}

// typed reports whether a person wrote the command that was queued while the agent worked.
func typed(q *claudecode.QueuedCommand) bool {
	human := q.Origin == nil || q.Origin.Kind == claudecode.OriginHuman
	return human && !q.IsMeta && (q.CommandMode == "" || q.CommandMode == "prompt")
}

func (claudeCode) time(l decoder.Line) time.Time {
	line := l.(claudecode.Line)
	if env := claudecode.EnvelopeOf(line); env != nil {
		if env.Timestamp == "" {
			return looseTime(claudecode.ExtraOf(line).OddValue("timestamp"))
		}
		t, _ := env.Time()
		return t
	}
	switch m := line.(type) {
	case *claudecode.UnknownLine:
		return rawTime(m.Raw)
	case *claudecode.FileHistorySnapshotLine:
		if m.IsSnapshotUpdate { // it repeats the time of the snapshot, which can be hours before
			return time.Time{}
		}
		return memberTime(m.Snapshot.Timestamp, m.Snapshot.Extra, "timestamp")
	case *claudecode.HistorySuppressionLine:
		if m.Ts.Millis != 0 {
			return millis(m.Ts.Millis)
		}
		return isoTime(m.Ts.Text)
	}
	return isoTime(line.GetTimestamp())
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
	case *claudecode.SystemToolResultLine:
		return "" // the text of a tool, not of a speaker
	case claudecode.SystemLine:
		return claudecode.PlainTextOf(m)
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
			// The flat form has no call ids: a result has the line of its call as its parent.
			return one(ToolCall{ID: m.UUID, Name: m.ToolName, Input: m.ToolArguments})
		}
	}
	return none
}

func (claudeCode) results(l decoder.Line) iter.Seq[ToolResult] {
	switch m := l.(type) {
	case *claudecode.UserLine:
		if m.Message.Message != nil {
			return sdkResults(m.Message.Message.Content.Blocks)
		}
	case *claudecode.AssistantLine: // of tools that the API runs
		return sdkResults(m.Message.Content)
	case *claudecode.SystemToolResultLine:
		call := m.ToolUseID
		if call == "" {
			call = text(m.ParentUUID)
		}
		return one(ToolResult{CallID: call, Text: claudecode.PlainTextOf(m), IsError: m.IsError})
	}
	return none
}

func (claudeCode) charge(to *account.Book, l decoder.Line) (ok bool) {
	switch m := l.(type) {
	case *claudecode.AssistantLine:
		r := account.Response{Session: m.SessionID, ID: cmp.Or(m.Message.ID, m.RequestID),
			Amount: account.Amount{Model: m.Message.Model, Tokens: sdkTokens(to, &m.Message.Usage)}}
		noteOdd(to, m.Message.Extra, "usage")
		ok = present(m.Message.Extra, "usage") && present(m.Extra, "message")
		if cost, is := extraNumber(m.Extra, "costUSD"); is { // of versions 1.0
			r.CostUSD, r.HasCost, ok = cost, true, true
		}
		to.Response(r)
	case *claudecode.ProgressLine:
		if p, is := m.Data.(*claudecode.AgentProgress); is {
			if a, is := p.Message.(*claudecode.AgentAssistantMessage); is {
				r := account.Response{Session: m.SessionID, ID: cmp.Or(a.Message.ID, a.RequestID), Agent: progress,
					Amount: account.Amount{Model: a.Message.Model, Tokens: sdkTokens(to, &a.Message.Usage)}}
				if a.Message.ID != "" || r.Tokens != (account.Tokens{}) {
					to.Response(r)
				}
				noteOdd(to, a.Message.Extra, "usage")
				return present(a.Message.Extra, "usage") && present(a.Extra, "message")
			}
		}
	case *claudecode.CostStateLine:
		r := account.Result{Session: m.SessionID}
		if presentNumber(m.Extra, "totalCostUSD") {
			r.CostUSD, r.HasCost, ok = m.TotalCostUSD, true, true
		}
		if len(m.ModelUsage) > 0 {
			r.Models, ok = modelCosts(m.ModelUsage), true
		}
		to.SessionCost(r) // also without a cost: it names the session
	}
	return ok
}

// progress is the agent of responses in progress lines, which do not name it.
const progress = "progress"

func modelCosts(models map[string]claudecode.ModelCost) iter.Seq[account.Amount] {
	return func(yield func(account.Amount) bool) {
		for name, c := range models {
			a := account.Amount{Model: name}
			if c.CostUSD != nil {
				a.CostUSD, a.HasCost = *c.CostUSD, true
			}
			if !yield(a) {
				return
			}
		}
	}
}

package transcript

import (
	"io"
	"iter"
	"strings"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/account"
	"github.com/ndwire/ndwire/openclaw"
)

// openClaw is the adapter for lines of package openclaw. A message is a line of its own, an entry of a session file, or part of an
// event. A response occurs several times: in pieces, and when it, its turn and its run end. Entries have its content where the message
// ends.
type openClaw struct{}

func (openClaw) protocol() Protocol { return OpenClaw }

func (t openClaw) lines(r io.Reader, opts []decoder.Option) lines {
	return &linesOf[openclaw.Line]{Reader: openclaw.NewReader(r, opts...), adapter: t}
}

func (openClaw) clone(l decoder.Line) decoder.Line { return openclaw.CloneLine(l.(openclaw.Line)) }

// message returns the whole message of a line, nil if the line has none or repeats one of another line.
func message(l decoder.Line) openclaw.AgentMessage {
	switch m := l.(type) {
	case *openclaw.MessageEntry:
		return m.Message
	case *openclaw.MessageEndEvent:
		return m.Message
	case *openclaw.DoneEvent:
		return &m.Message
	case *openclaw.ErrorEvent:
		return &m.Error
	case openclaw.AgentMessage:
		return m
	}
	return nil
}

// piece returns the streamed part of a response, nil if it is not one.
func piece(l decoder.Line) decoder.Line {
	switch m := l.(type) {
	case *openclaw.MessageUpdateEvent:
		return m.AssistantMessageEvent
	case openclaw.AssistantMessageEvent:
		return m
	}
	return nil
}

func (openClaw) fill(e *Entry) {
	e.Role = System
	switch m := e.Line.(type) {
	case *openclaw.SessionHeader:
		e.Session = m.ID
	case *openclaw.TrajectoryEvent:
		e.Session = m.SessionID
	case *openclaw.EntryAppendedEvent:
		if m.Entry != nil {
			e.ID, e.Parent = m.Entry.GetID(), m.Entry.GetParentID()
		}
	case *openclaw.MessageStartEvent:
		e.Role = role(m.Message)
	case *openclaw.MessageUpdateEvent:
		e.Role = Assistant
	case *openclaw.ToolExecutionStartEvent, *openclaw.ToolExecutionUpdateEvent, *openclaw.ToolExecutionEndEvent:
		e.Role = Tool
	case *openclaw.UnknownLine:
		e.Role, e.ID, e.Parent, e.Session = None, member(m.Raw, "id"), member(m.Raw, "parentId"), member(m.Raw, "sessionId")
	default:
		if entry, ok := m.(openclaw.SessionEntry); ok {
			e.ID, e.Parent = entry.GetID(), entry.GetParentID()
		}
		if said := message(m); said != nil {
			e.Role = role(said)
		} else if piece(m) != nil {
			e.Role = Assistant
		}
	}
}

func role(m openclaw.AgentMessage) Role {
	switch m.(type) {
	case *openclaw.UserMessage, *openclaw.BashExecutionMessage: // a person runs these commands
		return User
	case *openclaw.AssistantMessage:
		return Assistant
	case *openclaw.ToolResultMessage:
		return Tool
	case nil, *openclaw.UnknownAgentMessage:
		return None
	}
	return System
}

func (openClaw) time(l decoder.Line) time.Time {
	switch m := l.(type) {
	case *openclaw.SessionHeader:
		return memberTime(m.Timestamp, m.Extra, "timestamp")
	case *openclaw.TrajectoryEvent:
		return memberTime(m.Ts, m.Extra, "ts")
	case *openclaw.EntryAppendedEvent:
		if m.Entry != nil {
			return isoTime(m.Entry.GetTimestamp())
		}
	case *openclaw.MessageStartEvent:
		return messageTime(m.Message)
	case *openclaw.UnknownLine:
		return rawTime(m.Raw)
	case *openclaw.MessageEntry:
		if t := memberTime(m.Timestamp, m.Extra, "timestamp"); !t.IsZero() {
			return t
		}
		return messageTime(m.Message)
	case openclaw.SessionEntry:
		if t := isoTime(m.GetTimestamp()); !t.IsZero() {
			return t
		}
		return messageTime(message(l))
	default:
		return messageTime(message(l))
	}
	return time.Time{}
}

// messageTime returns the time of a message, a number or, in other versions, a text.
func messageTime(m openclaw.AgentMessage) time.Time {
	if m == nil {
		return time.Time{}
	}
	if n := m.GetTimestamp(); n != 0 {
		return millis(n)
	}
	var x decoder.Extra
	switch m := m.(type) {
	case *openclaw.UserMessage:
		x = m.Extra
	case *openclaw.AssistantMessage:
		x = m.Extra
	case *openclaw.ToolResultMessage:
		x = m.Extra
	case *openclaw.UnknownAgentMessage:
		return rawTime(m.Raw)
	}
	return looseTime(x.OddValue("timestamp"))
}

func (openClaw) model(l decoder.Line) string {
	switch m := l.(type) {
	case *openclaw.SessionHeader:
		return text(m.ModelID)
	case *openclaw.ModelChangeEntry:
		return m.ModelID
	case *openclaw.UsageEntry:
		return m.Model
	case *openclaw.TrajectoryEvent:
		return text(m.ModelID)
	case *openclaw.MessageStartEvent:
		return answered(m.Message)
	}
	return answered(message(l))
}

func answered(m openclaw.AgentMessage) string {
	a, ok := m.(*openclaw.AssistantMessage)
	switch {
	case !ok:
		return ""
	case a.ResponseModel != nil:
		return *a.ResponseModel
	}
	return a.Model
}

func (openClaw) text(l decoder.Line) string {
	switch m := message(l).(type) {
	case *openclaw.UserMessage:
		return m.Content.PlainText()
	case *openclaw.AssistantMessage:
		return m.Text()
	case *openclaw.BashExecutionMessage:
		return m.Command + "\n" + m.Output
	case *openclaw.CustomMessage:
		return m.Content.PlainText()
	case *openclaw.HookMessage:
		return m.Content.PlainText()
	case *openclaw.SystemMessage:
		return m.Content.PlainText()
	case *openclaw.BranchSummaryMessage:
		return m.Summary
	case *openclaw.CompactionSummaryMessage:
		return m.Summary
	}
	switch m := l.(type) {
	case *openclaw.CompactionEntry:
		return m.Summary
	case *openclaw.BranchSummaryEntry:
		return m.Summary
	case *openclaw.CustomMessageEntry:
		return m.Content.PlainText()
	case *openclaw.SessionInfoEntry:
		return text(m.Name)
	}
	if d, ok := piece(l).(*openclaw.TextDeltaEvent); ok {
		return d.Delta
	}
	return ""
}

func (openClaw) thinking(l decoder.Line) string {
	if m, ok := message(l).(*openclaw.AssistantMessage); ok {
		var all strings.Builder
		for _, b := range m.Content {
			if t, ok := b.(*openclaw.ThinkingContent); ok {
				all.WriteString(t.Thinking)
			}
		}
		return all.String()
	}
	if d, ok := piece(l).(*openclaw.ThinkingDeltaEvent); ok {
		return d.Delta
	}
	return ""
}

func (openClaw) calls(l decoder.Line) iter.Seq[ToolCall] {
	m, ok := message(l).(*openclaw.AssistantMessage)
	if !ok {
		return none
	}
	return func(yield func(ToolCall) bool) {
		for c := range m.ToolCalls() {
			if !yield(ToolCall{ID: c.ID, Name: c.Name, Input: c.Arguments}) {
				return
			}
		}
	}
}

func (openClaw) results(l decoder.Line) iter.Seq[ToolResult] {
	if m, ok := message(l).(*openclaw.ToolResultMessage); ok {
		return one(ToolResult{CallID: m.ToolCallID, Text: m.Text(), IsError: m.IsError})
	}
	return none
}

func (openClaw) charge(to *account.Book, l decoder.Line) (ok bool) {
	switch m := l.(type) {
	case *openclaw.TurnEndEvent:
		ok = chargeMessage(to, m.Message, nil, true)
		for i := range m.ToolResults {
			ok = chargeMessage(to, &m.ToolResults[i], nil, true) || ok
		}
	case *openclaw.AgentEndEvent:
		for _, said := range m.Messages {
			ok = chargeMessage(to, said, nil, true) || ok
		}
	case *openclaw.EntryAppendedEvent:
		return m.Entry != nil && openClaw{}.charge(to, m.Entry)
	case *openclaw.CompactionEntry:
		noteOdd(to, m.Extra, "usage")
		if m.Usage != nil {
			to.Once(clawAmount(to, "", m.Usage), m.ID, m.Timestamp, 0)
			return true
		}
	case *openclaw.BranchSummaryEntry:
		noteOdd(to, m.Extra, "usage")
		if m.Usage != nil {
			to.Once(clawAmount(to, "", m.Usage), m.ID, m.Timestamp, 0)
			return true
		}
	case *openclaw.UsageEntry:
		noteOdd(to, m.Extra, "usage")
		to.Once(clawAmount(to, m.Model, &m.Usage), m.ID, m.Timestamp, 0)
		return true
	case *openclaw.DoneEvent:
		noteOdd(to, m.Extra, "usage")
		if m.Usage != nil { // a proxy sends usage without the message
			to.Always(clawAmount(to, "", m.Usage))
			return true
		}
		return chargeMessage(to, &m.Message, nil, false)
	case *openclaw.ErrorEvent:
		noteOdd(to, m.Extra, "usage")
		if m.Usage != nil {
			to.Always(clawAmount(to, "", m.Usage))
			return true
		}
		return chargeMessage(to, &m.Error, nil, false)
	case *openclaw.MessageEntry:
		return chargeMessage(to, m.Message, m, false)
	default:
		return chargeMessage(to, message(l), nil, false)
	}
	return ok
}

// chargeMessage counts a message, which is that of entry if entry is not nil. repeated says that an earlier line had it
// too, unless the log is incomplete.
func chargeMessage(to *account.Book, m openclaw.AgentMessage, entry openclaw.SessionEntry, repeated bool) bool {
	switch m := m.(type) {
	case *openclaw.AssistantMessage:
		noteOdd(to, m.Extra, "usage")
		if !present(m.Extra, "usage") {
			return false
		}
		amount := clawAmount(to, answered(m), &m.Usage)
		switch {
		case m.Timestamp != 0 || m.ResponseID != nil:
			to.Once(amount, text(m.ResponseID), m.Model, m.Timestamp)
		case entry != nil: // only copies of the entry can be recognized
			to.Once(amount, entry.GetID(), entry.GetTimestamp(), 0)
		case !repeated: // a repeated one cannot be recognized
			to.Always(amount)
		}
		return true
	case *openclaw.ToolResultMessage:
		noteOdd(to, m.Extra, "usage")
		if m.Usage != nil {
			to.Once(clawAmount(to, "", m.Usage), m.ToolCallID, "tool", m.Timestamp)
			return true
		}
	}
	return false
}

func clawAmount(to *account.Book, model string, u *openclaw.Usage) account.Amount {
	return account.Amount{
		Model: model,
		Tokens: withZeros(to, u.Extra, account.Tokens{
			account.Input:      tokenCount(to, account.Input, u.Extra, "input", u.Input),
			account.Output:     tokenCount(to, account.Output, u.Extra, "output", u.Output),
			account.CacheRead:  tokenCount(to, account.CacheRead, u.Extra, "cacheRead", u.CacheRead),
			account.CacheWrite: tokenCount(to, account.CacheWrite, u.Extra, "cacheWrite", u.CacheWrite),
		}, countNames{"input", "output", "cacheRead", "cacheWrite"}),
		CostUSD: u.Cost.Total,
		HasCost: present(u.Extra, "cost") && presentNumber(u.Cost.Extra, "total"),
	}
}

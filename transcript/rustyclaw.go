package transcript

import (
	"io"
	"iter"
	"strings"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/rustyclaw"
)

// rustyClaw is the tongue of package rustyclaw.
type rustyClaw struct{}

func (rustyClaw) protocol() Protocol { return RustyClaw }

func (t rustyClaw) lines(r io.Reader, opts []decoder.Option) lines {
	return &linesOf[rustyclaw.Line]{Reader: rustyclaw.NewReader(r, opts...), tongue: t}
}

func (rustyClaw) clone(l decoder.Line) decoder.Line { return rustyclaw.CloneLine(l.(rustyclaw.Line)) }

func (rustyClaw) fill(e *Entry) {
	e.Role = System
	switch m := e.Line.(type) {
	case *rustyclaw.SystemInit:
		e.Session, e.ID = m.SessionID, extraText(m.Extra, "uuid")
	case *rustyclaw.SystemCompactBoundary:
		e.Session, e.ID = text(m.SessionID), m.UUID
	case *rustyclaw.AssistantMessage:
		e.Role, e.Session, e.ID, e.Parent = Assistant, text(m.SessionID), m.UUID, text(m.ParentToolUseID)
	case *rustyclaw.UserMessage:
		e.Role, e.Session, e.ID, e.Parent = User, text(m.SessionID), m.UUID, text(m.ParentToolUseID)
		for range m.Message.ToolResults() {
			e.Role = Tool
		}
	case *rustyclaw.ResultSuccess:
		e.Session, e.ID = text(m.SessionID), m.UUID
	case *rustyclaw.ResultFailure:
		e.Session, e.ID = text(m.SessionID), m.UUID
	case *rustyclaw.ResultError:
		e.Session, e.ID = extraText(m.Extra, "session_id"), extraText(m.Extra, "uuid")
	case *rustyclaw.ResultInputRequired:
		e.Session, e.ID = extraText(m.Extra, "session_id"), extraText(m.Extra, "uuid")
	case *rustyclaw.RateLimitEvent:
		e.Session, e.ID = text(m.SessionID), m.UUID
	case *rustyclaw.UnknownMessage:
		e.Role, e.Session, e.ID = None, member(m.Raw, "session_id"), member(m.Raw, "uuid")
	}
}

func (rustyClaw) time(l decoder.Line) time.Time {
	switch m := l.(type) {
	case *rustyclaw.AssistantMessage:
		return moment(extraText(m.Extra, "timestamp"))
	case *rustyclaw.UserMessage:
		return moment(extraText(m.Extra, "timestamp"))
	case *rustyclaw.UnknownMessage:
		return moment(member(m.Raw, "timestamp"))
	}
	return time.Time{}
}

func (rustyClaw) model(l decoder.Line) string {
	switch m := l.(type) {
	case *rustyclaw.AssistantMessage:
		return text(m.Message.Model)
	case *rustyclaw.SystemInit:
		return extraText(m.Extra, "model")
	}
	return ""
}

func (rustyClaw) text(l decoder.Line) string {
	switch m := l.(type) {
	case *rustyclaw.AssistantMessage:
		return m.Message.Text()
	case *rustyclaw.UserMessage:
		return m.Message.Text()
	case *rustyclaw.ResultSuccess:
		return m.Result
	case *rustyclaw.ResultError:
		return m.Error
	case *rustyclaw.ResultFailure:
		return strings.Join(m.Errors, "\n")
	}
	return ""
}

func (rustyClaw) thinking(l decoder.Line) string {
	m, ok := l.(*rustyclaw.AssistantMessage)
	if !ok {
		return ""
	}
	var all strings.Builder
	for _, b := range m.Message.Content.Blocks {
		if t, ok := b.(*rustyclaw.ThinkingBlock); ok {
			all.WriteString(t.Thinking)
		}
	}
	return all.String()
}

func (rustyClaw) calls(l decoder.Line) iter.Seq[ToolCall] {
	m, ok := l.(*rustyclaw.AssistantMessage)
	if !ok {
		return none
	}
	return func(yield func(ToolCall) bool) {
		for t := range m.Message.ToolUses() {
			if !yield(ToolCall{ID: t.ID, Name: t.Name, Input: t.Input}) {
				return
			}
		}
	}
}

func (rustyClaw) results(l decoder.Line) iter.Seq[ToolResult] {
	m, ok := l.(*rustyclaw.UserMessage)
	if !ok {
		return none
	}
	return func(yield func(ToolResult) bool) {
		for t := range m.Message.ToolResults() {
			result := ToolResult{CallID: t.ToolUseID, Text: t.Content.PlainText(), IsError: t.IsError}
			if t.Content.Object != nil {
				result.Text = t.Content.Object.String()
			}
			if !yield(result) {
				return
			}
		}
	}
}

func (rustyClaw) charge(to *Ledger, l decoder.Line) (Usage, bool) {
	switch m := l.(type) {
	case *rustyclaw.AssistantMessage:
		if m.Message.Usage != nil {
			return to.response(text(m.SessionID), text(m.Message.ID), *rustyUsage(m.Message.Usage)), true
		}
	case *rustyclaw.SystemInit:
		to.begin(m.SessionID)
	case *rustyclaw.ResultSuccess:
		return to.end(text(m.SessionID), rustyUsage(m.Usage), m.TotalCostUSD)
	case *rustyclaw.ResultFailure:
		return to.end(text(m.SessionID), rustyUsage(m.Usage), m.TotalCostUSD)
	case *rustyclaw.ResultError:
		return to.end(extraText(m.Extra, "session_id"), nil, nil)
	}
	return Usage{}, false
}

func rustyUsage(u *rustyclaw.UsageInfo) *Usage {
	if u == nil {
		return nil
	}
	count := func(n *int) int64 {
		if n == nil {
			return 0
		}
		return int64(*n)
	}
	return &Usage{
		Input:      int64(u.InputTokens),
		Output:     int64(u.OutputTokens),
		CacheRead:  count(u.CacheReadInputTokens),
		CacheWrite: count(u.CacheCreationInputTokens),
	}
}

package transcript

import (
	"cmp"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/account"
	"github.com/ndwire/ndwire/rustyclaw"
)

// rustyClaw is the adapter for lines of package rustyclaw.
type rustyClaw struct{}

func (rustyClaw) protocol() Protocol { return RustyClaw }

func (t rustyClaw) lines(r io.Reader, opts []decoder.Option) lines {
	return &linesOf[rustyclaw.Line]{Reader: rustyclaw.NewReader(r, opts...), adapter: t}
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
		return extraTime(m.Extra, "timestamp")
	case *rustyclaw.UserMessage:
		return extraTime(m.Extra, "timestamp")
	case *rustyclaw.UnknownMessage:
		return rawTime(m.Raw)
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

func (rustyClaw) charge(to *account.Book, l decoder.Line) (ok bool) {
	switch m := l.(type) {
	case *rustyclaw.AssistantMessage:
		to.Response(account.Response{Session: text(m.SessionID), ID: cmp.Or(text(m.Message.ID), extraText(m.Extra, "request_id")),
			Agent: text(m.ParentToolUseID), Amount: account.Amount{Model: text(m.Message.Model), Tokens: rustyTokens(to, m.Message.Usage)}})
		noteOdd(to, m.Message.Extra, "usage")
		return m.Message.Usage != nil
	case *rustyclaw.SystemInit:
		to.Begin(m.SessionID)
	case *rustyclaw.ResultSuccess:
		return rustyResult(to, text(m.SessionID), m.UUID, m.Usage, m.TotalCostUSD, m.Extra)
	case *rustyclaw.ResultFailure:
		return rustyResult(to, text(m.SessionID), m.UUID, m.Usage, m.TotalCostUSD, m.Extra)
	case *rustyclaw.ResultError:
		return rustyResult(to, extraText(m.Extra, "session_id"), extraText(m.Extra, "uuid"), nil, nil, m.Extra)
	}
	return false
}

func rustyResult(to *account.Book, session, id string, u *rustyclaw.UsageInfo, cost *float64, x decoder.Extra) bool {
	r, ok := account.Result{Session: session, ID: id, Turn: rustyTokens(to, u)}, u != nil
	if cost != nil {
		r.CostUSD, r.HasCost, ok = *cost, true, true
	}
	noteOdd(to, x, "usage")
	switch models, _ := x.Get("modelUsage"); models.Type() { // written by the CLI, not read by the crate
	case decoder.Object:
		r.Models, ok = rustyModels(to, models), true
	case decoder.Null, decoder.Invalid: // null, or absent
	default:
		to.Unread()
	}
	to.Result(r)
	return ok
}

func rustyModels(to *account.Book, models decoder.Raw) iter.Seq[account.Amount] {
	return func(yield func(account.Amount) bool) {
		for name, u := range models.Members() {
			a := account.Amount{Model: name}
			for i, member := range [...]string{
				account.Input:      "inputTokens",
				account.Output:     "outputTokens",
				account.CacheRead:  "cacheReadInputTokens",
				account.CacheWrite: "cacheCreationInputTokens",
			} {
				a.Tokens[i] = rawCount(to, i, u, member)
			}
			if u.Type() != decoder.Object {
				to.Unread()
			}
			a.CostUSD, a.HasCost = rawNumber(u, "costUSD")
			if !yield(a) {
				return
			}
		}
	}
}

func rustyTokens(to *account.Book, u *rustyclaw.UsageInfo) account.Tokens {
	if u == nil {
		return account.Tokens{}
	}
	return withZeros(to, u.Extra, account.Tokens{
		account.Input:      tokenCount(to, account.Input, u.Extra, "input_tokens", u.InputTokens),
		account.Output:     tokenCount(to, account.Output, u.Extra, "output_tokens", u.OutputTokens),
		account.CacheRead:  optionalCount(to, account.CacheRead, u.Extra, "cache_read_input_tokens", u.CacheReadInputTokens),
		account.CacheWrite: optionalCount(to, account.CacheWrite, u.Extra, "cache_creation_input_tokens", u.CacheCreationInputTokens),
	}, countNames{account.Input: "input_tokens", account.Output: "output_tokens"})
}

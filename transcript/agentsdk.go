package transcript

import (
	"cmp"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/account"
)

// agentSDK is the adapter for lines of package ndwire.
type agentSDK struct{}

func (agentSDK) protocol() Protocol { return AgentSDK }

func (t agentSDK) lines(r io.Reader, opts []decoder.Option) lines {
	return &linesOf[ndwire.Line]{Reader: ndwire.NewReader(r, opts...), adapter: t}
}

func (agentSDK) clone(l decoder.Line) decoder.Line { return ndwire.CloneLine(l.(ndwire.Line)) }

func (agentSDK) fill(e *Entry) {
	e.Role = System
	switch m := e.Line.(type) {
	case *ndwire.AssistantMessage:
		e.Role, e.Parent = Assistant, text(m.ParentToolUseID)
	case *ndwire.PartialAssistantMessage:
		e.Role, e.Parent = Assistant, text(m.ParentToolUseID)
	case *ndwire.StreamlinedTextMessage:
		e.Role = Assistant
	case *ndwire.UserMessage:
		e.Role, e.Parent = sdkRole(&m.Message.Content), text(m.ParentToolUseID)
	case *ndwire.UserMessageReplay:
		e.Role, e.Parent = sdkRole(&m.Message.Content), text(m.ParentToolUseID)
	case *ndwire.ToolProgressMessage:
		e.Role, e.Parent = Tool, text(m.ParentToolUseID)
	case *ndwire.UnknownMessage:
		e.Role, e.ID, e.Session = None, member(m.Raw, "uuid"), member(m.Raw, "session_id")
	}
	if m, ok := e.Line.(interface{ Base() *ndwire.BaseMessage }); ok {
		e.ID, e.Session = m.Base().UUID, m.Base().SessionID
	}
}

// sdkRole returns Tool for a user message that has results of tools, as the API sends them, and User for one of a person.
func sdkRole(content *ndwire.MessageContent) Role {
	for range content.ToolResults() {
		return Tool
	}
	return User
}

func (agentSDK) time(l decoder.Line) time.Time {
	switch m := l.(type) {
	case *ndwire.FilesPersistedEvent:
		return memberTime(m.ProcessedAt, m.Extra, "processed_at")
	case *ndwire.AssistantMessage:
		return memberTime(m.Timestamp, m.Extra, "timestamp")
	case *ndwire.UserMessage:
		return memberTime(m.Timestamp, m.Extra, "timestamp")
	case *ndwire.UserMessageReplay:
		return memberTime(m.Timestamp, m.Extra, "timestamp")
	case *ndwire.ConversationResetMessage:
		return memberTime(m.Timestamp, m.Extra, "timestamp")
	case *ndwire.UnknownMessage:
		return rawTime(m.Raw)
	}
	return time.Time{}
}

func (agentSDK) model(l decoder.Line) string {
	switch m := l.(type) {
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

func (agentSDK) text(l decoder.Line) string {
	switch m := l.(type) {
	case *ndwire.AssistantMessage:
		return m.Message.Text()
	case *ndwire.PartialAssistantMessage:
		return m.TextDelta()
	case *ndwire.UserMessage:
		return m.Message.Content.PlainText()
	case *ndwire.UserMessageReplay:
		return m.Message.Content.PlainText()
	case *ndwire.ResultMessage:
		switch {
		case m.Result != nil:
			return *m.Result
		case m.Errors != nil:
			return strings.Join(m.Errors, "\n")
		}
		return m.Error
	case *ndwire.ToolUseSummaryMessage:
		return m.Summary
	case *ndwire.TaskNotificationMessage:
		return m.Summary
	case *ndwire.StreamlinedTextMessage:
		return m.Text
	case *ndwire.StreamlinedToolUseSummaryMessage:
		return m.ToolSummary
	case *ndwire.PromptSuggestionMessage:
		return m.Suggestion
	case *ndwire.LocalCommandOutputMessage:
		return m.Content
	case *ndwire.InformationalMessage:
		return m.Content
	case *ndwire.NotificationMessage:
		return m.Text
	case *ndwire.PermissionDeniedMessage:
		return m.Message
	}
	return ""
}

func (agentSDK) thinking(l decoder.Line) string {
	switch m := l.(type) {
	case *ndwire.AssistantMessage:
		return sdkThinking(&m.Message)
	case *ndwire.PartialAssistantMessage:
		if event, ok := m.Event.(*ndwire.ContentBlockDeltaEvent); ok {
			if d, ok := event.Delta.(*ndwire.ThinkingDelta); ok {
				return d.Thinking
			}
		}
	}
	return ""
}

func sdkThinking(m *ndwire.BetaMessage) string {
	var all strings.Builder
	for _, b := range m.Content {
		if t, ok := b.(*ndwire.ThinkingBlock); ok {
			all.WriteString(t.Thinking)
		}
	}
	return all.String()
}

func (agentSDK) calls(l decoder.Line) iter.Seq[ToolCall] {
	if m, ok := l.(*ndwire.AssistantMessage); ok {
		return sdkCalls(&m.Message)
	}
	return none
}

// sdkCalls ranges over calls of tools that the program runs, and of those that the API or its MCP connector runs.
func sdkCalls(m *ndwire.BetaMessage) iter.Seq[ToolCall] {
	return func(yield func(ToolCall) bool) {
		for _, b := range m.Content {
			if call, ok := ndwire.ToolCallOf(b); ok && !yield(ToolCall(call)) {
				return
			}
		}
	}
}

func (agentSDK) results(l decoder.Line) iter.Seq[ToolResult] {
	switch m := l.(type) {
	case *ndwire.AssistantMessage: // of tools that the API runs
		return sdkResults(m.Message.Content)
	case *ndwire.UserMessage:
		return sdkResults(m.Message.Content.Blocks)
	case *ndwire.UserMessageReplay:
		return sdkResults(m.Message.Content.Blocks)
	}
	return none
}

func sdkResults(blocks []ndwire.ContentBlock) iter.Seq[ToolResult] {
	return func(yield func(ToolResult) bool) {
		for _, b := range blocks {
			if result, ok := ndwire.ToolResultOf(b); ok && !yield(ToolResult(result)) {
				return
			}
		}
	}
}

func (agentSDK) charge(to *account.Book, l decoder.Line) (ok bool) {
	switch m := l.(type) {
	case *ndwire.AssistantMessage:
		to.Response(account.Response{Session: m.SessionID, ID: cmp.Or(m.Message.ID, m.RequestID), Agent: text(m.ParentToolUseID),
			Amount: account.Amount{Model: m.Message.Model, Tokens: sdkTokens(to, &m.Message.Usage)}})
		noteOdd(to, m.Message.Extra, "usage")
		return present(m.Message.Extra, "usage") && present(m.Extra, "message")
	case *ndwire.PartialAssistantMessage:
		switch event := m.Event.(type) {
		case *ndwire.MessageStartEvent:
			r := account.Response{Session: m.SessionID, ID: event.Message.ID, Agent: text(m.ParentToolUseID), Begins: true,
				Amount: account.Amount{Model: event.Message.Model, Tokens: sdkTokens(to, &event.Message.Usage)}}
			if r.ID != "" || r.Model != "" || r.Tokens != (account.Tokens{}) {
				to.Response(r)
			}
			noteOdd(to, event.Message.Extra, "usage")
			return present(event.Message.Extra, "usage")
		case *ndwire.MessageDeltaEvent:
			if t := deltaTokens(to, &event.Usage); t != (account.Tokens{}) {
				to.Delta(m.SessionID, text(m.ParentToolUseID), t)
			}
			noteOdd(to, event.Extra, "usage")
			return present(event.Extra, "usage")
		}
	case *ndwire.SystemInitMessage:
		to.Begin(m.SessionID)
	case *ndwire.ResultMessage:
		r := account.Result{Session: m.SessionID, ID: m.UUID, Turn: sdkTokens(to, &m.Usage)}
		if len(m.ModelUsage) > 0 {
			r.Models, ok = modelAmounts(to, m.ModelUsage), true
		}
		if presentNumber(m.Extra, "total_cost_usd") {
			r.CostUSD, r.HasCost, ok = m.TotalCostUSD, true, true
		}
		noteOdd(to, m.Extra, "usage")
		noteOdd(to, m.Extra, "modelUsage")
		to.Result(r)
		return ok || present(m.Extra, "usage")
	}
	return false
}

func sdkTokens(to *account.Book, u *ndwire.BetaUsage) account.Tokens {
	return withZeros(to, u.Extra, account.Tokens{
		account.Input:      tokenCount(to, account.Input, u.Extra, "input_tokens", u.InputTokens),
		account.Output:     tokenCount(to, account.Output, u.Extra, "output_tokens", u.OutputTokens),
		account.CacheRead:  tokenCount(to, account.CacheRead, u.Extra, "cache_read_input_tokens", u.CacheReadInputTokens),
		account.CacheWrite: tokenCount(to, account.CacheWrite, u.Extra, "cache_creation_input_tokens", u.CacheCreationInputTokens),
	}, countNames{"input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"})
}

func deltaTokens(to *account.Book, u *ndwire.MessageDeltaUsage) account.Tokens {
	return withZeros(to, u.Extra, account.Tokens{
		account.Input:      optionalCount(to, account.Input, u.Extra, "input_tokens", u.InputTokens),
		account.Output:     tokenCount(to, account.Output, u.Extra, "output_tokens", u.OutputTokens),
		account.CacheRead:  optionalCount(to, account.CacheRead, u.Extra, "cache_read_input_tokens", u.CacheReadInputTokens),
		account.CacheWrite: optionalCount(to, account.CacheWrite, u.Extra, "cache_creation_input_tokens", u.CacheCreationInputTokens),
	}, countNames{account.Output: "output_tokens"})
}

func modelAmounts(to *account.Book, models map[string]ndwire.ModelUsage) iter.Seq[account.Amount] {
	return func(yield func(account.Amount) bool) {
		for name, u := range models {
			a := account.Amount{Model: name, CostUSD: u.CostUSD, HasCost: presentNumber(u.Extra, "costUSD"), Tokens: withZeros(to, u.Extra, account.Tokens{
				account.Input:      tokenCount(to, account.Input, u.Extra, "inputTokens", u.InputTokens),
				account.Output:     tokenCount(to, account.Output, u.Extra, "outputTokens", u.OutputTokens),
				account.CacheRead:  tokenCount(to, account.CacheRead, u.Extra, "cacheReadInputTokens", u.CacheReadInputTokens),
				account.CacheWrite: tokenCount(to, account.CacheWrite, u.Extra, "cacheCreationInputTokens", u.CacheCreationInputTokens),
			}, countNames{"inputTokens", "outputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"})}
			if !yield(a) {
				return
			}
		}
	}
}

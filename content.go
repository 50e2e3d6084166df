package ndwire

import (
	"cmp"
	"iter"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// Base returns the part that all messages of a session share.
func (m *BaseMessage) Base() *BaseMessage { return m }

// Text joins the text blocks of the message. With one block, as most messages have, it copies nothing. A content that is a text, as
// other programs write it, is returned unchanged.
func (m *BetaMessage) Text() string {
	if len(m.Content) == 0 {
		if s, ok := m.Extra.OddValue("content").Text(); ok {
			return s
		}
	}
	return joinText(m.Content)
}

// ToolUses ranges over the tool_use blocks of the message.
func (m *BetaMessage) ToolUses() iter.Seq[*ToolUseBlock] { return blocksOf[*ToolUseBlock](m.Content) }

// PlainText returns the text of either form: the string, or the joined text blocks.
func (m *MessageContent) PlainText() string {
	if m.Blocks == nil {
		return m.Text
	}
	return joinText(m.Blocks)
}

// ToolResults ranges over the tool_result blocks of the content.
func (m *MessageContent) ToolResults() iter.Seq[*ToolResultBlock] {
	return blocksOf[*ToolResultBlock](m.Blocks)
}

// ToolCall is a call of a tool, whoever runs it: the program (a tool_use block), the API (server_tool_use), or an MCP
// server (mcp_tool_use).
type ToolCall struct {
	ID, Name string
	Input    decoder.Raw
}

// ToolCallOf returns the call that a block is. It reports false for other blocks.
func ToolCallOf(b ContentBlock) (ToolCall, bool) {
	switch b := b.(type) {
	case *ToolUseBlock:
		return ToolCall{b.ID, b.Name, b.Input}, true
	case *ServerToolUseBlock:
		return ToolCall{b.ID, b.Name, b.Input}, true
	case *McpToolUseBlock:
		return ToolCall{b.ID, b.Name, b.Input}, true
	}
	return ToolCall{}, false
}

// ToolResult is the result of a [ToolCall]. The results of tools that the program runs stand in a user message, those of
// others in the assistant message that has the call.
type ToolResult struct {
	CallID string

	// Text has no images, files and encrypted data. Of an error of the API it is the message or the code, of a search a
	// line for each find.
	Text    string
	IsError bool // the tool could not run, or says that it failed
}

// ToolResultOf returns the result that a block is: a tool_result, mcp_tool_result, web_search_tool_result or the like. It
// reports false for other blocks.
func ToolResultOf(b ContentBlock) (ToolResult, bool) {
	switch b := b.(type) {
	case *ToolResultBlock:
		return ToolResult{b.ToolUseID, b.Content.PlainText(), b.IsError}, true
	case *McpToolResultBlock:
		return ToolResult{b.ToolUseID, b.Content.PlainText(), b.IsError}, true
	case *WebSearchToolResultBlock:
		if b.Content.Error != nil {
			return serverResult(b.ToolUseID, b.Content.Error), true
		}
		var pages []string
		for i := range b.Content.Results {
			pages = append(pages, b.Content.Results[i].Title+" "+b.Content.Results[i].URL)
		}
		return ToolResult{CallID: b.ToolUseID, Text: strings.Join(pages, "\n")}, true
	case *WebFetchToolResultBlock:
		return serverResult(b.ToolUseID, b.Content), true
	case *AdvisorToolResultBlock:
		return serverResult(b.ToolUseID, b.Content), true
	case *CodeExecutionToolResultBlock:
		return serverResult(b.ToolUseID, b.Content), true
	case *BashCodeExecutionToolResultBlock:
		return serverResult(b.ToolUseID, b.Content), true
	case *TextEditorCodeExecutionToolResultBlock:
		return serverResult(b.ToolUseID, b.Content), true
	case *ToolSearchToolResultBlock:
		return serverResult(b.ToolUseID, b.Content), true
	}
	return ToolResult{}, false
}

func serverResult(callID string, content ServerToolResult) ToolResult {
	r := ToolResult{CallID: callID}
	switch c := content.(type) {
	case *ServerToolError:
		r.Text, r.IsError = c.ErrorCode, true
		if c.ErrorMessage != nil {
			r.Text = cmp.Or(*c.ErrorMessage, c.ErrorCode)
		}
	case *WebFetchResult:
		r.Text = c.URL
	case *AdvisorResult:
		r.Text = c.Text
	case *CodeExecutionResult:
		r.Text = c.Stdout + c.Stderr
	case *EncryptedCodeExecutionResult:
		r.Text = c.Stderr
	case *BashCodeExecutionResult:
		r.Text = c.Stdout + c.Stderr
	case *TextEditorViewResult:
		r.Text = c.Content
	case *TextEditorStrReplaceResult:
		r.Text = strings.Join(c.Lines, "\n")
	case *ToolSearchResult:
		var names []string
		for i := range c.ToolReferences {
			names = append(names, c.ToolReferences[i].ToolName)
		}
		r.Text = strings.Join(names, "\n")
	}
	return r
}

// TextDelta returns the text that this event adds to the answer, "" if it adds none.
func (m *PartialAssistantMessage) TextDelta() string {
	if e, ok := m.Event.(*ContentBlockDeltaEvent); ok {
		if d, ok := e.Delta.(*TextDelta); ok {
			return d.Text
		}
	}
	return ""
}

func blocksOf[T ContentBlock](blocks []ContentBlock) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, b := range blocks {
			if t, ok := b.(T); ok && !yield(t) {
				return
			}
		}
	}
}

func joinText(blocks []ContentBlock) string {
	var texts []string
	for t := range blocksOf[*TextBlock](blocks) {
		texts = append(texts, t.Text)
	}
	return strings.Join(texts, "") // of a single text, it makes no copy
}

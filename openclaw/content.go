package openclaw

import (
	"iter"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// StringContent returns the content of a message that is plain text.
func StringContent(s string) MessageContent {
	return MessageContent{Type: decoder.String, Text: s}
}

// BlockContent returns the content of a message that is a list of blocks.
func BlockContent(b ...ContentBlock) MessageContent {
	return MessageContent{Type: decoder.Array, Blocks: b}
}

// PlainText returns the text of either form: the string, or the joined text blocks.
func (m *MessageContent) PlainText() string {
	if m.Blocks == nil {
		return m.Text
	}
	return joinText(m.Blocks)
}

// Text joins the text blocks of the response. With one block, as most have, it copies nothing. A content that is a text, as other
// programs write it, is returned unchanged.
func (m *AssistantMessage) Text() string {
	if len(m.Content) == 0 {
		if s, ok := m.Extra.OddValue("content").Text(); ok {
			return s
		}
	}
	return joinText(m.Content)
}

// ToolCalls ranges over the tool calls of the response, whatever their name is on the line.
func (m *AssistantMessage) ToolCalls() iter.Seq[*ToolCall] {
	return func(yield func(*ToolCall) bool) {
		for _, b := range m.Content {
			if call, ok := AsToolCall(b); ok && !yield(call) {
				return
			}
		}
	}
}

// Text joins the text blocks of the result. A content that is a text is returned unchanged.
func (m *ToolResultMessage) Text() string {
	if len(m.Content) == 0 {
		if s, ok := m.Extra.OddValue("content").Text(); ok {
			return s
		}
	}
	return joinText(m.Content)
}

// AsToolCall returns the tool call of a block: a ToolCall itself, or the one in a ToolUse or FunctionCall.
func AsToolCall(b ContentBlock) (*ToolCall, bool) {
	switch b := b.(type) {
	case *ToolCall:
		return b, true
	case *ToolUse:
		return &b.ToolCall, true
	case *FunctionCall:
		return &b.ToolCall, true
	}
	return nil, false
}

// Signature reads the text's signature in both of its forms. It reports false if there is none.
func (m *TextContent) Signature() (TextSignature, bool) {
	if m.TextSignature == nil {
		return TextSignature{}, false
	}
	text := *m.TextSignature
	if strings.HasPrefix(text, "{") {
		var s TextSignature
		if err := s.UnmarshalJSON([]byte(text)); err == nil && s.ID != "" {
			return s, true
		}
	}
	return TextSignature{ID: text}, true
}

func joinText(blocks []ContentBlock) string {
	var texts []string
	for _, b := range blocks {
		if t, ok := b.(*TextContent); ok {
			texts = append(texts, t.Text)
		}
	}
	return strings.Join(texts, "") // of a single text, it makes no copy
}

package rustyclaw

import (
	"iter"
	"strings"
)

// Text joins the text of the message: that of its text blocks, or its plain text.
func (m *ApiMessage) Text() string { return m.Content.PlainText() }

// ToolUses ranges over the tool calls of the message.
func (m *ApiMessage) ToolUses() iter.Seq[*ToolUseBlock] {
	return blocksOf[*ToolUseBlock](m.Content.Blocks)
}

// ToolResults ranges over the results of tools in the message.
func (m *ApiMessage) ToolResults() iter.Seq[*ToolResultBlock] {
	return blocksOf[*ToolResultBlock](m.Content.Blocks)
}

// PlainText returns the text of either form: the string, or the joined text blocks.
func (m *MessageContent) PlainText() string { return plainText(m.Text, m.Blocks) }

// PlainText returns the text of either form: the string, or the joined text blocks. It is "" for a result that is an object.
func (m *ToolResultContent) PlainText() string { return plainText(m.Text, m.Blocks) }

func plainText(text string, blocks []ContentBlock) string {
	if blocks == nil {
		return text
	}
	var parts []string
	for t := range blocksOf[*TextBlock](blocks) {
		parts = append(parts, t.Text)
	}
	return strings.Join(parts, "")
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

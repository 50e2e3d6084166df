package ndwire

import (
	"iter"
	"strings"
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

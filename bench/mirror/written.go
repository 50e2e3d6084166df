package mirror

import "encoding/json"

// The messages with a Content have another form for encoding, with an any in its place. A MarshalJSON would be slower: both libraries copy its
// result, and encoding/json scans it once more.

type writtenUser struct {
	Base
	Message         WrittenParam    `json:"message"`
	ParentToolUseID *string         `json:"parent_tool_use_id"`
	IsSynthetic     bool            `json:"isSynthetic,omitempty"`
	ToolUseResult   json.RawMessage `json:"tool_use_result,omitempty"`
}

type writtenReplay struct {
	writtenUser
	IsReplay bool `json:"isReplay"`
}

// WrittenParam is the form of a MessageParam for encoding.
type WrittenParam struct {
	Role    string `json:"role"`
	Content any    `json:"content"`
}

type writtenBlock struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`
	Thinking  string          `json:"thinking,omitempty"`
	Signature *string         `json:"signature,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   any             `json:"content,omitempty"`
	IsError   bool            `json:"is_error,omitempty"`
	Source    *ImageSource    `json:"source,omitempty"`
}

// Written returns the form in which a message of [Unmarshal] is encoded fastest. It shares memory with the message.
func Written[L Library](message any) any {
	switch m := message.(type) {
	case *UserMessage[L]:
		u := written(m)
		return &u
	case *UserMessageReplay[L]:
		return &writtenReplay{writtenUser: written(&m.UserMessage), IsReplay: m.IsReplay}
	}
	return message
}

func written[L Library](m *UserMessage[L]) writtenUser {
	return writtenUser{
		Base:            m.Base,
		Message:         WrittenParam{Role: m.Message.Role, Content: m.Message.Content.Written()},
		ParentToolUseID: m.ParentToolUseID,
		IsSynthetic:     m.IsSynthetic,
		ToolUseResult:   m.ToolUseResult,
	}
}

// Written returns the content in the form for encoding.
func (c *Content[L]) Written() any {
	if c.Blocks == nil {
		return c.Text
	}
	return WrittenBlocks(c.Blocks)
}

// WrittenBlocks returns blocks in the form for encoding.
func WrittenBlocks[L Library](list []Block[L]) any {
	blocks := make([]writtenBlock, len(list))
	for i, b := range list {
		blocks[i] = writtenBlock{
			Type: b.Type, Text: b.Text, Thinking: b.Thinking, Signature: b.Signature, ID: b.ID, Name: b.Name, Input: b.Input,
			ToolUseID: b.ToolUseID, IsError: b.IsError, Source: b.Source,
		}
		if b.Content != nil {
			blocks[i].Content = b.Content.Written()
		}
	}
	return blocks
}

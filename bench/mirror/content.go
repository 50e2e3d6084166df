package mirror

import "encoding/json"

// BetaMessage is a response of the Messages API.
type BetaMessage[L Library] struct {
	ID           string     `json:"id"`
	Type         string     `json:"type"`
	Role         string     `json:"role"`
	Content      []Block[L] `json:"content"`
	Model        string     `json:"model"`
	StopReason   *string    `json:"stop_reason"`
	StopSequence *string    `json:"stop_sequence"`
	Usage        Usage      `json:"usage"`
}

// Usage counts tokens.
type Usage struct {
	InputTokens              int `json:"input_tokens"`
	OutputTokens             int `json:"output_tokens"`
	CacheReadInputTokens     int `json:"cache_read_input_tokens"`
	CacheCreationInputTokens int `json:"cache_creation_input_tokens"`
}

// Block is one block of content: Type says which of the other fields are set.
type Block[L Library] struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`        // text
	Thinking  string          `json:"thinking,omitempty"`    // thinking
	Signature *string         `json:"signature,omitempty"`   // thinking
	ID        string          `json:"id,omitempty"`          // tool_use
	Name      string          `json:"name,omitempty"`        // tool_use
	Input     json.RawMessage `json:"input,omitempty"`       // tool_use
	ToolUseID string          `json:"tool_use_id,omitempty"` // tool_result
	Content   *Content[L]     `json:"content,omitempty"`     // tool_result
	IsError   bool            `json:"is_error,omitempty"`    // tool_result
	Source    *ImageSource    `json:"source,omitempty"`      // image
}

// ImageSource has the data of an image, or says where they are.
type ImageSource struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type,omitempty"`
	Data      string `json:"data,omitempty"`
	URL       string `json:"url,omitempty"`
	FileID    string `json:"file_id,omitempty"`
}

// Content is a string or a list of blocks.
type Content[L Library] struct {
	Text   string
	Blocks []Block[L] // nil for a string
}

// UnmarshalJSON decodes a string or a list of blocks.
func (c *Content[L]) UnmarshalJSON(data []byte) error {
	var library L
	if len(data) > 0 && data[0] == '[' {
		return library.Unmarshal(data, &c.Blocks)
	}
	return library.Unmarshal(data, &c.Text)
}

// PartialAssistantMessage is one event of a streamed response.
type PartialAssistantMessage[L Library] struct {
	Base
	Event           StreamEvent[L] `json:"event"`
	ParentToolUseID *string        `json:"parent_tool_use_id"`
}

// StreamEvent is one event: Type says which of the other fields are set.
type StreamEvent[L Library] struct {
	Type         string          `json:"type"`
	Message      *BetaMessage[L] `json:"message,omitempty"`       // message_start
	Index        int             `json:"index,omitempty"`         // content_block_start, _delta, _stop
	ContentBlock *Block[L]       `json:"content_block,omitempty"` // content_block_start
	Delta        Delta           `json:"delta,omitzero"`          // content_block_delta, message_delta
	Usage        *Usage          `json:"usage,omitempty"`         // message_delta
}

// Delta is a piece that is added to a block or a message: Type says which of the other fields are set, none for a message.
type Delta struct {
	Type         string  `json:"type,omitempty"`
	Text         string  `json:"text,omitempty"`          // text_delta
	PartialJSON  string  `json:"partial_json,omitempty"`  // input_json_delta
	Thinking     string  `json:"thinking,omitempty"`      // thinking_delta
	Signature    string  `json:"signature,omitempty"`     // signature_delta
	StopReason   *string `json:"stop_reason,omitempty"`   // of a message
	StopSequence *string `json:"stop_sequence,omitempty"` // of a message
}

// Package easy has the mirrors of the Agent SDK's lines for easyjson, whose generated code cannot have type parameters. The code
// is made by go generate in this folder.
package easy

import "encoding/json"

//go:generate go run github.com/mailru/easyjson/easyjson@v0.9.2 -all -no_std_marshalers -output_filename messages_easyjson.go messages.go

// Tags are the members that say what a line is: the first of the two passes.
type Tags struct {
	Type     string `json:"type"`
	Subtype  string `json:"subtype"`
	IsReplay bool   `json:"isReplay"`
}

// Base has the members that all messages share.
type Base struct {
	Type      string `json:"type"`
	UUID      string `json:"uuid"`
	SessionID string `json:"session_id"`
}

type AssistantMessage struct {
	Base
	Message         BetaMessage `json:"message"`
	ParentToolUseID *string     `json:"parent_tool_use_id"`
	Error           *string     `json:"error,omitempty"`
}

type UserMessage struct {
	Base
	Message         MessageParam    `json:"message"`
	ParentToolUseID *string         `json:"parent_tool_use_id"`
	IsSynthetic     bool            `json:"isSynthetic,omitempty"`
	ToolUseResult   json.RawMessage `json:"tool_use_result,omitempty"`
}

type UserMessageReplay struct {
	UserMessage
	IsReplay bool `json:"isReplay"`
}

type MessageParam struct {
	Role    string  `json:"role"`
	Content Content `json:"content"`
}

type ResultMessage struct {
	Base
	Subtype           string                `json:"subtype"`
	DurationMs        int64                 `json:"duration_ms"`
	DurationAPIMs     int64                 `json:"duration_api_ms"`
	IsError           bool                  `json:"is_error"`
	NumTurns          int                   `json:"num_turns"`
	StopReason        *string               `json:"stop_reason"`
	TotalCostUSD      float64               `json:"total_cost_usd"`
	Usage             Usage                 `json:"usage"`
	ModelUsage        map[string]ModelUsage `json:"modelUsage"`
	PermissionDenials []PermissionDenial    `json:"permission_denials"`
	Result            string                `json:"result,omitempty"`
	StructuredOutput  json.RawMessage       `json:"structured_output,omitempty"`
	Errors            []string              `json:"errors,omitempty"`
}

type ModelUsage struct {
	InputTokens              int     `json:"inputTokens"`
	OutputTokens             int     `json:"outputTokens"`
	CacheReadInputTokens     int     `json:"cacheReadInputTokens"`
	CacheCreationInputTokens int     `json:"cacheCreationInputTokens"`
	WebSearchRequests        int     `json:"webSearchRequests"`
	CostUSD                  float64 `json:"costUSD"`
	ContextWindow            int     `json:"contextWindow"`
	MaxOutputTokens          int     `json:"maxOutputTokens"`
}

type PermissionDenial struct {
	ToolName  string          `json:"tool_name"`
	ToolUseID string          `json:"tool_use_id"`
	ToolInput json.RawMessage `json:"tool_input"`
}

type SystemInitMessage struct {
	Base
	Subtype           string       `json:"subtype"`
	Agents            []string     `json:"agents,omitempty"`
	APIKeySource      string       `json:"apiKeySource"`
	Betas             []string     `json:"betas,omitempty"`
	ClaudeCodeVersion string       `json:"claude_code_version"`
	CWD               string       `json:"cwd"`
	Tools             []string     `json:"tools"`
	McpServers        []McpServer  `json:"mcp_servers"`
	Model             string       `json:"model"`
	PermissionMode    string       `json:"permissionMode"`
	SlashCommands     []string     `json:"slash_commands"`
	OutputStyle       string       `json:"output_style"`
	Skills            []string     `json:"skills"`
	Plugins           []PluginInfo `json:"plugins"`
}

type McpServer struct {
	Name   string `json:"name"`
	Status string `json:"status"`
}

type PluginInfo struct {
	Name string `json:"name"`
	Path string `json:"path"`
}

type StatusMessage struct {
	Base
	Subtype        string  `json:"subtype"`
	Status         *string `json:"status"`
	PermissionMode *string `json:"permissionMode,omitempty"`
}

type CompactBoundaryMessage struct {
	Base
	Subtype         string          `json:"subtype"`
	CompactMetadata CompactMetadata `json:"compact_metadata"`
}

type CompactMetadata struct {
	Trigger   string `json:"trigger"`
	PreTokens int    `json:"pre_tokens"`
}

type HookStartedMessage struct {
	Base
	Subtype   string `json:"subtype"`
	HookID    string `json:"hook_id"`
	HookName  string `json:"hook_name"`
	HookEvent string `json:"hook_event"`
}

type HookResponseMessage struct {
	Base
	Subtype   string `json:"subtype"`
	HookID    string `json:"hook_id"`
	HookName  string `json:"hook_name"`
	HookEvent string `json:"hook_event"`
	Output    string `json:"output"`
	Stdout    string `json:"stdout"`
	Stderr    string `json:"stderr"`
	ExitCode  *int   `json:"exit_code,omitempty"`
	Outcome   string `json:"outcome"`
}

type ToolProgressMessage struct {
	Base
	ToolUseID          string  `json:"tool_use_id"`
	ToolName           string  `json:"tool_name"`
	ParentToolUseID    *string `json:"parent_tool_use_id"`
	ElapsedTimeSeconds float64 `json:"elapsed_time_seconds"`
}

// BetaMessage is a response of the Messages API.
type BetaMessage struct {
	ID           string  `json:"id"`
	Type         string  `json:"type"`
	Role         string  `json:"role"`
	Content      []Block `json:"content"`
	Model        string  `json:"model"`
	StopReason   *string `json:"stop_reason"`
	StopSequence *string `json:"stop_sequence"`
	Usage        Usage   `json:"usage"`
}

// Usage counts tokens.
type Usage struct {
	InputTokens              int `json:"input_tokens"`
	OutputTokens             int `json:"output_tokens"`
	CacheReadInputTokens     int `json:"cache_read_input_tokens"`
	CacheCreationInputTokens int `json:"cache_creation_input_tokens"`
}

// Block is one block of content: Type says which of the other fields are set.
type Block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text,omitempty"`        // text
	Thinking  string          `json:"thinking,omitempty"`    // thinking
	Signature *string         `json:"signature,omitempty"`   // thinking
	ID        string          `json:"id,omitempty"`          // tool_use
	Name      string          `json:"name,omitempty"`        // tool_use
	Input     json.RawMessage `json:"input,omitempty"`       // tool_use
	ToolUseID string          `json:"tool_use_id,omitempty"` // tool_result
	Content   *Content        `json:"content,omitempty"`     // tool_result
	IsError   bool            `json:"is_error,omitempty"`    // tool_result
	Source    *ImageSource    `json:"source,omitempty"`      // image
}

// ImageSource is where the data of an image is.
type ImageSource struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type,omitempty"`
	Data      string `json:"data,omitempty"`
	URL       string `json:"url,omitempty"`
	FileID    string `json:"file_id,omitempty"`
}

// Content is a string or a list of blocks.
//
//easyjson:skip
type Content struct {
	Text   string
	Blocks []Block // nil for a string
}

// PartialAssistantMessage is one event of a streamed response.
type PartialAssistantMessage struct {
	Base
	Event           StreamEvent `json:"event"`
	ParentToolUseID *string     `json:"parent_tool_use_id"`
}

// StreamEvent is one event: Type says which of the other fields are set.
type StreamEvent struct {
	Type         string       `json:"type"`
	Message      *BetaMessage `json:"message,omitempty"`       // message_start
	Index        int          `json:"index,omitempty"`         // content_block_start, _delta, _stop
	ContentBlock *Block       `json:"content_block,omitempty"` // content_block_start
	Delta        Delta        `json:"delta,omitzero"`          // content_block_delta, message_delta
	Usage        *Usage       `json:"usage,omitempty"`         // message_delta
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

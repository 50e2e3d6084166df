package mirror

import "encoding/json"

// Base has the members that all messages share.
type Base struct {
	Type      string `json:"type"`
	UUID      string `json:"uuid"`
	SessionID string `json:"session_id"`
}

type AssistantMessage[L Library] struct {
	Base
	Message         BetaMessage[L] `json:"message"`
	ParentToolUseID *string        `json:"parent_tool_use_id"`
	Error           *string        `json:"error,omitempty"`
}

type UserMessage[L Library] struct {
	Base
	Message         MessageParam[L] `json:"message"`
	ParentToolUseID *string         `json:"parent_tool_use_id"`
	IsSynthetic     bool            `json:"isSynthetic,omitempty"`
	ToolUseResult   json.RawMessage `json:"tool_use_result,omitempty"`
}

type UserMessageReplay[L Library] struct {
	UserMessage[L]
	IsReplay bool `json:"isReplay"`
}

type MessageParam[L Library] struct {
	Role    string     `json:"role"`
	Content Content[L] `json:"content"`
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

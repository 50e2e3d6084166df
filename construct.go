package ndwire

import (
	"github.com/google/uuid"

	"github.com/ndwire/ndwire/decoder"
)

// The constructors return messages that are complete on the wire: each has a new UUID, and the encoder writes nil lists and maps of
// required fields as [] and {}.

// NewAssistantMessage returns a model response. parentToolUseID is nil for the main agent. A msg without a role gets "assistant".
func NewAssistantMessage(msg BetaMessage, parentToolUseID *string, sessionID string) *AssistantMessage {
	if msg.Role == "" {
		msg.Role = "assistant"
	}
	return &AssistantMessage{BaseMessage: newBase(sessionID), Message: msg, ParentToolUseID: parentToolUseID}
}

// NewUserMessage returns a prompt. Give its Message.Content a value of [BlockContent] for anything but plain text.
func NewUserMessage(content string, sessionID string) *UserMessage {
	return &UserMessage{
		BaseMessage: newBase(sessionID),
		Message:     MessageParam{Role: "user", Content: TextContent(content)},
	}
}

// NewResultSuccess returns the end of a turn that succeeded. duration and apiDuration are milliseconds.
func NewResultSuccess(result string, numTurns int, totalCost float64, usage BetaUsage,
	modelUsage map[string]ModelUsage, duration, apiDuration int64, sessionID string) *ResultMessage {
	return &ResultMessage{
		BaseMessage:   newBase(sessionID),
		Subtype:       ResultSubtypeSuccess,
		Result:        &result,
		NumTurns:      numTurns,
		TotalCostUSD:  totalCost,
		Usage:         usage,
		ModelUsage:    modelUsage,
		DurationMs:    duration,
		DurationAPIMs: apiDuration,
	}
}

// NewResultError returns the end of a turn that failed. duration and apiDuration are milliseconds.
func NewResultError(subtype ResultSubtype, errors []string, numTurns int, totalCost float64, usage BetaUsage,
	modelUsage map[string]ModelUsage, duration, apiDuration int64, sessionID string) *ResultMessage {
	if errors == nil {
		errors = []string{} // an error result has the list, even if it is empty
	}
	return &ResultMessage{
		BaseMessage:   newBase(sessionID),
		Subtype:       subtype,
		IsError:       true,
		Errors:        errors,
		NumTurns:      numTurns,
		TotalCostUSD:  totalCost,
		Usage:         usage,
		ModelUsage:    modelUsage,
		DurationMs:    duration,
		DurationAPIMs: apiDuration,
	}
}

// NewSystemInit returns the beginning of a turn from the model, working directory and permission mode of config. Without a mode
// it has [PermissionModeDefault], which is the meaning of such options.
func NewSystemInit(config QueryOptions, version string, sessionID string) *SystemInitMessage {
	mode := config.PermissionMode
	if mode == "" {
		mode = PermissionModeDefault
	}
	return &SystemInitMessage{
		BaseMessage:       newBase(sessionID),
		Model:             config.Model,
		ClaudeCodeVersion: version,
		CWD:               config.CWD,
		PermissionMode:    mode,
	}
}

// NewCompactBoundary returns the line that marks a compaction: trigger is [CompactTriggerManual] or [CompactTriggerAuto].
func NewCompactBoundary(trigger string, preTokens int, sessionID string) *CompactBoundaryMessage {
	return &CompactBoundaryMessage{
		BaseMessage:     newBase(sessionID),
		CompactMetadata: CompactMetadata{Trigger: trigger, PreTokens: preTokens},
	}
}

func newBase(sessionID string) BaseMessage {
	return BaseMessage{UUID: uuid.NewString(), SessionID: sessionID}
}

// TextContent returns the content of a message that is plain text.
func TextContent(s string) MessageContent {
	return MessageContent{Type: decoder.String, Text: s}
}

// BlockContent returns the content of a message that is a list of blocks.
func BlockContent(b ...ContentBlock) MessageContent {
	return MessageContent{Type: decoder.Array, Blocks: b}
}

package session

import (
	"encoding/json"

	"github.com/ndwire/ndwire/bench/mirror"
)

// Envelope has the members that all turns of a conversation share.
type Envelope struct {
	Type              string  `json:"type"`
	ParentUUID        *string `json:"parentUuid"`
	LogicalParentUUID *string `json:"logicalParentUuid,omitempty"`
	IsSidechain       bool    `json:"isSidechain"`
	TeamName          string  `json:"teamName,omitempty"`
	AgentName         string  `json:"agentName,omitempty"`
	UserType          string  `json:"userType,omitempty"`
	CWD               string  `json:"cwd,omitempty"`
	SessionID         string  `json:"sessionId"`
	Version           string  `json:"version,omitempty"`
	GitBranch         string  `json:"gitBranch,omitempty"`
	AgentID           string  `json:"agentId,omitempty"`
	Slug              string  `json:"slug,omitempty"`
	Entrypoint        string  `json:"entrypoint,omitempty"`
	UUID              string  `json:"uuid"`
	Timestamp         string  `json:"timestamp"`
	IsMeta            bool    `json:"isMeta,omitempty"`
}

type UserLine[L mirror.Library] struct {
	Envelope
	PromptID                  string                 `json:"promptId,omitempty"`
	Message                   mirror.MessageParam[L] `json:"message"`
	IsVisibleInTranscriptOnly bool                   `json:"isVisibleInTranscriptOnly,omitempty"`
	IsCompactSummary          bool                   `json:"isCompactSummary,omitempty"`
	ToolUseResult             ToolUseResult[L]       `json:"toolUseResult,omitzero"`
	SourceToolAssistantUUID   string                 `json:"sourceToolAssistantUUID,omitempty"`
	SourceToolUseID           string                 `json:"sourceToolUseID,omitempty"`
	PermissionMode            string                 `json:"permissionMode,omitempty"`
	PromptSource              string                 `json:"promptSource,omitempty"`
	ImagePasteIDs             []int                  `json:"imagePasteIds,omitempty"`
	ThinkingMetadata          *ThinkingMetadata      `json:"thinkingMetadata,omitempty"`
	Todos                     []Todo                 `json:"todos,omitempty"`
}

type ThinkingMetadata struct {
	MaxThinkingTokens *int    `json:"maxThinkingTokens,omitempty"`
	Level             *string `json:"level,omitempty"`
	Disabled          *bool   `json:"disabled,omitempty"`
}

type Todo struct {
	Content    string `json:"content"`
	Status     string `json:"status"`
	ActiveForm string `json:"activeForm,omitempty"`
}

type AssistantLine[L mirror.Library] struct {
	Envelope
	Message           mirror.BetaMessage[L] `json:"message"`
	RequestID         string                `json:"requestId,omitempty"`
	IsAPIErrorMessage bool                  `json:"isApiErrorMessage,omitempty"`
	APIErrorStatus    *int                  `json:"apiErrorStatus,omitempty"`
	Effort            string                `json:"effort,omitempty"`
}

type SystemLine struct {
	Envelope
	Subtype             string           `json:"subtype,omitempty"`
	Content             string           `json:"content,omitempty"`
	Level               string           `json:"level,omitempty"`
	ToolUseID           string           `json:"toolUseID,omitempty"`
	CompactMetadata     *CompactMetadata `json:"compactMetadata,omitempty"`
	DurationMs          float64          `json:"durationMs,omitempty"`
	MessageCount        int              `json:"messageCount,omitempty"`
	HookCount           int              `json:"hookCount,omitempty"`
	HookInfos           []HookInfo       `json:"hookInfos,omitempty"`
	HookErrors          []string         `json:"hookErrors,omitempty"`
	PreventContinuation bool             `json:"preventedContinuation,omitempty"`
	StopReason          string           `json:"stopReason,omitempty"`
	HasOutput           bool             `json:"hasOutput,omitempty"`
	RetryInMs           float64          `json:"retryInMs,omitempty"`
	RetryAttempt        int              `json:"retryAttempt,omitempty"`
	MaxRetries          int              `json:"maxRetries,omitempty"`
}

type CompactMetadata struct {
	Trigger   string `json:"trigger"`
	PreTokens int    `json:"preTokens"`
}

type HookInfo struct {
	Command    string  `json:"command"`
	DurationMs float64 `json:"durationMs,omitempty"`
	PromptText string  `json:"promptText,omitempty"`
}

type ProgressLine[L mirror.Library] struct {
	Envelope
	Data            Progress[L] `json:"data"`
	ToolUseID       string      `json:"toolUseID"`
	ParentToolUseID string      `json:"parentToolUseID"`
}

// Progress is the data of a progress line: Type says which of the other fields are set.
type Progress[L mirror.Library] struct {
	Type string `json:"type"`

	HookEvent     string `json:"hookEvent,omitempty"` // hook_progress
	HookName      string `json:"hookName,omitempty"`
	Command       string `json:"command,omitempty"`
	PromptText    string `json:"promptText,omitempty"`
	StatusMessage string `json:"statusMessage,omitempty"`

	Output             string  `json:"output,omitempty"` // bash_progress
	FullOutput         string  `json:"fullOutput,omitempty"`
	ElapsedTimeSeconds float64 `json:"elapsedTimeSeconds,omitempty"`
	TotalLines         int     `json:"totalLines,omitempty"`
	TotalBytes         int64   `json:"totalBytes,omitempty"`
	TimeoutMs          int     `json:"timeoutMs,omitempty"`
	TaskID             string  `json:"taskId,omitempty"`

	Message            *AgentMessage[L]  `json:"message,omitempty"` // agent_progress
	NormalizedMessages []AgentMessage[L] `json:"normalizedMessages,omitempty"`
	Prompt             string            `json:"prompt,omitempty"`
	AgentID            string            `json:"agentId,omitempty"`
	Resume             *string           `json:"resume,omitempty"`
}

// AgentMessage is a message of a subagent: Type says whose. A request is a response without an id, a model and counts.
type AgentMessage[L mirror.Library] struct {
	Type                    string           `json:"type"`
	Message                 AgentParam[L]    `json:"message"`
	UUID                    string           `json:"uuid"`
	Timestamp               string           `json:"timestamp"`
	RequestID               string           `json:"requestId,omitempty"`
	ToolUseResult           ToolUseResult[L] `json:"toolUseResult,omitzero"`
	SourceToolAssistantUUID string           `json:"sourceToolAssistantUUID,omitempty"`
}

// AgentParam is a request or a response.
type AgentParam[L mirror.Library] struct {
	ID           string            `json:"id,omitempty"`
	Type         string            `json:"type,omitempty"`
	Role         string            `json:"role"`
	Content      mirror.Content[L] `json:"content"`
	Model        string            `json:"model,omitempty"`
	StopReason   *string           `json:"stop_reason,omitempty"`
	StopSequence *string           `json:"stop_sequence,omitempty"`
	Usage        mirror.Usage      `json:"usage,omitzero"`
}

type AttachmentLine[L mirror.Library] struct {
	Envelope
	Attachment Attachment[L] `json:"attachment"`
}

// Attachment has the members of the usual attachments: Type says which are set.
type Attachment[L mirror.Library] struct {
	Type         string          `json:"type"`
	HookName     string          `json:"hookName,omitempty"`
	ToolUseID    string          `json:"toolUseID,omitempty"`
	HookEvent    string          `json:"hookEvent,omitempty"`
	Content      StringOrMany[L] `json:"content,omitzero"`
	Stdout       string          `json:"stdout,omitempty"`
	Stderr       string          `json:"stderr,omitempty"`
	ExitCode     int             `json:"exitCode,omitempty"`
	Command      string          `json:"command,omitempty"`
	DurationMs   float64         `json:"durationMs,omitempty"`
	SkillCount   int             `json:"skillCount,omitempty"`
	IsInitial    bool            `json:"isInitial,omitempty"`
	Names        []string        `json:"names,omitempty"`
	AddedNames   []string        `json:"addedNames,omitempty"`
	AddedTypes   []string        `json:"addedTypes,omitempty"`
	AddedLines   []string        `json:"addedLines,omitempty"`
	RemovedNames []string        `json:"removedNames,omitempty"`
	RemovedTypes []string        `json:"removedTypes,omitempty"`
}

type SnapshotLine struct {
	Type             string   `json:"type"`
	MessageID        string   `json:"messageId"`
	Snapshot         Snapshot `json:"snapshot"`
	IsSnapshotUpdate bool     `json:"isSnapshotUpdate"`
}

type Snapshot struct {
	MessageID          string            `json:"messageId"`
	TrackedFileBackups map[string]Backup `json:"trackedFileBackups"`
	Timestamp          string            `json:"timestamp"`
}

type Backup struct {
	BackupFileName *string `json:"backupFileName"`
	Version        int     `json:"version"`
	BackupTime     string  `json:"backupTime"`
}

type QueueLine[L mirror.Library] struct {
	Type      string            `json:"type"`
	Operation string            `json:"operation"`
	Timestamp string            `json:"timestamp"`
	SessionID string            `json:"sessionId"`
	Content   mirror.Content[L] `json:"content,omitzero"`
}

// NoteLine has the members of the small lines that are not a part of the conversation: Type says which are set.
type NoteLine struct {
	Type           string `json:"type"`
	SessionID      string `json:"sessionId,omitempty"`
	Timestamp      string `json:"timestamp,omitempty"`
	Summary        string `json:"summary,omitempty"`
	LeafUUID       string `json:"leafUuid,omitempty"`
	LastPrompt     string `json:"lastPrompt,omitempty"`
	PermissionMode string `json:"permissionMode,omitempty"`
	AiTitle        string `json:"aiTitle,omitempty"`
	CustomTitle    string `json:"customTitle,omitempty"`
	Mode           string `json:"mode,omitempty"`
}

// ToolUseResult is a text, a list of blocks, or an object in the form of its tool, which is kept raw.
type ToolUseResult[L mirror.Library] struct {
	Text   string
	Blocks []mirror.Block[L]
	Object json.RawMessage
}

// UnmarshalJSON decodes a text, a list of blocks or an object.
func (r *ToolUseResult[L]) UnmarshalJSON(data []byte) error {
	var library L
	switch {
	case len(data) == 0:
	case data[0] == '"':
		return library.Unmarshal(data, &r.Text)
	case data[0] == '[':
		return library.Unmarshal(data, &r.Blocks)
	case data[0] == '{':
		r.Object = append(r.Object[:0], data...)
	}
	return nil
}

// IsZero reports whether there is no result.
func (r ToolUseResult[L]) IsZero() bool { return r.Text == "" && r.Blocks == nil && r.Object == nil }

// StringOrMany is a text or a list of texts.
type StringOrMany[L mirror.Library] struct {
	Text string
	List []string
}

// UnmarshalJSON decodes a string or a list of strings.
func (s *StringOrMany[L]) UnmarshalJSON(data []byte) error {
	var library L
	if len(data) > 0 && data[0] == '[' {
		return library.Unmarshal(data, &s.List)
	}
	return library.Unmarshal(data, &s.Text)
}

// IsZero reports whether there is no text.
func (s StringOrMany[L]) IsZero() bool { return s.Text == "" && s.List == nil }

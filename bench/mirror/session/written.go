package session

import (
	"encoding/json"

	"github.com/ndwire/ndwire/bench/mirror"
)

// The lines with a content have another form for encoding, as those of package mirror have.

type writtenUser struct {
	Envelope
	PromptID                  string              `json:"promptId,omitempty"`
	Message                   mirror.WrittenParam `json:"message"`
	IsVisibleInTranscriptOnly bool                `json:"isVisibleInTranscriptOnly,omitempty"`
	IsCompactSummary          bool                `json:"isCompactSummary,omitempty"`
	ToolUseResult             any                 `json:"toolUseResult,omitempty"`
	SourceToolAssistantUUID   string              `json:"sourceToolAssistantUUID,omitempty"`
	SourceToolUseID           string              `json:"sourceToolUseID,omitempty"`
	PermissionMode            string              `json:"permissionMode,omitempty"`
	PromptSource              string              `json:"promptSource,omitempty"`
	ImagePasteIDs             []int               `json:"imagePasteIds,omitempty"`
	ThinkingMetadata          *ThinkingMetadata   `json:"thinkingMetadata,omitempty"`
	Todos                     []Todo              `json:"todos,omitempty"`
}

type writtenProgress struct {
	Envelope
	Data            any    `json:"data"`
	ToolUseID       string `json:"toolUseID"`
	ParentToolUseID string `json:"parentToolUseID"`
}

type writtenAgent struct {
	Type               string         `json:"type"`
	Message            *writtenTurn   `json:"message,omitempty"`
	NormalizedMessages []*writtenTurn `json:"normalizedMessages,omitempty"`
	Prompt             string         `json:"prompt"`
	AgentID            string         `json:"agentId"`
	Resume             *string        `json:"resume,omitempty"`
}

type writtenTurn struct {
	Type                    string       `json:"type"`
	Message                 writtenParam `json:"message"`
	UUID                    string       `json:"uuid"`
	Timestamp               string       `json:"timestamp"`
	RequestID               string       `json:"requestId,omitempty"`
	ToolUseResult           any          `json:"toolUseResult,omitempty"`
	SourceToolAssistantUUID string       `json:"sourceToolAssistantUUID,omitempty"`
}

type writtenParam struct {
	ID           string       `json:"id,omitempty"`
	Type         string       `json:"type,omitempty"`
	Role         string       `json:"role"`
	Content      any          `json:"content"`
	Model        string       `json:"model,omitempty"`
	StopReason   *string      `json:"stop_reason,omitempty"`
	StopSequence *string      `json:"stop_sequence,omitempty"`
	Usage        mirror.Usage `json:"usage,omitzero"`
}

type writtenAttachment struct {
	Envelope
	Attachment writtenAttached `json:"attachment"`
}

type writtenAttached struct {
	Type         string   `json:"type"`
	HookName     string   `json:"hookName,omitempty"`
	ToolUseID    string   `json:"toolUseID,omitempty"`
	HookEvent    string   `json:"hookEvent,omitempty"`
	Content      any      `json:"content,omitempty"`
	Stdout       string   `json:"stdout,omitempty"`
	Stderr       string   `json:"stderr,omitempty"`
	ExitCode     int      `json:"exitCode,omitempty"`
	Command      string   `json:"command,omitempty"`
	DurationMs   float64  `json:"durationMs,omitempty"`
	SkillCount   int      `json:"skillCount,omitempty"`
	IsInitial    bool     `json:"isInitial,omitempty"`
	Names        []string `json:"names,omitempty"`
	AddedNames   []string `json:"addedNames,omitempty"`
	AddedTypes   []string `json:"addedTypes,omitempty"`
	AddedLines   []string `json:"addedLines,omitempty"`
	RemovedNames []string `json:"removedNames,omitempty"`
	RemovedTypes []string `json:"removedTypes,omitempty"`
}

type writtenQueue struct {
	Type      string `json:"type"`
	Operation string `json:"operation"`
	Timestamp string `json:"timestamp"`
	SessionID string `json:"sessionId"`
	Content   any    `json:"content,omitempty"`
}

// Written returns the form in which a line of [Unmarshal] is encoded fastest. It shares memory with the line.
func Written[L mirror.Library](line any) any {
	switch m := line.(type) {
	case *UserLine[L]:
		return &writtenUser{
			Envelope: m.Envelope, PromptID: m.PromptID, IsVisibleInTranscriptOnly: m.IsVisibleInTranscriptOnly,
			Message:          mirror.WrittenParam{Role: m.Message.Role, Content: m.Message.Content.Written()},
			IsCompactSummary: m.IsCompactSummary, ToolUseResult: m.ToolUseResult.written(),
			SourceToolAssistantUUID: m.SourceToolAssistantUUID, SourceToolUseID: m.SourceToolUseID,
			PermissionMode: m.PermissionMode, PromptSource: m.PromptSource, ImagePasteIDs: m.ImagePasteIDs,
			ThinkingMetadata: m.ThinkingMetadata, Todos: m.Todos,
		}
	case *ProgressLine[L]:
		w := writtenProgress{Envelope: m.Envelope, Data: &m.Data, ToolUseID: m.ToolUseID, ParentToolUseID: m.ParentToolUseID}
		if m.Data.Type == "agent_progress" {
			a := &writtenAgent{Type: m.Data.Type, Prompt: m.Data.Prompt, AgentID: m.Data.AgentID, Resume: m.Data.Resume}
			if m.Data.Message != nil {
				a.Message = m.Data.Message.written()
			}
			for i := range m.Data.NormalizedMessages {
				a.NormalizedMessages = append(a.NormalizedMessages, m.Data.NormalizedMessages[i].written())
			}
			w.Data = a
		}
		return &w
	case *AttachmentLine[L]:
		a := &m.Attachment
		w := writtenAttachment{m.Envelope, writtenAttached{
			a.Type, a.HookName, a.ToolUseID, a.HookEvent, nil, a.Stdout, a.Stderr, a.ExitCode, a.Command, a.DurationMs, a.SkillCount,
			a.IsInitial, a.Names, a.AddedNames, a.AddedTypes, a.AddedLines, a.RemovedNames, a.RemovedTypes,
		}}
		if a.Content.List != nil {
			w.Attachment.Content = a.Content.List
		} else if a.Content.Text != "" {
			w.Attachment.Content = a.Content.Text
		}
		return &w
	case *QueueLine[L]:
		w := writtenQueue{Type: m.Type, Operation: m.Operation, Timestamp: m.Timestamp, SessionID: m.SessionID}
		if m.Content.Blocks != nil || m.Content.Text != "" {
			w.Content = m.Content.Written()
		}
		return &w
	}
	return line
}

func (m *AgentMessage[L]) written() *writtenTurn {
	return &writtenTurn{
		Type: m.Type, UUID: m.UUID, Timestamp: m.Timestamp, RequestID: m.RequestID, ToolUseResult: m.ToolUseResult.written(),
		SourceToolAssistantUUID: m.SourceToolAssistantUUID,
		Message: writtenParam{
			m.Message.ID, m.Message.Type, m.Message.Role, m.Message.Content.Written(), m.Message.Model, m.Message.StopReason,
			m.Message.StopSequence, m.Message.Usage,
		},
	}
}

func (r *ToolUseResult[L]) written() any {
	switch {
	case r.Object != nil:
		return json.RawMessage(r.Object)
	case r.Blocks != nil:
		return mirror.WrittenBlocks(r.Blocks)
	case r.Text != "":
		return r.Text
	}
	return nil
}

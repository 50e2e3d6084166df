package session

import (
	"fmt"
	"slices"

	"github.com/ndwire/ndwire/bench/mirror"
)

// Tags has the tags of a line, which the first of the two passes reads.
type Tags struct {
	Type string `json:"type"`
}

// attachments are the types of attachments that have a struct here.
var attachments = []string{
	"hook_success", "hook_additional_context", "hook_system_message", "skill_listing", "deferred_tools_delta", "agent_listing_delta",
}

// Unmarshal decodes one line into the struct for its type.
func Unmarshal[L mirror.Library](line []byte) (any, error) {
	var library L
	var tags Tags
	if err := library.Unmarshal(line, &tags); err != nil {
		return nil, fmt.Errorf("session: read tags: %w", err)
	}
	var message any
	switch tags.Type {
	case "user":
		message = new(UserLine[L])
	case "assistant":
		message = new(AssistantLine[L])
	case "system":
		message = new(SystemLine)
	case "progress":
		message = new(ProgressLine[L])
	case "attachment":
		message = new(AttachmentLine[L])
	case "file-history-snapshot":
		message = new(SnapshotLine)
	case "queue-operation":
		message = new(QueueLine[L])
	case "summary", "last-prompt", "permission-mode", "ai-title", "custom-title", "mode":
		message = new(NoteLine)
	default:
		return nil, fmt.Errorf("session: a line of type %q has no struct", tags.Type)
	}
	if err := library.Unmarshal(line, message); err != nil {
		return nil, fmt.Errorf("session: read a line of type %q: %w", tags.Type, err)
	}
	switch m := message.(type) {
	case *AttachmentLine[L]:
		if !slices.Contains(attachments, m.Attachment.Type) {
			return nil, fmt.Errorf("session: an attachment of type %q has no struct", m.Attachment.Type)
		}
	case *ProgressLine[L]:
		switch m.Data.Type {
		case "hook_progress", "bash_progress", "agent_progress":
		default:
			return nil, fmt.Errorf("session: progress of type %q has no struct", m.Data.Type)
		}
	}
	return message, nil
}

package mirror

import "fmt"

// Tags has the tags of a line, which the first of the two passes reads.
type Tags struct {
	Type     string `json:"type"`
	Subtype  string `json:"subtype"`
	IsReplay bool   `json:"isReplay"`
}

// Unmarshal decodes one line into the struct for its tags.
func Unmarshal[L Library](line []byte) (any, error) {
	var library L
	var tags Tags
	if err := library.Unmarshal(line, &tags); err != nil {
		return nil, fmt.Errorf("mirror: read tags: %w", err)
	}
	var message any
	switch tags.Type {
	case "assistant":
		message = new(AssistantMessage[L])
	case "user":
		if tags.IsReplay {
			message = new(UserMessageReplay[L])
		} else {
			message = new(UserMessage[L])
		}
	case "result":
		message = new(ResultMessage)
	case "stream_event":
		message = new(PartialAssistantMessage[L])
	case "tool_progress":
		message = new(ToolProgressMessage)
	case "system":
		switch tags.Subtype {
		case "init":
			message = new(SystemInitMessage)
		case "status":
			message = new(StatusMessage)
		case "compact_boundary":
			message = new(CompactBoundaryMessage)
		case "hook_started":
			message = new(HookStartedMessage)
		case "hook_response":
			message = new(HookResponseMessage)
		}
	}
	if message == nil {
		return nil, fmt.Errorf("mirror: a message of type %q, subtype %q has no struct", tags.Type, tags.Subtype)
	}
	if err := library.Unmarshal(line, message); err != nil {
		return nil, fmt.Errorf("mirror: read a message of type %q: %w", tags.Type, err)
	}
	return message, nil
}

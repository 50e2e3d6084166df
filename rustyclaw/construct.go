package rustyclaw

import "github.com/ndwire/ndwire/decoder"

// The constructors use the CLI's form of a message where it differs from the crate's.

// NewSystemInit returns the first line of a session; tools are names of tools.
func NewSystemInit(sessionID string, tools []string, servers []McpServerInfo) *SystemInit {
	m := &SystemInit{SessionID: sessionID, McpServers: servers}
	for _, name := range tools {
		m.Tools = append(m.Tools, ToolInfo{Bare: name})
	}
	return m
}

// NewAssistantMessage returns an answer of the model.
func NewAssistantMessage(blocks ...ContentBlock) *AssistantMessage {
	return &AssistantMessage{Message: ApiMessage{Role: RoleAssistant, Content: BlockContent(blocks...)}}
}

// NewUserMessage returns a prompt. Give its Message.Content a value of [BlockContent] for anything but plain text.
func NewUserMessage(text string) *UserMessage {
	return &UserMessage{Message: ApiMessage{Role: RoleUser, Content: TextContent(text)}}
}

// NewToolResults returns the message that passes results of tools to the model.
func NewToolResults(results ...*ToolResultBlock) *UserMessage {
	blocks := make([]ContentBlock, len(results))
	for i, r := range results {
		blocks[i] = r
	}
	return &UserMessage{Message: ApiMessage{Role: RoleUser, Content: BlockContent(blocks...)}}
}

// NewResultFailure returns the end of a session that failed.
func NewResultFailure(subtype ResultFailureSubtype, errors ...string) *ResultFailure {
	return &ResultFailure{Subtype: subtype, IsError: true, Errors: errors}
}

// NewControlRequest returns a request.
func NewControlRequest(requestID string, body ControlRequestBody) *ControlRequest {
	return &ControlRequest{RequestID: requestID, Request: body}
}

// NewControlSuccess returns the response to a request that succeeded. payload may be nil.
func NewControlSuccess(requestID string, payload decoder.Raw) *ControlResponse {
	return &ControlResponse{Response: ControlResponseBody{Subtype: ControlResultSuccess, RequestID: requestID, Payload: payload}}
}

// NewControlError returns the response to a request that failed.
func NewControlError(requestID, text string) *ControlResponse {
	return &ControlResponse{Response: ControlResponseBody{Subtype: ControlResultError, RequestID: requestID, Error: text}}
}

// TextContent returns a content of plain text.
func TextContent(text string) MessageContent { return MessageContent{Type: decoder.String, Text: text} }

// BlockContent returns a content of blocks.
func BlockContent(blocks ...ContentBlock) MessageContent {
	if blocks == nil {
		blocks = []ContentBlock{}
	}
	return MessageContent{Type: decoder.Array, Blocks: blocks}
}

// ToolText returns a result of plain text.
func ToolText(text string) ToolResultContent {
	return ToolResultContent{Type: decoder.String, Text: text}
}

// ToolObject returns a result that is an object.
func ToolObject(object decoder.Raw) ToolResultContent {
	return ToolResultContent{Type: decoder.Object, Object: object}
}

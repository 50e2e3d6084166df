package rustyclaw

import "github.com/ndwire/ndwire/decoder"

// The constructors make messages in the form of the CLI, where that is another than the crate's.

// NewSystemInit makes the beginning of a session whose tools are known by their names.
func NewSystemInit(sessionID string, tools []string, servers []McpServerInfo) *SystemInit {
	m := &SystemInit{SessionID: sessionID, McpServers: servers}
	for _, name := range tools {
		m.Tools = append(m.Tools, ToolInfo{Bare: name})
	}
	return m
}

// NewAssistantMessage makes an answer of the model.
func NewAssistantMessage(blocks ...ContentBlock) *AssistantMessage {
	return &AssistantMessage{Message: ApiMessage{Role: RoleAssistant, Content: BlockContent(blocks...)}}
}

// NewUserMessage makes a prompt. Give its Message.Content a value of [BlockContent] for anything but plain text.
func NewUserMessage(text string) *UserMessage {
	return &UserMessage{Message: ApiMessage{Role: RoleUser, Content: TextContent(text)}}
}

// NewToolResults makes the message that gives the model what its tools gave back.
func NewToolResults(results ...*ToolResultBlock) *UserMessage {
	blocks := make([]ContentBlock, len(results))
	for i, r := range results {
		blocks[i] = r
	}
	return &UserMessage{Message: ApiMessage{Role: RoleUser, Content: BlockContent(blocks...)}}
}

// NewResultFailure makes the end of a session that failed.
func NewResultFailure(subtype ResultFailureSubtype, errors ...string) *ResultFailure {
	return &ResultFailure{Subtype: subtype, IsError: true, Errors: errors}
}

// NewControlRequest makes a command.
func NewControlRequest(requestID string, body ControlRequestBody) *ControlRequest {
	return &ControlRequest{RequestID: requestID, Request: body}
}

// NewControlSuccess makes the answer to a request that was carried out. payload may be nil.
func NewControlSuccess(requestID string, payload decoder.Raw) *ControlResponse {
	return &ControlResponse{Response: ControlResponseBody{Subtype: ControlResultSuccess, RequestID: requestID, Payload: payload}}
}

// NewControlError makes the answer to a request that failed.
func NewControlError(requestID, text string) *ControlResponse {
	return &ControlResponse{Response: ControlResponseBody{Subtype: ControlResultError, RequestID: requestID, Error: text}}
}

// TextContent is a content of plain text.
func TextContent(text string) MessageContent { return MessageContent{Type: decoder.String, Text: text} }

// BlockContent is a content of blocks.
func BlockContent(blocks ...ContentBlock) MessageContent {
	if blocks == nil {
		blocks = []ContentBlock{}
	}
	return MessageContent{Type: decoder.Array, Blocks: blocks}
}

// ToolText is a tool's result of plain text.
func ToolText(text string) ToolResultContent {
	return ToolResultContent{Type: decoder.String, Text: text}
}

// ToolObject is a tool's result that is an object of its own.
func ToolObject(object decoder.Raw) ToolResultContent {
	return ToolResultContent{Type: decoder.Object, Object: object}
}

// Package ndwire is the Agent SDK protocol: what the Claude Agent SDK and Claude Code's stream-json mode write, one
// JSON object a line.
//
// UnmarshalLine decodes one line, NewReader a stream of them, Peek says of what kind a line is without decoding it.
// What the spec does not know is delivered, counted and written back, never an error: unknown kinds as UnknownMessage,
// unknown members in a record's Extra, unknown values of an enum as they are.
//
// # Reading the Go types
//
//	session_id: string                    SessionID string            required
//	parent_tool_use_id: string | null     ParentToolUseID *string     nil is null
//	error?: AssistantError                Error *AssistantError       nil is absent
//	isSynthetic?: bool = false            IsSynthetic bool            has a default: absent reads as it
//	tools: string[]                       Tools []string              nil is written as []
//	betas?: string[]                      Betas []string              nil is absent
//	input: json                           Input decoder.Raw           as it stands
//	content: MessageContent               Content MessageContent      string or list: a struct with one field for each
//	ContentBlock, a union by tag          ContentBlock                a closed interface: use a type switch
//	uuid: uuid                            UUID string                 GetUUID parses it
//	type: "assistant"                     no field                    the Go type says it, and writes it
//	all that the spec does not say        Extra decoder.Extra         written back as it stood
//
// Give a record a name where it is a field of a struct of your own: embedded, it promotes its MarshalJSON, and
// encoding/json writes nothing of the struct but the record.
//
// Lines of another protocol are not an error: Stats counts nearly all of them, or of their members, as unknown. Package
// transcript says whose they are: transcript.Examine for lines, and ndwire stat for files. Claude Code's own files,
// with sessionId and parentUuid, are lines of package claudecode.
package ndwire

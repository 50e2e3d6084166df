package claudecode_test

import (
	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// progress has every kind of progress of version 2.1.329 with all of its members, and the equal Go literal.
var progress = []struct {
	text string
	want claudecode.ProgressData
}{
	{
		`{"type":"hook_progress","hookEvent":"the hookEvent","hookName":"the hookName","command":"the command",
			"promptText":"the promptText","statusMessage":"the statusMessage"}`,
		&claudecode.HookProgress{
			HookEvent: "the hookEvent", HookName: "the hookName", Command: "the command", PromptText: new("the promptText"),
			StatusMessage: new("the statusMessage"),
		},
	},
	{
		`{"type":"bash_progress","output":"the output","fullOutput":"the fullOutput","elapsedTimeSeconds":4.5,
			"totalLines":6,"totalBytes":1740000000005,"timeoutMs":8,"taskId":"the taskId"}`,
		&claudecode.ShellProgress{
			Type: claudecode.ShellProgressTypeBash, Output: "the output", FullOutput: "the fullOutput",
			ElapsedTimeSeconds: 4.5, TotalLines: 6, TotalBytes: new(int64(1740000000005)), TimeoutMs: new(8),
			TaskID: "the taskId",
		},
	},
	{
		`{"type":"powershell_progress","output":"the output","fullOutput":"the fullOutput","elapsedTimeSeconds":4.5,
			"totalLines":6,"totalBytes":1740000000005,"timeoutMs":8,"taskId":"the taskId"}`,
		&claudecode.ShellProgress{
			Type: claudecode.ShellProgressTypePowerShell, Output: "the output", FullOutput: "the fullOutput",
			ElapsedTimeSeconds: 4.5, TotalLines: 6, TotalBytes: new(int64(1740000000005)), TimeoutMs: new(8),
			TaskID: "the taskId",
		},
	},
	{
		`{"type":"agent_progress","message":{"type":"user","message":{"role":"the role","content":"the content"},
			"uuid":"00000002-0000-4000-8000-000000000000","timestamp":"the timestamp","toolUseResult":"the toolUseResult",
			"isMeta":true,"sourceToolAssistantUUID":"the sourceToolAssistantUUID","sourceToolUseID":"the sourceToolUseID"},
			"normalizedMessages":[{"type":"assistant","message":{"id":"the id","type":"message","role":"the role",
			"content":[{"type":"text","text":"the text"}],"model":"the model","stop_reason":"the stop_reason",
			"stop_sequence":"the stop_sequence","usage":{"input_tokens":2,"output_tokens":3,"cache_read_input_tokens":4,
			"cache_creation_input_tokens":5}},"requestId":"the requestId","uuid":"00000003-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","isApiErrorMessage":true,"error":"the error"}],"prompt":"the prompt",
			"agentId":"the agentId","resume":"the resume"}`,
		&claudecode.AgentProgress{
			Type: claudecode.AgentProgressTypeAgent,
			Message: &claudecode.AgentUserMessage{
				Message: ndwire.MessageParam{
					Role: "the role", Content: ndwire.MessageContent{Type: decoder.String, Text: "the content"},
				},
				UUID: "00000002-0000-4000-8000-000000000000", Timestamp: "the timestamp",
				ToolUseResult: claudecode.ToolUseResult{Type: decoder.String, Text: "the toolUseResult"}, IsMeta: true,
				SourceToolAssistantUUID: "the sourceToolAssistantUUID", SourceToolUseID: "the sourceToolUseID",
			},
			NormalizedMessages: []claudecode.AgentMessage{&claudecode.AgentAssistantMessage{
				Message: ndwire.BetaMessage{
					ID: "the id", Role: "the role", Content: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "the text"}},
					Model: "the model", StopReason: new("the stop_reason"), StopSequence: new("the stop_sequence"),
					Usage: ndwire.BetaUsage{InputTokens: 2, OutputTokens: 3, CacheReadInputTokens: 4, CacheCreationInputTokens: 5},
				},
				RequestID: "the requestId", UUID: "00000003-0000-4000-8000-000000000000", Timestamp: "the timestamp",
				IsAPIErrorMessage: true, Error: claudecode.ErrorValue{Type: decoder.String, Text: "the error"},
			}},
			Prompt: "the prompt", AgentID: "the agentId", Resume: new("the resume"),
		},
	},
	{
		`{"type":"skill_progress","message":{"type":"user","message":{"role":"the role","content":[{"type":"text",
			"text":"the text"}]},"uuid":"00000002-0000-4000-8000-000000000000","timestamp":"the timestamp",
			"toolUseResult":[{"type":"text","text":"the text"}],"isMeta":true,"sourceToolAssistantUUID":"the sourceToolAssistantUUID",
			"sourceToolUseID":"the sourceToolUseID"},"normalizedMessages":[{"type":"assistant","message":{"id":"the id",
			"type":"message","role":"the role","content":[{"type":"text","text":"the text"}],"model":"the model",
			"stop_reason":"the stop_reason","stop_sequence":"the stop_sequence","usage":{"input_tokens":2,
			"output_tokens":3,"cache_read_input_tokens":4,"cache_creation_input_tokens":5}},"requestId":"the requestId",
			"uuid":"00000003-0000-4000-8000-000000000000","timestamp":"the timestamp","isApiErrorMessage":true,
			"error":{"status":2,"headers":{"the key":"the headers"},"requestID":"the requestID","error":{"type":"the type",
			"error":{"type":"the type","message":"the message"},"request_id":"the request_id","message":"the message"},
			"cause":"the cause","code":"the code","errno":8,"path":"the path","message":"the message","type":"the type",
			"formatted":"the formatted","connection":{"code":"the code","message":"the message","isSSLError":true},
			"isNetworkDown":true,"rateLimits":{"of":"rateLimits"}}}],"prompt":"the prompt","agentId":"the agentId",
			"resume":"the resume"}`,
		&claudecode.AgentProgress{
			Type: claudecode.AgentProgressTypeSkill,
			Message: &claudecode.AgentUserMessage{
				Message: ndwire.MessageParam{
					Role: "the role",
					Content: ndwire.MessageContent{
						Type: decoder.Array, Blocks: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "the text"}},
					},
				},
				UUID: "00000002-0000-4000-8000-000000000000", Timestamp: "the timestamp",
				ToolUseResult: claudecode.ToolUseResult{
					Type: decoder.Array, Blocks: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "the text"}},
				},
				IsMeta: true, SourceToolAssistantUUID: "the sourceToolAssistantUUID", SourceToolUseID: "the sourceToolUseID",
			},
			NormalizedMessages: []claudecode.AgentMessage{&claudecode.AgentAssistantMessage{
				Message: ndwire.BetaMessage{
					ID: "the id", Role: "the role", Content: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "the text"}},
					Model: "the model", StopReason: new("the stop_reason"), StopSequence: new("the stop_sequence"),
					Usage: ndwire.BetaUsage{InputTokens: 2, OutputTokens: 3, CacheReadInputTokens: 4, CacheCreationInputTokens: 5},
				},
				RequestID: "the requestId", UUID: "00000003-0000-4000-8000-000000000000", Timestamp: "the timestamp",
				IsAPIErrorMessage: true,
				Error: claudecode.ErrorValue{
					Type: decoder.Object,
					Details: &claudecode.ErrorDetails{
						Status: new(2), Headers: map[string]string{"the key": "the headers"}, RequestID: "the requestID",
						Error: &claudecode.ErrorBody{
							Type: new("the type"), Error: &ndwire.APIError{Type: "the type", Message: "the message"},
							RequestID: new("the request_id"), Message: new("the message"),
						},
						Cause: claudecode.ErrorValue{Type: decoder.String, Text: "the cause"}, Code: new("the code"), Errno: new(8),
						Path: new("the path"), Message: new("the message"), Type: new("the type"), Formatted: new("the formatted"),
						Connection:    &claudecode.ConnectionError{Code: new("the code"), Message: new("the message"), IsSslError: true},
						IsNetworkDown: true, RateLimits: decoder.Raw(`{"of":"rateLimits"}`),
					},
				},
			}},
			Prompt: "the prompt", AgentID: "the agentId", Resume: new("the resume"),
		},
	},
	{
		`{"type":"mcp_progress","status":"the status","serverName":"the serverName","toolName":"the toolName",
			"elapsedTimeMs":4.5,"progress":5.5,"total":6.5,"progressMessage":"the progressMessage"}`,
		&claudecode.McpProgress{
			Status: "the status", ServerName: "the serverName", ToolName: "the toolName", ElapsedTimeMs: new(4.5),
			Progress: new(5.5), Total: new(6.5), ProgressMessage: new("the progressMessage"),
		},
	},
	{
		`{"type":"waiting_for_task","taskDescription":"the taskDescription","taskType":"the taskType"}`,
		&claudecode.WaitingForTask{TaskDescription: "the taskDescription", TaskType: "the taskType"},
	},
	{
		`{"type":"query_update","query":"the query"}`,
		&claudecode.QueryUpdate{Query: "the query"},
	},
	{
		`{"type":"search_results_received","resultCount":2,"query":"the query"}`,
		&claudecode.SearchResultsReceived{ResultCount: 2, Query: "the query"},
	},
}

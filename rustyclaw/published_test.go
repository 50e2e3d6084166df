package rustyclaw_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/rustyclaw"
)

// published has every line with the additional members that the CLI writes, and the equal Go literal.
var published = []struct {
	line string
	want rustyclaw.Line
	kind rustyclaw.Kind
}{
	{
		`{"type":"system","subtype":"init","session_id":"the session_id","tools":[{"name":"the name",
			"description":"the description","input_schema":{"of":"input_schema"}}],"mcp_servers":[{"name":"the name",
			"status":"the status"}]}`,
		&rustyclaw.SystemInit{
			SessionID: "the session_id",
			Tools: []rustyclaw.ToolInfo{{
				Name: "the name", Description: new("the description"), InputSchema: decoder.Raw(`{"of":"input_schema"}`),
			}},
			McpServers: []rustyclaw.McpServerInfo{{Name: "the name", Status: "the status"}},
		},
		rustyclaw.KindSystemInit,
	},
	{
		`{"type":"system","subtype":"compact_boundary","session_id":"the session_id","compact_metadata":{"trigger":"the trigger",
			"pre_tokens":3},"uuid":"00000003-0000-4000-8000-000000000000"}`,
		&rustyclaw.SystemCompactBoundary{
			SessionID:       new("the session_id"),
			CompactMetadata: &rustyclaw.CompactMetadata{Trigger: "the trigger", PreTokens: 3},
			UUID:            "00000003-0000-4000-8000-000000000000",
		},
		rustyclaw.KindSystemCompactBoundary,
	},
	{
		`{"type":"assistant","message":{"role":"user","content":[{"type":"text","text":"the text"}],
			"id":"the id","type":"the type","model":"the model","stop_reason":"the stop_reason","stop_sequence":"the stop_sequence",
			"usage":{"input_tokens":2,"output_tokens":3,"cache_creation_input_tokens":4,"cache_read_input_tokens":5}},
			"parent_tool_use_id":"the parent_tool_use_id","duration_ms":1740000000002,"session_id":"the session_id",
			"error":"the error","uuid":"00000006-0000-4000-8000-000000000000"}`,
		&rustyclaw.AssistantMessage{
			Message: rustyclaw.ApiMessage{
				Role: rustyclaw.RoleUser,
				Content: rustyclaw.MessageContent{
					Type: decoder.Array, Blocks: []rustyclaw.ContentBlock{&rustyclaw.TextBlock{Text: "the text"}},
				},
				ID: new("the id"), Type: new("the type"), Model: new("the model"), StopReason: new("the stop_reason"),
				StopSequence: new("the stop_sequence"),
				Usage: &rustyclaw.UsageInfo{
					InputTokens: 2, OutputTokens: 3, CacheCreationInputTokens: new(4), CacheReadInputTokens: new(5),
				},
			},
			ParentToolUseID: new("the parent_tool_use_id"), DurationMs: new(int64(1740000000002)),
			SessionID: new("the session_id"), Error: new("the error"), UUID: "00000006-0000-4000-8000-000000000000",
		},
		rustyclaw.KindAssistant,
	},
	{
		`{"type":"user","message":{"role":"assistant","content":"the content","id":"the id","type":"the type",
			"model":"the model","stop_reason":"the stop_reason","stop_sequence":"the stop_sequence","usage":{"input_tokens":2,
			"output_tokens":3,"cache_creation_input_tokens":4,"cache_read_input_tokens":5}},"parent_tool_use_id":"the parent_tool_use_id",
			"session_id":"the session_id","uuid":"00000004-0000-4000-8000-000000000000"}`,
		&rustyclaw.UserMessage{
			Message: rustyclaw.ApiMessage{
				Role: rustyclaw.RoleAssistant, Content: rustyclaw.MessageContent{Type: decoder.String, Text: "the content"},
				ID: new("the id"), Type: new("the type"), Model: new("the model"), StopReason: new("the stop_reason"),
				StopSequence: new("the stop_sequence"),
				Usage: &rustyclaw.UsageInfo{
					InputTokens: 2, OutputTokens: 3, CacheCreationInputTokens: new(4), CacheReadInputTokens: new(5),
				},
			},
			ParentToolUseID: new("the parent_tool_use_id"), SessionID: new("the session_id"),
			UUID: "00000004-0000-4000-8000-000000000000",
		},
		rustyclaw.KindUser,
	},
	{
		`{"type":"result","subtype":"success","result":"the result","duration_ms":1740000000001,"num_turns":4,
			"session_id":"the session_id","total_cost_usd":5.5,"usage":{"input_tokens":2,"output_tokens":3,
			"cache_creation_input_tokens":4,"cache_read_input_tokens":5},"is_error":true,"duration_api_ms":1740000000007,
			"stop_reason":"the stop_reason","uuid":"00000010-0000-4000-8000-000000000000"}`,
		&rustyclaw.ResultSuccess{
			Result: "the result", DurationMs: new(int64(1740000000001)), NumTurns: new(4), SessionID: new("the session_id"),
			TotalCostUSD: new(5.5),
			Usage: &rustyclaw.UsageInfo{
				InputTokens: 2, OutputTokens: 3, CacheCreationInputTokens: new(4), CacheReadInputTokens: new(5),
			},
			IsError: true, DurationAPIMs: new(int64(1740000000007)), StopReason: new("the stop_reason"),
			UUID: "00000010-0000-4000-8000-000000000000",
		},
		rustyclaw.KindResultSuccess,
	},
	{
		`{"type":"result","subtype":"error","error":"the error"}`,
		&rustyclaw.ResultError{Error: "the error"},
		rustyclaw.KindResultError,
	},
	{
		`{"type":"result","subtype":"input_required"}`,
		&rustyclaw.ResultInputRequired{},
		rustyclaw.KindResultInputRequired,
	},
	{
		`{"type":"result","subtype":"error_during_execution","errors":["errors 1","errors 2"],"is_error":true,
			"duration_ms":1740000000003,"duration_api_ms":1740000000004,"num_turns":7,"stop_reason":"the stop_reason",
			"session_id":"the session_id","total_cost_usd":9.5,"usage":{"input_tokens":2,"output_tokens":3,
			"cache_creation_input_tokens":4,"cache_read_input_tokens":5},"uuid":"00000011-0000-4000-8000-000000000000"}`,
		&rustyclaw.ResultFailure{
			Subtype: rustyclaw.FailureDuringExecution, Errors: []string{"errors 1", "errors 2"}, IsError: true,
			DurationMs: new(int64(1740000000003)), DurationAPIMs: new(int64(1740000000004)), NumTurns: new(7),
			StopReason: new("the stop_reason"), SessionID: new("the session_id"), TotalCostUSD: new(9.5),
			Usage: &rustyclaw.UsageInfo{
				InputTokens: 2, OutputTokens: 3, CacheCreationInputTokens: new(4), CacheReadInputTokens: new(5),
			},
			UUID: "00000011-0000-4000-8000-000000000000",
		},
		rustyclaw.KindResultErrorDuringExecution,
	},
	{
		`{"type":"result","subtype":"error_max_turns","errors":["errors 1","errors 2"],"is_error":true,
			"duration_ms":1740000000003,"duration_api_ms":1740000000004,"num_turns":7,"stop_reason":"the stop_reason",
			"session_id":"the session_id","total_cost_usd":9.5,"usage":{"input_tokens":2,"output_tokens":3,
			"cache_creation_input_tokens":4,"cache_read_input_tokens":5},"uuid":"00000011-0000-4000-8000-000000000000"}`,
		&rustyclaw.ResultFailure{
			Subtype: rustyclaw.FailureMaxTurns, Errors: []string{"errors 1", "errors 2"}, IsError: true,
			DurationMs: new(int64(1740000000003)), DurationAPIMs: new(int64(1740000000004)), NumTurns: new(7),
			StopReason: new("the stop_reason"), SessionID: new("the session_id"), TotalCostUSD: new(9.5),
			Usage: &rustyclaw.UsageInfo{
				InputTokens: 2, OutputTokens: 3, CacheCreationInputTokens: new(4), CacheReadInputTokens: new(5),
			},
			UUID: "00000011-0000-4000-8000-000000000000",
		},
		rustyclaw.KindResultErrorMaxTurns,
	},
	{
		`{"type":"result","subtype":"error_max_budget_usd","errors":["errors 1","errors 2"],"is_error":true,
			"duration_ms":1740000000003,"duration_api_ms":1740000000004,"num_turns":7,"stop_reason":"the stop_reason",
			"session_id":"the session_id","total_cost_usd":9.5,"usage":{"input_tokens":2,"output_tokens":3,
			"cache_creation_input_tokens":4,"cache_read_input_tokens":5},"uuid":"00000011-0000-4000-8000-000000000000"}`,
		&rustyclaw.ResultFailure{
			Subtype: rustyclaw.FailureMaxBudget, Errors: []string{"errors 1", "errors 2"}, IsError: true,
			DurationMs: new(int64(1740000000003)), DurationAPIMs: new(int64(1740000000004)), NumTurns: new(7),
			StopReason: new("the stop_reason"), SessionID: new("the session_id"), TotalCostUSD: new(9.5),
			Usage: &rustyclaw.UsageInfo{
				InputTokens: 2, OutputTokens: 3, CacheCreationInputTokens: new(4), CacheReadInputTokens: new(5),
			},
			UUID: "00000011-0000-4000-8000-000000000000",
		},
		rustyclaw.KindResultErrorMaxBudgetUSD,
	},
	{
		`{"type":"result","subtype":"error_max_structured_output_retries","errors":["errors 1","errors 2"],
			"is_error":true,"duration_ms":1740000000003,"duration_api_ms":1740000000004,"num_turns":7,"stop_reason":"the stop_reason",
			"session_id":"the session_id","total_cost_usd":9.5,"usage":{"input_tokens":2,"output_tokens":3,
			"cache_creation_input_tokens":4,"cache_read_input_tokens":5},"uuid":"00000011-0000-4000-8000-000000000000"}`,
		&rustyclaw.ResultFailure{
			Subtype: rustyclaw.FailureMaxStructuredRetries, Errors: []string{"errors 1", "errors 2"}, IsError: true,
			DurationMs: new(int64(1740000000003)), DurationAPIMs: new(int64(1740000000004)), NumTurns: new(7),
			StopReason: new("the stop_reason"), SessionID: new("the session_id"), TotalCostUSD: new(9.5),
			Usage: &rustyclaw.UsageInfo{
				InputTokens: 2, OutputTokens: 3, CacheCreationInputTokens: new(4), CacheReadInputTokens: new(5),
			},
			UUID: "00000011-0000-4000-8000-000000000000",
		},
		rustyclaw.KindResultErrorMaxStructuredOutputRetries,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"initialize","can_use_tool":true,
			"hooks":{"the key":[{"matcher":"the matcher","hookCallbackIds":["hookCallbackIds 1","hookCallbackIds 2"],
			"timeout":4}]},"agents":{"the key":{"description":"the description","prompt":"the prompt","tools":["tools 1",
			"tools 2"],"model":"the model"}},"sdkMcpServers":["sdkMcpServers 1","sdkMcpServers 2"],"sdk_mcp_servers":[{"name":"the name",
			"version":"the version"}],"permissions":"the permissions","jsonSchema":{"of":"jsonSchema"},
			"systemPrompt":"the systemPrompt","appendSystemPrompt":"the appendSystemPrompt"}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id",
			Request: &rustyclaw.InitializeRequest{
				CanUseTool: new(true),
				Hooks: map[string][]rustyclaw.HookMatcher{"the key": {{
					Matcher: new("the matcher"), HookCallbackIDs: []string{"hookCallbackIds 1", "hookCallbackIds 2"},
					Timeout: new(4),
				}}},
				Agents: map[string]rustyclaw.AgentDefinition{"the key": {
					Description: "the description", Prompt: "the prompt", Tools: []string{"tools 1", "tools 2"},
					Model: new("the model"),
				}},
				SdkMcpServers:   []string{"sdkMcpServers 1", "sdkMcpServers 2"},
				CrateMcpServers: []rustyclaw.SdkMcpServer{{Name: "the name", Version: "the version"}},
				Permissions:     new("the permissions"), JSONSchema: decoder.Raw(`{"of":"jsonSchema"}`),
				SystemPrompt:       rustyclaw.SystemPrompt{Type: decoder.String, Text: "the systemPrompt"},
				AppendSystemPrompt: new("the appendSystemPrompt"),
			},
		},
		rustyclaw.KindControlRequestInitialize,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"interrupt"}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id", Request: &rustyclaw.InterruptRequest{},
		},
		rustyclaw.KindControlRequestInterrupt,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"can_use_tool",
			"tool_name":"the tool_name","input":{"of":"input"},"tool_use_id":"the tool_use_id","permission_suggestions":[{"type":"the type",
			"rules":[{"toolName":"the toolName","ruleContent":"the ruleContent"}],"behavior":"the behavior",
			"mode":"the mode","directories":["directories 1","directories 2"],"destination":"the destination"}],
			"blocked_path":"the blocked_path","decision_reason":"the decision_reason","agent_id":"the agent_id",
			"description":"the description"}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id",
			Request: &rustyclaw.CanUseToolRequest{
				ToolName: "the tool_name", Input: decoder.Raw(`{"of":"input"}`),
				ToolUseID: "the tool_use_id",
				PermissionSuggestions: []rustyclaw.PermissionUpdate{{
					Type:     "the type",
					Rules:    []rustyclaw.PermissionRule{{ToolName: "the toolName", RuleContent: new("the ruleContent")}},
					Behavior: new("the behavior"), Mode: new("the mode"), Directories: []string{"directories 1", "directories 2"},
					Destination: new("the destination"),
				}},
				BlockedPath: new("the blocked_path"), DecisionReason: new("the decision_reason"), AgentID: new("the agent_id"),
				Description: new("the description"),
			},
		},
		rustyclaw.KindControlRequestCanUseTool,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"hook_callback",
			"input":{"of":"input"},"tool_use_id":"the tool_use_id","callback_id":"the callback_id","hook_event":"the hook_event"}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id",
			Request: &rustyclaw.HookCallbackRequest{
				Input: decoder.Raw(`{"of":"input"}`), ToolUseID: "the tool_use_id",
				CallbackID: "the callback_id", HookEvent: "the hook_event",
			},
		},
		rustyclaw.KindControlRequestHookCallback,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"mcp_message",
			"server_name":"the server_name","message":{"jsonrpc":"the jsonrpc","id":"the id","method":"the method",
			"params":{"of":"params"},"result":{"of":"result"},"error":{"code":2,"message":"the message",
			"data":{"of":"data"}}}}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id",
			Request: &rustyclaw.McpMessageRequest{
				ServerName: "the server_name",
				Message: &rustyclaw.JSONRPCMessage{
					Jsonrpc: "the jsonrpc", ID: rustyclaw.JSONRPCID{Type: decoder.String, Text: "the id"}, Method: new("the method"),
					Params: decoder.Raw(`{"of":"params"}`), Result: decoder.Raw(`{"of":"result"}`),
					Error: &rustyclaw.JSONRPCError{Code: 2, Message: "the message", Data: decoder.Raw(`{"of":"data"}`)},
				},
			},
		},
		rustyclaw.KindControlRequestMcpMessage,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"mcp_status"}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id", Request: &rustyclaw.McpStatusRequest{},
		},
		rustyclaw.KindControlRequestMcpStatus,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"rewind_files",
			"user_message_id":"the user_message_id"}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id",
			Request:   &rustyclaw.RewindFilesRequest{UserMessageID: "the user_message_id"},
		},
		rustyclaw.KindControlRequestRewindFiles,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"set_model","model":"the model"}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id",
			Request:   &rustyclaw.SetModelRequest{Model: new("the model")},
		},
		rustyclaw.KindControlRequestSetModel,
	},
	{
		`{"type":"control_request","request_id":"the request_id","request":{"subtype":"set_permission_mode",
			"mode":"the mode"}}`,
		&rustyclaw.ControlRequest{
			RequestID: "the request_id",
			Request:   &rustyclaw.SetPermissionModeRequest{Mode: "the mode"},
		},
		rustyclaw.KindControlRequestSetPermissionMode,
	},
	{
		`{"type":"control_response","response":{"subtype":"success","request_id":"the request_id","response":{"of":"response"},
			"result":{"of":"result"},"allowed":true,"reason":"the reason"}}`,
		&rustyclaw.ControlResponse{
			Response: rustyclaw.ControlResponseBody{
				Subtype: "success", RequestID: "the request_id", Payload: decoder.Raw(`{"of":"response"}`),
				Result: decoder.Raw(`{"of":"result"}`), Allowed: new(true), Reason: new("the reason"),
			},
		},
		rustyclaw.KindControlResponseSuccess,
	},
	{
		`{"type":"control_response","response":{"subtype":"error","request_id":"the request_id","error":"the error"}}`,
		&rustyclaw.ControlResponse{
			Response: rustyclaw.ControlResponseBody{Subtype: "error", RequestID: "the request_id", Error: "the error"},
		},
		rustyclaw.KindControlResponseError,
	},
	{
		`{"type":"rate_limit_event","rate_limit_info":{"status":"the status","resetsAt":1740000000001,
			"rateLimitType":"the rateLimitType"},"session_id":"the session_id","uuid":"00000003-0000-4000-8000-000000000000"}`,
		&rustyclaw.RateLimitEvent{
			RateLimitInfo: &rustyclaw.RateLimitInfo{
				Status: "the status", ResetsAt: new(int64(1740000000001)), RateLimitType: new("the rateLimitType"),
			},
			SessionID: new("the session_id"), UUID: "00000003-0000-4000-8000-000000000000",
		},
		rustyclaw.KindRateLimitEvent,
	},
	{
		`{"type":"mcp_message","server_name":"the server_name","message":{"jsonrpc":"the jsonrpc","id":1740000000001,
			"method":"the method","params":{"of":"params"},"result":{"of":"result"},"error":{"code":2,"message":"the message",
			"data":{"of":"data"}}}}`,
		&rustyclaw.McpMessage{
			ServerName: new("the server_name"),
			Message: &rustyclaw.JSONRPCMessage{
				Jsonrpc: "the jsonrpc", ID: rustyclaw.JSONRPCID{Type: decoder.Number, Number: 1740000000001},
				Method: new("the method"), Params: decoder.Raw(`{"of":"params"}`), Result: decoder.Raw(`{"of":"result"}`),
				Error: &rustyclaw.JSONRPCError{Code: 2, Message: "the message", Data: decoder.Raw(`{"of":"data"}`)},
			},
		},
		rustyclaw.KindMcpMessage,
	},
}

// TestPublished checks that each line is decoded to its literal, and that both are written as the line.
func TestPublished(t *testing.T) {
	for _, tt := range published {
		got := unmarshal(t, tt.line)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, d)
		}
		jsontest.Same(t, tt.line, got)
		jsontest.Same(t, tt.line, tt.want)
		jsontest.Same(t, tt.line, rustyclaw.CloneLine(tt.want))
		if kind, err := rustyclaw.Peek([]byte(tt.line)); err != nil || kind != tt.kind || got.Kind() != tt.kind {
			t.Errorf("%s: Peek says %q, %v; Kind says %q; want %q", tt.line, kind, err, got.Kind(), tt.kind)
		}
		if err := rustyclaw.CheckLine([]byte(tt.line)); err != nil {
			t.Errorf("%s: %v", tt.line, err)
		}
	}
}

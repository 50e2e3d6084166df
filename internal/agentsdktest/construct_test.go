package agentsdktest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestConstructors checks that each constructor sets the fields of its parameters. The wanted values have the UUID that was made.
func TestConstructors(t *testing.T) {
	usage := ndwire.BetaUsage{InputTokens: 1, OutputTokens: 2, CacheReadInputTokens: 3, CacheCreationInputTokens: 4}
	models := map[string]ndwire.ModelUsage{"m": {InputTokens: 1, CostUSD: 0.5}}
	options := ndwire.QueryOptions{Model: "m", CWD: "/w", PermissionMode: ndwire.PermissionModePlan}
	tests := []struct {
		name string
		make func() ndwire.SDKMessage
		want func(base ndwire.BaseMessage) ndwire.SDKMessage
		line string // its members without uuid
	}{
		{
			name: "NewAssistantMessage",
			make: func() ndwire.SDKMessage {
				return ndwire.NewAssistantMessage(ndwire.BetaMessage{ID: "msg_1", Model: "m", StopReason: new("end_turn")}, new("toolu_0"), "s")
			},
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.AssistantMessage{
					BaseMessage:     base,
					Message:         ndwire.BetaMessage{ID: "msg_1", Role: "assistant", Model: "m", StopReason: new("end_turn")},
					ParentToolUseID: new("toolu_0"),
				}
			},
			line: `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"m",
				"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0,
				"cache_creation_input_tokens":0}},"parent_tool_use_id":"toolu_0","session_id":"s"}`,
		},
		{
			name: "NewUserMessage",
			make: func() ndwire.SDKMessage { return ndwire.NewUserMessage("Hello", "s") },
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.UserMessage{
					BaseMessage: base,
					Message:     ndwire.MessageParam{Role: "user", Content: ndwire.MessageContent{Type: decoder.String, Text: "Hello"}},
				}
			},
			line: `{"type":"user","message":{"role":"user","content":"Hello"},"parent_tool_use_id":null,"session_id":"s"}`,
		},
		{
			name: "NewUserMessage without text",
			make: func() ndwire.SDKMessage { return ndwire.NewUserMessage("", "s") },
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.UserMessage{
					BaseMessage: base,
					Message:     ndwire.MessageParam{Role: "user", Content: ndwire.MessageContent{Type: decoder.String}},
				}
			},
			line: `{"type":"user","message":{"role":"user","content":""},"parent_tool_use_id":null,"session_id":"s"}`,
		},
		{
			name: "NewResultSuccess",
			make: func() ndwire.SDKMessage { return ndwire.NewResultSuccess("done", 3, 0.25, usage, models, 20, 10, "s") },
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.ResultMessage{
					BaseMessage: base, Subtype: ndwire.ResultSubtypeSuccess, Result: new("done"), NumTurns: 3, TotalCostUSD: 0.25,
					Usage: usage, ModelUsage: models, DurationMs: 20, DurationAPIMs: 10,
				}
			},
			line: `{"type":"result","subtype":"success","duration_ms":20,"duration_api_ms":10,"is_error":false,"num_turns":3,
				"stop_reason":null,"total_cost_usd":0.25,"usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":3,
				"cache_creation_input_tokens":4},"modelUsage":{"m":{"inputTokens":1,"outputTokens":0,"cacheReadInputTokens":0,
				"cacheCreationInputTokens":0,"webSearchRequests":0,"costUSD":0.5,"contextWindow":0,"maxOutputTokens":0}},
				"permission_denials":[],"result":"done","session_id":"s"}`,
		},
		{
			name: "NewResultSuccess without text and models",
			make: func() ndwire.SDKMessage { return ndwire.NewResultSuccess("", 0, 0, ndwire.BetaUsage{}, nil, 0, 0, "s") },
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.ResultMessage{BaseMessage: base, Subtype: ndwire.ResultSubtypeSuccess, Result: new("")}
			},
			line: `{"type":"result","subtype":"success","duration_ms":0,"duration_api_ms":0,"is_error":false,"num_turns":0,
				"stop_reason":null,"total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0,
				"cache_creation_input_tokens":0},"modelUsage":{},"permission_denials":[],"result":"","session_id":"s"}`,
		},
		{
			name: "NewResultError",
			make: func() ndwire.SDKMessage {
				return ndwire.NewResultError(ndwire.ResultSubtypeErrorMaxTurns, []string{"too long"}, 3, 0.25, usage, models, 20, 10, "s")
			},
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.ResultMessage{
					BaseMessage: base, Subtype: ndwire.ResultSubtypeErrorMaxTurns, IsError: true, Errors: []string{"too long"},
					NumTurns: 3, TotalCostUSD: 0.25, Usage: usage, ModelUsage: models, DurationMs: 20, DurationAPIMs: 10,
				}
			},
			line: `{"type":"result","subtype":"error_max_turns","duration_ms":20,"duration_api_ms":10,"is_error":true,"num_turns":3,
				"stop_reason":null,"total_cost_usd":0.25,"usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":3,
				"cache_creation_input_tokens":4},"modelUsage":{"m":{"inputTokens":1,"outputTokens":0,"cacheReadInputTokens":0,
				"cacheCreationInputTokens":0,"webSearchRequests":0,"costUSD":0.5,"contextWindow":0,"maxOutputTokens":0}},
				"permission_denials":[],"errors":["too long"],"session_id":"s"}`,
		},
		{
			name: "NewResultError without errors",
			make: func() ndwire.SDKMessage {
				return ndwire.NewResultError(ndwire.ResultSubtypeErrorMaxTurns, nil, 0, 0, ndwire.BetaUsage{}, nil, 0, 0, "s")
			},
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.ResultMessage{
					BaseMessage: base, Subtype: ndwire.ResultSubtypeErrorMaxTurns, IsError: true, Errors: []string{},
				}
			},
			line: `{"type":"result","subtype":"error_max_turns","duration_ms":0,"duration_api_ms":0,"is_error":true,"num_turns":0,
				"stop_reason":null,"total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0,
				"cache_creation_input_tokens":0},"modelUsage":{},"permission_denials":[],"errors":[],"session_id":"s"}`,
		},
		{
			name: "NewSystemInit",
			make: func() ndwire.SDKMessage { return ndwire.NewSystemInit(options, "2.1.37", "s") },
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.SystemInitMessage{
					BaseMessage: base, Model: "m", ClaudeCodeVersion: "2.1.37", CWD: "/w", PermissionMode: ndwire.PermissionModePlan,
				}
			},
			line: `{"type":"system","subtype":"init","apiKeySource":"","claude_code_version":"2.1.37","cwd":"/w","tools":[],
				"mcp_servers":[],"model":"m","permissionMode":"plan","slash_commands":[],"output_style":"","skills":[],"plugins":[],
				"session_id":"s"}`,
		},
		{
			name: "NewSystemInit without a mode",
			make: func() ndwire.SDKMessage { return ndwire.NewSystemInit(ndwire.QueryOptions{}, "", "s") },
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.SystemInitMessage{BaseMessage: base, PermissionMode: ndwire.PermissionModeDefault}
			},
			line: `{"type":"system","subtype":"init","apiKeySource":"","claude_code_version":"","cwd":"","tools":[],"mcp_servers":[],
				"model":"","permissionMode":"default","slash_commands":[],"output_style":"","skills":[],"plugins":[],"session_id":"s"}`,
		},
		{
			name: "NewCompactBoundary",
			make: func() ndwire.SDKMessage { return ndwire.NewCompactBoundary(ndwire.CompactTriggerAuto, 155000, "s") },
			want: func(base ndwire.BaseMessage) ndwire.SDKMessage {
				return &ndwire.CompactBoundaryMessage{
					BaseMessage: base, CompactMetadata: ndwire.CompactMetadata{Trigger: "auto", PreTokens: 155000},
				}
			},
			line: `{"type":"system","subtype":"compact_boundary","compact_metadata":{"trigger":"auto","pre_tokens":155000},
				"session_id":"s"}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := tt.make()
			id := m.GetUUID()
			if id.Version() != 4 || id.Variant() != uuid.RFC4122 {
				t.Errorf("UUID %s is not a random one of RFC 4122", id)
			}
			if id == tt.make().GetUUID() {
				t.Errorf("UUID %s comes twice", id)
			}
			want := tt.want(ndwire.BaseMessage{UUID: id.String(), SessionID: "s"})
			if d := cmp.Diff(want, m); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}

			line := []byte(jsontest.Encode(t, m))
			wanted := jsontest.Value(t, []byte(tt.line)).(map[string]any)
			wanted["uuid"] = id.String()
			if d := cmp.Diff(any(wanted), jsontest.Value(t, line)); d != "" {
				t.Errorf("as a line (-want +got):\n%s", d)
			}
			if err := ndwire.CheckLine(line); err != nil {
				t.Errorf("the line does not fit the spec: %v", err)
			}
			if back := unmarshal(t, string(line)); back.Kind() != m.Kind() {
				t.Errorf("read back as %s, want %s", back.Kind(), m.Kind())
			}
		})
	}
}

// TestNewAssistantMessageRole checks that a role that the caller sets is not replaced.
func TestNewAssistantMessageRole(t *testing.T) {
	if got := ndwire.NewAssistantMessage(ndwire.BetaMessage{Role: "model"}, nil, "s").Message.Role; got != "model" {
		t.Errorf("Role %q", got)
	}
}

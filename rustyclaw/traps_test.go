package rustyclaw_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/rustyclaw"
)

// TestTraps reads lines of the form of real ones that a decoder easily gets wrong. Each must have its type and kind, and be written back
// unchanged.
func TestTraps(t *testing.T) {
	check := func(ok bool, what ...any) {
		t.Helper()
		if !ok {
			t.Error(what...)
		}
	}
	tests := []struct {
		name  string
		line  string
		kind  rustyclaw.Kind
		want  rustyclaw.Line
		check func(rustyclaw.Line)
	}{
		{
			name: "a system line without subtype",
			line: `{"type":"system","uuid":"msg-006","timestamp":"2025-01-27T10:00:25Z","sessionId":"session-123","message":"status"}`,
			kind: "system", want: &rustyclaw.UnknownMessage{},
		},
		{
			name: "the subtype within request", line: `{"type":"control_request","request_id":"r1","request":{"subtype":"interrupt"}}`,
			kind: "control_request/interrupt", want: &rustyclaw.ControlRequest{},
		},
		{
			name: "and flattened",
			line: `{"type":"control_request","request_id":"req_002","subtype":"can_use_tool","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}`,
			kind: "control_request/can_use_tool", want: &rustyclaw.ControlRequest{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ControlRequest)
				r := m.Request.(*rustyclaw.CanUseToolRequest)
				check(m.RequestID == "req_002" && r.ToolName == "Bash" && string(r.Input) == `{"command":"rm -rf /"}`, m)
				check(m.Extra.State("request") == decoder.Inlined, m.Extra.State("request"))
			},
		},
		{
			name: "a response within a response",
			line: `{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"behavior":"allow","updatedInput":{}}}}`,
			kind: "control_response/success", want: &rustyclaw.ControlResponse{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ControlResponse)
				check(m.GetRequestID() == "r1" && string(m.Response.Payload) == `{"behavior":"allow","updatedInput":{}}`, m)
			},
		},
		{
			name: "a response without subtype", line: `{"type":"control_response","response":{"request_id":"r1","result":{"ok":true}}}`,
			kind: "control_response", want: &rustyclaw.ControlResponse{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ControlResponse)
				check(!m.IsError() && string(m.Response.Result) == `{"ok":true}`, m)
			},
		},
		{
			name: "a failure without subtype", line: `{"type":"control_response","response":{"request_id":"r1","error":"x"}}`,
			kind: "control_response", want: &rustyclaw.ControlResponse{},
			check: func(l rustyclaw.Line) { check(l.(*rustyclaw.ControlResponse).IsError(), l) },
		},
		{
			name: "an id in camel case", line: `{"type":"control_response","response":{"subtype":"error","requestId":"r1","error":"x"}}`,
			kind: "control_response/error", want: &rustyclaw.ControlResponse{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ControlResponse)
				check(m.GetRequestID() == "r1" && m.IsError() && m.Response.Error == "x", m)
			},
		},
		{
			name: "mcp_message as a type",
			line: `{"type":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"type":"x"}}}`,
			kind: "mcp_message", want: &rustyclaw.McpMessage{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.McpMessage).Message
				check(m.ID.Type == decoder.Number && m.ID.Number == 1 && *m.Method == "tools/call", m)
			},
		},
		{
			name: "mcp_message as a subtype",
			line: `{"type":"control_request","request_id":"r","request":{"subtype":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":"1"}}}`,
			kind: "control_request/mcp_message", want: &rustyclaw.ControlRequest{},
			check: func(l rustyclaw.Line) {
				check(l.(*rustyclaw.ControlRequest).Request.(*rustyclaw.McpMessageRequest).Message.ID.Text == "1", l)
			},
		},
		{
			name: "a type of another protocol",
			line: `{"type":"message_start","message":{"role":"assistant","content":[],"api":"a","usage":{"input":0,"cost":{"total":0}},"timestamp":1}}`,
			kind: "message_start", want: &rustyclaw.UnknownMessage{},
		},
		{
			name: "error as a type", line: `{"type":"error","reason":"aborted","error":{"role":"assistant","content":[],"timestamp":1}}`,
			kind: "error", want: &rustyclaw.UnknownMessage{},
		},
		{
			name: "error as an object", line: `{"type":"result","subtype":"error","error":{"message":"x"},"exit_code":1}`,
			kind: "result/error", want: &rustyclaw.ResultError{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ResultError)
				check(m.Error == "" && string(m.Extra.OddValue("error")) == `{"message":"x"}`, m)
			},
		},
		{
			name: "a discriminator in a text field",
			line: `{"type":"compact_system","uuid":"msg-010","sessionId":"s","message":"conversation_compacted","metadata":{"preservedMessages":15}}`,
			kind: "compact_system", want: &rustyclaw.UnknownMessage{},
		},
		{
			name: "a success that is an error",
			line: `{"type":"result","subtype":"success","is_error":true,"result":"API Error: 500","duration_ms":1,"duration_api_ms":1,"num_turns":1,
				"stop_reason":null,"total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0},"modelUsage":{},"permission_denials":[],
				"uuid":"u","session_id":"s"}`,
			kind: "result/success", want: &rustyclaw.ResultSuccess{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ResultSuccess)
				check(m.IsError && m.Result == "API Error: 500" && m.UUID == "u", m)
			},
		},
		{
			name: "a null parent", line: `{"type":"assistant","message":{"role":"assistant","content":[]},"parent_tool_use_id":null,"duration_ms":250}`,
			kind: "assistant", want: &rustyclaw.AssistantMessage{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.AssistantMessage)
				check(m.ParentToolUseID == nil && m.Extra.State("parent_tool_use_id") == decoder.IsNull, m)
			},
		},
		{
			name: "nullable counters",
			line: `{"type":"result","subtype":"success","result":"","usage":{"input_tokens":5,"output_tokens":1,"cache_creation_input_tokens":null,
				"cache_read_input_tokens":null,"server_tool_use":null,"service_tier":null,"cache_creation":null}}`,
			kind: "result/success", want: &rustyclaw.ResultSuccess{},
			check: func(l rustyclaw.Line) {
				u := l.(*rustyclaw.ResultSuccess).Usage
				check(u.InputTokens == 5 && u.OutputTokens == 1 && u.CacheReadInputTokens == nil && u.Extra.Len() == 3, u)
			},
		},
		{
			name: "thinking with and without a signature",
			line: `{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"..."},
				{"type":"thinking","thinking":"","signature":"EqQBCkYIBxgCKkA="}]}}`,
			kind: "assistant", want: &rustyclaw.AssistantMessage{},
			check: func(l rustyclaw.Line) {
				b := l.(*rustyclaw.AssistantMessage).Message.Content.Blocks
				check(b[0].(*rustyclaw.ThinkingBlock).Signature == nil && *b[1].(*rustyclaw.ThinkingBlock).Signature == "EqQBCkYIBxgCKkA=", b)
			},
		},
		{
			name: "extras that collide", line: `{"type":"control_response","request_id":"r","subtype":"success","request_id":"evil"}`,
			kind: "control_response/success", want: &rustyclaw.ControlResponse{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ControlResponse)
				out := jsontest.Encode(t, m)
				check(m.GetRequestID() == "evil" && m.Extra.Len() == 0 && strings.Count(out, "request_id") == 1, out)
			},
		},
		{
			name: "extras are kept once", line: `{"type":"result","subtype":"error","error":"x","error_code":"EACCES","exit_code":126}`,
			kind: "result/error", want: &rustyclaw.ResultError{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ResultError)
				want := `{"type":"result","subtype":"error","error":"x","error_code":"EACCES","exit_code":126}`
				check(m.Extra.Len() == 2 && jsontest.Encode(t, m) == want, jsontest.Encode(t, m))
			},
		},

		// Traps that all protocols have.
		{
			name: "an escaped tag", line: `{"type":"\u0073ystem","subtype":"in\u0069t","session_id":"s","tools":[],"mcp_servers":[]}`,
			kind: "system/init", want: &rustyclaw.SystemInit{},
		},
		{
			name: "two types", line: `{"type":"user","message":{"role":"user","content":"x"},"type":"assistant"}`,
			kind: "assistant", want: &rustyclaw.AssistantMessage{},
		},
		{
			name: "two subtypes", line: `{"type":"result","subtype":"error","error":"x","subtype":"success","result":"y"}`,
			kind: "result/success", want: &rustyclaw.ResultSuccess{},
		},
		{name: "a type of the wrong kind", line: `{"type":null,"subtype":7}`, kind: "", want: &rustyclaw.UnknownMessage{}},
		{
			name: "an envelope of the wrong kind", line: `{"type":"control_request","request_id":"r","request":"x","subtype":"interrupt"}`,
			kind: "control_request/interrupt", want: &rustyclaw.ControlRequest{},
		},
		{
			name: "a null envelope", line: `{"type":"control_response","response":null}`, kind: "control_response", want: &rustyclaw.ControlResponse{},
		},
		{
			name: "tools of both forms", line: `{"type":"system","subtype":"init","session_id":"s","tools":["Bash",{"name":"Read"}],"mcp_servers":[]}`,
			kind: "system/init", want: &rustyclaw.SystemInit{},
		},
		{
			name: "a message that is a string", line: `{"type":"user","message":"Please help"}`, kind: "user", want: &rustyclaw.UserMessage{},
			check: func(l rustyclaw.Line) {
				check(string(l.(*rustyclaw.UserMessage).Extra.OddValue("message")) == `"Please help"`, l)
			},
		},
		{
			name: "an array of bare strings", line: `{"type":"user","message":{"role":"user","content":["wow error"]}}`,
			kind: "user", want: &rustyclaw.UserMessage{},
		},
		{
			name: "inexact counters", line: `{"type":"result","subtype":"success","result":"","duration_ms":1500.0,"num_turns":3e0,"total_cost_usd":1E-7}`,
			kind: "result/success", want: &rustyclaw.ResultSuccess{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.ResultSuccess)
				check(*m.DurationMs == 1500 && *m.NumTurns == 3 && *m.TotalCostUSD == 1e-7, m)
			},
		},
		{
			name: "an unknown block", line: `{"type":"assistant","message":{"role":"assistant","content":[{"type":"hologram","n":1},{"type":"text","text":"a"}]}}`,
			kind: "assistant", want: &rustyclaw.AssistantMessage{},
			check: func(l rustyclaw.Line) {
				m := l.(*rustyclaw.AssistantMessage).Message
				check(m.Content.Blocks[0].BlockType() == "hologram" && m.Text() == "a", m)
			},
		},
	}
	for _, tt := range tests {
		m := unmarshal(t, tt.line)
		if reflect.TypeOf(m) != reflect.TypeOf(tt.want) || m.Kind() != tt.kind {
			t.Errorf("%s: a %T of kind %q, want a %T of %q", tt.name, m, m.Kind(), tt.want, tt.kind)
			continue
		}
		if kind, err := rustyclaw.Peek([]byte(tt.line)); kind != tt.kind || err != nil {
			t.Errorf("%s: Peek %q, %v", tt.name, kind, err)
		}
		jsontest.Same(t, tt.line, m)
		if tt.check != nil {
			tt.check(m)
		}
	}
}

// TestExtrasDoNotOverwrite checks that extras that are given the name of a member do not overwrite it.
func TestExtrasDoNotOverwrite(t *testing.T) {
	names := []string{"type", "subtype", "request_id", "allowed"}
	const flat = `{"type":"control_response","subtype":"success","request_id":"r","allowed":true,"more":1}`
	m := as[*rustyclaw.ControlResponse](t, flat)
	made := rustyclaw.NewControlSuccess("r", nil)
	made.Response.Allowed = new(true)
	made.Flatten()
	made.Extra.Set("more", decoder.Raw("1"))
	for _, m := range []*rustyclaw.ControlResponse{m, made} {
		for _, name := range names {
			m.Extra.Set(name, decoder.Raw(`"evil"`))
		}
		if got := jsontest.Encode(t, m); got != flat {
			t.Errorf("written as %s", got)
		}
		if got := jsontest.Encode(t, m.Clone()); got != flat {
			t.Errorf("the clone is written as %s", got)
		}
	}
	m.Response.Allowed = nil // the field is no longer written, so that the unknown member is
	m.Extra.Delete("more")
	if got := jsontest.Encode(t, m); got != `{"type":"control_response","subtype":"success","request_id":"r","allowed":"evil"}` {
		t.Errorf("written as %s", got)
	}

	// A member that the nested form has twice is written once when it is flattened.
	nested := as[*rustyclaw.ControlRequest](t, `{"type":"control_request","request_id":"r","subtype":"outer","request":{"subtype":"interrupt"}}`)
	nested.Flatten()
	if got := jsontest.Encode(t, nested); got != `{"type":"control_request","request_id":"r","subtype":"interrupt"}` {
		t.Errorf("written as %s", got)
	}
}

// TestStrict checks the findings of a strict reader.
func TestStrict(t *testing.T) {
	for _, line := range []string{
		`{"type":"system","uuid":"u"}`, `{"type":"new"}`, `{"type":null}`, `{"type":"result","subtype":"success","result":1}`,
		`{"type":"control_response","request_id":"r","subtype":"success","request_id":"evil"}`,
		`{"type":"assistant","message":{"role":"assistant","content":[{"type":"hologram"}]}}`,
		`{"type":"assistant","message":{"role":"pilot","content":[]}}`,
		`{"type":"assistant","message":{"role":"assistant","content":[],"more":1}}`,
	} {
		if err := rustyclaw.CheckLine([]byte(line)); err == nil {
			t.Errorf("%s: no error", line)
		}
	}
	for _, line := range []string{
		`{"type":"control_response","request_id":"r","subtype":"success","more":1}`,
		`{"type":"result","subtype":"error","error":"x","more":1}`, `{"type":"mcp_message","more":1}`,
		`{"type":"result","subtype":"error_max_turns","errors":[],"modelUsage":{},"permission_denials":[]}`,
		`{"type":"system","subtype":"compact_boundary","compact_metadata":{"trigger":"auto","pre_tokens":1,"post_tokens":2},"uuid":"u"}`,
		`{"type":"rate_limit_event","rate_limit_info":{"status":"allowed","utilization":0.5},"session_id":"s","uuid":"u"}`,
		`{"type":"user","message":{"role":"user","content":"x"},"uuid":"u"}`,
		`{"type":"mcp_message","message":{"jsonrpc":"2.0","more":1,"error":{"code":1,"message":"m","more":2}}}`,
		`{"type":"control_response","response":{"subtype":"success","request_id":"r","more":1},"more":2}`,
		`{"type":"control_request","request_id":"r","request":{"subtype":"initialize","agents":{"a":{"description":"d","prompt":"p","more":1}}}}`,
	} {
		if err := rustyclaw.CheckLine([]byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

package rustyclaw_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/rustyclaw"
)

// TestFields reads every field with a value, absent, null, empty, and of another JSON type. All must be written back, and only the last is reported.
// % is replaced by the member.
func TestFields(t *testing.T) {
	const init = `{"type":"system","subtype":"init",%"session_id":"s","tools":[],"mcp_servers":[]}`
	const initTools = `{"type":"system","subtype":"init",%"session_id":"s","mcp_servers":[]}`
	const initServers = `{"type":"system","subtype":"init",%"session_id":"s","tools":[]}`
	const initSession = `{"type":"system","subtype":"init",%"tools":[],"mcp_servers":[]}`
	const tool = `{"type":"system","subtype":"init","session_id":"s","tools":[{%"name":"n"}],"mcp_servers":[]}`
	const toolName = `{"type":"system","subtype":"init","session_id":"s","tools":[{%"description":"d"}],"mcp_servers":[]}`
	const server = `{"type":"system","subtype":"init","session_id":"s","tools":[],"mcp_servers":[{%"version":"1"}]}`
	const assistant = `{"type":"assistant",%"message":{"role":"assistant","content":[]}}`
	const message = `{"type":"assistant",%"duration_ms":1}`
	const user = `{"type":"user",%"more":1}`
	const content = `{"type":"user","message":{%"role":"user"}}`
	const role = `{"type":"user","message":{%"content":[]}}`
	const block = `{"type":"assistant","message":{"role":"assistant","content":[{"type":"`
	const success = `{"type":"result","subtype":"success",%"result":"r"}`
	const result = `{"type":"result","subtype":"success",%"num_turns":1}`
	const usage = `{"type":"result","subtype":"success","result":"r","usage":{%"service_tier":null}}`
	const failure = `{"type":"result","subtype":"error",%"exit_code":1}`
	tests := []struct {
		line   string
		member string
		values []string // usual ones
		wrong  string   // of another JSON type
	}{
		{initSession, "session_id", []string{`"s"`, `""`}, `7`},
		{initTools, "tools", []string{`[]`, `[{"name":"sh"}]`, `["sh"]`}, `{}`},
		{initServers, "mcp_servers", []string{`[]`, `[{"name":"a"}]`}, `"a"`},
		{init, "other", []string{`null`, `{}`, `[1.0]`}, ""},
		{toolName, "name", []string{`"n"`, `""`}, `[]`},
		{tool, "description", []string{`"d"`, `""`}, `{}`},
		{tool, "input_schema", []string{`{}`, `{"type":"object"}`, `true`}, ""},
		{server, "name", []string{`"n"`, `""`}, `1`},
		{server, "extra", []string{`null`, `1e3`, `{"a":[]}`}, ""},
		{assistant, "parent_tool_use_id", []string{`"t"`, `""`}, `1`},
		{assistant, "duration_ms", []string{`250`, `0`, `4294967296`}, `"250"`},
		{message, "message", []string{`{"role":"assistant","content":[]}`}, `"hello"`},
		{user, "message", []string{`{"role":"user","content":"hello"}`}, `[]`},
		{role, "role", []string{`"user"`, `"assistant"`}, `1`},
		{content, "content", []string{`[]`, `[{"type":"text","text":"a"}]`, `""`, `"a"`}, `{}`},
		{block + `text",%"a":1}]}}`, "text", []string{`""`, `"a"`}, `[]`},
		{block + `tool_use",%"name":"n","input":{}}]}}`, "id", []string{`""`, `"i"`}, `1`},
		{block + `tool_use",%"id":"i","input":{}}]}}`, "name", []string{`""`, `"n"`}, `1`},
		{block + `tool_use",%"id":"i","name":"n"}]}}`, "input", []string{`{}`, `"x"`, `[1]`, `9007199254740993`}, ""},
		{block + `tool_result",%"content":"x"}]}}`, "tool_use_id", []string{`""`, `"i"`}, `1`},
		{block + `tool_result",%"tool_use_id":"i"}]}}`, "content", []string{`""`, `"x"`, `{}`, `{"output":"x"}`, `[]`, `[{"type":"text","text":"a"}]`}, `7`},
		{block + `tool_result",%"tool_use_id":"i","content":"x"}]}}`, "is_error", []string{`false`, `true`}, `"false"`},
		{block + `thinking",%"a":1}]}}`, "thinking", []string{`""`, `"t"`}, `1`},
		{block + `thinking",%"thinking":"t"}]}}`, "signature", []string{`""`, `"c2ln"`}, `1`},
		{result, "result", []string{`""`, `"r"`}, `{}`},
		{success, "duration_ms", []string{`1500`, `0`}, `"1500"`},
		{success, "num_turns", []string{`3`, `0`}, `"3"`},
		{success, "session_id", []string{`"s"`, `""`}, `3`},
		{success, "total_cost_usd", []string{`0.025`, `0`, `7.5e-7`}, `"0.025"`},
		{success, "usage", []string{`{"input_tokens":1,"output_tokens":2}`}, `3`},
		{success, "is_error", []string{`false`, `true`}, `0`},
		{usage, "input_tokens", []string{`0`, `2147483647`}, `"12"`},
		{usage, "output_tokens", []string{`0`, `2147483647`}, `"12"`},
		{usage, "cache_creation_input_tokens", []string{`0`, `7`}, `"7"`},
		{usage, "cache_read_input_tokens", []string{`0`, `7`}, `"7"`},
		{failure, "error", []string{`""`, `"e"`}, `{"message":"e"}`},
		{failure, "error_code", []string{`"EACCES"`, `13`, `null`}, ""},
	}
	for _, tt := range tests {
		required := false
		try := func(v string, usual bool) {
			t.Helper()
			member := ""
			if v != "" {
				member = `"` + tt.member + `":` + v + `,`
			}
			line := strings.Replace(tt.line, "%", member, 1)
			m := unmarshal(t, line)
			jsontest.Same(t, line, m)
			jsontest.Same(t, line, rustyclaw.CloneLine(m))
			err := rustyclaw.CheckLine([]byte(line))
			if v == "" {
				required = err != nil && strings.Contains(err.Error(), "missing "+tt.member)
			}
			if v == "null" { // the content of a tool's result may be null
				usual = !required || tt.member == "content" && strings.Contains(line, "tool_result")
			}
			if odd := err != nil && strings.Contains(err.Error(), "."+tt.member+":"); odd == usual {
				t.Errorf("%s: CheckLine says %v", line, err)
			}
		}
		try("", true)
		for _, v := range tt.values {
			try(v, true)
		}
		if tt.wrong != "" {
			try(tt.wrong, false)
		}
		try("null", false)
	}
}

// TestRequired checks that literals without values have the required members, and no others.
func TestRequired(t *testing.T) {
	tests := []struct {
		m    jsontest.Appender
		want string
	}{
		{&rustyclaw.SystemInit{}, `{"type":"system","subtype":"init","session_id":"","tools":[],"mcp_servers":[]}`},
		{&rustyclaw.SystemCompactBoundary{}, `{"type":"system","subtype":"compact_boundary"}`},
		{&rustyclaw.AssistantMessage{}, `{"type":"assistant","message":{"role":"","content":[]}}`},
		{&rustyclaw.UserMessage{}, `{"type":"user","message":{"role":"","content":[]}}`},
		{&rustyclaw.ResultSuccess{}, `{"type":"result","subtype":"success","result":""}`},
		{&rustyclaw.ResultError{}, `{"type":"result","subtype":"error","error":""}`},
		{&rustyclaw.ResultInputRequired{}, `{"type":"result","subtype":"input_required"}`},
		{&rustyclaw.ResultFailure{}, `{"type":"result","subtype":"","errors":[]}`},
		{&rustyclaw.RateLimitEvent{}, `{"type":"rate_limit_event"}`},
		{&rustyclaw.McpMessage{}, `{"type":"mcp_message"}`},
		{&rustyclaw.ControlRequest{}, `{"type":"control_request","request_id":"","request":null}`},
		{&rustyclaw.ControlResponse{}, `{"type":"control_response","response":{"subtype":"","request_id":""}}`},
		{&rustyclaw.ApiMessage{}, `{"role":"","content":[]}`},
		{&rustyclaw.TextBlock{}, `{"type":"text","text":""}`},
		{&rustyclaw.ToolUseBlock{}, `{"type":"tool_use","id":"","name":"","input":{}}`},
		{&rustyclaw.ToolResultBlock{}, `{"type":"tool_result","tool_use_id":"","content":null}`},
		{&rustyclaw.ThinkingBlock{}, `{"type":"thinking","thinking":""}`},
		{&rustyclaw.UsageInfo{}, `{"input_tokens":0,"output_tokens":0}`},
		{&rustyclaw.ToolInfo{}, `{"name":""}`},
		{&rustyclaw.McpServerInfo{}, `{"name":""}`},
		{&rustyclaw.StreamEvent{}, `{"event_type":"","data":null}`},
		{&rustyclaw.CompactMetadata{}, `{"trigger":"","pre_tokens":0}`},
		{&rustyclaw.RateLimitInfo{}, `{"status":""}`},
		{&rustyclaw.InitializeRequest{}, `{"subtype":"initialize"}`},
		{&rustyclaw.InterruptRequest{}, `{"subtype":"interrupt"}`},
		{&rustyclaw.CanUseToolRequest{}, `{"subtype":"can_use_tool"}`},
		{&rustyclaw.HookCallbackRequest{}, `{"subtype":"hook_callback"}`},
		{&rustyclaw.McpMessageRequest{}, `{"subtype":"mcp_message"}`},
		{&rustyclaw.McpStatusRequest{}, `{"subtype":"mcp_status"}`},
		{&rustyclaw.RewindFilesRequest{}, `{"subtype":"rewind_files"}`},
		{&rustyclaw.SetModelRequest{}, `{"subtype":"set_model"}`},
		{&rustyclaw.SetPermissionModeRequest{}, `{"subtype":"set_permission_mode"}`},
		{&rustyclaw.ControlResponseBody{}, `{"subtype":"","request_id":""}`},
		{&rustyclaw.HookMatcher{}, `{"hookCallbackIds":[]}`},
		{&rustyclaw.AgentDefinition{}, `{"description":"","prompt":""}`},
		{&rustyclaw.JSONRPCMessage{}, `{"jsonrpc":""}`},
		{&rustyclaw.JSONRPCError{}, `{"code":0,"message":""}`},
	}
	for _, tt := range tests {
		jsontest.Same(t, tt.want, tt.m)
	}
}

// TestDefaults checks the values of absent members.
func TestDefaults(t *testing.T) {
	a := as[*rustyclaw.AssistantMessage](t, `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_result","tool_use_id":"i"}]}}`)
	if a.ParentToolUseID != nil || a.DurationMs != nil {
		t.Errorf("%+v", a)
	}
	for r := range a.Message.ToolResults() {
		if r.IsError || r.Content.Type != decoder.Invalid || r.Extra.State("content") != decoder.Absent {
			t.Errorf("%+v", r)
		}
	}
	i := as[*rustyclaw.SystemInit](t, `{"type":"system","subtype":"init","session_id":"s","tools":[{"name":"n"}],"mcp_servers":[{"name":"m"}]}`)
	if i.Tools[0].Description != nil || i.Tools[0].InputSchema != nil || i.McpServers[0].Extra.Len() != 0 || i.Extra.Len() != 0 {
		t.Errorf("%+v", i)
	}
	s := as[*rustyclaw.ResultSuccess](t, `{"type":"result","subtype":"success","result":"r"}`)
	if s.DurationMs != nil || s.NumTurns != nil || s.SessionID != nil || s.TotalCostUSD != nil || s.Usage != nil || s.IsError {
		t.Errorf("%+v", s)
	}
}

// TestExtras checks that flattened extras keep their order, and are written once beside the named members.
func TestExtras(t *testing.T) {
	const line = `{"zeta":1,"type":"result","error_code":"EPERM","subtype":"error","exit_code":77,"error":"shut","alpha":[{"a":null}]}`
	m := as[*rustyclaw.ResultError](t, line)
	var names []string
	for name := range m.Extra.All() {
		names = append(names, name)
	}
	if got := strings.Join(names, " "); got != "zeta error_code exit_code alpha" {
		t.Errorf("extras %q", got)
	}
	if code, _ := m.Extra.Get("exit_code"); string(code) != "77" {
		t.Errorf("exit_code %s", code)
	}
	if _, ok := m.Extra.Get("error"); ok {
		t.Error("error is among the extras")
	}
	want := `{"type":"result","subtype":"error","error":"shut","zeta":1,"error_code":"EPERM","exit_code":77,"alpha":[{"a":null}]}`
	if got := jsontest.Encode(t, m); got != want {
		t.Errorf("written as %s", got)
	}
	m.Extra.Set("exit_code", decoder.Raw("0"))
	m.Extra.Delete("zeta")
	if got := jsontest.Encode(t, m); got != `{"type":"result","subtype":"error","error":"shut","error_code":"EPERM","exit_code":0,"alpha":[{"a":null}]}` {
		t.Errorf("changed extras are written as %s", got)
	}
}

package rustyclaw_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/rustyclaw"
)

// TestControlRequests reads the requests of the crate in both forms: flattened, as the crate writes them, and nested, as the CLI does. Each is
// written back as it was; a literal is written nested, and flattened after Flatten.
func TestControlRequests(t *testing.T) {
	tests := []struct {
		kind    rustyclaw.Kind
		members string
		want    rustyclaw.ControlRequestBody
	}{
		{
			rustyclaw.KindControlRequestInitialize, `"subtype":"initialize","can_use_tool":true`,
			&rustyclaw.InitializeRequest{CanUseTool: new(true)},
		},
		{
			rustyclaw.KindControlRequestInitialize,
			`"subtype":"initialize","hooks":{"Stop":[{"matcher":"sh","hookCallbackIds":["h"],"timeout":5},{"matcher":null,"hookCallbackIds":[]}]},
				"agents":{"a":{"description":"d","prompt":"p","tools":["sh"],"model":"m"}},"sdkMcpServers":["x"],"jsonSchema":{"type":"object"},
				"systemPrompt":["a","b"],"appendSystemPrompt":"c"`,
			&rustyclaw.InitializeRequest{

				Hooks: map[string][]rustyclaw.HookMatcher{"Stop": {
					{Matcher: new("sh"), HookCallbackIDs: []string{"h"}, Timeout: new(5)}, {HookCallbackIDs: []string{}},
				}},
				Agents:        map[string]rustyclaw.AgentDefinition{"a": {Description: "d", Prompt: "p", Tools: []string{"sh"}, Model: new("m")}},
				SdkMcpServers: []string{"x"}, JSONSchema: decoder.Raw(`{"type":"object"}`),
				SystemPrompt:       rustyclaw.SystemPrompt{Type: decoder.Array, Pieces: []string{"a", "b"}},
				AppendSystemPrompt: new("c"),
			},
		},
		{
			rustyclaw.KindControlRequestCanUseTool, `"subtype":"can_use_tool","tool_name":"sh","input":{"command":"ls"},"tool_use_id":"t"`,
			&rustyclaw.CanUseToolRequest{
				ToolName: "sh", Input: decoder.Raw(`{"command":"ls"}`), ToolUseID: "t",
			},
		},
		{
			rustyclaw.KindControlRequestHookCallback, `"subtype":"hook_callback","callback_id":"h","hook_event":"Stop","input":[1]`,
			&rustyclaw.HookCallbackRequest{
				CallbackID: "h", HookEvent: "Stop", Input: decoder.Raw(`[1]`),
			},
		},
		{
			rustyclaw.KindControlRequestMcpMessage,
			`"subtype":"mcp_message","server_name":"almanac","message":{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"x":1}}`,
			&rustyclaw.McpMessageRequest{
				ServerName: "almanac",
				Message: &rustyclaw.JSONRPCMessage{
					Jsonrpc: "2.0", ID: rustyclaw.JSONRPCID{Type: decoder.String, Text: "a"}, Method: new("tools/call"), Params: decoder.Raw(`{"x":1}`),
				},
			},
		},
		{rustyclaw.KindControlRequestMcpStatus, `"subtype":"mcp_status"`, &rustyclaw.McpStatusRequest{}},
		{rustyclaw.KindControlRequestInterrupt, `"subtype":"interrupt"`, &rustyclaw.InterruptRequest{}},
		{
			rustyclaw.KindControlRequestSetModel, `"subtype":"set_model","model":"m"`,
			&rustyclaw.SetModelRequest{Model: new("m")},
		},
		{
			rustyclaw.KindControlRequestSetPermissionMode, `"subtype":"set_permission_mode","mode":"plan"`,
			&rustyclaw.SetPermissionModeRequest{Mode: "plan"},
		},
		{
			rustyclaw.KindControlRequestRewindFiles, `"subtype":"rewind_files","user_message_id":"u"`,
			&rustyclaw.RewindFilesRequest{UserMessageID: "u"},
		},
		{"control_request/nap", `"subtype":"nap"`, &rustyclaw.UnknownControlRequestBody{Raw: decoder.Raw(`{"subtype":"nap"}`)}},
	}
	for _, tt := range tests {
		nested := `{"type":"control_request","request_id":"r","request":{` + tt.members + `}}`
		flat := `{"type":"control_request","request_id":"r",` + tt.members + `}`
		_, isUnknown := tt.want.(*rustyclaw.UnknownControlRequestBody)
		for _, line := range []string{nested, flat} {
			m := as[*rustyclaw.ControlRequest](t, line)
			want := rustyclaw.NewControlRequest("r", tt.want)
			if isUnknown && line == flat { // the request's members cannot be distinguished
				want = &rustyclaw.ControlRequest{RequestID: "r"}
				want.Extra.Set("subtype", decoder.Raw(`"nap"`))
			}
			if d := cmp.Diff(want, m); d != "" {
				t.Errorf("%s (-want +got):\n%s", line, d)
			}
			jsontest.Same(t, line, m)
			jsontest.Same(t, line, m.Clone())
			if kind, err := rustyclaw.Peek([]byte(line)); kind != tt.kind || err != nil || m.Kind() != tt.kind {
				t.Errorf("%s: Peek %q, %v, Kind %q, want %q", line, kind, err, m.Kind(), tt.kind)
			}
			if err := rustyclaw.CheckLine([]byte(line)); (err != nil) != isUnknown {
				t.Errorf("CheckLine: %v", err)
			}
		}
		made := rustyclaw.NewControlRequest("r", tt.want)
		if made.GetSubtype() != tt.want.GetSubtype() {
			t.Errorf("GetSubtype %q", made.GetSubtype())
		}
		if r, ok := tt.want.(*rustyclaw.InitializeRequest); ok && r.Hooks != nil {
			continue // the line has a null, and a literal has no notes
		}
		jsontest.Same(t, nested, made)
		made.Flatten()
		if isUnknown {
			flat = nested
		}
		jsontest.Same(t, crateNames[tt.want.GetSubtype()].Replace(flat), made)
	}
}

// crateNames gives a flattened request the crate's names.
var crateNames = map[string]*strings.Replacer{
	rustyclaw.ControlSubtypeInitialize:        strings.NewReplacer(),
	rustyclaw.ControlSubtypeCanUseTool:        strings.NewReplacer(`"input"`, `"tool_input"`),
	rustyclaw.ControlSubtypeHookCallback:      strings.NewReplacer(`"input"`, `"hook_input"`, `"callback_id"`, `"hook_id"`),
	rustyclaw.ControlSubtypeMcpMessage:        strings.NewReplacer(),
	rustyclaw.ControlSubtypeMcpStatus:         strings.NewReplacer(),
	rustyclaw.ControlSubtypeInterrupt:         strings.NewReplacer(),
	rustyclaw.ControlSubtypeSetModel:          strings.NewReplacer(),
	rustyclaw.ControlSubtypeSetPermissionMode: strings.NewReplacer(),
	rustyclaw.ControlSubtypeRewindFiles:       strings.NewReplacer(`"user_message_id"`, `"message_id"`),
	"nap":                                     strings.NewReplacer(),
}

// TestControlRequestSpellings checks that the crate's names for members are read, and written back, although the CLI has others.
func TestControlRequestSpellings(t *testing.T) {
	body := func(t *testing.T, line string) rustyclaw.ControlRequestBody {
		t.Helper()
		m := as[*rustyclaw.ControlRequest](t, line)
		jsontest.Same(t, line, m)
		if m.RequestID != "r" {
			t.Errorf("RequestID %q", m.RequestID)
		}
		return m.Request
	}
	const input = `{"command":"sluice --open"}`
	for _, line := range []string{
		`{"type":"control_request","request_id":"r","subtype":"can_use_tool","tool_name":"sh","tool_input":` + input + `}`,
		`{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"sh","tool_input":` + input + `}}`,
		`{"type":"control_request","requestId":"r","request":{"subtype":"can_use_tool","tool_name":"sh","input":` + input + `}}`,
		`{"type":"control_request","requestId":"r","subtype":"can_use_tool","tool_name":"sh","input":` + input + `}`,
	} {
		if b := body(t, line).(*rustyclaw.CanUseToolRequest); string(b.Input) != input || b.ToolName != "sh" {
			t.Errorf("%s: %+v", line, b)
		}
	}
	hook := body(t, `{"type":"control_request","request_id":"r","subtype":"hook_callback","hook_id":"h","hook_event":"Stop","hook_input":{"a":1}}`).(*rustyclaw.HookCallbackRequest)
	if hook.CallbackID != "h" || string(hook.Input) != `{"a":1}` || hook.HookEvent != "Stop" {
		t.Errorf("%+v", hook)
	}
	rewind := body(t, `{"type":"control_request","request_id":"r","subtype":"rewind_files","message_id":"m"}`).(*rustyclaw.RewindFilesRequest)
	if rewind.UserMessageID != "m" {
		t.Errorf("%+v", rewind)
	}
	both := body(t, `{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_input":{"a":1},"input":{"b":2}}}`).(*rustyclaw.CanUseToolRequest)
	if other, _ := both.Extra.Get("tool_input"); string(both.Input) != `{"b":2}` || string(other) != `{"a":1}` {
		t.Errorf("Input %s, tool_input %s", both.Input, other)
	}
}

// TestControlResponses reads all forms of responses: flattened, nested, nested without a subtype, and with the id at either place.
func TestControlResponses(t *testing.T) {
	tests := []struct {
		line    string
		want    rustyclaw.ControlResponseBody
		failed  bool
		kind    rustyclaw.Kind
		extras  int // unknown members of the outer object
		inExtra int // unknown members of the inner object
	}{
		{
			`{"type":"control_response","request_id":"r","subtype":"success"}`,
			rustyclaw.ControlResponseBody{Subtype: "success", RequestID: "r"}, false, rustyclaw.KindControlResponseSuccess, 0, 0,
		},
		{
			`{"type":"control_response","request_id":"r","subtype":"success","allowed":false,"reason":"shut"}`,
			rustyclaw.ControlResponseBody{Subtype: "success", RequestID: "r", Allowed: new(false), Reason: new("shut")}, false,
			rustyclaw.KindControlResponseSuccess, 0, 0,
		},
		{
			`{"type":"control_response","request_id":"r","subtype":"success","jsonrpc":"2.0","id":1,"result":{"a":1}}`,
			rustyclaw.ControlResponseBody{Subtype: "success", RequestID: "r", Result: decoder.Raw(`{"a":1}`)}, false,
			rustyclaw.KindControlResponseSuccess, 2, 0,
		},
		{
			`{"type":"control_response","request_id":"r","subtype":"error","error":"no","code":7}`,
			rustyclaw.ControlResponseBody{Subtype: "error", RequestID: "r", Error: "no"}, true, rustyclaw.KindControlResponseError, 1, 0,
		},
		{
			`{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"allow"}}}`,
			rustyclaw.ControlResponseBody{Subtype: "success", RequestID: "r", Payload: decoder.Raw(`{"behavior":"allow"}`)}, false,
			rustyclaw.KindControlResponseSuccess, 0, 0,
		},
		{
			`{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"no","pending_permission_requests":[]}}`,
			rustyclaw.ControlResponseBody{Subtype: "error", RequestID: "r", Error: "no"}, true, rustyclaw.KindControlResponseError, 0, 1,
		},
		{
			`{"type":"control_response","response":{"subtype":"error","requestId":"r","error":"no"}}`,
			rustyclaw.ControlResponseBody{Subtype: "error", RequestID: "r", Error: "no"}, true, rustyclaw.KindControlResponseError, 0, 0,
		},
		{
			`{"type":"control_response","response":{"request_id":"r","result":{"ok":true}}}`,
			rustyclaw.ControlResponseBody{RequestID: "r", Result: decoder.Raw(`{"ok":true}`)}, false, rustyclaw.KindControlResponse, 0, 0,
		},
		{
			`{"type":"control_response","response":{"request_id":"r","error":"no"}}`,
			rustyclaw.ControlResponseBody{RequestID: "r", Error: "no"}, true, rustyclaw.KindControlResponse, 0, 0,
		},
		{
			`{"type":"control_response","request_id":"r","response":{"subtype":"success","allowed":true}}`,
			rustyclaw.ControlResponseBody{Subtype: "success", Allowed: new(true)}, false, rustyclaw.KindControlResponseSuccess, 1, 0,
		},
		{
			`{"type":"control_response","requestId":"r","response":{"subtype":"success","allowed":true}}`,
			rustyclaw.ControlResponseBody{Subtype: "success", Allowed: new(true)}, false, rustyclaw.KindControlResponseSuccess, 1, 0,
		},
	}
	for _, tt := range tests {
		m := as[*rustyclaw.ControlResponse](t, tt.line)
		got := m.Response
		if got.Extra.Len() != tt.inExtra || m.Extra.Len() != tt.extras {
			t.Errorf("%s: %d and %d unknown members", tt.line, m.Extra.Len(), got.Extra.Len())
		}
		got.Extra = decoder.Extra{}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, d)
		}
		if m.GetRequestID() != "r" || m.IsError() != tt.failed {
			t.Errorf("%s: GetRequestID %q, IsError %v", tt.line, m.GetRequestID(), m.IsError())
		}
		jsontest.Same(t, tt.line, m)
		jsontest.Same(t, tt.line, m.Clone())
		if kind, err := rustyclaw.Peek([]byte(tt.line)); kind != tt.kind || err != nil || m.Kind() != tt.kind {
			t.Errorf("%s: Peek %q, %v, Kind %q, want %q", tt.line, kind, err, m.Kind(), tt.kind)
		}
	}
	if id := new(rustyclaw.ControlResponse).GetRequestID(); id != "" {
		t.Errorf("GetRequestID of nothing: %q", id)
	}
}

// TestControlConstructors checks that requests that a program makes have the form of the CLI, or after Flatten that of the crate.
func TestControlConstructors(t *testing.T) {
	success := rustyclaw.NewControlSuccess("r", decoder.Raw(`{"a":1}`))
	jsontest.Same(t, `{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"a":1}}}`, success)
	success.Flatten() // the flattened form has no payload
	jsontest.Same(t, `{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"a":1}}}`, success)

	jsontest.Same(t, `{"type":"control_response","response":{"subtype":"success","request_id":"r"}}`, rustyclaw.NewControlSuccess("r", nil))
	jsontest.Same(t, `{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"no"}}`, rustyclaw.NewControlError("r", "no"))

	deny := rustyclaw.NewControlSuccess("r", nil)
	deny.Response.Allowed, deny.Response.Reason = new(false), new("shut")
	deny.Flatten()
	jsontest.Same(t, `{"type":"control_response","request_id":"r","subtype":"success","allowed":false,"reason":"shut"}`, deny)

	failed := rustyclaw.NewControlError("r", "no")
	failed.Flatten()
	failed.Extra.Set("code", decoder.Raw(`7`))
	jsontest.Same(t, `{"type":"control_response","request_id":"r","subtype":"error","error":"no","code":7}`, failed)
}

// TestControlChanged checks that a line that was read in one form and changed is written in the same form.
func TestControlChanged(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{
			`{"type":"control_request","request_id":"r","subtype":"can_use_tool","tool_name":"sh","tool_input":{"a":1},"more":1}`,
			`{"type":"control_request","request_id":"r","subtype":"can_use_tool","tool_name":"cat","tool_input":{"b":2},"more":1}`,
		},
		{
			`{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"sh","input":{"a":1},"more":1}}`,
			`{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"cat","input":{"b":2},"more":1}}`,
		},
	} {
		m := as[*rustyclaw.ControlRequest](t, tt.line)
		r := m.Request.(*rustyclaw.CanUseToolRequest)
		r.ToolName, r.Input = "cat", decoder.Raw(`{"b":2}`)
		jsontest.Same(t, tt.want, m)
	}
}

func TestMcpMessageLine(t *testing.T) {
	for _, line := range []string{
		`{"type":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"type":"x"}}}`,
		`{"type":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"none","data":[1]}}}`,
		`{"type":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":null,"result":null}}`,
		`{"type":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","method":"notifications/cancelled"}}`,
		`{"type":"mcp_message","message":"x"}`,
		`{"type":"mcp_message"}`,
	} {
		m := as[*rustyclaw.McpMessage](t, line)
		jsontest.Same(t, line, m)
		if m.Kind() != rustyclaw.KindMcpMessage {
			t.Errorf("%s: Kind %q", line, m.Kind())
		}
	}
	m := as[*rustyclaw.McpMessage](t, `{"type":"mcp_message","server_name":"x","message":{"id":1,"error":{"code":-32601,"message":"none"}}}`)
	if *m.ServerName != "x" || m.Message.ID.Number != 1 || m.Message.Error.Code != -32601 || m.Message.Error.Message != "none" {
		t.Errorf("%+v", m.Message)
	}
}

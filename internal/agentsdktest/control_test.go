package agentsdktest

import (
	"errors"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestControlRequests reads and writes a request of each subtype, with all its fields.
func TestControlRequests(t *testing.T) {
	tests := []struct {
		kind    ndwire.Kind
		request string
		want    ndwire.ControlRequestInner
	}{
		{ndwire.KindControlRequestInterrupt, `{"subtype":"interrupt"}`, &ndwire.InterruptRequest{}},
		{
			ndwire.KindControlRequestCanUseTool,
			`{"subtype":"can_use_tool","tool_name":"Edit","input":{"file_path":"/a"},"permission_suggestions":[
				{"type":"setMode","destination":"session","mode":"acceptEdits"},
				{"type":"addDirectories","destination":"userSettings","directories":["/srv"]},
				{"type":"addRules","destination":"cliArg","rule":{"toolName":"Edit","ruleContent":"src/**"}}],
				"blocked_path":"/a","decision_reason":"outside","tool_use_id":"toolu_1","agent_id":"a1","description":"d"}`,
			&ndwire.CanUseToolRequest{
				ToolName: "Edit", Input: decoder.Raw(`{"file_path":"/a"}`),
				PermissionSuggestions: []ndwire.PermissionUpdate{
					{
						Type: ndwire.PermissionUpdateSetMode, Destination: ndwire.PermissionDestinationSession,
						Mode: new(ndwire.PermissionModeAcceptEdits),
					},
					{
						Type: ndwire.PermissionUpdateAddDirectories, Destination: ndwire.PermissionDestinationUserSettings,
						Directories: []string{"/srv"},
					},
					{
						Type: ndwire.PermissionUpdateAddRules, Destination: ndwire.PermissionDestinationCliArg,
						Rule: &ndwire.PermissionRuleValue{ToolName: "Edit", RuleContent: "src/**"},
					},
				},
				BlockedPath: "/a", DecisionReason: "outside", ToolUseID: "toolu_1", AgentID: "a1", Description: "d",
			},
		},
		{
			ndwire.KindControlRequestSetPermissionMode, `{"subtype":"set_permission_mode","mode":"plan"}`,
			&ndwire.SetPermissionModeRequest{Mode: ndwire.PermissionModePlan},
		},
		{
			ndwire.KindControlRequestSetModel, `{"subtype":"set_model","model":"m"}`,
			&ndwire.SetModelRequest{Model: "m"},
		},
		{
			ndwire.KindControlRequestSetMaxThinkingTokens, `{"subtype":"set_max_thinking_tokens","max_thinking_tokens":0}`,
			&ndwire.SetMaxThinkingTokensRequest{MaxThinkingTokens: new(0)},
		},
		{ndwire.KindControlRequestMcpStatus, `{"subtype":"mcp_status"}`, &ndwire.McpStatusRequest{}},
		{
			ndwire.KindControlRequestMcpReconnect, `{"subtype":"mcp_reconnect","serverName":"x"}`,
			&ndwire.McpReconnectRequest{ServerName: "x"},
		},
		{
			ndwire.KindControlRequestMcpToggle, `{"subtype":"mcp_toggle","serverName":"x","enabled":false}`,
			&ndwire.McpToggleRequest{ServerName: "x", Enabled: new(false)},
		},
		{
			ndwire.KindControlRequestMcpSetServers,
			`{"subtype":"mcp_set_servers","servers":{"a":{"type":"stdio","command":"c","args":["x"],"env":{"K":"v"}},
				"b":{"type":"sse","url":"u","headers":{"H":"v"}},"c":{"type":"sdk","name":"n"},"d":{"type":"claudeai-proxy","url":"u","id":"i"},
				"e":{"command":"c"},"f":{"type":"http","url":"u"}}}`,
			&ndwire.McpSetServersRequest{

				Servers: map[string]ndwire.McpServerConfig{
					"a": {Type: ndwire.McpServerTypeStdio, Command: "c", Args: []string{"x"}, Env: map[string]string{"K": "v"}},
					"b": {Type: ndwire.McpServerTypeSSE, URL: "u", Headers: map[string]string{"H": "v"}},
					"c": {Type: ndwire.McpServerTypeSDK, Name: "n"},
					"d": {Type: ndwire.McpServerTypeClaudeAIProxy, URL: "u", ID: "i"},
					"e": {Command: "c"}, // without a type it is stdio
					"f": {Type: ndwire.McpServerTypeHTTP, URL: "u"},
				},
			},
		},
		{ndwire.KindControlRequestMcpMessage, `{"subtype":"mcp_message"}`, &ndwire.McpMessageRequest{}},
		{
			ndwire.KindControlRequestRewindFiles, `{"subtype":"rewind_files","user_message_id":"u","dry_run":true}`,
			&ndwire.RewindFilesRequest{UserMessageID: "u", DryRun: true},
		},
		{
			ndwire.KindControlRequestHookCallback, `{"subtype":"hook_callback","callback_id":"c","input":[1],"tool_use_id":"t"}`,
			&ndwire.HookCallbackRequest{
				CallbackID: "c", HookInput: decoder.Raw(`[1]`), ToolUseID: "t",
			},
		},
		{ndwire.KindControlRequestInitialize, `{"subtype":"initialize"}`, &ndwire.InitializeRequest{}},
		{
			"control_request/from_the_future", `{"subtype":"from_the_future","input":{}}`,
			&ndwire.UnknownControlRequestInner{Raw: decoder.Raw(`{"subtype":"from_the_future","input":{}}`)},
		},
		{ndwire.KindControlRequest, `{}`, &ndwire.UnknownControlRequestInner{Raw: decoder.Raw(`{}`)}},
	}
	known := 0
	for _, tt := range tests {
		if _, unknown := tt.want.(*ndwire.UnknownControlRequestInner); !unknown {
			known++
		}
		line := `{"type":"control_request","request_id":"r1","request":` + tt.request + `}`
		m := as[*ndwire.ControlRequest](t, line)
		want := &ndwire.ControlRequest{RequestID: "r1", Request: tt.want}
		if d := cmp.Diff(want, m); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.kind, d)
		}
		if got := m.Kind(); got != tt.kind {
			t.Errorf("Kind %q, want %q", got, tt.kind)
		}
		if got, err := ndwire.Peek([]byte(line)); got != tt.kind || err != nil {
			t.Errorf("Peek %q, %v, want %q", got, err, tt.kind)
		}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, m)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", tt.kind, d)
		}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, want)); d != "" {
			t.Errorf("%s: the literal is written (-want +got):\n%s", tt.kind, d)
		}
		if d := cmp.Diff(m, m.Clone()); d != "" {
			t.Errorf("%s: Clone (-want +got):\n%s", tt.kind, d)
		}
	}
	if known != 13 {
		t.Errorf("%d subtypes in the table, want 13", known)
	}
}

// TestControlInputs checks that the member input is that of a tool in one subtype and that of a hook in another, wherever the subtype stands.
func TestControlInputs(t *testing.T) {
	tests := []struct {
		request     string
		input, hook string
	}{
		{`{"subtype":"can_use_tool","input":{"a":1}}`, `{"a":1}`, ""},
		{`{"input":{"a":1},"subtype":"can_use_tool"}`, `{"a":1}`, ""},
		{`{"subtype":"hook_callback","input":{"a":1}}`, "", `{"a":1}`},
		{`{"input":{"a":1},"subtype":"hook_callback"}`, "", `{"a":1}`},
	}
	for _, tt := range tests {
		line := `{"type":"control_request","request_id":"r","request":` + tt.request + `}`
		m := as[*ndwire.ControlRequest](t, line)
		var input, hook decoder.Raw
		switch r := m.Request.(type) {
		case *ndwire.CanUseToolRequest:
			input = r.Input
		case *ndwire.HookCallbackRequest:
			hook = r.HookInput
		}
		if string(input) != tt.input || string(hook) != tt.hook {
			t.Errorf("%s: Input %s, HookInput %s", tt.request, input, hook)
		}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, m)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", tt.request, d)
		}
	}
}

// TestMaxThinkingTokensNull checks that set_max_thinking_tokens with null, which removes the limit, differs from one without the member.
func TestMaxThinkingTokensNull(t *testing.T) {
	line := `{"type":"control_request","request_id":"r","request":{"subtype":"set_max_thinking_tokens","max_thinking_tokens":null}}`
	m := as[*ndwire.ControlRequest](t, line)
	r := m.Request.(*ndwire.SetMaxThinkingTokensRequest)
	if r.MaxThinkingTokens != nil || r.Extra.State("max_thinking_tokens") != decoder.IsNull {
		t.Errorf("MaxThinkingTokens %v, %v", r.MaxThinkingTokens, r.Extra.State("max_thinking_tokens"))
	}
	if got := jsontest.Encode(t, m); got != line {
		t.Errorf("written back as %s", got)
	}
	r = &ndwire.SetMaxThinkingTokensRequest{}
	r.Extra.Note("max_thinking_tokens", decoder.IsNull)
	made := &ndwire.ControlRequest{RequestID: "r", Request: r}
	if got := jsontest.Encode(t, made); got != line {
		t.Errorf("the literal is written as %s", got)
	}
}

// TestControlSpellings checks that members of the request beside request_id, and the name requestId, which some writers use, are read.
func TestControlSpellings(t *testing.T) {
	flat := `{"type":"control_request","request_id":"r","subtype":"can_use_tool","tool_name":"Bash","tool_input":{"command":"ls"}}`
	m := as[*ndwire.ControlRequest](t, flat)
	r := m.Request.(*ndwire.CanUseToolRequest)
	if m.RequestID != "r" || m.GetSubtype() != ndwire.ControlSubtypeCanUseTool || r.ToolName != "Bash" {
		t.Errorf("flat: %+v", m)
	}
	if input := r.ToolInput; string(input) != `{"command":"ls"}` || m.Extra.Len() != 0 {
		t.Errorf("flat: tool_input %s", input)
	}
	if m.Kind() != ndwire.KindControlRequestCanUseTool {
		t.Errorf("flat: Kind %q", m.Kind())
	}
	if k, err := ndwire.Peek([]byte(flat)); k != ndwire.KindControlRequestCanUseTool || err != nil {
		t.Errorf("flat: Peek %q, %v", k, err)
	}
	if d := jsontest.Diff(t, flat, jsontest.Encode(t, m)); d != "" {
		t.Errorf("flat: written back (-want +got):\n%s", d)
	}
	r.ToolName = "Read"
	if got := jsontest.Encode(t, m); !strings.Contains(got, `"tool_name":"Read"`) || strings.Contains(got, `"request":`) {
		t.Errorf("flat, changed: %s", got)
	}

	later := `{"type":"control_request","request_id":"r","subtype":"from_the_future","input":{"a":1},"message":7,"mode":"x"}`
	m = as[*ndwire.ControlRequest](t, later)
	if v, ok := m.Extra.Get("input"); !ok || string(v) != `{"a":1}` || m.Request != nil {
		t.Errorf("flat, of the future: input %s, Request %v", v, m.Request)
	}
	if m.Kind() != "control_request/from_the_future" || m.GetSubtype() != "from_the_future" {
		t.Errorf("flat, of the future: Kind %q, GetSubtype %q", m.Kind(), m.GetSubtype())
	}
	if d := jsontest.Diff(t, later, jsontest.Encode(t, m)); d != "" {
		t.Errorf("flat, of the future: written back (-want +got):\n%s", d)
	}

	camel := `{"type":"control_request","requestId":"r","request":{"subtype":"interrupt"}}`
	m = as[*ndwire.ControlRequest](t, camel)
	if m.RequestID != "r" {
		t.Errorf("camel: RequestID %q", m.RequestID)
	}
	if got := jsontest.Encode(t, m); got != camel {
		t.Errorf("camel: written back as %s", got)
	}

	both := `{"type":"control_request","requestId":"other","request_id":"r","request":{"subtype":"interrupt"}}`
	m = as[*ndwire.ControlRequest](t, both)
	if v, _ := m.Extra.Get("requestId"); m.RequestID != "r" || string(v) != `"other"` {
		t.Errorf("both: RequestID %q, requestId %s", m.RequestID, v)
	}
	if d := jsontest.Diff(t, both, jsontest.Encode(t, m)); d != "" {
		t.Errorf("both: written back (-want +got):\n%s", d)
	}
}

// TestControlResponses checks that the subtype, or without one the members, determines whether a response is a success or an error.
func TestControlResponses(t *testing.T) {
	tests := []struct {
		response string
		want     ndwire.ControlResult
		id       string
	}{
		{
			`{"subtype":"success","request_id":"r","response":{"behavior":"allow","updatedInput":{}}}`,
			&ndwire.ControlSuccessResponse{RequestID: "r", Result: decoder.Raw(`{"behavior":"allow","updatedInput":{}}`)}, "r",
		},
		{`{"subtype":"success","request_id":"r"}`, &ndwire.ControlSuccessResponse{RequestID: "r"}, "r"},
		{`{"subtype":"error","request_id":"r","error":"no"}`, &ndwire.ControlErrorResponse{RequestID: "r", Error: "no"}, "r"},
		{`{"request_id":"r","result":{"ok":true}}`, &ndwire.ControlSuccessResponse{RequestID: "r", Result: decoder.Raw(`{"ok":true}`)}, "r"},
		{`{"request_id":"r","error":"no"}`, &ndwire.ControlErrorResponse{RequestID: "r", Error: "no"}, "r"},
		{`{"request_id":"r"}`, &ndwire.ControlSuccessResponse{RequestID: "r"}, "r"},
		{`{"subtype":"error","requestId":"r","error":"x"}`, &ndwire.ControlErrorResponse{RequestID: "r", Error: "x"}, "r"},
		{
			`{"subtype":"later","request_id":"r"}`,
			&ndwire.UnknownControlResult{Raw: decoder.Raw(`{"subtype":"later","request_id":"r"}`)}, "r",
		},
	}
	for _, tt := range tests {
		line := `{"type":"control_response","response":` + tt.response + `}`
		m := as[*ndwire.ControlResponse](t, line)
		if d := cmp.Diff(tt.want, m.Response); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.response, d)
			continue
		}
		if got := m.Response.GetRequestID(); got != tt.id {
			t.Errorf("%s: GetRequestID %q", tt.response, got)
		}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, m)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", tt.response, d)
		}
		if m.Kind() != ndwire.KindControlResponse {
			t.Errorf("%s: Kind %q", tt.response, m.Kind())
		}
	}

	made := []struct {
		response ndwire.ControlResult
		want     string
	}{
		{
			&ndwire.ControlSuccessResponse{RequestID: "r", Result: decoder.Raw(`{"a":1}`)},
			`{"subtype":"success","request_id":"r","response":{"a":1}}`,
		},
		{&ndwire.ControlErrorResponse{RequestID: "r", Error: "no"}, `{"subtype":"error","request_id":"r","error":"no"}`},
	}
	for _, tt := range made {
		want := `{"type":"control_response","response":` + tt.want + `}`
		if got := jsontest.Encode(t, &ndwire.ControlResponse{Response: tt.response}); got != want {
			t.Errorf("written as %s, want %s", got, want)
		}
	}
}

// TestControlResponsesFlattened checks that the older form, with the members of the response beside the type, is read into the same types and
// written back as it was.
func TestControlResponsesFlattened(t *testing.T) {
	tests := []struct {
		line string
		want ndwire.ControlResult
	}{
		{`{"type":"control_response","request_id":"r","subtype":"success"}`, &ndwire.ControlSuccessResponse{RequestID: "r"}},
		{
			`{"type":"control_response","request_id":"r","subtype":"success","allowed":false,"reason":"no rm"}`,
			&ndwire.ControlSuccessResponse{RequestID: "r", Allowed: new(false), Reason: "no rm"},
		},
		{
			`{"subtype":"success","requestId":"r","result":{"ok":true},"pending_permission_requests":[],"type":"control_response"}`,
			&ndwire.ControlSuccessResponse{
				RequestID: "r", Result: decoder.Raw(`{"ok":true}`), PendingPermissionRequests: []ndwire.ControlRequest{},
			},
		},
		{
			`{"type":"control_response","request_id":"r","subtype":"error","error":"no","error_code":"EACCES"}`,
			&ndwire.ControlErrorResponse{RequestID: "r", Error: "no", ErrorCode: "EACCES"},
		},
		{`{"type":"control_response","request_id":"r","error":"no"}`, &ndwire.ControlErrorResponse{RequestID: "r", Error: "no"}},
	}
	for _, tt := range tests {
		m := as[*ndwire.ControlResponse](t, tt.line)
		if d := cmp.Diff(tt.want, m.Response); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, d)
			continue
		}
		if m.Extra.Len() != 0 || m.Response.GetRequestID() != "r" || m.Kind() != ndwire.KindControlResponse {
			t.Errorf("%s: Extra of %d, GetRequestID %q, Kind %q", tt.line, m.Extra.Len(), m.Response.GetRequestID(), m.Kind())
		}
		if err := ndwire.CheckLine([]byte(tt.line)); err != nil {
			t.Errorf("CheckLine: %v", err)
		}
		for _, l := range []ndwire.Line{m, m.Clone()} {
			if d := jsontest.Diff(t, tt.line, jsontest.Encode(t, l)); d != "" {
				t.Errorf("%s: written back (-want +got):\n%s", tt.line, d)
			}
		}
	}

	// Members of unknown cases are not flattened, and unknown members of a known case are kept in Extra.
	for _, line := range []string{
		`{"type":"control_response","request_id":"r","subtype":"later","error":"no"}`,
		`{"type":"control_response","request_id":"r","subtype":"success","error":"no","x":[1]}`,
		`{"type":"control_response","request_id":"r","subtype":7,"allowed":"yes"}`,
		`{"type":"control_response","request_id":"r","subtype":"success","response":{"behavior":"allow"}}`,
	} {
		m := as[*ndwire.ControlResponse](t, line)
		if m.Extra.Len() == 0 {
			t.Errorf("%s: no unknown members", line)
		}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, m)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", line, d)
		}
	}

	// A response that a program sets is written in the published form.
	m := as[*ndwire.ControlResponse](t, tests[0].line)
	m.Response = &ndwire.ControlSuccessResponse{RequestID: "r", Result: decoder.Raw(`{"a":1}`)}
	const nested = `{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"a":1}}}`
	if got := jsontest.Encode(t, m); got != nested {
		t.Errorf("a Result is written as %s, want %s", got, nested)
	}
}

func TestControlCancelRequest(t *testing.T) {
	line := `{"type":"control_cancel_request","request_id":"r"}`
	m := as[*ndwire.ControlCancelRequest](t, line)
	if d := cmp.Diff(&ndwire.ControlCancelRequest{RequestID: "r"}, m); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := jsontest.Encode(t, m); got != line || m.Kind() != ndwire.KindControlCancelRequest {
		t.Errorf("written back as %s, Kind %q", got, m.Kind())
	}
}

func TestKeepAlive(t *testing.T) {
	for _, line := range []string{`{"type":"keep_alive"}`, `{"type":"keep_alive","startup_mark":3}`} {
		m := as[*ndwire.KeepAlive](t, line)
		if got := jsontest.Encode(t, m); got != line || m.Kind() != ndwire.KindKeepAlive {
			t.Errorf("written back as %s, Kind %q", got, m.Kind())
		}
	}
	if got := jsontest.Encode(t, &ndwire.KeepAlive{}); got != `{"type":"keep_alive"}` {
		t.Errorf("the literal is written as %s", got)
	}
}

// TestControlIsNoSDKMessage checks that control lines are not messages, and that the error of UnmarshalSDKMessage names the function that
// reads them.
func TestControlIsNoSDKMessage(t *testing.T) {
	for _, line := range []string{
		`{"type":"control_request","request_id":"r","request":{"subtype":"interrupt"}}`,
		`{"type":"control_response","response":{"subtype":"success","request_id":"r"}}`,
		`{"type":"control_cancel_request","request_id":"r"}`,
		`{"type":"keep_alive"}`,
	} {
		m, err := ndwire.UnmarshalSDKMessage([]byte(line))
		if err == nil || m != nil {
			t.Errorf("%s: %v, %v", line, m, err)
			continue
		}
		if !strings.HasPrefix(err.Error(), "ndwire: ") || !strings.Contains(err.Error(), "UnmarshalLine") {
			t.Errorf("%s: the error does not help: %v", line, err)
		}
	}
	m, err := ndwire.UnmarshalSDKMessage([]byte(`{"type":"assistant",`))
	if m != nil || !errors.Is(err, decoder.ErrTruncated) {
		t.Errorf("a cut line: %v, %v", m, err)
	}
}

// TestControlRequestSizes checks that a command takes the memory of its own members only.
func TestControlRequestSizes(t *testing.T) {
	sizes := map[string]uintptr{
		"ControlRequest":         unsafe.Sizeof(ndwire.ControlRequest{}),
		"InterruptRequest":       unsafe.Sizeof(ndwire.InterruptRequest{}),
		"SetModelRequest":        unsafe.Sizeof(ndwire.SetModelRequest{}),
		"GetStatusRequest":       unsafe.Sizeof(ndwire.GetStatusRequest{}),
		"UnknownControlRequest…": unsafe.Sizeof(ndwire.UnknownControlRequestInner{}),
	}
	for name, size := range sizes {
		if size > 48 {
			t.Errorf("a %s has %d bytes, want at most 48", name, size)
		}
	}
}

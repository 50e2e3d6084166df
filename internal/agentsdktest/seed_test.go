package agentsdktest

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestSeedAgainstPublished checks lines in forms that differ from the first description of the protocol: they are read into the fields, and written
// back. docs/seeds.md has the reasons.
func TestSeedAgainstPublished(t *testing.T) {
	t.Run("a user message without a uuid", func(t *testing.T) {
		line := `{"type":"user","message":{"role":"user","content":"x"},"parent_tool_use_id":null,"session_id":"s"}`
		m := as[*ndwire.UserMessage](t, line)
		if m.UUID != "" || m.GetUUID() != uuid.Nil {
			t.Errorf("UUID %q", m.UUID)
		}
		jsontest.Same(t, line, m)
	})
	t.Run("a uuid that is none", func(t *testing.T) {
		line := `{"type":"user","message":{"role":"user","content":"x"},"parent_tool_use_id":null,"uuid":"msg-001","session_id":"s"}`
		m := as[*ndwire.UserMessage](t, line)
		if m.UUID != "msg-001" || m.GetUUID() != uuid.Nil {
			t.Errorf("UUID %q, GetUUID %s", m.UUID, m.GetUUID())
		}
		jsontest.Same(t, line, m)
	})
	t.Run("a success whose payload is response", func(t *testing.T) {
		line := `{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"a":1}}}`
		m := as[*ndwire.ControlResponse](t, line)
		if r, ok := m.Response.(*ndwire.ControlSuccessResponse); !ok || string(r.Result) != `{"a":1}` {
			t.Errorf("Response %+v", m.Response)
		}
		jsontest.Same(t, line, m)
	})
	t.Run("a success whose payload is result", func(t *testing.T) {
		line := `{"type":"control_response","response":{"request_id":"r","result":{"a":1}}}`
		m := as[*ndwire.ControlResponse](t, line)
		if r, ok := m.Response.(*ndwire.ControlSuccessResponse); !ok || string(r.Result) != `{"a":1}` {
			t.Errorf("Response %+v", m.Response)
		}
		jsontest.Same(t, line, m)
	})
	t.Run("an error with requests that wait", func(t *testing.T) {
		line := `{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"x","pending_permission_requests":[
			{"type":"control_request","request_id":"p","request":{"subtype":"can_use_tool","tool_name":"Bash"}}]}}`
		m := as[*ndwire.ControlResponse](t, line)
		r := m.Response.(*ndwire.ControlErrorResponse)
		if p := r.PendingPermissionRequests; len(p) != 1 || p[0].RequestID != "p" || p[0].Request.(*ndwire.CanUseToolRequest).ToolName != "Bash" {
			t.Errorf("PendingPermissionRequests %+v", p)
		}
		jsontest.Same(t, line, m)
	})
	t.Run("requests with members that were not listed", func(t *testing.T) {
		for _, line := range []string{
			`{"type":"control_request","request_id":"r","request":{"subtype":"initialize","hooks":{"Stop":[]},"sdkMcpServers":["x"],"systemPrompt":"p"}}`,
			`{"type":"control_request","request_id":"r","request":{"subtype":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":1}}}`,
			`{"type":"control_request","request_id":"r","request":{"subtype":"hook_callback","callback_id":"c","input":{},"tool_use_id":"t"}}`,
		} {
			jsontest.Same(t, line, as[*ndwire.ControlRequest](t, line))
		}
	})
	t.Run("permission rules", func(t *testing.T) {
		published := `{"type":"addRules","destination":"session","rules":[{"toolName":"Bash","ruleContent":"ls:*"}],"behavior":"allow"}`
		seed := `{"type":"addRules","destination":"session","rule":{"tool_name":"Bash","rule_content":"ls:*"}}`
		var u ndwire.PermissionUpdate
		unmarshalJSON(t, published, &u)
		if len(u.Rules) != 1 || u.Rules[0].RuleContent != "ls:*" || u.Behavior != ndwire.PermissionBehaviorAllow || u.Rule != nil {
			t.Errorf("%+v", u)
		}
		jsontest.Same(t, published, &u)
		unmarshalJSON(t, seed, &u)
		if u.Rule == nil || u.Rule.ToolName != "Bash" || u.Rule.RuleContent != "ls:*" {
			t.Errorf("Rule %+v", u.Rule)
		}
		jsontest.Same(t, seed, &u)
	})
	t.Run("a sandbox as published", func(t *testing.T) {
		text := `{"network":{"allowedDomains":["x"]},"ignoreViolations":{"file":["/x"]},"excludedCommands":["git"]}`
		var s ndwire.SandboxSettings
		unmarshalJSON(t, text, &s)
		if got := s.IgnoreViolations.ByCommand["file"]; len(got) != 1 || got[0] != "/x" || s.Network.AllowedDomains[0] != "x" {
			t.Errorf("%+v", s)
		}
		jsontest.Same(t, text, &s)
		text = `{"enabled":true,"ignoreViolations":["file"]}`
		unmarshalJSON(t, text, &s)
		if got := s.IgnoreViolations.Commands; len(got) != 1 || got[0] != "file" {
			t.Errorf("%+v", s)
		}
		jsontest.Same(t, text, &s)
	})
	t.Run("an agent with servers of its own", func(t *testing.T) {
		text := `{"description":"d","prompt":"p","mcpServers":["x",{"y":{"type":"stdio","command":"c"}}],"skills":["s"]}`
		var a ndwire.AgentDefinition
		unmarshalJSON(t, text, &a)
		if m := a.MCPServers; len(m) != 2 || m[0].Name != "x" || m[1].Configs["y"].Command != "c" {
			t.Errorf("MCPServers %+v", a.MCPServers)
		}
		jsontest.Same(t, text, &a)
	})
	t.Run("more options", func(t *testing.T) {
		text := `{"env":{"A":"b"},"executable":"node","executableArgs":[],"extraArgs":{"x":null},"pathToClaudeCodeExecutable":"/c"}`
		var o ndwire.QueryOptions
		unmarshalJSON(t, text, &o)
		if x, ok := o.ExtraArgs["x"]; !ok || x != nil {
			t.Errorf("ExtraArgs %v", o.ExtraArgs)
		}
		if o.Extra.Len() != 0 || o.Env["A"] != "b" || o.Executable != "node" || o.PathToClaudeCodeExecutable != "/c" {
			t.Errorf("%+v with %d unknown members", o, o.Extra.Len())
		}
		jsontest.Same(t, text, &o)
	})
	t.Run("a server without a type", func(t *testing.T) {
		text := `{"command":"c"}`
		var c ndwire.McpServerConfig
		unmarshalJSON(t, text, &c)
		jsontest.Same(t, text, &c)
		jsontest.Same(t, text, &ndwire.McpServerConfig{Command: "c"})
	})
	t.Run("the whole usage of the API", func(t *testing.T) {
		text := `{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"cache_creation":{"ephemeral_5m_input_tokens":2,
			"ephemeral_1h_input_tokens":0},"output_tokens":4,"service_tier":"standard","server_tool_use":null}`
		var u ndwire.BetaUsage
		unmarshalJSON(t, text, &u)
		if u.InputTokens != 1 || u.CacheCreationInputTokens != 2 || u.CacheReadInputTokens != 3 || u.OutputTokens != 4 ||
			u.CacheCreation.Ephemeral5mInputTokens != 2 || u.ServiceTier != "standard" || u.Extra.Len() != 0 {
			t.Errorf("%+v with %d unknown members", u, u.Extra.Len())
		}
		jsontest.Same(t, text, &u)
	})
}

// TestSeedDefects checks values that the first Go types would have lost or changed.
func TestSeedDefects(t *testing.T) {
	t.Run("both input fields of a request are read", func(t *testing.T) {
		a := as[*ndwire.ControlRequest](t, `{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","input":{"a":1}}}`)
		b := as[*ndwire.ControlRequest](t, `{"type":"control_request","request_id":"r","request":{"subtype":"hook_callback","input":{"a":1}}}`)
		tool, hook := a.Request.(*ndwire.CanUseToolRequest), b.Request.(*ndwire.HookCallbackRequest)
		if tool.Input == nil || hook.HookInput == nil {
			t.Errorf("Input %s, HookInput %s", tool.Input, hook.HookInput)
		}
	})
	t.Run("both input fields of a request are written", func(t *testing.T) {
		for _, r := range []ndwire.ControlRequestInner{
			&ndwire.CanUseToolRequest{Input: decoder.Raw(`{"a":1}`)},
			&ndwire.HookCallbackRequest{HookInput: decoder.Raw(`{"a":1}`)},
		} {
			jsontest.Same(t, `{"subtype":"`+r.GetSubtype()+`","input":{"a":1}}`, r)
		}
	})
	t.Run("a system prompt is read as it is written", func(t *testing.T) {
		for _, want := range []ndwire.SystemPromptConfig{{Raw: "x"}, {Preset: "claude_code", Append: "y"}} {
			text, err := json.Marshal(want)
			if err != nil {
				t.Fatal(err)
			}
			var got ndwire.SystemPromptConfig
			unmarshalJSON(t, string(text), &got)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", text, d)
			}
		}
	})
	t.Run("an unset system prompt is not written", func(t *testing.T) {
		jsontest.Same(t, `{"model":"m"}`, &ndwire.QueryOptions{Model: "m"})
	})
	t.Run("lists and maps of constructors are not null", func(t *testing.T) {
		for _, m := range []ndwire.Line{
			ndwire.NewResultSuccess("", 0, 0, ndwire.BetaUsage{}, nil, 0, 0, "s"),
			ndwire.NewResultError("x", nil, 0, 0, ndwire.BetaUsage{}, nil, 0, 0, "s"),
			ndwire.NewSystemInit(ndwire.QueryOptions{}, "v", "s"),
			ndwire.NewAssistantMessage(ndwire.BetaMessage{}, nil, "s"),
		} {
			members := jsontest.Value(t, []byte(jsontest.Encode(t, m))).(map[string]any)
			if message, ok := members["message"].(map[string]any); ok {
				members["content"] = message["content"]
			}
			for _, name := range []string{"modelUsage", "permission_denials", "errors", "tools", "mcp_servers", "slash_commands", "skills", "plugins", "content"} {
				if v, ok := members[name]; ok && v == nil {
					t.Errorf("%T: %s is null", m, name)
				}
			}
		}
	})
	t.Run("an empty success text is kept", func(t *testing.T) {
		m := as[*ndwire.ResultMessage](t, `{"type":"result","subtype":"success","is_error":false,"result":"","session_id":"s"}`)
		if m.Result == nil || *m.Result != "" {
			t.Errorf("Result %v", m.Result)
		}
		jsontest.Same(t, `{"type":"result","subtype":"success","is_error":false,"result":"","session_id":"s"}`, m)
	})
	t.Run("an empty list of errors is kept", func(t *testing.T) {
		line := `{"type":"result","subtype":"error_max_turns","errors":[],"session_id":"s"}`
		m := as[*ndwire.ResultMessage](t, line)
		if m.Errors == nil {
			t.Error("Errors is nil")
		}
		jsontest.Same(t, line, m)
	})
	t.Run("blocks keep their signature, citations, caller and the rest", func(t *testing.T) {
		for _, text := range []string{
			`{"type":"thinking","thinking":"x","signature":"c2ln"}`,
			`{"type":"text","text":"x","citations":null}`,
			`{"type":"text","text":"x","citations":[{"type":"char_location"}]}`,
			`{"type":"tool_use","id":"t","name":"n","input":{},"caller":{"type":"direct"},"cache_control":{"type":"ephemeral"}}`,
			`{"type":"web_search_tool_result","tool_use_id":"t","content":[{"type":"web_search_result","url":"u"}]}`,
		} {
			b, err := ndwire.UnmarshalContentBlock([]byte(text))
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			jsontest.Same(t, text, b)
		}
	})
	t.Run("no zero UUID is made up", func(t *testing.T) {
		line := `{"type":"tool_progress","tool_use_id":"t","tool_name":"n","parent_tool_use_id":null,"elapsed_time_seconds":1,"session_id":"s"}`
		jsontest.Same(t, line, unmarshal(t, line))
	})
	t.Run("a replay marker of another type is not a replay", func(t *testing.T) {
		line := `{"type":"user","isReplay":"yes","message":{"role":"user","content":"x"},"session_id":"s"}`
		jsontest.Same(t, line, as[*ndwire.UserMessage](t, line))
	})
	t.Run("an error comes without a message", func(t *testing.T) {
		for _, line := range []string{`{"type":"assistant","message":`, `{"type":"system","subtype":"init" "cwd":""}`, `[]`, ``} {
			m, err := ndwire.UnmarshalSDKMessage([]byte(line))
			if m != nil || err == nil {
				t.Errorf("%q: %v, %v", line, m, err)
			}
		}
	})
}

func unmarshalJSON(t *testing.T, text string, v json.Unmarshaler) {
	t.Helper()
	if err := v.UnmarshalJSON([]byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

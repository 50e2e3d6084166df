package agentsdktest

import (
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestStates checks that absent, null, empty and other values of a member are distinguished, and written back as they were.
func TestStates(t *testing.T) {
	const assistant = `{"type":"assistant",%"message":{"content":[]}}`
	const init = `{"type":"system","subtype":"init",%"session_id":"s"}`
	const result = `{"type":"result","subtype":"success",%"session_id":"s"}`
	const user = `{"type":"user",%"message":{"role":"user","content":"x"}}`
	const hook = `{"type":"system","subtype":"hook_response",%"session_id":"s"}`
	const stream = `{"type":"stream_event",%"session_id":"s"}`
	const image = `{"type":"user",%"message":{"role":"user","content":[{"type":"image","source":null},{"type":"image"},{"type":"image","source":7}]}}`
	const response = `{"type":"control_response",%"more":1}`
	const auth = `{"type":"auth_status",%"session_id":"s"}`
	tests := []struct {
		line   string // % is replaced by the member
		member string
		values []string // of the member; the line is also tried without it
	}{
		{assistant, "parent_tool_use_id", []string{`null`, `""`, `"toolu_1"`}},
		{assistant, "error", []string{`null`, `""`, `"rate_limit"`, `"new"`}},
		{assistant, "uuid", []string{`null`, `""`, `"msg-001"`}},
		{assistant, "session_id", []string{`null`, `""`}},
		{init, "tools", []string{`null`, `[]`, `["Bash"]`, `[""]`}},
		{init, "agents", []string{`null`, `[]`, `["a"]`}},
		{init, "mcp_servers", []string{`null`, `[]`, `[{}]`}},
		{init, "permissionMode", []string{`null`, `""`, `"new"`}},
		{init, "model", []string{`null`, `""`}},
		{result, "result", []string{`null`, `""`, `"x"`}},
		{result, "errors", []string{`null`, `[]`, `["x"]`}},
		{result, "structured_output", []string{`null`, `{}`, `[]`, `""`, `0`, `false`}},
		{result, "modelUsage", []string{`null`, `{}`, `{"m":{}}`, `{"m":null}`}},
		{result, "permission_denials", []string{`null`, `[]`}},
		{result, "usage", []string{`null`, `{}`}},
		{result, "duration_ms", []string{`null`, `0`}},
		{result, "total_cost_usd", []string{`null`, `0`}},
		{result, "is_error", []string{`null`, `false`, `true`}},
		{result, "stop_reason", []string{`null`, `""`}},
		{user, "isSynthetic", []string{`null`, `false`, `true`}},
		{user, "tool_use_result", []string{`null`, `{}`, `""`}},
		{hook, "exit_code", []string{`null`, `0`, `2`}},
		{hook, "outcome", []string{`null`, `""`}},
		{stream, "event", []string{`null`, `{}`, `"x"`, `{"type":"ping"}`, `{"type":"content_block_delta","delta":null}`}},
		{image, "session_id", nil},
		{response, "response", []string{`null`, `{}`, `"x"`, `[]`}},
		{auth, "error", []string{`null`, `""`, `"x"`}},
		{auth, "output", []string{`null`, `[]`}},
	}
	for _, tt := range tests {
		for _, v := range append([]string{""}, tt.values...) {
			if v != "" {
				v = `"` + tt.member + `":` + v + `,`
			}
			line := replace(tt.line, v)
			m := unmarshal(t, line)
			if d := jsontest.Diff(t, line, jsontest.Encode(t, m)); d != "" {
				t.Errorf("%s: written back (-want +got):\n%s", line, d)
			}
			if d := jsontest.Diff(t, line, jsontest.Encode(t, ndwire.CloneLine(m))); d != "" {
				t.Errorf("%s: the clone is written (-want +got):\n%s", line, d)
			}
		}
	}
}

func replace(line, member string) string {
	for i := range len(line) {
		if line[i] == '%' {
			return line[:i] + member + line[i+1:]
		}
	}
	panic("no place for the member in " + line)
}

// TestStatesInGo checks which state each combination of field and note has.
func TestStatesInGo(t *testing.T) {
	hook := func(member string) *ndwire.HookResponseMessage {
		return as[*ndwire.HookResponseMessage](t, `{"type":"system","subtype":"hook_response",`+member+`"session_id":"s"}`)
	}
	if m := hook(``); m.ExitCode != nil || m.Extra.State("exit_code") != decoder.Usual {
		t.Errorf("absent: %v, %v", m.ExitCode, m.Extra.State("exit_code"))
	}
	if m := hook(`"exit_code":null,`); m.ExitCode != nil || m.Extra.State("exit_code") != decoder.IsNull {
		t.Errorf("null: %v, %v", m.ExitCode, m.Extra.State("exit_code"))
	}
	if m := hook(`"exit_code":0,`); m.ExitCode == nil || *m.ExitCode != 0 {
		t.Errorf("0: %v", m.ExitCode)
	}

	init := func(member string) *ndwire.SystemInitMessage {
		return as[*ndwire.SystemInitMessage](t, `{"type":"system","subtype":"init",`+member+`"session_id":"s"}`)
	}
	if m := init(``); m.Tools != nil || m.Extra.State("tools") != decoder.Absent {
		t.Errorf("absent: %v, %v", m.Tools, m.Extra.State("tools"))
	}
	if m := init(`"tools":null,`); m.Tools != nil || m.Extra.State("tools") != decoder.IsNull {
		t.Errorf("null: %v, %v", m.Tools, m.Extra.State("tools"))
	}
	if m := init(`"tools":[],`); m.Tools == nil || len(m.Tools) != 0 || m.Extra.State("tools") != decoder.Usual {
		t.Errorf("[]: %v, %v", m.Tools, m.Extra.State("tools"))
	}

	user := func(member string) *ndwire.UserMessage {
		return as[*ndwire.UserMessage](t, `{"type":"user",`+member+`"message":{"role":"user","content":"x"}}`)
	}
	if m := user(`"isSynthetic":false,`); m.IsSynthetic || m.Extra.State("isSynthetic") != decoder.Present {
		t.Errorf("false: %v, %v", m.IsSynthetic, m.Extra.State("isSynthetic"))
	}
	if m := user(``); m.Extra.State("isSynthetic") != decoder.Usual {
		t.Errorf("absent: %v", m.Extra.State("isSynthetic"))
	}
}

// TestStatesChanged checks that a note counts only while its field is unchanged.
func TestStatesChanged(t *testing.T) {
	m := as[*ndwire.SystemInitMessage](t, `{"type":"system","subtype":"init","tools":null,"model":7,"cwd":"/a","session_id":"s"}`)
	m.Tools = []string{"Bash"}
	m.Model = "m"
	m.OutputStyle = "default"
	want := `{"type":"system","subtype":"init","session_id":"s","cwd":"/a","tools":["Bash"],"model":"m","output_style":"default"}`
	if d := jsontest.Diff(t, want, jsontest.Encode(t, m)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestDeleted checks that a deleted member is not written, whether the spec has it or not.
func TestDeleted(t *testing.T) {
	for _, path := range []string{`{"auto":"/home/x"}`, `"/home/x"`, `null`, `{}`} {
		m := as[*ndwire.SystemInitMessage](t, `{"type":"system","subtype":"init","memory_paths":`+path+`,"secret":"s","cwd":"/home/x","tools":[],"session_id":"s"}`)
		for _, name := range []string{"memory_paths", "secret", "cwd", "type"} {
			m.Extra.Delete(name)
		}
		want := `{"type":"system","subtype":"init","session_id":"s","tools":[]}`
		if got := jsontest.Encode(t, m); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestZeroValues checks that the zero value of every message can be written, and has null only where no other value is possible.
func TestZeroValues(t *testing.T) {
	tests := []struct {
		m    ndwire.Line
		want string
	}{
		{&ndwire.SystemInitMessage{}, `{"type":"system","subtype":"init","uuid":"","session_id":"","apiKeySource":"","claude_code_version":"",
			"cwd":"","tools":[],"mcp_servers":[],"model":"","permissionMode":"","slash_commands":[],"output_style":"","skills":[],"plugins":[]}`},
		{&ndwire.StatusMessage{}, `{"type":"system","subtype":"status","uuid":"","session_id":"","status":null}`},
		{&ndwire.AuthStatusMessage{}, `{"type":"auth_status","uuid":"","session_id":"","isAuthenticating":false,"output":[]}`},
		{&ndwire.FilesPersistedEvent{}, `{"type":"system","subtype":"files_persisted","uuid":"","session_id":"","files":[],"failed":[],"processed_at":""}`},
		{&ndwire.ToolUseSummaryMessage{}, `{"type":"tool_use_summary","uuid":"","session_id":"","summary":"","preceding_tool_use_ids":[]}`},
		{&ndwire.UserMessage{}, `{"type":"user","uuid":"","session_id":"","message":{"role":"","content":null},"parent_tool_use_id":null}`},
		{&ndwire.PartialAssistantMessage{}, `{"type":"stream_event","uuid":"","session_id":"","event":null,"parent_tool_use_id":null}`},
		{&ndwire.ResultMessage{}, `{"type":"result","uuid":"","session_id":"","subtype":"","duration_ms":0,"duration_api_ms":0,"is_error":false,
			"num_turns":0,"stop_reason":null,"total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0,
			"cache_creation_input_tokens":0},"modelUsage":{},"permission_denials":[]}`},
	}
	for _, tt := range tests {
		if d := jsontest.Diff(t, tt.want, jsontest.Encode(t, tt.m)); d != "" {
			t.Errorf("%T (-want +got):\n%s", tt.m, d)
		}
	}
}

package agentsdktest

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

const (
	testUUID    = "6f1d2c3b-4a59-4e68-8f70-91a2b3c4d5e6"
	testSession = "session-7"
)

var base = ndwire.BaseMessage{UUID: testUUID, SessionID: testSession}

// messageCase is a case of SDKMessage with a value in every field, as a line and as a Go literal.
type messageCase struct {
	name string
	line string
	want ndwire.SDKMessage
	typ  ndwire.MessageType
	kind ndwire.Kind
}

// messages has the cases and fields of the first published types.
var messages = []messageCase{
	{
		name: "AssistantMessage",
		line: `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","content":[
			{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"text","text":"Hi","citations":[]},
			{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"},"caller":{"type":"direct"}}],
			"model":"claude-opus-4-6","stop_reason":"tool_use","stop_sequence":"END",
			"usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":3,"cache_creation_input_tokens":4}},
			"parent_tool_use_id":"toolu_0","error":"rate_limit",` + tail,
		want: &ndwire.AssistantMessage{
			BaseMessage: base,
			Message: ndwire.BetaMessage{
				ID: "msg_1", Role: "assistant", Model: "claude-opus-4-6",
				Content: []ndwire.ContentBlock{
					&ndwire.ThinkingBlock{Thinking: "hm", Signature: new("c2ln")},
					&ndwire.TextBlock{Text: "Hi", Citations: []ndwire.Citation{}},
					&ndwire.ToolUseBlock{
						ID: "toolu_1", Name: "Bash",
						Input: decoder.Raw(`{"command":"ls"}`), Caller: &ndwire.DirectCaller{},
					},
				},
				StopReason: new("tool_use"), StopSequence: new("END"),
				Usage: ndwire.BetaUsage{InputTokens: 1, OutputTokens: 2, CacheReadInputTokens: 3, CacheCreationInputTokens: 4},
			},
			ParentToolUseID: new("toolu_0"), Error: new(ndwire.ErrRateLimit),
		},
		typ: ndwire.MessageTypeAssistant, kind: ndwire.KindAssistant,
	},
	{
		name: "UserMessage",
		line: `{"type":"user","message":{"role":"user","content":"Hello"},"parent_tool_use_id":"toolu_0","isSynthetic":true,
			"tool_use_result":{"stdout":"x"},` + tail,
		want: &ndwire.UserMessage{
			BaseMessage: base, Message: ndwire.MessageParam{Role: "user", Content: ndwire.TextContent("Hello")},
			ParentToolUseID: new("toolu_0"), IsSynthetic: true, ToolUseResult: decoder.Raw(`{"stdout":"x"}`),
		},
		typ: ndwire.MessageTypeUser, kind: ndwire.KindUser,
	},
	{
		name: "UserMessageReplay",
		line: `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"Hello"}]},"parent_tool_use_id":"toolu_0",
			"isSynthetic":true,"tool_use_result":"x","isReplay":true,` + tail,
		want: &ndwire.UserMessageReplay{UserMessage: ndwire.UserMessage{
			BaseMessage:     base,
			Message:         ndwire.MessageParam{Role: "user", Content: ndwire.BlockContent(&ndwire.TextBlock{Text: "Hello"})},
			ParentToolUseID: new("toolu_0"), IsSynthetic: true, ToolUseResult: decoder.Raw(`"x"`),
		}},
		typ: ndwire.MessageTypeUser, kind: ndwire.KindUserIsReplay,
	},
	{
		name: "ResultMessage",
		line: `{"type":"result","subtype":"success","duration_ms":5000000000,"duration_api_ms":4000000000,"is_error":true,"num_turns":3,
			"stop_reason":"end_turn","total_cost_usd":0.25,
			"usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":3,"cache_creation_input_tokens":4},
			"modelUsage":{"m":{"inputTokens":1,"outputTokens":2,"cacheReadInputTokens":3,"cacheCreationInputTokens":4,
			"webSearchRequests":5,"costUSD":0.5,"contextWindow":200000,"maxOutputTokens":64000}},
			"permission_denials":[{"tool_name":"Bash","tool_use_id":"toolu_1","tool_input":{"command":"rm"}}],
			"result":"done","structured_output":[1],"errors":["e"],` + tail,
		want: &ndwire.ResultMessage{
			BaseMessage: base, Subtype: ndwire.ResultSubtypeSuccess, DurationMs: 5e9, DurationAPIMs: 4e9, IsError: true, NumTurns: 3,
			StopReason: new("end_turn"), TotalCostUSD: 0.25,
			Usage: ndwire.BetaUsage{InputTokens: 1, OutputTokens: 2, CacheReadInputTokens: 3, CacheCreationInputTokens: 4},
			ModelUsage: map[string]ndwire.ModelUsage{"m": {
				InputTokens: 1, OutputTokens: 2, CacheReadInputTokens: 3, CacheCreationInputTokens: 4,
				WebSearchRequests: 5, CostUSD: 0.5, ContextWindow: 200000, MaxOutputTokens: 64000,
			}},
			PermissionDenials: []ndwire.PermissionDenial{
				{ToolName: "Bash", ToolUseID: "toolu_1", ToolInput: decoder.Raw(`{"command":"rm"}`)},
			},
			Result: new("done"), StructuredOutput: decoder.Raw(`[1]`), Errors: []string{"e"},
		},
		typ: ndwire.MessageTypeResult, kind: ndwire.KindResultSuccess,
	},
	{
		name: "SystemInitMessage",
		line: `{"type":"system","subtype":"init","agents":["a"],"apiKeySource":"none","betas":["b"],"claude_code_version":"2.1.37",
			"cwd":"/w","tools":["Bash","Read"],"mcp_servers":[{"name":"x","status":"connected"}],"model":"m","permissionMode":"plan",
			"slash_commands":["c"],"output_style":"default","skills":["s"],"plugins":[{"name":"p","path":"/p"}],` + tail,
		want: &ndwire.SystemInitMessage{
			BaseMessage: base, Agents: []string{"a"}, APIKeySource: "none", Betas: []string{"b"}, ClaudeCodeVersion: "2.1.37",
			CWD: "/w", Tools: []string{"Bash", "Read"},
			McpServers: []ndwire.McpServerInfo{{Name: "x", Status: ndwire.McpServerStatusConnected}},
			Model:      "m", PermissionMode: ndwire.PermissionModePlan, SlashCommands: []string{"c"}, OutputStyle: "default",
			Skills: []string{"s"}, Plugins: []ndwire.PluginInfo{{Name: "p", Path: "/p"}},
		},
		typ: ndwire.MessageTypeSystem, kind: ndwire.KindSystemInit,
	},
	{
		name: "PartialAssistantMessage",
		line: `{"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hi"}},
			"parent_tool_use_id":"toolu_0",` + tail,
		want: &ndwire.PartialAssistantMessage{
			BaseMessage: base, ParentToolUseID: new("toolu_0"),
			Event: &ndwire.ContentBlockDeltaEvent{Index: 1, Delta: &ndwire.TextDelta{Text: "Hi"}},
		},
		typ: ndwire.MessageTypeStreamEvent, kind: ndwire.KindStreamEvent,
	},
	{
		name: "CompactBoundaryMessage",
		line: `{"type":"system","subtype":"compact_boundary","compact_metadata":{"trigger":"manual","pre_tokens":155000},` + tail,
		want: &ndwire.CompactBoundaryMessage{
			BaseMessage: base, CompactMetadata: ndwire.CompactMetadata{Trigger: ndwire.CompactTriggerManual, PreTokens: 155000},
		},
		typ: ndwire.MessageTypeSystem, kind: ndwire.KindSystemCompactBoundary,
	},
	{
		name: "StatusMessage",
		line: `{"type":"system","subtype":"status","status":"compacting","permissionMode":"dontAsk",` + tail,
		want: &ndwire.StatusMessage{
			BaseMessage: base, Status: new(ndwire.StatusCompacting), PermissionMode: new(ndwire.PermissionModeDontAsk),
		},
		typ: ndwire.MessageTypeSystem, kind: ndwire.KindSystemStatus,
	},
	{
		name: "HookStartedMessage",
		line: `{"type":"system","subtype":"hook_started","hook_id":"h","hook_name":"n","hook_event":"PreToolUse",` + tail,
		want: &ndwire.HookStartedMessage{BaseMessage: base, HookID: "h", HookName: "n", HookEvent: string(ndwire.HookEventPreToolUse)},
		typ:  ndwire.MessageTypeSystem, kind: ndwire.KindSystemHookStarted,
	},
	{
		name: "HookProgressMessage",
		line: `{"type":"system","subtype":"hook_progress","hook_id":"h","hook_name":"n","hook_event":"Stop","stdout":"o","stderr":"e",
			"output":"oe",` + tail,
		want: &ndwire.HookProgressMessage{
			BaseMessage: base, HookID: "h", HookName: "n", HookEvent: "Stop", Stdout: "o", Stderr: "e", Output: "oe",
		},
		typ: ndwire.MessageTypeSystem, kind: ndwire.KindSystemHookProgress,
	},
	{
		name: "HookResponseMessage",
		line: `{"type":"system","subtype":"hook_response","hook_id":"h","hook_name":"n","hook_event":"Stop","output":"oe","stdout":"o",
			"stderr":"e","exit_code":0,"outcome":"cancelled",` + tail,
		want: &ndwire.HookResponseMessage{
			BaseMessage: base, HookID: "h", HookName: "n", HookEvent: "Stop", Stdout: "o", Stderr: "e", Output: "oe",
			ExitCode: new(0), Outcome: ndwire.HookOutcomeCancelled,
		},
		typ: ndwire.MessageTypeSystem, kind: ndwire.KindSystemHookResponse,
	},
	{
		name: "ToolProgressMessage",
		line: `{"type":"tool_progress","tool_use_id":"toolu_1","tool_name":"Bash","parent_tool_use_id":"toolu_0",
			"elapsed_time_seconds":2.5,` + tail,
		want: &ndwire.ToolProgressMessage{
			BaseMessage: base, ToolUseID: "toolu_1", ToolName: "Bash", ParentToolUseID: new("toolu_0"), ElapsedTimeSeconds: 2.5,
		},
		typ: ndwire.MessageTypeToolProgress, kind: ndwire.KindToolProgress,
	},
	{
		name: "AuthStatusMessage",
		line: `{"type":"auth_status","isAuthenticating":true,"output":["o"],"error":"e",` + tail,
		want: &ndwire.AuthStatusMessage{BaseMessage: base, IsAuthenticating: true, Output: []string{"o"}, Error: "e"},
		typ:  ndwire.MessageTypeAuthStatus, kind: ndwire.KindAuthStatus,
	},
	{
		name: "TaskNotificationMessage",
		line: `{"type":"system","subtype":"task_notification","task_id":"t","status":"stopped","output_file":"/o","summary":"s",` + tail,
		want: &ndwire.TaskNotificationMessage{
			BaseMessage: base, TaskID: "t", Status: ndwire.TaskStatusStopped, OutputFile: "/o", Summary: "s",
		},
		typ: ndwire.MessageTypeSystem, kind: ndwire.KindSystemTaskNotification,
	},
	{
		name: "FilesPersistedEvent",
		line: `{"type":"system","subtype":"files_persisted","files":[{"filename":"a","file_id":"f1"}],
			"failed":[{"filename":"b","error":"full"}],"processed_at":"2026-02-07T10:00:00.000Z",` + tail,
		want: &ndwire.FilesPersistedEvent{
			BaseMessage: base, Files: []ndwire.PersistedFile{{Filename: "a", FileID: "f1"}},
			Failed: []ndwire.FailedFile{{Filename: "b", Error: "full"}}, ProcessedAt: "2026-02-07T10:00:00.000Z",
		},
		typ: ndwire.MessageTypeSystem, kind: ndwire.KindSystemFilesPersisted,
	},
	{
		name: "ToolUseSummaryMessage",
		line: `{"type":"tool_use_summary","summary":"s","preceding_tool_use_ids":["toolu_1","toolu_2"],` + tail,
		want: &ndwire.ToolUseSummaryMessage{BaseMessage: base, Summary: "s", PrecedingToolUseIDs: []string{"toolu_1", "toolu_2"}},
		typ:  ndwire.MessageTypeToolUseSummary, kind: ndwire.KindToolUseSummary,
	},
}

const tail = `"uuid":"` + testUUID + `","session_id":"` + testSession + `"}`

// TestMessages checks that each line is decoded to its literal, and that the literal is written as the line.
func TestMessages(t *testing.T) {
	for _, tt := range messages {
		t.Run(tt.name, func(t *testing.T) {
			if got := reflect.TypeOf(tt.want).Elem().Name(); got != tt.name {
				t.Fatalf("the row of %s has a %s", tt.name, got)
			}
			line := unmarshal(t, tt.line)
			if d := cmp.Diff(tt.want, line); d != "" {
				t.Errorf("UnmarshalLine (-want +got):\n%s", d)
			}
			borrowed, err := ndwire.BorrowLine([]byte(tt.line))
			if d := cmp.Diff(tt.want, borrowed); err != nil || d != "" {
				t.Errorf("BorrowLine (-want +got): %v\n%s", err, d)
			}
			message, err := ndwire.UnmarshalSDKMessage([]byte(tt.line))
			if d := cmp.Diff(tt.want, message); err != nil || d != "" {
				t.Errorf("UnmarshalSDKMessage (-want +got): %v\n%s", err, d)
			}
			own := reflect.New(reflect.TypeOf(tt.want).Elem()).Interface()
			if err := json.Unmarshal([]byte(tt.line), own); err != nil {
				t.Errorf("json.Unmarshal: %v", err)
			}
			if d := cmp.Diff(any(tt.want), own); d != "" {
				t.Errorf("json.Unmarshal (-want +got):\n%s", d)
			}
			if d := cmp.Diff(ndwire.Line(tt.want), ndwire.CloneLine(tt.want)); d != "" {
				t.Errorf("CloneLine (-want +got):\n%s", d)
			}
			if err := ndwire.CheckLine([]byte(tt.line)); err != nil {
				t.Errorf("CheckLine: %v", err)
			}

			if d := jsontest.Diff(t, tt.line, jsontest.Encode(t, tt.want)); d != "" {
				t.Errorf("AppendJSON of the literal (-want +got):\n%s", d)
			}
			if d := jsontest.Diff(t, tt.line, jsontest.Encode(t, line)); d != "" {
				t.Errorf("AppendJSON of the decoded (-want +got):\n%s", d)
			}
			text, err := json.Marshal(reflect.ValueOf(tt.want).Elem().Interface())
			if err != nil {
				t.Fatalf("json.Marshal: %v", err)
			}
			if d := jsontest.Diff(t, tt.line, text); d != "" {
				t.Errorf("json.Marshal of the value (-want +got):\n%s", d)
			}

			if got := tt.want.GetType(); got != tt.typ {
				t.Errorf("GetType: %q, want %q", got, tt.typ)
			}
			if got := tt.want.GetUUID(); got != uuid.MustParse(testUUID) {
				t.Errorf("GetUUID: %s", got)
			}
			if got := tt.want.GetSessionID(); got != testSession {
				t.Errorf("GetSessionID: %q", got)
			}
			if got := tt.want.Kind(); got != tt.kind {
				t.Errorf("Kind: %q, want %q", got, tt.kind)
			}
			if got, err := ndwire.Peek([]byte(tt.line)); got != tt.kind || err != nil {
				t.Errorf("Peek: %q, %v, want %q", got, err, tt.kind)
			}
		})
	}
}

// TestMessageMethods checks that the methods of a message return the values of its members, whatever else is on the line.
func TestMessageMethods(t *testing.T) {
	seen := map[reflect.Type]bool{}
	for _, r := range fieldsOfSpec {
		if r.Line != "$" {
			continue
		}
		for _, text := range r.Texts() {
			line := unmarshal(t, text)
			if got, err := ndwire.Peek([]byte(text)); got != line.Kind() || err != nil {
				t.Errorf("%s: Peek %q, %v, want %q", text, got, err, line.Kind())
			}
			m, ok := line.(ndwire.SDKMessage)
			if !ok {
				continue
			}
			seen[reflect.TypeOf(m)] = true
			members := jsontest.Value(t, []byte(text)).(map[string]any)
			if m.GetType() != ndwire.MessageType(members["type"].(string)) {
				t.Errorf("%s: GetType %q", text, m.GetType())
			}
			if id, _ := members["session_id"].(string); m.GetSessionID() != id {
				t.Errorf("%s: GetSessionID %q", text, m.GetSessionID())
			}
			id, _ := members["uuid"].(string)
			if want, _ := uuid.Parse(id); m.GetUUID() != want {
				t.Errorf("%s: GetUUID %s, want %s", text, m.GetUUID(), want)
			}
		}
	}
	if len(seen) < len(messages) {
		t.Errorf("only %d of the variants of SDKMessage have lines", len(seen))
	}
}

// TestMessagesTagLast checks that the tag may stand anywhere, also at the end of a line.
func TestMessagesTagLast(t *testing.T) {
	for _, tt := range messages {
		t.Run(tt.name, func(t *testing.T) {
			if got := unmarshal(t, tagLast(t, tt.line)); cmp.Diff(ndwire.Line(tt.want), got) != "" {
				t.Errorf("UnmarshalLine (-want +got):\n%s", cmp.Diff(ndwire.Line(tt.want), got))
			}
			if got, err := ndwire.Peek([]byte(tagLast(t, tt.line))); got != tt.kind || err != nil {
				t.Errorf("Peek: %q, %v, want %q", got, err, tt.kind)
			}
		})
	}
}

// tagLast moves the tags to the end of the line.
func tagLast(t *testing.T, line string) string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &members); err != nil {
		t.Fatal(err)
	}
	out := []byte{'{'}
	put := func(name string) {
		if v, ok := members[name]; ok {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(append(append(out, '"'), name...), `":`...)
			out = append(out, v...)
			delete(members, name)
		}
	}
	tags := map[string]bool{"isReplay": true, "subtype": true, "type": true}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !tags[name] {
			put(name)
		}
	}
	put("isReplay")
	put("subtype")
	put("type")
	return string(append(out, '}'))
}

// TestResultSubtypes checks that a line with any result subtype, known, unknown or absent, is a ResultMessage, whose Kind has the subtype.
func TestResultSubtypes(t *testing.T) {
	tests := []struct {
		subtype string
		want    ndwire.ResultSubtype
		kind    ndwire.Kind
	}{
		{`"subtype":"success",`, ndwire.ResultSubtypeSuccess, ndwire.KindResultSuccess},
		{`"subtype":"error_during_execution",`, ndwire.ResultSubtypeErrorDuringExecution, ndwire.KindResultErrorDuringExecution},
		{`"subtype":"error_max_turns",`, ndwire.ResultSubtypeErrorMaxTurns, ndwire.KindResultErrorMaxTurns},
		{`"subtype":"error_max_budget_usd",`, ndwire.ResultSubtypeErrorMaxBudget, ndwire.KindResultErrorMaxBudgetUSD},
		{
			`"subtype":"error_max_structured_output_retries",`, ndwire.ResultSubtypeErrorMaxStructuredRetries,
			ndwire.KindResultErrorMaxStructuredOutputRetries,
		},
		{`"subtype":"error",`, "error", "result/error"},
		{`"subtype":"",`, "", "result"},
		{`"subtype":null,`, "", "result"},
		{`"subtype":7,`, "", "result"},
		{``, "", "result"},
	}
	for _, tt := range tests {
		line := `{"type":"result",` + tt.subtype + `"session_id":"s"}`
		m := as[*ndwire.ResultMessage](t, line)
		if m.Subtype != tt.want || m.Kind() != tt.kind {
			t.Errorf("%s: Subtype %q, Kind %q, want %q, %q", line, m.Subtype, m.Kind(), tt.want, tt.kind)
		}
		if got, err := ndwire.Peek([]byte(line)); got != tt.kind || err != nil {
			t.Errorf("%s: Peek %q, %v, want %q", line, got, err, tt.kind)
		}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, m)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", line, d)
		}
	}
}

// TestReplay checks that only isReplay: true makes a replay.
func TestReplay(t *testing.T) {
	const head = `{"type":"user","message":{"role":"user","content":"x"},"parent_tool_use_id":null,`
	tests := []struct {
		member string
		replay bool
	}{
		{`"isReplay":true,`, true},
		{`"isReplay": true ,`, true},
		{`"isReplay":false,`, false},
		{`"isReplay":null,`, false},
		{`"isReplay":"true",`, false},
		{`"isReplay":1,`, false},
		{``, false},
	}
	for _, tt := range tests {
		line := head + tt.member + tail
		got := unmarshal(t, line)
		if _, ok := got.(*ndwire.UserMessageReplay); ok != tt.replay {
			t.Errorf("%s is a %T", line, got)
		}
		if is := got.Kind() == ndwire.KindUserIsReplay; is != tt.replay || !got.Kind().In(ndwire.KindUser) {
			t.Errorf("%s: Kind %q", line, got.Kind())
		}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, got)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", line, d)
		}
	}
}

// TestUnknownLines checks that lines of kinds that the spec does not have are delivered with their bytes.
func TestUnknownLines(t *testing.T) {
	tests := []struct {
		line    string
		kind    ndwire.Kind
		typ     ndwire.MessageType
		session string
	}{
		{`{"type":"from_the_future","uuid":"` + testUUID + `","session_id":"s","n":1.50}`, "from_the_future", "from_the_future", "s"},
		{`{"type":"system","subtype":"from_the_future","session_id":"s"}`, "system/from_the_future", "system", "s"},
		{`{"type":"system","uuid":"msg-006","message":"status"}`, "system", "system", ""},
		{`{"role":"toolResult","toolCallId":"c1"}`, "", "", ""},
		{`{"type":null,"subtype":7}`, "", "", ""},
		{`{"type":{"a":1}}`, "", "", ""},
		{`{"type":5}`, "", "", ""},
		{`{}`, "", "", ""},
	}
	for _, tt := range tests {
		m := as[*ndwire.UnknownMessage](t, tt.line)
		if string(m.Raw) != tt.line {
			t.Errorf("Raw %s, want %s", m.Raw, tt.line)
		}
		if got := jsontest.Encode(t, m); got != tt.line {
			t.Errorf("written back as %s, want %s", got, tt.line)
		}
		if m.Kind() != tt.kind || m.GetType() != tt.typ || m.GetSessionID() != tt.session {
			t.Errorf("%s: Kind %q, GetType %q, GetSessionID %q", tt.line, m.Kind(), m.GetType(), m.GetSessionID())
		}
		if got, err := ndwire.Peek([]byte(tt.line)); got != tt.kind || err != nil {
			t.Errorf("%s: Peek %q, %v, want %q", tt.line, got, err, tt.kind)
		}
		if err := ndwire.CheckLine([]byte(tt.line)); err == nil {
			t.Errorf("%s: CheckLine has nothing to say", tt.line)
		}
		s, err := ndwire.UnmarshalSDKMessage([]byte(tt.line))
		if d := cmp.Diff(ndwire.SDKMessage(m), s); err != nil || d != "" {
			t.Errorf("%s: UnmarshalSDKMessage (-want +got): %v\n%s", tt.line, err, d)
		}
	}
}

// TestCheckLine checks that CheckLine names what the spec does not have, and its path.
func TestCheckLine(t *testing.T) {
	tests := []struct {
		line   string
		reason decoder.Reason
		says   []string
	}{
		{`{"type":"from_the_future"}`, decoder.ErrUnknown, []string{"from_the_future"}},
		{`{"type":"system","subtype":"from_the_future"}`, decoder.ErrUnknown, []string{"system/from_the_future"}},
		{`{"type":"system"}`, decoder.ErrMissingTag, []string{"missing subtype"}},
		{`{"type":"keep_alive","since":1}`, decoder.ErrUnknown, []string{".since"}},
		{`{"type":"tool_use_summary","summary":7}`, decoder.ErrType, []string{".summary", "number"}},
		{`{"type":"assistant","error":"from_the_future"}`, decoder.ErrUnknown, []string{".error", "from_the_future"}},
		{
			`{"type":"assistant","message":{"content":[{"type":"text","text":""},{"type":"new"}]},"more":1}`, decoder.ErrUnknown,
			[]string{".message.content[1]", "new", ".more"},
		},
	}
	for _, tt := range tests {
		err := ndwire.CheckLine([]byte(tt.line))
		if !errors.Is(err, tt.reason) {
			t.Errorf("%s: %v, want the reason %q", tt.line, err, tt.reason)
			continue
		}
		for _, s := range tt.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %v does not say %q", tt.line, err, s)
			}
		}
	}
}

// TestAny checks the wrappers with which unions can be fields of other structs; nil is null in both directions.
func TestAny(t *testing.T) {
	type fields struct {
		Line    ndwire.AnyLine
		Message ndwire.AnySDKMessage
		Block   ndwire.AnyContentBlock
		Event   ndwire.AnyStreamEvent
		Delta   ndwire.AnyDelta
		Result  ndwire.AnyControlResult
		Source  ndwire.AnyImageSource
	}
	tests := []struct {
		text string
		want fields
	}{
		{`{"Line":null,"Message":null,"Block":null,"Event":null,"Delta":null,"Result":null,"Source":null}`, fields{}},
		{
			`{"Line":{"type":"keep_alive"},"Message":{"type":"new"},"Block":{"type":"text","text":"x"},"Event":{"type":"message_stop"},
				"Delta":{"type":"text_delta","text":"x"},"Result":{"subtype":"error","request_id":"r","error":"no"},
				"Source":{"type":"url","url":"u"}}`,
			fields{
				Line:    ndwire.AnyLine{Line: &ndwire.KeepAlive{}},
				Message: ndwire.AnySDKMessage{SDKMessage: &ndwire.UnknownMessage{Raw: decoder.Raw(`{"type":"new"}`)}},
				Block:   ndwire.AnyContentBlock{ContentBlock: &ndwire.TextBlock{Text: "x"}},
				Event:   ndwire.AnyStreamEvent{StreamEvent: &ndwire.MessageStopEvent{}},
				Delta:   ndwire.AnyDelta{Delta: &ndwire.TextDelta{Text: "x"}},
				Result:  ndwire.AnyControlResult{ControlResult: &ndwire.ControlErrorResponse{RequestID: "r", Error: "no"}},
				Source:  ndwire.AnyImageSource{ImageSource: &ndwire.URLSource{URL: "u"}},
			},
		},
	}
	for _, tt := range tests {
		got := fields{Line: ndwire.AnyLine{Line: &ndwire.UserMessage{}}} // decoding must replace it
		if err := json.Unmarshal([]byte(tt.text), &got); err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		text, err := json.Marshal(tt.want)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := jsontest.Diff(t, tt.text, text); d != "" {
			t.Errorf("%s is written (-want +got):\n%s", tt.text, d)
		}
	}
}

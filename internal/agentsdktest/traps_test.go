package agentsdktest

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestTraps reads lines of the form of real ones that a decoder easily gets wrong. Each must have its kind and be written back unchanged.
func TestTraps(t *testing.T) {
	tests := []struct {
		name  string
		line  string
		kind  ndwire.Kind
		check func(t *testing.T, l ndwire.Line)
	}{
		// The position of the tag.
		{
			name: "a type in the message before that of the line",
			line: `{"parentUuid":"p","isSidechain":false,"userType":"external","cwd":"/w","message":{"model":"m","id":"msg_1","type":"message",
				"role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}},
				"requestId":"req_1","type":"assistant","uuid":"u"}`,
			kind: ndwire.KindAssistant,
			check: check(func(t *testing.T, m *ndwire.AssistantMessage) {
				if m.Message.ID != "msg_1" || m.Extra.Len() != 5 {
					t.Errorf("ID %q, %d unknown members", m.Message.ID, m.Extra.Len())
				}
			}),
		},
		{
			name: "tags in a tool's input",
			line: `{"message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"type":"result",
				"subtype":"success","isReplay":true,"uuid":"x","session_id":"x"}}]},"type":"assistant","uuid":"u"}`,
			kind: ndwire.KindAssistant,
		},
		{
			name: "text that looks like a line",
			line: `{"type":"user","message":{"role":"user","content":"grep for {\"type\":\"result\",\"subtype\":\"success\"}"},"uuid":"u"}`,
			kind: ndwire.KindUser,
		},
		{
			name: "a string that ends in a backslash",
			line: `{"type":"user","message":{"role":"user","content":"C:\\"},"uuid":"u","subtype":"x\\\""}`,
			kind: ndwire.KindUser,
			check: check(func(t *testing.T, m *ndwire.UserMessage) {
				if m.Message.Content.Text != `C:\` {
					t.Errorf("Text %q", m.Message.Content.Text)
				}
			}),
		},
		{
			name: "an escaped tag",
			line: `{"type":"\u0073ystem","subtype":"in\u0069t","session_id":"s","tools":[],"mcp_servers":[]}`,
			kind: ndwire.KindSystemInit,
			check: check(func(t *testing.T, m *ndwire.SystemInitMessage) {
				if m.SessionID != "s" || m.Tools == nil {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "an escaped key",
			line: `{"\u0074ype":"keep_alive"}`,
			kind: ndwire.KindKeepAlive,
		},
		{
			name: "spaces",
			line: `{ "type" : "user" , "message" : { "role" : "user" , "content" : "x" } }`,
			kind: ndwire.KindUser,
		},
		{
			name:  "two types",
			line:  `{"type":"user","message":{"role":"assistant","content":[]},"type":"assistant"}`,
			kind:  ndwire.KindAssistant,
			check: check(func(t *testing.T, m *ndwire.AssistantMessage) {}),
		},
		{
			name:  "two markers of a replay",
			line:  `{"type":"user","isReplay":true,"message":{"role":"user","content":"x"},"isReplay":false}`,
			kind:  ndwire.KindUser,
			check: check(func(t *testing.T, m *ndwire.UserMessage) {}),
		},
		{
			name: "a subtype before its type",
			line: `{"subtype":"init","tools":["Bash"],"mcp_servers":[{"name":"x","status":"connected"}],"session_id":"s","type":"system"}`,
			kind: ndwire.KindSystemInit,
		},
		{
			name:  "mcp_message as a type",
			line:  `{"type":"mcp_message","server_name":"x","message":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"type":"x"}}}`,
			kind:  "mcp_message",
			check: check(func(t *testing.T, m *ndwire.UnknownMessage) {}),
		},
		{
			name: "an event of another protocol",
			line: `{"type":"message_start","message":{"role":"assistant","content":[],"timestamp":1}}`,
			kind: "message_start",
		},
		{
			name: "error as a type",
			line: `{"type":"error","reason":"aborted","error":{"role":"assistant","content":[]}}`,
			kind: "error",
		},
		{
			name: "a success that is an error",
			line: `{"type":"result","subtype":"success","is_error":true,"result":"API Error: 500","duration_ms":1,"duration_api_ms":1,"num_turns":1,
				"stop_reason":null,"total_cost_usd":0,"usage":{"input_tokens":0,"output_tokens":0},"modelUsage":{},"permission_denials":[],
				"uuid":"u","session_id":"s"}`,
			kind: ndwire.KindResultSuccess,
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				if !m.IsError || m.Subtype != ndwire.ResultSubtypeSuccess || *m.Result != "API Error: 500" {
					t.Errorf("%+v", m)
				}
			}),
		},

		// One member, several JSON types.
		{
			name: "a message that is a string",
			line: `{"type":"user","uuid":"msg-001","message":"Please help"}`,
			kind: ndwire.KindUser,
			check: check(func(t *testing.T, m *ndwire.UserMessage) {
				if m.Message.Role != "" || string(m.Extra.OddValue("message")) != `"Please help"` {
					t.Errorf("Message %+v, odd %s", m.Message, m.Extra.OddValue("message"))
				}
			}),
		},
		{
			name: "tools of two types",
			line: `{"type":"system","subtype":"init","session_id":"s","tools":["Bash",{"name":"Read"}],"mcp_servers":[]}`,
			kind: ndwire.KindSystemInit,
			check: check(func(t *testing.T, m *ndwire.SystemInitMessage) {
				if m.Tools != nil || string(m.Extra.OddValue("tools")) != `["Bash",{"name":"Read"}]` {
					t.Errorf("Tools %q, odd %s", m.Tools, m.Extra.OddValue("tools"))
				}
			}),
		},
		{
			name: "a content of bare strings",
			line: `{"type":"user","message":{"role":"user","content":["wow error"]}}`,
			kind: ndwire.KindUser,
		},
		{
			name: "blocks in blocks, one of a kind of their own",
			line: `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},
				{"type":"tool_reference","tool_name":"X"}]}]}}`,
			kind: ndwire.KindUser,
			check: check(func(t *testing.T, m *ndwire.UserMessage) {
				for r := range m.Message.Content.ToolResults() {
					if r.Content.PlainText() != "a" || len(r.Content.Blocks) != 2 || r.Content.Blocks[1].BlockType() != "tool_reference" {
						t.Errorf("Content %+v", r.Content)
					}
				}
			}),
		},
		{
			name: "inputs that are not objects",
			line: `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"x","input":null},
				{"type":"tool_use","id":"t","name":"x","input":"y"},{"type":"tool_use","id":"t","name":"x"},
				{"type":"tool_use","id":"t","name":"x","input":[1]}]}}`,
			kind: ndwire.KindAssistant,
		},
		{
			name: "members of string-or-array",
			line: `{"type":"user","message":{"role":"user","content":"x"},"pasted_content":["p",[{"type":"text","text":"q"}],7],"parent_tool_use_id":null}`,
			kind: ndwire.KindUser,
		},
		{
			name: "a result that is a string, or an object",
			line: `{"type":"user","message":{"role":"user","content":[]},"tool_use_result":"Error: No such tool available: X","uuid":"u"}`,
			kind: ndwire.KindUser,
		},

		// Numbers.
		{
			name: "no exact integers",
			line: `{"type":"result","subtype":"success","duration_ms":1500.0,"num_turns":3e0,"duration_api_ms":585.6438211,"session_id":"s"}`,
			kind: ndwire.KindResultSuccess,
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				if m.DurationMs != 1500 || m.NumTurns != 3 || m.DurationAPIMs != 585 {
					t.Errorf("%d, %d, %d", m.DurationMs, m.NumTurns, m.DurationAPIMs)
				}
			}),
		},
		{
			name: "milliseconds over 2^31",
			line: `{"type":"result","subtype":"success","duration_ms":1740000000000,"session_id":"s"}`,
			kind: ndwire.KindResultSuccess,
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				if m.DurationMs != 1740000000000 {
					t.Errorf("%d", m.DurationMs)
				}
			}),
		},
		{
			name: "costs with an exponent",
			line: `{"type":"result","subtype":"success","total_cost_usd":7.5e-7,"modelUsage":{"a":{"costUSD":1E-7},"b":{"costUSD":0.0000001}}}`,
			kind: ndwire.KindResultSuccess,
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				if m.TotalCostUSD != 7.5e-7 || m.ModelUsage["a"].CostUSD != 1e-7 || m.ModelUsage["b"].CostUSD != 1e-7 {
					t.Errorf("%v, %v", m.TotalCostUSD, m.ModelUsage)
				}
			}),
		},
		{
			name: "numbers beyond their type",
			line: `{"type":"result","subtype":"success","total_cost_usd":1e400,"num_turns":99999999999999999999,"duration_ms":-99999999999999999999}`,
			kind: ndwire.KindResultSuccess,
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				if m.TotalCostUSD < 1e308 || m.NumTurns <= 0 || m.DurationMs >= 0 {
					t.Errorf("%v, %d, %d", m.TotalCostUSD, m.NumTurns, m.DurationMs)
				}
			}),
		},
		{
			name: "strange zeros",
			line: `{"type":"result","subtype":"success","total_cost_usd":0e999999999,"num_turns":-0,"duration_ms":-0.0,"duration_api_ms":0e999999999}`,
			kind: ndwire.KindResultSuccess,
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				if m.TotalCostUSD != 0 || m.NumTurns != 0 || m.DurationMs != 0 || m.DurationAPIMs != 0 {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "an integer beyond 2^53 in a tool's input",
			line: `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"x","input":{"id":9007199254740993}}]}}`,
			kind: ndwire.KindAssistant,
			check: check(func(t *testing.T, m *ndwire.AssistantMessage) {
				for u := range m.Message.ToolUses() {
					if string(u.Input) != `{"id":9007199254740993}` {
						t.Errorf("Input %s", u.Input)
					}
				}
			}),
		},
		{
			name: "a number as a string",
			line: `{"type":"assistant","message":{"content":[],"usage":{"input_tokens":"12","output_tokens":3}}}`,
			kind: ndwire.KindAssistant,
			check: check(func(t *testing.T, m *ndwire.AssistantMessage) {
				u := m.Message.Usage
				if u.InputTokens != 0 || u.OutputTokens != 3 || string(u.Extra.OddValue("input_tokens")) != `"12"` {
					t.Errorf("%+v, odd %s", u, u.Extra.OddValue("input_tokens"))
				}
			}),
		},

		// Strings.
		{
			name:  "every short escape",
			line:  `{"type":"tool_use_summary","summary":"\"\\\/\b\f\n\r\t"}`,
			kind:  ndwire.KindToolUseSummary,
			check: summary("\"\\/\b\f\n\r\t"),
		},
		{name: "a NUL", line: `{"type":"tool_use_summary","summary":"a\u0000b"}`, kind: ndwire.KindToolUseSummary, check: summary("a\x00b")},
		{name: "a pair of surrogates", line: `{"type":"tool_use_summary","summary":"\ud83c\udf0a"}`, kind: ndwire.KindToolUseSummary, check: summary("🌊")},
		{name: "a lone high surrogate", line: `{"type":"tool_use_summary","summary":"cut \ud83c"}`, kind: ndwire.KindToolUseSummary, check: summary("cut \ufffd")},
		{name: "surrogates the wrong way round", line: `{"type":"tool_use_summary","summary":"\udff7\ud83c x"}`, kind: ndwire.KindToolUseSummary, check: summary("\ufffd\ufffd x")},
		{name: "a high surrogate before others", line: `{"type":"tool_use_summary","summary":"\ud83cA\ud83c\n"}`, kind: ndwire.KindToolUseSummary, check: summary("\ufffdA\ufffd\n")},
		{name: "bytes that are not UTF-8", line: "{\"type\":\"tool_use_summary\",\"summary\":\"a\xff\xc3b\"}", kind: ndwire.KindToolUseSummary, check: summary("a\ufffd\ufffdb")},
		{name: "overlong bytes", line: "{\"type\":\"tool_use_summary\",\"summary\":\"\xc0\xaf \xed\xa0\xbd\"}", kind: ndwire.KindToolUseSummary, check: summary("\ufffd\ufffd \ufffd\ufffd\ufffd")},
		{name: "line separators of Unicode", line: "{\"type\":\"tool_use_summary\",\"summary\":\"a\u2028b\u2029\u0085\"}", kind: ndwire.KindToolUseSummary, check: summary("a\u2028b\u2029\u0085")},
		{name: "what HTML escapes", line: `{"type":"tool_use_summary","summary":"<a href=\"x\">&</a>"}`, kind: ndwire.KindToolUseSummary, check: summary(`<a href="x">&</a>`)},
		{
			name: "a long string without escapes", line: `{"type":"tool_use_summary","summary":"` + strings.Repeat("A", 1<<20) + `"}`,
			kind: ndwire.KindToolUseSummary, check: summary(strings.Repeat("A", 1<<20)),
		},
		{
			name: "a long string of escapes", line: `{"type":"tool_use_summary","summary":"` + strings.Repeat(`\"`, 1<<16) + `"}`,
			kind: ndwire.KindToolUseSummary, check: summary(strings.Repeat(`"`, 1<<16)),
		},

		// Structure.
		{
			name: "a member twice",
			line: `{"type":"result","subtype":"success","errors":["a"],"usage":{"input_tokens":1,"output_tokens":2,"input_tokens":9},"errors":["b"],
				"modelUsage":{"a":{"inputTokens":1,"outputTokens":1},"a":{"inputTokens":2}}}`,
			kind: ndwire.KindResultSuccess,
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				if m.Usage.InputTokens != 9 || len(m.Errors) != 1 || m.Errors[0] != "b" || m.ModelUsage["a"].InputTokens != 2 || m.ModelUsage["a"].OutputTokens != 0 {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "a message twice",
			line: `{"type":"assistant","message":{"id":"a","content":[{"type":"text","text":"x"}],"x":1},"message":{"id":"b"}}`,
			kind: ndwire.KindAssistant,
			check: check(func(t *testing.T, m *ndwire.AssistantMessage) {
				if m.Message.ID != "b" || m.Message.Content != nil || m.Message.Extra.Len() != 0 {
					t.Errorf("%+v", m.Message)
				}
			}),
		},
		{
			name: "extras of a result",
			line: `{"type":"result","subtype":"error","error":"x","error_code":"EACCES","exit_code":126}`,
			kind: "result/error",
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				var names []string
				for name := range m.Extra.All() {
					names = append(names, name)
				}
				if d := cmp.Diff([]string{"error_code", "exit_code"}, names); d != "" || m.Error != "x" {
					t.Errorf("unknown members (-want +got):\n%s", d)
				}
			}),
		},
		{
			name: "nullable counts",
			line: `{"type":"assistant","message":{"content":[],"usage":{"input_tokens":5,"output_tokens":1,"cache_creation_input_tokens":null,
				"cache_read_input_tokens":null,"server_tool_use":null,"service_tier":null,"cache_creation":null,"iterations":null}}}`,
			kind: ndwire.KindAssistant,
			check: check(func(t *testing.T, m *ndwire.AssistantMessage) {
				u := m.Message.Usage
				if u.InputTokens != 5 || u.CacheCreation.Ephemeral5mInputTokens != 0 || u.Extra.State("service_tier") != decoder.IsNull {
					t.Errorf("%+v", u)
				}
			}),
		},
		{
			name: "counts of a cache that are zero",
			line: `{"type":"assistant","message":{"content":[],"usage":{"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},
				"server_tool_use":{}}}}`,
			kind: ndwire.KindAssistant,
		},
		{
			name: "a line that no SDK has a type for, and that has no ids",
			line: `{"type":"transcript_mirror","filePath":"/f.jsonl","entries":[{"type":"user"}]}`,
			kind: ndwire.KindTranscriptMirror,
			check: check(func(t *testing.T, m *ndwire.TranscriptMirror) {
				if len(m.Entries) != 1 || string(m.Entries[0]) != `{"type":"user"}` {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "a line after the result",
			line: `{"type":"prompt_suggestion","suggestion":"next?","uuid":"u","session_id":"s"}`,
			kind: ndwire.KindPromptSuggestion,
			check: check(func(t *testing.T, m *ndwire.PromptSuggestionMessage) {
				if m.Suggestion != "next?" {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "a goal that is taken back by null",
			line: `{"type":"active_goal","value":null,"uuid":"u","session_id":"s"}`,
			kind: ndwire.KindActiveGoal,
			check: check(func(t *testing.T, m *ndwire.ActiveGoalMessage) {
				if m.Value != nil || m.Extra.State("value") != decoder.Usual {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "a tool that is called with an older name for its input",
			line: `{"type":"control_request","request_id":"req_002","subtype":"can_use_tool","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}`,
			kind: ndwire.KindControlRequestCanUseTool,
			check: check(func(t *testing.T, m *ndwire.ControlRequest) {
				if string(m.Request.(*ndwire.CanUseToolRequest).ToolInput) != `{"command":"rm -rf /"}` {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "a block and an origin that are unknown within known ones",
			line: `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"later","n":1.50}]},
				{"type":"code_execution_tool_result","tool_use_id":"s","content":{"type":"later_result","n":-0}}]},"origin":{"kind":"later"}}`,
			kind: ndwire.KindUser,
			check: check(func(t *testing.T, m *ndwire.UserMessage) {
				blocks := m.Message.Content.Blocks
				if b := blocks[0].(*ndwire.ToolResultBlock).Content.Blocks[0]; b.BlockType() != "later" {
					t.Errorf("%T", b)
				}
				if r := blocks[1].(*ndwire.CodeExecutionToolResultBlock).Content; r.ResultType() != "later_result" {
					t.Errorf("%T", r)
				}
				if m.Origin.OriginKind() != "later" {
					t.Errorf("%T", m.Origin)
				}
			}),
		},
		{
			name: "numbers with fractions where whole ones are expected",
			line: `{"type":"system","subtype":"api_retry","attempt":1.0,"max_retries":1e1,"retry_delay_ms":523.75,"error_status":null,"error":"overloaded"}`,
			kind: ndwire.KindSystemAPIRetry,
			check: check(func(t *testing.T, m *ndwire.APIRetryMessage) {
				if m.Attempt != 1 || m.MaxRetries != 10 || m.RetryDelayMs != 523 || m.ErrorStatus != nil || m.Error != ndwire.ErrOverloaded {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "odd keys of a map",
			line: `{"type":"result","subtype":"success","modelUsage":{"claude-opus-4-6[1m]":{"inputTokens":1},"":{},"__proto__":{},"a.b\u0022":{}}}`,
			kind: ndwire.KindResultSuccess,
			check: check(func(t *testing.T, m *ndwire.ResultMessage) {
				if _, ok := m.ModelUsage[`a.b"`]; !ok || len(m.ModelUsage) != 4 {
					t.Errorf("%v", m.ModelUsage)
				}
			}),
		},
		{
			name: "an unknown block, and unknown members of a known one",
			line: `{"type":"assistant","message":{"content":[{"type":"from_the_future","id":"s","name":"web_search","input":{"query":"x"},"caller":
				{"type":"direct"}},{"type":"tool_use","id":"t","name":"x","input":{},"caller":{"type":"direct"},"weight":{"type":"ephemeral"}}]}}`,
			kind: ndwire.KindAssistant,
			check: check(func(t *testing.T, m *ndwire.AssistantMessage) {
				if _, ok := m.Message.Content[0].(*ndwire.UnknownContentBlock); !ok || m.Message.Content[0].BlockType() != "from_the_future" {
					t.Errorf("%T", m.Message.Content[0])
				}
				u := m.Message.Content[1].(*ndwire.ToolUseBlock)
				if v, _ := u.Extra.Get("weight"); string(v) != `{"type":"ephemeral"}` {
					t.Errorf("weight %s", v)
				}
			}),
		},
		{
			name: "a synthetic answer",
			line: `{"type":"assistant","uuid":"u","message":{"id":"x","container":null,"model":"<synthetic>","role":"assistant",
				"stop_reason":"stop_sequence","stop_sequence":"","type":"message","usage":{"input_tokens":0,"output_tokens":0},
				"content":[{"type":"text","text":"API Error"}]},"isApiErrorMessage":true}`,
			kind: ndwire.KindAssistant,
			check: check(func(t *testing.T, m *ndwire.AssistantMessage) {
				if m.Message.StopSequence == nil || *m.Message.StopSequence != "" || m.Message.Text() != "API Error" {
					t.Errorf("%+v", m.Message)
				}
			}),
		},
		{
			name: "a key source with a slash",
			line: `{"type":"system","subtype":"init","session_id":"s","tools":[],"mcp_servers":[],"apiKeySource":"/login managed key"}`,
			kind: ndwire.KindSystemInit,
		},
		{name: "a status that is over", line: `{"type":"system","subtype":"status","status":null,"uuid":"u","session_id":"s"}`, kind: ndwire.KindSystemStatus},
		{name: "a line that ends in a carriage return", line: "{\"type\":\"keep_alive\"}\r", kind: ndwire.KindKeepAlive},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if k, err := ndwire.Peek([]byte(tt.line)); k != tt.kind || err != nil {
				t.Errorf("Peek %q, %v, want %q", k, err, tt.kind)
			}
			l := unmarshal(t, tt.line)
			if l.Kind() != tt.kind {
				t.Errorf("Kind %q of a %T, want %q", l.Kind(), l, tt.kind)
			}
			if tt.check != nil {
				tt.check(t, l)
			}
			jsontest.Same(t, tt.line, l)
			jsontest.Same(t, tt.line, ndwire.CloneLine(l))
			borrowed, err := ndwire.BorrowLine([]byte(tt.line))
			if d := cmp.Diff(l, borrowed); err != nil || d != "" {
				t.Errorf("BorrowLine %v (-owned +borrowed):\n%s", err, d)
			}
		})
	}
}

// check returns a function that calls look with a line that must be a T.
func check[T ndwire.Line](look func(*testing.T, T)) func(*testing.T, ndwire.Line) {
	return func(t *testing.T, l ndwire.Line) {
		t.Helper()
		m, ok := l.(T)
		if !ok {
			t.Fatalf("it is a %T, want a %T", l, m)
		}
		look(t, m)
	}
}

func summary(want string) func(*testing.T, ndwire.Line) {
	return check(func(t *testing.T, m *ndwire.ToolUseSummaryMessage) {
		t.Helper()
		if m.Summary != want {
			t.Errorf("Summary %.60q, want %.60q", m.Summary, want)
		}
	})
}

// TestTrapsKeepBytes checks that invalid UTF-8 is written back byte for byte, although the Go string has replacement characters.
func TestTrapsKeepBytes(t *testing.T) {
	for _, line := range []string{
		`{"type":"tool_use_summary","uuid":"u","session_id":"s","summary":"cut \ud83c","preceding_tool_use_ids":[]}`,
		"{\"type\":\"tool_use_summary\",\"uuid\":\"u\",\"session_id\":\"s\",\"summary\":\"a\xff\xc3b\",\"preceding_tool_use_ids\":[]}",
		`{"type":"tool_use_summary","uuid":"u","session_id":"s","summary":"","preceding_tool_use_ids":["\udc00"]}`,
		`{"type":"keep_alive","n":1.50,"m":-0,"e":1E+2}`,
	} {
		if got := jsontest.Encode(t, unmarshal(t, line)); got != line {
			t.Errorf("%q is written back as %q", line, got)
		}
	}
}

// TestTrapsSpelling checks that members are written in the order and the spelling of the spec, and that nothing is escaped for HTML.
func TestTrapsSpelling(t *testing.T) {
	m := &ndwire.ToolUseSummaryMessage{BaseMessage: base, Summary: "<&>\u2028 \"\\\n\x01", PrecedingToolUseIDs: []string{"b", "a"}}
	want := `{"type":"tool_use_summary",` + tail[:len(tail)-1] + ",\"summary\":\"<&>\u2028 \\\"\\\\\\n\\u0001\",\"preceding_tool_use_ids\":[\"b\",\"a\"]}"
	if got := jsontest.Encode(t, m); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTrapsBadLines checks that a text that is not a line is an error with its reason, in every way to read it, and never a panic.
func TestTrapsBadLines(t *testing.T) {
	deep := strings.Repeat(`[`, 200_000) + strings.Repeat(`]`, 200_000)
	tests := []struct {
		name   string
		line   string
		reason decoder.Reason
	}{
		{"cut", `{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"te`, decoder.ErrTruncated},
		{"empty", ``, ""},
		{"blank", " \t ", ""},
		{"an array", `[{"type":"system","subtype":"init"}]`, decoder.ErrNotObject},
		{"a number", `42`, decoder.ErrNotObject},
		{"null", `null`, decoder.ErrNotObject},
		{"a string", `"massive error"`, decoder.ErrNotObject},
		{"two records", `{"type":"keep_alive"}{"type":"keep_alive"}`, decoder.ErrTrailing},
		{"trailing text", `{"type":"keep_alive"} x`, decoder.ErrTrailing},
		{"a splice", `{"type":"pr-link","prNu{"parentUuid":"p1","type":"user"}`, decoder.ErrSyntax},
		{"a comma too many", `{"type":"keep_alive",}`, decoder.ErrSyntax},
		{"single quotes", `{'type':'keep_alive'}`, decoder.ErrSyntax},
		{"a comma too few in an unknown member", `{"unknown":{"a":1 "b":2},"type":"keep_alive"}`, decoder.ErrSyntax},
		{"a comma too few in an unknown line", `{"type":"new","a":[1 2]}`, decoder.ErrSyntax},
		{"a comma too few in an input", `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"x","input":{"a":1 "b":2}}]}}`, decoder.ErrSyntax},
		{"a leading zero", `{"type":"keep_alive","n":01}`, decoder.ErrSyntax},
		{"a plus sign", `{"type":"keep_alive","n":+1}`, decoder.ErrSyntax},
		{"no digit before the point", `{"type":"keep_alive","n":.5}`, decoder.ErrSyntax},
		{"no digit behind the point", `{"type":"keep_alive","n":1.}`, decoder.ErrSyntax},
		{"a leading zero in a field", `{"type":"result","num_turns":01}`, decoder.ErrSyntax},
		{"no digit behind the point in a field", `{"type":"result","total_cost_usd":1.}`, decoder.ErrSyntax},
		{"a raw tab", "{\"type\":\"tool_use_summary\",\"summary\":\"a\tb\"}", decoder.ErrSyntax},
		{"a raw tab in an unknown member", "{\"type\":\"keep_alive\",\"x\":\"a\tb\"}", decoder.ErrSyntax},
		{"a bad escape", `{"type":"tool_use_summary","summary":"\x41"}`, decoder.ErrSyntax},
		{"a bad literal", `{"type":"keep_alive","x":nul}`, decoder.ErrSyntax},
		{"too deep in an input", `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"x","input":` + deep + `}]}}`, decoder.ErrTooDeep},
		{"too deep in an unknown line", `{"type":"new","x":` + deep + `}`, decoder.ErrTooDeep},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, read := range map[string]func([]byte) (ndwire.Line, error){
				"UnmarshalLine": ndwire.UnmarshalLine,
				"BorrowLine":    ndwire.BorrowLine,
				"UnmarshalSDKMessage": func(b []byte) (ndwire.Line, error) {
					m, err := ndwire.UnmarshalSDKMessage(b)
					if m == nil {
						return nil, err
					}
					return m, err
				},
				"CheckLine": func(b []byte) (ndwire.Line, error) { return nil, ndwire.CheckLine(b) },
			} {
				l, err := read([]byte(tt.line))
				if l != nil || err == nil {
					t.Errorf("%s: %v, %v", name, l, err)
					continue
				}
				if tt.reason == "" || name == "UnmarshalSDKMessage" {
					continue // it may report first that the line is not a message
				}
				if _, ok := errors.AsType[*decoder.Error](err); !ok || !errors.Is(err, tt.reason) {
					t.Errorf("%s: %v, want the reason %q", name, err, tt.reason)
				}
			}
			var m ndwire.ToolUseSummaryMessage
			if err := m.UnmarshalJSON([]byte(tt.line)); err == nil && !json.Valid([]byte(tt.line)) {
				t.Error("UnmarshalJSON takes it")
			}
		})
	}
}

// TestTrapsDeep reads lines with the deepest nesting that is allowed.
func TestTrapsDeep(t *testing.T) {
	deep := strings.Repeat(`[`, 900) + strings.Repeat(`]`, 900)
	line := `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"x","input":` + deep + `}]}}`
	jsontest.Same(t, line, unmarshal(t, line))
}

// TestTrapsReusedBuffer checks that the texts of a kept message do not change when the next line is read, and do not keep the input in memory.
func TestTrapsReusedBuffer(t *testing.T) {
	buf := []byte(`{"type":"tool_use_summary","summary":"s1","preceding_tool_use_ids":["a"],"uuid":"u","session_id":"s","more":[1]}`)
	l, err := ndwire.UnmarshalLine(buf)
	if err != nil {
		t.Fatal(err)
	}
	want := jsontest.Encode(t, l)
	copy(buf, bytes.Repeat([]byte{'#'}, len(buf)))
	if got := jsontest.Encode(t, l); got != want {
		t.Errorf("%s has become %s", want, got)
	}
}

package rustyclaw_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/rustyclaw"
)

func assistant(blocks ...rustyclaw.ContentBlock) *rustyclaw.AssistantMessage {
	return rustyclaw.NewAssistantMessage(blocks...)
}

// TestVariants reads and writes each variant of each enum of the crate, with each of its fields. Extras are set on the literal where the crate
// flattens.
func TestVariants(t *testing.T) {
	extra := func(members ...string) (x decoder.Extra) {
		for i := 0; i < len(members); i += 2 {
			x.Set(members[i], decoder.Raw(members[i+1]))
		}
		return x
	}
	tests := []struct {
		name string
		kind rustyclaw.Kind
		line string
		want rustyclaw.Line
	}{
		{
			"System::Init", rustyclaw.KindSystemInit,
			`{"type":"system","subtype":"init","session_id":"s","tools":[{"name":"sh","description":"d","input_schema":{"type":"object"}},
				{"name":"cat"}],"mcp_servers":[{"name":"harbour","version":"1.0.0","rank":[1]}],"model":"m","quay":{"n":1}}`,
			&rustyclaw.SystemInit{
				SessionID: "s",
				Tools: []rustyclaw.ToolInfo{
					{Name: "sh", Description: new("d"), InputSchema: decoder.Raw(`{"type":"object"}`)}, {Name: "cat"},
				},
				McpServers: []rustyclaw.McpServerInfo{{Name: "harbour", Extra: extra("version", `"1.0.0"`, "rank", `[1]`)}},
				Extra:      extra("model", `"m"`, "quay", `{"n":1}`),
			},
		},
		{
			"System::CompactBoundary", rustyclaw.KindSystemCompactBoundary,
			`{"type":"system","subtype":"compact_boundary"}`, &rustyclaw.SystemCompactBoundary{},
		},
		{
			"Assistant", rustyclaw.KindAssistant,
			`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"a"}]},"parent_tool_use_id":"t","duration_ms":4294967296}`,
			&rustyclaw.AssistantMessage{
				Message:         rustyclaw.ApiMessage{Role: rustyclaw.RoleAssistant, Content: rustyclaw.BlockContent(&rustyclaw.TextBlock{Text: "a"})},
				ParentToolUseID: new("t"), DurationMs: new(int64(1 << 32)),
			},
		},
		{
			"ContentBlock::Text", rustyclaw.KindAssistant,
			`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":""}]}}`, assistant(&rustyclaw.TextBlock{}),
		},
		{
			"ContentBlock::ToolUse", rustyclaw.KindAssistant,
			`{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"i","name":"n","input":{"a":1}}]}}`,
			assistant(&rustyclaw.ToolUseBlock{ID: "i", Name: "n", Input: decoder.Raw(`{"a":1}`)}),
		},
		{
			"ContentBlock::ToolResult", rustyclaw.KindUser,
			`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"i","content":"x"},
				{"type":"tool_result","tool_use_id":"j","content":{"output":"y"},"is_error":true}]}}`,
			rustyclaw.NewToolResults(&rustyclaw.ToolResultBlock{ToolUseID: "i", Content: rustyclaw.ToolText("x")},
				&rustyclaw.ToolResultBlock{ToolUseID: "j", Content: rustyclaw.ToolObject(decoder.Raw(`{"output":"y"}`)), IsError: true}),
		},
		{
			"ContentBlock::Thinking", rustyclaw.KindAssistant,
			`{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"t"}]}}`,
			assistant(&rustyclaw.ThinkingBlock{Thinking: "t"}),
		},
		{
			"User", rustyclaw.KindUser,
			`{"type":"user","message":{"role":"user","content":[]}}`,
			&rustyclaw.UserMessage{Message: rustyclaw.ApiMessage{Role: rustyclaw.RoleUser, Content: rustyclaw.BlockContent()}},
		},
		{
			"Result::Success", rustyclaw.KindResultSuccess,
			`{"type":"result","subtype":"success","result":"r","duration_ms":1500,"num_turns":3,"session_id":"s","total_cost_usd":0.025,
				"usage":{"input_tokens":2147483647,"output_tokens":350}}`,
			&rustyclaw.ResultSuccess{
				Result: "r", DurationMs: new(int64(1500)), NumTurns: new(3), SessionID: new("s"), TotalCostUSD: new(0.025),
				Usage: &rustyclaw.UsageInfo{InputTokens: 2147483647, OutputTokens: 350},
			},
		},
		{
			"Result::Error", rustyclaw.KindResultError,
			`{"type":"result","subtype":"error","error":"e","error_code":"EACCES","exit_code":126}`,
			&rustyclaw.ResultError{Error: "e", Extra: extra("error_code", `"EACCES"`, "exit_code", `126`)},
		},
		{
			"Result::InputRequired", rustyclaw.KindResultInputRequired,
			`{"type":"result","subtype":"input_required"}`, &rustyclaw.ResultInputRequired{},
		},
		{
			"RateLimitEvent", rustyclaw.KindRateLimitEvent,
			`{"type":"rate_limit_event","a":1,"b":{"c":null}}`, &rustyclaw.RateLimitEvent{Extra: extra("a", `1`, "b", `{"c":null}`)},
		},
		{
			"McpMessage", rustyclaw.KindMcpMessage,
			`{"type":"mcp_message","a":1,"b":["x"]}`, &rustyclaw.McpMessage{Extra: extra("a", `1`, "b", `["x"]`)},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := unmarshal(t, tt.line)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("read (-want +got):\n%s", d)
			}
			jsontest.Same(t, tt.line, got)
			jsontest.Same(t, tt.line, tt.want)
			if d := cmp.Diff(tt.want, rustyclaw.CloneLine(got)); d != "" {
				t.Errorf("clone (-want +got):\n%s", d)
			}
			if kind, err := rustyclaw.Peek([]byte(tt.line)); kind != tt.kind || err != nil || got.Kind() != tt.kind {
				t.Errorf("Peek %q, %v, Kind %q, want %q", kind, err, got.Kind(), tt.kind)
			}
			if err := rustyclaw.CheckLine([]byte(tt.line)); err != nil {
				t.Errorf("CheckLine: %v", err)
			}
			text, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			var again rustyclaw.AnyLine
			if err := json.Unmarshal(text, &again); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, again.Line); d != "" {
				t.Errorf("through encoding/json (-want +got):\n%s", d)
			}
		})
	}
}

// TestTags checks that tags alone choose the case: the same members with another tag are another case, at any position of the tag.
func TestTags(t *testing.T) {
	tests := []struct {
		line string
		want rustyclaw.Line
		kind rustyclaw.Kind
	}{
		{`{"session_id":"s","subtype":"init","tools":[],"type":"system"}`, &rustyclaw.SystemInit{}, "system/init"},
		{`{"session_id":"s","subtype":"compact_boundary","tools":[],"type":"system"}`, &rustyclaw.SystemCompactBoundary{}, "system/compact_boundary"},
		{`{"session_id":"s","subtype":"nap","tools":[],"type":"system"}`, &rustyclaw.UnknownMessage{}, "system/nap"},
		{`{"error":"x","result":"y","subtype":"success","type":"result"}`, &rustyclaw.ResultSuccess{}, "result/success"},
		{`{"error":"x","result":"y","subtype":"error","type":"result"}`, &rustyclaw.ResultError{}, "result/error"},
		{`{"error":"x","result":"y","subtype":"input_required","type":"result"}`, &rustyclaw.ResultInputRequired{}, "result/input_required"},
		{`{"error":"x","result":"y","subtype":"error_max_turns","type":"result"}`, &rustyclaw.ResultFailure{}, "result/error_max_turns"},
		{`{"error":"x","result":"y","subtype":"nap","type":"result"}`, &rustyclaw.UnknownMessage{}, "result/nap"},
		{`{"message":{"role":"assistant","content":[]},"type":"user"}`, &rustyclaw.UserMessage{}, "user"},
		{`{"message":{"role":"user","content":[]},"type":"assistant"}`, &rustyclaw.AssistantMessage{}, "assistant"},
		{`{"message":{},"type":"ControlRequest"}`, &rustyclaw.UnknownMessage{}, "ControlRequest"},
		{`{"event_type":"message_start","data":{"message_id":"m"}}`, &rustyclaw.UnknownMessage{}, ""},
		{`{"type":"stream_event","event_type":"message_start","data":{}}`, &rustyclaw.UnknownMessage{}, "stream_event"},
	}
	for _, tt := range tests {
		m := unmarshal(t, tt.line)
		if reflect.TypeOf(m) != reflect.TypeOf(tt.want) || m.Kind() != tt.kind {
			t.Errorf("%s is a %T of kind %q, want a %T of %q", tt.line, m, m.Kind(), tt.want, tt.kind)
		}
		if kind, err := rustyclaw.Peek([]byte(tt.line)); kind != tt.kind || err != nil {
			t.Errorf("%s: Peek %q, %v", tt.line, kind, err)
		}
		jsontest.Same(t, tt.line, m)
	}

	blocks := map[string]rustyclaw.ContentBlock{
		"text": &rustyclaw.TextBlock{}, "tool_use": &rustyclaw.ToolUseBlock{}, "tool_result": &rustyclaw.ToolResultBlock{},
		"thinking": &rustyclaw.ThinkingBlock{}, "hologram": &rustyclaw.UnknownContentBlock{},
	}
	for tag, want := range blocks {
		text := `{"text":"a","id":"i","name":"n","input":{},"tool_use_id":"i","content":"c","thinking":"t","type":"` + tag + `"}`
		b, err := rustyclaw.UnmarshalContentBlock([]byte(text))
		if err != nil || reflect.TypeOf(b) != reflect.TypeOf(want) {
			t.Errorf("%s is a %T, %v, want a %T", text, b, err, want)
			continue
		}
		if b.BlockType() != tag {
			t.Errorf("BlockType %q, want %q", b.BlockType(), tag)
		}
		jsontest.Same(t, text, b)
	}
}

// TestParts checks that the parts of the union have the names of the crate, and a getter for the tag.
func TestParts(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"system","subtype":"init"}`: "init", `{"type":"system","subtype":"compact_boundary"}`: "compact_boundary",
	} {
		m, err := rustyclaw.UnmarshalSystemMessage([]byte(line))
		if err != nil || m.GetSubtype() != want {
			t.Errorf("%s: %v, %v", line, m, err)
		}
	}
	for line, want := range map[string]string{
		`{"type":"result","subtype":"success"}`: "success", `{"type":"result","subtype":"error"}`: "error",
		`{"type":"result","subtype":"input_required"}`:  "input_required",
		`{"type":"result","subtype":"error_max_turns"}`: "error_max_turns",
	} {
		m, err := rustyclaw.UnmarshalResultMessage([]byte(line))
		if err != nil || m.GetSubtype() != want {
			t.Errorf("%s: %v, %v", line, m, err)
		}
	}
	if m, err := rustyclaw.UnmarshalResultMessage([]byte(`{"type":"assistant"}`)); m != nil || err == nil {
		t.Errorf("an assistant message as a result: %v, %v", m, err)
	}
}

// TestStreamEvent checks that a StreamEvent is not a line.
func TestStreamEvent(t *testing.T) {
	const text = `{"event_type":"message_start","data":{"message_id":"msg_tide1"}}`
	var e rustyclaw.StreamEvent
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		t.Fatal(err)
	}
	want := rustyclaw.StreamEvent{EventType: "message_start", Data: decoder.Raw(`{"message_id":"msg_tide1"}`)}
	if d := cmp.Diff(want, e); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	jsontest.Same(t, text, &e)
	jsontest.Same(t, text, &want)
	if _, ok := any(&e).(rustyclaw.Line); ok {
		t.Error("a StreamEvent is a Line")
	}
	if id, _ := e.Data.Get("message_id"); string(id) != `"msg_tide1"` {
		t.Errorf("message_id %s", id)
	}
}

// TestMessageIsALine checks that Message is another name of Line.
func TestMessageIsALine(t *testing.T) {
	const line = `{"type":"user","message":{"role":"user","content":[]}}`
	m, err := rustyclaw.UnmarshalMessage([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(unmarshal(t, line), m); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if m, err := rustyclaw.UnmarshalMessage([]byte(`42`)); m != nil || err == nil {
		t.Errorf("a number: %v, %v", m, err)
	}
}

func TestEnums(t *testing.T) {
	for got, want := range map[rustyclaw.Role]string{rustyclaw.RoleUser: "user", rustyclaw.RoleAssistant: "assistant"} {
		if string(got) != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	m := as[*rustyclaw.UserMessage](t, `{"type":"user","message":{"role":"pilot","content":[]}}`)
	if m.Message.Role != "pilot" {
		t.Errorf("Role %q", m.Message.Role)
	}
	for want, got := range map[string]rustyclaw.ResultFailureSubtype{
		"error_during_execution": rustyclaw.FailureDuringExecution, "error_max_turns": rustyclaw.FailureMaxTurns,
		"error_max_budget_usd": rustyclaw.FailureMaxBudget, "error_max_structured_output_retries": rustyclaw.FailureMaxStructuredRetries,
	} {
		line := `{"type":"result","subtype":"` + want + `","errors":["e"],"is_error":true}`
		m := as[*rustyclaw.ResultFailure](t, line)
		if m.Subtype != got {
			t.Errorf("Subtype %q, want %q", m.Subtype, got)
		}
		jsontest.Same(t, line, m)
		jsontest.Same(t, line, rustyclaw.NewResultFailure(got, "e"))
	}
}

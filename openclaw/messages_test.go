package openclaw_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
)

const (
	usageText = `{"input":1500,"output":200,"cacheRead":30,"cacheWrite":40,"totalTokens":1700,` +
		`"cost":{"input":0.0225,"output":0.015,"cacheRead":0.001,"cacheWrite":0.028,"total":0.0655}}`
	assistantText = `{"role":"assistant","content":[{"type":"text","text":"Hi"}],"api":"anthropic-messages","provider":"anthropic",` +
		`"model":"claude-opus-4-6","usage":` + usageText + `,"stopReason":"stop","timestamp":1740000001000}`
	userText   = `{"role":"user","content":"Hello","timestamp":1740000000000}`
	resultText = `{"role":"toolResult","toolCallId":"call_1","toolName":"read","content":[{"type":"text","text":"x"}],"isError":false,"timestamp":3}`
)

func usage() openclaw.Usage {
	return openclaw.Usage{
		Input: 1500, Output: 200, CacheRead: 30, CacheWrite: 40, TotalTokens: 1700,
		Cost: openclaw.Cost{Input: 0.0225, Output: 0.015, CacheRead: 0.001, CacheWrite: 0.028, Total: 0.0655},
	}
}

func assistant() openclaw.AssistantMessage {
	return openclaw.AssistantMessage{
		Content: []openclaw.ContentBlock{&openclaw.TextContent{Text: "Hi"}},
		API:     openclaw.APIAnthropicMessages, Provider: "anthropic", Model: "claude-opus-4-6", Usage: usage(),
		StopReason: openclaw.StopReasonStop, Timestamp: 1740000001000,
	}
}

func user() *openclaw.UserMessage {
	return &openclaw.UserMessage{Content: openclaw.StringContent("Hello"), Timestamp: 1740000000000}
}

func result() openclaw.ToolResultMessage {
	return openclaw.ToolResultMessage{
		ToolCallID: "call_1", ToolName: "read", Content: []openclaw.ContentBlock{&openclaw.TextContent{Text: "x"}}, Timestamp: 3,
	}
}

func blockEvent() openclaw.BlockEvent {
	return openclaw.BlockEvent{ContentIndex: 2, Partial: decoder.Raw(assistantText)}
}

// lines has every kind of message and event, and the equal Go literal.
var lines = []struct {
	line string
	want openclaw.Line
	kind openclaw.Kind
}{
	// Messages
	{userText, user(), openclaw.KindUser},
	{
		`{"role":"user","content":[{"type":"text","text":"What's this?"},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}],"timestamp":1}`,
		&openclaw.UserMessage{Content: openclaw.BlockContent(
			&openclaw.TextContent{Text: "What's this?"}, &openclaw.ImageContent{Data: "iVBORw0KGgo=", MimeType: "image/png"},
		), Timestamp: 1},
		openclaw.KindUser,
	},
	{assistantText, new(assistant()), openclaw.KindAssistant},
	{
		`{"role":"assistant","content":[{"type":"thinking","thinking":"hm","thinkingSignature":"s"},{"type":"text","text":"a","textSignature":"t"},` +
			`{"type":"toolCall","id":"call_1","name":"read","arguments":{"file_path":"/x"},"thoughtSignature":"g"}],"api":"chat","provider":"p",` +
			`"model":"m","usage":` + usageText + `,"stopReason":"error","errorMessage":"no","timestamp":2}`,
		&openclaw.AssistantMessage{
			Content: []openclaw.ContentBlock{
				&openclaw.ThinkingContent{Thinking: "hm", ThinkingSignature: new("s")},
				&openclaw.TextContent{Text: "a", TextSignature: new("t")},
				&openclaw.ToolCall{ID: "call_1", Name: "read", Arguments: decoder.Raw(`{"file_path":"/x"}`), ThoughtSignature: new("g")},
			},
			API: "chat", Provider: "p", Model: "m", Usage: usage(), StopReason: openclaw.StopReasonError, ErrorMessage: new("no"), Timestamp: 2,
		},
		openclaw.KindAssistant,
	},
	{resultText, new(result()), openclaw.KindToolResult},
	{
		`{"role":"toolResult","toolCallId":"c","toolName":"n","content":[{"type":"image","data":"aQ==","mimeType":"image/jpeg"}],"details":{"lines":200},` +
			`"isError":true,"timestamp":4}`,
		&openclaw.ToolResultMessage{
			ToolCallID: "c", ToolName: "n", Content: []openclaw.ContentBlock{&openclaw.ImageContent{Data: "aQ==", MimeType: "image/jpeg"}},
			Details: decoder.Raw(`{"lines":200}`), IsError: true, Timestamp: 4,
		},
		openclaw.KindToolResult,
	},

	// AssistantMessageEvent
	{
		`{"type":"start","partial":` + assistantText + `}`,
		&openclaw.StartEvent{Partial: decoder.Raw(assistantText)}, openclaw.KindStart,
	},
	{
		`{"type":"done","reason":"length","message":` + assistantText + `}`,
		&openclaw.DoneEvent{Reason: openclaw.StopReasonLength, Message: assistant()}, openclaw.KindDone,
	},
	{
		`{"type":"error","reason":"aborted","error":` + assistantText + `}`,
		&openclaw.ErrorEvent{Reason: openclaw.StopReasonAborted, Error: assistant()}, openclaw.KindError,
	},
	{
		`{"type":"text_start","contentIndex":2,"partial":` + assistantText + `}`,
		&openclaw.TextStartEvent{BlockEvent: blockEvent()}, openclaw.KindTextStart,
	},
	{
		`{"type":"text_delta","contentIndex":2,"delta":"d","partial":` + assistantText + `}`,
		&openclaw.TextDeltaEvent{BlockEvent: blockEvent(), Delta: "d"}, openclaw.KindTextDelta,
	},
	{
		`{"type":"text_end","contentIndex":2,"content":"c","partial":` + assistantText + `}`,
		&openclaw.TextEndEvent{BlockEvent: blockEvent(), Content: "c"}, openclaw.KindTextEnd,
	},
	{
		`{"type":"thinking_start","contentIndex":2,"partial":` + assistantText + `}`,
		&openclaw.ThinkingStartEvent{BlockEvent: blockEvent()}, openclaw.KindThinkingStart,
	},
	{
		`{"type":"thinking_delta","contentIndex":2,"delta":"d","partial":` + assistantText + `}`,
		&openclaw.ThinkingDeltaEvent{BlockEvent: blockEvent(), Delta: "d"}, openclaw.KindThinkingDelta,
	},
	{
		`{"type":"thinking_end","contentIndex":2,"content":"c","partial":` + assistantText + `}`,
		&openclaw.ThinkingEndEvent{BlockEvent: blockEvent(), Content: "c"}, openclaw.KindThinkingEnd,
	},
	{
		`{"type":"toolcall_start","contentIndex":2,"partial":` + assistantText + `}`,
		&openclaw.ToolCallStartEvent{BlockEvent: blockEvent()}, openclaw.KindToolCallStart,
	},
	{
		`{"type":"toolcall_delta","contentIndex":2,"delta":"{\"a\"","partial":` + assistantText + `}`,
		&openclaw.ToolCallDeltaEvent{BlockEvent: blockEvent(), Delta: `{"a"`}, openclaw.KindToolCallDelta,
	},
	{
		`{"type":"toolcall_end","contentIndex":2,"toolCall":{"type":"toolCall","id":"c","name":"n","arguments":{}},"partial":` + assistantText + `}`,
		&openclaw.ToolCallEndEvent{BlockEvent: blockEvent(), ToolCall: openclaw.ToolCall{ID: "c", Name: "n", Arguments: decoder.Raw(`{}`)}},
		openclaw.KindToolCallEnd,
	},

	// AgentEvent
	{`{"type":"agent_start"}`, &openclaw.AgentStartEvent{}, openclaw.KindAgentStart},
	{
		`{"type":"agent_end","messages":[` + userText + `,` + assistantText + `]}`,
		&openclaw.AgentEndEvent{Messages: []openclaw.AgentMessage{user(), new(assistant())}}, openclaw.KindAgentEnd,
	},
	{`{"type":"turn_start"}`, &openclaw.TurnStartEvent{}, openclaw.KindTurnStart},
	{
		`{"type":"turn_end","message":` + assistantText + `,"toolResults":[` + resultText + `]}`,
		&openclaw.TurnEndEvent{Message: new(assistant()), ToolResults: []openclaw.ToolResultMessage{result()}}, openclaw.KindTurnEnd,
	},
	{`{"type":"message_start","message":` + userText + `}`, &openclaw.MessageStartEvent{Message: user()}, openclaw.KindMessageStart},
	{
		`{"type":"message_update","message":` + assistantText + `,"assistantMessageEvent":{"type":"text_delta","contentIndex":2,"delta":"d","partial":` +
			assistantText + `}}`,
		&openclaw.MessageUpdateEvent{
			Message:               decoder.Raw(assistantText),
			AssistantMessageEvent: &openclaw.TextDeltaEvent{BlockEvent: blockEvent(), Delta: "d"},
		},
		openclaw.KindMessageUpdate,
	},
	{`{"type":"message_end","message":` + assistantText + `}`, &openclaw.MessageEndEvent{Message: new(assistant())}, openclaw.KindMessageEnd},
	{
		`{"type":"tool_execution_start","toolCallId":"c","toolName":"n","args":{"a":1}}`,
		&openclaw.ToolExecutionStartEvent{ToolCallID: "c", ToolName: "n", Args: decoder.Raw(`{"a":1}`)}, openclaw.KindToolExecutionStart,
	},
	{
		`{"type":"tool_execution_update","toolCallId":"c","toolName":"n","args":{"a":1},"partialResult":"so far"}`,
		&openclaw.ToolExecutionUpdateEvent{ToolCallID: "c", ToolName: "n", Args: decoder.Raw(`{"a":1}`), PartialResult: decoder.Raw(`"so far"`)},
		openclaw.KindToolExecutionUpdate,
	},
	{
		`{"type":"tool_execution_end","toolCallId":"c","toolName":"n","result":[1],"isError":true}`,
		&openclaw.ToolExecutionEndEvent{ToolCallID: "c", ToolName: "n", Result: decoder.Raw(`[1]`), IsError: true}, openclaw.KindToolExecutionEnd,
	},
}

// TestLines checks that each line is decoded to its literal, and that both are written as the line.
func TestLines(t *testing.T) {
	for _, tt := range slices.Concat(lines, entries, roles, modes, trajectories) {
		name := reflect.TypeOf(tt.want).Elem().Name()
		t.Run(name, func(t *testing.T) {
			got := unmarshal(t, tt.line)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("decoded (-want +got):\n%s", d)
			}
			jsontest.Same(t, tt.line, tt.want)
			jsontest.Same(t, tt.line, got)
			jsontest.Same(t, tt.line, openclaw.CloneLine(got))
			kind, err := openclaw.Peek([]byte(tt.line))
			if err != nil || kind != tt.kind || tt.want.Kind() != tt.kind {
				t.Errorf("Peek %q, %v; Kind %q; want %q", kind, err, tt.want.Kind(), tt.kind)
			}
			if err := openclaw.CheckLine([]byte(tt.line)); err != nil {
				t.Errorf("CheckLine: %v", err)
			}
		})
	}
}

// TestParts checks that Line has the parts of the description: 3 messages, 12 events and 10 events.
func TestParts(t *testing.T) {
	var messages, streamed, agent int
	seen := map[reflect.Type]bool{}
	for _, tt := range lines {
		if seen[reflect.TypeOf(tt.want)] {
			continue
		}
		seen[reflect.TypeOf(tt.want)] = true
		typ, _ := tt.kind.Cut()
		switch m := tt.want.(type) {
		case openclaw.Message:
			messages++
			if m.GetRole() != typ {
				t.Errorf("%T: role %q, want %q", m, m.GetRole(), typ)
			}
		case openclaw.AssistantMessageEvent:
			streamed++
			if m.EventType() != typ {
				t.Errorf("%T: type %q, want %q", m, m.EventType(), typ)
			}
		case openclaw.AgentEvent:
			agent++
			if m.EventType() != typ {
				t.Errorf("%T: type %q, want %q", m, m.EventType(), typ)
			}
		default:
			t.Errorf("%T is a part of nothing", m)
		}
	}
	if messages != 3 || streamed != 12 || agent != 10 {
		t.Errorf("%d messages, %d streamed events, %d agent events; want 3, 12, 10", messages, streamed, agent)
	}
}

func TestStopReasons(t *testing.T) {
	for text, want := range map[string]openclaw.StopReason{
		"stop": openclaw.StopReasonStop, "length": openclaw.StopReasonLength, "toolUse": openclaw.StopReasonToolUse,
		"error": openclaw.StopReasonError, "aborted": openclaw.StopReasonAborted, "deferred": openclaw.StopReasonDeferred, "tired": "tired",
	} {
		line := `{"role":"assistant","content":[],"stopReason":"` + text + `"}`
		m := as[*openclaw.AssistantMessage](t, line)
		if m.StopReason != want || want.Known() != (text != "tired") {
			t.Errorf("%s: %q, known %v", text, m.StopReason, want.Known())
		}
		jsontest.Same(t, line, m)
	}
}

// TestCustomRoles checks that a message with an unknown role keeps its text, at all places of messages.
func TestCustomRoles(t *testing.T) {
	custom := `{"role":"notification","level":"info","content":{"b":1,"a":2},"timestamp":5}`
	m, err := openclaw.UnmarshalAgentMessage([]byte(custom))
	u, ok := m.(*openclaw.UnknownAgentMessage)
	if err != nil || !ok || string(u.Raw) != custom || u.GetRole() != "notification" || u.GetTimestamp() != 5 {
		t.Errorf("%+v, %v", m, err)
	}
	entry := `{"type":"message","id":"00000001","parentId":null,"timestamp":"t","message":` + custom + `}`
	e := as[*openclaw.MessageEntry](t, entry)
	if u, ok := e.Message.(*openclaw.UnknownAgentMessage); !ok || string(u.Raw) != custom {
		t.Errorf("in an entry: %+v", e.Message)
	}
	if kind, _ := openclaw.Peek([]byte(entry)); kind != "message/notification" || e.Kind() != kind {
		t.Errorf("Peek %q, Kind %q", kind, e.Kind())
	}
	jsontest.Same(t, entry, e)
	end := as[*openclaw.AgentEndEvent](t, `{"type":"agent_end","messages":[`+custom+`]}`)
	if u, ok := end.Messages[0].(*openclaw.UnknownAgentMessage); !ok || string(u.Raw) != custom {
		t.Errorf("in a list: %+v", end.Messages[0])
	}
	line := as[*openclaw.UnknownLine](t, custom)
	if string(line.Raw) != custom || line.Kind() != "notification" {
		t.Errorf("as a line: %s, kind %q", line.Raw, line.Kind())
	}
	var msg openclaw.Message = u // the unknown case is a case of every part
	if msg.GetRole() != "notification" {
		t.Errorf("role %q", msg.GetRole())
	}
}

// TestReplyPayload checks that ReplyPayload is a type, but no line.
func TestReplyPayload(t *testing.T) {
	tests := []struct {
		text string
		want openclaw.ReplyPayload
	}{
		{`{}`, openclaw.ReplyPayload{}},
		{
			`{"text":"*Hi*","mediaUrl":"https://x/1.png","mediaUrls":["https://x/2.png"],"replyToId":"m1","replyToTag":true,"replyToCurrent":true,` +
				`"audioAsVoice":true,"isError":true,"channelData":{"telegram":{"silent":true}}}`,
			openclaw.ReplyPayload{
				Text: "*Hi*", MediaURL: "https://x/1.png", MediaURLs: []string{"https://x/2.png"}, ReplyToID: "m1", ReplyToTag: true,
				ReplyToCurrent: true, AudioAsVoice: true, IsError: true, ChannelData: decoder.Raw(`{"telegram":{"silent":true}}`),
			},
		},
		{`{"mediaUrls":[]}`, openclaw.ReplyPayload{MediaURLs: []string{}}},
	}
	for _, tt := range tests {
		var got openclaw.ReplyPayload
		if err := json.Unmarshal([]byte(tt.text), &got); err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		jsontest.Same(t, tt.text, &tt.want)
		jsontest.Same(t, tt.text, &got)
	}
	if l := unmarshal(t, `{"text":"Hi"}`); l.Kind() != "" {
		t.Errorf("a payload as a line: %T, kind %q", l, l.Kind())
	}
}

func TestContent(t *testing.T) {
	m := openclaw.AssistantMessage{Content: []openclaw.ContentBlock{
		&openclaw.ThinkingContent{Thinking: "not this"}, &openclaw.TextContent{Text: "a"}, &openclaw.ToolCall{ID: "1"},
		&openclaw.ToolUse{ToolCall: openclaw.ToolCall{ID: "2"}}, &openclaw.TextContent{Text: "b"},
		&openclaw.FunctionCall{ToolCall: openclaw.ToolCall{ID: "3"}},
	}}
	if m.Text() != "ab" {
		t.Errorf("Text %q", m.Text())
	}
	var ids []string
	for call := range m.ToolCalls() {
		ids = append(ids, call.ID)
	}
	if d := cmp.Diff([]string{"1", "2", "3"}, ids); d != "" {
		t.Errorf("ToolCalls (-want +got):\n%s", d)
	}
	for range m.ToolCalls() {
		break // the iterator must allow it
	}
	r := openclaw.ToolResultMessage{Content: m.Content[1:2]}
	if r.Text() != "a" {
		t.Errorf("Text of a result %q", r.Text())
	}
	for _, c := range []openclaw.MessageContent{openclaw.StringContent("ab"), openclaw.BlockContent(m.Content...)} {
		if c.PlainText() != "ab" {
			t.Errorf("PlainText of %v: %q", c.Type, c.PlainText())
		}
	}
	jsontest.Same(t, `""`, new(openclaw.StringContent("")))
	jsontest.Same(t, `[]`, new(openclaw.BlockContent()))
}

func TestSignature(t *testing.T) {
	for _, tt := range []struct {
		text *string
		want openclaw.TextSignature
		ok   bool
	}{
		{nil, openclaw.TextSignature{}, false},
		{new("msg_1"), openclaw.TextSignature{ID: "msg_1"}, true},
		{new(`{"v":1,"id":"msg_1","phase":"final_answer"}`), openclaw.TextSignature{V: 1, ID: "msg_1", Phase: "final_answer"}, true},
		{new(`{"v":1}`), openclaw.TextSignature{ID: `{"v":1}`}, true},
		{new(`{no JSON`), openclaw.TextSignature{ID: `{no JSON`}, true},
	} {
		got, ok := (&openclaw.TextContent{TextSignature: tt.text}).Signature()
		if d := cmp.Diff(tt.want, got); d != "" || ok != tt.ok {
			t.Errorf("%v (-want +got), %v:\n%s", tt.text, ok, d)
		}
	}
}

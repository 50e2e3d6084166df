package openclaw_test

import (
	"errors"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
)

const emptyResponse = `{"role":"assistant","content":[],"api":"a","provider":"p","model":"m","usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,` +
	`"totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},"stopReason":"stop","timestamp":1}`

// check returns a function that checks a line's Go type and its content.
func check[T openclaw.Line](f func(t *testing.T, m T)) func(*testing.T, openclaw.Line) {
	return func(t *testing.T, l openclaw.Line) {
		m, ok := l.(T)
		if !ok {
			t.Fatalf("a %T, want a %T", l, *new(T))
		}
		if f != nil {
			f(t, m)
		}
	}
}

// TestTraps reads lines of the form of real ones that a decoder easily gets wrong. Each must have its kind and be written back unchanged.
func TestTraps(t *testing.T) {
	tests := []struct {
		name  string
		line  string
		kind  openclaw.Kind
		check func(*testing.T, openclaw.Line)
	}{
		// Several tags.
		{
			name:  "no type, but a role",
			line:  `{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[],"isError":false,"timestamp":1740000002000}`,
			kind:  openclaw.KindToolResult,
			check: check[*openclaw.ToolResultMessage](nil),
		},
		{
			name:  "a role at the end",
			line:  `{"content":"x","timestamp":1,"role":"user"}`,
			kind:  openclaw.KindUser,
			check: check[*openclaw.UserMessage](nil),
		},
		{
			name: "a type, and a role beside it",
			line: `{"role":"user","type":"agent_start"}`,
			kind: openclaw.KindAgentStart,
			check: check(func(t *testing.T, m *openclaw.AgentStartEvent) {
				if v, _ := m.Extra.Get("role"); string(v) != `"user"` {
					t.Errorf("role %s", v)
				}
			}),
		},
		{
			name:  "a type that is none, and a role",
			line:  `{"type":null,"role":"user","content":"x"}`,
			check: check[*openclaw.UnknownLine](nil),
		},
		{
			name:  "a role that is none",
			line:  `{"role":7}`,
			check: check[*openclaw.UnknownLine](nil),
		},
		{
			name:  "nothing",
			line:  `{}`,
			check: check[*openclaw.UnknownLine](nil),
		},
		{
			name:  "an event whose name other protocols have",
			line:  `{"type":"message_start","message":` + emptyResponse + `}`,
			kind:  openclaw.KindMessageStart,
			check: check[*openclaw.MessageStartEvent](nil),
		},
		{
			name: "message_start of the Messages API",
			line: `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"m"}}`,
			kind: openclaw.KindMessageStart,
			check: check(func(t *testing.T, m *openclaw.MessageStartEvent) {
				if a, ok := m.Message.(*openclaw.AssistantMessage); !ok || a.Extra.Len() != 2 {
					t.Errorf("%+v", m.Message)
				}
			}),
		},
		{
			name: "error as a value, a key and an object",
			line: `{"type":"error","reason":"aborted","error":` + emptyResponse + `}`,
			kind: openclaw.KindError,
			check: check(func(t *testing.T, m *openclaw.ErrorEvent) {
				if m.Reason != openclaw.StopReasonAborted || m.Error.Model != "m" {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "error as a string",
			line: `{"type":"error","error":"overloaded"}`,
			kind: openclaw.KindError,
			check: check(func(t *testing.T, m *openclaw.ErrorEvent) {
				if string(m.Extra.OddValue("error")) != `"overloaded"` {
					t.Errorf("odd %s", m.Extra.OddValue("error"))
				}
			}),
		},
		{
			name: "the role one level down, and two times of two kinds",
			line: `{"type":"message","id":"a1b2c3d4","parentId":null,"timestamp":"2024-12-03T14:00:01.000Z","message":{"role":"user","content":"Hello","timestamp":1733234401000}}`,
			kind: openclaw.KindMessageUser,
			check: check(func(t *testing.T, m *openclaw.MessageEntry) {
				if u, ok := m.Message.(*openclaw.UserMessage); !ok || u.Timestamp != 1733234401000 || m.Timestamp != "2024-12-03T14:00:01.000Z" {
					t.Errorf("%+v, %+v", m, m.Message)
				}
			}),
		},
		{
			name:  "an entry without a message",
			line:  `{"type":"message","id":"a1b2c3d4","parentId":null,"timestamp":"t"}`,
			kind:  openclaw.KindMessage,
			check: check[*openclaw.MessageEntry](nil),
		},
		{
			name:  "an entry whose message is a string",
			line:  `{"type":"message","id":"a1b2c3d4","parentId":null,"timestamp":"t","message":"x"}`,
			kind:  openclaw.KindMessage,
			check: check[*openclaw.MessageEntry](nil),
		},
		{
			name: "the message's type before that of the entry",
			line: `{"message":{"type":"session","role":"assistant","content":[{"type":"text","text":"{\"type\":\"label\"}"}]},"type":"message"}`,
			kind: openclaw.KindMessageAssistant,
		},
		{name: "escaped tags", line: `{"\u0074ype":"mess\u0061ge","message":{"r\u006fle":"\u0075ser"}}`, kind: openclaw.KindMessageUser},
		{name: "spaces", line: `{ "role" : "user" , "content" : [ ] }`, kind: openclaw.KindUser},
		{
			name: "two roles, of which the last counts",
			line: `{"role":"user","content":[],"role":"assistant"}`,
			kind: openclaw.KindAssistant,
		},
		{
			name:  "a line of the Agent SDK",
			line:  `{"type":"assistant","message":{"role":"assistant","content":[]},"parent_tool_use_id":null,"session_id":"s"}`,
			kind:  "assistant~/assistant",
			check: check[*openclaw.UnknownLine](nil),
		},

		// One member, several JSON types.
		{
			name: "contents that are empty, null and absent",
			line: `{"type":"agent_end","messages":[{"role":"user","content":[]},{"role":"user","content":""},{"role":"user","content":null},{"role":"user"}]}`,
			kind: openclaw.KindAgentEnd,
			check: check(func(t *testing.T, m *openclaw.AgentEndEvent) {
				for i, want := range []decoder.JSONType{decoder.Array, decoder.String, decoder.Null, decoder.Invalid} {
					if u := m.Messages[i].(*openclaw.UserMessage); u.Content.Type != want {
						t.Errorf("%d: %v, want %v", i, u.Content.Type, want)
					}
				}
			}),
		},
		{
			name: "a response whose content is a string",
			line: `{"role":"assistant","content":"Hello","usage":{"input":1}}`,
			kind: openclaw.KindAssistant,
			check: check(func(t *testing.T, m *openclaw.AssistantMessage) {
				if m.Content != nil || string(m.Extra.OddValue("content")) != `"Hello"` || m.Usage.Input != 1 {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "blocks of unknown kinds, and elements that are none",
			line: `{"role":"user","content":[{"type":"video","url":"u"},"bare",null,{"text":"no type"}]}`,
			kind: openclaw.KindUser,
			check: check(func(t *testing.T, m *openclaw.UserMessage) {
				if len(m.Content.Blocks) != 4 || m.Content.Blocks[0].BlockType() != "video" || m.Content.Blocks[3].BlockType() != "" {
					t.Errorf("%+v", m.Content)
				}
			}),
		},
		{
			name: "signatures that are an id and JSON",
			line: `{"role":"assistant","content":[{"type":"text","text":"ok","textSignature":"msg_1"},{"type":"text","text":"ok","textSignature":"{\"v\":1,\"id\":\"msg_2\"}"}]}`,
			kind: openclaw.KindAssistant,
			check: check(func(t *testing.T, m *openclaw.AssistantMessage) {
				for i, want := range []openclaw.TextSignature{{ID: "msg_1"}, {V: 1, ID: "msg_2"}} {
					if got, _ := m.Content[i].(*openclaw.TextContent).Signature(); got.ID != want.ID || got.V != want.V {
						t.Errorf("%+v, want %+v", got, want)
					}
				}
			}),
		},
		{
			name: "arguments that are not an object, and under another name",
			line: `{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"n","arguments":null},{"type":"toolCall","id":"2","name":"n","arguments":"{"},` +
				`{"type":"toolUse","id":"3","name":"n","input":{"a":1}},{"type":"toolCall","id":"4","name":"n"}]}`,
			kind: openclaw.KindAssistant,
			check: check(func(t *testing.T, m *openclaw.AssistantMessage) {
				if call, ok := openclaw.AsToolCall(m.Content[2]); !ok || string(call.Arguments) != `{"a":1}` {
					t.Errorf("%+v", m.Content[2])
				}
			}),
		},
		{
			name: "usage in the words of others",
			line: `{"role":"assistant","content":[],"usage":{"prompt_tokens":1,"completion_tokens":2,"cache_read_input_tokens":3,"cache_creation_input_tokens":4,"total_tokens":10}}`,
			kind: openclaw.KindAssistant,
			check: check(func(t *testing.T, m *openclaw.AssistantMessage) {
				if u := m.Usage; u.Input != 1 || u.Output != 2 || u.CacheRead != 3 || u.CacheWrite != 4 || u.TotalTokens != 10 || u.Extra.Len() != 0 {
					t.Errorf("%+v", u)
				}
			}),
		},
		{
			name: "usage in words of both",
			line: `{"role":"assistant","content":[],"usage":{"inputTokens":7,"input":1,"output":2}}`,
			kind: openclaw.KindAssistant,
			check: check(func(t *testing.T, m *openclaw.AssistantMessage) {
				if v, _ := m.Usage.Extra.Get("inputTokens"); m.Usage.Input != 1 || string(v) != "7" {
					t.Errorf("%+v", m.Usage)
				}
			}),
		},

		// Absent, null, empty, false.
		{
			name: "what a default means, spelled out",
			line: `{"type":"compaction","id":"1","parentId":null,"timestamp":"t","summary":"","firstKeptEntryId":"","tokensBefore":0,"fromHook":false}`,
			kind: openclaw.KindCompaction,
		},
		{
			name: "exit codes",
			line: `{"type":"agent_end","messages":[{"role":"bashExecution","exitCode":null,"fullOutputPath":null},{"role":"bashExecution","exitCode":0},{"role":"bashExecution"}]}`,
			kind: openclaw.KindAgentEnd,
		},
		{
			name: "an entry of version 1",
			line: `{"type":"compaction","timestamp":"2024-11-01T00:00:00.000Z","summary":"s","firstKeptEntryIndex":3,"tokensBefore":50000}`,
			kind: openclaw.KindCompaction,
			check: check(func(t *testing.T, m *openclaw.CompactionEntry) {
				if m.ID != "" || m.ParentID != nil || m.FirstKeptEntryIndex == nil || *m.FirstKeptEntryIndex != 3 || m.FirstKeptEntryID != "" {
					t.Errorf("%+v", m)
				}
			}),
		},
		{
			name: "the events of a proxy, which have no partial message",
			line: `{"type":"toolcall_start","contentIndex":1,"id":"call_1","toolName":"read"}`,
			kind: openclaw.KindToolCallStart,
			check: check(func(t *testing.T, m *openclaw.ToolCallStartEvent) {
				if p, err := m.DecodePartial(); p != nil || err != nil || *m.ID != "call_1" || *m.ToolName != "read" {
					t.Errorf("%v, %v, %+v", p, err, m)
				}
			}),
		},
		{
			name: "the end of a proxy's stream",
			line: `{"type":"done","reason":"stop","usage":{"input":1,"output":2}}`,
			kind: openclaw.KindDone,
			check: check(func(t *testing.T, m *openclaw.DoneEvent) {
				if m.Usage == nil || m.Usage.Output != 2 {
					t.Errorf("%+v", m)
				}
			}),
		},

		// Numbers.
		{
			name: "milliseconds over 2^31",
			line: `{"role":"user","content":"x","timestamp":1740000000000}`,
			kind: openclaw.KindUser,
			check: check(func(t *testing.T, m *openclaw.UserMessage) {
				if m.Timestamp != 1740000000000 {
					t.Errorf("%d", m.Timestamp)
				}
			}),
		},
		{
			name: "numbers in all spellings",
			line: `{"role":"assistant","content":[],"usage":{"input":3e0,"output":1500.0,"cacheRead":585.64,"cacheWrite":99999999999999999999,"totalTokens":"12",` +
				`"cost":{"input":7.5e-7,"output":1E-7,"cacheRead":1e400,"cacheWrite":-0,"total":0.10}},"timestamp":1740000000000.5}`,
			kind: openclaw.KindAssistant,
			check: check(func(t *testing.T, m *openclaw.AssistantMessage) {
				if u := m.Usage; u.Input != 3 || u.Output != 1500 || u.CacheRead != 585 || u.CacheWrite <= 0 || u.TotalTokens != 0 ||
					u.Cost.Input != 7.5e-7 || u.Cost.Output != 1e-7 || u.Cost.CacheRead < 1e308 || u.Cost.Total != 0.1 || m.Timestamp != 1740000000000 {
					t.Errorf("%+v", u)
				}
			}),
		},
		{
			name: "arguments beyond 2^53",
			line: `{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"x","arguments":{"id":9007199254740993}}]}`,
			kind: openclaw.KindAssistant,
		},

		// Strings and structure.
		{name: "a raw U+2028", line: "{\"role\":\"user\",\"content\":\"a\u2028b\"}", kind: openclaw.KindUser},
		{name: "an escaped NUL and half an emoji", line: `{"role":"user","content":"a\u0000b \ud83c"}`, kind: openclaw.KindUser},
		{name: "HTML", line: `{"role":"user","content":"<a href=\"x\">&</a>"}`, kind: openclaw.KindUser},
		{
			name: "a member twice, below the top",
			line: `{"role":"assistant","content":[],"usage":{"input":1,"input":9,"cost":{"total":1},"cost":{"input":2}}}`,
			kind: openclaw.KindAssistant,
			check: check(func(t *testing.T, m *openclaw.AssistantMessage) {
				if m.Usage.Input != 9 || m.Usage.Cost.Total != 0 || m.Usage.Cost.Input != 2 {
					t.Errorf("%+v", m.Usage)
				}
			}),
		},
		{
			name: "an update, which has the message twice",
			line: `{"type":"message_update","message":{"role":"assistant","content":[{"type":"text","text":"Hello"}]},"assistantMessageEvent":{"type":"text_delta","contentIndex":0,` +
				`"delta":"o","partial":{"role":"assistant","content":[{"type":"text","text":"Hello"}]}}}`,
			kind: openclaw.KindMessageUpdate,
			check: check(func(t *testing.T, m *openclaw.MessageUpdateEvent) {
				message, err := m.DecodeMessage()
				if a, ok := message.(*openclaw.AssistantMessage); err != nil || !ok || a.Text() != "Hello" {
					t.Errorf("%+v, %v", message, err)
				}
			}),
		},
		{
			name:  "a kind of line that is newer than the spec",
			line:  `{"type":"branch_merge","id":"1","parentId":null,"timestamp":"t"}`,
			kind:  "branch_merge",
			check: check[*openclaw.UnknownLine](nil),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := unmarshal(t, tt.line)
			kind, err := openclaw.Peek([]byte(tt.line))
			if err != nil || kind != tt.kind || l.Kind() != tt.kind {
				t.Errorf("Peek %q, %v; Kind %q; want %q", kind, err, l.Kind(), tt.kind)
			}
			if tt.check != nil {
				tt.check(t, l)
			}
			jsontest.Same(t, tt.line, l)
		})
	}
}

// TestBadLines checks that a text that is not a line is an error without a message.
func TestBadLines(t *testing.T) {
	for line, want := range map[string]decoder.Reason{
		`{"role":"user","content":"x"`:                       decoder.ErrTruncated,
		`{"role":"user"}{"role":"user"}`:                     decoder.ErrTrailing,
		`{"usage": { ... }}`:                                 decoder.ErrSyntax, // a placeholder of descriptions
		"// Simple text":                                     decoder.ErrSyntax,
		`[{"role":"user"}]`:                                  decoder.ErrNotObject,
		`{"type":"agent_start","x":{"a":1 "b":2}}`:           decoder.ErrSyntax,
		`{"type":"text_delta","delta":"d","partial":{"a":}}`: decoder.ErrSyntax, // lazy, but checked
	} {
		l, err := openclaw.UnmarshalLine([]byte(line))
		if l != nil || !errors.Is(err, want) {
			t.Errorf("%s: %v, %v; want %v", line, l, err, want)
		}
	}
}

package rustyclaw_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/rustyclaw"
)

// TestBlocks reads each kind of block with all of its members, and each JSON type that a result can have.
func TestBlocks(t *testing.T) {
	text := &rustyclaw.TextBlock{Text: "a"}
	tests := []struct {
		text string
		want rustyclaw.ContentBlock
	}{
		{`{"type":"text","text":""}`, &rustyclaw.TextBlock{}},
		{`{"type":"tool_use","id":"i","name":"n","input":[1]}`, &rustyclaw.ToolUseBlock{ID: "i", Name: "n", Input: decoder.Raw(`[1]`)}},
		{`{"type":"thinking","thinking":"t","signature":"s"}`, &rustyclaw.ThinkingBlock{Thinking: "t", Signature: new("s")}},
		{
			`{"type":"tool_result","tool_use_id":"i","content":"c","is_error":true}`,
			&rustyclaw.ToolResultBlock{ToolUseID: "i", Content: rustyclaw.ToolResultContent{Type: decoder.String, Text: "c"}, IsError: true},
		},
		{
			`{"type":"tool_result","tool_use_id":"i","content":[{"type":"text","text":"a"}]}`,
			&rustyclaw.ToolResultBlock{ToolUseID: "i", Content: rustyclaw.ToolResultContent{Type: decoder.Array, Blocks: []rustyclaw.ContentBlock{text}}},
		},
		{
			`{"type":"tool_result","tool_use_id":"i","content":{"output":"denied"}}`,
			&rustyclaw.ToolResultBlock{ToolUseID: "i", Content: rustyclaw.ToolResultContent{Type: decoder.Object, Object: decoder.Raw(`{"output":"denied"}`)}},
		},
		{
			`{"type":"tool_result","tool_use_id":"i","content":7}`,
			&rustyclaw.ToolResultBlock{ToolUseID: "i", Content: rustyclaw.ToolResultContent{Type: decoder.Number, Other: decoder.Raw(`7`)}},
		},
		{`{"type":"hologram","x":[1e400]}`, &rustyclaw.UnknownContentBlock{Raw: decoder.Raw(`{"type":"hologram","x":[1e400]}`)}},
	}
	for _, tt := range tests {
		got, err := rustyclaw.UnmarshalContentBlock([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		jsontest.Same(t, tt.text, got)
		jsontest.Same(t, tt.text, rustyclaw.CloneContentBlock(got))
		var wrapped rustyclaw.AnyContentBlock
		if err := json.Unmarshal([]byte(tt.text), &wrapped); err != nil || !cmp.Equal(wrapped.ContentBlock, tt.want) {
			t.Errorf("%s: %+v, %v", tt.text, wrapped, err)
		}
	}
}

// TestOtherTypes checks that each union by JSON type keeps values of other JSON types.
func TestOtherTypes(t *testing.T) {
	m := as[*rustyclaw.UserMessage](t, `{"type":"user","message":{"role":"user","content":{"a":1}}}`)
	if d := cmp.Diff(rustyclaw.MessageContent{Type: decoder.Object, Other: decoder.Raw(`{"a":1}`)}, m.Message.Content); d != "" {
		t.Errorf("content (-want +got):\n%s", d)
	}
	m = as[*rustyclaw.UserMessage](t, `{"type":"user","message":{"role":"user","content":"hi"}}`)
	if d := cmp.Diff(rustyclaw.MessageContent{Type: decoder.String, Text: "hi"}, m.Message.Content); d != "" || m.Message.Content.PlainText() != "hi" {
		t.Errorf("content (-want +got):\n%s", d)
	}
	r := as[*rustyclaw.ControlRequest](t, `{"type":"control_request","request_id":"r","request":{"subtype":"initialize","systemPrompt":7}}`)
	if d := cmp.Diff(rustyclaw.SystemPrompt{Type: decoder.Number, Other: decoder.Raw(`7`)}, r.Request.(*rustyclaw.InitializeRequest).SystemPrompt); d != "" {
		t.Errorf("systemPrompt (-want +got):\n%s", d)
	}
	r = as[*rustyclaw.ControlRequest](t, `{"type":"control_request","request_id":"r","request":{"subtype":"initialize","systemPrompt":["a","b"]}}`)
	if d := cmp.Diff(rustyclaw.SystemPrompt{Type: decoder.Array, Pieces: []string{"a", "b"}}, r.Request.(*rustyclaw.InitializeRequest).SystemPrompt); d != "" {
		t.Errorf("systemPrompt (-want +got):\n%s", d)
	}
	for text, want := range map[string]rustyclaw.JSONRPCID{
		`"x"`:  {Type: decoder.String, Text: "x"},
		`7`:    {Type: decoder.Number, Number: 7},
		`null`: {Type: decoder.Null},
		`[7]`:  {Type: decoder.Array, Other: decoder.Raw(`[7]`)},
	} {
		line := `{"type":"mcp_message","server_name":"s","message":{"jsonrpc":"2.0","id":` + text + `}}`
		m := as[*rustyclaw.McpMessage](t, line)
		if d := cmp.Diff(want, m.Message.ID); d != "" {
			t.Errorf("id %s (-want +got):\n%s", text, d)
		}
		jsontest.Same(t, line, m)
	}
}

// TestToolsOfBothForms checks both forms of a tool: the CLI writes names, the crate writes objects.
func TestToolsOfBothForms(t *testing.T) {
	const line = `{"type":"system","subtype":"init","session_id":"s","tools":["Bash",{"name":"Read","description":"d","input_schema":{}}],"mcp_servers":[]}`
	m := as[*rustyclaw.SystemInit](t, line)
	want := []rustyclaw.ToolInfo{{Bare: "Bash"}, {Name: "Read", Description: new("d"), InputSchema: decoder.Raw(`{}`)}}
	if d := cmp.Diff(want, m.Tools); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for i, name := range []string{"Bash", "Read"} {
		if got := m.Tools[i].GetName(); got != name {
			t.Errorf("GetName of tool %d: %q, want %q", i, got, name)
		}
	}
	jsontest.Same(t, line, m)
}

// TestFamilies checks the kinds of a family, and the parts of the union with encoding/json.
func TestFamilies(t *testing.T) {
	for kind, family := range map[rustyclaw.Kind]rustyclaw.Kind{
		rustyclaw.KindSystemInit: rustyclaw.KindSystem, rustyclaw.KindResultErrorMaxTurns: rustyclaw.KindResult,
		rustyclaw.KindControlRequestInitialize: rustyclaw.KindControlRequest, rustyclaw.KindControlResponseSuccess: rustyclaw.KindControlResponse,
	} {
		if !kind.In(family) || kind.In(rustyclaw.KindAssistant) {
			t.Errorf("%q is not in %q", kind, family)
		}
	}
	var s rustyclaw.AnySystemMessage
	if err := json.Unmarshal([]byte(`{"type":"system","subtype":"compact_boundary"}`), &s); err != nil || s.SystemMessage.GetSubtype() != "compact_boundary" {
		t.Errorf("%+v, %v", s, err)
	}
	if c := rustyclaw.CloneSystemMessage(s.SystemMessage); !cmp.Equal(c, s.SystemMessage) {
		t.Errorf("%+v", c)
	}
	var r rustyclaw.AnyResultMessage
	if err := json.Unmarshal([]byte(`{"type":"result","subtype":"error","error":"e"}`), &r); err != nil || r.ResultMessage.GetSubtype() != "error" {
		t.Errorf("%+v, %v", r, err)
	}
	if c := rustyclaw.CloneResultMessage(r.ResultMessage); !cmp.Equal(c, r.ResultMessage) {
		t.Errorf("%+v", c)
	}
	const odd = `{"type":"system","subtype":"nap"}`
	if m := as[*rustyclaw.UnknownMessage](t, odd); string(m.Raw) != odd || m.GetSubtype() != "nap" {
		t.Errorf("%s, %q", m.Raw, m.GetSubtype())
	}
}

func TestGetUUID(t *testing.T) {
	const id = "0198c0de-7a11-7e57-8f00-0123456789ab"
	n := 0
	for _, tt := range published {
		m, ok := tt.want.(interface{ GetUUID() uuid.UUID })
		if !ok {
			continue
		}
		n++
		if got := m.GetUUID().String(); got[8:] != "-0000-4000-8000-000000000000" {
			t.Errorf("%T: %s", m, got)
		}
	}
	if n < 6 {
		t.Errorf("only %d messages have a uuid", n)
	}
	if got := (&rustyclaw.UserMessage{UUID: "msg-001"}).GetUUID(); got != uuid.Nil {
		t.Errorf("msg-001 is %v", got)
	}
	if got := (&rustyclaw.UserMessage{UUID: id}).GetUUID(); got != uuid.MustParse(id) {
		t.Errorf("%s is %v", id, got)
	}
}

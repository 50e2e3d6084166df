package claudecode_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// TestVariants checks that each JSON type that a member can have is read.
func TestVariants(t *testing.T) {
	tests := []struct {
		name, line string
		got        func(l claudecode.Line) any
		want       any
	}{
		{
			"a moment as text", `{"type":"history-suppression","sessionId":"s","ts":"2026-10-01T10:00:00Z"}`,
			func(l claudecode.Line) any { return l.(*claudecode.HistorySuppressionLine).Ts },
			claudecode.Moment{Type: decoder.String, Text: "2026-10-01T10:00:00Z"},
		},
		{
			"a moment in milliseconds", `{"type":"history-suppression","sessionId":"s","ts":1759312800000}`,
			func(l claudecode.Line) any { return l.(*claudecode.HistorySuppressionLine).Ts },
			claudecode.Moment{Type: decoder.Number, Millis: 1759312800000},
		},
		{
			"a moment that is neither", `{"type":"history-suppression","sessionId":"s","ts":[1]}`,
			func(l claudecode.Line) any { return l.(*claudecode.HistorySuppressionLine).Ts },
			claudecode.Moment{Type: decoder.Array, Other: decoder.Raw(`[1]`)},
		},
		{
			"an error as a code", `{"type":"assistant","message":{},"error":"rate_limit"}`,
			func(l claudecode.Line) any { return l.(*claudecode.AssistantLine).Error },
			claudecode.ErrorValue{Type: decoder.String, Text: "rate_limit"},
		},
		{
			"an error with a cause", `{"type":"system","subtype":"api_error","error":{"cause":{"code":"ECONNRESET"},"connection":{"isSSLError":true}}}`,
			func(l claudecode.Line) any { return l.(*claudecode.APIErrorLine).Error },
			claudecode.ErrorValue{Type: decoder.Object, Details: &claudecode.ErrorDetails{
				Cause:      claudecode.ErrorValue{Type: decoder.Object, Details: &claudecode.ErrorDetails{Code: new("ECONNRESET")}},
				Connection: &claudecode.ConnectionError{IsSslError: true},
			}},
		},
		{
			"an error that is neither", `{"type":"assistant","message":{},"apiError":true}`,
			func(l claudecode.Line) any { return l.(*claudecode.AssistantLine).APIError },
			claudecode.ErrorValue{Type: decoder.Bool, Other: decoder.Raw(`true`)},
		},
		{
			"a prompt as text", `{"type":"attachment","attachment":{"type":"prompt_snapshot","systemPrompt":"p"}}`,
			func(l claudecode.Line) any {
				return l.(*claudecode.AttachmentLine).Attachment.(*claudecode.PromptSnapshot).SystemPrompt
			},
			claudecode.PromptText{Type: decoder.String, Text: "p"},
		},
		{
			"a prompt in parts", `{"type":"attachment","attachment":{"type":"prompt_snapshot","systemPrompt":["p","q"]}}`,
			func(l claudecode.Line) any {
				return l.(*claudecode.AttachmentLine).Attachment.(*claudecode.PromptSnapshot).SystemPrompt
			},
			claudecode.PromptText{Type: decoder.Array, Parts: []string{"p", "q"}},
		},
		{
			"a prompt that is neither", `{"type":"attachment","attachment":{"type":"prompt_snapshot","systemPrompt":7}}`,
			func(l claudecode.Line) any {
				return l.(*claudecode.AttachmentLine).Attachment.(*claudecode.PromptSnapshot).SystemPrompt
			},
			claudecode.PromptText{Type: decoder.Number, Other: decoder.Raw(`7`)},
		},
		{
			"a message that is neither", `{"type":"user","message":[1]}`,
			func(l claudecode.Line) any { return l.(*claudecode.UserLine).Message },
			claudecode.UserContent{Type: decoder.Array, Other: decoder.Raw(`[1]`)},
		},
	}
	for _, tt := range tests {
		l := roundTrip(t, []byte(tt.line))
		if d := cmp.Diff(tt.want, tt.got(l)); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

// TestUnknownParts checks that each union keeps the text of an unknown case.
func TestUnknownParts(t *testing.T) {
	const text = `{"type":"brand_new","n":9007199254740993,"timestamp":"2026-01-01T00:00:00Z"}`
	raw := decoder.Raw(text)
	if l := decode(t, text); !cmp.Equal(l, claudecode.Line(&claudecode.UnknownLine{Raw: raw})) {
		t.Errorf("a line: %+v", l)
	}
	if v, err := claudecode.UnmarshalAttachment([]byte(text)); err != nil || !cmp.Equal(v, claudecode.Attachment(&claudecode.UnknownAttachment{Raw: raw})) {
		t.Errorf("an attachment: %+v, %v", v, err)
	}
	if v, err := claudecode.UnmarshalProgressData([]byte(text)); err != nil || !cmp.Equal(v, claudecode.ProgressData(&claudecode.UnknownProgressData{Raw: raw})) {
		t.Errorf("progress: %+v, %v", v, err)
	}
	v, err := claudecode.UnmarshalAgentMessage([]byte(text))
	if err != nil || !cmp.Equal(v, claudecode.AgentMessage(&claudecode.UnknownAgentMessage{Raw: raw})) || v.GetTimestamp() != "2026-01-01T00:00:00Z" {
		t.Errorf("an agent's message: %+v, %v", v, err)
	}
	for _, bad := range []string{`[]`, `7`, `{`} {
		_, err1 := claudecode.UnmarshalAttachment([]byte(bad))
		_, err2 := claudecode.UnmarshalProgressData([]byte(bad))
		_, err3 := claudecode.UnmarshalAgentMessage([]byte(bad))
		_, err4 := claudecode.BorrowLine([]byte(bad))
		if err1 == nil || err2 == nil || err3 == nil || err4 == nil {
			t.Errorf("%s is read: %v, %v, %v, %v", bad, err1, err2, err3, err4)
		}
	}
}

// TestThroughEncodingJSON checks that lines are decoded by encoding/json as well.
func TestThroughEncodingJSON(t *testing.T) {
	for _, tt := range turns {
		var wrapped claudecode.AnyLine
		if err := json.Unmarshal([]byte(tt.line), &wrapped); err != nil || !cmp.Equal(wrapped.Line, tt.want) {
			t.Errorf("%s: %+v, %v", tt.line, wrapped, err)
		}
	}
}

// TestGetUUID checks that a uuid is a string, which GetUUID parses if it has the form of RFC 4122.
func TestGetUUID(t *testing.T) {
	const id = "0198c0de-7a11-7e57-8f00-0123456789ab"
	for text, want := range map[string]uuid.UUID{id: uuid.MustParse(id), "msg-001": uuid.Nil, "": uuid.Nil} {
		e := claudecode.Envelope{UUID: text}
		if got := e.GetUUID(); got != want {
			t.Errorf("%q: %v", text, got)
		}
		u, a := claudecode.AgentUserMessage{UUID: text}, claudecode.AgentAssistantMessage{UUID: text}
		if u.GetUUID() != want || a.GetUUID() != want {
			t.Errorf("%q of an agent's message: %v, %v", text, u.GetUUID(), a.GetUUID())
		}
	}
}

// TestNodeOfATree checks the methods of a node for the position of its line.
func TestNodeOfATree(t *testing.T) {
	var tree claudecode.Tree
	for i, text := range []string{
		`{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":"go"}`,
		`{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Task","input":{}}]}}`,
		`{"type":"user","uuid":"c","parentUuid":null,"sessionId":"s","isSidechain":true,"agentId":"x1","message":"look"}`,
		`{"type":"user","uuid":"d","parentUuid":"b","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ok"}]},"toolUseResult":{"agentId":"x1"}}`,
		`{"type":"system","subtype":"compact_boundary","uuid":"e","parentUuid":null,"logicalParentUuid":"d","sessionId":"s"}`,
	} {
		tree.Add(decoder.Pos{Line: int64(i + 1)}, decode(t, text))
	}
	call := tree.ToolCalls()[0]
	if call.ID != "t1" || call.Name != "Task" || call.Call.MessageID != "msg_1" || call.Call.ParentUUID != "a" || call.AgentID != "x1" || call.Failed {
		t.Errorf("%+v", call)
	}
	if call.Result.UUID != "d" || call.Result.SessionID != "s" || call.Result.Kind != claudecode.KindUser || call.Result.Pos.Line != 4 {
		t.Errorf("%+v", call.Result)
	}
	side := tree.Sidechains()[0]
	if side.Root.UUID != "c" || side.Root.AgentID != "x1" || !side.Root.Sidechain || side.AgentID != "x1" || side.Call != call || side.From != call.Call {
		t.Errorf("%+v", side)
	}
	compaction := tree.Compactions()[0]
	if compaction.End.Before != compaction.Before || compaction.Before.UUID != "d" || compaction.Before.Line != nil {
		t.Errorf("%+v", compaction)
	}
}

// TestGetters checks that the getters of every line return its session and its time, if the line has them.
func TestGetters(t *testing.T) {
	for line, want := range map[string][2]string{
		`{"type":"user","sessionId":"s","timestamp":"t"}`:                            {"s", "t"},
		`{"type":"pr-link","sessionId":"s","timestamp":"t"}`:                         {"s", "t"},
		`{"type":"dev-mods","sessionId":"s","timestamp":"t"}`:                        {"s", "t"},
		`{"type":"mode","mode":"normal","sessionId":"s"}`:                            {"s", ""},
		`{"type":"file-history-delta","messageId":"m","timestamp":"t"}`:              {"", "t"},
		`{"type":"started","key":"k","agentId":"a"}`:                                 {"", ""},
		`{"type":"brand-new","timestamp":"t","x":{"sessionId":"x"},"sessionId":"s"}`: {"s", "t"},
		`{"type":"user","sessionId":7,"timestamp":null}`:                             {"", ""},
	} {
		l := decode(t, line)
		if got := [2]string{l.GetSessionID(), l.GetTimestamp()}; got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

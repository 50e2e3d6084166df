package claudecode_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// TestEnvelopeOrders checks that an envelope is read in the same way before the message, around it, and in any other order.
func TestEnvelopeOrders(t *testing.T) {
	const before = `{"parentUuid":"p","isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s","version":"2.1.37","gitBranch":"main","message":{"model":"m","id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1,"cache_read_input_tokens":0,"cache_creation_input_tokens":0}},"requestId":"req_1","type":"assistant","uuid":"u","timestamp":"2026-02-07T10:00:00.000Z"}`
	const around = `{"parentUuid":"p","isSidechain":false,"message":{"model":"m","id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1,"cache_read_input_tokens":0,"cache_creation_input_tokens":0}},"requestId":"req_1","type":"assistant","uuid":"u","timestamp":"2026-02-07T10:00:00.000Z","userType":"external","cwd":"/w","sessionId":"s","version":"2.1.37","gitBranch":"main"}`
	first := as[*claudecode.AssistantLine](t, before)
	if d := cmp.Diff(first, as[*claudecode.AssistantLine](t, around)); d != "" {
		t.Errorf("the two orders differ:\n%s", d)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(before), &members); err != nil {
		t.Fatal(err)
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	for range names {
		names = append(names[1:], names[0])
		var parts []string
		for _, name := range names {
			parts = append(parts, `"`+name+`":`+string(members[name]))
		}
		line := "{" + strings.Join(parts, ",") + "}"
		if d := cmp.Diff(first, as[*claudecode.AssistantLine](t, line)); d != "" {
			t.Errorf("%s differs:\n%s", line, d)
		}
	}
	if first.Message.ID != "msg_1" || first.GitBranch != "main" || first.RequestID != "req_1" || *first.ParentUUID != "p" {
		t.Errorf("%+v", first)
	}
}

func TestToolUseResult(t *testing.T) {
	tests := []struct {
		text string
		want claudecode.ToolUseResult
	}{
		{`"Error: No such tool available: X"`, claudecode.ToolUseResult{Type: decoder.String, Text: "Error: No such tool available: X"}},
		{`[{"type":"text","text":"[]"}]`, claudecode.ToolUseResult{Type: decoder.Array, Blocks: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "[]"}}}},
		{`{"stdout":"a","n":1e400}`, claudecode.ToolUseResult{Type: decoder.Object, Object: decoder.Raw(`{"stdout":"a","n":1e400}`)}},
		{`""`, claudecode.ToolUseResult{Type: decoder.String}},
		{`null`, claudecode.ToolUseResult{Type: decoder.Null}},
		{`7`, claudecode.ToolUseResult{Type: decoder.Number, Other: decoder.Raw(`7`)}},
	}
	for _, tt := range tests {
		line := `{"type":"user","message":{"role":"user","content":[]},"toolUseResult":` + tt.text + `,"uuid":"u"}`
		m := roundTrip(t, []byte(line)).(*claudecode.UserLine)
		if d := cmp.Diff(tt.want, m.ToolUseResult); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
	}
}

// TestParts checks that the type of an attachment or of progress chooses its record.
func TestParts(t *testing.T) {
	attachments, progress := map[string]bool{}, map[string]bool{}
	for _, name := range []string{"session.ndjson", "kinds.ndjson"} {
		for _, line := range readLines(t, name) {
			switch m := decode(t, string(line)).(type) {
			case *claudecode.AttachmentLine:
				if _, ok := m.Attachment.(*claudecode.UnknownAttachment); ok || m.Attachment == nil {
					t.Errorf("unknown: %s", line)
				}
				attachments[m.Attachment.AttachmentType()] = true
			case *claudecode.ProgressLine:
				var typ string
				switch d := m.Data.(type) {
				case *claudecode.HookProgress:
					typ = d.HookEvent
				case *claudecode.ShellProgress:
					typ = string(d.Type)
				case *claudecode.AgentProgress:
					typ = string(d.Type) + " " + d.Message.GetTimestamp()[:4]
				case *claudecode.McpProgress:
					typ = d.ServerName
				case *claudecode.WaitingForTask:
					typ = d.TaskType
				case *claudecode.QueryUpdate:
					typ = "query " + d.Query
				case *claudecode.SearchResultsReceived:
					typ = "results " + d.Query
				}
				progress[typ] = true
			}
		}
	}
	if len(attachments) < 57 {
		t.Errorf("%d types of attachments", len(attachments))
	}
	for _, want := range []string{
		"PostToolUse", "bash_progress", "powershell_progress", "agent_progress 2026", "skill_progress 2026", "tides", "local_agent",
		"query spring tide", "results spring tide",
	} {
		if !progress[want] {
			t.Errorf("no progress %q in %v", want, progress)
		}
	}
}

func TestSystemLines(t *testing.T) {
	m := as[*claudecode.APIErrorLine](t, `{"type":"system","subtype":"api_error","retryInMs":585.6438211,"retryAttempt":1,"maxRetries":10,"uuid":"u","error":{"status":529,"error":{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}}}`)
	if *m.RetryInMs != 585.6438211 || *m.MaxRetries != 10 || *m.Error.Details.Status != 529 || m.Error.Details.Error.Error.Message != "Overloaded" {
		t.Errorf("%+v", m)
	}
	boundary := as[*claudecode.CompactBoundaryLine](t, `{"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"auto","preTokens":167181}}`)
	if boundary.CompactMetadata.Trigger != "auto" || boundary.CompactMetadata.PreTokens != 167181 {
		t.Errorf("%+v", boundary.CompactMetadata)
	}
	hooks := as[*claudecode.StopHookSummaryLine](t, `{"type":"system","subtype":"stop_hook_summary","hookInfos":[{"command":"a"}],"hookErrors":["b"],"hasOutput":true}`)
	if hooks.HookInfos[0].Command != "a" || hooks.HookErrors[0] != "b" || !hooks.HasOutput {
		t.Errorf("%+v", hooks)
	}
}

func TestPlainText(t *testing.T) {
	tests := []struct{ line, want string }{
		{`{"type":"user","message":"a"}`, "a"},
		{`{"type":"user","message":{"role":"user","content":"b"}}`, "b"},
		{`{"type":"user","message":{"role":"user","content":[{"type":"text","text":"c"},{"type":"text","text":"d"}]}}`, "cd"},
		{`{"type":"user"}`, ""},
		{`{"type":"assistant","message":"e"}`, "e"},
		{`{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"f"}]}}`, "f"},
		{`{"type":"assistant"}`, ""},
		{`{"type":"system","message":"g"}`, "g"},
		{`{"type":"system","content":"h"}`, "h"},
		{`{"type":"system","subtype":"tool_result","message":"i"}`, "i"},
		{`{"type":"system","subtype":"error","message":"j"}`, "j"},
		{`{"type":"system","subtype":"meta","message":"k"}`, "k"},
		{`{"type":"system","subtype":"informational","content":"l"}`, "l"},
		{`{"type":"system","subtype":"turn_duration","durationMs":1}`, ""},
		{`{"type":"system","subtype":"from_the_future","content":"m"}`, "m"},
		{`{"type":"system","subtype":7,"message":"n"}`, "n"},
		{`{"type":"from_the_future","content":"o"}`, ""},
		{`{"type":"assistant","subtype":"response","message":"p"}`, "p"},
		{`{"type":"summary","summary":"q"}`, ""},
	}
	for _, tt := range tests {
		l := roundTrip(t, []byte(tt.line))
		if got := claudecode.PlainTextOf(l); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.line, got, tt.want)
		}
		if m, ok := l.(interface{ PlainText() string }); ok && m.PlainText() != tt.want {
			t.Errorf("%s: PlainText %q, want %q", tt.line, m.PlainText(), tt.want)
		}
	}
}

func TestEnvelopeOf(t *testing.T) {
	for line, want := range map[string]bool{
		`{"type":"user","uuid":"u"}`: true, `{"type":"assistant","uuid":"u"}`: true, `{"type":"assistant","subtype":"error","uuid":"u"}`: true,
		`{"type":"system","uuid":"u"}`: true, `{"type":"compact_system","uuid":"u"}`: true, `{"type":"attachment","uuid":"u"}`: true,
		`{"type":"progress","uuid":"u"}`: true, `{"type":"saved_hook_context","uuid":"u"}`: true,
		`{"type":"summary"}`: false, `{"type":"x","uuid":"u"}`: false,
	} {
		e := claudecode.EnvelopeOf(decode(t, line))
		if (e != nil) != want || e != nil && e.UUID != "u" {
			t.Errorf("%s: %+v", line, e)
		}
	}
	if claudecode.EnvelopeOf(nil) != nil {
		t.Error("nothing has an envelope")
	}
}

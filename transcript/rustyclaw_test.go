package transcript_test

import (
	"testing"
	"time"

	"github.com/ndwire/ndwire/transcript"
)

func TestRustyClawEntries(t *testing.T) {
	testEntries(t, transcript.RustyClaw, []entryTest{
		{
			`{"type":"system","subtype":"init","session_id":"s","tools":[{"name":"sh"}],"mcp_servers":[],"model":"m","uuid":"u"}`,
			summary{Role: transcript.System, Session: "s", ID: "u", Model: "m"},
		}, {
			`{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"tool_use","id":"t1","name":"sh","input":{"command":"ls"}}]},"duration_ms":78}`,
			summary{Role: transcript.Assistant, Text: "a", Thinking: "hm", Calls: []string{`t1 sh {"command":"ls"}`}},
		}, {
			`{"type":"assistant","message":{"role":"assistant","model":"m","content":"a"},"session_id":"s","uuid":"u","parent_tool_use_id":"p","timestamp":"2026-02-07T10:00:00.5Z"}`,
			summary{Role: transcript.Assistant, Session: "s", ID: "u", Parent: "p", Model: "m", Text: "a", Time: time.Date(2026, 2, 7, 10, 0, 0, 5e8, time.UTC)},
		}, {
			`{"type":"user","message":{"role":"user","content":"please"}}`,
			summary{Role: transcript.User, Text: "please"},
		}, {
			`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x","is_error":true},{"type":"tool_result","tool_use_id":"t2","content":{"rows":3}}]}}`,
			summary{Role: transcript.Tool, Results: []string{"t1 x true", `t2 {"rows":3} false`}},
		}, {
			`{"type":"result","subtype":"success","result":"done","session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "done"},
		}, {
			`{"type":"result","subtype":"error","error":"no","exit_code":1,"session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "no"},
		}, {
			`{"type":"result","subtype":"error_max_turns","errors":["a","b"],"session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "a\nb"},
		}, {
			`{"type":"result","subtype":"input_required"}`,
			summary{Role: transcript.System},
		}, {
			`{"type":"system","subtype":"compact_boundary","session_id":"s"}`,
			summary{Role: transcript.System, Session: "s"},
		}, {
			`{"type":"control_request","request_id":"r","subtype":"interrupt"}`,
			summary{Role: transcript.System},
		}, {
			`{"type":"brand_new","session_id":"s","uuid":"u"}`,
			summary{Role: transcript.None, Session: "s", ID: "u"},
		},
	})
}

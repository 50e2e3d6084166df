package transcript_test

import (
	"testing"
	"time"

	"github.com/ndwire/ndwire/transcript"
)

func TestAgentSDKEntries(t *testing.T) {
	testEntries(t, transcript.AgentSDK, []entryTest{
		{
			`{"type":"assistant","uuid":"u1","session_id":"s","parent_tool_use_id":"p1","timestamp":"2026-02-07T10:00:00.5Z","message":{"model":"m","content":[
				{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"text","text":"b"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}`,
			summary{Role: transcript.Assistant, Session: "s", ID: "u1", Parent: "p1", Model: "m", Text: "ab", Thinking: "hm",
				Calls: []string{`t1 Bash {"command":"ls"}`}, Time: time.Date(2026, 2, 7, 10, 0, 0, 5e8, time.UTC)},
		}, {
			`{"type":"user","session_id":"s","message":{"role":"user","content":"please"}}`,
			summary{Role: transcript.User, Session: "s", Text: "please"},
		}, {
			`{"type":"user","session_id":"s","isReplay":true,"message":{"role":"user","content":"again"}}`,
			summary{Role: transcript.User, Session: "s", Text: "again"},
		}, {
			`{"type":"user","session_id":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"x"}],"is_error":true}]}}`,
			summary{Role: transcript.Tool, Session: "s", Results: []string{"t1 x true"}},
		}, {
			`{"type":"stream_event","session_id":"s","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"pie"}}}`,
			summary{Role: transcript.Assistant, Session: "s", Text: "pie"},
		}, {
			`{"type":"stream_event","session_id":"s","event":{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}}`,
			summary{Role: transcript.Assistant, Session: "s", Thinking: "hm"},
		}, {
			`{"type":"stream_event","session_id":"s","event":{"type":"message_start","message":{"model":"m"}}}`,
			summary{Role: transcript.Assistant, Session: "s", Model: "m"},
		}, {
			`{"type":"system","subtype":"init","session_id":"s","model":"m"}`,
			summary{Role: transcript.System, Session: "s", Model: "m"},
		}, {
			`{"type":"result","subtype":"success","session_id":"s","result":"done"}`,
			summary{Role: transcript.System, Session: "s", Text: "done"},
		}, {
			`{"type":"result","subtype":"error_max_turns","session_id":"s","errors":["a","b"]}`,
			summary{Role: transcript.System, Session: "s", Text: "a\nb"},
		}, {
			`{"type":"tool_progress","tool_use_id":"t","parent_tool_use_id":"p","session_id":"s"}`,
			summary{Role: transcript.Tool, Session: "s", Parent: "p"},
		}, {
			`{"type":"system","subtype":"files_persisted","processed_at":"2026-02-07T10:00:00Z"}`,
			summary{Role: transcript.System, Time: time.Date(2026, 2, 7, 10, 0, 0, 0, time.UTC)},
		}, {
			`{"type":"tool_use_summary","summary":"sum"}`,
			summary{Role: transcript.System, Text: "sum"},
		}, {
			`{"type":"result","subtype":"error","session_id":"s","error":"a"}`,
			summary{Role: transcript.System, Session: "s", Text: "a"},
		}, {
			`{"type":"prompt_suggestion","suggestion":"next?","session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "next?"},
		}, {
			`{"type":"streamlined_text","text":"a","session_id":"s"}`,
			summary{Role: transcript.Assistant, Session: "s", Text: "a"},
		}, {
			`{"type":"streamlined_tool_use_summary","tool_summary":"a","session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "a"},
		}, {
			`{"type":"system","subtype":"local_command_output","content":"a","session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "a"},
		}, {
			`{"type":"system","subtype":"informational","content":"a","session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "a"},
		}, {
			`{"type":"system","subtype":"notification","text":"a","session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "a"},
		}, {
			`{"type":"system","subtype":"permission_denied","message":"a","session_id":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "a"},
		}, {
			`{"type":"assistant","session_id":"s","message":{"content":[{"type":"server_tool_use","id":"t1","name":"web_search","input":{"query":"x"}},{"type":"mcp_tool_use","id":"t2","name":"look","server_name":"harbour","input":{}}]}}`,
			summary{Role: transcript.Assistant, Session: "s", Calls: []string{`t1 web_search {"query":"x"}`, "t2 look {}"}},
		}, {
			`{"type":"assistant","session_id":"s","message":{"content":[{"type":"server_tool_use","id":"t1","name":"web_search","input":{}},{"type":"web_search_tool_result","tool_use_id":"t1","content":[{"type":"web_search_result","url":"https://a.example","title":"A"}]},{"type":"mcp_tool_result","tool_use_id":"t2","content":"no","is_error":true},{"type":"text","text":"Hi"}]}}`,
			summary{Role: transcript.Assistant, Session: "s", Text: "Hi", Calls: []string{"t1 web_search {}"},
				Results: []string{"t1 A https://a.example false", "t2 no true"}},
		}, {
			`{"type":"keep_alive"}`,
			summary{Role: transcript.System},
		}, {
			`{"type":"brand_new","session_id":"s"}`,
			summary{Role: transcript.None, Session: "s"},
		},
	})
}

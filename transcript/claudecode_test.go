package transcript_test

import (
	"testing"
	"time"

	"github.com/ndwire/ndwire/transcript"
)

func TestClaudeCodeEntries(t *testing.T) {
	at := time.Date(2026, 2, 7, 10, 0, 0, 5e8, time.UTC)
	testEntries(t, transcript.ClaudeCode, []entryTest{
		{
			`{"parentUuid":"p","isSidechain":false,"sessionId":"s","message":{"model":"m","id":"msg_1","role":"assistant","content":[
				{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]},
				"requestId":"r","type":"assistant","uuid":"u","timestamp":"2026-02-07T10:00:00.500Z"}`,
			summary{Role: transcript.Assistant, Session: "s", ID: "u", Parent: "p", Model: "m", Text: "a", Thinking: "hm", Calls: []string{`t1 Bash {"command":"ls"}`}, Time: at},
		}, {
			`{"parentUuid":null,"type":"user","message":{"role":"user","content":"please"},"uuid":"u","timestamp":"2026-02-07T10:00:00.500Z","sessionId":"s"}`,
			summary{Role: transcript.User, Session: "s", ID: "u", Text: "please", Time: at},
		}, {
			`{"parentUuid":"p","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x","is_error":true}]},"toolUseResult":"x","uuid":"u","sessionId":"s"}`,
			summary{Role: transcript.Tool, Session: "s", ID: "u", Parent: "p", Results: []string{"t1 x true"}},
		}, {
			`{"parentUuid":"p","type":"system","subtype":"local_command","content":"done","uuid":"u","sessionId":"s"}`,
			summary{Role: transcript.System, Session: "s", ID: "u", Parent: "p", Text: "done"},
		}, {
			`{"parentUuid":"p","type":"attachment","attachment":{"type":"queued_command","prompt":"and this","commandMode":"prompt"},"uuid":"u","sessionId":"s"}`,
			summary{Role: transcript.User, Session: "s", ID: "u", Parent: "p", Text: "and this"},
		}, {
			`{"parentUuid":"p","type":"attachment","attachment":{"type":"queued_command","prompt":"it ended","commandMode":"task-notification"},"uuid":"u","sessionId":"s"}`,
			summary{Role: transcript.System, Session: "s", ID: "u", Parent: "p", Text: "it ended"},
		}, {
			`{"parentUuid":"p","type":"attachment","attachment":{"type":"queued_command","prompt":"look there, too","origin":{"kind":"coordinator"}},"uuid":"u","sessionId":"s"}`,
			summary{Role: transcript.System, Session: "s", ID: "u", Parent: "p", Text: "look there, too"},
		}, {
			`{"parentUuid":"p","type":"attachment","attachment":{"type":"date_change","newDate":"2026-02-08"},"uuid":"u","sessionId":"s"}`,
			summary{Role: transcript.System, Session: "s", ID: "u", Parent: "p"},
		}, {
			`{"parentUuid":"p","type":"progress","data":{"type":"bash_progress","output":"x"},"toolUseID":"b","parentToolUseID":"t","uuid":"u","sessionId":"s"}`,
			summary{Role: transcript.Tool, Session: "s", ID: "u", Parent: "p"},
		}, {
			`{"type":"summary","summary":"Tides","leafUuid":"u"}`,
			summary{Role: transcript.System, Text: "Tides"},
		}, {
			`{"type":"custom-title","customTitle":"Tides","sessionId":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "Tides"},
		}, {
			`{"type":"ai-title","aiTitle":"Tides","sessionId":"s"}`,
			summary{Role: transcript.System, Session: "s", Text: "Tides"},
		}, {
			`{"type":"queue-operation","operation":"enqueue","timestamp":"2026-02-07T10:00:00.500Z","sessionId":"s","content":"hi"}`,
			summary{Role: transcript.System, Session: "s", Time: at},
		}, {
			`{"type":"file-history-snapshot","messageId":"m","snapshot":{"messageId":"m","trackedFileBackups":{},"timestamp":"2026-02-07T10:00:00.500Z"},"isSnapshotUpdate":false}`,
			summary{Role: transcript.System, Time: at},
		}, {
			// An update has the time of the snapshot that it replaces.
			`{"type":"file-history-snapshot","messageId":"n","snapshot":{"messageId":"m","trackedFileBackups":{},"timestamp":"2026-02-07T10:00:00.500Z"},"isSnapshotUpdate":true}`,
			summary{Role: transcript.System},
		}, {
			`{"type":"history-suppression","sessionId":"s","cause":"c","ts":1770458400500}`,
			summary{Role: transcript.System, Session: "s", Time: at},
		}, {
			`{"type":"brand-new","sessionId":"s","uuid":"u","parentUuid":"p","timestamp":"2026-02-07T10:00:00.500Z"}`,
			summary{Role: transcript.None, Session: "s", ID: "u", Parent: "p", Time: at},
		},

		// The flat form.
		{
			`{"type":"user","uuid":"msg-001","timestamp":"2026-02-07T10:00:00.500Z","sessionId":"s","message":"Please help"}`,
			summary{Role: transcript.User, Session: "s", ID: "msg-001", Text: "Please help", Time: at},
		}, {
			`{"type":"assistant","uuid":"m2","parentUuid":"m1","sessionId":"s","subtype":"response","message":"Sure"}`,
			summary{Role: transcript.Assistant, Session: "s", ID: "m2", Parent: "m1", Text: "Sure"},
		}, {
			`{"type":"assistant","uuid":"m2","parentUuid":"m1","sessionId":"s","subtype":"thinking","message":"hm"}`,
			summary{Role: transcript.Assistant, Session: "s", ID: "m2", Parent: "m1", Thinking: "hm"},
		}, {
			`{"type":"assistant","uuid":"m3","parentUuid":"m2","sessionId":"s","subtype":"tool_use","toolName":"Read","toolArguments":{"file_path":"/f"}}`,
			summary{Role: transcript.Assistant, Session: "s", ID: "m3", Parent: "m2", Calls: []string{`m3 Read {"file_path":"/f"}`}},
		}, {
			`{"type":"system","uuid":"m4","parentUuid":"m3","sessionId":"s","subtype":"tool_result","message":"text of f"}`,
			summary{Role: transcript.Tool, Session: "s", ID: "m4", Parent: "m3", Results: []string{"m3 text of f false"}},
		}, {
			`{"type":"system","uuid":"m5","sessionId":"s","message":"status"}`,
			summary{Role: transcript.System, Session: "s", ID: "m5", Text: "status"},
		}, {
			`{"type":"compact_system","uuid":"m6","sessionId":"s","message":"conversation_compacting"}`,
			summary{Role: transcript.System, Session: "s", ID: "m6"},
		},
	})
}

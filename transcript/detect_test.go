package transcript_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/transcript"
)

func TestDetect(t *testing.T) {
	tests := []struct {
		name, lines string
		want        transcript.Protocol
	}{
		{"nothing", "", ""},
		{"blank lines", "\n \t\n\r\n", ""},
		{"no JSON", "hello\n42\n[]\nnull\n", ""},
		{"objects of no protocol", `{"level":"info","msg":"x"}` + "\n{}\n", ""},
		{"a kind that no spec has", `{"type":"brand_new","session_id":"s"}`, ""},
		{"members that no spec has", `{"type":"user","a":1,"b":2,"c":3,"d":4}`, ""},
		{"more unknown lines than known ones", `{"type":"user","message":{"content":"x"},"session_id":"s"}` + strings.Repeat("\n"+`{"type":"brand_new"}`, 2), ""},
		{"a chat", `{"role":"user","content":"x"}` + "\n" + `{"role":"assistant","content":"y"}`, ""},
		{"a chat with blocks", `{"role":"user","content":[{"type":"text","text":"x"}]}` + "\n" + `{"role":"assistant","content":[{"type":"text","text":"y"}]}`, ""},
		{"another program's user and assistant", `{"type":"user","text":"x"}` + "\n" + `{"type":"assistant","text":"y"}`, ""},
		{"another program's session", `{"type":"session","id":"s","name":"n"}` + "\n" + `{"type":"message","id":"1","text":"x"}`, ""},
		{"another program's system lines", `{"type":"system","subtype":"hook","phase":"start","hook":"h"}` + "\n" + `{"type":"system","subtype":"status","load":0.5}`, ""},
		{"UTF-16", "\xff\xfe{\x00\"\x00", ""},

		{"a session begins", `{"type":"system","subtype":"init","session_id":"s","model":"m","tools":["Bash"]}`, transcript.AgentSDK},
		{"session_id", `{"type":"user","message":{"role":"user","content":"x"},"session_id":"s"}`, transcript.AgentSDK},
		{"a line that several could have", `{"type":"user","message":{"role":"user","content":"x"}}`, transcript.AgentSDK},
		{"an unknown subtype", `{"type":"system","subtype":"brand_new","session_id":"s"}`, transcript.AgentSDK},
		{"no line of the first ones is of it", "=== Iteration 1 ===\n" + `{"type":"brand_new"}` + "\n" + `{"type":"assistant","message":{"content":[]},"session_id":"s"}`, transcript.AgentSDK},
		{"keep_alive", `{"type":"keep_alive"}`, transcript.AgentSDK},
		{"a control message", `{"type":"control_request","request_id":"r","request":{"subtype":"interrupt"}}`, transcript.AgentSDK},

		{"sessionId", `{"type":"user","message":{"role":"user","content":"x"},"sessionId":"s"}`, transcript.ClaudeCode},
		{"sessionId, spelled with an escape", `{"type":"user","message":"x","session\u0049d":"s"}`, transcript.ClaudeCode},
		{"type far behind", `{"parentUuid":"p","isSidechain":false,"message":{"content":[{"type":"text","text":"` + strings.Repeat("x", 20000) + `"}]},"type":"assistant"}`, transcript.ClaudeCode},
		{"a queue first", `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-08-16T00:00:00.000Z","sessionId":"s","content":"hi"}`, transcript.ClaudeCode},
		{"a snapshot first, which has no session", `{"type":"file-history-snapshot","messageId":"m","snapshot":{},"isSnapshotUpdate":false}`, transcript.ClaudeCode},
		{"a title first", `{"type":"summary","summary":"s","leafUuid":"u"}`, transcript.ClaudeCode},
		{"the flat form", `{"type":"compact_system","uuid":"m","timestamp":"2025-01-27T10:00:45Z","sessionId":"s","message":"conversation_compacted"}`, transcript.ClaudeCode},
		{"no type, as of old programs", `{"timestamp":"2026-01-09T10:00:00.000Z","sessionId":"s","requestId":"r","version":"1","message":{"role":"assistant","usage":{"input_tokens":1,"output_tokens":5}}}`, transcript.ClaudeCode},
		{"no session, but a time", `{"type":"user","timestamp":"2026-03-11T14:20:00Z","message":{"role":"user","content":"x"}}`, transcript.ClaudeCode},

		{"a header", `{"type":"session","version":3,"id":"s","timestamp":"2024-12-03T14:00:00.000Z","cwd":"/w"}`, transcript.OpenClaw},
		{"an entry", `{"type":"message","id":"a1b2c3d4","parentId":null,"timestamp":"2024-12-03T14:00:01.000Z","message":{"role":"user","content":"Hello","timestamp":1733234401000}}`, transcript.OpenClaw},
		{"an entry of version 1", `{"type":"compaction","timestamp":"2024-11-01T00:00:00.000Z","summary":"s","firstKeptEntryIndex":3,"tokensBefore":50000}`, transcript.OpenClaw},
		{"a role and no type", `{"role":"toolResult","toolCallId":"c1","toolName":"read","content":[],"isError":false,"timestamp":1740000002000}`, transcript.OpenClaw},
		{"an event whose name the API has, too", `{"type":"message_start","message":{"role":"assistant","content":[],"api":"a","provider":"p","model":"m","usage":{"input":0,"output":0},"stopReason":"stop","timestamp":1}}`, transcript.OpenClaw},
		{"a trajectory, which has a sessionId", `{"traceSchema":"openclaw-trajectory","schemaVersion":1,"traceId":"t","type":"model.started","ts":"2026-01-01T00:00:01.000Z","sessionId":"s"}`, transcript.OpenClaw},
		{"a beginning of no session", `{"type":"agent_start"}`, transcript.OpenClaw},

		{"tools as objects", `{"type":"system","subtype":"init","session_id":"s","tools":[{"name":"sh"}],"mcp_servers":[]}`, transcript.RustyClaw},
		{"the crate's beginning", `{"type":"system","subtype":"init","session_id":"s","tools":[],"mcp_servers":[]}`, transcript.RustyClaw},
		{"an answer with its time", `{"type":"assistant","message":{"role":"assistant","content":[]},"duration_ms":78}`, transcript.RustyClaw},
		{"the crate's error", `{"type":"result","subtype":"error","error":"no","exit_code":1}`, transcript.RustyClaw},
		{"input required", `{"type":"result","subtype":"input_required"}`, transcript.RustyClaw},
		{"a flat control message", `{"type":"control_request","request_id":"r","subtype":"interrupt"}`, transcript.RustyClaw},
	}
	for _, test := range tests {
		if got, ok := transcript.Detect([]byte(test.lines)); got != test.want || ok != (test.want != "") {
			t.Errorf("%s: Detect says %q, %t; want %q", test.name, got, ok, test.want)
		}
	}
}

// TestDetectMajority checks that the majority of lines decides: a few lines of another protocol, at the beginning or long ones, do not.
func TestDetectMajority(t *testing.T) {
	const claude = `{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s","version":"2.1.37","gitBranch":"","type":"user","message":{"role":"user","content":"x"},"uuid":"u","toolUseResult":"x"}` + "\n"
	const sdk = `{"type":"user","message":{"role":"user","content":"x"},"parent_tool_use_id":null,"session_id":"s","uuid":"u"}` + "\n"
	if got, _ := transcript.Detect([]byte(claude + strings.Repeat(sdk, 3))); got != transcript.AgentSDK {
		t.Errorf("one line against three: %q", got)
	}
	if got, _ := transcript.Detect([]byte(strings.Repeat(sdk, 2) + strings.Repeat(claude, 3))); got != transcript.ClaudeCode {
		t.Errorf("two lines against three: %q", got)
	}
	// Members of a message do not count.
	if got, _ := transcript.Detect([]byte(`{"type":"user","message":{"role":"user","content":"{\"sessionId\":\"s\"}","parentUuid":"p"},"session_id":"s"}`)); got != transcript.AgentSDK {
		t.Errorf("members of a message were counted: %q", got)
	}
}

// files returns the files below a folder, in order.
func files(t *testing.T, folder string) []string {
	t.Helper()
	var found []string
	err := filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// prefix returns the first n lines of data.
func prefix(data []byte, n int) []byte {
	end := 0
	for ; n > 0 && end < len(data); n-- {
		i := bytes.IndexByte(data[end:], '\n')
		if i < 0 {
			return data
		}
		end += i + 1
	}
	return data[:end]
}

func TestDetectShipped(t *testing.T) {
	for _, p := range []transcript.Protocol{transcript.AgentSDK, transcript.ClaudeCode, transcript.OpenClaw, transcript.RustyClaw} {
		found := files(t, filepath.Join("../testdata", string(p)))
		if len(found) < 3 {
			t.Errorf("only %d files of %s", len(found), p)
		}
		for _, path := range found {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := p
			if filepath.Base(path) == "cli.ndjson" {
				want = transcript.AgentSDK // for the crate, too, the CLI writes the Agent SDK's protocol
			}
			for _, n := range []int{16, len(data)} {
				if got, ok := transcript.Detect(prefix(data, n)); got != want || !ok {
					t.Errorf("%s, at most %d lines: %q, %t; want %q", path, n, got, ok, want)
				}
			}
		}
	}
}

// Lines of other programs. Any number of them is unknown, and most programs are named.
var foreignLogs = []struct{ name, lines, hint string }{
	{"Codex rollout", `{"timestamp":"2026-01-02T03:04:05.006Z","type":"session_meta","payload":{"id":"s","cwd":"/w","cli_version":"0.1"}}
{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}}
{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":10}}}}
`, "a Codex rollout"},
	{"Codex rollout without envelopes", `{"id":"s","timestamp":"2025-05-02T03:04:05.006Z","instructions":null}
{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}
{"record_type":"state"}
{"type":"message","role":"assistant","content":[{"type":"output_text","text":"ho"}]}
`, "a Codex rollout"},
	{"codex exec", `{"type":"thread.started","thread_id":"t"}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"i","type":"agent_message","text":"hi"}}
{"type":"turn.completed","usage":{"input_tokens":10,"cached_input_tokens":0,"output_tokens":2}}
`, "events of codex exec"},
	{"Copilot", `{"type":"session.start","data":{"sessionId":"s","version":1},"id":"a","timestamp":"2026-01-02T03:04:05.006Z","parentId":null}
{"type":"user.message","data":{"content":"hi"},"id":"b","timestamp":"2026-01-02T03:04:05.006Z","parentId":"a"}
`, "events of the Copilot CLI"},
	{"Gemini chat", `{"sessionId":"s","projectHash":"p","startTime":"2026-01-02T03:04:05Z","lastUpdated":"2026-01-02T03:04:05Z","kind":"main"}
{"id":"u","timestamp":"2026-01-02T03:04:05Z","type":"user","content":[{"text":"hi"}]}
{"id":"g","timestamp":"2026-01-02T03:04:05Z","type":"gemini","content":"ho","tokens":{"input":10,"output":2}}
`, "a Gemini CLI chat"},
	{"Gemini stream", `{"type":"init","timestamp":"2026-01-02T03:04:05Z","session_id":"s","model":"m"}
{"type":"message","timestamp":"2026-01-02T03:04:05Z","role":"user","content":"hi"}
{"type":"tool_use","timestamp":"2026-01-02T03:04:05Z","tool_name":"Sh","tool_id":"t","parameters":{}}
{"type":"result","timestamp":"2026-01-02T03:04:05Z","status":"success","stats":{"total_tokens":12}}
`, "a stream of the Gemini CLI"},
	{"Qwen", `{"uuid":"a","parentUuid":null,"sessionId":"s","timestamp":"2026-01-02T03:04:05Z","type":"user","provenance":"real_user","cwd":"/w","version":"0.1","message":{"role":"user","parts":[{"text":"hi"}]}}
{"uuid":"b","parentUuid":"a","sessionId":"s","timestamp":"2026-01-02T03:04:05Z","type":"assistant","cwd":"/w","version":"0.1","model":"m","message":{"role":"model","parts":[{"text":"ho"}]},"usageMetadata":{"promptTokenCount":10}}
`, "a Qwen Code session"},
	{"Droid session", `{"type":"session_start","id":"s","title":"t","owner":"o","cwd":"/w"}
{"type":"message","id":"a","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":[{"type":"text","text":"hi"}]}}
{"type":"message","id":"b","timestamp":"2026-01-02T03:04:05Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"LS","input":{}}]}}
`, "a Droid session"},
	{"Droid stream", `{"type":"system","subtype":"init","cwd":"/w","session_id":"s","tools":["LS"],"model":"m"}
{"type":"message","role":"user","id":"a","text":"hi","timestamp":1767323045006,"session_id":"s"}
{"type":"tool_call","id":"c","messageId":"b","toolId":"LS","toolName":"LS","parameters":{},"timestamp":1767323045006,"session_id":"s"}
`, "a stream of Droid"},
	{"Cursor stream", `{"type":"system","subtype":"init","session_id":"s","model":"m","cwd":"/w","apiKeySource":"env","permissionMode":"default"}
{"type":"user","message":{"role":"user","content":[{"type":"text","text":"hi"}]},"session_id":"s"}
{"type":"result","subtype":"success","duration_ms":5,"duration_api_ms":3,"is_error":false,"result":"ho","session_id":"s"}
`, "a stream of Cursor"},
	{"Cursor transcript", `{"role":"user","message":{"content":[{"type":"text","text":"hi"}]}}
{"role":"assistant","message":{"content":[{"type":"text","text":"ho"}]}}
`, "a Cursor transcript"},
	{"Kimi session", `{"type":"metadata","protocol_version":"1.4","created_at":1767323045006}
{"type":"config.update","profileName":"agent","systemPrompt":"You are."}
`, "a Kimi session"},
	{"OpenAI messages", `{"role":"assistant","content":"hi","tool_calls":[{"type":"function","id":"c","function":{"name":"Sh","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c","content":"a"}
`, "chat messages as OpenAI's API has them"},
	{"OpenCode", `{"type":"step_start","timestamp":1767323045006,"sessionID":"s","part":{"id":"p","type":"step-start"}}
{"type":"text","timestamp":1767323045006,"sessionID":"s","part":{"id":"q","type":"text","text":"hi"}}
`, "OpenCode events"},
	{"the end of a Droid session", `{"type":"message","id":"a","timestamp":"2026-01-02T03:04:05Z","message":{"role":"assistant","content":[{"type":"text","text":"ok"},{"type":"tool_use","id":"t","name":"Edit","input":{}}]}}
{"type":"message","id":"b","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"","is_error":false}]}}
{"type":"message","id":"c","timestamp":"2026-01-02T03:04:05Z","message":{"role":"assistant","content":[{"type":"text","text":"Done"}]}}
`, "a Droid session"},
	{"MCP over stdio", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}
{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`, "JSON-RPC: packages mcp and acp read MCP and ACP"},
	{"ACP, responses first", `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}
{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"x"}}
{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk"}}}
`, "JSON-RPC: packages mcp and acp read MCP and ACP"},
	{"Muse", `{"schema_version":1,"id":"a","stream":{"kind":"session","id":"s"},"sequence":1,"recorded_at":1767323045006000,"record_type":"event"}
`, "a Muse session"},
	{"Antigravity", `{"step_index":0,"source":"USER_EXPLICIT","type":"USER_INPUT","status":"DONE","created_at":"2026-01-02T03:04:05Z","content":"hi"}
`, "an Antigravity transcript"},
	{"wrapped", `{"id":"a","timestamp":"2026-01-02T03:04:05Z","direction":"sent","message":{"type":"user","message":{"role":"user","content":"hi"}}}
`, "messages that another program has wrapped: take what is in .message"},
	{"a log of some program", `{"level":"info","ts":1767323045.1,"msg":"started","caller":"main.go:1"}
`, ""},
	{"telemetry", `{"ts":1000,"event":"ux.write","data":{"bytes":"aGk="}}
`, ""},
	{"CSV", "name,tokens,cost\n\"a, b\",1,0.5\n", "text that is not JSON"},
	{"a program", "\x7fELF\x02\x01\x01\x00\x00\n\x00\x00\x00{\"type\":\n", "binary data"},
	{"pretty-printed JSON", "{\n  \"type\": \"user\",\n  \"sessionId\": \"s\",\n  \"message\": {\n    \"role\": \"user\"\n  }\n}\n", "JSON over several lines, where each line has to be an object: see jq -c"},
	{"a JSON array", `[{"type":"user","sessionId":"s"},{"type":"assistant"}]` + "\n", "a JSON array, where each line has to be an object: see jq -c '.[]'"},
	{"gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", "compressed data, which source.Open can read"},
	{"pzstd", "\x50\x2a\x4d\x18\x04\x00\x00\x00abcd\x28\xb5\x2f\xfd", "compressed data, which source.Open can read"},
	{"UTF-16", "\xff\xfe{\x00\"\x00", "UTF-16 text, which must be converted to UTF-8"},
}

func TestDetectForeign(t *testing.T) {
	for _, log := range foreignLogs {
		for _, n := range []int{1, 2, 40} {
			d := transcript.Examine([]byte(strings.Repeat(log.lines, n)))
			if d.Protocol != "" || d.Confidence != 0 || d.Hint != log.hint {
				t.Errorf("%s, %d times: %s, %+v; want the hint %q", log.name, n, &d, d, log.hint)
			}
		}
	}
}

// TestExamineCutLine checks that a single line that is cut is not taken for the first one of an object over several lines.
func TestExamineCutLine(t *testing.T) {
	for _, tt := range []struct{ lines, hint string }{
		{`{"typ`, "one JSON object that is cut, or not completely written yet"},
		{`{"a` + "\n", "one JSON object that is cut, or not completely written yet"},
		{"[\n", "JSON over several lines, where each line has to be an object: see jq -c"},
		{"{\n", "JSON over several lines, where each line has to be an object: see jq -c"},
		{"{ \"a\n\": 1,\n  \"b\": 2\n}\n", "JSON over several lines, where each line has to be an object: see jq -c"},
	} {
		if d := transcript.Examine([]byte(tt.lines)); d.Protocol != "" || d.Hint != tt.hint {
			t.Errorf("%q: %s", tt.lines, &d)
		}
	}
}

// TestExamine checks that Examine counts the lines for the spec that fits, and the members that no spec has.
func TestExamine(t *testing.T) {
	lines := `{"type":"user","uuid":"u","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"x"},"brandNew":1}
{"type":"brand-new","sessionId":"s"}
{"type":"summary","summary":"s","leafUuid":"u"}
not an object
`
	d := transcript.Examine([]byte(lines))
	if d.Protocol != transcript.ClaudeCode || d.Lines != 4 || d.Bad != 1 || d.Hint != "" {
		t.Errorf("%+v", d)
	}
	if want := []string{"brandNew", "type brand-new"}; !slices.Equal(d.Strange, want) {
		t.Errorf("no spec has %q, want %q", d.Strange, want)
	}
	if len(d.Evidence) != 4 || d.Evidence[0].Protocol != d.Protocol || d.Evidence[0].Kinds != 2 || d.Evidence[0].Points == 0 {
		t.Errorf("evidence %+v", d.Evidence)
	}
	if fit := (1 - 1.0/6 + 1) / 3; math.Abs(d.Evidence[0].Fit-fit) > 1e-9 || math.Abs(d.Confidence-fit*3/4) > 1e-9 {
		t.Errorf("fit %g, confidence %g; want %g and %g", d.Evidence[0].Fit, d.Confidence, fit, fit*3/4)
	}
	if s := d.String(); s != "claudecode, confidence 0.46" {
		t.Error(s)
	}
	vague := transcript.Examine([]byte(`{"type":"user","message":{"role":"user","content":"x"}}`))
	if vague.Protocol != transcript.AgentSDK || vague.Confidence > 0.5 {
		t.Errorf("a line that three specs know: %s", &vague)
	}
	none := transcript.Examine(nil)
	if none.Protocol != "" || none.Lines != 0 || none.Evidence != nil || none.String() != "no lines" {
		t.Errorf("no lines: %+v", none)
	}
}

// FuzzExamine checks that a detection is consistent for any bytes.
func FuzzExamine(f *testing.F) {
	for _, log := range foreignLogs {
		f.Add([]byte(log.lines))
	}
	f.Add([]byte(`{"type":"assistant","uuid":"u","sessionId":"s","message":{"content":[]}` + "\n{}\n[]\n"))
	f.Add([]byte("{\"\\ud800\":1,\"\\ud800\":2,\"a"))
	f.Add([]byte(`{"":"","p":"","ions":n`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := transcript.Examine(data)
		p, ok := transcript.Detect(data)
		if p != d.Protocol || ok != (p != "") {
			t.Errorf("Detect says %q, %t; Examine %q", p, ok, d.Protocol)
		}
		if d.Confidence < 0 || d.Confidence > 1 || (d.Confidence > 0) != ok || d.Bad > d.Lines || len(d.Strange) > 8 || (d.Lines > 0) != (d.Evidence != nil) {
			t.Errorf("%+v", d)
		}
		for _, e := range d.Evidence {
			if e.Fit < 0 || e.Fit > 1 || e.Kinds > d.Lines {
				t.Errorf("%+v", e)
			}
		}
	})
}

// Real files for which Detect does not return the protocol of their folder: the result, and the reason.
var notDetected = map[string]struct {
	says transcript.Protocol
	why  string
}{
	"unknown_outer_type":             {"", "one line, of a kind that no spec has"},
	"jnarowski__agent-cli-sdk__logs": {"", "each line of the protocol is wrapped in an object of another program"},
	"ccusage__test__test-transcript": {transcript.AgentSDK, "user and assistant messages with nothing but a usage"},
}

// Files of other programs that write lines of Claude Code or of the Agent SDK.
var likeOurs = map[string]transcript.Protocol{
	"iflow__session":                   transcript.ClaudeCode,
	"html_export__":                    transcript.ClaudeCode,
	"entireio__cli__ec__38b74f08e3__0": transcript.ClaudeCode,
	"tool_use_captures__":              transcript.AgentSDK,
}

func TestDetectReal(t *testing.T) {
	folders := map[string]transcript.Protocol{
		"agent-sdk-stream":  transcript.AgentSDK,
		"claude-transcript": transcript.ClaudeCode,
		"openclaw-pi":       transcript.OpenClaw,
		"rusty-claw":        transcript.RustyClaw,
		"agents/codex":      "",
		"agents/codex-exec": "",
		"agents/copilot":    "",
		"agents/gemini":     "",
		"agents/opencode":   "",
		"other":             "",
	}
	for folder, want := range folders {
		path := filepath.Join("../../shared/real", folder)
		if _, err := os.Stat(path); err != nil {
			t.Skip("there are no real files here")
		}
		for _, path := range files(t, path) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := want
			for part, not := range notDetected {
				if strings.Contains(path, part) {
					want = not.says
				}
			}
			optional := false
			for part, like := range likeOurs {
				if want == "" && strings.Contains(path, part) {
					want, optional = like, true
				}
			}
			for _, n := range []int{16, len(data)} {
				d := transcript.Examine(prefix(data, n))
				if d.Protocol != want && !(optional && d.Protocol == "") {
					t.Errorf("%s, at most %d lines: %s, %+v; want %q", path, n, &d, d, want)
				}
			}
		}
	}
}

package transcript_test

import (
	"bytes"
	"os"
	"path/filepath"
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
		{"a line that all could have", `{"type":"user","message":{"role":"user","content":"x"}}`, ""},
		{"UTF-16", "\xff\xfe{\x00\"\x00", ""},

		{"a session begins", `{"type":"system","subtype":"init","session_id":"s","model":"m","tools":["Bash"]}`, transcript.AgentSDK},
		{"session_id", `{"type":"user","message":{"role":"user","content":"x"},"session_id":"s"}`, transcript.AgentSDK},
		{"session_id on an unknown kind", `{"type":"brand_new","session_id":"s"}`, transcript.AgentSDK},
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

// The lines vote: a few of another protocol, at the beginning or with much to say, do not decide.
func TestDetectMajority(t *testing.T) {
	const claude = `{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/w","sessionId":"s","version":"2.1.37","gitBranch":"","type":"user","message":{"role":"user","content":"x"},"uuid":"u","toolUseResult":"x"}` + "\n"
	const sdk = `{"type":"user","message":{"role":"user","content":"x"},"parent_tool_use_id":null,"session_id":"s","uuid":"u"}` + "\n"
	if got, _ := transcript.Detect([]byte(claude + strings.Repeat(sdk, 3))); got != transcript.AgentSDK {
		t.Errorf("one line against three: %q", got)
	}
	if got, _ := transcript.Detect([]byte(strings.Repeat(sdk, 2) + strings.Repeat(claude, 3))); got != transcript.ClaudeCode {
		t.Errorf("two lines against three: %q", got)
	}
	// What stands in a message is not the line's.
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

// prefix is the first n lines of data.
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
				want = transcript.AgentSDK // what the CLI writes for the crate is the Agent SDK's protocol
			}
			for _, n := range []int{16, len(data)} {
				if got, ok := transcript.Detect(prefix(data, n)); got != want || !ok {
					t.Errorf("%s, at most %d lines: %q, %t; want %q", path, n, got, ok, want)
				}
			}
		}
	}
}

// Real files that are not found to be what their folder says, and why. They are read as AgentSDK's all the same.
var undetected = map[string]string{
	"missing_required_path_typedparse": "one line, a user message with nothing but a content",
	"experiment_a":                     "its to_cli half is one user message with nothing but a content",
	"jnarowski__agent-cli-sdk__logs":   "each line of the protocol is wrapped in an object of another program",
	"ccusage__test__test-transcript":   "user and assistant messages with nothing but a usage",
}

func TestDetectReal(t *testing.T) {
	folders := map[string]transcript.Protocol{
		"agent-sdk-stream":  transcript.AgentSDK,
		"claude-transcript": transcript.ClaudeCode,
		"openclaw-pi":       transcript.OpenClaw,
		"rusty-claw":        transcript.RustyClaw,
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
			got, ok := transcript.Detect(prefix(data, 16))
			if got == want && ok {
				continue
			}
			known := false
			for part := range undetected {
				known = known || strings.Contains(path, part)
			}
			if ok || !known {
				t.Errorf("%s: %q, %t; want %q", path, got, ok, want)
			}
		}
	}
}

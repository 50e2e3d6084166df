package claudecode_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

func check[T claudecode.Line](f func(t *testing.T, m T)) func(*testing.T, claudecode.Line) {
	return func(t *testing.T, l claudecode.Line) {
		t.Helper()
		m, ok := l.(T)
		if !ok {
			t.Fatalf("%T, want %T", l, m)
		}
		f(t, m)
	}
}

// equal checks one value.
func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestTraps reads lines of the form of real ones that a decoder easily gets wrong. Each must have its kind and be written back unchanged.
func TestTraps(t *testing.T) {
	tests := []struct {
		name  string
		line  string
		kind  claudecode.Kind
		check func(t *testing.T, l claudecode.Line)
	}{
		// The position of the tag.
		{
			name: "a type in the message before that of the line",
			line: `{"parentUuid":"p","isSidechain":false,"message":{"model":"m","id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}},"requestId":"req_1","type":"assistant","uuid":"u"}`,
			kind: claudecode.KindAssistant,
			check: check(func(t *testing.T, m *claudecode.AssistantLine) {
				equal(t, "id", m.Message.ID, "msg_1")
			}),
		},
		{
			name: "the type behind 100 KB",
			line: `{"message":{"role":"user","content":"` + strings.Repeat(`x\n`, 50_000) + `"},"type":"user"}`,
			kind: claudecode.KindUser,
		},
		{
			name: "tags in a tool's input",
			line: `{"message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Write","input":{"type":"result","subtype":"success","uuid":"x","sessionId":"y"}}]},"type":"assistant","uuid":"u"}`,
			kind: claudecode.KindAssistant,
			check: check(func(t *testing.T, m *claudecode.AssistantLine) {
				equal(t, "uuid", m.UUID, "u")
				equal(t, "sessionId", m.SessionID, "")
			}),
		},
		{
			name: "text that looks like a line",
			line: `{"type":"user","message":{"role":"user","content":"grep for {\"type\":\"summary\",\"summary\":\"x\"}"},"uuid":"u"}`,
			kind: claudecode.KindUser,
		},
		{
			name: "a string that ends in a backslash",
			line: `{"type":"user","message":{"role":"user","content":"C:\\"},"uuid":"u","slug":"x\\\""}`,
			kind: claudecode.KindUser,
			check: check(func(t *testing.T, m *claudecode.UserLine) {
				equal(t, "text", m.PlainText(), `C:\`)
				equal(t, "slug", m.Slug, `x\"`)
			}),
		},
		{
			name: "escaped tags",
			line: `{"type":"\u0073ystem","subtype":"compact\u005fboundary"}`,
			kind: claudecode.KindCompactBoundary,
		},
		{
			name: "spaces around colon and comma",
			line: `{ "type" : "user" , "message" : { "role" : "user" , "content" : "x" } }`,
			kind: claudecode.KindUser,
			check: check(func(t *testing.T, m *claudecode.UserLine) {
				equal(t, "text", m.PlainText(), "x")
			}),
		},
		{
			name: "no type",
			line: `{"silly":"this","uuid":"u"}`,
			kind: "",
			check: check(func(t *testing.T, m *claudecode.UnknownLine) {
				equal(t, "raw", m.Raw.String(), `{"silly":"this","uuid":"u"}`)
			}),
		},
		{
			name:  "a type that is not a string",
			line:  `{"type":null,"subtype":7}`,
			kind:  "",
			check: check(func(t *testing.T, m *claudecode.UnknownLine) {}),
		},
		{
			name:  "an unknown type",
			line:  `{"type":"transcript_mirror","filePath":"/f.jsonl","entries":[{"type":"user"}]}`,
			kind:  "transcript_mirror",
			check: check(func(t *testing.T, m *claudecode.UnknownLine) {}),
		},
		{
			name: "a system line without subtype",
			line: `{"type":"system","uuid":"msg-006","timestamp":"2025-01-27T10:00:25Z","sessionId":"session-123","message":"status"}`,
			kind: claudecode.KindSystem,
			check: check(func(t *testing.T, m *claudecode.SystemTextLine) {
				equal(t, "text", m.PlainText(), "status")
			}),
		},
		{
			name: "an unknown subtype keeps its place in the tree",
			line: `{"subtype":"brand_new","parentUuid":"p","uuid":"u","type":"system","depth":3}`,
			kind: "system/brand_new",
			check: check(func(t *testing.T, m *claudecode.UnknownLine) {
				equal(t, "parent", *claudecode.EnvelopeOf(m).ParentUUID, "p")
				equal(t, "subtype", m.GetSubtype(), "brand_new")
				equal(t, "unknown members", claudecode.ExtraOf(m).Len(), 2)
			}),
		},
		{
			name: "the tag in a text",
			line: `{"type":"compact_system","uuid":"msg-010","timestamp":"2025-01-27T10:00:45Z","sessionId":"s","message":"conversation_compacted","metadata":{"preservedMessages":15,"totalMessages":150,"compressionRatio":0.1}}`,
			kind: claudecode.KindCompactSystemConversationCompacted,
		},
		{
			name: "the same words as prose",
			line: `{"type":"user","message":"conversation_compacted"}`,
			kind: claudecode.KindUser,
		},
		{
			name: "the first line is not a turn",
			line: `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-08-16T00:00:00.000Z","sessionId":"s","content":"hi"}`,
			kind: claudecode.KindQueueOperation,
			check: check(func(t *testing.T, m *claudecode.QueueOperationLine) {
				equal(t, "content", m.Content.PlainText(), "hi")
			}),
		},

		// One field, several JSON types.
		{
			name: "a bare string among the blocks",
			line: `{"type":"user","message":{"role":"user","content":["wow error"]}}`,
			kind: claudecode.KindUser,
		},
		{name: "null content", line: `{"type":"user","message":{"role":"user","content":null}}`, kind: claudecode.KindUser},
		{name: "empty content", line: `{"type":"user","message":{"role":"user","content":[]}}`, kind: claudecode.KindUser},
		{name: "no content", line: `{"type":"user","message":{"role":"user"}}`, kind: claudecode.KindUser},
		{name: "empty message", line: `{"type":"user","message":{}}`, kind: claudecode.KindUser},
		{name: "null message", line: `{"type":"user","message":null}`, kind: claudecode.KindUser},
		{name: "message of another type", line: `{"type":"user","message":[1]}`, kind: claudecode.KindUser},
		{
			name: "a result without content, and one with blocks",
			line: `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"},{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"a"},{"type":"tool_reference","tool_name":"X"}],"is_error":false}]}}`,
			kind: claudecode.KindUser,
		},
		{
			name: "a message that is a text",
			line: `{"type":"assistant","uuid":"msg-001","timestamp":"2025-01-27T10:00:00Z","sessionId":"session-123","message":"Gladly."}`,
			kind: claudecode.KindAssistant,
			check: check(func(t *testing.T, m *claudecode.AssistantLine) {
				equal(t, "text", m.PlainText(), "Gladly.")
			}),
		},
		{
			name: "a tool's input that is not an object",
			line: `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"x","input":null},{"type":"tool_use","id":"u","name":"x","input":{"id":9007199254740993}}]}}`,
			kind: claudecode.KindAssistant,
			check: check(func(t *testing.T, m *claudecode.AssistantLine) {
				equal(t, "input", m.Message.Content[1].(*ndwire.ToolUseBlock).Input.String(), `{"id":9007199254740993}`)
			}),
		},

		// Null, absent, empty.
		{
			name: "empty strings and false that were written",
			line: `{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":""}],"stop_sequence":""},"gitBranch":"","isSidechain":false,"isMeta":false,"requestId":"","slug":""}`,
			kind: claudecode.KindAssistant,
		},
		{name: "null where a text belongs", line: `{"type":"user","gitBranch":null,"cwd":null,"uuid":null,"sessionId":null,"isSidechain":null}`, kind: claudecode.KindUser},
		{name: "a parent that is null", line: `{"type":"user","parentUuid":null,"logicalParentUuid":null}`, kind: claudecode.KindUser},
		{
			name: "thinking with and without signature and text",
			line: `{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"..."},{"type":"thinking","thinking":"","signature":"EqQBCkYIBxgCKkA="}]}}`,
			kind: claudecode.KindAssistant,
		},
		{
			name: "nullable counts",
			line: `{"type":"assistant","message":{"usage":{"input_tokens":5,"output_tokens":1,"cache_creation_input_tokens":null,"cache_read_input_tokens":null,"server_tool_use":null,"service_tier":null,"cache_creation":null}}}`,
			kind: claudecode.KindAssistant,
		},

		// Numbers.
		{name: "a fraction of milliseconds", line: `{"type":"system","subtype":"api_error","retryInMs":585.6438211,"retryAttempt":1.0,"maxRetries":1e1}`, kind: claudecode.KindSystemAPIError},
		{name: "a small cost", line: `{"type":"cost-state","sessionId":"s","totalCostUSD":7.5e-7,"totalDuration":1E-7,"startTime":1789662469084}`, kind: claudecode.KindCostState},
		{name: "numbers out of range", line: `{"type":"system","subtype":"turn_duration","durationMs":1e400,"messageCount":99999999999999999999}`, kind: claudecode.KindSystemTurnDuration},
		{name: "a number as text", line: `{"type":"pr-link","sessionId":"s","prNumber":"12","prUrl":7,"prRepository":null}`, kind: claudecode.KindPrLink},

		// Strings.
		{
			name: "raw line separators", line: "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"a\u2028b\u2029c\u0085d\"},\"uuid\":\"u1\"}", kind: claudecode.KindUser,
			check: check(func(t *testing.T, m *claudecode.UserLine) {
				equal(t, "text", m.PlainText(), "a\u2028b\u2029c\u0085d")
			}),
		},
		{name: "lone surrogates", line: `{"type":"user","message":"cut here \ud83c","slug":"\udff7\ud83c x","cwd":"\ud83cA\ud83c\n"}`, kind: claudecode.KindUser},
		{name: "NUL in a text", line: `{"type":"summary","summary":"a\u0000b","leafUuid":"l"}`, kind: claudecode.KindSummary},
		{name: "all short escapes, and HTML", line: `{"type":"summary","summary":"\"\\\/\b\f\n\r\t<a href=\"x\">&</a>","leafUuid":"l"}`, kind: claudecode.KindSummary},

		// Structure.
		{name: "odd keys", line: `{"type":"file-history-snapshot","messageId":"m","isSnapshotUpdate":false,"snapshot":{"messageId":"m","timestamp":"t","trackedFileBackups":{"":{"backupFileName":null,"version":1,"backupTime":"t"},"__proto__":{"backupFileName":"x","version":2,"backupTime":"t"},"a.b\u0022":{"backupFileName":"y","version":3,"backupTime":"t"}}}}`, kind: claudecode.KindFileHistorySnapshot},
		{name: "unknown blocks and members of blocks", line: `{"type":"assistant","message":{"content":[{"type":"brand_new","x":{"y":1}},{"type":"tool_use","id":"t","name":"x","input":{},"caller":{"type":"direct"},"cache_control":{"type":"ephemeral"}}]}}`, kind: claudecode.KindAssistant},
		{name: "an unknown attachment", line: `{"type":"attachment","attachment":{"type":"brand_new","a":[1]},"uuid":"u"}`, kind: claudecode.KindAttachment},
		{name: "an attachment that is not an object", line: `{"type":"attachment","attachment":"x"}`, kind: claudecode.KindAttachment},
		{name: "deep nesting", line: `{"type":"user","toolUseResult":{"input":` + strings.Repeat("[", 400) + strings.Repeat("]", 400) + `}}`, kind: claudecode.KindUser},

		// Across lines.
		{
			name: "ids of all kinds", line: `{"type":"user","uuid":"msg-001","sessionId":"SESSION 1","parentUuid":"","timestamp":"2025-01-27T10:00:00Z"}`, kind: claudecode.KindUser,
			check: check(func(t *testing.T, m *claudecode.UserLine) {
				equal(t, "uuid", m.UUID, "msg-001")
				equal(t, "GetUUID", m.GetUUID().String(), "00000000-0000-0000-0000-000000000000")
			}),
		},
		{
			name: "an answer that Claude Code made up", kind: claudecode.KindAssistant,
			line: `{"type":"assistant","uuid":"u","timestamp":"2026-01-01T00:00:02.000Z","message":{"id":"x","container":null,"model":"<synthetic>","role":"assistant","stop_reason":"stop_sequence","stop_sequence":"","type":"message","usage":{"input_tokens":0,"output_tokens":0},"content":[{"type":"text","text":"API Error"}]},"isApiErrorMessage":true}`,
			check: check(func(t *testing.T, m *claudecode.AssistantLine) {
				equal(t, "model", m.Message.Model, "<synthetic>")
				equal(t, "isApiErrorMessage", m.IsAPIErrorMessage, true)
			}),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := roundTrip(t, []byte(tt.line))
			if l.Kind() != tt.kind {
				t.Errorf("Kind %q, want %q", l.Kind(), tt.kind)
			}
			if kind, err := claudecode.Peek([]byte(tt.line)); err != nil || kind != tt.kind {
				t.Errorf("Peek %q, %v; want %q", kind, err, tt.kind)
			}
			if tt.check != nil {
				tt.check(t, l)
			}
		})
	}
}

// TestTrapDuplicates checks that the last of two members with one name counts, for Peek as well.
func TestTrapDuplicates(t *testing.T) {
	const line = `{"type":"user","message":{"role":"user","content":"x"},"type":"assistant","message":{"id":"m","usage":{"input_tokens":1,"input_tokens":9}}}`
	m := as[*claudecode.AssistantLine](t, line)
	equal(t, "id", m.Message.ID, "m")
	equal(t, "input_tokens", m.Message.Usage.InputTokens, 9)
	equal(t, "role", m.Message.Role, "")
	if kind, err := claudecode.Peek([]byte(line)); kind != claudecode.KindAssistant || err != nil {
		t.Errorf("Peek: %q, %v", kind, err)
	}
	if err := claudecode.CheckLine([]byte(line)); !errors.Is(err, decoder.ErrDuplicate) {
		t.Errorf("CheckLine: %v", err)
	}
	const flat = `{"type":"assistant","subtype":"x","toolName":"Read","subtype":"tool_use"}`
	equal(t, "toolName", as[*claudecode.AssistantActionLine](t, flat).ToolName, "Read")
}

// TestTrapBytes checks that bytes that are not UTF-8 read as U+FFFD, and that a line that is not JSON is one error.
func TestTrapBytes(t *testing.T) {
	m := as[*claudecode.SummaryLine](t, "{\"type\":\"summary\",\"summary\":\"a\xff\xc3b \xc0\xaf \xed\xa0\xbd\",\"leafUuid\":\"l\"}")
	if !strings.HasPrefix(m.Summary, "a\uFFFD\uFFFDb \uFFFD\uFFFD \uFFFD") {
		t.Errorf("%q", m.Summary)
	}

	const user = `{"type":"user","message":{"role":"user","content":"x"},"uuid":"u2"}`
	input := strings.Join([]string{
		"\xef\xbb\xbf" + user,                   // byte order mark
		user + "\r",                             // CR LF
		" \t ",                                  // blank
		"\x00\x00\x00\x00",                      // NUL bytes after a crash
		"\x00\x00\x00" + user,                   // NUL bytes, and a line
		`{"type":"pr-link","prNu` + user,        // the beginning of a line, and another one
		user + user,                             // two records
		user + " x",                             // garbage
		`{"type":"user","message":"a` + "\t\"}", // raw control character
		`[` + user + `]`, `42`, `"massive error"`, `null`,
		`{'type':'user',} // c`,
		`{"unknown":{"a":1 "b":2},"type":"user"}`,
		`{"type":"system","subtype":"turn_duration","durationMs":01}`,
		user, // without a line end
	}, "\n")
	var got []string
	r := claudecode.NewReader(strings.NewReader(input))
	for l, err := range r.All() {
		e, bad := errors.AsType[*decoder.Error](err)
		switch {
		case bad:
			got = append(got, string(e.Reason))
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, string(l.Kind()))
		}
	}
	want := []string{
		"user", "user", string(decoder.ErrNUL), "user", string(decoder.ErrSyntax), string(decoder.ErrTrailing), string(decoder.ErrTrailing),
		string(decoder.ErrSyntax), string(decoder.ErrNotObject), string(decoder.ErrNotObject), string(decoder.ErrNotObject),
		string(decoder.ErrNotObject), string(decoder.ErrSyntax), string(decoder.ErrSyntax), string(decoder.ErrSyntax), "user",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("lines (-want +got):\n%s", d)
	}
	r = claudecode.NewReader(strings.NewReader(user + "\n" + user[:30]))
	var last error
	for _, err := range r.All() {
		last = err
	}
	if !errors.Is(last, decoder.ErrIncomplete) {
		t.Errorf("a line that is still written: %v", last)
	}
}

// TestTrapHugeLine checks that a line of tens of megabytes needs no option.
func TestTrapHugeLine(t *testing.T) {
	line := []byte(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` +
		strings.Repeat("iVBORw0KGgo", 1<<20) + `"}}]}]}}`)
	n := 0
	for l, err := range claudecode.NewReader(bytes.NewReader(line)).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		for r := range l.(*claudecode.UserLine).Message.Message.Content.ToolResults() {
			n += len(r.Content.Blocks[0].(*ndwire.ImageBlock).Source.(*ndwire.Base64Source).Data)
		}
	}
	equal(t, "bytes", n, 11<<20)
}

// TestTrapUsage checks that a response whose usage is repeated on several lines counts once, with the values of its last line.
func TestTrapUsage(t *testing.T) {
	usage := map[string]ndwire.BetaUsage{}
	lines := 0
	for _, line := range readLines(t, "session.ndjson") {
		if m, ok := decode(t, string(line)).(*claudecode.AssistantLine); ok {
			usage[m.Message.ID] = m.Message.Usage
			lines++
		}
	}
	var sum ndwire.BetaUsage
	for _, u := range usage {
		sum.Add(u)
	}
	equal(t, "lines", lines, 11)
	equal(t, "output tokens", sum.OutputTokens, 87+6*9)
}

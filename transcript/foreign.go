package transcript

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
)

// foreignProgramOf returns the name of the program without a spec that writes lines with these members, "" if there is none. certain
// reports that this one line decides for the whole file.
func foreignProgramOf(m members) (name string, certain bool) {
	for i := range foreignPrograms {
		if f := &foreignPrograms[i]; f.writes(m) {
			return f.name, f.certain
		}
	}
	return "", false
}

// A foreignProgram is recognized by members that no line of a protocol with a spec has.
type foreignProgram struct {
	name    string
	certain bool
	writes  func(m members) bool
}

// foreignPrograms are agents without a spec whose logs people have; the first one that matches is taken.
var foreignPrograms = []foreignProgram{
	{"a Codex rollout", false, func(m members) bool {
		switch m.text("type") {
		case "session_meta":
			return m.hasObject("payload")
		case "response_item", "event_msg", "turn_context", "compacted":
			return m.has("payload")
		case "message": // of 2025, without an envelope
			return hasBlock(m["content"], "input_text", "output_text")
		case "":
			return m.text("record_type") == "state"
		}
		return false
	}},
	{"events of codex exec", false, func(m members) bool {
		object, _, ok := strings.Cut(m.text("type"), ".")
		if !ok || m.has("data") || m.has("traceSchema") {
			return false
		}
		switch object {
		case "thread":
			return m.has("thread_id")
		case "turn":
			return true
		case "item":
			return m.hasObject("item")
		}
		return false
	}},
	{"events of the Copilot CLI", false, func(m members) bool {
		kind := m.text("type")
		if m.has("data") && (kind == "session.start" || kind == "user.message" || kind == "assistant.message") {
			return true
		}
		return strings.Contains(kind, ".") && !m.has("traceSchema") &&
			(m.has("data", "id", "timestamp") || m.has("session_id") && (m.has("prompt") || m.has("output")))
	}},
	{"a Gemini CLI chat", true, func(m members) bool {
		return m.has("sessionId", "projectHash") || m.text("type") == "gemini" && m.has("content") || m.hasObject("$set")
	}},
	{"a stream of the Gemini CLI", false, func(m members) bool {
		switch m.text("type") {
		case "init":
			return m.has("session_id", "model")
		case "tool_use":
			return m.has("tool_name", "tool_id")
		case "tool_result":
			return m.has("tool_id", "status")
		case "message":
			return m.has("role", "content", "timestamp") && !m.has("message")
		case "result":
			return m.has("stats", "status")
		}
		return false
	}},
	{"a Qwen Code session", true, func(m members) bool {
		if !m.has("uuid", "parentUuid", "sessionId") {
			return false
		}
		_, parts := m["message"].Get("parts")
		return parts || m.has("provenance") || m.has("systemPayload") || m.has("usageMetadata")
	}},
	{"a Droid session", true, func(m members) bool {
		return m.text("type") == "session_start" && m.has("id") && (m.has("sessionTitle") || m.has("owner") || m.has("title"))
	}},
	{"a Droid session", false, func(m members) bool { // without its first line; pi has other blocks
		content, _ := m["message"].Get("content")
		return m.text("type") == "message" && hasBlock(content, "tool_use", "tool_result")
	}},
	{"a stream of Droid", false, func(m members) bool {
		switch m.text("type") {
		case "message":
			return m.has("role", "text") && !m.has("message")
		case "tool_call":
			return m.has("toolName", "parameters") || m.has("toolId", "messageId")
		case "tool_result":
			return m.has("toolId", "value")
		}
		return false
	}},
	{"a stream of Cursor", true, func(m members) bool {
		switch m.text("type") {
		case "system":
			return m.text("subtype") == "init" && m.has("apiKeySource", "model", "cwd", "permissionMode") && !m.has("tools") && !m.has("uuid")
		case "tool_call":
			return m.has("call_id", "tool_call")
		}
		return false
	}},
	{"a Cursor transcript", false, func(m members) bool {
		return !m.has("type") && m.hasObject("message") && (m.text("role") == "user" || m.text("role") == "assistant")
	}},
	{"a Kimi session", true, func(m members) bool {
		return m.text("type") == "metadata" && m.has("protocol_version")
	}},
	{"chat messages as OpenAI's API has them", false, func(m members) bool {
		return !m.has("type") && m.has("role") && (m.has("tool_calls") || m.has("tool_call_id"))
	}},
	{"JSON-RPC: packages mcp and acp read MCP and ACP", false, func(m members) bool {
		return m.text("jsonrpc") == "2.0" && (m.has("method") || m.has("id"))
	}},
	{"OpenCode events", false, func(m members) bool {
		return m.has("sessionID") || strings.Contains(m.text("type"), ".") && m.hasObject("properties")
	}},
	{"a Muse session", false, func(m members) bool { return m.has("record_type", "recorded_at", "stream") }},
	{"an Antigravity transcript", false, func(m members) bool { return m.has("step_index", "created_at", "source") }},
	{"messages that another program has wrapped: take what is in .message", false, func(m members) bool {
		kind, _ := m["message"].Get("type")
		return !m.tagged() && m.has("direction") && kind.Type() == decoder.String
	}},
}

// hasBlock reports whether a list of blocks has one of these types.
func hasBlock(blocks decoder.Raw, types ...string) bool {
	for _, block := range blocks.Elements() {
		kind, _ := block.Get("type")
		if s, _ := kind.Text(); slices.Contains(types, s) {
			return true
		}
	}
	return false
}

// describe says what a file without objects is, by its first line.
func describe(line []byte) string {
	_, err := decoder.NewLines(bytes.NewReader(line[:min(len(line), 4)])).Next() // the first bytes tell
	switch {
	case len(line) == 0:
		return "NUL bytes, as a crash leaves them"
	case errors.Is(err, decoder.ErrCompressed):
		return "compressed data, which source.Open can read"
	case errors.Is(err, decoder.ErrUTF16):
		return "UTF-16 text, which must be converted to UTF-8"
	case bytes.HasPrefix(line, []byte("\x7fELF")), bytes.IndexByte(line, 0) >= 0:
		return "binary data"
	case line[0] == '{', line[0] == '[' && len(line) == 1:
		return "JSON over several lines, where each line has to be an object: see jq -c"
	case line[0] == '[':
		return "a JSON array, where each line has to be an object: see jq -c '.[]'"
	}
	return "text that is not JSON"
}

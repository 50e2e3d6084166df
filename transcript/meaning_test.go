package transcript_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

// plainEntry has the results of an Entry's methods, computed with encoding/json and without this module.
type plainEntry struct {
	Role, Session, ID, Parent, Model, Text, Thinking string
	Time                                             int64 // microseconds since 1970
	Calls, Results                                   []string
}

// jsonObject is a JSON object. Its methods return zero values for members that are absent or of another type.
type jsonObject map[string]any

func (o jsonObject) text(name string) string       { s, _ := o[name].(string); return s }
func (o jsonObject) object(name string) jsonObject { v, _ := o[name].(map[string]any); return v }
func (o jsonObject) list(name string) []any        { v, _ := o[name].([]any); return v }
func (o jsonObject) flag(name string) bool         { v, _ := o[name].(bool); return v }
func (o jsonObject) has(name string) bool          { v, ok := o[name]; return ok && v != nil }
func (o jsonObject) blocks(name string) (all []jsonObject) {
	for _, v := range o.list(name) {
		if b, ok := v.(map[string]any); ok {
			all = append(all, b)
		}
	}
	return all
}

// words returns the text of a content: the string, or the text of its blocks.
func (o jsonObject) words(name string) string {
	all := o.text(name)
	for _, b := range o.blocks(name) {
		if b.text("type") == "text" {
			all += b.text("text")
		}
	}
	return all
}

func (o jsonObject) thinking(name string) (all string) {
	for _, b := range o.blocks(name) {
		if b.text("type") == "thinking" {
			all += b.text("thinking")
		}
	}
	return all
}

// micros returns a time of any spelling, 0 if there is none.
func micros(v any) int64 {
	switch v := v.(type) {
	case string:
		for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
			if t, err := time.Parse(layout, v); err == nil {
				return t.UnixMicro()
			}
		}
	case json.Number:
		f, _ := v.Float64()
		if f > 0 && f < 1e11 {
			f *= 1000
		}
		return int64(f * 1000)
	}
	return 0
}

// millis returns a time in a unit of the protocol.
func millis(v any) int64 {
	if n, ok := v.(json.Number); ok {
		f, _ := n.Float64()
		return int64(f * 1000)
	}
	return micros(v)
}

func compact(v any) string {
	if v == nil {
		return ""
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(b.String())
}

func callOf(id, name string, input any) string {
	return fmt.Sprintf("%s %s %s", id, name, compact(input))
}

func resultOf(id, text string, bad bool) string { return fmt.Sprintf("%s %t %s", id, bad, text) }

// apiMessage sets the results for a message of Anthropic's API.
func (p *plainEntry) apiMessage(m jsonObject, typ string) {
	p.Text = m.words("content")
	switch typ {
	case "assistant":
		p.Role, p.Model, p.Thinking = "assistant", m.text("model"), m.thinking("content")
		for _, b := range m.blocks("content") {
			if t := b.text("type"); t == "tool_use" || t == "server_tool_use" || t == "mcp_tool_use" {
				p.Calls = append(p.Calls, callOf(b.text("id"), b.text("name"), b["input"]))
			}
			p.result(b)
		}
	case "user":
		p.Role = "user"
		for _, b := range m.blocks("content") {
			if b.text("type") == "tool_result" {
				p.Role = "tool"
			}
			p.result(b)
		}
	}
}

// result adds the result of a tool that a block is, whoever has run the tool.
func (p *plainEntry) result(b jsonObject) {
	if !strings.HasSuffix(b.text("type"), "tool_result") {
		return
	}
	text, bad := b.words("content"), b.flag("is_error")
	switch inner := b.object("content"); inner.text("type") {
	case "advisor_result":
		text = inner.text("text")
	case "code_execution_result", "bash_code_execution_result":
		text = inner.text("stdout") + inner.text("stderr")
	case "web_fetch_result":
		text = inner.text("url")
	case "text_editor_code_execution_view_result":
		text = inner.text("content")
	default:
		if bad = bad || strings.HasSuffix(inner.text("type"), "_error"); bad && text == "" {
			if text = inner.text("error_message"); text == "" {
				text = inner.text("error_code")
			}
		}
	}
	if b.text("type") == "web_search_tool_result" {
		for i, page := range b.blocks("content") {
			if i > 0 {
				text += "\n"
			}
			text += page.text("title") + " " + page.text("url")
		}
	}
	p.Results = append(p.Results, resultOf(b.text("tool_use_id"), text, bad))
}

func plainSDK(l jsonObject) (p plainEntry) {
	p.Role, p.Session, p.ID = "system", l.text("session_id"), l.text("uuid")
	m, subtype := l.object("message"), l.text("subtype")
	switch typ := l.text("type"); typ {
	case "assistant", "user":
		p.apiMessage(m, typ)
		p.Parent, p.Time = l.text("parent_tool_use_id"), micros(l["timestamp"])
	case "stream_event":
		p.Role, p.Parent = "assistant", l.text("parent_tool_use_id")
		e := l.object("event")
		switch e.text("type") {
		case "message_start":
			p.Model = e.object("message").text("model")
		case "content_block_delta":
			p.Text, p.Thinking = "", ""
			if d := e.object("delta"); d.text("type") == "text_delta" {
				p.Text = d.text("text")
			} else if d.text("type") == "thinking_delta" {
				p.Thinking = d.text("thinking")
			}
		}
	case "tool_progress":
		p.Role, p.Parent = "tool", l.text("parent_tool_use_id")
	case "tool_use_summary":
		p.Text = l.text("summary")
	case "streamlined_text":
		p.Role, p.Text = "assistant", l.text("text")
	case "streamlined_tool_use_summary":
		p.Text = l.text("tool_summary")
	case "prompt_suggestion":
		p.Text = l.text("suggestion")
	case "conversation_reset":
		p.Time = micros(l["timestamp"])
	case "result":
		p.Text = l.text("error")
		if l.has("result") {
			p.Text = l.text("result")
		} else if l.has("errors") {
			var all []string
			for _, v := range l.list("errors") {
				s, _ := v.(string)
				all = append(all, s)
			}
			p.Text = strings.Join(all, "\n")
		}
	case "system":
		switch subtype {
		case "init":
			p.Model = l.text("model")
		case "files_persisted":
			p.Time = micros(l["processed_at"])
		case "task_notification":
			p.Text = l.text("summary")
		case "local_command_output", "informational":
			p.Text = l.text("content")
		case "notification":
			p.Text = l.text("text")
		case "permission_denied":
			p.Text = l.text("message")
		}
	}
	return p
}

func plainClaude(l jsonObject) (p plainEntry) {
	p.Role, p.Session, p.Time = "system", l.text("sessionId"), micros(l["timestamp"])
	p.ID, p.Parent = l.text("uuid"), l.text("parentUuid")
	flat, _ := l["message"].(string)
	switch typ, subtype := l.text("type"), l.text("subtype"); typ {
	case "user":
		p.Role, p.Text = "user", flat
		if m := l.object("message"); m != nil {
			p.apiMessage(m, typ)
		}
	case "assistant":
		p.Role = "assistant"
		switch m := l.object("message"); {
		case m != nil:
			p.apiMessage(m, typ)
		case subtype == "thinking":
			p.Thinking = flat
		default:
			p.Text = flat
		}
		if subtype == "tool_use" {
			p.Calls = []string{callOf(p.ID, l.text("toolName"), l["toolArguments"])}
		}
	case "system":
		p.Text = l.text("content")
		if p.Text == "" {
			p.Text = flat
		}
		if subtype == "tool_result" {
			p.Role = "tool"
			call := l.text("toolUseID")
			if call == "" {
				call = p.Parent
			}
			p.Results = []string{resultOf(call, p.Text, l.flag("isError"))}
			p.Text = ""
		}
	case "progress":
		p.Role = "tool"
	case "attachment":
		a := l.object("attachment")
		if a.text("type") == "queued_command" {
			p.Text = a.words("prompt")
			mode := a.text("commandMode")
			if (!a.has("origin") || a.object("origin").text("kind") == "human") && !a.flag("isMeta") && (mode == "" || mode == "prompt") {
				p.Role = "user"
			}
		}
	case "summary":
		p.Text = l.text("summary")
	case "custom-title":
		p.Text = l.text("customTitle")
	case "ai-title":
		p.Text = l.text("aiTitle")
	case "file-history-snapshot":
		if update, _ := l["isSnapshotUpdate"].(bool); !update { // an update has the time of the snapshot that it replaces
			p.Time = micros(l.object("snapshot")["timestamp"])
		}
	case "history-suppression":
		p.Time = micros(l["ts"])
	case "mode":
		p.Time = 0 // the spec has no time for it
	}
	return p
}

// pi keeps the session of a file, which is on its first line.
type pi struct{ session string }

func (f *pi) plainEntry(l jsonObject) (p plainEntry) {
	p.Role, p.ID, p.Parent = "system", l.text("id"), l.text("parentId")
	p.Time = micros(l["timestamp"])
	message := jsonObject(nil)
	typ := l.text("type")
	_, hasType := l["type"]
	switch {
	case !hasType:
		p.ID, p.Parent = "", ""
		message, p.Time = l, 0
	case typ == "message":
		message = l.object("message")
	case typ == "message_end", typ == "done":
		p.ID, p.Parent, message = "", "", l.object("message")
	case typ == "error":
		p.ID, p.Parent, message = "", "", l.object("error")
	case typ == "session":
		f.session, p.Session, p.ID, p.Parent, p.Model = l.text("id"), l.text("id"), "", "", l.text("modelId")
	case typ == "model_change":
		p.Model = l.text("modelId")
	case typ == "usage":
		p.Model = l.text("model")
	case l.has("traceSchema"):
		p.Session, p.Time, p.ID, p.Parent, p.Model = l.text("sessionId"), micros(l["ts"]), "", "", l.text("modelId")
	case typ == "entry_appended":
		e := l.object("entry")
		p.ID, p.Parent, p.Time = e.text("id"), e.text("parentId"), micros(e["timestamp"])
	case typ == "compaction", typ == "branch_summary":
		p.Text = l.text("summary")
	case typ == "custom_message":
		p.Text = l.words("content")
	case typ == "session_info":
		p.Text = l.text("name")
	case typ == "message_start":
		m := l.object("message")
		p.ID, p.Parent, p.Role, p.Time = "", "", piRole(m), millis(m["timestamp"])
		if p.Role == "assistant" {
			p.Model = piModel(m)
		}
	case strings.HasPrefix(typ, "tool_execution_"):
		p.ID, p.Parent, p.Role = "", "", "tool"
	case typ == "message_update":
		p.ID, p.Parent, p.Role = "", "", "assistant"
		p.piece(l.object("assistantMessageEvent"))
	case typ == "start", strings.HasPrefix(typ, "text_"), strings.HasPrefix(typ, "thinking_") && !strings.HasPrefix(typ, "thinking_level"), strings.HasPrefix(typ, "toolcall_"):
		p.ID, p.Parent, p.Role, p.Time = "", "", "assistant", 0
		p.piece(l)
	case strings.HasSuffix(typ, "_change"), typ == "label", typ == "custom", typ == "leaf", typ == "reset", typ == "context_edit":
	default:
		p.ID, p.Parent = "", ""
	}
	if message != nil {
		p.Role = piRole(message)
		if at := millis(message["timestamp"]); p.Time == 0 {
			p.Time = at
		}
		switch message.text("role") {
		case "user", "custom", "hookMessage", "system":
			p.Text = message.words("content")
		case "assistant":
			p.Model, p.Text, p.Thinking = piModel(message), message.words("content"), message.thinking("content")
			for _, b := range message.blocks("content") {
				switch b.text("type") {
				case "toolCall", "tool_use", "toolUse", "functionCall":
					input := b["arguments"]
					if input == nil {
						input = b["input"]
					}
					p.Calls = append(p.Calls, callOf(b.text("id"), b.text("name"), input))
				}
			}
		case "toolResult":
			p.Results = []string{resultOf(message.text("toolCallId"), message.words("content"), message.flag("isError"))}
		case "bashExecution":
			p.Text = message.text("command") + "\n" + message.text("output")
		case "branchSummary", "compactionSummary":
			p.Text = message.text("summary")
		}
	}
	if p.Session == "" {
		p.Session = f.session
	}
	return p
}

func (p *plainEntry) piece(e jsonObject) {
	switch e.text("type") {
	case "text_delta":
		p.Text = e.text("delta")
	case "thinking_delta":
		p.Thinking = e.text("delta")
	}
}

func piModel(m jsonObject) string {
	if s, ok := m["responseModel"].(string); ok {
		return s
	}
	return m.text("model")
}

func piRole(m jsonObject) string {
	switch m.text("role") {
	case "user", "bashExecution":
		return "user"
	case "assistant":
		return "assistant"
	case "toolResult":
		return "tool"
	case "custom", "hookMessage", "branchSummary", "compactionSummary", "system":
		return "system"
	}
	return ""
}

func plainRusty(l jsonObject) (p plainEntry) {
	p.Role, p.Session, p.ID = "system", l.text("session_id"), l.text("uuid")
	switch typ := l.text("type"); typ {
	case "assistant", "user":
		m := l.object("message")
		p.Role, p.Parent, p.Time, p.Text = typ, l.text("parent_tool_use_id"), micros(l["timestamp"]), m.words("content")
		for _, b := range m.blocks("content") {
			switch t := b.text("type"); {
			case typ == "assistant" && t == "tool_use":
				p.Calls = append(p.Calls, callOf(b.text("id"), b.text("name"), b["input"]))
			case typ == "user" && t == "tool_result":
				p.Role = "tool"
				text := b.words("content")
				if o := b.object("content"); o != nil {
					text = compact(map[string]any(o))
				}
				p.Results = append(p.Results, resultOf(b.text("tool_use_id"), text, b.flag("is_error")))
			}
		}
		if typ == "assistant" {
			p.Model, p.Thinking = m.text("model"), m.thinking("content")
		}
	case "system":
		if l.text("subtype") == "init" {
			p.Model = l.text("model")
		}
	case "result":
		switch l.text("subtype") {
		case "success":
			p.Text = l.text("result")
		case "error":
			p.Text = l.text("error")
		case "input_required":
		default:
			var all []string
			for _, v := range l.list("errors") {
				s, _ := v.(string)
				all = append(all, s)
			}
			p.Text = strings.Join(all, "\n")
		}
	}
	return p
}

// reading returns the results of an entry's methods.
func reading(e *transcript.Entry) plainEntry {
	p := plainEntry{
		Role: string(e.Role), Session: e.Session, ID: e.ID, Parent: e.Parent, Model: e.Model(), Text: e.Text(), Thinking: e.Thinking(),
	}
	if t := e.Time(); !t.IsZero() {
		p.Time = t.UnixMicro()
	}
	for c := range e.ToolCalls() {
		var v any
		d := json.NewDecoder(bytes.NewReader(c.Input))
		d.UseNumber()
		_ = d.Decode(&v)
		p.Calls = append(p.Calls, callOf(c.ID, c.Name, v))
	}
	for r := range e.ToolResults() {
		text := r.Text
		if strings.HasPrefix(text, "{") && e.Protocol == transcript.RustyClaw {
			var v any
			d := json.NewDecoder(strings.NewReader(text))
			d.UseNumber()
			if d.Decode(&v) == nil {
				text = compact(v)
			}
		}
		p.Results = append(p.Results, resultOf(r.CallID, text, r.IsError))
	}
	return p
}

// comparePlain reads text as protocol p in a Recycled loop, and compares each entry with the plain implementation.
func comparePlain(t *testing.T, name string, p transcript.Protocol, text []byte) {
	t.Helper()
	var file pi
	read := map[transcript.Protocol]func(jsonObject) plainEntry{
		transcript.AgentSDK: plainSDK, transcript.ClaudeCode: plainClaude, transcript.OpenClaw: file.plainEntry, transcript.RustyClaw: plainRusty,
	}[p]
	r := p.NewReader(bytes.NewReader(text), decoder.Poison())
	differ := 0
	for e, err := range r.Recycled() {
		if err != nil {
			continue
		}
		var line jsonObject
		d := json.NewDecoder(bytes.NewReader(r.Raw()))
		d.UseNumber()
		if err := d.Decode(&line); err != nil {
			continue // not JSON: tests of decoding cover it
		}
		got := reading(e)
		if got.Role == "" && strings.Contains(fmt.Sprintf("%T", e.Line), "Unknown") {
			continue // a line that the spec does not know
		}
		if want := read(line); !cmp.Equal(want, got) {
			if differ++; differ <= 3 {
				t.Errorf("%s:%d:\n%s\n%.300s", name, r.Pos().Line, cmp.Diff(want, got), r.Raw())
			}
		}
	}
	if differ > 3 {
		t.Errorf("%s: %d lines differ", name, differ)
	}
}

// Lines of other programs in forms that the spec does not have: texts as contents, numbers as times.
var oddShapes = map[transcript.Protocol]string{
	transcript.AgentSDK: `{"type":"assistant","message":{"role":"assistant","model":"m","content":"a plain answer"},"session_id":"s","timestamp":1767323045006}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"out","is_error":true},{"type":"text","text":"x"}]},"session_id":"s","timestamp":1767323045.5}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]},"session_id":"s","timestamp":"2026-01-02T03:04:05.006Z"}
`,
	transcript.ClaudeCode: `{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","timestamp":1767323045006,"message":{"role":"assistant","model":"m","content":"a plain answer"}}
{"type":"user","uuid":"c","parentUuid":"b","sessionId":"s","timestamp":1767323045,"message":{"role":"user","content":"plain"}}
{"type":"user","uuid":"d","parentUuid":"c","sessionId":"s","timestamp":"2026-01-02T03:04:05.006Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"out"}]}}
`,
	transcript.OpenClaw: `{"type":"session","version":3,"id":"s","timestamp":1767323045006,"cwd":"/w"}
{"type":"message","id":"a","parentId":null,"timestamp":1767323045006,"message":{"role":"toolResult","toolCallId":"c","toolName":"sh","content":"plain output","isError":false,"timestamp":1767323045006}}
{"type":"message","id":"b","parentId":"a","timestamp":"2026-01-02T03:04:05.006Z","message":{"role":"assistant","content":"a plain answer","model":"m","timestamp":"2026-01-02T03:04:05.006Z"}}
{"role":"assistant","content":"alone","model":"m","timestamp":"2026-01-02T03:04:05.006Z"}
{"role":"toolResult","toolCallId":"c","toolName":"sh","content":"plain","isError":true,"timestamp":1767323045006}
{"role":"user","content":"hi","timestamp":1767323045006}
`,
	transcript.RustyClaw: `{"type":"assistant","message":{"role":"assistant","content":"a plain answer"},"session_id":"s","timestamp":1767323045006}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":{"stdout":"x"}}]},"session_id":"s"}
`,
}

func TestEntriesAgreeWithAPlainReading(t *testing.T) {
	for p, text := range oddShapes {
		comparePlain(t, "odd shapes of "+string(p), p, []byte(text))
	}
	folders := map[string]transcript.Protocol{
		"../testdata/agentsdk": transcript.AgentSDK, "../testdata/claudecode": transcript.ClaudeCode,
		"../testdata/openclaw": transcript.OpenClaw, "../testdata/rustyclaw": transcript.RustyClaw,
		"../../shared/real/agent-sdk-stream": transcript.AgentSDK, "../../shared/real/claude-transcript": transcript.ClaudeCode,
		"../../shared/real/openclaw-pi": transcript.OpenClaw, "../../shared/real/rusty-claw": transcript.RustyClaw,
	}
	for folder, p := range folders {
		if _, err := os.Stat(folder); err != nil {
			continue // there are no real files here
		}
		for _, path := range files(t, folder) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			comparePlain(t, filepath.Base(path), p, data)
		}
	}
}

// TestRecycledTextsAreKept checks that the texts of an Entry in a Recycled loop can be kept, also as keys of maps, because they are not in the
// line's memory.
func TestRecycledTextsAreKept(t *testing.T) {
	for _, folder := range []string{"agentsdk", "claudecode", "openclaw", "rustyclaw"} {
		for _, path := range files(t, filepath.Join("../testdata", folder)) {
			kept := map[string][]plainEntry{}
			models := map[string]int{}
			for _, loop := range []string{"all", "recycled"} {
				r, err := transcript.OpenWith([]string{path}, decoder.Poison())
				if err != nil {
					t.Fatal(err)
				}
				entries := r.All()
				if loop == "recycled" {
					entries = r.Recycled()
				}
				for e, err := range entries {
					if err == nil {
						kept[loop] = append(kept[loop], reading(e))
						models[e.Model()]++
						models[e.Session]++
					}
				}
				r.Close()
			}
			if !slices.EqualFunc(kept["all"], kept["recycled"], func(a, b plainEntry) bool { return cmp.Equal(a, b) }) {
				t.Errorf("%s: %s", path, cmp.Diff(kept["all"], kept["recycled"]))
			}
			for name, n := range models {
				if n%2 != 0 {
					t.Errorf("%s: the key %q was counted %d times in two equal loops", path, name, n)
				}
			}
		}
	}
}

package claudecode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// plainLine is a line for plainFindings.
type plainLine struct {
	line      int
	typ       string // "" if it is not a text
	subtype   string
	m         map[string]any
	message   map[string]any // nil if it is not an API message
	isCommand bool
	add       func(what string)
}

func (e plainLine) text(name string) string { return str(e.m[name]) }

func (e plainLine) flag(name string) bool { return e.m[name] == true }

// isAction reports whether it is an assistant line of the flat form.
func (e plainLine) isAction() bool {
	return e.typ == "assistant" && slices.Contains([]string{"response", "tool_use", "thinking", "command", "error"}, e.subtype)
}

func (e plainLine) isFlatCall() bool { return e.isAction() && e.subtype == "tool_use" }

func (e plainLine) isFlatResult() bool {
	return e.typ == "system" && (e.subtype == "tool_result" || e.subtype == "error")
}

func (e plainLine) isResult() bool {
	return e.typ == "user" && slices.ContainsFunc(blocksOf(e.message), func(b any) bool { return str(b, "type") == "tool_result" })
}

// absent reports whether a member is absent or null.
func absent(v any) bool { return v == nil || v == "" }

// is checks the JSON type of members that are present.
func (e plainLine) is(example any, names ...string) {
	for _, name := range names {
		if v := e.m[name]; v != nil && fmt.Sprintf("%T", v) != fmt.Sprintf("%T", example) {
			e.add("structure ." + name)
		}
	}
}

func (e plainLine) hasNo(names ...string) {
	for _, name := range names {
		if !absent(e.m[name]) {
			e.add("structure ." + name)
		}
	}
}

// members checks the rules about the members of one line.
func (e plainLine) members() {
	for _, name := range []string{"uuid", "timestamp", "sessionId"} {
		if absent(e.m[name]) {
			e.add("required ." + name)
		}
	}
	e.is("", "uuid", "timestamp", "sessionId", "parentUuid", "logicalParentUuid", "userType")
	e.is(true, "isSidechain", "isMeta", "isError", "isDeleted", "isAborted")
	_, isText := e.m["message"].(string)
	switch e.typ {
	case "user":
		if absent(e.m["message"]) && !e.isCommand {
			e.add("required .message")
		} else if e.m["message"] != nil && !isText && e.message == nil {
			e.add("structure .message")
		}
		e.hasNo("toolName", "toolArguments", "metadata")
		if !e.isCommand {
			e.hasNo("subtype")
		}
	case "assistant":
		e.hasNo("metadata")
		if !e.isAction() {
			e.hasNo("subtype", "toolName", "toolArguments")
			if e.m["message"] != nil && !isText && e.message == nil {
				e.add("structure .message")
			}
			break
		}
		e.is("", "message")
		if e.subtype != "tool_use" {
			e.hasNo("toolName", "toolArguments")
			break
		}
		e.is("", "toolName")
		if absent(e.m["toolName"]) {
			e.add("tool .toolName")
		}
		if _, ok := e.m["toolArguments"].(map[string]any); !ok {
			e.add("tool .toolArguments")
		}
	case "system":
		e.is("", "message", "content", "subtype")
		e.hasNo("toolName", "toolArguments", "metadata")
		isFlat := slices.Contains([]string{"tool_result", "error", "meta"}, e.subtype)
		if absent(e.m["message"]) && absent(e.m["content"]) && (isFlat || absent(e.m["subtype"])) {
			e.add("required .message")
		}
		if e.subtype == "error" && (e.m["isError"] == nil || e.m["isError"] == false) {
			e.add("structure .isError")
		}
		if e.subtype == "meta" && (e.m["isMeta"] == nil || e.m["isMeta"] == false) {
			e.add("structure .isMeta")
		}
	case "compact_system":
		steps := []string{"conversation_compacting", "conversation_compacted", "conversation_restored", "conversation_restoring"}
		if absent(e.m["message"]) {
			e.add("required .message")
		} else if !slices.Contains(steps, e.text("message")) {
			e.add("structure .message")
		}
		e.is(map[string]any{}, "metadata")
		if e.text("message") == "conversation_compacted" && e.m["metadata"] == nil {
			e.add("required .metadata")
		}
		e.hasNo("toolName", "toolArguments")
	}
}

// apiMessage checks the rules about the API message of a line.
func (e plainLine) apiMessage() {
	if role := str(e.message["role"]); role != e.typ {
		e.add("structure .message.role")
	}
	switch c := e.message["content"].(type) {
	case []any:
		if len(c) == 0 && e.typ == "user" && !e.isCommand {
			e.add("required .message.content")
		}
	case string:
		if e.typ == "assistant" {
			e.add("structure .message.content")
		} else if c == "" && !e.isCommand {
			e.add("required .message.content")
		}
	default:
		e.add("structure .message.content")
	}
	for _, b := range blocksOf(e.message) {
		m, ok := b.(map[string]any)
		typ, isText := m["type"].(string)
		switch {
		case !ok:
			e.add("structure .message.content[]")
		case !isText:
			e.add("structure .message.content[].type")
		case typ == "tool_use":
			if str(m["name"]) == "" {
				e.add("tool .message.content[].name")
			}
			if _, ok := m["input"].(map[string]any); !ok {
				e.add("tool .message.content[].input")
			}
		case typ == "tool_result" && str(m["tool_use_id"]) == "":
			e.add("structure .message.content[].tool_use_id")
		}
	}
}

// plainFindings is a plain implementation of the Validator's rules: lines are maps, and each rule is a loop over all of them. The place of a line is
// that of a turn, of a note, or of a line that the spec does not know.
func plainFindings(lines [][]byte, placeOf func(line []byte) string) []string {
	var all []plainLine // that can be parents
	found := []string{}
	for i, text := range lines {
		e := plainLine{line: i + 1, add: func(what string) { found = append(found, fmt.Sprint(i+1, " ", what)) }}
		if json.Unmarshal(text, &e.m) != nil || e.m == nil {
			continue
		}
		e.typ, e.subtype = e.text("type"), e.text("subtype")
		_, hasCommand := e.m["command"]
		e.isCommand = hasCommand || e.subtype == "command"
		place := placeOf(text)
		if at := e.text("timestamp"); at != "" && place != "unknown" && !slices.Contains(untimed, e.typ) {
			if _, ok := plainTime(at); !ok {
				e.add("timestamp .timestamp")
			}
		}
		typ, hasType := e.m["type"]
		if _, isText := typ.(string); !hasType {
			e.add("required .type")
		} else if !isText {
			e.add("structure .type")
		}
		if !e.isAction() && (e.typ == "user" || e.typ == "assistant") {
			e.message, _ = e.m["message"].(map[string]any)
		}
		if place == "turn" {
			e.members()
		}
		if e.message != nil {
			e.apiMessage()
		}
		if place == "turn" || e.text("uuid") != "" && !isSessionNote(text) {
			all = append(all, e)
		}
	}
	first := map[string]plainLine{} // by uuid
	for _, e := range all {
		if uuid := e.text("uuid"); uuid != "" && first[uuid].line == 0 {
			first[uuid] = e
		}
	}
	// Unique, parents, circles.
	for i, e := range all {
		uuid, parent := e.text("uuid"), e.text("parentUuid")
		if uuid != "" && slices.ContainsFunc(all[:i], func(o plainLine) bool {
			return o.text("uuid") == uuid && o.text("sessionId") == e.text("sessionId")
		}) {
			e.add("unique .uuid")
		}
		if p, ok := e.m["parentUuid"].(string); ok && (parent == uuid || p == "" || first[parent].line == 0) {
			e.add("parent .parentUuid")
		}
		var circle []int
		for at := e; ; {
			circle = append(circle, at.line)
			at = first[at.text("parentUuid")]
			if at.line == e.line && len(circle) > 1 && slices.Min(circle) == e.line {
				e.add("parent .parentUuid")
			}
			if at.line == 0 || slices.Contains(circle, at.line) {
				break
			}
		}
	}
	// Tools within and outside sidechains.
	type callKey struct{ session, id string }
	calls := map[callKey][]plainLine{}
	for _, e := range all {
		for _, b := range blocksOf(e.message) {
			if e.typ == "assistant" && str(b, "type") == "tool_use" {
				k := callKey{e.text("sessionId"), str(b, "id")}
				calls[k] = append(calls[k], e)
			}
		}
	}
	for _, e := range all {
		side := e.flag("isSidechain")
		for _, b := range blocksOf(e.message) {
			of := calls[callKey{e.text("sessionId"), str(b, "tool_use_id")}]
			if e.typ == "user" && str(b, "type") == "tool_result" && str(b, "tool_use_id") != "" && len(of) > 0 &&
				!slices.ContainsFunc(of, func(c plainLine) bool { return c.flag("isSidechain") == side }) {
				e.add("sidechain .isSidechain")
			}
		}
		// A prompt or an answer with another flag than the line that it follows, or a flat result with another flag than its call.
		p := first[e.text("parentUuid")]
		if p.line == 0 || p.line == e.line || p.text("uuid") == e.text("uuid") || e.isResult() {
			continue
		}
		above, known := p.flag("isSidechain"), e.isFlatResult() && p.isFlatCall()
		begins, ends := side && !above, above && !side
		if known && (begins || ends) || !known && begins && e.typ == "assistant" || !known && ends && (p.typ == "user" || e.typ == "user") {
			e.add("sidechain .isSidechain")
		}
	}
	slices.Sort(found)
	return found
}

// placeOf returns whether a line is a turn, a note or unknown.
func placeOf(line []byte) string {
	var m map[string]any
	if json.Unmarshal(line, &m) == nil && slices.Contains(turnTypes, str(m["type"])) {
		return "turn"
	}
	l, err := claudecode.UnmarshalLine(line)
	if err == nil && claudecode.EnvelopeOf(l) != nil { // a system line of a new kind, too
		return "turn"
	}
	if _, ok := l.(*claudecode.UnknownLine); ok || err != nil {
		return "unknown"
	}
	return "note"
}

// untimed are the kinds of notes without a timestamp in the spec.
var untimed = []string{
	"custom-title", "ai-title", "last-prompt", "tag", "agent-name", "agent-color", "agent-setting", "mode", "permission-mode",
	"file-history-snapshot", "attribution-snapshot", "worktree-state", "relocated", "continued-in", "bridge-session", "fork-context-ref",
	"history-suppression", "atis-latch", "isolation-latch", "launched", "started", "result",
}

func blocksOf(message map[string]any) []any {
	list, _ := message["content"].([]any)
	return list
}

// checkFindings compares the findings of a Validator in one file with those of plainFindings.
func checkFindings(t interface {
	Helper()
	Errorf(format string, args ...any)
}, name string, lines [][]byte,
) (rules map[claudecode.Rule]int) {
	t.Helper()
	rules = map[claudecode.Rule]int{}
	var v claudecode.Validator
	for i, line := range lines {
		if l, err := claudecode.UnmarshalLine(line); err == nil {
			v.Add(decoder.Pos{Line: int64(i + 1)}, l)
		}
	}
	got := []string{}
	for _, f := range v.Findings() {
		got = append(got, fmt.Sprint(f.Pos.Line, " ", f.Rule, " ", f.Path))
		rules[f.Rule]++
	}
	slices.Sort(got)
	if d := cmp.Diff(plainFindings(lines, placeOf), got); d != "" {
		t.Errorf("%s: findings (-plain +validator):\n%s\n%s", name, d, bytes.Join(lines, []byte("\n")))
	}
	return rules
}

// TestValidatorOnRealFiles checks the findings of the Validator for real files, each by itself, against those of a plain implementation.
func TestValidatorOnRealFiles(t *testing.T) {
	files, err := filepath.Glob("../../shared/real/claude-transcript/*")
	if err != nil || len(files) == 0 {
		t.Skip("no real files here")
	}
	total := map[claudecode.Rule]int{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for rule, n := range checkFindings(t, filepath.Base(file), bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))) {
			total[rule] += n
		}
	}
	t.Logf("findings in %d files: %v", len(files), total)
}

// TestValidatorOnChangedLines removes and changes members of lines of both forms, and checks that the Validator and a plain implementation
// have the same findings.
func TestValidatorOnChangedLines(t *testing.T) {
	var sources [][]byte
	for _, name := range []string{"flat.ndjson", "session.ndjson", "kinds.ndjson"} {
		sources = append(sources, readLines(t, name)...)
	}
	names := []string{
		"type", "subtype", "uuid", "parentUuid", "logicalParentUuid", "timestamp", "sessionId", "message", "content", "toolName", "toolArguments",
		"metadata", "command", "isSidechain", "isMeta", "isError", "isDeleted", "isAborted", "userType",
		"message.role", "message.content", "message.content.0", "message.content.0.type", "message.content.0.name", "message.content.0.input",
		"message.content.0.tool_use_id",
	}
	values := []any{
		nil, "", 7, true, false, []any{}, map[string]any{}, "a text", "u0", "u1", "user", "assistant", "tool_use", "tool_result", "error", "meta", "command",
		"conversation_compacted", "2025-W05-1T10Z", "20250127T1000,5+01", "2025-02-29T10:00Z", []any{"x"}, []any{map[string]any{"type": "tool_use"}},
		map[string]any{"role": "user", "content": "x"},
	}
	rules := map[claudecode.Rule]int{}
	rapid.Check(t, func(t *rapid.T) {
		lines := randomLines(t)
		for i := range lines {
			if rapid.IntRange(0, 2).Draw(t, "other") == 0 {
				lines[i] = rapid.SampledFrom(sources).Draw(t, "source")
			}
			var m map[string]any
			if json.Unmarshal(lines[i], &m) != nil {
				continue
			}
			for range rapid.IntRange(0, 2).Draw(t, "changes") {
				change(m, strings.Split(rapid.SampledFrom(names).Draw(t, "name"), "."), rapid.SampledFrom(values).Draw(t, "value"), rapid.IntRange(0, 3).Draw(t, "delete") == 0)
			}
			lines[i], _ = json.Marshal(m)
		}
		for rule, n := range checkFindings(t, "lines", lines) {
			rules[rule] += n
		}
	})
	for _, rule := range []claudecode.Rule{
		claudecode.RuleUnique, claudecode.RuleTimestamp, claudecode.RuleParent, claudecode.RuleStructure, claudecode.RuleTool,
		claudecode.RuleSidechain, claudecode.RuleRequired,
	} {
		if rules[rule] == 0 && !testing.Short() { // a short run draws few lines
			t.Errorf("no line breaks the rule %s: nothing was tested", rule)
		}
	}
}

// change sets or deletes a value on a path, if it is there to be changed.
func change(v any, path []string, value any, remove bool) {
	switch v := v.(type) {
	case map[string]any:
		switch {
		case len(path) > 1:
			change(v[path[0]], path[1:], value, remove)
		case remove:
			delete(v, path[0])
		default:
			v[path[0]] = value
		}
	case []any:
		if len(v) > 0 && len(path) == 1 {
			v[0] = value
		} else if len(v) > 0 {
			change(v[0], path[1:], value, remove)
		}
	}
}

// TestTimestampsAgree checks that a timestamp is accepted if and only if it has a form of ISO 8601, and that it is read as the same instant.
func TestTimestampsAgree(t *testing.T) {
	pieces := [][]string{
		{"2025", "2024", "+002025", "-000000", "-000001", "+275760", "25", "2026", "0000"},
		{"-01-27", "0127", "-02-29", "-027", "366", "-W05-1", "W531", "-W53-7", "-W01-0", "-13-01", "", "-0127"},
		{"T", "t", " ", ""},
		{"10", "24", "00", "25", "1", ""},
		{":00", "00", ":60", "", ":30"},
		{":00", "00", ":60", ":61", "", ":59"},
		{"", ".5", ",25", ".", ".123456789", ".0000000001", ".99999999999999999999", ".333333333333333333333333"},
		{"Z", "", "+01", "-05:30", "+0130", "+24:00", "-00:60", "z", "+1", "+", "Zx"},
	}
	times := 0
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, p := range pieces {
			piece := p[0]
			if rapid.IntRange(0, 2).Draw(t, "other") == 0 {
				piece = rapid.SampledFrom(p).Draw(t, "piece")
			}
			text += piece
		}
		want, isTime := plainTime(text)
		got, ok := (&claudecode.Envelope{Timestamp: text}).Time()
		if ok != isTime || ok && !got.Equal(want) {
			t.Fatalf("%q is %v, %v; plainly %v, %v", text, got, ok, want, isTime)
		}
		if ok {
			times++
		}
	})
	if times == 0 {
		t.Error("none of the texts was a time")
	}
}

package claudecode_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// findings validates lines, and returns the findings as "LINE RULE PATH".
func findings(t testing.TB, lines ...string) []string {
	t.Helper()
	var v claudecode.Validator
	r := claudecode.NewReader(strings.NewReader(strings.Join(lines, "\n")), decoder.Poison())
	for l, err := range r.Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		v.Add(r.Pos(), l)
	}
	got := []string{}
	for _, f := range v.Findings() {
		got = append(got, fmt.Sprintf("%d %s %s", f.Pos.Line, f.Rule, f.Path))
		if f.Reason == "" || f.Pos.Length != int64(len(lines[f.Pos.Line-1])) {
			t.Errorf("%+v", f)
		}
	}
	return got
}

// line returns a line of the flat form; more replaces or adds members.
func line(typ, uuid, parent, more string) string {
	s := fmt.Sprintf(`{"type":%q,"uuid":%q,"parentUuid":%q,"timestamp":"2025-01-27T10:00:00Z","sessionId":"s"%s}`, typ, uuid, parent, more)
	return strings.Replace(s, `"parentUuid":""`, `"parentUuid":null`, 1)
}

func TestValidator(t *testing.T) {
	const message = `,"message":"m"`
	const call = `{"type":"tool_use","id":"t","name":"Read","input":{}}`
	user := func(uuid, parent string) string { return line("user", uuid, parent, message) }
	answer := func(uuid, parent, content string) string {
		return line("assistant", uuid, parent, `,"message":{"role":"assistant","content":[`+content+`]}`)
	}
	result := func(uuid, parent string) string {
		return line("user", uuid, parent, `,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"}]}`)
	}
	flatCall := func(uuid, parent string) string {
		return line("assistant", uuid, parent, `,"subtype":"tool_use","toolName":"Read","toolArguments":{}`)
	}
	flatResult := func(uuid, parent string) string {
		return line("system", uuid, parent, `,"subtype":"tool_result"`+message)
	}
	side := func(s string) string { return strings.Replace(s, `"sessionId"`, `"isSidechain":true,"sessionId"`, 1) }
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"nothing", []string{user("a", ""), user("b", "a")}, nil},
		{"notes need nothing", []string{`{"type":"mode"}`, `{"type":"summary"}`, `{"type":"no-such-type"}`}, nil},

		// Required fields.
		{"no uuid", []string{`{"type":"user","timestamp":"2025-01-27T10:00:00Z","sessionId":"s","message":"m"}`}, []string{"1 required .uuid"}},
		{"no timestamp", []string{`{"type":"assistant","uuid":"a","sessionId":"s","subtype":"response"}`}, []string{"1 required .timestamp"}},
		{"no sessionId", []string{`{"type":"system","uuid":"a","timestamp":"2025-01-27T10:00:00Z","message":"m"}`}, []string{"1 required .sessionId"}},
		{"null and empty", []string{`{"type":"system","uuid":null,"timestamp":"","sessionId":null,"message":"m"}`}, []string{"1 required .uuid", "1 required .timestamp", "1 required .sessionId"}},
		{"no type", []string{`{"uuid":"a"}`}, []string{"1 required .type"}},
		{"a user line without message", []string{line("user", "a", "", "")}, []string{"1 required .message"}},
		{"one that is empty", []string{line("user", "a", "", `,"message":""`)}, []string{"1 required .message"}},
		{"a command needs none", []string{line("user", "a", "", `,"subtype":"command"`), line("user", "b", "a", `,"command":"/compact"`)}, nil},
		{"an answer needs no message", []string{line("assistant", "a", "", `,"subtype":"response"`), line("assistant", "b", "a", "")}, nil},
		{"a system line without message", []string{line("system", "a", "", "")}, []string{"1 required .message"}},
		{"a result without message", []string{line("system", "a", "", `,"subtype":"tool_result"`)}, []string{"1 required .message"}},
		{"those of the files have none", []string{line("system", "a", "", `,"subtype":"turn_duration"`), line("system", "b", "", `,"content":"c"`)}, nil},
		{"a compaction without operation", []string{line("compact_system", "a", "", "")}, []string{"1 required .message"}},
		{"compacted without metadata", []string{line("compact_system", "a", "", `,"message":"conversation_compacted"`)}, []string{"1 required .metadata"}},
		{"compacting needs none", []string{line("compact_system", "a", "", `,"message":"conversation_compacting"`)}, nil},

		// 1: a uuid is unique in a session.
		{"a uuid twice", []string{user("a", ""), user("b", "a"), user("a", "b")}, []string{"3 unique .uuid"}},
		{"in two sessions", []string{user("a", ""), strings.Replace(user("a", ""), `"s"`, `"t"`, 1), user("a", "")}, []string{"3 unique .uuid"}},
		{"notes do not count", []string{user("a", ""), `{"type":"content-replacement","sessionId":"s","replacements":[],"uuid":"a"}`}, nil},

		// 2: timestamps are ISO 8601.
		{"no time", []string{strings.Replace(user("a", ""), "2025-01-27T10:00:00Z", "yesterday", 1)}, []string{"1 timestamp .timestamp"}},
		{"a note without time", []string{`{"type":"queue-operation","operation":"remove","timestamp":"10:00","sessionId":"s"}`}, []string{"1 timestamp .timestamp"}},
		{"a time that is a number", []string{`{"type":"user","uuid":"a","timestamp":1740000000000,"sessionId":"s","message":"m"}`}, []string{"1 structure .timestamp"}},

		// 3: a parent exists.
		{"a missing parent", []string{user("a", "x")}, []string{"1 parent .parentUuid"}},
		{"a parent that follows", []string{user("a", "c"), user("b", "c"), user("c", "")}, nil},
		{"two of three wait in vain", []string{user("a", "x"), user("b", "c"), user("c", ""), user("d", "x")}, []string{"1 parent .parentUuid", "4 parent .parentUuid"}},
		{"itself", []string{user("a", "a")}, []string{"1 parent .parentUuid"}},
		{"an empty one", []string{`{"type":"user","uuid":"a","parentUuid":"","timestamp":"2025-01-27T10:00:00Z","sessionId":"s","message":"m"}`}, []string{"1 parent .parentUuid"}},
		{"one of a type that nobody knows", []string{`{"type":"brand-new","uuid":"x"}`, user("a", "x"), `{"type":"brand-new","uuid":"y","parentUuid":"z"}`}, []string{"3 parent .parentUuid"}},
		{"of a line without uuid, and of a second one", []string{line("user", "", "x", message), user("b", ""), user("b", "y")}, []string{"1 required .uuid", "1 parent .parentUuid", "3 unique .uuid", "3 parent .parentUuid"}},

		{"a circle", []string{user("a", "c"), user("b", "a"), user("c", "b"), user("d", "c")}, []string{"1 parent .parentUuid"}},
		{"two circles, of which one comes to an end late", []string{user("a", "b"), user("x", "y"), user("b", "a"), user("z", "x"), user("y", "x")}, []string{"1 parent .parentUuid", "2 parent .parentUuid"}},
		{"no circle", []string{user("a", ""), user("b", "a"), user("c", "a"), user("d", "b")}, nil},

		// 4: the structure fits the type.
		{"flags", []string{line("user", "a", "", message+`,"isSidechain":"yes","isMeta":1,"isDeleted":[],"isAborted":{},"isError":""`)}, []string{"1 structure .isSidechain", "1 structure .isMeta", "1 structure .isError", "1 structure .isDeleted", "1 structure .isAborted"}},
		{"a parent that is a number", []string{`{"type":"user","uuid":"a","parentUuid":7,"timestamp":"2025-01-27T10:00:00Z","sessionId":"s","message":"m"}`}, []string{"1 structure .parentUuid"}},
		{"a type that is a number", []string{`{"type":7}`}, []string{"1 structure .type"}},
		{"messages", []string{line("user", "a", "", `,"message":7`), line("assistant", "b", "", `,"message":[]`), line("system", "c", "", `,"message":{}`)}, []string{"1 structure .message", "2 structure .message", "3 structure .message"}},
		{"roles", []string{line("user", "a", "", `,"message":{"role":"assistant","content":"x"}`), line("assistant", "b", "a", `,"message":{"role":"user","content":[]}`)}, []string{"1 structure .message.role", "2 structure .message.role"}},
		{"a subtype that there is not", []string{line("assistant", "a", "", `,"subtype":"reply","message":"m"`), line("user", "b", "", `,"subtype":"x"`+message)}, []string{"1 structure .subtype", "2 structure .subtype"}},
		{"members of others", []string{line("user", "a", "", message+`,"toolName":"Read"`), line("assistant", "b", "", `,"subtype":"response","toolName":"Read","metadata":{}`)}, []string{"1 structure .toolName", "2 structure .metadata", "2 structure .toolName"}},
		{"an error that is none", []string{line("system", "a", "", message+`,"subtype":"error"`), line("system", "b", "", message+`,"subtype":"error","isError":true`)}, []string{"1 structure .isError"}},
		{"metadata that is none", []string{line("system", "a", "", message+`,"subtype":"meta"`), line("system", "b", "", message+`,"subtype":"meta","isMeta":true`)}, []string{"1 structure .isMeta"}},
		{"a step that there is not", []string{line("compact_system", "a", "", message), line("compact_system", "b", "", `,"message":"conversation_compacted","metadata":7`)}, []string{"1 structure .message", "2 structure .metadata"}},

		{"empty API messages", []string{line("user", "a", "", `,"message":{}`), line("assistant", "b", "a", `,"message":{}`)}, []string{"1 structure .message.role", "1 structure .message.content", "2 structure .message.role", "2 structure .message.content"}},
		{"content of other types", []string{line("user", "a", "", `,"message":{"role":"user","content":5}`), line("assistant", "b", "a", `,"message":{"role":"assistant","content":5}`), line("assistant", "c", "b", `,"message":{"role":7,"content":"x"}`)}, []string{"1 structure .message.content", "2 structure .message.content", "3 structure .message.role", "3 structure .message.content"}},
		{"content that is null", []string{line("user", "a", "", `,"message":{"role":"user","content":null}`), line("assistant", "b", "a", `,"message":{"role":"assistant","content":null}`)}, []string{"1 structure .message.content", "2 structure .message.content"}},
		{"content that is empty", []string{line("user", "a", "", `,"message":{"role":"user","content":""}`), line("user", "b", "a", `,"message":{"role":"user","content":[]}`), line("user", "c", "b", `,"message":{"role":"user","content":""},"subtype":"command"`)}, []string{"1 required .message.content", "2 required .message.content"}},
		{"blocks that are none", []string{line("user", "a", "", `,"message":{"role":"user","content":["x",null,{},{"type":7},{"type":"tool_result"}]}`), answer("b", "a", `5`)}, []string{"1 structure .message.content[]", "1 structure .message.content[]", "1 structure .message.content[].type", "1 structure .message.content[].type", "1 structure .message.content[].tool_use_id", "2 structure .message.content[]"}},
		{"API messages with texts", []string{line("user", "a", "", `,"message":{"role":"user","content":"x"}`), line("user", "b", "a", `,"message":{"role":"user","content":[{"type":"text","text":"x"}]}`)}, nil},

		// 5: a tool call has a name and arguments.
		{"a tool call", []string{line("assistant", "a", "", `,"subtype":"tool_use","toolName":"Read","toolArguments":{}`)}, nil},
		{"without anything", []string{line("assistant", "a", "", `,"subtype":"tool_use"`)}, []string{"1 tool .toolName", "1 tool .toolArguments"}},
		{"arguments that are not an object", []string{line("assistant", "a", "", `,"subtype":"tool_use","toolName":"Read","toolArguments":"x"`)}, []string{"1 tool .toolArguments"}},
		{"in an API message", []string{line("assistant", "a", "", `,"message":{"role":"assistant","content":[{"type":"tool_use","id":"t"},{"type":"tool_use","id":"u","name":"Read","input":null}]}`)}, []string{"1 tool .message.content[].name", "1 tool .message.content[].input", "1 tool .message.content[].input"}},
		{"a name and an input of other types", []string{answer("a", "", `{"type":"tool_use","id":"t","name":7,"input":"x"}`)}, []string{"1 tool .message.content[].name", "1 tool .message.content[].input"}},
		{"an API message that keeps to it", []string{answer("a", "", `{"type":"tool_use","id":"t","name":"Read","input":{}}`), answer("b", "a", `{"type":"text","text":"x"},{"type":"brand-new"}`), line("assistant", "c", "b", `,"message":{"role":"assistant","content":[]}`)}, nil},

		// 6: a sidechain is consistent.
		{"a sidechain", []string{user("a", ""), line("assistant", "b", "a", `,"subtype":"response"`), line("user", "c", "b", message+`,"isSidechain":true`), line("assistant", "d", "c", `,"subtype":"response","isSidechain":true`), line("assistant", "e", "d", `,"subtype":"response"`), user("f", "e")}, nil},
		{"the result of a call behind its sidechain", []string{answer("a", "", call), side(user("b", "a")), side(line("assistant", "c", "b", `,"subtype":"response"`)), result("d", "c")}, nil},
		{"the same, with the sidechain broken off", []string{answer("a", "", call), side(user("b", "a")), result("d", "b")}, nil},
		{"a call and its result within a sidechain", []string{side(user("a", "")), side(answer("b", "a", call)), side(result("c", "b"))}, nil},
		{"a result outside", []string{side(user("a", "")), side(answer("b", "a", call)), result("c", "b")}, []string{"3 sidechain .isSidechain"}},
		{"a result inside", []string{user("a", ""), answer("b", "a", call), side(result("c", "b"))}, []string{"3 sidechain .isSidechain"}},
		{"a result before its call", []string{user("a", ""), side(result("c", "b")), answer("b", "a", call)}, []string{"2 sidechain .isSidechain"}},
		{"a result that follows another line", []string{side(user("a", "")), side(answer("b", "a", call)), user("x", ""), result("c", "x")}, []string{"4 sidechain .isSidechain"}},
		{"a result of another session's call", []string{side(user("a", "")), side(answer("b", "a", call)), user("x", ""), strings.Replace(result("c", "x"), `"sessionId":"s"`, `"sessionId":"t"`, 1)}, nil},
		{"a call that is copied from a sidechain", []string{side(user("a", "")), side(answer("b", "a", call)), answer("c", "", call), result("d", "c")}, nil},
		{"the same, with the copy behind", []string{side(user("a", "")), side(answer("b", "a", call)), result("d", "c"), answer("c", "", call)}, nil},
		{"flat results", []string{flatCall("a", ""), flatResult("b", "a"), flatCall("c", "b"), side(user("d", "c")), side(flatCall("e", "d")), side(flatResult("f", "e")), side(line("assistant", "g", "f", `,"subtype":"response"`)), flatResult("h", "g")}, nil},
		{"a flat result outside, and one inside", []string{side(user("a", "")), side(flatCall("b", "a")), flatResult("c", "b"), flatCall("d", "c"), side(flatResult("e", "d"))}, []string{"3 sidechain .isSidechain", "5 sidechain .isSidechain"}},
		{"an answer outside", []string{line("user", "c", "", message+`,"isSidechain":true`), line("assistant", "d", "c", `,"subtype":"response","isSidechain":false`)}, []string{"2 sidechain .isSidechain"}},
		{"an answer inside", []string{user("a", ""), line("assistant", "b", "a", `,"subtype":"response","isSidechain":true`)}, []string{"2 sidechain .isSidechain"}},
		{"a question outside", []string{line("assistant", "a", "", `,"subtype":"response","isSidechain":true`), user("b", "a")}, []string{"2 sidechain .isSidechain"}},
		{"the parent follows", []string{user("x", ""), line("assistant", "b", "a", `,"subtype":"response","isSidechain":true`), user("a", "x")}, []string{"2 sidechain .isSidechain"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := append([]string{}, tt.want...)
			if d := cmp.Diff(want, findings(t, tt.lines...)); d != "" {
				t.Errorf("findings (-want +got):\n%s", d)
			}
		})
	}
}

// TestValidatorOnFilesOfOneSession checks that a session that continues in another file may repeat its lines there, including bad ones.
func TestValidatorOnFilesOfOneSession(t *testing.T) {
	lines := []string{
		line("user", "a", "gone", `,"message":""`), strings.Replace(line("system", "b", "a", `,"message":"m"`), "2025-", "", 1),
		line("assistant", "c", "b", `,"subtype":"tool_use"`),
	}
	count := func(files ...[]string) (n int, unique int) {
		var v claudecode.Validator
		for i, file := range files {
			for k, text := range file {
				v.Add(decoder.Pos{File: fmt.Sprint("file", i), Line: int64(k + 1)}, decode(t, text))
			}
		}
		for _, f := range v.Findings() {
			if f.Rule == claudecode.RuleUnique {
				unique++
			}
		}
		return len(v.Findings()), unique
	}
	once, _ := count(lines)
	equal(t, "findings in one file", once, 5)
	for name, files := range map[string][][]string{
		"two files": {lines, lines}, "a part": {lines, lines[:2]}, "three files": {lines[:1], lines, lines},
	} {
		n, unique := count(files...)
		equal(t, name, n, once)
		equal(t, name+", uuids", unique, 0)
	}
	// The uuid on another line is a finding in any file; the same line is one in the same file.
	_, unique := count(lines, []string{line("user", "c", "b", `,"message":"m"`)})
	equal(t, "another line", unique, 1)
	_, unique = count(slices.Concat(lines, lines[:1]))
	equal(t, "the same file", unique, 1)
}

// TestValidatorReasons checks that the reason of a finding quotes the value on the line once.
func TestValidatorReasons(t *testing.T) {
	for text, want := range map[string]string{
		line("assistant", "a", "", `,"subtype":"reply","message":"m"`):                                `"reply" is none that an assistant line has`,
		line("user", "a", "", `,"subtype":7,"message":"m"`):                                           `of the JSON type number is none that a user line has`,
		line("user", "a", "", `,"message":{"role":"ro\"le","content":"x"}`):                           `"ro\"le" does not fit a line of the type user`,
		strings.Replace(line("user", "a", "", `,"message":"m"`), "2025", strings.Repeat("ü", 40), 1):  `"` + strings.Repeat("ü", 30) + `"... is not a date and time of ISO 8601`,
		strings.Replace(line("user", "a", "", `,"message":"m"`), "2025", strings.Repeat("€ü", 20), 1): `"` + strings.Repeat("€ü", 12) + `"... is not a date and time of ISO 8601`,
	} {
		var v claudecode.Validator
		v.Add(decoder.Pos{}, decode(t, text))
		if f := v.Findings(); len(f) != 1 || f[0].Reason != want {
			t.Errorf("%s: %v, want %s", text, f, want)
		}
	}
}

// TestValidatorOnThePagesExamples validates the examples of the page, read in their order as one session, with other texts. docs/claudecode.md
// explains the findings.
func TestValidatorOnThePagesExamples(t *testing.T) {
	const message = `,"message":"m"`
	got := findings(
		t,
		line("user", "msg-001", "msg-000", message),
		line("user", "msg-002", "msg-001", message+`,"isSidechain":true,"userType":"external"`),
		line("assistant", "msg-003", "msg-002", message+`,"subtype":"response"`),
		line("assistant", "msg-004", "msg-003", `,"subtype":"tool_use","toolName":"Write","toolArguments":{"file_path":"/a","content":"b"}`),
		line("system", "msg-006", "msg-005", message+`,"subtype":"tool_result"`),
		line("system", "msg-007", "msg-006", message+`,"isError":true,"subtype":"error"`),
		line("compact_system", "msg-009", "msg-008", `,"message":"conversation_compacting"`),
		line("compact_system", "msg-010", "msg-009", `,"message":"conversation_compacted","metadata":{"preservedMessages":15,"totalMessages":150,"compressionRatio":0.1}`),
	)
	want := []string{"1 parent .parentUuid", "3 sidechain .isSidechain", "5 parent .parentUuid", "7 parent .parentUuid"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("findings (-want +got):\n%s", d)
	}
}

// TestValidatorOnThePagesFlows checks that the flows that the page draws have no findings.
func TestValidatorOnThePagesFlows(t *testing.T) {
	const message = `,"message":"m"`
	prompt, answer, call := []string{"user", message}, []string{"assistant", message + `,"subtype":"response"`}, []string{"assistant", `,"subtype":"tool_use","toolName":"Read","toolArguments":{}`}
	result, failure := []string{"system", message + `,"subtype":"tool_result"`}, []string{"system", message + `,"subtype":"error","isError":true`}
	side := func(l []string) []string { return []string{l[0], l[1] + `,"isSidechain":true`} }
	for name, flow := range map[string][][]string{
		"linear":         {prompt, answer, prompt, answer},
		"tool usage":     {prompt, answer, call, result, answer},
		"parallel":       {prompt, call, call, call, result, result, result},
		"sidechain":      {prompt, answer, side(prompt), side(answer), answer},
		"error recovery": {prompt, answer, call, failure, answer, call, {"system", message}},
		"compaction":     {{"user", `,"command":"/compact"`}, {"compact_system", `,"message":"conversation_compacting"`}, {"compact_system", `,"message":"conversation_compacted","metadata":{}`}, answer},
	} {
		var lines []string
		parent := ""
		for i, l := range flow {
			uuid := fmt.Sprint("u", i)
			lines = append(lines, line(l[0], uuid, parent, l[1]))
			parent = uuid
		}
		if got := findings(t, lines...); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestValidatorOnSessions checks that the correct sessions of testdata have no findings.
func TestValidatorOnSessions(t *testing.T) {
	for _, name := range []string{"flat.ndjson", "session.ndjson"} {
		var lines []string
		for _, l := range readLines(t, name) {
			lines = append(lines, string(l))
		}
		if got := findings(t, lines...); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestTimestamps(t *testing.T) {
	good := []string{
		"2025-01-27T10:00:00Z", "2025-01-27T10:00:00.123Z", "2025-01-27T10:00:00.123456789012Z", "2025-01-27T10:00:00+01:00",
		"2025-01-27T10:00:00-0530", "2025-01-27T10:00:00+01", "2025-01-27T10:00", "2025-01-27T10:00:00", "20250127T100000Z",
		"20250127T1000", "2024-02-29T23:59:60Z", "2025-027T10:00:00Z", "2025027T100000Z", "2024-366T10:00Z", "2025-W05-1T10:00:00Z",
		"2025W051T100000Z", "2026-W53-7T10Z", "2025-01-27T10Z", "20250127T10+0130", "2025-01-27T10.5Z", "2025-01-27T10:30,25Z",
		"+002025-01-27T10:00:00Z", "-000001-12-31T10:00:00Z", "+0020250127T100000Z", "+002025-027T10:00Z", "+275760-09-13T00:00:00.000Z", "2025-01-27T24:00:00Z", "2025-01-27T10:00:00,5Z",
	}
	bad := []string{
		"yesterday", "2025-01-27", "2025-01-27 10:00:00Z", "2025-13-27T10:00:00Z", "2025-02-29T10:00:00Z", "2025-01-27T25:00:00Z",
		"2025-01-27T24:00:01Z", "2025-01-27T10:60:00Z", "2025-01-27T10:00:61Z", "2025-01-27T10:00:00.Z", "2025-01-27T10:00:00Zx",
		"2025-01-27T10:00:00+24:00", "2025-01-27T10:00:00+", "1740000000000", "27.1.2025", "2025-0127T10:00:00Z", "2025-01-27T1000Z",
		"2025-000T10:00Z", "2025-366T10:00Z", "2025-W00-1T10:00Z", "2025-W53-1T10:00Z", "2025-W05-0T10:00Z", "2025-W05-8T10:00Z",
		"2025-W05T10:00Z", "2025W05-1T10:00Z", "2025-W051T10:00Z", "-000000-01-01T00:00Z", "+2025-01-27T10:00Z", "2025-01T10:00Z",
		"2025T10:00Z", "2025-01-27T24.5Z", "2025-01-27T24:00:00.0000000001Z", "2025-01-27T1Z", "2025-01-27T10:Z", "P1DT10H", "2025-01-27T10:00Z/PT1H", "2025-27T10:00Z",
		"2025-01-27T", "T", "２025-01-27T10:00:00Z", "2025-01-27t10:00:00z",
	}
	for _, s := range good {
		if _, ok := (&claudecode.Envelope{Timestamp: s}).Time(); !ok {
			t.Errorf("%q is a time", s)
		}
	}
	for _, s := range bad {
		if at, ok := (&claudecode.Envelope{Timestamp: s}).Time(); ok {
			t.Errorf("%q is %v", s, at)
		}
	}
	at, _ := (&claudecode.Envelope{Timestamp: "2025-01-27T10:00:00.25+01:30"}).Time()
	equal(t, "time", at.UTC().Format("15:04:05.000"), "08:30:00.250")
	for text, want := range map[string]string{
		"2025-027T10.5Z": "2025-01-27T10:30:00Z", "2025-W05-1T10:30,25Z": "2025-01-27T10:30:15Z", "2020-W53-5T00Z": "2021-01-01T00:00:00Z",
		"2025-W01-1T00Z": "2024-12-30T00:00:00Z", "2024-12-31T24:00Z": "2025-01-01T00:00:00Z", "+002024-366T00Z": "2024-12-31T00:00:00Z",
		"2025-01-27T10:00:00.9999999999Z": "2025-01-27T10:00:00.999999999Z", "2025-01-27T10.000000001Z": "2025-01-27T10:00:00.0000036Z",
	} {
		at, ok := (&claudecode.Envelope{Timestamp: text}).Time()
		if got := at.UTC().Format(time.RFC3339Nano); !ok || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, ok, want)
		}
	}
}

// TestValidatorOrder checks that the order of the lines does not affect the findings about missing parents and circles.
func TestValidatorOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "lines")
		var lines []claudecode.Line
		want := map[string]bool{}
		parents := map[string]string{}
		for i := range n {
			l := &claudecode.UserLine{Message: claudecode.UserContent{Text: "m"}}
			l.UUID, l.SessionID, l.Timestamp = fmt.Sprint("u", i), "s", "2025-01-27T10:00:00Z"
			if p := rapid.IntRange(-1, n+9).Draw(t, "parent"); p >= 0 && p != i {
				l.ParentUUID = ptr(fmt.Sprint("u", p))
				parents[l.UUID] = *l.ParentUUID
				if p >= n {
					want[l.UUID] = true
				}
			}
			lines = append(lines, l)
		}
		order := rapid.Permutation(lines).Draw(t, "order")
		var v claudecode.Validator
		pos := decoder.Pos{}
		place := map[int64]string{}
		for _, l := range order {
			pos.Line += int64(rapid.IntRange(1, 3).Draw(t, "gap"))
			pos.Offset += pos.Length + int64(rapid.IntRange(1, 300).Draw(t, "skip"))
			pos.Length = int64(rapid.IntRange(2, 70_000).Draw(t, "length"))
			if rapid.IntRange(0, 9).Draw(t, "file") == 0 {
				pos.File += "x"
			}
			place[pos.Line] = l.(*claudecode.UserLine).UUID
			v.Add(pos, l)
		}
		inCircle := map[string]bool{} // lines of circles
		for _, l := range order {
			uuid := l.(*claudecode.UserLine).UUID
			circle := []string{uuid}
			for p := parents[uuid]; p != "" && p != uuid && len(circle) <= n; p = parents[p] {
				circle = append(circle, p)
			}
			if parents[circle[len(circle)-1]] != uuid || inCircle[uuid] {
				continue
			}
			want[uuid] = true
			for _, c := range circle {
				inCircle[c] = true
			}
		}
		got, last := map[string]bool{}, int64(0)
		for _, f := range v.Findings() {
			if f.Rule != claudecode.RuleParent || f.Pos.Line <= last || f.Pos.Length < 2 {
				t.Fatalf("%v after line %d", f, last)
			}
			got[place[f.Pos.Line]], last = true, f.Pos.Line
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

func TestValidatorLimit(t *testing.T) {
	v := claudecode.Validator{Limit: 3}
	for i := range 5 {
		l := &claudecode.SummaryLine{Timestamp: "x"}
		v.Add(decoder.Pos{File: "f", Line: int64(2 * i), Offset: int64(1000 * i), Length: 7}, l)
		m := &claudecode.UserLine{Message: claudecode.UserContent{Text: "m"}}
		m.UUID, m.SessionID, m.Timestamp, m.ParentUUID = fmt.Sprint(i), "s", "2025-01-27T10:00:00Z", ptr("gone")
		v.Add(decoder.Pos{File: "f", Line: int64(2*i + 1), Offset: int64(1000*i + 500), Length: 9}, m)
	}
	var got []string
	for _, f := range v.Findings() {
		got = append(got, fmt.Sprint(f.Pos, " ", f.Pos.Offset, " ", f.Pos.Length, " ", f.Rule))
	}
	if d := cmp.Diff([]string{"f:0 0 7 timestamp", "f:1 500 9 parent", "f:2 1000 7 timestamp"}, got); d != "" {
		t.Error(d)
	}
	equal(t, "omitted", v.Omitted(), 7)
	equal(t, "text", v.Findings()[1].String(), "f:1: parent: .parentUuid names no line of the stream")
	v.Add(decoder.Pos{}, nil)
}

// TestValidatorMemory checks that the Validator keeps at most 48 bytes for a uuid, also in the worst order: each parent follows its child, or
// never comes.
func TestValidatorMemory(t *testing.T) {
	const n = 400_000
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	id := func(i int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", i, i) }
	for name, parent := range map[string]func(i int) *string{
		"none":     func(int) *string { return nil },
		"before":   func(i int) *string { return ptr(id(i - 1)) },
		"after":    func(i int) *string { return ptr(id(i + 1)) },
		"far":      func(i int) *string { return ptr(id((i + n/2) % n)) },
		"missing":  func(i int) *string { return ptr("x" + id(i)) },
		"the same": func(int) *string { return ptr("x") },
	} {
		uuids := n
		if name == "missing" {
			uuids = 2 * n
		}
		before := heap()
		v := new(claudecode.Validator)
		l := &claudecode.UserLine{Message: claudecode.UserContent{Text: "m"}}
		l.SessionID, l.Timestamp = "s", "2025-01-27T10:00:00Z"
		pos := decoder.Pos{File: "f"}
		size := rand.New(rand.NewPCG(1, 2))
		for i := range n {
			l.UUID, l.ParentUUID = id(i), parent(i)
			pos = decoder.Pos{File: "f", Line: pos.Line + 1, Offset: pos.Offset + pos.Length + 1, Length: size.Int64N(4000)}
			v.Add(pos, l)
		}
		used := heap() - before
		if used > 48*int64(uuids) {
			t.Errorf("parents %s: %.1f bytes a uuid", name, float64(used)/float64(uuids))
		}
		t.Logf("parents %s: %.1f bytes a uuid", name, float64(used)/float64(uuids))
		runtime.KeepAlive(v)
	}
}

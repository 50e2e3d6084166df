package claudecode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// plainFindings is a second reading of the rules about links and API messages: lines as maps, each rule as a loop over all of them.
func plainFindings(lines [][]byte, isLinked func(line []byte) bool) []string {
	type entry struct {
		line    int
		m       map[string]any
		message map[string]any
	}
	var all []entry
	for i, text := range lines {
		var m map[string]any
		if json.Unmarshal(text, &m) != nil || m == nil || !isLinked(text) {
			continue
		}
		message, _ := m["message"].(map[string]any)
		all = append(all, entry{i + 1, m, message})
	}
	found := []string{}
	add := func(e entry, what string) { found = append(found, fmt.Sprint(e.line, " ", what)) }
	first := map[string]entry{} // by uuid
	for _, e := range all {
		if uuid := str(e.m["uuid"]); uuid != "" && first[uuid].line == 0 {
			first[uuid] = e
		}
	}
	// Unique, parents, circles.
	for i, e := range all {
		uuid, parent := str(e.m["uuid"]), str(e.m["parentUuid"])
		if uuid != "" && slices.ContainsFunc(all[:i], func(o entry) bool {
			return str(o.m["uuid"]) == uuid && str(o.m["sessionId"]) == str(e.m["sessionId"])
		}) {
			add(e, "unique .uuid")
		}
		if p, ok := e.m["parentUuid"].(string); ok && (parent == uuid || p == "" || first[parent].line == 0) {
			add(e, "parent .parentUuid")
		}
		var circle []int
		for at := e; ; {
			circle = append(circle, at.line)
			at = first[str(at.m["parentUuid"])]
			if at.line == e.line && len(circle) > 1 && slices.Min(circle) == e.line {
				add(e, "parent .parentUuid")
			}
			if at.line == 0 || slices.Contains(circle, at.line) {
				break
			}
		}
	}
	// API messages, and tools within and outside sidechains.
	type callKey struct{ session, id string }
	calls := map[callKey][]entry{}
	for _, e := range all {
		for _, b := range blocksOf(e.message) {
			if e.m["type"] == "assistant" && str(b, "type") == "tool_use" {
				k := callKey{str(e.m["sessionId"]), str(b, "id")}
				calls[k] = append(calls[k], e)
			}
		}
	}
	for _, e := range all {
		typ := str(e.m["type"])
		if e.message == nil || typ != "user" && typ != "assistant" {
			continue
		}
		if role := str(e.message["role"]); role != typ {
			add(e, "structure .message.role")
		}
		switch c := e.message["content"].(type) {
		case []any:
			if len(c) == 0 && typ == "user" {
				add(e, "required .message.content")
			}
		case string:
			if typ == "assistant" {
				add(e, "structure .message.content")
			} else if c == "" {
				add(e, "required .message.content")
			}
		default:
			add(e, "structure .message.content")
		}
		for _, b := range blocksOf(e.message) {
			m, ok := b.(map[string]any)
			switch {
			case !ok:
				add(e, "structure .message.content[]")
			case str(m["type"]) == "":
				add(e, "structure .message.content[].type")
			case str(m["type"]) == "tool_use":
				if str(m["name"]) == "" {
					add(e, "tool .message.content[].name")
				}
				if _, ok := m["input"].(map[string]any); !ok {
					add(e, "tool .message.content[].input")
				}
			case str(m["type"]) == "tool_result":
				if str(m["tool_use_id"]) == "" {
					add(e, "structure .message.content[].tool_use_id")
				}
				of := calls[callKey{str(e.m["sessionId"]), str(m["tool_use_id"])}]
				if typ == "user" && len(of) > 0 && !slices.ContainsFunc(of, func(c entry) bool { return (c.m["isSidechain"] == true) == (e.m["isSidechain"] == true) }) {
					add(e, "sidechain .isSidechain")
				}
			}
		}
		// A question or an answer with another flag than the line that it follows.
		p := first[str(e.m["parentUuid"])]
		isResult := typ == "user" && slices.ContainsFunc(blocksOf(e.message), func(b any) bool { return str(b, "type") == "tool_result" })
		if p.line == 0 || p.line == e.line || isResult {
			continue
		}
		side, above := e.m["isSidechain"] == true, p.m["isSidechain"] == true
		if side && !above && typ == "assistant" || above && !side && (p.m["type"] == "user" || typ == "user") {
			add(e, "sidechain .isSidechain")
		}
	}
	slices.Sort(found)
	return found
}

func blocksOf(message map[string]any) []any {
	list, _ := message["content"].([]any)
	return list
}

// Real files, each by itself.
func TestValidatorOnRealFiles(t *testing.T) {
	files, err := filepath.Glob("../../shared/real/claude-transcript/*")
	if err != nil || len(files) == 0 {
		t.Skip("no real files here")
	}
	total := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
		var v claudecode.Validator
		for i, line := range lines {
			if l, err := claudecode.UnmarshalLine(line); err == nil {
				v.Add(decoder.Pos{Line: int64(i + 1)}, l)
			}
		}
		got := []string{}
		for _, f := range v.Findings() {
			switch f.Path {
			case ".uuid":
				if f.Rule != claudecode.RuleUnique {
					continue
				}
			case ".parentUuid", ".isSidechain", ".message.role", ".message.content", ".message.content[]", ".message.content[].type",
				".message.content[].name", ".message.content[].input", ".message.content[].tool_use_id":
			default:
				continue // the rules about one member
			}
			got = append(got, fmt.Sprint(f.Pos.Line, " ", f.Rule, " ", f.Path))
		}
		slices.Sort(got)
		if d := cmp.Diff(plainFindings(lines, func(line []byte) bool { return !isSessionNote(line) }), got); d != "" {
			t.Errorf("%s: findings (-plain +validator):\n%s", filepath.Base(file), d)
		}
		total += len(got)
	}
	t.Logf("%d findings in %d files", total, len(files))
}

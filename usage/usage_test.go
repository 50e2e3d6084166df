package usage_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/usage"
)

func TestUnmarshalLine(t *testing.T) {
	tests := []struct {
		name, line string
		want       usage.Line
	}{
		{
			"a line of the SDK",
			`{"type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"{\"usage\":1}"}],
				"stop_reason":null,"usage":{"input_tokens":1,"cache_creation":{"input_tokens":9},"cache_creation_input_tokens":2,"cache_read_input_tokens":3,
				"output_tokens":4,"service_tier":"standard"}},"parent_tool_use_id":null,"session_id":"s","uuid":"u","request_id":"r"}`,
			&usage.Response{SessionID: "s", MessageID: "msg_1", RequestID: "r", Model: "m", Tokens: usage.Tokens{1, 4, 3, 2}},
		},
		{
			"a line of Claude Code",
			`{"parentUuid":null,"sessionId":"s\u00e9","requestId":"r","timestamp":"2026-01-01T00:00:00Z","type":"assistant","message":{"usage":{"output_tokens":4},"model":"m","id":"a"}}`,
			&usage.Response{SessionID: "sé", RequestID: "r", Timestamp: "2026-01-01T00:00:00Z", MessageID: "a", Model: "m", Tokens: usage.Tokens{OutputTokens: 4}},
		},
		{
			"a line of a session that goes on with another one",
			`{"type":"assistant","message":{"id":"a"},"session_id":"other","sessionId":"s"}`,
			&usage.Response{SessionID: "s", MessageID: "a"},
		},
		{
			"the same names elsewhere",
			`{"id":"x","model":"x","usage":{"input_tokens":1},"type":"assistant","toolUseResult":{"message":{"id":"x"}},"message":{"content":[{"id":"x","model":"x","usage":{"input_tokens":5}}]}}`,
			&usage.Response{},
		},
		{"a message that is a text", `{"type":"assistant","subtype":"response","message":"done","sessionId":"s"}`, &usage.Response{SessionID: "s"}},
		{
			"among members that are not wanted",
			`{"type":"assistant", "a":{"model":"x"} ,"b":"\"", "timesta\u006dp":"t","c":null , "d":[],"message":{"x":"` + strings.Repeat("y", 200) + `","y":1.5,"model":"m","z":true},"e":0 }`,
			&usage.Response{Timestamp: "t", Model: "m"},
		},
		{"null", `{"type":"assistant","session_id":null,"message":{"id":null,"usage":null}}`, &usage.Response{}},
		{"twice", `{"type":"assistant","message":{"id":"a","model":"b","usage":{"input_tokens":1}},"message":{"id":"c"}}`, &usage.Response{MessageID: "c"}},
		{
			"a result",
			`{"type":"result","subtype":"success","is_error":false,"total_cost_usd":0.25,"usage":{"input_tokens":1,"output_tokens":2},"session_id":"s","modelUsage":{"m":{"inputTokens":7}}}`,
			&usage.Result{SessionID: "s", TotalCostUSD: new(0.25), Tokens: usage.Tokens{InputTokens: 1, OutputTokens: 2},
				ModelUsage: map[string]usage.ModelTokens{"m": {InputTokens: 7}}},
		},
		{"another kind", `{"type":"user","message":{}}`, &usage.UnknownLine{Raw: decoder.Raw(`{"type":"user","message":{}}`)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := usage.UnmarshalLine([]byte(tt.line))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestBadLines(t *testing.T) {
	for _, line := range []string{
		``, `[]`, `{"type":"assistant"`, `{"type":"assistant","message":{"id":"a}}`, `{"type":"assistant","message":{"usage":{"input_tokens":01}}}`,
		`{"type":"assistant","a":1 "b":2}`, `{"type":"assistant","a":1,"b":2`, `{"type":"assistant","a":1,"b":2,}`, `{"type":"assistant","a":1,"b"}`,
		`{"type":"assistant","a":1,"b":}`, `{"type":"assistant","a":1,"b":"c}`, `{"type":"assistant","a":1,b:2}`, `{"type":"assistant","a":[1}`,
	} {
		if got, err := usage.UnmarshalLine([]byte(line)); err == nil {
			t.Errorf("%s: %v, want an error", line, got)
		}
	}
}

// TestSkippedLines checks that skipped lines have the kind that Peek returns, with the kernels of every level and with spaces. Mistakes within their
// values are not found.
func TestSkippedLines(t *testing.T) {
	for _, level := range kernel.Levels() {
		restore := kernel.Force(level)
		for _, tt := range []struct {
			line string
			kind usage.Kind
			ok   bool
		}{
			{`{"type":"user","message":{"a":[1,tru],"b":01}}`, "user", true},
			{`{"type": "user", "message": {"a": [1, tru], "b": 01}}`, "user", true},
			{`{"message":{"content":"x"},"type":"user"}`, "user", true},
			{`{"type":"assistant","a":1,"type":"user"}`, "user", true},
			{`{"type":"user","a":1,"t\u0079pe":"other"}`, "other", true},
			{`{"type":"user","type":"result"}`, usage.KindResult, true},
			{`{"a":{"type":"result"}}`, "", true},
			{`{"type":7}`, "", true},
			{"\ufeff" + `{"type":"user"} `, "user", true},
			{`{"type":"user","message":{"a":[1}}`, "", false},
			{`{"type":"user","message":"a}`, "", false},
			{`{"type":"user","message" 1}`, "", false},
			{`{"type":"user"}}`, "", false},
			{`{"type":"user"`, "", false},
			{`"user"`, "", false},
		} {
			got, err := usage.UnmarshalLine([]byte(tt.line))
			kind, peekErr := usage.Peek([]byte(tt.line))
			if (err == nil) != tt.ok || (peekErr == nil) != tt.ok {
				t.Errorf("%v: %s: %v, Peek: %v, want an error: %v", level, tt.line, err, peekErr, !tt.ok)
			}
			if err == nil && (got.Kind() != tt.kind || kind != tt.kind) {
				t.Errorf("%v: %s: %q, Peek: %q, want %q", level, tt.line, got.Kind(), kind, tt.kind)
			}
			if u, ok := got.(*usage.UnknownLine); ok && string(u.Raw) != strings.Trim(tt.line, "\ufeff ") {
				t.Errorf("%v: %s: Raw is %s", level, tt.line, u.Raw)
			}
		}
		restore()
	}
}

// TestWritten writes responses and reads them again.
func TestWritten(t *testing.T) {
	tokens := rapid.Custom(func(t *rapid.T) usage.Tokens {
		n := rapid.IntRange(0, 1<<30)
		return usage.Tokens{n.Draw(t, "in"), n.Draw(t, "out"), n.Draw(t, "read"), n.Draw(t, "created")}
	})
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String()
		lines := []usage.Line{
			&usage.Response{SessionID: text.Draw(t, "session"), Timestamp: text.Draw(t, "time"), MessageID: text.Draw(t, "id"),
				RequestID: text.Draw(t, "request"), Model: text.Draw(t, "model"), Tokens: tokens.Draw(t, "tokens")},
			&usage.Result{SessionID: text.Draw(t, "session"), UUID: text.Draw(t, "uuid"), TotalCostUSD: new(rapid.Float64Range(0, 1e6).Draw(t, "cost")),
				Tokens: tokens.Draw(t, "tokens"), ModelUsage: map[string]usage.ModelTokens{text.Draw(t, "model"): {OutputTokens: 3, CostUSD: new(0.5)}}},
			&usage.Progress{SessionID: text.Draw(t, "session"), MessageID: text.Draw(t, "id"), RequestID: text.Draw(t, "request"),
				Model: text.Draw(t, "model"), Tokens: tokens.Draw(t, "tokens")},
			&usage.StreamEvent{EventType: text.Draw(t, "event"), SessionID: text.Draw(t, "session"), ParentToolUseID: text.Draw(t, "parent"), MessageID: text.Draw(t, "id"),
				Model: text.Draw(t, "model"), Tokens: tokens.Draw(t, "tokens"), Delta: tokens.Draw(t, "delta")},
			&usage.TurnStart{SessionID: text.Draw(t, "session")},
			&usage.SessionCost{SessionID: text.Draw(t, "session"), TotalCostUSD: new(rapid.Float64Range(0, 1e6).Draw(t, "cost"))},
		}
		for _, want := range lines {
			data, err := want.AppendJSON(nil)
			if err != nil || !json.Valid(data) {
				t.Fatalf("%s: %v", data, err)
			}
			got, err := usage.UnmarshalLine(data)
			if err != nil {
				t.Fatalf("%s: %v", data, err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", data, diff)
			}
		}
	})
}

// wanted returns the responses and results of a file, computed with encoding/json and maps.
func wanted(data []byte) []usage.Line {
	var list []usage.Line
	for line := range bytes.Lines(data) {
		var m map[string]any
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		switch m["type"] {
		case "assistant":
			message := object(m["message"])
			list = append(list, &usage.Response{SessionID: text(m, "sessionId", "session_id"), Timestamp: text(m, "timestamp"),
				RequestID: text(m, "request_id", "requestId"), ParentToolUseID: text(m, "parent_tool_use_id"),
				MessageID: text(message, "id"), Model: text(message, "model"), Tokens: counts(message), CostUSD: amount(m, "costUSD")})
		case "progress":
			inner := object(object(m["data"])["message"])
			message := object(inner["message"])
			list = append(list, &usage.Progress{SessionID: text(m, "sessionId"), Timestamp: text(m, "timestamp"), RequestID: text(inner, "requestId"),
				MessageID: text(message, "id"), Model: text(message, "model"), Tokens: counts(message)})
		case "stream_event":
			event := object(m["event"])
			message := object(event["message"])
			list = append(list, &usage.StreamEvent{SessionID: text(m, "session_id"), ParentToolUseID: text(m, "parent_tool_use_id"),
				EventType: text(event, "type"), MessageID: text(message, "id"), Model: text(message, "model"), Tokens: counts(message), Delta: counts(event)})
		case "system":
			if m["subtype"] == "init" {
				list = append(list, &usage.TurnStart{SessionID: text(m, "session_id")})
			}
		case "result":
			list = append(list, &usage.Result{SessionID: text(m, "session_id"), UUID: text(m, "uuid"), TotalCostUSD: amount(m, "total_cost_usd"),
				Tokens: counts(m), ModelUsage: models(m)})
		case "cost-state":
			list = append(list, &usage.SessionCost{SessionID: text(m, "sessionId"), TotalCostUSD: amount(m, "totalCostUSD"), ModelUsage: models(m)})
		}
	}
	return list
}

func amount(m map[string]any, name string) *float64 {
	if f, ok := m[name].(float64); ok {
		return &f
	}
	return nil
}

func models(m map[string]any) map[string]usage.ModelTokens {
	list, ok := m["modelUsage"].(map[string]any)
	if !ok {
		return nil
	}
	all := map[string]usage.ModelTokens{}
	for name, v := range list {
		u := object(v)
		n := func(name string) int { f, _ := u[name].(float64); return int(f) }
		all[name] = usage.ModelTokens{n("inputTokens"), n("outputTokens"), n("cacheReadInputTokens"), n("cacheCreationInputTokens"), amount(u, "costUSD")}
	}
	return all
}

func object(v any) map[string]any { m, _ := v.(map[string]any); return m }

func text(m map[string]any, names ...string) string {
	for _, name := range names {
		if v, ok := m[name]; ok {
			s, _ := v.(string)
			return s
		}
	}
	return ""
}

func counts(m map[string]any) usage.Tokens {
	u := object(m["usage"])
	n := func(name string) int { f, _ := u[name].(float64); return int(f) }
	return usage.Tokens{n("input_tokens"), n("output_tokens"), n("cache_read_input_tokens"), n("cache_creation_input_tokens")}
}

// sum counts responses once without a Counter: it keeps all of them, and adds up at the end.
func sum(lines []usage.Line) (total usage.Tokens, byModel map[string]usage.Tokens) {
	type response struct {
		model  string
		tokens usage.Tokens
	}
	responses := map[string]response{}
	for i, l := range lines {
		m, ok := l.(*usage.Response)
		if !ok {
			continue
		}
		id := m.MessageID
		if id == "" {
			id = fmt.Sprint("line ", i)
		}
		r := responses[id]
		if r.model == "" {
			r.model = m.Model
		}
		r.tokens.InputTokens = max(r.tokens.InputTokens, m.Tokens.InputTokens)
		r.tokens.OutputTokens = max(r.tokens.OutputTokens, m.Tokens.OutputTokens)
		r.tokens.CacheReadInputTokens = max(r.tokens.CacheReadInputTokens, m.Tokens.CacheReadInputTokens)
		r.tokens.CacheCreationInputTokens = max(r.tokens.CacheCreationInputTokens, m.Tokens.CacheCreationInputTokens)
		responses[id] = r
	}
	byModel = map[string]usage.Tokens{}
	for _, r := range responses {
		if r.tokens == (usage.Tokens{}) {
			continue
		}
		total.Add(r.tokens)
		t := byModel[r.model]
		t.Add(r.tokens)
		byModel[r.model] = t
	}
	return total, byModel
}

func files(t *testing.T) [][]byte {
	t.Helper()
	var list [][]byte
	for _, pattern := range []string{"../testdata/agentsdk/*.ndjson", "../testdata/claudecode/*.ndjson",
		"../../shared/real/agent-sdk-stream/*", "../../shared/real/claude-transcript/*"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 && strings.HasPrefix(pattern, "../testdata") {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, data)
		}
	}
	return list
}

// TestFiles reads the files of testdata, and real ones if there are any, by all loops, and compares the results line by line.
func TestFiles(t *testing.T) {
	var all []usage.Line
	var counter usage.Counter
	for _, data := range files(t) {
		want := wanted(data)
		all = append(all, want...)
		for name, opts := range map[string][]decoder.Option{"one": nil, "poison": {decoder.Poison()}, "workers": {decoder.Poison(), decoder.Workers(3)}} {
			var got []usage.Line
			for l, err := range usage.NewReader(bytes.NewReader(data), opts...).Recycled() {
				if err != nil {
					continue
				}
				got = append(got, usage.CloneLine(l))
				if name == "workers" {
					counter.AddLine(l) // the recycled one
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: %.200s (-want +got):\n%s", name, data, diff)
			}
		}
	}
	var owned usage.Counter
	for _, l := range all {
		owned.AddLine(l)
	}
	if counter.Total() != owned.Total() {
		t.Errorf("recycled lines are counted as %+v, owned ones as %+v", counter.Total(), owned.Total())
	}
	if len(all) < 20 {
		t.Errorf("only %d lines were read", len(all))
	}
}

// compare compares a counter with the sum of lines.
func compare(t *testing.T, c *usage.Counter, lines []usage.Line) {
	t.Helper()
	total, byModel := sum(lines)
	if c.Total() != total {
		t.Errorf("Total: %+v, want %+v", c.Total(), total)
	}
	got, last := map[string]usage.Tokens{}, -1
	for name, tokens := range c.ByModel() {
		if last >= 0 && tokens.Sum() > last {
			t.Errorf("%s, %d tokens, comes after %d tokens", name, tokens.Sum(), last)
		}
		last = tokens.Sum()
		got[name] = tokens
	}
	if diff := cmp.Diff(byModel, got); diff != "" {
		t.Errorf("by model (-want +got):\n%s", diff)
	}
}

// addedBy returns the sum of the usage that each line adds.
func addedBy(lines []usage.Line) map[string]usage.Tokens {
	var c usage.Counter
	added := map[string]usage.Tokens{}
	for _, l := range lines {
		c.AddLine(l)
		for model, t := range c.Added() {
			sum := added[model]
			sum.Add(t)
			added[model] = sum
		}
	}
	maps.DeleteFunc(added, func(_ string, t usage.Tokens) bool { return t == usage.Tokens{} })
	return added
}

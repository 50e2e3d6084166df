package transcript_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/transcript"
	"github.com/ndwire/ndwire/usage"
)

// lineDrawer draws lines whose members are often absent, null or of a wrong type.
type lineDrawer struct{ *rapid.T }

func (t lineDrawer) object(members ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i < len(members); i += 2 {
		switch rapid.IntRange(0, 9).Draw(t.T, "state") {
		case 0, 1:
		case 2:
			m[members[i].(string)] = rapid.SampledFrom([]any{nil, 7, "7", true, []any{}, map[string]any{}}).Draw(t.T, "odd")
		default:
			m[members[i].(string)] = members[i+1]
		}
	}
	return m
}

func (t lineDrawer) count() any {
	return rapid.SampledFrom([]any{0, 1, 3, 100, -5, 2.5, json.Number("1e30")}).Draw(t.T, "count")
}

func (t lineDrawer) text(of ...string) string {
	return rapid.SampledFrom(append(of, "")).Draw(t.T, "text")
}

func (t lineDrawer) tokens() any {
	return t.object("input_tokens", t.count(), "output_tokens", t.count(), "cache_read_input_tokens", t.count(), "cache_creation_input_tokens", t.count())
}

func (t lineDrawer) message() map[string]any {
	return t.object("id", t.text("a", "b"), "model", t.text("m", "n"), "usage", t.tokens(), "content", []any{})
}

// line draws a line of the Agent SDK or of Claude Code.
func (t lineDrawer) line(p transcript.Protocol) string {
	session := "session_id"
	if p == transcript.ClaudeCode {
		session = "sessionId"
	}
	line := func(kind string, members ...any) map[string]any {
		m := t.object(append(members, session, t.text("s", "t"))...)
		m["type"] = kind
		return m
	}
	assistant := func() map[string]any {
		return line("assistant", "message", t.message(), "request_id", t.text("r"), "parent_tool_use_id", t.text("p"))
	}
	lines := map[transcript.Protocol][]func() map[string]any{
		transcript.AgentSDK: {
			assistant,
			func() map[string]any {
				return line("stream_event", "parent_tool_use_id", t.text("p"), "event", map[string]any{"type": "message_start", "message": t.message()})
			},
			func() map[string]any { return line("stream_event", "event", map[string]any{"type": "ping"}) },
			func() map[string]any { // with counts that neither knows
				event := t.object("type", t.text("message_delta", "message_start", "message_new"), "usage", t.tokens(), "message", t.message())
				return line("stream_event", "parent_tool_use_id", t.text("p"), "event", event)
			},
			func() map[string]any {
				event := t.object("usage", t.tokens(), "delta", map[string]any{})
				event["type"] = "message_delta"
				return line("stream_event", "parent_tool_use_id", t.text("p"), "event", event)
			},
			func() map[string]any { return line("system", "subtype", "init") },
			func() map[string]any {
				models := t.object("m", t.object("inputTokens", t.count(), "outputTokens", t.count(), "costUSD", t.count()))
				return line("result", "uuid", t.text("u", "v"), "subtype", "success", "usage", t.tokens(), "modelUsage", models, "total_cost_usd", t.count())
			},
		},
		transcript.ClaudeCode: {
			func() map[string]any {
				return line("assistant", "uuid", t.text("u"), "message", t.message(), "requestId", t.text("r"), "costUSD", t.count())
			},
			func() map[string]any {
				inner := t.object("message", t.message(), "requestId", t.text("r"))
				inner["type"] = "assistant" // a Counter takes any message with an id or tokens for a response
				return line("progress", "data", map[string]any{"type": rapid.SampledFrom([]string{"agent_progress", "skill_progress"}).Draw(t.T, "type"), "message": inner})
			},
			func() map[string]any { return line("progress", "data", map[string]any{"type": "hook_progress"}) },
			func() map[string]any { return line("cost-state", "totalCostUSD", t.count()) },
		},
	}
	text, err := json.Marshal(rapid.SampledFrom(lines[p]).Draw(t.T, "line")())
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n"
}

// TestLedgerAndCounter checks that a Ledger and a Counter count the same in any lines.
func TestLedgerAndCounter(t *testing.T) {
	for _, p := range []transcript.Protocol{transcript.AgentSDK, transcript.ClaudeCode} {
		t.Run(string(p), rapid.MakeCheck(func(t *rapid.T) {
			var text strings.Builder
			for range rapid.IntRange(1, 8).Draw(t, "lines") {
				text.WriteString(lineDrawer{t}.line(p))
			}
			agree(t, p, text.String())
		}))
	}
}

// TestSpellingOfRequest checks which request ids make one response of lines without message ids: in a Ledger those in the spelling of the protocol, in a
// Counter, which does not know the protocol, both.
func TestSpellingOfRequest(t *testing.T) {
	for name, want := range map[string]int64{"request_id": 3, "requestId": 6} {
		line := `{"type":"assistant","session_id":"s","` + name + `":"r","message":{"model":"m","usage":{"input_tokens":3}}}` + "\n"
		var ledger transcript.Ledger
		for e, err := range transcript.AgentSDK.NewReader(strings.NewReader(line + line)).Recycled() {
			if err != nil {
				t.Fatal(err)
			}
			ledger.Add(e)
		}
		if n := ledger.Total().Input; n != want {
			t.Errorf("%s: the Ledger has %d tokens, want %d", name, n, want)
		}
		var counter usage.Counter
		for l, err := range usage.NewReader(strings.NewReader(line + line)).Recycled() {
			if err != nil {
				t.Fatal(err)
			}
			counter.AddLine(l)
		}
		if n := counter.Total().InputTokens; n != 3 {
			t.Errorf("%s: the Counter has %d tokens, want 3", name, n)
		}
	}
}

// TestUnreadableCounts checks that a line whose counts cannot be read does not change to which session a line without one belongs.
func TestUnreadableCounts(t *testing.T) {
	agree(t, transcript.AgentSDK, `{"type":"stream_event","event":{"type":"message_start","message":{"model":"m","usage":{"cache_read_input_tokens":1}}}}
{"type":"stream_event","session_id":"s","event":{"type":"message_delta","usage":{"cache_read_input_tokens":"7"}}}
{"type":"result","usage":{"input_tokens":1}}
`)
}

// agree checks that a Ledger and a Counter count the same in lines.
func agree(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, p transcript.Protocol, text string) {
	var ledger transcript.Ledger
	for e, err := range p.NewReader(strings.NewReader(text)).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		ledger.Add(e)
	}
	var counter usage.Counter
	for l, err := range usage.NewReader(strings.NewReader(text)).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		counter.AddLine(l)
	}
	of, want := map[string]usage.Tokens{}, map[string]usage.Tokens{}
	for model, u := range ledger.ByModel() {
		if n := tokensOf(u); n != (usage.Tokens{}) {
			want[model] = n
		}
	}
	for model, n := range counter.ByModel() {
		of[model] = n
	}
	if d := cmp.Diff(want, of); d != "" {
		t.Fatalf("by model (-ledger +counter):\n%s\n%s", d, text)
	}
	total := ledger.Total()
	cost, ok := counter.Cost()
	if d := cmp.Diff(tokensOf(total), counter.Total()); d != "" || cost != total.CostUSD || ok != total.HasCost {
		t.Fatalf("in total (-ledger +counter):\n%s\ncost: %v, %v; %v, %v\n%s", d, total.CostUSD, total.HasCost, cost, ok, text)
	}
}

// tokensOf returns u as a Counter does, whose counts are at most the largest int.
func tokensOf(u transcript.Usage) usage.Tokens {
	n := func(of int64) int { return int(min(of, math.MaxInt)) }
	return usage.Tokens{InputTokens: n(u.Input), OutputTokens: n(u.Output), CacheReadInputTokens: n(u.CacheRead), CacheCreationInputTokens: n(u.CacheWrite)}
}

package transcript_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
	"github.com/ndwire/ndwire/usage"
)

// adds is the usage that each line of a text should add.
type adds struct {
	transcript.Usage
	ok bool
}

// testUsage reads lines of protocol p and checks what each adds, and the sum.
func testUsage(t *testing.T, p transcript.Protocol, lines string, want []adds, total transcript.Usage) {
	t.Helper()
	for _, opts := range [][]decoder.Option{nil, {decoder.NoExtra()}} {
		r := p.NewReader(strings.NewReader(lines), opts...)
		var ledger transcript.Ledger
		for i, want := range want {
			e, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			// A view has no notes: a line without usage is equal to one with zeros.
			u, ok := e.Usage()
			if opts != nil {
				u.HasCost = want.HasCost
			}
			if u != want.Usage || ok != want.ok && opts == nil {
				t.Errorf("%s: line %d adds %v, %t; want %v, %t", p, i+1, u, ok, want.Usage, want.ok)
			}
			ledger.Add(e)
		}
		if _, err := r.Next(); err == nil {
			t.Errorf("%s: there are more lines than %d", p, len(want))
		}
		got := ledger.Total()
		if opts != nil {
			got.HasCost = total.HasCost
		}
		if got != total {
			t.Errorf("%s: the total is %v, want %v", p, got, total)
		}
	}
}

func TestTurns(t *testing.T) {
	const lines = `{"type":"system","subtype":"init","session_id":"s"}
{"type":"assistant","session_id":"s","message":{"id":"m1","usage":{"input_tokens":10,"output_tokens":1}}}
{"type":"assistant","session_id":"s","message":{"id":"m1","usage":{"input_tokens":10,"output_tokens":5}}}
{"type":"assistant","session_id":"s","message":{"id":"m1","content":[]}}
{"type":"assistant","session_id":"s","message":{"id":"m2","content":[]}}
{"type":"result","subtype":"success","session_id":"s","usage":{"input_tokens":12,"output_tokens":9,"cache_read_input_tokens":3,"cache_creation_input_tokens":4},"total_cost_usd":0.5}
{"type":"prompt_suggestion","suggestion":"next?","session_id":"s"}
{"type":"system","subtype":"init","session_id":"s"}
{"type":"assistant","message":{"id":"m1","usage":{"input_tokens":10,"output_tokens":5}}}
{"type":"assistant","session_id":"s2","message":{"id":"m1","usage":{"input_tokens":1,"output_tokens":1}}}
{"type":"result","subtype":"success","session_id":"s","total_cost_usd":0.75}
`
	want := []adds{
		{},
		{transcript.Usage{Input: 10, Output: 1}, true},
		{transcript.Usage{Output: 4}, true},
		{},
		{},
		{transcript.Usage{Input: 2, Output: 4, CacheRead: 3, CacheWrite: 4, CostUSD: 0.5, HasCost: true}, true},
		{},
		{},
		{transcript.Usage{}, true}, // a copy
		{transcript.Usage{}, true}, // a copy in another session
		{transcript.Usage{CostUSD: 0.25, HasCost: true}, true},
	}
	total := transcript.Usage{Input: 12, Output: 9, CacheRead: 3, CacheWrite: 4, CostUSD: 0.75, HasCost: true}
	testUsage(t, transcript.AgentSDK, lines, want, total)
}

// TestStreamWithoutIDs checks that a Ledger and a Counter count the responses of a stream whose messages have no id.
func TestStreamWithoutIDs(t *testing.T) {
	start := func(id, model string, n int) string {
		return fmt.Sprintf(`{"type":"stream_event","session_id":"s","event":{"type":"message_start","message":{"id":%q,"model":%q,"usage":{"input_tokens":%d}}}}`+"\n", id, model, n)
	}
	delta := func(n int) string {
		return fmt.Sprintf(`{"type":"stream_event","session_id":"s","event":{"type":"message_delta","delta":{},"usage":{"output_tokens":%d}}}`+"\n", n)
	}
	lines := start("a", "m", 10) + delta(100) + start("", "n", 20) + delta(40) + delta(50) + start("", "n", 0) + delta(7) + start("b", "m", 1) + delta(2)
	var ledger transcript.Ledger
	for e, err := range transcript.AgentSDK.NewReader(strings.NewReader(lines)).All() {
		if err != nil {
			t.Fatal(err)
		}
		ledger.Add(e)
	}
	if got, want := ledger.Total(), (transcript.Usage{Input: 31, Output: 159}); got != want {
		t.Errorf("the Ledger has %v, want %v", got, want)
	}
	var counter usage.Counter
	for l, err := range usage.NewReader(strings.NewReader(lines)).All() {
		if err != nil {
			t.Fatal(err)
		}
		counter.AddLine(l)
	}
	if got, want := counter.Total(), (usage.Tokens{InputTokens: 31, OutputTokens: 159}); got != want {
		t.Errorf("the Counter has %v, want %v", got, want)
	}
}

func TestRustyClawUsage(t *testing.T) {
	const lines = `{"type":"system","subtype":"init","session_id":"s","tools":[],"mcp_servers":[]}
{"type":"assistant","message":{"role":"assistant","content":[]},"duration_ms":5}
{"type":"assistant","message":{"id":"m1","role":"assistant","content":[],"usage":{"input_tokens":10,"output_tokens":1,"cache_read_input_tokens":null}}}
{"type":"assistant","message":{"id":"m1","role":"assistant","content":[],"usage":{"input_tokens":10,"output_tokens":5}},"session_id":"s"}
{"type":"result","subtype":"success","result":"x","usage":{"input_tokens":45,"output_tokens":28,"cache_read_input_tokens":2,"cache_creation_input_tokens":3},"total_cost_usd":0.5}
{"type":"result","subtype":"error","error":"no"}
{"type":"result","subtype":"error_max_turns","errors":[],"usage":{"input_tokens":5,"output_tokens":2},"total_cost_usd":0.75,"session_id":"s"}
`
	testUsage(t, transcript.RustyClaw, lines, []adds{
		{},
		{},
		{transcript.Usage{Input: 10, Output: 1}, true},
		{transcript.Usage{Output: 4}, true},
		{transcript.Usage{Input: 35, Output: 23, CacheRead: 2, CacheWrite: 3, CostUSD: 0.5, HasCost: true}, true},
		{},
		{transcript.Usage{Input: 5, Output: 2, CostUSD: 0.25, HasCost: true}, true},
	}, transcript.Usage{Input: 50, Output: 30, CacheRead: 2, CacheWrite: 3, CostUSD: 0.75, HasCost: true})
}

func TestClaudeCodeUsage(t *testing.T) {
	const usage = `"usage":{"input_tokens":3,"output_tokens":%d,"cache_read_input_tokens":100}`
	line := func(head, id string, output int) string {
		return `{"type":"assistant",` + head + `,"message":{` + id + `"role":"assistant","content":[],` + fmt.Sprintf(usage, output) + `}}` + "\n"
	}
	lines := line(`"sessionId":"s","uuid":"1"`, `"id":"m1",`, 1) +
		line(`"sessionId":"s","uuid":"2"`, `"id":"m1",`, 1) +
		line(`"sessionId":"s","uuid":"3","isSidechain":true`, `"id":"m2",`, 2) +
		line(`"sessionId":"s","uuid":"4"`, `"id":"m1",`, 7) + // the largest counts, also after another response
		line(`"sessionId":"other","uuid":"1"`, `"id":"m1",`, 7) + // a copy in another session
		line(`"sessionId":"s","uuid":"5","requestId":"r1"`, ``, 4) +
		line(`"sessionId":"s","uuid":"6","requestId":"r1"`, ``, 5) +
		line(`"sessionId":"s","uuid":"7"`, ``, 1) + // without an id of a response
		line(`"sessionId":"s","uuid":"8"`, ``, 1) +
		`{"type":"assistant","sessionId":"s","message":{"id":"m1","role":"assistant","content":[]}}
{"type":"user","sessionId":"s","message":{"role":"user","content":"x"}}
{"type":"assistant","subtype":"response","sessionId":"s","message":"x"}
{"type":"cost-state","sessionId":"s","totalCostUSD":0.5}
{"type":"cost-state","sessionId":"s","totalCostUSD":0.75}
{"type":"cost-state","sessionId":"other","totalCostUSD":0.125}
`
	u := func(input, output, cacheRead int64) adds {
		return adds{transcript.Usage{Input: input, Output: output, CacheRead: cacheRead}, true}
	}
	testUsage(t, transcript.ClaudeCode, lines, []adds{
		u(3, 1, 100), u(0, 0, 0), u(3, 2, 100), u(0, 6, 0), u(0, 0, 0), u(3, 4, 100), u(0, 1, 0), u(3, 1, 100), u(3, 1, 100),
		{}, {}, {}, {transcript.Usage{CostUSD: 0.5, HasCost: true}, true}, {transcript.Usage{CostUSD: 0.25, HasCost: true}, true}, {transcript.Usage{CostUSD: 0.125, HasCost: true}, true},
	}, transcript.Usage{Input: 15, Output: 16, CacheRead: 500, CostUSD: 0.875, HasCost: true})

	// Old versions have the cost of a response on its lines.
	const old = `{"type":"assistant","sessionId":"s","costUSD":0.25,"message":{"id":"m1","usage":{"input_tokens":1,"output_tokens":1}}}
{"type":"assistant","sessionId":"s","costUSD":0.5,"message":{"id":"m1","usage":{"input_tokens":1,"output_tokens":2}}}
`
	r := transcript.ClaudeCode.NewReader(strings.NewReader(old))
	var ledger transcript.Ledger
	for e, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		ledger.Add(e)
	}
	if got, want := ledger.Total(), (transcript.Usage{Input: 1, Output: 2, CostUSD: 0.5, HasCost: true}); got != want {
		t.Errorf("the costs of lines: %v, want %v", got, want)
	}
}

func TestOpenClawUsage(t *testing.T) {
	message := func(more string, output int) string {
		return fmt.Sprintf(`{"role":"assistant","content":[],"api":"a","provider":"p","model":"m",%s"usage":{"input":10,"output":%d,"cacheRead":3,"cacheWrite":4,"totalTokens":0,"cost":{"total":0.25}},"stopReason":"stop"}`, more, output)
	}
	m1, m2, undated := message(`"timestamp":1,`, 5), message(`"timestamp":1,"responseId":"r",`, 5), message(``, 6)
	const result = `{"role":"toolResult","toolCallId":"c","toolName":"ask","content":[],"usage":{"input":1,"output":1,"cost":{"total":0.5}},"isError":false,"timestamp":2}`
	lines := strings.Join([]string{
		`{"type":"message_start","message":` + m1 + `}`,
		`{"type":"message_update","message":` + m1 + `,"assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"x","partial":` + m1 + `}}`,
		`{"type":"message_end","message":` + m1 + `}`,
		`{"type":"message_end","message":` + result + `}`,
		`{"type":"turn_end","message":` + m1 + `,"toolResults":[` + result + `]}`,
		`{"type":"message","id":"b","parentId":"a","timestamp":"2026-02-07T10:00:00Z","message":` + m1 + `}`,
		m2,
		`{"type":"agent_end","messages":[{"role":"user","content":"x"},` + m1 + `,` + m2 + `]}`,
		`{"type":"entry_appended","entry":{"type":"message","id":"b","parentId":"a","message":` + m2 + `}}`,
		undated,
		undated,
		`{"type":"agent_end","messages":[` + undated + `]}`,
		`{"type":"done","reason":"stop","usage":{"input":1,"output":2,"cost":{"total":0.125}}}`,
		`{"type":"compaction","id":"c","parentId":"b","timestamp":"2026-02-07T10:00:00Z","summary":"s","tokensBefore":1,"usage":{"input":1,"output":3}}`,
		`{"role":"user","content":"x","timestamp":1}`,
		`{"role":"assistant","content":[],"timestamp":1}`,
		`{"type":"usage","id":"d","parentId":"c","timestamp":"2026-02-07T10:00:00Z","kind":"cache_warm","provider":"p","model":"m","usage":{"input":7,"output":1,"cost":{"total":0.25}}}`,
	}, "\n")
	one, more := transcript.Usage{Input: 10, Output: 5, CacheRead: 3, CacheWrite: 4, CostUSD: 0.25, HasCost: true}, transcript.Usage{Input: 10, Output: 6, CacheRead: 3, CacheWrite: 4, CostUSD: 0.25, HasCost: true}
	testUsage(t, transcript.OpenClaw, lines, []adds{
		{}, {}, {one, true}, {transcript.Usage{Input: 1, Output: 1, CostUSD: 0.5, HasCost: true}, true}, {transcript.Usage{}, true}, {transcript.Usage{}, true},
		{one, true}, {transcript.Usage{}, true}, {transcript.Usage{}, true}, {more, true}, {more, true}, {transcript.Usage{}, true},
		{transcript.Usage{Input: 1, Output: 2, CostUSD: 0.125, HasCost: true}, true}, {transcript.Usage{Input: 1, Output: 3}, true}, {}, {},
		{transcript.Usage{Input: 7, Output: 1, CostUSD: 0.25, HasCost: true}, true},
	}, transcript.Usage{Input: 50, Output: 29, CacheRead: 12, CacheWrite: 16, CostUSD: 1.875, HasCost: true})
}

// TestOpenClawRepeats checks that a message counts also if its log has only the event that repeats it.
func TestOpenClawRepeats(t *testing.T) {
	const message = `{"role":"assistant","content":[],"model":"m","timestamp":1,"usage":{"input":1,"output":2}}`
	want := transcript.Usage{Input: 1, Output: 2}
	for _, line := range []string{
		`{"type":"turn_end","message":` + message + `,"toolResults":[]}`,
		`{"type":"turn_end","message":{"role":"user","content":"x"},"toolResults":[{"role":"toolResult","toolCallId":"c","content":[],"timestamp":2,"usage":{"input":1,"output":2}}]}`,
		`{"type":"agent_end","messages":[` + message + `]}`,
		`{"type":"entry_appended","entry":{"type":"message","id":"b","message":` + message + `}}`,
	} {
		testUsage(t, transcript.OpenClaw, line, []adds{{want, true}}, want)
	}
}

// TestOpenClawCopies checks that the entries of a session count once in copies of it, also if their messages have no
// time of their own, and that different entries with the same counts are different ones.
func TestOpenClawCopies(t *testing.T) {
	const session = `{"type":"session","version":3,"id":"s","timestamp":"2026-02-07T10:00:00Z","cwd":"/"}
{"type":"message","id":"a","parentId":null,"timestamp":"2026-02-07T10:00:01Z","message":{"role":"assistant","content":[],"model":"m","usage":{"input":1,"output":2}}}
{"type":"message","id":"b","parentId":"a","timestamp":"2026-02-07T10:00:02Z","message":{"role":"assistant","content":[],"model":"m","usage":{"input":1,"output":2}}}
{"type":"message","id":"b","parentId":"a","timestamp":"2026-02-07T10:00:03Z","message":{"role":"assistant","content":[],"model":"m","usage":{"input":1,"output":2}}}
`
	var ledger transcript.Ledger
	for range 2 {
		for range transcript.OpenClaw.NewReader(strings.NewReader(session)).Count(&ledger) {
			t.Error("a bad line")
		}
		if got, want := ledger.Total(), (transcript.Usage{Input: 3, Output: 6}); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// TestUnknownCost checks that a cost that no line states is unknown, and not 0.
func TestUnknownCost(t *testing.T) {
	for _, tt := range []struct {
		p    transcript.Protocol
		line string
		has  bool
	}{
		{transcript.AgentSDK, `{"type":"result","subtype":"success","session_id":"s","usage":{"input_tokens":1}}`, false},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","session_id":"s","usage":{"input_tokens":1},"total_cost_usd":null}`, false},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","session_id":"s","usage":{"input_tokens":1},"total_cost_usd":"<redacted>"}`, false},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","session_id":"s","usage":{"input_tokens":1},"total_cost_usd":0}`, true},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","session_id":"s","usage":{"input_tokens":1},"total_cost_usd":0.5}`, true},
		{transcript.ClaudeCode, `{"type":"assistant","sessionId":"s","message":{"id":"m","usage":{"input_tokens":1}}}`, false},
		{transcript.ClaudeCode, `{"type":"assistant","sessionId":"s","costUSD":0.5,"message":{"id":"m","usage":{"input_tokens":1}}}`, true},
		{transcript.ClaudeCode, `{"type":"cost-state","sessionId":"s","totalCostUSD":0}`, true},
		{transcript.ClaudeCode, `{"type":"cost-state","sessionId":"s"}`, false},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","usage":{"input_tokens":1,"output_tokens":1}}`, false},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","total_cost_usd":0.5}`, true},
		{transcript.OpenClaw, `{"role":"assistant","content":[],"usage":{"input":1,"output":2}}`, false},
		{transcript.OpenClaw, `{"role":"assistant","content":[],"usage":{"input":1,"output":2,"cost":{"input":1}}}`, false},
		{transcript.OpenClaw, `{"role":"assistant","content":[],"usage":{"input":1,"output":2,"cost":{"total":0}}}`, true},
	} {
		var ledger transcript.Ledger
		e, err := tt.p.NewReader(strings.NewReader(tt.line)).Next()
		if err != nil {
			t.Fatal(err)
		}
		u, _ := ledger.Add(e)
		if got := ledger.Total(); u.HasCost != tt.has || got.HasCost != tt.has {
			t.Errorf("%s: HasCost is %t for the line and %t for the total, want %t", tt.line, u.HasCost, got.HasCost, tt.has)
		}
	}
}

// TestCostsAreExact checks that costs that are corrected many times have the sum of the last values.
func TestCostsAreExact(t *testing.T) {
	var lines strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&lines, `{"type":"cost-state","sessionId":"s%d","totalCostUSD":%v}`+"\n", i%10, 0.1*float64(i/10+1))
	}
	var ledger transcript.Ledger
	for e, err := range transcript.NewReader(strings.NewReader(lines.String())).All() {
		if err != nil {
			t.Fatal(err)
		}
		ledger.Add(e)
	}
	if got := ledger.Total().CostUSD; got != 100 {
		t.Errorf("ten sessions of $10 cost $%v", got)
	}
	const huge = `{"type":"cost-state","sessionId":"a","totalCostUSD":1e999}
{"type":"cost-state","sessionId":"b","totalCostUSD":1e999}
{"type":"cost-state","sessionId":"a","totalCostUSD":1}
`
	for e := range transcript.NewReader(strings.NewReader(huge)).All() {
		ledger.Add(e)
	}
	if got := ledger.Total().CostUSD; math.IsInf(got, 0) || math.IsNaN(got) {
		t.Errorf("costs beyond all bounds are $%v", got)
	}
}

// TestLedgerOfNoEntry checks that the nil entry of a bad line adds nothing, so that nothing of the line before counts as added by it.
func TestLedgerOfNoEntry(t *testing.T) {
	var ledger transcript.Ledger
	const text = `{"type":"assistant","session_id":"s","message":{"id":"a","model":"m","usage":{"input_tokens":12,"output_tokens":3}}}` + "\n{\n"
	want := transcript.Usage{Input: 12, Output: 3}
	for e, err := range transcript.AgentSDK.NewReader(strings.NewReader(text)).All() {
		u, ok := ledger.Add(e)
		if good := err == nil; ok != good || good != (u == want) {
			t.Errorf("%v: adds %v, %v", err, u, ok)
		}
	}
	for model, u := range ledger.Added() {
		t.Errorf("%q: the bad line adds %v", model, u)
	}
	if got := ledger.Total(); got != want {
		t.Errorf("the total is %v, want %v", got, want)
	}
}

// TestLedgerIsBounded checks that a ledger's memory does not grow with the number of responses and sessions.
func TestLedgerIsBounded(t *testing.T) {
	e := func(id int) *transcript.Entry {
		m := &ndwire.AssistantMessage{BaseMessage: ndwire.BaseMessage{SessionID: fmt.Sprint("session ", id)}}
		m.Message = ndwire.BetaMessage{ID: fmt.Sprintf("%0100d", id), Usage: ndwire.BetaUsage{InputTokens: 1, OutputTokens: 1}}
		return &transcript.Entry{Line: m}
	}
	const n = 300_000
	var ledger transcript.Ledger
	memory := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := memory()
	for i := range n {
		ledger.Add(e(i))
		if i >= 30_000 { // still known
			ledger.Add(e(i - 30_000))
		}
	}
	if got := ledger.Total(); got.Input != n || got.Output != n {
		t.Errorf("%d responses are counted as %+v", n, got)
	}
	if grown := memory() - before; grown > 64<<20 {
		t.Errorf("the ledger holds %d MB", grown>>20)
	}
	runtime.KeepAlive(&ledger)
}

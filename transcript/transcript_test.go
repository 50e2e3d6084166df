package transcript_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/transcript"
)

const shipped = "../testdata/agentsdk/session.ndjson"

// said is what an entry says, for comparing.
type said struct {
	Role                  transcript.Role
	Session, ID, Parent   string
	Model, Text, Thinking string
	Calls, Results        []string
	Time                  time.Time
}

func sayings(e *transcript.Entry) said {
	s := said{Role: e.Role, Session: e.Session, ID: e.ID, Parent: e.Parent, Model: e.Model(), Text: e.Text(), Thinking: e.Thinking(), Time: e.Time()}
	for c := range e.ToolCalls() {
		s.Calls = append(s.Calls, c.ID+" "+c.Name+" "+c.Input.String())
	}
	for r := range e.ToolResults() {
		s.Results = append(s.Results, fmt.Sprint(r.CallID, " ", r.Text, " ", r.IsError))
	}
	return s
}

func TestEntry(t *testing.T) {
	tests := []struct {
		line string
		want said
	}{
		{
			`{"type":"assistant","uuid":"u1","session_id":"s","parent_tool_use_id":"p1","timestamp":"2026-02-07T10:00:00.5Z","message":{"model":"m","content":[
				{"type":"thinking","thinking":"hm"},{"type":"text","text":"a"},{"type":"text","text":"b"},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}`,
			said{Role: transcript.Assistant, Session: "s", ID: "u1", Parent: "p1", Model: "m", Text: "ab", Thinking: "hm",
				Calls: []string{`t1 Bash {"command":"ls"}`}, Time: time.Date(2026, 2, 7, 10, 0, 0, 5e8, time.UTC)},
		}, {
			`{"type":"user","session_id":"s","message":{"role":"user","content":"please"}}`,
			said{Role: transcript.User, Session: "s", Text: "please"},
		}, {
			`{"type":"user","session_id":"s","isReplay":true,"message":{"role":"user","content":"again"}}`,
			said{Role: transcript.User, Session: "s", Text: "again"},
		}, {
			`{"type":"user","session_id":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"x"}],"is_error":true}]}}`,
			said{Role: transcript.Tool, Session: "s", Results: []string{"t1 x true"}},
		}, {
			`{"type":"stream_event","session_id":"s","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"pie"}}}`,
			said{Role: transcript.Assistant, Session: "s", Text: "pie"},
		}, {
			`{"type":"stream_event","session_id":"s","event":{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}}`,
			said{Role: transcript.Assistant, Session: "s", Thinking: "hm"},
		}, {
			`{"type":"stream_event","session_id":"s","event":{"type":"message_start","message":{"model":"m"}}}`,
			said{Role: transcript.Assistant, Session: "s", Model: "m"},
		}, {
			`{"type":"system","subtype":"init","session_id":"s","model":"m"}`,
			said{Role: transcript.System, Session: "s", Model: "m"},
		}, {
			`{"type":"result","subtype":"success","session_id":"s","result":"done"}`,
			said{Role: transcript.System, Session: "s", Text: "done"},
		}, {
			`{"type":"result","subtype":"error_max_turns","session_id":"s","errors":["a","b"]}`,
			said{Role: transcript.System, Session: "s", Text: "a\nb"},
		}, {
			`{"type":"tool_progress","tool_use_id":"t","parent_tool_use_id":"p","session_id":"s"}`,
			said{Role: transcript.Tool, Session: "s", Parent: "p"},
		}, {
			`{"type":"system","subtype":"files_persisted","processed_at":"2026-02-07T10:00:00Z"}`,
			said{Role: transcript.System, Time: time.Date(2026, 2, 7, 10, 0, 0, 0, time.UTC)},
		}, {
			`{"type":"tool_use_summary","summary":"sum"}`,
			said{Role: transcript.System, Text: "sum"},
		}, {
			`{"type":"keep_alive"}`,
			said{Role: transcript.System},
		}, {
			`{"type":"brand_new","session_id":"s"}`,
			said{Role: transcript.None, Session: "s"},
		},
	}
	for _, test := range tests {
		line := strings.Join(strings.Fields(test.line), " ")
		e, err := transcript.NewReader(strings.NewReader(line)).Next()
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if e.Protocol != transcript.AgentSDK {
			t.Errorf("%s: protocol %q", line, e.Protocol)
		}
		if diff := cmp.Diff(test.want, sayings(e)); diff != "" {
			t.Errorf("%s:\n%s", line, diff)
		}
	}
}

// All loops deliver the same, and a kept clone does not change with the memory of its line.
func TestLoopsAgree(t *testing.T) {
	var want []said
	for e, err := range open(t).All() {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, sayings(e))
	}
	if len(want) < 50 {
		t.Fatalf("only %d entries", len(want))
	}

	data, err := os.ReadFile(shipped)
	if err != nil {
		t.Fatal(err)
	}
	var clones []*transcript.Entry
	for e, err := range transcript.NewReader(strings.NewReader(string(data)), decoder.Poison()).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		clones = append(clones, e.Clone())
	}
	var got []said
	for _, e := range clones {
		got = append(got, sayings(e))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Recycled and Clone:\n%s", diff)
	}

	r := open(t)
	got = nil
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, sayings(e))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Next:\n%s", diff)
	}

	r = open(t)
	n := 0
	for kind, err := range r.Kinds() {
		if err != nil {
			t.Fatal(err)
		}
		e, err := r.Decode()
		if err != nil {
			t.Fatal(err)
		}
		if kind != e.Line.Kind() {
			t.Errorf("%v: Kinds says %q, the line %q", r.Pos(), kind, e.Line.Kind())
		}
		n++
	}
	if n != len(want) || r.Stats().Lines != int64(n) {
		t.Errorf("%d kinds, %d lines counted, %d entries", n, r.Stats().Lines, len(want))
	}
}

func open(t *testing.T) *transcript.Reader {
	t.Helper()
	r, err := transcript.Open(shipped)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func TestBadLine(t *testing.T) {
	r := transcript.NewReader(strings.NewReader("{\"type\":\n{\"type\":\"keep_alive\"}\n"))
	e, err := r.Next()
	if bad, ok := errors.AsType[*decoder.Error](err); e != nil || !ok || bad.Line != 1 {
		t.Errorf("got %v, %v; want a nil entry and the error of line 1", e, err)
	}
	if string(r.Raw()) != `{"type":` {
		t.Errorf("Raw is %q", r.Raw())
	}
	if e, err := r.Next(); err != nil || e.Line.Kind() != ndwire.KindKeepAlive {
		t.Errorf("got %v, %v; want the good line", e, err)
	}
}

func TestUsage(t *testing.T) {
	const lines = `{"type":"system","subtype":"init","session_id":"s"}
{"type":"assistant","session_id":"s","message":{"id":"m1","usage":{"input_tokens":10,"output_tokens":1}}}
{"type":"assistant","session_id":"s","message":{"id":"m1","usage":{"input_tokens":10,"output_tokens":5}}}
{"type":"assistant","session_id":"s","message":{"id":"m2","content":[]}}
{"type":"result","subtype":"success","session_id":"s","usage":{"input_tokens":12,"output_tokens":9,"cache_read_input_tokens":3,"cache_creation_input_tokens":4},"total_cost_usd":0.5}
{"type":"result","subtype":"success","session_id":"s","total_cost_usd":0.75}
`
	want := []struct {
		transcript.Usage
		ok bool
	}{
		{transcript.Usage{}, false},
		{transcript.Usage{Input: 10, Output: 1}, true},
		{transcript.Usage{Output: 4}, true},
		{transcript.Usage{}, false},
		{transcript.Usage{Input: 2, Output: 4, CacheRead: 3, CacheWrite: 4, CostUSD: 0.5}, true},
		{transcript.Usage{CostUSD: 0.25}, true},
	}
	r := transcript.NewReader(strings.NewReader(lines))
	var ledger transcript.Ledger
	for i, want := range want {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if u, ok := e.Usage(); u != want.Usage || ok != want.ok {
			t.Errorf("line %d adds %v, %t; want %v, %t", i+1, u, ok, want.Usage, want.ok)
		}
		ledger.Add(e)
	}
	sum := transcript.Usage{Input: 12, Output: 9, CacheRead: 3, CacheWrite: 4, CostUSD: 0.75}
	if got := ledger.Total(); got != sum {
		t.Errorf("the total is %v, want %v", got, sum)
	}
}

func TestDetect(t *testing.T) {
	tests := []struct {
		lines string
		want  transcript.Protocol
	}{
		{`{"type":"system","subtype":"init","session_id":"s"}`, transcript.AgentSDK},
		{"not JSON\n" + `{"type":"brand_new"}` + "\n" + `{"type":"user","message":{"role":"user","content":"x"},"session_id":"s"}`, transcript.AgentSDK},
		{`{"type":"user","message":{"role":"user","content":"x"},"sessionId":"s"}`, ""},
		{`{"role":"user","content":"x","timestamp":1}`, ""},
		{"", ""},
	}
	for _, test := range tests {
		if got, ok := transcript.Detect([]byte(test.lines)); got != test.want || ok != (test.want != "") {
			t.Errorf("Detect(%s) = %q, %t; want %q", test.lines, got, ok, test.want)
		}
	}
}

func TestUnknownProtocol(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a protocol that does not exist has a reader")
		}
	}()
	transcript.Protocol("morse").NewReader(strings.NewReader(""))
}

func ExampleReader_All() {
	r := transcript.NewReader(strings.NewReader(`{"type":"user","session_id":"s","message":{"role":"user","content":"What is here?"}}
{"type":"assistant","session_id":"s","message":{"id":"m","content":[{"type":"text","text":"Let me look."},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","session_id":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"a.go"}]}}
`))
	for e, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		if text := e.Text(); text != "" {
			fmt.Printf("%s: %s\n", e.Role, text)
		}
		for call := range e.ToolCalls() {
			fmt.Println("  calls", call.Name, call.Input)
		}
		for result := range e.ToolResults() {
			fmt.Println("  result", result.Text)
		}
	}
	// Output:
	// user: What is here?
	// assistant: Let me look.
	//   calls Bash {"command":"ls"}
	//   result a.go
}

package agentsdktest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// event returns a line with a stream event.
func event(t testing.TB, text string) *ndwire.PartialAssistantMessage {
	t.Helper()
	e, err := ndwire.UnmarshalStreamEvent([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return &ndwire.PartialAssistantMessage{Event: e}
}

// stream has the events of one message, some of them unknown.
const stream = `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"model":"m","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":12,"output_tokens":1,"cache_read_input_tokens":5,"cache_creation_input_tokens":0,"service_tier":"standard"}}}
{"type":"ping"}
{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Two \\u2260 "}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"three."}}
{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}
{"type":"content_block_stop","index":0}
{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Hé"}}
{"type":"content_block_delta","index":1,"delta":{"type":"later_delta","text":"?"}}
{"type":"later_event","index":7}
{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"llo\n"}}
{"type":"content_block_delta","index":1,"delta":{"type":"citations_delta","citation":{"type":"web_search_result_location","cited_text":"c","url":"u","title":null,"encrypted_index":"e"}}}
{"type":"content_block_stop","index":1}
{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"t1","name":"Bash","input":{}}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"n\": 1.50, \"a"}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"\":\"\\u00e9\"}"}}
{"type":"content_block_stop","index":2}
{"type":"content_block_start","index":3,"content_block":{"type":"server_tool_use","id":"s1","name":"web_search","input":{}}}
{"type":"content_block_stop","index":3}
{"type":"content_block_start","index":4,"content_block":{"type":"later_block","n":1}}
{"type":"content_block_delta","index":4,"delta":{"type":"text_delta","text":"for it"}}
{"type":"content_block_stop","index":4}
{"type":"content_block_start","index":5,"content_block":{"type":"compaction","content":null}}
{"type":"content_block_delta","index":5,"delta":{"type":"compaction_delta","content":"so far","encrypted_content":"x"}}
{"type":"content_block_stop","index":5}
{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":34,"cache_read_input_tokens":6,"server_tool_use":{"web_search_requests":1,"web_fetch_requests":0}},"context_management":{"applied_edits":[]}}
{"type":"message_stop"}`

var streamMessage = &ndwire.BetaMessage{
	ID: "msg_1", Role: "assistant", Model: "m", StopReason: new("tool_use"),
	Content: []ndwire.ContentBlock{
		&ndwire.ThinkingBlock{Thinking: `Two \u2260 three.`, Signature: new("c2ln")},
		&ndwire.TextBlock{Text: "Héllo\n", Citations: []ndwire.Citation{&ndwire.WebSearchCitation{CitedText: "c", URL: "u", EncryptedIndex: "e"}}},
		&ndwire.ToolUseBlock{ID: "t1", Name: "Bash", Input: decoder.Raw(`{"n": 1.50, "a":"\u00e9"}`)},
		&ndwire.ServerToolUseBlock{ID: "s1", Name: "web_search", Input: decoder.Raw(`{}`)},
		&ndwire.UnknownContentBlock{Raw: decoder.Raw(`{"type":"later_block","n":1}`)},
		&ndwire.CompactionBlock{Content: new("so far"), EncryptedContent: new("x")},
	},
	Usage: ndwire.BetaUsage{
		InputTokens: 12, OutputTokens: 34, CacheReadInputTokens: 6, ServiceTier: "standard",
		ServerToolUse: ndwire.ServerToolUsage{WebSearchRequests: 1},
	},
	ContextManagement: &ndwire.ContextManagement{AppliedEdits: []ndwire.AppliedEdit{}},
}

func streamLines() string {
	var b strings.Builder
	for e := range strings.Lines(stream) {
		fmt.Fprintf(&b, "{\"type\":\"stream_event\",\"event\":%s,\"parent_tool_use_id\":null,\"uuid\":\"u\",\"session_id\":\"s\"}\n", strings.TrimSpace(e))
	}
	return b.String()
}

func TestAccumulator(t *testing.T) {
	var a ndwire.Accumulator
	if a.Message() != nil {
		t.Error("there is a message before its first event")
	}
	events := 0
	r := ndwire.NewReader(strings.NewReader(streamLines()), decoder.Poison())
	for l, err := range r.Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		events++
		done, err := a.Add(l.(*ndwire.PartialAssistantMessage))
		if last := events == strings.Count(stream, "\n")+1; err != nil || done != last {
			t.Fatalf("event %d: done %v, %v", events, done, err)
		}
	}
	got := a.Message()
	a.Reset()
	if d := cmp.Diff(streamMessage, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if a.Message() != nil {
		t.Error("there is a message after Reset")
	}
	if done, err := a.Add(event(t, strings.Split(stream, "\n")[0])); done || err != nil {
		t.Errorf("the next message: %v, %v", done, err)
	}
	if d := cmp.Diff(streamMessage, got); d != "" {
		t.Errorf("the next message changes the first (-want +got):\n%s", d)
	}
}

// TestAccumulatorOfNoEvent checks that nil changes nothing.
func TestAccumulatorOfNoEvent(t *testing.T) {
	var a ndwire.Accumulator
	for _, e := range []*ndwire.PartialAssistantMessage{nil, {Event: &ndwire.MessageStartEvent{Message: ndwire.BetaMessage{ID: "m"}}}, nil} {
		if done, err := a.Add(e); done || err != nil {
			t.Errorf("%v: %v, %v", e, done, err)
		}
	}
	if m := a.Message(); m == nil || m.ID != "m" {
		t.Errorf("the message is %v", m)
	}
}

// TestAccumulatorMessageSoFar checks that after each event the message has everything up to that event, and that reading it changes nothing.
func TestAccumulatorMessageSoFar(t *testing.T) {
	lines := strings.Split(stream, "\n")
	var a, looked ndwire.Accumulator
	want := []string{
		3: `{"type":"thinking","thinking":"Two \\u2260 ","signature":""}`,
		4: `{"type":"thinking","thinking":"Two \\u2260 three.","signature":""}`,
		5: `{"type":"thinking","thinking":"Two \\u2260 three.","signature":"c2ln"}`,
		8: `{"type":"text","text":"Hé"}`, 11: `{"type":"text","text":"Héllo\n"}`,
		16: `{"type":"tool_use","id":"t1","name":"Bash","input":{}}`, 18: `{"type":"tool_use","id":"t1","name":"Bash","input":{"n": 1.50, "a":"\u00e9"}}`,
		25: `{"type":"compaction","content":"so far","encrypted_content":"x"}`, 28: "",
	}
	for i, line := range lines {
		for _, a := range []*ndwire.Accumulator{&a, &looked} {
			if _, err := a.Add(event(t, line)); err != nil {
				t.Fatalf("event %d: %v", i, err)
			}
		}
		m := looked.Message()
		if want[i] == "" {
			continue
		}
		if got := jsontest.Encode(t, m.Content[len(m.Content)-1]); got != want[i] {
			t.Errorf("after event %d the block is %s, want %s", i, got, want[i])
		}
	}
	if d := cmp.Diff(a.Message(), looked.Message()); d != "" {
		t.Errorf("looking changes the message (-unlooked +looked):\n%s", d)
	}
}

// TestAccumulatorCut checks that a message that is taken before its end has everything up to the last event.
func TestAccumulatorCut(t *testing.T) {
	lines := strings.Split(stream, "\n")
	for n := range lines {
		var a ndwire.Accumulator
		for _, line := range lines[:n] {
			if _, err := a.Add(event(t, line)); err != nil {
				t.Fatal(err)
			}
		}
		m := a.Message()
		if m == nil {
			continue
		}
		before := jsontest.Encode(t, m)
		a.Reset()
		for _, line := range lines {
			if _, err := a.Add(event(t, line)); err != nil {
				t.Fatal(err)
			}
		}
		if after := jsontest.Encode(t, m); after != before {
			t.Errorf("cut after %d events: the message changes from\n%s\nto\n%s", n, before, after)
		}
		if d := cmp.Diff(streamMessage, a.Message()); d != "" {
			t.Errorf("cut after %d events: the next message (-want +got):\n%s", n, d)
		}
	}
}

// TestAccumulatorSplits checks that the text is the same however it is split into deltas.
func TestAccumulatorSplits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text, thinking, signature := rapid.String().Draw(rt, "text"), rapid.String().Draw(rt, "thinking"), rapid.String().Draw(rt, "signature")
		input := string(draw(rt, "input"))
		var a ndwire.Accumulator
		add := func(e ndwire.StreamEvent) {
			rt.Helper()
			if done, err := a.Add(&ndwire.PartialAssistantMessage{Event: e}); done || err != nil {
				rt.Fatalf("%v, %v", done, err)
			}
		}
		block := func(i int, b ndwire.ContentBlock, deltas ...[]ndwire.Delta) {
			add(&ndwire.ContentBlockStartEvent{Index: i, ContentBlock: b})
			for _, list := range deltas {
				for _, d := range list {
					add(&ndwire.ContentBlockDeltaEvent{Index: i, Delta: d})
				}
			}
			add(&ndwire.ContentBlockStopEvent{Index: i})
		}
		add(&ndwire.MessageStartEvent{})
		block(0, &ndwire.ThinkingBlock{},
			split(rt, thinking, func(s string) ndwire.Delta { return &ndwire.ThinkingDelta{Thinking: s} }),
			split(rt, signature, func(s string) ndwire.Delta { return &ndwire.SignatureDelta{Signature: s} }))
		block(1, &ndwire.TextBlock{}, split(rt, text, func(s string) ndwire.Delta { return &ndwire.TextDelta{Text: s} }))
		block(2, &ndwire.ToolUseBlock{}, split(rt, input, func(s string) ndwire.Delta { return &ndwire.InputJSONDelta{PartialJSON: s} }))
		block(3, &ndwire.McpToolUseBlock{})
		want := []ndwire.ContentBlock{
			&ndwire.ThinkingBlock{Thinking: thinking, Signature: &signature}, &ndwire.TextBlock{Text: text},
			&ndwire.ToolUseBlock{Input: decoder.Raw(input)}, &ndwire.McpToolUseBlock{Input: decoder.Raw(`{}`)},
		}
		if d := cmp.Diff(want, a.Message().Content); d != "" {
			rt.Fatalf("(-want +got):\n%s", d)
		}
	})
}

// split divides a text into one or more deltas, also within characters.
func split(t *rapid.T, text string, delta func(string) ndwire.Delta) []ndwire.Delta {
	var deltas []ndwire.Delta
	for len(deltas) == 0 || text != "" {
		n := rapid.IntRange(0, len(text)).Draw(t, "cut")
		deltas = append(deltas, delta(text[:n]))
		text = text[n:]
	}
	return deltas
}

// TestAccumulatorOrder checks that the error of an event out of order says which event was expected, and that the event changes nothing.
func TestAccumulatorOrder(t *testing.T) {
	const (
		start   = `{"type":"message_start","message":{"id":"msg_1","content":[]}}`
		text0   = `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`
		tool0   = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"n","input":{}}}`
		hi      = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}`
		stop0   = `{"type":"content_block_stop","index":0}`
		change  = `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}`
		stop    = `{"type":"message_stop"}`
		partial = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{"}}`
	)
	tests := []struct {
		before []string
		event  string
		says   []string
	}{
		{nil, text0, []string{"content_block_start", "expected message_start"}},
		{nil, hi, []string{"content_block_delta", "expected message_start"}},
		{nil, stop0, []string{"content_block_stop", "expected message_start"}},
		{nil, change, []string{"message_delta", "expected message_start"}},
		{nil, stop, []string{"message_stop", "expected message_start"}},
		{[]string{start}, partial, []string{"outside a block", "expected content_block_start of block 0"}},
		{[]string{start}, stop0, []string{"outside a block", "expected content_block_start of block 0"}},
		{[]string{start}, strings.Replace(text0, "0", "-1", 1), []string{"block -1", "expected 0 or more"}},
		{[]string{start, text0}, strings.Replace(partial, "0", "1", 1), []string{"block 1", "expected one for block 0"}},
		{[]string{start, text0}, strings.Replace(stop0, "0", "1", 1), []string{"block 1", "expected one for block 0"}},
		{[]string{start, text0}, partial, []string{"input_json_delta", "type text", "expected a block of the type tool_use"}},
		{[]string{start, tool0}, hi, []string{"text_delta", "type tool_use", "expected a block of the type text"}},
		{[]string{start, text0, stop0}, hi, []string{"outside a block", "block 1"}},
		{[]string{start, stop}, change, []string{"after message_stop", "expected message_start"}},
		{[]string{start, stop}, stop, []string{"after message_stop", "expected message_start"}},
	}
	for _, d := range []string{"thinking_delta", "signature_delta", "citations_delta", "compaction_delta"} {
		tests = append(tests, struct {
			before []string
			event  string
			says   []string
		}{[]string{start, tool0}, `{"type":"content_block_delta","index":0,"delta":{"type":"` + d + `"}}`, []string{d, "type tool_use", "expected a block"}})
	}
	for _, tt := range tests {
		var a ndwire.Accumulator
		for _, e := range tt.before {
			if _, err := a.Add(event(t, e)); err != nil {
				t.Fatal(err)
			}
		}
		before := a.Message().Clone()
		_, err := a.Add(event(t, tt.event))
		if err == nil {
			t.Errorf("%v, then %s: no error", tt.before, tt.event)
			continue
		}
		for _, s := range append(tt.says, "ndwire: ") {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%v, then %s: %q does not say %q", tt.before, tt.event, err, s)
			}
		}
		if d := cmp.Diff(before, a.Message()); d != "" {
			t.Errorf("%v, then %s changes the message:\n%s", tt.before, tt.event, d)
		}
	}
}

// TestAccumulatorBegunBlocks checks that a block with the index of one that has begun is an error, and that the text of neither is lost.
func TestAccumulatorBegunBlocks(t *testing.T) {
	const (
		first  = `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a"}}`
		tool   = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"n","input":{}}}`
		more   = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}}`
		input  = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{"}}`
		end    = `{"type":"content_block_stop","index":0}`
		second = `{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"z"}}`
	)
	for _, tt := range []struct {
		content string // of message_start
		events  []string
		want    []string // the texts of the blocks, or the inputs
		says    []string // a part of the error of each event
	}{
		{`[]`, []string{first, more, first, more, more}, []string{"ab", "abb"}, []string{"", "", "which has begun before, expected block 1", "", ""}},
		{`[]`, []string{first, more, end, tool, input, first}, []string{"ab", `"{"`, "a"}, []string{"", "", "", "begun", "", "input is not JSON"}},
		{`[]`, []string{first, second, first}, []string{"a", "a", "z"}, []string{"", "", "expected block 2"}},
		{`[{"type":"text","text":"x"}]`, []string{first, more}, []string{"ab"}, []string{"", ""}},
		{`[{"type":"text","text":"x"}]`, []string{more, first, more}, []string{"xb", "ab"}, []string{"outside a block", "begun", ""}},
		{`[]`, []string{strings.Replace(first, "0", fmt.Sprint(math.MaxInt), 1), first, end, end}, []string{"a", "a"},
			[]string{"expected block 0", "", "", "expected one for block " + fmt.Sprint(math.MaxInt)}},
	} {
		var a ndwire.Accumulator
		if _, err := a.Add(event(t, `{"type":"message_start","message":{"id":"m","content":`+tt.content+`}}`)); err != nil {
			t.Fatal(err)
		}
		for i, e := range tt.events {
			_, err := a.Add(event(t, e))
			if (err == nil) != (tt.says[i] == "") || err != nil && !strings.Contains(err.Error(), tt.says[i]) {
				t.Errorf("%v, event %d: error %v, want %q", tt.events, i, err, tt.says[i])
			}
		}
		var got []string
		for _, b := range a.Message().Content {
			switch b := b.(type) {
			case *ndwire.TextBlock:
				got = append(got, b.Text)
			case *ndwire.ToolUseBlock:
				got = append(got, string(b.Input))
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%v (-want +got):\n%s", tt.events, d)
		}
	}
}

// TestAccumulatorCutInput checks that an input that is cut off is an error, and its text is not lost.
func TestAccumulatorCutInput(t *testing.T) {
	var a ndwire.Accumulator
	for _, e := range []string{
		`{"type":"message_start","message":{"id":"msg_1","content":[]}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"n","input":{}}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":"}}`,
	} {
		if _, err := a.Add(event(t, e)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := a.Add(event(t, `{"type":"content_block_stop","index":0}`)); err == nil || !strings.Contains(err.Error(), "not JSON") {
		t.Errorf("the end of the block: %v", err)
	}
	if got, want := jsontest.Encode(t, a.Message().Content[0]), `{"type":"tool_use","id":"t","name":"n","input":"{\"a\":"}`; got != want {
		t.Errorf("the block is %s, want %s", got, want)
	}
	if done, err := a.Add(event(t, `{"type":"message_stop"}`)); !done || err != nil {
		t.Errorf("the end of the message: %v, %v", done, err)
	}
}

// TestAccumulatorCutMessageInput checks that a message which is cut off has what came of a tool's input, and that a stream goes on
// after its incomplete messages were looked at.
func TestAccumulatorCutMessageInput(t *testing.T) {
	const (
		start = `{"type":"message_start","message":{"id":"msg_1","content":[]}}`
		tool  = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"n","input":{}}}`
		half  = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":"}}`
		rest  = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"1}"}}`
		stop  = `{"type":"content_block_stop","index":0}`
		fails = `{"type":"error","error":{"type":"api_error","message":"lost"}}`
	)
	const want = `{"type":"tool_use","id":"t","name":"n","input":"{\"a\":"}`
	for name, end := range map[string]string{"another message": start, "an error": fails} {
		var a ndwire.Accumulator
		for _, e := range []string{start, tool, half} {
			if _, err := a.Add(event(t, e)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := a.Add(event(t, end))
		cut, ok := errors.AsType[*ndwire.CutError](err)
		if !ok {
			t.Fatalf("%s: %v", name, err)
		}
		if got := jsontest.Encode(t, cut.Message.Content[0]); got != want {
			t.Errorf("%s: the block is %s, want %s", name, got, want)
		}
	}
	var a ndwire.Accumulator
	for _, e := range []string{start, tool, half} {
		if _, err := a.Add(event(t, e)); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range a.Incomplete() {
		if got := jsontest.Encode(t, m.Content[0]); got != want {
			t.Errorf("the incomplete block is %s, want %s", got, want)
		}
	}
	for _, e := range []string{rest, stop} {
		if _, err := a.Add(event(t, e)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := jsontest.Encode(t, a.Message().Content[0]), `{"type":"tool_use","id":"t","name":"n","input":{"a":1}}`; got != want {
		t.Errorf("the block is %s, want %s", got, want)
	}
}

// TestAccumulatorReleases checks that an Accumulator does not hold the complete messages of all subagents of a long stream.
func TestAccumulatorReleases(t *testing.T) {
	const agents, size = 100, 1 << 20
	events := []string{
		`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"m","stop_reason":null,"stop_sequence":null,"usage":{}}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"` + strings.Repeat("x", size) + `"}}`,
		`{"type":"message_stop"}`,
	}
	var a ndwire.Accumulator
	var messages [agents]weak.Pointer[ndwire.BetaMessage]
	for i := range agents {
		for _, text := range events {
			e := event(t, text)
			e.ParentToolUseID = new(fmt.Sprint("toolu_", i))
			if _, err := a.Add(e); err != nil {
				t.Fatal(err)
			}
		}
		messages[i] = weak.Make(a.Message())
	}
	runtime.GC()
	held := 0
	for _, m := range messages {
		if m.Value() != nil {
			held++
		}
	}
	if held > 1 {
		t.Errorf("%d complete messages are held, want that of the last event", held)
	}
	runtime.KeepAlive(&a)
}

// TestAccumulatorCutOff checks that a message without a message_stop is handed over when its agent begins another one, and when the stream
// fails, and that the next message has nothing of it.
func TestAccumulatorCutOff(t *testing.T) {
	const (
		start  = `{"type":"message_start","message":{"id":"msg_1","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}`
		block  = `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`
		hi     = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}`
		stop   = `{"type":"message_stop"}`
		failed = `{"type":"error","error":{"type":"overloaded_error","message":"Over\u001bloaded"}}`
	)
	next := strings.NewReplacer("msg_1", "msg_2").Replace(start)
	tests := []struct {
		name   string
		before []string
		event  string
		cut    string // the text of the message that is handed over; "-" if there is none
		says   string
		after  string // the id of the message after it
	}{
		{"another begins", []string{start, block, hi}, next, "Hi", "expected message_stop", "msg_2"},
		{"another begins at once", []string{start}, next, "", "expected message_stop", "msg_2"},
		{"the stream fails", []string{start, block, hi}, failed, "Hi", "overloaded_error", ""},
		{"the stream fails at once", nil, failed, "-", `Over\x1bloaded`, ""},
		{"the stream fails between messages", []string{start, block, hi, stop}, failed, "-", "overloaded_error", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var a ndwire.Accumulator
			for _, e := range tt.before {
				if _, err := a.Add(event(t, e)); err != nil {
					t.Fatal(err)
				}
			}
			done, err := a.Add(event(t, tt.event))
			var cut *ndwire.CutError
			if done || !errors.As(err, &cut) || !strings.Contains(err.Error(), tt.says) || !strings.HasPrefix(err.Error(), "ndwire: ") {
				t.Fatalf("done %v, %v", done, err)
			}
			got := "-"
			if cut.Message != nil {
				got = cut.Message.Text()
			}
			if got != tt.cut {
				t.Errorf("the message that is cut off has the text %q, want %q", got, tt.cut)
			}
			id := ""
			if m := a.Message(); m != nil {
				id = m.ID
				if len(m.Content) > 0 {
					t.Errorf("the next message begins with %v", m.Content)
				}
			}
			if id != tt.after {
				t.Errorf("after it the message is %q, want %q", id, tt.after)
			}
		})
	}
	var a ndwire.Accumulator
	for _, e := range []string{start, stop, next} {
		if _, err := a.Add(event(t, e)); err != nil {
			t.Errorf("a message after a complete one, without a Reset: %v", err)
		}
	}
}

// TestAccumulatorAgents checks that subagents and the main agent can stream at the same time, in any interleaving.
func TestAccumulatorAgents(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var a ndwire.Accumulator
		parents := []*string{nil, new("toolu_1"), new("toolu_2")}
		step := make([]int, len(parents))
		texts := rapid.SliceOfN(rapid.String(), len(parents), len(parents)).Draw(rt, "texts")
		var order []int
		for range 4 {
			order = append(order, 0, 1, 2)
		}
		for _, i := range rapid.Permutation(order).Draw(rt, "order") {
			events := []ndwire.StreamEvent{
				&ndwire.MessageStartEvent{Message: ndwire.BetaMessage{ID: fmt.Sprint(i)}},
				&ndwire.ContentBlockStartEvent{ContentBlock: &ndwire.TextBlock{}},
				&ndwire.ContentBlockDeltaEvent{Delta: &ndwire.TextDelta{Text: texts[i]}},
				&ndwire.MessageStopEvent{},
			}
			done, err := a.Add(&ndwire.PartialAssistantMessage{Event: events[step[i]], ParentToolUseID: parents[i]})
			step[i]++
			if err != nil || done != (step[i] == len(events)) {
				rt.Fatalf("agent %d, event %d: %v, %v", i, step[i], done, err)
			}
			if m := a.Message(); m.ID != fmt.Sprint(i) {
				rt.Fatalf("after an event of agent %d the message is that of %q", i, m.ID)
			}
			if !done {
				continue
			}
			if m := a.Message(); m.Text() != texts[i] {
				rt.Fatalf("agent %d said %q, want %q", i, m.Text(), texts[i])
			}
			a.Reset()
			if a.Message() != nil {
				rt.Fatal("there is a message after Reset")
			}
		}
		for _, m := range a.Incomplete() {
			rt.Fatalf("%q is incomplete", m.ID)
		}
	})
}

// TestAccumulatorSession checks that, in the session of testdata, the message of a stream has the content of the lines with its finished
// blocks.
func TestAccumulatorSession(t *testing.T) {
	data, err := os.ReadFile(session)
	if err != nil {
		t.Fatal(err)
	}
	streamed := map[string]*ndwire.BetaMessage{}
	blocks := map[string][]ndwire.ContentBlock{}
	var a ndwire.Accumulator
	for l, err := range ndwire.NewReader(bytes.NewReader(data), decoder.Poison()).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		switch m := l.(type) {
		case *ndwire.PartialAssistantMessage:
			done, err := a.Add(m)
			if _, failed := m.Event.(*ndwire.ErrorEvent); failed != (err != nil) {
				t.Fatalf("%T: %v", m.Event, err)
			}
			if done {
				message := a.Message()
				a.Reset()
				streamed[message.ID] = message
			}
		case *ndwire.AssistantMessage:
			m = m.Clone()
			blocks[m.Message.ID] = append(blocks[m.Message.ID], m.Message.Content...)
		}
	}
	if len(streamed) == 0 {
		t.Fatal("the session streams nothing")
	}
	for id, m := range streamed {
		if m.StopReason == nil || m.Usage.OutputTokens == 0 {
			t.Errorf("%s: %+v", id, m)
		}
		finished, got := jsontest.Encode(t, &ndwire.BetaMessage{Content: blocks[id]}), jsontest.Encode(t, &ndwire.BetaMessage{Content: m.Content})
		if d := jsontest.Diff(t, finished, got); d != "" { // the stream has other white space in inputs
			t.Errorf("%s (-finished blocks +streamed):\n%s", id, d)
		}
	}
}

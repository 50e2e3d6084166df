package transcript_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/transcript"
)

// TestLargeCounts checks that a count beyond the range of an int of 32 bits is exact, also where the fields of lines are such ints.
func TestLargeCounts(t *testing.T) {
	const usage = `{"input_tokens":5000000000,"cache_read_input_tokens":5e9}`
	want := transcript.Usage{Input: 5e9, CacheRead: 5e9}
	for _, c := range []struct {
		p    transcript.Protocol
		line string
	}{
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":` + usage + `}}`},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","usage":` + usage + `}`},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","modelUsage":{"m":{"inputTokens":5000000000,"cacheReadInputTokens":5e9}}}`},
		{transcript.AgentSDK, `{"type":"stream_event","event":{"type":"message_delta","delta":{},"usage":` + usage + `}}`},
		{transcript.ClaudeCode, `{"type":"assistant","uuid":"u","message":{"id":"a","usage":` + usage + `}}`},
		{transcript.RustyClaw, `{"type":"assistant","message":{"content":[],"usage":` + usage + `}}`},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","modelUsage":{"m":{"inputTokens":5000000000,"cacheReadInputTokens":5e9}}}`},
		{transcript.OpenClaw, `{"type":"message","id":"i","message":{"role":"assistant","usage":{"input":5000000000,"cacheRead":5e9}}}`},
	} {
		var ledger transcript.Ledger
		for e, err := range c.p.NewReader(strings.NewReader(c.line)).All() {
			if err != nil {
				t.Fatal(err)
			}
			ledger.Add(e)
		}
		if got := ledger.Total(); got != want || ledger.AtLeast() {
			t.Errorf("%+v, at least: %v, want %+v: %s", got, ledger.AtLeast(), want, c.line)
		}
	}
}

// TestAtLeast checks that a Ledger says when there may be more tokens than it has counted.
func TestAtLeast(t *testing.T) {
	for _, c := range []struct {
		p       transcript.Protocol
		line    string
		atLeast bool
	}{
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":{"input_tokens":12,"output_tokens":3}}}`, false},
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":{"input_tokens":12,"output_tokens":null}}}`, false},
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":{"input_tokens":12,"output_tokens":1e2}}}`, false},
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":{"input_tokens":"12","output_tokens":3}}}`, true},
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":{"input_tokens":-1,"output_tokens":3}}}`, true},
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":{"input_tokens":1e30,"output_tokens":3}}}`, true},
		{transcript.AgentSDK, `{"type":"stream_event","event":{"type":"message_delta","delta":{},"usage":{"input_tokens":[],"output_tokens":3}}}`, true},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","modelUsage":{"m":{"inputTokens":"5","outputTokens":3}}}`, true},
		{transcript.ClaudeCode, `{"type":"assistant","uuid":"u","message":{"id":"a","usage":{"cache_read_input_tokens":"7"}}}`, true},
		{transcript.RustyClaw, `{"type":"assistant","message":{"content":[],"usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":"3"}}}`, true},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","modelUsage":{"m":{"inputTokens":"5","outputTokens":3}}}`, true},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","modelUsage":{"m":{"inputTokens":1e30,"outputTokens":3}}}`, true},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","modelUsage":{"m":{"inputTokens":-5,"outputTokens":3}}}`, true},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","modelUsage":{"m":{"inputTokens":null,"outputTokens":3.0}}}`, false},
		{transcript.OpenClaw, `{"type":"message","id":"i","message":{"role":"assistant","usage":{"input":1,"output":"2"}}}`, true},

		// all of the counts
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":[12,3]}}`, true},
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a","usage":null}}`, false},
		{transcript.AgentSDK, `{"type":"assistant","session_id":"s","message":{"id":"a"}}`, false},
		{transcript.AgentSDK, `{"type":"stream_event","event":{"type":"message_start","message":{"usage":"12"}}}`, true},
		{transcript.AgentSDK, `{"type":"stream_event","event":{"type":"message_delta","delta":{},"usage":12}}`, true},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","usage":[]}`, true},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","usage":{"input_tokens":1},"modelUsage":[]}`, true},
		{transcript.AgentSDK, `{"type":"result","subtype":"success","usage":{"input_tokens":1},"modelUsage":{"m":[5,3]}}`, true},
		{transcript.ClaudeCode, `{"type":"assistant","uuid":"u","message":{"id":"a","usage":"7"}}`, true},
		{transcript.ClaudeCode, `{"type":"progress","data":{"type":"agent_progress","message":{"type":"assistant","message":{"id":"a","usage":"7"}}}}`, true},
		{transcript.RustyClaw, `{"type":"assistant","message":{"content":[],"usage":[1]}}`, true},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","usage":[1]}`, true},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","modelUsage":[1]}`, true},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","modelUsage":null}`, false},
		{transcript.RustyClaw, `{"type":"result","subtype":"success","result":"","modelUsage":{"m":7}}`, true},
		{transcript.OpenClaw, `{"type":"message","id":"i","message":{"role":"assistant","usage":[1]}}`, true},
		{transcript.OpenClaw, `{"type":"message","id":"i","message":{"role":"toolResult","toolCallId":"c","usage":"1"}}`, true},
		{transcript.OpenClaw, `{"type":"compaction","id":"i","usage":7}`, true},
		{transcript.OpenClaw, `{"type":"branch_summary","id":"i","usage":7}`, true},
		{transcript.OpenClaw, `{"type":"message","id":"i","message":{"role":"assistant","usage":{"input":1,"output":2}}}`, false},
	} {
		var ledger transcript.Ledger
		for e, err := range c.p.NewReader(strings.NewReader(c.line)).All() {
			if err != nil {
				t.Fatal(err)
			}
			ledger.Add(e)
		}
		if got := ledger.AtLeast(); got != c.atLeast {
			t.Errorf("AtLeast is %v: %s", got, c.line)
		}
	}
}

// TestStated checks which kinds of tokens are known after a line: those of which it has a number.
func TestStated(t *testing.T) {
	const sdk = `{"type":"assistant","session_id":"s","uuid":"u","message":{"id":"a","type":"message","role":"assistant","model":"m","content":[],"usage":%s}}`
	const claw = `{"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"assistant","content":[],"usage":%s}}`
	const rusty = `{"type":"assistant","message":{"role":"assistant","content":[],"usage":%s},"session_id":"s"}`
	for _, c := range []struct {
		of          transcript.Protocol
		line, usage string
		want        [4]bool // input, output, cache read, cache write
	}{
		{transcript.AgentSDK, sdk, `{"input_tokens":1}`, [4]bool{true}},
		{transcript.AgentSDK, sdk, `{"input_tokens":1,"output_tokens":0}`, [4]bool{true, true}},
		{transcript.AgentSDK, sdk, `{"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0}`, [4]bool{true, true, true}},
		{transcript.AgentSDK, sdk, `{"input_tokens":null,"output_tokens":"3","cache_creation_input_tokens":2}`, [4]bool{3: true}},
		{transcript.AgentSDK, sdk, `{}`, [4]bool{}},
		{transcript.AgentSDK, sdk, `null`, [4]bool{}},
		{transcript.OpenClaw, claw, `{"input":1,"cacheWrite":0}`, [4]bool{0: true, 3: true}},
		{transcript.OpenClaw, claw, `{"input":0,"output":2.5,"cacheRead":0,"cacheWrite":0}`, [4]bool{true, true, true, true}},
		{transcript.RustyClaw, rusty, `{"input_tokens":1,"output_tokens":0,"cache_read_input_tokens":0}`, [4]bool{true, true, true}},
	} {
		var ledger transcript.Ledger
		for e, err := range c.of.NewReader(strings.NewReader(fmt.Sprintf(c.line, c.usage))).All() {
			if err != nil {
				t.Error(err)
			}
			ledger.Add(e)
		}
		var got [4]bool
		if got[0], got[1], got[2], got[3] = ledger.Stated(); got != c.want {
			t.Errorf("%s %s: %v, want %v", c.of, c.usage, got, c.want)
		}
	}
}

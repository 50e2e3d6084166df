package transcript_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/transcript"
)

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
		{transcript.OpenClaw, `{"type":"message","id":"i","message":{"role":"assistant","usage":{"input":1,"output":"2"}}}`, true},
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

package provider_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/openclaw/provider"
)

const ollamaStream = `{"model":"qwen3","created_at":"2026-01-01T00:00:00.5Z","message":{"role":"assistant","content":"","thinking":"H"},"done":false}
{"model":"qwen3","created_at":"2026-01-01T00:00:01Z","message":{"role":"assistant","content":"","thinking":"m"},"done":false}
{"model":"qwen3","created_at":"2026-01-01T00:00:02Z","message":{"role":"assistant","content":"Let "},"done":false}
{"model":"qwen3","created_at":"2026-01-01T00:00:03Z","message":{"role":"assistant","content":"me see."},"done":false}
{"model":"qwen3","created_at":"2026-01-01T00:00:04Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"tide","arguments":{"day":"today"}}},{"id":"call_9","type":"function","function":{"name":"tide","arguments":"{\"day\":\"now\"}"}}]},"done":false}
{"model":"qwen3","created_at":"2026-01-01T00:00:05Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":5,"prompt_eval_count":11,"eval_count":7}
`

// TestOllamaEvents checks that Ollama's native stream becomes the events of a response.
func TestOllamaEvents(t *testing.T) {
	var got []string
	var last openclaw.AssistantMessage
	// The lines are recycled and overwritten: the message at the end must not point into them.
	lines := provider.NewReader(strings.NewReader(ollamaStream), decoder.Poison()).Recycled()
	for e, err := range provider.OllamaEvents(lines) {
		if err != nil {
			t.Fatal(err)
		}
		if done, ok := e.(*openclaw.DoneEvent); ok {
			last = done.Message
		}
		out, err := e.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(out))
	}
	message := `{"role":"assistant","content":[{"type":"thinking","thinking":"Hm"},{"type":"text","text":"Let me see."},` +
		`{"type":"toolCall","id":"ollama_call_2","name":"tide","arguments":{"day":"today"}},` +
		`{"type":"toolCall","id":"call_9","name":"tide","arguments":{"day":"now"}}],"api":"ollama","provider":"ollama","model":"qwen3",` +
		`"usage":{"input":11,"output":7,"cacheRead":0,"cacheWrite":0,"totalTokens":18,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}},` +
		`"stopReason":"toolUse","timestamp":1767225600500}`
	want := []string{
		`{"type":"start"}`,
		`{"type":"thinking_start","contentIndex":0}`,
		`{"type":"thinking_delta","contentIndex":0,"delta":"H"}`,
		`{"type":"thinking_delta","contentIndex":0,"delta":"m"}`,
		`{"type":"thinking_end","contentIndex":0,"content":"Hm"}`,
		`{"type":"text_start","contentIndex":1}`,
		`{"type":"text_delta","contentIndex":1,"delta":"Let "}`,
		`{"type":"text_delta","contentIndex":1,"delta":"me see."}`,
		`{"type":"text_end","contentIndex":1,"content":"Let me see."}`,
		`{"type":"toolcall_start","contentIndex":2,"id":"ollama_call_2","toolName":"tide"}`,
		`{"type":"toolcall_delta","contentIndex":2,"delta":"{\"day\":\"today\"}"}`,
		`{"type":"toolcall_end","contentIndex":2,"toolCall":{"type":"toolCall","id":"ollama_call_2","name":"tide","arguments":{"day":"today"}}}`,
		`{"type":"toolcall_start","contentIndex":3,"id":"call_9","toolName":"tide"}`,
		`{"type":"toolcall_delta","contentIndex":3,"delta":"{\"day\":\"now\"}"}`,
		`{"type":"toolcall_end","contentIndex":3,"toolCall":{"type":"toolCall","id":"call_9","name":"tide","arguments":{"day":"now"}}}`,
		`{"type":"done","reason":"toolUse","message":` + message + `}`,
	}
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for i := range want {
		if d := jsontest.Diff(t, want[i], got[i]); d != "" {
			t.Errorf("event %d (-want +got):\n%s", i, d)
		}
	}
	after, err := last.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := jsontest.Diff(t, message, after); d != "" {
		t.Errorf("the message after the stream (-want +got):\n%s", d)
	}
}

func TestOllamaEventsEnd(t *testing.T) {
	piece := `{"model":"m","created_at":"?","message":{"role":"assistant","content":"x"},"done":false}` + "\n"
	done := func(reason string) string {
		return `{"model":"m","created_at":"?","message":{"role":"assistant","content":""},"done":true,"done_reason":"` + reason + `"}` + "\n"
	}
	for _, tt := range []struct {
		name, stream string
		reason       openclaw.StopReason // of the last event
		errs         []string
	}{
		{"stop", piece + done("stop"), openclaw.StopReasonStop, nil},
		{"length", piece + done("length"), openclaw.StopReasonLength, nil},
		{"an error", piece + `{"error":"out of memory"}` + "\n", openclaw.StopReasonError, nil},
		{"no end", piece, "", []string{"provider: Ollama's stream ends before it is done"}},
		{"nothing", "", "", []string{"provider: Ollama's stream ends before it is done"}},
		{"a line behind the end", done("stop") + piece, openclaw.StopReasonStop, []string{"provider: a line follows the end of Ollama's stream"}},
	} {
		var reason openclaw.StopReason
		var errs []string
		for e, err := range provider.OllamaEvents(provider.NewReader(strings.NewReader(tt.stream)).All()) {
			if err != nil {
				errs = append(errs, err.Error())
				continue
			}
			switch e := e.(type) {
			case *openclaw.DoneEvent:
				reason = e.Reason
				if e.Message.StopReason != reason {
					t.Errorf("%s: %s and %s", tt.name, reason, e.Message.StopReason)
				}
			case *openclaw.ErrorEvent:
				reason = e.Reason
				if *e.Error.ErrorMessage != "out of memory" || e.Error.Text() != "x" {
					t.Errorf("%s: %+v", tt.name, e.Error)
				}
			}
		}
		if reason != tt.reason || strings.Join(errs, "\n") != strings.Join(tt.errs, "\n") {
			t.Errorf("%s: reason %q, errors %q", tt.name, reason, errs)
		}
	}
}

// TestOllamaEventsLeft checks that a bad line is an error among the events, and the loop may be left at any of them.
func TestOllamaEventsLeft(t *testing.T) {
	bad := strings.Replace(ollamaStream, "\n", "\n{bad\n", 1)
	events := func() int {
		n := 0
		for _, err := range provider.OllamaEvents(provider.NewReader(strings.NewReader(bad)).All()) {
			var e *decoder.Error
			if err != nil && !errors.As(err, &e) {
				t.Error(err)
			}
			n++
		}
		return n
	}()
	if events != 17 {
		t.Errorf("%d events and errors, want 17", events)
	}
	for most := range events {
		n := 0
		for range provider.OllamaEvents(provider.NewReader(strings.NewReader(bad)).All()) {
			if n++; n > most {
				break
			}
		}
		if n != most+1 {
			t.Errorf("left after %d, want %d", n, most+1)
		}
	}
}

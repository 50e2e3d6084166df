package ndwire_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// A kind is what stands on the line: its type, and its subtype behind a slash.
func TestKinds(t *testing.T) {
	want := []string{
		"assistant", "user",
		"result", "result/success", "result/error_during_execution", "result/error_max_turns", "result/error_max_budget_usd",
		"result/error_max_structured_output_retries",
		"system", "system/init", "system/status", "system/compact_boundary", "system/hook_started", "system/hook_progress",
		"system/hook_response", "system/files_persisted", "system/task_notification",
		"stream_event", "tool_progress", "auth_status", "tool_use_summary",
		"control_request", "control_request/interrupt", "control_request/can_use_tool", "control_request/set_permission_mode",
		"control_request/set_model", "control_request/set_max_thinking_tokens", "control_request/mcp_status",
		"control_request/mcp_reconnect", "control_request/mcp_toggle", "control_request/mcp_set_servers",
		"control_request/mcp_message", "control_request/rewind_files", "control_request/hook_callback", "control_request/initialize",
		"control_response", "control_cancel_request", "keep_alive",
	}
	kinds := []ndwire.Kind{
		ndwire.KindAssistant, ndwire.KindUser,
		ndwire.KindResult, ndwire.KindResultSuccess, ndwire.KindResultErrorDuringExecution, ndwire.KindResultErrorMaxTurns,
		ndwire.KindResultErrorMaxBudgetUSD, ndwire.KindResultErrorMaxStructuredOutputRetries,
		ndwire.KindSystem, ndwire.KindSystemInit, ndwire.KindSystemStatus, ndwire.KindSystemCompactBoundary,
		ndwire.KindSystemHookStarted, ndwire.KindSystemHookProgress, ndwire.KindSystemHookResponse, ndwire.KindSystemFilesPersisted,
		ndwire.KindSystemTaskNotification,
		ndwire.KindStreamEvent, ndwire.KindToolProgress, ndwire.KindAuthStatus, ndwire.KindToolUseSummary,
		ndwire.KindControlRequest, ndwire.KindControlRequestInterrupt, ndwire.KindControlRequestCanUseTool,
		ndwire.KindControlRequestSetPermissionMode, ndwire.KindControlRequestSetModel, ndwire.KindControlRequestSetMaxThinkingTokens,
		ndwire.KindControlRequestMcpStatus, ndwire.KindControlRequestMcpReconnect, ndwire.KindControlRequestMcpToggle,
		ndwire.KindControlRequestMcpSetServers, ndwire.KindControlRequestMcpMessage, ndwire.KindControlRequestRewindFiles,
		ndwire.KindControlRequestHookCallback, ndwire.KindControlRequestInitialize,
		ndwire.KindControlResponse, ndwire.KindControlCancelRequest, ndwire.KindKeepAlive,
	}
	var got []string
	for _, k := range kinds {
		got = append(got, k.String())
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A reader takes the kinds that it is asked for, by name or by family, known or not.
func TestOnly(t *testing.T) {
	tests := []struct {
		kinds []ndwire.Kind
		want  int
	}{
		{[]ndwire.Kind{ndwire.KindAssistant}, 12},
		{[]ndwire.Kind{ndwire.KindUser}, 11},
		{[]ndwire.Kind{ndwire.KindSystem}, 12},
		{[]ndwire.Kind{ndwire.KindSystemInit, ndwire.KindSystemStatus}, 6},
		{[]ndwire.Kind{ndwire.KindResult}, 3},
		{[]ndwire.Kind{ndwire.KindResultSuccess}, 2},
		{[]ndwire.Kind{ndwire.KindControlRequest}, 9},
		{[]ndwire.Kind{ndwire.KindControlRequestCanUseTool, ndwire.KindControlRequestInterrupt}, 4},
		{[]ndwire.Kind{"session_note"}, 1},
		{[]ndwire.Kind{"session"}, 0},
	}
	for _, tt := range tests {
		f, err := os.Open(session)
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for l, err := range ndwire.NewReader(f, decoder.Only(tt.kinds...)).All() {
			if err != nil {
				t.Fatal(err)
			}
			in := false
			for _, k := range tt.kinds {
				in = in || l.Kind().In(k)
			}
			if !in {
				t.Errorf("%v: a line of kind %s", tt.kinds, l.Kind())
			}
			got++
		}
		f.Close()
		if got != tt.want {
			t.Errorf("%v: %d lines, want %d", tt.kinds, got, tt.want)
		}
	}
}

package rustyclaw_test

import (
	"testing"

	"github.com/ndwire/ndwire/rustyclaw"
)

// TestEnumValues checks the values of all enums, as lines have them.
func TestEnumValues(t *testing.T) {
	for got, want := range map[rustyclaw.Role]string{
		rustyclaw.RoleUser:      "user",
		rustyclaw.RoleAssistant: "assistant",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("Role %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[rustyclaw.ResultFailureSubtype]string{
		rustyclaw.FailureDuringExecution:      "error_during_execution",
		rustyclaw.FailureMaxTurns:             "error_max_turns",
		rustyclaw.FailureMaxBudget:            "error_max_budget_usd",
		rustyclaw.FailureMaxStructuredRetries: "error_max_structured_output_retries",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("ResultFailureSubtype %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for _, known := range []bool{
		rustyclaw.Role("no such value").Known(),
		rustyclaw.ResultFailureSubtype("no such value").Known(),
	} {
		if known {
			t.Error("a value that there is not is known")
		}
	}
	for got, want := range map[string]string{
		rustyclaw.ControlSubtypeInitialize:        "initialize",
		rustyclaw.ControlSubtypeInterrupt:         "interrupt",
		rustyclaw.ControlSubtypeCanUseTool:        "can_use_tool",
		rustyclaw.ControlSubtypeHookCallback:      "hook_callback",
		rustyclaw.ControlSubtypeMcpMessage:        "mcp_message",
		rustyclaw.ControlSubtypeMcpStatus:         "mcp_status",
		rustyclaw.ControlSubtypeRewindFiles:       "rewind_files",
		rustyclaw.ControlSubtypeSetModel:          "set_model",
		rustyclaw.ControlSubtypeSetPermissionMode: "set_permission_mode",
		rustyclaw.ControlResultSuccess:            "success",
		rustyclaw.ControlResultError:              "error",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

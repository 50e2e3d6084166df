package ndwire_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
)

type enum interface {
	~string
	Known() bool
}

func TestEnums(t *testing.T) {
	testEnum(t, []string{"assistant", "user", "result", "system", "stream_event", "tool_progress", "auth_status", "tool_use_summary"},
		ndwire.MessageTypeAssistant, ndwire.MessageTypeUser, ndwire.MessageTypeResult, ndwire.MessageTypeSystem,
		ndwire.MessageTypeStreamEvent, ndwire.MessageTypeToolProgress, ndwire.MessageTypeAuthStatus,
		ndwire.MessageTypeToolUseSummary)
	testEnum(t, []string{"init", "status", "compact_boundary", "hook_started", "hook_progress", "hook_response", "files_persisted", "task_notification"},
		ndwire.SystemSubtypeInit, ndwire.SystemSubtypeStatus, ndwire.SystemSubtypeCompactBoundary, ndwire.SystemSubtypeHookStarted,
		ndwire.SystemSubtypeHookProgress, ndwire.SystemSubtypeHookResponse, ndwire.SystemSubtypeFilesPersisted,
		ndwire.SystemSubtypeTaskNotification)
	testEnum(t, []string{"success", "error_during_execution", "error_max_turns", "error_max_budget_usd", "error_max_structured_output_retries"},
		ndwire.ResultSubtypeSuccess, ndwire.ResultSubtypeErrorDuringExecution, ndwire.ResultSubtypeErrorMaxTurns,
		ndwire.ResultSubtypeErrorMaxBudget, ndwire.ResultSubtypeErrorMaxStructuredRetries)
	testEnum(t, []string{"authentication_failed", "billing_error", "rate_limit", "invalid_request", "server_error", "unknown"},
		ndwire.ErrAuthenticationFailed, ndwire.ErrBillingError, ndwire.ErrRateLimit, ndwire.ErrInvalidRequest, ndwire.ErrServerError,
		ndwire.ErrUnknown)
	testEnum(t, []string{"default", "acceptEdits", "bypassPermissions", "plan", "delegate", "dontAsk"},
		ndwire.PermissionModeDefault, ndwire.PermissionModeAcceptEdits, ndwire.PermissionModeBypassPermissions,
		ndwire.PermissionModePlan, ndwire.PermissionModeDelegate, ndwire.PermissionModeDontAsk)
	testEnum(t, []string{"user", "project", "local"},
		ndwire.SettingSourceUser, ndwire.SettingSourceProject, ndwire.SettingSourceLocal)
	testEnum(t, []string{"clear", "logout", "prompt_input_exit", "other", "bypass_permissions_disabled"},
		ndwire.ExitReasonClear, ndwire.ExitReasonLogout, ndwire.ExitReasonPromptInputExit, ndwire.ExitReasonOther,
		ndwire.ExitReasonBypassPermissionsDisabled)
	testEnum(t, []string{"PreToolUse", "PostToolUse", "PostToolUseFailure", "Notification", "UserPromptSubmit", "SessionStart", "SessionEnd",
		"Stop", "SubagentStart", "SubagentStop", "PreCompact", "PermissionRequest", "Setup", "TeammateIdle", "TaskCompleted"},
		ndwire.HookEventPreToolUse, ndwire.HookEventPostToolUse, ndwire.HookEventPostToolUseFailure, ndwire.HookEventNotification,
		ndwire.HookEventUserPromptSubmit, ndwire.HookEventSessionStart, ndwire.HookEventSessionEnd, ndwire.HookEventStop,
		ndwire.HookEventSubagentStart, ndwire.HookEventSubagentStop, ndwire.HookEventPreCompact, ndwire.HookEventPermissionRequest,
		ndwire.HookEventSetup, ndwire.HookEventTeammateIdle, ndwire.HookEventTaskCompleted)
}

// testEnum checks the spellings, and that Known tells them from others.
func testEnum[E enum](t *testing.T, want []string, got ...E) {
	t.Helper()
	var spelled []string
	for _, e := range got {
		spelled = append(spelled, string(e))
		if !e.Known() {
			t.Errorf("%T %q is not Known", e, e)
		}
	}
	if d := cmp.Diff(want, spelled); d != "" {
		t.Errorf("%T (-want +got):\n%s", got[0], d)
	}
	for _, other := range []E{"", "from_the_future", got[0] + " "} {
		if other.Known() {
			t.Errorf("%T %q is Known", other, other)
		}
	}
}

// Constants of fields that are plain strings.
func TestStringConstants(t *testing.T) {
	want := map[string][]string{
		"ControlSubtype": {
			"interrupt", "can_use_tool", "set_permission_mode", "set_model", "set_max_thinking_tokens", "mcp_status", "mcp_reconnect",
			"mcp_toggle", "mcp_set_servers", "mcp_message", "rewind_files", "hook_callback", "initialize",
		},
		"StopReason":            {"end_turn", "tool_use", "max_tokens", "stop_sequence"},
		"Status":                {"compacting"},
		"McpServerStatus":       {"connected", "failed", "needs-auth", "pending", "disabled"},
		"CompactTrigger":        {"manual", "auto"},
		"HookOutcome":           {"success", "error", "cancelled"},
		"TaskStatus":            {"completed", "failed", "stopped"},
		"PermissionBehavior":    {"allow", "deny", "ask"},
		"PermissionUpdate":      {"addRules", "replaceRules", "removeRules", "setMode", "addDirectories", "removeDirectories"},
		"PermissionDestination": {"userSettings", "projectSettings", "localSettings", "session", "cliArg"},
		"McpServerType":         {"stdio", "sse", "http", "sdk", "claudeai-proxy"},
		"OutputFormat":          {"json_schema"},
		"PluginType":            {"local"},
	}
	got := map[string][]string{ // untyped constants: they are strings without a conversion
		"ControlSubtype": {
			ndwire.ControlSubtypeInterrupt, ndwire.ControlSubtypeCanUseTool, ndwire.ControlSubtypeSetPermissionMode,
			ndwire.ControlSubtypeSetModel, ndwire.ControlSubtypeSetMaxThinkingTokens, ndwire.ControlSubtypeMcpStatus,
			ndwire.ControlSubtypeMcpReconnect, ndwire.ControlSubtypeMcpToggle, ndwire.ControlSubtypeMcpSetServers,
			ndwire.ControlSubtypeMcpMessage, ndwire.ControlSubtypeRewindFiles, ndwire.ControlSubtypeHookCallback,
			ndwire.ControlSubtypeInitialize,
		},
		"StopReason": {ndwire.StopReasonEndTurn, ndwire.StopReasonToolUse, ndwire.StopReasonMaxTokens, ndwire.StopReasonStopSequence},
		"Status":     {ndwire.StatusCompacting},
		"McpServerStatus": {
			ndwire.McpServerStatusConnected, ndwire.McpServerStatusFailed, ndwire.McpServerStatusNeedsAuth,
			ndwire.McpServerStatusPending, ndwire.McpServerStatusDisabled,
		},
		"CompactTrigger":     {ndwire.CompactTriggerManual, ndwire.CompactTriggerAuto},
		"HookOutcome":        {ndwire.HookOutcomeSuccess, ndwire.HookOutcomeError, ndwire.HookOutcomeCancelled},
		"TaskStatus":         {ndwire.TaskStatusCompleted, ndwire.TaskStatusFailed, ndwire.TaskStatusStopped},
		"PermissionBehavior": {ndwire.PermissionBehaviorAllow, ndwire.PermissionBehaviorDeny, ndwire.PermissionBehaviorAsk},
		"PermissionUpdate": {
			ndwire.PermissionUpdateAddRules, ndwire.PermissionUpdateReplaceRules, ndwire.PermissionUpdateRemoveRules,
			ndwire.PermissionUpdateSetMode, ndwire.PermissionUpdateAddDirectories, ndwire.PermissionUpdateRemoveDirectories,
		},
		"PermissionDestination": {
			ndwire.PermissionDestinationUserSettings, ndwire.PermissionDestinationProjectSettings,
			ndwire.PermissionDestinationLocalSettings, ndwire.PermissionDestinationSession, ndwire.PermissionDestinationCliArg,
		},
		"McpServerType": {
			ndwire.McpServerTypeStdio, ndwire.McpServerTypeSSE, ndwire.McpServerTypeHTTP, ndwire.McpServerTypeSDK,
			ndwire.McpServerTypeClaudeAIProxy,
		},
		"OutputFormat": {ndwire.OutputFormatJSONSchema},
		"PluginType":   {ndwire.PluginTypeLocal},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A value that the enum does not name is kept, on the way in and out.
func TestEnumsAreOpen(t *testing.T) {
	line := `{"type":"system","subtype":"status","status":null,"permissionMode":"auto",` + tail
	m := as[*ndwire.StatusMessage](t, line)
	if m.PermissionMode == nil || *m.PermissionMode != "auto" || m.PermissionMode.Known() {
		t.Errorf("PermissionMode %v, want an unknown auto", m.PermissionMode)
	}
	if d := diff(t, []byte(line), []byte(encode(t, m))); d != "" {
		t.Errorf("written back (-want +got):\n%s", d)
	}
}

package agentsdktest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/internal/jsontest"
)

type enum interface {
	~string
	Known() bool
}

func TestEnums(t *testing.T) {
	testEnum(t, []string{
		"assistant", "user", "result", "system", "stream_event", "tool_progress", "auth_status", "tool_use_summary",
		"rate_limit_event", "prompt_suggestion", "conversation_reset", "active_goal", "autocompact_state", "streamlined_text",
		"streamlined_tool_use_summary",
	},
		ndwire.MessageTypeAssistant, ndwire.MessageTypeUser, ndwire.MessageTypeResult, ndwire.MessageTypeSystem,
		ndwire.MessageTypeStreamEvent, ndwire.MessageTypeToolProgress, ndwire.MessageTypeAuthStatus,
		ndwire.MessageTypeToolUseSummary, ndwire.MessageTypeRateLimitEvent, ndwire.MessageTypePromptSuggestion,
		ndwire.MessageTypeConversationReset, ndwire.MessageTypeActiveGoal, ndwire.MessageTypeAutocompactState,
		ndwire.MessageTypeStreamlinedText, ndwire.MessageTypeStreamlinedToolUseSummary)
	testEnum(t, []string{
		"init", "status", "compact_boundary", "hook_started", "hook_progress", "hook_response", "files_persisted",
		"task_notification", "task_started", "task_progress", "task_updated", "background_tasks_changed", "api_retry",
		"control_request_progress", "model_refusal_fallback", "model_refusal_no_fallback", "local_command_output", "informational",
		"notification", "plugin_install", "session_state_changed", "worker_shutting_down", "commands_changed", "memory_recall",
		"elicitation_complete", "permission_denied", "mirror_error", "thinking_tokens", "session_writes_lost", "post_turn_summary",
		"task_summary", "session_metadata", "vcs_state_changed", "code_change_published",
	},
		ndwire.SystemSubtypeInit, ndwire.SystemSubtypeStatus, ndwire.SystemSubtypeCompactBoundary, ndwire.SystemSubtypeHookStarted,
		ndwire.SystemSubtypeHookProgress, ndwire.SystemSubtypeHookResponse, ndwire.SystemSubtypeFilesPersisted,
		ndwire.SystemSubtypeTaskNotification, ndwire.SystemSubtypeTaskStarted, ndwire.SystemSubtypeTaskProgress,
		ndwire.SystemSubtypeTaskUpdated, ndwire.SystemSubtypeBackgroundTasksChanged, ndwire.SystemSubtypeAPIRetry,
		ndwire.SystemSubtypeControlRequestProgress, ndwire.SystemSubtypeModelRefusalFallback,
		ndwire.SystemSubtypeModelRefusalNoFallback, ndwire.SystemSubtypeLocalCommandOutput, ndwire.SystemSubtypeInformational,
		ndwire.SystemSubtypeNotification, ndwire.SystemSubtypePluginInstall, ndwire.SystemSubtypeSessionStateChanged,
		ndwire.SystemSubtypeWorkerShuttingDown, ndwire.SystemSubtypeCommandsChanged, ndwire.SystemSubtypeMemoryRecall,
		ndwire.SystemSubtypeElicitationComplete, ndwire.SystemSubtypePermissionDenied, ndwire.SystemSubtypeMirrorError,
		ndwire.SystemSubtypeThinkingTokens, ndwire.SystemSubtypeSessionWritesLost, ndwire.SystemSubtypePostTurnSummary,
		ndwire.SystemSubtypeTaskSummary, ndwire.SystemSubtypeSessionMetadata, ndwire.SystemSubtypeVcsStateChanged,
		ndwire.SystemSubtypeCodeChangePublished)
	testEnum(t, []string{
		"success", "error_during_execution", "error_max_turns", "error_max_budget_usd", "error_max_structured_output_retries",
	},
		ndwire.ResultSubtypeSuccess, ndwire.ResultSubtypeErrorDuringExecution, ndwire.ResultSubtypeErrorMaxTurns,
		ndwire.ResultSubtypeErrorMaxBudget, ndwire.ResultSubtypeErrorMaxStructuredRetries)
	testEnum(t, []string{
		"authentication_failed", "billing_error", "rate_limit", "invalid_request", "server_error", "unknown",
		"oauth_org_not_allowed", "account_on_hold", "verification_required", "overloaded", "model_not_found", "max_output_tokens",
		"cloud_credential_error",
	},
		ndwire.ErrAuthenticationFailed, ndwire.ErrBillingError, ndwire.ErrRateLimit, ndwire.ErrInvalidRequest,
		ndwire.ErrServerError, ndwire.ErrUnknown, ndwire.ErrOAuthOrgNotAllowed, ndwire.ErrAccountOnHold,
		ndwire.ErrVerificationRequired, ndwire.ErrOverloaded, ndwire.ErrModelNotFound, ndwire.ErrMaxOutputTokens,
		ndwire.ErrCloudCredentialError)
	testEnum(t, []string{
		"default", "acceptEdits", "bypassPermissions", "plan", "delegate", "dontAsk", "auto",
	},
		ndwire.PermissionModeDefault, ndwire.PermissionModeAcceptEdits, ndwire.PermissionModeBypassPermissions,
		ndwire.PermissionModePlan, ndwire.PermissionModeDelegate, ndwire.PermissionModeDontAsk, ndwire.PermissionModeAuto)
	testEnum(t, []string{
		"user", "project", "local",
	},
		ndwire.SettingSourceUser, ndwire.SettingSourceProject, ndwire.SettingSourceLocal)
	testEnum(t, []string{
		"clear", "logout", "prompt_input_exit", "other", "bypass_permissions_disabled", "resume",
	},
		ndwire.ExitReasonClear, ndwire.ExitReasonLogout, ndwire.ExitReasonPromptInputExit, ndwire.ExitReasonOther,
		ndwire.ExitReasonBypassPermissionsDisabled, ndwire.ExitReasonResume)
	testEnum(t, []string{
		"PreToolUse", "PostToolUse", "PostToolUseFailure", "Notification", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop",
		"SubagentStart", "SubagentStop", "PreCompact", "PermissionRequest", "Setup", "TeammateIdle", "TaskCompleted",
		"PostToolBatch", "UserPromptExpansion", "StopFailure", "PostCompact", "PreModelSwitch", "PostModelSwitch",
		"PermissionDenied", "TaskCreated", "Elicitation", "ElicitationResult", "ConfigChange", "WorktreeCreate", "WorktreeRemove",
		"InstructionsLoaded", "CwdChanged", "FileChanged", "DirectoryAdded", "MessageDisplay",
	},
		ndwire.HookEventPreToolUse, ndwire.HookEventPostToolUse, ndwire.HookEventPostToolUseFailure, ndwire.HookEventNotification,
		ndwire.HookEventUserPromptSubmit, ndwire.HookEventSessionStart, ndwire.HookEventSessionEnd, ndwire.HookEventStop,
		ndwire.HookEventSubagentStart, ndwire.HookEventSubagentStop, ndwire.HookEventPreCompact, ndwire.HookEventPermissionRequest,
		ndwire.HookEventSetup, ndwire.HookEventTeammateIdle, ndwire.HookEventTaskCompleted, ndwire.HookEventPostToolBatch,
		ndwire.HookEventUserPromptExpansion, ndwire.HookEventStopFailure, ndwire.HookEventPostCompact,
		ndwire.HookEventPreModelSwitch, ndwire.HookEventPostModelSwitch, ndwire.HookEventPermissionDenied,
		ndwire.HookEventTaskCreated, ndwire.HookEventElicitation, ndwire.HookEventElicitationResult, ndwire.HookEventConfigChange,
		ndwire.HookEventWorktreeCreate, ndwire.HookEventWorktreeRemove, ndwire.HookEventInstructionsLoaded,
		ndwire.HookEventCWDChanged, ndwire.HookEventFileChanged, ndwire.HookEventDirectoryAdded, ndwire.HookEventMessageDisplay)
	testEnum(t, []string{
		"allowed", "allowed_warning", "rejected",
	},
		ndwire.RateLimitStatusAllowed, ndwire.RateLimitStatusAllowedWarning, ndwire.RateLimitStatusRejected)
	testEnum(t, []string{
		"five_hour", "seven_day", "seven_day_opus", "seven_day_sonnet", "seven_day_overage_included", "overage",
	},
		ndwire.RateLimitTypeFiveHour, ndwire.RateLimitTypeSevenDay, ndwire.RateLimitTypeSevenDayOpus,
		ndwire.RateLimitTypeSevenDaySonnet, ndwire.RateLimitTypeSevenDayOverageIncluded, ndwire.RateLimitTypeOverage)
	testEnum(t, []string{
		"overage_not_provisioned", "org_level_disabled", "org_level_disabled_until", "out_of_credits", "seat_tier_level_disabled",
		"member_level_disabled", "seat_tier_zero_credit_limit", "group_zero_credit_limit", "member_zero_credit_limit",
		"org_service_level_disabled", "no_limits_configured", "fetch_error", "unknown",
	},
		ndwire.OverageDisabledReasonOverageNotProvisioned, ndwire.OverageDisabledReasonOrgLevelDisabled,
		ndwire.OverageDisabledReasonOrgLevelDisabledUntil, ndwire.OverageDisabledReasonOutOfCredits,
		ndwire.OverageDisabledReasonSeatTierLevelDisabled, ndwire.OverageDisabledReasonMemberLevelDisabled,
		ndwire.OverageDisabledReasonSeatTierZeroCreditLimit, ndwire.OverageDisabledReasonGroupZeroCreditLimit,
		ndwire.OverageDisabledReasonMemberZeroCreditLimit, ndwire.OverageDisabledReasonOrgServiceLevelDisabled,
		ndwire.OverageDisabledReasonNoLimitsConfigured, ndwire.OverageDisabledReasonFetchError, ndwire.OverageDisabledReasonUnknown)
	testEnum(t, []string{
		"blocking_limit", "rapid_refill_breaker", "prompt_too_long", "image_error", "model_error", "api_error",
		"malformed_tool_use_exhausted", "aborted_streaming", "aborted_tools", "stop_hook_prevented", "hook_stopped",
		"tool_deferred", "max_turns", "background_requested", "completed", "budget_exhausted", "structured_output_retry_exhausted",
		"tool_deferred_unavailable", "turn_setup_failed",
	},
		ndwire.TerminalReasonBlockingLimit, ndwire.TerminalReasonRapidRefillBreaker, ndwire.TerminalReasonPromptTooLong,
		ndwire.TerminalReasonImageError, ndwire.TerminalReasonModelError, ndwire.TerminalReasonAPIError,
		ndwire.TerminalReasonMalformedToolUseExhausted, ndwire.TerminalReasonAbortedStreaming, ndwire.TerminalReasonAbortedTools,
		ndwire.TerminalReasonStopHookPrevented, ndwire.TerminalReasonHookStopped, ndwire.TerminalReasonToolDeferred,
		ndwire.TerminalReasonMaxTurns, ndwire.TerminalReasonBackgroundRequested, ndwire.TerminalReasonCompleted,
		ndwire.TerminalReasonBudgetExhausted, ndwire.TerminalReasonStructuredOutputRetryExhausted,
		ndwire.TerminalReasonToolDeferredUnavailable, ndwire.TerminalReasonTurnSetupFailed)
	testEnum(t, []string{
		"org_pin_api_key_conflict", "provider_not_allowed", "org_verify_failed", "org_pin_mismatch", "managed_settings_invalid",
		"remote_settings_required_unavailable", "gateway_signin_required", "gateway_access_denied", "proxy_invalid",
		"temp_dir_unusable", "cwd_unavailable", "shell_tool_missing", "session_held_by_background", "worktree_resume_refused",
		"worktree_unverified", "cli_version_too_old", "bypass_root", "org_config_required_unavailable", "org_config_refused",
		"sandbox_required_unavailable", "initialize_not_first", "config_file_invalid", "managed_settings_not_delivered",
		"initialize_fields_not_delivered",
	},
		ndwire.StartupFailureReasonOrgPinAPIKeyConflict, ndwire.StartupFailureReasonProviderNotAllowed,
		ndwire.StartupFailureReasonOrgVerifyFailed, ndwire.StartupFailureReasonOrgPinMismatch,
		ndwire.StartupFailureReasonManagedSettingsInvalid, ndwire.StartupFailureReasonRemoteSettingsRequiredUnavailable,
		ndwire.StartupFailureReasonGatewaySigninRequired, ndwire.StartupFailureReasonGatewayAccessDenied,
		ndwire.StartupFailureReasonProxyInvalid, ndwire.StartupFailureReasonTempDirUnusable,
		ndwire.StartupFailureReasonCWDUnavailable, ndwire.StartupFailureReasonShellToolMissing,
		ndwire.StartupFailureReasonSessionHeldByBackground, ndwire.StartupFailureReasonWorktreeResumeRefused,
		ndwire.StartupFailureReasonWorktreeUnverified, ndwire.StartupFailureReasonCliVersionTooOld,
		ndwire.StartupFailureReasonBypassRoot, ndwire.StartupFailureReasonOrgConfigRequiredUnavailable,
		ndwire.StartupFailureReasonOrgConfigRefused, ndwire.StartupFailureReasonSandboxRequiredUnavailable,
		ndwire.StartupFailureReasonInitializeNotFirst, ndwire.StartupFailureReasonConfigFileInvalid,
		ndwire.StartupFailureReasonManagedSettingsNotDelivered, ndwire.StartupFailureReasonInitializeFieldsNotDelivered)
	testEnum(t, []string{
		"off", "cooldown", "on",
	},
		ndwire.FastModeStateOff, ndwire.FastModeStateCooldown, ndwire.FastModeStateOn)
	testEnum(t, []string{
		"free", "preference", "extra_usage_disabled", "network_error", "unknown", "not_first_party", "disabled_by_env",
		"model_not_allowed", "sdk_opt_in_required", "pending",
	},
		ndwire.FastModeDisabledReasonFree, ndwire.FastModeDisabledReasonPreference, ndwire.FastModeDisabledReasonExtraUsageDisabled,
		ndwire.FastModeDisabledReasonNetworkError, ndwire.FastModeDisabledReasonUnknown, ndwire.FastModeDisabledReasonNotFirstParty,
		ndwire.FastModeDisabledReasonDisabledByEnv, ndwire.FastModeDisabledReasonModelNotAllowed,
		ndwire.FastModeDisabledReasonSdkOptInRequired, ndwire.FastModeDisabledReasonPending)
	testEnum(t, []string{
		"low", "medium", "high", "xhigh", "max",
	},
		ndwire.EffortLevelLow, ndwire.EffortLevelMedium, ndwire.EffortLevelHigh, ndwire.EffortLevelXhigh, ndwire.EffortLevelMax)
}

// testEnum checks the values of constants, and that Known is true for these values only.
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

// TestStringConstants checks the constants for fields that are plain strings.
func TestStringConstants(t *testing.T) {
	want := map[string][]string{
		"ControlSubtype": {
			"interrupt", "can_use_tool", "set_permission_mode", "set_model", "set_max_thinking_tokens", "mcp_status", "mcp_reconnect",
			"mcp_toggle", "mcp_set_servers", "mcp_message", "rewind_files", "hook_callback", "initialize", "rename_session",
			"set_color", "get_context_usage", "get_session_cost", "list_models", "get_usage", "get_binary_version", "mcp_call",
			"file_suggestions", "cancel_async_message", "read_file", "seed_read_state", "register_repo_root", "reload_plugins",
			"reload_skills", "reload_output_styles", "set_has_subscribers", "stop_task", "background_tasks", "get_task_output",
			"apply_flag_settings", "get_settings", "get_hooks_listing", "update_settings", "elicitation", "request_user_dialog",
			"list_permission_rules", "mcp_read_resource", "claim_session", "export_conversation", "generate_session_title", "get_plan",
			"get_status", "set_cwd", "side_question", "remote_control", "mcp_authenticate", "mcp_clear_auth", "mcp_oauth_callback_url",
			"message_rated", "submit_feedback", "set_mcp_permission_mode_override",
		},
		"StopReason": {
			"end_turn", "tool_use", "max_tokens", "stop_sequence", "pause_turn", "compaction", "refusal",
			"model_context_window_exceeded",
		},
		"Status": {
			"compacting", "requesting",
		},
		"APIKeySource": {
			"user", "project", "org", "temporary", "ANTHROPIC_API_KEY", "apiKeyHelper", "/login managed key", "none", "oauth",
		},
		"McpServerStatus": {
			"connected", "failed", "needs-auth", "pending", "disabled",
		},
		"CompactTrigger": {
			"manual", "auto",
		},
		"HookOutcome": {
			"success", "error", "cancelled",
		},
		"TaskStatus": {
			"completed", "failed", "stopped", "pending", "running", "killed", "paused",
		},
		"PermissionBehavior": {
			"allow", "deny", "ask",
		},
		"PermissionUpdate": {
			"addRules", "replaceRules", "removeRules", "setMode", "addDirectories", "removeDirectories",
		},
		"PermissionDestination": {
			"userSettings", "projectSettings", "localSettings", "session", "cliArg",
		},
		"McpServerType": {
			"stdio", "sse", "http", "sdk", "claudeai-proxy",
		},
		"OutputFormat": {
			"json_schema",
		},
		"PluginType": {
			"local",
		},
	}
	got := map[string][]string{ // untyped constants need no conversion to string
		"ControlSubtype": {
			ndwire.ControlSubtypeInterrupt, ndwire.ControlSubtypeCanUseTool, ndwire.ControlSubtypeSetPermissionMode,
			ndwire.ControlSubtypeSetModel, ndwire.ControlSubtypeSetMaxThinkingTokens, ndwire.ControlSubtypeMcpStatus,
			ndwire.ControlSubtypeMcpReconnect, ndwire.ControlSubtypeMcpToggle, ndwire.ControlSubtypeMcpSetServers,
			ndwire.ControlSubtypeMcpMessage, ndwire.ControlSubtypeRewindFiles, ndwire.ControlSubtypeHookCallback,
			ndwire.ControlSubtypeInitialize, ndwire.ControlSubtypeRenameSession, ndwire.ControlSubtypeSetColor,
			ndwire.ControlSubtypeGetContextUsage, ndwire.ControlSubtypeGetSessionCost, ndwire.ControlSubtypeListModels,
			ndwire.ControlSubtypeGetUsage, ndwire.ControlSubtypeGetBinaryVersion, ndwire.ControlSubtypeMcpCall,
			ndwire.ControlSubtypeFileSuggestions, ndwire.ControlSubtypeCancelAsyncMessage, ndwire.ControlSubtypeReadFile,
			ndwire.ControlSubtypeSeedReadState, ndwire.ControlSubtypeRegisterRepoRoot, ndwire.ControlSubtypeReloadPlugins,
			ndwire.ControlSubtypeReloadSkills, ndwire.ControlSubtypeReloadOutputStyles, ndwire.ControlSubtypeSetHasSubscribers,
			ndwire.ControlSubtypeStopTask, ndwire.ControlSubtypeBackgroundTasks, ndwire.ControlSubtypeGetTaskOutput,
			ndwire.ControlSubtypeApplyFlagSettings, ndwire.ControlSubtypeGetSettings, ndwire.ControlSubtypeGetHooksListing,
			ndwire.ControlSubtypeUpdateSettings, ndwire.ControlSubtypeElicitation, ndwire.ControlSubtypeRequestUserDialog,
			ndwire.ControlSubtypeListPermissionRules, ndwire.ControlSubtypeMcpReadResource, ndwire.ControlSubtypeClaimSession,
			ndwire.ControlSubtypeExportConversation, ndwire.ControlSubtypeGenerateSessionTitle, ndwire.ControlSubtypeGetPlan,
			ndwire.ControlSubtypeGetStatus, ndwire.ControlSubtypeSetCWD, ndwire.ControlSubtypeSideQuestion,
			ndwire.ControlSubtypeRemoteControl, ndwire.ControlSubtypeMcpAuthenticate, ndwire.ControlSubtypeMcpClearAuth,
			ndwire.ControlSubtypeMcpOauthCallbackURL, ndwire.ControlSubtypeMessageRated, ndwire.ControlSubtypeSubmitFeedback,
			ndwire.ControlSubtypeSetMcpPermissionModeOverride,
		},
		"StopReason": {
			ndwire.StopReasonEndTurn, ndwire.StopReasonToolUse, ndwire.StopReasonMaxTokens, ndwire.StopReasonStopSequence,
			ndwire.StopReasonPauseTurn, ndwire.StopReasonCompaction, ndwire.StopReasonRefusal,
			ndwire.StopReasonModelContextWindowExceeded,
		},
		"Status": {
			ndwire.StatusCompacting, ndwire.StatusRequesting,
		},
		"APIKeySource": {
			ndwire.APIKeySourceUser, ndwire.APIKeySourceProject, ndwire.APIKeySourceOrg, ndwire.APIKeySourceTemporary,
			ndwire.APIKeySourceEnvironment, ndwire.APIKeySourceHelper, ndwire.APIKeySourceLogin, ndwire.APIKeySourceNone,
			ndwire.APIKeySourceOAuth,
		},
		"McpServerStatus": {
			ndwire.McpServerStatusConnected, ndwire.McpServerStatusFailed, ndwire.McpServerStatusNeedsAuth,
			ndwire.McpServerStatusPending, ndwire.McpServerStatusDisabled,
		},
		"CompactTrigger": {
			ndwire.CompactTriggerManual, ndwire.CompactTriggerAuto,
		},
		"HookOutcome": {
			ndwire.HookOutcomeSuccess, ndwire.HookOutcomeError, ndwire.HookOutcomeCancelled,
		},
		"TaskStatus": {
			ndwire.TaskStatusCompleted, ndwire.TaskStatusFailed, ndwire.TaskStatusStopped, ndwire.TaskStatusPending,
			ndwire.TaskStatusRunning, ndwire.TaskStatusKilled, ndwire.TaskStatusPaused,
		},
		"PermissionBehavior": {
			ndwire.PermissionBehaviorAllow, ndwire.PermissionBehaviorDeny, ndwire.PermissionBehaviorAsk,
		},
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
		"OutputFormat": {
			ndwire.OutputFormatJSONSchema,
		},
		"PluginType": {
			ndwire.PluginTypeLocal,
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestEnumsAreOpen checks that a value that the enum does not name is kept, in both directions.
func TestEnumsAreOpen(t *testing.T) {
	line := `{"type":"system","subtype":"status","status":null,"permissionMode":"manual",` + tail
	m := as[*ndwire.StatusMessage](t, line)
	if m.PermissionMode == nil || *m.PermissionMode != "manual" || m.PermissionMode.Known() {
		t.Errorf("PermissionMode %v, want an unknown manual", m.PermissionMode)
	}
	if d := jsontest.Diff(t, line, jsontest.Encode(t, m)); d != "" {
		t.Errorf("written back (-want +got):\n%s", d)
	}
}

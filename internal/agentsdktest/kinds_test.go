package agentsdktest

import (
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// TestKinds checks that a kind is the type, a slash and the subtype of a line.
func TestKinds(t *testing.T) {
	want := []string{
		"assistant", "user", "result", "result/success", "result/error_during_execution", "result/error_max_turns",
		"result/error_max_budget_usd", "result/error_max_structured_output_retries", "system", "system/init", "system/status",
		"system/compact_boundary", "system/hook_started", "system/hook_progress", "system/hook_response", "system/files_persisted",
		"system/task_notification", "system/task_started", "system/task_progress", "system/task_updated",
		"system/background_tasks_changed", "system/api_retry", "system/control_request_progress", "system/model_refusal_fallback",
		"system/model_refusal_no_fallback", "system/local_command_output", "system/informational", "system/notification",
		"system/plugin_install", "system/session_state_changed", "system/worker_shutting_down", "system/commands_changed",
		"system/memory_recall", "system/elicitation_complete", "system/permission_denied", "system/mirror_error",
		"system/thinking_tokens", "system/session_writes_lost", "system/post_turn_summary", "system/task_summary",
		"system/session_metadata", "system/vcs_state_changed", "system/code_change_published", "stream_event", "tool_progress", "auth_status", "tool_use_summary", "rate_limit_event",
		"prompt_suggestion", "conversation_reset", "active_goal", "autocompact_state", "streamlined_text",
		"streamlined_tool_use_summary", "transcript_mirror", "update_environment_variables", "control_request",
		"control_request/interrupt", "control_request/can_use_tool", "control_request/set_permission_mode",
		"control_request/set_model", "control_request/set_max_thinking_tokens", "control_request/mcp_status",
		"control_request/mcp_reconnect", "control_request/mcp_toggle", "control_request/mcp_set_servers",
		"control_request/mcp_message", "control_request/rewind_files", "control_request/hook_callback",
		"control_request/initialize", "control_request/rename_session", "control_request/set_color",
		"control_request/get_context_usage", "control_request/get_session_cost", "control_request/list_models",
		"control_request/get_usage", "control_request/get_binary_version", "control_request/mcp_call",
		"control_request/file_suggestions", "control_request/cancel_async_message", "control_request/read_file",
		"control_request/seed_read_state", "control_request/register_repo_root", "control_request/reload_plugins",
		"control_request/reload_skills", "control_request/reload_output_styles", "control_request/set_has_subscribers",
		"control_request/stop_task", "control_request/background_tasks", "control_request/get_task_output",
		"control_request/apply_flag_settings", "control_request/get_settings", "control_request/get_hooks_listing",
		"control_request/update_settings", "control_request/elicitation", "control_request/request_user_dialog",
		"control_request/list_permission_rules", "control_request/mcp_read_resource", "control_request/claim_session",
		"control_request/export_conversation", "control_request/generate_session_title", "control_request/get_plan",
		"control_request/get_status", "control_request/set_cwd", "control_request/side_question", "control_request/remote_control",
		"control_request/mcp_authenticate", "control_request/mcp_clear_auth", "control_request/mcp_oauth_callback_url",
		"control_request/message_rated", "control_request/submit_feedback", "control_request/set_mcp_permission_mode_override",
		"control_response", "control_cancel_request", "keep_alive",
	}
	kinds := []ndwire.Kind{
		ndwire.KindAssistant, ndwire.KindUser, ndwire.KindResult, ndwire.KindResultSuccess, ndwire.KindResultErrorDuringExecution,
		ndwire.KindResultErrorMaxTurns, ndwire.KindResultErrorMaxBudgetUSD, ndwire.KindResultErrorMaxStructuredOutputRetries,
		ndwire.KindSystem, ndwire.KindSystemInit, ndwire.KindSystemStatus, ndwire.KindSystemCompactBoundary,
		ndwire.KindSystemHookStarted, ndwire.KindSystemHookProgress, ndwire.KindSystemHookResponse, ndwire.KindSystemFilesPersisted,
		ndwire.KindSystemTaskNotification, ndwire.KindSystemTaskStarted, ndwire.KindSystemTaskProgress,
		ndwire.KindSystemTaskUpdated, ndwire.KindSystemBackgroundTasksChanged, ndwire.KindSystemAPIRetry,
		ndwire.KindSystemControlRequestProgress, ndwire.KindSystemModelRefusalFallback, ndwire.KindSystemModelRefusalNoFallback,
		ndwire.KindSystemLocalCommandOutput, ndwire.KindSystemInformational, ndwire.KindSystemNotification,
		ndwire.KindSystemPluginInstall, ndwire.KindSystemSessionStateChanged, ndwire.KindSystemWorkerShuttingDown,
		ndwire.KindSystemCommandsChanged, ndwire.KindSystemMemoryRecall, ndwire.KindSystemElicitationComplete,
		ndwire.KindSystemPermissionDenied, ndwire.KindSystemMirrorError, ndwire.KindSystemThinkingTokens,
		ndwire.KindSystemSessionWritesLost, ndwire.KindSystemPostTurnSummary, ndwire.KindSystemTaskSummary,
		ndwire.KindSystemSessionMetadata, ndwire.KindSystemVcsStateChanged, ndwire.KindSystemCodeChangePublished, ndwire.KindStreamEvent, ndwire.KindToolProgress, ndwire.KindAuthStatus,
		ndwire.KindToolUseSummary, ndwire.KindRateLimitEvent, ndwire.KindPromptSuggestion, ndwire.KindConversationReset,
		ndwire.KindActiveGoal, ndwire.KindAutocompactState, ndwire.KindStreamlinedText, ndwire.KindStreamlinedToolUseSummary,
		ndwire.KindTranscriptMirror, ndwire.KindUpdateEnvironmentVariables, ndwire.KindControlRequest,
		ndwire.KindControlRequestInterrupt, ndwire.KindControlRequestCanUseTool, ndwire.KindControlRequestSetPermissionMode,
		ndwire.KindControlRequestSetModel, ndwire.KindControlRequestSetMaxThinkingTokens, ndwire.KindControlRequestMcpStatus,
		ndwire.KindControlRequestMcpReconnect, ndwire.KindControlRequestMcpToggle, ndwire.KindControlRequestMcpSetServers,
		ndwire.KindControlRequestMcpMessage, ndwire.KindControlRequestRewindFiles, ndwire.KindControlRequestHookCallback,
		ndwire.KindControlRequestInitialize, ndwire.KindControlRequestRenameSession, ndwire.KindControlRequestSetColor,
		ndwire.KindControlRequestGetContextUsage, ndwire.KindControlRequestGetSessionCost, ndwire.KindControlRequestListModels,
		ndwire.KindControlRequestGetUsage, ndwire.KindControlRequestGetBinaryVersion, ndwire.KindControlRequestMcpCall,
		ndwire.KindControlRequestFileSuggestions, ndwire.KindControlRequestCancelAsyncMessage, ndwire.KindControlRequestReadFile,
		ndwire.KindControlRequestSeedReadState, ndwire.KindControlRequestRegisterRepoRoot, ndwire.KindControlRequestReloadPlugins,
		ndwire.KindControlRequestReloadSkills, ndwire.KindControlRequestReloadOutputStyles,
		ndwire.KindControlRequestSetHasSubscribers, ndwire.KindControlRequestStopTask, ndwire.KindControlRequestBackgroundTasks,
		ndwire.KindControlRequestGetTaskOutput, ndwire.KindControlRequestApplyFlagSettings, ndwire.KindControlRequestGetSettings,
		ndwire.KindControlRequestGetHooksListing, ndwire.KindControlRequestUpdateSettings, ndwire.KindControlRequestElicitation,
		ndwire.KindControlRequestRequestUserDialog, ndwire.KindControlRequestListPermissionRules,
		ndwire.KindControlRequestMcpReadResource, ndwire.KindControlRequestClaimSession,
		ndwire.KindControlRequestExportConversation, ndwire.KindControlRequestGenerateSessionTitle,
		ndwire.KindControlRequestGetPlan, ndwire.KindControlRequestGetStatus, ndwire.KindControlRequestSetCWD,
		ndwire.KindControlRequestSideQuestion, ndwire.KindControlRequestRemoteControl, ndwire.KindControlRequestMcpAuthenticate,
		ndwire.KindControlRequestMcpClearAuth, ndwire.KindControlRequestMcpOauthCallbackURL, ndwire.KindControlRequestMessageRated,
		ndwire.KindControlRequestSubmitFeedback, ndwire.KindControlRequestSetMcpPermissionModeOverride, ndwire.KindControlResponse,
		ndwire.KindControlCancelRequest, ndwire.KindKeepAlive,
	}
	var got []string
	for _, k := range kinds {
		got = append(got, k.String())
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestOnly checks that Only delivers the selected kinds, which can be kinds or families, known or unknown.
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

// TestLateKind checks that a line whose tags are its last members has their kind, also after many lines of another kind with the same beginning.
func TestLateKind(t *testing.T) {
	const begin = `{"uuid":"00000000-0000-4000-8000-000000000000","session_id":"s"`
	usual := begin + `,"status":null,"subtype":"status","type":"system"}` + "\n"
	for _, x := range []struct {
		end  string
		kind ndwire.Kind
	}{
		{`,"status":null,"subtype":"status","type":"system"}`, ndwire.KindSystemStatus},
		{`,"subtype":"session_state_changed","state":"idle","type":"system"}`, "system/session_state_changed"},
		{`,"subtype":"session_state_changed","state":"idle"}`, ""},
		{`,"subtype":"no such","type":"system"}`, "system/no such"},
		{`,"subtype":"status","type":"no such"}`, "no such/status"},
		{`,"status":null,"subtype":"status"}`, ""},
	} {
		var kinds []ndwire.Kind
		for line, err := range ndwire.NewReader(strings.NewReader(strings.Repeat(usual, 20) + begin + x.end + "\n" + usual)).All() {
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, line.Kind())
		}
		for n, got := range kinds {
			want := ndwire.KindSystemStatus
			if n == 20 {
				want = x.kind
			}
			if got != want {
				t.Errorf("%s: line %d is %q, want %q", x.end, n+1, got, want)
			}
		}
	}
}

// TestSelectionWithoutExtra checks that all loops select the same lines without Extra, which the kind of some records
// depends on: that of a request in the form of old SDKs, whose subtype the spec does not know.
func TestSelectionWithoutExtra(t *testing.T) {
	const (
		none  = `{"type":"control_request","request_id":"1"}` + "\n"
		newer = `{"type":"control_request","request_id":"2","subtype":"new"}` + "\n"
	)
	in := none + newer + newer + none // the second line begins as the first one, which is delivered
	for name, c := range map[string]struct {
		opt  decoder.Option
		want []int64
	}{
		"Except": {decoder.Except("control_request/new"), []int64{1, 4}},
		"Only":   {decoder.Only("control_request/new"), []int64{2, 3}},
	} {
		for loop, lines := range map[string]func(r *decoder.Reader[ndwire.Line]) iter.Seq2[ndwire.Line, error]{
			"All": (*decoder.Reader[ndwire.Line]).All, "Recycled": (*decoder.Reader[ndwire.Line]).Recycled,
		} {
			for _, extra := range []bool{true, false} {
				opts := []decoder.Option{c.opt}
				if !extra {
					opts = append(opts, decoder.NoExtra())
				}
				r := ndwire.NewReader(strings.NewReader(in), opts...)
				var got []int64
				for _, err := range lines(r) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, r.Pos().Line)
				}
				if n := r.Stats().Kinds["control_request/new"].Lines; !slices.Equal(got, c.want) || n != 2 {
					t.Errorf("%s, %s, with Extra %v: lines %v, want %v; %d of the kind", name, loop, extra, got, c.want, n)
				}
			}
		}
	}
}

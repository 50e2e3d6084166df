package claudecode_test

import (
	"testing"

	"github.com/ndwire/ndwire/claudecode"
)

// TestEnumValues checks the values of all enums, as lines have them.
func TestEnumValues(t *testing.T) {
	for got, want := range map[claudecode.AssistantSubtype]string{
		claudecode.AssistantSubtypeResponse: "response",
		claudecode.AssistantSubtypeToolUse:  "tool_use",
		claudecode.AssistantSubtypeThinking: "thinking",
		claudecode.AssistantSubtypeCommand:  "command",
		claudecode.AssistantSubtypeError:    "error",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("AssistantSubtype %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[claudecode.SystemSubtype]string{
		claudecode.SystemSubtypeToolResult:           "tool_result",
		claudecode.SystemSubtypeError:                "error",
		claudecode.SystemSubtypeMeta:                 "meta",
		claudecode.SystemSubtypeCompactBoundary:      "compact_boundary",
		claudecode.SystemSubtypeMicrocompactBoundary: "microcompact_boundary",
		claudecode.SystemSubtypeTurnDuration:         "turn_duration",
		claudecode.SystemSubtypeStopHookSummary:      "stop_hook_summary",
		claudecode.SystemSubtypeAPIError:             "api_error",
		claudecode.SystemSubtypeAPIMetrics:           "api_metrics",
		claudecode.SystemSubtypeLocalCommand:         "local_command",
		claudecode.SystemSubtypeInformational:        "informational",
		claudecode.SystemSubtypeAwaySummary:          "away_summary",
		claudecode.SystemSubtypeMemorySaved:          "memory_saved",
		claudecode.SystemSubtypeFileSnapshot:         "file_snapshot",
		claudecode.SystemSubtypeScheduledTaskFire:    "scheduled_task_fire",
		claudecode.SystemSubtypePermissionRetry:      "permission_retry",
		claudecode.SystemSubtypeBridgeStatus:         "bridge_status",
		claudecode.SystemSubtypeAgentsKilled:         "agents_killed",
		claudecode.SystemSubtypeModelFallback:        "model_fallback",
		claudecode.SystemSubtypeModelConsentFallback: "model_consent_fallback",
		claudecode.SystemSubtypeModelRefusalFallback: "model_refusal_fallback",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("SystemSubtype %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[claudecode.CompactOperation]string{
		claudecode.CompactOperationCompacting: "conversation_compacting",
		claudecode.CompactOperationCompacted:  "conversation_compacted",
		claudecode.CompactOperationRestoring:  "conversation_restoring",
		claudecode.CompactOperationRestored:   "conversation_restored",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("CompactOperation %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[claudecode.QueueOperation]string{
		claudecode.QueueOperationEnqueue: "enqueue",
		claudecode.QueueOperationDequeue: "dequeue",
		claudecode.QueueOperationRemove:  "remove",
		claudecode.QueueOperationPopAll:  "popAll",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("QueueOperation %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[claudecode.NoteType]string{
		claudecode.NoteTypeMarbleOrigamiCommit:     "marble-origami-commit",
		claudecode.NoteTypeMarbleOrigamiSnapshot:   "marble-origami-snapshot",
		claudecode.NoteTypeMarbleOrigamiReset:      "marble-origami-reset",
		claudecode.NoteTypeEnded:                   "ended",
		claudecode.NoteTypeEndedByModel:            "ended-by-model",
		claudecode.NoteTypeArtifactCommentMonitor:  "artifact-comment-monitor",
		claudecode.NoteTypeArtifactAutoreactLedger: "artifact-autoreact-ledger",
		claudecode.NoteTypeSessionOwner:            "session-owner",
		claudecode.NoteTypeSessionMode:             "session-mode",
		claudecode.NoteTypeDevMods:                 "dev-mods",
		claudecode.NoteTypeMemoryMode:              "memory-mode",
		claudecode.NoteTypeToolsUsed:               "tools-used",
		claudecode.NoteTypeDataFlowRecords:         "data-flow-records",
		claudecode.NoteTypeDataFlowIncomplete:      "data-flow-incomplete",
		claudecode.NoteTypeDerivedFrom:             "derived-from",
		claudecode.NoteTypeAPIRequest:              "api-request",
		claudecode.NoteTypeAPIRequestShape:         "api-request-shape",
		claudecode.NoteTypeAPIRequestBlob:          "api-request-blob",
		claudecode.NoteTypeAPIRequestResumed:       "api-request-resumed",
		claudecode.NoteTypeObserverRef:             "observer-ref",
		claudecode.NoteTypeResumeHeadVouch:         "resume-head-vouch",
		claudecode.NoteTypeHybridOrganization:      "hybrid-organization",
		claudecode.NoteTypeFailed:                  "failed",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("NoteType %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[claudecode.ShellProgressType]string{
		claudecode.ShellProgressTypeBash:       "bash_progress",
		claudecode.ShellProgressTypePowerShell: "powershell_progress",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("ShellProgressType %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[claudecode.AgentProgressType]string{
		claudecode.AgentProgressTypeAgent: "agent_progress",
		claudecode.AgentProgressTypeSkill: "skill_progress",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("AgentProgressType %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for got, want := range map[claudecode.FileAttachmentType]string{
		claudecode.FileAttachmentTypeFile:            "file",
		claudecode.FileAttachmentTypeAlreadyReadFile: "already_read_file",
		claudecode.FileAttachmentTypeEditedImageFile: "edited_image_file",
	} {
		if string(got) != want || !got.Known() {
			t.Errorf("FileAttachmentType %q, known %t, want %q", got, got.Known(), want)
		}
	}
	for _, known := range []bool{
		claudecode.AssistantSubtype("no such value").Known(),
		claudecode.SystemSubtype("no such value").Known(),
		claudecode.CompactOperation("no such value").Known(),
		claudecode.QueueOperation("no such value").Known(),
		claudecode.NoteType("no such value").Known(),
		claudecode.ShellProgressType("no such value").Known(),
		claudecode.AgentProgressType("no such value").Known(),
		claudecode.FileAttachmentType("no such value").Known(),
	} {
		if known {
			t.Error("a value that there is not is known")
		}
	}
	for got, want := range map[string]string{
		claudecode.OriginHuman:            "human",
		claudecode.OriginTaskNotification: "task-notification",
		claudecode.OriginCoordinator:      "coordinator",
		claudecode.OriginPeer:             "peer",
		claudecode.OriginChannel:          "channel",
		claudecode.OriginAutoContinuation: "auto-continuation",
		claudecode.UserTypeExternal:       "external",
		claudecode.ToolRead:               "Read",
		claudecode.ToolWrite:              "Write",
		claudecode.ToolEdit:               "Edit",
		claudecode.ToolMultiEdit:          "MultiEdit",
		claudecode.ToolBash:               "Bash",
		claudecode.ToolBashOutput:         "BashOutput",
		claudecode.ToolKillShell:          "KillShell",
		claudecode.ToolGrep:               "Grep",
		claudecode.ToolGlob:               "Glob",
		claudecode.ToolWebFetch:           "WebFetch",
		claudecode.ToolWebSearch:          "WebSearch",
		claudecode.ToolTodoWrite:          "TodoWrite",
		claudecode.ToolSlashCommand:       "SlashCommand",
		claudecode.ToolTask:               "Task",
		claudecode.ToolAgent:              "Agent",
		claudecode.ToolAskUserQuestion:    "AskUserQuestion",
		claudecode.ToolEnterPlanMode:      "EnterPlanMode",
		claudecode.ToolExitPlanMode:       "ExitPlanMode",
		claudecode.ToolNotebookEdit:       "NotebookEdit",
		claudecode.ToolPowerShell:         "PowerShell",
		claudecode.ToolSendMessage:        "SendMessage",
		claudecode.ToolSkill:              "Skill",
		claudecode.ToolTaskCreate:         "TaskCreate",
		claudecode.ToolTaskGet:            "TaskGet",
		claudecode.ToolTaskList:           "TaskList",
		claudecode.ToolTaskOutput:         "TaskOutput",
		claudecode.ToolTaskStop:           "TaskStop",
		claudecode.ToolTaskUpdate:         "TaskUpdate",
		claudecode.ToolToolSearch:         "ToolSearch",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

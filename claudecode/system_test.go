package claudecode_test

import (
	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// systemLines has a system line of every subtype of version 2.1.329 with its members, and the equal Go literal.
var systemLines = []struct {
	line string
	want claudecode.Line
	kind claudecode.Kind
}{
	{
		`{"type":"system","subtype":"tool_result","content":"the content","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message",
			"toolUseID":"the toolUseID"}`,
		&claudecode.SystemToolResultLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message: "the message", Content: "the content",
			ToolUseID: "the toolUseID",
		},
		claudecode.KindSystemToolResult,
	},
	{
		`{"type":"system","subtype":"error","content":"the content","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message"}`,
		&claudecode.SystemErrorLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message: "the message", Content: "the content",
		},
		claudecode.KindSystemError,
	},
	{
		`{"type":"system","subtype":"meta","content":"the content","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message"}`,
		&claudecode.SystemMetaLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message: "the message", Content: "the content",
		},
		claudecode.KindSystemMeta,
	},
	{
		`{"type":"system","subtype":"compact_boundary","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","compactMetadata":{"trigger":"the trigger",
			"preTokens":3,"postTokens":4,"durationMs":4.5,"messagesSummarized":6,"cumulativeDroppedTokens":7,
			"userContext":"the userContext","preCompactDiscoveredTools":["preCompactDiscoveredTools 1",
			"preCompactDiscoveredTools 2"],"preservedSegment":{"headUuid":"the headUuid","anchorUuid":"the anchorUuid",
			"tailUuid":"the tailUuid"},"preservedMessages":{"anchorUuid":"the anchorUuid","uuids":["uuids 1",
			"uuids 2"],"allUuids":["allUuids 1","allUuids 2"]}}}`,
		&claudecode.CompactBoundaryLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content",
			Level:   "the level",
			CompactMetadata: &claudecode.CompactMetadata{
				Trigger: "the trigger", PreTokens: 3, PostTokens: new(4), DurationMs: new(4.5), MessagesSummarized: new(6),
				CumulativeDroppedTokens: new(7), UserContext: new("the userContext"),
				PreCompactDiscoveredTools: []string{"preCompactDiscoveredTools 1", "preCompactDiscoveredTools 2"},
				PreservedSegment:          &claudecode.PreservedSegment{HeadUUID: "the headUuid", AnchorUUID: "the anchorUuid", TailUUID: "the tailUuid"},
				PreservedMessages: &claudecode.PreservedMessages{
					AnchorUUID: "the anchorUuid", UUIDs: []string{"uuids 1", "uuids 2"},
					AllUUIDs: []string{"allUuids 1", "allUuids 2"},
				},
			},
		},
		claudecode.KindSystemCompactBoundary,
	},
	{
		`{"type":"system","subtype":"microcompact_boundary","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","microcompactMetadata":{"trigger":"the trigger",
			"preTokens":3,"tokensSaved":4,"compactedToolIds":["compactedToolIds 1","compactedToolIds 2"],
			"clearedAttachmentUUIDs":["clearedAttachmentUUIDs 1","clearedAttachmentUUIDs 2"]}}`,
		&claudecode.MicrocompactBoundaryLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content",
			Level:   "the level",
			MicrocompactMetadata: &claudecode.MicrocompactMetadata{
				Trigger: "the trigger", PreTokens: 3, TokensSaved: 4,
				CompactedToolIDs:       []string{"compactedToolIds 1", "compactedToolIds 2"},
				ClearedAttachmentUUIDs: []string{"clearedAttachmentUUIDs 1", "clearedAttachmentUUIDs 2"},
			},
		},
		claudecode.KindSystemMicrocompactBoundary,
	},
	{
		`{"type":"system","subtype":"turn_duration","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","durationMs":32.5,"messageCount":34,
			"budgetTokens":35,"budgetLimit":36,"budgetNudges":37,"pendingBackgroundAgentCount":38,"pendingWorkflowCount":39}`,
		&claudecode.TurnDurationLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			DurationMs:   new(32.5),
			MessageCount: new(34), BudgetTokens: new(35), BudgetLimit: new(36), BudgetNudges: new(37),
			PendingBackgroundAgentCount: new(38), PendingWorkflowCount: new(39),
		},
		claudecode.KindSystemTurnDuration,
	},
	{
		`{"type":"system","subtype":"stop_hook_summary","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","level":"the level",
			"toolUseID":"the toolUseID","hookCount":40,"hookInfos":[{"command":"the command",
			"durationMs":2.5,"promptText":"the promptText"}],"hookErrors":["hookErrors 1","hookErrors 2"],
			"hookAdditionalContext":["hookAdditionalContext 1","hookAdditionalContext 2"],"preventedContinuation":true,
			"stopReason":"the stopReason","hasOutput":true,"hookLabel":"the hookLabel","totalDurationMs":47.5}`,
		&claudecode.StopHookSummaryLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Level: "the level", ToolUseID: "the toolUseID", HookCount: new(40),
			HookInfos:             []claudecode.HookInfo{{Command: "the command", DurationMs: new(2.5), PromptText: new("the promptText")}},
			HookErrors:            []string{"hookErrors 1", "hookErrors 2"},
			HookAdditionalContext: []string{"hookAdditionalContext 1", "hookAdditionalContext 2"},
			PreventedContinuation: true, StopReason: new("the stopReason"), HasOutput: true, HookLabel: "the hookLabel",
			TotalDurationMs: new(47.5),
		},
		claudecode.KindSystemStopHookSummary,
	},
	{
		`{"type":"system","subtype":"api_error","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","level":"the level","error":"the error","cause":{"status":2,
			"headers":{"the key":"the headers"},"requestID":"the requestID","error":{"type":"the type",
			"error":{"type":"the type","message":"the message"},"request_id":"the request_id","message":"the message"},
			"cause":"the cause","code":"the code","errno":8,"path":"the path","message":"the message","type":"the type",
			"formatted":"the formatted","connection":{"code":"the code","message":"the message","isSSLError":true},
			"isNetworkDown":true,"noResponse":{"waitedMs":2.5,"retryWaitMs":3.5},
			"rateLimits":{"of":"rateLimits"}},"retryInMs":50.5,"retryAttempt":52,"maxRetries":53,
			"source":"the source"}`,
		&claudecode.APIErrorLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Level: "the level",
			Error: claudecode.ErrorValue{Type: decoder.String, Text: "the error"},
			Cause: claudecode.ErrorValue{
				Type: decoder.Object,
				Details: &claudecode.ErrorDetails{
					Status: new(2), Headers: map[string]string{"the key": "the headers"}, RequestID: "the requestID",
					Error: &claudecode.ErrorBody{
						Type: new("the type"), Error: &ndwire.APIError{Type: "the type", Message: "the message"},
						RequestID: new("the request_id"), Message: new("the message"),
					},
					Cause: claudecode.ErrorValue{Type: decoder.String, Text: "the cause"}, Code: new("the code"), Errno: new(8),
					Path: new("the path"), Message: new("the message"), Type: new("the type"), Formatted: new("the formatted"),
					Connection:    &claudecode.ConnectionError{Code: new("the code"), Message: new("the message"), IsSslError: true},
					IsNetworkDown: true, NoResponse: &claudecode.NoResponse{WaitedMs: new(2.5), RetryWaitMs: new(3.5)},
					RateLimits: decoder.Raw(`{"of":"rateLimits"}`),
				},
			},
			RetryInMs: new(50.5), RetryAttempt: new(52), MaxRetries: new(53), Source: "the source",
		},
		claudecode.KindSystemAPIError,
	},
	{
		`{"type":"system","subtype":"api_metrics","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","hookCount":40,"ttftMs":53.5,"otps":54.5,
			"isP50":true,"hookDurationMs":56.5,"turnDurationMs":57.5,"toolDurationMs":58.5,"classifierDurationMs":59.5,
			"toolCount":61,"classifierCount":62,"configWriteCount":63}`,
		&claudecode.APIMetricsLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			HookCount: new(40), TtftMs: new(53.5), Otps: new(54.5),
			IsP50: true, HookDurationMs: new(56.5), TurnDurationMs: new(57.5), ToolDurationMs: new(58.5),
			ClassifierDurationMs: new(59.5), ToolCount: new(61), ClassifierCount: new(62), ConfigWriteCount: new(63),
		},
		claudecode.KindSystemAPIMetrics,
	},
	{
		`{"type":"system","subtype":"local_command","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","contextUsage":{"of":"contextUsage"},
			"commandRun":{"command":"the command","args":"the args"}}`,
		&claudecode.LocalCommandLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content:      "the content",
			Level:        "the level",
			ContextUsage: decoder.Raw(`{"of":"contextUsage"}`),
			CommandRun:   &claudecode.CommandRun{Command: "the command", Args: "the args"},
		},
		claudecode.KindSystemLocalCommand,
	},
	{
		`{"type":"system","subtype":"informational","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level",
			"toolUseID":"the toolUseID","preventContinuation":true}`,
		&claudecode.InformationalLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content",
			Level:   "the level", ToolUseID: "the toolUseID", PreventContinuation: true,
		},
		claudecode.KindSystemInformational,
	},
	{
		`{"type":"system","subtype":"away_summary","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content"}`,
		&claudecode.AwaySummaryLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content",
		},
		claudecode.KindSystemAwaySummary,
	},
	{
		`{"type":"system","subtype":"memory_saved","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","writtenPaths":["writtenPaths 1","writtenPaths 2"],
			"teamCount":66}`,
		&claudecode.MemorySavedLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},

			WrittenPaths: []string{"writtenPaths 1", "writtenPaths 2"}, TeamCount: new(66),
		},
		claudecode.KindSystemMemorySaved,
	},
	{
		`{"type":"system","subtype":"file_snapshot","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","snapshotFiles":[{"key":"the key","path":"the path",
			"content":"the content"}]}`,
		&claudecode.FileSnapshotLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content:       "the content",
			Level:         "the level",
			SnapshotFiles: []claudecode.SnapshotFile{{Key: "the key", Path: "the path", Content: "the content"}},
		},
		claudecode.KindSystemFileSnapshot,
	},
	{
		`{"type":"system","subtype":"scheduled_task_fire","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","taskId":"the taskId","taskKind":"the taskKind",
			"cron":"the cron","prompt":"the prompt","cronKind":"the cronKind",
			"noOpStreak":77,"streakStartedAt":"the streakStartedAt","foldedUuids":["foldedUuids 1","foldedUuids 2"]}`,
		&claudecode.ScheduledTaskFireLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content",
			TaskID:  new("the taskId"), TaskKind: new("the taskKind"), Cron: new("the cron"), Prompt: new("the prompt"),
			CronKind: "the cronKind", NoOpStreak: new(77),
			StreakStartedAt: claudecode.Moment{Type: decoder.String, Text: "the streakStartedAt"},
			FoldedUUIDs:     []string{"foldedUuids 1", "foldedUuids 2"},
		},
		claudecode.KindSystemScheduledTaskFire,
	},
	{
		`{"type":"system","subtype":"permission_retry","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","commands":["commands 1","commands 2"]}`,
		&claudecode.PermissionRetryLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content:  "the content",
			Level:    "the level",
			Commands: []string{"commands 1", "commands 2"},
		},
		claudecode.KindSystemPermissionRetry,
	},
	{
		`{"type":"system","subtype":"bridge_status","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","url":"the url","upgradeNudge":"the upgradeNudge"}`,
		&claudecode.BridgeStatusLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content:      "the content",
			URL:          "the url",
			UpgradeNudge: new("the upgradeNudge"),
		},
		claudecode.KindSystemBridgeStatus,
	},
	{
		`{"type":"system","subtype":"agents_killed","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp"}`,
		&claudecode.AgentsKilledLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
		},
		claudecode.KindSystemAgentsKilled,
	},
	{
		`{"type":"system","subtype":"model_fallback","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","originalModel":"the originalModel",
			"fallbackModel":"the fallbackModel"}`,
		&claudecode.ModelFallbackLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content",
			Level:   "the level", OriginalModel: "the originalModel",
			FallbackModel: "the fallbackModel",
		},
		claudecode.KindSystemModelFallback,
	},
	{
		`{"type":"system","subtype":"model_consent_fallback","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","originalModel":"the originalModel",
			"fallbackModel":"the fallbackModel","choice":"the choice","persistedAsDefault":true,"source":"the source"}`,
		&claudecode.ModelConsentFallbackLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content",
			Level:   "the level", OriginalModel: "the originalModel",
			FallbackModel: "the fallbackModel", Choice: new("the choice"), PersistedAsDefault: new(true), Source: "the source",
		},
		claudecode.KindSystemModelConsentFallback,
	},
	{
		`{"type":"system","subtype":"model_refusal_fallback","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","originalModel":"the originalModel",
			"fallbackModel":"the fallbackModel","trigger":"the trigger","direction":"the direction","scope":"the scope",
			"requestId":"the requestId","apiRefusalCategory":"the apiRefusalCategory","apiRefusalExplanation":"the apiRefusalExplanation",
			"retractedMessageUuids":["retractedMessageUuids 1","retractedMessageUuids 2"],
			"refusedUserMessageUuid":"the refusedUserMessageUuid"}`,
		&claudecode.ModelRefusalFallbackLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content",
			Level:   "the level", OriginalModel: "the originalModel",
			FallbackModel: "the fallbackModel", Trigger: new("the trigger"), Direction: new("the direction"),
			Scope: new("the scope"), RequestID: new("the requestId"), APIRefusalCategory: new("the apiRefusalCategory"),
			APIRefusalExplanation:  new("the apiRefusalExplanation"),
			RetractedMessageUUIDs:  []string{"retractedMessageUuids 1", "retractedMessageUuids 2"},
			RefusedUserMessageUUID: new("the refusedUserMessageUuid"),
		},
		claudecode.KindSystemModelRefusalFallback,
	},
	{
		`{"type":"system","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","subtype":"tool_result","content":"the content","message":"the message","toolUseID":"the toolUseID"}`,
		&claudecode.SystemToolResultLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message: "the message", Content: "the content",
			ToolUseID: "the toolUseID",
		},
		claudecode.KindSystemToolResult,
	},
	{
		`{"type":"system","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message","content":"the content","level":"the level"}`,
		&claudecode.SystemTextLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message: "the message", Content: "the content", Level: "the level",
		},
		claudecode.KindSystem,
	},
	{
		`{"type":"system","subtype":"model_fallback","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":"the content","level":"the level","trigger":"the trigger"}`,
		&claudecode.ModelFallbackLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: "the content", Level: "the level", Trigger: new("the trigger"),
		},
		claudecode.KindSystemModelFallback,
	},
}

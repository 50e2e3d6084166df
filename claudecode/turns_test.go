package claudecode_test

import (
	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// turns has every kind of turn of version 2.1.329 with all of its own members, and the equal Go literal.
var turns = []struct {
	line string
	want claudecode.Line
	kind claudecode.Kind
}{
	{
		`{"type":"user","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000","timestamp":"the timestamp",
			"promptId":"the promptId","message":"the message","isVisibleInTranscriptOnly":true,"isCompactSummary":true,
			"summarizeMetadata":{"of":"summarizeMetadata"},"toolUseResult":"the toolUseResult","sourceToolAssistantUUID":"the sourceToolAssistantUUID",
			"sourceToolUseID":"the sourceToolUseID","mcpMeta":{"of":"mcpMeta"},"permissionMode":"default",
			"origin":{"kind":"the kind","from":"the from","senderTaskId":"the senderTaskId","name":"the name",
			"body":"the body","handback":true,"producer":"the producer","fromSession":"the fromSession",
			"fromMode":"the fromMode","hopChain":{"of":"hopChain"}},"promptSource":"the promptSource","queuePriority":"the queuePriority",
			"interruptedMessageId":"the interruptedMessageId","toolDenialKind":"the toolDenialKind","imagePasteIds":[40],
			"thinkingMetadata":{"maxThinkingTokens":2,"level":"the level","disabled":true,"triggers":[{"start":2,
			"end":3,"text":"the text"}]},"todos":[{"content":"the content","status":"the status","activeForm":"the activeForm",
			"id":"the id","priority":"the priority"}],"planContent":"the planContent","turnCompanion":true,
			"userFeedback":"the userFeedback","turnOrigin":"the turnOrigin","ephemeral":true,"isVirtual":true,
			"toolEndsTurn":true,"interruptedByShutdown":true,"verifiedSlackHumanTurn":true,
			"stackedOriginalInput":"the stackedOriginalInput","stackedExpansion":true,"scheduledTaskId":"the scheduledTaskId",
			"scheduledFireId":"the scheduledFireId","usageLimitNote":{"of":"usageLimitNote"},
			"replacesSpan":{"of":"replacesSpan"},"classifierMetaLines":{"of":"classifierMetaLines"},"serverClassifierContext":{"of":"serverClassifierContext"},
			"hostClassifierContext":{"of":"hostClassifierContext"}}`,
		&claudecode.UserLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			PromptID: "the promptId", Message: claudecode.UserContent{Type: decoder.String, Text: "the message"},
			IsVisibleInTranscriptOnly: true, IsCompactSummary: true,
			SummarizeMetadata:       decoder.Raw(`{"of":"summarizeMetadata"}`),
			ToolUseResult:           claudecode.ToolUseResult{Type: decoder.String, Text: "the toolUseResult"},
			SourceToolAssistantUUID: "the sourceToolAssistantUUID", SourceToolUseID: "the sourceToolUseID",
			McpMeta: decoder.Raw(`{"of":"mcpMeta"}`), PermissionMode: ndwire.PermissionModeDefault,
			Origin: &claudecode.MessageOrigin{
				Kind: "the kind", From: new("the from"), SenderTaskID: new("the senderTaskId"), Name: new("the name"),
				Body: new("the body"), Handback: true, Producer: new("the producer"), FromSession: new("the fromSession"),
				FromMode: new("the fromMode"), HopChain: decoder.Raw(`{"of":"hopChain"}`),
			},
			PromptSource: "the promptSource", QueuePriority: "the queuePriority",
			InterruptedMessageID: "the interruptedMessageId", ToolDenialKind: "the toolDenialKind", ImagePasteIDs: []int{40},
			ThinkingMetadata: &claudecode.ThinkingMetadata{
				MaxThinkingTokens: new(2), Level: new("the level"), Disabled: new(true),
				Triggers: []claudecode.ThinkingTrigger{{Start: new(2), End: new(3), Text: new("the text")}},
			},
			Todos: []claudecode.Todo{{
				Content: "the content", Status: "the status", ActiveForm: "the activeForm", ID: "the id",
				Priority: "the priority",
			}},
			PlanContent: new("the planContent"), TurnCompanion: true, UserFeedback: "the userFeedback",
			TurnOrigin: "the turnOrigin", Ephemeral: true, IsVirtual: true, ToolEndsTurn: true, InterruptedByShutdown: true,
			VerifiedSlackHumanTurn: true, StackedOriginalInput: "the stackedOriginalInput", StackedExpansion: true,
			ScheduledTaskID: new("the scheduledTaskId"), ScheduledFireID: new("the scheduledFireId"), UsageLimitNote: decoder.Raw(`{"of":"usageLimitNote"}`),
			ReplacesSpan:            decoder.Raw(`{"of":"replacesSpan"}`),
			ClassifierMetaLines:     decoder.Raw(`{"of":"classifierMetaLines"}`),
			ServerClassifierContext: decoder.Raw(`{"of":"serverClassifierContext"}`),
			HostClassifierContext:   decoder.Raw(`{"of":"hostClassifierContext"}`),
		},
		claudecode.KindUser,
	},
	{
		`{"type":"assistant","subtype":"response","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message"}`,
		&claudecode.AssistantActionLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Subtype: claudecode.AssistantSubtypeResponse, Message: new("the message"),
		},
		claudecode.KindAssistantResponse,
	},
	{
		`{"type":"assistant","subtype":"tool_use","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message","toolName":"the toolName","toolArguments":{"of":"toolArguments"}}`,
		&claudecode.AssistantActionLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Subtype: claudecode.AssistantSubtypeToolUse, Message: new("the message"), ToolName: "the toolName",
			ToolArguments: decoder.Raw(`{"of":"toolArguments"}`),
		},
		claudecode.KindAssistantToolUse,
	},
	{
		`{"type":"assistant","subtype":"thinking","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message"}`,
		&claudecode.AssistantActionLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Subtype: claudecode.AssistantSubtypeThinking, Message: new("the message"),
		},
		claudecode.KindAssistantThinking,
	},
	{
		`{"type":"assistant","subtype":"command","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message"}`,
		&claudecode.AssistantActionLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Subtype: claudecode.AssistantSubtypeCommand, Message: new("the message"),
		},
		claudecode.KindAssistantCommand,
	},
	{
		`{"type":"assistant","subtype":"error","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"the message"}`,
		&claudecode.AssistantActionLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Subtype: claudecode.AssistantSubtypeError, Message: new("the message"),
		},
		claudecode.KindAssistantError,
	},
	{
		`{"type":"assistant","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":{"id":"the id","type":"message","role":"the role","content":[{"type":"text",
			"text":"the text"}],"model":"the model","stop_reason":"the stop_reason","stop_sequence":"the stop_sequence",
			"usage":{"input_tokens":2,"output_tokens":3,"cache_read_input_tokens":4,"cache_creation_input_tokens":5}},
			"requestId":"the requestId","isApiErrorMessage":true,"apiErrorStatus":28,"error":"the error",
			"apiError":{"status":2,"headers":{"the key":"the headers"},"requestID":"the requestID","error":{"type":"the type",
			"error":{"type":"the type","message":"the message"},"request_id":"the request_id","message":"the message"},
			"cause":"the cause","code":"the code","errno":8,"path":"the path","message":"the message","type":"the type",
			"formatted":"the formatted","connection":{"code":"the code","message":"the message","isSSLError":true},
			"isNetworkDown":true,"rateLimits":{"of":"rateLimits"}},"errorDetails":{"status":2,"headers":{"the key":"the headers"},
			"requestID":"the requestID","error":{"type":"the type","error":{"type":"the type","message":"the message"},
			"request_id":"the request_id","message":"the message"},"cause":"the cause","code":"the code",
			"errno":8,"path":"the path","message":"the message","type":"the type","formatted":"the formatted",
			"connection":{"code":"the code","message":"the message","isSSLError":true},"isNetworkDown":true,
			"rateLimits":{"of":"rateLimits"}},"truncatedAfterOutput":true,
			"supersedesUuids":["supersedesUuids 1","supersedesUuids 2"],"advisorModel":"the advisorModel","attributionAgent":"the attributionAgent",
			"attributionSkill":"the attributionSkill","attributionPlugin":"the attributionPlugin","attributionMcpServer":"the attributionMcpServer",
			"attributionMcpTool":"the attributionMcpTool","effort":"the effort","perTurnEffort":"the perTurnEffort",
			"apiBlockIndex":40,"apiBlockIndices":[41],"batchToolUses":[{"id":"the id","name":"the name"}],
			"parent_tool_use_id":"the parent_tool_use_id","local_command_source":"the local_command_source",
			"ephemeral":true,"serverClassifierRequest":{"of":"serverClassifierRequest"},"collapseSources":{"of":"collapseSources"},
			"healsDistinctCarrier":true,"origin":{"kind":"the kind","from":"the from","senderTaskId":"the senderTaskId",
			"name":"the name","body":"the body","handback":true,"producer":"the producer","fromSession":"the fromSession",
			"fromMode":"the fromMode","hopChain":{"of":"hopChain"}},"wireToolInputs":{"of":"wireToolInputs"},
			"wireIngestContext":{"of":"wireIngestContext"}}`,
		&claudecode.AssistantLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message: ndwire.BetaMessage{
				ID: "the id", Role: "the role", Content: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "the text"}},
				Model: "the model", StopReason: new("the stop_reason"), StopSequence: new("the stop_sequence"),
				Usage: ndwire.BetaUsage{InputTokens: 2, OutputTokens: 3, CacheReadInputTokens: 4, CacheCreationInputTokens: 5},
			},
			RequestID: "the requestId", IsAPIErrorMessage: true, APIErrorStatus: new(28),
			Error: claudecode.ErrorValue{Type: decoder.String, Text: "the error"},
			APIError: claudecode.ErrorValue{
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
					IsNetworkDown: true, RateLimits: decoder.Raw(`{"of":"rateLimits"}`),
				},
			},
			ErrorDetails: claudecode.ErrorValue{
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
					IsNetworkDown: true, RateLimits: decoder.Raw(`{"of":"rateLimits"}`),
				},
			},
			TruncatedAfterOutput: true, SupersedesUUIDs: []string{"supersedesUuids 1", "supersedesUuids 2"},
			AdvisorModel: "the advisorModel", AttributionAgent: "the attributionAgent",
			AttributionSkill: "the attributionSkill", AttributionPlugin: "the attributionPlugin",
			AttributionMcpServer: "the attributionMcpServer", AttributionMcpTool: "the attributionMcpTool",
			Effort: "the effort", PerTurnEffort: new("the perTurnEffort"), APIBlockIndex: new(40),
			APIBlockIndices: []int{41}, BatchToolUses: []claudecode.BatchToolUse{{ID: "the id", Name: "the name"}},
			ParentToolUseID: new("the parent_tool_use_id"), LocalCommandSource: "the local_command_source", Ephemeral: true,
			ServerClassifierRequest: decoder.Raw(`{"of":"serverClassifierRequest"}`),
			CollapseSources:         decoder.Raw(`{"of":"collapseSources"}`), HealsDistinctCarrier: true,
			Origin: &claudecode.MessageOrigin{
				Kind: "the kind", From: new("the from"), SenderTaskID: new("the senderTaskId"), Name: new("the name"),
				Body: new("the body"), Handback: true, Producer: new("the producer"), FromSession: new("the fromSession"),
				FromMode: new("the fromMode"), HopChain: decoder.Raw(`{"of":"hopChain"}`),
			},
			WireToolInputs:    decoder.Raw(`{"of":"wireToolInputs"}`),
			WireIngestContext: decoder.Raw(`{"of":"wireIngestContext"}`),
		},
		claudecode.KindAssistant,
	},
	{
		`{"type":"compact_system","message":"conversation_compacting","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","metadata":{"preservedMessages":2,"totalMessages":3,"compressionRatio":3.5}}`,
		&claudecode.CompactSystemLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message:  claudecode.CompactOperationCompacting,
			Metadata: &claudecode.CompactionStats{PreservedMessages: 2, TotalMessages: 3, CompressionRatio: 3.5},
		},
		claudecode.KindCompactSystemConversationCompacting,
	},
	{
		`{"type":"compact_system","message":"conversation_compacted","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","metadata":{"preservedMessages":2,"totalMessages":3,"compressionRatio":3.5}}`,
		&claudecode.CompactSystemLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message:  claudecode.CompactOperationCompacted,
			Metadata: &claudecode.CompactionStats{PreservedMessages: 2, TotalMessages: 3, CompressionRatio: 3.5},
		},
		claudecode.KindCompactSystemConversationCompacted,
	},
	{
		`{"type":"compact_system","message":"conversation_restoring","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","metadata":{"preservedMessages":2,"totalMessages":3,"compressionRatio":3.5}}`,
		&claudecode.CompactSystemLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message:  claudecode.CompactOperationRestoring,
			Metadata: &claudecode.CompactionStats{PreservedMessages: 2, TotalMessages: 3, CompressionRatio: 3.5},
		},
		claudecode.KindCompactSystemConversationRestoring,
	},
	{
		`{"type":"compact_system","message":"conversation_restored","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","metadata":{"preservedMessages":2,"totalMessages":3,"compressionRatio":3.5}}`,
		&claudecode.CompactSystemLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message:  claudecode.CompactOperationRestored,
			Metadata: &claudecode.CompactionStats{PreservedMessages: 2, TotalMessages: 3, CompressionRatio: 3.5},
		},
		claudecode.KindCompactSystemConversationRestored,
	},
	{
		`{"type":"compact_system","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","message":"conversation_compacting","metadata":{"preservedMessages":2,
			"totalMessages":3,"compressionRatio":3.5}}`,
		&claudecode.CompactSystemLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Message:  claudecode.CompactOperationCompacting,
			Metadata: &claudecode.CompactionStats{PreservedMessages: 2, TotalMessages: 3, CompressionRatio: 3.5},
		},
		claudecode.KindCompactSystemConversationCompacting,
	},
	{
		`{"type":"attachment","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","attachment":{"type":"hook_success","hookName":"the hookName","toolUseID":"the toolUseID",
			"hookEvent":"the hookEvent","content":"the content","stdout":"the stdout","stderr":"the stderr",
			"exitCode":8,"command":"the command","durationMs":9.5},"rendered":[{"content":"the content"}],
			"renderedRole":"the renderedRole","renderedInHumanTurn":[{"content":[{"type":"text","text":"the text"}]}]}`,
		&claudecode.AttachmentLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Attachment: &claudecode.HookSuccess{
				HookRun: claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
				Content: "the content", Stdout: new("the stdout"), Stderr: new("the stderr"), ExitCode: new(8),
				Command: new("the command"), DurationMs: new(9.5),
			},
			Rendered:     []claudecode.RenderedMessage{{Content: ndwire.MessageContent{Type: decoder.String, Text: "the content"}}},
			RenderedRole: "the renderedRole",
			RenderedInHumanTurn: []claudecode.RenderedMessage{{
				Content: ndwire.MessageContent{
					Type: decoder.Array, Blocks: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "the text"}},
				},
			}},
		},
		claudecode.KindAttachment,
	},
	{
		`{"type":"progress","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","data":{"type":"hook_progress","hookEvent":"the hookEvent","hookName":"the hookName",
			"command":"the command","promptText":"the promptText","statusMessage":"the statusMessage"},
			"toolUseID":"the toolUseID","parentToolUseID":"the parentToolUseID"}`,
		&claudecode.ProgressLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Data: &claudecode.HookProgress{
				HookEvent: "the hookEvent", HookName: "the hookName", Command: "the command", PromptText: new("the promptText"),
				StatusMessage: new("the statusMessage"),
			},
			ToolUseID: "the toolUseID", ParentToolUseID: "the parentToolUseID",
		},
		claudecode.KindProgress,
	},
	{
		`{"type":"saved_hook_context","sessionId":"the sessionId","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","content":["content 1","content 2"],"hookEvent":"the hookEvent",
			"hookName":"the hookName","toolUseID":"the toolUseID"}`,
		&claudecode.SavedHookContextLine{
			Envelope: claudecode.Envelope{
				SessionID: "the sessionId", UUID: "00000018-0000-4000-8000-000000000000", Timestamp: "the timestamp",
			},
			Content: []string{"content 1", "content 2"}, HookEvent: "the hookEvent", HookName: "the hookName",
			ToolUseID: "the toolUseID",
		},
		claudecode.KindSavedHookContext,
	},
}

// envelopes has a turn with all members that turns share.
var envelopes = []struct {
	line string
	want claudecode.Line
	kind claudecode.Kind
}{
	{
		`{"type":"saved_hook_context","parentUuid":"the parentUuid","logicalParentUuid":"the logicalParentUuid",
			"isSidechain":true,"teamName":"the teamName","agentName":"the agentName","userType":"the userType",
			"cwd":"the cwd","sessionId":"the sessionId","session_id":"the session_id","version":"the version",
			"gitBranch":"the gitBranch","agentId":"the agentId","slug":"the slug","entrypoint":"the entrypoint",
			"sessionKind":"the sessionKind","forkedFrom":{"sessionId":"the sessionId","messageUuid":"the messageUuid"},
			"sidechainParentUuid":"the sidechainParentUuid","uuid":"00000018-0000-4000-8000-000000000000",
			"timestamp":"the timestamp","isMeta":true,"isError":true,"isDeleted":true,"isAborted":true,
			"content":["content 1","content 2"],"hookEvent":"the hookEvent","hookName":"the hookName","toolUseID":"the toolUseID"}`,
		&claudecode.SavedHookContextLine{
			Envelope: claudecode.Envelope{
				ParentUUID: new("the parentUuid"), LogicalParentUUID: new("the logicalParentUuid"), IsSidechain: true,
				TeamName: "the teamName", AgentName: "the agentName", UserType: "the userType", CWD: "the cwd",
				SessionID: "the sessionId", OriginSessionID: "the session_id", Version: "the version",
				GitBranch: "the gitBranch", AgentID: "the agentId", Slug: "the slug", Entrypoint: "the entrypoint",
				SessionKind:         "the sessionKind",
				ForkedFrom:          &claudecode.ForkOrigin{SessionID: "the sessionId", MessageUUID: "the messageUuid"},
				SidechainParentUUID: "the sidechainParentUuid", UUID: "00000018-0000-4000-8000-000000000000",
				Timestamp: "the timestamp", IsMeta: true, IsError: true, IsDeleted: true, IsAborted: true,
			},
			Content: []string{"content 1", "content 2"}, HookEvent: "the hookEvent", HookName: "the hookName",
			ToolUseID: "the toolUseID",
		},
		claudecode.KindSavedHookContext,
	},
}

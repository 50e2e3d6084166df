package claudecode_test

import (
	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// notes has every kind of note of version 2.1.329 with all of its members, and the equal Go literal.
var notes = []struct {
	line string
	want claudecode.Line
	kind claudecode.Kind
}{
	{
		`{"type":"summary","summary":"the summary","leafUuid":"the leafUuid","sessionId":"the sessionId",
			"timestamp":"the timestamp"}`,
		&claudecode.SummaryLine{
			Summary: "the summary", LeafUUID: "the leafUuid", SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindSummary,
	},
	{
		`{"type":"custom-title","customTitle":"the customTitle","sessionId":"the sessionId"}`,
		&claudecode.CustomTitleLine{CustomTitle: "the customTitle", SessionID: "the sessionId"},
		claudecode.KindCustomTitle,
	},
	{
		`{"type":"ai-title","aiTitle":"the aiTitle","sessionId":"the sessionId"}`,
		&claudecode.AiTitleLine{AiTitle: "the aiTitle", SessionID: "the sessionId"},
		claudecode.KindAiTitle,
	},
	{
		`{"type":"last-prompt","lastPrompt":"the lastPrompt","leafUuid":"the leafUuid","explicit":true,
			"rewound":true,"sessionId":"the sessionId"}`,
		&claudecode.LastPromptLine{
			LastPrompt: new("the lastPrompt"), LeafUUID: new("the leafUuid"), Explicit: true, Rewound: true,
			SessionID: "the sessionId",
		},
		claudecode.KindLastPrompt,
	},
	{
		`{"type":"tag","tag":"the tag","sessionId":"the sessionId"}`,
		&claudecode.TagLine{Tag: "the tag", SessionID: "the sessionId"},
		claudecode.KindTag,
	},
	{
		`{"type":"agent-name","agentName":"the agentName","sessionId":"the sessionId"}`,
		&claudecode.AgentNameLine{AgentName: "the agentName", SessionID: "the sessionId"},
		claudecode.KindAgentName,
	},
	{
		`{"type":"agent-color","agentColor":"the agentColor","sessionId":"the sessionId"}`,
		&claudecode.AgentColorLine{AgentColor: "the agentColor", SessionID: "the sessionId"},
		claudecode.KindAgentColor,
	},
	{
		`{"type":"agent-setting","agentSetting":"the agentSetting","sessionId":"the sessionId"}`,
		&claudecode.AgentSettingLine{AgentSetting: "the agentSetting", SessionID: "the sessionId"},
		claudecode.KindAgentSetting,
	},
	{
		`{"type":"mode","mode":"the mode","sessionId":"the sessionId"}`,
		&claudecode.ModeLine{Mode: "the mode", SessionID: "the sessionId"},
		claudecode.KindMode,
	},
	{
		`{"type":"permission-mode","permissionMode":"default","sessionId":"the sessionId"}`,
		&claudecode.PermissionModeLine{PermissionMode: ndwire.PermissionModeDefault, SessionID: "the sessionId"},
		claudecode.KindPermissionMode,
	},
	{
		`{"type":"pr-link","sessionId":"the sessionId","prNumber":3,"prUrl":"the prUrl","prRepository":"the prRepository",
			"timestamp":"the timestamp"}`,
		&claudecode.PrLinkLine{
			SessionID: "the sessionId", PrNumber: 3, PrURL: "the prUrl", PrRepository: "the prRepository",
			Timestamp: "the timestamp",
		},
		claudecode.KindPrLink,
	},
	{
		`{"type":"frame-link","sessionId":"the sessionId","path":"the path","frameUrl":"the frameUrl",
			"title":"the title","artifactCount":6,"timestamp":"the timestamp"}`,
		&claudecode.FrameLinkLine{
			SessionID: "the sessionId", Path: "the path", FrameURL: "the frameUrl", Title: new("the title"),
			ArtifactCount: new(6), Timestamp: "the timestamp",
		},
		claudecode.KindFrameLink,
	},
	{
		`{"type":"queue-operation","operation":"enqueue","timestamp":"the timestamp","sessionId":"the sessionId",
			"content":"the content","reason":"the reason","commandUuid":"the commandUuid","deliveryId":"the deliveryId"}`,
		&claudecode.QueueOperationLine{
			Operation: claudecode.QueueOperationEnqueue, Timestamp: "the timestamp", SessionID: "the sessionId",
			Content: ndwire.MessageContent{Type: decoder.String, Text: "the content"}, Reason: "the reason",
			CommandUUID: "the commandUuid", DeliveryID: "the deliveryId",
		},
		claudecode.KindQueueOperation,
	},
	{
		`{"type":"file-history-snapshot","messageId":"the messageId","snapshot":{"messageId":"the messageId",
			"trackedFileBackups":{"the key":{"backupFileName":"the backupFileName","version":3,"backupTime":"the backupTime",
			"realParentDir":"the realParentDir"}},"timestamp":"the timestamp","preCheckpoint":true},"isSnapshotUpdate":true}`,
		&claudecode.FileHistorySnapshotLine{
			MessageID: "the messageId",
			Snapshot: claudecode.FileHistorySnapshot{
				MessageID: "the messageId",
				TrackedFileBackups: map[string]claudecode.FileBackup{"the key": {
					BackupFileName: new("the backupFileName"), Version: 3, BackupTime: "the backupTime",
					RealParentDir: "the realParentDir",
				}},
				Timestamp: "the timestamp", PreCheckpoint: true,
			},
			IsSnapshotUpdate: true,
		},
		claudecode.KindFileHistorySnapshot,
	},
	{
		`{"type":"file-history-delta","messageId":"the messageId","snapshotMessageId":"the snapshotMessageId",
			"trackingPath":"the trackingPath","backup":{"backupFileName":"the backupFileName","version":3,
			"backupTime":"the backupTime","realParentDir":"the realParentDir"},"timestamp":"the timestamp"}`,
		&claudecode.FileHistoryDeltaLine{
			MessageID: "the messageId", SnapshotMessageID: "the snapshotMessageId", TrackingPath: "the trackingPath",
			Backup: claudecode.FileBackup{
				BackupFileName: new("the backupFileName"), Version: 3, BackupTime: "the backupTime",
				RealParentDir: "the realParentDir",
			},
			Timestamp: "the timestamp",
		},
		claudecode.KindFileHistoryDelta,
	},
	{
		`{"type":"attribution-snapshot","messageId":"the messageId","surface":"the surface","fileStates":{"the key":{"contentHash":"the contentHash",
			"claudeContribution":2.5,"mtime":3.5}},"promptCount":5,"promptCountAtLastCommit":6,"permissionPromptCount":7,
			"permissionPromptCountAtLastCommit":8,"escapeCount":9,"escapeCountAtLastCommit":10}`,
		&claudecode.AttributionSnapshotLine{
			MessageID: "the messageId", Surface: "the surface",
			FileStates:  map[string]claudecode.FileAttribution{"the key": {ContentHash: "the contentHash", ClaudeContribution: new(2.5), Mtime: new(3.5)}},
			PromptCount: new(5), PromptCountAtLastCommit: new(6), PermissionPromptCount: new(7),
			PermissionPromptCountAtLastCommit: new(8), EscapeCount: new(9), EscapeCountAtLastCommit: new(10),
		},
		claudecode.KindAttributionSnapshot,
	},
	{
		`{"type":"speculation-accept","timestamp":"the timestamp","timeSavedMs":2.5}`,
		&claudecode.SpeculationAcceptLine{Timestamp: "the timestamp", TimeSavedMs: 2.5},
		claudecode.KindSpeculationAccept,
	},
	{
		`{"type":"content-replacement","sessionId":"the sessionId","agentId":"the agentId","replacements":[{"kind":"the kind",
			"toolUseId":"the toolUseId","replacement":"the replacement"}],"uuid":"the uuid","timestamp":"the timestamp"}`,
		&claudecode.ContentReplacementLine{
			SessionID: "the sessionId", AgentID: "the agentId",
			Replacements: []claudecode.ContentReplacement{{Kind: "the kind", ToolUseID: "the toolUseId", Replacement: "the replacement"}},
			UUID:         "the uuid", Timestamp: "the timestamp",
		},
		claudecode.KindContentReplacement,
	},
	{
		`{"type":"worktree-state","worktreeSession":{"originalCwd":"the originalCwd","worktreePath":"the worktreePath",
			"worktreeName":"the worktreeName","sessionId":"the sessionId","worktreeBranch":"the worktreeBranch",
			"enteredExisting":true,"hookBased":true,
			"originalBranch":"the originalBranch","originalHeadCommit":"the originalHeadCommit","preEnterOriginalCwd":"the preEnterOriginalCwd"},
			"sessionId":"the sessionId"}`,
		&claudecode.WorktreeStateLine{
			WorktreeSession: &claudecode.WorktreeSession{
				OriginalCWD: "the originalCwd", WorktreePath: "the worktreePath", WorktreeName: "the worktreeName",
				SessionID: "the sessionId", WorktreeBranch: new("the worktreeBranch"), EnteredExisting: true, HookBased: true,
				OriginalBranch:     new("the originalBranch"),
				OriginalHeadCommit: new("the originalHeadCommit"), PreEnterOriginalCWD: new("the preEnterOriginalCwd"),
			},
			SessionID: "the sessionId",
		},
		claudecode.KindWorktreeState,
	},
	{
		`{"type":"relocated","relocatedCwd":"the relocatedCwd","sessionId":"the sessionId"}`,
		&claudecode.RelocatedLine{RelocatedCWD: "the relocatedCwd", SessionID: "the sessionId"},
		claudecode.KindRelocated,
	},
	{
		`{"type":"continued-in","continuedInSessionId":"the continuedInSessionId","sessionId":"the sessionId"}`,
		&claudecode.ContinuedInLine{ContinuedInSessionID: "the continuedInSessionId", SessionID: "the sessionId"},
		claudecode.KindContinuedIn,
	},
	{
		`{"type":"cost-state","sessionId":"the sessionId","totalCostUSD":2.5,"totalAPIDuration":3.5,
			"totalAPIDurationWithoutRetries":4.5,"totalToolDuration":5.5,"totalDuration":6.5,"totalLinesAdded":8,
			"totalLinesRemoved":9,"startTime":1740000000008,"hasUnknownModelCost":true,"modelUsage":{"the key":{"inputTokens":2,
			"outputTokens":3,"cacheReadInputTokens":4,"cacheCreationInputTokens":5,"thinkingTokens":6,"webSearchRequests":7,
			"costUSD":7.5,"contextWindow":9,"maxOutputTokens":10}},"timestamp":"the timestamp"}`,
		&claudecode.CostStateLine{
			SessionID: "the sessionId", TotalCostUSD: 2.5, TotalAPIDuration: new(3.5),
			TotalAPIDurationWithoutRetries: new(4.5), TotalToolDuration: new(5.5), TotalDuration: new(6.5),
			TotalLinesAdded: new(8), TotalLinesRemoved: new(9), StartTime: new(int64(1740000000008)),
			HasUnknownModelCost: true,
			ModelUsage: map[string]claudecode.ModelCost{"the key": {
				InputTokens: 2, OutputTokens: 3, CacheReadInputTokens: 4, CacheCreationInputTokens: 5, ThinkingTokens: new(6),
				WebSearchRequests: new(7), CostUSD: new(7.5), ContextWindow: new(9), MaxOutputTokens: new(10),
			}},
			Timestamp: "the timestamp",
		},
		claudecode.KindCostState,
	},
	{
		`{"type":"bridge-session","sessionId":"the sessionId","bridgeSessionId":"the bridgeSessionId",
			"lastSequenceNum":4,"ownerAccountUuid":"the ownerAccountUuid","ownerOrganizationUuid":"the ownerOrganizationUuid"}`,
		&claudecode.BridgeSessionLine{
			SessionID: "the sessionId", BridgeSessionID: "the bridgeSessionId", LastSequenceNum: new(4),
			OwnerAccountUUID: "the ownerAccountUuid", OwnerOrganizationUUID: "the ownerOrganizationUuid",
		},
		claudecode.KindBridgeSession,
	},
	{
		`{"type":"fork-context-ref","agentId":"the agentId","parentSessionId":"the parentSessionId",
			"parentLastUuid":"the parentLastUuid","contextLength":5}`,
		&claudecode.ForkContextRefLine{
			AgentID: "the agentId", ParentSessionID: "the parentSessionId", ParentLastUUID: "the parentLastUuid",
			ContextLength: 5,
		},
		claudecode.KindForkContextRef,
	},
	{
		`{"type":"history-suppression","sessionId":"the sessionId","cause":"the cause","ts":"the ts"}`,
		&claudecode.HistorySuppressionLine{
			SessionID: "the sessionId", Cause: new("the cause"), Ts: claudecode.Moment{Type: decoder.String, Text: "the ts"},
		},
		claudecode.KindHistorySuppression,
	},
	{
		`{"type":"atis-latch","atis":"the atis","sessionId":"the sessionId"}`,
		&claudecode.AtisLatchLine{Atis: "the atis", SessionID: "the sessionId"},
		claudecode.KindAtisLatch,
	},
	{
		`{"type":"isolation-latch","side":"the side","sessionId":"the sessionId"}`,
		&claudecode.IsolationLatchLine{Side: new("the side"), SessionID: "the sessionId"},
		claudecode.KindIsolationLatch,
	},
	{
		`{"type":"launched"}`,
		&claudecode.LaunchedLine{},
		claudecode.KindLaunched,
	},
	{
		`{"type":"started","key":"the key","agentId":"the agentId","label":"the label","phase":"the phase"}`,
		&claudecode.StartedLine{Key: "the key", AgentID: "the agentId", Label: new("the label"), Phase: new("the phase")},
		claudecode.KindStarted,
	},
	{
		`{"type":"result","key":"the key","agentId":"the agentId","result":{"of":"result"}}`,
		&claudecode.ResultLine{Key: "the key", AgentID: "the agentId", Result: decoder.Raw(`{"of":"result"}`)},
		claudecode.KindResult,
	},
	{
		`{"type":"marble-origami-commit","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeMarbleOrigamiCommit, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindMarbleOrigamiCommit,
	},
	{
		`{"type":"marble-origami-snapshot","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeMarbleOrigamiSnapshot, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindMarbleOrigamiSnapshot,
	},
	{
		`{"type":"marble-origami-reset","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeMarbleOrigamiReset, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindMarbleOrigamiReset,
	},
	{
		`{"type":"ended","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{Type: claudecode.NoteTypeEnded, SessionID: "the sessionId", Timestamp: "the timestamp"},
		claudecode.KindEnded,
	},
	{
		`{"type":"ended-by-model","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeEndedByModel, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindEndedByModel,
	},
	{
		`{"type":"artifact-comment-monitor","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeArtifactCommentMonitor, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindArtifactCommentMonitor,
	},
	{
		`{"type":"artifact-autoreact-ledger","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeArtifactAutoreactLedger, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindArtifactAutoreactLedger,
	},
	{
		`{"type":"session-owner","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeSessionOwner, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindSessionOwner,
	},
	{
		`{"type":"session-mode","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeSessionMode, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindSessionMode,
	},
	{
		`{"type":"dev-mods","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{Type: claudecode.NoteTypeDevMods, SessionID: "the sessionId", Timestamp: "the timestamp"},
		claudecode.KindDevMods,
	},
	{
		`{"type":"memory-mode","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeMemoryMode, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindMemoryMode,
	},
	{
		`{"type":"tools-used","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeToolsUsed, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindToolsUsed,
	},
	{
		`{"type":"data-flow-records","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeDataFlowRecords, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindDataFlowRecords,
	},
	{
		`{"type":"data-flow-incomplete","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeDataFlowIncomplete, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindDataFlowIncomplete,
	},
	{
		`{"type":"derived-from","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeDerivedFrom, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindDerivedFrom,
	},
	{
		`{"type":"api-request","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeAPIRequest, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindAPIRequest,
	},
	{
		`{"type":"api-request-shape","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeAPIRequestShape, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindAPIRequestShape,
	},
	{
		`{"type":"api-request-blob","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeAPIRequestBlob, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindAPIRequestBlob,
	},
	{
		`{"type":"api-request-resumed","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeAPIRequestResumed, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindAPIRequestResumed,
	},
	{
		`{"type":"observer-ref","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeObserverRef, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindObserverRef,
	},
	{
		`{"type":"resume-head-vouch","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeResumeHeadVouch, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindResumeHeadVouch,
	},
	{
		`{"type":"hybrid-organization","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{
			Type: claudecode.NoteTypeHybridOrganization, SessionID: "the sessionId", Timestamp: "the timestamp",
		},
		claudecode.KindHybridOrganization,
	},
	{
		`{"type":"failed","sessionId":"the sessionId","timestamp":"the timestamp"}`,
		&claudecode.NoteLine{Type: claudecode.NoteTypeFailed, SessionID: "the sessionId", Timestamp: "the timestamp"},
		claudecode.KindFailed,
	},
}

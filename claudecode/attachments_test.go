package claudecode_test

import (
	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

// attachments has every kind of attachment of version 2.1.329 with all of its members, and the equal Go literal.
var attachments = []struct {
	text string
	want claudecode.Attachment
}{
	{
		`{"type":"hook_success","hookName":"the hookName","toolUseID":"the toolUseID","hookEvent":"the hookEvent",
			"content":"the content","stdout":"the stdout","stderr":"the stderr","exitCode":8,"command":"the command",
			"durationMs":9.5}`,
		&claudecode.HookSuccess{
			HookRun: claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
			Content: "the content", Stdout: new("the stdout"), Stderr: new("the stderr"), ExitCode: new(8),
			Command: new("the command"), DurationMs: new(9.5),
		},
	},
	{
		`{"type":"hook_non_blocking_error","hookName":"the hookName","toolUseID":"the toolUseID","hookEvent":"the hookEvent",
			"stderr":"the stderr","stdout":"the stdout","exitCode":7,"command":"the command","durationMs":8.5}`,
		&claudecode.HookNonBlockingError{
			HookRun: claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
			Stderr:  "the stderr", Stdout: "the stdout", ExitCode: 7, Command: new("the command"), DurationMs: new(8.5),
		},
	},
	{
		`{"type":"hook_blocking_error","hookName":"the hookName","toolUseID":"the toolUseID","hookEvent":"the hookEvent",
			"blockingError":{"blockingError":"the blockingError","command":"the command"}}`,
		&claudecode.HookBlockingError{
			HookRun:       claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
			BlockingError: claudecode.BlockingError{BlockingError: "the blockingError", Command: "the command"},
		},
	},
	{
		`{"type":"hook_error_during_execution","hookName":"the hookName","toolUseID":"the toolUseID",
			"hookEvent":"the hookEvent","content":"the content","command":"the command","durationMs":6.5}`,
		&claudecode.HookExecutionError{
			HookRun: claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
			Content: "the content", Command: new("the command"), DurationMs: new(6.5),
		},
	},
	{
		`{"type":"hook_cancelled","hookName":"the hookName","toolUseID":"the toolUseID","hookEvent":"the hookEvent",
			"command":"the command","durationMs":5.5,"timedOut":true,"timeoutMs":7.5}`,
		&claudecode.HookCancelled{
			HookRun: claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
			Command: new("the command"), DurationMs: new(5.5), TimedOut: true, TimeoutMs: new(7.5),
		},
	},
	{
		`{"type":"hook_additional_context","hookName":"the hookName","toolUseID":"the toolUseID","hookEvent":"the hookEvent",
			"content":["content 1","content 2"]}`,
		&claudecode.HookAdditionalContext{
			HookRun: claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
			Content: []string{"content 1", "content 2"},
		},
	},
	{
		`{"type":"hook_system_message","hookName":"the hookName","toolUseID":"the toolUseID","hookEvent":"the hookEvent",
			"content":"the content"}`,
		&claudecode.HookSystemMessage{
			HookRun: claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
			Content: "the content",
		},
	},
	{
		`{"type":"hook_stopped_continuation","hookName":"the hookName","toolUseID":"the toolUseID","hookEvent":"the hookEvent",
			"message":"the message"}`,
		&claudecode.HookStoppedContinuation{
			HookRun: claudecode.HookRun{HookName: "the hookName", ToolUseID: "the toolUseID", HookEvent: "the hookEvent"},
			Message: "the message",
		},
	},
	{
		`{"type":"hook_permission_decision","decision":"the decision","toolUseID":"the toolUseID","hookEvent":"the hookEvent",
			"hookName":"the hookName"}`,
		&claudecode.HookPermissionDecision{
			Decision: "the decision", ToolUseID: "the toolUseID", HookEvent: "the hookEvent", HookName: "the hookName",
		},
	},
	{
		`{"type":"async_hook_response","processId":"the processId","hookName":"the hookName","hookEvent":"the hookEvent",
			"toolName":"the toolName","response":{"of":"response"},"stdout":"the stdout","stderr":"the stderr",
			"exitCode":9}`,
		&claudecode.AsyncHookResponse{
			ProcessID: "the processId", HookName: "the hookName", HookEvent: "the hookEvent", ToolName: new("the toolName"),
			Response: decoder.Raw(`{"of":"response"}`), Stdout: "the stdout", Stderr: "the stderr", ExitCode: new(9),
		},
	},
	{
		`{"type":"file","filename":"the filename","content":"the content","truncated":true,"displayPath":"the displayPath",
			"readNotes":{"of":"readNotes"}}`,
		&claudecode.FileAttachment{
			Type: claudecode.FileAttachmentTypeFile, Filename: "the filename",
			Content: claudecode.ToolUseResult{Type: decoder.String, Text: "the content"}, Truncated: true,
			DisplayPath: new("the displayPath"), ReadNotes: decoder.Raw(`{"of":"readNotes"}`),
		},
	},
	{
		`{"type":"already_read_file","filename":"the filename","content":[{"type":"text","text":"the text"}],
			"truncated":true,"displayPath":"the displayPath"}`,
		&claudecode.FileAttachment{
			Type: claudecode.FileAttachmentTypeAlreadyReadFile, Filename: "the filename",
			Content: claudecode.ToolUseResult{
				Type: decoder.Array, Blocks: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "the text"}},
			},
			Truncated: true, DisplayPath: new("the displayPath"),
		},
	},
	{
		`{"type":"edited_image_file","filename":"the filename","content":{"of":"content"},"truncated":true,
			"displayPath":"the displayPath"}`,
		&claudecode.FileAttachment{
			Type: claudecode.FileAttachmentTypeEditedImageFile, Filename: "the filename",
			Content:   claudecode.ToolUseResult{Type: decoder.Object, Object: decoder.Raw(`{"of":"content"}`)},
			Truncated: true, DisplayPath: new("the displayPath"),
		},
	},
	{
		`{"type":"compact_file_reference","filename":"the filename","displayPath":"the displayPath"}`,
		&claudecode.CompactFileReference{Filename: "the filename", DisplayPath: new("the displayPath")},
	},
	{
		`{"type":"pdf_reference","filename":"the filename","pageCount":3,"fileSize":1740000000002,"displayPath":"the displayPath"}`,
		&claudecode.PdfReference{
			Filename: "the filename", PageCount: 3, FileSize: 1740000000002, DisplayPath: new("the displayPath"),
		},
	},
	{
		`{"type":"edited_text_file","filename":"the filename","snippet":"the snippet","displayPath":"the displayPath"}`,
		&claudecode.EditedTextFile{
			Filename: "the filename", Snippet: "the snippet", DisplayPath: new("the displayPath"),
		},
	},
	{
		`{"type":"directory","path":"the path","content":"the content","displayPath":"the displayPath"}`,
		&claudecode.DirectoryAttachment{Path: "the path", Content: "the content", DisplayPath: new("the displayPath")},
	},
	{
		`{"type":"opened_file_in_ide","filename":"the filename"}`,
		&claudecode.OpenedFileInIde{Filename: "the filename"},
	},
	{
		`{"type":"selected_lines_in_ide","ideName":"the ideName","lineStart":3,"lineEnd":4,"filename":"the filename",
			"content":"the content","displayPath":"the displayPath"}`,
		&claudecode.SelectedLinesInIde{
			IdeName: new("the ideName"), LineStart: 3, LineEnd: 4, Filename: "the filename", Content: "the content",
			DisplayPath: new("the displayPath"),
		},
	},
	{
		`{"type":"diagnostics","files":[{"uri":"the uri","diagnostics":[{"message":"the message","severity":"the severity",
			"range":{"start":{"line":2,"character":3},"end":{"line":2,"character":3}},"source":"the source",
			"code":"the code"}]}],"isNew":true}`,
		&claudecode.DiagnosticsAttachment{
			Files: []claudecode.DiagnosticFile{{
				Uri: "the uri",
				Diagnostics: []claudecode.Diagnostic{{
					Message: "the message", Severity: "the severity",
					Range: &claudecode.TextRange{
						Start: claudecode.TextPosition{Line: 2, Character: 3}, End: claudecode.TextPosition{Line: 2, Character: 3},
					},
					Source: new("the source"), Code: new("the code"),
				}},
			}},
			IsNew: true,
		},
	},
	{
		`{"type":"mcp_resource","server":"the server","uri":"the uri","name":"the name","description":"the description",
			"content":{"of":"content"}}`,
		&claudecode.McpResource{
			Server: "the server", Uri: "the uri", Name: "the name", Description: new("the description"),
			Content: decoder.Raw(`{"of":"content"}`),
		},
	},
	{
		`{"type":"queued_command","prompt":"the prompt","source_uuid":"the source_uuid","imagePasteIds":[4],
			"commandMode":"the commandMode","origin":{"kind":"the kind","from":"the from","senderTaskId":"the senderTaskId",
			"name":"the name","body":"the body","handback":true,"producer":"the producer","fromSession":"the fromSession",
			"fromMode":"the fromMode","hopChain":{"of":"hopChain"}},"isMeta":true,"timestamp":"the timestamp",
			"humanTurn":true,"delivery_id":"the delivery_id","usage":{"totalTokens":2,"toolUses":3,"durationMs":3.5}}`,
		&claudecode.QueuedCommand{
			Prompt: ndwire.MessageContent{Type: decoder.String, Text: "the prompt"}, SourceUUID: "the source_uuid",
			ImagePasteIDs: []int{4}, CommandMode: "the commandMode",
			Origin: &claudecode.MessageOrigin{
				Kind: "the kind", From: new("the from"), SenderTaskID: new("the senderTaskId"), Name: new("the name"),
				Body: new("the body"), Handback: true, Producer: new("the producer"), FromSession: new("the fromSession"),
				FromMode: new("the fromMode"), HopChain: decoder.Raw(`{"of":"hopChain"}`),
			},
			IsMeta: true, Timestamp: "the timestamp", HumanTurn: true, DeliveryID: "the delivery_id",
			Usage: &claudecode.TaskUsage{TotalTokens: 2, ToolUses: 3, DurationMs: 3.5},
		},
	},
	{
		`{"type":"command_permissions","allowedTools":["allowedTools 1","allowedTools 2"],"model":"the model"}`,
		&claudecode.CommandPermissions{
			AllowedTools: []string{"allowedTools 1", "allowedTools 2"}, Model: new("the model"),
		},
	},
	{
		`{"type":"plan_mode","reminderType":"the reminderType","isSubAgent":true,"planFilePath":"the planFilePath",
			"planExists":true}`,
		&claudecode.PlanMode{
			ReminderType: "the reminderType", IsSubAgent: true, PlanFilePath: "the planFilePath", PlanExists: true,
		},
	},
	{
		`{"type":"plan_mode_exit","planFilePath":"the planFilePath","planExists":true}`,
		&claudecode.PlanModeExit{PlanFilePath: "the planFilePath", PlanExists: true},
	},
	{
		`{"type":"plan_mode_reentry","planFilePath":"the planFilePath"}`,
		&claudecode.PlanModeReentry{PlanFilePath: "the planFilePath"},
	},
	{
		`{"type":"plan_file_reference","planFilePath":"the planFilePath","planContent":"the planContent"}`,
		&claudecode.PlanFileReference{PlanFilePath: "the planFilePath", PlanContent: "the planContent"},
	},
	{
		`{"type":"auto_mode","reminderType":"the reminderType","bypass":true,"autoModeConsentFlow":true,
			"bashFirst":true,"bashFirstSteer":"the bashFirstSteer","steerOnly":true}`,
		&claudecode.AutoMode{
			ReminderType: new("the reminderType"), Bypass: new(true), AutoModeConsentFlow: new(true), BashFirst: new(true),
			BashFirstSteer: new("the bashFirstSteer"), SteerOnly: new(true),
		},
	},
	{
		`{"type":"auto_mode_exit","bashFirst":true,"steerOnly":true}`,
		&claudecode.AutoModeExit{BashFirst: new(true), SteerOnly: new(true)},
	},
	{
		`{"type":"todo_reminder","content":[{"content":"the content","status":"the status","activeForm":"the activeForm",
			"id":"the id","priority":"the priority"}],"itemCount":3}`,
		&claudecode.TodoReminder{
			Content: []claudecode.Todo{{
				Content: "the content", Status: "the status", ActiveForm: "the activeForm", ID: "the id",
				Priority: "the priority",
			}},
			ItemCount: 3,
		},
	},
	{
		`{"type":"task_reminder","content":[{"id":"the id","subject":"the subject","description":"the description",
			"activeForm":"the activeForm","status":"the status","owner":"the owner","blocks":["blocks 1",
			"blocks 2"],"blockedBy":["blockedBy 1","blockedBy 2"]}],"itemCount":3,"reminder":"the reminder"}`,
		&claudecode.TaskReminder{
			Content: []claudecode.Task{{
				ID: "the id", Subject: "the subject", Description: new("the description"), ActiveForm: new("the activeForm"),
				Status: "the status", Owner: new("the owner"), Blocks: []string{"blocks 1", "blocks 2"},
				BlockedBy: []string{"blockedBy 1", "blockedBy 2"},
			}},
			ItemCount: new(3), Reminder: new("the reminder"),
		},
	},
	{
		`{"type":"task_status","taskId":"the taskId","taskType":"the taskType","status":"the status",
			"description":"the description","deltaSummary":"the deltaSummary","outputFilePath":"the outputFilePath",
			"shell":{"command":"the command","kind":"the kind","toolUseId":"the toolUseId"}}`,
		&claudecode.TaskStatus{
			TaskID: "the taskId", TaskType: "the taskType", Status: "the status", Description: "the description",
			DeltaSummary: new("the deltaSummary"), OutputFilePath: new("the outputFilePath"),
			Shell: &claudecode.TaskShell{Command: "the command", Kind: "the kind", ToolUseID: "the toolUseId"},
		},
	},
	{
		`{"type":"nested_memory","path":"the path","content":{"path":"the path","type":"the type","content":"the content",
			"contentDiffersFromDisk":true,"rawContent":"the rawContent","globs":["globs 1","globs 2"],"parent":"the parent"},
			"displayPath":"the displayPath"}`,
		&claudecode.NestedMemory{
			Path: "the path",
			Content: claudecode.MemoryFile{
				Path: "the path", Type: "the type", Content: "the content", ContentDiffersFromDisk: true,
				RawContent: new("the rawContent"), Globs: []string{"globs 1", "globs 2"}, Parent: new("the parent"),
			},
			DisplayPath: new("the displayPath"),
		},
	},
	{
		`{"type":"relevant_memories","memories":[{"path":"the path","content":"the content","mtimeMs":3.5,
			"header":"the header","limit":6}]}`,
		&claudecode.RelevantMemories{
			Memories: []claudecode.Memory{{
				Path: "the path", Content: "the content", MtimeMs: 3.5, Header: new("the header"), Limit: new(6),
			}},
		},
	},
	{
		`{"type":"current_session_memory","content":"the content","path":"the path","tokenCount":4}`,
		&claudecode.CurrentSessionMemory{Content: "the content", Path: "the path", TokenCount: 4},
	},
	{
		`{"type":"skill_listing","content":"the content","skillCount":3,"isInitial":true,"names":["names 1",
			"names 2"],"removedNames":["removedNames 1","removedNames 2"]}`,
		&claudecode.SkillListing{
			Content: "the content", SkillCount: new(3), IsInitial: true, Names: []string{"names 1", "names 2"},
			RemovedNames: []string{"removedNames 1", "removedNames 2"},
		},
	},
	{
		`{"type":"dynamic_skill","skillDir":"the skillDir","skillNames":["skillNames 1","skillNames 2"],
			"displayPath":"the displayPath"}`,
		&claudecode.DynamicSkill{
			SkillDir: "the skillDir", SkillNames: []string{"skillNames 1", "skillNames 2"},
			DisplayPath: new("the displayPath"),
		},
	},
	{
		`{"type":"invoked_skills","skills":[{"name":"the name","path":"the path","content":"the content"}]}`,
		&claudecode.InvokedSkills{
			Skills: []claudecode.InvokedSkill{{Name: "the name", Path: "the path", Content: "the content"}},
		},
	},
	{
		`{"type":"deferred_tools_delta","addedNames":["addedNames 1","addedNames 2"],"addedLines":["addedLines 1",
			"addedLines 2"],"removedNames":["removedNames 1","removedNames 2"],"readdedNames":["readdedNames 1",
			"readdedNames 2"],"pendingMcpServers":["pendingMcpServers 1","pendingMcpServers 2"],"wireHiddenNames":["wireHiddenNames 1",
			"wireHiddenNames 2"],"surfacedNames":["surfacedNames 1","surfacedNames 2"],"needsAuthMcpServers":["needsAuthMcpServers 1",
			"needsAuthMcpServers 2"],"failedMcpServers":[{"name":"the name","error":"the error","errorCode":"the errorCode"}],
			"restoredNames":["restoredNames 1","restoredNames 2"],"retractedTools":[{"name":"the name","cause":"the cause"}]}`,
		&claudecode.DeferredToolsDelta{
			AddedNames: []string{"addedNames 1", "addedNames 2"}, AddedLines: []string{"addedLines 1", "addedLines 2"},
			RemovedNames:        []string{"removedNames 1", "removedNames 2"},
			ReaddedNames:        []string{"readdedNames 1", "readdedNames 2"},
			PendingMcpServers:   []string{"pendingMcpServers 1", "pendingMcpServers 2"},
			WireHiddenNames:     []string{"wireHiddenNames 1", "wireHiddenNames 2"},
			SurfacedNames:       []string{"surfacedNames 1", "surfacedNames 2"},
			NeedsAuthMcpServers: []string{"needsAuthMcpServers 1", "needsAuthMcpServers 2"},
			FailedMcpServers:    []claudecode.FailedMcpServer{{Name: "the name", Error: new("the error"), ErrorCode: new("the errorCode")}},
			RestoredNames:       []string{"restoredNames 1", "restoredNames 2"},
			RetractedTools:      []claudecode.RetractedTool{{Name: "the name", Cause: new("the cause")}},
		},
	},
	{
		`{"type":"mcp_instructions_delta","addedNames":["addedNames 1","addedNames 2"],"addedBlocks":["addedBlocks 1",
			"addedBlocks 2"],"removedNames":["removedNames 1","removedNames 2"]}`,
		&claudecode.McpInstructionsDelta{
			AddedNames: []string{"addedNames 1", "addedNames 2"}, AddedBlocks: []string{"addedBlocks 1", "addedBlocks 2"},
			RemovedNames: []string{"removedNames 1", "removedNames 2"},
		},
	},
	{
		`{"type":"agent_listing_delta","addedTypes":["addedTypes 1","addedTypes 2"],"addedLines":["addedLines 1",
			"addedLines 2"],"removedTypes":["removedTypes 1","removedTypes 2"],"isInitial":true,"showConcurrencyNote":true,
			"builtInTypes":["builtInTypes 1","builtInTypes 2"]}`,
		&claudecode.AgentListingDelta{
			AddedTypes: []string{"addedTypes 1", "addedTypes 2"}, AddedLines: []string{"addedLines 1", "addedLines 2"},
			RemovedTypes: []string{"removedTypes 1", "removedTypes 2"}, IsInitial: true, ShowConcurrencyNote: true,
			BuiltInTypes: []string{"builtInTypes 1", "builtInTypes 2"},
		},
	},
	{
		`{"type":"agent_mention","agentType":"the agentType"}`,
		&claudecode.AgentMention{AgentType: "the agentType"},
	},
	{
		`{"type":"teammate_mailbox","messages":[{"from":"the from","text":"the text","timestamp":"the timestamp",
			"color":"the color","summary":"the summary"}]}`,
		&claudecode.TeammateMailbox{
			Messages: []claudecode.TeammateMessage{{
				From: "the from", Text: "the text", Timestamp: "the timestamp", Color: new("the color"),
				Summary: new("the summary"),
			}},
		},
	},
	{
		`{"type":"team_context","agentId":"the agentId","agentName":"the agentName","teamName":"the teamName",
			"teamConfigPath":"the teamConfigPath","taskListPath":"the taskListPath","hasTaskListTools":true}`,
		&claudecode.TeamContext{
			AgentID: "the agentId", AgentName: "the agentName", TeamName: "the teamName",
			TeamConfigPath: "the teamConfigPath", TaskListPath: "the taskListPath", HasTaskListTools: new(true),
		},
	},
	{
		`{"type":"output_style","style":"the style","turnReminder":"the turnReminder"}`,
		&claudecode.OutputStyle{Style: "the style", TurnReminder: new("the turnReminder")},
	},
	{
		`{"type":"date_change","newDate":"the newDate"}`,
		&claudecode.DateChange{NewDate: "the newDate"},
	},
	{
		`{"type":"critical_system_reminder","content":"the content"}`,
		&claudecode.CriticalSystemReminder{Content: "the content"},
	},
	{
		`{"type":"total_tokens_reminder","text":"the text"}`,
		&claudecode.TotalTokensReminder{Text: "the text"},
	},
	{
		`{"type":"token_usage","used":2,"total":3,"remaining":4}`,
		&claudecode.TokenUsage{Used: 2, Total: 3, Remaining: 4},
	},
	{
		`{"type":"budget_usd","used":1.5,"total":2.5,"remaining":3.5}`,
		&claudecode.BudgetUSD{Used: 1.5, Total: 2.5, Remaining: 3.5},
	},
	{
		`{"type":"output_token_usage","turn":2,"session":3,"budget":4}`,
		&claudecode.OutputTokenUsage{Turn: 2, Session: 3, Budget: new(4)},
	},
	{
		`{"type":"max_turns_reached","maxTurns":2,"turnCount":3}`,
		&claudecode.MaxTurnsReached{MaxTurns: 2, TurnCount: 3},
	},
	{
		`{"type":"goal_status","met":true,"condition":"the condition","sentinel":true,"reason":"the reason",
			"iterations":6,"durationMs":6.5,"tokens":8}`,
		&claudecode.GoalStatus{
			Met: true, Condition: "the condition", Sentinel: true, Reason: new("the reason"), Iterations: new(6),
			DurationMs: new(6.5), Tokens: new(8),
		},
	},
	{
		`{"type":"structured_output","data":{"of":"data"}}`,
		&claudecode.StructuredOutput{Data: decoder.Raw(`{"of":"data"}`)},
	},
	{
		`{"type":"ultrathink_effort","level":"the level"}`,
		&claudecode.UltrathinkEffort{Level: new("the level")},
	},
	{
		`{"type":"companion_intro","name":"the name","species":"the species"}`,
		&claudecode.CompanionIntro{Name: "the name", Species: "the species"},
	},
	{
		`{"type":"context_tip","tip":{"tip":"the tip","featureId":"the featureId","action":"the action"}}`,
		&claudecode.ContextTip{Tip: claudecode.Tip{Tip: "the tip", FeatureID: "the featureId", Action: "the action"}},
	},
	{
		`{"type":"read_truncation_notice","banner":"the banner","toolUseID":"the toolUseID"}`,
		&claudecode.ReadTruncationNotice{Banner: "the banner", ToolUseID: "the toolUseID"},
	},
	{
		`{"type":"instructions","files":[{"path":"the path","type":"the type","content":"the content",
			"contentDiffersFromDisk":true}],"reason":"the reason","changed":true,
			"removed":["removed 1","removed 2"]}`,
		&claudecode.InstructionsAttachment{
			Files: []claudecode.MemoryFile{{
				Path: "the path", Type: "the type", Content: "the content", ContentDiffersFromDisk: true,
			}},
			Reason: new("the reason"), Changed: true, Removed: []string{"removed 1", "removed 2"},
		},
	},
	{
		`{"type":"session_context","context":{"the key":"the context"},"reason":"the reason","changed":true}`,
		&claudecode.SessionContext{
			Context: map[string]string{"the key": "the context"}, Reason: new("the reason"), Changed: true,
		},
	},
	{
		`{"type":"environment","snapshot":{"workingDirectory":"the workingDirectory","isWorktree":true,
			"isGitRepo":true,"additionalWorkingDirectories":["additionalWorkingDirectories 1","additionalWorkingDirectories 2"],
			"platform":"the platform","shell":"the shell","osVersion":"the osVersion","scratchpadDirectory":"the scratchpadDirectory"},
			"changes":[{"field":"the field","from":{"of":"from"}}]}`,
		&claudecode.EnvironmentAttachment{
			Snapshot: claudecode.Environment{
				WorkingDirectory: "the workingDirectory", IsWorktree: new(true), IsGitRepo: new(true),
				AdditionalWorkingDirectories: []string{"additionalWorkingDirectories 1", "additionalWorkingDirectories 2"},
				Platform:                     new("the platform"), Shell: new("the shell"), OsVersion: new("the osVersion"),
				ScratchpadDirectory: new("the scratchpadDirectory"),
			},
			Changes: []claudecode.EnvironmentChange{{Field: "the field", From: decoder.Raw(`{"of":"from"}`)}},
		},
	},
	{
		`{"type":"model","identity":{"modelId":"the modelId","marketingName":"the marketingName","knowledgeCutoff":"the knowledgeCutoff"},
			"text":"the text"}`,
		&claudecode.ModelAttachment{
			Identity: claudecode.ModelIdentity{
				ModelID: "the modelId", MarketingName: new("the marketingName"), KnowledgeCutoff: new("the knowledgeCutoff"),
			},
			Text: new("the text"),
		},
	},
	{
		`{"type":"date","date":"the date","changed":true}`,
		&claudecode.DateAttachment{Date: "the date", Changed: true},
	},
	{
		`{"type":"remote_session_change","url":"the url","commit":"the commit","pr":"the pr","managedCommit":true,
			"managedPr":true,"sendUserFileHint":true}`,
		&claudecode.RemoteSessionChange{
			URL: new("the url"), Commit: new("the commit"), Pr: new("the pr"), ManagedCommit: new(true),
			ManagedPr: new(true), SendUserFileHint: new(true),
		},
	},
	{
		`{"type":"output_style_instructions","style":{"name":"the name","prompt":"the prompt"}}`,
		&claudecode.OutputStyleInstructions{Style: claudecode.OutputStyleText{Name: "the name", Prompt: "the prompt"}},
	},
	{
		`{"type":"prompt_snapshot","systemPrompt":"the systemPrompt","tools":[{"name":"the name","description":"the description",
			"schema":{"of":"schema"}}],"cliPrefix":"the cliPrefix","contextRendering":"the contextRendering",
			"echoWireToolInputs":true,"reminderFold":true,"keptReminders":true,"systemTurns":true,"inlineTools":true,
			"toolChangeHeader":true}`,
		&claudecode.PromptSnapshot{
			SystemPrompt: claudecode.PromptText{Type: decoder.String, Text: "the systemPrompt"},
			Tools: []claudecode.PromptTool{{
				Name: "the name", Description: new("the description"), Schema: decoder.Raw(`{"of":"schema"}`),
			}},
			CliPrefix: new("the cliPrefix"), ContextRendering: new("the contextRendering"), EchoWireToolInputs: new(true),
			ReminderFold: new(true), KeptReminders: new(true), SystemTurns: new(true), InlineTools: new(true),
			ToolChangeHeader: new(true),
		},
	},
	{
		`{"type":"deferred_tools_record","entries":[{"name":"the name","description":"the description",
			"input_schema":{"of":"input_schema"},"defer_loading":true,"eager_input_streaming":true}],
			"nameOnlyAnnouncements":["nameOnlyAnnouncements 1","nameOnlyAnnouncements 2"],
			"strippedReferences":["strippedReferences 1","strippedReferences 2"],"toolInputCopies":{"of":"toolInputCopies"}}`,
		&claudecode.DeferredToolsRecord{
			Entries: []claudecode.DeferredTool{{
				Name: "the name", Description: new("the description"), InputSchema: decoder.Raw(`{"of":"input_schema"}`),
				DeferLoading: true, EagerInputStreaming: true,
			}},
			NameOnlyAnnouncements: []string{"nameOnlyAnnouncements 1", "nameOnlyAnnouncements 2"},
			StrippedReferences:    []string{"strippedReferences 1", "strippedReferences 2"},
			ToolInputCopies:       decoder.Raw(`{"of":"toolInputCopies"}`),
		},
	},
	{
		`{"type":"credential_org","organizationUuid":"the organizationUuid"}`,
		&claudecode.CredentialOrg{OrganizationUUID: "the organizationUuid"},
	},
	{
		`{"type":"bash_output_audience_note","toolUseID":"the toolUseID"}`,
		&claudecode.BashOutputAudienceNote{ToolUseID: "the toolUseID"},
	},
	{
		`{"type":"batching_reminder_sent","text":"the text","model":"the model","clearAt":"the clearAt"}`,
		&claudecode.BatchingReminderSent{Text: new("the text"), Model: new("the model"), ClearAt: new("the clearAt")},
	},
	{
		`{"type":"thinking_stripped","scope":"the scope"}`,
		&claudecode.ThinkingStripped{Scope: new("the scope")},
	},
	{
		`{"type":"thinking_drop","model":"the model","requestId":"the requestId","thinkingBlocksSent":3,"thinkingTurnsSent":4}`,
		&claudecode.ThinkingDrop{
			Model: new("the model"), RequestID: new("the requestId"), ThinkingBlocksSent: new(3), ThinkingTurnsSent: new(4),
		},
	},
	{
		`{"type":"todo"}`,
		&claudecode.NoteAttachment{Type: "todo"},
	},
	{
		`{"type":"plan"}`,
		&claudecode.NoteAttachment{Type: "plan"},
	},
	{
		`{"type":"ultramemory"}`,
		&claudecode.NoteAttachment{Type: "ultramemory"},
	},
	{
		`{"type":"task_progress"}`,
		&claudecode.NoteAttachment{Type: "task_progress"},
	},
	{
		`{"type":"unified_tasks"}`,
		&claudecode.NoteAttachment{Type: "unified_tasks"},
	},
	{
		`{"type":"background_task_status"}`,
		&claudecode.NoteAttachment{Type: "background_task_status"},
	},
	{
		`{"type":"background_remote_session_status"}`,
		&claudecode.NoteAttachment{Type: "background_remote_session_status"},
	},
	{
		`{"type":"autocheckpointing"}`,
		&claudecode.NoteAttachment{Type: "autocheckpointing"},
	},
	{
		`{"type":"teammate_shutdown_batch"}`,
		&claudecode.NoteAttachment{Type: "teammate_shutdown_batch"},
	},
	{
		`{"type":"skill_discovery"}`,
		&claudecode.NoteAttachment{Type: "skill_discovery"},
	},
	{
		`{"type":"verify_plan_reminder"}`,
		&claudecode.NoteAttachment{Type: "verify_plan_reminder"},
	},
	{
		`{"type":"compaction_reminder"}`,
		&claudecode.NoteAttachment{Type: "compaction_reminder"},
	},
	{
		`{"type":"context_efficiency"}`,
		&claudecode.NoteAttachment{Type: "context_efficiency"},
	},
	{
		`{"type":"silent_turn_reminder"}`,
		&claudecode.NoteAttachment{Type: "silent_turn_reminder"},
	},
	{
		`{"type":"workflow_keyword_request"}`,
		&claudecode.NoteAttachment{Type: "workflow_keyword_request"},
	},
	{
		`{"type":"hook_deferred_tool"}`,
		&claudecode.NoteAttachment{Type: "hook_deferred_tool"},
	},
	{
		`{"type":"delegate_mode"}`,
		&claudecode.NoteAttachment{Type: "delegate_mode"},
	},
	{
		`{"type":"delegate_mode_exit"}`,
		&claudecode.NoteAttachment{Type: "delegate_mode_exit"},
	},
	{
		`{"type":"pen_mode_enter"}`,
		&claudecode.NoteAttachment{Type: "pen_mode_enter"},
	},
	{
		`{"type":"pen_mode_exit"}`,
		&claudecode.NoteAttachment{Type: "pen_mode_exit"},
	},
	{
		`{"type":"ultra_effort_enter"}`,
		&claudecode.NoteAttachment{Type: "ultra_effort_enter"},
	},
	{
		`{"type":"ultra_effort_exit"}`,
		&claudecode.NoteAttachment{Type: "ultra_effort_exit"},
	},
	{
		`{"type":"bagel_console"}`,
		&claudecode.NoteAttachment{Type: "bagel_console"},
	},
	{
		`{"type":"async_hook_response_batch"}`,
		&claudecode.NoteAttachment{Type: "async_hook_response_batch"},
	},
	{
		`{"type":"batching_reminder"}`,
		&claudecode.NoteAttachment{Type: "batching_reminder"},
	},
	{
		`{"type":"cowork_memory_context"}`,
		&claudecode.NoteAttachment{Type: "cowork_memory_context"},
	},
	{
		`{"type":"dir_sync_notice"}`,
		&claudecode.NoteAttachment{Type: "dir_sync_notice"},
	},
	{
		`{"type":"fork_briefing"}`,
		&claudecode.NoteAttachment{Type: "fork_briefing"},
	},
	{
		`{"type":"language"}`,
		&claudecode.NoteAttachment{Type: "language"},
	},
	{
		`{"type":"peer_mention"}`,
		&claudecode.NoteAttachment{Type: "peer_mention"},
	},
	{
		`{"type":"poll_events"}`,
		&claudecode.NoteAttachment{Type: "poll_events"},
	},
	{
		`{"type":"sandbox_instructions"}`,
		&claudecode.NoteAttachment{Type: "sandbox_instructions"},
	},
	{
		`{"type":"secondary_reminder"}`,
		&claudecode.NoteAttachment{Type: "secondary_reminder"},
	},
	{
		`{"type":"tool_host_result_lines"}`,
		&claudecode.NoteAttachment{Type: "tool_host_result_lines"},
	},
	{
		`{"type":"tool_hosts_notice"}`,
		&claudecode.NoteAttachment{Type: "tool_hosts_notice"},
	},
	{
		`{"type":"tool_search_usage_reminder"}`,
		&claudecode.NoteAttachment{Type: "tool_search_usage_reminder"},
	},
	{
		`{"type":"workflow_size_guideline_change"}`,
		&claudecode.NoteAttachment{Type: "workflow_size_guideline_change"},
	},
}

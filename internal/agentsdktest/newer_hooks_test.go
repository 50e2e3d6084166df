package agentsdktest

import (
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

func TestHookInputs(t *testing.T) {
	testParts(t, 33, []partCase[ndwire.HookInput]{
		{
			"PreToolUse", `{"hook_event_name":"PreToolUse","session_id":"session-7","transcript_path":"path2","cwd":"cwd3","prompt_id":"prompt-id4",
			"permission_mode":"plan","agent_id":"agent-id5","agent_type":"type6","effort":{"level":"level7"},"tool_name":"tool-name8",
			"tool_input":{"k":9},"tool_use_id":"id10","mcp_server":{"name":"name11","source":"source12"}}`,
			&ndwire.PreToolUseHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path2", CWD: "cwd3", PromptID: "prompt-id4",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id5", AgentType: "type6",
					Effort: &ndwire.HookEffort{Level: "level7"},
				},
				ToolName: "tool-name8", ToolInput: decoder.Raw(`{"k":9}`), ToolUseID: "id10",
				McpServer: &ndwire.McpServerProvenance{Name: "name11", Source: "source12"},
			},
		},
		{
			"PostToolUse", `{"hook_event_name":"PostToolUse","session_id":"session-7","transcript_path":"path13","cwd":"cwd14","prompt_id":"prompt-id15",
			"permission_mode":"default","agent_id":"agent-id16","agent_type":"type17","effort":{"level":"level18"},
			"tool_name":"tool-name19","tool_input":{"k":20},"tool_response":{"k":21},"tool_use_id":"id22","duration_ms":23,
			"mcp_server":{"name":"name24","source":"source25"}}`,
			&ndwire.PostToolUseHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path13", CWD: "cwd14", PromptID: "prompt-id15",
					PermissionMode: ndwire.PermissionModeDefault, AgentID: "agent-id16", AgentType: "type17",
					Effort: &ndwire.HookEffort{Level: "level18"},
				},
				ToolName: "tool-name19", ToolInput: decoder.Raw(`{"k":20}`), ToolResponse: decoder.Raw(`{"k":21}`),
				ToolUseID: "id22", DurationMs: new(int64(23)),
				McpServer: &ndwire.McpServerProvenance{Name: "name24", Source: "source25"},
			},
		},
		{
			"PostToolUseFailure", `{"hook_event_name":"PostToolUseFailure","session_id":"session-7","transcript_path":"path26","cwd":"cwd27",
			"prompt_id":"prompt-id28","permission_mode":"auto","agent_id":"agent-id29","agent_type":"type30","effort":{"level":"level31"},
			"tool_name":"tool-name32","tool_input":{"k":33},"tool_use_id":"id34","error":"error35","is_interrupt":true,
			"duration_ms":36,"mcp_server":{"name":"name37","source":"source38"}}`,
			&ndwire.PostToolUseFailureHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path26", CWD: "cwd27", PromptID: "prompt-id28",
					PermissionMode: ndwire.PermissionModeAuto, AgentID: "agent-id29", AgentType: "type30",
					Effort: &ndwire.HookEffort{Level: "level31"},
				},
				ToolName: "tool-name32", ToolInput: decoder.Raw(`{"k":33}`), ToolUseID: "id34", Error: "error35",
				IsInterrupt: true, DurationMs: new(int64(36)),
				McpServer: &ndwire.McpServerProvenance{Name: "name37", Source: "source38"},
			},
		},
		{
			"PostToolBatch", `{"hook_event_name":"PostToolBatch","session_id":"session-7","transcript_path":"path39","cwd":"cwd40",
			"prompt_id":"prompt-id41","permission_mode":"dontAsk","agent_id":"agent-id42","agent_type":"type43","effort":{"level":"level44"},
			"tool_calls":[{"tool_name":"tool-name45","tool_input":{"k":46},"tool_use_id":"id47","tool_response":{"k":48}}]}`,
			&ndwire.PostToolBatchHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path39", CWD: "cwd40", PromptID: "prompt-id41",
					PermissionMode: ndwire.PermissionModeDontAsk, AgentID: "agent-id42", AgentType: "type43",
					Effort: &ndwire.HookEffort{Level: "level44"},
				},
				ToolCalls: []ndwire.ToolBatchCall{{
					ToolName: "tool-name45", ToolInput: decoder.Raw(`{"k":46}`), ToolUseID: "id47",
					ToolResponse: decoder.Raw(`{"k":48}`),
				}},
			},
		},
		{
			"Notification", `{"hook_event_name":"Notification","session_id":"session-7","transcript_path":"path49","cwd":"cwd50","prompt_id":"prompt-id51",
			"permission_mode":"acceptEdits","agent_id":"agent-id52","agent_type":"type53","effort":{"level":"level54"},
			"message":"message55","title":"title56","notification_type":"type57"}`,
			&ndwire.NotificationHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path49", CWD: "cwd50", PromptID: "prompt-id51",
					PermissionMode: ndwire.PermissionModeAcceptEdits, AgentID: "agent-id52", AgentType: "type53",
					Effort: &ndwire.HookEffort{Level: "level54"},
				},
				Message: "message55", Title: "title56", NotificationType: "type57",
			},
		},
		{
			"UserPromptSubmit", `{"hook_event_name":"UserPromptSubmit","session_id":"session-7","transcript_path":"path58","cwd":"cwd59",
			"prompt_id":"prompt-id60","permission_mode":"plan","agent_id":"agent-id61","agent_type":"type62","effort":{"level":"level63"},
			"prompt":"prompt64","source":"user","session_title":"title65"}`,
			&ndwire.UserPromptSubmitHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path58", CWD: "cwd59", PromptID: "prompt-id60",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id61", AgentType: "type62",
					Effort: &ndwire.HookEffort{Level: "level63"},
				},
				Prompt: "prompt64", Source: "user", SessionTitle: "title65",
			},
		},
		{
			"UserPromptExpansion", `{"hook_event_name":"UserPromptExpansion","session_id":"session-7","transcript_path":"path66","cwd":"cwd67",
			"prompt_id":"prompt-id68","permission_mode":"delegate","agent_id":"agent-id69","agent_type":"type70",
			"effort":{"level":"level71"},"expansion_type":"slash_command","command_name":"name72","command_args":"args73",
			"command_source":"source74","prompt":"prompt75"}`,
			&ndwire.UserPromptExpansionHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path66", CWD: "cwd67", PromptID: "prompt-id68",
					PermissionMode: ndwire.PermissionModeDelegate, AgentID: "agent-id69", AgentType: "type70",
					Effort: &ndwire.HookEffort{Level: "level71"},
				},
				ExpansionType: "slash_command", CommandName: "name72", CommandArgs: "args73",
				CommandSource: "source74", Prompt: "prompt75",
			},
		},
		{
			"SessionStart", `{"hook_event_name":"SessionStart","session_id":"session-7","transcript_path":"path76","cwd":"cwd77","prompt_id":"prompt-id78",
			"permission_mode":"default","agent_id":"agent-id79","agent_type":"type80","effort":{"level":"level81"},
			"source":"startup","model":"model82","session_title":"title83","seconds_since_last_response":84.5,"context_tokens":85,
			"prompt_cache_likely_expired":true,"estimated_cache_write_usd":86.5}`,
			&ndwire.SessionStartHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path76", CWD: "cwd77", PromptID: "prompt-id78",
					PermissionMode: ndwire.PermissionModeDefault, AgentID: "agent-id79", AgentType: "type80",
					Effort: &ndwire.HookEffort{Level: "level81"},
				},
				Source: "startup", Model: "model82", SessionTitle: "title83", SecondsSinceLastResponse: new(84.5),
				ContextTokens: new(85), PromptCacheLikelyExpired: true, EstimatedCacheWriteUSD: new(86.5),
			},
		},
		{
			"SessionEnd", `{"hook_event_name":"SessionEnd","session_id":"session-7","transcript_path":"path87","cwd":"cwd88","prompt_id":"prompt-id89",
			"permission_mode":"delegate","agent_id":"agent-id1","agent_type":"type2","effort":{"level":"level3"},
			"reason":"logout"}`,
			&ndwire.SessionEndHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path87", CWD: "cwd88", PromptID: "prompt-id89",
					PermissionMode: ndwire.PermissionModeDelegate, AgentID: "agent-id1", AgentType: "type2",
					Effort: &ndwire.HookEffort{Level: "level3"},
				},
				Reason: ndwire.ExitReasonLogout,
			},
		},
		{
			"Stop", `{"hook_event_name":"Stop","session_id":"session-7","transcript_path":"path4","cwd":"cwd5","prompt_id":"prompt-id6",
			"permission_mode":"plan","agent_id":"agent-id7","agent_type":"type8","effort":{"level":"level9"},"stop_hook_active":true,
			"last_assistant_message":"message10","background_tasks":[{"id":"id11","type":"type12","status":"status13",
			"description":"description14","command":"command15","agent_type":"type16","server":"server17","tool":"tool18",
			"name":"name19"}],"session_crons":[{"id":"id20","schedule":"schedule21","recurring":true,"prompt":"prompt22"}]}`,
			&ndwire.StopHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path4", CWD: "cwd5", PromptID: "prompt-id6",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id7", AgentType: "type8",
					Effort: &ndwire.HookEffort{Level: "level9"},
				},
				StopHookActive: true, LastAssistantMessage: "message10",
				BackgroundTasks: []ndwire.BackgroundTaskSummary{{
					ID: "id11", Type: "type12", Status: "status13", Description: "description14", Command: "command15",
					AgentType: "type16", Server: "server17", Tool: "tool18", Name: "name19",
				}},
				SessionCrons: []ndwire.SessionCronSummary{{
					ID: "id20", Schedule: "schedule21", Recurring: true, Prompt: "prompt22",
				}},
			},
		},
		{
			"StopFailure", `{"hook_event_name":"StopFailure","session_id":"session-7","transcript_path":"path23","cwd":"cwd24","prompt_id":"prompt-id25",
			"permission_mode":"acceptEdits","agent_id":"agent-id26","agent_type":"type27","effort":{"level":"level28"},
			"error":"cloud_credential_error","error_details":"details29","last_assistant_message":"message30"}`,
			&ndwire.StopFailureHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path23", CWD: "cwd24", PromptID: "prompt-id25",
					PermissionMode: ndwire.PermissionModeAcceptEdits, AgentID: "agent-id26", AgentType: "type27",
					Effort: &ndwire.HookEffort{Level: "level28"},
				},
				Error: ndwire.ErrCloudCredentialError, ErrorDetails: "details29", LastAssistantMessage: "message30",
			},
		},
		{
			"SubagentStart", `{"hook_event_name":"SubagentStart","session_id":"session-7","transcript_path":"path31","cwd":"cwd32",
			"prompt_id":"prompt-id33","permission_mode":"bypassPermissions","agent_id":"agent-id34","agent_type":"type35",
			"effort":{"level":"level36"}}`,
			&ndwire.SubagentStartHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path31", CWD: "cwd32", PromptID: "prompt-id33",
					PermissionMode: ndwire.PermissionModeBypassPermissions, AgentID: "agent-id34", AgentType: "type35",
					Effort: &ndwire.HookEffort{Level: "level36"},
				},
			},
		},
		{
			"SubagentStop", `{"hook_event_name":"SubagentStop","session_id":"session-7","transcript_path":"path37","cwd":"cwd38","prompt_id":"prompt-id39",
			"permission_mode":"acceptEdits","agent_id":"agent-id40","agent_type":"type41","effort":{"level":"level42"},
			"stop_hook_active":true,"agent_transcript_path":"path43","last_assistant_message":"message44","background_tasks":[{"id":"id45",
			"type":"type46","status":"status47","description":"description48","command":"command49","agent_type":"type50",
			"server":"server51","tool":"tool52","name":"name53"}],"session_crons":[{"id":"id54","schedule":"schedule55",
			"recurring":true,"prompt":"prompt56"}]}`,
			&ndwire.SubagentStopHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path37", CWD: "cwd38", PromptID: "prompt-id39",
					PermissionMode: ndwire.PermissionModeAcceptEdits, AgentID: "agent-id40", AgentType: "type41",
					Effort: &ndwire.HookEffort{Level: "level42"},
				},
				StopHookActive: true, AgentTranscriptPath: "path43", LastAssistantMessage: "message44",
				BackgroundTasks: []ndwire.BackgroundTaskSummary{{
					ID: "id45", Type: "type46", Status: "status47", Description: "description48", Command: "command49",
					AgentType: "type50", Server: "server51", Tool: "tool52", Name: "name53",
				}},
				SessionCrons: []ndwire.SessionCronSummary{{
					ID: "id54", Schedule: "schedule55", Recurring: true, Prompt: "prompt56",
				}},
			},
		},
		{
			"PreCompact", `{"hook_event_name":"PreCompact","session_id":"session-7","transcript_path":"path57","cwd":"cwd58","prompt_id":"prompt-id59",
			"permission_mode":"default","agent_id":"agent-id60","agent_type":"type61","effort":{"level":"level62"},
			"trigger":"manual","custom_instructions":"instructions63"}`,
			&ndwire.PreCompactHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path57", CWD: "cwd58", PromptID: "prompt-id59",
					PermissionMode: ndwire.PermissionModeDefault, AgentID: "agent-id60", AgentType: "type61",
					Effort: &ndwire.HookEffort{Level: "level62"},
				},
				Trigger: "manual", CustomInstructions: new("instructions63"),
			},
		},
		{
			"PostCompact", `{"hook_event_name":"PostCompact","session_id":"session-7","transcript_path":"path64","cwd":"cwd65","prompt_id":"prompt-id66",
			"permission_mode":"default","agent_id":"agent-id67","agent_type":"type68","effort":{"level":"level69"},
			"trigger":"manual","compact_summary":"summary70"}`,
			&ndwire.PostCompactHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path64", CWD: "cwd65", PromptID: "prompt-id66",
					PermissionMode: ndwire.PermissionModeDefault, AgentID: "agent-id67", AgentType: "type68",
					Effort: &ndwire.HookEffort{Level: "level69"},
				},
				Trigger: "manual", CompactSummary: "summary70",
			},
		},
		{
			"PreModelSwitch", `{"hook_event_name":"PreModelSwitch","session_id":"session-7","transcript_path":"path71","cwd":"cwd72",
			"prompt_id":"prompt-id73","permission_mode":"default","agent_id":"agent-id74","agent_type":"type75","effort":{"level":"level76"},
			"from_model":"model77","to_model":"to-model78","requested_model":"model79","source":"command","context_tokens":80,
			"prompt_cache_warm":true,"cache_ttl":"5m","estimated_cache_write_usd":81.5,"pricing":"configured"}`,
			&ndwire.PreModelSwitchHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path71", CWD: "cwd72", PromptID: "prompt-id73",
					PermissionMode: ndwire.PermissionModeDefault, AgentID: "agent-id74", AgentType: "type75",
					Effort: &ndwire.HookEffort{Level: "level76"},
				},
				FromModel: "model77", ToModel: "to-model78", RequestedModel: new("model79"), Source: "command",
				ContextTokens: 80, PromptCacheWarm: true, CacheTtl: "5m", EstimatedCacheWriteUSD: 81.5,
				Pricing: "configured",
			},
		},
		{
			"PostModelSwitch", `{"hook_event_name":"PostModelSwitch","session_id":"session-7","transcript_path":"path82","cwd":"cwd83",
			"prompt_id":"prompt-id84","permission_mode":"delegate","agent_id":"agent-id85","agent_type":"type86",
			"effort":{"level":"level87"},"from_model":"model88","to_model":"to-model89","requested_model":"model1",
			"source":"command","context_tokens":2,"prompt_cache_warm":true,"cache_ttl":"5m","estimated_cache_write_usd":3.5,
			"pricing":"configured"}`,
			&ndwire.PostModelSwitchHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path82", CWD: "cwd83", PromptID: "prompt-id84",
					PermissionMode: ndwire.PermissionModeDelegate, AgentID: "agent-id85", AgentType: "type86",
					Effort: &ndwire.HookEffort{Level: "level87"},
				},
				FromModel: "model88", ToModel: "to-model89", RequestedModel: new("model1"), Source: "command",
				ContextTokens: 2, PromptCacheWarm: true, CacheTtl: "5m", EstimatedCacheWriteUSD: 3.5,
				Pricing: "configured",
			},
		},
		{
			"PermissionRequest", `{"hook_event_name":"PermissionRequest","session_id":"session-7","transcript_path":"path4","cwd":"cwd5",
			"prompt_id":"prompt-id6","permission_mode":"acceptEdits","agent_id":"agent-id7","agent_type":"type8",
			"effort":{"level":"level9"},"tool_name":"tool-name10","tool_input":{"k":11},"permission_suggestions":[{"type":"type12",
			"destination":"destination13","rules":[{"toolName":"toolname14","ruleContent":"rulecontent15"}],"behavior":"behavior16",
			"rule":{"toolName":"toolname17","ruleContent":"rulecontent18"},"mode":"auto","directories":["directories19"]}],
			"mcp_server":{"name":"name20","source":"source21"}}`,
			&ndwire.PermissionRequestHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path4", CWD: "cwd5", PromptID: "prompt-id6",
					PermissionMode: ndwire.PermissionModeAcceptEdits, AgentID: "agent-id7", AgentType: "type8",
					Effort: &ndwire.HookEffort{Level: "level9"},
				},
				ToolName: "tool-name10", ToolInput: decoder.Raw(`{"k":11}`),
				PermissionSuggestions: []ndwire.PermissionUpdate{{
					Type: "type12", Destination: "destination13",
					Rules:    []ndwire.PermissionRuleValue{{ToolName: "toolname14", RuleContent: "rulecontent15"}},
					Behavior: "behavior16",
					Rule:     &ndwire.PermissionRuleValue{ToolName: "toolname17", RuleContent: "rulecontent18"},
					Mode:     new(ndwire.PermissionModeAuto), Directories: []string{"directories19"},
				}},
				McpServer: &ndwire.McpServerProvenance{Name: "name20", Source: "source21"},
			},
		},
		{
			"PermissionDenied", `{"hook_event_name":"PermissionDenied","session_id":"session-7","transcript_path":"path22","cwd":"cwd23",
			"prompt_id":"prompt-id24","permission_mode":"dontAsk","agent_id":"agent-id25","agent_type":"type26","effort":{"level":"level27"},
			"tool_name":"tool-name28","tool_input":{"k":29},"tool_use_id":"id30","reason":"reason31","mcp_server":{"name":"name32",
			"source":"source33"}}`,
			&ndwire.PermissionDeniedHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path22", CWD: "cwd23", PromptID: "prompt-id24",
					PermissionMode: ndwire.PermissionModeDontAsk, AgentID: "agent-id25", AgentType: "type26",
					Effort: &ndwire.HookEffort{Level: "level27"},
				},
				ToolName: "tool-name28", ToolInput: decoder.Raw(`{"k":29}`), ToolUseID: "id30", Reason: "reason31",
				McpServer: &ndwire.McpServerProvenance{Name: "name32", Source: "source33"},
			},
		},
		{
			"Setup", `{"hook_event_name":"Setup","session_id":"session-7","transcript_path":"path34","cwd":"cwd35","prompt_id":"prompt-id36",
			"permission_mode":"plan","agent_id":"agent-id37","agent_type":"type38","effort":{"level":"level39"},"trigger":"init"}`,
			&ndwire.SetupHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path34", CWD: "cwd35", PromptID: "prompt-id36",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id37", AgentType: "type38",
					Effort: &ndwire.HookEffort{Level: "level39"},
				},
				Trigger: "init",
			},
		},
		{
			"TeammateIdle", `{"hook_event_name":"TeammateIdle","session_id":"session-7","transcript_path":"path40","cwd":"cwd41","prompt_id":"prompt-id42",
			"permission_mode":"bypassPermissions","agent_id":"agent-id43","agent_type":"type44","effort":{"level":"level45"},
			"teammate_name":"name46","team_name":"team-name47"}`,
			&ndwire.TeammateIdleHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path40", CWD: "cwd41", PromptID: "prompt-id42",
					PermissionMode: ndwire.PermissionModeBypassPermissions, AgentID: "agent-id43", AgentType: "type44",
					Effort: &ndwire.HookEffort{Level: "level45"},
				},
				TeammateName: "name46", TeamName: "team-name47",
			},
		},
		{
			"TaskCreated", `{"hook_event_name":"TaskCreated","session_id":"session-7","transcript_path":"path48","cwd":"cwd49","prompt_id":"prompt-id50",
			"permission_mode":"plan","agent_id":"agent-id51","agent_type":"type52","effort":{"level":"level53"},"task_id":"task-id54",
			"task_subject":"subject55","task_description":"description56","teammate_name":"name57","team_name":"team-name58"}`,
			&ndwire.TaskCreatedHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path48", CWD: "cwd49", PromptID: "prompt-id50",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id51", AgentType: "type52",
					Effort: &ndwire.HookEffort{Level: "level53"},
				},
				TaskID: "task-id54", TaskSubject: "subject55", TaskDescription: "description56",
				TeammateName: "name57", TeamName: "team-name58",
			},
		},
		{
			"TaskCompleted", `{"hook_event_name":"TaskCompleted","session_id":"session-7","transcript_path":"path59","cwd":"cwd60",
			"prompt_id":"prompt-id61","permission_mode":"default","agent_id":"agent-id62","agent_type":"type63","effort":{"level":"level64"},
			"task_id":"task-id65","task_subject":"subject66","task_description":"description67","teammate_name":"name68",
			"team_name":"team-name69"}`,
			&ndwire.TaskCompletedHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path59", CWD: "cwd60", PromptID: "prompt-id61",
					PermissionMode: ndwire.PermissionModeDefault, AgentID: "agent-id62", AgentType: "type63",
					Effort: &ndwire.HookEffort{Level: "level64"},
				},
				TaskID: "task-id65", TaskSubject: "subject66", TaskDescription: "description67",
				TeammateName: "name68", TeamName: "team-name69",
			},
		},
		{
			"Elicitation", `{"hook_event_name":"Elicitation","session_id":"session-7","transcript_path":"path70","cwd":"cwd71","prompt_id":"prompt-id72",
			"permission_mode":"delegate","agent_id":"agent-id73","agent_type":"type74","effort":{"level":"level75"},
			"mcp_server_name":"name76","message":"message77","mode":"form","url":"url78","elicitation_id":"id79",
			"requested_schema":{"k":80}}`,
			&ndwire.ElicitationHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path70", CWD: "cwd71", PromptID: "prompt-id72",
					PermissionMode: ndwire.PermissionModeDelegate, AgentID: "agent-id73", AgentType: "type74",
					Effort: &ndwire.HookEffort{Level: "level75"},
				},
				McpServerName: "name76", Message: "message77", Mode: "form", URL: "url78", ElicitationID: "id79",
				RequestedSchema: decoder.Raw(`{"k":80}`),
			},
		},
		{
			"ElicitationResult", `{"hook_event_name":"ElicitationResult","session_id":"session-7","transcript_path":"path81","cwd":"cwd82",
			"prompt_id":"prompt-id83","permission_mode":"acceptEdits","agent_id":"agent-id84","agent_type":"type85",
			"effort":{"level":"level86"},"mcp_server_name":"name87","elicitation_id":"id88","mode":"form","action":"accept",
			"content":{"k":89}}`,
			&ndwire.ElicitationResultHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path81", CWD: "cwd82", PromptID: "prompt-id83",
					PermissionMode: ndwire.PermissionModeAcceptEdits, AgentID: "agent-id84", AgentType: "type85",
					Effort: &ndwire.HookEffort{Level: "level86"},
				},
				McpServerName: "name87", ElicitationID: "id88", Mode: "form", Action: "accept",
				Content: decoder.Raw(`{"k":89}`),
			},
		},
		{
			"ConfigChange", `{"hook_event_name":"ConfigChange","session_id":"session-7","transcript_path":"path1","cwd":"cwd2","prompt_id":"prompt-id3",
			"permission_mode":"plan","agent_id":"agent-id4","agent_type":"type5","effort":{"level":"level6"},"source":"user_settings",
			"file_path":"file-path7"}`,
			&ndwire.ConfigChangeHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path1", CWD: "cwd2", PromptID: "prompt-id3",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id4", AgentType: "type5",
					Effort: &ndwire.HookEffort{Level: "level6"},
				},
				Source: "user_settings", FilePath: "file-path7",
			},
		},
		{
			"WorktreeCreate", `{"hook_event_name":"WorktreeCreate","session_id":"session-7","transcript_path":"path8","cwd":"cwd9","prompt_id":"prompt-id10",
			"permission_mode":"plan","agent_id":"agent-id11","agent_type":"type12","effort":{"level":"level13"},"name":"name14"}`,
			&ndwire.WorktreeCreateHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path8", CWD: "cwd9", PromptID: "prompt-id10",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id11", AgentType: "type12",
					Effort: &ndwire.HookEffort{Level: "level13"},
				},
				Name: "name14",
			},
		},
		{
			"WorktreeRemove", `{"hook_event_name":"WorktreeRemove","session_id":"session-7","transcript_path":"path15","cwd":"cwd16",
			"prompt_id":"prompt-id17","permission_mode":"plan","agent_id":"agent-id18","agent_type":"type19","effort":{"level":"level20"},
			"worktree_path":"path21"}`,
			&ndwire.WorktreeRemoveHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path15", CWD: "cwd16", PromptID: "prompt-id17",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id18", AgentType: "type19",
					Effort: &ndwire.HookEffort{Level: "level20"},
				},
				WorktreePath: "path21",
			},
		},
		{
			"InstructionsLoaded", `{"hook_event_name":"InstructionsLoaded","session_id":"session-7","transcript_path":"path22","cwd":"cwd23",
			"prompt_id":"prompt-id24","permission_mode":"plan","agent_id":"agent-id25","agent_type":"type26","effort":{"level":"level27"},
			"file_path":"file-path28","memory_type":"type29","load_reason":"session_start","globs":["globs30"],"trigger_file_path":"path31",
			"parent_file_path":"path32"}`,
			&ndwire.InstructionsLoadedHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path22", CWD: "cwd23", PromptID: "prompt-id24",
					PermissionMode: ndwire.PermissionModePlan, AgentID: "agent-id25", AgentType: "type26",
					Effort: &ndwire.HookEffort{Level: "level27"},
				},
				FilePath: "file-path28", MemoryType: "type29", LoadReason: "session_start",
				Globs: []string{"globs30"}, TriggerFilePath: "path31", ParentFilePath: "path32",
			},
		},
		{
			"CwdChanged", `{"hook_event_name":"CwdChanged","session_id":"session-7","transcript_path":"path33","cwd":"cwd34","prompt_id":"prompt-id35",
			"permission_mode":"default","agent_id":"agent-id36","agent_type":"type37","effort":{"level":"level38"},
			"old_cwd":"old-cwd39","new_cwd":"new-cwd40"}`,
			&ndwire.CwdChangedHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path33", CWD: "cwd34", PromptID: "prompt-id35",
					PermissionMode: ndwire.PermissionModeDefault, AgentID: "agent-id36", AgentType: "type37",
					Effort: &ndwire.HookEffort{Level: "level38"},
				},
				OldCWD: "old-cwd39", NewCWD: "new-cwd40",
			},
		},
		{
			"FileChanged", `{"hook_event_name":"FileChanged","session_id":"session-7","transcript_path":"path41","cwd":"cwd42","prompt_id":"prompt-id43",
			"permission_mode":"acceptEdits","agent_id":"agent-id44","agent_type":"type45","effort":{"level":"level46"},
			"file_path":"file-path47","event":"change"}`,
			&ndwire.FileChangedHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path41", CWD: "cwd42", PromptID: "prompt-id43",
					PermissionMode: ndwire.PermissionModeAcceptEdits, AgentID: "agent-id44", AgentType: "type45",
					Effort: &ndwire.HookEffort{Level: "level46"},
				},
				FilePath: "file-path47", Event: "change",
			},
		},
		{
			"DirectoryAdded", `{"hook_event_name":"DirectoryAdded","session_id":"session-7","transcript_path":"path48","cwd":"cwd49",
			"prompt_id":"prompt-id50","permission_mode":"acceptEdits","agent_id":"agent-id51","agent_type":"type52",
			"effort":{"level":"level53"},"directory":"directory54","source":"slash_command"}`,
			&ndwire.DirectoryAddedHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path48", CWD: "cwd49", PromptID: "prompt-id50",
					PermissionMode: ndwire.PermissionModeAcceptEdits, AgentID: "agent-id51", AgentType: "type52",
					Effort: &ndwire.HookEffort{Level: "level53"},
				},
				Directory: "directory54", Source: "slash_command",
			},
		},
		{
			"MessageDisplay", `{"hook_event_name":"MessageDisplay","session_id":"session-7","transcript_path":"path55","cwd":"cwd56",
			"prompt_id":"prompt-id57","permission_mode":"acceptEdits","agent_id":"agent-id58","agent_type":"type59",
			"effort":{"level":"level60"},"turn_id":"turn-id61","message_id":"id62","index":63,"final":true,"delta":"delta64"}`,
			&ndwire.MessageDisplayHookInput{
				BaseHookInput: ndwire.BaseHookInput{
					SessionID: "session-7", TranscriptPath: "path55", CWD: "cwd56", PromptID: "prompt-id57",
					PermissionMode: ndwire.PermissionModeAcceptEdits, AgentID: "agent-id58", AgentType: "type59",
					Effort: &ndwire.HookEffort{Level: "level60"},
				},
				TurnID: "turn-id61", MessageID: "id62", Index: 63, Final: true, Delta: "delta64",
			},
		},
	}, ndwire.UnmarshalHookInput, ndwire.CloneHookInput, ndwire.HookInput.HookEventName)
}

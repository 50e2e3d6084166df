package agentsdktest

import (
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// Answers that stand in the Result of a control response.
var answers = []struct {
	text string
	want record
}{
	{
		`{"categories":[{"id":"system_prompt","name":"name2","tokens":3,"color":"color4","isDeferred":true,"kind":"used"}],
			"totalTokens":5,"maxTokens":6,"rawMaxTokens":7,"percentage":8.5,"gridRows":[[{"color":"color9","isFilled":true,
			"categoryName":"categoryname10","tokens":11,"percentage":12.5,"squareFullness":13.5}]],"model":"model14",
			"memoryFiles":[{"path":"path15","type":"type16","tokens":17}],"mcpTools":[{"name":"name18","serverName":"servername19",
			"tokens":20,"isLoaded":true}],"mcpInstructions":[{"serverName":"servername21","tokens":22}],"deferredBuiltinTools":[{"name":"name23",
			"tokens":24,"isLoaded":true}],"systemTools":[{"name":"name25","tokens":26}],"systemPromptSections":[{"name":"name27",
			"tokens":28}],"agents":[{"agentType":"agenttype29","source":"source30","pluginId":"pluginid31","path":"path32",
			"tokens":33}],"slashCommands":{"totalCommands":34,"includedCommands":35,"tokens":36},"skills":{"totalSkills":37,
			"includedSkills":38,"tokens":39,"skillFrontmatter":[{"name":"name40","source":"source41","pluginName":"pluginname42",
			"pluginId":"pluginid43","path":"path44","tokens":45}]},"autoCompactThreshold":46,"isAutoCompactEnabled":true,
			"messageBreakdown":{"toolCallTokens":47,"toolResultTokens":48,"attachmentTokens":49,"assistantMessageTokens":50,
			"userMessageTokens":51,"redirectedContextTokens":52,"unattributedTokens":53,"toolCallsByType":[{"name":"name54",
			"callTokens":55,"resultTokens":56}],"attachmentsByType":[{"name":"name57","tokens":58}]},"apiUsage":{"input_tokens":59,
			"output_tokens":60,"cache_creation_input_tokens":61,"cache_read_input_tokens":62}}`,
		&ndwire.ContextUsageResponse{
			Categories: []ndwire.ContextCategory{{
				ID: "system_prompt", Name: "name2", Tokens: 3, Color: "color4", IsDeferred: true, Kind: "used",
			}},
			TotalTokens: 5, MaxTokens: 6, RawMaxTokens: 7, Percentage: 8.5,
			GridRows: [][]ndwire.ContextGridSquare{{{
				Color: "color9", IsFilled: true, CategoryName: "categoryname10", Tokens: 11, Percentage: 12.5,
				SquareFullness: 13.5,
			}}},
			Model:       "model14",
			MemoryFiles: []ndwire.ContextMemoryFile{{Path: "path15", Type: "type16", Tokens: 17}},
			McpTools: []ndwire.ContextMcpToolUsage{{
				Name: "name18", ServerName: "servername19", Tokens: 20, IsLoaded: new(true),
			}},
			McpInstructions:      []ndwire.ContextMcpInstructions{{ServerName: "servername21", Tokens: 22}},
			DeferredBuiltinTools: []ndwire.ContextDeferredTool{{Name: "name23", Tokens: 24, IsLoaded: true}},
			SystemTools:          []ndwire.ContextPart{{Name: "name25", Tokens: 26}},
			SystemPromptSections: []ndwire.ContextPart{{Name: "name27", Tokens: 28}},
			Agents: []ndwire.ContextAgentUsage{{
				AgentType: "agenttype29", Source: "source30", PluginID: "pluginid31", Path: "path32", Tokens: 33,
			}},
			SlashCommands: &ndwire.ContextSlashCommands{TotalCommands: 34, IncludedCommands: 35, Tokens: 36},
			Skills: &ndwire.ContextSkills{
				TotalSkills: 37, IncludedSkills: 38, Tokens: 39,
				SkillFrontmatter: []ndwire.ContextSkillUsage{{
					Name: "name40", Source: "source41", PluginName: "pluginname42", PluginID: "pluginid43",
					Path: "path44", Tokens: 45,
				}},
			},
			AutoCompactThreshold: new(46), IsAutoCompactEnabled: true,
			MessageBreakdown: &ndwire.ContextMessages{
				ToolCallTokens: 47, ToolResultTokens: 48, AttachmentTokens: 49, AssistantMessageTokens: 50,
				UserMessageTokens: 51, RedirectedContextTokens: 52, UnattributedTokens: 53,
				ToolCallsByType:   []ndwire.ContextToolCalls{{Name: "name54", CallTokens: 55, ResultTokens: 56}},
				AttachmentsByType: []ndwire.ContextPart{{Name: "name57", Tokens: 58}},
			},
			APIUsage: &ndwire.ContextAPIUsage{
				InputTokens: 59, OutputTokens: 60, CacheCreationInputTokens: 61, CacheReadInputTokens: 62,
			},
		},
	},
	{
		`{"session":{"total_cost_usd":63.5,"total_api_duration_ms":64,"total_duration_ms":65,"total_lines_added":66,
			"total_lines_removed":67,"model_usage":{"k":{"inputTokens":68,"outputTokens":69,"cacheReadInputTokens":70,
			"cacheCreationInputTokens":71,"webSearchRequests":72,"costUSD":73.5,"contextWindow":74,"maxOutputTokens":75,
			"thinkingTokens":76,"cacheCreationEphemeral5mInputTokens":77,"cacheCreationEphemeral1hInputTokens":78,
			"canonicalModel":"canonicalmodel79","provider":"provider80","costBasis":"list"}}},"subscription_type":"type81",
			"rate_limits_available":true,"rate_limits":{"five_hour":{"utilization":82.5,"resets_at":"2026-01-02T03:04:05Z"},
			"seven_day":{"utilization":83.5,"resets_at":"2026-01-02T03:04:05Z"},"seven_day_oauth_apps":{"utilization":84.5,
			"resets_at":"2026-01-02T03:04:05Z"},"seven_day_opus":{"utilization":85.5,"resets_at":"2026-01-02T03:04:05Z"},
			"seven_day_sonnet":{"utilization":86.5,"resets_at":"2026-01-02T03:04:05Z"},"model_scoped":[{"display_name":"name87",
			"utilization":88.5,"resets_at":"2026-01-02T03:04:05Z"}],"extra_usage":{"is_enabled":true,"monthly_limit":89.5,
			"used_credits":1.5,"utilization":2.5,"currency":"currency3"}},"behaviors":{"day":{"request_count":4,"session_count":5,
			"behaviors":[{"key":"cache_miss","pct":6.5,"count":7}],"recommendations":[{"key":"key8","pct":9.5,"title":"title10",
			"detail":"detail11"}],"fix":{"keys":["keys12"],"messages":["messages13"]},"agents":[{"name":"name14",
			"pct":15.5}],"skills":[{"name":"name16","pct":17.5}],"plugins":[{"name":"name18","pct":19.5}],"mcp_servers":[{"name":"name20",
			"pct":21.5}]},"week":{"request_count":22,"session_count":23,"behaviors":[{"key":"cache_miss","pct":24.5,
			"count":25}],"recommendations":[{"key":"key26","pct":27.5,"title":"title28","detail":"detail29"}],"fix":{"keys":["keys30"],
			"messages":["messages31"]},"agents":[{"name":"name32","pct":33.5}],"skills":[{"name":"name34","pct":35.5}],
			"plugins":[{"name":"name36","pct":37.5}],"mcp_servers":[{"name":"name38","pct":39.5}]}}}`,
		&ndwire.UsageResponse{
			Session: ndwire.SessionUsage{
				TotalCostUSD: 63.5, TotalAPIDurationMs: 64, TotalDurationMs: 65, TotalLinesAdded: 66,
				TotalLinesRemoved: 67,
				ModelUsage: map[string]ndwire.ModelUsage{"k": {
					InputTokens: 68, OutputTokens: 69, CacheReadInputTokens: 70, CacheCreationInputTokens: 71,
					WebSearchRequests: 72, CostUSD: 73.5, ContextWindow: 74, MaxOutputTokens: 75, ThinkingTokens: new(76),
					CacheCreationEphemeral5mInputTokens: new(77), CacheCreationEphemeral1hInputTokens: new(78),
					CanonicalModel: "canonicalmodel79", Provider: "provider80", CostBasis: "list",
				}},
			},
			SubscriptionType: new("type81"), RateLimitsAvailable: true,
			RateLimits: &ndwire.PlanWindows{
				FiveHour:          &ndwire.PlanWindow{Utilization: new(82.5), ResetsAt: new("2026-01-02T03:04:05Z")},
				SevenDay:          &ndwire.PlanWindow{Utilization: new(83.5), ResetsAt: new("2026-01-02T03:04:05Z")},
				SevenDayOAuthApps: &ndwire.PlanWindow{Utilization: new(84.5), ResetsAt: new("2026-01-02T03:04:05Z")},
				SevenDayOpus:      &ndwire.PlanWindow{Utilization: new(85.5), ResetsAt: new("2026-01-02T03:04:05Z")},
				SevenDaySonnet:    &ndwire.PlanWindow{Utilization: new(86.5), ResetsAt: new("2026-01-02T03:04:05Z")},
				ModelScoped: []ndwire.ModelWindow{{
					DisplayName: "name87", Utilization: new(88.5), ResetsAt: new("2026-01-02T03:04:05Z"),
				}},
				ExtraUsage: &ndwire.ExtraUsage{
					IsEnabled: true, MonthlyLimit: new(89.5), UsedCredits: new(1.5), Utilization: new(2.5),
					Currency: new("currency3"),
				},
			},
			Behaviors: &ndwire.UsageBehaviors{
				Day: ndwire.UsagePeriod{
					RequestCount: 4, SessionCount: 5,
					Behaviors:       []ndwire.UsageBehavior{{Key: "cache_miss", Pct: 6.5, Count: 7}},
					Recommendations: []ndwire.UsageRecommendation{{Key: "key8", Pct: 9.5, Title: "title10", Detail: "detail11"}},
					Fix:             &ndwire.UsageFix{Keys: []string{"keys12"}, Messages: []string{"messages13"}},
					Agents:          []ndwire.UsageShare{{Name: "name14", Pct: 15.5}},
					Skills:          []ndwire.UsageShare{{Name: "name16", Pct: 17.5}},
					Plugins:         []ndwire.UsageShare{{Name: "name18", Pct: 19.5}},
					McpServers:      []ndwire.UsageShare{{Name: "name20", Pct: 21.5}},
				},
				Week: ndwire.UsagePeriod{
					RequestCount: 22, SessionCount: 23,
					Behaviors:       []ndwire.UsageBehavior{{Key: "cache_miss", Pct: 24.5, Count: 25}},
					Recommendations: []ndwire.UsageRecommendation{{Key: "key26", Pct: 27.5, Title: "title28", Detail: "detail29"}},
					Fix:             &ndwire.UsageFix{Keys: []string{"keys30"}, Messages: []string{"messages31"}},
					Agents:          []ndwire.UsageShare{{Name: "name32", Pct: 33.5}},
					Skills:          []ndwire.UsageShare{{Name: "name34", Pct: 35.5}},
					Plugins:         []ndwire.UsageShare{{Name: "name36", Pct: 37.5}},
					McpServers:      []ndwire.UsageShare{{Name: "name38", Pct: 39.5}},
				},
			},
		},
	},
	{
		`{"events":[{"name":"name40","summary":"summary41","supportsMatcher":true,"hookCount":42}],"hooks":[{"event":"event43",
			"matcher":"matcher44","source":"source45","sourceLabel":"sourcelabel46","pluginName":"pluginname47","type":"type48",
			"displayText":"displaytext49","commandText":"commandtext50","contentLabel":"contentlabel51","condition":"condition52",
			"timeout":53.5,"statusMessage":"statusmessage54","runsOnce":true,"runsInBackground":true,"disabled":true,
			"editable":{"matcher":"matcher55","config":{"k":56},"headersRedacted":true}}],"eventCatalog":[{"name":"name57",
			"summary":"summary58","supportsMatcher":true,"hookCount":59}],"policy":{"disabledByPolicy":true,"managedOnly":true,
			"pluginOnly":true,"allDisabled":true,"policyHookCount":60,"policyUnreadable":true},"safeMode":{"managedHooksStillApply":true,
			"exitHint":"exithint61"},"bareMode":{"exitHint":"exithint62"},"errors":[{"file":"file63","path":"path64",
			"message":"message65"}]}`,
		&ndwire.HooksListingResponse{
			Events: []ndwire.HookEventListing{{
				Name: "name40", Summary: "summary41", SupportsMatcher: true, HookCount: new(42),
			}},
			Hooks: []ndwire.HookListing{{
				Event: "event43", Matcher: "matcher44", Source: "source45", SourceLabel: "sourcelabel46",
				PluginName: "pluginname47", Type: "type48", DisplayText: "displaytext49",
				CommandText: "commandtext50", ContentLabel: "contentlabel51", Condition: "condition52",
				Timeout: new(53.5), StatusMessage: "statusmessage54", RunsOnce: true, RunsInBackground: true,
				Disabled: true,
				Editable: &ndwire.HookEditable{
					Matcher: "matcher55", Config: decoder.Raw(`{"k":56}`), HeadersRedacted: true,
				},
			}},
			EventCatalog: []ndwire.HookEventListing{{
				Name: "name57", Summary: "summary58", SupportsMatcher: true, HookCount: new(59),
			}},
			Policy: ndwire.HookPolicy{
				DisabledByPolicy: true, ManagedOnly: true, PluginOnly: true, AllDisabled: true, PolicyHookCount: 60,
				PolicyUnreadable: true,
			},
			SafeMode: &ndwire.HookSafeMode{ManagedHooksStillApply: true, ExitHint: "exithint61"},
			BareMode: &ndwire.HookBareMode{ExitHint: "exithint62"},
			Errors:   []ndwire.SettingsParseError{{File: "file63", Path: "path64", Message: "message65"}},
		},
	},
	{
		`{"skills":[{"name":"name66","description":"description67","argumentHint":"argumenthint68","aliases":["aliases69"],
			"builtin":true}]}`,
		&ndwire.ReloadSkillsResponse{
			Skills: []ndwire.SlashCommand{{
				Name: "name66", Description: "description67", ArgumentHint: "argumenthint68",
				Aliases: []string{"aliases69"}, Builtin: true,
			}},
		},
	},
	{
		`{"available_output_styles":["styles70"]}`,
		&ndwire.ReloadOutputStylesResponse{AvailableOutputStyles: []string{"styles70"}},
	},
	{
		`{"async":true,"asyncTimeout":71.5,"continue":true,"suppressOutput":true,"stopReason":"why","decision":"approve",
			"systemMessage":"systemmessage72","terminalSequence":"terminalsequence73","reason":"reason74","hookSpecificOutput":{"hookEventName":"PreToolUse",
			"permissionDecision":"ask","permissionDecisionReason":"why","updatedInput":{"a":1},"additionalContext":"more"}}`,
		&ndwire.HookOutput{
			Async: true, AsyncTimeout: new(71.5), Continue: new(true), SuppressOutput: true, StopReason: "why",
			Decision: "approve", SystemMessage: "systemmessage72", TerminalSequence: "terminalsequence73",
			Reason: "reason74",
			Specific: &ndwire.PreToolUseHookOutput{
				PermissionDecision: "ask", PermissionDecisionReason: "why", UpdatedInput: decoder.Raw(`{"a":1}`),
				AdditionalContext: "more",
			},
		},
	},
}

func TestAnswers(t *testing.T) {
	for _, tt := range answers {
		testRecord(t, tt.text, tt.want)
	}
}

func TestHookSpecificOutputs(t *testing.T) {
	testParts(t, 22, []partCase[ndwire.HookSpecificOutput]{
		{
			"PreToolUse", `{"hookEventName":"PreToolUse","permissionDecision":"permissiondecision2","permissionDecisionReason":"permissiondecisionreason3",
				"updatedInput":{"k":4},"additionalContext":"additionalcontext5"}`,
			&ndwire.PreToolUseHookOutput{
				PermissionDecision: "permissiondecision2", PermissionDecisionReason: "permissiondecisionreason3",
				UpdatedInput: decoder.Raw(`{"k":4}`), AdditionalContext: "additionalcontext5",
			},
		},
		{
			"PostToolUse", `{"hookEventName":"PostToolUse","additionalContext":"additionalcontext6","classifierContext":"classifiercontext7",
				"updatedToolOutput":{"k":8},"updatedMCPToolOutput":{"k":9}}`,
			&ndwire.PostToolUseHookOutput{
				AdditionalContext: "additionalcontext6", ClassifierContext: "classifiercontext7",
				UpdatedToolOutput: decoder.Raw(`{"k":8}`), UpdatedMcpToolOutput: decoder.Raw(`{"k":9}`),
			},
		},
		{
			"PostToolUseFailure", `{"hookEventName":"PostToolUseFailure","additionalContext":"additionalcontext10"}`,
			&ndwire.PostToolUseFailureHookOutput{AdditionalContext: "additionalcontext10"},
		},
		{
			"PostToolBatch", `{"hookEventName":"PostToolBatch","additionalContext":"additionalcontext11"}`,
			&ndwire.PostToolBatchHookOutput{AdditionalContext: "additionalcontext11"},
		},
		{
			"Notification", `{"hookEventName":"Notification","additionalContext":"additionalcontext12"}`,
			&ndwire.NotificationHookOutput{AdditionalContext: "additionalcontext12"},
		},
		{
			"UserPromptSubmit", `{"hookEventName":"UserPromptSubmit","additionalContext":"additionalcontext13","sessionTitle":"sessiontitle14",
				"suppressOriginalPrompt":true}`,
			&ndwire.UserPromptSubmitHookOutput{
				AdditionalContext: "additionalcontext13", SessionTitle: "sessiontitle14",
				SuppressOriginalPrompt: true,
			},
		},
		{
			"UserPromptExpansion", `{"hookEventName":"UserPromptExpansion","additionalContext":"additionalcontext15","suppressOriginalPrompt":true}`,
			&ndwire.UserPromptExpansionHookOutput{
				AdditionalContext: "additionalcontext15", SuppressOriginalPrompt: true,
			},
		},
		{
			"SessionStart", `{"hookEventName":"SessionStart","additionalContext":"additionalcontext16","initialUserMessage":"initialusermessage17",
				"sessionTitle":"sessiontitle18","watchPaths":["watchpaths19"],"reloadSkills":true}`,
			&ndwire.SessionStartHookOutput{
				AdditionalContext: "additionalcontext16", InitialUserMessage: "initialusermessage17",
				SessionTitle: "sessiontitle18", WatchPaths: []string{"watchpaths19"}, ReloadSkills: true,
			},
		},
		{
			"Stop", `{"hookEventName":"Stop","additionalContext":"additionalcontext20"}`,
			&ndwire.StopHookOutput{AdditionalContext: "additionalcontext20"},
		},
		{
			"SubagentStart", `{"hookEventName":"SubagentStart","additionalContext":"additionalcontext21"}`,
			&ndwire.SubagentStartHookOutput{AdditionalContext: "additionalcontext21"},
		},
		{
			"SubagentStop", `{"hookEventName":"SubagentStop","additionalContext":"additionalcontext22"}`,
			&ndwire.SubagentStopHookOutput{AdditionalContext: "additionalcontext22"},
		},
		{
			"PreModelSwitch", `{"hookEventName":"PreModelSwitch","permissionDecision":"permissiondecision23","permissionDecisionReason":"permissiondecisionreason24"}`,
			&ndwire.PreModelSwitchHookOutput{
				PermissionDecision: "permissiondecision23", PermissionDecisionReason: "permissiondecisionreason24",
			},
		},
		{
			"PostModelSwitch", `{"hookEventName":"PostModelSwitch","additionalContext":"additionalcontext25"}`,
			&ndwire.PostModelSwitchHookOutput{AdditionalContext: "additionalcontext25"},
		},
		{
			"PermissionRequest", `{"hookEventName":"PermissionRequest","decision":{"behavior":"behavior26","updatedInput":{"k":27},"message":"message28",
				"updatedPermissions":[{"type":"type29","destination":"destination30","rules":[{"toolName":"toolname31",
				"ruleContent":"rulecontent32"}],"behavior":"behavior33","rule":{"toolName":"toolname34","ruleContent":"rulecontent35"},
				"mode":"auto","directories":["directories36"]}],"interrupt":true,"toolUseID":"tooluseid37","decisionClassification":"user_temporary"}}`,
			&ndwire.PermissionRequestHookOutput{
				Decision: ndwire.PermissionResult{
					Behavior: "behavior26", UpdatedInput: decoder.Raw(`{"k":27}`), Message: "message28",
					Permissions: []ndwire.PermissionUpdate{{
						Type: "type29", Destination: "destination30",
						Rules:    []ndwire.PermissionRuleValue{{ToolName: "toolname31", RuleContent: "rulecontent32"}},
						Behavior: "behavior33",
						Rule:     &ndwire.PermissionRuleValue{ToolName: "toolname34", RuleContent: "rulecontent35"},
						Mode:     new(ndwire.PermissionModeAuto), Directories: []string{"directories36"},
					}},
					Interrupt: true, ToolUseID: "tooluseid37", DecisionClassification: "user_temporary",
				},
			},
		},
		{
			"PermissionDenied", `{"hookEventName":"PermissionDenied","retry":true}`,
			&ndwire.PermissionDeniedHookOutput{Retry: true},
		},
		{
			"Setup", `{"hookEventName":"Setup","additionalContext":"additionalcontext38"}`,
			&ndwire.SetupHookOutput{AdditionalContext: "additionalcontext38"},
		},
		{
			"Elicitation", `{"hookEventName":"Elicitation","action":"accept","content":{"k":39}}`,
			&ndwire.ElicitationHookOutput{Action: "accept", Content: decoder.Raw(`{"k":39}`)},
		},
		{
			"ElicitationResult", `{"hookEventName":"ElicitationResult","action":"accept","content":{"k":40}}`,
			&ndwire.ElicitationResultHookOutput{Action: "accept", Content: decoder.Raw(`{"k":40}`)},
		},
		{
			"CwdChanged", `{"hookEventName":"CwdChanged","watchPaths":["watchpaths41"]}`,
			&ndwire.CwdChangedHookOutput{WatchPaths: []string{"watchpaths41"}},
		},
		{
			"FileChanged", `{"hookEventName":"FileChanged","watchPaths":["watchpaths42"]}`,
			&ndwire.FileChangedHookOutput{WatchPaths: []string{"watchpaths42"}},
		},
		{
			"WorktreeCreate", `{"hookEventName":"WorktreeCreate","worktreePath":"worktreepath43"}`,
			&ndwire.WorktreeCreateHookOutput{WorktreePath: "worktreepath43"},
		},
		{
			"MessageDisplay", `{"hookEventName":"MessageDisplay","displayContent":"displaycontent44"}`,
			&ndwire.MessageDisplayHookOutput{DisplayContent: "displaycontent44"},
		},
	}, ndwire.UnmarshalHookSpecificOutput, ndwire.CloneHookSpecificOutput, ndwire.HookSpecificOutput.OutputEventName)
}

package agentsdktest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// newerRequests has a request of each subtype, published or not, with a value in every field.
var newerRequests = []struct {
	kind    ndwire.Kind
	request string
	want    ndwire.ControlRequestInner
}{
	{
		ndwire.KindControlRequestInterrupt, `{"subtype":"interrupt","cancel_queued":true}`,
		&ndwire.InterruptRequest{CancelQueued: true},
	},
	{
		ndwire.KindControlRequestCanUseTool, `{"subtype":"can_use_tool","tool_name":"tool-name2","input":{"k":3},"tool_input":{"k":4},"permission_suggestions":[{"type":"type4",
			"destination":"destination5","rules":[{"toolName":"toolname6","ruleContent":"rulecontent7"}],"behavior":"behavior8",
			"rule":{"toolName":"toolname9","ruleContent":"rulecontent10"},"mode":"bypassPermissions","directories":["directories11"]}],
			"blocked_path":"path12","decision_reason":"reason13","tool_use_id":"id14","agent_id":"agent-id15","description":"description16",
			"mcp_server":{"name":"name17","source":"source18"},"decision_reason_type":"rule","classifier_approvable":true,
			"suppress_always_allow_rule":true,"default_to_no":true,"matched_ask_rule":{"source":"source19","tool_name":"tool-name20",
			"rule_content":"content21"},"title":"title22","display_name":"name23","requires_user_interaction":true}`,
		&ndwire.CanUseToolRequest{
			ToolName: "tool-name2", Input: decoder.Raw(`{"k":3}`), ToolInput: decoder.Raw(`{"k":4}`),
			PermissionSuggestions: []ndwire.PermissionUpdate{{
				Type: "type4", Destination: "destination5",
				Rules:    []ndwire.PermissionRuleValue{{ToolName: "toolname6", RuleContent: "rulecontent7"}},
				Behavior: "behavior8",
				Rule:     &ndwire.PermissionRuleValue{ToolName: "toolname9", RuleContent: "rulecontent10"},
				Mode:     new(ndwire.PermissionModeBypassPermissions), Directories: []string{"directories11"},
			}},
			BlockedPath: "path12", DecisionReason: "reason13", ToolUseID: "id14", AgentID: "agent-id15",
			Description:        "description16",
			McpServer:          &ndwire.McpServerProvenance{Name: "name17", Source: "source18"},
			DecisionReasonType: "rule", ClassifierApprovable: true, SuppressAlwaysAllowRule: true,
			DefaultToNo:    true,
			MatchedAskRule: &ndwire.MatchedRule{Source: "source19", ToolName: "tool-name20", RuleContent: "content21"},
			Title:          "title22", DisplayName: "name23", RequiresUserInteraction: true,
		},
	},
	{
		ndwire.KindControlRequestSetPermissionMode, `{"subtype":"set_permission_mode","mode":"acceptEdits"}`,
		&ndwire.SetPermissionModeRequest{
			Mode: ndwire.PermissionModeAcceptEdits,
		},
	},
	{
		ndwire.KindControlRequestSetModel, `{"subtype":"set_model","model":"model24"}`,
		&ndwire.SetModelRequest{Model: "model24"},
	},
	{
		ndwire.KindControlRequestSetMaxThinkingTokens, `{"subtype":"set_max_thinking_tokens","max_thinking_tokens":25,"thinking_display":"summarized"}`,
		&ndwire.SetMaxThinkingTokensRequest{
			MaxThinkingTokens: new(25), ThinkingDisplay: new("summarized"),
		},
	},
	{
		ndwire.KindControlRequestMcpStatus, `{"subtype":"mcp_status","liveReply":true}`,
		&ndwire.McpStatusRequest{LiveReply: true},
	},
	{
		ndwire.KindControlRequestMcpReconnect, `{"subtype":"mcp_reconnect","serverName":"servername26"}`,
		&ndwire.McpReconnectRequest{ServerName: "servername26"},
	},
	{
		ndwire.KindControlRequestMcpToggle, `{"subtype":"mcp_toggle","serverName":"servername27","enabled":true}`,
		&ndwire.McpToggleRequest{ServerName: "servername27", Enabled: new(true)},
	},
	{
		ndwire.KindControlRequestMcpSetServers, `{"subtype":"mcp_set_servers","servers":{"k":{"type":"type28","command":"command29","args":["args30"],
			"env":{"k":"env31"},"url":"url32","headers":{"k":"headers33"},"name":"name34","id":"id35","tools":[{"name":"name36",
			"permission_policy":"always_allow","org_max_permission":"allow"}],"timeout":37,"alwaysLoad":true}}}`,
		&ndwire.McpSetServersRequest{

			Servers: map[string]ndwire.McpServerConfig{"k": {
				Type: "type28", Command: "command29", Args: []string{"args30"}, Env: map[string]string{"k": "env31"},
				URL: "url32", Headers: map[string]string{"k": "headers33"}, Name: "name34", ID: "id35",
				Tools: []ndwire.McpServerToolPolicy{{
					Name: "name36", PermissionPolicy: "always_allow", OrgMaxPermission: "allow",
				}},
				Timeout: new(int64(37)), AlwaysLoad: true,
			}},
		},
	},
	{
		ndwire.KindControlRequestMcpMessage, `{"subtype":"mcp_message","server_name":"name2","message":{"jsonrpc":"jsonrpc3","id":7,"method":"method4",
			"params":{"k":5},"result":{"k":6},"error":{"code":7,"message":"message8","data":{"k":9}}}}`,
		&ndwire.McpMessageRequest{
			ServerName: "name2",
			Message: &ndwire.JSONRPCMessage{
				JSONRPC: "jsonrpc3", ID: ndwire.JSONRPCID{Type: decoder.Number, Number: 7}, Method: "method4",
				Params: decoder.Raw(`{"k":5}`), Result: decoder.Raw(`{"k":6}`),
				Error: &ndwire.JSONRPCError{Code: 7, Message: "message8", Data: decoder.Raw(`{"k":9}`)},
			},
		},
	},
	{
		ndwire.KindControlRequestRewindFiles, `{"subtype":"rewind_files","user_message_id":"id40","dry_run":true}`,
		&ndwire.RewindFilesRequest{UserMessageID: "id40", DryRun: true},
	},
	{
		ndwire.KindControlRequestHookCallback, `{"subtype":"hook_callback","input":{"hook_event_name":"Notification","session_id":"s","transcript_path":"/t","cwd":"/w","message":"m","notification_type":"n"},"tool_use_id":"id41","callback_id":"id42"}`,
		&ndwire.HookCallbackRequest{

			HookInput: decoder.Raw(`{"hook_event_name":"Notification","session_id":"s","transcript_path":"/t","cwd":"/w","message":"m","notification_type":"n"}`),
			ToolUseID: "id41", CallbackID: "id42",
		},
	},
	{
		ndwire.KindControlRequestInitialize, `{"subtype":"initialize","title":"title43","hooks":{"PreToolUse":[{"matcher":"matcher44","hookCallbackIds":["hookcallbackids45"],
			"timeout":46,"onFailure":"continue"}]},"sdkMcpServers":["sdkmcpservers47"],"sdkMcpServerConfigs":{"k":{"timeout":48,
			"tools":[{"name":"name49","permission_policy":"always_allow","org_max_permission":"allow"}]}},"sdkMcpServerManifests":{"k":{"initializeResult":{"k":50},
			"toolsListResult":{"k":51}}},"sdkMcpServerManifestsOrigin":"sdkmcpservermanifestsorigin52","jsonSchema":{"k":53},
			"systemPrompt":["one","two"],"appendSystemPrompt":"appendsystemprompt54","systemPromptSnapshot":true,
			"planModeInstructions":"planmodeinstructions55","toolAliases":{"k":"toolaliases56"},"excludeDynamicSections":true,
			"agents":{"k":{"description":"description57","tools":["tools58"],"disallowedTools":["disallowedtools59"],
			"prompt":"prompt60","model":"model61","mcpServers":["docs"],"maxTurns":62,"skills":["skills63"],"criticalSystemReminder_EXPERIMENTAL":"experimental64",
			"initialPrompt":"initialprompt65","autoCompactWindow":66,"background":true,"omitClaudeMd":true,"memory":"user",
			"effort":"high","permissionMode":"bypassPermissions","observer":"observer67","observerMessage":"observermessage68"}},
			"skills":["skills69"],"promptSuggestions":true,"agentProgressSummaries":true,"forwardSubagentText":true,
			"supportedDialogKinds":["supporteddialogkinds70"],"perTaskStopAffordance":true,"plugins":[{"type":"type71",
			"path":"path72","skipMcpDiscovery":true}],"mcpServers":{"k":{"type":"type73","command":"command74","args":["args75"],
			"env":{"k":"env76"},"url":"url77","headers":{"k":"headers78"},"name":"name79","id":"id80","tools":[{"name":"name81",
			"permission_policy":"always_allow","org_max_permission":"allow"}],"timeout":82,"alwaysLoad":true}}}`,
		&ndwire.InitializeRequest{
			Title: "title43",
			Hooks: map[ndwire.HookEvent][]ndwire.HookCallbackMatcher{ndwire.HookEventPreToolUse: {{
				Matcher: "matcher44", HookCallbackIDs: []string{"hookcallbackids45"}, Timeout: new(46),
				OnFailure: "continue",
			}}},
			SdkMcpServers: []string{"sdkmcpservers47"},
			SdkMcpServerConfigs: map[string]ndwire.SdkMcpServerConfig{"k": {
				Timeout: new(int64(48)),
				Tools: []ndwire.McpServerToolPolicy{{
					Name: "name49", PermissionPolicy: "always_allow", OrgMaxPermission: "allow",
				}},
			}},
			SdkMcpServerManifests: map[string]ndwire.SdkMcpServerManifest{"k": {
				InitializeResult: decoder.Raw(`{"k":50}`), ToolsListResult: decoder.Raw(`{"k":51}`),
			}},
			SdkMcpServerManifestsOrigin: "sdkmcpservermanifestsorigin52", JSONSchema: decoder.Raw(`{"k":53}`),
			SystemPrompt:       ndwire.PromptText{Type: decoder.Array, Parts: []string{"one", "two"}},
			AppendSystemPrompt: "appendsystemprompt54", SystemPromptSnapshot: true,
			PlanModeInstructions: "planmodeinstructions55", ToolAliases: map[string]string{"k": "toolaliases56"},
			ExcludeDynamicSections: true,
			Agents: map[string]ndwire.AgentDefinition{"k": {
				Description: "description57", Tools: []string{"tools58"},
				DisallowedTools: []string{"disallowedtools59"}, Prompt: "prompt60", Model: "model61",
				MCPServers: []ndwire.AgentMcpServer{{Type: decoder.String, Name: "docs"}}, MaxTurns: new(62),
				Skills: []string{"skills63"}, CriticalSystemReminder: "experimental64",
				InitialPrompt: "initialprompt65", AutoCompactWindow: new(66), Background: true, OmitClaudeMd: true,
				Memory: "user", Effort: ndwire.AgentEffort{Type: decoder.String, Level: ndwire.EffortLevelHigh},
				PermissionMode: ndwire.PermissionModeBypassPermissions, Observer: "observer67",
				ObserverMessage: "observermessage68",
			}},
			Skills: []string{"skills69"}, PromptSuggestions: true, AgentProgressSummaries: true,
			ForwardSubagentText: true, SupportedDialogKinds: []string{"supporteddialogkinds70"},
			PerTaskStopAffordance: true,
			Plugins:               []ndwire.PluginConfig{{Type: "type71", Path: "path72", SkipMcpDiscovery: true}},
			McpServers: map[string]ndwire.McpServerConfig{"k": {
				Type: "type73", Command: "command74", Args: []string{"args75"}, Env: map[string]string{"k": "env76"},
				URL: "url77", Headers: map[string]string{"k": "headers78"}, Name: "name79", ID: "id80",
				Tools: []ndwire.McpServerToolPolicy{{
					Name: "name81", PermissionPolicy: "always_allow", OrgMaxPermission: "allow",
				}},
				Timeout: new(int64(82)), AlwaysLoad: true,
			}},
		},
	},
	{
		ndwire.KindControlRequestRenameSession, `{"subtype":"rename_session","title":"title83","source":"source84","session_id":"session-7"}`,
		&ndwire.RenameSessionRequest{
			Title: "title83", Source: "source84", SessionID: "session-7",
		},
	},
	{
		ndwire.KindControlRequestSetColor, `{"subtype":"set_color","color":"color85"}`,
		&ndwire.SetColorRequest{Color: "color85"},
	},
	{
		ndwire.KindControlRequestGetContextUsage, `{"subtype":"get_context_usage","detail":"summary"}`,
		&ndwire.GetContextUsageRequest{Detail: "summary"},
	},
	{
		ndwire.KindControlRequestGetSessionCost, `{"subtype":"get_session_cost"}`,
		&ndwire.GetSessionCostRequest{},
	},
	{
		ndwire.KindControlRequestListModels, `{"subtype":"list_models"}`,
		&ndwire.ListModelsRequest{},
	},
	{
		ndwire.KindControlRequestGetUsage, `{"subtype":"get_usage","skip_behaviors":true}`,
		&ndwire.GetUsageRequest{SkipBehaviors: true},
	},
	{
		ndwire.KindControlRequestGetBinaryVersion, `{"subtype":"get_binary_version"}`,
		&ndwire.GetBinaryVersionRequest{},
	},
	{
		ndwire.KindControlRequestMcpCall, `{"subtype":"mcp_call","tool":"tool86","arguments":{"k":87},"expires_at":"2026-01-02T03:04:05Z","timeout_ms":88,
			"result_not_for_model":true,"check_permissions":true,"input_files":[{"name":"name89","lane_path":"lane-path1",
			"if_match":"if-match2"}],"output_files":[{"name":"name3","lane_path":"lane-path4","if_match":"if-match5"}]}`,
		&ndwire.McpCallRequest{
			Tool: "tool86", Arguments: decoder.Raw(`{"k":87}`),
			ExpiresAt: "2026-01-02T03:04:05Z", TimeoutMs: new(int64(88)), ResultNotForModel: true,
			CheckPermissions: true,
			InputFiles:       []ndwire.LaneFile{{Name: "name89", LanePath: "lane-path1", IfMatch: "if-match2"}},
			OutputFiles:      []ndwire.LaneFile{{Name: "name3", LanePath: "lane-path4", IfMatch: "if-match5"}},
		},
	},
	{
		ndwire.KindControlRequestFileSuggestions, `{"subtype":"file_suggestions","query":"query6"}`,
		&ndwire.FileSuggestionsRequest{Query: "query6"},
	},
	{
		ndwire.KindControlRequestCancelAsyncMessage, `{"subtype":"cancel_async_message","message_uuid":"uuid7"}`,
		&ndwire.CancelAsyncMessageRequest{MessageUUID: "uuid7"},
	},
	{
		ndwire.KindControlRequestReadFile, `{"subtype":"read_file","path":"path8","max_bytes":9,"encoding":"utf-8"}`,
		&ndwire.ReadFileRequest{
			Path: "path8", MaxBytes: new(int64(9)), Encoding: "utf-8",
		},
	},
	{
		ndwire.KindControlRequestSeedReadState, `{"subtype":"seed_read_state","path":"path10","mtime":11}`,
		&ndwire.SeedReadStateRequest{Path: "path10", Mtime: new(int64(11))},
	},
	{
		ndwire.KindControlRequestRegisterRepoRoot, `{"subtype":"register_repo_root","directory":"directory12","reload_claude_md":true,"reload_plugins":true,
			"reload_skills":true}`,
		&ndwire.RegisterRepoRootRequest{
			Directory: "directory12", ReloadClaudeMd: true, ReloadPlugins: true,
			ReloadSkills: true,
		},
	},
	{
		ndwire.KindControlRequestReloadPlugins, `{"subtype":"reload_plugins","hold_on_cache_impact":true,"add_plugins":[{"type":"type13","path":"path14",
			"skipMcpDiscovery":true}],"refuse_if_busy":true}`,
		&ndwire.ReloadPluginsRequest{
			HoldOnCacheImpact: true,
			AddPlugins:        []ndwire.PluginConfig{{Type: "type13", Path: "path14", SkipMcpDiscovery: true}},
			RefuseIfBusy:      true,
		},
	},
	{
		ndwire.KindControlRequestReloadSkills, `{"subtype":"reload_skills"}`,
		&ndwire.ReloadSkillsRequest{},
	},
	{
		ndwire.KindControlRequestReloadOutputStyles, `{"subtype":"reload_output_styles"}`,
		&ndwire.ReloadOutputStylesRequest{},
	},
	{
		ndwire.KindControlRequestSetHasSubscribers, `{"subtype":"set_has_subscribers","has_subscribers":true}`,
		&ndwire.SetHasSubscribersRequest{HasSubscribers: new(true)},
	},
	{
		ndwire.KindControlRequestStopTask, `{"subtype":"stop_task","task_id":"task-id15"}`,
		&ndwire.StopTaskRequest{TaskID: "task-id15"},
	},
	{
		ndwire.KindControlRequestBackgroundTasks, `{"subtype":"background_tasks","tool_use_id":"id16"}`,
		&ndwire.BackgroundTasksRequest{ToolUseID: "id16"},
	},
	{
		ndwire.KindControlRequestGetTaskOutput, `{"subtype":"get_task_output","task_id":"task-id17"}`,
		&ndwire.GetTaskOutputRequest{TaskID: "task-id17"},
	},
	{
		ndwire.KindControlRequestApplyFlagSettings, `{"subtype":"apply_flag_settings","settings":{"k":18}}`,
		&ndwire.ApplyFlagSettingsRequest{Settings: decoder.Raw(`{"k":18}`)},
	},
	{
		ndwire.KindControlRequestGetSettings, `{"subtype":"get_settings"}`,
		&ndwire.GetSettingsRequest{},
	},
	{
		ndwire.KindControlRequestGetHooksListing, `{"subtype":"get_hooks_listing"}`,
		&ndwire.GetHooksListingRequest{},
	},
	{
		ndwire.KindControlRequestUpdateSettings, `{"subtype":"update_settings","source":"source19","settings":{"k":20}}`,
		&ndwire.UpdateSettingsRequest{
			Source: "source19", Settings: decoder.Raw(`{"k":20}`),
		},
	},
	{
		ndwire.KindControlRequestElicitation, `{"subtype":"elicitation","description":"description21","title":"title22","display_name":"name23","mode":"form",
			"message":"message24","mcp_server_name":"name25","url":"url26","elicitation_id":"id27","requested_schema":{"k":28},
			"property_order":["order29"]}`,
		&ndwire.ElicitationRequest{
			Description: "description21", Title: "title22", DisplayName: "name23",
			Mode: "form", Message: "message24", McpServerName: "name25", URL: "url26",
			ElicitationID: "id27", RequestedSchema: decoder.Raw(`{"k":28}`), PropertyOrder: []string{"order29"},
		},
	},
	{
		ndwire.KindControlRequestRequestUserDialog, `{"subtype":"request_user_dialog","tool_use_id":"id30","dialog_kind":"kind31","payload":{"k":32}}`,
		&ndwire.RequestUserDialogRequest{
			ToolUseID: "id30", DialogKind: "kind31",
			Payload: decoder.Raw(`{"k":32}`),
		},
	},
	{
		ndwire.KindControlRequestListPermissionRules, `{"subtype":"list_permission_rules"}`,
		&ndwire.ListPermissionRulesRequest{},
	},
	{
		ndwire.KindControlRequestMcpReadResource, `{"subtype":"mcp_read_resource","serverName":"servername33","uri":"uri34"}`,
		&ndwire.McpReadResourceRequest{
			ServerName: "servername33", URI: "uri34",
		},
	},
	{
		ndwire.KindControlRequestClaimSession, `{"subtype":"claim_session","session_id":"session-7"}`,
		&ndwire.ClaimSessionRequest{SessionID: "session-7"},
	},
	{
		ndwire.KindControlRequestExportConversation, `{"subtype":"export_conversation"}`,
		&ndwire.ExportConversationRequest{},
	},
	{
		ndwire.KindControlRequestGenerateSessionTitle, `{"subtype":"generate_session_title","description":"description35","persist":true}`,
		&ndwire.GenerateSessionTitleRequest{
			Description: "description35", Persist: true,
		},
	},
	{
		ndwire.KindControlRequestGetPlan, `{"subtype":"get_plan"}`,
		&ndwire.GetPlanRequest{},
	},
	{
		ndwire.KindControlRequestGetStatus, `{"subtype":"get_status"}`,
		&ndwire.GetStatusRequest{},
	},
	{
		ndwire.KindControlRequestSetCWD, `{"subtype":"set_cwd","path":"path36","trust_accepted":true,"trusted_directory":"directory37"}`,
		&ndwire.SetCWDRequest{
			Path: "path36", TrustAccepted: true, TrustedDirectory: "directory37",
		},
	},
	{
		ndwire.KindControlRequestSideQuestion, `{"subtype":"side_question","question":"question38","history":[{"k":39}]}`,
		&ndwire.SideQuestionRequest{
			Question: "question38", History: []decoder.Raw{decoder.Raw(`{"k":39}`)},
		},
	},
	{
		ndwire.KindControlRequestRemoteControl, `{"subtype":"remote_control","enabled":true,"name":"name40","reattach_session_id":"id41"}`,
		&ndwire.RemoteControlRequest{
			Enabled: new(true), Name: "name40", ReattachSessionID: "id41",
		},
	},
	{
		ndwire.KindControlRequestMcpAuthenticate, `{"subtype":"mcp_authenticate","serverName":"servername42","redirectUri":"redirecturi43"}`,
		&ndwire.McpAuthenticateRequest{
			ServerName: "servername42", RedirectURI: "redirecturi43",
		},
	},
	{
		ndwire.KindControlRequestMcpClearAuth, `{"subtype":"mcp_clear_auth","serverName":"servername44"}`,
		&ndwire.McpClearAuthRequest{ServerName: "servername44"},
	},
	{
		ndwire.KindControlRequestMcpOauthCallbackURL, `{"subtype":"mcp_oauth_callback_url","serverName":"servername45","callbackUrl":"callbackurl46"}`,
		&ndwire.McpOauthCallbackURLRequest{
			ServerName: "servername45", CallbackURL: "callbackurl46",
		},
	},
	{
		ndwire.KindControlRequestMessageRated, `{"subtype":"message_rated","messageUuid":"messageuuid47","sentiment":"sentiment48","surface":"surface49",
			"cleared":true}`,
		&ndwire.MessageRatedRequest{
			MessageUUID: "messageuuid47", Sentiment: "sentiment48",
			Surface: "surface49", Cleared: true,
		},
	},
	{
		ndwire.KindControlRequestSubmitFeedback, `{"subtype":"submit_feedback","description":"description50","title":"title51","surface":"surface52"}`,
		&ndwire.SubmitFeedbackRequest{
			Description: "description50", Title: "title51", Surface: "surface52",
		},
	},
	{
		ndwire.KindControlRequestSetMcpPermissionModeOverride, `{"subtype":"set_mcp_permission_mode_override","mode":"default","serverName":"servername53"}`,
		&ndwire.SetMcpPermissionModeOverrideRequest{
			Mode:       ndwire.PermissionModeDefault,
			ServerName: "servername53",
		},
	},
}

// A request of each subtype is the same nested and flattened, and is written back as it stood.
func TestNewerControlRequests(t *testing.T) {
	for _, tt := range newerRequests {
		nested := `{"type":"control_request","request_id":"r1","request":` + tt.request + `}`
		flat := `{"type":"control_request","request_id":"r1",` + tt.request[1:]
		want := &ndwire.ControlRequest{RequestID: "r1", Request: tt.want}
		for _, line := range []string{nested, flat} {
			m := as[*ndwire.ControlRequest](t, line)
			if d := cmp.Diff(want.Request, m.Request); d != "" {
				t.Errorf("%s (-want +got):\n%s", line, d)
			}
			if m.Kind() != tt.kind || m.RequestID != "r1" || m.Extra.Len() != 0 {
				t.Errorf("%s: Kind %q, %d unknown members", line, m.Kind(), m.Extra.Len())
			}
			for what, m := range map[string]ndwire.Line{"written back": m, "the clone is written": m.Clone()} {
				if d := diff(t, []byte(line), []byte(encode(t, m))); d != "" {
					t.Errorf("%s: %s (-want +got):\n%s", tt.kind, what, d)
				}
			}
		}
		if d := diff(t, []byte(nested), []byte(encode(t, want))); d != "" {
			t.Errorf("%s: the literal is written (-want +got):\n%s", tt.kind, d)
		}
		if err := ndwire.CheckLine([]byte(nested)); err != nil {
			t.Error(err)
		}
	}
	if len(newerRequests) != 55 {
		t.Errorf("%d subtypes in the table, want 55", len(newerRequests))
	}
}

// What a hook is told is decoded when it is asked for.
func TestHookInputOfRequest(t *testing.T) {
	request := func(input string) *ndwire.ControlRequest {
		return as[*ndwire.ControlRequest](t, `{"type":"control_request","request_id":"r","request":{"subtype":"hook_callback","input":`+input+`}}`)
	}
	in, err := request(`{"hook_event_name":"SessionEnd","session_id":"s","transcript_path":"/t","cwd":"/w","reason":"resume"}`).Request.(*ndwire.HookCallbackRequest).DecodeHookInput()
	want := &ndwire.SessionEndHookInput{
		BaseHookInput: ndwire.BaseHookInput{SessionID: "s", TranscriptPath: "/t", CWD: "/w"}, Reason: ndwire.ExitReasonResume,
	}
	if d := cmp.Diff(ndwire.HookInput(want), in); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	in, err = request(`{"hook_event_name":"FromTheFuture","n":1}`).Request.(*ndwire.HookCallbackRequest).DecodeHookInput()
	if u, ok := in.(*ndwire.UnknownHookInput); err != nil || !ok || u.HookEventName() != "FromTheFuture" {
		t.Errorf("an event of the future is %v, %v", in, err)
	}
}

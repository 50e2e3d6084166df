package agentsdktest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
)

// fields has every struct of the published Go API: Go name, JSON name ("-": not on the wire), Go type. A name alone is embedded.
var fields = []struct {
	of   any
	want string
}{
	{ndwire.BaseMessage{}, `
		UUID uuid string
		SessionID session_id string`},
	{ndwire.AssistantMessage{}, `
		BaseMessage
		Message message ndwire.BetaMessage
		ParentToolUseID parent_tool_use_id *string
		Error error *ndwire.AssistantError
		RequestID request_id string
		UserMessageUUID user_message_uuid string
		UserMessageUUIDs user_message_uuids []string
		ResumeReason resume_reason string
		ResumedFromIncompleteThinking resumed_from_incomplete_thinking bool
		Supersedes supersedes []string
		Aborted aborted bool
		AgentID agent_id string
		SubagentType subagent_type string
		TaskDescription task_description string
		Timestamp timestamp string
		ContextUsage context_usage *ndwire.ContextUsage
		UsageReport usage_report *ndwire.UsageReport
		WireToolInputs wire_tool_inputs decoder.Raw
		ToolUseMeta tool_use_meta []ndwire.ToolUseMeta
		NarrationBlockIndexes narration_block_indexes decoder.Raw
		Extra`},
	{ndwire.UserMessage{}, `
		BaseMessage
		Message message ndwire.MessageParam
		ParentToolUseID parent_tool_use_id *string
		IsSynthetic isSynthetic bool
		ToolUseResult tool_use_result decoder.Raw
		Priority priority string
		Origin origin ndwire.MessageOrigin
		ShouldQuery shouldQuery *bool
		Timestamp timestamp string
		ClientComposed client_composed bool
		PastedContent pasted_content []ndwire.MessageContent
		InlinePastes inline_pastes []string
		AgentID agent_id string
		SubagentType subagent_type string
		TaskDescription task_description string
		Extra`},
	{ndwire.UserMessageReplay{}, `
		UserMessage
		FileAttachments file_attachments []decoder.Raw`},
	{ndwire.ResultMessage{}, `
		BaseMessage
		Subtype subtype ndwire.ResultSubtype
		DurationMs duration_ms int64
		DurationAPIMs duration_api_ms int64
		IsError is_error bool
		NumTurns num_turns int
		StopReason stop_reason *string
		TotalCostUSD total_cost_usd float64
		Usage usage ndwire.BetaUsage
		ModelUsage modelUsage map[string]ndwire.ModelUsage
		PermissionDenials permission_denials []ndwire.PermissionDenial
		Result result *string
		StructuredOutput structured_output decoder.Raw
		Errors errors []string
		Error error string
		TtftMs ttft_ms *int64
		TtftStreamMs ttft_stream_ms *int64
		TimeToRequestMs time_to_request_ms *int64
		UserMessageUUID user_message_uuid string
		UserMessageUUIDs user_message_uuids []string
		ResumeReason resume_reason string
		LocalCommand local_command string
		RequestSentWallMs request_sent_wall_ms *int64
		FirstContentFrameMs first_content_frame_ms *int64
		FirstStreamPostMs first_stream_post_ms *int64
		FirstStreamPostAckMs first_stream_post_ack_ms *int64
		FirstStreamPostQueueWaitMs first_stream_post_queue_wait_ms *int64
		FirstStreamPostQueuedBehind first_stream_post_queued_behind string
		FirstStreamPostWallMs first_stream_post_wall_ms *int64
		FirstTextPostMs first_text_post_ms *int64
		FirstTextPostQueueWaitMs first_text_post_queue_wait_ms *int64
		FirstTextPostQueuedBehind first_text_post_queued_behind string
		FirstTextPostWallMs first_text_post_wall_ms *int64
		TimeToRequestFromSpawnMs time_to_request_from_spawn_ms *int64
		WarmSpareClaimed warm_spare_claimed bool
		TimeOriginMs time_origin_ms *int64
		APIErrorStatus api_error_status *int
		QueuedTurnCount queued_turn_count *int
		DeferredToolUse deferred_tool_use *ndwire.DeferredToolUse
		TerminalReason terminal_reason ndwire.TerminalReason
		ResultIndex result_index *int
		CredentialExpiresAt credential_expires_at string
		FastModeState fast_mode_state ndwire.FastModeState
		FastModeDisabledReason fast_mode_disabled_reason ndwire.FastModeDisabledReason
		Origin origin ndwire.MessageOrigin
		StartupFailureReason startup_failure_reason ndwire.StartupFailureReason
		InvalidConfigFile invalid_config_file *ndwire.InvalidConfigFile
		SubagentStats subagent_stats *ndwire.SubagentStats
		Extra`},
	{ndwire.SystemInitMessage{}, `
		BaseMessage
		Agents agents []string
		APIKeySource apiKeySource string
		Betas betas []string
		ClaudeCodeVersion claude_code_version string
		CWD cwd string
		Tools tools []string
		McpServers mcp_servers []ndwire.McpServerInfo
		Model model string
		PermissionMode permissionMode ndwire.PermissionMode
		SlashCommands slash_commands []string
		OutputStyle output_style string
		Skills skills []string
		Plugins plugins []ndwire.PluginInfo
		TerminalSlashCommands terminal_slash_commands []string
		PluginErrors plugin_errors []ndwire.PluginError
		FastModeState fast_mode_state ndwire.FastModeState
		FastModeDisabledReason fast_mode_disabled_reason ndwire.FastModeDisabledReason
		Effort effort *ndwire.EffortLevel
		ViewMode view_mode string
		MessagingSocketPath messaging_socket_path string
		PerTurnEffortActive per_turn_effort_active bool
		Capabilities capabilities []string
		MemoryPaths memory_paths map[string]string
		AnalyticsDisabled analytics_disabled bool
		ProductFeedbackDisabled product_feedback_disabled bool
		Extra`},
	{ndwire.PartialAssistantMessage{}, `
		BaseMessage
		Event event ndwire.StreamEvent
		ParentToolUseID parent_tool_use_id *string
		TtftMs ttft_ms *int64
		UserMessageUUID user_message_uuid string
		UserMessageUUIDs user_message_uuids []string
		ResumeReason resume_reason string
		Extra`},
	{ndwire.CompactBoundaryMessage{}, `
		BaseMessage
		CompactMetadata compact_metadata ndwire.CompactMetadata
		Extra`},
	{ndwire.StatusMessage{}, `
		BaseMessage
		Status status *string
		PermissionMode permissionMode *ndwire.PermissionMode
		CompactResult compact_result string
		CompactError compact_error string
		Extra`},
	{ndwire.HookStartedMessage{}, `
		BaseMessage
		HookID hook_id string
		HookName hook_name string
		HookEvent hook_event string
		Extra`},
	{ndwire.HookProgressMessage{}, `
		BaseMessage
		HookID hook_id string
		HookName hook_name string
		HookEvent hook_event string
		Stdout stdout string
		Stderr stderr string
		Output output string
		Extra`},
	{ndwire.HookResponseMessage{}, `
		BaseMessage
		HookID hook_id string
		HookName hook_name string
		HookEvent hook_event string
		Output output string
		Stdout stdout string
		Stderr stderr string
		ExitCode exit_code *int
		Outcome outcome string
		Extra`},
	{ndwire.ToolProgressMessage{}, `
		BaseMessage
		ToolUseID tool_use_id string
		ToolName tool_name string
		ParentToolUseID parent_tool_use_id *string
		ElapsedTimeSeconds elapsed_time_seconds float64
		TaskID task_id string
		Heartbeat heartbeat bool
		SubagentType subagent_type string
		SubagentRetry subagent_retry *ndwire.SubagentRetry
		Extra`},
	{ndwire.AuthStatusMessage{}, `
		BaseMessage
		IsAuthenticating isAuthenticating bool
		Output output []string
		Error error string
		Extra`},
	{ndwire.TaskNotificationMessage{}, `
		BaseMessage
		TaskID task_id string
		Status status string
		OutputFile output_file string
		Summary summary string
		RunID run_id string
		ToolUseID tool_use_id string
		Reason reason string
		Usage usage *ndwire.TaskUsage
		ResourceLinks resource_links []ndwire.McpResourceLink
		SkipTranscript skip_transcript bool
		Ambient ambient bool
		Extra`},
	{ndwire.FilesPersistedEvent{}, `
		BaseMessage
		Files files []ndwire.PersistedFile
		Failed failed []ndwire.FailedFile
		ProcessedAt processed_at string
		Extra`},
	{ndwire.ToolUseSummaryMessage{}, `
		BaseMessage
		Summary summary string
		PrecedingToolUseIDs preceding_tool_use_ids []string
		Extra`},
	{ndwire.KeepAlive{}, `
		StartupMark startup_mark string
		Extra`},
	{ndwire.UnknownMessage{}, `
		Raw  decoder.Raw`},
	{ndwire.ModelUsage{}, `
		InputTokens inputTokens int
		OutputTokens outputTokens int
		CacheReadInputTokens cacheReadInputTokens int
		CacheCreationInputTokens cacheCreationInputTokens int
		WebSearchRequests webSearchRequests int
		CostUSD costUSD float64
		ContextWindow contextWindow int
		MaxOutputTokens maxOutputTokens int
		ThinkingTokens thinkingTokens *int
		CacheCreationEphemeral5mInputTokens cacheCreationEphemeral5mInputTokens *int
		CacheCreationEphemeral1hInputTokens cacheCreationEphemeral1hInputTokens *int
		CanonicalModel canonicalModel string
		Provider provider string
		CostBasis costBasis string
		Extra`},
	{ndwire.PermissionDenial{}, `
		ToolName tool_name string
		ToolUseID tool_use_id string
		ToolInput tool_input decoder.Raw
		Extra`},
	{ndwire.McpServerInfo{}, `
		Name name string
		Status status string
		Source source string
		Extra`},
	{ndwire.PluginInfo{}, `
		Name name string
		Path path string
		Source source string
		Version version string
		Extra`},
	{ndwire.CompactMetadata{}, `
		Trigger trigger string
		PreTokens pre_tokens int
		PostTokens post_tokens *int
		DurationMs duration_ms *int64
		PreservedSegment preserved_segment *ndwire.CompactSegment
		PreservedMessages preserved_messages *ndwire.CompactPreserved
		Extra`},
	{ndwire.PersistedFile{}, `
		Filename filename string
		FileID file_id string
		Extra`},
	{ndwire.FailedFile{}, `
		Filename filename string
		Error error string
		Extra`},
	{ndwire.BetaMessage{}, `
		ID id string
		Role role string
		Content content []ndwire.ContentBlock
		Model model string
		StopReason stop_reason *string
		StopSequence stop_sequence *string
		Usage usage ndwire.BetaUsage
		StopDetails stop_details *ndwire.RefusalDetails
		Container container *ndwire.Container
		ContextManagement context_management *ndwire.ContextManagement
		Diagnostics diagnostics *ndwire.Diagnostics
		InputTransformations input_transformations []ndwire.InputTransformation
		SafeguardResults safeguard_results decoder.Raw
		Extra`},
	{ndwire.MessageParam{}, `
		Role role string
		Content content ndwire.MessageContent
		Extra`},
	{ndwire.MessageContent{}, `
		Type  decoder.JSONType
		Text  string
		Blocks  []ndwire.ContentBlock
		Other  decoder.Raw`},
	{ndwire.BetaUsage{}, `
		InputTokens input_tokens int
		OutputTokens output_tokens int
		CacheReadInputTokens cache_read_input_tokens int
		CacheCreationInputTokens cache_creation_input_tokens int
		CacheCreation cache_creation ndwire.CacheCreation
		ServerToolUse server_tool_use ndwire.ServerToolUsage
		ServiceTier service_tier string
		InferenceGeo inference_geo string
		Iterations iterations []ndwire.UsageIteration
		Speed speed string
		OutputTokensDetails output_tokens_details ndwire.OutputTokensDetails
		FallbackCredit fallback_credit *ndwire.FallbackCredit
		Extra`},
	{ndwire.TextBlock{}, `
		Text text string
		Citations citations []ndwire.Citation
		CacheControl cache_control *ndwire.CacheControl
		Extra`},
	{ndwire.ThinkingBlock{}, `
		Thinking thinking string
		Signature signature *string
		Extra`},
	{ndwire.RedactedThinkingBlock{}, `
		Data data string
		Extra`},
	{ndwire.ToolUseBlock{}, `
		ID id string
		Name name string
		Input input decoder.Raw
		Caller caller ndwire.ToolCaller
		ToolsetName toolset_name *string
		CacheControl cache_control *ndwire.CacheControl
		Extra`},
	{ndwire.ToolResultBlock{}, `
		ToolUseID tool_use_id string
		Content content ndwire.MessageContent
		IsError is_error bool
		ToolsetName toolset_name *string
		CacheControl cache_control *ndwire.CacheControl
		Extra`},
	{ndwire.ImageBlock{}, `
		Source source ndwire.ImageSource
		Transformations transformations *ndwire.ImageTransformations
		CacheControl cache_control *ndwire.CacheControl
		Extra`},
	{ndwire.UnknownContentBlock{}, `
		Raw  decoder.Raw`},
	{ndwire.MessageStartEvent{}, `
		Message message ndwire.BetaMessage
		Extra`},
	{ndwire.ContentBlockStartEvent{}, `
		Index index int
		ContentBlock content_block ndwire.ContentBlock
		Extra`},
	{ndwire.ContentBlockDeltaEvent{}, `
		Index index int
		Delta delta ndwire.Delta
		Extra`},
	{ndwire.ContentBlockStopEvent{}, `
		Index index int
		Extra`},
	{ndwire.MessageDeltaEvent{}, `
		Delta delta ndwire.MessageDelta
		Usage usage ndwire.MessageDeltaUsage
		ContextManagement context_management *ndwire.ContextManagement
		InputTransformations input_transformations []ndwire.InputTransformation
		Extra`},
	{ndwire.MessageStopEvent{}, `
		Extra`},
	{ndwire.PingEvent{}, `
		Extra`},
	{ndwire.ErrorEvent{}, `
		Error error ndwire.APIError
		Extra`},
	{ndwire.TextDelta{}, `
		Text text string
		Extra`},
	{ndwire.InputJSONDelta{}, `
		PartialJSON partial_json string
		Extra`},
	{ndwire.ThinkingDelta{}, `
		Thinking thinking string
		EstimatedTokens estimated_tokens *int
		Extra`},
	{ndwire.SignatureDelta{}, `
		Signature signature string
		Extra`},
	{ndwire.CitationsDelta{}, `
		Citation citation ndwire.Citation
		Extra`},
	{ndwire.ControlRequest{}, `
		RequestID request_id string
		Request request ndwire.ControlRequestInner
		Extra`},
	{ndwire.InterruptRequest{}, `
		CancelQueued cancel_queued bool
		Extra`},
	{ndwire.CanUseToolRequest{}, `
		ToolName tool_name string
		McpServer mcp_server *ndwire.McpServerProvenance
		Input input decoder.Raw
		ToolInput tool_input decoder.Raw
		PermissionSuggestions permission_suggestions []ndwire.PermissionUpdate
		BlockedPath blocked_path string
		DecisionReason decision_reason string
		DecisionReasonType decision_reason_type string
		ClassifierApprovable classifier_approvable bool
		SuppressAlwaysAllowRule suppress_always_allow_rule bool
		DefaultToNo default_to_no bool
		MatchedAskRule matched_ask_rule *ndwire.MatchedRule
		Title title string
		DisplayName display_name string
		ToolUseID tool_use_id string
		AgentID agent_id string
		Description description string
		RequiresUserInteraction requires_user_interaction bool
		Extra`},
	{ndwire.SetPermissionModeRequest{}, `
		Mode mode ndwire.PermissionMode
		Extra`},
	{ndwire.SetModelRequest{}, `
		Model model string
		Extra`},
	{ndwire.SetMaxThinkingTokensRequest{}, `
		MaxThinkingTokens max_thinking_tokens *int
		ThinkingDisplay thinking_display *string
		Extra`},
	{ndwire.McpStatusRequest{}, `
		LiveReply liveReply bool
		Extra`},
	{ndwire.McpReconnectRequest{}, `
		ServerName serverName string
		Extra`},
	{ndwire.McpToggleRequest{}, `
		ServerName serverName string
		Enabled enabled *bool
		Extra`},
	{ndwire.McpSetServersRequest{}, `
		Servers servers map[string]ndwire.McpServerConfig
		Extra`},
	{ndwire.McpMessageRequest{}, `
		ServerName server_name string
		Message message *ndwire.JSONRPCMessage
		Extra`},
	{ndwire.RewindFilesRequest{}, `
		UserMessageID user_message_id string
		DryRun dry_run bool
		Extra`},
	{ndwire.HookCallbackRequest{}, `
		CallbackID callback_id string
		HookInput input decoder.Raw
		ToolUseID tool_use_id string
		Extra`},
	{ndwire.InitializeRequest{}, `
		Hooks hooks map[ndwire.HookEvent][]ndwire.HookCallbackMatcher
		SdkMcpServers sdkMcpServers []string
		SdkMcpServerConfigs sdkMcpServerConfigs map[string]ndwire.SdkMcpServerConfig
		SdkMcpServerManifests sdkMcpServerManifests map[string]ndwire.SdkMcpServerManifest
		SdkMcpServerManifestsOrigin sdkMcpServerManifestsOrigin string
		JSONSchema jsonSchema decoder.Raw
		SystemPrompt systemPrompt ndwire.PromptText
		AppendSystemPrompt appendSystemPrompt string
		SystemPromptSnapshot systemPromptSnapshot bool
		PlanModeInstructions planModeInstructions string
		ToolAliases toolAliases map[string]string
		ExcludeDynamicSections excludeDynamicSections bool
		Agents agents map[string]ndwire.AgentDefinition
		Title title string
		Skills skills []string
		PromptSuggestions promptSuggestions bool
		AgentProgressSummaries agentProgressSummaries bool
		ForwardSubagentText forwardSubagentText bool
		SupportedDialogKinds supportedDialogKinds []string
		PerTaskStopAffordance perTaskStopAffordance bool
		Plugins plugins []ndwire.PluginConfig
		McpServers mcpServers map[string]ndwire.McpServerConfig
		Extra`},
	{ndwire.RenameSessionRequest{}, `
		Title title string
		Source source string
		SessionID session_id string
		Extra`},
	{ndwire.SetColorRequest{}, `
		Color color string
		Extra`},
	{ndwire.GetContextUsageRequest{}, `
		Detail detail string
		Extra`},
	{ndwire.GetSessionCostRequest{}, `
		Extra`},
	{ndwire.ListModelsRequest{}, `
		Extra`},
	{ndwire.GetUsageRequest{}, `
		SkipBehaviors skip_behaviors bool
		Extra`},
	{ndwire.GetBinaryVersionRequest{}, `
		Extra`},
	{ndwire.McpCallRequest{}, `
		Tool tool string
		Arguments arguments decoder.Raw
		ExpiresAt expires_at string
		TimeoutMs timeout_ms *int64
		ResultNotForModel result_not_for_model bool
		CheckPermissions check_permissions bool
		InputFiles input_files []ndwire.LaneFile
		OutputFiles output_files []ndwire.LaneFile
		Extra`},
	{ndwire.FileSuggestionsRequest{}, `
		Query query string
		Extra`},
	{ndwire.CancelAsyncMessageRequest{}, `
		MessageUUID message_uuid string
		Extra`},
	{ndwire.ReadFileRequest{}, `
		Path path string
		MaxBytes max_bytes *int64
		Encoding encoding string
		Extra`},
	{ndwire.SeedReadStateRequest{}, `
		Path path string
		Mtime mtime *int64
		Extra`},
	{ndwire.RegisterRepoRootRequest{}, `
		Directory directory string
		ReloadClaudeMd reload_claude_md bool
		ReloadPlugins reload_plugins bool
		ReloadSkills reload_skills bool
		Extra`},
	{ndwire.ReloadPluginsRequest{}, `
		HoldOnCacheImpact hold_on_cache_impact bool
		AddPlugins add_plugins []ndwire.PluginConfig
		RefuseIfBusy refuse_if_busy bool
		Extra`},
	{ndwire.ReloadSkillsRequest{}, `
		Extra`},
	{ndwire.ReloadOutputStylesRequest{}, `
		Extra`},
	{ndwire.SetHasSubscribersRequest{}, `
		HasSubscribers has_subscribers *bool
		Extra`},
	{ndwire.StopTaskRequest{}, `
		TaskID task_id string
		Extra`},
	{ndwire.BackgroundTasksRequest{}, `
		ToolUseID tool_use_id string
		Extra`},
	{ndwire.GetTaskOutputRequest{}, `
		TaskID task_id string
		Extra`},
	{ndwire.ApplyFlagSettingsRequest{}, `
		Settings settings decoder.Raw
		Extra`},
	{ndwire.GetSettingsRequest{}, `
		Extra`},
	{ndwire.GetHooksListingRequest{}, `
		Extra`},
	{ndwire.UpdateSettingsRequest{}, `
		Source source string
		Settings settings decoder.Raw
		Extra`},
	{ndwire.ElicitationRequest{}, `
		McpServerName mcp_server_name string
		Message message string
		Mode mode string
		URL url string
		ElicitationID elicitation_id string
		RequestedSchema requested_schema decoder.Raw
		PropertyOrder property_order []string
		Title title string
		DisplayName display_name string
		Description description string
		Extra`},
	{ndwire.RequestUserDialogRequest{}, `
		DialogKind dialog_kind string
		Payload payload decoder.Raw
		ToolUseID tool_use_id string
		Extra`},
	{ndwire.ListPermissionRulesRequest{}, `
		Extra`},
	{ndwire.McpReadResourceRequest{}, `
		ServerName serverName string
		URI uri string
		Extra`},
	{ndwire.ClaimSessionRequest{}, `
		SessionID session_id string
		Extra`},
	{ndwire.ExportConversationRequest{}, `
		Extra`},
	{ndwire.GenerateSessionTitleRequest{}, `
		Description description string
		Persist persist bool
		Extra`},
	{ndwire.GetPlanRequest{}, `
		Extra`},
	{ndwire.GetStatusRequest{}, `
		Extra`},
	{ndwire.SetCWDRequest{}, `
		Path path string
		TrustAccepted trust_accepted bool
		TrustedDirectory trusted_directory string
		Extra`},
	{ndwire.SideQuestionRequest{}, `
		Question question string
		History history []decoder.Raw
		Extra`},
	{ndwire.RemoteControlRequest{}, `
		Enabled enabled *bool
		Name name string
		ReattachSessionID reattach_session_id string
		Extra`},
	{ndwire.McpAuthenticateRequest{}, `
		ServerName serverName string
		RedirectURI redirectUri string
		Extra`},
	{ndwire.McpClearAuthRequest{}, `
		ServerName serverName string
		Extra`},
	{ndwire.McpOauthCallbackURLRequest{}, `
		ServerName serverName string
		CallbackURL callbackUrl string
		Extra`},
	{ndwire.MessageRatedRequest{}, `
		MessageUUID messageUuid string
		Sentiment sentiment string
		Surface surface string
		Cleared cleared bool
		Extra`},
	{ndwire.SubmitFeedbackRequest{}, `
		Description description string
		Title title string
		Surface surface string
		Extra`},
	{ndwire.SetMcpPermissionModeOverrideRequest{}, `
		Mode mode ndwire.PermissionMode
		ServerName serverName string
		Extra`},
	{ndwire.ControlResponse{}, `
		Response response ndwire.ControlResult
		Extra`},
	{ndwire.ControlSuccessResponse{}, `
		RequestID request_id string
		Result response decoder.Raw
		Allowed allowed *bool
		Reason reason string
		PendingPermissionRequests pending_permission_requests []ndwire.ControlRequest
		PendingUserDialogRequests pending_user_dialog_requests []ndwire.ControlRequest
		PendingElicitationRequests pending_elicitation_requests []ndwire.ControlRequest
		Extra`},
	{ndwire.ControlErrorResponse{}, `
		RequestID request_id string
		Error error string
		ErrorCode error_code string
		PendingPermissionRequests pending_permission_requests []ndwire.ControlRequest
		PendingUserDialogRequests pending_user_dialog_requests []ndwire.ControlRequest
		PendingElicitationRequests pending_elicitation_requests []ndwire.ControlRequest
		Extra`},
	{ndwire.ControlCancelRequest{}, `
		RequestID request_id string
		Extra`},
	{ndwire.QueryOptions{}, `
		Agent agent string
		Agents agents map[string]ndwire.AgentDefinition
		AllowedTools allowedTools []string
		DisallowedTools disallowedTools []string
		Tools tools ndwire.ToolsConfig
		Model model string
		FallbackModel fallbackModel string
		MaxThinkingTokens maxThinkingTokens *int
		MaxTurns maxTurns *int
		MaxBudgetUSD maxBudgetUsd *float64
		CWD cwd string
		Continue continue bool
		Resume resume string
		ResumeSessionAt resumeSessionAt string
		SessionID sessionId string
		PersistSession persistSession *bool
		ForkSession forkSession bool
		EnableFileCheckpointing enableFileCheckpointing bool
		AdditionalDirectories additionalDirectories []string
		PermissionMode permissionMode ndwire.PermissionMode
		AllowDangerouslySkipPermissions allowDangerouslySkipPermissions bool
		PermissionPromptToolName permissionPromptToolName string
		SystemPrompt systemPrompt ndwire.SystemPromptConfig
		McpServers mcpServers map[string]ndwire.McpServerConfig
		StrictMcpConfig strictMcpConfig bool
		Hooks hooks map[ndwire.HookEvent][]ndwire.HookCallbackMatcher
		Plugins plugins []ndwire.PluginConfig
		IncludePartialMessages includePartialMessages bool
		Betas betas []string
		OutputFormat outputFormat *ndwire.OutputFormat
		SettingSources settingSources []ndwire.SettingSource
		Sandbox sandbox *ndwire.SandboxSettings
		Debug debug bool
		DebugFile debugFile string
		Env env map[string]string
		Executable executable string
		ExecutableArgs executableArgs []string
		ExtraArgs extraArgs map[string]*string
		PathToClaudeCodeExecutable pathToClaudeCodeExecutable string
		ProjectConfigRoot projectConfigRoot string
		ToolAliases toolAliases map[string]string
		ToolConfig toolConfig *ndwire.ToolConfig
		SupportedDialogKinds supportedDialogKinds []string
		PerTaskStopAffordance perTaskStopAffordance bool
		SessionStoreFlush sessionStoreFlush string
		LoadTimeoutMs loadTimeoutMs *int64
		IncludeHookEvents includeHookEvents bool
		ForwardSubagentText forwardSubagentText bool
		VerbatimPrompts verbatimPrompts bool
		Thinking thinking *ndwire.ThinkingConfig
		Effort effort ndwire.EffortLevel
		TaskBudget taskBudget *ndwire.TaskBudget
		McpServersDelivery mcpServersDelivery string
		PlanModeInstructions planModeInstructions string
		PermissionPrompts permissionPrompts string
		PluginDelivery pluginDelivery string
		PromptSuggestions promptSuggestions bool
		AgentProgressSummaries agentProgressSummaries bool
		ResumeDropsTurn resumeDropsTurn string
		Settings settings ndwire.SettingsConfig
		ManagedSettings managedSettings decoder.Raw
		Skills skills ndwire.SkillsConfig
		Title title string
		CanUseTool - ndwire.CanUseToolFunc
		AbortSignal - context.Context
		Stderr - func(string)
		Extra`},
	{ndwire.ToolsConfig{}, `
		Type  decoder.JSONType
		Names  []string
		Preset  *ndwire.ToolsPreset
		Other  decoder.Raw`},
	{ndwire.ToolsPreset{}, `
		Preset preset string
		Extra`},
	{ndwire.SystemPromptConfig{}, `
		Raw - string
		Preset preset string
		Append append string
		ExcludeDynamicSections excludeDynamicSections bool
		Snapshot snapshot *bool
		Extra`},
	{ndwire.AgentDefinition{}, `
		Description description string
		Tools tools []string
		DisallowedTools disallowedTools []string
		Prompt prompt string
		Model model string
		MCPServers mcpServers []ndwire.AgentMcpServer
		MaxTurns maxTurns *int
		Skills skills []string
		CriticalSystemReminder criticalSystemReminder_EXPERIMENTAL string
		InitialPrompt initialPrompt string
		AutoCompactWindow autoCompactWindow *int
		Background background bool
		OmitClaudeMd omitClaudeMd bool
		Memory memory string
		Effort effort ndwire.AgentEffort
		PermissionMode permissionMode ndwire.PermissionMode
		Observer observer string
		ObserverMessage observerMessage string
		Extra`},
	{ndwire.OutputFormat{}, `
		Type type string
		Schema schema decoder.Raw
		Extra`},
	{ndwire.ModelInfo{}, `
		Value value string
		DisplayName displayName string
		Description description string
		ResolvedModel resolvedModel string
		SupportsEffort supportsEffort bool
		SupportedEffortLevels supportedEffortLevels []ndwire.EffortLevel
		SupportsAdaptiveThinking supportsAdaptiveThinking bool
		SupportsFastMode supportsFastMode bool
		SupportsAutoMode supportsAutoMode bool
		Extra`},
	{ndwire.HookCallbackMatcher{}, `
		Matcher matcher string
		HookCallbackIDs hookCallbackIds []string
		Timeout timeout *int
		OnFailure onFailure string
		Extra`},
	{ndwire.PermissionResult{}, `
		Behavior behavior string
		UpdatedInput updatedInput decoder.Raw
		Message message string
		Permissions updatedPermissions []ndwire.PermissionUpdate
		Interrupt interrupt bool
		ToolUseID toolUseID string
		DecisionClassification decisionClassification string
		Extra`},
	{ndwire.PermissionUpdate{}, `
		Type type string
		Destination destination string
		Rules rules []ndwire.PermissionRuleValue
		Behavior behavior string
		Rule rule *ndwire.PermissionRuleValue
		Mode mode *ndwire.PermissionMode
		Directories directories []string
		Extra`},
	{ndwire.PermissionRuleValue{}, `
		ToolName toolName string
		RuleContent ruleContent string
		Extra`},
	{ndwire.McpServerConfig{}, `
		Type type string
		Command command string
		Args args []string
		Env env map[string]string
		URL url string
		Headers headers map[string]string
		Name name string
		ID id string
		Tools tools []ndwire.McpServerToolPolicy
		Timeout timeout *int64
		AlwaysLoad alwaysLoad bool
		Extra`},
	{ndwire.PluginConfig{}, `
		Type type string
		Path path string
		SkipMcpDiscovery skipMcpDiscovery bool
		Extra`},
	{ndwire.SandboxSettings{}, `
		Enabled enabled bool
		AutoAllowBashIfSandboxed autoAllowBashIfSandboxed bool
		Network network *ndwire.SandboxNetworkConfig
		IgnoreViolations ignoreViolations ndwire.IgnoreViolations
		AllowUnsandboxedCommands allowUnsandboxedCommands *bool
		EnableWeakerNestedSandbox enableWeakerNestedSandbox bool
		ExcludedCommands excludedCommands []string
		Ripgrep ripgrep *ndwire.SandboxRipgrep
		FailIfUnavailable failIfUnavailable bool
		Filesystem filesystem *ndwire.SandboxFilesystem
		Credentials credentials *ndwire.SandboxCredentials
		AllowNestedUserNamespaces allowNestedUserNamespaces bool
		EnableWeakerNetworkIsolation enableWeakerNetworkIsolation bool
		AllowAppleEvents allowAppleEvents bool
		BwrapPath bwrapPath string
		SocatPath socatPath string
		Extra`},
	{ndwire.SandboxNetworkConfig{}, `
		AllowLocalBinding allowLocalBinding bool
		AllowUnixSockets allowUnixSockets []string
		AllowedDomains allowedDomains []string
		AllowManagedDomainsOnly allowManagedDomainsOnly bool
		AllowAllUnixSockets allowAllUnixSockets bool
		HTTPProxyPort httpProxyPort *int
		SocksProxyPort socksProxyPort *int
		DeniedDomains deniedDomains []string
		StrictAllowlist strictAllowlist bool
		AllowMachLookup allowMachLookup []string
		TlsTerminate tlsTerminate *ndwire.SandboxTLS
		Extra`},
}

func TestFields(t *testing.T) {
	for _, tt := range fields {
		typ := reflect.TypeOf(tt.of)
		t.Run(typ.Name(), func(t *testing.T) {
			want := lines(tt.want)
			var got []string
			for i := range typ.NumField() {
				got = append(got, describe(typ.Field(i), i, want))
			}
			for i := range max(len(got), len(want)) {
				switch {
				case i >= len(got):
					t.Errorf("field %q is missing", want[i])
				case i >= len(want):
					t.Errorf("field %q is not expected", got[i])
				case got[i] != want[i]:
					t.Errorf("field %d is %q, want %q", i, got[i], want[i])
				}
			}
		})
	}
}

func lines(s string) []string {
	var out []string
	for line := range strings.Lines(strings.TrimSpace(s)) {
		out = append(out, strings.TrimSpace(line))
	}
	return out
}

// describe writes a field as the table does: by its name alone where the table names nothing else.
func describe(f reflect.StructField, i int, want []string) string {
	if i < len(want) && want[i] == f.Name {
		return f.Name
	}
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return f.Name + " " + name + " " + f.Type.String()
}

// The options have 63 members on the wire and three fields that are not.
func TestQueryOptionsCount(t *testing.T) {
	var wire, other int
	typ := reflect.TypeFor[ndwire.QueryOptions]()
	for i := range typ.NumField() {
		switch f := typ.Field(i); {
		case f.Name == "Extra":
		case f.Tag.Get("json") == "-":
			other++
		default:
			wire++
		}
	}
	if wire != 63 || other != 3 {
		t.Errorf("%d members and %d callbacks, want 63 and 3", wire, other)
	}
}

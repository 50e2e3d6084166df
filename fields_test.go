package ndwire_test

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
		Extra`},
	{ndwire.UserMessage{}, `
		BaseMessage
		Message message ndwire.MessageParam
		ParentToolUseID parent_tool_use_id *string
		IsSynthetic isSynthetic bool
		ToolUseResult tool_use_result decoder.Raw
		Extra`},
	{ndwire.UserMessageReplay{}, `
		UserMessage`},
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
		Extra`},
	{ndwire.PartialAssistantMessage{}, `
		BaseMessage
		Event event ndwire.StreamEvent
		ParentToolUseID parent_tool_use_id *string
		Extra`},
	{ndwire.CompactBoundaryMessage{}, `
		BaseMessage
		CompactMetadata compact_metadata ndwire.CompactMetadata
		Extra`},
	{ndwire.StatusMessage{}, `
		BaseMessage
		Status status *string
		PermissionMode permissionMode *ndwire.PermissionMode
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
		Extra`},
	{ndwire.UnknownMessage{}, `
		Raw`},

	{ndwire.ModelUsage{}, `
		InputTokens inputTokens int
		OutputTokens outputTokens int
		CacheReadInputTokens cacheReadInputTokens int
		CacheCreationInputTokens cacheCreationInputTokens int
		WebSearchRequests webSearchRequests int
		CostUSD costUSD float64
		ContextWindow contextWindow int
		MaxOutputTokens maxOutputTokens int
		Extra`},
	{ndwire.PermissionDenial{}, `
		ToolName tool_name string
		ToolUseID tool_use_id string
		ToolInput tool_input decoder.Raw
		Extra`},
	{ndwire.McpServerInfo{}, `
		Name name string
		Status status string
		Extra`},
	{ndwire.PluginInfo{}, `
		Name name string
		Path path string
		Extra`},
	{ndwire.CompactMetadata{}, `
		Trigger trigger string
		PreTokens pre_tokens int
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
		Extra`},
	{ndwire.MessageParam{}, `
		Role role string
		Content content ndwire.MessageContent
		Extra`},
	{ndwire.MessageContent{}, `
		Type
		Text
		Blocks
		Other`},
	{ndwire.BetaUsage{}, `
		InputTokens input_tokens int
		OutputTokens output_tokens int
		CacheReadInputTokens cache_read_input_tokens int
		CacheCreationInputTokens cache_creation_input_tokens int
		Extra`},
	{ndwire.TextBlock{}, `
		Text text string
		Citations citations decoder.Raw
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
		Caller caller decoder.Raw
		Extra`},
	{ndwire.ToolResultBlock{}, `
		ToolUseID tool_use_id string
		Content content ndwire.MessageContent
		IsError is_error bool
		Extra`},
	{ndwire.ImageBlock{}, `
		Source source ndwire.ImageSource
		Extra`},
	{ndwire.UnknownContentBlock{}, `
		Raw`},

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
		Extra`},
	{ndwire.SignatureDelta{}, `
		Signature signature string
		Extra`},
	{ndwire.CitationsDelta{}, `
		Citation citation decoder.Raw
		Extra`},

	{ndwire.ControlRequest{}, `
		RequestID request_id string
		Request request ndwire.ControlRequestInner
		Extra`},
	{ndwire.ControlRequestInner{}, `
		Subtype subtype string
		ToolName tool_name string
		Input input decoder.Raw
		HookInput - decoder.Raw
		PermissionSuggestions permission_suggestions []ndwire.PermissionUpdate
		BlockedPath blocked_path string
		DecisionReason decision_reason string
		ToolUseID tool_use_id string
		AgentID agent_id string
		Description description string
		Mode mode ndwire.PermissionMode
		Model model string
		MaxThinkingTokens max_thinking_tokens *int
		Servers servers map[string]ndwire.McpServerConfig
		ServerName serverName string
		Enabled enabled *bool
		UserMessageID user_message_id string
		DryRun dry_run bool
		CallbackID callback_id string
		Extra`},
	{ndwire.ControlResponse{}, `
		Response response ndwire.ControlResult
		Extra`},
	{ndwire.ControlSuccessResponse{}, `
		RequestID request_id string
		Result response decoder.Raw
		Extra`},
	{ndwire.ControlErrorResponse{}, `
		RequestID request_id string
		Error error string
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
		CanUseTool - ndwire.CanUseToolFunc
		AbortSignal - context.Context
		Stderr - func(string)
		Extra`},
	{ndwire.ToolsConfig{}, `
		Type
		Names
		Preset
		Other`},
	{ndwire.ToolsPreset{}, `
		Preset preset string
		Extra`},
	{ndwire.SystemPromptConfig{}, `
		Raw - string
		Preset preset string
		Append append string
		Extra`},
	{ndwire.AgentDefinition{}, `
		Description description string
		Tools tools []string
		DisallowedTools disallowedTools []string
		Prompt prompt string
		Model model string
		MCPServers mcpServers []string
		MaxTurns maxTurns *int
		Extra`},
	{ndwire.OutputFormat{}, `
		Type type string
		Schema schema decoder.Raw
		Extra`},
	{ndwire.ModelInfo{}, `
		Value value string
		DisplayName displayName string
		Description description string
		Extra`},
	{ndwire.HookCallbackMatcher{}, `
		Matcher matcher string
		HookCallbackIDs hookCallbackIds []string
		Timeout timeout *int
		Extra`},
	{ndwire.PermissionResult{}, `
		Behavior behavior string
		UpdatedInput updatedInput decoder.Raw
		Message message string
		Permissions updatedPermissions []ndwire.PermissionUpdate
		Extra`},
	{ndwire.PermissionUpdate{}, `
		Type type string
		Destination destination string
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
		Extra`},
	{ndwire.PluginConfig{}, `
		Type type string
		Path path string
		Extra`},
	{ndwire.SandboxSettings{}, `
		Enabled enabled bool
		AutoAllowBashIfSandboxed autoAllowBashIfSandboxed bool
		Network network *ndwire.SandboxNetworkConfig
		IgnoreViolations ignoreViolations []string
		Extra`},
	{ndwire.SandboxNetworkConfig{}, `
		AllowLocalBinding allowLocalBinding bool
		AllowUnixSockets allowUnixSockets []string
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

// The options have 34 members on the wire and three fields that are not.
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
	if wire != 34 || other != 3 {
		t.Errorf("%d members and %d callbacks, want 34 and 3", wire, other)
	}
}

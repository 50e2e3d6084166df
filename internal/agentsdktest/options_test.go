package agentsdktest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

const everyOption = `{
	"agent":"reviewer",
	"agents":{"reviewer":{"description":"d","tools":["Read"],"disallowedTools":["Bash"],"prompt":"p","model":"haiku",
		"mcpServers":["x"],"maxTurns":2}},
	"allowedTools":["Read"],"disallowedTools":["Bash"],"tools":["Read","Grep"],
	"model":"m","fallbackModel":"f","maxThinkingTokens":0,"maxTurns":5,"maxBudgetUsd":1.5,
	"cwd":"/w","continue":true,"resume":"r","resumeSessionAt":"u","sessionId":"s","persistSession":false,"forkSession":true,
	"enableFileCheckpointing":true,"additionalDirectories":["/d"],
	"permissionMode":"plan","allowDangerouslySkipPermissions":true,"permissionPromptToolName":"t",
	"systemPrompt":{"type":"preset","preset":"claude_code","append":"Be brief."},
	"mcpServers":{"x":{"type":"stdio","command":"c"}},"strictMcpConfig":true,
	"hooks":{"PreToolUse":[{"matcher":"Bash","hookCallbackIds":["h1"],"timeout":30}],"Stop":[{"hookCallbackIds":[]}]},
	"plugins":[{"type":"local","path":"/p"}],"includePartialMessages":true,
	"betas":["b"],"outputFormat":{"type":"json_schema","schema":{"type":"object"}},
	"settingSources":["user","project","local"],
	"sandbox":{"enabled":true,"autoAllowBashIfSandboxed":true,"network":{"allowLocalBinding":true,"allowUnixSockets":["/s"]},
		"ignoreViolations":["file"]},
	"debug":true,"debugFile":"/log"}`

func options() ndwire.QueryOptions {
	return ndwire.QueryOptions{
		Agent: "reviewer",
		Agents: map[string]ndwire.AgentDefinition{"reviewer": {
			Description: "d", Tools: []string{"Read"}, DisallowedTools: []string{"Bash"}, Prompt: "p", Model: "haiku",
			MCPServers: []ndwire.AgentMcpServer{{Type: decoder.String, Name: "x"}}, MaxTurns: new(2),
		}},
		AllowedTools: []string{"Read"}, DisallowedTools: []string{"Bash"},
		Tools: ndwire.ToolsConfig{Type: decoder.Array, Names: []string{"Read", "Grep"}},
		Model: "m", FallbackModel: "f", MaxThinkingTokens: new(0), MaxTurns: new(5), MaxBudgetUSD: new(1.5),
		CWD: "/w", Continue: true, Resume: "r", ResumeSessionAt: "u", SessionID: "s", PersistSession: new(false), ForkSession: true,
		EnableFileCheckpointing: true, AdditionalDirectories: []string{"/d"},
		PermissionMode: ndwire.PermissionModePlan, AllowDangerouslySkipPermissions: true, PermissionPromptToolName: "t",
		SystemPrompt: ndwire.SystemPromptConfig{Preset: "claude_code", Append: "Be brief."},
		McpServers:   map[string]ndwire.McpServerConfig{"x": {Type: ndwire.McpServerTypeStdio, Command: "c"}}, StrictMcpConfig: true,
		Hooks: map[ndwire.HookEvent][]ndwire.HookCallbackMatcher{
			ndwire.HookEventPreToolUse: {{Matcher: "Bash", HookCallbackIDs: []string{"h1"}, Timeout: new(30)}},
			ndwire.HookEventStop:       {{HookCallbackIDs: []string{}}},
		},
		Plugins: []ndwire.PluginConfig{{Type: ndwire.PluginTypeLocal, Path: "/p"}}, IncludePartialMessages: true,
		Betas:          []string{"b"},
		OutputFormat:   &ndwire.OutputFormat{Type: ndwire.OutputFormatJSONSchema, Schema: decoder.Raw(`{"type":"object"}`)},
		SettingSources: []ndwire.SettingSource{ndwire.SettingSourceUser, ndwire.SettingSourceProject, ndwire.SettingSourceLocal},
		Sandbox: &ndwire.SandboxSettings{
			Enabled: true, AutoAllowBashIfSandboxed: true,
			Network:          &ndwire.SandboxNetworkConfig{AllowLocalBinding: true, AllowUnixSockets: []string{"/s"}},
			IgnoreViolations: ndwire.IgnoreViolations{Type: decoder.Array, Commands: []string{"file"}},
		},
		Debug: true, DebugFile: "/log",
	}
}

func TestQueryOptions(t *testing.T) {
	want := options()
	var got ndwire.QueryOptions
	if err := json.Unmarshal([]byte(everyOption), &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := jsontest.Diff(t, everyOption, jsontest.Encode(t, &want)); d != "" {
		t.Errorf("the literal is written (-want +got):\n%s", d)
	}
	if got := jsontest.Encode(t, &ndwire.QueryOptions{}); got != `{}` {
		t.Errorf("no options are written as %s", got)
	}
}

// TestQueryOptionsCallbacks checks that callbacks are not encoded, and that a clone has them.
func TestQueryOptionsCallbacks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := ndwire.QueryOptions{
		Model: "m",
		CanUseTool: func(toolName string, input decoder.Raw) (*ndwire.PermissionResult, error) {
			return &ndwire.PermissionResult{Behavior: ndwire.PermissionBehaviorDeny, Message: toolName + string(input)}, nil
		},
		AbortSignal: ctx,
		Stderr:      func(string) {},
	}
	if got := jsontest.Encode(t, &o); got != `{"model":"m"}` {
		t.Errorf("written as %s", got)
	}
	c := o.Clone()
	if c.CanUseTool == nil || c.AbortSignal != ctx || c.Stderr == nil {
		t.Errorf("Clone lost callbacks: %+v", c)
	}
	r, err := c.CanUseTool("Bash", decoder.Raw(`{}`))
	if err != nil || jsontest.Encode(t, r) != `{"behavior":"deny","message":"Bash{}"}` {
		t.Errorf("CanUseTool: %v, %v", r, err)
	}
}

// TestSystemPromptConfig checks that a prompt is a string or a preset, and that an unset prompt is not written.
func TestSystemPromptConfig(t *testing.T) {
	tests := []struct {
		prompt ndwire.SystemPromptConfig
		text   string
	}{
		{ndwire.SystemPromptConfig{Raw: "You are a helpful assistant."}, `"You are a helpful assistant."`},
		{ndwire.SystemPromptConfig{Preset: "claude_code"}, `{"type":"preset","preset":"claude_code"}`},
		{
			ndwire.SystemPromptConfig{Preset: "claude_code", Append: "Always explain."},
			`{"type":"preset","preset":"claude_code","append":"Always explain."}`,
		},
	}
	for _, tt := range tests {
		text, err := json.Marshal(tt.prompt)
		if err != nil || string(text) != tt.text {
			t.Errorf("%+v is written as %s, %v, want %s", tt.prompt, text, err, tt.text)
		}
		var got ndwire.SystemPromptConfig
		if err := json.Unmarshal([]byte(tt.text), &got); err != nil {
			t.Errorf("%s: %v", tt.text, err)
		}
		if d := cmp.Diff(tt.prompt, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		o := ndwire.QueryOptions{SystemPrompt: tt.prompt}
		if got, want := jsontest.Encode(t, &o), `{"systemPrompt":`+tt.text+`}`; got != want {
			t.Errorf("as an option %s, want %s", got, want)
		}
	}
	both := ndwire.SystemPromptConfig{Raw: "x", Preset: "claude_code"}
	if out, err := both.AppendJSON(nil); err == nil {
		t.Errorf("a prompt of both forms is written as %s", out)
	}
	for _, text := range []string{`{"systemPrompt":""}`, `{"systemPrompt":null}`, `{"systemPrompt":["a","b"]}`, `{"systemPrompt":{}}`} {
		var o ndwire.QueryOptions
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if d := cmp.Diff(ndwire.SystemPromptConfig{}, o.SystemPrompt, cmpopts.IgnoreFields(ndwire.SystemPromptConfig{}, "Extra")); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
		if got := jsontest.Encode(t, &o); got != text {
			t.Errorf("%s is written back as %s", text, got)
		}
	}
}

// TestToolsConfig checks that tools are names or a preset.
func TestToolsConfig(t *testing.T) {
	tests := []struct {
		tools ndwire.ToolsConfig
		text  string
	}{
		{ndwire.ToolsConfig{Type: decoder.Array, Names: []string{"Read"}}, `{"tools":["Read"]}`},
		{ndwire.ToolsConfig{Type: decoder.Array, Names: []string{}}, `{"tools":[]}`},
		{ndwire.ToolsConfig{Type: decoder.Object, Preset: &ndwire.ToolsPreset{Preset: "claude_code"}}, `{"tools":{"type":"preset","preset":"claude_code"}}`},
		{ndwire.ToolsConfig{}, `{}`},
	}
	for _, tt := range tests {
		want := ndwire.QueryOptions{Tools: tt.tools}
		var got ndwire.QueryOptions
		if err := json.Unmarshal([]byte(tt.text), &got); err != nil {
			t.Errorf("%s: %v", tt.text, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		if got := jsontest.Encode(t, &want); got != tt.text {
			t.Errorf("written as %s, want %s", got, tt.text)
		}
	}
}

// TestConfigurationTypes checks the configuration types that are not tested as part of QueryOptions.
func TestConfigurationTypes(t *testing.T) {
	tests := []struct {
		text string
		want interface {
			jsontest.Appender
			json.Unmarshaler
		}
		fresh interface {
			jsontest.Appender
			json.Unmarshaler
		}
	}{
		{
			`{"value":"m","displayName":"M","description":"d"}`,
			&ndwire.ModelInfo{Value: "m", DisplayName: "M", Description: "d"}, new(ndwire.ModelInfo),
		},
		{
			`{"behavior":"allow","updatedInput":{"a":1},"updatedPermissions":[{"type":"removeDirectories","destination":"localSettings","directories":["/x"]}]}`,
			&ndwire.PermissionResult{
				Behavior: ndwire.PermissionBehaviorAllow, UpdatedInput: decoder.Raw(`{"a":1}`),
				Permissions: []ndwire.PermissionUpdate{{
					Type: ndwire.PermissionUpdateRemoveDirectories, Destination: ndwire.PermissionDestinationLocalSettings,
					Directories: []string{"/x"},
				}},
			}, new(ndwire.PermissionResult),
		},
		{`{"behavior":"deny","message":"no"}`, &ndwire.PermissionResult{Behavior: ndwire.PermissionBehaviorDeny, Message: "no"}, new(ndwire.PermissionResult)},
		{`{"toolName":"Bash","ruleContent":"npm test:*"}`, &ndwire.PermissionRuleValue{ToolName: "Bash", RuleContent: "npm test:*"}, new(ndwire.PermissionRuleValue)},
		{`{"toolName":"Bash"}`, &ndwire.PermissionRuleValue{ToolName: "Bash"}, new(ndwire.PermissionRuleValue)},
		{`{"enabled":false}`, &ndwire.SandboxSettings{}, new(ndwire.SandboxSettings)},
		{`{"description":"","prompt":""}`, &ndwire.AgentDefinition{}, new(ndwire.AgentDefinition)},
		{`{"description":"","tools":[],"prompt":""}`, &ndwire.AgentDefinition{Tools: []string{}}, new(ndwire.AgentDefinition)},
		{`{"hookCallbackIds":[]}`, &ndwire.HookCallbackMatcher{HookCallbackIDs: []string{}}, new(ndwire.HookCallbackMatcher)},
		{`{}`, &ndwire.McpServerConfig{}, new(ndwire.McpServerConfig)},
	}
	for _, tt := range tests {
		if err := json.Unmarshal([]byte(tt.text), tt.fresh); err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(tt.want, tt.fresh); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		if got := jsontest.Encode(t, tt.want); got != tt.text {
			t.Errorf("written as %s, want %s", got, tt.text)
		}
	}
}

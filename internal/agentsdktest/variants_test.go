package agentsdktest

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

type record interface {
	jsontest.Appender
	UnmarshalJSON(data []byte) error
}

// testRecord decodes the text into a record of want's type, compares the two, and writes both.
func testRecord(t *testing.T, text string, want record) {
	t.Helper()
	got := reflect.New(reflect.TypeOf(want).Elem()).Interface().(record)
	if err := got.UnmarshalJSON([]byte(text)); err != nil {
		t.Errorf("%T: %v", want, err)
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%T (-want +got):\n%s", want, d)
	}
	for what, v := range map[string]record{"written back": got, "the literal is written": want} {
		if d := jsontest.Diff(t, text, jsontest.Encode(t, v)); d != "" {
			t.Errorf("%T: %s (-want +got):\n%s", want, what, d)
		}
	}
}

// TestVariants checks each variant of the unions by JSON type, and values without a variant.
func TestVariants(t *testing.T) {
	tests := []struct {
		text string
		want record
	}{
		{`{"description":"","prompt":"","effort":7}`, &ndwire.AgentDefinition{Effort: ndwire.AgentEffort{Type: decoder.Number, Tokens: 7}}},
		{
			`{"description":"","prompt":"","effort":"max"}`,
			&ndwire.AgentDefinition{Effort: ndwire.AgentEffort{Type: decoder.String, Level: ndwire.EffortLevelMax}},
		},
		{
			`{"description":"","prompt":"","mcpServers":["a",{"b":{"command":"c"}},3]}`,
			&ndwire.AgentDefinition{MCPServers: []ndwire.AgentMcpServer{
				{Type: decoder.String, Name: "a"},
				{Type: decoder.Object, Configs: map[string]ndwire.McpServerConfig{"b": {Command: "c"}}},
				{Type: decoder.Number, Other: decoder.Raw(`3`)},
			}},
		},
		{`{"skills":"all"}`, &ndwire.QueryOptions{Skills: ndwire.SkillsConfig{Type: decoder.String, Word: "all"}}},
		{`{"skills":["a"]}`, &ndwire.QueryOptions{Skills: ndwire.SkillsConfig{Type: decoder.Array, Names: []string{"a"}}}},
		{`{"settings":"/s.json"}`, &ndwire.QueryOptions{Settings: ndwire.SettingsConfig{Type: decoder.String, Path: "/s.json"}}},
		{
			`{"settings":{"env":{}}}`,
			&ndwire.QueryOptions{Settings: ndwire.SettingsConfig{Type: decoder.Object, Settings: decoder.Raw(`{"env":{}}`)}},
		},
		{
			`{"enabled":true,"ignoreViolations":["x"]}`,
			&ndwire.SandboxSettings{Enabled: true, IgnoreViolations: ndwire.IgnoreViolations{Type: decoder.Array, Commands: []string{"x"}}},
		},
		{
			`{"subtype":"initialize","systemPrompt":"p"}`,
			&ndwire.InitializeRequest{SystemPrompt: ndwire.PromptText{Type: decoder.String, Text: "p"}},
		},
		{
			`{"subtype":"mcp_message","message":{"jsonrpc":"2.0","id":"a"}}`,
			&ndwire.McpMessageRequest{
				Message: &ndwire.JSONRPCMessage{JSONRPC: "2.0", ID: ndwire.JSONRPCID{Type: decoder.String, Text: "a"}},
			},
		},
		{
			`{"type":"web_search_tool_result","tool_use_id":"s","content":{"type":"web_search_tool_result_error","error_code":"unavailable"}}`,
			&ndwire.WebSearchToolResultBlock{ToolUseID: "s", Content: ndwire.WebSearchContent{
				Type: decoder.Object, Error: &ndwire.ServerToolError{Type: "web_search_tool_result_error", ErrorCode: "unavailable"},
			}},
		},
	}
	for _, tt := range tests {
		testRecord(t, tt.text, tt.want)
	}
}

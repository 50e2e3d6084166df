package rustyclaw_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/spec"
)

// The crate's rules for each member: R is required, O may be absent, N may be null, D has a default that is not null. Flattened extras make a record
// open.
const inventory = `
SystemInit             open
SystemInit             session_id          string              R
SystemInit             tools               ToolInfo[]          R
SystemInit             mcp_servers         McpServerInfo[]     R
SystemCompactBoundary
AssistantMessage       message             ApiMessage          R
AssistantMessage       parent_tool_use_id  string              ON
AssistantMessage       duration_ms         int64               ON
UserMessage            message             ApiMessage          R
ApiMessage             role                Role                R
ApiMessage             content             MessageContent      R
UsageInfo              input_tokens        int                 R
UsageInfo              output_tokens       int                 R
ToolInfo               name                string              R
ToolInfo               description         string              ON
ToolInfo               input_schema        json                O
McpServerInfo          open
McpServerInfo          name                string              R
StreamEvent            event_type          string              R
StreamEvent            data                json                R
TextBlock              text                string              R
ToolUseBlock           id                  string              R
ToolUseBlock           name                string              R
ToolUseBlock           input               json                R
ToolResultBlock        tool_use_id         string              R
ToolResultBlock        content             ToolResultContent   R
ToolResultBlock        is_error            bool                OD
ThinkingBlock          thinking            string              R
ResultSuccess          result              string              R
ResultSuccess          duration_ms         int64               ON
ResultSuccess          num_turns           int                 ON
ResultSuccess          session_id          string              ON
ResultSuccess          total_cost_usd      number              ON
ResultSuccess          usage               UsageInfo           ON
ResultError            open
ResultError            error               string              R
ResultInputRequired
ControlRequest         request_id          string              R
ControlRequest         request             ControlRequestBody  R
InitializeRequest      can_use_tool        bool                O
InterruptRequest
CanUseToolRequest      tool_name           string              OD
CanUseToolRequest      input               json                O
ControlResponse        open
ControlResponse        response            ControlResponseBody R
ControlResponseBody    open
ControlResponseBody    subtype             ControlResult       R
ControlResponseBody    request_id          string              R
ControlResponseBody    error               string              OD
ControlResponseBody    allowed             bool                O
ControlResponseBody    reason              string              O
RateLimitEvent         open
McpMessage             open
`

func TestInventory(t *testing.T) {
	m, err := spec.Load("../spec/rustyclaw.yaml")
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]*spec.Record{}
	for _, r := range m.Records {
		records[r.Name] = r
	}
	for line := range strings.Lines(strings.TrimSpace(inventory)) {
		words := strings.Fields(line)
		r := records[words[0]]
		if r == nil {
			t.Errorf("there is no record %s", words[0])
			continue
		}
		if len(words) == 1 {
			continue
		}
		if words[1] == "open" {
			if !r.Open {
				t.Errorf("%s is not open", r.Name)
			}
			continue
		}
		found := "no such member"
		for _, f := range r.Fields {
			if f.Name != words[1] {
				continue
			}
			found = f.Type.String() + " R"
			if f.Optional {
				found = f.Type.String() + " O"
			}
			if f.Nullable {
				found += "N"
			}
			if f.Default != "" {
				found += "D"
			}
		}
		if want := words[2] + " " + words[3]; found != want {
			t.Errorf("%s.%s is %s, want %s", r.Name, words[1], found, want)
		}
	}
}

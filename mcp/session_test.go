package mcp_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/rpctest"
	"github.com/ndwire/ndwire/mcp"
)

// TestSession reads two sessions, one of revision 2025-11-25 and one of 2026-07-28. Each line is valid for the schema of its revision.
func TestSession(t *testing.T) {
	rpctest.Run(t, rpctest.Protocol[mcp.Line, mcp.Result]{
		Name: "mcp", Unmarshal: mcp.UnmarshalLine, Check: mcp.CheckLine, Peek: mcp.Peek, CheckResult: mcp.CheckResult,
		Results: `
			completion/complete:CompleteResult elicitation/create:CreateTaskResult elicitation/create:ElicitResult initialize:InitializeResult
			logging/setLevel:EmptyResult ping:EmptyResult prompts/get:GetPromptResult prompts/get:InputRequiredResult
			prompts/list:ListPromptsResult resources/list:ListResourcesResult resources/read:ReadResourceResult
			resources/subscribe:EmptyResult resources/templates/list:ListResourceTemplatesResult resources/unsubscribe:EmptyResult
			roots/list:ListRootsResult sampling/createMessage:CreateMessageResult sampling/createMessage:CreateTaskResult
			server/discover:DiscoverResult subscriptions/listen:EmptyResult tasks/cancel:TaskResult tasks/get:TaskResult
			tasks/list:ListTasksResult tasks/result:UnknownResult tools/call:CallToolResult tools/call:CreateTaskResult
			tools/call:InputRequiredResult tools/list:ListToolsResult x-harbour/tide:UnknownResult`,
	})
}

// TestErrors reads errors with the data of their codes.
func TestErrors(t *testing.T) {
	for line, want := range map[string]mcp.Error{
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"No."}}`:    &mcp.OtherError{Code: int(mcp.CodeMethodNotFound), Message: "No."},
		`{"jsonrpc":"2.0","id":1,"error":{"code":7,"message":"","data":[1]}}`: &mcp.OtherError{Code: 7, Data: decoder.Raw("[1]")},
		`{"jsonrpc":"2.0","error":{"code":-32022,"message":"Old.","data":{"supported":["a"],"requested":"b"}}}`: &mcp.UnsupportedVersionError{
			Message: "Old.", Data: mcp.UnsupportedVersionData{Supported: []string{"a"}, Requested: "b"}},
	} {
		m, err := mcp.UnmarshalLine([]byte(line))
		if err != nil {
			t.Error(err)
			continue
		}
		got := m.(*mcp.ErrorResponse).Error
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", line, d)
		}
		if code, _ := decoder.Raw(line).Get("error", "code"); code.String() != fmt.Sprint(got.GetCode()) {
			t.Errorf("%s: the code is %d", line, got.GetCode())
		}
	}
}

// TestOtherMessages reads methods that the protocol does not have.
func TestOtherMessages(t *testing.T) {
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"x/y","params":{}}`: "x~1y 1 x/y",
		`{"jsonrpc":"2.0","method":"result"}`:                 "result~  result",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call/now"}`:  "tools~1call~1now 1 tools/call/now",
		`{"jsonrpc":"2.0","id":1}`:                            " 1 ",
	} {
		m, err := mcp.UnmarshalLine([]byte(line))
		if err != nil {
			t.Error(err)
			continue
		}
		if got := fmt.Sprintf("%s %s %s", m.Kind(), m.GetID(), m.GetMethod()); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

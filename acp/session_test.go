package acp_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/acp"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/rpctest"
)

// TestSession reads what both sides of a session have sent. Each line is valid for the schema.
func TestSession(t *testing.T) {
	rpctest.Run(t, rpctest.Protocol[acp.Line, acp.Result]{
		Name: "acp", Unmarshal: acp.UnmarshalLine, Check: acp.CheckLine, Peek: acp.Peek, CheckResult: acp.CheckResult,
		Results: `
			_harbour/tide:UnknownResult authenticate:EmptyResult elicitation/create:CreateElicitationResult fs/read_text_file:ReadTextFileResult
			fs/write_text_file:EmptyResult initialize:InitializeResult logout:EmptyResult session/close:EmptyResult
			session/delete:EmptyResult session/list:ListSessionsResult session/load:SessionResult session/new:NewSessionResult
			session/prompt:PromptResult session/request_permission:RequestPermissionResult session/resume:SessionResult
			session/set_config_option:SetSessionConfigOptionResult session/set_mode:EmptyResult
			terminal/create:CreateTerminalResult terminal/kill:EmptyResult terminal/output:TerminalOutputResult
			terminal/release:EmptyResult terminal/wait_for_exit:WaitForTerminalExitResult`,
	})
}

// TestOtherForms reads what later agents and clients may send.
func TestOtherForms(t *testing.T) {
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"_x/y","params":{}}`: "_x~1y 1 _x/y",
		`{"jsonrpc":"2.0","method":"error"}`:                   "error~  error",
		`{"jsonrpc":"2.0","id":1}`:                             " 1 ",
		`{"jsonrpc":"2.0","method":"$/cancel_request"}`:        "$~1cancel_request  $/cancel_request",
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"new"}}}`: "session~1update/new  session/update",
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s"}}`:                                  "session~1update  session/update",
	} {
		m, err := acp.UnmarshalLine([]byte(line))
		if err != nil {
			t.Error(err)
			continue
		}
		peek, err := acp.Peek([]byte(line))
		if got := fmt.Sprintf("%s %s %s", m.Kind(), m.GetID(), m.GetMethod()); got != want || err != nil || peek != m.Kind() {
			t.Errorf("%s: %q, want %q; Peek says %q, %v", line, got, want, peek, err)
		}
	}
}

// TestOptionalTypes reads records that are chosen by the absence of a type.
func TestOptionalTypes(t *testing.T) {
	m := &acp.NewSessionRequest{Request: acp.Request{ID: decoder.Raw("1")}, Params: acp.NewSessionParams{CWD: "/", McpServers: []acp.McpServer{
		&acp.StdioServer{Name: "a", Command: "b"}, &acp.HTTPServer{Name: "c", URL: "d", Headers: []acp.HTTPHeader{}},
	}}}
	const want = `{"method":"session/new","jsonrpc":"2.0","id":1,"params":{"cwd":"/","mcpServers":[{"name":"a","command":"b","args":[],"env":[]},` +
		`{"type":"http","name":"c","url":"d","headers":[]}]}}`
	text, err := m.AppendJSON(nil)
	if err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	got, err := acp.UnmarshalLine(text)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(m.Params.McpServers[1], got.(*acp.NewSessionRequest).Params.McpServers[1]); d != "" {
		t.Error(d)
	}
}

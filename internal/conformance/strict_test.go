package conformance

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/acp"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/mcp"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
)

// strictReader checks a line, and reads it with and without Strict.
type strictReader struct {
	check  func([]byte) error
	strict func(string) error
	loose  func(string) error
}

func strictReaderOf[T any](check func([]byte) error, codec func(opts ...decoder.Option) func(string) error) strictReader {
	return strictReader{check, codec(decoder.Strict()), codec()}
}

func firstOf[T any](open func(in *strings.Reader, opts ...decoder.Option) *decoder.Reader[T]) func(opts ...decoder.Option) func(string) error {
	return func(opts ...decoder.Option) func(string) error {
		return func(line string) error {
			_, err := open(strings.NewReader(line), opts...).Next()
			return err
		}
	}
}

var strictReaders = map[string]strictReader{
	"agentsdk": strictReaderOf[ndwire.Line](ndwire.CheckLine, firstOf(func(in *strings.Reader, opts ...decoder.Option) *decoder.Reader[ndwire.Line] {
		return ndwire.NewReader(in, opts...)
	})),
	"rustyclaw": strictReaderOf[rustyclaw.Line](rustyclaw.CheckLine, firstOf(func(in *strings.Reader, opts ...decoder.Option) *decoder.Reader[rustyclaw.Line] {
		return rustyclaw.NewReader(in, opts...)
	})),
	"openclaw": strictReaderOf[openclaw.Line](openclaw.CheckLine, firstOf(func(in *strings.Reader, opts ...decoder.Option) *decoder.Reader[openclaw.Line] {
		return openclaw.NewReader(in, opts...)
	})),
	"claudecode": strictReaderOf[claudecode.Line](claudecode.CheckLine, firstOf(func(in *strings.Reader, opts ...decoder.Option) *decoder.Reader[claudecode.Line] {
		return claudecode.NewReader(in, opts...)
	})),
	"mcp": strictReaderOf[mcp.Line](mcp.CheckLine, firstOf(func(in *strings.Reader, opts ...decoder.Option) *decoder.Reader[mcp.Line] {
		return mcp.NewReader(in, opts...)
	})),
	"acp": strictReaderOf[acp.Line](acp.CheckLine, firstOf(func(in *strings.Reader, opts ...decoder.Option) *decoder.Reader[acp.Line] {
		return acp.NewReader(in, opts...)
	})),
}

// TestStrictRules checks that a violation of the descriptions is a finding of Strict and CheckLine, with its path and reason, and that the
// line is read by default.
func TestStrictRules(t *testing.T) {
	tests := []struct {
		protocol, line string
		want           []string // each "PATH: REASON"
	}{
		// Tags
		{"agentsdk", `{}`, []string{".: missing type"}},
		{"rustyclaw", `{}`, []string{".: missing type"}},
		{"openclaw", `{}`, []string{".: missing type or role"}},
		{"claudecode", `{}`, []string{".: missing type"}},
		{"agentsdk", `{"type":"system"}`, []string{".: missing subtype"}},
		{"rustyclaw", `{"type":"result"}`, []string{".: missing subtype"}},
		{"agentsdk", `{"type":5}`, []string{".type: wrong JSON type: number"}},
		{"agentsdk", `{"type":null}`, []string{".type: wrong JSON type: null"}},
		{"agentsdk", `{"type":"system","subtype":5}`, []string{".subtype: wrong JSON type: number"}},
		{"rustyclaw", `{"type":"system","subtype":{}}`, []string{".subtype: wrong JSON type: object"}},
		{"openclaw", `{"role":1}`, []string{".role: wrong JSON type: number"}},
		{"agentsdk", `{"type":"later"}`, []string{".: not in the spec: later"}},
		{"agentsdk", `{"type":"system","subtype":"later"}`, []string{".: not in the spec: system/later"}},
		{"openclaw", `{"role":"later"}`, []string{".: not in the spec: later"}},
		{"openclaw", `{"type":"entry_appended","entry":{"type":"agent_start"}}`, []string{".entry: not in the spec: agent_start"}},
		{"agentsdk", `{"type":"assistant","message":{"id":"m","type":"message","role":"assistant","content":[{"text":"x"},{"type":"later"},{"type":[]}],
			"model":"m","stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}},"parent_tool_use_id":null,"uuid":"u","session_id":"s"}`,
			[]string{".message.content[0]: missing type", ".message.content[1]: not in the spec: later", ".message.content[2].type: wrong JSON type: array"}},

		// Control requests
		{"agentsdk", `{"type":"control_request","request_id":"r","request":{"subtype":"later"}}`, []string{".request: not in the spec: later"}},
		{"agentsdk", `{"type":"control_request","request_id":"r","request":{}}`, []string{".request: missing subtype"}},
		{"agentsdk", `{"type":"control_request","request":{"subtype":"interrupt"}}`, []string{".: missing request_id"}},
		{"agentsdk", `{"type":"control_request","request_id":"r"}`, []string{".: missing request"}},
		{"agentsdk", `{"type":"control_response","response":{"subtype":"later","request_id":"r"}}`, []string{".response: not in the spec: later"}},
		{"rustyclaw", `{"type":"control_request","request_id":"r","subtype":"later"}`, []string{".: missing request", ".subtype: not in the spec"}},
		{"rustyclaw", `{"type":"control_request","request_id":"r","request":{"subtype":7}}`, []string{".request.subtype: wrong JSON type: number"}},
		{"rustyclaw", `{"type":"control_response","request_id":"r","subtype":"later"}`, []string{".subtype: not in the spec: later"}},

		// Required members
		{"rustyclaw", `{"type":"system","subtype":"init"}`, []string{".: missing session_id", ".: missing tools", ".: missing mcp_servers"}},
		{"rustyclaw", `{"type":"assistant","message":{"role":"assistant"}}`, []string{".message: missing content"}},
		{"rustyclaw", `{"type":"user","message":{"role":"user","content":null}}`, []string{".message.content: wrong JSON type: null"}},
		{"rustyclaw", `{"type":"user","message":{"role":"pilot","content":[]}}`, []string{".message.role: not in the spec: pilot"}},
		{"rustyclaw", `{"type":"user","message":{"role":"user","content":[{"type":"tool_result"}]}}`,
			[]string{".message.content[0]: missing tool_use_id", ".message.content[0]: missing content"}},
		{"rustyclaw", `{"type":"result","subtype":"success","usage":{"input_tokens":1}}`, []string{".usage: missing output_tokens", ".: missing result"}},
		{"rustyclaw", `{"type":"result","subtype":"error"}`, []string{".: missing error"}},
		{"rustyclaw", `{"type":"result","subtype":"success","result":null}`, []string{".result: wrong JSON type: null"}},
		{"openclaw", `{"role":"user","content":"x"}`, []string{".: missing timestamp"}},
		{"openclaw", `{"role":"toolResult","toolCallId":"c","toolName":"t","content":[],"timestamp":1}`, []string{".: missing isError"}},
		{"openclaw", `{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"n"}],"api":"a","provider":"p","model":"m","stopReason":"later","timestamp":1,
			"usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0,"totalTokens":2,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0}}}`,
			[]string{".content[0]: missing arguments", ".stopReason: not in the spec: later", ".usage.cost: missing total"}},
		{"agentsdk", `{"type":"result","subtype":"later","duration_ms":1,"duration_api_ms":1,"is_error":false,"num_turns":1,"stop_reason":null,"total_cost_usd":0,
			"modelUsage":{},"permission_denials":[],"uuid":"u","session_id":"s"}`, []string{".subtype: not in the spec: later", ".: missing usage"}},
		{"agentsdk", `{"type":"tool_progress","tool_use_id":"t","tool_name":"n","elapsed_time_seconds":1,"uuid":"u"}`,
			[]string{".: missing session_id", ".: missing parent_tool_use_id"}},
		{"claudecode", `{"type":"compact_system","message":"conversation_compacting","timestamp":"2026-01-01T00:00:00Z","sessionId":"s"}`, []string{".: missing uuid"}},

		// Numbers
		{"rustyclaw", `{"type":"result","subtype":"success","result":"","num_turns":-1}`, nil},
		{"rustyclaw", `{"type":"result","subtype":"success","result":"","duration_ms":1.5}`, nil},
		{"rustyclaw", `{"type":"result","subtype":"success","result":"","duration_ms":1e30}`, []string{".duration_ms: number out of range: 1e30"}},

		// JSON-RPC
		{"mcp", `{}`, []string{".: missing method or result or error"}},
		{"acp", `{}`, []string{".: missing method or error or result"}},
		{"mcp", `{"jsonrpc":"2.0"}`, []string{".: missing method or result or error"}},
		{"acp", `{"jsonrpc":"2.0"}`, []string{".: missing method or error or result"}},
		{"mcp", `{"jsonrpc":"2.0","id":1,"method":5}`, []string{".method: wrong JSON type: number"}},
		{"acp", `{"jsonrpc":"2.0","id":1,"method":5}`, []string{".method: wrong JSON type: number"}},
		{"mcp", `{"jsonrpc":"2.0","id":1,"method":"later"}`, nil},
		{"acp", `{"jsonrpc":"2.0","id":1,"method":"later"}`, nil},
		{"mcp", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, []string{".jsonrpc: not in the spec: 1.0"}},
		{"acp", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, []string{".jsonrpc: not in the spec: 1.0"}},
		{"mcp", `{"id":1,"method":"ping"}`, []string{".: missing jsonrpc"}},
		{"acp", `{"id":1,"method":"ping"}`, []string{".: missing jsonrpc"}},
		{"mcp", `{"jsonrpc":"2.0","method":"ping"}`, []string{".: missing id"}},
		{"acp", `{"jsonrpc":"2.0","method":"ping"}`, nil},
		{"mcp", `{"jsonrpc":"2.0","id":1,"result":{}}`, nil},
		{"acp", `{"jsonrpc":"2.0","id":1,"result":{}}`, nil},
		{"mcp", `{"jsonrpc":"2.0","id":1,"result":[]}`, nil},
		{"acp", `{"jsonrpc":"2.0","id":1,"result":[]}`, nil},
		{"mcp", `{"jsonrpc":"2.0","id":1,"error":{"code":-32601}}`, []string{".error: missing message"}},
		{"acp", `{"jsonrpc":"2.0","id":1,"error":{"code":-32601}}`, []string{".error: missing message"}},
		{"mcp", `{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}`, []string{".error.code: wrong JSON type: string"}},
		{"acp", `{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}`, []string{".error.code: wrong JSON type: string"}},
		{"mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, []string{".: missing params"}},
		{"mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{}}}`, []string{".params: missing name"}},
		{"mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n","arguments":[]}}`, nil},
		{"mcp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
			[]string{".params: missing clientInfo", ".params: missing protocolVersion"}},
		{"mcp", `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"loud","data":null}}`,
			[]string{".params.level: not in the spec: loud"}},
		{"mcp", `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":true}}`,
			[]string{".params.progressToken: wrong JSON type: boolean", ".params: missing progress"}},
		{"mcp", `{"jsonrpc":"2.0","id":"a","method":"sampling/createMessage","params":{"messages":[{"role":"pilot","content":{"type":"later"}}],"maxTokens":1}}`,
			[]string{".params.messages[0].content: not in the spec: later", ".params.messages[0].role: not in the spec: pilot"}},
		{"acp", `{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"prompt":[{"type":"text"},{"type":"later"},{}]}}`,
			[]string{".params.prompt[0]: missing text", ".params.prompt[1]: not in the spec: later", ".params.prompt[2]: missing type", ".params: missing sessionId"}},
		{"acp", `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"later"}}}`,
			[]string{".params.update: not in the spec: later"}},
		{"acp", `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{}}}`, []string{".params.update: missing sessionUpdate"}},
		{"acp", `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call"}}}`,
			[]string{".params.update: missing title", ".params.update: missing toolCallId"}},
		{"acp", `{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"agent_message_chunk","content":null}}}`,
			[]string{".params: missing sessionId"}},
		{"acp", `{"jsonrpc":"2.0","id":1,"method":"fs/write_text_file","params":{"sessionId":"s","path":"/a"}}`, []string{".params: missing content"}},
		{"acp", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1"}}`,
			[]string{".params.protocolVersion: wrong JSON type: string"}},
	}
	for _, tt := range tests {
		r := strictReaders[tt.protocol]
		line := strings.ReplaceAll(strings.ReplaceAll(tt.line, "\n", ""), "\t", "")
		if err := r.loose(line); err != nil {
			t.Errorf("%s: %s: %v, although the reader is not strict", tt.protocol, line, err)
		}
		err := r.check([]byte(line))
		got := findings(err)
		slices.Sort(got)
		want := slices.Clone(tt.want)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s: CheckLine finds\n%q, want\n%q", tt.protocol, line, got, want)
		}
		if err := r.strict(line); (err != nil) != (len(want) > 0) {
			t.Errorf("%s: %s: a strict reader says %v", tt.protocol, line, err)
		}
	}
}

// findings returns the paths and reasons of an error of CheckLine.
func findings(err error) (all []string) {
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) {
		return nil
	}
	if e, ok := err.(*decoder.Error); ok {
		return []string{finding(e)}
	}
	for _, err := range joined.Unwrap() {
		if e, ok := errors.AsType[*decoder.Error](err); ok {
			all = append(all, finding(e))
		}
	}
	return all
}

// finding returns the text of an error without its position.
func finding(e *decoder.Error) string {
	plain := *e
	plain.Near, plain.Path, plain.Offset, plain.Start, plain.Line, plain.File = "", "", 0, 0, 0, ""
	path := e.Path
	if path == "" {
		path = "."
	}
	return path + ": " + strings.TrimPrefix(plain.Error(), "ndwire: column 1: ")
}

package agentsdktest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/spec"
)

// TestEachBlockOfATool checks that a block of any kind that the spec has is a call if its type ends in tool_use, a result if it ends in tool_result,
// and otherwise neither.
func TestEachBlockOfATool(t *testing.T) {
	m, err := spec.Load("../../spec/agentsdk.yaml")
	if err != nil {
		t.Fatal(err)
	}
	calls, results := 0, 0
	for _, u := range m.Unions {
		if u.Name != "ContentBlock" {
			continue
		}
		for _, c := range u.Tree.Cases {
			kind, err := strconv.Unquote(c.Literal)
			if err != nil {
				t.Fatal(err)
			}
			b, err := ndwire.UnmarshalContentBlock(fmt.Appendf(nil, `{"type":%q,"id":"i","name":"n","input":{"a":1},"tool_use_id":"t"}`, kind))
			if err != nil {
				t.Fatal(err)
			}
			call, isCall := ndwire.ToolCallOf(b)
			if want := strings.HasSuffix(kind, "tool_use"); isCall != want || want && (call.ID != "i" || call.Name != "n" || string(call.Input) != `{"a":1}`) {
				t.Errorf("%s: the call %v, %t", kind, call, isCall)
			}
			result, isResult := ndwire.ToolResultOf(b)
			if want := strings.HasSuffix(kind, "tool_result"); isResult != want || want && result.CallID != "t" {
				t.Errorf("%s: the result %v, %t", kind, result, isResult)
			}
			if isCall {
				calls++
			}
			if isResult {
				results++
			}
		}
	}
	if calls < 3 || results < 9 {
		t.Errorf("the spec has blocks for %d sorts of calls and %d sorts of results", calls, results)
	}
}

func TestToolResults(t *testing.T) {
	for block, want := range map[string]ndwire.ToolResult{
		`{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`: {Text: "ab"},
		`{"type":"tool_result","tool_use_id":"t","content":"x","is_error":true}`:                                     {Text: "x", IsError: true},
		`{"type":"mcp_tool_result","tool_use_id":"t","content":[{"type":"text","text":"x"}],"is_error":true}`:        {Text: "x", IsError: true},
		`{"type":"web_search_tool_result","tool_use_id":"t","content":[{"type":"web_search_result","url":"https://a.example","title":"A","encrypted_content":"e"},{"type":"web_search_result","url":"https://b.example","title":"B"}]}`: {
			Text: "A https://a.example\nB https://b.example"},
		`{"type":"web_search_tool_result","tool_use_id":"t","content":[]}`: {},
		`{"type":"web_search_tool_result","tool_use_id":"t","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}}`: {
			Text: "max_uses_exceeded", IsError: true},
		`{"type":"web_fetch_tool_result","tool_use_id":"t","content":{"type":"web_fetch_result","url":"https://a.example","content":{"type":"document","source":{"type":"text","data":"x"}}}}`: {
			Text: "https://a.example"},
		`{"type":"web_fetch_tool_result","tool_use_id":"t","content":{"type":"web_fetch_tool_result_error","error_code":"url_too_long"}}`: {
			Text: "url_too_long", IsError: true},
		`{"type":"advisor_tool_result","tool_use_id":"t","content":{"type":"advisor_result","text":"wait"}}`:                    {Text: "wait"},
		`{"type":"advisor_tool_result","tool_use_id":"t","content":{"type":"advisor_redacted_result","encrypted_content":"e"}}`: {},
		`{"type":"code_execution_tool_result","tool_use_id":"t","content":{"type":"code_execution_result","stdout":"a\n","stderr":"b","return_code":1,"content":[]}}`: {
			Text: "a\nb"},
		`{"type":"bash_code_execution_tool_result","tool_use_id":"t","content":{"type":"bash_code_execution_result","stdout":"a","stderr":"","return_code":0,"content":[]}}`: {
			Text: "a"},
		`{"type":"text_editor_code_execution_tool_result","tool_use_id":"t","content":{"type":"text_editor_code_execution_tool_result_error","error_code":"file_not_found","error_message":"no such file"}}`: {
			Text: "no such file", IsError: true},
		`{"type":"text_editor_code_execution_tool_result","tool_use_id":"t","content":{"type":"text_editor_code_execution_view_result","content":"a","file_type":"text"}}`: {
			Text: "a"},
		`{"type":"text_editor_code_execution_tool_result","tool_use_id":"t","content":{"type":"text_editor_code_execution_str_replace_result","lines":["-a","+b"]}}`: {
			Text: "-a\n+b"},
		`{"type":"tool_search_tool_result","tool_use_id":"t","content":{"type":"tool_search_tool_search_result","tool_references":[{"type":"tool_reference","tool_name":"a"},{"type":"tool_reference","tool_name":"b"}]}}`: {
			Text: "a\nb"},
		`{"type":"code_execution_tool_result","tool_use_id":"t","content":{"type":"brand_new"}}`: {},
	} {
		want.CallID = "t"
		b, err := ndwire.UnmarshalContentBlock([]byte(block))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := ndwire.ToolResultOf(b); !ok || got != want {
			t.Errorf("%s: %+v, %t, want %+v", block, got, ok, want)
		}
	}
}

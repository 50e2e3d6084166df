package agentsdktest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// partCase is a case of a union within messages, with a value in every field: the text, and the same as a Go literal.
type partCase[U appender] struct {
	tag  string
	text string
	want U
}

// testParts checks each case both ways, that the table has all of them, and that the spec knows all that is in it.
func testParts[U appender](t *testing.T, cases int, table []partCase[U], unmarshal func([]byte) (U, error), clone func(U) U, tag func(U) string) {
	t.Helper()
	seen := map[string]bool{}
	for _, tt := range table {
		seen[tt.tag] = true
		got, err := unmarshal([]byte(tt.text))
		if d := cmp.Diff(tt.want, got); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.tag, err, d)
			continue
		}
		if tag(got) != tt.tag {
			t.Errorf("%s: the tag is %q", tt.tag, tag(got))
		}
		for what, v := range map[string]U{"written back": got, "the literal is written": tt.want, "the clone is written": clone(got)} {
			if d := diff(t, []byte(tt.text), []byte(encode(t, v))); d != "" {
				t.Errorf("%s: %s (-want +got):\n%s", tt.tag, what, d)
			}
		}
	}
	if len(seen) != cases {
		t.Errorf("%d cases in the table, want %d", len(seen), cases)
	}
	later := `{"k":"later","type":"later","kind":"later","hook_event_name":"later","hookEventName":"later"}`
	if got, err := unmarshal([]byte(later)); err != nil || tag(got) != "later" || encode(t, got) != later {
		t.Errorf("%s: %v, %v", later, got, err)
	}
}

func TestAllContentBlocks(t *testing.T) {
	testParts(t, 26, []partCase[ndwire.ContentBlock]{
		{
			"text", `{"type":"text","text":"text2","citations":[{"type":"web_search_result_location","cited_text":"c","url":"https://x.example",
			"title":null,"encrypted_index":"e"}],"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.TextBlock{
				Text:         "text2",
				Citations:    []ndwire.Citation{&ndwire.WebSearchCitation{CitedText: "c", URL: "https://x.example", EncryptedIndex: "e"}},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"thinking", `{"type":"thinking","thinking":"thinking3","signature":"signature4"}`,
			&ndwire.ThinkingBlock{Thinking: "thinking3", Signature: new("signature4")},
		},
		{
			"redacted_thinking", `{"type":"redacted_thinking","data":"data5"}`,
			&ndwire.RedactedThinkingBlock{Data: "data5"},
		},
		{
			"tool_use", `{"type":"tool_use","id":"id6","name":"name7","input":{"k":8},"caller":{"type":"direct"},"toolset_name":"name9",
			"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.ToolUseBlock{
				ID: "id6", Name: "name7", Input: decoder.Raw(`{"k":8}`), Caller: &ndwire.DirectCaller{},
				ToolsetName: new("name9"), CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"tool_result", `{"type":"tool_result","tool_use_id":"id10","content":"text","is_error":true,"toolset_name":"name11","cache_control":{"type":"ephemeral",
			"ttl":"5m"}}`,
			&ndwire.ToolResultBlock{
				ToolUseID: "id10", Content: ndwire.TextContent("text"), IsError: true, ToolsetName: new("name11"),
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"image", `{"type":"image","source":{"type":"url","url":"https://x.example/i.png"},"transformations":{"oversized_image":"downsize"},
			"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.ImageBlock{
				Source:          &ndwire.URLSource{URL: "https://x.example/i.png"},
				Transformations: &ndwire.ImageTransformations{OversizedImage: "downsize"},
				CacheControl:    &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"document", `{"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"},"title":"title12","context":"context13",
			"citations":{"enabled":true},"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.DocumentBlock{
				Source: &ndwire.TextSource{MediaType: "text/plain", Data: "d"}, Title: new("title12"),
				Context: new("context13"), Citations: &ndwire.CitationsConfig{Enabled: true},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"search_result", `{"type":"search_result","source":"source14","title":"title15","content":[{"type":"text","text":"t"}],
			"citations":{"enabled":true},"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.SearchResultBlock{
				Source: "source14", Title: "title15", Content: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "t"}},
				Citations: &ndwire.CitationsConfig{Enabled: true}, CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"server_tool_use", `{"type":"server_tool_use","id":"id16","name":"name17","input":{"k":18},"caller":{"type":"direct"},"cache_control":{"type":"ephemeral",
			"ttl":"5m"}}`,
			&ndwire.ServerToolUseBlock{
				ID: "id16", Name: "name17", Input: decoder.Raw(`{"k":18}`), Caller: &ndwire.DirectCaller{},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"web_search_tool_result", `{"type":"web_search_tool_result","tool_use_id":"id19","content":[{"type":"web_search_result","url":"https://x.example",
			"title":"X","encrypted_content":"e","page_age":"1 day"}],"caller":{"type":"direct"},"cache_control":{"type":"ephemeral",
			"ttl":"5m"}}`,
			&ndwire.WebSearchToolResultBlock{
				ToolUseID: "id19",
				Content: ndwire.WebSearchContent{
					Type:    decoder.Array,
					Results: []ndwire.WebSearchResult{{URL: "https://x.example", Title: "X", EncryptedContent: "e", PageAge: new("1 day")}},
				},
				Caller: &ndwire.DirectCaller{}, CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"web_fetch_tool_result", `{"type":"web_fetch_tool_result","tool_use_id":"id20","content":{"type":"advisor_result","text":"a","stop_reason":null},
			"caller":{"type":"direct"},"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.WebFetchToolResultBlock{
				ToolUseID: "id20", Content: &ndwire.AdvisorResult{Text: "a"}, Caller: &ndwire.DirectCaller{},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"advisor_tool_result", `{"type":"advisor_tool_result","tool_use_id":"id21","content":{"type":"advisor_result","text":"a","stop_reason":null},
			"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.AdvisorToolResultBlock{
				ToolUseID: "id21", Content: &ndwire.AdvisorResult{Text: "a"},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"code_execution_tool_result", `{"type":"code_execution_tool_result","tool_use_id":"id22","content":{"type":"advisor_result","text":"a",
			"stop_reason":null},"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.CodeExecutionToolResultBlock{
				ToolUseID: "id22", Content: &ndwire.AdvisorResult{Text: "a"},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"bash_code_execution_tool_result", `{"type":"bash_code_execution_tool_result","tool_use_id":"id23","content":{"type":"advisor_result","text":"a",
			"stop_reason":null},"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.BashCodeExecutionToolResultBlock{
				ToolUseID: "id23", Content: &ndwire.AdvisorResult{Text: "a"},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"text_editor_code_execution_tool_result", `{"type":"text_editor_code_execution_tool_result","tool_use_id":"id24","content":{"type":"advisor_result",
			"text":"a","stop_reason":null},"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.TextEditorCodeExecutionToolResultBlock{
				ToolUseID: "id24", Content: &ndwire.AdvisorResult{Text: "a"},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"tool_search_tool_result", `{"type":"tool_search_tool_result","tool_use_id":"id25","content":{"type":"advisor_result","text":"a",
			"stop_reason":null},"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.ToolSearchToolResultBlock{
				ToolUseID: "id25", Content: &ndwire.AdvisorResult{Text: "a"},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"mcp_tool_use", `{"type":"mcp_tool_use","id":"id26","name":"name27","server_name":"name28","input":{"k":29},"cache_control":{"type":"ephemeral",
			"ttl":"5m"}}`,
			&ndwire.McpToolUseBlock{
				ID: "id26", Name: "name27", ServerName: "name28", Input: decoder.Raw(`{"k":29}`),
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"mcp_tool_result", `{"type":"mcp_tool_result","tool_use_id":"id30","content":"text","is_error":true,"cache_control":{"type":"ephemeral",
			"ttl":"5m"}}`,
			&ndwire.McpToolResultBlock{
				ToolUseID: "id30", Content: ndwire.TextContent("text"), IsError: true,
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"mcp_tool_listing", `{"type":"mcp_tool_listing","mcp_server_name":"name31","tools":[{"name":"name32","description":"description33",
			"input_schema":{"k":34}}]}`,
			&ndwire.McpToolListingBlock{
				McpServerName: "name31",
				Tools: []ndwire.McpTool{{
					Name: "name32", Description: new("description33"), InputSchema: decoder.Raw(`{"k":34}`),
				}},
			},
		},
		{
			"container_upload", `{"type":"container_upload","file_id":"file-id35","cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.ContainerUploadBlock{FileID: "file-id35", CacheControl: &ndwire.CacheControl{Ttl: "5m"}},
		},
		{
			"compaction", `{"type":"compaction","content":"content36","encrypted_content":"content37","signature":"signature38",
			"tool_changes":[{"type":"text","text":"t"}],"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.CompactionBlock{
				Content: new("content36"), EncryptedContent: new("content37"), Signature: new("signature38"),
				ToolChanges:  []ndwire.ContentBlock{&ndwire.TextBlock{Text: "t"}},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"fallback", `{"type":"fallback","from":{"model":"model39"},"to":{"model":"model40"},"trigger":{"type":"type41","category":"category42"}}`,
			&ndwire.FallbackBlock{
				From: ndwire.FallbackModel{Model: "model39"}, To: ndwire.FallbackModel{Model: "model40"},
				Trigger: &ndwire.FallbackTrigger{Type: "type41", Category: new("category42")},
			},
		},
		{
			"tool_addition", `{"type":"tool_addition","tool":{"type":"tool_reference","name":"Bash"},"cache_control":{"type":"ephemeral",
			"ttl":"5m"}}`,
			&ndwire.ToolAdditionBlock{
				Tool: &ndwire.ToolNameReference{Name: "Bash"}, CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"tool_removal", `{"type":"tool_removal","tool":{"type":"tool_reference","name":"Bash"},"cache_control":{"type":"ephemeral",
			"ttl":"5m"}}`,
			&ndwire.ToolRemovalBlock{
				Tool: &ndwire.ToolNameReference{Name: "Bash"}, CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"tool_reference", `{"type":"tool_reference","tool_name":"tool-name43","cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.ToolReferenceBlock{
				ToolName: "tool-name43", CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
		{
			"browser_state", `{"type":"browser_state","tabs":[{"tab_id":"tab-id44","title":"title45","url":"url46","active":true}],
			"state_changes":[{"type":"tab_opened","tab_id":"1"}],"cache_control":{"type":"ephemeral","ttl":"5m"}}`,
			&ndwire.BrowserStateBlock{
				Tabs:         []ndwire.BrowserTab{{TabID: "tab-id44", Title: "title45", URL: "url46", Active: true}},
				StateChanges: []ndwire.BrowserChange{&ndwire.TabOpened{TabID: "1"}},
				CacheControl: &ndwire.CacheControl{Ttl: "5m"},
			},
		},
	}, ndwire.UnmarshalContentBlock, ndwire.CloneContentBlock, ndwire.ContentBlock.BlockType)
}

func TestCitations(t *testing.T) {
	testParts(t, 5, []partCase[ndwire.Citation]{
		{
			"char_location", `{"type":"char_location","cited_text":"text2","document_index":3,"document_title":"title4","start_char_index":5,
			"end_char_index":6,"file_id":"file-id7"}`,
			&ndwire.CharCitation{
				CitedText: "text2", DocumentIndex: 3, DocumentTitle: new("title4"), StartCharIndex: 5,
				EndCharIndex: 6, FileID: new("file-id7"),
			},
		},
		{
			"page_location", `{"type":"page_location","cited_text":"text8","document_index":9,"document_title":"title10","start_page_number":11,
			"end_page_number":12,"file_id":"file-id13"}`,
			&ndwire.PageCitation{
				CitedText: "text8", DocumentIndex: 9, DocumentTitle: new("title10"), StartPageNumber: 11,
				EndPageNumber: 12, FileID: new("file-id13"),
			},
		},
		{
			"content_block_location", `{"type":"content_block_location","cited_text":"text14","document_index":15,"document_title":"title16",
			"start_block_index":17,"end_block_index":18,"file_id":"file-id19"}`,
			&ndwire.ContentBlockCitation{
				CitedText: "text14", DocumentIndex: 15, DocumentTitle: new("title16"), StartBlockIndex: 17,
				EndBlockIndex: 18, FileID: new("file-id19"),
			},
		},
		{
			"web_search_result_location", `{"type":"web_search_result_location","cited_text":"text20","url":"url21","title":"title22","encrypted_index":"index23"}`,
			&ndwire.WebSearchCitation{
				CitedText: "text20", URL: "url21", Title: new("title22"), EncryptedIndex: "index23",
			},
		},
		{
			"search_result_location", `{"type":"search_result_location","cited_text":"text24","source":"source25","title":"title26","search_result_index":27,
			"start_block_index":28,"end_block_index":29}`,
			&ndwire.SearchResultCitation{
				CitedText: "text24", Source: "source25", Title: new("title26"), SearchResultIndex: 27,
				StartBlockIndex: 28, EndBlockIndex: 29,
			},
		},
	}, ndwire.UnmarshalCitation, ndwire.CloneCitation, ndwire.Citation.CitationType)
}

func TestToolCallers(t *testing.T) {
	testParts(t, 3, []partCase[ndwire.ToolCaller]{
		{
			"direct", `{"type":"direct"}`,
			&ndwire.DirectCaller{},
		},
		{
			"code_execution_20250825", `{"type":"code_execution_20250825","tool_id":"tool-id2"}`,
			&ndwire.CodeCaller{Type: "code_execution_20250825", ToolID: "tool-id2"},
		},
		{
			"code_execution_20260120", `{"type":"code_execution_20260120","tool_id":"tool-id3"}`,
			&ndwire.CodeCaller{Type: "code_execution_20260120", ToolID: "tool-id3"},
		},
	}, ndwire.UnmarshalToolCaller, ndwire.CloneToolCaller, ndwire.ToolCaller.CallerType)
}

func TestServerToolResults(t *testing.T) {
	testParts(t, 16, []partCase[ndwire.ServerToolResult]{
		{
			"web_fetch_result", `{"type":"web_fetch_result","url":"url2","content":{"type":"document","source":{"type":"text","media_type":"text/plain",
			"data":"d"},"title":"title3","context":"context4","citations":{"enabled":true},"cache_control":{"type":"ephemeral",
			"ttl":"5m"}},"retrieved_at":"2026-01-02T03:04:05Z"}`,
			&ndwire.WebFetchResult{
				URL: "url2",
				Content: ndwire.DocumentBlock{
					Source: &ndwire.TextSource{MediaType: "text/plain", Data: "d"}, Title: new("title3"),
					Context: new("context4"), Citations: &ndwire.CitationsConfig{Enabled: true},
					CacheControl: &ndwire.CacheControl{Ttl: "5m"},
				},
				RetrievedAt: new("2026-01-02T03:04:05Z"),
			},
		},
		{
			"web_fetch_tool_result_error", `{"type":"web_fetch_tool_result_error","error_code":"unavailable","error_message":"message6"}`,
			&ndwire.ServerToolError{
				Type: "web_fetch_tool_result_error", ErrorCode: "unavailable", ErrorMessage: new("message6"),
			},
		},
		{
			"advisor_result", `{"type":"advisor_result","text":"text7","stop_reason":"reason8"}`,
			&ndwire.AdvisorResult{Text: "text7", StopReason: new("reason8")},
		},
		{
			"advisor_redacted_result", `{"type":"advisor_redacted_result","encrypted_content":"content9","stop_reason":"reason10"}`,
			&ndwire.AdvisorRedactedResult{EncryptedContent: "content9", StopReason: new("reason10")},
		},
		{
			"advisor_tool_result_error", `{"type":"advisor_tool_result_error","error_code":"unavailable","error_message":"message12"}`,
			&ndwire.ServerToolError{
				Type: "advisor_tool_result_error", ErrorCode: "unavailable", ErrorMessage: new("message12"),
			},
		},
		{
			"code_execution_result", `{"type":"code_execution_result","stdout":"stdout13","stderr":"stderr14","return_code":15,"content":[{"type":"code_execution_output",
			"file_id":"file-id16"}]}`,
			&ndwire.CodeExecutionResult{
				Stdout: "stdout13", Stderr: "stderr14", ReturnCode: 15,
				Content: []ndwire.CodeExecutionOutput{{Type: "code_execution_output", FileID: "file-id16"}},
			},
		},
		{
			"encrypted_code_execution_result", `{"type":"encrypted_code_execution_result","encrypted_stdout":"stdout17","stderr":"stderr18","return_code":19,
			"content":[{"type":"code_execution_output","file_id":"file-id20"}]}`,
			&ndwire.EncryptedCodeExecutionResult{
				EncryptedStdout: "stdout17", Stderr: "stderr18", ReturnCode: 19,
				Content: []ndwire.CodeExecutionOutput{{Type: "code_execution_output", FileID: "file-id20"}},
			},
		},
		{
			"code_execution_tool_result_error", `{"type":"code_execution_tool_result_error","error_code":"unavailable","error_message":"message22"}`,
			&ndwire.ServerToolError{
				Type: "code_execution_tool_result_error", ErrorCode: "unavailable", ErrorMessage: new("message22"),
			},
		},
		{
			"bash_code_execution_result", `{"type":"bash_code_execution_result","stdout":"stdout23","stderr":"stderr24","return_code":25,"content":[{"type":"code_execution_output",
			"file_id":"file-id26"}]}`,
			&ndwire.BashCodeExecutionResult{
				Stdout: "stdout23", Stderr: "stderr24", ReturnCode: 25,
				Content: []ndwire.CodeExecutionOutput{{Type: "code_execution_output", FileID: "file-id26"}},
			},
		},
		{
			"bash_code_execution_tool_result_error", `{"type":"bash_code_execution_tool_result_error","error_code":"unavailable","error_message":"message28"}`,
			&ndwire.ServerToolError{
				Type: "bash_code_execution_tool_result_error", ErrorCode: "unavailable",
				ErrorMessage: new("message28"),
			},
		},
		{
			"text_editor_code_execution_view_result", `{"type":"text_editor_code_execution_view_result","content":"content29","file_type":"text","num_lines":30,
			"start_line":31,"total_lines":32}`,
			&ndwire.TextEditorViewResult{
				Content: "content29", FileType: "text", NumLines: new(30), StartLine: new(31), TotalLines: new(32),
			},
		},
		{
			"text_editor_code_execution_create_result", `{"type":"text_editor_code_execution_create_result","is_file_update":true}`,
			&ndwire.TextEditorCreateResult{IsFileUpdate: true},
		},
		{
			"text_editor_code_execution_str_replace_result", `{"type":"text_editor_code_execution_str_replace_result","lines":["lines33"],"old_start":34,"old_lines":35,
			"new_start":36,"new_lines":37}`,
			&ndwire.TextEditorStrReplaceResult{
				Lines: []string{"lines33"}, OldStart: new(34), OldLines: new(35), NewStart: new(36),
				NewLines: new(37),
			},
		},
		{
			"text_editor_code_execution_tool_result_error", `{"type":"text_editor_code_execution_tool_result_error","error_code":"unavailable","error_message":"message39"}`,
			&ndwire.ServerToolError{
				Type: "text_editor_code_execution_tool_result_error", ErrorCode: "unavailable",
				ErrorMessage: new("message39"),
			},
		},
		{
			"tool_search_tool_search_result", `{"type":"tool_search_tool_search_result","tool_references":[{"type":"tool_reference","tool_name":"tool-name40",
			"cache_control":{"type":"ephemeral","ttl":"5m"}}]}`,
			&ndwire.ToolSearchResult{
				ToolReferences: []ndwire.ToolReferenceBlock{{
					ToolName: "tool-name40", CacheControl: &ndwire.CacheControl{Ttl: "5m"},
				}},
			},
		},
		{
			"tool_search_tool_result_error", `{"type":"tool_search_tool_result_error","error_code":"unavailable","error_message":"message42"}`,
			&ndwire.ServerToolError{
				Type: "tool_search_tool_result_error", ErrorCode: "unavailable", ErrorMessage: new("message42"),
			},
		},
	}, ndwire.UnmarshalServerToolResult, ndwire.CloneServerToolResult, ndwire.ServerToolResult.ResultType)
}

func TestToolChanges(t *testing.T) {
	testParts(t, 4, []partCase[ndwire.ToolChange]{
		{
			"tool_reference", `{"type":"tool_reference","name":"name2"}`,
			&ndwire.ToolNameReference{Name: "name2"},
		},
		{
			"mcp_tool_reference", `{"type":"mcp_tool_reference","name":"name3","server_name":"name4"}`,
			&ndwire.McpToolReference{Name: "name3", ServerName: "name4"},
		},
		{
			"mcp_toolset_reference", `{"type":"mcp_toolset_reference","server_name":"name5"}`,
			&ndwire.McpToolsetReference{ServerName: "name5"},
		},
		{
			"tool_definition", `{"type":"tool_definition","definition":{"k":6}}`,
			&ndwire.ToolDefinition{Definition: decoder.Raw(`{"k":6}`)},
		},
	}, ndwire.UnmarshalToolChange, ndwire.CloneToolChange, ndwire.ToolChange.ChangeType)
}

func TestBrowserChanges(t *testing.T) {
	testParts(t, 4, []partCase[ndwire.BrowserChange]{
		{
			"tab_opened", `{"type":"tab_opened","tab_id":"tab-id2"}`,
			&ndwire.TabOpened{TabID: "tab-id2"},
		},
		{
			"download_started", `{"type":"download_started","download_id":"id3","url":"url4"}`,
			&ndwire.DownloadStarted{DownloadID: "id3", URL: "url4"},
		},
		{
			"download_completed", `{"type":"download_completed","download_id":"id5","url":"url6","path":"path7","size_bytes":8}`,
			&ndwire.DownloadCompleted{
				DownloadID: "id5", URL: "url6", Path: new("path7"), SizeBytes: new(int64(8)),
			},
		},
		{
			"download_failed", `{"type":"download_failed","download_id":"id9","url":"url10","error":"error11"}`,
			&ndwire.DownloadFailed{DownloadID: "id9", URL: "url10", Error: new("error11")},
		},
	}, ndwire.UnmarshalBrowserChange, ndwire.CloneBrowserChange, ndwire.BrowserChange.ChangeType)
}

func TestDocumentSources(t *testing.T) {
	testParts(t, 5, []partCase[ndwire.DocumentSource]{
		{
			"base64", `{"type":"base64","media_type":"type2","data":"data3"}`,
			&ndwire.Base64Source{MediaType: "type2", Data: "data3"},
		},
		{
			"text", `{"type":"text","media_type":"type4","data":"data5"}`,
			&ndwire.TextSource{MediaType: "type4", Data: "data5"},
		},
		{
			"content", `{"type":"content","content":"text"}`,
			&ndwire.ContentSource{Content: ndwire.TextContent("text")},
		},
		{
			"url", `{"type":"url","url":"url6"}`,
			&ndwire.URLSource{URL: "url6"},
		},
		{
			"file", `{"type":"file","file_id":"file-id7"}`,
			&ndwire.FileSource{FileID: "file-id7"},
		},
	}, ndwire.UnmarshalDocumentSource, ndwire.CloneDocumentSource, ndwire.DocumentSource.SourceType)
}

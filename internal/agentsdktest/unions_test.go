package agentsdktest

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// testUnion checks what every union by tag has besides its cases: functions that decode and clone a value, a wrapper for encoding/json, and an
// unknown case.
func testUnion[U jsontest.Appender, A any](
	t *testing.T, known string, want U, unknown jsontest.Appender, unmarshal func([]byte) (U, error), clone func(U) U, hold func(U) A,
) {
	t.Helper()
	for in, want := range map[string]U{known: want, laterText: unknown.(U)} {
		got, err := unmarshal([]byte(in))
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s is decoded: %v (-want +got):\n%s", in, err, d)
			continue
		}
		if d := cmp.Diff(want, clone(got)); d != "" {
			t.Errorf("%s is copied (-want +got):\n%s", in, d)
		}
		held, err := json.Marshal([]A{hold(got)})
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if d := jsontest.Diff(t, "["+in+"]", held); d != "" {
			t.Errorf("%s is written (-want +got):\n%s", in, d)
		}
		var list []A
		if err := json.Unmarshal(held, &list); err != nil || len(list) != 1 {
			t.Errorf("%s: %v", held, err)
		} else if d := cmp.Diff(hold(want), list[0]); d != "" {
			t.Errorf("%s is read (-want +got):\n%s", held, d)
		}
	}
	for _, bad := range []string{``, `{`, `{"type":"later"`, `{"type":01}`} {
		if _, err := unmarshal([]byte(bad)); err == nil {
			t.Errorf("%q is not an error", bad)
		}
	}
	for _, none := range []string{`7`, `"x"`, `[]`} { // values that are not objects are kept, too
		got, err := unmarshal([]byte(none))
		if a, b := fmt.Sprintf("%T", got), fmt.Sprintf("%T", unknown); err == nil && a != b {
			t.Errorf("%s is a %s, want a %s", none, a, b)
		}
	}
	var nothing U
	if got, err := json.Marshal(hold(nothing)); err != nil || string(got) != "null" {
		t.Errorf("nil is %s, %v", got, err)
	}
}

// laterText is not a case of any union.
const laterText = `{"type":"later","kind":"later","subtype":"later","hook_event_name":"later","hookEventName":"later","x":[1.50]}`

func TestUnions(t *testing.T) {
	raw := decoder.Raw(laterText)
	t.Run("ContentBlock", func(t *testing.T) {
		testUnion(t, `{"type":"text","text":"a"}`, ndwire.ContentBlock(&ndwire.TextBlock{Text: "a"}), &ndwire.UnknownContentBlock{Raw: raw},
			ndwire.UnmarshalContentBlock, ndwire.CloneContentBlock, func(u ndwire.ContentBlock) ndwire.AnyContentBlock { return ndwire.AnyContentBlock{ContentBlock: u} })
	})
	t.Run("ImageSource", func(t *testing.T) {
		testUnion(t, `{"type":"url","url":"a"}`, ndwire.ImageSource(&ndwire.URLSource{URL: "a"}), &ndwire.UnknownImageSource{Raw: raw},
			ndwire.UnmarshalImageSource, ndwire.CloneImageSource, func(u ndwire.ImageSource) ndwire.AnyImageSource { return ndwire.AnyImageSource{ImageSource: u} })
	})
	t.Run("DocumentSource", func(t *testing.T) {
		testUnion(t, `{"type":"file","file_id":"a"}`, ndwire.DocumentSource(&ndwire.FileSource{FileID: "a"}), &ndwire.UnknownDocumentSource{Raw: raw},
			ndwire.UnmarshalDocumentSource, ndwire.CloneDocumentSource, func(u ndwire.DocumentSource) ndwire.AnyDocumentSource {
				return ndwire.AnyDocumentSource{DocumentSource: u}
			})
	})
	t.Run("Citation", func(t *testing.T) {
		testUnion(t, `{"type":"web_search_result_location","cited_text":"a","url":"u","title":null,"encrypted_index":"e"}`,
			ndwire.Citation(&ndwire.WebSearchCitation{CitedText: "a", URL: "u", EncryptedIndex: "e"}), &ndwire.UnknownCitation{Raw: raw},
			ndwire.UnmarshalCitation, ndwire.CloneCitation, func(u ndwire.Citation) ndwire.AnyCitation { return ndwire.AnyCitation{Citation: u} })
	})
	t.Run("ToolCaller", func(t *testing.T) {
		testUnion(t, `{"type":"direct"}`, ndwire.ToolCaller(&ndwire.DirectCaller{}), &ndwire.UnknownToolCaller{Raw: raw},
			ndwire.UnmarshalToolCaller, ndwire.CloneToolCaller, func(u ndwire.ToolCaller) ndwire.AnyToolCaller { return ndwire.AnyToolCaller{ToolCaller: u} })
	})
	t.Run("ServerToolResult", func(t *testing.T) {
		testUnion(t, `{"type":"text_editor_code_execution_create_result","is_file_update":true}`,
			ndwire.ServerToolResult(&ndwire.TextEditorCreateResult{IsFileUpdate: true}), &ndwire.UnknownServerToolResult{Raw: raw},
			ndwire.UnmarshalServerToolResult, ndwire.CloneServerToolResult, func(u ndwire.ServerToolResult) ndwire.AnyServerToolResult {
				return ndwire.AnyServerToolResult{ServerToolResult: u}
			})
	})
	t.Run("ToolChange", func(t *testing.T) {
		testUnion(t, `{"type":"tool_reference","name":"a"}`, ndwire.ToolChange(&ndwire.ToolNameReference{Name: "a"}), &ndwire.UnknownToolChange{Raw: raw},
			ndwire.UnmarshalToolChange, ndwire.CloneToolChange, func(u ndwire.ToolChange) ndwire.AnyToolChange { return ndwire.AnyToolChange{ToolChange: u} })
	})
	t.Run("BrowserChange", func(t *testing.T) {
		testUnion(t, `{"type":"tab_opened","tab_id":"a"}`, ndwire.BrowserChange(&ndwire.TabOpened{TabID: "a"}), &ndwire.UnknownBrowserChange{Raw: raw},
			ndwire.UnmarshalBrowserChange, ndwire.CloneBrowserChange, func(u ndwire.BrowserChange) ndwire.AnyBrowserChange { return ndwire.AnyBrowserChange{BrowserChange: u} })
	})
	t.Run("MessageOrigin", func(t *testing.T) {
		testUnion(t, `{"kind":"channel","server":"a"}`, ndwire.MessageOrigin(&ndwire.ChannelOrigin{Server: "a"}), &ndwire.UnknownMessageOrigin{Raw: raw},
			ndwire.UnmarshalMessageOrigin, ndwire.CloneMessageOrigin, func(u ndwire.MessageOrigin) ndwire.AnyMessageOrigin { return ndwire.AnyMessageOrigin{MessageOrigin: u} })
	})
	t.Run("StreamEvent", func(t *testing.T) {
		testUnion(t, `{"type":"content_block_stop","index":3}`, ndwire.StreamEvent(&ndwire.ContentBlockStopEvent{Index: 3}), &ndwire.UnknownStreamEvent{Raw: raw},
			ndwire.UnmarshalStreamEvent, ndwire.CloneStreamEvent, func(u ndwire.StreamEvent) ndwire.AnyStreamEvent { return ndwire.AnyStreamEvent{StreamEvent: u} })
	})
	t.Run("Delta", func(t *testing.T) {
		testUnion(t, `{"type":"text_delta","text":"a"}`, ndwire.Delta(&ndwire.TextDelta{Text: "a"}), &ndwire.UnknownDelta{Raw: raw},
			ndwire.UnmarshalDelta, ndwire.CloneDelta, func(u ndwire.Delta) ndwire.AnyDelta { return ndwire.AnyDelta{Delta: u} })
	})
	t.Run("ControlResult", func(t *testing.T) {
		testUnion(t, `{"subtype":"error","request_id":"r","error":"no"}`, ndwire.ControlResult(&ndwire.ControlErrorResponse{RequestID: "r", Error: "no"}),
			&ndwire.UnknownControlResult{Raw: raw}, ndwire.UnmarshalControlResult, ndwire.CloneControlResult,
			func(u ndwire.ControlResult) ndwire.AnyControlResult { return ndwire.AnyControlResult{ControlResult: u} })
	})
	t.Run("HookInput", func(t *testing.T) {
		testUnion(t, `{"hook_event_name":"CwdChanged","session_id":"s","transcript_path":"/t","cwd":"/w","old_cwd":"/a","new_cwd":"/b"}`,
			ndwire.HookInput(&ndwire.CwdChangedHookInput{
				BaseHookInput: ndwire.BaseHookInput{SessionID: "s", TranscriptPath: "/t", CWD: "/w"}, OldCWD: "/a", NewCWD: "/b",
			}), &ndwire.UnknownHookInput{Raw: raw},
			ndwire.UnmarshalHookInput, ndwire.CloneHookInput, func(u ndwire.HookInput) ndwire.AnyHookInput { return ndwire.AnyHookInput{HookInput: u} })
	})
	t.Run("HookSpecificOutput", func(t *testing.T) {
		testUnion(t, `{"hookEventName":"WorktreeCreate","worktreePath":"/w"}`, ndwire.HookSpecificOutput(&ndwire.WorktreeCreateHookOutput{WorktreePath: "/w"}),
			&ndwire.UnknownHookSpecificOutput{Raw: raw}, ndwire.UnmarshalHookSpecificOutput, ndwire.CloneHookSpecificOutput,
			func(u ndwire.HookSpecificOutput) ndwire.AnyHookSpecificOutput {
				return ndwire.AnyHookSpecificOutput{HookSpecificOutput: u}
			})
	})
	t.Run("SDKMessage", func(t *testing.T) {
		testUnion(t, `{"type":"prompt_suggestion","uuid":"u","session_id":"s","suggestion":"a"}`,
			ndwire.SDKMessage(&ndwire.PromptSuggestionMessage{BaseMessage: ndwire.BaseMessage{UUID: "u", SessionID: "s"}, Suggestion: "a"}),
			&ndwire.UnknownMessage{Raw: raw}, ndwire.UnmarshalSDKMessage, ndwire.CloneSDKMessage,
			func(u ndwire.SDKMessage) ndwire.AnySDKMessage { return ndwire.AnySDKMessage{SDKMessage: u} })
	})
}

// TestVariantsKeepOthers checks that a union by JSON type keeps values for which it has no variant.
func TestVariantsKeepOthers(t *testing.T) {
	same := func(name string, v record, other *decoder.Raw) {
		const text = `true`
		if err := v.UnmarshalJSON([]byte(text)); err != nil || string(*other) != text || jsontest.Encode(t, v) != text {
			t.Errorf("%s: %v, Other is %s, written as %s", name, err, *other, jsontest.Encode(t, v))
		}
	}
	var (
		effort   ndwire.AgentEffort
		ignore   ndwire.IgnoreViolations
		id       ndwire.JSONRPCID
		prompt   ndwire.PromptText
		settings ndwire.SettingsConfig
		skills   ndwire.SkillsConfig
		tools    ndwire.ToolsConfig
		search   ndwire.WebSearchContent
		content  ndwire.MessageContent
		server   ndwire.AgentMcpServer
	)
	same("AgentEffort", &effort, &effort.Other)
	same("IgnoreViolations", &ignore, &ignore.Other)
	same("JSONRPCID", &id, &id.Other)
	same("PromptText", &prompt, &prompt.Other)
	same("SettingsConfig", &settings, &settings.Other)
	same("SkillsConfig", &skills, &skills.Other)
	same("ToolsConfig", &tools, &tools.Other)
	same("WebSearchContent", &search, &search.Other)
	same("MessageContent", &content, &content.Other)
	same("AgentMcpServer", &server, &server.Other)
}

// TestVariantsAlone checks that a list or map with an element of a wrong type is kept by the record around it. Without such a record, it is an
// error.
func TestVariantsAlone(t *testing.T) {
	for _, tt := range []struct {
		name string
		v    record
		text string
	}{
		{"IgnoreViolations", new(ndwire.IgnoreViolations), `["x",7]`},
		{"IgnoreViolations", new(ndwire.IgnoreViolations), `{"x":7}`},
		{"PromptText", new(ndwire.PromptText), `["x",[]]`},
		{"SkillsConfig", new(ndwire.SkillsConfig), `["x",null]`},
		{"ToolsConfig", new(ndwire.ToolsConfig), `[{}]`},
		{"WebSearchContent", new(ndwire.WebSearchContent), `[7]`},
		{"AgentMcpServer", new(ndwire.AgentMcpServer), `{"x":7}`},
	} {
		var e *decoder.Error
		if err := tt.v.UnmarshalJSON([]byte(" " + tt.text)); !errors.As(err, &e) || e.Reason != decoder.ErrType || e.Offset != 1 {
			t.Errorf("%s %s: got the error %v, want %v at offset 1", tt.name, tt.text, err, decoder.ErrType)
		}
	}
	line := `{"type":"system","subtype":"init","tools":["x",7]}`
	m := new(ndwire.SystemInitMessage)
	if err := m.UnmarshalJSON([]byte(line)); err != nil || jsontest.Encode(t, m) != line {
		t.Errorf("in a record: %v, written as %s", err, jsontest.Encode(t, m))
	}
}

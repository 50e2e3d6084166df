package agentsdktest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestContentBlocks checks that each kind of block is written with its own members only.
func TestContentBlocks(t *testing.T) {
	tests := []struct {
		text string
		want ndwire.ContentBlock
		typ  string
	}{
		{`{"type":"text","text":""}`, &ndwire.TextBlock{}, "text"},
		{`{"type":"text","text":"Hi"}`, &ndwire.TextBlock{Text: "Hi"}, "text"},
		{`{"type":"thinking","thinking":""}`, &ndwire.ThinkingBlock{}, "thinking"},
		{`{"type":"thinking","thinking":"","signature":"c2ln"}`, &ndwire.ThinkingBlock{Signature: new("c2ln")}, "thinking"},
		{`{"type":"redacted_thinking","data":"ZGF0YQ=="}`, &ndwire.RedactedThinkingBlock{Data: "ZGF0YQ=="}, "redacted_thinking"},
		{`{"type":"tool_use","id":"","name":"","input":null}`, &ndwire.ToolUseBlock{}, "tool_use"},
		{
			`{"type":"tool_use","id":"t","name":"n","input":{},"caller":{"type":"direct"}}`,
			&ndwire.ToolUseBlock{ID: "t", Name: "n", Input: decoder.Raw(`{}`), Caller: &ndwire.DirectCaller{}}, "tool_use",
		},
		{`{"type":"tool_result","tool_use_id":"t"}`, &ndwire.ToolResultBlock{ToolUseID: "t"}, "tool_result"},
		{
			`{"type":"tool_result","tool_use_id":"t","content":"x","is_error":true}`,
			&ndwire.ToolResultBlock{ToolUseID: "t", Content: ndwire.TextContent("x"), IsError: true}, "tool_result",
		},
		{
			`{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"x"}]}`,
			&ndwire.ToolResultBlock{ToolUseID: "t", Content: ndwire.BlockContent(&ndwire.TextBlock{Text: "x"})}, "tool_result",
		},
		{
			`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aQ=="}}`,
			&ndwire.ImageBlock{Source: &ndwire.Base64Source{MediaType: "image/png", Data: "aQ=="}}, "image",
		},
		{`{"type":"image","source":{"type":"url","url":"https://x.example"}}`, &ndwire.ImageBlock{Source: &ndwire.URLSource{URL: "https://x.example"}}, "image"},
		{`{"type":"image","source":{"type":"file","file_id":"f"}}`, &ndwire.ImageBlock{Source: &ndwire.FileSource{FileID: "f"}}, "image"},
		{
			`{"type":"from_the_future","id":"s","input":{"query":"x"}}`,
			&ndwire.UnknownContentBlock{Raw: decoder.Raw(`{"type":"from_the_future","id":"s","input":{"query":"x"}}`)}, "from_the_future",
		},
	}
	for _, tt := range tests {
		got, err := ndwire.UnmarshalContentBlock([]byte(tt.text))
		if d := cmp.Diff(tt.want, got); err != nil || d != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.text, err, d)
			continue
		}
		if got.BlockType() != tt.typ {
			t.Errorf("%s: BlockType %q", tt.text, got.BlockType())
		}
		if d := jsontest.Diff(t, tt.text, jsontest.Encode(t, tt.want)); d != "" {
			t.Errorf("%s: the literal is written (-want +got):\n%s", tt.text, d)
		}
		text, err := json.Marshal(ndwire.AnyContentBlock{ContentBlock: tt.want})
		if err != nil {
			t.Errorf("%s: json.Marshal: %v", tt.text, err)
		} else if d := jsontest.Diff(t, tt.text, text); d != "" {
			t.Errorf("%s: json.Marshal writes (-want +got):\n%s", tt.text, d)
		}
		if d := cmp.Diff(tt.want, ndwire.CloneContentBlock(tt.want)); d != "" {
			t.Errorf("%s: CloneContentBlock (-want +got):\n%s", tt.text, d)
		}
	}
}

// TestMessageContent checks that content is a string or blocks, and that null, absence and other types are distinguished and written back.
func TestMessageContent(t *testing.T) {
	tests := []struct {
		param string
		want  ndwire.MessageContent
		text  string
	}{
		{`{"role":"user","content":"Hi"}`, ndwire.TextContent("Hi"), "Hi"},
		{`{"role":"user","content":""}`, ndwire.TextContent(""), ""},
		{`{"role":"user","content":[]}`, ndwire.MessageContent{Type: decoder.Array, Blocks: []ndwire.ContentBlock{}}, ""},
		{
			`{"role":"user","content":[{"type":"text","text":"a"},{"type":"image","source":{"type":"url","url":"u"}},{"type":"text","text":"b"}]}`,
			ndwire.BlockContent(&ndwire.TextBlock{Text: "a"}, &ndwire.ImageBlock{Source: &ndwire.URLSource{URL: "u"}}, &ndwire.TextBlock{Text: "b"}), "ab",
		},
		{
			`{"role":"user","content":["wow error"]}`,
			ndwire.BlockContent(&ndwire.UnknownContentBlock{Raw: decoder.Raw(`"wow error"`)}), "",
		},
		{`{"role":"user","content":null}`, ndwire.MessageContent{Type: decoder.Null}, ""},
		{`{"role":"user"}`, ndwire.MessageContent{}, ""},
		{`{"role":"user","content":{"a":1}}`, ndwire.MessageContent{Type: decoder.Object, Other: decoder.Raw(`{"a":1}`)}, ""},
		{`{"role":"user","content":7}`, ndwire.MessageContent{Type: decoder.Number, Other: decoder.Raw(`7`)}, ""},
	}
	for _, tt := range tests {
		var p ndwire.MessageParam
		if err := json.Unmarshal([]byte(tt.param), &p); err != nil {
			t.Errorf("%s: %v", tt.param, err)
			continue
		}
		if d := cmp.Diff(tt.want, p.Content); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.param, d)
		}
		if got := p.Content.PlainText(); got != tt.text {
			t.Errorf("%s: PlainText %q, want %q", tt.param, got, tt.text)
		}
		if d := jsontest.Diff(t, tt.param, jsontest.Encode(t, &p)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", tt.param, d)
		}
	}
}

// TestMessageContentLiterals checks that the fields that a program sets determine what is written, and that the zero value of a required
// content is null.
func TestMessageContentLiterals(t *testing.T) {
	tests := []struct {
		content ndwire.MessageContent
		want    string
	}{
		{ndwire.MessageContent{}, `null`},
		{ndwire.MessageContent{Text: "x"}, `"x"`},
		{ndwire.MessageContent{Blocks: []ndwire.ContentBlock{}}, `[]`},
		{ndwire.MessageContent{Type: decoder.String}, `""`},
		{ndwire.MessageContent{Type: decoder.Array}, `[]`},
		{ndwire.BlockContent(), `[]`},
	}
	for _, tt := range tests {
		want := `{"role":"user","content":` + tt.want + `}`
		if got := jsontest.Encode(t, &ndwire.MessageParam{Role: "user", Content: tt.content}); got != want {
			t.Errorf("%+v is written as %s, want %s", tt.content, got, want)
		}
	}
	both := ndwire.MessageContent{Text: "x", Blocks: []ndwire.ContentBlock{&ndwire.TextBlock{Text: "x"}}}
	if out, err := both.AppendJSON(nil); err == nil {
		t.Errorf("content with both forms is written as %s", out)
	}
}

func TestConveniences(t *testing.T) {
	m := ndwire.BetaMessage{Content: []ndwire.ContentBlock{
		&ndwire.ThinkingBlock{Thinking: "hm"},
		&ndwire.TextBlock{Text: "a"},
		&ndwire.ToolUseBlock{ID: "1", Name: "Bash"},
		&ndwire.UnknownContentBlock{Raw: decoder.Raw(`{"type":"text2"}`)},
		&ndwire.TextBlock{Text: "b"},
		&ndwire.TextBlock{Text: "c"},
		&ndwire.ToolUseBlock{ID: "2", Name: "Read"},
	}}
	if got := m.Text(); got != "abc" {
		t.Errorf("Text %q", got)
	}
	var names []string
	for u := range m.ToolUses() {
		names = append(names, u.Name)
	}
	if !slices.Equal(names, []string{"Bash", "Read"}) {
		t.Errorf("ToolUses %q", names)
	}
	for u := range m.ToolUses() {
		if u.ID == "2" {
			t.Error("ToolUses went on after break")
		}
		break
	}
	if got := (&ndwire.BetaMessage{}).Text(); got != "" {
		t.Errorf("Text of nothing %q", got)
	}
	c := ndwire.BlockContent(
		&ndwire.ToolResultBlock{ToolUseID: "1"},
		&ndwire.TextBlock{Text: "x"},
		&ndwire.ToolResultBlock{ToolUseID: "2", IsError: true},
	)
	var ids []string
	for r := range c.ToolResults() {
		ids = append(ids, r.ToolUseID)
	}
	if !slices.Equal(ids, []string{"1", "2"}) {
		t.Errorf("ToolResults %q", ids)
	}
}

// TestStreamEvents reads the events of a stream, and checks the text that they add up to.
func TestStreamEvents(t *testing.T) {
	tests := []struct {
		event string
		want  ndwire.StreamEvent
		typ   string
		text  string
	}{
		{
			`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[],"model":"x","stop_reason":null,
				"stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":1,"cache_read_input_tokens":0,"cache_creation_input_tokens":0}}}`,
			&ndwire.MessageStartEvent{Message: ndwire.BetaMessage{
				ID: "m", Role: "assistant", Content: []ndwire.ContentBlock{}, Model: "x",
				Usage: ndwire.BetaUsage{InputTokens: 3, OutputTokens: 1},
			}}, "message_start", "",
		},
		{
			`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"not a delta"}}`,
			&ndwire.ContentBlockStartEvent{Index: 1, ContentBlock: &ndwire.TextBlock{Text: "not a delta"}}, "content_block_start", "",
		},
		{
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}`,
			&ndwire.ContentBlockDeltaEvent{Delta: &ndwire.TextDelta{Text: "Hi"}}, "content_block_delta", "Hi",
		},
		{
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a"}}`,
			&ndwire.ContentBlockDeltaEvent{Delta: &ndwire.InputJSONDelta{PartialJSON: `{"a`}}, "content_block_delta", "",
		},
		{
			`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`,
			&ndwire.ContentBlockDeltaEvent{Delta: &ndwire.ThinkingDelta{Thinking: "hm"}}, "content_block_delta", "",
		},
		{
			`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}`,
			&ndwire.ContentBlockDeltaEvent{Delta: &ndwire.SignatureDelta{Signature: "c2ln"}}, "content_block_delta", "",
		},
		{
			`{"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"type":"x"}}}`,
			&ndwire.ContentBlockDeltaEvent{Delta: &ndwire.CitationsDelta{Citation: &ndwire.UnknownCitation{Raw: decoder.Raw(`{"type":"x"}`)}}}, "content_block_delta", "",
		},
		{
			`{"type":"content_block_delta","index":0,"delta":{"type":"new_delta","n":1}}`,
			&ndwire.ContentBlockDeltaEvent{Delta: &ndwire.UnknownDelta{Raw: decoder.Raw(`{"type":"new_delta","n":1}`)}}, "content_block_delta", "",
		},
		{`{"type":"content_block_stop","index":2}`, &ndwire.ContentBlockStopEvent{Index: 2}, "content_block_stop", ""},
		{
			`{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":9,"input_tokens":3}}`,
			&ndwire.MessageDeltaEvent{
				Delta: ndwire.MessageDelta{StopReason: new(ndwire.StopReasonEndTurn)},
				Usage: ndwire.MessageDeltaUsage{OutputTokens: 9, InputTokens: new(3)},
			}, "message_delta", "",
		},
		{`{"type":"message_stop"}`, &ndwire.MessageStopEvent{}, "message_stop", ""},
		{`{"type":"ping"}`, &ndwire.PingEvent{}, "ping", ""},
		{
			`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
			&ndwire.ErrorEvent{Error: ndwire.APIError{Type: "overloaded_error", Message: "Overloaded"}}, "error", "",
		},
		{`{"type":"new_event"}`, &ndwire.UnknownStreamEvent{Raw: decoder.Raw(`{"type":"new_event"}`)}, "new_event", ""},
	}
	for _, tt := range tests {
		line := `{"type":"stream_event","event":` + tt.event + `,"parent_tool_use_id":null,` + tail
		m := as[*ndwire.PartialAssistantMessage](t, line)
		if d := cmp.Diff(tt.want, m.Event); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.event, d)
		}
		if got := m.Event.EventType(); got != tt.typ {
			t.Errorf("%s: EventType %q", tt.event, got)
		}
		if got := m.TextDelta(); got != tt.text {
			t.Errorf("%s: TextDelta %q, want %q", tt.event, got, tt.text)
		}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, m)); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", tt.event, d)
		}
		made := &ndwire.PartialAssistantMessage{BaseMessage: base, Event: tt.want}
		if d := jsontest.Diff(t, line, jsontest.Encode(t, made)); d != "" {
			t.Errorf("%s: the literal is written (-want +got):\n%s", tt.event, d)
		}
	}
	if d := (&ndwire.UnknownDelta{Raw: decoder.Raw(`{"type":"new_delta"}`)}).DeltaType(); d != "new_delta" {
		t.Errorf("DeltaType %q", d)
	}
	if got := (&ndwire.PartialAssistantMessage{}).TextDelta(); got != "" {
		t.Errorf("TextDelta of nothing %q", got)
	}
}

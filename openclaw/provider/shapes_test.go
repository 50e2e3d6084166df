package provider_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw/provider"
)

// shapes has the messages of each API with all of their members, and the equal Go literals.
var shapes = []struct {
	text string
	want jsontest.Appender
}{
	{
		`{"role":"the role","content":"the content","reasoning_content":"the reasoning_content","tool_calls":[{"id":"the id",
			"type":"function","function":{"name":"the name","arguments":"the arguments"}}],"tool_call_id":"the tool_call_id"}`,
		&provider.OpenAIMessage{
			Role: "the role", Content: provider.OpenAIContent{Type: decoder.String, Text: "the content"},
			ReasoningContent: new("the reasoning_content"),
			ToolCalls: []provider.OpenAIToolCall{{
				ID: "the id", Function: provider.OpenAIFunction{Name: "the name", Arguments: "the arguments"},
			}},
			ToolCallID: "the tool_call_id",
		},
	},
	{
		`{"role":"the role","content":[{"type":"text","text":"the text"}],"reasoning_content":"the reasoning_content",
			"tool_calls":[{"id":"the id","type":"function","function":{"name":"the name","arguments":"the arguments"}}],
			"tool_call_id":"the tool_call_id"}`,
		&provider.OpenAIMessage{
			Role: "the role",
			Content: provider.OpenAIContent{
				Type: decoder.Array, Parts: []provider.OpenAIPart{&provider.OpenAIText{Text: "the text"}},
			},
			ReasoningContent: new("the reasoning_content"),
			ToolCalls: []provider.OpenAIToolCall{{
				ID: "the id", Function: provider.OpenAIFunction{Name: "the name", Arguments: "the arguments"},
			}},
			ToolCallID: "the tool_call_id",
		},
	},
	{
		`{"type":"text","text":"the text"}`,
		&provider.OpenAIText{Text: "the text"},
	},
	{
		`{"type":"image_url","image_url":{"url":"the url"}}`,
		&provider.OpenAIImage{ImageURL: provider.OpenAIImageURL{URL: "the url"}},
	},
	{
		`{"systemInstruction":{"role":"the role","parts":[{"text":"the text","thought":true,"thoughtSignature":"the thoughtSignature",
			"inlineData":{"mimeType":"the mimeType","data":"the data"},"functionCall":{"id":"the id","name":"the name",
			"args":{"of":"args"}},"functionResponse":{"id":"the id","name":"the name","response":{"output":"the output",
			"error":"the error"}}}]},"contents":[{"role":"the role","parts":[{"text":"the text","thought":true,
			"thoughtSignature":"the thoughtSignature","inlineData":{"mimeType":"the mimeType","data":"the data"},
			"functionCall":{"id":"the id","name":"the name","args":{"of":"args"}},"functionResponse":{"id":"the id",
			"name":"the name","response":{"output":"the output","error":"the error"}}}]}]}`,
		&provider.GoogleContents{
			SystemInstruction: &provider.GoogleContent{
				Role: "the role",
				Parts: []provider.GooglePart{{
					Text: new("the text"), Thought: true, ThoughtSignature: "the thoughtSignature",
					InlineData:   &provider.GoogleBlob{MimeType: "the mimeType", Data: "the data"},
					FunctionCall: &provider.GoogleFunctionCall{ID: "the id", Name: "the name", Args: decoder.Raw(`{"of":"args"}`)},
					FunctionResponse: &provider.GoogleFunctionResponse{
						ID: "the id", Name: "the name",
						Response: provider.GoogleResult{Output: new("the output"), Error: new("the error")},
					},
				}},
			},
			Contents: []provider.GoogleContent{{
				Role: "the role",
				Parts: []provider.GooglePart{{
					Text: new("the text"), Thought: true, ThoughtSignature: "the thoughtSignature",
					InlineData:   &provider.GoogleBlob{MimeType: "the mimeType", Data: "the data"},
					FunctionCall: &provider.GoogleFunctionCall{ID: "the id", Name: "the name", Args: decoder.Raw(`{"of":"args"}`)},
					FunctionResponse: &provider.GoogleFunctionResponse{
						ID: "the id", Name: "the name",
						Response: provider.GoogleResult{Output: new("the output"), Error: new("the error")},
					},
				}},
			}},
		},
	},
	{
		`{"role":"the role","content":"the content","thinking":"the thinking","images":["images 1","images 2"],
			"tool_calls":[{"id":"the id","type":"the type","function":{"name":"the name","arguments":{"of":"arguments"}}}],
			"tool_name":"the tool_name","tool_call_id":"the tool_call_id"}`,
		&provider.OllamaMessage{
			Role: "the role", Content: "the content", Thinking: "the thinking", Images: []string{"images 1", "images 2"},
			ToolCalls: []provider.OllamaToolCall{{
				ID: "the id", Type: "the type",
				Function: provider.OllamaFunction{Name: "the name", Arguments: decoder.Raw(`{"of":"arguments"}`)},
			}},
			ToolName: "the tool_name", ToolCallID: "the tool_call_id",
		},
	},
	{
		`{"model":"the model","created_at":"the created_at","message":{"role":"the role","content":"the content",
			"thinking":"the thinking","images":["images 1","images 2"],"tool_calls":[{"id":"the id","type":"the type",
			"function":{"name":"the name","arguments":{"of":"arguments"}}}],"tool_name":"the tool_name",
			"tool_call_id":"the tool_call_id"},"done":true,"done_reason":"the done_reason","prompt_eval_count":7,
			"eval_count":8}`,
		&provider.OllamaChunk{
			Model: "the model", CreatedAt: "the created_at",
			Message: provider.OllamaMessage{
				Role: "the role", Content: "the content", Thinking: "the thinking", Images: []string{"images 1", "images 2"},
				ToolCalls: []provider.OllamaToolCall{{
					ID: "the id", Type: "the type",
					Function: provider.OllamaFunction{Name: "the name", Arguments: decoder.Raw(`{"of":"arguments"}`)},
				}},
				ToolName: "the tool_name", ToolCallID: "the tool_call_id",
			},
			Done: true, DoneReason: "the done_reason", PromptEvalCount: 7, EvalCount: 8,
		},
	},
	{
		`{"error":"the error"}`,
		&provider.OllamaError{Error: "the error"},
	},
}

func TestShapes(t *testing.T) {
	for _, tt := range shapes {
		got := reflect.New(reflect.TypeOf(tt.want).Elem()).Interface()
		if err := json.Unmarshal([]byte(tt.text), got); err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		for _, v := range []jsontest.Appender{tt.want, got.(jsontest.Appender)} {
			out, err := v.AppendJSON(nil)
			if err != nil {
				t.Fatal(err)
			}
			if d := jsontest.Diff(t, tt.text, out); d != "" {
				t.Errorf("%s is written (-want +got):\n%s", tt.text, d)
			}
		}
	}
}

// TestOpenAIParts checks that the type of a part of a message chooses its case.
func TestOpenAIParts(t *testing.T) {
	for text, want := range map[string]provider.OpenAIPart{
		`{"type":"text","text":"the text"}`:                     &provider.OpenAIText{Text: "the text"},
		`{"type":"image_url","image_url":{"url":"the url"}}`:    &provider.OpenAIImage{ImageURL: provider.OpenAIImageURL{URL: "the url"}},
		`{"type":"input_audio","input_audio":{"format":"wav"}}`: &provider.UnknownOpenAIPart{Raw: decoder.Raw(`{"type":"input_audio","input_audio":{"format":"wav"}}`)},
	} {
		got, err := provider.UnmarshalOpenAIPart([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
		if d := cmp.Diff(want, provider.CloneOpenAIPart(got)); d != "" {
			t.Errorf("clone of %s (-want +got):\n%s", text, d)
		}
		var part provider.AnyOpenAIPart
		if err := json.Unmarshal([]byte(text), &part); err != nil || !cmp.Equal(part.OpenAIPart, want) {
			t.Errorf("%s: %+v, %v", text, part, err)
		}
	}
}

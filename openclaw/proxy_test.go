package openclaw_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
)

// proxied has the events of a response as a proxy sends them: without the message so far.
var proxied = []struct {
	line string
	want openclaw.Line
	kind openclaw.Kind
}{
	{
		`{"type":"start"}`,
		&openclaw.StartEvent{},
		openclaw.KindStart,
	},
	{
		`{"type":"done","reason":"stop","message":{"role":"assistant","content":[{"type":"text","index":2,
			"text":"the text","textSignature":"the textSignature"}],"api":"the api","provider":"the provider",
			"model":"the model","responseModel":"the responseModel","responseId":"the responseId","diagnostics":[{"type":"the type",
			"timestamp":1740000000001,"error":{"name":"the name","message":"the message","stack":"the stack",
			"code":"the code"},"details":{"of":"details"}}],"usage":{"input":2,"output":3,"cacheRead":4,
			"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,"cost":{"input":1.5,"output":2.5,
			"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}},"stopReason":"length","errorMessage":"the errorMessage",
			"rawStopReason":"the rawStopReason","providerThinkingLevel":"the providerThinkingLevel","endTurn":true,
			"deferred":{"id":"the id"},"timestamp":1740000000014},"usage":{"input":2,"output":3,"cacheRead":4,
			"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,"cost":{"input":1.5,"output":2.5,
			"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}}}`,
		&openclaw.DoneEvent{
			Reason: openclaw.StopReasonStop,
			Message: openclaw.AssistantMessage{
				Content: []openclaw.ContentBlock{&openclaw.TextContent{
					Scratch: openclaw.Scratch{Index: new(2)}, Text: "the text", TextSignature: new("the textSignature"),
				}},
				API: "the api", Provider: "the provider", Model: "the model", ResponseModel: new("the responseModel"),
				ResponseID: new("the responseId"),
				Diagnostics: []openclaw.Diagnostic{{
					Type: "the type", Timestamp: 1740000000001,
					Error: &openclaw.DiagnosticError{
						Name: "the name", Message: "the message", Stack: "the stack",
						Code: openclaw.DiagnosticCode{Type: decoder.String, Text: "the code"},
					},
					Details: decoder.Raw(`{"of":"details"}`),
				}},
				Usage: openclaw.Usage{
					Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
					Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
				},
				StopReason: openclaw.StopReasonLength, ErrorMessage: new("the errorMessage"),
				RawStopReason: new("the rawStopReason"), ProviderThinkingLevel: new("the providerThinkingLevel"),
				EndTurn: new(true), Deferred: &openclaw.DeferredResponse{ID: "the id"}, Timestamp: 1740000000014,
			},
			Usage: &openclaw.Usage{
				Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
				Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
			},
		},
		openclaw.KindDone,
	},
	{
		`{"type":"error","reason":"toolUse","error":{"role":"assistant","content":[{"type":"thinking",
			"index":2,"thinking":"the thinking","thinkingSignature":"the thinkingSignature","redacted":true}],
			"api":"the api","provider":"the provider","model":"the model","responseModel":"the responseModel",
			"responseId":"the responseId","diagnostics":[{"type":"the type","timestamp":1740000000001,"error":{"name":"the name",
			"message":"the message","stack":"the stack","code":4.5},"details":{"of":"details"}}],"usage":{"input":2,
			"output":3,"cacheRead":4,"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,"cost":{"input":1.5,
			"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}},"stopReason":"error","errorMessage":"the errorMessage",
			"rawStopReason":"the rawStopReason","providerThinkingLevel":"the providerThinkingLevel","endTurn":true,
			"deferred":{"id":"the id"},"timestamp":1740000000014},"errorMessage":"the errorMessage","usage":{"input":2,
			"output":3,"cacheRead":4,"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,"cost":{"input":1.5,
			"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}}}`,
		&openclaw.ErrorEvent{
			Reason: openclaw.StopReasonToolUse,
			Error: openclaw.AssistantMessage{
				Content: []openclaw.ContentBlock{&openclaw.ThinkingContent{
					Scratch: openclaw.Scratch{Index: new(2)}, Thinking: "the thinking",
					ThinkingSignature: new("the thinkingSignature"), Redacted: true,
				}},
				API: "the api", Provider: "the provider", Model: "the model", ResponseModel: new("the responseModel"),
				ResponseID: new("the responseId"),
				Diagnostics: []openclaw.Diagnostic{{
					Type: "the type", Timestamp: 1740000000001,
					Error: &openclaw.DiagnosticError{
						Name: "the name", Message: "the message", Stack: "the stack",
						Code: openclaw.DiagnosticCode{Type: decoder.Number, Number: 4.5},
					},
					Details: decoder.Raw(`{"of":"details"}`),
				}},
				Usage: openclaw.Usage{
					Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
					Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
				},
				StopReason: openclaw.StopReasonError, ErrorMessage: new("the errorMessage"),
				RawStopReason: new("the rawStopReason"), ProviderThinkingLevel: new("the providerThinkingLevel"),
				EndTurn: new(true), Deferred: &openclaw.DeferredResponse{ID: "the id"}, Timestamp: 1740000000014,
			},
			ErrorMessage: new("the errorMessage"),
			Usage: &openclaw.Usage{
				Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
				Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
			},
		},
		openclaw.KindError,
	},
	{
		`{"type":"text_start","contentIndex":2}`,
		&openclaw.TextStartEvent{BlockEvent: openclaw.BlockEvent{ContentIndex: 2}},
		openclaw.KindTextStart,
	},
	{
		`{"type":"text_delta","contentIndex":2,"delta":"the delta"}`,
		&openclaw.TextDeltaEvent{BlockEvent: openclaw.BlockEvent{ContentIndex: 2}, Delta: "the delta"},
		openclaw.KindTextDelta,
	},
	{
		`{"type":"text_end","contentIndex":2,"content":"the content","contentSignature":"the contentSignature"}`,
		&openclaw.TextEndEvent{
			BlockEvent: openclaw.BlockEvent{ContentIndex: 2}, Content: "the content",
			ContentSignature: new("the contentSignature"),
		},
		openclaw.KindTextEnd,
	},
	{
		`{"type":"thinking_start","contentIndex":2}`,
		&openclaw.ThinkingStartEvent{BlockEvent: openclaw.BlockEvent{ContentIndex: 2}},
		openclaw.KindThinkingStart,
	},
	{
		`{"type":"thinking_delta","contentIndex":2,"delta":"the delta"}`,
		&openclaw.ThinkingDeltaEvent{BlockEvent: openclaw.BlockEvent{ContentIndex: 2}, Delta: "the delta"},
		openclaw.KindThinkingDelta,
	},
	{
		`{"type":"thinking_end","contentIndex":2,"content":"the content","contentSignature":"the contentSignature"}`,
		&openclaw.ThinkingEndEvent{
			BlockEvent: openclaw.BlockEvent{ContentIndex: 2}, Content: "the content",
			ContentSignature: new("the contentSignature"),
		},
		openclaw.KindThinkingEnd,
	},
	{
		`{"type":"toolcall_start","contentIndex":2,"id":"the id","toolName":"the toolName"}`,
		&openclaw.ToolCallStartEvent{
			BlockEvent: openclaw.BlockEvent{ContentIndex: 2}, ID: new("the id"), ToolName: new("the toolName"),
		},
		openclaw.KindToolCallStart,
	},
	{
		`{"type":"toolcall_delta","contentIndex":2,"delta":"the delta"}`,
		&openclaw.ToolCallDeltaEvent{BlockEvent: openclaw.BlockEvent{ContentIndex: 2}, Delta: "the delta"},
		openclaw.KindToolCallDelta,
	},
	{
		`{"type":"toolcall_end","contentIndex":2,"toolCall":{"type":"toolCall","index":2,"id":"the id",
			"name":"the name","arguments":{"of":"arguments"},"thoughtSignature":"the thoughtSignature",
			"partialJson":"the partialJson","partialArgs":"the partialArgs"}}`,
		&openclaw.ToolCallEndEvent{
			BlockEvent: openclaw.BlockEvent{ContentIndex: 2},
			ToolCall: openclaw.ToolCall{
				Scratch: openclaw.Scratch{Index: new(2)}, ID: "the id", Name: "the name",
				Arguments: decoder.Raw(`{"of":"arguments"}`), ThoughtSignature: new("the thoughtSignature"),
				PartialJSON: new("the partialJson"), PartialArgs: new("the partialArgs"),
			},
		},
		openclaw.KindToolCallEnd,
	},
}

// TestProxied checks that only the members that a proxy leaves out are missing: the event is read, and written back as it was.
func TestProxied(t *testing.T) {
	for _, tt := range proxied {
		got := unmarshal(t, tt.line)
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, d)
		}
		if got.Kind() != tt.kind {
			t.Errorf("%s: kind %q, want %q", tt.line, got.Kind(), tt.kind)
		}
		jsontest.Same(t, tt.line, got)
		err := openclaw.CheckLine([]byte(tt.line))
		switch tt.kind {
		case openclaw.KindDone, openclaw.KindError, openclaw.KindToolCallEnd: // a proxy does not send the message or the call
			if !lacks(err) {
				t.Errorf("%s: %v", tt.line, err)
			}
		default:
			if err != nil {
				t.Errorf("%s: %v", tt.line, err)
			}
		}
	}
}

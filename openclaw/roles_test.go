package openclaw_test

import (
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// roles has every message that can be a line, with all of its members, and the equal Go literal.
var roles = []struct {
	line string
	want openclaw.Line
	kind openclaw.Kind
}{
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"hookMessage",
			"customType":"the customType","content":"the content","display":true,"details":{"of":"details"},
			"timestamp":1740000000004}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message: &openclaw.HookMessage{
				CustomMessage: openclaw.CustomMessage{
					CustomType: "the customType", Content: openclaw.MessageContent{Type: decoder.String, Text: "the content"},
					Display: true, Details: decoder.Raw(`{"of":"details"}`), Timestamp: 1740000000004,
				},
			},
		},
		openclaw.KindMessageHookMessage,
	},
	{
		`{"role":"user","content":[{"type":"text","index":2,"text":"the text","textSignature":"the textSignature"}],
			"timestamp":1740000000001,"provenance":{"kind":"external_user","originSessionId":"the originSessionId",
			"sourceSessionKey":"the sourceSessionKey","sourceChannel":"the sourceChannel","sourceTool":"the sourceTool"},
			"attachments":[{"id":"the id","type":"the type","fileName":"the fileName","mimeType":"the mimeType",
			"size":1740000000004,"content":"the content","extractedText":"the extractedText","preview":"the preview"}]}`,
		&openclaw.UserMessage{
			Content: openclaw.MessageContent{
				Type: decoder.Array,
				Blocks: []openclaw.ContentBlock{&openclaw.TextContent{
					Scratch: openclaw.Scratch{Index: new(2)}, Text: "the text", TextSignature: new("the textSignature"),
				}},
			},
			Timestamp: 1740000000001,
			Provenance: &openclaw.Provenance{
				Kind: openclaw.ProvenanceKindExternalUser, OriginSessionID: "the originSessionId",
				SourceSessionKey: "the sourceSessionKey", SourceChannel: "the sourceChannel", SourceTool: "the sourceTool",
			},
			Attachments: []openclaw.Attachment{{
				ID: "the id", Type: "the type", FileName: "the fileName", MimeType: "the mimeType", Size: 1740000000004,
				Content: "the content", ExtractedText: new("the extractedText"), Preview: new("the preview"),
			}},
		},
		openclaw.KindUser,
	},
	{
		`{"role":"assistant","content":[{"type":"thinking","index":2,"thinking":"the thinking","thinkingSignature":"the thinkingSignature",
			"redacted":true}],"api":"the api","provider":"the provider","model":"the model","responseModel":"the responseModel",
			"responseId":"the responseId","diagnostics":[{"type":"the type","timestamp":1740000000001,"error":{"name":"the name",
			"message":"the message","stack":"the stack","code":"the code"},"details":{"of":"details"}}],
			"usage":{"input":2,"output":3,"cacheRead":4,"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,
			"cost":{"input":1.5,"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}},"stopReason":"stop",
			"errorMessage":"the errorMessage","rawStopReason":"the rawStopReason","providerThinkingLevel":"the providerThinkingLevel",
			"endTurn":true,"deferred":{"id":"the id"},"timestamp":1740000000014}`,
		&openclaw.AssistantMessage{
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
					Code: openclaw.DiagnosticCode{Type: decoder.String, Text: "the code"},
				},
				Details: decoder.Raw(`{"of":"details"}`),
			}},
			Usage: openclaw.Usage{
				Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
				Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
			},
			StopReason: openclaw.StopReasonStop, ErrorMessage: new("the errorMessage"),
			RawStopReason: new("the rawStopReason"), ProviderThinkingLevel: new("the providerThinkingLevel"),
			EndTurn: new(true), Deferred: &openclaw.DeferredResponse{ID: "the id"}, Timestamp: 1740000000014,
		},
		openclaw.KindAssistant,
	},
	{
		`{"role":"toolResult","toolCallId":"the toolCallId","toolName":"the toolName","content":[{"type":"image",
			"data":"the data","mimeType":"the mimeType"}],"details":{"of":"details"},"usage":{"input":2,
			"output":3,"cacheRead":4,"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,"cost":{"input":1.5,
			"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}},"addedToolNames":["addedToolNames 1",
			"addedToolNames 2"],"isError":true,"timestamp":1740000000007}`,
		&openclaw.ToolResultMessage{
			ToolCallID: "the toolCallId", ToolName: "the toolName",
			Content: []openclaw.ContentBlock{&openclaw.ImageContent{Data: "the data", MimeType: "the mimeType"}},
			Details: decoder.Raw(`{"of":"details"}`),
			Usage: &openclaw.Usage{
				Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
				Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
			},
			AddedToolNames: []string{"addedToolNames 1", "addedToolNames 2"}, IsError: true, Timestamp: 1740000000007,
		},
		openclaw.KindToolResult,
	},
	{
		`{"role":"bashExecution","command":"the command","output":"the output","exitCode":4,"cancelled":true,
			"truncated":true,"fullOutputPath":"the fullOutputPath","timestamp":1740000000006,"excludeFromContext":true}`,
		&openclaw.BashExecutionMessage{
			Command: "the command", Output: "the output", ExitCode: new(4), Cancelled: true, Truncated: true,
			FullOutputPath: new("the fullOutputPath"), Timestamp: 1740000000006, ExcludeFromContext: true,
		},
		openclaw.KindBashExecution,
	},
	{
		`{"role":"custom","customType":"the customType","content":"the content","display":true,"details":{"of":"details"},
			"timestamp":1740000000004}`,
		&openclaw.CustomMessage{
			CustomType: "the customType", Content: openclaw.MessageContent{Type: decoder.String, Text: "the content"},
			Display: true, Details: decoder.Raw(`{"of":"details"}`), Timestamp: 1740000000004,
		},
		openclaw.KindRoleCustom,
	},
	{
		`{"role":"hookMessage","customType":"the customType","content":[{"type":"toolCall","index":2,
			"id":"the id","name":"the name","arguments":{"of":"arguments"},"thoughtSignature":"the thoughtSignature",
			"partialJson":"the partialJson","partialArgs":"the partialArgs"}],"display":true,"details":{"of":"details"},
			"timestamp":1740000000004}`,
		&openclaw.HookMessage{
			CustomMessage: openclaw.CustomMessage{
				CustomType: "the customType",
				Content: openclaw.MessageContent{
					Type: decoder.Array,
					Blocks: []openclaw.ContentBlock{&openclaw.ToolCall{
						Scratch: openclaw.Scratch{Index: new(2)}, ID: "the id", Name: "the name",
						Arguments: decoder.Raw(`{"of":"arguments"}`), ThoughtSignature: new("the thoughtSignature"),
						PartialJSON: new("the partialJson"), PartialArgs: new("the partialArgs"),
					}},
				},
				Display: true, Details: decoder.Raw(`{"of":"details"}`), Timestamp: 1740000000004,
			},
		},
		openclaw.KindHookMessage,
	},
	{
		`{"role":"branchSummary","summary":"the summary","fromId":"the fromId","timestamp":1740000000002}`,
		&openclaw.BranchSummaryMessage{Summary: "the summary", FromID: "the fromId", Timestamp: 1740000000002},
		openclaw.KindRoleBranchSummary,
	},
	{
		`{"role":"compactionSummary","summary":"the summary","tokensBefore":3,"timestamp":1740000000002}`,
		&openclaw.CompactionSummaryMessage{Summary: "the summary", TokensBefore: 3, Timestamp: 1740000000002},
		openclaw.KindCompactionSummary,
	},
}

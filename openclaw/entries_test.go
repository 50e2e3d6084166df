package openclaw_test

import (
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// entries has every kind of entry of a session file with all of its members, and the equal Go literal.
var entries = []struct {
	line string
	want openclaw.Line
	kind openclaw.Kind
}{
	{
		`{"type":"session","version":2,"id":"the id","timestamp":"the timestamp","cwd":"the cwd","parentSession":"the parentSession",
			"provider":"the provider","modelId":"the modelId","thinkingLevel":"off"}`,
		&openclaw.SessionHeader{
			Version: 2, ID: "the id", Timestamp: "the timestamp", CWD: "the cwd", ParentSession: new("the parentSession"),
			Provider: new("the provider"), ModelID: new("the modelId"), ThinkingLevel: new(openclaw.ThinkingLevelOff),
		},
		openclaw.KindSession,
	},
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"user",
			"content":"the content","timestamp":1740000000001,"provenance":{"kind":"external_user","originSessionId":"the originSessionId",
			"sourceSessionKey":"the sourceSessionKey","sourceChannel":"the sourceChannel","sourceTool":"the sourceTool"},
			"attachments":[{"id":"the id","type":"the type","fileName":"the fileName","mimeType":"the mimeType",
			"size":1740000000004,"content":"the content","extractedText":"the extractedText","preview":"the preview"}]}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message: &openclaw.UserMessage{
				Content: openclaw.MessageContent{Type: decoder.String, Text: "the content"}, Timestamp: 1740000000001,
				Provenance: &openclaw.Provenance{
					Kind: openclaw.ProvenanceKindExternalUser, OriginSessionID: "the originSessionId",
					SourceSessionKey: "the sourceSessionKey", SourceChannel: "the sourceChannel", SourceTool: "the sourceTool",
				},
				Attachments: []openclaw.Attachment{{
					ID: "the id", Type: "the type", FileName: "the fileName", MimeType: "the mimeType", Size: 1740000000004,
					Content: "the content", ExtractedText: new("the extractedText"), Preview: new("the preview"),
				}},
			},
		},
		openclaw.KindMessageUser,
	},
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"assistant",
			"content":[{"type":"text","index":2,"text":"the text","textSignature":"the textSignature"}],
			"api":"the api","provider":"the provider","model":"the model","responseModel":"the responseModel",
			"responseId":"the responseId","diagnostics":[{"type":"the type","timestamp":1740000000001,"error":{"name":"the name",
			"message":"the message","stack":"the stack","code":"the code"},"details":{"of":"details"}}],
			"usage":{"input":2,"output":3,"cacheRead":4,"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,
			"cost":{"input":1.5,"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}},"stopReason":"stop",
			"errorMessage":"the errorMessage","rawStopReason":"the rawStopReason","providerThinkingLevel":"the providerThinkingLevel",
			"endTurn":true,"deferred":{"id":"the id"},"timestamp":1740000000014}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message: &openclaw.AssistantMessage{
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
				StopReason: openclaw.StopReasonStop, ErrorMessage: new("the errorMessage"),
				RawStopReason: new("the rawStopReason"), ProviderThinkingLevel: new("the providerThinkingLevel"),
				EndTurn: new(true), Deferred: &openclaw.DeferredResponse{ID: "the id"}, Timestamp: 1740000000014,
			},
		},
		openclaw.KindMessageAssistant,
	},
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"toolResult",
			"toolCallId":"the toolCallId","toolName":"the toolName","content":[{"type":"thinking","index":2,
			"thinking":"the thinking","thinkingSignature":"the thinkingSignature","redacted":true}],"details":{"of":"details"},
			"usage":{"input":2,"output":3,"cacheRead":4,"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,
			"cost":{"input":1.5,"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}},"addedToolNames":["addedToolNames 1",
			"addedToolNames 2"],"isError":true,"timestamp":1740000000007}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message: &openclaw.ToolResultMessage{
				ToolCallID: "the toolCallId", ToolName: "the toolName",
				Content: []openclaw.ContentBlock{&openclaw.ThinkingContent{
					Scratch: openclaw.Scratch{Index: new(2)}, Thinking: "the thinking",
					ThinkingSignature: new("the thinkingSignature"), Redacted: true,
				}},
				Details: decoder.Raw(`{"of":"details"}`),
				Usage: &openclaw.Usage{
					Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
					Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
				},
				AddedToolNames: []string{"addedToolNames 1", "addedToolNames 2"}, IsError: true, Timestamp: 1740000000007,
			},
		},
		openclaw.KindMessageToolResult,
	},
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"bashExecution",
			"command":"the command","output":"the output","exitCode":4,"cancelled":true,"truncated":true,
			"fullOutputPath":"the fullOutputPath","timestamp":1740000000006,"excludeFromContext":true}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message: &openclaw.BashExecutionMessage{
				Command: "the command", Output: "the output", ExitCode: new(4), Cancelled: true, Truncated: true,
				FullOutputPath: new("the fullOutputPath"), Timestamp: 1740000000006, ExcludeFromContext: true,
			},
		},
		openclaw.KindMessageBashExecution,
	},
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"custom",
			"customType":"the customType","content":[{"type":"image","data":"the data","mimeType":"the mimeType"}],
			"display":true,"details":{"of":"details"},"timestamp":1740000000004}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message: &openclaw.CustomMessage{
				CustomType: "the customType",
				Content: openclaw.MessageContent{
					Type:   decoder.Array,
					Blocks: []openclaw.ContentBlock{&openclaw.ImageContent{Data: "the data", MimeType: "the mimeType"}},
				},
				Display: true, Details: decoder.Raw(`{"of":"details"}`), Timestamp: 1740000000004,
			},
		},
		openclaw.KindMessageCustom,
	},
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
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"system",
			"content":"the content","sections":{"the key":"the sections","another key":null},"toolsAdded":{"of":"toolsAdded"},
			"toolsRemoved":[{"name":"the name"}],"timestamp":1740000000006}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message: &openclaw.SystemMessage{
				Content:    openclaw.MessageContent{Type: decoder.String, Text: "the content"},
				Sections:   map[string]*string{"the key": new("the sections"), "another key": nil},
				ToolsAdded: decoder.Raw(`{"of":"toolsAdded"}`), ToolsRemoved: []openclaw.ToolReference{{Name: "the name"}},
				Timestamp: 1740000000006,
			},
		},
		openclaw.KindMessageSystem,
	},
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"branchSummary",
			"summary":"the summary","fromId":"the fromId","timestamp":1740000000002}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message:   &openclaw.BranchSummaryMessage{Summary: "the summary", FromID: "the fromId", Timestamp: 1740000000002},
		},
		openclaw.KindMessageBranchSummary,
	},
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"compactionSummary",
			"summary":"the summary","tokensBefore":3,"timestamp":1740000000002}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message:   &openclaw.CompactionSummaryMessage{Summary: "the summary", TokensBefore: 3, Timestamp: 1740000000002},
		},
		openclaw.KindMessageCompactionSummary,
	},
	{
		`{"type":"message","id":"the id","parentId":"the parentId","timestamp":"the timestamp","message":{"role":"user",
			"content":[{"type":"toolCall","index":2,"id":"the id","name":"the name","arguments":{"of":"arguments"},
			"thoughtSignature":"the thoughtSignature","partialJson":"the partialJson","partialArgs":"the partialArgs"}],
			"timestamp":1740000000001,"provenance":{"kind":"inter_session","originSessionId":"the originSessionId",
			"sourceSessionKey":"the sourceSessionKey","sourceChannel":"the sourceChannel","sourceTool":"the sourceTool"},
			"attachments":[{"id":"the id","type":"the type","fileName":"the fileName","mimeType":"the mimeType",
			"size":1740000000004,"content":"the content","extractedText":"the extractedText","preview":"the preview"}]}}`,
		&openclaw.MessageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Message: &openclaw.UserMessage{
				Content: openclaw.MessageContent{
					Type: decoder.Array,
					Blocks: []openclaw.ContentBlock{&openclaw.ToolCall{
						Scratch: openclaw.Scratch{Index: new(2)}, ID: "the id", Name: "the name",
						Arguments: decoder.Raw(`{"of":"arguments"}`), ThoughtSignature: new("the thoughtSignature"),
						PartialJSON: new("the partialJson"), PartialArgs: new("the partialArgs"),
					}},
				},
				Timestamp: 1740000000001,
				Provenance: &openclaw.Provenance{
					Kind: openclaw.ProvenanceKindInterSession, OriginSessionID: "the originSessionId",
					SourceSessionKey: "the sourceSessionKey", SourceChannel: "the sourceChannel", SourceTool: "the sourceTool",
				},
				Attachments: []openclaw.Attachment{{
					ID: "the id", Type: "the type", FileName: "the fileName", MimeType: "the mimeType", Size: 1740000000004,
					Content: "the content", ExtractedText: new("the extractedText"), Preview: new("the preview"),
				}},
			},
		},
		openclaw.KindMessageUser,
	},
	{
		`{"type":"thinking_level_change","id":"the id","parentId":"the parentId","timestamp":"the timestamp",
			"thinkingLevel":"minimal"}`,
		&openclaw.ThinkingLevelChangeEntry{
			EntryBase:     openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			ThinkingLevel: openclaw.ThinkingLevelMinimal,
		},
		openclaw.KindThinkingLevelChange,
	},
	{
		`{"type":"model_change","id":"the id","parentId":"the parentId","timestamp":"the timestamp",
			"provider":"the provider","modelId":"the modelId"}`,
		&openclaw.ModelChangeEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Provider:  "the provider", ModelID: "the modelId",
		},
		openclaw.KindModelChange,
	},
	{
		`{"type":"compaction","id":"the id","parentId":"the parentId","timestamp":"the timestamp","summary":"the summary",
			"firstKeptEntryId":"the firstKeptEntryId","firstKeptEntryIndex":7,"tokensBefore":8,"details":{"of":"details"},
			"retainedTail":[{"role":"assistant","content":[{"type":"toolUse","index":2,"id":"the id","name":"the name",
			"arguments":{"of":"arguments"},"thoughtSignature":"the thoughtSignature","partialJson":"the partialJson",
			"partialArgs":"the partialArgs"}],"api":"the api","provider":"the provider","model":"the model",
			"responseModel":"the responseModel","responseId":"the responseId","diagnostics":[{"type":"the type",
			"timestamp":1740000000001,"error":{"name":"the name","message":"the message","stack":"the stack",
			"code":4.5},"details":{"of":"details"}}],"usage":{"input":2,"output":3,"cacheRead":4,"cacheWrite":5,
			"cacheWrite1h":6,"reasoning":7,"totalTokens":8,"cost":{"input":1.5,"output":2.5,"cacheRead":3.5,
			"cacheWrite":4.5,"total":5.5}},"stopReason":"length","errorMessage":"the errorMessage","rawStopReason":"the rawStopReason",
			"providerThinkingLevel":"the providerThinkingLevel","endTurn":true,"deferred":{"id":"the id"},
			"timestamp":1740000000014}],"usage":{"input":2,"output":3,"cacheRead":4,"cacheWrite":5,"cacheWrite1h":6,
			"reasoning":7,"totalTokens":8,"cost":{"input":1.5,"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,
			"total":5.5}},"fromHook":true}`,
		&openclaw.CompactionEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Summary:   "the summary", FirstKeptEntryID: "the firstKeptEntryId", FirstKeptEntryIndex: new(7), TokensBefore: 8,
			Details: decoder.Raw(`{"of":"details"}`),
			RetainedTail: []openclaw.AgentMessage{&openclaw.AssistantMessage{
				Content: []openclaw.ContentBlock{&openclaw.ToolUse{
					ToolCall: openclaw.ToolCall{
						Scratch: openclaw.Scratch{Index: new(2)}, ID: "the id", Name: "the name",
						Arguments: decoder.Raw(`{"of":"arguments"}`), ThoughtSignature: new("the thoughtSignature"),
						PartialJSON: new("the partialJson"), PartialArgs: new("the partialArgs"),
					},
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
				StopReason: openclaw.StopReasonLength, ErrorMessage: new("the errorMessage"),
				RawStopReason: new("the rawStopReason"), ProviderThinkingLevel: new("the providerThinkingLevel"),
				EndTurn: new(true), Deferred: &openclaw.DeferredResponse{ID: "the id"}, Timestamp: 1740000000014,
			}},
			Usage: &openclaw.Usage{
				Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
				Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
			},
			FromHook: true,
		},
		openclaw.KindCompaction,
	},
	{
		`{"type":"branch_summary","id":"the id","parentId":"the parentId","timestamp":"the timestamp",
			"fromId":"the fromId","summary":"the summary","details":{"of":"details"},"usage":{"input":2,
			"output":3,"cacheRead":4,"cacheWrite":5,"cacheWrite1h":6,"reasoning":7,"totalTokens":8,"cost":{"input":1.5,
			"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}},"fromHook":true}`,
		&openclaw.BranchSummaryEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			FromID:    "the fromId", Summary: "the summary", Details: decoder.Raw(`{"of":"details"}`),
			Usage: &openclaw.Usage{
				Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, CacheWrite1h: new(6), Reasoning: new(7), TotalTokens: 8,
				Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
			},
			FromHook: true,
		},
		openclaw.KindBranchSummary,
	},
	{
		`{"type":"custom","id":"the id","parentId":"the parentId","timestamp":"the timestamp","customType":"the customType",
			"data":{"of":"data"}}`,
		&openclaw.CustomEntry{
			EntryBase:  openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			CustomType: "the customType", Data: decoder.Raw(`{"of":"data"}`),
		},
		openclaw.KindCustom,
	},
	{
		`{"type":"custom_message","id":"the id","parentId":"the parentId","timestamp":"the timestamp",
			"customType":"the customType","content":"the content","details":{"of":"details"},"display":true}`,
		&openclaw.CustomMessageEntry{
			EntryBase:  openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			CustomType: "the customType", Content: openclaw.MessageContent{Type: decoder.String, Text: "the content"},
			Details: decoder.Raw(`{"of":"details"}`), Display: true,
		},
		openclaw.KindCustomMessage,
	},
	{
		`{"type":"label","id":"the id","parentId":"the parentId","timestamp":"the timestamp","targetId":"the targetId",
			"label":"the label"}`,
		&openclaw.LabelEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			TargetID:  "the targetId", Label: new("the label"),
		},
		openclaw.KindLabel,
	},
	{
		`{"type":"session_info","id":"the id","parentId":"the parentId","timestamp":"the timestamp",
			"name":"the name"}`,
		&openclaw.SessionInfoEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Name:      new("the name"),
		},
		openclaw.KindSessionInfo,
	},
	{
		`{"type":"active_tools_change","id":"the id","parentId":"the parentId","timestamp":"the timestamp",
			"activeToolNames":["activeToolNames 1","activeToolNames 2"]}`,
		&openclaw.ActiveToolsChangeEntry{
			EntryBase:       openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			ActiveToolNames: []string{"activeToolNames 1", "activeToolNames 2"},
		},
		openclaw.KindActiveToolsChange,
	},
	{
		`{"type":"leaf","id":"the id","parentId":"the parentId","timestamp":"the timestamp","targetId":"the targetId"}`,
		&openclaw.LeafEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			TargetID:  new("the targetId"),
		},
		openclaw.KindLeaf,
	},
	{
		`{"type":"context_edit","id":"the id","parentId":"the parentId","timestamp":"the timestamp","targetId":"the targetId",
			"replacement":{"content":"the content"}}`,
		&openclaw.ContextEditEntry{
			EntryBase:   openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			TargetID:    "the targetId",
			Replacement: &openclaw.ContextReplacement{Content: openclaw.StringContent("the content")},
		},
		openclaw.KindContextEdit,
	},
	{
		`{"type":"usage","id":"the id","parentId":"the parentId","timestamp":"the timestamp","kind":"the kind",
			"provider":"the provider","model":"the model","usage":{"input":2,"output":3,"cacheRead":4,"cacheWrite":5,
			"totalTokens":6,"cost":{"input":1.5,"output":2.5,"cacheRead":3.5,"cacheWrite":4.5,"total":5.5}},"note":"the note"}`,
		&openclaw.UsageEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
			Purpose:   "the kind", Provider: "the provider", Model: "the model",
			Usage: openclaw.Usage{
				Input: 2, Output: 3, CacheRead: 4, CacheWrite: 5, TotalTokens: 6,
				Cost: openclaw.Cost{Input: 1.5, Output: 2.5, CacheRead: 3.5, CacheWrite: 4.5, Total: 5.5},
			},
			Note: new("the note"),
		},
		openclaw.KindUsage,
	},
	{
		`{"type":"reset","id":"the id","parentId":"the parentId","timestamp":"the timestamp"}`,
		&openclaw.ResetEntry{
			EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
		},
		openclaw.KindReset,
	},
}

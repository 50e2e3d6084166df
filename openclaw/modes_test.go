package openclaw_test

import (
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// modes has every line of the json and rpc modes that is not a step of a run, with all of its members, and the equal Go literal.
var modes = []struct {
	line string
	want openclaw.Line
	kind openclaw.Kind
}{
	{
		`{"type":"agent_end","messages":[{"role":"user","content":"the content","timestamp":1740000000001,
			"provenance":{"kind":"external_user","originSessionId":"the originSessionId","sourceSessionKey":"the sourceSessionKey",
			"sourceChannel":"the sourceChannel","sourceTool":"the sourceTool"},"attachments":[{"id":"the id",
			"type":"the type","fileName":"the fileName","mimeType":"the mimeType","size":1740000000004,
			"content":"the content","extractedText":"the extractedText","preview":"the preview"}]}],"willRetry":true}`,
		&openclaw.AgentEndEvent{
			Messages: []openclaw.AgentMessage{&openclaw.UserMessage{
				Content: openclaw.MessageContent{Type: decoder.String, Text: "the content"}, Timestamp: 1740000000001,
				Provenance: &openclaw.Provenance{
					Kind: openclaw.ProvenanceKindExternalUser, OriginSessionID: "the originSessionId",
					SourceSessionKey: "the sourceSessionKey", SourceChannel: "the sourceChannel", SourceTool: "the sourceTool",
				},
				Attachments: []openclaw.Attachment{{
					ID: "the id", Type: "the type", FileName: "the fileName", MimeType: "the mimeType", Size: 1740000000004,
					Content: "the content", ExtractedText: new("the extractedText"), Preview: new("the preview"),
				}},
			}},
			WillRetry: true,
		},
		openclaw.KindAgentEnd,
	},
	{
		`{"type":"queue_update","steering":["steering 1","steering 2"],"followUp":["followUp 1","followUp 2"]}`,
		&openclaw.QueueUpdateEvent{
			Steering: []string{"steering 1", "steering 2"}, FollowUp: []string{"followUp 1", "followUp 2"},
		},
		openclaw.KindQueueUpdate,
	},
	{
		`{"type":"compaction_start","reason":"the reason"}`,
		&openclaw.CompactionStartEvent{Reason: "the reason"},
		openclaw.KindCompactionStart,
	},
	{
		`{"type":"compaction_end","reason":"the reason","result":{"summary":"the summary","firstKeptEntryId":"the firstKeptEntryId",
			"tokensBefore":4,"estimatedTokensAfter":5,"details":{"of":"details"}},"aborted":true,"willRetry":true,
			"errorMessage":"the errorMessage"}`,
		&openclaw.CompactionEndEvent{
			Reason: "the reason",
			Result: &openclaw.CompactionResult{
				Summary: "the summary", FirstKeptEntryID: "the firstKeptEntryId", TokensBefore: 4, EstimatedTokensAfter: new(5),
				Details: decoder.Raw(`{"of":"details"}`),
			},
			Aborted: true, WillRetry: true, ErrorMessage: new("the errorMessage"),
		},
		openclaw.KindCompactionEnd,
	},
	{
		`{"type":"auto_compaction_start","reason":"the reason"}`,
		&openclaw.AutoCompactionStartEvent{CompactionStartEvent: openclaw.CompactionStartEvent{Reason: "the reason"}},
		openclaw.KindAutoCompactionStart,
	},
	{
		`{"type":"auto_compaction_end","reason":"the reason","result":{"summary":"the summary","firstKeptEntryId":"the firstKeptEntryId",
			"tokensBefore":4,"estimatedTokensAfter":5,"details":{"of":"details"}},"aborted":true,"willRetry":true,
			"errorMessage":"the errorMessage"}`,
		&openclaw.AutoCompactionEndEvent{
			CompactionEndEvent: openclaw.CompactionEndEvent{
				Reason: "the reason",
				Result: &openclaw.CompactionResult{
					Summary: "the summary", FirstKeptEntryID: "the firstKeptEntryId", TokensBefore: 4, EstimatedTokensAfter: new(5),
					Details: decoder.Raw(`{"of":"details"}`),
				},
				Aborted: true, WillRetry: true, ErrorMessage: new("the errorMessage"),
			},
		},
		openclaw.KindAutoCompactionEnd,
	},
	{
		`{"type":"auto_retry_start","attempt":2,"maxAttempts":3,"delayMs":4,"errorMessage":"the errorMessage"}`,
		&openclaw.AutoRetryStartEvent{Attempt: 2, MaxAttempts: 3, DelayMs: 4, ErrorMessage: "the errorMessage"},
		openclaw.KindAutoRetryStart,
	},
	{
		`{"type":"auto_retry_end","success":true,"attempt":3,"finalError":"the finalError"}`,
		&openclaw.AutoRetryEndEvent{Success: true, Attempt: 3, FinalError: new("the finalError")},
		openclaw.KindAutoRetryEnd,
	},
	{
		`{"type":"session_info_changed","name":"the name"}`,
		&openclaw.SessionInfoChangedEvent{Name: new("the name")},
		openclaw.KindSessionInfoChanged,
	},
	{
		`{"type":"thinking_level_changed","level":"off"}`,
		&openclaw.ThinkingLevelChangedEvent{Level: openclaw.ThinkingLevelOff},
		openclaw.KindThinkingLevelChanged,
	},
	{
		`{"type":"entry_appended","entry":{"type":"message","id":"the id","parentId":"the parentId",
			"timestamp":"the timestamp","message":{"role":"user","content":[{"type":"text","index":2,"text":"the text",
			"textSignature":"the textSignature"}],"timestamp":1740000000001,"provenance":{"kind":"inter_session",
			"originSessionId":"the originSessionId","sourceSessionKey":"the sourceSessionKey","sourceChannel":"the sourceChannel",
			"sourceTool":"the sourceTool"},"attachments":[{"id":"the id","type":"the type","fileName":"the fileName",
			"mimeType":"the mimeType","size":1740000000004,"content":"the content","extractedText":"the extractedText",
			"preview":"the preview"}]}}}`,
		&openclaw.EntryAppendedEvent{
			Entry: &openclaw.MessageEntry{
				EntryBase: openclaw.EntryBase{ID: "the id", ParentID: new("the parentId"), Timestamp: "the timestamp"},
				Message: &openclaw.UserMessage{
					Content: openclaw.MessageContent{
						Type: decoder.Array,
						Blocks: []openclaw.ContentBlock{&openclaw.TextContent{
							Scratch: openclaw.Scratch{Index: new(2)}, Text: "the text", TextSignature: new("the textSignature"),
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
		},
		openclaw.KindEntryAppended,
	},
	{
		`{"type":"agent_settled"}`,
		&openclaw.AgentSettledEvent{},
		openclaw.KindAgentSettled,
	},
	{
		`{"type":"extension_error","extensionPath":"the extensionPath","event":"the event","error":"the error"}`,
		&openclaw.ExtensionErrorEvent{ExtensionPath: "the extensionPath", Event: "the event", Error: "the error"},
		openclaw.KindExtensionError,
	},
	{
		`{"type":"response","id":"the id","command":"the command","success":true,"data":{"of":"data"},
			"error":"the error"}`,
		&openclaw.RPCResponse{
			ID: new("the id"), Command: "the command", Success: true, Data: decoder.Raw(`{"of":"data"}`),
			Error: new("the error"),
		},
		openclaw.KindResponse,
	},
	{
		`{"type":"extension_ui_request","method":"select","id":"the id","title":"the title","options":["options 1",
			"options 2"],"timeout":16}`,
		&openclaw.ExtensionUIRequest{
			ID: "the id", Method: "select", Title: new("the title"), Options: []string{"options 1", "options 2"},
			Timeout: new(16),
		},
		openclaw.KindExtensionUIRequestSelect,
	},
	{
		`{"type":"extension_ui_request","method":"confirm","id":"the id","title":"the title","message":"the message",
			"timeout":16}`,
		&openclaw.ExtensionUIRequest{
			ID: "the id", Method: "confirm", Title: new("the title"), Message: new("the message"), Timeout: new(16),
		},
		openclaw.KindExtensionUIRequestConfirm,
	},
	{
		`{"type":"extension_ui_request","method":"input","id":"the id","title":"the title","placeholder":"the placeholder",
			"timeout":16}`,
		&openclaw.ExtensionUIRequest{
			ID: "the id", Method: "input", Title: new("the title"), Placeholder: new("the placeholder"), Timeout: new(16),
		},
		openclaw.KindExtensionUIRequestInput,
	},
	{
		`{"type":"extension_ui_request","method":"editor","id":"the id","title":"the title","prefill":"the prefill",
			"timeout":16}`,
		&openclaw.ExtensionUIRequest{
			ID: "the id", Method: "editor", Title: new("the title"), Prefill: new("the prefill"), Timeout: new(16),
		},
		openclaw.KindExtensionUIRequestEditor,
	},
	{
		`{"type":"extension_ui_request","method":"notify","id":"the id","message":"the message","notifyType":"the notifyType",
			"timeout":16}`,
		&openclaw.ExtensionUIRequest{
			ID: "the id", Method: "notify", Message: new("the message"), NotifyType: new("the notifyType"), Timeout: new(16),
		},
		openclaw.KindExtensionUIRequestNotify,
	},
	{
		`{"type":"extension_ui_request","method":"setStatus","id":"the id","statusKey":"the statusKey",
			"statusText":"the statusText","timeout":16}`,
		&openclaw.ExtensionUIRequest{
			ID: "the id", Method: "setStatus", StatusKey: new("the statusKey"), StatusText: new("the statusText"),
			Timeout: new(16),
		},
		openclaw.KindExtensionUIRequestSetStatus,
	},
	{
		`{"type":"extension_ui_request","method":"setWidget","id":"the id","widgetKey":"the widgetKey",
			"widgetLines":["widgetLines 1","widgetLines 2"],"widgetPlacement":"the widgetPlacement","timeout":16}`,
		&openclaw.ExtensionUIRequest{
			ID: "the id", Method: "setWidget", WidgetKey: new("the widgetKey"),
			WidgetLines: []string{"widgetLines 1", "widgetLines 2"}, WidgetPlacement: new("the widgetPlacement"),
			Timeout: new(16),
		},
		openclaw.KindExtensionUIRequestSetWidget,
	},
	{
		`{"type":"extension_ui_request","method":"setTitle","id":"the id","title":"the title","timeout":16}`,
		&openclaw.ExtensionUIRequest{ID: "the id", Method: "setTitle", Title: new("the title"), Timeout: new(16)},
		openclaw.KindExtensionUIRequestSetTitle,
	},
	{
		`{"type":"extension_ui_request","method":"set_editor_text","id":"the id","text":"the text","timeout":16}`,
		&openclaw.ExtensionUIRequest{ID: "the id", Method: "set_editor_text", Text: new("the text"), Timeout: new(16)},
		openclaw.KindExtensionUIRequestSetEditorText,
	},
}

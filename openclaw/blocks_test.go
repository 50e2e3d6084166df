package openclaw_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
)

// blocks has every kind of block with all of its members, and the equal Go literal.
var blocks = []struct {
	text string
	want openclaw.ContentBlock
}{
	{
		`{"type":"text","index":2,"text":"the text","textSignature":"the textSignature"}`,
		&openclaw.TextContent{
			Scratch: openclaw.Scratch{Index: new(2)}, Text: "the text", TextSignature: new("the textSignature"),
		},
	},
	{
		`{"type":"thinking","index":2,"thinking":"the thinking","thinkingSignature":"the thinkingSignature",
			"redacted":true}`,
		&openclaw.ThinkingContent{
			Scratch: openclaw.Scratch{Index: new(2)}, Thinking: "the thinking",
			ThinkingSignature: new("the thinkingSignature"), Redacted: true,
		},
	},
	{
		`{"type":"image","data":"the data","mimeType":"the mimeType"}`,
		&openclaw.ImageContent{Data: "the data", MimeType: "the mimeType"},
	},
	{
		`{"type":"toolCall","index":2,"id":"the id","name":"the name","arguments":{"of":"arguments"},
			"thoughtSignature":"the thoughtSignature","partialJson":"the partialJson","partialArgs":"the partialArgs"}`,
		&openclaw.ToolCall{
			Scratch: openclaw.Scratch{Index: new(2)}, ID: "the id", Name: "the name",
			Arguments: decoder.Raw(`{"of":"arguments"}`), ThoughtSignature: new("the thoughtSignature"),
			PartialJSON: new("the partialJson"), PartialArgs: new("the partialArgs"),
		},
	},
	{
		`{"type":"toolUse","index":2,"id":"the id","name":"the name","arguments":{"of":"arguments"},
			"thoughtSignature":"the thoughtSignature","partialJson":"the partialJson","partialArgs":"the partialArgs"}`,
		&openclaw.ToolUse{
			ToolCall: openclaw.ToolCall{
				Scratch: openclaw.Scratch{Index: new(2)}, ID: "the id", Name: "the name",
				Arguments: decoder.Raw(`{"of":"arguments"}`), ThoughtSignature: new("the thoughtSignature"),
				PartialJSON: new("the partialJson"), PartialArgs: new("the partialArgs"),
			},
		},
	},
	{
		`{"type":"functionCall","index":2,"id":"the id","name":"the name","arguments":{"of":"arguments"},
			"thoughtSignature":"the thoughtSignature","partialJson":"the partialJson","partialArgs":"the partialArgs"}`,
		&openclaw.FunctionCall{
			ToolCall: openclaw.ToolCall{
				Scratch: openclaw.Scratch{Index: new(2)}, ID: "the id", Name: "the name",
				Arguments: decoder.Raw(`{"of":"arguments"}`), ThoughtSignature: new("the thoughtSignature"),
				PartialJSON: new("the partialJson"), PartialArgs: new("the partialArgs"),
			},
		},
	},
}

func TestBlocks(t *testing.T) {
	for _, tt := range blocks {
		got, err := openclaw.UnmarshalContentBlock([]byte(tt.text))
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		jsontest.Same(t, tt.text, got)
		jsontest.Same(t, tt.text, tt.want)
		jsontest.Same(t, tt.text, openclaw.CloneContentBlock(tt.want))
	}
}

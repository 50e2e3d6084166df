package provider

import (
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/openclaw"
)

// Anthropic makes messages of the Messages API.
//
// The system prompt is a first message with the role developer. (The API itself has a parameter for it, beside the messages:
// leave Conversation.System empty if you set that.) Thinking is native: it goes back as it came, with its signature, if it came
// from this API, and becomes text if not, for the API takes no thinking that it has not signed. Signatures of texts and of
// thinking are kept, so that what the API has in its cache is found again. The results of tools are said by the user, all
// those of one response in one message.
func Anthropic(conv Conversation) ([]ndwire.MessageParam, []Change) {
	var c changes
	var list []ndwire.MessageParam
	if conv.System != "" {
		c.add(SystemPlaced, -1, "as a first message of the role developer")
		list = append(list, ndwire.MessageParam{Role: "developer", Content: ndwire.TextContent(conv.System)})
	}
	results := false // the last message has the results of tools
	for i, m := range c.lower(conv.Messages) {
		switch m := m.(type) {
		case *openclaw.UserMessage:
			content := ndwire.TextContent(m.Content.Text)
			if m.Content.Blocks != nil {
				content = ndwire.BlockContent(c.anthropicBlocks(m.Content.Blocks, i)...)
				if len(content.Blocks) == 0 {
					c.add(MessageDropped, i, "nothing is left of it")
					continue
				}
			}
			list = append(list, ndwire.MessageParam{Role: "user", Content: content})
			results = false
		case *openclaw.AssistantMessage:
			content := c.anthropicResponse(m, i)
			if len(content) == 0 {
				c.add(MessageDropped, i, "nothing is left of it")
				continue
			}
			list = append(list, ndwire.MessageParam{Role: "assistant", Content: ndwire.BlockContent(content...)})
			results = false
		case *openclaw.ToolResultMessage:
			block := &ndwire.ToolResultBlock{
				ToolUseID: m.ToolCallID,
				Content:   ndwire.BlockContent(c.anthropicBlocks(m.Content, i)...),
				IsError:   m.IsError,
			}
			if results {
				c.add(TurnsMerged, i, "with the result before it")
				last := &list[len(list)-1].Content
				last.Blocks = append(last.Blocks, block)
				continue
			}
			list = append(list, ndwire.MessageParam{Role: "user", Content: ndwire.BlockContent(block)})
			results = true
		}
	}
	return list, c
}

// anthropicBlocks converts what a user or a tool says.
func (c *changes) anthropicBlocks(blocks []openclaw.ContentBlock, index int) []ndwire.ContentBlock {
	list := make([]ndwire.ContentBlock, 0, len(blocks))
	for _, b := range blocks {
		switch b := b.(type) {
		case *openclaw.TextContent:
			if strings.TrimSpace(b.Text) == "" {
				c.add(BlockDropped, index, "text is empty, which the API refuses")
				continue
			}
			list = append(list, &ndwire.TextBlock{Text: b.Text})
		case *openclaw.ImageContent:
			list = append(list, &ndwire.ImageBlock{Source: &ndwire.Base64Source{MediaType: b.MimeType, Data: b.Data}})
		default:
			c.dropped(b, index)
		}
	}
	return list
}

func (c *changes) anthropicResponse(m *openclaw.AssistantMessage, index int) []ndwire.ContentBlock {
	own := m.API == openclaw.APIAnthropicMessages
	var list []ndwire.ContentBlock
	text := func(s, signature string) {
		if strings.TrimSpace(s) == "" {
			c.add(BlockDropped, index, "text is empty, which the API refuses")
			return
		}
		block := &ndwire.TextBlock{Text: s}
		if signature != "" {
			block.Extra.Set("signature", decoder.Raw(encoder.AppendString(nil, signature)))
		}
		list = append(list, block)
	}
	for _, b := range m.Content {
		if call, ok := openclaw.AsToolCall(b); ok {
			if call.ThoughtSignature != nil {
				c.add(SignatureDropped, index, "that of the tool call %s is of another API", call.ID)
			}
			list = append(list, &ndwire.ToolUseBlock{ID: call.ID, Name: call.Name, Input: argumentsOf(call.Arguments)})
			continue
		}
		switch b := b.(type) {
		case *openclaw.TextContent:
			signature := textOf(b.TextSignature)
			if signature != "" && !own {
				c.add(SignatureDropped, index, "that of a text is of another API")
				signature = ""
			}
			text(b.Text, signature)
		case *openclaw.ThinkingContent:
			signature := textOf(b.ThinkingSignature)
			switch {
			case own && b.Redacted:
				list = append(list, &ndwire.RedactedThinkingBlock{Data: signature})
			case own && signature != "":
				list = append(list, &ndwire.ThinkingBlock{Thinking: b.Thinking, Signature: &signature})
			case strings.TrimSpace(b.Thinking) == "":
				c.dropped(b, index)
			default:
				c.add(ThinkingLowered, index, "it has no signature of this API")
				text(b.Thinking, "")
			}
		default:
			c.dropped(b, index)
		}
	}
	return list
}

package provider

import (
	"path"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// OpenAI makes messages of the Chat Completions API.
//
// The system prompt is the first message, of the role developer for models of the o series, and of the role system for others.
// Tool calls have the form of function calling: their arguments are JSON in a string. Models of the o series get their thinking
// back in reasoning_content; for others it becomes text. Results of tools have text only: their images follow in a message of
// the user.
func OpenAI(conv Conversation) ([]OpenAIMessage, []Change) {
	var c changes
	var list []OpenAIMessage
	reasons := isOSeries(conv.Model)
	if conv.System != "" {
		role := "system"
		if reasons {
			role = "developer"
		}
		c.add(SystemPlaced, -1, "as a first message of the role %s", role)
		list = append(list, OpenAIMessage{Role: role, Content: OpenAIContent{Text: conv.System}})
	}
	var images []OpenAIPart // of the results of tools, which must follow each other
	flush := func() {
		if len(images) > 0 {
			list = append(list, OpenAIMessage{Role: "user", Content: OpenAIContent{Parts: images}})
			images = nil
		}
	}
	for i, m := range c.lower(conv.Messages) {
		switch m := m.(type) {
		case *openclaw.UserMessage:
			flush()
			content := OpenAIContent{Text: m.Content.Text}
			if m.Content.Blocks != nil {
				content = OpenAIContent{Parts: c.openAIParts(m.Content.Blocks, i)}
				if len(content.Parts) == 0 {
					c.add(MessageDropped, i, "nothing is left of it")
					continue
				}
			}
			list = append(list, OpenAIMessage{Role: "user", Content: content})
		case *openclaw.AssistantMessage:
			flush()
			message := c.openAIResponse(m, i, reasons)
			if message.Content.Text == "" && message.Content.Parts == nil && message.ToolCalls == nil {
				c.add(MessageDropped, i, "nothing is left of it")
				continue
			}
			list = append(list, message)
		case *openclaw.ToolResultMessage:
			if m.IsError {
				c.add(ErrorFlagDropped, i, "only the text says that the tool %s failed", m.ToolName)
			}
			texts, pictures := split(c.openAIParts(m.Content, i))
			content := strings.Join(texts, "\n")
			if len(texts) > 1 {
				c.add(TextJoined, i, "%d of them", len(texts))
			}
			if len(pictures) > 0 {
				c.add(ImagesMoved, i, "%d of them, into a message of the user", len(pictures))
				images = append(images, pictures...)
				if content == "" {
					content = "(see the image below)"
				}
			}
			list = append(list, OpenAIMessage{Role: "tool", ToolCallID: m.ToolCallID, Content: openAIText(content)})
		}
	}
	flush()
	return list, c
}

// isOSeries reports whether a model is of the o series, with or without its vendor's name in front: o1, openai/o3-mini.
func isOSeries(model string) bool {
	name := path.Base(model)
	return len(name) > 1 && name[0] == 'o' && name[1] >= '1' && name[1] <= '9'
}

func (c *changes) openAIParts(blocks []openclaw.ContentBlock, index int) []OpenAIPart {
	list := make([]OpenAIPart, 0, len(blocks))
	for _, b := range blocks {
		switch b := b.(type) {
		case *openclaw.TextContent:
			list = append(list, &OpenAIText{Text: b.Text})
		case *openclaw.ImageContent:
			list = append(list, &OpenAIImage{ImageURL: OpenAIImageURL{URL: "data:" + b.MimeType + ";base64," + b.Data}})
		default:
			c.dropped(b, index)
		}
	}
	return list
}

// split parts texts from images.
func split(parts []OpenAIPart) (texts []string, images []OpenAIPart) {
	for _, p := range parts {
		if t, ok := p.(*OpenAIText); ok {
			texts = append(texts, t.Text)
		} else {
			images = append(images, p)
		}
	}
	return texts, images
}

func (c *changes) openAIResponse(m *openclaw.AssistantMessage, index int, reasons bool) OpenAIMessage {
	message := OpenAIMessage{Role: "assistant"}
	var texts, thoughts []string
	for _, b := range m.Content {
		if call, ok := openclaw.AsToolCall(b); ok {
			if call.ThoughtSignature != nil {
				c.add(SignatureDropped, index, "there is no place for that of the tool call %s", call.ID)
			}
			message.ToolCalls = append(message.ToolCalls, OpenAIToolCall{
				ID:       call.ID,
				Function: OpenAIFunction{Name: call.Name, Arguments: string(argumentsOf(call.Arguments))},
			})
			continue
		}
		switch b := b.(type) {
		case *openclaw.TextContent:
			if b.TextSignature != nil {
				c.add(SignatureDropped, index, "there is no place for that of a text")
			}
			if b.Text != "" {
				texts = append(texts, b.Text)
			}
		case *openclaw.ThinkingContent:
			if b.ThinkingSignature != nil {
				c.add(SignatureDropped, index, "there is no place for that of thinking")
			}
			switch {
			case b.Thinking == "":
				c.dropped(b, index)
			case reasons:
				thoughts = append(thoughts, b.Thinking)
			default:
				c.add(ThinkingLowered, index, "the model is not of the o series")
				texts = append(texts, b.Thinking)
			}
		default:
			c.dropped(b, index)
		}
	}
	if len(thoughts) > 0 {
		message.ReasoningContent = new(strings.Join(thoughts, "\n\n"))
	}
	switch len(texts) {
	case 0: // null
	case 1:
		message.Content = openAIText(texts[0])
	default:
		for _, t := range texts {
			message.Content.Parts = append(message.Content.Parts, &OpenAIText{Text: t})
		}
	}
	return message
}

// openAIText is a content of text, also if that is empty.
func openAIText(s string) OpenAIContent { return OpenAIContent{Type: decoder.String, Text: s} }

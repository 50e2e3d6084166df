package provider

import (
	"strings"

	"github.com/ndwire/ndwire/openclaw"
)

// bootstrapText begins a conversation that the model would begin, as OpenClaw does it.
const bootstrapText = "(session bootstrap)"

// Google makes the contents of a request to Gemini. What it knows of tools' schemas is another function, [GoogleSchema].
//
// The system prompt stands beside the contents. Turns alternate, and the user's is the first: turns of one role are merged, and a
// conversation that the model begins gets a turn in front. Thinking of this API goes back with its signature; that of others
// becomes text.
func Google(conv Conversation) (GoogleContents, []Change) {
	var c changes
	var out GoogleContents
	if conv.System != "" {
		c.add(SystemPlaced, -1, "beside the contents, as systemInstruction")
		out.SystemInstruction = &GoogleContent{Parts: []GooglePart{{Text: new(conv.System)}}}
	}
	turn := func(role string, index int, parts []GooglePart) {
		n := len(out.Contents)
		switch {
		case len(parts) == 0:
			c.add(MessageDropped, index, "nothing is left of it")
			return
		case n > 0 && out.Contents[n-1].Role == role:
			c.add(TurnsMerged, index, "with the turn of the %s before it", role)
			out.Contents[n-1].Parts = append(out.Contents[n-1].Parts, parts...)
			return
		case n == 0 && role == "model":
			c.add(TurnInserted, index, "the user has the first turn: %s", bootstrapText)
			out.Contents = append(out.Contents, GoogleContent{Role: "user", Parts: []GooglePart{{Text: new(bootstrapText)}}})
		}
		out.Contents = append(out.Contents, GoogleContent{Role: role, Parts: parts})
	}
	for i, m := range c.lower(conv.Messages) {
		switch m := m.(type) {
		case *openclaw.UserMessage:
			turn("user", i, c.googleParts(blocks(m.Content), i))
		case *openclaw.AssistantMessage:
			turn("model", i, c.googleResponse(m, i))
		case *openclaw.ToolResultMessage:
			turn("user", i, c.googleResult(m, i))
		}
	}
	return out, c
}

// googleParts converts what a user or a tool says.
func (c *changes) googleParts(blocks []openclaw.ContentBlock, index int) []GooglePart {
	var list []GooglePart
	for _, b := range blocks {
		switch b := b.(type) {
		case *openclaw.TextContent:
			list = append(list, GooglePart{Text: new(b.Text)})
		case *openclaw.ImageContent:
			list = append(list, GooglePart{InlineData: &GoogleBlob{MimeType: b.MimeType, Data: b.Data}})
		default:
			c.dropped(b, index)
		}
	}
	return list
}

func (c *changes) googleResponse(m *openclaw.AssistantMessage, index int) []GooglePart {
	own := strings.HasPrefix(m.API, "google-")
	signature := func(s *string, of string) string {
		if s == nil || own {
			return textOf(s)
		}
		c.add(SignatureDropped, index, "that of %s is of another API", of)
		return ""
	}
	var list []GooglePart
	for _, b := range m.Content {
		if call, ok := openclaw.AsToolCall(b); ok {
			list = append(list, GooglePart{
				FunctionCall:     &GoogleFunctionCall{ID: call.ID, Name: call.Name, Args: argumentsOf(call.Arguments)},
				ThoughtSignature: signature(call.ThoughtSignature, "the tool call "+call.ID),
			})
			continue
		}
		switch b := b.(type) {
		case *openclaw.TextContent:
			list = append(list, GooglePart{Text: new(b.Text), ThoughtSignature: signature(b.TextSignature, "a text")})
		case *openclaw.ThinkingContent:
			part := GooglePart{Text: new(b.Thinking), Thought: own, ThoughtSignature: signature(b.ThinkingSignature, "thinking")}
			switch {
			case b.Thinking == "" && part.ThoughtSignature == "":
				c.dropped(b, index)
				continue
			case !own:
				c.add(ThinkingLowered, index, "it is of another API")
			}
			list = append(list, part)
		default:
			c.dropped(b, index)
		}
	}
	return list
}

// googleResult converts the result of a tool: its text is the response, its images are parts behind it.
func (c *changes) googleResult(m *openclaw.ToolResultMessage, index int) []GooglePart {
	var texts []string
	var images []GooglePart
	for _, part := range c.googleParts(m.Content, index) {
		if part.Text != nil {
			texts = append(texts, *part.Text)
		} else {
			images = append(images, part)
		}
	}
	if len(texts) > 1 {
		c.add(TextJoined, index, "%d of them", len(texts))
	}
	if len(images) > 0 {
		c.add(ImagesMoved, index, "%d of them, behind the result", len(images))
	}
	text := strings.Join(texts, "\n")
	response := GoogleResult{Output: &text}
	if m.IsError {
		response = GoogleResult{Error: &text}
	}
	result := GooglePart{FunctionResponse: &GoogleFunctionResponse{ID: m.ToolCallID, Name: m.ToolName, Response: response}}
	return append([]GooglePart{result}, images...)
}

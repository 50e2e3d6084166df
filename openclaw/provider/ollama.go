package provider

import (
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/openclaw"
)

// CallForm is the form of tool calls in messages for Ollama.
type CallForm bool

// The forms.
const (
	NativeCalls CallForm = false // arguments are an object, results name the tool
	OpenAICalls CallForm = true  // arguments are JSON in a string, results name the call
)

// Ollama makes messages of Ollama's own chat API, of which [OllamaEvents] reads the stream.
//
// A message has one text, one text of thinking, and images beside them. Tool calls have Ollama's form, or that of OpenAI for
// servers and models that want it.
func Ollama(conv Conversation, form CallForm) ([]OllamaMessage, []Change) {
	var c changes
	var list []OllamaMessage
	if conv.System != "" {
		c.add(SystemPlaced, -1, "as a first message of the role system")
		list = append(list, OllamaMessage{Role: "system", Content: conv.System})
	}
	for i, m := range c.lower(conv.Messages) {
		switch m := m.(type) {
		case *openclaw.UserMessage:
			list = append(list, c.ollamaMessage("user", blocks(m.Content), i))
		case *openclaw.AssistantMessage:
			message := c.ollamaMessage("assistant", m.Content, i)
			for call := range m.ToolCalls() {
				message.ToolCalls = append(message.ToolCalls, c.ollamaCall(call, form, i))
			}
			list = append(list, message)
		case *openclaw.ToolResultMessage:
			message := c.ollamaMessage("tool", m.Content, i)
			if m.IsError {
				c.add(ErrorFlagDropped, i, "only the text says that the tool %s failed", m.ToolName)
			}
			if form == OpenAICalls {
				message.ToolCallID = m.ToolCallID
			} else {
				message.ToolName = m.ToolName
			}
			list = append(list, message)
		}
	}
	return list, c
}

// ollamaMessage converts all but tool calls.
func (c *changes) ollamaMessage(role string, blocks []openclaw.ContentBlock, index int) OllamaMessage {
	message := OllamaMessage{Role: role}
	var texts, thoughts []string
	for _, b := range blocks {
		if _, ok := openclaw.AsToolCall(b); ok && role == "assistant" {
			continue
		}
		switch b := b.(type) {
		case *openclaw.TextContent:
			if b.TextSignature != nil {
				c.add(SignatureDropped, index, "there is no place for that of a text")
			}
			texts = append(texts, b.Text)
		case *openclaw.ThinkingContent:
			if b.ThinkingSignature != nil {
				c.add(SignatureDropped, index, "there is no place for that of thinking")
			}
			thoughts = append(thoughts, b.Thinking)
		case *openclaw.ImageContent:
			message.Images = append(message.Images, b.Data)
		default:
			c.dropped(b, index)
		}
	}
	if len(texts) > 1 {
		c.add(TextJoined, index, "%d of them", len(texts))
	}
	message.Content = strings.Join(texts, "\n")
	message.Thinking = strings.Join(thoughts, "\n")
	return message
}

func (c *changes) ollamaCall(call *openclaw.ToolCall, form CallForm, index int) OllamaToolCall {
	if call.ThoughtSignature != nil {
		c.add(SignatureDropped, index, "there is no place for that of the tool call %s", call.ID)
	}
	if form == NativeCalls {
		return OllamaToolCall{Function: OllamaFunction{Name: call.Name, Arguments: argumentsOf(call.Arguments)}}
	}
	text := decoder.Raw(encoder.AppendString(nil, string(argumentsOf(call.Arguments))))
	return OllamaToolCall{ID: call.ID, Type: "function", Function: OllamaFunction{Name: call.Name, Arguments: text}}
}

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

// The rules of Ollama.
var (
	ruleOllamaSystem            = newRule("Ollama: the system prompt is a first message of the system", SystemPlaced, ollamaChat+", messages: role is system, user, assistant or tool")
	ruleOllamaErrorFlag         = newRule("Ollama: a result does not say that the tool failed", ErrorFlagDropped, ollamaChat+", messages: role, content and tool_name")
	ruleOllamaEmptyResult       = newRule("Ollama: an empty result has a text", TextInserted, ollamaChat+", messages: content; a model should read that there was no output")
	ruleOllamaTextSignature     = newRule("Ollama: a text has no signature", SignatureDropped, ollamaChat+", messages: content is a text")
	ruleOllamaThinkingSignature = newRule("Ollama: thinking has no signature", SignatureDropped, ollamaChat+", messages: thinking is a text")
	ruleOllamaCallSignature     = newRule("Ollama: a call has no signature", SignatureDropped, ollamaChat+", tool_calls: function with name and arguments")
	ruleOllamaThinking          = newRule("Ollama: thinking of another model is a text", ThinkingLowered, piTransform)
	ruleOllamaTexts             = newRule("Ollama: texts of a message are joined", TextJoined, ollamaChat+", messages: content is one text")
)

// Ollama returns the conversation as messages of Ollama's own chat API, whose stream [OllamaEvents] reads.
//
// A message has one text, one text of thinking, and images beside them. Thinking goes back to the model that it came from, and becomes
// text for others. Tool calls have Ollama's form, or that of OpenAI for servers and models that require it.
//
// Rules names the source of each change.
func Ollama(conv Conversation, form CallForm) ([]OllamaMessage, []Change) {
	var c changes
	var list []OllamaMessage
	o := ollama{changes: &c, form: form}
	o.provider, o.model = conv.target()
	if conv.hasSystem() {
		role, rule := "system", ruleOllamaSystem
		if conv.SystemRole != "" {
			role, rule = conv.SystemRole, ruleSystemRole
		}
		c.add(rule, -1, "as a first message of the role %s", role)
		list = append(list, OllamaMessage{Role: role, Content: conv.System})
	}
	for _, s := range c.paired(conv.Messages, newCallIDs(ruleOllamaCallID, openAIIDLength)) {
		var message OllamaMessage
		switch m := s.message.(type) {
		case *openclaw.UserMessage:
			message = o.content("user", blocks(m.Content), s.index, false)
		case *openclaw.AssistantMessage:
			own := m.API == openclaw.APIOllama && m.Provider == o.provider && m.Model == o.model
			message = o.content("assistant", m.Content, s.index, own)
			for call := range m.ToolCalls() {
				message.ToolCalls = append(message.ToolCalls, o.call(call, s.index))
			}
		case *openclaw.ToolResultMessage:
			message = o.content("tool", m.Content, s.index, false)
			if m.IsError {
				c.add(ruleOllamaErrorFlag, s.index, "only the text says that the tool %s failed", m.ToolName)
			}
			if message.Content == "" && len(message.Images) == 0 {
				c.add(ruleOllamaEmptyResult, s.index, "the result is empty: %s", noOutput)
				message.Content = noOutput
			}
			if form == OpenAICalls {
				message.ToolCallID = m.ToolCallID
			} else {
				message.ToolName = m.ToolName
			}
		}
		if message.Content == "" && message.Thinking == "" && len(message.Images) == 0 && len(message.ToolCalls) == 0 {
			c.add(ruleNothingLeft, s.index, "nothing is left of it")
			continue
		}
		list = append(list, message)
	}
	return list, c.inOrder()
}

// ollama is a conversion for Ollama.
type ollama struct {
	*changes
	form            CallForm
	provider, model string // of the target model
}

// content converts everything but tool calls. own says that the target model wrote it.
func (c ollama) content(role string, blocks []openclaw.ContentBlock, index int, own bool) OllamaMessage {
	message := OllamaMessage{Role: role}
	var texts, thoughts []string
	for _, b := range blocks {
		if _, ok := openclaw.AsToolCall(b); ok && role == "assistant" {
			continue
		}
		switch b := b.(type) {
		case *openclaw.TextContent:
			if b.TextSignature != nil {
				c.add(ruleOllamaTextSignature, index, "there is no place for that of a text")
			}
			if isBlank(b.Text) {
				c.blankText(index)
				continue
			}
			texts = append(texts, b.Text)
		case *openclaw.ThinkingContent:
			if b.ThinkingSignature != nil {
				c.add(ruleOllamaThinkingSignature, index, "there is no place for that of thinking")
			}
			switch {
			case role != "assistant" || isBlank(b.Thinking):
				c.dropped(b, index)
			case own:
				thoughts = append(thoughts, b.Thinking)
			default:
				c.add(ruleOllamaThinking, index, "it is of another model")
				texts = append(texts, b.Thinking)
			}
		case *openclaw.ImageContent:
			if role == "assistant" {
				c.dropped(b, index)
				continue
			}
			message.Images = append(message.Images, b.Data)
		default:
			c.dropped(b, index)
		}
	}
	if len(texts) > 1 {
		c.add(ruleOllamaTexts, index, "%d of them", len(texts))
	}
	message.Content = strings.Join(texts, "\n")
	message.Thinking = strings.Join(thoughts, "\n")
	return message
}

func (c ollama) call(call *openclaw.ToolCall, index int) OllamaToolCall {
	if call.ThoughtSignature != nil {
		c.add(ruleOllamaCallSignature, index, "there is no place for that of the tool call %s", call.ID)
	}
	if c.form == NativeCalls {
		return OllamaToolCall{Function: OllamaFunction{Name: call.Name, Arguments: call.Arguments}}
	}
	text := decoder.Raw(encoder.AppendString(nil, string(call.Arguments)))
	return OllamaToolCall{ID: call.ID, Type: "function", Function: OllamaFunction{Name: call.Name, Arguments: text}}
}

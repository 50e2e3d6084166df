package provider

import (
	"path"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// The rules of Chat Completions.
var (
	ruleOpenAIDeveloper = newRule("OpenAI: the system prompt is said by the developer to models of the o series", SystemPlaced,
		chatCompletions+", developer message: \"with o1 models and newer\"; "+openClawFormat+".2")
	ruleOpenAISystem    = newRule("OpenAI: the system prompt is said by the system to other models", SystemPlaced, chatCompletions+", system message; "+openClawFormat+".2")
	ruleOpenAIErrorFlag = newRule("OpenAI: a result does not say that the tool failed", ErrorFlagDropped, chatCompletions+", tool message: content, role and tool_call_id")
	ruleOpenAITexts     = newRule("OpenAI: texts of a result are joined", TextJoined,
		chatCompletions+", tool message: a text, or parts of texts, which not every server takes")
	ruleOpenAIImages = newRule("OpenAI: images of a result follow in a message of the user", ImagesMoved,
		chatCompletions+", tool message: content parts are texts only; pi, openai-completions.ts")
	ruleOpenAIEmptyResult       = newRule("OpenAI: a result without a text gets one", TextInserted, chatCompletions+", tool message: content is required")
	ruleOpenAICallSignature     = newRule("OpenAI: a call has no signature", SignatureDropped, chatCompletions+", tool_calls: has no member for it")
	ruleOpenAITextSignature     = newRule("OpenAI: a text has no signature", SignatureDropped, chatCompletions+", text content part: has no member for it")
	ruleOpenAIThinkingSignature = newRule("OpenAI: thinking has no signature", SignatureDropped,
		"pi, openai-completions.ts: the signature is the name of the member that thinking came in, such as reasoning_content")
	ruleOpenAIThinking = newRule("OpenAI: thinking that the model does not take back is a text", ThinkingLowered,
		openClawFormat+".2: thinking may be downgraded for other models than those of the o series; "+piTransform)
)

// imageBelow is the text of a result that has only images.
const imageBelow = "(see the image below)"

// OpenAI returns the conversation as messages of the Chat Completions API.
//
// The system prompt is the first message, of the role developer for models of the o series, and of the role system for others, unless
// Conversation.SystemRole says another one. Tool calls have the form of function calling: their arguments are JSON in a string. Models of the
// o series get their own thinking back in reasoning_content, and so do others that have sent it there; all other thinking becomes
// text. Results of tools have text only: their images follow in a message of the user.
//
// Rules names the source of each change. OpenAI's reference does not have reasoning_content, which is from pi.
func OpenAI(conv Conversation) ([]OpenAIMessage, []Change) {
	var c changes
	var list []OpenAIMessage
	o := openAI{changes: &c}
	o.provider, o.model = conv.target()
	if conv.hasSystem() {
		list = append(list, OpenAIMessage{Role: o.systemRole(conv), Content: OpenAIContent{Text: conv.System}})
	}
	var images []OpenAIPart // of the results of tools, which must follow each other
	flush := func() {
		if len(images) > 0 {
			list = append(list, OpenAIMessage{Role: "user", Content: OpenAIContent{Parts: images}})
			images = nil
		}
	}
	for _, s := range c.paired(conv.Messages, newCallIDs(ruleOpenAICallID, openAIIDLength)) {
		switch m := s.message.(type) {
		case *openclaw.UserMessage:
			flush()
			content := OpenAIContent{Text: m.Content.Text}
			if m.Content.Blocks != nil || isBlank(m.Content.Text) {
				content = OpenAIContent{Parts: o.parts(blocks(m.Content), s.index)}
				if len(content.Parts) == 0 {
					c.add(ruleNothingLeft, s.index, "nothing is left of it")
					continue
				}
			}
			list = append(list, OpenAIMessage{Role: "user", Content: content})
		case *openclaw.AssistantMessage:
			flush()
			message := o.response(m, s.index)
			if message.Content.Text == "" && message.Content.Parts == nil && message.ToolCalls == nil {
				c.add(ruleNothingLeft, s.index, "nothing is left of it")
				continue
			}
			list = append(list, message)
		case *openclaw.ToolResultMessage:
			text, pictures := o.result(m, s.index)
			images = append(images, pictures...)
			list = append(list, OpenAIMessage{Role: "tool", ToolCallID: m.ToolCallID, Content: openAIText(text)})
		}
	}
	flush()
	return list, c.inOrder()
}

// openAI is a conversion for Chat Completions.
type openAI struct {
	*changes
	provider, model string // of the target model
}

// systemRole returns the role of the message with the system prompt.
func (c openAI) systemRole(conv Conversation) string {
	role, rule := conv.SystemRole, ruleSystemRole
	switch {
	case role != "":
	case isOSeries(c.model):
		role, rule = "developer", ruleOpenAIDeveloper
	default:
		role, rule = "system", ruleOpenAISystem
	}
	c.add(rule, -1, "as a first message of the role %s", role)
	return role
}

// result returns the text of the result of a tool, and its images, for which a result has no place.
func (c openAI) result(m *openclaw.ToolResultMessage, index int) (text string, images []OpenAIPart) {
	if m.IsError {
		c.add(ruleOpenAIErrorFlag, index, "only the text says that the tool %s failed", m.ToolName)
	}
	texts, images := split(c.parts(m.Content, index))
	text = strings.Join(texts, "\n")
	if len(texts) > 1 {
		c.add(ruleOpenAITexts, index, "%d of them", len(texts))
	}
	if len(images) > 0 {
		c.add(ruleOpenAIImages, index, "%d of them, into a message of the user", len(images))
	}
	switch {
	case text == "" && len(images) > 0:
		c.add(ruleOpenAIEmptyResult, index, "the result has only images: %s", imageBelow)
		text = imageBelow
	case text == "":
		c.add(ruleOpenAIEmptyResult, index, "the result is empty: %s", noOutput)
		text = noOutput
	}
	return text, images
}

// isOSeries reports whether a model is of the o series, with or without its vendor's name in front: o1, openai/o3-mini.
func isOSeries(model string) bool {
	name := path.Base(model)
	return len(name) > 1 && name[0] == 'o' && name[1] >= '1' && name[1] <= '9'
}

// parts converts the content of a user or a tool.
func (c openAI) parts(blocks []openclaw.ContentBlock, index int) []OpenAIPart {
	return convert(c.changes, blocks, index,
		func(text string) OpenAIPart { return &OpenAIText{Text: text} },
		func(image *openclaw.ImageContent) OpenAIPart {
			return &OpenAIImage{ImageURL: OpenAIImageURL{URL: "data:" + image.MimeType + ";base64," + image.Data}}
		})
}

// split separates texts and images.
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

// reasoningMember is the member in which servers send and accept reasoning. pi stores its name as the signature of thinking.
const reasoningMember = "reasoning_content"

// response converts a message of the model.
func (c openAI) response(m *openclaw.AssistantMessage, index int) OpenAIMessage {
	own := m.API == openclaw.APIOpenAICompletions && m.Provider == c.provider && m.Model == c.model
	message := OpenAIMessage{Role: "assistant"}
	var texts, thoughts []string
	for _, b := range m.Content {
		if call, ok := openclaw.AsToolCall(b); ok {
			if call.ThoughtSignature != nil {
				c.add(ruleOpenAICallSignature, index, "there is no place for that of the tool call %s", call.ID)
			}
			message.ToolCalls = append(message.ToolCalls, OpenAIToolCall{
				ID:       call.ID,
				Function: OpenAIFunction{Name: call.Name, Arguments: string(call.Arguments)},
			})
			continue
		}
		switch b := b.(type) {
		case *openclaw.TextContent:
			if b.TextSignature != nil {
				c.add(ruleOpenAITextSignature, index, "there is no place for that of a text")
			}
			if isBlank(b.Text) {
				c.blankText(index)
				continue
			}
			texts = append(texts, b.Text)
		case *openclaw.ThinkingContent:
			signature := textOf(b.ThinkingSignature)
			if signature != "" && signature != reasoningMember {
				c.add(ruleOpenAIThinkingSignature, index, "there is no place for that of thinking")
			}
			switch {
			case isBlank(b.Thinking):
				c.dropped(b, index)
			case own && (isOSeries(c.model) || signature == reasoningMember):
				thoughts = append(thoughts, b.Thinking)
			default:
				c.add(ruleOpenAIThinking, index, "the model does not take it back")
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

// openAIText returns a content of text, also of an empty one.
func openAIText(s string) OpenAIContent { return OpenAIContent{Type: decoder.String, Text: s} }

package provider

import (
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/openclaw"
)

// The rules of the Messages API.
var (
	ruleAnthropicSystem = newRule("Anthropic: the system prompt stands beside the messages", SystemPlaced,
		messagesAPI+`, messages: there is no "system" role for input messages`)
	ruleSystemRole = newRule("the system prompt has the role that the caller names", SystemPlaced,
		openClawFormat+".1: some servers take developer; .2: system or developer")
	ruleAnthropicFirstTurn = newRule("Anthropic: the first turn is the user's", TurnInserted,
		messagesAPI+` refuses another: first message must use the "user" role (older models and servers)`)
	ruleAnthropicResults = newRule("Anthropic: results of one response are one message", TurnsMerged,
		handleToolCalls+", parallel tool use: all tool_result blocks in a single user message")
	ruleAnthropicLastText = newRule("Anthropic: the last turn does not end with white space", TextTrimmed,
		messagesAPI+" refuses it: \"final assistant content cannot end with trailing whitespace\"")
	ruleAnthropicEmptyResult = newRule("Anthropic: an empty result has a text", TextInserted,
		messagesAPI+" refuses blank texts, and a model should read that there was no output")
	ruleAnthropicCallSignature = newRule("Anthropic: a call has no signature", SignatureDropped, messagesAPI+", tool_use: has no member for it")
	ruleAnthropicTextSignature = newRule("Anthropic: the signature of a text goes back only to the model that it came from", SignatureDropped,
		openClawFormat+".1: for the verification of the cache; "+piTransform)
	ruleAnthropicRedacted = newRule("Anthropic: redacted thinking goes back only to the model that it came from", BlockDropped,
		extendedThinking+", thinking redaction: pass it back unmodified; "+piTransform+": only valid for the same model")
	ruleAnthropicThinking = newRule("Anthropic: thinking without a signature of the model is a text", ThinkingLowered,
		extendedThinking+", thinking encryption: the signature verifies that the model wrote it; "+piTransform)
)

// Anthropic returns the conversation as messages of the Messages API.
//
// The system prompt is a parameter of the request beside the messages, which the caller sets: the API knows no role for it. With
// Conversation.SystemRole it is a first message. Thinking is sent back unchanged, with its signature, to the model that wrote
// it, and becomes text for any other, since the API accepts only thinking that it has signed. Signatures of texts and of thinking are
// kept, so that the API finds them in its cache. Results of tools are user messages, all results of one response in
// one message. The first turn is the user's.
//
// Rules names the source of each change.
func Anthropic(conv Conversation) ([]ndwire.MessageParam, []Change) {
	var c changes
	var list []ndwire.MessageParam
	a := anthropic{changes: &c}
	a.provider, a.model = conv.target()
	switch {
	case !conv.hasSystem():
	case conv.SystemRole != "":
		c.add(ruleSystemRole, -1, "as a first message of the role %s", conv.SystemRole)
		list = append(list, ndwire.MessageParam{Role: conv.SystemRole, Content: ndwire.TextContent(conv.System)})
	default:
		c.add(ruleAnthropicSystem, -1, "beside the messages: set the request's parameter system to it")
	}
	begun := false // there is a turn
	turn := func(role string, index int, content ndwire.MessageContent) {
		if !begun && role == "assistant" {
			c.add(ruleAnthropicFirstTurn, index, "the user has the first turn: %s", bootstrapText)
			list = append(list, ndwire.MessageParam{Role: "user", Content: ndwire.TextContent(bootstrapText)})
		}
		begun = true
		list = append(list, ndwire.MessageParam{Role: role, Content: content})
	}
	results := false // the last message has the results of tools
	for _, s := range c.paired(conv.Messages, newCallIDs(ruleAnthropicCallID, anthropicIDLength)) {
		switch m := s.message.(type) {
		case *openclaw.UserMessage:
			content := ndwire.TextContent(m.Content.Text)
			if m.Content.Blocks != nil || isBlank(m.Content.Text) {
				content = ndwire.BlockContent(a.blocks(blocks(m.Content), s.index)...)
				if len(content.Blocks) == 0 {
					c.add(ruleNothingLeft, s.index, "nothing is left of it")
					continue
				}
			}
			turn("user", s.index, content)
			results = false
		case *openclaw.AssistantMessage:
			content := a.response(m, s.index)
			if len(content) == 0 {
				c.add(ruleNothingLeft, s.index, "nothing is left of it")
				continue
			}
			turn("assistant", s.index, ndwire.BlockContent(content...))
			results = false
		case *openclaw.ToolResultMessage:
			block := a.result(m, s.index)
			if results {
				c.add(ruleAnthropicResults, s.index, "with the result before it")
				last := &list[len(list)-1].Content
				last.Blocks = append(last.Blocks, block)
				continue
			}
			turn("user", s.index, ndwire.BlockContent(block))
			results = true
		}
	}
	a.trimLast(list, len(conv.Messages)-1)
	return list, c.inOrder()
}

// anthropic is a conversion for the Messages API.
type anthropic struct {
	*changes
	provider, model string // of the target model
}

// trimLast trims white space from the end of the last text, if the model is to continue it: the API refuses it there.
func (c anthropic) trimLast(list []ndwire.MessageParam, index int) {
	if len(list) == 0 || list[len(list)-1].Role != "assistant" {
		return
	}
	content := list[len(list)-1].Content.Blocks
	if len(content) == 0 { // the system prompt, in the role of the model
		return
	}
	if last, ok := content[len(content)-1].(*ndwire.TextBlock); ok {
		if trimmed := strings.TrimRight(last.Text, " \t\r\n"); trimmed != last.Text {
			c.add(ruleAnthropicLastText, index, "the last turn ends with white space")
			last.Text = trimmed
		}
	}
}

// result converts the result of a tool.
func (c anthropic) result(m *openclaw.ToolResultMessage, index int) *ndwire.ToolResultBlock {
	content := c.blocks(m.Content, index)
	if len(content) == 0 {
		c.add(ruleAnthropicEmptyResult, index, "the result is empty: %s", noOutput)
		content = []ndwire.ContentBlock{&ndwire.TextBlock{Text: noOutput}}
	}
	return &ndwire.ToolResultBlock{ToolUseID: m.ToolCallID, Content: ndwire.BlockContent(content...), IsError: m.IsError}
}

// blocks converts the content of a user or a tool.
func (c anthropic) blocks(blocks []openclaw.ContentBlock, index int) []ndwire.ContentBlock {
	return convert(c.changes, blocks, index,
		func(text string) ndwire.ContentBlock { return &ndwire.TextBlock{Text: text} },
		func(image *openclaw.ImageContent) ndwire.ContentBlock {
			return &ndwire.ImageBlock{Source: &ndwire.Base64Source{MediaType: image.MimeType, Data: image.Data}}
		})
}

// response converts a message of the model.
func (c anthropic) response(m *openclaw.AssistantMessage, index int) []ndwire.ContentBlock {
	own := m.API == openclaw.APIAnthropicMessages && m.Provider == c.provider && m.Model == c.model
	var list []ndwire.ContentBlock
	text := func(s, signature string) {
		if isBlank(s) {
			c.blankText(index)
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
				c.add(ruleAnthropicCallSignature, index, "that of the tool call %s is of another API", call.ID)
			}
			list = append(list, &ndwire.ToolUseBlock{ID: call.ID, Name: call.Name, Input: call.Arguments})
			continue
		}
		switch b := b.(type) {
		case *openclaw.TextContent:
			signature := textOf(b.TextSignature)
			if signature != "" && !own {
				c.add(ruleAnthropicTextSignature, index, "that of a text is of another model")
				signature = ""
			}
			text(b.Text, signature)
		case *openclaw.ThinkingContent:
			signature := textOf(b.ThinkingSignature)
			switch {
			case own && b.Redacted && signature != "":
				list = append(list, &ndwire.RedactedThinkingBlock{Data: signature})
			case b.Redacted:
				c.add(ruleAnthropicRedacted, index, "only the model that it came from can read redacted thinking")
			case own && signature != "":
				list = append(list, &ndwire.ThinkingBlock{Thinking: b.Thinking, Signature: &signature})
			case isBlank(b.Thinking):
				c.dropped(b, index)
			default:
				c.add(ruleAnthropicThinking, index, "it has no signature of this model")
				text(b.Thinking, "")
			}
		default:
			c.dropped(b, index)
		}
	}
	return list
}

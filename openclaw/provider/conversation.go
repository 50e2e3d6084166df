package provider

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/openclaw"
)

// Conversation is the input of a conversion: the messages for a model.
type Conversation struct {
	System   string // the system prompt; blank for none
	Provider string // the provider of the target model, such as "anthropic"; "" for that of the last response
	Model    string // the target model; "" for that of the last response
	Messages []openclaw.AgentMessage

	// SystemRole is the role of a first message with the system prompt, for servers that differ from their API's reference: some
	// take "developer" where Anthropic has a parameter of the request, some know only "system" where OpenAI has "developer".
	// "" means the role of the reference. Google has no role for it.
	SystemRole string
}

// hasSystem reports whether there is a system prompt. APIs refuse one that is blank.
func (c *Conversation) hasSystem() bool { return !isBlank(c.System) }

// target returns the provider and the model that the conversation is for.
func (c *Conversation) target() (provider, model string) {
	provider, model = c.Provider, c.Model
	for _, m := range slices.Backward(c.Messages) {
		if m, ok := m.(*openclaw.AssistantMessage); ok {
			return cmp.Or(provider, m.Provider), cmp.Or(model, m.Model)
		}
	}
	return provider, model
}

// Change is one change that a conversion made.
type Change struct {
	What    Adjustment
	Rule    string // the name of its rule, see Rules
	Message int    // where: an index of Conversation.Messages, or -1 for the conversation as a whole
	Detail  string // a text for people
}

// String returns the change as a line of a report.
func (c Change) String() string {
	if c.Message < 0 {
		return fmt.Sprintf("%s: %s", c.What, c.Detail)
	}
	return fmt.Sprintf("message %d: %s: %s", c.Message, c.What, c.Detail)
}

// Adjustment is a kind of change.
type Adjustment string

// The adjustments.
const (
	SystemPlaced      Adjustment = "system prompt placed"    // where this API requires it
	RoleLowered       Adjustment = "role lowered"            // a role of the runtime became a user message
	MessageDropped    Adjustment = "message dropped"         // of a role that no model knows, empty, kept from the model, or an incomplete turn
	BlockDropped      Adjustment = "block dropped"           // of a kind that the API does not have, or empty
	ToolCallRenamed   Adjustment = "tool call renamed"       // the API does not accept its id
	ArgumentsWrapped  Adjustment = "arguments wrapped"       // the arguments of a call were not an object
	ResultMoved       Adjustment = "result moved"            // to its call
	ResultInserted    Adjustment = "result inserted"         // the call had none
	TextInserted      Adjustment = "text inserted"           // where the API refuses an empty content
	TextTrimmed       Adjustment = "text trimmed"            // the API refuses white space at the end of it
	ThinkingLowered   Adjustment = "thinking became text"    // it is of another model, or the API would not take it as thinking
	SignatureDropped  Adjustment = "signature dropped"       // of another model, or the API has no place for it
	SignatureReplaced Adjustment = "signature replaced"      // the API requires one, and accepts a placeholder
	ErrorFlagDropped  Adjustment = "error flag dropped"      // the API has no field for the failure of a tool
	ImagesMoved       Adjustment = "images moved"            // out of a tool's result
	TextJoined        Adjustment = "texts joined"            // the API has one text in a message
	TurnsMerged       Adjustment = "turns merged"            // two turns of one role became one
	TurnInserted      Adjustment = "turn inserted"           // before the first one
	SchemaRewritten   Adjustment = "schema rewritten"        // into keywords that the API knows
	KeywordStripped   Adjustment = "schema keyword stripped" // the API does not know it
)

// changes is the report of one conversion.
type changes []Change

func (c *changes) add(r *Rule, message int, format string, args ...any) {
	*c = append(*c, Change{r.What, r.Name, message, fmt.Sprintf(format, args...)})
}

// blocks returns the content as a list.
func blocks(content openclaw.MessageContent) []openclaw.ContentBlock {
	if content.Blocks == nil {
		return []openclaw.ContentBlock{&openclaw.TextContent{Text: content.Text}}
	}
	return content.Blocks
}

// textOf returns the text of a signature or an id, "" for nil.
func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// noOutput is the text of an empty result: not every API accepts an empty one.
const noOutput = "(no output)"

// bootstrapText is a first user turn, as OpenClaw inserts it, for a conversation that the model begins.
const bootstrapText = "(session bootstrap)"

// inOrder returns the report in the order of the messages.
func (c changes) inOrder() []Change {
	slices.SortStableFunc(c, func(a, b Change) int { return cmp.Compare(a.Message, b.Message) })
	return c
}

// The rules of empty content.
var (
	ruleBlankText = newRule("a text that is blank is left out", BlockDropped,
		messagesAPI+" refuses it: \"text content blocks must be non-empty\", \"must contain non-whitespace text\"; others would pay for it")
	ruleForeignBlock = newRule("a block that the API has no place for is left out", BlockDropped,
		messagesAPI+", content; "+chatCompletions+", messages; "+geminiContent+"; "+ollamaChat)
	ruleNothingLeft = newRule("a message of which nothing is left is left out", MessageDropped,
		messagesAPI+" refuses it: \"all messages must have non-empty content\"; "+chatCompletions+", assistant message: content is required unless there are tool_calls; "+
			geminiContent+" refuses empty parts")
)

// isBlank reports whether the APIs would refuse a text.
func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// convert converts the content of a user or a tool, each block by the function for its type. Blank texts and blocks of other types are left out.
func convert[P any](c *changes, blocks []openclaw.ContentBlock, index int, text func(string) P, image func(*openclaw.ImageContent) P) []P {
	list := make([]P, 0, len(blocks))
	for _, b := range blocks {
		switch b := b.(type) {
		case *openclaw.TextContent:
			if isBlank(b.Text) {
				c.blankText(index)
				continue
			}
			list = append(list, text(b.Text))
		case *openclaw.ImageContent:
			list = append(list, image(b))
		default:
			c.dropped(b, index)
		}
	}
	return list
}

// blankText reports a text that is left out.
func (c *changes) blankText(index int) {
	c.add(ruleBlankText, index, "its text is blank, which the API refuses")
}

// dropped reports a block that a message cannot have.
func (c *changes) dropped(b openclaw.ContentBlock, index int) {
	kind := ""
	if b != nil {
		kind = b.BlockType()
	}
	if kind == "" {
		kind = "a block without a type"
	}
	c.add(ruleForeignBlock, index, "%s has no place here", kind)
}

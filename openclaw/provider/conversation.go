package provider

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/openclaw"
)

// Conversation is what a model is to see.
type Conversation struct {
	System   string // the system prompt; blank for none
	Provider string // the provider of the model that is asked, such as "anthropic"; "" for that of the last response
	Model    string // the model that is asked; "" for that of the last response
	Messages []openclaw.AgentMessage

	// SystemRole is the role of a first message with the system prompt, for servers that differ from their API's reference: some
	// take "developer" where Anthropic has a parameter of the request, some know only "system" where OpenAI has "developer".
	// "" is what the reference says. Google has no role for it.
	SystemRole string
}

// hasSystem reports whether there is a system prompt. APIs refuse one that is blank.
func (c *Conversation) hasSystem() bool { return !isBlank(c.System) }

// asked returns the provider and the model that the conversation is for.
func (c *Conversation) asked() (provider, model string) {
	provider, model = c.Provider, c.Model
	for _, m := range slices.Backward(c.Messages) {
		if m, ok := m.(*openclaw.AssistantMessage); ok {
			return cmp.Or(provider, m.Provider), cmp.Or(model, m.Model)
		}
	}
	return provider, model
}

// Change is one thing that a conversion has changed.
type Change struct {
	What    Adjustment
	Rule    string // the name of the rule that says so, see Rules
	Message int    // where: an index of Conversation.Messages, or -1 for the conversation as a whole
	Detail  string // to be read by people
}

// String is the change as a line of a report.
func (c Change) String() string {
	if c.Message < 0 {
		return fmt.Sprintf("%s: %s", c.What, c.Detail)
	}
	return fmt.Sprintf("message %d: %s: %s", c.Message, c.What, c.Detail)
}

// Adjustment is a way in which a conversion changes what is said.
type Adjustment string

// The adjustments.
const (
	SystemPlaced      Adjustment = "system prompt placed"    // where this API wants it
	RoleLowered       Adjustment = "role lowered"            // a role of the runtime became a user message
	MessageDropped    Adjustment = "message dropped"         // a role that no model knows, nothing to say, not said here, or an incomplete turn
	BlockDropped      Adjustment = "block dropped"           // of a kind that the API does not have, or empty
	ToolCallRenamed   Adjustment = "tool call renamed"       // its id is not one that the API takes
	ArgumentsWrapped  Adjustment = "arguments wrapped"       // the arguments of a call were no object
	ResultMoved       Adjustment = "result moved"            // to its call
	ResultInserted    Adjustment = "result inserted"         // the call had none
	TextInserted      Adjustment = "text inserted"           // where the API refuses an empty content
	TextTrimmed       Adjustment = "text trimmed"            // the API refuses white space at the end of it
	ThinkingLowered   Adjustment = "thinking became text"    // it is of another model, or the API would not take it as thinking
	SignatureDropped  Adjustment = "signature dropped"       // of another model, or the API has no place for it
	SignatureReplaced Adjustment = "signature replaced"      // the API wants one, and takes a word in its place
	ErrorFlagDropped  Adjustment = "error flag dropped"      // the API cannot say that a tool failed
	ImagesMoved       Adjustment = "images moved"            // out of a tool's result
	TextJoined        Adjustment = "texts joined"            // the API has one text in a message
	TurnsMerged       Adjustment = "turns merged"            // two turns of one role became one
	TurnInserted      Adjustment = "turn inserted"           // before the first one
	SchemaRewritten   Adjustment = "schema rewritten"        // said in the words that the API knows
	KeywordStripped   Adjustment = "schema keyword stripped" // the API does not know it
)

// changes is the report of one conversion.
type changes []Change

func (c *changes) add(r *Rule, message int, format string, args ...any) {
	*c = append(*c, Change{r.What, r.Name, message, fmt.Sprintf(format, args...)})
}

// blocks are the content in the form of a list.
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

// noOutput is the text of a result that has none: not every API takes an empty one.
const noOutput = "(no output)"

// bootstrapText begins a conversation that the model would begin, as OpenClaw does it.
const bootstrapText = "(session bootstrap)"

// inOrder returns the report in the order of the messages.
func (c changes) inOrder() []Change {
	slices.SortStableFunc(c, func(a, b Change) int { return cmp.Compare(a.Message, b.Message) })
	return c
}

// The rules of what has nothing to say.
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

// blankText tells of a text that is left out.
func (c *changes) blankText(index int) {
	c.add(ruleBlankText, index, "its text is blank, which the API refuses")
}

// dropped tells of a block that has no place in a message.
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

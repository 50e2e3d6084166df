package provider

import (
	"fmt"
	"iter"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// Conversation is what a model is to see.
type Conversation struct {
	System   string // the system prompt, "" for none
	Model    string // for which the messages are; some shapes depend on it
	Messages []openclaw.AgentMessage
}

// Change is one thing that a conversion has changed.
type Change struct {
	What    Adjustment
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
	SystemPlaced     Adjustment = "system prompt placed"    // where this API wants it
	RoleLowered      Adjustment = "role lowered"            // a role of the runtime became a user message
	MessageDropped   Adjustment = "message dropped"         // a role that no model knows, nothing to say, or not said here
	BlockDropped     Adjustment = "block dropped"           // of a kind that the API does not have, or empty
	ThinkingLowered  Adjustment = "thinking became text"    // the API would not take it as thinking
	SignatureDropped Adjustment = "signature dropped"       // of another API, or the API has no place for it
	ErrorFlagDropped Adjustment = "error flag dropped"      // the API cannot say that a tool failed
	ImagesMoved      Adjustment = "images moved"            // out of a tool's result
	TextJoined       Adjustment = "texts joined"            // the API has one text in a message
	TurnsMerged      Adjustment = "turns merged"            // two turns of one role became one
	TurnInserted     Adjustment = "turn inserted"           // before the first one
	SchemaRewritten  Adjustment = "schema rewritten"        // said in the words that the API knows
	KeywordStripped  Adjustment = "schema keyword stripped" // the API does not know it
)

// changes is the report of one conversion.
type changes []Change

func (c *changes) add(what Adjustment, message int, format string, args ...any) {
	*c = append(*c, Change{what, message, fmt.Sprintf(format, args...)})
}

// lower ranges over what models know of the messages of the runtime, with their indexes.
func (c *changes) lower(messages []openclaw.AgentMessage) iter.Seq2[int, openclaw.Message] {
	return func(yield func(int, openclaw.Message) bool) {
		for i, m := range messages {
			if m := c.lowered(m, i); m != nil && !yield(i, m) {
				return
			}
		}
	}
}

// lowered is a message in a role that models know: what the runtime and its extensions add is said by the user. It is nil if
// nothing is said.
func (c *changes) lowered(m openclaw.AgentMessage, i int) openclaw.Message {
	user := func(role string, content openclaw.MessageContent) openclaw.Message {
		c.add(RoleLowered, i, "%s is said by the user", role)
		return &openclaw.UserMessage{Content: content, Timestamp: m.GetTimestamp()}
	}
	switch m := m.(type) {
	case *openclaw.UserMessage:
		if content := m.Content; content.Text == "" && len(content.Blocks) == 0 {
			c.add(MessageDropped, i, "it is empty")
			return nil
		}
		return m
	case *openclaw.AssistantMessage:
		if len(m.Content) == 0 {
			c.add(MessageDropped, i, "it is empty, its stop reason is %s", m.StopReason)
			return nil
		}
		return m
	case *openclaw.ToolResultMessage:
		return m
	case *openclaw.BashExecutionMessage:
		if m.ExcludeFromContext {
			c.add(MessageDropped, i, "the person has kept this command from the model")
			return nil
		}
		return user("bashExecution", openclaw.StringContent(bashText(m)))
	case *openclaw.CustomMessage:
		return user("custom", m.Content)
	case *openclaw.HookMessage:
		return user("hookMessage", m.Content)
	case *openclaw.SystemMessage:
		c.add(MessageDropped, i, "what the system says belongs into Conversation.System")
		return nil
	case *openclaw.BranchSummaryMessage:
		return user("branchSummary", openclaw.StringContent(summaryText("what happened in a branch of this conversation that was left", m.Summary)))
	case *openclaw.CompactionSummaryMessage:
		return user("compactionSummary", openclaw.StringContent(summaryText("this conversation up to here", m.Summary)))
	}
	c.add(MessageDropped, i, "no model knows the role %q", roleOf(m))
	return nil
}

func roleOf(m openclaw.AgentMessage) string {
	if m == nil {
		return ""
	}
	return m.GetRole()
}

func bashText(m *openclaw.BashExecutionMessage) string {
	text := "Ran `" + m.Command + "`\n"
	if m.Output == "" {
		text += "(no output)"
	} else {
		text += "```\n" + m.Output + "\n```"
	}
	switch {
	case m.Cancelled:
		text += "\n\n(command cancelled)"
	case m.ExitCode != nil && *m.ExitCode != 0:
		text += fmt.Sprintf("\n\nCommand exited with code %d", *m.ExitCode)
	}
	if m.Truncated && m.FullOutputPath != nil {
		text += "\n\n[Output truncated. Full output: " + *m.FullOutputPath + "]"
	}
	return text
}

func summaryText(of, summary string) string {
	return "A summary of " + of + ":\n\n<summary>\n" + summary + "\n</summary>"
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

// argumentsOf returns the arguments of a call, {} if there are none.
func argumentsOf(arguments decoder.Raw) decoder.Raw {
	if len(arguments) == 0 {
		return decoder.Raw("{}")
	}
	return arguments
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
	c.add(BlockDropped, index, "%s has no place here", kind)
}

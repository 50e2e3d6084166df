package provider

import (
	"fmt"

	"github.com/ndwire/ndwire/openclaw"
)

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
		switch {
		case m.StopReason == openclaw.StopReasonError || m.StopReason == openclaw.StopReasonAborted:
			c.add(MessageDropped, i, "it is incomplete, its stop reason is %s", m.StopReason)
			return nil
		case len(m.Content) == 0:
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

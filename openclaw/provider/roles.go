package provider

import (
	"fmt"

	"github.com/ndwire/ndwire/openclaw"
)

// The rules of roles. They hold for all APIs: each knows the user, the model and the results of tools.
var (
	ruleRuntimeRole = newRule("what the runtime and its extensions say is said by the user", RoleLowered,
		"pi, packages/coding-agent, messages.ts, convertToLlm: https://github.com/badlogic/pi-mono; "+messagesAPI+", role; "+chatCompletions+", messages")
	ruleKeptBack = newRule("a command that a person keeps from the model is left out", MessageDropped,
		"pi, packages/coding-agent, messages.ts, convertToLlm: https://github.com/badlogic/pi-mono")
	ruleSystemMessage  = newRule("a system message in the midst is left out", MessageDropped, openClawFormat+": the system prompt has a place of its own")
	ruleUnknownRole    = newRule("a message of a role that no model knows is left out", MessageDropped, messagesAPI+", role; "+chatCompletions+", messages")
	ruleEmptyPrompt    = newRule("a prompt without content is left out", MessageDropped, messagesAPI+" refuses it: \"all messages must have non-empty content\"")
	ruleEmptyTurn      = newRule("a response without content is left out", MessageDropped, messagesAPI+" refuses it: \"all messages must have non-empty content\"")
	ruleIncompleteTurn = newRule("a response that ended in an error or was aborted is left out", MessageDropped, piTransform+": incomplete turns are not replayed")
)

// lowered returns a message in a role that models know: messages of the runtime and its extensions become user messages. It returns nil
// for a message that is left out.
func (c *changes) lowered(m openclaw.AgentMessage, i int) openclaw.Message {
	user := func(role string, content openclaw.MessageContent) openclaw.Message {
		c.add(ruleRuntimeRole, i, "%s is said by the user", role)
		return &openclaw.UserMessage{Content: content, Timestamp: m.GetTimestamp()}
	}
	switch m := m.(type) {
	case *openclaw.UserMessage:
		if content := m.Content; content.Text == "" && len(content.Blocks) == 0 {
			c.add(ruleEmptyPrompt, i, "it is empty")
			return nil
		}
		return m
	case *openclaw.AssistantMessage:
		switch {
		case m.StopReason == openclaw.StopReasonError || m.StopReason == openclaw.StopReasonAborted:
			c.add(ruleIncompleteTurn, i, "it is incomplete, its stop reason is %s", m.StopReason)
			return nil
		case len(m.Content) == 0:
			c.add(ruleEmptyTurn, i, "it is empty, its stop reason is %s", m.StopReason)
			return nil
		}
		return m
	case *openclaw.ToolResultMessage:
		return m
	case *openclaw.BashExecutionMessage:
		if m.ExcludeFromContext {
			c.add(ruleKeptBack, i, "the person has kept this command from the model")
			return nil
		}
		return user("bashExecution", openclaw.StringContent(bashText(m)))
	case *openclaw.CustomMessage:
		return user("custom", m.Content)
	case *openclaw.HookMessage:
		return user("hookMessage", m.Content)
	case *openclaw.SystemMessage:
		c.add(ruleSystemMessage, i, "what the system says belongs into Conversation.System")
		return nil
	case *openclaw.BranchSummaryMessage:
		return user("branchSummary", openclaw.StringContent(summaryText("what happened in a branch of this conversation that was left", m.Summary)))
	case *openclaw.CompactionSummaryMessage:
		return user("compactionSummary", openclaw.StringContent(summaryText("this conversation up to here", m.Summary)))
	}
	c.add(ruleUnknownRole, i, "no model knows the role %q", roleOf(m))
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

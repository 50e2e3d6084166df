package bench

import "github.com/ndwire/ndwire/bench/mirror"

// addMirror adds a message of package mirror to a digest.
func addMirror[L mirror.Library](d *digest, message any) {
	switch m := message.(type) {
	case *mirror.PartialAssistantMessage[L]:
		d.line(streamEvent)
		d.base(m.UUID, m.SessionID)
		d.maybe(m.ParentToolUseID)
		addMirrorEvent(d, &m.Event)
	case *mirror.AssistantMessage[L]:
		d.line(assistant)
		d.base(m.UUID, m.SessionID)
		d.maybe(m.ParentToolUseID)
		addMirrorMessage(d, &m.Message)
	case *mirror.UserMessage[L]:
		d.line(user)
		addMirrorUser(d, m)
	case *mirror.UserMessageReplay[L]:
		d.line(replay)
		addMirrorUser(d, &m.UserMessage)
	case *mirror.ResultMessage:
		d.line(result)
		d.base(m.UUID, m.SessionID)
		addMirrorResult(d, m)
	case *mirror.ToolProgressMessage:
		d.line(toolProgress)
		d.base(m.UUID, m.SessionID)
		d.maybe(m.ParentToolUseID)
		d.name(m.ToolUseID)
		d.name(m.ToolName)
		d.Dollars += m.ElapsedTimeSeconds
	case *mirror.SystemInitMessage:
		d.line(systemInit)
		d.base(m.UUID, m.SessionID)
		addMirrorInit(d, m)
	case *mirror.StatusMessage:
		d.line(systemStatus)
		d.base(m.UUID, m.SessionID)
		d.maybe(m.Status)
		d.maybe(m.PermissionMode)
	case *mirror.CompactBoundaryMessage:
		d.line(systemCompactBoundary)
		d.base(m.UUID, m.SessionID)
		d.name(m.CompactMetadata.Trigger)
		d.Numbers += m.CompactMetadata.PreTokens
	case *mirror.HookStartedMessage:
		d.line(systemHookStarted)
		d.base(m.UUID, m.SessionID)
		d.name(m.HookID)
		d.name(m.HookName)
		d.name(m.HookEvent)
	case *mirror.HookResponseMessage:
		d.line(systemHookResponse)
		d.base(m.UUID, m.SessionID)
		d.name(m.HookID)
		d.name(m.HookName)
		d.name(m.HookEvent)
		d.text(m.Output)
		d.text(m.Stdout)
		d.text(m.Stderr)
		if m.ExitCode != nil {
			d.Numbers += *m.ExitCode
		}
		d.name(m.Outcome)
	}
}

func addMirrorEvent[L mirror.Library](d *digest, e *mirror.StreamEvent[L]) {
	d.Numbers += e.Index
	switch e.Type {
	case "content_block_delta":
		switch e.Delta.Type {
		case "text_delta":
			d.text(e.Delta.Text)
		case "input_json_delta":
			d.text(e.Delta.PartialJSON)
		case "thinking_delta":
			d.text(e.Delta.Thinking)
		case "signature_delta":
			d.text(e.Delta.Signature)
		}
	case "content_block_start":
		if e.ContentBlock != nil {
			addMirrorBlock(d, e.ContentBlock)
		}
	case "message_start":
		if e.Message != nil {
			addMirrorMessage(d, e.Message)
		}
	case "message_delta":
		d.maybe(e.Delta.StopReason)
		d.maybe(e.Delta.StopSequence)
		if u := e.Usage; u != nil {
			d.tokens(u.InputTokens, u.OutputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens)
		}
	}
}

func addMirrorMessage[L mirror.Library](d *digest, m *mirror.BetaMessage[L]) {
	d.name(m.ID)
	d.name(m.Role)
	d.name(m.Model)
	d.maybe(m.StopReason)
	d.maybe(m.StopSequence)
	d.tokens(m.Usage.InputTokens, m.Usage.OutputTokens, m.Usage.CacheReadInputTokens, m.Usage.CacheCreationInputTokens)
	for i := range m.Content {
		addMirrorBlock(d, &m.Content[i])
	}
}

func addMirrorUser[L mirror.Library](d *digest, m *mirror.UserMessage[L]) {
	d.base(m.UUID, m.SessionID)
	d.maybe(m.ParentToolUseID)
	d.flag(m.IsSynthetic)
	d.raw(m.ToolUseResult)
	d.name(m.Message.Role)
	addMirrorContent(d, &m.Message.Content)
}

func addMirrorContent[L mirror.Library](d *digest, c *mirror.Content[L]) {
	d.text(c.Text)
	for i := range c.Blocks {
		addMirrorBlock(d, &c.Blocks[i])
	}
}

func addMirrorBlock[L mirror.Library](d *digest, b *mirror.Block[L]) {
	d.Blocks++
	switch b.Type {
	case "text":
		d.text(b.Text)
	case "thinking":
		d.text(b.Thinking)
		d.maybe(b.Signature)
	case "tool_use":
		d.name(b.ID)
		d.name(b.Name)
		d.raw(b.Input)
	case "tool_result":
		d.name(b.ToolUseID)
		d.flag(b.IsError)
		if b.Content != nil {
			addMirrorContent(d, b.Content)
		}
	case "image":
		if b.Source != nil {
			d.name(b.Source.MediaType)
			d.text(b.Source.Data)
		}
	}
}

func addMirrorResult(d *digest, m *mirror.ResultMessage) {
	d.name(m.Subtype)
	d.Numbers += int(m.DurationMs) + int(m.DurationAPIMs) + m.NumTurns
	d.flag(m.IsError)
	d.maybe(m.StopReason)
	d.Dollars += m.TotalCostUSD
	d.tokens(m.Usage.InputTokens, m.Usage.OutputTokens, m.Usage.CacheReadInputTokens, m.Usage.CacheCreationInputTokens)
	for model, u := range m.ModelUsage {
		d.name(model)
		d.tokens(u.InputTokens, u.OutputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens)
		d.Numbers += u.WebSearchRequests + u.ContextWindow + u.MaxOutputTokens
		d.Dollars += u.CostUSD
	}
	for _, p := range m.PermissionDenials {
		d.name(p.ToolName)
		d.name(p.ToolUseID)
		d.raw(p.ToolInput)
	}
	d.text(m.Result)
	d.raw(m.StructuredOutput)
	d.names(m.Errors)
}

func addMirrorInit(d *digest, m *mirror.SystemInitMessage) {
	d.names(m.Agents)
	d.names(m.Betas)
	d.names(m.Tools)
	d.names(m.SlashCommands)
	d.names(m.Skills)
	d.name(m.APIKeySource)
	d.name(m.ClaudeCodeVersion)
	d.name(m.CWD)
	d.name(m.Model)
	d.name(m.PermissionMode)
	d.name(m.OutputStyle)
	for _, s := range m.McpServers {
		d.name(s.Name)
		d.name(s.Status)
	}
	for _, p := range m.Plugins {
		d.name(p.Name)
		d.name(p.Path)
	}
}

package easy

import "github.com/ndwire/ndwire/bench/digest"

// add adds a message to a digest, as digest.AddMirror does.
func add(d *digest.Digest, message any) {
	switch m := message.(type) {
	case *PartialAssistantMessage:
		d.Line(digest.StreamEvent)
		addBase(d, m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		addEvent(d, &m.Event)
	case *AssistantMessage:
		d.Line(digest.Assistant)
		addBase(d, m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		addMessage(d, &m.Message)
	case *UserMessage:
		d.Line(digest.User)
		addUser(d, m)
	case *UserMessageReplay:
		d.Line(digest.Replay)
		addUser(d, &m.UserMessage)
	case *ResultMessage:
		d.Line(digest.Result)
		addBase(d, m.UUID, m.SessionID)
		addResult(d, m)
	case *ToolProgressMessage:
		d.Line(digest.ToolProgress)
		addBase(d, m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		d.Name(m.ToolUseID)
		d.Name(m.ToolName)
		d.Amount(m.ElapsedTimeSeconds)
	case *SystemInitMessage:
		d.Line(digest.SystemInit)
		addBase(d, m.UUID, m.SessionID)
		addInit(d, m)
	case *StatusMessage:
		d.Line(digest.SystemStatus)
		addBase(d, m.UUID, m.SessionID)
		d.Maybe(m.Status)
		d.Maybe(m.PermissionMode)
	case *CompactBoundaryMessage:
		d.Line(digest.SystemCompactBoundary)
		addBase(d, m.UUID, m.SessionID)
		d.Name(m.CompactMetadata.Trigger)
		d.Numbers += m.CompactMetadata.PreTokens
	case *HookStartedMessage:
		d.Line(digest.SystemHookStarted)
		addBase(d, m.UUID, m.SessionID)
		d.Name(m.HookID)
		d.Name(m.HookName)
		d.Name(m.HookEvent)
	case *HookResponseMessage:
		d.Line(digest.SystemHookResponse)
		addBase(d, m.UUID, m.SessionID)
		d.Name(m.HookID)
		d.Name(m.HookName)
		d.Name(m.HookEvent)
		d.Text(m.Output)
		d.Text(m.Stdout)
		d.Text(m.Stderr)
		if m.ExitCode != nil {
			d.Numbers += *m.ExitCode
		}
		d.Name(m.Outcome)
	}
}

func addEvent(d *digest.Digest, e *StreamEvent) {
	d.Numbers += e.Index
	switch e.Type {
	case "content_block_delta":
		switch e.Delta.Type {
		case "text_delta":
			d.Text(e.Delta.Text)
		case "input_json_delta":
			d.Text(e.Delta.PartialJSON)
		case "thinking_delta":
			d.Text(e.Delta.Thinking)
		case "signature_delta":
			d.Text(e.Delta.Signature)
		}
	case "content_block_start":
		if e.ContentBlock != nil {
			addBlock(d, e.ContentBlock)
		}
	case "message_start":
		if e.Message != nil {
			addMessage(d, e.Message)
		}
	case "message_delta":
		d.Maybe(e.Delta.StopReason)
		d.Maybe(e.Delta.StopSequence)
		if u := e.Usage; u != nil {
			d.AddTokens(u.InputTokens, u.OutputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens)
		}
	}
}

func addMessage(d *digest.Digest, m *BetaMessage) {
	d.Name(m.ID)
	d.Name(m.Role)
	d.Name(m.Model)
	d.Maybe(m.StopReason)
	d.Maybe(m.StopSequence)
	d.AddTokens(m.Usage.InputTokens, m.Usage.OutputTokens, m.Usage.CacheReadInputTokens, m.Usage.CacheCreationInputTokens)
	for i := range m.Content {
		addBlock(d, &m.Content[i])
	}
}

func addUser(d *digest.Digest, m *UserMessage) {
	addBase(d, m.UUID, m.SessionID)
	d.Maybe(m.ParentToolUseID)
	d.Flag(m.IsSynthetic)
	d.Raw(m.ToolUseResult)
	d.Name(m.Message.Role)
	addContent(d, &m.Message.Content)
}

func addContent(d *digest.Digest, c *Content) {
	d.Text(c.Text)
	for i := range c.Blocks {
		addBlock(d, &c.Blocks[i])
	}
}

func addBlock(d *digest.Digest, b *Block) {
	d.Blocks++
	switch b.Type {
	case "text":
		d.Text(b.Text)
	case "thinking":
		d.Text(b.Thinking)
		d.Maybe(b.Signature)
	case "tool_use":
		d.Name(b.ID)
		d.Name(b.Name)
		d.Raw(b.Input)
	case "tool_result":
		d.Name(b.ToolUseID)
		d.Flag(b.IsError)
		if b.Content != nil {
			addContent(d, b.Content)
		}
	case "image":
		if b.Source != nil {
			d.Name(b.Source.MediaType)
			d.Text(b.Source.Data)
		}
	}
}

func addResult(d *digest.Digest, m *ResultMessage) {
	d.Name(m.Subtype)
	d.Numbers += int(m.DurationMs) + int(m.DurationAPIMs) + m.NumTurns
	d.Flag(m.IsError)
	d.Maybe(m.StopReason)
	d.Amount(m.TotalCostUSD)
	d.AddTokens(m.Usage.InputTokens, m.Usage.OutputTokens, m.Usage.CacheReadInputTokens, m.Usage.CacheCreationInputTokens)
	for model, u := range m.ModelUsage {
		d.Name(model)
		d.AddTokens(u.InputTokens, u.OutputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens)
		d.Numbers += u.WebSearchRequests + u.ContextWindow + u.MaxOutputTokens
		d.Amount(u.CostUSD)
	}
	for _, p := range m.PermissionDenials {
		d.Name(p.ToolName)
		d.Name(p.ToolUseID)
		d.Raw(p.ToolInput)
	}
	d.Text(m.Result)
	d.Raw(m.StructuredOutput)
	d.Strings(m.Errors)
}

func addInit(d *digest.Digest, m *SystemInitMessage) {
	d.Strings(m.Agents)
	d.Strings(m.Betas)
	d.Strings(m.Tools)
	d.Strings(m.SlashCommands)
	d.Strings(m.Skills)
	d.Name(m.APIKeySource)
	d.Name(m.ClaudeCodeVersion)
	d.Name(m.CWD)
	d.Name(m.Model)
	d.Name(m.PermissionMode)
	d.Name(m.OutputStyle)
	for _, s := range m.McpServers {
		d.Name(s.Name)
		d.Name(s.Status)
	}
	for _, p := range m.Plugins {
		d.Name(p.Name)
		d.Name(p.Path)
	}
}

func addBase(d *digest.Digest, uuid, sessionID string) {
	d.Name(uuid)
	d.Name(sessionID)
}

package digest

import "github.com/ndwire/ndwire/bench/mirror"

// AddMirror adds a message of package mirror to a digest.
func AddMirror[L mirror.Library](d *Digest, message any) {
	switch m := message.(type) {
	case *mirror.PartialAssistantMessage[L]:
		d.Line(StreamEvent)
		d.base(m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		addMirrorEvent(d, &m.Event)
	case *mirror.AssistantMessage[L]:
		d.Line(Assistant)
		d.base(m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		addMirrorMessage(d, &m.Message)
	case *mirror.UserMessage[L]:
		d.Line(User)
		addMirrorUser(d, m)
	case *mirror.UserMessageReplay[L]:
		d.Line(Replay)
		addMirrorUser(d, &m.UserMessage)
	case *mirror.ResultMessage:
		d.Line(Result)
		d.base(m.UUID, m.SessionID)
		addMirrorResult(d, m)
	case *mirror.ToolProgressMessage:
		d.Line(ToolProgress)
		d.base(m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		d.Name(m.ToolUseID)
		d.Name(m.ToolName)
		d.Amount(m.ElapsedTimeSeconds)
	case *mirror.SystemInitMessage:
		d.Line(SystemInit)
		d.base(m.UUID, m.SessionID)
		addMirrorInit(d, m)
	case *mirror.StatusMessage:
		d.Line(SystemStatus)
		d.base(m.UUID, m.SessionID)
		d.Maybe(m.Status)
		d.Maybe(m.PermissionMode)
	case *mirror.CompactBoundaryMessage:
		d.Line(SystemCompactBoundary)
		d.base(m.UUID, m.SessionID)
		d.Name(m.CompactMetadata.Trigger)
		d.Numbers += m.CompactMetadata.PreTokens
	case *mirror.HookStartedMessage:
		d.Line(SystemHookStarted)
		d.base(m.UUID, m.SessionID)
		d.Name(m.HookID)
		d.Name(m.HookName)
		d.Name(m.HookEvent)
	case *mirror.HookResponseMessage:
		d.Line(SystemHookResponse)
		d.base(m.UUID, m.SessionID)
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

func addMirrorEvent[L mirror.Library](d *Digest, e *mirror.StreamEvent[L]) {
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
			addMirrorBlock(d, e.ContentBlock)
		}
	case "message_start":
		if e.Message != nil {
			addMirrorMessage(d, e.Message)
		}
	case "message_delta":
		d.Maybe(e.Delta.StopReason)
		d.Maybe(e.Delta.StopSequence)
		if u := e.Usage; u != nil {
			d.AddTokens(u.InputTokens, u.OutputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens)
		}
	}
}

func addMirrorMessage[L mirror.Library](d *Digest, m *mirror.BetaMessage[L]) {
	d.Name(m.ID)
	d.Name(m.Role)
	d.Name(m.Model)
	d.Maybe(m.StopReason)
	d.Maybe(m.StopSequence)
	d.AddTokens(m.Usage.InputTokens, m.Usage.OutputTokens, m.Usage.CacheReadInputTokens, m.Usage.CacheCreationInputTokens)
	for i := range m.Content {
		addMirrorBlock(d, &m.Content[i])
	}
}

func addMirrorUser[L mirror.Library](d *Digest, m *mirror.UserMessage[L]) {
	d.base(m.UUID, m.SessionID)
	d.Maybe(m.ParentToolUseID)
	d.Flag(m.IsSynthetic)
	d.Raw(m.ToolUseResult)
	d.Name(m.Message.Role)
	addMirrorContent(d, &m.Message.Content)
}

func addMirrorContent[L mirror.Library](d *Digest, c *mirror.Content[L]) {
	d.Text(c.Text)
	for i := range c.Blocks {
		addMirrorBlock(d, &c.Blocks[i])
	}
}

func addMirrorBlock[L mirror.Library](d *Digest, b *mirror.Block[L]) {
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
			addMirrorContent(d, b.Content)
		}
	case "image":
		if b.Source != nil {
			d.Name(b.Source.MediaType)
			d.Text(b.Source.Data)
		}
	}
}

func addMirrorResult(d *Digest, m *mirror.ResultMessage) {
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

func addMirrorInit(d *Digest, m *mirror.SystemInitMessage) {
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

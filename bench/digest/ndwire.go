package digest

import "github.com/ndwire/ndwire"

// AddLine adds a line of the agent SDK to a digest, as AddMirror adds a message of package mirror.
func AddLine(d *Digest, line ndwire.Line) {
	switch m := line.(type) {
	case *ndwire.PartialAssistantMessage:
		d.Line(StreamEvent)
		d.base(m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		addEvent(d, m.Event)
	case *ndwire.AssistantMessage:
		d.Line(Assistant)
		d.base(m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		addMessage(d, &m.Message)
	case *ndwire.UserMessage:
		d.Line(User)
		addUser(d, m)
	case *ndwire.UserMessageReplay:
		d.Line(Replay)
		addUser(d, &m.UserMessage)
	case *ndwire.ResultMessage:
		d.Line(Result)
		d.base(m.UUID, m.SessionID)
		addResult(d, m)
	case *ndwire.ToolProgressMessage:
		d.Line(ToolProgress)
		d.base(m.UUID, m.SessionID)
		d.Maybe(m.ParentToolUseID)
		d.Name(m.ToolUseID)
		d.Name(m.ToolName)
		d.Amount(m.ElapsedTimeSeconds)
	case *ndwire.SystemInitMessage:
		d.Line(SystemInit)
		d.base(m.UUID, m.SessionID)
		addInit(d, m)
	case *ndwire.StatusMessage:
		d.Line(SystemStatus)
		d.base(m.UUID, m.SessionID)
		d.Maybe(m.Status)
		if m.PermissionMode != nil {
			d.Name(string(*m.PermissionMode))
		}
	case *ndwire.CompactBoundaryMessage:
		d.Line(SystemCompactBoundary)
		d.base(m.UUID, m.SessionID)
		d.Name(m.CompactMetadata.Trigger)
		d.Numbers += m.CompactMetadata.PreTokens
	case *ndwire.HookStartedMessage:
		d.Line(SystemHookStarted)
		d.base(m.UUID, m.SessionID)
		d.Name(m.HookID)
		d.Name(m.HookName)
		d.Name(m.HookEvent)
	case *ndwire.HookResponseMessage:
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

func addEvent(d *Digest, event ndwire.StreamEvent) {
	switch e := event.(type) {
	case *ndwire.ContentBlockDeltaEvent:
		d.Numbers += e.Index
		switch delta := e.Delta.(type) {
		case *ndwire.TextDelta:
			d.Text(delta.Text)
		case *ndwire.InputJSONDelta:
			d.Text(delta.PartialJSON)
		case *ndwire.ThinkingDelta:
			d.Text(delta.Thinking)
		case *ndwire.SignatureDelta:
			d.Text(delta.Signature)
		}
	case *ndwire.ContentBlockStartEvent:
		d.Numbers += e.Index
		addBlock(d, e.ContentBlock)
	case *ndwire.ContentBlockStopEvent:
		d.Numbers += e.Index
	case *ndwire.MessageStartEvent:
		addMessage(d, &e.Message)
	case *ndwire.MessageDeltaEvent:
		d.Maybe(e.Delta.StopReason)
		d.Maybe(e.Delta.StopSequence)
		d.Tokens += e.Usage.OutputTokens
		for _, n := range [...]*int{e.Usage.InputTokens, e.Usage.CacheReadInputTokens, e.Usage.CacheCreationInputTokens} {
			if n != nil {
				d.Tokens += *n
			}
		}
	}
}

func addMessage(d *Digest, m *ndwire.BetaMessage) {
	d.Name(m.ID)
	d.Name(m.Role)
	d.Name(m.Model)
	d.Maybe(m.StopReason)
	d.Maybe(m.StopSequence)
	d.AddTokens(m.Usage.InputTokens, m.Usage.OutputTokens, m.Usage.CacheReadInputTokens, m.Usage.CacheCreationInputTokens)
	for _, b := range m.Content {
		addBlock(d, b)
	}
}

func addUser(d *Digest, m *ndwire.UserMessage) {
	d.base(m.UUID, m.SessionID)
	d.Maybe(m.ParentToolUseID)
	d.Flag(m.IsSynthetic)
	d.Raw(m.ToolUseResult)
	d.Name(m.Message.Role)
	addContent(d, &m.Message.Content)
}

func addContent(d *Digest, c *ndwire.MessageContent) {
	d.Text(c.Text)
	for _, b := range c.Blocks {
		addBlock(d, b)
	}
}

func addBlock(d *Digest, block ndwire.ContentBlock) {
	d.Blocks++
	switch b := block.(type) {
	case *ndwire.TextBlock:
		d.Text(b.Text)
	case *ndwire.ThinkingBlock:
		d.Text(b.Thinking)
		d.Maybe(b.Signature)
	case *ndwire.ToolUseBlock:
		d.Name(b.ID)
		d.Name(b.Name)
		d.Raw(b.Input)
	case *ndwire.ToolResultBlock:
		d.Name(b.ToolUseID)
		d.Flag(b.IsError)
		addContent(d, &b.Content)
	case *ndwire.ImageBlock:
		if source, ok := b.Source.(*ndwire.Base64Source); ok {
			d.Name(source.MediaType)
			d.Text(source.Data)
		}
	}
}

func addResult(d *Digest, m *ndwire.ResultMessage) {
	d.Name(string(m.Subtype))
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
	for i := range m.PermissionDenials {
		p := &m.PermissionDenials[i]
		d.Name(p.ToolName)
		d.Name(p.ToolUseID)
		d.Raw(p.ToolInput)
	}
	if m.Result != nil {
		d.Text(*m.Result)
	}
	d.Raw(m.StructuredOutput)
	d.Strings(m.Errors)
}

func addInit(d *Digest, m *ndwire.SystemInitMessage) {
	d.Strings(m.Agents)
	d.Strings(m.Betas)
	d.Strings(m.Tools)
	d.Strings(m.SlashCommands)
	d.Strings(m.Skills)
	d.Name(m.APIKeySource)
	d.Name(m.ClaudeCodeVersion)
	d.Name(m.CWD)
	d.Name(m.Model)
	d.Name(string(m.PermissionMode))
	d.Name(m.OutputStyle)
	for i := range m.McpServers {
		d.Name(m.McpServers[i].Name)
		d.Name(m.McpServers[i].Status)
	}
	for i := range m.Plugins {
		d.Name(m.Plugins[i].Name)
		d.Name(m.Plugins[i].Path)
	}
}

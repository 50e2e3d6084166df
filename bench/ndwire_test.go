package bench

import (
	"bytes"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/bench/corpus"
)

func ndwireDecoders() []reading {
	return []reading{
		{library: "ndwire", pass: decodeLines(ndwire.UnmarshalLine)},
		{library: "ndwire-borrowed", pass: decodeLines(ndwire.BorrowLine)},
		{library: "ndwire-reader", pass: readAll},
		{library: "ndwire-recycled", pass: readRecycled},
	}
}

func decodeLines(unmarshal func([]byte) (ndwire.Line, error)) func(*corpus.Corpus, *digest) error {
	return func(c *corpus.Corpus, d *digest) error {
		for i := range c.Len() {
			line, err := unmarshal(c.Line(i))
			if err != nil {
				return err
			}
			addLine(d, line)
		}
		return nil
	}
}

func readAll(c *corpus.Corpus, d *digest) error {
	for line, err := range ndwire.NewReader(bytes.NewReader(c.Data)).All() {
		if err != nil {
			return err
		}
		addLine(d, line)
	}
	return nil
}

func readRecycled(c *corpus.Corpus, d *digest) error {
	for line, err := range ndwire.NewReader(bytes.NewReader(c.Data)).Recycled() {
		if err != nil {
			return err
		}
		addLine(d, line)
	}
	return nil
}

func ndwirePeekers() []reading {
	return []reading{
		{library: "ndwire", pass: peekLines},
		{library: "ndwire-kinds", pass: readKinds},
	}
}

func peekLines(c *corpus.Corpus, d *digest) error {
	for i := range c.Len() {
		kind, err := ndwire.Peek(c.Line(i))
		if err != nil {
			return err
		}
		d.tags(kind.Cut())
	}
	return nil
}

func readKinds(c *corpus.Corpus, d *digest) error {
	for kind, err := range ndwire.NewReader(bytes.NewReader(c.Data)).Kinds() {
		if err != nil {
			return err
		}
		d.tags(kind.Cut())
	}
	return nil
}

func ndwireEncoders() []writing {
	return []writing{{library: "ndwire", load: loadLines}}
}

func loadLines(c *corpus.Corpus) (func(func([]byte)) error, error) {
	lines := make([]ndwire.Line, c.Len())
	for i := range lines {
		line, err := ndwire.UnmarshalLine(c.Line(i))
		if err != nil {
			return nil, err
		}
		lines[i] = line
	}
	var text []byte
	return func(out func([]byte)) error {
		for _, line := range lines {
			var err error
			if text, err = line.AppendJSON(text[:0]); err != nil {
				return err
			}
			out(text)
		}
		return nil
	}, nil
}

// addLine adds a line to a digest, as addMirror adds a message of package mirror.
func addLine(d *digest, line ndwire.Line) {
	switch m := line.(type) {
	case *ndwire.PartialAssistantMessage:
		d.line(streamEvent)
		d.base(m.UUID, m.SessionID)
		d.maybe(m.ParentToolUseID)
		addEvent(d, m.Event)
	case *ndwire.AssistantMessage:
		d.line(assistant)
		d.base(m.UUID, m.SessionID)
		d.maybe(m.ParentToolUseID)
		addMessage(d, &m.Message)
	case *ndwire.UserMessage:
		d.line(user)
		addUser(d, m)
	case *ndwire.UserMessageReplay:
		d.line(replay)
		addUser(d, &m.UserMessage)
	case *ndwire.ResultMessage:
		d.line(result)
		d.base(m.UUID, m.SessionID)
		addResult(d, m)
	case *ndwire.ToolProgressMessage:
		d.line(toolProgress)
		d.base(m.UUID, m.SessionID)
		d.maybe(m.ParentToolUseID)
		d.name(m.ToolUseID)
		d.name(m.ToolName)
		d.Dollars += m.ElapsedTimeSeconds
	case *ndwire.SystemInitMessage:
		d.line(systemInit)
		d.base(m.UUID, m.SessionID)
		addInit(d, m)
	case *ndwire.StatusMessage:
		d.line(systemStatus)
		d.base(m.UUID, m.SessionID)
		d.maybe(m.Status)
		if m.PermissionMode != nil {
			d.name(string(*m.PermissionMode))
		}
	case *ndwire.CompactBoundaryMessage:
		d.line(systemCompactBoundary)
		d.base(m.UUID, m.SessionID)
		d.name(m.CompactMetadata.Trigger)
		d.Numbers += m.CompactMetadata.PreTokens
	case *ndwire.HookStartedMessage:
		d.line(systemHookStarted)
		d.base(m.UUID, m.SessionID)
		d.name(m.HookID)
		d.name(m.HookName)
		d.name(m.HookEvent)
	case *ndwire.HookResponseMessage:
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

func addEvent(d *digest, event ndwire.StreamEvent) {
	switch e := event.(type) {
	case *ndwire.ContentBlockDeltaEvent:
		d.Numbers += e.Index
		switch delta := e.Delta.(type) {
		case *ndwire.TextDelta:
			d.text(delta.Text)
		case *ndwire.InputJSONDelta:
			d.text(delta.PartialJSON)
		case *ndwire.ThinkingDelta:
			d.text(delta.Thinking)
		case *ndwire.SignatureDelta:
			d.text(delta.Signature)
		}
	case *ndwire.ContentBlockStartEvent:
		d.Numbers += e.Index
		addBlock(d, e.ContentBlock)
	case *ndwire.ContentBlockStopEvent:
		d.Numbers += e.Index
	case *ndwire.MessageStartEvent:
		addMessage(d, &e.Message)
	case *ndwire.MessageDeltaEvent:
		d.maybe(e.Delta.StopReason)
		d.maybe(e.Delta.StopSequence)
		d.Tokens += e.Usage.OutputTokens
		for _, n := range [...]*int{e.Usage.InputTokens, e.Usage.CacheReadInputTokens, e.Usage.CacheCreationInputTokens} {
			if n != nil {
				d.Tokens += *n
			}
		}
	}
}

func addMessage(d *digest, m *ndwire.BetaMessage) {
	d.name(m.ID)
	d.name(m.Role)
	d.name(m.Model)
	d.maybe(m.StopReason)
	d.maybe(m.StopSequence)
	d.tokens(m.Usage.InputTokens, m.Usage.OutputTokens, m.Usage.CacheReadInputTokens, m.Usage.CacheCreationInputTokens)
	for _, b := range m.Content {
		addBlock(d, b)
	}
}

func addUser(d *digest, m *ndwire.UserMessage) {
	d.base(m.UUID, m.SessionID)
	d.maybe(m.ParentToolUseID)
	d.flag(m.IsSynthetic)
	d.raw(m.ToolUseResult)
	d.name(m.Message.Role)
	addContent(d, &m.Message.Content)
}

func addContent(d *digest, c *ndwire.MessageContent) {
	d.text(c.Text)
	for _, b := range c.Blocks {
		addBlock(d, b)
	}
}

func addBlock(d *digest, block ndwire.ContentBlock) {
	d.Blocks++
	switch b := block.(type) {
	case *ndwire.TextBlock:
		d.text(b.Text)
	case *ndwire.ThinkingBlock:
		d.text(b.Thinking)
		d.maybe(b.Signature)
	case *ndwire.ToolUseBlock:
		d.name(b.ID)
		d.name(b.Name)
		d.raw(b.Input)
	case *ndwire.ToolResultBlock:
		d.name(b.ToolUseID)
		d.flag(b.IsError)
		addContent(d, &b.Content)
	case *ndwire.ImageBlock:
		if source, ok := b.Source.(*ndwire.Base64Source); ok {
			d.name(source.MediaType)
			d.text(source.Data)
		}
	}
}

func addResult(d *digest, m *ndwire.ResultMessage) {
	d.name(string(m.Subtype))
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
	for i := range m.PermissionDenials {
		p := &m.PermissionDenials[i]
		d.name(p.ToolName)
		d.name(p.ToolUseID)
		d.raw(p.ToolInput)
	}
	if m.Result != nil {
		d.text(*m.Result)
	}
	d.raw(m.StructuredOutput)
	d.names(m.Errors)
}

func addInit(d *digest, m *ndwire.SystemInitMessage) {
	d.names(m.Agents)
	d.names(m.Betas)
	d.names(m.Tools)
	d.names(m.SlashCommands)
	d.names(m.Skills)
	d.name(m.APIKeySource)
	d.name(m.ClaudeCodeVersion)
	d.name(m.CWD)
	d.name(m.Model)
	d.name(string(m.PermissionMode))
	d.name(m.OutputStyle)
	for i := range m.McpServers {
		d.name(m.McpServers[i].Name)
		d.name(m.McpServers[i].Status)
	}
	for i := range m.Plugins {
		d.name(m.Plugins[i].Name)
		d.name(m.Plugins[i].Path)
	}
}

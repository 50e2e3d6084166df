package digest

import "github.com/ndwire/ndwire/claudecode"

// AddTurn adds a line of Claude Code to a digest, as AddSession adds a line of package session.
func AddTurn(d *Digest, line claudecode.Line) {
	switch m := line.(type) {
	case *claudecode.UserLine:
		d.Line(SessionUser)
		addEnvelope(d, &m.Envelope)
		d.Name(m.PromptID)
		d.Flag(m.IsVisibleInTranscriptOnly)
		d.Flag(m.IsCompactSummary)
		addToolUseResult(d, &m.ToolUseResult)
		d.Name(m.SourceToolAssistantUUID)
		d.Name(m.SourceToolUseID)
		d.Name(string(m.PermissionMode))
		d.Name(m.PromptSource)
		for _, n := range m.ImagePasteIDs {
			d.Numbers += n
		}
		if t := m.ThinkingMetadata; t != nil {
			d.Maybe(t.Level)
			if t.MaxThinkingTokens != nil {
				d.Numbers += *t.MaxThinkingTokens
			}
			if t.Disabled != nil {
				d.Flag(*t.Disabled)
			}
		}
		for i := range m.Todos {
			d.Name(m.Todos[i].Content)
			d.Name(m.Todos[i].Status)
			d.Name(m.Todos[i].ActiveForm)
		}
		if p := m.Message.Message; p != nil {
			d.Name(p.Role)
			addContent(d, &p.Content)
		}
	case *claudecode.AssistantLine:
		d.Line(SessionAssistant)
		addEnvelope(d, &m.Envelope)
		d.Name(m.RequestID)
		d.Flag(m.IsAPIErrorMessage)
		if m.APIErrorStatus != nil {
			d.Numbers += *m.APIErrorStatus
		}
		d.Name(m.Effort)
		addMessage(d, &m.Message)
	case claudecode.SystemLine:
		addSystem(d, m)
	case *claudecode.ProgressLine:
		d.Line(SessionProgress)
		addEnvelope(d, &m.Envelope)
		d.Name(m.ToolUseID)
		d.Name(m.ParentToolUseID)
		switch p := m.Data.(type) {
		case *claudecode.HookProgress:
			d.Name(p.HookEvent)
			d.Name(p.HookName)
			d.Text(p.Command)
			d.textOf(p.PromptText)
			d.textOf(p.StatusMessage)
		case *claudecode.ShellProgress:
			d.Text(p.Output)
			d.Text(p.FullOutput)
			d.Amount(p.ElapsedTimeSeconds)
			d.Numbers += p.TotalLines
			if p.TotalBytes != nil {
				d.Numbers += int(*p.TotalBytes)
			}
			if p.TimeoutMs != nil {
				d.Numbers += *p.TimeoutMs
			}
			d.Name(p.TaskID)
		case *claudecode.AgentProgress:
			addAgentMessage(d, p.Message)
			for _, m := range p.NormalizedMessages {
				addAgentMessage(d, m)
			}
			d.Text(p.Prompt)
			d.Name(p.AgentID)
			d.Maybe(p.Resume)
		}
	case *claudecode.AttachmentLine:
		d.Line(SessionAttachment)
		addEnvelope(d, &m.Envelope)
		addAttachment(d, m.Attachment)
	case *claudecode.FileHistorySnapshotLine:
		d.Line(SessionSnapshot)
		d.Name(m.MessageID)
		d.Flag(m.IsSnapshotUpdate)
		d.Name(m.Snapshot.MessageID)
		d.Name(m.Snapshot.Timestamp)
		for path, b := range m.Snapshot.TrackedFileBackups {
			d.Name(path)
			d.Maybe(b.BackupFileName)
			d.Numbers += b.Version
			d.Name(b.BackupTime)
		}
	case *claudecode.QueueOperationLine:
		d.Line(SessionQueue)
		d.Name(string(m.Operation))
		d.Name(m.Timestamp)
		d.Name(m.SessionID)
		addContent(d, &m.Content)
	case *claudecode.SummaryLine:
		d.note(m.SessionID, m.Timestamp)
		d.Text(m.Summary)
		d.Name(m.LeafUUID)
	case *claudecode.LastPromptLine:
		d.note(m.SessionID, "")
		d.textOf(m.LastPrompt)
		d.Maybe(m.LeafUUID)
	case *claudecode.PermissionModeLine:
		d.note(m.SessionID, "")
		d.Name(string(m.PermissionMode))
	case *claudecode.AiTitleLine:
		d.note(m.SessionID, "")
		d.Text(m.AiTitle)
	case *claudecode.CustomTitleLine:
		d.note(m.SessionID, "")
		d.Text(m.CustomTitle)
	case *claudecode.ModeLine:
		d.note(m.SessionID, "")
		d.Name(m.Mode)
	}
}

// addSystem adds a system line, with the members that real lines of its subtype have.
func addSystem(d *Digest, line claudecode.SystemLine) {
	e := claudecode.EnvelopeOf(line)
	if e == nil {
		return // an unknown line of another type
	}
	d.Line(SessionSystem)
	addEnvelope(d, e)
	d.Name(string(line.GetSubtype()))
	d.Text(line.GetContent())
	switch m := line.(type) {
	case *claudecode.CompactBoundaryLine:
		d.Name(m.Level)
		if c := m.CompactMetadata; c != nil {
			d.Name(c.Trigger)
			d.Numbers += c.PreTokens
		}
	case *claudecode.TurnDurationLine:
		d.amountOf(m.DurationMs)
		d.numberOf(m.MessageCount)
	case *claudecode.StopHookSummaryLine:
		d.Name(m.Level)
		d.Name(m.ToolUseID)
		d.numberOf(m.HookCount)
		for i := range m.HookInfos {
			d.Name(m.HookInfos[i].Command)
			d.amountOf(m.HookInfos[i].DurationMs)
			d.textOf(m.HookInfos[i].PromptText)
		}
		d.Strings(m.HookErrors)
		d.Flag(m.PreventedContinuation)
		d.Maybe(m.StopReason)
		d.Flag(m.HasOutput)
	case *claudecode.APIErrorLine:
		d.Name(m.Level)
		d.numberOf(m.RetryAttempt)
		d.numberOf(m.MaxRetries)
		d.amountOf(m.RetryInMs)
	case *claudecode.LocalCommandLine:
		d.Name(m.Level)
	case *claudecode.InformationalLine:
		d.Name(m.Level)
		d.Name(m.ToolUseID)
	case *claudecode.SystemTextLine:
		d.Name(m.Level)
	}
}

// numberOf adds a number that may be absent.
func (d *Digest) numberOf(n *int) {
	if n != nil {
		d.Numbers += *n
	}
}

func (d *Digest) note(sessionID, timestamp string) {
	d.Line(SessionNote)
	d.Name(sessionID)
	d.Name(timestamp)
}

func (d *Digest) textOf(s *string) {
	if s != nil {
		d.Text(*s)
	}
}

func (d *Digest) amountOf(x *float64) {
	if x != nil {
		d.Amount(*x)
	}
}

func addEnvelope(d *Digest, e *claudecode.Envelope) {
	d.Maybe(e.ParentUUID)
	d.Maybe(e.LogicalParentUUID)
	d.Flag(e.IsSidechain)
	d.Flag(e.IsMeta)
	for _, s := range [...]string{
		e.TeamName, e.AgentName, e.UserType, e.CWD, e.SessionID, e.Version, e.GitBranch, e.AgentID, e.Slug, e.Entrypoint, e.UUID,
		e.Timestamp,
	} {
		d.Name(s)
	}
}

func addToolUseResult(d *Digest, r *claudecode.ToolUseResult) {
	d.Text(r.Text)
	for _, b := range r.Blocks {
		addBlock(d, b)
	}
	d.Raw(r.Object)
}

func addAgentMessage(d *Digest, message claudecode.AgentMessage) {
	switch m := message.(type) {
	case *claudecode.AgentUserMessage:
		d.Name(m.UUID)
		d.Name(m.Timestamp)
		d.Name(m.Message.Role)
		addToolUseResult(d, &m.ToolUseResult)
		d.Name(m.SourceToolAssistantUUID)
		addContent(d, &m.Message.Content)
	case *claudecode.AgentAssistantMessage:
		d.Name(m.UUID)
		d.Name(m.Timestamp)
		d.Name(m.RequestID)
		addMessage(d, &m.Message)
	}
}

func addAttachment(d *Digest, attachment claudecode.Attachment) {
	d.Name(attachment.AttachmentType())
	switch a := attachment.(type) {
	case *claudecode.HookSuccess:
		addHookRun(d, &a.HookRun)
		d.Text(a.Content)
		d.textOf(a.Stdout)
		d.textOf(a.Stderr)
		if a.ExitCode != nil {
			d.Numbers += *a.ExitCode
		}
		d.Maybe(a.Command)
		d.amountOf(a.DurationMs)
	case *claudecode.HookAdditionalContext:
		addHookRun(d, &a.HookRun)
		d.Strings(a.Content)
	case *claudecode.HookSystemMessage:
		addHookRun(d, &a.HookRun)
		d.Text(a.Content)
	case *claudecode.SkillListing:
		d.Text(a.Content)
		if a.SkillCount != nil {
			d.Numbers += *a.SkillCount
		}
		d.Flag(a.IsInitial)
		d.Strings(a.Names)
		d.Strings(a.RemovedNames)
	case *claudecode.DeferredToolsDelta:
		d.Strings(a.AddedNames)
		d.Strings(a.AddedLines)
		d.Strings(a.RemovedNames)
	case *claudecode.AgentListingDelta:
		d.Flag(a.IsInitial)
		d.Strings(a.AddedTypes)
		d.Strings(a.AddedLines)
		d.Strings(a.RemovedTypes)
	}
}

func addHookRun(d *Digest, h *claudecode.HookRun) {
	d.Name(h.HookName)
	d.Name(h.ToolUseID)
	d.Name(h.HookEvent)
}

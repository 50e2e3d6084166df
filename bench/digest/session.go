package digest

import (
	"github.com/ndwire/ndwire/bench/mirror"
	"github.com/ndwire/ndwire/bench/mirror/session"
)

// AddSession adds a line of package session to a digest.
func AddSession[L mirror.Library](d *Digest, line any) {
	switch m := line.(type) {
	case *session.UserLine[L]:
		d.Line(SessionUser)
		addMirrorEnvelope(d, &m.Envelope)
		d.Name(m.PromptID)
		d.Flag(m.IsVisibleInTranscriptOnly)
		d.Flag(m.IsCompactSummary)
		addMirrorToolUseResult(d, &m.ToolUseResult)
		d.Name(m.SourceToolAssistantUUID)
		d.Name(m.SourceToolUseID)
		d.Name(m.PermissionMode)
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
		d.Name(m.Message.Role)
		addMirrorContent(d, &m.Message.Content)
	case *session.AssistantLine[L]:
		d.Line(SessionAssistant)
		addMirrorEnvelope(d, &m.Envelope)
		d.Name(m.RequestID)
		d.Flag(m.IsAPIErrorMessage)
		if m.APIErrorStatus != nil {
			d.Numbers += *m.APIErrorStatus
		}
		d.Name(m.Effort)
		addMirrorMessage(d, &m.Message)
	case *session.SystemLine:
		d.Line(SessionSystem)
		addMirrorEnvelope(d, &m.Envelope)
		d.Name(m.Subtype)
		d.Text(m.Content)
		d.Name(m.Level)
		d.Name(m.ToolUseID)
		if c := m.CompactMetadata; c != nil {
			d.Name(c.Trigger)
			d.Numbers += c.PreTokens
		}
		d.Amount(m.DurationMs)
		d.Numbers += m.MessageCount + m.HookCount + m.RetryAttempt + m.MaxRetries
		for i := range m.HookInfos {
			d.Name(m.HookInfos[i].Command)
			d.Amount(m.HookInfos[i].DurationMs)
			d.Text(m.HookInfos[i].PromptText)
		}
		d.Strings(m.HookErrors)
		d.Flag(m.PreventContinuation)
		d.Name(m.StopReason)
		d.Flag(m.HasOutput)
		d.Amount(m.RetryInMs)
	case *session.ProgressLine[L]:
		d.Line(SessionProgress)
		addMirrorEnvelope(d, &m.Envelope)
		d.Name(m.ToolUseID)
		d.Name(m.ParentToolUseID)
		p := &m.Data
		switch p.Type {
		case "hook_progress":
			d.Name(p.HookEvent)
			d.Name(p.HookName)
			d.Text(p.Command)
			d.Text(p.PromptText)
			d.Text(p.StatusMessage)
		case "bash_progress":
			d.Text(p.Output)
			d.Text(p.FullOutput)
			d.Amount(p.ElapsedTimeSeconds)
			d.Numbers += p.TotalLines + int(p.TotalBytes) + p.TimeoutMs
			d.Name(p.TaskID)
		case "agent_progress":
			if p.Message != nil {
				addMirrorAgentMessage(d, p.Message)
			}
			for i := range p.NormalizedMessages {
				addMirrorAgentMessage(d, &p.NormalizedMessages[i])
			}
			d.Text(p.Prompt)
			d.Name(p.AgentID)
			d.Maybe(p.Resume)
		}
	case *session.AttachmentLine[L]:
		d.Line(SessionAttachment)
		addMirrorEnvelope(d, &m.Envelope)
		a := &m.Attachment
		d.Name(a.Type)
		d.Name(a.HookName)
		d.Name(a.ToolUseID)
		d.Name(a.HookEvent)
		d.Text(a.Content.Text)
		d.Strings(a.Content.List)
		d.Text(a.Stdout)
		d.Text(a.Stderr)
		d.Numbers += a.ExitCode + a.SkillCount
		d.Name(a.Command)
		d.Amount(a.DurationMs)
		d.Flag(a.IsInitial)
		for _, list := range [...][]string{a.Names, a.AddedNames, a.AddedTypes, a.AddedLines, a.RemovedNames, a.RemovedTypes} {
			d.Strings(list)
		}
	case *session.SnapshotLine:
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
	case *session.QueueLine[L]:
		d.Line(SessionQueue)
		d.Name(m.Operation)
		d.Name(m.Timestamp)
		d.Name(m.SessionID)
		addMirrorContent(d, &m.Content)
	case *session.NoteLine:
		d.Line(SessionNote)
		d.Name(m.SessionID)
		d.Name(m.Timestamp)
		for _, s := range [...]string{m.Summary, m.LastPrompt, m.AiTitle, m.CustomTitle} {
			d.Text(s)
		}
		for _, s := range [...]string{m.LeafUUID, m.PermissionMode, m.Mode} {
			d.Name(s)
		}
	}
}

func addMirrorEnvelope(d *Digest, e *session.Envelope) {
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

func addMirrorToolUseResult[L mirror.Library](d *Digest, r *session.ToolUseResult[L]) {
	d.Text(r.Text)
	for i := range r.Blocks {
		addMirrorBlock(d, &r.Blocks[i])
	}
	d.Raw(r.Object)
}

func addMirrorAgentMessage[L mirror.Library](d *Digest, m *session.AgentMessage[L]) {
	d.Name(m.UUID)
	d.Name(m.Timestamp)
	d.Name(m.Message.Role)
	switch m.Type {
	case "user":
		addMirrorToolUseResult(d, &m.ToolUseResult)
		d.Name(m.SourceToolAssistantUUID)
	case "assistant":
		d.Name(m.RequestID)
		d.Name(m.Message.ID)
		d.Name(m.Message.Model)
		d.Maybe(m.Message.StopReason)
		d.Maybe(m.Message.StopSequence)
		u := &m.Message.Usage
		d.AddTokens(u.InputTokens, u.OutputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens)
	}
	addMirrorContent(d, &m.Message.Content)
}

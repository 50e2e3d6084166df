package claudecode

import (
	"cmp"

	"github.com/ndwire/ndwire/decoder"
)

// PlainTextOf returns the text of a turn: of a prompt, of an answer, or of a message of Claude Code itself; "" for a line
// without text.
func PlainTextOf(l Line) string {
	switch m := l.(type) {
	case *UserLine:
		return m.PlainText()
	case *AssistantLine:
		return m.PlainText()
	case *AssistantActionLine:
		if m.Message == nil {
			return ""
		}
		return *m.Message
	case *SystemTextLine:
		return m.PlainText()
	case *SystemToolResultLine:
		return cmp.Or(m.Content, m.Message)
	case *SystemErrorLine:
		return cmp.Or(m.Content, m.Message)
	case *SystemMetaLine:
		return cmp.Or(m.Content, m.Message)
	case *UnknownLine:
		if s := m.system(); s != nil {
			return s.PlainText()
		}
	case SystemLine:
		return m.GetContent()
	}
	return ""
}

// PlainText returns the text: Content, or Message in the flat form.
func (m *SystemTextLine) PlainText() string {
	return cmp.Or(m.Content, m.Message)
}

// system decodes what a system line with an unknown subtype shares with the others. It returns nil for other lines.
func (m *UnknownLine) system() *SystemTextLine {
	s := new(SystemTextLine)
	if !m.Kind().In(KindSystem) || s.UnmarshalJSON(m.Raw) != nil {
		return nil
	}
	return s
}

func (m *UnknownLine) envelope() *Envelope {
	if s := m.system(); s != nil {
		return &s.Envelope
	}
	return nil
}

// ExtraOf returns the Extra of a turn. It is empty for a note about the session.
func ExtraOf(l Line) decoder.Extra {
	switch m := l.(type) {
	case *UserLine:
		return m.Extra
	case *AssistantLine:
		return m.Extra
	case *AssistantActionLine:
		return m.Extra
	case *CompactSystemLine:
		return m.Extra
	case *AttachmentLine:
		return m.Extra
	case *ProgressLine:
		return m.Extra
	case *SavedHookContextLine:
		return m.Extra
	case SystemLine:
		return systemExtra(m)
	}
	return decoder.Extra{}
}

func systemExtra(l SystemLine) decoder.Extra {
	switch m := l.(type) {
	case *SystemTextLine:
		return m.Extra
	case *SystemToolResultLine:
		return m.Extra
	case *SystemErrorLine:
		return m.Extra
	case *SystemMetaLine:
		return m.Extra
	case *CompactBoundaryLine:
		return m.Extra
	case *MicrocompactBoundaryLine:
		return m.Extra
	case *TurnDurationLine:
		return m.Extra
	case *StopHookSummaryLine:
		return m.Extra
	case *APIErrorLine:
		return m.Extra
	case *APIMetricsLine:
		return m.Extra
	case *LocalCommandLine:
		return m.Extra
	case *InformationalLine:
		return m.Extra
	case *AwaySummaryLine:
		return m.Extra
	case *MemorySavedLine:
		return m.Extra
	case *FileSnapshotLine:
		return m.Extra
	case *ScheduledTaskFireLine:
		return m.Extra
	case *PermissionRetryLine:
		return m.Extra
	case *BridgeStatusLine:
		return m.Extra
	case *AgentsKilledLine:
		return m.Extra
	case *ModelFallbackLine:
		return m.Extra
	case *ModelConsentFallbackLine:
		return m.Extra
	case *ModelRefusalFallbackLine:
		return m.Extra
	case *UnknownLine:
		if s := m.system(); s != nil {
			return s.Extra
		}
	}
	return decoder.Extra{}
}

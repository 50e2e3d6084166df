package claudecode

import (
	"time"

	"github.com/ndwire/ndwire/decoder"
)

// KindCompactBoundary is a shorter name of KindSystemCompactBoundary.
const KindCompactBoundary = KindSystemCompactBoundary

// EnvelopeOf returns the envelope of a turn. It is nil for a note about the session and for an unknown line.
func EnvelopeOf(l Line) *Envelope {
	if t, ok := l.(interface{ envelope() *Envelope }); ok {
		return t.envelope()
	}
	return nil
}

func (e *Envelope) envelope() *Envelope { return e }

// Time is the Timestamp, false if it is none that ISO 8601 knows. One without a zone is taken as UTC.
func (e *Envelope) Time() (time.Time, bool) { return parseTime(e.Timestamp) }

// PlainText is the text of either form: the text itself, or the text of the API message.
func (m *UserLine) PlainText() string {
	if m.Message.Message != nil {
		return m.Message.Message.Content.PlainText()
	}
	return m.Message.Text
}

// PlainText is the text of the API message. A line of the flat form without a subtype has a text in its place, which this
// returns, too.
func (m *AssistantLine) PlainText() string {
	if s, ok := m.Extra.OddValue("message").Text(); ok {
		return s
	}
	return m.Message.Text()
}

// PlainText is the text: Content, or Message in the flat form.
func (m *SystemLine) PlainText() string {
	if m.Content == "" {
		return m.Message
	}
	return m.Content
}

// extraOf returns what the spec does not say of a turn.
func extraOf(l Line) decoder.Extra {
	switch m := l.(type) {
	case *UserLine:
		return m.Extra
	case *AssistantLine:
		return m.Extra
	case *AssistantActionLine:
		return m.Extra
	case *SystemLine:
		return m.Extra
	case *CompactSystemLine:
		return m.Extra
	case *AttachmentLine:
		return m.Extra
	case *ProgressLine:
		return m.Extra
	case *SavedHookContextLine:
		return m.Extra
	}
	return decoder.Extra{}
}

package claudecode

import "time"

// KindCompactBoundary is a shorter name of KindSystemCompactBoundary.
const KindCompactBoundary = KindSystemCompactBoundary

// EnvelopeOf returns the envelope of a turn, or of a system line with an unknown subtype. It is nil for a note about the session
// and for any other unknown line.
func EnvelopeOf(l Line) *Envelope {
	if t, ok := l.(interface{ envelope() *Envelope }); ok {
		return t.envelope()
	}
	return nil
}

func (e *Envelope) envelope() *Envelope { return e }

// Time parses the Timestamp; false if it is not an ISO 8601 time. One without a zone is taken as UTC.
func (e *Envelope) Time() (time.Time, bool) { return parseTime(e.Timestamp) }

// PlainText returns the text of either form: the text itself, or the text of the API message.
func (m *UserLine) PlainText() string {
	if m.Message.Message != nil {
		return m.Message.Message.Content.PlainText()
	}
	return m.Message.Text
}

// PlainText returns the text of the API message or, for a line of the flat form without a subtype, its text.
func (m *AssistantLine) PlainText() string {
	if s, ok := m.Extra.OddValue("message").Text(); ok {
		return s
	}
	return m.Message.Text()
}

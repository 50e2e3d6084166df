package claudecode

import "time"

// KindCompactBoundary is a shorter name of KindSystemCompactBoundary.
const KindCompactBoundary = KindSystemCompactBoundary

// EnvelopeOf returns the envelope of a turn, which a system line with an unknown subtype has, too. It is nil for a note about the session
// and for any other unknown line.
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

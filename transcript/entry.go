package transcript

import (
	"iter"
	"strconv"
	"time"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/rustyclaw"
)

// Entry is what one line says. Its methods take it from Line when they are called; what a protocol does not have is empty.
//
// The texts of an Entry, those of its fields and those that its methods return, are yours to keep, as map keys too, also in a Recycled
// loop. Line and all that it points to, and the Input of a [ToolCall], are valid there only until the loop goes on.
type Entry struct {
	Protocol Protocol
	Session  string // in OpenClaw's files, what their first line says
	ID       string
	Parent   string       // what the line hangs on: the line before in ClaudeCode and OpenClaw, the tool call that it works for in the others
	Role     Role         // whose turn it is
	Line     decoder.Line // of the protocol's own package, for a type switch

	usage  Usage
	counts bool
	names  *names // of a Recycled loop: the memory of Line is used again; nil otherwise
}

// Role says whose turn an [Entry] is.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"   // results of tools, and signs of life from them
	System    Role = "system" // about the session: its beginning and end, its settings, hooks, summaries, control messages
	None      Role = ""       // a line of a kind that ndwire does not know
)

// ToolCall is one call of a tool by the model.
type ToolCall struct {
	ID, Name string
	Input    decoder.Raw // in a Recycled loop valid until the loop goes on: keep it with its Clone
}

// ToolResult is what came back from one.
type ToolResult struct {
	CallID  string // "" where the protocol does not say to which call it belongs
	Text    string
	IsError bool
}

// tongue is that of the line. An Entry that a program has made need not have a Protocol.
func (e *Entry) tongue() tongue {
	switch e.Line.(type) {
	case ndwire.Line:
		return agentSDK{}
	case claudecode.Line:
		return claudeCode{}
	case openclaw.Line:
		return openClaw{}
	case rustyclaw.Line:
		return rustyClaw{}
	}
	return mute{}
}

// Time is when the line was written, the zero time if it does not say.
func (e *Entry) Time() time.Time { return e.tongue().time(e.Line) }

// Model is the model that answered, or that is to answer from here on.
func (e *Entry) Model() string { return e.names.keep(e.tongue().model(e.Line)) }

// Text is what the line says in words, its text blocks joined: an answer, a prompt, a summary, the text of a result. A piece of
// an answer that is streamed gives only what it adds. Lines that only repeat whole messages of lines before them, as events at
// the end of a turn do, say nothing.
func (e *Entry) Text() string { return e.names.copied(e.tongue().text(e.Line)) }

// Thinking is what the model thought before it answered, its thinking blocks joined. Of what is streamed and repeated the same
// holds as of Text.
func (e *Entry) Thinking() string { return e.names.copied(e.tongue().thinking(e.Line)) }

// ToolCalls ranges over the calls of tools in the line. Calls that are streamed come when they are complete.
func (e *Entry) ToolCalls() iter.Seq[ToolCall] {
	calls := e.tongue().calls(e.Line)
	if e.names == nil {
		return calls
	}
	return func(yield func(ToolCall) bool) {
		for c := range calls {
			c.ID, c.Name = e.names.copied(c.ID), e.names.keep(c.Name)
			if !yield(c) {
				return
			}
		}
	}
}

// ToolResults ranges over the results of tools in the line.
func (e *Entry) ToolResults() iter.Seq[ToolResult] {
	results := e.tongue().results(e.Line)
	if e.names == nil {
		return results
	}
	return func(yield func(ToolResult) bool) {
		for r := range results {
			r.CallID, r.Text = e.names.copied(r.CallID), e.names.copied(r.Text)
			if !yield(r) {
				return
			}
		}
	}
}

// Usage is what this line adds to the session's count; see [Ledger.Add].
func (e *Entry) Usage() (u Usage, ok bool) { return e.usage, e.counts }

// Clone copies an entry of Recycled, with all that its line points to.
func (e *Entry) Clone() *Entry {
	c := *e
	c.names = nil
	c.Line = e.tongue().clone(e.Line)
	return &c
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// member is the text of a member that a line of an unknown kind has.
func member(raw decoder.Raw, name string) string {
	v, _ := raw.Get(name)
	s, _ := v.Text()
	return s
}

// extraText is an unknown member's text: newer versions of a protocol have more than the spec names.
func extraText(x decoder.Extra, name string) string {
	v, _ := x.Get(name)
	s, _ := v.Text()
	return s
}

// stands reports whether a member of a record stood on its line, with a value.
func stands(x decoder.Extra, name string) bool {
	state := x.State(name)
	return state != decoder.Absent && state != decoder.IsNull
}

// moment reads a time as ISO 8601 writes it.
func moment(s string) time.Time {
	t, _ := (&claudecode.Envelope{Timestamp: s}).Time()
	return t
}

// at is the time that a member says which the spec has as a text: s, or what stood on the line in its place.
func at(s string, x decoder.Extra, name string) time.Time {
	if s != "" {
		return moment(s)
	}
	return odd(x.OddValue(name))
}

// odd reads a time in a spelling that the spec does not have: a number of milliseconds since 1970 or, below 100 billion, of seconds,
// or a text in place of a number. It is the zero time if v is neither.
func odd(v decoder.Raw) time.Time {
	if s, ok := v.Text(); ok {
		return moment(s)
	}
	if v.Type() != decoder.Number {
		return time.Time{}
	}
	n, err := strconv.ParseFloat(string(v), 64)
	const seconds = 1e11 // as milliseconds that is 1973, as seconds the year 5138
	switch {
	case err != nil || n <= 0 || n > 1e15:
		return time.Time{}
	case n < seconds:
		n *= 1000
	}
	return time.UnixMicro(int64(n * 1000)).UTC()
}

// extraTime is the time in an unknown member.
func extraTime(x decoder.Extra, name string) time.Time {
	v, _ := x.Get(name)
	return odd(v)
}

// rawTime is the time in a member of a line of an unknown kind.
func rawTime(line decoder.Raw, name string) time.Time {
	v, _ := line.Get(name)
	return odd(v)
}

// millis is the time of a count of milliseconds since 1970, of which 0 is none.
func millis(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

func none[T any](func(T) bool) {}

// one yields v alone.
func one[T any](v T) iter.Seq[T] { return func(yield func(T) bool) { yield(v) } }

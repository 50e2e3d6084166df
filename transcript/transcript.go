// Package transcript reads agents' transcripts as what they are about: who said what, which tools were called, what came back,
// and what it cost, whatever the protocol's own types are called.
//
// An input is read as the protocol that its lines speak; a folder may hold several. What a line says in the protocol's own types
// is in [Entry.Line], for a type switch.
package transcript

import (
	"io"
	"iter"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/account"
)

// Protocol names a protocol that ndwire knows.
type Protocol string

// The protocols.
const (
	AgentSDK   Protocol = "agentsdk"   // what the Claude Agent SDK and Claude Code's stream-json mode write: package ndwire
	ClaudeCode Protocol = "claudecode" // what Claude Code keeps on disk
	OpenClaw   Protocol = "openclaw"   // session files and events of OpenClaw and of the pi agent
	RustyClaw  Protocol = "rustyclaw"  // what the Rust crate rusty_claw reads and writes
)

// NewReader reads lines that are known to be of protocol p: nothing is detected. It panics if ndwire does not know p.
func (p Protocol) NewReader(r io.Reader, opts ...decoder.Option) *Reader {
	return &Reader{lines: p.tongue().lines(r, opts)}
}

// A tongue is how the lines of one protocol are read as entries. Its methods take lines of that protocol only, and those of
// one line answer with zero values where it does not say.
type tongue interface {
	protocol() Protocol
	lines(r io.Reader, opts []decoder.Option) lines

	fill(e *Entry) // all but Protocol and Line
	time(l decoder.Line) time.Time
	model(l decoder.Line) string
	text(l decoder.Line) string
	thinking(l decoder.Line) string
	calls(l decoder.Line) iter.Seq[ToolCall]
	results(l decoder.Line) iter.Seq[ToolResult]
	clone(l decoder.Line) decoder.Line
	charge(to *account.Book, l decoder.Line) (ok bool) // what the line says of usage, if anything
}

// tongue finds p's.
func (p Protocol) tongue() tongue {
	switch p {
	case AgentSDK:
		return agentSDK{}
	case ClaudeCode:
		return claudeCode{}
	case OpenClaw:
		return openClaw{}
	case RustyClaw:
		return rustyClaw{}
	}
	panic("transcript: there is no protocol " + string(p))
}

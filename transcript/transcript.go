// Package transcript reads agents' transcripts independently of their protocol: who said what, which tools were called, what they
// returned, and what it cost.
//
// The protocol of each file is detected; a folder may hold several. The line in the protocol's own types is [Entry.Line], for a type
// switch.
package transcript

// The files: reader.go has the [Reader], and input.go the files of its input. detect.go detects protocols: fit.go compares lines with specs,
// points.go knows what sets a protocol apart, foreign.go the programs without a spec, and members.go has the members of a line. unknown.go has
// the errors for files of unknown protocols. entry.go is the view of a line, with a file for each protocol (agentsdk.go, claudecode.go,
// openclaw.go, rustyclaw.go), for which values.go reads texts and times, and names.go keeps texts. ledger.go counts usage.

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

// NewReader reads lines of protocol p, without detection. It panics if ndwire does not know p.
func (p Protocol) NewReader(r io.Reader, opts ...decoder.Option) *Reader {
	return &Reader{lines: p.adapter().lines(r, opts)}
}

// An adapter reads the lines of one protocol as entries. Its methods take lines of that protocol only, and return zero values for
// what a line does not have.
type adapter interface {
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
	charge(to *account.Book, l decoder.Line) (ok bool) // counts the line's usage; false if the line has none
}

// adapter returns the adapter for p.
func (p Protocol) adapter() adapter {
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
	panic("transcript: unknown protocol " + string(p))
}

// Package transcript reads agents' transcripts as what they are about: who said what, which tools were called, what came back,
// and what it cost, whatever the protocol's own types are called.
//
// The protocol that it reads so far is the Agent SDK's.
package transcript

import (
	"bytes"
	"io"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// Protocol names a protocol that ndwire knows.
type Protocol string

// AgentSDK is what the Claude Agent SDK and Claude Code's stream-json mode write: package ndwire.
const AgentSDK Protocol = "agentsdk"

// Detect says which protocol the lines speak, from the first ones that tell.
func Detect(lines []byte) (Protocol, bool) {
	for line, err := range ndwire.NewReader(bytes.NewReader(lines)).Recycled() {
		if err == nil && speaksAgentSDK(line) {
			return AgentSDK, true
		}
	}
	return "", false
}

// NewReader reads lines that are known to be of protocol p. It panics if ndwire does not know p.
func (p Protocol) NewReader(r io.Reader, opts ...decoder.Option) *Reader {
	if p != AgentSDK {
		panic("transcript: there is no protocol " + string(p))
	}
	return &Reader{lines: ndwire.NewReader(r, opts...)}
}

package easy

import (
	"fmt"

	"github.com/mailru/easyjson"
	"github.com/mailru/easyjson/jlexer"
	"github.com/mailru/easyjson/jwriter"

	"github.com/ndwire/ndwire/bench/digest"
)

// UnmarshalEasyJSON decodes a string or a list of blocks.
func (c *Content) UnmarshalEasyJSON(in *jlexer.Lexer) {
	if !in.IsDelim('[') {
		c.Text = in.String()
		return
	}
	in.Delim('[')
	c.Blocks = []Block{}
	for !in.IsDelim(']') {
		var b Block
		b.UnmarshalEasyJSON(in)
		c.Blocks = append(c.Blocks, b)
		in.WantComma()
	}
	in.Delim(']')
}

// MarshalEasyJSON writes a string or a list of blocks.
func (c Content) MarshalEasyJSON(out *jwriter.Writer) {
	if c.Blocks == nil {
		out.String(c.Text)
		return
	}
	out.RawByte('[')
	for i := range c.Blocks {
		if i > 0 {
			out.RawByte(',')
		}
		c.Blocks[i].MarshalEasyJSON(out)
	}
	out.RawByte(']')
}

// Decode decodes one line and adds it to a digest.
func Decode(line []byte, d *digest.Digest) error {
	m, err := unmarshal(line)
	if err == nil {
		add(d, m)
	}
	return err
}

// unmarshal decodes one line into the message that its tags ask for.
func unmarshal(line []byte) (easyjson.Unmarshaler, error) {
	var tags Tags
	if err := easyjson.Unmarshal(line, &tags); err != nil {
		return nil, err
	}
	var m easyjson.Unmarshaler
	switch tags.Type {
	case "assistant":
		m = new(AssistantMessage)
	case "user":
		if tags.IsReplay {
			m = new(UserMessageReplay)
		} else {
			m = new(UserMessage)
		}
	case "result":
		m = new(ResultMessage)
	case "stream_event":
		m = new(PartialAssistantMessage)
	case "tool_progress":
		m = new(ToolProgressMessage)
	case "system":
		switch tags.Subtype {
		case "init":
			m = new(SystemInitMessage)
		case "status":
			m = new(StatusMessage)
		case "compact_boundary":
			m = new(CompactBoundaryMessage)
		case "hook_started":
			m = new(HookStartedMessage)
		case "hook_response":
			m = new(HookResponseMessage)
		}
	}
	if m == nil {
		return nil, fmt.Errorf("easy: a message of type %q, subtype %q has no struct", tags.Type, tags.Subtype)
	}
	return m, easyjson.Unmarshal(line, m)
}

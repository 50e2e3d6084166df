package ndwire

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/decoder/scan"
	"github.com/ndwire/ndwire/encoder"
)

// An Accumulator folds the events of a stream into the message that they describe, whose text, thinking, signatures and tool
// inputs are byte for byte what the deltas said. The zero Accumulator is ready.
//
// It holds one message at a time. A session's subagents stream in between: give each ParentToolUseID an Accumulator of its own.
//
// What the spec does not know does no harm. Unknown events and unknown deltas are passed over, and an unknown block stays as it
// began. Nothing of an event is kept, so that the lines may be recycled.
type Accumulator struct {
	message *BetaMessage
	parent  *string    // of the message_start event
	open    *openBlock // the block that deltas belong to, nil between blocks
	done    bool
}

// openBlock is the last block of the message while it grows. Its strings are in builders, which copy only what is new.
type openBlock struct {
	index     int
	block     ContentBlock
	text      strings.Builder // of a text or thinking block, of a tool's input, of a compaction
	signature strings.Builder
}

// Add takes the next event and reports whether the message is complete, which is when it must be taken and [Accumulator.Reset]
// be called. An event out of order is an error that says what was expected, and changes nothing. An error event is an error, too.
func (a *Accumulator) Add(m *PartialAssistantMessage) (done bool, err error) {
	switch e := m.Event.(type) {
	case *MessageStartEvent:
		err = a.start(e, m.ParentToolUseID)
	case *ContentBlockStartEvent:
		err = a.startBlock(e, m.ParentToolUseID)
	case *ContentBlockDeltaEvent:
		err = a.addDelta(e, m.ParentToolUseID)
	case *ContentBlockStopEvent:
		err = a.stopBlock(e, m.ParentToolUseID)
	case *MessageDeltaEvent:
		err = a.change(e, m.ParentToolUseID)
	case *MessageStopEvent:
		err = a.expect(e, m.ParentToolUseID, false)
		a.done = a.done || err == nil
	case *ErrorEvent:
		err = fmt.Errorf("ndwire: the stream failed with %s: %s", e.Error.Type, e.Error.Message)
	}
	return a.done, err
}

// Message is the message so far, nil before its first event. The input of a tool call is empty until its block ends. The
// message may be read until the next Add, and is the caller's after [Accumulator.Reset].
func (a *Accumulator) Message() *BetaMessage {
	if a.open != nil {
		a.open.show()
	}
	return a.message
}

// Reset makes the Accumulator ready for another message.
func (a *Accumulator) Reset() {
	a.Message() // the caller keeps it, with all that was added
	*a = Accumulator{}
}

// expect reports whether an event other than message_start can come now. inBlock says whether it belongs to an open block.
func (a *Accumulator) expect(e StreamEvent, parent *string, inBlock bool) error {
	switch {
	case a.message == nil:
		return fmt.Errorf("ndwire: a %s event comes first, expected message_start", e.EventType())
	case a.done:
		return fmt.Errorf("ndwire: a %s event after message_stop, expected message_start after a Reset", e.EventType())
	case agent(parent) != agent(a.parent):
		return fmt.Errorf("ndwire: a %s event of %s, expected one of %s; use an Accumulator for each ParentToolUseID",
			e.EventType(), agent(parent), agent(a.parent))
	case inBlock && a.open == nil:
		return fmt.Errorf("ndwire: a %s event outside a block, expected content_block_start of block %d, message_delta or message_stop",
			e.EventType(), len(a.message.Content))
	case !inBlock && a.open != nil:
		return fmt.Errorf("ndwire: a %s event within block %d, expected content_block_delta or content_block_stop",
			e.EventType(), a.open.index)
	}
	return nil
}

// agent names who an event is of.
func agent(parent *string) string {
	if parent == nil {
		return "the main agent"
	}
	return fmt.Sprintf("the agent of %q", *parent)
}

func (a *Accumulator) start(e *MessageStartEvent, parent *string) error {
	if a.done {
		return errors.New("ndwire: a message_start event after message_stop, expected a Reset before it")
	}
	if a.message != nil {
		return fmt.Errorf("ndwire: a message_start event while the message %q is not complete, expected message_stop, or a Reset", a.message.ID)
	}
	a.message = e.Message.Clone()
	if parent != nil {
		p := strings.Clone(*parent)
		a.parent = &p
	}
	return nil
}

func (a *Accumulator) startBlock(e *ContentBlockStartEvent, parent *string) error {
	if err := a.expect(e, parent, false); err != nil {
		return err
	}
	if e.Index != len(a.message.Content) {
		return fmt.Errorf("ndwire: a content_block_start event for block %d, expected block %d", e.Index, len(a.message.Content))
	}
	block := CloneContentBlock(e.ContentBlock)
	a.message.Content = append(a.message.Content, block)
	a.open = &openBlock{index: e.Index, block: block}
	a.open.load()
	return nil
}

func (a *Accumulator) addDelta(e *ContentBlockDeltaEvent, parent *string) error {
	if err := a.expect(e, parent, true); err != nil {
		return err
	}
	if e.Index != a.open.index {
		return fmt.Errorf("ndwire: a content_block_delta event for block %d, expected one for block %d", e.Index, a.open.index)
	}
	return a.open.add(e.Delta)
}

func (a *Accumulator) stopBlock(e *ContentBlockStopEvent, parent *string) error {
	if err := a.expect(e, parent, true); err != nil {
		return err
	}
	if e.Index != a.open.index {
		return fmt.Errorf("ndwire: a content_block_stop event for block %d, expected one for block %d", e.Index, a.open.index)
	}
	o := a.open
	a.open = nil
	o.show()
	return o.closeInput()
}

// change applies what a message_delta event says: all counts in it are cumulative, and what it does not say stays.
func (a *Accumulator) change(e *MessageDeltaEvent, parent *string) error {
	if err := a.expect(e, parent, false); err != nil {
		return err
	}
	e = e.Clone()
	m := a.message
	set(&m.StopReason, e.Delta.StopReason)
	set(&m.StopSequence, e.Delta.StopSequence)
	set(&m.StopDetails, e.Delta.StopDetails)
	set(&m.Container, e.Delta.Container)
	set(&m.ContextManagement, e.ContextManagement)
	if e.InputTransformations != nil {
		m.InputTransformations = e.InputTransformations
	}
	m.Usage.update(&e.Usage)
	return nil
}

// update sets the counts that a message_delta event has.
func (u *BetaUsage) update(d *MessageDeltaUsage) {
	if s := d.Extra.State("output_tokens"); s != decoder.Absent && s != decoder.IsNull {
		u.OutputTokens = d.OutputTokens
	}
	store(&u.InputTokens, d.InputTokens)
	store(&u.CacheReadInputTokens, d.CacheReadInputTokens)
	store(&u.CacheCreationInputTokens, d.CacheCreationInputTokens)
	store(&u.ServerToolUse, d.ServerToolUse)
	store(&u.OutputTokensDetails, d.OutputTokensDetails)
	set(&u.FallbackCredit, d.FallbackCredit)
	if d.Iterations != nil {
		u.Iterations = d.Iterations
	}
}

// set and store take over a value that is there.
func set[T any](field **T, v *T) {
	if v != nil {
		*field = v
	}
}

func store[T any](field *T, v *T) {
	if v != nil {
		*field = *v
	}
}

// load begins the builders with what the block has from its start.
func (o *openBlock) load() {
	switch b := o.block.(type) {
	case *TextBlock:
		o.text.WriteString(b.Text)
	case *ThinkingBlock:
		o.text.WriteString(b.Thinking)
		if b.Signature != nil {
			o.signature.WriteString(*b.Signature)
		}
	case *CompactionBlock:
		if b.Content != nil {
			o.text.WriteString(*b.Content)
		}
	}
}

// add appends a delta. A delta that is known must be one for this kind of block.
func (o *openBlock) add(d Delta) error {
	if _, ok := o.block.(*UnknownContentBlock); ok {
		return nil
	}
	switch d := d.(type) {
	case *TextDelta:
		if _, ok := o.block.(*TextBlock); !ok {
			return o.refuse(d, "text")
		}
		o.text.WriteString(d.Text)
	case *CitationsDelta:
		b, ok := o.block.(*TextBlock)
		if !ok {
			return o.refuse(d, "text")
		}
		if c := CloneCitation(d.Citation); c != nil {
			b.Citations = append(b.Citations, c)
		}
	case *ThinkingDelta:
		if _, ok := o.block.(*ThinkingBlock); !ok {
			return o.refuse(d, "thinking")
		}
		o.text.WriteString(d.Thinking)
	case *SignatureDelta:
		b, ok := o.block.(*ThinkingBlock)
		if !ok {
			return o.refuse(d, "thinking")
		}
		if b.Signature == nil {
			b.Signature = new(string) // an empty signature is one, too
		}
		o.signature.WriteString(d.Signature)
	case *InputJSONDelta:
		if o.input() == nil {
			return o.refuse(d, "tool_use, server_tool_use or mcp_tool_use")
		}
		o.text.WriteString(d.PartialJSON)
	case *CompactionDelta:
		b, ok := o.block.(*CompactionBlock)
		if !ok {
			return o.refuse(d, "compaction")
		}
		if d.Content != nil {
			if b.Content == nil {
				b.Content = new(string)
			}
			o.text.WriteString(*d.Content)
		}
		if d.EncryptedContent != nil {
			s := strings.Clone(*d.EncryptedContent)
			b.EncryptedContent = &s
		}
	}
	return nil
}

func (o *openBlock) refuse(d Delta, want string) error {
	kind := "null"
	if o.block != nil {
		kind = o.block.BlockType()
	}
	return fmt.Errorf("ndwire: a %s for block %d, which is of the type %s, expected a block of the type %s", d.DeltaType(), o.index, kind, want)
}

// input is where the block has the input of a tool, nil if it is no tool call.
func (o *openBlock) input() *decoder.Raw {
	switch b := o.block.(type) {
	case *ToolUseBlock:
		return &b.Input
	case *ServerToolUseBlock:
		return &b.Input
	case *McpToolUseBlock:
		return &b.Input
	}
	return nil
}

// show gives the block the strings that the builders have.
func (o *openBlock) show() {
	switch b := o.block.(type) {
	case *TextBlock:
		b.Text = o.text.String()
	case *ThinkingBlock:
		b.Thinking = o.text.String()
		if b.Signature != nil {
			*b.Signature = o.signature.String()
		}
	case *CompactionBlock:
		if b.Content != nil {
			*b.Content = o.text.String()
		}
	}
}

// closeInput gives a tool call the input that its deltas make up. Without deltas the input from its start stays, which is {}.
// Deltas that make no JSON, as when the response is cut, are an error; the input then is a string that has their text.
func (o *openBlock) closeInput() error {
	input := o.input()
	if input == nil {
		return nil
	}
	text := o.text.String()
	if text == "" {
		if *input == nil {
			*input = decoder.Raw(`{}`)
		}
		return nil
	}
	if err := decoder.Unmarshal([]byte(text), jsonText{}); err != nil {
		*input = encoder.AppendString(nil, text)
		return fmt.Errorf("ndwire: a content_block_stop event for block %d, whose input is not JSON, expected more input_json_delta: %w", o.index, err)
	}
	*input = decoder.Raw(text)
	return nil
}

// jsonText accepts any JSON text.
type jsonText struct{}

func (jsonText) ScanJSON(c *scan.Cursor, i int) int { return c.Valid(i) }

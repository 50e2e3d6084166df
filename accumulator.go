package ndwire

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/genrt"
)

// An Accumulator folds the events of a stream into the messages that they describe, whose text, thinking, signatures and tool
// inputs are the joined deltas, byte for byte. The zero Accumulator is ready.
//
// It holds one message of each agent: subagents stream at the same time as the main agent, and ParentToolUseID distinguishes their events. A
// complete message is held until an event of another agent, or the agent's next message.
//
// What the spec does not know is not an error. Unknown events and unknown deltas are skipped, an unknown block stays as it began,
// and unknown members of a message_delta event, of its delta and of its usage become members of the message and of its usage. Nothing
// of an event is kept, so that the lines may be recycled.
type Accumulator struct {
	streams map[string]*messageStream // by ParentToolUseID, "" for the main agent
	last    *messageStream            // of the last event; nil if it has no message
}

// messageStream is the message of one agent while it grows.
type messageStream struct {
	parent  *string
	message *BetaMessage
	blocks  []streamedBlock // those of message.Content, by ascending index; of those with the same one, the latest comes last
	begun   []*openBlock    // in the order in which they began; the last one is open, others may be closed
	changed members         // members that message_delta events give the message, until apply sets them
	used    members         // and its usage
	done    bool
}

// streamedBlock is the state of a block of the message. It has begun if it is open or has ended.
type streamedBlock struct {
	index int
	open  *openBlock // nil if no deltas may come for it
	ended bool       // it has had its content_block_stop
}

// openBlock is a block while it grows. Its strings are in builders, which copy only what is new.
type openBlock struct {
	index     int
	closed    bool // it no longer grows
	block     ContentBlock
	text      strings.Builder // of a text or thinking block, of a tool's input, of a compaction
	signature strings.Builder
}

// CutError says that a message ended without a message_stop event: its agent began another one, or the stream failed.
type CutError struct {
	Message         *BetaMessage // the part that was received; nil if the stream failed before it began. The caller owns it
	ParentToolUseID *string      // of the agent, nil for the main agent
	Err             error        // why it ended
}

// Error returns the text of Err, with the message's id if there is one.
func (e *CutError) Error() string {
	if e.Message == nil {
		return fmt.Sprintf("ndwire: %v", e.Err)
	}
	return fmt.Sprintf("ndwire: the message %q is cut off: %v", e.Message.ID, e.Err)
}

// Unwrap returns Err.
func (e *CutError) Unwrap() error { return e.Err }

// Add takes the next event and reports whether it completes a message, which [Accumulator.Message] then returns.
//
// An unexpected event is an error that says what was expected, and changes nothing. But no text is lost: a block is taken although one in
// front of it is missing, a block with the index of one that has begun comes after that one, text and thinking without a
// content_block_start begin a block, and a tool input that is not JSON is kept as a string; the error is returned nevertheless. A
// message_start event before the message_stop of the agent's last message, and an error event, are a [CutError] with the part that was
// received, tool inputs included; after message_start, a new message has then begun. A nil m is ignored.
func (a *Accumulator) Add(m *PartialAssistantMessage) (done bool, err error) {
	if m == nil {
		return false, nil
	}
	key := ""
	if m.ParentToolUseID != nil {
		key = *m.ParentToolUseID
	}
	s := a.streams[key]
	if last := a.last; last != nil && last != s && last.done {
		delete(a.streams, agentKey(last.parent)) // a complete message belongs to the caller
	}
	a.last = s
	switch e := m.Event.(type) {
	case *MessageStartEvent:
		return false, a.start(e, key, s)
	case *ErrorEvent:
		return false, a.fail(e, key, s)
	case *ContentBlockStartEvent, *ContentBlockDeltaEvent, *ContentBlockStopEvent, *MessageDeltaEvent, *MessageStopEvent:
		if err := s.expect(m.Event, key); err != nil {
			return false, err
		}
	}
	switch e := m.Event.(type) {
	case *ContentBlockStartEvent:
		err = s.startBlock(e)
	case *ContentBlockDeltaEvent:
		err = s.addDelta(e)
	case *ContentBlockStopEvent:
		err = s.stopBlock(e)
	case *MessageDeltaEvent:
		err = s.change(e)
	case *MessageStopEvent:
		done, err = true, s.stop()
	}
	return done, err
}

// Message returns the message so far of the agent whose event was added last. It is nil if that agent has none. The
// input of a tool call is empty until its block ends. The message may be read until the next Add, and belongs to the caller when it is
// complete or after [Accumulator.Reset].
func (a *Accumulator) Message() *BetaMessage {
	if a.last == nil {
		return nil
	}
	return a.last.show()
}

// Incomplete ranges over the messages that have no message_stop yet, with their content so far and the ParentToolUseID of each: at
// the end of a stream, those that were cut off. They come in the order of their agents' ids, the main agent's first. The input of
// a tool call whose block has not ended is what came of it, as a string unless that is JSON.
func (a *Accumulator) Incomplete() iter.Seq2[*string, *BetaMessage] {
	return func(yield func(*string, *BetaMessage) bool) {
		for _, key := range slices.Sorted(maps.Keys(a.streams)) {
			if s := a.streams[key]; !s.done && !yield(s.parent, s.cut()) {
				return
			}
		}
	}
}

// Reset forgets the message that [Accumulator.Message] returns. Those of other agents go on.
func (a *Accumulator) Reset() {
	if a.last == nil {
		return
	}
	a.last.show() // the caller keeps it, with all that was added
	delete(a.streams, agentKey(a.last.parent))
	a.last = nil
}

// agentKey returns the key of an agent's stream.
func agentKey(parent *string) string {
	if parent == nil {
		return ""
	}
	return *parent
}

// agentName names an agent in an error's text.
func agentName(key string) string {
	if key == "" {
		return "the main agent"
	}
	return fmt.Sprintf("the agent of %q", key)
}

// start begins the message of an agent whose last one is s.
func (a *Accumulator) start(e *MessageStartEvent, key string, s *messageStream) error {
	var err error
	if s != nil && !s.done {
		err = &CutError{Message: s.cut(), ParentToolUseID: s.parent,
			Err: fmt.Errorf("a message_start event of %s, expected message_stop", agentName(key))}
	}
	s = &messageStream{message: e.Message.Clone()}
	if key != "" {
		s.parent = new(strings.Clone(key))
	}
	for i := range s.message.Content {
		s.blocks = append(s.blocks, streamedBlock{index: i})
	}
	if a.streams == nil {
		a.streams = map[string]*messageStream{}
	}
	a.streams[agentKey(s.parent)] = s
	a.last = s
	return err
}

// fail ends the message of an agent, if it is incomplete.
func (a *Accumulator) fail(e *ErrorEvent, key string, s *messageStream) error {
	err := &CutError{Err: fmt.Errorf("the stream of %s failed with %q: %q", agentName(key), e.Error.Type, e.Error.Message)}
	if key != "" {
		err.ParentToolUseID = new(strings.Clone(key))
	}
	if s != nil && !s.done {
		err.Message = s.cut()
	}
	delete(a.streams, key)
	a.last = nil
	return err
}

// expect reports whether an event other than message_start can come now.
func (s *messageStream) expect(e StreamEvent, key string) error {
	switch {
	case s == nil:
		return fmt.Errorf("ndwire: a %s event of %s comes first, expected message_start", e.EventType(), agentName(key))
	case s.done:
		return fmt.Errorf("ndwire: a %s event of %s after message_stop, expected message_start", e.EventType(), agentName(key))
	}
	return nil
}

// startBlock begins a block. It replaces what message_start had of it.
func (s *messageStream) startBlock(e *ContentBlockStartEvent) (err error) {
	if e.Index < 0 {
		return fmt.Errorf("ndwire: a content_block_start event for block %d, expected 0 or more", e.Index)
	}
	after, latest := s.find(e.Index)
	begun := latest != nil && (latest.open != nil || latest.ended)
	switch next := s.next(); {
	case begun:
		err = fmt.Errorf("ndwire: a content_block_start event for block %d, which has begun before, expected block %d", e.Index, next)
	case e.Index > next:
		err = fmt.Errorf("ndwire: a content_block_start event for block %d, expected block %d", e.Index, next)
	}
	if begun && latest.open != nil {
		if more := s.close(latest).end(); more != nil {
			err = errors.Join(err, more)
		}
	}
	block := CloneContentBlock(e.ContentBlock)
	if latest != nil && !begun {
		s.message.Content[after-1] = block
	} else { // what an earlier event had of it stays
		s.blocks = slices.Insert(s.blocks, after, streamedBlock{index: e.Index})
		s.message.Content = slices.Insert(s.message.Content, after, block)
		latest = &s.blocks[after]
	}
	s.begin(latest, block)
	return err
}

// next returns the index after those of all blocks.
func (s *messageStream) next() int {
	if len(s.blocks) == 0 {
		return 0
	}
	last := s.blocks[len(s.blocks)-1].index
	return last + min(1, math.MaxInt-last) // beyond the largest index there is none
}

// find returns the latest block with an index, nil if there is none, and the place after all that have it.
func (s *messageStream) find(index int) (after int, latest *streamedBlock) {
	after, _ = slices.BinarySearchFunc(s.blocks, index, func(b streamedBlock, index int) int {
		if b.index <= index {
			return -1
		}
		return 1
	})
	if after > 0 && s.blocks[after-1].index == index {
		latest = &s.blocks[after-1]
	}
	return after, latest
}

// begin makes a block ready for deltas.
func (s *messageStream) begin(b *streamedBlock, block ContentBlock) {
	b.open = &openBlock{index: b.index, block: block}
	b.open.load()
	s.begun = append(s.begun, b.open)
}

// close ends an open block for deltas.
func (s *messageStream) close(b *streamedBlock) *openBlock {
	o := b.open
	b.open, o.closed = nil, true
	for n := len(s.begun); n > 0 && s.begun[n-1].closed; n-- {
		s.begun = s.begun[:n-1]
	}
	return o
}

// open ranges over the blocks that deltas may come for, in the order in which they began.
func (s *messageStream) open(yield func(*openBlock) bool) {
	for _, o := range s.begun {
		if !o.closed && !yield(o) {
			return
		}
	}
}

// notOpen returns the error of an event for a block that has not begun, or has ended.
func (s *messageStream) notOpen(e StreamEvent, index int) error {
	if n := len(s.begun); n > 0 {
		return fmt.Errorf("ndwire: a %s event for block %d, expected one for block %d", e.EventType(), index, s.begun[n-1].index)
	}
	return fmt.Errorf("ndwire: a %s event for block %d outside a block, expected content_block_start of block %d, message_delta or message_stop",
		e.EventType(), index, s.next())
}

func (s *messageStream) addDelta(e *ContentBlockDeltaEvent) error {
	after, latest := s.find(e.Index)
	if latest != nil && latest.open != nil {
		return latest.open.add(e.Delta)
	}
	err := s.notOpen(e, e.Index)
	var block ContentBlock
	switch e.Delta.(type) {
	case *TextDelta:
		block = &TextBlock{}
	case *ThinkingDelta:
		block = &ThinkingBlock{}
	default:
		return err
	}
	switch {
	case latest != nil && latest.ended:
		return err
	case latest != nil: // message_start has it
		s.begin(latest, s.message.Content[after-1])
	default:
		more := s.startBlock(&ContentBlockStartEvent{Index: e.Index, ContentBlock: block})
		if _, latest = s.find(e.Index); latest == nil {
			return more
		}
	}
	if more := latest.open.add(e.Delta); more != nil {
		return more
	}
	return err
}

func (s *messageStream) stopBlock(e *ContentBlockStopEvent) error {
	_, latest := s.find(e.Index)
	if latest == nil || latest.open == nil {
		return s.notOpen(e, e.Index)
	}
	latest.ended = true
	return s.close(latest).end()
}

// stop ends the message, and the blocks that are still open.
func (s *messageStream) stop() error {
	var errs []error
	for o := range s.open {
		errs = append(errs, o.end())
	}
	s.done = true
	errs = append(errs, s.apply())
	s.blocks, s.begun = nil, nil
	return errors.Join(errs...)
}

// show returns the message so far.
func (s *messageStream) show() *BetaMessage {
	for o := range s.open {
		o.show()
	}
	_ = s.apply() // stop returns the error
	return s.message
}

// cut returns the message so far, with what came of the inputs of tools. Blocks that are open may go on.
func (s *messageStream) cut() *BetaMessage {
	for o := range s.open {
		_ = o.end() // an input that is not JSON is expected here
	}
	_ = s.apply()
	return s.message
}

// change takes a message_delta event: its counts are cumulative, and members that it lacks stay. It works on the event's JSON, so that
// unknown members change the message, too.
func (s *messageStream) change(e *MessageDeltaEvent) error {
	text, err := e.AppendJSON(nil)
	if err != nil {
		return err
	}
	event := decoder.Raw(text)
	delta, _ := event.Get("delta")
	usage, _ := event.Get("usage")
	s.changed.set(delta, "content", "usage")
	s.changed.set(event, "type", "delta", "usage", "content")
	s.used.set(usage)
	return nil
}

// apply changes the message as the message_delta events say. It does so once for many events: each time, it reads the whole message.
func (s *messageStream) apply() error {
	envelope := *s.message // without its content, which these events do not change
	envelope.Content = nil
	err := errors.Join(s.changed.apply(&envelope), s.used.apply(&envelope.Usage))
	if err == nil {
		envelope.Content = s.message.Content
		*s.message = envelope
	}
	s.changed, s.used = members{}, members{}
	return err
}

// record is a generated record, by its pointer.
type record interface {
	AppendJSON(dst []byte) ([]byte, error)
	UnmarshalJSON(data []byte) error
}

// members are members that a record is to get. A null does not replace a value.
type members struct {
	values map[string]member
	sets   int // how many were set, with those that others replaced
}

// member is the value of a member, and when it was set.
type member struct {
	value decoder.Raw
	at    int
}

// set takes the members of a JSON object, except those named in but.
func (m *members) set(object decoder.Raw, but ...string) {
	for name, v := range object.Members() {
		if _, old := m.values[name]; slices.Contains(but, name) || old && v.Type() == decoder.Null {
			continue
		}
		if m.values == nil {
			m.values = map[string]member{}
		}
		m.sets++
		m.values[name] = member{v, m.sets}
	}
}

// apply sets the members in r. New ones come after the members that r has.
func (m *members) apply(r record) error {
	if len(m.values) == 0 {
		return nil
	}
	text, err := r.AppendJSON(nil)
	if err != nil {
		return err
	}
	after := []byte{'{'}
	put := func(name string, v decoder.Raw) {
		if len(after) > 1 {
			after = append(after, ',')
		}
		after = append(append(encoder.AppendString(after, name), ':'), v...)
	}
	for name, v := range decoder.Raw(text).Members() {
		if to, ok := m.values[name]; !ok || to.value.Type() == decoder.Null {
			put(name, v)
			delete(m.values, name)
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(m.values), func(a, b string) int { return m.values[a].at - m.values[b].at }) {
		put(name, m.values[name].value)
	}
	return r.UnmarshalJSON(append(after, '}'))
}

// load fills the builders with the strings of the block's start event.
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
			b.Signature = new(string) // an empty signature is a signature, too
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

// input returns a pointer to the input of a tool call, nil for other blocks.
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

// show sets the block's strings to those of the builders.
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

// end sets the block's final strings and input.
func (o *openBlock) end() error {
	o.show()
	return o.closeInput()
}

// closeInput sets the input of a tool call to its joined deltas. Without deltas the input of its start event stays, which is {}.
// Deltas that are not JSON, as when the response is cut, are an error; the input then is a string that has their text.
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
	if err := genrt.UnmarshalRecord([]byte(text), (*genrt.Cursor).Valid); err != nil {
		*input = encoder.AppendString(nil, text)
		return fmt.Errorf("ndwire: a content_block_stop event for block %d, whose input is not JSON, expected more input_json_delta: %w", o.index, err)
	}
	*input = decoder.Raw(text)
	return nil
}

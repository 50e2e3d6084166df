package provider

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// OllamaEvents converts the lines of an Ollama stream, which [NewReader] reads, to the events of a response. It keeps nothing of the lines, so
// that they can be recycled: an event is then valid as long as its line; the message at the end stays valid.
//
// Like the events of a proxy, these events have no partial message. The [openclaw.DoneEvent] or [openclaw.ErrorEvent] at the end has the
// whole message. A bad line, a line after the end, and a stream without an end yield an error.
func OllamaEvents(lines iter.Seq2[Line, error]) iter.Seq2[openclaw.AssistantMessageEvent, error] {
	return func(yield func(openclaw.AssistantMessageEvent, error) bool) {
		s := stream{yield: yield, message: openclaw.AssistantMessage{API: openclaw.APIOllama, Provider: "ollama"}}
		for line, err := range lines {
			switch {
			case err != nil:
				s.going = yield(nil, err)
			case s.ended:
				s.going = yield(nil, errors.New("provider: a line follows the end of Ollama's stream"))
			default:
				s.read(line)
			}
			if !s.going {
				return
			}
		}
		if !s.ended {
			yield(nil, errors.New("provider: Ollama's stream ends before it is done"))
		}
	}
}

// noPartial is the absent partial message of an event.
var noPartial = func() (x decoder.Extra) {
	x.Note("partial", decoder.Absent)
	return x
}()

// stream is the state of reading a response.
type stream struct {
	yield   func(openclaw.AssistantMessageEvent, error) bool
	message openclaw.AssistantMessage
	begun   bool
	ended   bool
	calls   bool // there are tool calls
	going   bool // the consumer has not stopped the loop

	open  openclaw.ContentBlock // the text or thinking that the next piece may continue, also the last block of the message
	piece strings.Builder       // what open has so far
}

func (s *stream) emit(e openclaw.AssistantMessageEvent) { s.going = s.going && s.yield(e, nil) }

func (s *stream) read(line Line) {
	s.going = true
	switch m := line.(type) {
	case *OllamaChunk:
		s.chunk(m)
	case *OllamaError:
		s.close()
		s.ended = true
		s.message.StopReason = openclaw.StopReasonError
		s.message.ErrorMessage = new(strings.Clone(m.Error))
		s.emit(&openclaw.ErrorEvent{Reason: s.message.StopReason, Error: s.message})
	default:
		s.going = s.yield(nil, fmt.Errorf("provider: %T is not a line of Ollama's stream", line))
	}
}

func (s *stream) chunk(m *OllamaChunk) {
	if !s.begun {
		s.begun = true
		s.message.Model = strings.Clone(m.Model)
		if t, err := time.Parse(time.RFC3339Nano, m.CreatedAt); err == nil {
			s.message.Timestamp = t.UnixMilli()
		}
		s.emit(&openclaw.StartEvent{Extra: noPartial})
	}
	s.thinking(m.Message.Thinking)
	s.text(m.Message.Content)
	for _, call := range m.Message.ToolCalls {
		s.call(call)
	}
	if m.Done {
		s.done(m)
	}
}

// block returns the members that all events of the current block have.
func (s *stream) block() openclaw.BlockEvent {
	return openclaw.BlockEvent{ContentIndex: len(s.message.Content) - 1}
}

// add begins a block.
func (s *stream) add(b openclaw.ContentBlock) {
	s.close()
	s.message.Content = append(s.message.Content, b)
	s.open = b
}

func (s *stream) text(delta string) {
	if delta == "" {
		return
	}
	if _, ok := s.open.(*openclaw.TextContent); !ok {
		s.add(&openclaw.TextContent{})
		s.emit(&openclaw.TextStartEvent{BlockEvent: s.block(), Extra: noPartial})
	}
	s.piece.WriteString(delta)
	s.emit(&openclaw.TextDeltaEvent{BlockEvent: s.block(), Delta: delta, Extra: noPartial})
}

func (s *stream) thinking(delta string) {
	if delta == "" {
		return
	}
	if _, ok := s.open.(*openclaw.ThinkingContent); !ok {
		s.add(&openclaw.ThinkingContent{})
		s.emit(&openclaw.ThinkingStartEvent{BlockEvent: s.block(), Extra: noPartial})
	}
	s.piece.WriteString(delta)
	s.emit(&openclaw.ThinkingDeltaEvent{BlockEvent: s.block(), Delta: delta, Extra: noPartial})
}

// call adds a tool call, which is complete. Ollama's own form has no id, so that one is generated.
func (s *stream) call(c OllamaToolCall) {
	arguments := argumentsOf(c.Function.Arguments).Clone()
	if text, ok := arguments.Text(); ok { // the form of OpenAI
		var inner decoder.Raw
		if err := inner.UnmarshalJSON([]byte(text)); err == nil {
			arguments = inner
		}
	}
	b := &openclaw.ToolCall{ID: strings.Clone(c.ID), Name: strings.Clone(c.Function.Name), Arguments: arguments}
	s.add(b)
	s.calls = true
	if b.ID == "" {
		b.ID = fmt.Sprintf("ollama_call_%d", len(s.message.Content)-1)
	}
	s.emit(&openclaw.ToolCallStartEvent{BlockEvent: s.block(), ID: &b.ID, ToolName: &b.Name, Extra: noPartial})
	s.emit(&openclaw.ToolCallDeltaEvent{BlockEvent: s.block(), Delta: string(arguments), Extra: noPartial})
	s.close()
}

// argumentsOf returns the arguments of a call, {} if there are none.
func argumentsOf(arguments decoder.Raw) decoder.Raw {
	if len(arguments) == 0 {
		return decoder.Raw("{}")
	}
	return arguments
}

// close ends the current block.
func (s *stream) close() {
	switch b := s.open.(type) {
	case *openclaw.TextContent:
		b.Text = s.piece.String()
		s.emit(&openclaw.TextEndEvent{BlockEvent: s.block(), Content: b.Text, Extra: noPartial})
	case *openclaw.ThinkingContent:
		b.Thinking = s.piece.String()
		s.emit(&openclaw.ThinkingEndEvent{BlockEvent: s.block(), Content: b.Thinking, Extra: noPartial})
	case *openclaw.ToolCall:
		s.emit(&openclaw.ToolCallEndEvent{BlockEvent: s.block(), ToolCall: *b, Extra: noPartial})
	}
	s.open = nil
	s.piece.Reset()
}

func (s *stream) done(m *OllamaChunk) {
	s.close()
	s.ended = true
	u := &s.message.Usage
	u.Input, u.Output = m.PromptEvalCount, m.EvalCount
	u.TotalTokens = u.Input + u.Output
	s.message.StopReason = openclaw.StopReasonStop
	switch {
	case m.DoneReason == "length":
		s.message.StopReason = openclaw.StopReasonLength
	case s.calls:
		s.message.StopReason = openclaw.StopReasonToolUse
	}
	s.emit(&openclaw.DoneEvent{Reason: s.message.StopReason, Message: s.message})
}

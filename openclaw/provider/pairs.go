package provider

import (
	"bytes"
	"slices"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/openclaw"
)

// The model APIs refuse a conversation in which a tool call has no result directly after it, or a result has no call; and a turn that
// ended in an error or was aborted may end within a call or within thinking. All conversions therefore begin with the same pass: it
// leaves out such turns, and brings calls and results together. Source: the references of the Messages API (tool_use and tool_result)
// and of Chat Completions (tool_calls and the role tool), and what pi does before each request.

// The rules of calls and their results.
var (
	ruleCallWithoutResult = newRule("a call without a result gets one that says so", ResultInserted,
		handleToolCalls+": results must follow their tool_use blocks immediately; "+functionCalling+": each call has a tool message; "+piTransform)
	ruleResultWithoutCall = newRule("a result without a call is left out", MessageDropped,
		handleToolCalls+": a tool_result has the id of a tool_use block of the message before; "+chatCompletions+
			" refuses it: \"messages with role 'tool' must be a response\" to a message with tool_calls")
	ruleResultApart = newRule("a result stands directly behind its call", ResultMoved,
		handleToolCalls+": results must follow their tool_use blocks immediately; "+functionCalling)
	ruleArguments = newRule("arguments that are not an object become a member of one", ArgumentsWrapped,
		messagesAPI+", tool_use: input is an object; "+geminiContent+", FunctionCall: args is a Struct")
)

// step is a message that a model knows, and its index in Conversation.Messages; for an inserted result, that of its call.
type step struct {
	index   int
	message openclaw.Message
}

// noResult is the text of the result inserted for a call that has none.
const noResult = "No result was recorded."

// paired returns the messages of roles that models know: complete turns only, each with the results of its calls directly after it. Calls
// have ids that the API accepts, and arguments that are objects. The messages themselves are not changed.
func (c *changes) paired(messages []openclaw.AgentMessage, ids *callIDs) []step {
	var lowered []step
	for i, m := range messages {
		if m := c.lowered(m, i); m != nil {
			lowered = append(lowered, step{i, m})
		}
	}
	results := newResults(lowered)
	out := make([]step, 0, len(lowered))
	for n, s := range lowered {
		switch m := s.message.(type) {
		case *openclaw.AssistantMessage:
			calls := c.prepareCalls(m, s.index, ids)
			out = append(out, step{s.index, calls.message})
			for i, original := range calls.originals {
				out = append(out, c.resultOf(original, calls.renamed[i], s.index, n, results))
			}
		case *openclaw.ToolResultMessage:
			if !results.taken(n) {
				c.add(ruleResultWithoutCall, s.index, "no tool call %q stands before it that has no other result", m.ToolCallID)
			}
		default:
			out = append(out, s)
		}
	}
	return out
}

// resultOf returns the result of a call in the message lowered[n].
func (c *changes) resultOf(original, renamed *openclaw.ToolCall, index, n int, results *results) step {
	at, ok := results.take(original.ID, n)
	if !ok {
		c.add(ruleCallWithoutResult, index, "that of the tool call %s: %s", original.ID, noResult)
		return step{index, &openclaw.ToolResultMessage{
			ToolCallID: renamed.ID, ToolName: renamed.Name, IsError: true,
			Content: []openclaw.ContentBlock{&openclaw.TextContent{Text: noResult}},
		}}
	}
	found := results.all[at]
	if !results.adjacent(n, at) {
		c.add(ruleResultApart, found.index, "behind its tool call %s", original.ID)
	}
	result := *found.message.(*openclaw.ToolResultMessage)
	result.ToolCallID, result.ToolName = renamed.ID, renamed.Name // not every writer names the tool again
	return step{found.index, &result}
}

// results finds the result of a call.
type results struct {
	all  []step
	byID map[string][]int // ToolCallID -> indexes in all, in order, of results that no call has taken
	used map[int]bool     // indexes in all
}

func newResults(all []step) *results {
	r := &results{all: all, byID: map[string][]int{}, used: map[int]bool{}}
	for n, s := range all {
		if m, ok := s.message.(*openclaw.ToolResultMessage); ok {
			r.byID[m.ToolCallID] = append(r.byID[m.ToolCallID], n)
		}
	}
	return r
}

// take returns the first result of the call id that comes after the message all[n] and is not taken yet.
func (r *results) take(id string, n int) (at int, ok bool) {
	list := r.byID[id]
	for len(list) > 0 && list[0] < n { // a result before its call is ignored
		list = list[1:]
	}
	if len(list) == 0 {
		r.byID[id] = nil
		return 0, false
	}
	r.byID[id] = list[1:]
	r.used[list[0]] = true
	return list[0], true
}

func (r *results) taken(n int) bool { return r.used[n] }

// adjacent reports whether there are only results between the message all[n] and its result all[at].
func (r *results) adjacent(n, at int) bool {
	return !slices.ContainsFunc(r.all[n+1:at], func(s step) bool {
		_, ok := s.message.(*openclaw.ToolResultMessage)
		return !ok
	})
}

// preparedCalls is a response with its original calls, and with calls that the API accepts.
type preparedCalls struct {
	message            *openclaw.AssistantMessage
	originals, renamed []*openclaw.ToolCall
}

// prepareCalls gives the calls of a response ids and arguments that the API accepts.
func (c *changes) prepareCalls(m *openclaw.AssistantMessage, index int, ids *callIDs) preparedCalls {
	p := preparedCalls{message: m}
	for i, b := range m.Content {
		call, ok := openclaw.AsToolCall(b)
		if !ok {
			continue
		}
		if p.originals == nil {
			p.message = new(*m)
			p.message.Content = slices.Clone(m.Content)
		}
		renamed := &openclaw.ToolCall{
			ID: ids.next(call.ID), Name: call.Name, Arguments: c.objectOf(call, index), ThoughtSignature: call.ThoughtSignature,
		}
		if renamed.ID != call.ID {
			c.add(ids.rule, index, "%q is %s", call.ID, renamed.ID)
		}
		p.message.Content[i] = renamed
		p.originals, p.renamed = append(p.originals, call), append(p.renamed, renamed)
	}
	return p
}

// objectOf returns the arguments of a call as an object: {} for none; a text is parsed, as in OpenAI's form.
func (c *changes) objectOf(call *openclaw.ToolCall, index int) decoder.Raw {
	arguments := call.Arguments
	if text, ok := arguments.Text(); ok {
		var inner decoder.Raw
		if err := inner.UnmarshalJSON([]byte(text)); err == nil && inner.Type() == decoder.Object {
			return inner
		}
	}
	switch {
	case arguments.Type() == decoder.Object:
		return arguments
	case len(bytes.TrimSpace(arguments)) == 0, arguments.Type() == decoder.Null:
		return decoder.Raw("{}")
	}
	c.add(ruleArguments, index, "those of the tool call %s stand in the member arguments of an object", call.ID)
	return writeObject(schema{{"arguments", arguments}})
}

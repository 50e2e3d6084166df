package usage

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Counter adds up responses, each once: a response has one line for each of its blocks, and token counts stand on all of them, the
// last one being right. A session that goes on from another one repeats its lines, in another file; they are counted once, too. A
// line without a message id counts for itself, and one without counts says nothing. Logs in which ids were replaced, by the same one for
// different responses, are counted too low.
//
// The zero Counter is ready. It is not for several goroutines at once: readers with [decoder.Workers] deliver in order to one.
//
// It keeps nothing of what it is given, so that recycled lines may be counted. What it has itself is the message id of each
// response with its counts, less than 200 bytes for ids of the usual length (30 bytes), and one entry for each model.
type Counter struct {
	total     Tokens
	models    []model
	modelAt   map[string]int // index in models
	responses []response
	byID      map[string]int // message id -> index in responses
}

// model is what the responses of a model have used.
type model struct {
	name   string
	tokens Tokens
}

// response is what the last line of a response has said.
type response struct {
	model  int // index in Counter.models
	tokens Tokens
}

// Add counts a line, in place of an earlier one of the same response. A nil line is none.
func (c *Counter) Add(r *Response) {
	if r == nil || r.Tokens == (Tokens{}) {
		return
	}
	m := c.model(r.Model)
	c.models[m].tokens.Add(r.Tokens)
	c.total.Add(r.Tokens)
	if r.MessageID == "" {
		return
	}
	i, again := c.byID[r.MessageID]
	if !again {
		if c.byID == nil {
			c.byID = make(map[string]int)
		}
		c.byID[strings.Clone(r.MessageID)] = len(c.responses)
		c.responses = append(c.responses, response{m, r.Tokens})
		return
	}
	before := c.responses[i]
	c.models[before.model].tokens.sub(before.tokens)
	c.total.sub(before.tokens)
	c.responses[i] = response{m, r.Tokens}
}

// model is the index of a model.
func (c *Counter) model(name string) int {
	if i, ok := c.modelAt[name]; ok {
		return i
	}
	if c.modelAt == nil {
		c.modelAt = make(map[string]int)
	}
	name = strings.Clone(name)
	c.modelAt[name] = len(c.models)
	c.models = append(c.models, model{name: name})
	return len(c.models) - 1
}

// Total is the sum over all responses.
func (c *Counter) Total() Tokens { return c.total }

// ByModel gives the sums of the models that have used any tokens, most tokens first. A model whose lines have no counts, as Claude Code's
// own `<synthetic>` usually has none, is not among them.
func (c *Counter) ByModel() iter.Seq2[string, Tokens] {
	return func(yield func(string, Tokens) bool) {
		models := slices.DeleteFunc(slices.Clone(c.models), func(m model) bool { return m.tokens == Tokens{} })
		slices.SortFunc(models, func(a, b model) int {
			return cmp.Or(cmp.Compare(b.tokens.Sum(), a.tokens.Sum()), cmp.Compare(a.name, b.name))
		})
		for _, m := range models {
			if !yield(m.name, m.tokens) {
				return
			}
		}
	}
}

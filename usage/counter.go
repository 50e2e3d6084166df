package usage

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ndwire/ndwire/internal/account"
)

// Counter sums up the usage in lines, and counts nothing twice:
//
//   - a response counts once for its message id, wherever that occurs: on a line for each of its blocks, in the events of a stream, in a
//     progress line of the agent that started a subagent, in the subagent's own file, in copies of a session. It has the largest counts
//     that any of them states, and the model that the first of them names. Without a message id, its request id is taken, and without both
//     it counts for itself. Logs in which ids were replaced, by the same one for different responses, are counted too low;
//   - the modelUsage of a result is the account of the process that writes the stream, of all its agents up to now: it takes the place of
//     what was counted for that process. A session that another process resumes adds up what both have used;
//   - a result without modelUsage adds what its usage, which is that of the main agent in this turn, has more than the turn's responses.
//
// The totals are those of a transcript.Ledger, which also reports lines whose counts cannot be read (AtLeast). Only a Counter takes request and session
// ids in the spelling of another protocol: it reads requestId and request_id in the lines of both.
// A count that is negative, or no number, is taken as zero, one beyond the range of an int as the largest int, and a
// total beyond it is returned as the largest int, though sums are kept exactly.
//
// The zero Counter is ready. It is not for several goroutines at once: readers with [decoder.Workers] deliver in order to one.
//
// It keeps no memory of lines, so recycled lines may be counted. It takes less than 200 bytes for each response, of which it remembers
// at least the last 1,048,576, and one entry for each of the last 16,384 sessions and of the first 1,024 models; further ones count as unknown.
type Counter struct{ book account.Book }

// AddLine counts a line. Call it for all lines of a reader, in order; lines of kinds without usage, and nil, add nothing.
func (c *Counter) AddLine(l Line) {
	c.book.Next()
	switch m := l.(type) {
	case *Response:
		c.Add(m)
	case *Progress:
		if m != nil && (m.MessageID != "" || m.Tokens != (Tokens{})) { // otherwise the progress is not of a response
			c.book.Response(account.Response{Session: m.SessionID, ID: cmp.Or(m.MessageID, m.RequestID), Agent: "progress",
				Amount: account.Amount{Model: m.Model, Tokens: m.Tokens.counts()}})
		}
	case *StreamEvent:
		switch {
		case m == nil:
		case m.EventType == "message_start" && (m.MessageID != "" || m.Model != "" || m.Tokens != (Tokens{})):
			c.book.Response(account.Response{Session: m.SessionID, ID: m.MessageID, Agent: m.ParentToolUseID, Begins: true,
				Amount: account.Amount{Model: m.Model, Tokens: m.Tokens.counts()}})
		case m.EventType == "message_delta" && m.Delta != (Tokens{}):
			c.book.Delta(m.SessionID, m.ParentToolUseID, m.Delta.counts())
		}
	case *TurnStart:
		if m != nil {
			c.book.Begin(m.SessionID)
		}
	case *Result:
		if m != nil {
			r := account.Result{Session: m.SessionID, ID: m.UUID, Turn: m.Tokens.counts(), Models: amounts(m.ModelUsage)}
			r.CostUSD, r.HasCost = value(m.TotalCostUSD)
			c.book.Result(r)
		}
	case *SessionCost:
		if m != nil {
			r := account.Result{Session: m.SessionID, Models: amounts(m.ModelUsage)}
			r.CostUSD, r.HasCost = value(m.TotalCostUSD)
			c.book.SessionCost(r)
		}
	}
}

// Add counts an assistant line, and ignores nil. Use AddLine if there are other lines: subagents' responses may be in progress lines
// only, and the final counts in events of a stream or in a result.
func (c *Counter) Add(r *Response) {
	c.book.Next()
	if r == nil {
		return
	}
	a := account.Response{Session: r.SessionID, ID: cmp.Or(r.MessageID, r.RequestID), Agent: r.ParentToolUseID,
		Amount: account.Amount{Model: r.Model, Tokens: r.Tokens.counts()}}
	a.CostUSD, a.HasCost = value(r.CostUSD)
	c.book.Response(a)
}

// Total returns the sum over all responses.
func (c *Counter) Total() Tokens { return tokensOf(c.book.Total().Tokens) }

// Cost returns the total cost in US dollars, as results and old lines of Claude Code state it. It reports false if no line states a cost:
// then the cost is unknown. A negative number, or one that no float64 can hold, is no cost.
func (c *Counter) Cost() (usd float64, ok bool) {
	a := c.book.Total()
	return a.CostUSD, a.HasCost
}

// ByModel ranges over the sums of the models that have tokens, most tokens first. A model without counts, as Claude Code's
// own `<synthetic>` mostly is, is not among them. The name is "" where the model is unknown.
func (c *Counter) ByModel() iter.Seq2[string, Tokens] {
	return func(yield func(string, Tokens) bool) {
		models := slices.SortedFunc(c.book.Models(), func(a, b account.Amount) int {
			return cmp.Or(cmp.Compare(tokensOf(b.Tokens).Sum(), tokensOf(a.Tokens).Sum()), cmp.Compare(a.Model, b.Model))
		})
		for _, m := range models {
			if t := tokensOf(m.Tokens); t != (Tokens{}) && !yield(m.Model, t) {
				return
			}
		}
	}
}

// Added ranges over what the last call of AddLine or Add added, by model, for sums by day or folder, say. These add up to the totals. A
// count is negative where a line corrects an earlier one: a later line may name the model of a response, and the totals of a result replace
// those of its responses. The sequence is valid until the next line.
func (c *Counter) Added() iter.Seq2[string, Tokens] {
	return func(yield func(string, Tokens) bool) {
		for a := range c.book.Added() {
			if t := tokensOf(a.Tokens); t != (Tokens{}) && !yield(a.Model, t) {
				return
			}
		}
	}
}

// amounts returns the usage of models, nil for none.
func amounts(models map[string]ModelTokens) iter.Seq[account.Amount] {
	if len(models) == 0 {
		return nil
	}
	return func(yield func(account.Amount) bool) {
		for name, u := range models {
			a := account.Amount{Model: name, Tokens: Tokens{
				InputTokens:              u.InputTokens,
				OutputTokens:             u.OutputTokens,
				CacheReadInputTokens:     u.CacheReadInputTokens,
				CacheCreationInputTokens: u.CacheCreationInputTokens,
			}.counts()}
			a.CostUSD, a.HasCost = value(u.CostUSD)
			if !yield(a) {
				return
			}
		}
	}
}

func value(n *float64) (float64, bool) {
	if n == nil {
		return 0, false
	}
	return *n, true
}

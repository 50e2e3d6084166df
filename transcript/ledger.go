package transcript

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/account"
)

// Usage counts tokens, and what they cost. Counts saturate at the range of int64.
type Usage struct {
	Input, Output, CacheRead, CacheWrite int64
	CostUSD                              float64 // sum of the costs that lines state
	HasCost                              bool    // at least one line states a cost; without it, CostUSD is 0 and the cost is unknown
}

// Add adds the counts of o.
func (u *Usage) Add(o Usage) {
	u.Input = saturated(u.Input, o.Input)
	u.Output = saturated(u.Output, o.Output)
	u.CacheRead = saturated(u.CacheRead, o.CacheRead)
	u.CacheWrite = saturated(u.CacheWrite, o.CacheWrite)
	u.CostUSD += o.CostUSD
	u.HasCost = u.HasCost || o.HasCost
}

// saturated returns a+b, limited to the range of int64.
func saturated(a, b int64) int64 {
	switch sum := a + b; {
	case a > 0 && b > 0 && sum < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && sum >= 0:
		return math.MinInt64
	default:
		return sum
	}
}

// Ledger finds what each entry adds to the tokens and the cost of its session, and counts nothing twice:
//
//   - a response of AgentSDK, ClaudeCode or RustyClaw counts once for its message id, wherever that occurs: on a line for each of its
//     blocks, in the events of a stream, in a progress line of the agent that started a subagent, in the subagent's own file, in copies of
//     a session. It has the largest counts that any of them states. Without a message id, its request id is taken, and without both it
//     counts for itself, in a stream with the message_delta events after its message_start;
//   - the modelUsage of a result is the account of the process that writes the stream, of all its agents up to now: it takes the place of
//     what was counted for that process. A session that another process resumes adds up what both have used;
//   - a result without modelUsage adds what its usage, which is that of the main agent in this turn, has more than the turn's responses;
//   - a result's total_cost_usd is the cost of the process so far, that of a cost-state line of ClaudeCode the cost of the session so far:
//     they take the place of the costs before. A cost-state line counts no tokens, since its session's responses do;
//   - a message of OpenClaw is said again when its turn and its run end, and in copies of its session: it counts once.
//
// Summaries of other lines do not count: the usage and totalTokens in the result of a tool that was a subagent are those of its
// last response, those of tasks and of the context say how full a context is. docs/claudecode.md has the list. A count that is
// negative, or no number, is taken as zero: see [Ledger.AtLeast].
//
// The zero Ledger is ready. It keeps no memory of an entry, and its own is bounded: it remembers at least the last 1,048,576 responses,
// messages and results, with about 100 bytes for each, and the last 16,384 sessions. What is repeated after more than that counts again. It tells
// 1,024 models apart; further ones count as unknown. It is not for several goroutines at once.
type Ledger struct{ book account.Book }

// Add returns what the next entry adds. A later line can correct an earlier one, so a count may be negative; the sums are right.
// ok is false for a line without usage, and for nil.
func (l *Ledger) Add(e *Entry) (u Usage, ok bool) {
	if e == nil {
		l.book.Next()
		return Usage{}, false
	}
	if !l.charge(e.adapter(), e.Line) {
		return Usage{}, false
	}
	return usageOf(l.book.AddedTotal()), true
}

// charge counts the usage of a line, and reports whether it has any.
func (l *Ledger) charge(of adapter, line decoder.Line) bool {
	l.book.Next()
	return of.charge(&l.book, line)
}

// Added ranges over what the entry of the last Add added to each model, for sums by model and day. A result has
// counts of several models. The name is "" where the model is unknown.
func (l *Ledger) Added() iter.Seq2[string, Usage] {
	return func(yield func(string, Usage) bool) {
		for a := range l.book.Added() {
			if u := usageOf(a); u != (Usage{}) && !yield(a.Model, u) {
				return
			}
		}
	}
}

// Total returns the sum so far, with the costs that sessions stated last. Its HasCost is false if no line stated a cost: then the
// cost is unknown, and should not be printed as 0. A negative number, or one that no float64 can hold, is no cost. Where only some
// lines state a cost, CostUSD is the sum of theirs.
func (l *Ledger) Total() Usage { return usageOf(l.book.Total()) }

// Stated reports of which kinds of tokens lines state counts. A sum of 0 of another kind is not known, and should not be printed.
func (l *Ledger) Stated() (input, output, cacheRead, cacheWrite bool) {
	return l.book.States(account.Input), l.book.States(account.Output), l.book.States(account.CacheRead), l.book.States(account.CacheWrite)
}

// AtLeast reports whether there may be more tokens than the Ledger has: a line has a count that is no number, such as a
// text, is negative, or is beyond the range of an int64, or has all its counts in a form that the spec does not know, or
// the sum is beyond the range of an int64. It stays true, also if a later line states the same tokens correctly.
func (l *Ledger) AtLeast() bool { return l.book.IsAtLeast() }

// ByModel ranges over the sums of the models that have tokens or a cost, most tokens first. The name is "" for what no line attributes to
// a model: the cost of a result without modelUsage, and tokens of a turn beyond those of its responses if these are of several
// models. HasCost is false for a model of which no line states a cost.
func (l *Ledger) ByModel() iter.Seq2[string, Usage] {
	return func(yield func(string, Usage) bool) {
		models := slices.SortedFunc(l.book.Models(), func(a, b account.Amount) int {
			return cmp.Or(cmp.Compare(tokens(b), tokens(a)), cmp.Compare(b.CostUSD, a.CostUSD), cmp.Compare(a.Model, b.Model))
		})
		for _, a := range models {
			if !yield(a.Model, usageOf(a)) {
				return
			}
		}
	}
}

// tokens returns the number of all tokens.
func tokens(a account.Amount) (n int64) {
	for _, of := range a.Tokens {
		n = saturated(n, of)
	}
	return n
}

func usageOf(a account.Amount) Usage {
	t := &a.Tokens
	return Usage{t[account.Input], t[account.Output], t[account.CacheRead], t[account.CacheWrite], a.CostUSD, a.HasCost}
}

// tokenCount returns the count of a kind of tokens that a record has of a member; see countOf if the line had another value than a number or
// null there. A count beyond the range of an int of 32 bits is that of the line: the field has the largest int.
func tokenCount[N int | int64](to *account.Book, kind int, x decoder.Extra, name string, n N) int64 {
	state, count := x.State(name), int64(n)
	if (n == 0 || n == math.MaxInt) && state == decoder.Odd {
		count = countOf(to, x.OddValue(name))
	}
	if count != 0 || state == decoder.Present {
		to.State(kind)
	}
	return count
}

// optionalCount is tokenCount for a field that is nil where the line has no count.
func optionalCount(to *account.Book, kind int, x decoder.Extra, name string, n *int) int64 {
	if n == nil {
		return tokenCount(to, kind, x, name, 0)
	}
	to.State(kind)
	return tokenCount(to, kind, x, name, *n)
}

// countNames has the members of a record that have the kinds of tokens, in the order of those; "" for one whose absence leaves no note.
type countNames [len(account.Tokens{})]string

// withZeros returns t, and notes which of its counts of 0 a record's line states: those of required members that it has. A record of zeros without
// notes can be that of a line without usage, and states nothing.
func withZeros(to *account.Book, x decoder.Extra, t account.Tokens, required countNames) account.Tokens {
	for kind, name := range required {
		if name != "" && (t != (account.Tokens{}) || x != (decoder.Extra{})) && presentNumber(x, name) {
			to.State(kind)
		}
	}
	return t
}

// noteOdd makes the sums lower bounds if a record's line had another value in its member name than the record can hold: counts of
// tokens that nobody can read.
func noteOdd(to *account.Book, x decoder.Extra, name string) {
	if x != (decoder.Extra{}) && x.State(name) == decoder.Odd {
		to.Unread()
	}
}

// rawCount returns the count of a kind of tokens that a member of an object has, 0 if it is absent or null; else see countOf.
func rawCount(to *account.Book, kind int, object decoder.Raw, name string) int64 {
	if v, is := object.Get(name); is && v.Type() != decoder.Null {
		count := countOf(to, v)
		if count != 0 || v.Type() == decoder.Number {
			to.State(kind)
		}
		return count
	}
	return 0
}

// countOf returns a count, limited to the range of int64. If it is no number, that is noted, and it is 0.
func countOf(to *account.Book, v decoder.Raw) int64 {
	if v.Type() != decoder.Number {
		to.Unread()
		return 0
	}
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return n
	}
	switch f, _ := strconv.ParseFloat(string(v), 64); { // an infinity, if it is out of range
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	default:
		return int64(f)
	}
}

// number returns the value of a number.
func number(v decoder.Raw) (float64, bool) {
	if v.Type() != decoder.Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v), 64)
	return f, err == nil
}

// extraNumber returns the number of an unknown member.
func extraNumber(x decoder.Extra, name string) (float64, bool) {
	v, _ := x.Get(name)
	return number(v)
}

// rawNumber returns the number of a member of an object.
func rawNumber(object decoder.Raw, name string) (float64, bool) {
	v, _ := object.Get(name)
	return number(v)
}

// presentNumber reports whether a record's line had the member as a number.
func presentNumber(x decoder.Extra, name string) bool {
	return present(x, name) && (x.State(name) != decoder.Odd || x.OddValue(name).Type() == decoder.Number)
}

// Package account adds up the tokens and the cost that the lines of a log state, so that nothing counts twice. It has no types for lines:
// packages usage and transcript call it with the data of their lines, and so have the same totals for the same lines.
//
// # Responses
//
// A response counts once for its id, whatever lines have it: its blocks, its events, copies in other files. Its counts are the
// largest of each kind that a line states: counts grow while a response is written, and a copy may be older than the lines before it. Its model is
// that of the first line that names one. A response without an id cannot be recognized on other lines, and counts by itself; its events, if they
// begin it, count together.
//
// # Results
//
// A result ends a turn of a session. It has up to three totals. They can differ from the sums of the turn's responses, because the last line of
// a response may be older than its end, and because not all responses are in a stream:
//
//   - the tokens and the cost by model, of all agents, of the process that writes the stream, up to now. They replace what was counted for that
//     process: the cost belongs to them, and only they include calls that no line has;
//   - otherwise the tokens of the main agent in this turn. The difference to its responses is added. The model of the difference is that of the
//     responses if all have the same, and unknown otherwise;
//   - the cost of the process up to now, which replaces the earlier cost. If the costs of the models add up to less, the rest has no model;
//     if they add up to more, all of the cost has no model.
//
// A process has continued if its totals are at least the sum of what the session has counted before and of seven eighths of this turn: the totals
// that writers state differ a little from their lines. Otherwise the totals are those of a new process that has resumed the session, and the usage of
// the earlier process stays counted. A total of zeros is ignored.
//
// A result that is repeated, in a copy of a file, counts once, unless it has neither an id nor a total up to now, and
// its turn has no responses with ids.
//
// account.go has the Book and its sums; response.go and result.go count lines, session.go and share.go have what they keep of a session, recent.go the
// tables with a limit, sum.go sums that cannot overflow.
package account

import (
	"hash/maphash"
	"iter"
	"math"
	"strconv"
	"strings"
)

// The kinds of tokens.
const (
	Input = iota // without tokens read from the cache
	Output
	CacheRead
	CacheWrite
	kinds
)

// Tokens counts tokens of each kind.
type Tokens [kinds]int64

// An Amount is the usage of a model.
type Amount struct {
	Model   string // "" if it is unknown
	Tokens  Tokens // negative if a line corrects earlier ones
	CostUSD float64
	HasCost bool // a line states a cost; otherwise the cost is unknown, and CostUSD is 0
}

// A Book adds up the tokens and the cost of a log. The zero Book is ready. Its memory is bounded: it keeps at least the last 1,048,576 responses, as
// many results and messages, and the last 16,384 sessions. A repetition after more others than that counts again. It has sums for the first 1,024
// models; further ones, and those with names of more than 1,024 bytes, are unknown models.
type Book struct {
	total     entry
	lowered   bool        // a line had a count that is not known, or beyond the range of an int64
	stated    [kinds]bool // lines have counts of these kinds
	models    []entry
	modelAt   map[string]int
	added     []entry
	responses recent[response]
	counted   recent[struct{}] // results and messages
	sessions  recent[*session]
	unnamed   uint64   // the number of responses without an id that have begun
	current   *session // of the last line that named one

	currentName []byte // its name, or nothing if that is long
}

// entry has the sums of a model.
type entry struct {
	model   int
	name    string
	tokens  sums
	cost    cost
	hasCost bool
}

// Added returns what the last line has added, by model. It is valid until the next one.
func (b *Book) Added() iter.Seq[Amount] {
	return func(yield func(Amount) bool) {
		for i := range b.added {
			a := b.added[i].amount()
			a.Model = b.models[b.added[i].model].name
			if !yield(a) {
				return
			}
		}
	}
}

// AddedTotal returns the sum of Added.
func (b *Book) AddedTotal() (total Amount) {
	var sum entry
	for i := range b.added {
		sum.tokens.add(&b.added[i].tokens)
		sum.cost.add(b.added[i].cost.value())
		sum.hasCost = sum.hasCost || b.added[i].hasCost
	}
	return sum.amount()
}

// Total returns the sum of all lines. Counts that are beyond the range of an int64 read as the largest one.
func (b *Book) Total() Amount { return b.total.amount() }

// Models returns the sums of the models that have any tokens or a cost, in the order of their first lines.
func (b *Book) Models() iter.Seq[Amount] {
	return func(yield func(Amount) bool) {
		for i := range b.models {
			if e := &b.models[i]; e.tokens == (sums{}) && !e.hasCost {
				continue
			} else if a := e.amount(); !yield(a) {
				return
			}
		}
	}
}

func (e *entry) amount() Amount {
	return Amount{Model: e.name, Tokens: e.tokens.tokens(), CostUSD: e.cost.value(), HasCost: e.hasCost}
}

// Next begins the next line.
func (b *Book) Next() { b.added = b.added[:0] }

// Always counts an amount without a check whether another line has repeated it.
func (b *Book) Always(a Amount) {
	a = a.withoutImpossibleCost()
	b.add(b.model(a.Model), sumsOf(b.clean(a.Tokens)), a.CostUSD, a.HasCost)
}

// Once counts a message the first time that a line has it. It is identified by id, more and at together with its counts; a message that has
// neither an id nor a time counts for itself.
func (b *Book) Once(a Amount, id, more string, at int64) {
	if at == 0 && id == "" {
		b.Always(a)
		return
	}
	if b.first(keyOf(id + "\x00" + more + "\x00" + strconv.FormatInt(at, 36) + "\x00" + a.Tokens.text())) {
		b.Always(a)
	}
}

// first reports whether k has not been counted yet, and marks it as counted.
func (b *Book) first(k key) bool {
	if _, known := b.counted.get(k, keepCounted); known {
		return false
	}
	b.counted.put(k, struct{}{}, keepCounted)
	return true
}

// add adds to the sums of a model.
func (b *Book) add(model int, t sums, cost float64, hasCost bool) {
	for _, e := range [...]*entry{&b.total, &b.models[model], b.entryAdded(model)} {
		e.tokens.add(&t)
		if cost != 0 {
			e.cost.add(cost)
		}
		e.hasCost = e.hasCost || hasCost
	}
}

// take subtracts from the sums of a model.
func (b *Book) take(model int, t sums, cost float64) {
	for _, e := range [...]*entry{&b.total, &b.models[model], b.entryAdded(model)} {
		e.tokens.sub(&t)
		if cost != 0 {
			e.cost.add(-cost)
		}
	}
}

func (b *Book) entryAdded(model int) *entry {
	for i := range b.added {
		if b.added[i].model == model {
			return &b.added[i]
		}
	}
	b.added = append(b.added, entry{model: model})
	return &b.added[len(b.added)-1]
}

// model returns the index of a model: that of the unknown model, whose name is "", if the Book has no room for this one.
func (b *Book) model(name string) int {
	if i, ok := b.modelAt[name]; ok {
		return i
	}
	if name != "" && (len(b.models) >= maxModels || len(name) > maxName) {
		return b.model("")
	}
	if b.modelAt == nil {
		b.modelAt = map[string]int{}
	}
	name = strings.Clone(name)
	b.modelAt[name] = len(b.models)
	b.models = append(b.models, entry{model: len(b.models), name: name})
	return len(b.models) - 1
}

// clean replaces negative counts by zero.
func (b *Book) clean(t Tokens) Tokens {
	for i, n := range t {
		b.lowered = b.lowered || n < 0 || n == math.MaxInt64
		t[i] = max(n, 0)
	}
	return t
}

// Unread notes that a line has counts of tokens in a form that cannot be read: a text in place of a number, or a list in
// place of an object. What cannot be read counts as 0.
func (b *Book) Unread() { b.lowered = true }

// State notes that a line has a count of a kind of tokens, also if it is 0.
func (b *Book) State(kind int) { b.stated[kind] = true }

// States reports whether a line has had a count of a kind of tokens. If none has, the sum is not known.
func (b *Book) States(kind int) bool { return b.stated[kind] }

// IsAtLeast reports whether the tokens may be more than Total says: a line has a count that is negative, no number, or
// beyond the range of an int64, or the sum is beyond it.
func (b *Book) IsAtLeast() bool {
	isAtLeast := b.lowered
	for _, n := range b.total.amount().Tokens {
		isAtLeast = isAtLeast || n == math.MaxInt64
	}
	return isAtLeast
}

// withoutImpossibleCost returns an amount without a cost if its cost cannot be one: if it is negative, no number, or so large that the line may have had
// a larger number. Such a cost is unknown, not 0.
func (a Amount) withoutImpossibleCost() Amount {
	if !a.HasCost || !(a.CostUSD >= 0 && a.CostUSD < math.MaxFloat64) {
		a.CostUSD, a.HasCost = 0, false
	}
	return a
}

func (t Tokens) text() string {
	s := sumsOf(t)
	return s.text()
}

// A key is a hash of an id. The probability that two ids of a full table have the same key is less than 1 in 10^26.
type key [2]uint64

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func (k key) text() string { return strconv.FormatUint(k[0], 36) + "." + strconv.FormatUint(k[1], 36) }

func keyOf(id string) key { return key{maphash.String(seeds[0], id), maphash.String(seeds[1], id)} }

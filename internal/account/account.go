// Package account adds up the tokens and the cost that the lines of a log state, so that nothing counts twice. It has no types for lines:
// packages usage and transcript call it with the data of their lines, and so have the same totals for the same lines.
//
// # Responses
//
// A response counts once for its id, whatever lines have it: its blocks, its events, copies in other files. Its counts are the
// largest of each kind that a line states: counts grow while a response is written, and a copy may be older than the lines before it. Its model is
// that of the first line that names one. A response without an id cannot be recognized on other lines, and counts by itself.
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
// the earlier process stays counted. A total of zeros is ignored. A result that is repeated, in a copy of a file, counts once.
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

// Response has the data of a line about a response. Its strings are not kept.
type Response struct {
	Session string // "" for the session of the line before
	ID      string // "" if the response has no id
	Agent   string // "" for the main agent; otherwise any text that is unique for a subagent of the session
	Amount
}

// Result has the data of a result line. Its strings are not kept.
type Result struct {
	Session string // "" for the session of the line before
	ID      string // of the line
	Turn    Tokens
	Models  iter.Seq[Amount] // nil if there are none
	CostUSD float64
	HasCost bool
}

// A Book adds up the tokens and the cost of a log. The zero Book is ready. Its memory is bounded: it keeps at least the last 1,048,576 responses, as
// many results and messages, and the last 16,384 sessions. A repetition after more others than that counts again.
type Book struct {
	total     entry
	models    []entry
	modelAt   map[string]int
	added     []entry
	responses recent[response]
	counted   recent[struct{}] // results and messages
	sessions  recent[*session]
	current   *session // of the last line that named one
}

// entry has the sums of a model.
type entry struct {
	model   int
	name    string
	tokens  sums
	cost    cost
	hasCost bool
}

// response has what was counted for a response.
type response struct {
	tokens  Tokens
	cost    float64
	model   int32
	hasCost bool
	named   bool   // a line has named the model
	main    bool   // it is one of the main agent
	session key    // the session for which it counts
	turn    uint32 // the turn of that session
}

// session has what was counted for a session.
type session struct {
	key     key
	name    string
	turn    uint32
	settled uint32 // the first turn that the totals of a result do not cover
	before  shares // of this process, up to the end of the turn before
	open    shares // of this turn
	main    shares // the part of open that the main agent has used

	cost    float64 // the last stated cost of this process
	hasCost bool
	costs   []costShare // cost by model

	fresh    bool // this turn has responses that no earlier line had
	repeated bool // this turn has responses that an earlier line had

	last   key // the response of the latest line about the main agent
	agents map[string]key
}

// shares are tokens by model.
type shares []share

type share struct {
	model  int
	tokens sums
}

type costShare struct {
	model int
	cost  float64
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
	b.add(b.model(a.Model), sumsOf(clean(a.Tokens)), cleanCost(a), a.HasCost)
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

// Response counts a line of a response.
func (b *Book) Response(r Response) {
	s := b.session(r.Session)
	if r.ID == "" {
		if now := clean(r.Tokens); now != (Tokens{}) || r.HasCost {
			b.grow(s, b.model(r.Model), r.Agent == "", now, cleanCost(r.Amount), r.HasCost)
		}
		return
	}
	k := keyOf(r.ID)
	if r.Agent == "" {
		s.last = k
	} else if s.agents[r.Agent] != k {
		if len(s.agents) >= maxAgents {
			clear(s.agents)
		} else if s.agents == nil {
			s.agents = map[string]key{}
		}
		s.agents[strings.Clone(r.Agent)] = k
	}
	b.response(s, k, r.Agent == "", r.Amount)
}

// maxAgents is the largest number of agents of a session whose latest response is kept, for Delta.
const maxAgents = 1 << 10

// Delta counts an event with new counts for the latest response of an agent.
func (b *Book) Delta(session, agent string, t Tokens) {
	s := b.session(session)
	k := s.last
	if agent != "" {
		k = s.agents[agent]
	}
	if k == (key{}) { // the beginning of the response is not in the log
		if t = clean(t); t != (Tokens{}) {
			b.grow(s, b.model(""), agent == "", t, 0, false)
		}
		return
	}
	b.response(s, k, agent == "", Amount{Tokens: t})
}

func (b *Book) response(s *session, k key, main bool, a Amount) {
	r, known := b.responses.get(k, keepResponses)
	before := r
	owner := s
	if !known {
		r = response{model: int32(b.model(a.Model)), named: a.Model != "", main: main, session: s.key, turn: s.turn}
	} else {
		s.repeated = true
		if r.session != s.key {
			owner, _ = b.sessions.get(r.session, keepSessions)
		}
	}
	shares := owner.sharesOf(r.turn)
	if t := sumsOf(r.tokens); shares != nil && t != (sums{}) {
		if owner == s && r.turn != s.turn { // the turn is also in a copy of the file, which may have a result
			s.moveToTurn(&r, shares, &t)
			shares = &s.open
		}
		if m := b.model(a.Model); !r.named && int(r.model) != m { // it has no model so far
			b.moveToModel(&r, m, &t, owner, shares)
		}
	} else if owner == s && shares != nil {
		shares, r.turn = &s.open, s.turn
	}
	if !r.named && a.Model != "" {
		r.model, r.named = int32(b.model(a.Model)), true
	}
	var growth Tokens
	for i, n := range clean(a.Tokens) {
		if n > r.tokens[i] {
			growth[i], r.tokens[i] = n-r.tokens[i], n
			s.fresh = true
		}
	}
	if a.HasCost {
		more := max(cleanCost(a)-r.cost, 0)
		r.cost, r.hasCost = r.cost+more, true
		b.add(int(r.model), sums{}, more, true)
	}
	if more := sumsOf(growth); growth != (Tokens{}) && (shares != nil || owner == nil) {
		b.add(int(r.model), more, 0, false)
		if shares != nil {
			shares.add(int(r.model), &more)
			if r.main && r.turn == owner.turn {
				owner.main.add(int(r.model), &more)
			}
		}
	}
	if !known || r != before {
		b.responses.put(k, r, keepResponses)
	}
}

// sharesOf returns the shares that have the counts of a response of a turn; nil if the totals of a result have replaced them.
func (s *session) sharesOf(turn uint32) *shares {
	switch {
	case s == nil || turn < s.settled:
		return nil
	case turn == s.turn:
		return &s.open
	}
	return &s.before
}

// moveToTurn moves a response with the counts t, which from has, to the current turn.
func (s *session) moveToTurn(r *response, from *shares, t *sums) {
	from.sub(int(r.model), t)
	s.open.add(int(r.model), t)
	if r.main {
		s.main.add(int(r.model), t)
	}
	r.turn = s.turn
}

// moveToModel moves the counts t of a response, which shares has, to another model. The response keeps its model.
func (b *Book) moveToModel(r *response, model int, t *sums, owner *session, shares *shares) {
	b.take(int(r.model), *t, r.cost)
	b.add(model, *t, r.cost, r.hasCost)
	shares.sub(int(r.model), t)
	shares.add(model, t)
	if r.main && r.turn == owner.turn {
		owner.main.sub(int(r.model), t)
		owner.main.add(model, t)
	}
}

// grow counts a response of the turn that has no id.
func (b *Book) grow(s *session, model int, main bool, t Tokens, cost float64, hasCost bool) {
	more := sumsOf(t)
	b.add(model, more, cost, hasCost)
	s.fresh = true
	s.open.add(model, &more)
	if main {
		s.main.add(model, &more)
	}
}

// Begin begins a turn. The turn before has ended, with or without a result.
func (b *Book) Begin(session string) {
	b.session(session).endTurn()
}

func (s *session) endTurn() {
	for i := range s.open {
		s.before.add(s.open[i].model, &s.open[i].tokens)
	}
	s.nextTurn()
}

func (s *session) nextTurn() {
	s.open, s.main = s.open[:0], s.main[:0]
	s.turn++
	s.fresh, s.repeated = false, false
}

// Result counts a result, and ends the turn.
func (b *Book) Result(r Result) {
	s := b.session(r.Session)
	turn := sumsOf(clean(r.Turn))
	var now shares
	var costs []costShare
	if r.Models != nil {
		for a := range r.Models {
			m := b.model(a.Model)
			t := sumsOf(clean(a.Tokens))
			now.add(m, &t)
			if a.HasCost {
				costs = append(costs, costShare{m, cleanCost(a)})
			}
		}
	}
	cost := cleanCost(Amount{CostUSD: r.CostUSD, HasCost: r.HasCost})
	all := now.sum()
	first := b.first(keyOf(r.ID + "\x00result\x00" + s.name + "\x00" + turn.text() + all.text() + strconv.FormatFloat(cost, 'g', -1, 64)))
	if !first && (r.ID != "" || s.repeated && !s.fresh) {
		s.endTurn()
		return
	}
	sameProcess := !r.HasCost || !s.hasCost || cost >= s.cost
	if all == (sums{}) {
		b.complete(s, &turn)
		s.endTurn()
		b.cost(s, cost, r.HasCost, costs, sameProcess)
		return
	}
	least, open := s.before.sum(), s.open.sum()
	for i := range open {
		now := largest(open[i], turn[i])
		least[i].add(now)
		least[i].sub(now.eighth())
	}
	sameProcess = sameProcess && all.atLeast(&least)
	if sameProcess {
		b.takeShares(s.before)
	}
	b.takeShares(s.open)
	for i := range now {
		b.add(now[i].model, now[i].tokens, 0, false)
	}
	s.before = now
	s.nextTurn()
	s.settled = s.turn
	b.cost(s, cost, r.HasCost, costs, sameProcess)
}

// complete counts what a turn of the main agent has used beyond its responses.
func (b *Book) complete(s *session, turn *sums) {
	lacks, have := *turn, s.main.sum()
	for i := range lacks {
		lacks[i].sub(have[i])
		if lacks[i].negative() {
			lacks[i] = sum{}
		}
	}
	if lacks == (sums{}) {
		return
	}
	model, of := b.model(""), 0
	for i := range s.main {
		if s.main[i].tokens != (sums{}) {
			model = s.main[i].model
			of++
		}
	}
	if of > 1 {
		model = b.model("")
	}
	b.add(model, lacks, 0, false)
	s.open.add(model, &lacks)
}

// SessionCost counts the cost of a session so far.
func (b *Book) SessionCost(r Result) {
	var costs []costShare
	if r.Models != nil {
		for a := range r.Models {
			if a.HasCost {
				costs = append(costs, costShare{b.model(a.Model), cleanCost(a)})
			}
		}
	}
	b.cost(b.session(r.Session), cleanCost(Amount{CostUSD: r.CostUSD, HasCost: r.HasCost}), r.HasCost, costs, true)
}

// cost counts the cost of a session so far. It replaces the earlier cost if the process has continued.
func (b *Book) cost(s *session, total float64, hasTotal bool, costs []costShare, sameProcess bool) {
	var ofModels cost
	for _, c := range costs {
		ofModels.add(c.cost)
	}
	known := ofModels.value()
	switch {
	case !hasTotal && len(costs) == 0:
		return
	case hasTotal && total == 0 && known == 0 || !hasTotal && known == 0: // zeros only say that a cost is known
		for _, c := range costs {
			b.add(c.model, sums{}, 0, true)
		}
		if len(costs) == 0 {
			b.add(b.model(""), sums{}, 0, true)
		}
		return
	case !hasTotal:
		total = known
	case known-total > 1e-9*total: // the total is not that of the same calls
		costs = []costShare{{b.model(""), total}}
	case total-known > 1e-9*total: // the difference is larger than rounding
		costs = append(costs, costShare{b.model(""), total - known})
	}
	if sameProcess {
		for _, c := range s.costs {
			b.take(c.model, sums{}, c.cost)
		}
	}
	for _, c := range costs {
		b.add(c.model, sums{}, c.cost, true)
	}
	s.cost, s.hasCost, s.costs = total, true, costs
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

func (b *Book) takeShares(s shares) {
	for i := range s {
		b.take(s[i].model, s[i].tokens, 0)
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

// model returns the index of a model.
func (b *Book) model(name string) int {
	if i, ok := b.modelAt[name]; ok {
		return i
	}
	if b.modelAt == nil {
		b.modelAt = map[string]int{}
	}
	name = strings.Clone(name)
	b.modelAt[name] = len(b.models)
	b.models = append(b.models, entry{model: len(b.models), name: name})
	return len(b.models) - 1
}

func (b *Book) session(name string) *session {
	if b.current != nil && (name == "" || name == b.current.name) {
		return b.current
	}
	k := keyOf(name)
	s, ok := b.sessions.get(k, keepSessions)
	if !ok {
		s = &session{key: k, name: strings.Clone(name)}
		b.sessions.put(k, s, keepSessions)
	}
	b.current = s
	return s
}

func (s shares) sum() (all sums) {
	for i := range s {
		all.add(&s[i].tokens)
	}
	return all
}

func (s *shares) of(model int) *sums {
	for i := range *s {
		if (*s)[i].model == model {
			return &(*s)[i].tokens
		}
	}
	*s = append(*s, share{model: model})
	return &(*s)[len(*s)-1].tokens
}

func (s *shares) add(model int, t *sums) { s.of(model).add(t) }
func (s *shares) sub(model int, t *sums) { s.of(model).sub(t) }

// clean replaces negative counts by zero.
func clean(t Tokens) Tokens {
	for i, n := range t {
		t[i] = max(n, 0)
	}
	return t
}

// cleanCost returns the cost of an amount; 0 if it is negative or not a number.
func cleanCost(a Amount) float64 {
	if !a.HasCost || !(a.CostUSD > 0) {
		return 0
	}
	return min(a.CostUSD, math.MaxFloat64)
}

func (t Tokens) text() string {
	s := sumsOf(t)
	return s.text()
}

// A key is a hash of an id. The probability that two ids of a full table have the same key is less than 1 in 10^26.
type key [2]uint64

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func keyOf(id string) key { return key{maphash.String(seeds[0], id), maphash.String(seeds[1], id)} }

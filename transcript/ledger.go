package transcript

import (
	"hash/maphash"
	"math"
	"strconv"

	"github.com/ndwire/ndwire/decoder"
)

// Usage counts tokens, and what they cost.
type Usage struct {
	Input, Output, CacheRead, CacheWrite int64
	CostUSD                              float64 // of those lines that state a cost
	HasCost                              bool    // at least one line states a cost; without it, CostUSD is 0 and the cost is unknown
}

// Add adds the counts of o.
func (u *Usage) Add(o Usage) {
	u.Input += o.Input
	u.Output += o.Output
	u.CacheRead += o.CacheRead
	u.CacheWrite += o.CacheWrite
	u.CostUSD += o.CostUSD
	u.HasCost = u.HasCost || o.HasCost
}

func (u Usage) minus(o Usage) Usage {
	return Usage{u.Input - o.Input, u.Output - o.Output, u.CacheRead - o.CacheRead, u.CacheWrite - o.CacheWrite, u.CostUSD - o.CostUSD, u.HasCost}
}

// Ledger finds out what each entry adds to the tokens and the cost of its session, so that nothing is counted twice:
//
//   - one response of AgentSDK, ClaudeCode or RustyClaw has several lines, one for each of its blocks, all with the same message
//     id: the last one counts, of AgentSDK and RustyClaw in its turn, of ClaudeCode wherever it stands, in a sidechain, too;
//   - a result of AgentSDK or RustyClaw has the usage of its whole turn, so it adds only what the lines of the turn have not;
//   - a result's cost, as that of a cost-state line of ClaudeCode, is that of its session so far, so it adds only what is new;
//   - a message of OpenClaw is said again when its turn and its run end, and in copies of its session: it counts once.
//
// The zero Ledger is ready. It keeps nothing of an entry, and its memory has a bound: it knows the last 65,536 responses and
// sessions for sure. A response that is said again after more others than that counts again.
type Ledger struct {
	tokens    Usage // without the cost
	costs     sum
	responses recent[Usage]    // what is counted of each
	said      recent[struct{}] // messages that are counted
	sessions  recent[*account]
	current   *account // of the last line that named a session: for lines that name none
}

// account is one session's.
type account struct {
	key  key
	cost float64 // so far
	turn Usage   // what was added since the last result; it has no cost
	ends uint64  // how many turns have ended
}

// Add says what the next entry adds. A later line can correct an earlier one, so a count may be negative; the sums are right.
// ok is false for a line that says nothing of usage.
func (l *Ledger) Add(e *Entry) (u Usage, ok bool) { return e.tongue().charge(l, e.Line) }

// Total is the sum so far, the costs of the sessions as they said them last. Its HasCost is false if no line stated a cost: then the
// cost is unknown, and is not to be printed as 0. Where only some lines state a cost, CostUSD is the sum of theirs.
func (l *Ledger) Total() Usage {
	total := l.tokens
	total.CostUSD = l.costs.value()
	return total
}

// replace counts now in place of before.
func (l *Ledger) replace(before, now Usage) Usage {
	if now.CostUSD != before.CostUSD {
		l.costs.add(now.CostUSD)
		l.costs.add(-before.CostUSD)
	}
	added := now.minus(before)
	tokens := added
	tokens.CostUSD = 0
	l.tokens.Add(tokens)
	return added
}

// always counts what is said once only.
func (l *Ledger) always(u Usage) Usage { return l.replace(Usage{}, u) }

// latest counts the usage of a response, of which every line says the same or more. Zeros say nothing: a line that was read
// without notes on what it lacks has them, too.
func (l *Ledger) latest(k key, now Usage) Usage {
	if now == (Usage{}) {
		return now
	}
	before, _ := l.responses.get(k)
	l.responses.put(k, now)
	return l.replace(before, now)
}

// response counts the usage of a response of a turn. Responses of other sessions and of other turns are others, even if their ids
// are the same: a result says what its turn has used, also in a copy of a session.
func (l *Ledger) response(session, id string, now Usage) (added Usage) {
	a := l.account(session)
	if id == "" {
		added = l.always(now)
	} else {
		k := keyOf(id, "")
		added = l.latest(key{k[0] ^ a.key[0], k[1] ^ a.key[1] + a.ends}, now)
	}
	a.turn.Add(added)
	return added
}

// once counts a message the first time that it is said. It is known by all that is given, and by its usage.
func (l *Ledger) once(u Usage, id, more string, at int64) Usage {
	if at == 0 && id == "" {
		return l.always(u)
	}
	k := keyOf(id, more+"\x00"+strconv.FormatInt(at, 36)+"\x00"+strconv.FormatInt(u.Input, 36)+"\x00"+strconv.FormatInt(u.Output, 36)+
		"\x00"+strconv.FormatInt(u.CacheRead, 36)+"\x00"+strconv.FormatInt(u.CacheWrite, 36))
	if _, known := l.said.get(k); known {
		return Usage{}
	}
	l.said.put(k, struct{}{})
	return l.always(u)
}

// begin is the beginning of a turn: the one before it has ended, with or without a result.
func (l *Ledger) begin(session string) { l.account(session).endTurn() }

func (a *account) endTurn() {
	a.turn = Usage{}
	a.ends++
}

// end is the end of a turn, with its usage and the cost of the session so far, if the line has them. Here, too, zeros say nothing.
func (l *Ledger) end(session string, turn *Usage, cost *float64) (u Usage, ok bool) {
	a := l.account(session)
	if turn != nil {
		ok = true
		if *turn != (Usage{}) {
			u = l.replace(a.turn, *turn)
		}
	}
	a.endTurn()
	if cost != nil {
		ok = true
		u.Add(l.cost(session, *cost))
	}
	return u, ok
}

// cost counts the cost of a session so far.
func (l *Ledger) cost(session string, now float64) Usage {
	a := l.account(session)
	if now == 0 {
		return l.replace(Usage{}, Usage{HasCost: true})
	}
	added := l.replace(Usage{CostUSD: a.cost}, Usage{CostUSD: now, HasCost: true})
	a.cost = now
	return added
}

func (l *Ledger) account(session string) *account {
	if session == "" && l.current != nil {
		return l.current
	}
	k := keyOf(session, "")
	a, ok := l.sessions.get(k)
	if !ok {
		a = &account{key: k}
		l.sessions.put(k, a)
	}
	l.current = a
	return a
}

// extraNumber is an unknown member's number.
func extraNumber(x decoder.Extra, name string) (float64, bool) {
	v, ok := x.Get(name)
	if !ok || v.Type() != decoder.Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v), 64)
	return f, err == nil
}

// standsNumber reports whether a member of a record stood on its line as a number.
func standsNumber(x decoder.Extra, name string) bool {
	return stands(x, name) && (x.State(name) != decoder.Odd || x.OddValue(name).Type() == decoder.Number)
}

// A key stands for an id without keeping it. Two ids of a full table have the same key with odds of less than 1 to 10^28.
type key [2]uint64

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func keyOf(a, b string) (k key) {
	for i, seed := range seeds {
		var h maphash.Hash
		h.SetSeed(seed)
		h.WriteString(a)
		h.WriteByte(0)
		h.WriteString(b)
		k[i] = h.Sum64()
	}
	return k
}

// recent knows the values of the keys that were put or asked for last: at least those of the last keep ones, and of no more than
// twice as many.
type recent[V any] struct {
	young, old map[key]V
}

const keep = 1 << 16

func (r *recent[V]) get(k key) (V, bool) {
	v, ok := r.young[k]
	if !ok {
		if v, ok = r.old[k]; ok {
			r.put(k, v)
		}
	}
	return v, ok
}

func (r *recent[V]) put(k key, v V) {
	if _, known := r.young[k]; !known && len(r.young) >= keep {
		r.young, r.old = nil, r.young
	}
	if r.young == nil {
		r.young = map[key]V{}
	}
	r.young[k] = v
}

// sum adds numbers without losing what rounding takes from each step: costs that are corrected again and again add up to what
// they would have been at once.
type sum struct{ high, low float64 }

func (s *sum) add(x float64) {
	t := s.high + x
	if math.Abs(s.high) >= math.Abs(x) {
		s.low += s.high - t + x
	} else {
		s.low += x - t + s.high
	}
	if s.high = t; math.IsInf(t, 0) { // beyond all that can be counted
		s.high, s.low = math.Copysign(math.MaxFloat64, t), 0
	}
}

func (s *sum) value() float64 { return s.high + s.low }

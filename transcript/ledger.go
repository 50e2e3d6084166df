package transcript

import (
	"strings"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
)

// Usage counts tokens, and what they cost.
type Usage struct {
	Input, Output, CacheRead, CacheWrite int64
	CostUSD                              float64
}

// Add adds the counts of o.
func (u *Usage) Add(o Usage) {
	u.Input += o.Input
	u.Output += o.Output
	u.CacheRead += o.CacheRead
	u.CacheWrite += o.CacheWrite
	u.CostUSD += o.CostUSD
}

func (u Usage) minus(o Usage) Usage {
	return Usage{u.Input - o.Input, u.Output - o.Output, u.CacheRead - o.CacheRead, u.CacheWrite - o.CacheWrite, u.CostUSD - o.CostUSD}
}

// Ledger finds out what each entry adds to the tokens and the cost of its session, so that nothing is counted twice:
//
//   - one response has several lines, one for each of its blocks, all with the same message id: the last one counts;
//   - a result has the usage of its whole turn, so it adds only what the lines of the turn have not;
//   - a result's cost is that of its session so far, so it adds only what is new.
//
// The zero Ledger is ready. It remembers the sessions, and the responses of the turns that have no result yet; it keeps nothing
// of an entry.
type Ledger struct {
	total    Usage // without the cost, which is the sum of the sessions'
	sessions map[string]*account
	order    []*account // as first seen, so that costs add up to the same sum each time
	current  *account   // of the last line that named a session: for lines that name none
}

// account is one session's.
type account struct {
	cost float64          // so far
	turn map[string]Usage // of each message id since the last result
}

// Add says what the next entry adds. A later line can correct an earlier one, so a count may be negative; the sums are right.
// ok is false for a line that says nothing of usage.
func (l *Ledger) Add(e *Entry) (u Usage, ok bool) {
	u, ok = l.added(e)
	l.total.Add(u)
	return u, ok
}

// Total is the sum so far, the costs of the sessions as they said them last.
func (l *Ledger) Total() Usage {
	sum := l.total
	sum.CostUSD = 0
	for _, a := range l.order {
		sum.CostUSD += a.cost
	}
	return sum
}

func (l *Ledger) added(e *Entry) (u Usage, ok bool) {
	switch m := e.Line.(type) {
	case *ndwire.AssistantMessage:
		if !stands(m.Message.Extra, "usage") {
			return Usage{}, false
		}
		turn := l.account(m.SessionID).turn
		now, before := usageOf(&m.Message.Usage), turn[m.Message.ID]
		turn[strings.Clone(m.Message.ID)] = now
		return now.minus(before), true
	case *ndwire.SystemInitMessage: // begins a turn: the one before it has ended, with or without a result
		clear(l.account(m.SessionID).turn)
	case *ndwire.ResultMessage:
		a := l.account(m.SessionID)
		if stands(m.Extra, "usage") {
			u, ok = usageOf(&m.Usage), true
			for _, counted := range a.turn {
				u = u.minus(counted)
			}
		}
		clear(a.turn)
		if stands(m.Extra, "total_cost_usd") {
			u.CostUSD, ok = m.TotalCostUSD-a.cost, true
			a.cost = m.TotalCostUSD
		}
	}
	return u, ok
}

// stands reports whether a member of a record stood on its line, with a value.
func stands(x decoder.Extra, name string) bool {
	state := x.State(name)
	return state != decoder.Absent && state != decoder.IsNull
}

func usageOf(u *ndwire.BetaUsage) Usage {
	return Usage{
		Input:      int64(u.InputTokens),
		Output:     int64(u.OutputTokens),
		CacheRead:  int64(u.CacheReadInputTokens),
		CacheWrite: int64(u.CacheCreationInputTokens),
	}
}

func (l *Ledger) account(session string) *account {
	if session == "" && l.current != nil {
		return l.current
	}
	a := l.sessions[session]
	if a == nil {
		if l.sessions == nil {
			l.sessions = map[string]*account{}
		}
		a = &account{turn: map[string]Usage{}}
		l.sessions[strings.Clone(session)] = a
		l.order = append(l.order, a)
	}
	l.current = a
	return a
}

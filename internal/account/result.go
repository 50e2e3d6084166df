package account

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Result has the data of a result line. Its strings are not kept.
type Result struct {
	Session string // "" for the session of the line before
	ID      string // of the line
	Turn    Tokens
	Models  iter.Seq[Amount] // in any order; nil if there are none
	CostUSD float64
	HasCost bool
}

// models returns Models in the order of their names: they come from a map, and the order decides which models are the first ones, and in which
// order costs are added.
func (r *Result) models() []Amount {
	if r.Models == nil {
		return nil
	}
	list := slices.SortedFunc(r.Models, func(a, b Amount) int { return strings.Compare(a.Model, b.Model) })
	for i := range list {
		list[i] = list[i].withoutImpossibleCost()
	}
	return list
}

// cost returns the stated total, if that can be one.
func (r *Result) cost() (usd float64, known bool) {
	a := Amount{CostUSD: r.CostUSD, HasCost: r.HasCost}.withoutImpossibleCost()
	return a.CostUSD, a.HasCost
}

// costShare is the cost of one model.
type costShare struct {
	model int
	cost  float64
}

// Result counts a result, and ends the turn.
func (b *Book) Result(r Result) {
	s := b.session(r.Session)
	turn := sumsOf(b.clean(r.Turn))
	var now shares
	var costs []costShare
	for _, a := range r.models() {
		m := b.model(a.Model)
		t := sumsOf(b.clean(a.Tokens))
		now.add(m, &t)
		if a.HasCost {
			costs = append(costs, costShare{m, a.CostUSD})
		}
	}
	cost, hasCost := r.cost()
	all := now.sum()
	first := b.first(keyOf(r.ID + "\x00result\x00" + s.key.text() + "\x00" + turn.text() + all.text() + strconv.FormatFloat(cost, 'g', -1, 64)))
	// Without an id, the repetition is known by the turn's responses, or by a total up to now, which would have grown.
	// Two turns of the same tokens can be different ones.
	if !first && (r.ID != "" || !s.fresh && (s.repeated || cost > 0 || all != (sums{}))) {
		s.endTurn()
		return
	}
	sameProcess := !hasCost || !s.hasCost || cost >= s.cost
	if all == (sums{}) {
		b.complete(s, &turn)
		s.endTurn()
		b.cost(s, cost, hasCost, costs, sameProcess)
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
	b.cost(s, cost, hasCost, costs, sameProcess)
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

// SessionCost counts the cost of a session so far. The last one that was not read before counts: a copy of the session
// may end earlier.
func (b *Book) SessionCost(r Result) {
	s := b.session(r.Session)
	cost, hasCost := r.cost()
	id := "\x00session cost\x00" + s.key.text() + " " + strconv.FormatBool(hasCost) + " " + strconv.FormatFloat(cost, 'g', -1, 64)
	var costs []costShare
	for _, a := range r.models() {
		if a.HasCost {
			costs = append(costs, costShare{b.model(a.Model), a.CostUSD})
			id += " " + strconv.FormatFloat(a.CostUSD, 'g', -1, 64) + " " + a.Model + "\x00"
		}
	}
	if b.first(keyOf(id)) {
		b.cost(s, cost, hasCost, costs, true)
	}
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

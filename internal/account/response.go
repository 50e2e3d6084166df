package account

// Response has the data of a line about a response. Its strings are not kept.
type Response struct {
	Session string // "" for the session of the line before
	ID      string // "" if the response has no id
	Agent   string // "" for the main agent; otherwise any text that is unique for a subagent of the session
	Begins  bool   // the line begins the response: without an id, it is another one than those before it, and the Deltas that follow are its
	Amount
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

// Response counts a line of a response.
func (b *Book) Response(r Response) {
	s := b.session(r.Session)
	r.Amount = r.withoutImpossibleCost()
	var k key
	switch {
	case r.ID != "":
		k = keyOf(r.ID)
	case r.Begins:
		b.unnamed++
		k = key{1: b.unnamed} // a hash has both words
	default:
		if now := b.clean(r.Tokens); now != (Tokens{}) || r.HasCost {
			b.grow(s, b.model(r.Model), r.Agent == "", now, r.CostUSD, r.HasCost)
		}
		return
	}
	if r.Agent == "" {
		s.last = k
	} else if agent := keyOf(r.Agent); s.agents[agent] != k {
		if len(s.agents) >= maxAgents {
			clear(s.agents)
		} else if s.agents == nil {
			s.agents = map[key]key{}
		}
		s.agents[agent] = k
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
		k = s.agents[keyOf(agent)]
	}
	if k == (key{}) { // the beginning of the response is not in the log
		if t = b.clean(t); t != (Tokens{}) {
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
	for i, n := range b.clean(a.Tokens) {
		if n > r.tokens[i] {
			growth[i], r.tokens[i] = n-r.tokens[i], n
			s.fresh = true
		}
	}
	if a.HasCost {
		more := max(a.CostUSD-r.cost, 0)
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

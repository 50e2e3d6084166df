package account

// session has what was counted for a session.
type session struct {
	key     key
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

	last   key         // the response of the latest line about the main agent
	agents map[key]key // of the latest line about each subagent
}

// Begin begins a turn. The turn before has ended, with or without a result.
func (b *Book) Begin(session string) {
	b.session(session).endTurn()
}

// session returns the session with a name, and makes it the current one; for "" it is that of the line before.
func (b *Book) session(name string) *session {
	if b.current != nil && (name == "" || name == string(b.currentName)) {
		return b.current
	}
	k := keyOf(name)
	s, ok := b.sessions.get(k, keepSessions)
	if !ok {
		s = &session{key: k}
		b.sessions.put(k, s, keepSessions)
	}
	b.current = s
	if b.currentName = append(b.currentName[:0], name...); len(name) > maxName {
		b.currentName = nil
	}
	return s
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

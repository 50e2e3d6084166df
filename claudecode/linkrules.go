package claudecode

import (
	"hash/maphash"
	"math/bits"

	"github.com/ndwire/ndwire/decoder"
)

// turn has what the rules about a line and others need to know of it.
type turn struct {
	uuid, session string
	parent        string
	hasParent     bool
	tag           idTag // idSidechain, idRole
}

// turnOf returns that of a line; false if no rule about others applies to it. Lines that the spec does not know can be parents, too.
func turnOf(l Line) (turn, bool) {
	if e := EnvelopeOf(l); e != nil {
		t := turn{uuid: e.UUID, session: e.SessionID, tag: roleOf(l)}
		if e.ParentUUID != nil {
			t.parent, t.hasParent = *e.ParentUUID, true
		}
		if e.IsSidechain {
			t.tag |= idSidechain
		}
		return t, true
	}
	var member func(name string) (decoder.Raw, bool)
	switch m := l.(type) {
	case *UnknownLine:
		member = func(name string) (decoder.Raw, bool) { return m.Raw.Get(name) }
	case *NoteLine:
		member = m.Extra.Get
	default:
		return turn{}, false
	}
	text := func(name string) (string, bool) {
		v, _ := member(name)
		return v.Text()
	}
	var t turn
	t.uuid, _ = text("uuid")
	t.session, _ = text("sessionId")
	if n, ok := l.(*NoteLine); ok {
		t.session = n.SessionID // a member that the spec has
	}
	t.parent, t.hasParent = text("parentUuid")
	if v, _ := member("isSidechain"); v.String() == "true" {
		t.tag = idSidechain
	}
	return t, t.uuid != ""
}

func roleOf(l Line) idTag {
	switch m := l.(type) {
	case *UserLine:
		if len(resultIDs(m)) > 0 {
			return roleResult
		}
		return roleUser
	case *AssistantActionLine:
		if m.Subtype == AssistantSubtypeToolUse {
			return roleFlatCall
		}
		return roleAssistant
	case *AssistantLine:
		return roleAssistant
	case *SystemToolResultLine, *SystemErrorLine:
		return roleFlatResult
	}
	return roleOther
}

// resultIDs returns the ids of the calls whose results a user line has.
func resultIDs(m *UserLine) (ids []string) {
	if m.Message.Message != nil {
		for r := range m.Message.Message.Content.ToolResults() {
			ids = append(ids, r.ToolUseID)
		}
	}
	return ids
}

// sumOf hashes what distinguishes a line from another one with its uuid: a session that goes on in another file repeats its lines.
func (v *Validator) sumOf(l Line, t turn) uint32 {
	var h maphash.Hash
	h.SetSeed(v.ids.hasher[0])
	for _, s := range []string{string(l.Kind()), l.GetTimestamp(), t.parent} {
		_, _ = h.WriteString(s)
		_ = h.WriteByte(0xFF) // is in no text
	}
	return uint32(h.Sum64())
}

// isCopy reports whether the line also occurs in another file of its session.
func (v *Validator) isCopy(file string, t turn, sum uint32) bool {
	if t.uuid == "" {
		return false
	}
	session := v.session(t.session)
	i, _ := v.declared(t, session)
	if i < 0 || session == idSession {
		return false
	}
	c, k := v.ids.entry(uint32(i))
	return c.sum[k] == sum && v.positions.file(c.line[k]) != file
}

// link checks a line against the known lines that it refers to or that refer to it.
func (v *Validator) link(r report, t turn, sum uint32) {
	own := int64(-1)
	if t.uuid != "" {
		own = v.declare(r, t, sum)
	}
	if !t.hasParent {
		return
	}
	switch t.parent {
	case "":
		r.add(RuleParent, ".parentUuid", "is empty; a line without a parent has null")
		return
	case t.uuid:
		r.add(RuleParent, ".parentUuid", "is the line's own uuid "+quote(t.uuid))
		return
	}
	h := v.ids.hash(t.parent)
	parent := v.ids.find(h, v.isDeclared)
	if parent >= 0 {
		r.sidechain(v.ids.tag(uint32(parent)), t.tag)
		if own >= 0 {
			c, k := v.ids.entry(uint32(own))
			c.link[k] = uint32(parent) + 1
		}
		return
	}
	v.ids.wait(h, own, r.line, t.tag)
}

// declared returns the entry of the line in a session that has the turn's uuid, -1 if there is none yet, and the hash for it then. The first
// line of all sessions that has a uuid has the entry that children find. Lines of other sessions have a hash of both, so that no search
// passes them one by one.
func (v *Validator) declared(t turn, session idTag) (int64, hash128) {
	h := v.ids.hash(t.uuid)
	i := v.ids.find(h, v.isDeclared)
	if i >= 0 && v.ids.tag(uint32(i))&idSession != session {
		h = v.inSession(t.uuid, t.session)
		i = v.ids.find(h, v.isDeclared)
	}
	return i, h
}

// inSession returns the hash of an id that is unique within a session only.
func (v *Validator) inSession(id, session string) hash128 {
	h, s := v.ids.hash(id), v.ids.hash(session)
	return hash128{h[0] ^ bits.RotateLeft64(s[0], 1), h[1] ^ bits.RotateLeft64(s[1], 1)}
}

func (v *Validator) isDeclared(i uint32) bool { return v.ids.tag(i)&idDeclared != 0 }

// declare records the line of a uuid. It returns the line's entry, or -1 if another line has the uuid.
func (v *Validator) declare(r report, t turn, sum uint32) int64 {
	session := v.session(t.session)
	i, h := v.declared(t, session)
	if i >= 0 {
		if session != idSession {
			r.add(RuleUnique, ".uuid", quote(t.uuid)+" stands on another line of the session, too")
		}
		return -1
	}
	return v.ids.declare(h, r.line, sum, t.tag|session, func(line uint32, tag idTag) { report{v, line}.sidechain(t.tag, tag) })
}

// declare turns an entry into that of a line, and calls f for each line that waits for it. It returns -1 if there are too many entries.
func (s *ids) declare(h hash128, line, sum uint32, tag idTag, f func(line uint32, tag idTag)) int64 {
	at := s.find(h, func(i uint32) bool { return s.tag(i)&idDeclared == 0 })
	if at < 0 {
		i, ok := s.insert(h)
		if !ok {
			return -1
		}
		at = int64(i)
	}
	c, k := s.entry(uint32(at))
	waits := c.link[k]
	c.link[k], c.line[k], c.sum[k], c.tag[k] = 0, line, sum, tag|idDeclared
	for waits != 0 {
		c, k := s.entry(waits - 1)
		waits, c.link[k] = c.link[k], uint32(at)+1
		c.tag[k] &^= idWaiting
		f(c.line[k], c.tag[k])
	}
	return at
}

// wait records that a line waits for its parent. A line without an entry gets one.
func (s *ids) wait(h hash128, own int64, line uint32, tag idTag) {
	if own < 0 {
		i, ok := s.append(hash128{})
		if !ok {
			return
		}
		own = int64(i)
		c, k := s.entry(i)
		c.line[k], c.tag[k] = line, tag|idDeclared
	}
	at := s.find(h, func(i uint32) bool { return s.tag(i)&idDeclared == 0 })
	if at < 0 {
		i, ok := s.insert(h)
		if !ok {
			return
		}
		at = int64(i)
	}
	p, pk := s.entry(uint32(at))
	c, k := s.entry(uint32(own))
	c.tag[k] |= idWaiting
	c.link[k], p.link[pk] = p.link[pk], uint32(own)+1
}

// session returns the number of a session. All sessions beyond the limit share the last number.
func (v *Validator) session(id string) idTag {
	h := v.ids.hash(id)
	n, ok := v.sessions[h]
	if !ok {
		n = idTag(len(v.sessions))
		if n >= idSession {
			return idSession
		}
		v.sessions[h] = n
	}
	return n
}

// parentOf returns the entry of an entry's parent, -1 if it has none.
func (s *ids) parentOf(i uint32) int64 {
	c, k := s.entry(i)
	if c.tag[k]&(idDeclared|idWaiting) != idDeclared {
		return -1
	}
	return int64(c.link[k]) - 1
}

// orphans returns the lines that wait for their parents.
func (s *ids) orphans() (lines []uint32) {
	for i := range s.n {
		c, k := s.entry(i)
		if c.tag[k]&idWaiting != 0 {
			lines = append(lines, c.line[k])
		}
	}
	return lines
}

// circles returns the first line of each cycle of parents.
func (s *ids) circles() (lines []uint32) {
	walk := make([]uint32, s.n) // number of the first walk that reached the entry, from 1
	for start := range s.n {
		i := int64(start)
		for ; i >= 0 && walk[i] == 0; i = s.parentOf(uint32(i)) {
			walk[i] = start + 1
		}
		if i < 0 || walk[i] != start+1 {
			continue // a line without a parent, or a path that was followed before
		}
		c, k := s.entry(uint32(i))
		first := c.line[k]
		for m := s.parentOf(uint32(i)); m != i; m = s.parentOf(uint32(m)) {
			c, k := s.entry(uint32(m))
			first = min(first, c.line[k])
		}
		lines = append(lines, first)
	}
	return lines
}

// sidechain compares the flag of a line with that of its parent. Results that name their calls are compared with these.
func (r report) sidechain(parent, child idTag) {
	begins, ends := child&^parent&idSidechain != 0, parent&^child&idSidechain != 0
	role, above := child&idRole, parent&idRole
	switch {
	case role == roleResult:
	case role == roleFlatResult && above == roleFlatCall:
		r.result(parent, child)
	case begins && (role == roleAssistant || role == roleFlatCall):
		r.add(RuleSidechain, ".isSidechain", "is true on an answer to a line that is not of a sidechain")
	case ends && (above == roleUser || above == roleResult):
		r.add(RuleSidechain, ".isSidechain", "is not true on a line that follows a question within a sidechain")
	case ends && role == roleUser:
		r.add(RuleSidechain, ".isSidechain", "is not true on a question that follows a line of a sidechain")
	}
}

// result compares the flag of a result of the flat form with that of its call.
func (r report) result(call, result idTag) {
	if (call^result)&idSidechain != 0 {
		r.add(RuleSidechain, ".isSidechain", crossedReason(call))
	}
}

// crossedResult is a line with a result whose flag is not that of the call. A copy of the call that comes later may have the flag, so
// that it is a finding only when all lines are there.
type crossedResult struct{ line, call uint32 }

func crossedReason(call idTag) string {
	if call&idSidechain != 0 {
		return "is not true on the result of a tool call within a sidechain"
	}
	return "is true on the result of a tool call that is not of a sidechain"
}

// linkTools compares results with their calls, in either order.
func (v *Validator) linkTools(r report, l Line, t turn) {
	declared := func(i uint32) bool { return v.calls.tag(i)&idDeclared != 0 }
	switch m := l.(type) {
	case *AssistantLine:
		for c := range m.Message.ToolUses() {
			if c.ID == "" {
				continue
			}
			h := v.inSession(c.ID, t.session)
			if i := v.calls.find(h, declared); i >= 0 {
				c, k := v.calls.entry(uint32(i))
				if (c.tag[k]^t.tag)&idSidechain != 0 {
					c.tag[k] |= idMixed
				}
				continue
			}
			first := len(v.crossed)
			at := v.calls.declare(h, r.line, 0, t.tag, func(line uint32, tag idTag) {
				if (tag^t.tag)&idSidechain != 0 {
					v.crossed = append(v.crossed, crossedResult{line: line})
				}
			})
			for i := range v.crossed[first:] {
				v.crossed[first+i].call = uint32(at)
			}
		}
	case *UserLine:
		for _, id := range resultIDs(m) {
			if id == "" {
				continue
			}
			h := v.inSession(id, t.session)
			if i := v.calls.find(h, declared); i >= 0 {
				if (v.calls.tag(uint32(i))^t.tag)&idSidechain != 0 {
					v.crossed = append(v.crossed, crossedResult{r.line, uint32(i)})
				}
			} else {
				v.calls.wait(h, -1, r.line, t.tag)
			}
		}
	}
}

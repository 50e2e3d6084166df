package claudecode

import (
	"github.com/ndwire/ndwire/decoder"
)

// turn is what the rules about several lines ask for.
type turn struct {
	uuid, session string
	parent        string
	hasParent     bool
	tag           idTag // idSidechain, idRole
}

// turnOf returns the links of a line; false if it has none. Lines that the spec does not know can be parents, too.
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
	switch l.(type) {
	case *UserLine:
		return roleUser
	case *AssistantLine, *AssistantActionLine:
		return roleAssistant
	}
	return roleOther
}

// link checks a line against those that it names or that name it, as far as they are known.
func (v *Validator) link(r report, t turn) {
	own := int64(-1)
	if t.uuid != "" {
		own = v.declare(r, t)
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
		return
	}
	v.wait(r, h, own, t.tag)
}

func (v *Validator) isDeclared(i uint32) bool { return v.ids.tag(i)&idDeclared != 0 }

// declare notes that a uuid has a line. It returns the line's entry, or -1 if another line has it.
func (v *Validator) declare(r report, t turn) int64 {
	h := v.ids.hash(t.uuid)
	session := v.session(t.session)
	tag := t.tag | session | idDeclared
	if v.ids.find(h, func(i uint32) bool { return v.isDeclared(i) && v.ids.tag(i)&idSession == session }) >= 0 {
		if session != idSession {
			r.add(RuleUnique, ".uuid", quote(t.uuid)+" stands on another line of the session, too")
		}
		return -1
	}
	at := v.ids.find(h, func(i uint32) bool { return !v.isDeclared(i) })
	if at < 0 {
		i, ok := v.ids.insert(h)
		if !ok {
			return -1
		}
		at = int64(i)
	}
	c, k := v.ids.entry(uint32(at))
	children := c.link[k]
	c.link[k], c.line[k], c.tag[k] = 0, r.line, tag
	for children != 0 {
		c, k := v.ids.entry(children - 1)
		children, c.link[k] = c.link[k], 0
		report{v, c.line[k]}.sidechain(tag, c.tag[k])
	}
	return at
}

// wait notes that a line waits for its parent. A line without an entry of its own gets one.
func (v *Validator) wait(r report, parent hash128, own int64, tag idTag) {
	if own < 0 {
		i, ok := v.ids.append(hash128{})
		if !ok {
			return
		}
		own = int64(i)
		c, k := v.ids.entry(i)
		c.line[k], c.tag[k] = r.line, tag|idDeclared
	}
	at := v.ids.find(parent, func(i uint32) bool { return !v.isDeclared(i) })
	if at < 0 {
		i, ok := v.ids.insert(parent)
		if !ok {
			return
		}
		at = int64(i)
	}
	p, pk := v.ids.entry(uint32(at))
	c, k := v.ids.entry(uint32(own))
	c.link[k], p.link[pk] = p.link[pk], uint32(own)+1
}

// session numbers the sessions of the stream. The last number stands for all that there are beyond.
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

// sidechain compares the flag of a line with that of its parent.
func (r report) sidechain(parent, child idTag) {
	begins, ends := child&^parent&idSidechain != 0, parent&^child&idSidechain != 0
	switch {
	case begins && child&idRole == roleAssistant:
		r.add(RuleSidechain, ".isSidechain", "is true on an answer to a line that is not of a sidechain")
	case ends && parent&idRole == roleUser:
		r.add(RuleSidechain, ".isSidechain", "is not true on a line that follows a question within a sidechain")
	case ends && child&idRole == roleUser:
		r.add(RuleSidechain, ".isSidechain", "is not true on a question that follows a line of a sidechain")
	}
}

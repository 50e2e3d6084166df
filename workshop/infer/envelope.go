package infer

import (
	"fmt"
	"slices"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// An envelope is a record of all lines that has a union in one of its members: {"at":1,"message":{"method":"ping"}}. The tag of that union is the
// tag of the lines, too, by its path, so that each message gives a kind of lines. All kinds lead to the record of the envelope.

// mainObject returns the member that is an object in all lines, with more members than any other; "" if there is none.
func (v *survey) mainObject() string {
	name, most := "", 0
	for _, f := range v.members() {
		switch n := len(f.below); {
		case n > most:
			name, most = "", n
			if f.types['{'] == v.n && f.count() == v.n {
				name = f.name()
			}
		case n == most:
			name = ""
		}
	}
	return name
}

// isMessage reports whether objects are what lines may be an envelope of.
func (s *Sample) isMessage(o *object) bool {
	m := s.root.byName[s.message]
	return m != nil && m.object == o
}

// maxBesideBody is the number of members that a message of an envelope may have beside its tag and its body, if each kind of the messages is a record:
// all of them repeat these members.
const maxBesideBody = 4

// givesKinds reports whether the tag of a body should be the tag of the messages that have the body, and so of the lines around them: all messages have
// the tag. Otherwise the message is one record, and its lines are of one kind.
func (v *survey) givesKinds(by *sibling) bool {
	return v.member(by.tag).tagged() == v.n && len(v.members()) <= maxBesideBody+2
}

// message returns the member of an envelope that has the messages, nil if the lines are no envelope. Of several, it is the one with the most kinds. No
// other member has more members within: the cause of a request is not the message of lines that also have the request.
func (o *object) message() *member {
	var best *member
	most := 1
	for _, m := range o.members {
		inner := m.object.find()
		if inner == nil || inner.discriminator == nil || m.objects < o.count || m.deep || !draft.IsField(m.name) {
			continue
		}
		a, types := inner.discriminator, m.jsonTypes()
		if a.isMember() && len(types) == 1 && types[0] == "object" && len(a.kinds) > most {
			best, most = m, len(a.kinds)
		}
	}
	for _, m := range o.members {
		if best != nil && m.extent(map[*object]bool{}) > best.extent(map[*object]bool{}) {
			return nil
		}
	}
	return best
}

// extent returns the number of members within the values of a place. Those of several kinds of a union count once.
func (p *place) extent(seen map[*object]bool) int {
	if p == nil {
		return 0
	}
	n := p.elem.extent(seen)
	names := map[string]bool{}
	for _, o := range p.object.records(nil) {
		if !seen[o] {
			seen[o] = true
			for _, m := range o.members {
				names[m.name] = true
				n += m.extent(seen)
			}
		}
	}
	return n + len(names)
}

// envelope returns the discriminator for lines that are an envelope around the values of m, and declares the record.
func (b *builder) envelope(o *object, m *member) *draft.Discriminator {
	record := b.types[o]
	b.record(o, record, nil)
	a := m.object.find().discriminator
	q := &draft.Discriminator{Tag: []string{m.name, a.path[0]}}
	counts, names := a.counts(), &draft.Names{}
	b.lineKinds = names
	rest := o.count
	// The objects of a union that has values elsewhere, too, such as the nodes of a tree, are not counted for the lines alone.
	counted := m.object.find().count == m.count-m.nulls
	of := func(n int) string {
		if !counted {
			return ""
		}
		return fmt.Sprintf("%d of %d", n, o.count)
	}
	for _, k := range a.byCount() {
		rest -= counts[k]
		c := draft.Case{Text: k.text, Literal: k.literal, Record: record, Comment: of(counts[k]), Kind: b.kindPart(names, "", "", k.text)}
		if part := names.Take(wordOf(k.text)); !k.literal && part != spec.GoName(k.text) || c.Kind != "" {
			c.Go = part
		}
		q.Cases = append(q.Cases, c)
	}
	if a.absent != nil || m.nulls > 0 {
		word := "absent"
		if a.absent != nil && isResponse(a.absent.find()) {
			word = "response"
		}
		q.Absent = &draft.Case{Record: record, Kind: b.kindPart(names, "", "", word), Comment: of(max(1, rest))}
		if q.Absent.Kind == "" && word != "absent" {
			q.Absent.Kind = word
		}
	}
	return q
}

// isResponse reports whether an object is the response to a request, as those of JSON-RPC are.
func isResponse(o *object) bool {
	if a := o.discriminator; a != nil {
		return len(a.has) == 2 && slices.Contains(a.has, "result") && slices.Contains(a.has, "error")
	}
	return o.byName["id"] != nil && (o.byName["result"] != nil || o.byName["error"] != nil)
}

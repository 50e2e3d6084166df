package infer

import (
	"bytes"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/workshop/draft"
)

// readObject adds an object to the statistics of o: at once, or, while o is undecided, when it is settled.
func (s *Sample) readObject(o *object, raw []byte, depth int) {
	o.count++
	if !o.decided {
		full := len(o.waiting)+1 >= maxWaiting || o.size+len(raw) >= maxWaitingBytes || s.waits+len(raw) >= maxAllWaitingBytes
		if !full {
			raw = bytes.Clone(raw)
		}
		o.waiting = append(o.waiting, raw)
		o.size += len(raw)
		s.waits += len(raw)
		if full {
			s.settle(o, depth)
		}
		return
	}
	from := s.split(raw)
	s.readMembers(o, raw, from, depth)
	s.stack = s.stack[:from]
}

// settle decides what an object is, and reads the values that it has kept.
func (s *Sample) settle(o *object, depth int) {
	if o.decided {
		return
	}
	s.decide(o)
	o.decided = true
	list := o.waiting
	s.waits -= o.size
	o.waiting, o.size = nil, 0
	for _, raw := range list {
		o.count--
		s.readObject(o, raw, depth)
	}
}

// readMembers reads an object for o, which is decided. The members of the object are on the stack, from index from on.
func (s *Sample) readMembers(o *object, raw []byte, from, depth int) {
	switch pairs := s.stack[from:]; {
	case o.discriminator != nil && o.discriminator.external:
		s.readAround(o, pairs, raw, depth)
	case o.discriminator != nil:
		k := s.choose(o, pairs)
		if !k.decided {
			s.readObject(k, raw, depth)
			return
		}
		k.count++
		s.readMembers(k, raw, from, depth)
	case o.isMap:
		for i := range pairs {
			p := s.stack[from+i]
			o.keys.add(p.name)
			s.readValue(o.value, p.value, depth+1)
		}
	default:
		o.next = 0
		s.objects++
		number := s.objects
		isFirst, isShuffled, last := len(o.members) == 0, false, -1
		known, placed := len(o.members), len(o.members) // members that earlier objects have, and those that have a place among them
		for i := range pairs {
			p := s.stack[from+i]
			m := s.member(o, p.name)
			if m == nil {
				continue
			}
			if m.last != number {
				m.last = number
				m.objects++
			}
			at := o.next - 1
			if at < o.first {
				isShuffled = isShuffled || at < last
				last = at
			}
			if at < known {
				for ; placed < len(o.members); placed++ {
					o.members[placed].before = m
				}
			}
			switch {
			case o.sibling != nil && m.name == o.sibling.member && p.value[0] == '{':
				s.readBySibling(o, m, s.stack[from:from+len(pairs)], p.value, depth+1)
			case m.object == nil && p.value[0] == '{' && isSchemaMap(m.name, s.stack[from:from+len(pairs)]):
				m.object = s.newObject(0)
				m.object.decided, m.object.isMap, m.object.value = true, true, &place{}
				fallthrough
			default:
				s.readValue(&m.place, p.value, depth+1)
			}
		}
		if isFirst {
			o.first = len(o.members)
		}
		if isShuffled {
			o.shuffled++
		}
	}
}

// choose returns the object for the kind that the members choose.
func (s *Sample) choose(o *object, pairs []pair) *object {
	a := o.discriminator
	if a.path == nil {
		for _, name := range a.has {
			for _, p := range pairs {
				if string(p.name) == name && !(a.notNull && p.value[0] == 'n') {
					return s.kindOf(a, o, p.name, false)
				}
			}
		}
		if a.oneEach && len(pairs) == 1 && len(a.has) < maxValues && draft.IsField(string(pairs[0].name)) && len(pairs[0].name) <= maxText {
			a.has = append(a.has, string(pairs[0].name))
			return s.kindOf(a, o, pairs[0].name, false)
		}
	} else if v := follow(pairs, a.path); len(v) > 0 {
		switch c := v[0]; {
		case c == '"':
			text := v[1 : len(v)-1]
			if bytes.IndexByte(text, '\\') >= 0 {
				plain, _ := decoder.Raw(v).Text()
				text = []byte(plain)
			}
			if len(text) <= maxText {
				return s.kindOf(a, o, text, false)
			}
		case c == 'n' || c == 't' || c == 'f' || isInteger(v):
			return s.kindOf(a, o, v, true)
		}
		return s.otherKind(a, o)
	}
	if a.absent == nil {
		a.absent = s.newObject(o.level + 1)
		a.absent.line, a.firstWithoutTag = o.line, len(a.kinds) == 0
	}
	return a.absent
}

func (s *Sample) readValue(p *place, v []byte, depth int) {
	p.count++
	switch v[0] {
	case '"':
		s.readText(p, v[1:len(v)-1], depth)
	case '{':
		if depth > maxDepth {
			p.deep = true
			return
		}
		if p.object == nil {
			p.object = s.newObject(0)
		}
		s.readObject(p.object, v, depth)
	case '[':
		p.arrays++
		if depth > maxDepth {
			p.deep = true
			return
		}
		if p.elem == nil {
			p.elem = &place{}
			s.places++
		}
		for i := kernel.Space(v, 1); v[i] != ']'; {
			end := valueEnd(v, i)
			s.readValue(p.elem, v[i:end:end], depth+1)
			if i = kernel.Space(v, end); v[i] == ',' {
				i = kernel.Space(v, i+1)
			}
		}
	case 'n':
		p.nulls++
	case 't', 'f':
		p.bools++
	default:
		p.numbers.add(v)
	}
}

// readText adds a text to the statistics of p, and if the text is JSON, its value to those of p.inside. raw is the text between its quotes.
func (s *Sample) readText(p *place, raw []byte, depth int) {
	values := len(p.texts.values)
	inside := p.texts.add(raw)
	if s.values += len(p.texts.values) - values; s.values > allValues {
		p.texts.forget()
		s.values -= values
	}
	switch {
	case inside == nil:
		p.inside = nil
	case depth > maxDepth:
		p.deep = true
	default:
		if p.inside == nil {
			p.inside = &place{}
			s.places++
		}
		s.readValue(p.inside, inside, depth+1)
	}
}

// settleAll settles all undecided objects below o, outer ones first.
func (s *Sample) settleAll(o *object, depth int) {
	if o == nil {
		return
	}
	s.settle(o, depth)
	if o.discriminator != nil {
		for _, k := range o.discriminator.kinds {
			s.settleAll(k.object, depth)
		}
		s.settleAll(o.discriminator.absent, depth)
		s.settleAll(o.discriminator.other, depth)
		o.liftOtherwise()
		if len(o.discriminator.kinds) == 0 { // the tag came twice in each object, and its second value cannot be one of a tag
			s.flatten(o)
		}
	}
	if o.isMap {
		s.settlePlace(o.value, depth+1)
	}
	for _, m := range o.members {
		s.settlePlace(&m.place, depth+1)
		if inner := m.object.find(); inner != nil && isMapName(m.name) && inner.isFlat() && !inner.isStable(m.name) {
			s.becomeMap(inner)
		}
	}
	s.checkSibling(o)
}

func (s *Sample) settlePlace(p *place, depth int) {
	if p == nil {
		return
	}
	s.settleAll(p.object, depth)
	s.checkExternal(p)
	if o := p.object.find(); o.hasOptionalTag() {
		s.flatten(o)
	}
	s.settlePlace(p.elem, depth+1)
	s.settlePlace(p.inside, depth+1)
}

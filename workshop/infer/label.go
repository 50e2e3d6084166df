package infer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// label has the names of the members in which an object stands.
type label struct {
	names   []string       // of the members, each once, apart from own
	own     []string       // of the members in which the object has objects like itself
	lists   []string       // the names that are singulars of lists' names
	counts  map[string]int // the number of objects in the members of a name
	parents []*object      // the objects with these members, each once
}

// label collects for each object the names of its members, and the objects that contain it.
func (n *namer) label(s *Sample) {
	s.walk(func(p placed) {
		l := n.labels[p.object]
		if l == nil {
			l = &label{counts: map[string]int{}}
			n.labels[p.object] = l
		}
		l.counts[p.name] += p.objects
		if p.list && !slices.Contains(l.lists, p.name) {
			l.lists = append(l.lists, p.name)
		}
		if p.within == p.object || p.object.onlyKind() == p.within {
			l.own = append(l.own, p.name)
		} else if !slices.Contains(l.names, p.name) {
			l.names = append(l.names, p.name)
		}
		if !slices.Contains(l.parents, p.within) {
			l.parents = append(l.parents, p.within)
		}
		if p.discriminator != nil && p.discriminator.external {
			if n.units[p.object] == nil {
				n.units[p.object] = &texts{}
			}
			if p.texts != nil {
				n.units[p.object].merge(p.texts)
			}
		}
	})
	for o, l := range n.labels {
		if o.discriminator != nil || len(o.members) > 0 { // other objects get no type
			n.labelUses[spec.GoName(l.word())]++
		}
	}
}

// word returns the word for the type of the objects: the common end of the names, or the most frequent name, or the first one.
func (l *label) word() string {
	return cmp.Or(l.text(), l.mostFrequent(), l.names[0])
}

// mostFrequent returns the name that most of the objects have. It is "" if another name has more than half as many of them. The only name that is the
// singular of a list's name is preferred, if a fifth of the objects have it, or a tenth if there are many names: the elements of messages are messages
// where they stand alone, too. Of three names and more, user is preferred, since the others say what the user does: owner, sender, assignee.
func (l *label) mostFrequent() string {
	names := l.sorted()
	if len(names) == 1 {
		return names[0]
	}
	if len(names) > 2 && slices.Contains(names, "user") {
		return "user"
	}
	all := 0
	for _, name := range names {
		all += l.counts[name]
	}
	if list := l.lists; len(list) == 1 && (l.counts[list[0]]*5 >= all && !isVague(list[0]) || len(names) > 4 && l.counts[list[0]]*10 >= all) {
		return list[0]
	}
	if l.counts[names[1]]*2 > l.counts[names[0]] {
		return ""
	}
	return names[0]
}

// sorted returns the names, those that most objects have first.
func (l *label) sorted() []string {
	names := slices.Clone(l.names)
	slices.SortStableFunc(names, func(a, b string) int { return l.counts[b] - l.counts[a] })
	return names
}

// text returns the words with which all names end, or the name if there is only one. It is "" if the names have no common end.
func (l *label) text() string {
	words := draft.Words(l.names[0])
	for _, name := range l.names[1:] {
		other := draft.Words(name)
		same := 0
		for same < min(len(words), len(other)) && strings.EqualFold(words[len(words)-1-same], other[len(other)-1-same]) {
			same++
		}
		words = words[len(words)-same:]
	}
	switch {
	case len(l.names) == 1:
		return l.names[0]
	case len(words) == 0 || len(strings.Join(words, "")) < 3:
		return ""
	}
	return strings.Join(words, "_")
}

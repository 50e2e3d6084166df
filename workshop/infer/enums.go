package infer

import (
	"slices"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// enum has the words of the places that share an enum.
type enum struct {
	label, context string
	texts          texts
	spec           draft.Enum
}

// enum gives the words of a place to the enum of the same label that has some of them, or to a new one.
func (n *namer) enum(t *texts, name, context string) {
	for _, e := range n.groups {
		if spec.GoName(e.label) == spec.GoName(name) && overlap(&e.texts, t) || len(t.values) > 2 && slices.Equal(e.texts.words(), t.words()) {
			e.texts.merge(t)
			n.enums[t] = e
			return
		}
	}
	e := &enum{label: name, context: context}
	e.texts.merge(t)
	n.groups = append(n.groups, e)
	n.enums[t] = e
}

// overlap reports whether at least half of the words of one of a and b are words of the other.
func overlap(a, b *texts) bool {
	same := 0
	for v := range b.values {
		if a.of(v) > 0 {
			same++
		}
	}
	return same*2 >= min(len(a.values), len(b.values))
}

// values returns the values of an enum, the most frequent first.
func (e *enum) values() (list []draft.Value) {
	var names draft.Names
	texts := slices.DeleteFunc(e.texts.sorted(), func(v string) bool { return !isEnumWord(v) }) // other texts are rare
	prefix := prefixLike(e.label, texts)
	for _, v := range texts {
		value := draft.Value{Text: v}
		if got := names.Take(v[prefix:]); got != spec.GoName(v) {
			value.Go = got
		}
		list = append(list, value)
	}
	return list
}

// enum declares an enum, once.
func (b *builder) enum(e *enum) string {
	if !slices.Contains(b.spec.Enums, &e.spec) {
		b.spec.Enums = append(b.spec.Enums, &e.spec)
	}
	return e.spec.Name
}

package infer

import (
	"fmt"
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

// enum gives the words of a place to the enum of the same label that has some of them, or to a new one. If the place shares an enum with places of other
// kinds, the enum needs only have some of the words of these.
func (n *namer) enum(t *texts, name, context string) {
	words := t
	if n.together[t] != nil {
		words = n.together[t]
	}
	for _, e := range n.groups {
		if spec.GoName(e.label) == spec.GoName(name) && overlap(&e.texts, words) || len(words.values) > 2 && slices.Equal(e.texts.words(), words.words()) {
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

// shareEnums finds members of the same name in several kinds of a union that share an enum: at least one of them is an enum by itself, and the others
// have words of it, or most of them only one, such as the level of most events. If the words of one kind rarely come again, they are names of things in
// all kinds, and no enum.
func (n *namer) shareEnums(o *object) {
	for _, group := range o.sameMembers("string") {
		words := &texts{}
		var list []*texts
		for _, m := range group {
			m.texts.names = slices.ContainsFunc(group, func(other *member) bool { return other.texts.areNames() && overlap(&other.texts, &m.texts) })
			if !isFreeText(m.name) && m.texts.areEnumWords() {
				list = append(list, &m.texts)
			}
		}
		for _, t := range list {
			if t.isEnum() && (len(words.values) == 0 || overlap(words, t)) {
				words.merge(t)
			}
		}
		if usual := usualWords(list); len(words.values) > 0 && usual != nil {
			words.merge(usual)
		}
		for _, t := range list {
			if len(words.values) > 0 && (t.isEnum() && overlap(words, t) || !slices.ContainsFunc(t.words(), func(v string) bool { return words.of(v) == 0 })) {
				n.together[t] = words
			}
		}
	}
}

// usualWords returns the words of kinds that often have one word and no other, if most kinds do; nil if they do not.
func usualWords(list []*texts) *texts {
	words, kinds := &texts{}, 0
	for _, t := range list {
		if t.only() != "" && t.count >= minRepeated {
			words.merge(t)
			kinds++
		}
	}
	if kinds*2 <= len(list) {
		return nil
	}
	return words
}

// minRepeated is the number of times from which on the only word of a kind is no chance.
const minRepeated = 10

// records appends the records of all kinds of an object, each once.
func (o *object) records(list []*object) []*object {
	switch o = o.find(); {
	case o == nil || o.isMap || slices.Contains(list, o):
	case o.discriminator == nil:
		list = append(list, o)
	default:
		for _, k := range o.discriminator.kinds {
			list = k.object.records(list)
		}
		list = o.discriminator.other.records(o.discriminator.absent.records(list))
	}
	return list
}

// areEnumWords reports whether the texts are few, and all of them words.
func (t *texts) areEnumWords() bool {
	return len(t.values) > 0 && !slices.ContainsFunc(t.words(), func(v string) bool { return !isEnumWord(v) })
}

// areNames reports whether the values are many words that rarely come again.
func (t *texts) areNames() bool { return len(t.values) >= minNames && t.count < 3*len(t.values) }

// minNames is the number of words from which on they can be names of things.
const minNames = 8

// noWords says how many texts of an enum are left out since they are no words, "" if none is.
func (t *texts) noWords() string {
	n := 0
	for v, counted := range t.values {
		if !isEnumWord(v) {
			n += counted.n
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("left out as rare, %d of %d: no word", n, t.count)
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
	prefix := draft.CommonPrefix(e.label, texts)
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

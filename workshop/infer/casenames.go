package infer

import (
	"slices"
	"strings"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// cases names the kinds of a union. words are the texts of the tags on the path to it.
func (n *namer) cases(o *object, words, tags []string, suffix string) {
	a := o.discriminator
	below := a.tagsBelow(tags)
	if a.shared && len(words) == 0 {
		words = []string{"event"}
	}
	var inner []func()
	innerSuffix := suffix
	if a.clashes() && suffix == "" { // RunAction and RunObservation
		suffix, innerSuffix = a.name(), a.absent.find().discriminator.name()
	}
	union := n.types[o]
	family := union
	if len(words) > 0 {
		family = spec.GoName(strings.Join(words, "_"))
	}
	name := func(k *object, words, tags []string) {
		switch k = k.find(); {
		case n.types[k] != "" || k.isMap || k.more():
		case k.discriminator != nil:
			inner = append(inner, func() { n.cases(k, words, tags, innerSuffix) })
		default:
			n.families[k] = family
			n.types[k] = n.taken.Take(caseWishes(words, suffix, union)...)
			n.pending = append(n.pending, func() { n.members(k, tags) })
		}
	}
	for _, k := range a.byCount() {
		name(k.object, a.caseWords(k, words), below)
	}
	if a.absent != nil {
		name(a.absent, a.absentWords(words), tags)
	}
	for _, f := range inner {
		f()
	}
}

// caseWords returns the words for the name of the case of a kind. words are those of the union.
func (a *discriminator) caseWords(k *kind, words []string) []string {
	last := len(words) - 1
	switch {
	case a.shared || len(a.kinds) == 1 && a.absent == nil && k.object.find().discriminator != nil: // a tag with one text adds nothing to a name
		return words
	case last >= 0 && isSpeaker(a.path): // AssistantMessage, not MessageAssistant
		return append(slices.Clone(words[:last]), k.word(a)+"_"+words[last])
	case last >= 0 && k.isBool(): // CommandSuccess and CommandNotSuccess
		return append(slices.Clone(words[:last]), words[last]+"_"+k.word(a))
	}
	if inner := k.object.find().discriminator; a.has != nil && inner != nil && slices.Equal(inner.path, []string{k.text}) { // the member's text says more
		return words
	}
	return append(slices.Clone(words), draft.WithoutPrefix(a.name(), a.texts(), k.word(a)))
}

// absentWords returns the words for the name of the case without a tag. words are those of the union.
func (a *discriminator) absentWords(words []string) []string {
	rest := slices.Clone(words)
	switch absent := a.absent.find(); {
	case absent.discriminator != nil:
	case a.path != nil && isResponse(absent):
		rest = append(rest, "response")
	case len(rest) == 0 && absent.count == 1 && a.firstWithoutTag:
		rest = append(rest, "header")
	case len(rest) == 0 || a.path == nil:
		rest = append(rest, "other")
	}
	return rest
}

// clashes reports whether some texts of the tag are also texts of the tag of the objects without it.
func (a *discriminator) clashes() bool {
	if len(a.path) == 0 || a.absent.find() == nil || a.absent.find().discriminator == nil || len(a.absent.find().discriminator.path) == 0 {
		return false
	}
	b := a.absent.find().discriminator
	return a.name() != b.name() && slices.ContainsFunc(a.kinds, func(k *kind) bool { return b.byKey[k.key()] != nil })
}

// texts returns the texts of the tag's kinds.
func (a *discriminator) texts() []string {
	var list []string
	for _, k := range a.kinds {
		list = append(list, k.text)
	}
	return list
}

// isBool reports whether the value of the tag is true or false.
func (k *kind) isBool() bool { return k.literal && (k.text == "true" || k.text == "false") }

// word returns the name of a kind: its text, or for a number or a single letter the tag and the number, Op10. For true it is the tag, without a verb
// (Replay for isReplay), and for false the negation of it.
func (k *kind) word(a *discriminator) string {
	if k.isBool() && len(a.path) > 0 {
		words := draft.Words(a.name())
		if len(words) > 1 && strings.EqualFold(words[0], "is") {
			words = words[1:]
		}
		if k.text == "false" {
			words = append([]string{"not"}, words...)
		}
		return strings.Join(words, "_")
	}
	if k.literal && spec.GoName(a.name()) == "Kind" { // names of types cannot begin with Kind
		return "type_" + k.text
	}
	if k.literal || len(a.path) > 0 && (isCode([]byte(k.text)) || len(k.text) == 1 && isTagName(a.path) < 2) {
		return a.path[len(a.path)-1] + "_" + a.wordOf(k)
	}
	return a.wordOf(k)
}

// wordOf returns the text of a kind as a word for a name. If another text of the tag differs only in case, as e and E, the word says which of the two it is.
func (a *discriminator) wordOf(k *kind) string {
	same := func(other *kind) bool {
		return other != k && !other.literal && other.text != k.text && strings.EqualFold(other.text, k.text)
	}
	switch word := wordOf(k.text); {
	case k.literal || !slices.ContainsFunc(a.kinds, same):
		return word
	case word == strings.ToLower(word):
		return "lower_" + word
	case word == strings.ToUpper(word):
		return "upper_" + word
	default:
		return word
	}
}

func isSpeaker(path []string) bool {
	return len(path) == 1 && slices.Contains([]string{"role", "who", "author", "from", "sender"}, path[0])
}

// caseWishes returns names for a case, the best first, by the texts that lead to it and by the member in which it stands: FunctionCall in a
// payload, SystemInit on a line, TextBlock among blocks. union is the name of the union's type, "" for lines. If it has words before the member's, they
// distinguish the case from that of another union: AssistantTextBlock.
func caseWishes(words []string, suffix, union string) []string {
	leaf := lastPart(words[len(words)-1])
	if last := len(words) - 1; last > 0 && beginsOrEnds(leaf, words[last-1]) { // MessageChanged, not MessageMessageChanged
		words = append(slices.Clone(words[:last-1]), words[last])
	}
	two := strings.Join(append(slices.Clone(words[max(0, len(words)-2):len(words)-1]), leaf), "_")
	full := strings.Join(words, "_")
	if word := leaf[strings.LastIndexByte(leaf, '_')+1:]; isCode([]byte(word)) { // the number of a type says little without its kind
		leaf = two
	}
	var within []string // the name of the union without the suffix, before that of the case
	if before, ok := strings.CutSuffix(union, spec.GoName(suffix)); ok && before != "" && suffix != "" {
		within = []string{before + "_" + leaf + "_" + suffix}
	}
	switch {
	case suffix == "" && union != "":
		return []string{two, full, union + "_" + full, full + "_record"}
	case suffix == "":
		return []string{two, full, full + "_record"}
	case isVague(suffix) && suffix != "element", slices.Contains([]string{"object", "payload", "data", "body"}, strings.ToLower(lastWord(suffix))):
		return append([]string{leaf, two, leaf + "_" + suffix, full, full + "_" + suffix}, within...)
	case strings.HasSuffix(spec.GoName(leaf), spec.GoName(suffix)): // text_delta in a delta
		return []string{leaf, leaf + "_" + suffix, full + "_" + suffix, full + "_" + suffix + "_record"}
	}
	if ends, begins := draft.Words(suffix), draft.Words(leaf); len(ends) > 1 && strings.EqualFold(ends[0], begins[0]) { // JobFailedResult, not JobFailedJobResult
		suffix = strings.Join(ends[1:], "_")
	}
	return slices.Concat([]string{leaf + "_" + suffix, two + "_" + suffix, full + "_" + suffix}, within, []string{full + "_" + suffix + "_record"})
}

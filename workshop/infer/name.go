package infer

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/spec"
	"github.com/ndwire/ndwire/workshop/draft"
)

// namer gives each type its name before the spec is written. Types near the line come first and get the short names. A name consists of the text of
// the tag, or of the name of the member, and of as much of its context as makes it unique.
type namer struct {
	taken     draft.TypeNames
	types     map[*object]string
	unions    map[*place]string // unions by JSON type
	shapes    map[string]string // names of these unions, by the types of their variants
	enums     map[*texts]*enum
	groups    []*enum
	labels    map[*object]*label
	units     map[*object]*texts // the bare words of an external union, which stand in place of objects
	labelUses map[string]int     // how many types stand under a label, by its Go name
	message   *object            // the messages in an envelope; nil if the lines are none
	bases     map[string]string  // of a name that is the name of a type and a label: the name without the label
	pending   []func()           // name the types of the next level, when all types nearer to the line have names
	// The words that lead to the kinds of a union below another discriminator, or the name of the union, by the record of the kind.
	families map[*object]string
}

// enum has the words of the places that share an enum.
type enum struct {
	label, context string
	texts          texts
	spec           draft.Enum
}

// label has the names of the members in which an object stands.
type label struct {
	names   []string       // of the members, each once, apart from own
	own     []string       // of the members in which the object has objects like itself
	lists   []string       // the names that are singulars of lists' names
	counts  map[string]int // the number of objects in the members of a name
	parents []*object      // the objects with these members, each once
}

// longName is the length of a name from which on a shorter one is preferred.
const longName = 32

func newNamer(s *Sample) *namer {
	n := &namer{types: map[*object]string{}, unions: map[*place]string{}, shapes: map[string]string{}, enums: map[*texts]*enum{}, labels: map[*object]*label{}, units: map[*object]*texts{}, labelUses: map[string]int{}, bases: map[string]string{}, families: map[*object]string{}}
	n.taken.Reserve("Line", "NewReader")
	n.label(s)
	return n
}

// run names all types below the root. wish is the preferred name of the root's own record.
func (n *namer) run(root *object, wish string) {
	if root.discriminator == nil {
		if m := root.message(); m != nil && root.sibling == nil {
			n.message = m.object.find()
		}
		n.types[root] = n.taken.Take(wish, wish+"_line")
		n.members(root, nil)
	} else {
		n.cases(root, nil, nil, "")
	}
	for len(n.pending) > 0 {
		next := n.pending[0]
		n.pending = n.pending[1:]
		next()
	}
	for _, e := range n.groups {
		wishes := append(n.wishes(e.label, e.context), e.label+"_value", e.context+"_"+e.label+"_value")
		if isTagName([]string{e.label}) == 2 && len(wishes) > 3 { // ErrorType, and not Type
			wishes = slices.DeleteFunc(wishes, func(w string) bool { return w == e.label })
		}
		for i, w := range wishes { // the name of an enum ends in Value, and not in Body
			if text, ok := strings.CutSuffix(w, "_body"); ok {
				wishes[i] = text + "_value"
			}
		}
		e.spec.Values = e.values()
		n.taken.NameEnum(&e.spec, wishes...)
	}
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
		if p.within == p.object {
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
		if len(l.names) == 0 {
			l.names = l.own
		}
		if o.discriminator != nil || len(o.members) > 0 { // other objects get no type
			n.labelUses[spec.GoName(l.word())]++
		}
	}
}

// word returns the word for the type of the objects: the common end of the names, or the most frequent name, or the first one.
func (l *label) word() string {
	if text := l.text(); text != "" {
		return text
	}
	if name := l.mostFrequent(); name != "" {
		return name
	}
	return l.names[0]
}

// mostFrequent returns the name that most of the objects have. It is "" if another name has more than half as many of them. The only name that is the
// singular of a list's name is preferred, if a fifth of the objects have it, or if there are many names: the elements of messages are messages where they stand alone, too.
func (l *label) mostFrequent() string {
	names := l.sorted()
	if len(names) == 1 {
		return names[0]
	}
	all := 0
	for _, name := range names {
		all += l.counts[name]
	}
	if len(l.lists) == 1 && (l.counts[l.lists[0]]*5 >= all && !isVague(l.lists[0]) || len(names) > 4) {
		return l.lists[0]
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

// shapeNames has names of types for members that are the same in many protocols. They are used where the names of the members that have such an
// object have no common end: start and end, from and to.
var shapeNames = []struct {
	name    string
	members []string
}{
	{"position", []string{"line", "column"}},
	{"position", []string{"line", "character"}},
	{"position", []string{"line", "col"}},
	{"position", []string{"row", "column"}},
	{"position", []string{"row", "col"}},
	{"range", []string{"start", "end"}},
	{"change", []string{"old", "new"}},
	{"change", []string{"before", "after"}},
	{"point", []string{"x", "y"}},
	{"size", []string{"width", "height"}},
	{"money", []string{"amount", "currency"}},
	{"coordinates", []string{"latitude", "longitude"}},
	{"coordinates", []string{"lat", "lon"}},
	{"coordinates", []string{"lat", "lng"}},
}

// shapeName returns the name for a record that has two members of [shapeNames], and at most one other member. It returns the name of the member if
// there is only one, or only one that all of several objects have, and "" for other records.
func (o *object) shapeName() string {
	if o.discriminator != nil || o.isMap {
		return ""
	}
	for _, s := range shapeNames {
		if len(o.members) <= 3 && o.byName[s.members[0]] != nil && o.byName[s.members[1]] != nil {
			return s.name
		}
	}
	var always []*member
	for _, m := range o.members {
		if m.objects == o.count {
			always = append(always, m)
		}
	}
	if len(o.members) == 1 || len(always) == 1 && len(o.members) <= 3 && o.count > 1 && !isFreeText(always[0].name) && isTagName([]string{always[0].name}) == 0 {
		return append(always, o.members...)[0].name
	}
	return ""
}

// wrapper returns the name of the only member of a record if it begins with a dollar and has a scalar, as {"$oid":"..."} and {"$date":"..."} do: it is the name of the
// type of the value. It returns "" for other records.
func (o *object) wrapper() string {
	if o.discriminator != nil || o.isMap || len(o.members) != 1 {
		return ""
	}
	name, ok := strings.CutPrefix(o.members[0].name, "$")
	if types := o.members[0].jsonTypes(); !ok || !isWord([]byte(name)) || len(types) != 1 || types[0] == "object" || types[0] == "array" {
		return ""
	}
	return name
}

// text returns the words with which all names end, or the name if there is only one. It is "" if the names have no common end.
func (l *label) text() string {
	if l == nil {
		return ""
	}
	words := wordsOf(l.names[0])
	for _, name := range l.names[1:] {
		other := wordsOf(name)
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

// wordsOf splits a name at capitals, and at characters that are neither letters nor digits.
func wordsOf(name string) []string {
	var words []string
	from, runes := 0, []rune(name)
	take := func(to int) {
		if to > from {
			words = append(words, string(runes[from:to]))
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			take(i)
			from = i + 1
		case unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			take(i)
			from = i
		}
	}
	take(len(runes))
	return words
}

// cases names the kinds of a union. words are the texts of the tags on the path to it.
func (n *namer) cases(o *object, words, tags []string, suffix string) {
	a := o.discriminator
	below := tags
	if len(a.path) == 1 && !a.sibling && !a.shared {
		below = append(slices.Clone(tags), a.path[0])
	}
	if a.shared {
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
	case last >= 0 && isSpeaker(a.path): // AssistantMessage, not MessageAssistant
		return append(slices.Clone(words[:last]), k.word(a)+"_"+words[last])
	case last >= 0 && k.isBool(): // CommandSuccess and CommandNotSuccess
		return append(slices.Clone(words[:last]), words[last]+"_"+k.word(a))
	case a.shared || len(a.kinds) == 1 && a.absent == nil && k.object.find().discriminator != nil: // a tag with one text adds nothing to a name
		return words
	}
	if inner := k.object.find().discriminator; a.has != nil && inner != nil && slices.Equal(inner.path, []string{k.text}) { // the member's text says more
		return words
	}
	return append(slices.Clone(words), a.withoutPrefix(k.word(a)))
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
	case len(rest) == 0 && absent.sibling != nil:
		rest = append(rest, "event")
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

// withoutPrefix returns a text of the tag without the words with which nearly all texts of the tag begin, if names are better without them: the name of
// the tag (EVENT_TYPE_STARTED), short words (m.room.message), domains (com.example.orders.created), and a word that would make some names too long,
// unless only one part would remain.
func (a *discriminator) withoutPrefix(text string) string {
	texts := make([]string, len(a.kinds))
	for i, k := range a.kinds {
		texts[i] = k.text
	}
	if n := prefixLike(a.name(), texts); n > 0 && strings.HasPrefix(text, texts[0][:n]) {
		return text[n:]
	}
	prefix, long := a.prefix()
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok || rest == "" || !isLetter(rest[0]) {
		return text
	}
	if first := strings.IndexAny(prefix, partSeparators); first >= 0 && (first <= 3 || long && strings.ContainsAny(rest, partSeparators)) {
		return rest
	}
	return text
}

// prefixLike returns the length of the words with which all of several texts begin, and that end with the words of a name: 12 for RETRY_STATE_FAILED and
// RETRY_STATE_TIMEOUT as values of retryState, and as those of state. An underscore is behind them, and more words. It returns 0 if there are none.
func prefixLike(name string, texts []string) int {
	if len(texts) < 2 {
		return 0
	}
	same := texts[0]
	for _, text := range texts[1:] {
		n := 0
		for n < min(len(same), len(text)) && same[n] == text[n] {
			n++
		}
		same = same[:n]
	}
	words := wordsOf(name)
	for n := strings.LastIndexByte(same, '_'); n > 0; n = strings.LastIndexByte(same[:n], '_') {
		before := strings.Split(same[:n], "_")
		if at := len(before) - len(words); len(words) > 0 && at >= 0 && slices.EqualFunc(before[at:], words, strings.EqualFold) &&
			!slices.ContainsFunc(texts, func(text string) bool { return len(text) < n+2 || !isLetter(text[n+1]) }) {
			return n + 1
		}
	}
	return 0
}

// partSeparators separate the parts of a tag's text.
const partSeparators = "./:"

// prefix returns the parts with which at least three quarters of the texts of the tag begin, with the mark behind them, and whether a name that is
// made of one of these texts is long.
func (a *discriminator) prefix() (prefix string, long bool) {
	counts := map[string]int{}
	for _, k := range a.kinds {
		for i := range len(k.text) {
			if i > 0 && strings.IndexByte(partSeparators, k.text[i]) >= 0 {
				counts[k.text[:i+1]]++
			}
		}
	}
	for text, n := range counts { // all texts with the first part have the others, too
		if first := strings.IndexAny(text, partSeparators); n > 1 && n*4 >= 3*len(a.kinds) && n == counts[text[:first+1]] && len(text) > len(prefix) {
			prefix = text
		}
	}
	for _, k := range a.kinds {
		long = long || prefix != "" && strings.HasPrefix(k.text, prefix) && len(spec.GoName(k.text)) > longName-8
	}
	return prefix, long
}

// isBool reports whether the value of the tag is true or false.
func (k *kind) isBool() bool { return k.literal && (k.text == "true" || k.text == "false") }

// word returns the name of a kind: its text, or for a number or a single letter the tag and the number, Op10. For true it is the tag, without a verb (Replay for isReplay),
// and for false the negation of it.
func (k *kind) word(a *discriminator) string {
	if k.isBool() && len(a.path) > 0 {
		words := wordsOf(a.name())
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

// byCount returns the kinds, the most frequent first. Kinds that are chosen by the presence of a member stay in their order.
func (a *discriminator) byCount() []*kind {
	list, counts := slices.Clone(a.kinds), a.counts()
	if a.has != nil {
		slices.SortFunc(list, func(x, y *kind) int { return slices.Index(a.has, x.text) - slices.Index(a.has, y.text) })
		return list
	}
	slices.SortStableFunc(list, func(x, y *kind) int { return counts[y] - counts[x] })
	return list
}

// counts returns the number of objects of each kind. If all kinds are one object, it is the number of values of the tag.
func (a *discriminator) counts() map[*kind]int {
	counts := map[*kind]int{}
	for _, k := range a.kinds {
		o := k.object.find()
		if counts[k] = o.count; a.shared {
			counts[k] = o.byName[a.path[0]].texts.of(k.text)
		}
	}
	return counts
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
	switch {
	case suffix == "" && union != "":
		return []string{two, full, union + "_" + full, full + "_record"}
	case suffix == "":
		return []string{two, full, full + "_record"}
	case isVague(suffix) && suffix != "element", slices.Contains([]string{"object", "payload", "data", "body"}, strings.ToLower(lastWord(suffix))):
		return []string{leaf, two, leaf + "_" + suffix, full, full + "_" + suffix}
	case strings.HasSuffix(spec.GoName(leaf), spec.GoName(suffix)): // text_delta in a delta
		return []string{leaf, leaf + "_" + suffix, full + "_" + suffix, full + "_" + suffix + "_record"}
	}
	if ends, begins := wordsOf(suffix), wordsOf(leaf); len(ends) > 1 && strings.EqualFold(ends[0], begins[0]) { // JobFailedResult, not JobFailedJobResult
		suffix = strings.Join(ends[1:], "_")
	}
	list := []string{leaf + "_" + suffix, two + "_" + suffix, full + "_" + suffix}
	if before, ok := strings.CutSuffix(union, spec.GoName(suffix)); ok && before != "" {
		list = append(list, before+"_"+leaf+"_"+suffix)
	}
	return append(list, full+"_"+suffix+"_record")
}

// beginsOrEnds reports whether the words of a name begin or end with those of another name, and are more.
func beginsOrEnds(name, other string) bool {
	words, others := wordsOf(name), wordsOf(other)
	n := len(others)
	return n > 0 && len(words) > n && (slices.EqualFunc(words[:n], others, strings.EqualFold) || slices.EqualFunc(words[len(words)-n:], others, strings.EqualFold))
}

// lastWord returns the last word of a name, "" if it has none.
func lastWord(name string) string {
	words := wordsOf(name)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// lastPart returns the end of a long text: list_tables for mcp__postgresql__list_tables. Of a path with dots it returns as many parts as do not make
// a long name: function_call_arguments.delta for response.function_call_arguments.delta.
func lastPart(text string) string {
	if len(spec.GoName(text)) <= longName-8 {
		return text
	}
	if i := strings.LastIndex(text, "__"); i >= 0 && len(text)-i-len("__") >= 3 {
		text = text[i+len("__"):]
	}
	for len(spec.GoName(text)) > longName {
		i := strings.IndexAny(text, "/.:")
		if i < 0 || len(text)-i-1 < 3 {
			break
		}
		text = text[i+1:]
	}
	if i := strings.LastIndexByte(text, '-'); i >= 0 && len(text)-i > 8 && strings.Contains(text[i:], "_") {
		text = text[i+1:]
	}
	return text
}

// isVague reports whether a member's name is too general to name a type.
func isVague(name string) bool {
	return slices.Contains([]string{"payload", "data", "body", "value", "object", "detail", "details", "info", "element", "event", "properties", "d"}, strings.ToLower(name))
}

// members names the types of the members of a record.
func (n *namer) members(o *object, tags []string) {
	context := n.types[o]
	for _, m := range o.members {
		if !slices.Contains(tags, m.name) && draft.IsField(m.name) && (o.sibling == nil || o.sibling.tag != m.name) {
			n.place(&m.place, m.name, context)
			if !m.texts.plain && len(m.jsonTypes()) == 1 {
				n.place(m.inside, m.name, context)
			}
		}
	}
}

// place names the types of the values at a place.
func (n *namer) place(p *place, name, context string) {
	if p == nil || p.deep {
		return
	}
	if o := p.object.find(); o != nil && o.discriminator != nil && o.discriminator.external {
		n.object(o, name, context)
		return
	}
	if p.isFree() {
		return
	}
	if len(p.jsonTypes()) > 1 {
		n.variants(p, name, context)
		return
	}
	if p.texts.isEnum() && !isFreeText(name) {
		n.enum(&p.texts, name, context)
	}
	n.object(p.object.find(), name, context)
	n.place(p.elem, draft.Singular(name), context)
}

func (n *namer) variants(p *place, name, context string) {
	shape := p.shape()
	if made, ok := n.shapes[shape]; ok {
		n.unions[p] = made
	} else {
		n.unions[p] = n.taken.Take(n.wishes(name, context)...)
		n.shapes[shape] = n.unions[p]
	}
	n.object(p.object.find(), strings.TrimSuffix(name, "_item")+"_object", context)
	elem := draft.Singular(name)
	if elem == name { // the union has this name
		elem += "_item"
	}
	n.place(p.elem, elem, context)
}

// shape returns a text that is equal for places of the same type.
func (p *place) shape() string {
	if p == nil {
		return ""
	}
	numbers, _ := number(&p.numbers, "")
	texts := ""
	if t := &p.texts; t.count > 0 {
		texts = fmt.Sprint(t.uuids == t.count, t.times == t.count, t.isBytes(), t.plain)
		if t.isEnum() {
			texts += fmt.Sprint(t.words())
		}
	}
	shape := fmt.Sprintf("%v %v %s %s %p [%s]", p.jsonTypes(), p.nulls > 0, texts, numbers, p.object.find(), p.elem.shape())
	if p.texts.plain {
		return shape
	}
	return shape + " " + p.inside.shape()
}

// object names the type of an object in a field.
func (n *namer) object(o *object, name, context string) {
	switch {
	case o == nil || n.types[o] != "" || o.more():
		return
	case o.isMap:
		n.types[o] = "map"
		n.pending = append(n.pending, func() {
			if !isMapName(name) || len(o.value.jsonTypes()) > 1 || o.value.texts.count == 0 { // labels have any texts
				n.place(o.value, draft.Singular(name), context)
			}
		})
		return
	case o.discriminator == nil && len(o.members) == 0:
		return
	}
	label := n.nameObject(o, name, context)
	if one := o.onlyKind(); one != nil {
		n.types[one] = n.types[o]
		n.pending = append(n.pending, func() { n.members(one, nil) })
		return
	}
	if o.discriminator == nil {
		n.pending = append(n.pending, func() { n.members(o, nil) })
		return
	}
	suffix := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(label, "tool_"), "_object"), "_item")
	switch {
	case len(o.discriminator.path) == 0 && len(o.discriminator.has) == 0:
		suffix = ""
	case o == n.message && slices.Contains([]string{"msg", "message", "event", "record", "frame", "rpc", "packet"}, strings.ToLower(lastWord(suffix))):
		suffix = "payload"
	}
	n.pending = append(n.pending, func() { n.cases(o, nil, nil, suffix) })
}

// nameObject chooses the name of the type of an object, and returns the label from which it is made.
func (n *namer) nameObject(o *object, name, context string) string {
	l := n.labels[o]
	label, shape := l.text(), o.shapeName()
	shared, noContext := n.sharedContext(l)
	if shared != "" {
		context = shared
	}
	switch wrapper := o.wrapper(); {
	case wrapper != "":
		n.types[o] = n.taken.Take(append([]string{wrapper}, n.wishes(wrapper, context)...)...)
	case label == "" && shape != "" && (len(o.members) > 1 && l.mostFrequent() == "" || shape == "position" || shape == "change" || len(o.members) == 1 && len(l.parents) > 1):
		n.types[o] = n.taken.Take(append([]string{shape}, n.wishes(shape, context)...)...)
	case label == "" && len(l.parents) == 1 && len(l.names) == len(l.parents[0].members): // all members of one record are of this type
		n.types[o] = n.taken.Take(append([]string{draft.Singular(context)}, n.wishes(context+"_item", "")...)...)
	case label == "" && len(l.parents) == 1 && len(l.names) == 2 && l.mostFrequent() == "": // HeadOrBase
		n.types[o] = n.taken.Take(n.wishes(strings.Join(l.names, "_or_"), context)...)
	case label == "" && len(l.parents) == 1 && l.mostFrequent() == "":
		n.types[o] = n.taken.Take(n.wishes(context+"_item", "")...)
	default:
		several := len(l.names) > 1 && label != ""
		switch {
		case len(l.names) == 1 && (strings.HasSuffix(name, "_object") || strings.HasSuffix(name, "_item")):
			label = name
		case label == "":
			label = n.labelOf(l, noContext)
		case o.discriminator != nil && o.discriminator.sibling && (&sibling{o.discriminator.path[0], name}).isTool() && !strings.HasPrefix(name, "tool"):
			label = "tool_" + name
		}
		if space, rest, ok := strings.Cut(label, "."); ok && len(space) <= 3 && spec.GoName(rest) != "" { // RelatesTo for m.relates_to
			label = rest
		}
		wishes := n.wishes(label, context)
		if noContext && (!isVague(label) || several || n.labelUses[spec.GoName(label)] <= 1) {
			wishes = append([]string{label, label + "_body"}, wishes...)
		}
		if several && n.labelUses[spec.GoName(label)] <= 1 { // Info, for clientInfo and serverInfo
			wishes = append([]string{label}, wishes...)
		}
		n.types[o] = n.taken.Take(wishes...)
		if made := n.types[o]; context != "" && made != context && strings.HasPrefix(made, context) {
			n.bases[made] = context
			if n.bases[context] != "" {
				n.bases[made] = n.bases[context]
			}
		}
	}
	return label
}

// labelOf returns the label of objects that stand under names without a common end: the most frequent one by far, else the most frequent one that no type has yet.
func (n *namer) labelOf(l *label, noContext bool) string {
	if name := l.mostFrequent(); name != "" {
		return name
	}
	if noContext {
		for _, name := range l.sorted() {
			if !isVague(name) && isTagName([]string{name}) <= 0 && !n.taken.IsTaken(name) {
				return name
			}
		}
	}
	return l.names[0]
}

// sharedContext returns the context of a type that several records have: the words with which the names of all of them begin and end, else the family
// of kinds to which all of them belong. If there is none, noContext is true: the type has no context, and the name of one of the records would mislead.
func (n *namer) sharedContext(l *label) (context string, noContext bool) {
	if len(l.parents) < 2 {
		return "", false
	}
	var begin, end []string
	family := ""
	for i, p := range l.parents {
		p = p.find()
		words := wordsOf(n.types[p])
		if n.types[p] == "" {
			return "", true
		}
		if i == 0 {
			begin, end, family = words, words, n.families[p]
			continue
		}
		begin, end = begin[:sameWords(begin, words, false)], end[len(end)-sameWords(end, words, true):]
		if n.families[p] != family {
			family = ""
		}
	}
	shortest := len(wordsOf(n.types[l.parents[0].find()]))
	for _, p := range l.parents {
		shortest = min(shortest, len(wordsOf(n.types[p.find()])))
	}
	if end = end[max(0, len(begin)+len(end)-shortest):]; len(begin)+len(end) > 0 {
		return strings.Join(begin, "") + strings.Join(end, ""), false
	}
	return family, family == ""
}

// sameWords returns the number of words with which both lists begin, or end.
func sameWords(a, b []string, atEnd bool) int {
	n := 0
	for n < min(len(a), len(b)) {
		x, y := a[n], b[n]
		if atEnd {
			x, y = a[len(a)-1-n], b[len(b)-1-n]
		}
		if x != y {
			break
		}
		n++
	}
	return n
}

// onlyKind returns the only kind of a union, nil if there are several.
func (o *object) onlyKind() *object {
	if o.discriminator == nil || len(o.discriminator.kinds) != 1 || o.discriminator.absent != nil || o.discriminator.other != nil {
		return nil
	}
	if one := o.discriminator.kinds[0].object.find(); one.discriminator == nil && !one.isMap && !one.more() {
		return one
	}
	return nil
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

// wishes returns the names that a type can have, the best first, by its label and the type that contains it.
func (n *namer) wishes(label, context string) []string {
	var list []string
	if label == "d" {
		label = "data"
	}
	if n.labelUses[spec.GoName(label)] <= 1 && label != "" && (!isVague(label) || label == "payload") || context == "" {
		list = append(list, label)
	}
	if base := n.bases[context]; base != "" && len(spec.GoName(base+"_"+label)) <= longName && !strings.HasSuffix(base, spec.GoName(label)) { // ToolsCallArguments, not ToolsCallParamsArguments
		list = append(list, withoutOverlap(base, label))
	}
	if context == spec.GoName(label) && label != "" {
		list = append(list, context+"_body")
	}
	words := wordsOf(context)
	if len(words) > 1 && (isVague(words[len(words)-1]) || slices.Contains([]string{"Block", "Record", "Item", "Entry"}, words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	for _, most := range []int{len(words), 2, 1} {
		if most > len(words) {
			continue
		}
		around := strings.Join(words[len(words)-most:], "")
		switch name := spec.GoName(around + "_" + label); {
		case strings.HasSuffix(strings.ToLower(around), strings.ToLower(spec.GoName(label))):
			list = append(list, around+"_body")
		case len(name) <= longName:
			list = append(list, withoutOverlap(around, label))
		}
	}
	return append(list, label, context+"_"+label, context+"_"+label+"_object")
}

// withoutOverlap joins two names. Words at the end of the first one with which the second one begins appear once: EventType for Event and event_type.
func withoutOverlap(context, label string) string {
	before, words := wordsOf(context), wordsOf(label)
	for n := min(len(before), len(words)-1); n > 0; n-- {
		if slices.EqualFunc(before[len(before)-n:], words[:n], strings.EqualFold) {
			return context + "_" + strings.Join(words[n:], "_")
		}
	}
	return context + "_" + label
}

// isFreeText reports whether a member usually has names of things or people, so that a few words are not an enum.
func isFreeText(name string) bool {
	words := wordsOf(name)
	return len(words) > 0 && slices.Contains([]string{"name", "user", "username", "login", "author", "host", "hostname", "title", "text", "message", "branch", "model", "city", "path",
		"id", "key", "query", "command", "cwd", "version", "email", "owner", "url", "description", "slug", "tags", "ref"}, strings.ToLower(words[len(words)-1]))
}

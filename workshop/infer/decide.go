package infer

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/ndwire/ndwire/workshop/draft"
)

// decide makes an object a union, a map or a record, by the values that it has kept.
func (s *Sample) decide(o *object) {
	v := s.survey(o.waiting, 2)
	if line := o.line || o.kind; !line && v.isMap() || line && len(v.names) > manyNames && areData(v.names, mostNames) {
		o.isMap, o.value = true, &place{}
		return
	}
	if o.level >= maxTags {
		return
	}
	tag, by := v.bestTag(o), v.bestSibling(o)
	if tag == nil && by == nil && o.line && o.level == 0 {
		tag = v.determiningMember()
	}
	switch {
	case by == nil && tag != nil && o.line && o.level == 0 && v.isIdle(tag):
	case tag == nil && by != nil, by != nil && len(tag.path) == 1 && (tag.path[0] == by.tag && by.isTool() || v.determines(tag, v.member(by.tag)) && v.isWhole(tag, by.member)):
		o.sibling = by
	case tag != nil:
		o.discriminator = &discriminator{path: tag.path, shared: o.line && o.level == 0 && v.isOneRecord(tag)}
	case v.isExternal(o):
		o.discriminator = &discriminator{external: true}
	default:
		if has := v.presence(o); has != nil {
			o.discriminator = &discriminator{has: has, oneEach: v.keys == v.n}
			if tag := v.equivalentTag(has, o); tag != nil {
				o.discriminator = &discriminator{path: tag.path}
			} else if tag := s.deepTag(o, has); tag != nil {
				o.discriminator = &discriminator{path: tag.path}
			}
		} else if o.line && o.level == 0 {
			if tag := s.deepTag(o, nil); tag != nil {
				o.discriminator = &discriminator{path: tag.path}
			} else if name := v.memberOfFilled(); name != "" {
				o.discriminator = &discriminator{has: []string{name}}
			}
		}
	}
	if o.discriminator != nil {
		o.discriminator.byKey = map[string]*kind{}
	}
}

// deepTag returns the best tag with a path of three names for lines without another one, nil if there is none. If members are given whose presence could choose
// the case instead, its value must determine which of them a line has.
func (s *Sample) deepTag(o *object, has []string) *feature {
	if !o.line || o.level > 0 {
		return nil
	}
	v := s.survey(o.waiting, 3)
	tag := v.bestTag(o)
	if tag == nil || len(tag.path) < 3 {
		return nil
	}
	for _, name := range has {
		if m := v.root.byName[name]; m == nil || !v.isDetermined(m, tag) {
			return nil
		}
	}
	return tag
}

// isDetermined reports whether all objects with the same value of a tag have a member, or none of them.
func (v *survey) isDetermined(m, tag *feature) bool {
	there := map[string]bool{}
	for i, text := range tag.texts {
		if is, ok := there[text]; ok && is != m.there[i] {
			return false
		}
		there[text] = m.there[i]
	}
	return true
}

// survey has the features of the kept values: their members down to the second level, or to the third in lines without a tag above it, and the
// texts that could be tags.
type survey struct {
	n        int
	features []*feature
	root     feature // has the members of the first level below it
	keys     int     // members at the first level, of all objects
	names    []string
}

// feature is a member, by its path.
type feature struct {
	path  []string
	at    int            // order of appearance
	there []bool         // per object: whether it has the member
	texts []string       // per object: the string or integer in JSON; "" if there is none
	types map[byte]int   // first bytes of values
	set   map[string]int // of texts
	long  bool           // some text cannot be a tag
	named int            // isTagName of the path

	judged, data bool // whether hasDataBelow was called, and its result

	below  []*feature // the members of the member, in the order of appearance
	byName map[string]*feature
	next   int // the probable index in below of the next member
}

func (s *Sample) survey(objects [][]byte, levels int) *survey {
	v := &survey{n: len(objects)}
	var look func(i int, object []byte, above *feature)
	look = func(i int, object []byte, above *feature) {
		from := s.split(object)
		above.next = 0
		for at := from; at < len(s.stack); at++ {
			p := s.stack[at]
			f := v.add(i, p, above)
			if above == &v.root {
				v.keys++
			}
			if f != nil && p.value[0] == '{' && len(f.path) < levels {
				look(i, p.value, f)
			}
		}
		s.stack = s.stack[:from]
	}
	for i, raw := range objects {
		look(i, raw, &v.root)
	}
	v.features = slices.DeleteFunc(v.features, func(f *feature) bool { return len(f.path) > 1 && v.root.byName[f.path[0]].hasDataBelow() })
	return v
}

// hasDataBelow reports whether the names of the members of a member are data. Then they tell nothing about the shapes of objects.
func (f *feature) hasDataBelow() bool {
	if !f.judged {
		f.judged = true
		keys, names := 0, make([]string, 0, len(f.below))
		for _, b := range f.below {
			names = append(names, b.path[len(b.path)-1])
			keys += b.count()
		}
		f.data = len(names) >= minNumbered && areData(names, usageOf(len(names), keys, f.count()))
	}
	return f.data
}

// maxFeatures bounds the time of a decision.
const maxFeatures = 400

// add counts a member of an object that is the value of above. It returns nil if there are too many features.
func (v *survey) add(i int, p pair, above *feature) *feature {
	f := above.member(p.name)
	if f == nil {
		if above == &v.root && len(v.names) < 10_000 {
			v.names = append(v.names, string(p.name))
		}
		if len(v.features) >= maxFeatures {
			return nil
		}
		f = &feature{path: append(slices.Clone(above.path), string(p.name)), at: len(v.features), there: make([]bool, v.n), texts: make([]string, v.n), types: map[byte]int{}, set: map[string]int{}}
		f.named = isTagName(f.path)
		v.features = append(v.features, f)
		above.below = append(above.below, f)
		if above.byName == nil {
			above.byName = map[string]*feature{}
		}
		above.byName[string(p.name)] = f
	}
	f.there[i] = true
	first := p.value[0]
	if isDigit(first) || first == '-' {
		first = '0'
	}
	f.types[first]++
	switch text := p.value; {
	case first == '"' && isTagText(text[1:len(text)-1], f.named) && !f.isHierarchy(text), first == '0' && isInteger(text) && f.named >= 0,
		first == 't', first == 'f', first == 'n' && f.named > 0:
		f.texts[i] = string(text)
		f.set[f.texts[i]]++
	case first != 'n' && string(text) != `""`:
		f.long = true
	}
	return f
}

// member returns the member of a name, nil if there is none yet. Members of most objects are in the same order.
func (f *feature) member(name []byte) *feature {
	if f.next < len(f.below) && f.below[f.next].path[len(f.path)] == string(name) {
		f.next++
		return f.below[f.next-1]
	}
	m := f.byName[string(name)]
	if m != nil {
		f.next = slices.Index(f.below, m) + 1
	}
	return m
}

// isTagText reports whether a text could be the value of a tag: a word, or words with slashes between them, but not an id, date or number. named
// is the result of isTagName for the member. If it is 1 or more, words with dots or several slashes are accepted, which in other members look like
// names of files, also short numbers, which are codes there (IRC's 001), and words with # or +; if it is 2, also two or three words with spaces.
func isTagText(text []byte, named int) bool {
	if named > 0 && isCode(text) {
		return true
	}
	if named > 0 && bytes.ContainsAny(text, "#+") {
		text = bytes.Map(func(r rune) rune {
			if r == '#' || r == '+' {
				return '_'
			}
			return r
		}, text)
	}
	switch {
	case named == 2 && bytes.IndexByte(text, ' ') > 0 && bytes.Count(text, []byte(" ")) <= 2:
		return !slices.ContainsFunc(bytes.Split(text, []byte(" ")), func(word []byte) bool { return !isWord(word) || looksLikeData(word) })
	case !isWord(text):
		return false
	case !looksLikeData(text) || bytes.Count(text, []byte("/")) == 1:
		return true
	}
	return named > 0 && !(bytes.IndexByte(text, '/') >= 0 && bytes.IndexByte(text, '.') >= 0) && bytes.IndexFunc(text, unicode.IsDigit) < 0
}

// isHierarchy reports whether a text is a topic of several levels, as those of MQTT, which has the names of places and things: home/attic/temperature.
func (f *feature) isHierarchy(text []byte) bool {
	return strings.EqualFold(f.path[len(f.path)-1], "topic") && bytes.Count(text, []byte("/")) > 1
}

// isCode reports whether a text is a number of few digits.
func isCode(text []byte) bool {
	return len(text) > 0 && len(text) <= 4 && !slices.ContainsFunc(text, func(c byte) bool { return !isDigit(c) })
}

// areCodes reports whether all values are texts of digits.
func (f *feature) areCodes() bool {
	for text := range f.set {
		if text[0] != '"' || !isCode([]byte(text[1:len(text)-1])) {
			return false
		}
	}
	return true
}

// tagged returns the number of objects with a value that could be a tag's.
func (f *feature) tagged() int {
	n := 0
	for _, c := range f.set {
		n += c
	}
	return n
}

// isPhrase reports whether some value has several words.
func (f *feature) isPhrase() bool {
	for text := range f.set {
		if strings.ContainsRune(text, ' ') {
			return true
		}
	}
	return false
}

// isBool reports whether the values are true and false.
func (f *feature) isBool() bool { return f.types['t']+f.types['f'] == f.count() }

// count returns the number of objects with the feature.
func (f *feature) count() int {
	n := 0
	for _, there := range f.there {
		if there {
			n++
		}
	}
	return n
}

// wordSeparators removes the characters between the words of a name.
var wordSeparators = strings.NewReplacer("_", "", "-", "", ".", "", " ", "")

// isTagName returns how likely a tag has this name: 2 if such members are nearly always tags, 1 often, 0 unknown, -1 never.
func isTagName(path []string) int {
	name := strings.ToLower(strings.Trim(path[len(path)-1], "_@$#"))
	switch wordSeparators.Replace(name) {
	case "type", "kind", "event", "eventtype", "msgtype", "messagetype", "subtype":
		return 2
	case "op", "opcode", "method", "action", "cmd", "command", "role", "t", "tag", "topic", "eventname", "object":
		return 1
	default:
		if words := wordsOf(name); len(words) > 1 && slices.Contains([]string{"type", "kind"}, words[len(words)-1]) && !slices.Contains([]string{"content", "mime", "media", "data", "file"}, words[0]) {
			return 1 // report_type
		}
		for _, end := range []string{"id", "key", "version", "path", "cwd", "time", "date", "timestamp", "host", "user", "level", "lang", "model", "branch", "slug"} {
			if strings.HasSuffix(name, end) {
				return -1
			}
		}
		return 0
	}
}

// bestTag returns the tag that splits the shapes best, nil if no tag is good enough.
func (v *survey) bestTag(o *object) *feature {
	var best *feature
	bestScore := 0.0
	for _, f := range v.features {
		if score := v.score(f, o); score > bestScore {
			best, bestScore = f, score
		}
	}
	for _, f := range v.features {
		if best != nil && v.isAbove(f, best) && (v.score(f, o) > 0 || isTagName(f.path) > 0) {
			best = f
			break
		}
	}
	if best != nil {
		return v.moreSpecific(best, o)
	}
	return nil
}

// determiningMember returns the member that determines nearly all of the shapes of lines, although members of its name are usually no tags: the _path of a log, which
// is the name of a table. It returns nil if there is none.
func (v *survey) determiningMember() *feature {
	var best *feature
	bestGain := 0.0
	for _, f := range v.features {
		if len(f.path) > 1 || !draft.IsField(f.path[0]) || f.long || f.types['"'] < v.n || f.tagged() < v.n || len(f.set) < 2 || v.n < 10*len(f.set) {
			continue
		}
		if gain, all := v.gain(f, v.features); all >= 3 && gain >= 0.9*all && gain > bestGain {
			best, bestGain = f, gain
		}
	}
	return best
}

// isAbove reports whether the tag f must be looked up before other: objects that have other all have one value of f, and objects without it have
// other values. So the opcode of a line comes before the name of the event, which only one opcode has.
func (v *survey) isAbove(f, other *feature) bool {
	if f == other || len(f.path) > 1 || len(other.path) > 1 || f.tagged() < v.n || !draft.IsField(f.path[0]) || len(f.set) > maxValues {
		return false
	}
	value, rest := "", map[string]bool{}
	for i, text := range f.texts {
		switch {
		case other.texts[i] == "" || other.texts[i] == "null":
			rest[text] = true
		case value != "" && value != text:
			return false
		default:
			value = text
		}
	}
	return value != "" && len(rest) > 1 && !rest[value]
}

// moreSpecific returns a tag that chooses by itself what the tag f chooses only in part: all objects have it, it determines f, and it says more about
// the shapes. It returns f if there is none. So the name of an event is the tag, and the type of the event is a field.
func (v *survey) moreSpecific(f *feature, o *object) *feature {
	best := f
	gain, _ := v.gain(f, v.features)
	for _, g := range v.features {
		if len(f.path) > 1 || len(f.set) < 2 || len(g.path) > 1 || isTagName(g.path) < 1 || g.tagged() < v.n || len(g.set) <= len(f.set) || !v.determines(g, f) || v.score(g, o) == 0 {
			continue
		}
		if more, _ := v.gain(g, v.features); more > 1.2*gain {
			best, gain = g, more
		}
	}
	return best
}

// determines reports whether all objects with the same value of g have the same value of f.
func (v *survey) determines(g, f *feature) bool {
	values := map[string]string{}
	for i, text := range g.texts {
		if value, ok := values[text]; ok && value != f.texts[i] {
			return false
		}
		values[text] = f.texts[i]
	}
	return true
}

// equivalentTag returns a tag for a choice by the presence of a member: exactly those objects have the tag that have one of the members; nil if there is none.
// The role of messages is a better tag than the presence of their content.
func (v *survey) equivalentTag(has []string, o *object) *feature {
	if !o.line || o.level > 0 {
		return nil
	}
	for _, f := range v.features {
		if len(f.path) > 1 || isTagName(f.path) < 1 || !draft.IsField(f.path[0]) || f.long || f.types['"'] < f.count() || f.tagged() < f.count() || len(f.set) < 2 || len(f.set) > 8 || f.tagged()*2 < v.n {
			continue
		}
		for _, m := range v.features {
			if len(m.path) == 1 && slices.Contains(has, m.path[0]) && slices.Equal(m.there, f.there) {
				return f
			}
		}
	}
	return nil
}

// areFields reports whether the members of a path can be declared.
func areFields(path []string) bool {
	return !slices.ContainsFunc(path, func(name string) bool { return !draft.IsField(name) })
}

// score returns how well a tag splits the shapes, 0 if it should not be a tag.
func (v *survey) score(f *feature, o *object) float64 {
	named, kinds, tagged := isTagName(f.path), len(f.set), f.tagged()
	if !v.canBeTag(f, o) {
		return 0
	}
	if kinds == 1 && tagged == v.n { // later lines may have other values
		if named == 2 && len(f.path) == 1 && o.level == 0 {
			return 2
		}
		return 0
	}
	if named == 1 && tagged*2 < 3*kinds || (named < 1 || f.isPhrase()) && tagged < 3*kinds || named < 1 && kinds < 2 {
		return 0
	}
	gain, all := v.gain(f, v.features)
	ratio := 0.0
	if all > 0 {
		ratio = gain / all
	}
	if !v.splitsEnough(f, o, ratio, all) {
		return 0
	}
	if strings.Contains(strings.ToLower(f.path[len(f.path)-1]), "sub") && o.level == 0 {
		named = 1 // a subtype is chosen after the type
	}
	return ratio + float64(named) - 0.15*float64(len(f.path)-1) - 0.002*float64(kinds) - 0.001*float64(f.at)
}

// isBareNumber reports whether a tag has numbers, in a member whose name is not one of a tag.
func (f *feature) isBareNumber() bool { return isTagName(f.path) == 0 && f.types['0'] > 0 }

// canBeTag reports whether the path of a tag, and how many objects have which values, allow that it is one.
func (v *survey) canBeTag(f *feature, o *object) bool {
	named, kinds, n, tagged := isTagName(f.path), len(f.set), f.count(), f.tagged()
	switch last := f.path[len(f.path)-1]; {
	case named == 0 && last != "name" && isFreeText(last):
		return false // the name of a thing, which others do not have
	case f.isBareNumber() && (!o.line && o.level == 0 || f.types['0'] < n || n < v.n || kinds < 3 || tagged < 10*kinds):
		return false
	case named < 0 || named == 1 && f.areCodes() || f.long || !areFields(f.path) || kinds == 0 || kinds > maxValues:
		return false
	case tagged*2 < v.n && !v.isSubtype(f, o):
		return false
	case len(f.path) > 1 && (n < v.n || !o.line): // a tag with a path must be on every line
		return false
	case kinds == 1 && o.level > 0 && tagged < v.n:
		gain, all := v.gain(f, v.features)
		return all >= 1 && gain >= 0.8*all // otherwise the member is optional
	}
	return true
}

// splitsEnough reports whether a tag determines enough of the other members. all is what there is to determine, and ratio how much of it the tag
// determines, from 0 to 1: see gain.
func (v *survey) splitsEnough(f *feature, o *object, ratio, all float64) bool {
	named, kinds, tagged := isTagName(f.path), len(f.set), f.tagged()
	bare := f.isBareNumber()
	divides := ratio >= 0.6 && v.divides(f)
	switch {
	case bare && (all < 1.5 || ratio < 0.6) && !v.allOwn(f):
		return false
	case f.types['0'] == f.count() && !o.line && ratio < 0.2: // a number that determines few of the other members
		return false
	case f.isBool() && (all < 1.5 || ratio < 0.8 && !divides || tagged < v.n):
		return false
	case named == 2 && len(f.path) == 1:
		if all < 0.3 && !o.line || ratio < 0.1 && !(o.line && o.level == 0) {
			return false // the tag splits nothing
		}
	case all < 0.5 || ratio < [...]float64{0.5, 0.25, 0.2}[named] && !bare:
		return false
	case named == 0 && !(o.line && o.level == 0) && (kinds > 8 || all < 1.5 || ratio < 0.8 && !divides) && !v.determinesAll(f) && !(f.path[0] == "name" && o.level > 0):
		return false // within a line, optional members are easier to read than kinds, except for the names of tools
	}
	return named == 2 || tagged == v.n || v.splits(f)
}

// determinesAll reports whether a tag of few values determines which of at least two members an object has, and nearly all of them: the state of a task,
// of which only a finished one has a result.
func (v *survey) determinesAll(tag *feature) bool {
	if len(tag.path) > 1 || len(tag.set) > 8 || tag.tagged() < v.n || tag.types['"'] < v.n {
		return false
	}
	var list []*feature
	optional := 0
	for _, f := range v.features {
		if len(f.path) == 1 {
			list = append(list, f)
			if f.count() < v.n {
				optional++
			}
		}
	}
	gain, all := v.gain(tag, list)
	return optional > 2 && all >= 1.5 && gain >= 0.9*all
}

// isSubtype reports whether a member that a minority of the objects of a kind have splits these: the other objects are the usual ones of that kind.
func (v *survey) isSubtype(f *feature, o *object) bool {
	return o.level > 0 && len(f.path) == 1 && isTagName(f.path) == 2 && len(f.set) > 1 && f.tagged() >= 3*len(f.set) && v.splits(f)
}

// isIdle reports whether a tag gives nearly no information about the shapes, although a member of an object that all objects have determines most of
// the shape of that object. The objects are then one record, and the tag is a field.
func (v *survey) isIdle(tag *feature) bool {
	if gain, all := v.gain(tag, v.features); len(tag.path) > 1 || len(tag.set) < 2 || gain > 0.1*all {
		return false
	}
	return slices.ContainsFunc(v.features, func(f *feature) bool {
		if len(f.path) != 2 || f.long || isTagName(f.path) < 0 || len(f.set) < 2 || f.tagged() < v.n || f.tagged() < 3*len(f.set) {
			return false
		}
		// The features are given as those of the nested object.
		inner := &feature{path: f.path[1:], texts: f.texts}
		gain, all := v.gain(inner, v.below(&feature{path: f.path[:1]}))
		return all >= 0.5 && gain >= 0.6*all
	})
}

// allOwn reports whether each value of a tag, but for one at most, has a member that all of its objects have and no others.
func (v *survey) allOwn(tag *feature) bool { return len(v.own(tag)) >= len(tag.set)-1 }

// divides reports whether all values of a tag have such members, four or more together: the objects with true and those with false are records that have
// little in common.
func (v *survey) divides(tag *feature) bool {
	members, own := 0, v.own(tag)
	for _, n := range own {
		members += n
	}
	return len(own) == len(tag.set) && members >= 4
}

// own returns, for the values of a tag, the number of members that all objects with the value have and no others.
func (v *survey) own(tag *feature) map[string]int {
	owners := map[string]int{}
	for _, f := range v.features {
		owner, n := "", 0
		for i, there := range f.there {
			if there && (n == 0 || tag.texts[i] == owner) {
				owner = tag.texts[i]
				n++
			}
		}
		if len(f.path) == 1 && n == f.count() && n == tag.set[owner] {
			owners[owner]++
		}
	}
	return owners
}

// splits reports whether the values of a tag split the shapes, and not only its presence.
func (v *survey) splits(f *feature) bool {
	tagged := &survey{features: make([]*feature, 0, len(v.features))}
	for _, f := range v.features {
		tagged.features = append(tagged.features, &feature{path: f.path})
	}
	at := slices.Index(v.features, f)
	for i, text := range f.texts {
		if text == "" {
			continue
		}
		tagged.n++
		for k, f := range v.features {
			tagged.features[k].there = append(tagged.features[k].there, f.there[i])
		}
		tagged.features[at].texts = append(tagged.features[at].texts, text)
	}
	gain, all := tagged.gain(tagged.features[at], tagged.features)
	return gain >= 0.2*all && gain >= 0.3
}

// gain returns the information gain in bits: how much the value of a tag says about the presence of some members, and their entropy (all). The gain
// that a few objects give by chance is subtracted.
func (v *survey) gain(tag *feature, members []*feature) (gain, all float64) {
	groups := map[string]int{}
	for _, text := range tag.texts {
		groups[text]++
	}
	chance := float64(len(groups)-1) / (2 * float64(v.n) * math.Ln2)
	above := len(tag.path) - 1 // the number of members that lead to the tag; the members beside it do not count
	for _, f := range members {
		if f == tag || above > 0 && len(f.path) > above && slices.Equal(f.path[:above], tag.path[:above]) {
			continue
		}
		with := map[string]int{}
		n := 0
		for i, there := range f.there {
			if there {
				with[tag.texts[i]]++
				n++
			}
		}
		if n == v.n || n == 1 && v.n >= 20 { // a member of one object is data, or an exception
			continue
		}
		h := entropy(n, v.n)
		rest := 0.0
		for text, size := range groups {
			rest += float64(size) / float64(v.n) * entropy(with[text], size)
		}
		weight := 1.0
		if len(f.path) > 1 {
			weight = 0.3
		}
		all += weight * h
		gain += weight * max(0, h-rest-chance)
	}
	return gain, all
}

// entropy returns the entropy in bits of a member that is in n of all objects.
func entropy(n, all int) float64 {
	p := float64(n) / float64(all)
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log2(p) - (1-p)*math.Log2(1-p)
}

// presence returns members of which each object has exactly one, if they split the shapes: those of JSON-RPC, or wrappers around the values of the
// kinds.
func (v *survey) presence(o *object) []string {
	if o.level > 0 && !o.line && v.n < 4 {
		return nil
	}
	var list []*feature
	oneEach := v.keys == v.n // each object has one member
	for _, f := range v.features {
		if !draft.IsField(f.path[0]) {
			oneEach = false
		} else if len(f.path) == 1 && (oneEach || f.count() < v.n) {
			list = append(list, f)
		}
	}
	if oneEach {
		if !o.line || len(list) < 2 || len(list) > maxValues {
			return nil
		}
		return names(list)
	}
	if len(list) < 2 || !o.line && v.n < 8 {
		return nil
	}
	// Candidates are sets of two or three members of which each object has exactly one. The set wins with which most other members are correlated.
	slices.SortStableFunc(list, func(a, b *feature) int { return cmp.Compare(b.count(), a.count()) })
	var best []*feature
	bestScore := 0.0
	consider := func(chosen []*feature) bool {
		if len(chosen) < 2 || !v.covers(chosen) {
			return false
		}
		if score := v.presenceScore(chosen); score > bestScore {
			best, bestScore = slices.Clone(chosen), score
		}
		return true
	}
	consider(v.wrappers(list))
	list = list[:min(len(list), 12)]
	var try func(chosen []*feature, from int)
	try = func(chosen []*feature, from int) {
		if consider(chosen) {
			return
		}
		if len(chosen) == 3 {
			return
		}
		for i := from; i < len(list); i++ {
			try(append(chosen, list[i]), i+1)
		}
	}
	try(nil, 0)
	if !o.line && !areBodies(best) || o.level > 0 && v.isMostlyCommon() {
		return nil // optional members are easier to read than kinds
	}
	for i, f := range best {
		best[i] = v.tagBeside(f)
	}
	return names(best)
}

// tagBeside returns a tag that exactly those objects have that have the member f: the method of a request is the better choice than its params, since it is
// the tag of the requests. It returns f if there is none.
func (v *survey) tagBeside(f *feature) *feature {
	for _, g := range v.features {
		if len(g.path) == 1 && isTagName(g.path) > 0 && draft.IsField(g.path[0]) && !g.long && len(g.set) > 1 && g.types['"'] == g.count() && slices.Equal(g.there, f.there) {
			return g
		}
	}
	return f
}

// isMostlyCommon reports whether at least two thirds of the members are in all objects.
func (v *survey) isMostlyCommon() bool {
	common, all := 0, 0
	for _, f := range v.features {
		if len(f.path) == 1 {
			if all++; f.count() == v.n {
				common++
			}
		}
	}
	return common*3 >= all*2
}

// memberOfFilled returns a member that all objects have apart from the empty ones, {}, which some streams write to show that they are alive. An object or a
// list is the best such member. It returns "" if there is none, or no empty object.
func (v *survey) memberOfFilled() string {
	filled := 0
	for i := range v.n {
		if slices.ContainsFunc(v.features, func(f *feature) bool { return f.there[i] }) {
			filled++
		}
	}
	name := ""
	for _, f := range v.features {
		if len(f.path) == 1 && draft.IsField(f.path[0]) && filled < v.n && f.count() == filled {
			switch body := f.types['{']+f.types['['] == filled; {
			case body:
				return f.path[0]
			case name == "":
				name = f.path[0]
			}
		}
	}
	return name
}

// areBodies reports whether several members are objects, and the others, if there are any, are lists or texts: the contents of kinds.
func areBodies(list []*feature) bool {
	objects := 0
	for _, f := range list {
		switch {
		case f.isObject():
			objects++
		case f.count() < 2 || f.types['"']+f.types['['] < f.count():
			return false
		}
	}
	return objects > 1
}

// wrappers returns members that are objects and never appear in the same object: names of kinds around their values.
func (v *survey) wrappers(list []*feature) []*feature {
	var chosen []*feature
	for _, f := range list {
		if f.isObject() && len(chosen) < maxValues && !slices.ContainsFunc(chosen, func(o *feature) bool { return o.meets(f) }) {
			chosen = append(chosen, f)
		}
	}
	return chosen
}

// meets reports whether an object has both members.
func (f *feature) meets(o *feature) bool {
	for i, there := range f.there {
		if there && o.there[i] {
			return true
		}
	}
	return false
}

func names(list []*feature) []string {
	slices.SortFunc(list, func(a, b *feature) int { return a.at - b.at })
	var names []string
	for _, f := range list {
		names = append(names, f.path[0])
	}
	return names
}

// covers reports whether each object has exactly one of the members.
func (v *survey) covers(list []*feature) bool {
	for i := range v.n {
		n := 0
		for _, f := range list {
			if f.there[i] {
				n++
			}
		}
		if n != 1 {
			return false
		}
	}
	return true
}

func (v *survey) presenceScore(list []*feature) float64 {
	tag := &feature{path: []string{""}, texts: make([]string, v.n)}
	for i := range v.n {
		for _, f := range list {
			if f.there[i] {
				tag.texts[i] = f.path[0]
			}
		}
	}
	gain, all := v.gain(tag, v.features)
	if all == 0 {
		return 0
	}
	score := gain / all
	for _, f := range list {
		if isTagName(f.path) < 0 { // an id does not determine the kind of its object
			score -= 0.01
		} else if f.types['{']+f.types['['] > 0 { // the content of an object or array does
			score += 0.001
		}
	}
	return score
}

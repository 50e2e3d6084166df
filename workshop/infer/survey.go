package infer

import (
	"slices"
	"strings"
)

// survey has the features of the kept values: their members down to the second level, or to the third in lines without a tag above it, and the
// texts that could be tags.
type survey struct {
	n        int
	features []*feature
	encoded  []*feature // for members whose values are texts: in which objects the text is JSON
	root     feature    // has the members of the first level below it
	keys     int        // members at the first level, of all objects
	names    []string
}

// feature is a member, by its path.
type feature struct {
	path  []string
	at    int            // order of appearance
	there []bool         // per object: whether it has the member
	inner []bool         // per object: whether the value is an object
	nulls []bool         // per object: whether the value is null
	texts []string       // per object: the string or integer in JSON; "" if there is none
	types map[byte]int   // first bytes of values
	json  *feature       // in survey.encoded; nil if no text is JSON
	set   map[string]int // of texts
	long  bool           // some text cannot be a tag
	files bool           // some text has the form of a file's name, but see keepNamespace
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
	for _, f := range v.features {
		f.keepNamespace()
	}
	v.features = slices.DeleteFunc(v.features, func(f *feature) bool { return f.isNested() && v.member(f.path[0]).hasDataBelow() })
	return v
}

// hasDataBelow reports whether the names of the members of a member are data. Then they tell nothing about the shapes of objects.
func (f *feature) hasDataBelow() bool {
	if !f.judged {
		f.judged = true
		keys, names := 0, make([]string, 0, len(f.below))
		for _, b := range f.below {
			names = append(names, b.name())
			keys += b.count()
		}
		f.data = len(names) >= minNumbered && areData(names, usageOf(len(names), keys, f.count()))
	}
	return f.data
}

// shapes returns the features that make up the shapes of objects which a tag can determine. Which texts are JSON is one of them only for a tag with the
// name of one: without it, these are free texts, some of which happen to be JSON.
func (v *survey) shapes(tag *feature) []*feature {
	if tag.named < 1 {
		return v.features
	}
	return slices.Concat(v.features, v.encoded)
}

// nameTag takes a member whose name is the text of the tag around the objects for a tag: a line of the type ask has in ask what it asks for.
func (v *survey) nameTag(text string) {
	if f := v.member(text); f != nil && f.named == 0 {
		f.named = 1
	}
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
		f = &feature{path: append(slices.Clone(above.path), string(p.name)), at: len(v.features), there: make([]bool, v.n), inner: make([]bool, v.n), nulls: make([]bool, v.n), texts: make([]string, v.n), types: map[byte]int{}, set: map[string]int{}}
		f.named = isTagName(f.path)
		v.features = append(v.features, f)
		above.below = append(above.below, f)
		if above.byName == nil {
			above.byName = map[string]*feature{}
		}
		above.byName[string(p.name)] = f
	}
	first := p.value[0]
	f.there[i], f.inner[i], f.nulls[i] = true, first == '{', first == 'n'
	if first == '"' && jsonInside(p.value[1:len(p.value)-1]) != nil {
		if f.json == nil {
			f.json = &feature{path: f.path, there: make([]bool, v.n)}
			v.encoded = append(v.encoded, f.json)
		}
		f.json.there[i] = true
	}
	if isDigit(first) || first == '-' {
		first = '0'
	}
	f.types[first]++
	switch text := p.value; {
	case first == '"' && isTagText(text[1:len(text)-1], f.named) && !f.isHierarchy(text), first == '0' && isInteger(text) && f.named >= 0,
		first == 't', first == 'f', first == 'n' && f.named > 0:
		f.texts[i] = string(text)
		f.set[f.texts[i]]++
	case first == '"' && f.named == 0 && namespace(string(text)) != "":
		f.texts[i], f.files = string(text), true
		f.set[f.texts[i]]++
	case first != 'n' && string(text) != `""`:
		f.long = true
	}
	return f
}

// namespace returns what stands before the first dot of a text in quotes that is a word with dots and without
// digits, such as robot.arm; "" for another text.
func namespace(text string) string {
	space, _, ok := strings.Cut(text, ".")
	if !ok || strings.ContainsAny(text, "0123456789/") || !isWord([]byte(text[1:len(text)-1])) {
		return ""
	}
	return space
}

// keepNamespace decides whether texts that have the form of files' names can be tags: several names of one
// namespace, as robot.arm and robot.leg, are no names of files.
func (f *feature) keepNamespace() {
	if !f.files {
		return
	}
	spaces := map[string]bool{}
	for text := range f.set {
		spaces[namespace(text)] = true
	}
	if len(spaces) == 1 && len(f.set) > 1 && !f.long {
		return
	}
	f.long = true
	for i, text := range f.texts {
		if text != "" && text[0] == '"' && !isTagText([]byte(text[1:len(text)-1]), f.named) {
			f.texts[i] = ""
			delete(f.set, text)
		}
	}
}

// member returns the member of a name, nil if there is none yet. Members of most objects are in the same order.
func (f *feature) member(name []byte) *feature {
	if f.next < len(f.below) && f.below[f.next].name() == string(name) {
		f.next++
		return f.below[f.next-1]
	}
	m := f.byName[string(name)]
	if m != nil {
		f.next = slices.Index(f.below, m) + 1
	}
	return m
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

// areRoles reports whether all values are those of the speakers in a conversation with a model, which need not come again to be a tag.
func (f *feature) areRoles() bool {
	for text := range f.set {
		if !slices.Contains([]string{"system", "developer", "user", "assistant", "tool", "function", "model"}, strings.ToLower(strings.Trim(text, `"`))) {
			return false
		}
	}
	return len(f.set) > 1
}

// isBool reports whether the values are true and false.
func (f *feature) isBool() bool { return f.types['t']+f.types['f'] == f.count() }

// areCodes reports whether all values are texts of digits.
func (f *feature) areCodes() bool {
	for text := range f.set {
		if text[0] != '"' || !isCode([]byte(text[1:len(text)-1])) {
			return false
		}
	}
	return true
}

// isBareNumber reports whether a tag has numbers, in a member whose name is not one of a tag.
func (f *feature) isBareNumber() bool { return f.named == 0 && f.types['0'] > 0 }

// isObject reports whether all values of a member are objects or null.
func (f *feature) isObject() bool {
	return f.types['{'] > 1 && f.types['{']+f.types['n'] == f.count()
}

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

// members returns the features at the first level: the members of the objects themselves.
func (v *survey) members() []*feature { return v.root.below }

// member returns the feature of a member of the objects, nil if there is none.
func (v *survey) member(name string) *feature { return v.root.byName[name] }

// name returns the name of the member.
func (f *feature) name() string { return f.path[len(f.path)-1] }

// isNested reports whether the member is one of an object within the objects.
func (f *feature) isNested() bool { return len(f.path) > 1 }

package predict

// Tags predicts the tags of objects that write them behind their other members. Without a prediction, the cursor walks to a tag that may
// stand behind kilobytes, and the record that the tag chooses reads the same bytes again. But what stands before the tag often says what the
// object is: one with a "message" that begins {"role":"user" is a user's.
type Tags struct {
	prefixes []Prefix // by union
	entries  [entries]entry
	learned  bool // some entry is not zero
}

// Choice is what a tag chooses.
type Choice struct {
	Record int // the number of a record; 0 if none is decoded, because a view skips the object
	Field  int // the number of the tag among the record's members
}

// entry is the tag that objects of a union had in a context.
type entry struct {
	confidence

	context Context
	union   int
	tag     [MaxTag]byte
	tagLen  int
	choice  Choice
}

const (
	// MaxTag is the length in bytes of the longest tag that is predicted.
	MaxTag = 32

	entryBits = 5
	entries   = 1 << entryBits
)

// Prefix returns what is known of how the objects of the union with this number begin.
func (t *Tags) Prefix(union int) *Prefix {
	for len(t.prefixes) <= union {
		t.prefixes = append(t.prefixes, Prefix{})
	}
	return &t.prefixes[union]
}

// find returns the number of the entry for a context, which has two candidates. ok reports whether the entry is for that context already;
// otherwise it is the weaker candidate.
func (t *Tags) find(context Context, union int) (n int, ok bool) {
	n = int(context.hash(union) >> (64 - entryBits))
	a, b := &t.entries[n], &t.entries[n^1]
	switch {
	case a.context == context && a.union == union:
		return n, true
	case b.context == context && b.union == union:
		return n ^ 1, true
	case b.strength() < a.strength():
		return n ^ 1, false
	}
	return n, false
}

// Predict returns the tag that an object of the union with this context probably has, and the number of the prediction. The tag is nil if
// there is no reliable prediction.
func (t *Tags) Predict(context Context, union int) (tag []byte, number int) {
	n, ok := t.find(context, union)
	if e := &t.entries[n]; ok && e.isReliable() {
		return e.tag[:e.tagLen], n
	}
	return nil, 0
}

// Tag returns the tag of a prediction.
func (t *Tags) Tag(number int) []byte { e := &t.entries[number]; return e.tag[:e.tagLen] }

// Choice returns what the tag of a prediction is expected to choose.
func (t *Tags) Choice(number int) Choice { return t.entries[number].choice }

// Learn records that an object of the union with this context had a tag of at most MaxTag bytes, and what the tag chose. used has a bit for
// each prediction that the current line used: these entries do not change.
func (t *Tags) Learn(context Context, union int, tag []byte, choice Choice, used uint32) {
	n, ok := t.find(context, union)
	e := &t.entries[n]
	switch {
	case !LateTags || used>>n&1 != 0:
	case ok && e.choice == choice && string(e.tag[:e.tagLen]) == string(tag):
		e.score++
	case ok:
		e.choice, e.score = choice, min(e.score, 0)
		e.tagLen = copy(e.tag[:], tag)
	case e.weaken():
		t.learned = true
		*e = entry{context: context, union: union, choice: choice, confidence: confidence{score: 1}}
		e.tagLen = copy(e.tag[:], tag)
	}
}

// Refute records that one of the predictions that the current line used was wrong. used has a bit for each of them, and all of them lose
// confidence.
func (t *Tags) Refute(used uint32) {
	for n := range t.entries {
		if used>>n&1 != 0 {
			t.entries[n].refute()
		}
	}
}

func (t *Tags) forget() {
	for k := range t.prefixes {
		t.prefixes[k].forget()
	}
	if t.learned {
		t.entries, t.learned = [entries]entry{}, false
	}
}

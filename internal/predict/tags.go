package predict

// Tags predicts the tags of objects that keep them behind their other members. A tag that stands behind kilobytes would be walked to
// first, and passed again by the record that it chooses. But what stands before it often says what the object is: one with a "message"
// that begins {"role":"user" is a user's.
type Tags struct {
	prefixes []Prefix // by union
	entries  [entries]entry
	learned  bool // there are entries
}

// Choice is what a tag has chosen.
type Choice struct {
	Record int // a record's number; 0 if none is decoded, because a view jumps over the object
	Field  int // the number of the tag among its members
}

// entry is the tag that the objects of a union had with one context.
type entry struct {
	confidence

	context Context
	union   int
	tag     [MaxTag]byte
	tagLen  int
	choice  Choice
}

const (
	// MaxTag is how long a tag is at most that is predicted.
	MaxTag = 32

	entryBits = 5
	entries   = 1 << entryBits
)

// Prefix is how the objects of a union with this number began the last time.
func (t *Tags) Prefix(union int) *Prefix {
	for len(t.prefixes) <= union {
		t.prefixes = append(t.prefixes, Prefix{})
	}
	return &t.prefixes[union]
}

// find is the entry of a context, which is one of two. ok says that it is for that context.
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

// Predict is the tag that an object of the union with this context probably has, and the number of the prediction; nil if that is not
// known.
func (t *Tags) Predict(context Context, union int) (tag []byte, number int) {
	n, ok := t.find(context, union)
	if e := &t.entries[n]; ok && e.isReliable() {
		return e.tag[:e.tagLen], n
	}
	return nil, 0
}

// Tag is the one that a prediction has.
func (t *Tags) Tag(number int) []byte { e := &t.entries[number]; return e.tag[:e.tagLen] }

// Choice is what the tag of a prediction is expected to choose.
func (t *Tags) Choice(number int) Choice { return t.entries[number].choice }

// Learn takes note that an object of the union with this context had a tag of at most MaxTag bytes, and what that has chosen. used has a
// bit for each prediction by which the line in hand goes: these stay as they are.
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

// Refute takes note that one of the predictions was wrong by which the line in hand went: used has a bit for each.
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

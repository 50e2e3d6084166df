package decoder

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/predict"
	"github.com/ndwire/ndwire/internal/scan"
)

// This file counts lines, kinds and drift. Names in the counts come from the input: the tables are bounded, and own their names.

// Stats counts what a Reader has delivered and skipped so far. The counting is always on. A skipped line counts in Kinds, but is not
// decoded: its drift is not counted.
type Stats struct {
	Lines    int64 // all lines, including blank and bad ones
	Bytes    int64 // of these lines, with their line ends
	Blank    int64 // lines of white space
	Skipped  int64 // by Only or Except, and by a view
	Bad      int64 // lines that gave an *Error; the rest of a file that was not read (see Error.EndsFile) counts as one
	Unknown  int64 // of a kind that is not in the spec
	Replaced int64 // lone surrogates and invalid bytes of UTF-8 in strings, for which the decoded text has U+FFFD

	Reasons map[Reason]int64 // Bad by reason
	Kinds   map[Kind]Count   // lines by kind, skipped ones included
	Drift   []Drift          // the differences between the lines and the spec, the most frequent first

	Predictions Predictions

	// Hint says that most lines look like those of another package, and names the package; "" if they do not. It has no text from the
	// lines.
	Hint string
}

// Count is how many lines there were, and their bytes without the line ends.
type Count struct{ Lines, Bytes int64 }

// Predictions says how often the Reader has predicted correctly what comes next on a line. Predictions change the speed and nothing else.
// With Workers, and in a loop over Batches, lines count that have been decoded in advance. A line that is decoded twice counts twice.
type Predictions struct {
	// Order counts the members that stand where the order of the spec predicts them. A miss is another member in that place: decoding
	// continues with Keys. Many misses say that the orders of the spec are out of date (ndwire-gen tune writes new ones), or that there is
	// white space between the members, where no order is right, and Keys predicts as well. Not counted here are the first members of a
	// record, and the members of records for which the spec has no order.
	Order Accuracy
	// Keys counts predicted keys: those of members that stand elsewhere than in the order of the spec, and of all members of records for which
	// the spec has no order. The prediction is the key that came after the same member the last time.
	Keys Accuracy
	// Tags counts the predictions of tags that stand after other members. After a miss, the line is decoded twice.
	Tags Accuracy
}

// Accuracy counts right and wrong predictions.
type Accuracy struct{ Hits, Misses int64 }

func predictionsOf(c predict.Counts) Predictions {
	return Predictions{Order: Accuracy{c.OrderHits, c.OrderMisses}, Keys: Accuracy{c.KeyHits, c.KeyMisses}, Tags: Accuracy{c.TagHits, c.TagMisses}}
}

func (a *Accuracy) add(o Accuracy) {
	a.Hits += o.Hits
	a.Misses += o.Misses
}

// Drift is one difference between the lines and the spec.
type Drift struct {
	What  DriftKind
	Path  string // as jq writes it, [] for any element: .message.content[].caller; with the declared name of a member that the line has under an alias
	Value string // the unknown kind or enum value, or the JSON type that was found
	Count int64
	First Pos
}

// DriftKind says in which way a line differs from the spec.
type DriftKind uint8

// The following numbers are those of package scan.

// The kinds of drift.
const (
	UnknownKind  DriftKind = iota + 1 // a union case, at any level
	UnknownField                      // a member of a record
	UnknownEnum                       // a value of an enum
	WrongType                         // a value of another JSON type
)

var driftNames = [...]string{"drift", "unknown kind", "unknown field", "unknown value", "wrong type"}

// String returns a name of d, for people to read.
func (d DriftKind) String() string {
	if int(d) < len(driftNames) {
		return driftNames[d]
	}
	return driftNames[0]
}

// The tables are bounded, so that no input can fill the memory.
const (
	maxNames = 1000 // names of each sort; all further ones are counted together, as others
	maxKnown = 9000 // further kinds, if the spec has them: it has one for each text where a record takes all other values of a tag
	maxName  = 1000 // bytes of a name; longer ones are counted as others
	others   = "others"
)

// Add adds the counts of another Reader. A drift that s has keeps its First, and a Hint that s has stays.
func (s *Stats) Add(o Stats) {
	s.Lines += o.Lines
	s.Bytes += o.Bytes
	s.Blank += o.Blank
	s.Skipped += o.Skipped
	s.Bad += o.Bad
	s.Unknown += o.Unknown
	s.Replaced += o.Replaced
	s.Predictions.Order.add(o.Predictions.Order)
	s.Predictions.Keys.add(o.Predictions.Keys)
	s.Predictions.Tags.add(o.Predictions.Tags)
	s.Hint = cmp.Or(s.Hint, o.Hint)

	if s.Reasons == nil && o.Reasons != nil {
		s.Reasons = map[Reason]int64{}
	}
	for r, n := range o.Reasons {
		s.Reasons[r] += n
	}
	if s.Kinds == nil && o.Kinds != nil {
		s.Kinds = map[Kind]Count{}
	}
	// If there are too many names, those of the most lines have a count of their own.
	for _, k := range slices.SortedFunc(maps.Keys(o.Kinds), func(a, b Kind) int {
		return cmp.Or(cmp.Compare(o.Kinds[b].Lines, o.Kinds[a].Lines), cmp.Compare(a, b))
	}) {
		n := o.Kinds[k]
		if _, ok := s.Kinds[k]; !ok && len(s.Kinds) >= maxNames {
			k = others
		}
		sum := s.Kinds[k]
		s.Kinds[k] = Count{sum.Lines + n.Lines, sum.Bytes + n.Bytes}
	}
	var t driftTable
	for _, all := range [][]Drift{s.Drift, o.Drift} {
		for k := range all {
			d := &all[k]
			t.find(driftKey{d.What, d.Path, d.Value}, &d.First).Count += d.Count
		}
	}
	s.Drift = t.sorted()
}

// driftTable counts each kind of drift of a Reader.
type driftTable struct {
	index  map[driftKey]*Drift
	names  [len(driftNames)]int // how many of each kind are in index
	recent [32]recentDrift      // the latest drifts and their counters: lines of a newer protocol version have the same ones again and again
}

// recentDrift is a drift of a line, and its counter.
type recentDrift struct {
	of *scan.Drift
	*Drift
}

type driftKey struct {
	what        DriftKind
	path, value string
}

// add counts a drift of a line. The cursor mostly gives the same pointer for the same drift.
func (t *driftTable) add(d *scan.Drift, pos *Pos) {
	n := len(d.Path) + len(d.Value)
	if len(d.Path) > 0 {
		n += 5 * int(d.Path[len(d.Path)-1])
	}
	recent := &t.recent[n%len(t.recent)]
	if recent.of != d {
		*recent = recentDrift{d, t.find(driftKey{DriftKind(d.What), d.Path, d.Value}, pos)}
	}
	recent.Count++
}

// find returns the counter for key, creating it if needed; pos is where the drift was found.
func (t *driftTable) find(key driftKey, pos *Pos) *Drift {
	if int(key.what) >= len(t.names) {
		key.what = 0
	}
	if sum := t.index[key]; sum != nil {
		return sum
	}
	if t.names[key.what] >= maxNames || len(key.path)+len(key.value) > maxName {
		key.path, key.value = others, ""
		if sum := t.index[key]; sum != nil {
			return sum
		}
	}
	if t.index == nil {
		t.index = map[driftKey]*Drift{}
	}
	t.names[key.what]++
	// The memory of the strings may be reused for the next line.
	key.path, key.value = strings.Clone(key.path), strings.Clone(key.value)
	sum := &Drift{What: key.what, Path: key.path, Value: key.value, First: *pos}
	t.index[key] = sum
	return sum
}

func (t *driftTable) sorted() []Drift {
	if len(t.index) == 0 {
		return nil
	}
	all := make([]Drift, 0, len(t.index))
	for _, d := range t.index {
		all = append(all, *d)
	}
	slices.SortFunc(all, func(a, b Drift) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Path, b.Path), cmp.Compare(a.What, b.What),
			cmp.Compare(a.Value, b.Value))
	})
	return all
}

// counter counts for the Stats of a Reader.
type counter struct {
	Stats  // without Kinds and Drift
	kinds  map[Kind]*kindCount
	known  kindCount      // of the kinds of the spec for which there is no room in kinds
	recent [32]*kindCount // of the latest kinds, by recentKind: most lines are of a few kinds
	drift  driftTable
}

// kindCount counts the lines of one kind.
type kindCount struct {
	kind    Kind // never in recycled memory: its address mostly identifies it, see alloc.Same
	unknown bool
	Count
}

// kind counts a line of kind k. known is nil if the protocol does not know its kinds.
func (c *counter) kind(k Kind, bytes int64, known func(Kind) bool) {
	recent := &c.recent[recentKind(k)%uint(len(c.recent))]
	t := *recent
	if t == nil || !alloc.Same(string(t.kind), string(k)) {
		if t = c.kinds[k]; t == nil {
			t = c.newKindCount(k, known)
		}
		if t != &c.known {
			*recent = t
		}
	}
	t.Lines++
	t.Bytes += bytes
	if t.unknown {
		c.Unknown++
	}
}

// recentKind returns a number that mostly differs between the frequent kinds of a protocol, of which many have the same length or the same end.
func recentKind(k Kind) uint {
	if k == "" {
		return 0
	}
	return 3*uint(len(k)) + 5*uint(k[len(k)/2]) + uint(k[len(k)-1])
}

// takeKind takes back what kind has counted for a line.
func (c *counter) takeKind(k Kind, bytes int64, known func(Kind) bool) {
	t := c.kinds[k]
	if t == nil {
		t = c.newKindCount(k, known)
	}
	t.Lines--
	t.Bytes -= bytes
	if t.unknown {
		c.Unknown--
	}
	if t.Lines > 0 || t == &c.known {
		return
	}
	delete(c.kinds, t.kind)
	for i, recent := range c.recent {
		if recent == t {
			c.recent[i] = nil
		}
	}
}

func (c *counter) newKindCount(k Kind, known func(Kind) bool) *kindCount {
	unknown := known != nil && !known(k)
	switch {
	case !unknown && (len(c.kinds) >= maxNames+maxKnown || len(k) > maxName):
		return &c.known
	case unknown && (len(c.kinds) >= maxNames || len(k) > maxName):
		k = others
		if t := c.kinds[k]; t != nil {
			return t
		}
	}
	if c.kinds == nil {
		c.kinds = map[Kind]*kindCount{}
	}
	t := &kindCount{kind: k, unknown: unknown}
	c.kinds[k] = t
	return t
}

func (c *counter) bad(r Reason) {
	c.Bad++
	if c.Reasons == nil {
		c.Reasons = map[Reason]int64{}
	}
	c.Reasons[r]++
}

// snapshot returns a copy that does not change any more.
func (c *counter) snapshot() Stats {
	s := c.Stats
	s.Reasons = make(map[Reason]int64, len(c.Reasons))
	for r, n := range c.Reasons {
		s.Reasons[r] = n
	}
	s.Kinds = make(map[Kind]Count, len(c.kinds))
	for k, t := range c.kinds {
		s.Kinds[k] = t.Count
	}
	if n := c.known.Count; n.Lines > 0 {
		sum := s.Kinds[others]
		s.Kinds[others] = Count{sum.Lines + n.Lines, sum.Bytes + n.Bytes}
	}
	s.Drift = c.drift.sorted()
	return s
}

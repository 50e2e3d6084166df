package scan

import (
	"bytes"
	"math/bits"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/predict"
)

// What holds where Options have no limit.
const (
	DefaultDepth    = 1000
	DefaultElements = 1 << 20
)

// Options say how a line is decoded.
type Options struct {
	Borrow   bool // strings and raw values may point into the line
	NoExtra  bool // unknown members and notes are not kept
	Strict   bool // findings are made
	Drift    bool // what the spec does not know is recorded
	Recycle  bool // the memory of the line is used again after the next Reset
	Batch    bool // with Recycle: not by Reset, but by Free
	MaxDepth int  // of nesting; 0: DefaultDepth

	// MaxElements is how many elements of lists and maps a line may have in its fields, all together; 0: DefaultElements. An
	// element can take hundreds of times the memory of its text. Values that are kept as they stand are not counted in.
	MaxElements int
}

// Cursor decodes one line at a time. It is not safe for concurrent use.
//
// Invariants: frames[0] is the root and is never popped; frames[1:depth+1] are the open objects and arrays, innermost
// last. field is the current field of frames[depth] if that is a record's, and what it was in the parent is in each
// frame. Notes and unknown members have the depth of their record: those of the innermost frame that has any stand last.
type Cursor struct {
	// What each member is read with stands first, and together.
	data     []byte
	compared []byte // data, or nil while nothing is predicted: see Text
	frames   []frame
	limit    int // of depth
	progress

	borrow  bool
	noExtra bool
	exact   bool // nothing is predicted, and Find takes the last member of a name
	open    bool // data goes on behind the line
	indexed bool // memberIndex is that of the object that Peek walked over; otherwise its members are in positions

	tagEnd int // offset behind the tag at tagAt

	mem     alloc.Memory
	notes   []note
	members []member

	size         int // of the line: len(data), or how much of it the line is expected to be
	elementsLeft int // of lists and maps, that the line may still have
	maxElements  int // that a line may have
	deepest      int // the limit that a line begins with
	indexNumber  int // of a view that goes by memberIndex: the number of the member in hand
	longest      int // line since Get, or a longer one
	options      Options

	scratch     []byte // the text of the string in hand, unescaped
	keyText     []byte // the text of the key in hand, unescaped
	scratchPath []byte
	tags        []byte // the texts of tags, unescaped: they all stay valid until Reset
	drift       []*Drift
	findings    []Finding
	spans       []kernel.Span // see pass; nil until then
	positions   []position

	lateTag lateTag

	lookups     [maxLookups]lookup // what Find has found last
	memberIndex kernel.Members

	names        names
	drifts       drifts
	unknownPaths []unknownPath // by hashKey; nil until then
	unknownKeys  unknownKeys
	kindName     string // what KindName gave last

	predictor predict.Predictor[keyName]

	inner *Cursor // reads the JSON in strings, see Encoded; nil until then
}

// fail records an error unless there is one, and returns the offset that stands for errors.
func (c *Cursor) fail(code Code, at int) int {
	if c.code == 0 {
		c.code, c.errAt = code, at
	}
	return -1
}

// syntax fails at the byte that does not fit, or at the end of the line.
func (c *Cursor) syntax(at int) int {
	if at >= len(c.data) {
		return c.fail(Truncated, len(c.data))
	}
	return c.fail(Syntax, at)
}

// fault turns what a kernel reports into an error.
func (c *Cursor) fault(f kernel.Fault, at int) int {
	if f == kernel.TooDeep {
		return c.fail(TooDeep, at)
	}
	return c.syntax(at)
}

// Err is the first error in the line, and where. A zero code is none.
func (c *Cursor) Err() (Code, int) { return c.code, c.errAt }

// BeExact goes on, behind Reset, with the exact try: nothing that the cursor remembers has a part in what it takes the line for.
func (c *Cursor) BeExact() {
	c.exact = true
	c.rewind()
}

// Reset begins a line. Strings and bytes of the line before stay as they are, unless Options.Borrow or Options.Recycle
// is set.
func (c *Cursor) Reset(data []byte, o *Options) {
	c.size, c.open = len(data), false
	c.reset(data, o)
}

// ResetOpen is Reset for the first line of data, of which nobody has looked yet where it ends. size is how long it may be. A line feed
// is not white space then, so that no value reaches into the next line; and an error means nothing but that the end must be known. It
// is for lines that are recycled: of others, some memory goes by their length.
func (c *Cursor) ResetOpen(data []byte, size int, o *Options) {
	c.size, c.open = size, true
	c.reset(data, o)
}

func (c *Cursor) reset(data []byte, o *Options) {
	c.mem.Recycle(o.Recycle)
	c.data = data
	c.longest = max(c.longest, c.size)
	if c.spans != nil {
		c.spans = nil
	}
	c.options = *o
	c.borrow, c.noExtra, c.deepest, c.maxElements = o.Borrow, o.NoExtra, o.MaxDepth, o.MaxElements
	if c.deepest <= 0 {
		c.deepest = DefaultDepth
	}
	if c.maxElements <= 0 {
		c.maxElements = DefaultElements
	}
	c.exact = false
	c.rewind()
}

// rewind goes back to the start of the line.
func (c *Cursor) rewind() {
	c.progress = noProgress
	c.limit, c.elementsLeft = c.deepest, c.maxElements
	if c.compared = c.data; c.exact || c.options.Strict || !predict.Compiled {
		c.compared = nil
	}
	c.tags = c.tags[:0]
	c.notes, c.members = c.notes[:0], c.members[:0]
	c.drift, c.findings = c.drift[:0], c.findings[:0]
	switch {
	case !c.options.Recycle:
		c.mem.Begin(c.size)
	case !c.options.Batch:
		c.mem.Free(c.size)
	}
	if len(c.frames) == 0 {
		c.frames = make([]frame, 16)
	}
	c.frames[0].flags = 0
}

// Retry reports whether the line must be decoded again from the start, because the first try came to an error, or went by a tag that
// turned out to be the wrong one. All that the first try had recorded is dropped then. So what is wrong with a line is always what the
// exact try says, which goes by nothing that a cursor remembers. Of a line whose end is not known an error says only that, and
// it is not worth an exact try. Where all that was wrong is a tag that a record has met, the first try is repeated once with that tag
// known: it reads the line at twice the cost, where an exact try would also walk to every tag.
func (c *Cursor) Retry() bool { return c.code != 0 && c.retry() }

func (c *Cursor) retry() bool {
	if c.exact || c.open && c.code != restart && c.predictions == 0 {
		return false
	}
	if met := c.met; c.code == restart && met.object >= 0 && !met.used {
		met.used = true
		c.rewind()
		c.met, c.compared = met, nil
		return true
	}
	if c.code == restart {
		c.predictor.TagMisses += int64(bits.OnesCount32(c.predictions))
	}
	if c.code == restart || c.code == TooMany { // a damaged line is damaged whatever it was taken for
		c.predictor.Tags.Refute(c.predictions)
	}
	c.exact = true
	c.rewind()
	return true
}

// TakePredictions is how often predictions were right and wrong since it was called last.
func (c *Cursor) TakePredictions() (counts predict.Counts) {
	counts, c.predictor.Counts = c.predictor.Counts, counts
	if c.inner != nil {
		counts.Add(c.inner.TakePredictions())
	}
	return counts
}

// restart ends the try: the line is to be decoded again from the start.
func (c *Cursor) restart() int { return c.fail(restart, 0) }

// Start is the offset of the line's value.
func (c *Cursor) Start() int {
	i := kernel.Space(c.data, 0)
	if i == len(c.data) {
		return c.fail(Empty, i)
	}
	return i
}

// End checks that nothing stands behind the line's value, which ends at i.
func (c *Cursor) End(i int) int {
	if i < 0 || c.code != 0 {
		return -1
	}
	i = kernel.Space(c.data, i)
	if i < len(c.data) {
		return c.fail(Trailing, i)
	}
	return i
}

// Whole reports whether the line's value ends at i, and the line with it, without an error.
func (c *Cursor) Whole(i int) bool { return i == len(c.data) && c.code == 0 }

// Replaced is the number of strings in the line whose text has U+FFFD for what is no text.
func (c *Cursor) Replaced() int { return c.replaced }

// Type is the type of the value at i, by its first byte; Invalid if none begins so.
func (c *Cursor) Type(i int) JSONType {
	if uint(i) >= uint(len(c.data)) {
		return Invalid
	}
	return typeOf[c.data[i]]
}

// IsObject reports whether an object begins at i.
func (c *Cursor) IsObject(i int) bool { return uint(i) < uint(len(c.data)) && c.data[i] == '{' }

// space is the offset of the next byte that is no white space.
func (c *Cursor) space(i int) int {
	if uint(i) < uint(len(c.data)) && c.data[i] > ' ' {
		return i
	}
	return c.spaceSlow(i)
}

func (c *Cursor) spaceSlow(i int) int {
	end := kernel.Space(c.data, i)
	if c.open && i < end {
		if n := bytes.IndexByte(c.data[i:end], '\n'); n >= 0 {
			return i + n // which is no token
		}
	}
	return end
}

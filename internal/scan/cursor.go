package scan

import (
	"bytes"
	"math"
	"math/bits"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/notes"
	"github.com/ndwire/ndwire/internal/predict"
)

// The limits that hold where Options has none.
const (
	DefaultDepth    = 1000
	DefaultElements = 1 << 20

	// freeMemory is how much memory the values of a line may take, however short the line is.
	freeMemory = 8 << 20
)

// DefaultMemory returns the largest memory of the values of a line of size bytes: 8 MB and four times its length. A list of digits takes four
// times its length, recorded lines of more than 1 KB take less than twice theirs.
func DefaultMemory(size int) int {
	return freeMemory + alloc.BytesPerByte*min(size, math.MaxInt/alloc.BytesPerByte/2)
}

// Options are the settings for decoding one line.
type Options struct {
	Borrow   bool // strings and raw values may point into the line
	NoExtra  bool // unknown members and notes are dropped
	Strict   bool // findings are recorded
	Drift    bool // drift is recorded
	Recycle  bool // the next Reset uses the memory of the line's values again
	Batch    bool // with Recycle: not the next Reset but the next Free does
	MaxDepth int  // the deepest nesting of objects and arrays; 0: DefaultDepth

	// MaxElements is the largest number of elements of lists and maps in the fields of one line, all together; 0: DefaultElements. Raw values
	// do not count.
	MaxElements int

	// MaxMemory is how many bytes the records, elements and members of maps of one line may take, on 64-bit processors and without their
	// texts; 0: [DefaultMemory]. The text of an element can be a hundredth of its size.
	MaxMemory int
}

// Cursor decodes one line at a time. It must not be used by two goroutines at once.
//
// Invariants: frames[0] stands for the line, and is never popped. frames[1:depth+1] are the open objects and arrays, the innermost last.
// field is the current field of the record of frames[depth]; the current fields of the records around it are in the frames above each.
// Notes and unknown members have the depth of their record, and those of a deeper record come later.
type Cursor struct {
	// The fields that reading a member needs come first: they share cache lines.
	data     []byte
	compared []byte // data; nil if nothing is predicted. See Text
	frames   []frame

	comparedAfterOpen []byte // compared from the next Open on, see Inline
	limit             int    // the largest depth
	progress

	exact   bool // this is the exact attempt: nothing is predicted, and Find takes the last member with a name
	open    bool // this is an open line: data goes on after the line
	indexed bool // memberIndex is about the peeked object; otherwise positions are

	tagEnd  int // offset after the tag at tagAt
	options Options

	mem     alloc.Memory
	notes   []note
	members []member

	size         int        // length of the line in bytes; of an open line, the expected one
	elementsLeft int        // how many elements of lists and maps the line may still have; below 0 after TooMany
	maxMemory    int        // mem.Left at the start of a line
	textsBefore  alloc.Mark // with Options.Batch: the end of the texts of the lines before
	indexNumber  int        // view with a memberIndex: the number in it of the member that is being read
	longestLine  int        // length of the longest line since the last shrink

	scratch     []byte // buffer for the unescaped text of a string
	keyText     []byte // buffer for the unescaped text of a key
	scratchPath []byte // buffer for a path
	tags        []byte // the unescaped texts of the line's tags, one after another
	drift       []*Drift
	findings    []Finding
	spans       []kernel.Span // the ends of all objects and arrays of the line; nil until pass needs them
	positions   []position

	lateTag lateTag

	lookups     [maxLookups]lookup // a ring of the latest lookups: lookupCount%maxLookups is the next to be replaced
	memberIndex kernel.Members

	names       names
	drifts      drifts
	sets        map[setKey]*notes.Set // see sharedSet
	unknownKeys unknownKeys

	predictor predict.Predictor[keyName]

	inner *Cursor // decodes the JSON in strings, see Encoded; nil until it is needed
}

// fail records an error, unless the line has one already, and returns -1.
func (c *Cursor) fail(code Code, at int) int {
	if c.code == 0 {
		c.code, c.errAt = code, at
	}
	return -1
}

// syntax fails at offset at with Syntax, or with Truncated if the line ends there.
func (c *Cursor) syntax(at int) int {
	if at >= len(c.data) {
		return c.fail(Truncated, len(c.data))
	}
	return c.fail(Syntax, at)
}

// fault fails at offset at with the error for a kernel's fault.
func (c *Cursor) fault(f kernel.Fault, at int) int {
	if f == kernel.TooDeep {
		return c.fail(TooDeep, at)
	}
	return c.syntax(at)
}

// Err returns the code and the offset of the line's first error. The code is 0 if there is none.
func (c *Cursor) Err() (Code, int) { return c.code, c.errAt }

// BeExact makes the attempt an exact one. It is called after Reset, before anything is read.
func (c *Cursor) BeExact() {
	c.exact, c.compared = true, nil
	c.rewind()
}

// Reset begins a line. data must not change while the line is decoded, and with Options.Borrow as long as its values are used. The values
// of the line before stay valid, unless Options.Borrow or Options.Recycle is set.
func (c *Cursor) Reset(data []byte, o *Options) {
	c.size, c.open = len(data), false
	c.reset(data, o)
}

// ResetOpen is Reset for an open line: the first line of data, whose end has not been searched. size is the expected length of the line in
// bytes. A line feed is not white space, so that no value reaches into the next line. An error means only that the end must be searched and
// the line decoded again. It is for recycled lines: the memory of others depends on the length of the line.
func (c *Cursor) ResetOpen(data []byte, size int, o *Options) {
	c.size, c.open = size, true
	c.reset(data, o)
}

func (c *Cursor) reset(data []byte, o *Options) {
	c.mem.Recycle(o.Recycle)
	c.data, c.compared = data, data
	if o.Strict || !predict.Compiled {
		c.compared = nil
	}
	c.longestLine = max(c.longestLine, c.size)
	c.spans = nil
	c.options = *o
	if o.MaxDepth <= 0 {
		c.options.MaxDepth = DefaultDepth
	}
	if o.MaxElements <= 0 {
		c.options.MaxElements = DefaultElements
	}
	if c.maxMemory = o.MaxMemory; c.maxMemory <= 0 {
		if c.maxMemory = freeMemory; !c.open { // the length of an open line is not known
			c.maxMemory = DefaultMemory(c.size)
		}
	}
	c.exact = false
	c.rewind()
}

// rewind goes back to the start of the line, to begin an attempt.
func (c *Cursor) rewind() {
	c.progress = noProgress
	c.limit, c.elementsLeft = c.options.MaxDepth, c.options.MaxElements
	c.mem.Allow(c.maxMemory)
	c.tags = c.tags[:0]
	c.notes, c.members = c.notes[:0], c.members[:0]
	c.drift, c.findings = c.drift[:0], c.findings[:0]
	switch {
	case !c.options.Recycle:
		c.mem.Begin(c.size)
	case !c.options.Batch:
		if c.mem.Free(c.size); c.inner != nil {
			c.inner.Free(c.size)
		}
	default:
		c.textsBefore = c.mem.Texts.Mark()
	}
	if len(c.frames) == 0 {
		c.frames = make([]frame, 16)
	}
	c.frames[0].flags = 0
}

// Retry reports whether the line must be decoded again from its start: an attempt that was not exact met an error, or chose a wrong record.
// It drops all that the attempt recorded, and begins the next attempt. Errors are therefore always those of the exact attempt, which uses
// nothing that a cursor has learned.
//
// The next attempt is the exact one, with two exceptions. If the record met a tag that had not been searched, the first attempt is repeated
// once with that tag: the exact attempt would also search for every other tag. And an open line with an error has no exact attempt unless
// it used predictions: the error means only that the end of the line must be searched.
func (c *Cursor) Retry() bool { return c.code != 0 && c.retry() }

func (c *Cursor) retry() bool {
	if c.options.Batch { // what the failed attempt has filled would be kept until the next Free
		if c.mem.Texts.Back(c.textsBefore); c.maxMemory-c.mem.Left > alloc.MaxKept {
			c.mem.Shrink()
		}
	}
	if c.exact || c.open && c.code != restart && c.predictions == 0 {
		return false
	}
	if tag := c.unsearched; c.code == restart && tag.object >= 0 && !tag.used {
		tag.used = true
		c.rewind()
		c.unsearched, c.compared = tag, nil
		return true
	}
	if c.code == restart {
		c.predictor.TagMisses += int64(bits.OnesCount32(c.predictions))
	}
	if c.code == restart || c.code == TooMany || c.code == TooLarge { // any other error comes from a damaged line, and does not refute the predictions
		c.predictor.Tags.Refute(c.predictions)
	}
	c.BeExact()
	return true
}

// TakePredictions returns the numbers of hits and misses of predictions since its last call.
func (c *Cursor) TakePredictions() (counts predict.Counts) {
	counts, c.predictor.Counts = c.predictor.Counts, counts
	if c.inner != nil {
		counts.Add(c.inner.TakePredictions())
	}
	return counts
}

// restart ends the attempt: the line is to be decoded again from its start.
func (c *Cursor) restart() int { return c.fail(restart, 0) }

// Start returns the offset of the line's value.
func (c *Cursor) Start() int {
	i := kernel.Space(c.data, 0)
	if i == len(c.data) {
		return c.fail(Empty, i)
	}
	return i
}

// End checks that only white space follows the line's value, which ends at i. It returns the length of the line.
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

// Whole reports whether the line's value ends at i, the line ends there too, and there was no error.
func (c *Cursor) Whole(i int) bool { return i == len(c.data) && c.code == 0 }

// Replaced returns the number of strings of the line in which U+FFFD replaced bytes or escapes that are not text.
func (c *Cursor) Replaced() int { return c.replaced }

// Type returns the type of the value at i by its first byte: Invalid if no value begins with that byte.
func (c *Cursor) Type(i int) JSONType {
	if uint(i) >= uint(len(c.data)) {
		return Invalid
	}
	return typeOf[c.data[i]]
}

// IsObject reports whether an object begins at i.
func (c *Cursor) IsObject(i int) bool { return uint(i) < uint(len(c.data)) && c.data[i] == '{' }

// space returns the offset of the first byte from i on that is not white space.
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
			return i + n // a line feed is not a token, so whoever reads on fails
		}
	}
	return end
}

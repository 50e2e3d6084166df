package decoder

import (
	"context"
	"math"
	"runtime"

	"github.com/ndwire/ndwire/internal/scan"
)

// Option configures a Reader. Without options: one goroutine, lines of up to 256 MB, nesting up to 1,000, up to 1<<20 elements on a line
// that take up to 8 MB and four times the line, unknown kinds and members delivered, bad lines reported one by one.
type Option func(*config)

// DefaultMaxLine is the limit in bytes for a line if neither [MaxLine] nor the protocol's spec has another: 256 MB. A longer line is
// damage, or an attack: 33 KB of zstd can be a line of a gigabyte.
const DefaultMaxLine = 256 << 20

type config struct {
	only, except []Kind
	workers      int // 0: decode on the goroutine of the loop
	unordered    bool
	ctx          context.Context // nil if none was given
	maxLine      int64           // 0: no limit
	maxDepth     int
	maxElements  int // 0: scan.DefaultElements
	maxMemory    int // 0: scan.DefaultMemory
	strict       bool
	salvage      bool
	noExtra      bool
	poison       bool
}

// Only delivers lines of these kinds; the others are skipped at the speed of a peek. A kind includes its subtypes: Only("system")
// delivers "system/init". Kinds that the spec does not know are allowed, too. Bad lines are reported if their kind is one of these, or
// could not be read. Two Only add up; without kinds, Only changes nothing.
func Only(kinds ...Kind) Option {
	return func(c *config) { c.only = append(c.only, kinds...) }
}

// Except skips lines of these kinds, also those that Only names.
func Except(kinds ...Kind) Option {
	return func(c *config) { c.except = append(c.except, kinds...) }
}

// Workers decodes on n goroutines (n < 1: as many as GOMAXPROCS) and delivers in order. Positions stay exact. One of the n is the loop's
// own, on which the loop's body runs: it decodes while it has nothing to deliver. Another goroutine reads the input ahead, by a few
// blocks of 512 KB for each worker, or of up to 2 MB where the lines are owned and the input is in memory already; with Workers(1) it
// is the only one beside the loop's. A longer line makes its block as long: if all lines are long, up to three of them for each worker
// are in memory, at most 8 MB for each worker and one line more. There are at most 1,024 workers. The loop panics if a worker does, see
// [WorkerPanic].
func Workers(n int) Option {
	return func(c *config) {
		if n < 1 {
			n = runtime.GOMAXPROCS(0)
		}
		c.workers = min(n, maxWorkers)
	}
}

// maxWorkers is more than most machines have processors. All workers are started at once.
const maxWorkers = 1 << 10

// Unordered delivers lines as they are decoded, in groups: the lines of a group are in order. It has no effect without Workers.
func Unordered() Option { return func(c *config) { c.unordered = true } }

// Context ends reading when ctx does: the last pair of the loop has ctx's error, whatever error a Read returns then.
// Without Workers, a Read that blocks is waited for; with them, for a tenth of a second.
func Context(ctx context.Context) Option { return func(c *config) { c.ctx = ctx } }

// MaxLine reports lines of more than n bytes, as [ErrTooLong], and skips them, holding no more than n bytes of them in memory. The
// default is [DefaultMaxLine], or the limit of the protocol's spec. With an n of 0 or less there is no limit: then the input decides how
// much memory the Reader needs.
func MaxLine(n int64) Option { return func(c *config) { c.maxLine = max(n, 0) } }

// MaxDepth replaces the nesting limit, which is 1,000 or that of the protocol's spec. With an n of 0 or less it is 1,000.
func MaxDepth(n int) Option {
	return func(c *config) {
		if n < 1 {
			n = scan.DefaultDepth
		}
		c.maxDepth = n
	}
}

// MaxElements replaces the limit of 1<<20 for the elements of lists and maps that are decoded from one line, all together: content
// blocks, for example. The elements of values that are kept as Raw do not count. With an n of 0 or less the limit is 1<<20. See also
// [MaxMemory].
func MaxElements(n int) Option { return func(c *config) { c.maxElements = max(n, 0) } }

// MaxMemory replaces the limit for the memory of the values of one line, in bytes. What is beyond it is [ErrMemory]. Without MaxMemory it is
// 8 MB and four times the length of the line, and with an n of 0 or less as well. Recorded lines of more than 1 KB take less than twice their
// length, but an element of a list, such as {}, can take 100 times its text. The size that records, elements of lists and members of maps
// have in Go counts, with 64-bit pointers on all processors. Notes of an [Extra] count. Texts and unknown members do not: they take a few
// times their length on the line.
func MaxMemory(n int64) Option {
	return func(c *config) { c.maxMemory = int(min(max(n, 0), math.MaxInt)) }
}

// Strict turns into errors what is otherwise delivered: unknown kinds, members and enum values, values of another JSON type, which a null is
// in a required member or an element where the spec has none, missing members and tags, duplicate keys, numbers out of range, lone
// surrogates and invalid UTF-8. The error of a line is the first of these.
func Strict() Option { return func(c *config) { c.strict = true } }

// NoExtra drops unknown members and notes instead of keeping them: that is faster, but AppendJSON loses them. They are still counted. If only
// they say what kind a line is of, such as a tag that is no text, Kind and Stats have the kind without them; [Only], Kinds and Peek do not
// change.
func NoExtra() Option { return func(c *config) { c.noExtra = true } }

// Poison overwrites recycled memory before the next line, and that of a [Batch] at its Release, so that a line that is kept too long
// shows at once. A batch that is dropped without Release ends the program with a panic that says where the batch begins, when the
// collector finds it; a test that calls runtime.GC after its loop makes it look. For tests.
func Poison() Option { return func(c *config) { c.poison = true } }

// filters reports whether some kinds of lines are skipped.
func (c *config) filters() bool { return len(c.only) > 0 || len(c.except) > 0 }

// selects reports whether lines of kind k are delivered.
func (c *config) selects(k Kind) bool {
	for _, f := range c.except {
		if k.In(f) {
			return false
		}
	}
	if len(c.only) == 0 {
		return true
	}
	for _, f := range c.only {
		if k.In(f) {
			return true
		}
	}
	return false
}

// maySelect reports whether a bad line is reported whose kind was read as k, perhaps without its subtype.
func (c *config) maySelect(k Kind) bool {
	if k == "" || c.selects(k) {
		return true
	}
	for _, f := range c.only {
		if f.In(k) {
			return true
		}
	}
	return false
}

package decoder

import (
	"fmt"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/ballast"
	"github.com/ndwire/ndwire/internal/predict"
	"github.com/ndwire/ndwire/internal/protocol"
	"github.com/ndwire/ndwire/internal/scan"
)

// mode is what a loop wants of a line.
type mode uint8

const (
	owned mode = iota
	recycled
	peeked
	batched // recycled, but for all lines of a group at once
)

// outcome is what became of a line.
type outcome uint8

const (
	good outcome = iota
	bad
	blank
	skipped
	broken // no line, but an error of a whole file
)

// An entry is one line of a block, read in some mode.
type entry[T any] struct {
	value    T
	kind     Kind
	pos      Pos
	size     int64  // with the line end
	err      *Error // outcome bad or broken
	outcome  outcome
	open     bool // it has no line end
	raw      []byte
	drift    []*scan.Drift
	replaced int

	// Of a damaged line, the segment that this is.
	damaged *damagedLine
	segment int
}

// lineDecoder reads the lines of blocks. Each goroutine has its own.
type lineDecoder[T any] struct {
	codec   *codec[T]
	cfg     *config
	cur     *scan.Cursor
	batch   bool // recycled lines stay valid until cur is told to free them
	chosen  bool // no line is filtered out
	looked  bool // lineAt has peeked at the line
	size    int  // of the line before
	large   bool // the line before lay in a large buffer
	backoff int  // how many bytes are read before unbounded is tried again

	prefixes prefixes       // in a loop that filters
	counts   predict.Counts // of cursors that it has no more
	ballast  ballast.Hold

	// What follows from the mode, once there are options.
	mode        mode
	options     scan.Options
	unboundedOK bool // unbounded may be tried
	countsKinds bool // the kind is taken from the decoded record

	// The damaged line that is being read, and its segment to read next.
	damaged *damagedLine
	segment int
}

// start acquires a cursor for lines of mode m; stop releases it.
func (d *lineDecoder[T]) start(m mode) {
	if d.cur == nil {
		d.cur = scan.Get(m == recycled)
	}
}

func (d *lineDecoder[T]) stop() {
	d.ballast.Drop()
	if d.cur != nil {
		d.counts.Add(d.cur.TakePredictions())
		putCursor(d.cur)
		d.cur = nil
	}
}

// takePredictions is how the predictions went since it was called last.
func (d *lineDecoder[T]) takePredictions() (counts predict.Counts) {
	counts, d.counts = d.counts, counts
	if d.cur != nil {
		counts.Add(d.cur.TakePredictions())
	}
	return counts
}

// abandon is stop after a panic: the cursor may be in any state.
func (d *lineDecoder[T]) abandon() {
	d.cur, d.damaged = nil, nil
	d.ballast.Drop()
}

// A blockPos is a position in a block: between two lines, or between two segments of a line.
type blockPos struct {
	at   int  // of the next line, in block.data
	done bool // there is none
}

// first is the position of the first line.
func (b *block) first() blockPos { return blockPos{done: len(b.data) == 0 && b.tooLong == nil} }

// step reads the line at p and moves p behind it, but not while e.more().
func (d *lineDecoder[T]) step(b *block, p *blockPos, number int64, m mode, e *entry[T]) {
	p.at = d.read(b, p.at, number, m, e)
	p.done = p.at >= len(b.data) && !e.more()
}

// continueAfter makes d go on behind e, which may have been read by another lineDecoder: with the next segment of its line, or the next line.
func (d *lineDecoder[T]) continueAfter(e *entry[T]) {
	d.damaged = nil
	if e.more() {
		d.damaged, d.segment = e.damaged, e.segment+1
	}
}

// read reads the line that begins at b.data[at] and has the given number, and returns where the next one begins; but while
// e.more(), that is at. What e held is lost. e.drift is valid until the next call.
func (d *lineDecoder[T]) read(b *block, at int, number int64, m mode, e *entry[T]) (next int) {
	if d.damaged != nil {
		next = d.nextSegment(b.file, number, m, e)
		b.mergeError(e.err, e.open)
		return next
	}
	e.begin(b, at, number)
	if b.large != d.large {
		d.cur.Forget() // what points into the large buffer, before it is given up
		d.large = b.large
	}
	if b.tooLong != nil {
		d.tooLong(b, e)
		return 0
	}
	if next = d.unbounded(b, at, m, e); next >= 0 {
		return next
	}
	end, next := d.lineAt(b, at, m)
	d.size, d.backoff = end-at, max(d.backoff-(next-at), 0)
	e.pos.Length, e.size = int64(end-at), int64(next-at)
	e.raw = b.data[at:end:end]
	e.open = b.open && next == len(b.data)
	if d.cfg.maxLine > 0 && e.pos.Length > d.cfg.maxLine {
		e.outcome, e.err = bad, tooLongError(e.pos, d.cfg.maxLine, e.raw)
		e.kind, e.raw = "", nil
		return next
	}
	if d.plain(e.raw, m, e) {
		return next
	}
	e.kind = ""
	p := piece{file: b.file, number: number, start: e.pos.Offset, line: e.raw, bounds: boundsOf(e.raw), open: e.open}
	switch {
	case p.bounds.from < p.bounds.to:
		if damaged := d.record(&p, m, e); damaged && d.cfg.salvage {
			if segments := d.salvage(&p); segments != nil {
				d.damaged, d.segment = &damagedLine{line: e.raw, start: p.start, at: at, next: next, open: p.open,
					padded: p.bounds.padded, segments: segments}, 0
				return d.read(b, at, number, m, e)
			}
		}
	case p.bounds.nul:
		e.outcome, e.err = bad, &Error{File: p.file, Line: number, Offset: p.start, Start: p.start, Length: e.pos.Length, Reason: ErrNUL, Near: near(e.raw, 0)}
	default:
		e.outcome = blank
	}
	b.mergeError(e.err, p.open)
	return next
}

// begin makes e the line at b.data[at], of which nothing else is known yet. Behind a good line it leaves kind and raw to be overwritten, and
// writes the file's name only if it has changed: while the collector marks, writing a pointer costs more than comparing it.
func (e *entry[T]) begin(b *block, at int, number int64) {
	if e.outcome != good || e.damaged != nil {
		*e = entry[T]{}
	}
	if len(e.drift) > 0 || e.replaced != 0 {
		e.drift, e.replaced = nil, 0
	}
	if !alloc.Same(e.pos.File, b.file) {
		e.pos.File = b.file
	}
	e.open = false
	e.pos.Line, e.pos.Offset = number, b.offset+int64(at)
}

// maxUnbounded is the longest rest of a block that unbounded reads: a string gets memory for all the text that may follow.
const maxUnbounded = largerSize + beyond

// unbounded reads a recycled line that is one record and white space, as most lines are, without searching for its end first: the end is
// where the record ends, and the kernels may read beyond it, within the block. It returns where the next line begins. In a loop that
// filters it reads only lines whose beginnings are in d.prefixes.
//
// -1 means that the line must be read in another way. The attempt may have scanned many lines, behind a missing bracket for example. It is
// not repeated before as many bytes have been read in the other way (backoff), so that the cost stays linear.
func (d *lineDecoder[T]) unbounded(b *block, at int, m mode, e *entry[T]) (next int) {
	options, rest := d.optionsFor(m), b.data[at:]
	if !d.unboundedOK || d.backoff > 0 || rest[0] != '{' || len(rest) > maxUnbounded {
		return -1
	}
	filters := d.filters()
	if filters && !d.prefixes.begin(rest) {
		return -1
	}
	d.cur.ResetOpen(rest, d.size, options)
	v, n := d.codec.Scan(d.cur, 0)
	for d.cur.Retry() {
		v, n = d.codec.Scan(d.cur, 0)
	}
	if code, far := d.cur.Err(); code != 0 || n < 0 {
		d.backoff += max(n, far)
		return -1
	}
	end, next := scan.LineEnd(rest, n)
	if next < 0 || d.cfg.maxLine > 0 && int64(end) > d.cfg.maxLine {
		d.backoff += n
		return -1
	}
	if filters {
		k := d.codec.KindOf(v)
		if !d.wants(k) {
			d.backoff += n
			return -1
		}
		e.kind = k
	}
	e.raw, e.pos.Length, e.size = rest[:end:end], int64(end), int64(next)
	d.size = end
	d.decoded(v, e)
	return at + next
}

// plain reads a line that is one record without padding. If it returns false, record must read the line, and finds out what is wrong.
func (d *lineDecoder[T]) plain(line []byte, m mode, e *entry[T]) bool {
	if n := len(line); n < 2 || line[0] != '{' || line[n-1] != '}' || d.peeks(m) || d.cfg.strict {
		return false
	}
	d.cur.Reset(line, d.optionsFor(m))
	v, code, _ := protocol.Decode(d.cur, d.codec.Scan)
	if code != 0 {
		return false
	}
	d.decoded(v, e)
	return true
}

// decoded fills e with the record v and what the cursor knows of it.
func (d *lineDecoder[T]) decoded(v T, e *entry[T]) {
	e.value, e.replaced = v, d.cur.Replaced()
	if drift := d.cur.Drift(); len(drift) > 0 {
		e.drift = drift
	}
	if d.countsKinds {
		if k := d.codec.KindOf(v); !alloc.Same(string(k), string(e.kind)) {
			e.kind = k
		}
	}
}

// peeks reports whether lines are peeked at before anything else.
func (d *lineDecoder[T]) peeks(m mode) bool { return m == peeked || d.filters() }

// filters reports whether lines may turn out to be unwanted.
func (d *lineDecoder[T]) filters() bool { return (d.cfg.filters() || d.codec.View) && !d.chosen }

// lineAt is where the line ends that begins at b.data[at], and where the next one begins. A line that is peeked at in any case is not
// searched for its end before: a peek of a usual line finds it.
func (d *lineDecoder[T]) lineAt(b *block, at int, m mode) (end, next int) {
	d.looked = false
	if d.peeks(m) {
		if length, next := d.cur.PeekFirst(b.data[at:], d.cfg.maxDepth); next >= 0 {
			d.looked = true
			return at + length, at + next
		}
	}
	return b.lineAt(at)
}

// mergeError makes one error of two where an archive is cut within a line: err, of that line, gets the archive's reason.
func (b *block) mergeError(err *Error, open bool) {
	if cut, ok := b.err.(*Error); ok && open && err != nil && err.Reason == ErrIncomplete {
		err.Reason, err.Err = cut.Reason, cut.Err
		b.reported = true
	}
}

// record reads a line that is not blank, or a record out of one. It reports whether the text is damaged: no JSON, or not only
// one record.
func (d *lineDecoder[T]) record(p *piece, m mode, e *entry[T]) (damaged bool) {
	record := p.record()
	filters, known := d.filters(), false
	if filters || m == peeked {
		kind, code, at := d.peek(record)
		if code != 0 && filters {
			kind = protocol.KindOfDamaged(d.cur, record, d.optionsFor(m), d.codec.Kind)
		}
		switch e.kind = kind; {
		case filters && code == 0 && !d.wants(kind), code != 0 && filters && !d.cfg.mayWant(kind):
			e.outcome = skipped
			return isDamage(code)
		case m == peeked && code != 0:
			e.outcome, e.err = bad, p.fail(code, at)
			return isDamage(code)
		case m == peeked:
			return false
		case code == 0:
			d.prefixes.learn(record, d.cur.TagEnd())
			known = true
		}
	}
	if options := d.optionsFor(m); known {
		d.cur.ResetPeeked(options)
	} else {
		d.cur.Reset(record, options)
	}
	v, code, at := protocol.Decode(d.cur, d.codec.Scan)
	if code != 0 {
		e.outcome, e.err = bad, p.fail(code, at)
		return isDamage(code)
	}
	if d.cfg.strict {
		if f := d.cur.Findings(); len(f) > 0 {
			e.outcome, e.err = bad, p.finding(f[0])
			return false
		}
	}
	d.decoded(v, e)
	return false
}

// optionsFor are those of a mode.
func (d *lineDecoder[T]) optionsFor(m mode) *scan.Options {
	if d.mode != m || d.options.MaxDepth == 0 || d.options.Batch != d.batch {
		d.prepare(m)
	}
	return &d.options
}

// prepare finds out what is the same for all lines that are read in a mode.
func (d *lineDecoder[T]) prepare(m mode) {
	d.mode, d.options = m, scan.Options{MaxDepth: d.cfg.maxDepth, MaxElements: d.cfg.maxElements, Drift: true,
		NoExtra: d.cfg.noExtra, Strict: d.cfg.strict, Borrow: m == recycled, Recycle: m == recycled, Batch: d.batch}
	d.unboundedOK = predict.LineEnds && m == recycled && !d.cfg.strict && (d.codec.KindOf != nil || !d.filters())
	d.countsKinds = d.codec.KindOf != nil && !d.filters()
}

// peek asks for the kind of one record, which may be the line that lineAt has looked at.
func (d *lineDecoder[T]) peek(record []byte) (k Kind, code scan.Code, at int) {
	if !d.looked {
		return protocol.KindOf(d.cur, record, d.cfg.maxDepth, d.codec.Kind)
	}
	d.looked = false
	if d.codec.Kind == nil {
		return "", 0, 0
	}
	k = d.codec.Kind(d.cur, 0)
	code, at = d.cur.Err()
	return k, code, at
}

// isDamage reports whether code says of a line that more or less than one record stands there.
func isDamage(code scan.Code) bool {
	return code == scan.Syntax || code == scan.Truncated || code == scan.Trailing || code == scan.NotObject
}

// wants says whether lines of kind k are delivered. A view delivers only the kinds that it names.
func (d *lineDecoder[T]) wants(k Kind) bool {
	return d.cfg.wants(k) && (!d.codec.View || d.codec.Known == nil || d.codec.Known(k))
}

func (d *lineDecoder[T]) tooLong(b *block, e *entry[T]) {
	e.pos.Length, e.size = b.tooLong.length, b.tooLong.size
	e.open = b.open
	e.kind, e.raw = "", nil
	e.outcome, e.err = bad, tooLongError(e.pos, d.cfg.maxLine, b.tooLong.head[:min(int64(len(b.tooLong.head)), b.tooLong.length)])
}

func tooLongError(p Pos, limit int64, head []byte) *Error {
	return &Error{File: p.File, Line: p.Line, Offset: p.Offset, Start: p.Offset, Length: p.Length, Reason: ErrTooLong, Near: near(head, 0),
		Err: fmt.Errorf("%d bytes, the limit is %d", p.Length, limit)}
}

// takeErr takes what comes behind the lines of b, of which the next one would have the given number: an entry for an error
// after which the input goes on, an error for the end, or neither.
func takeErr[T any](b *block, number int64) (*entry[T], error) {
	bad, ok := b.err.(*Error)
	if !ok {
		return nil, b.err
	}
	b.err = nil
	if b.reported {
		return nil, nil
	}
	pos := Pos{File: bad.File, Line: bad.Line, Offset: bad.Start}
	if bad.Line == 0 && number > 0 { // else it knows its place, or the file could not even be opened
		pos = Pos{File: b.file, Line: number, Offset: b.offset + int64(len(b.data))}
		e := *bad
		if e.File == "" {
			e.File = b.file
		}
		e.Line, e.Start, e.Offset = number, pos.Offset, pos.Offset
		bad = &e
	}
	return &entry[T]{outcome: broken, err: bad, pos: pos}, nil
}

package decoder

import (
	"fmt"

	"github.com/ndwire/ndwire/internal/alloc"
	"github.com/ndwire/ndwire/internal/ballast"
	"github.com/ndwire/ndwire/internal/predict"
	"github.com/ndwire/ndwire/internal/protocol"
	"github.com/ndwire/ndwire/internal/scan"
)

// This file reads the lines of blocks into entries. A line that is one record without padding, as most are, is decoded by
// decodeOpen or decodeUnpadded; readRecord reads all others, and finds out what is wrong with a line.

// mode says how a loop reads lines.
type mode uint8

const (
	owned mode = iota
	recycled
	peeked
	batched // recycled, but for all lines of a group at once
)

// outcome says how reading a line ended.
type outcome uint8

const (
	good outcome = iota
	bad
	blank
	skipped
	broken // not a line, but an error of a whole file
)

// An entry is one line of a block, read in some mode, or one segment of a damaged line.
type entry[T any] struct {
	value        T
	kind         Kind
	pos          Pos
	size         int64  // with the line end
	err          *Error // if outcome is bad or broken
	outcome      outcome
	unterminated bool // the line has no line end
	raw          []byte
	drift        []*scan.Drift
	replaced     int

	// If the line is damaged: the line, and which segment of it this is.
	damaged *damagedLine
	segment int
}

// lineDecoder reads the lines of blocks. Each goroutine has its own.
type lineDecoder[T any] struct {
	codec     *codec[T]
	cfg       *config
	cur       *scan.Cursor
	noFilter  bool // every line is read, whatever its kind is
	hasPeeked bool // lineAt has peeked at the line, and peek has not been called since
	lastSize  int  // length of the line before
	lastLarge bool // the line before lay in a large buffer
	backoff   int  // how many bytes are read before decodeOpen is tried again

	prefixes prefixes       // in a loop that filters
	counts   predict.Counts // of cursors that have been released
	ballast  ballast.Hold

	// Set by prepare, from the mode.
	mode        mode
	options     scan.Options
	openAllowed bool // decodeOpen may be tried
	countsKinds bool // the kind is taken from the decoded record

	// The damaged line that is being read, and the number of its next segment; nil outside of a damaged line.
	damaged *damagedLine
	segment int
}

// start acquires a cursor for lines of mode m; stop releases it.
func (d *lineDecoder[T]) start(m mode) {
	if d.cur == nil {
		d.cur = scan.Get(m == recycled)
	}
}

// valuesTaken returns how many bytes of values the lines of d's cursor have taken so far.
func (d *lineDecoder[T]) valuesTaken() int {
	if d.cur == nil {
		return 0
	}
	return d.cur.Memory().Taken()
}

func (d *lineDecoder[T]) stop() {
	d.ballast.Drop()
	if d.cur != nil {
		d.counts.Add(d.cur.TakePredictions())
		putCursor(d.cur)
		d.cur = nil
	}
}

// takePredictions returns how many predictions have been right and wrong since it was called last.
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
	done bool // there is no next line
}

// first returns the position of the first line.
func (b *block) first() blockPos { return blockPos{done: len(b.data) == 0 && b.tooLong == nil} }

// step reads the line at p. It moves p to the next line, unless e.more().
func (d *lineDecoder[T]) step(b *block, p *blockPos, number int64, m mode, e *entry[T]) {
	p.at = d.read(b, p.at, number, m, e)
	p.done = p.at >= len(b.data) && !e.more()
}

// continueAfter makes d go on after e, which another lineDecoder may have read: with the next segment of its line, or with the next line.
func (d *lineDecoder[T]) continueAfter(e *entry[T]) {
	d.damaged = nil
	if e.more() {
		d.damaged, d.segment = e.damaged, e.segment+1
	}
}

// read reads the line that begins at b.data[at] and has the given number, and returns where the next line begins; if e.more(), it returns
// at. It overwrites e. e.drift is valid until the next call.
func (d *lineDecoder[T]) read(b *block, at int, number int64, m mode, e *entry[T]) (next int) {
	if d.damaged != nil {
		next = d.nextSegment(b.file, number, m, e)
		b.mergeError(e.err, e.unterminated)
		return next
	}
	e.reset(b, at, number)
	if b.large != d.lastLarge {
		d.cur.Forget() // drops pointers into the large buffer, which is released
		d.lastLarge = b.large
	}
	if b.tooLong != nil {
		d.tooLong(b, e)
		return 0
	}
	if next = d.decodeOpen(b, at, m, e); next >= 0 {
		return next
	}
	end, next := d.lineAt(b, at, m)
	d.lastSize, d.backoff = end-at, max(d.backoff-(next-at), 0)
	e.pos.Length, e.size = int64(end-at), int64(next-at)
	e.raw = b.data[at:end:end]
	e.unterminated = b.unterminated && next == len(b.data)
	if d.cfg.maxLine > 0 && e.pos.Length > d.cfg.maxLine {
		e.outcome, e.err = bad, tooLongError(e.pos, d.cfg.maxLine, e.raw)
		e.kind, e.raw = "", nil
		d.hasPeeked = false // the peek is not used
		return next
	}
	if d.decodeUnpadded(e.raw, m, e) {
		return next
	}
	e.kind = ""
	p := piece{file: b.file, number: number, start: e.pos.Offset, line: e.raw, bounds: boundsOf(e.raw), unterminated: e.unterminated}
	switch {
	case p.bounds.from < p.bounds.to:
		if damaged := d.readRecord(&p, m, e); damaged && d.cfg.salvage {
			if segments := d.salvage(&p); segments != nil {
				d.damaged, d.segment = &damagedLine{line: e.raw, start: p.start, at: at, next: next, unterminated: p.unterminated,
					padded: p.bounds.padded, segments: segments}, 0
				return d.read(b, at, number, m, e)
			}
		}
	case p.bounds.nul:
		e.outcome, e.err = bad, p.nothingButNUL()
	default:
		e.outcome = blank
	}
	b.mergeError(e.err, p.unterminated)
	return next
}

// reset makes e the line at b.data[at], of which nothing else is known yet. After a good line, kind and raw are left to be overwritten,
// and the file's name is written only if it has changed: while the collector marks, writing a pointer costs more than comparing it.
func (e *entry[T]) reset(b *block, at int, number int64) {
	if e.outcome != good || e.damaged != nil {
		*e = entry[T]{}
	}
	if len(e.drift) > 0 || e.replaced != 0 {
		e.drift, e.replaced = nil, 0
	}
	if !alloc.Same(e.pos.File, b.file) {
		e.pos.File = b.file
	}
	e.unterminated = false
	e.pos.Line, e.pos.Offset = number, b.offset+int64(at)
}

// maxOpenRest is how long the rest of a block may be for decodeOpen: a string gets memory for all the text that may follow.
const maxOpenRest = largerSize + maxOverrun

// decodeOpen decodes a recycled line as an open line, without searching for its end: the line must be one record and white space, as most
// are, and ends where the record ends. The kernels may read beyond it, within the block. In a loop that filters, it decodes only lines
// with one of d.prefixes. It returns where the next line begins.
//
// -1 means that the line must be read in another way. The failed attempt may have scanned many lines, after a missing bracket for
// example. It is not repeated before as many bytes have been read in the other way (backoff), so that the cost stays linear.
func (d *lineDecoder[T]) decodeOpen(b *block, at int, m mode, e *entry[T]) (next int) {
	options, rest := d.optionsFor(m), b.data[at:]
	if !d.openAllowed || d.backoff > 0 || rest[0] != '{' || len(rest) > maxOpenRest {
		return -1
	}
	filters := d.filters()
	if filters && !d.prefixes.match(rest) {
		return -1
	}
	d.cur.ResetOpen(rest, d.lastSize, options)
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
		if !d.delivers(k) {
			d.backoff += n
			return -1
		}
		e.kind = k
	}
	e.raw, e.pos.Length, e.size = rest[:end:end], int64(end), int64(next)
	d.lastSize = end
	d.setValue(v, e)
	return at + next
}

// decodeUnpadded decodes a line that is one record without padding. If it returns false, readRecord must read the line, and finds out what is
// wrong.
func (d *lineDecoder[T]) decodeUnpadded(line []byte, m mode, e *entry[T]) bool {
	if n := len(line); n < 2 || line[0] != '{' || line[n-1] != '}' || d.peeks(m) || d.cfg.strict {
		return false
	}
	d.cur.Reset(line, d.optionsFor(m))
	v, code, _ := protocol.Decode(d.cur, d.codec.Scan)
	if code != 0 {
		return false
	}
	d.setValue(v, e)
	return true
}

// setValue fills e with the record v and what the cursor has recorded of it.
func (d *lineDecoder[T]) setValue(v T, e *entry[T]) {
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

// peeks reports whether each line is peeked at first.
func (d *lineDecoder[T]) peeks(m mode) bool {
	return m == peeked || d.filters() || d.codec.KindOf == nil && d.codec.Kind != nil
}

// filters reports whether lines may be skipped because of their kind.
func (d *lineDecoder[T]) filters() bool { return (d.cfg.filters() || d.codec.View) && !d.noFilter }

// lineAt returns where the line that begins at b.data[at] ends, and where the next one begins. If the line has to be peeked at, the peek
// finds its end in most cases, and there is no search for it.
func (d *lineDecoder[T]) lineAt(b *block, at int, m mode) (end, next int) {
	d.hasPeeked = false
	if d.peeks(m) {
		if length, next := d.cur.PeekFirst(b.data[at:], d.cfg.maxDepth); next >= 0 {
			d.hasPeeked = true
			return at + length, at + next
		}
	}
	return b.lineAt(at)
}

// mergeError makes one error of two where an archive is cut within a line: err, the error of that line, which has no line end, gets the
// archive's reason.
func (b *block) mergeError(err *Error, unterminated bool) {
	if cut, ok := b.err.(*Error); ok && unterminated && err != nil && err.Reason == ErrIncomplete {
		err.Reason, err.Err = cut.Reason, cut.Err
		b.reported = true
	}
}

// readRecord reads a line that is not blank, or one segment of it. It reports whether the text is damaged: not JSON, or not exactly one
// record.
func (d *lineDecoder[T]) readRecord(p *piece, m mode, e *entry[T]) (damaged bool) {
	record := p.record()
	filters, known := d.filters(), false
	if d.peeks(m) {
		kind, code, at := d.peek(record)
		if code != 0 && filters {
			kind = protocol.KindOfDamaged(d.cur, record, d.optionsFor(m), d.codec.Kind)
		}
		switch e.kind = kind; {
		case filters && code == 0 && !d.delivers(kind), code != 0 && filters && !d.cfg.maySelect(kind):
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
	d.setValue(v, e)
	return false
}

// optionsFor returns the options for reading in mode m.
func (d *lineDecoder[T]) optionsFor(m mode) *scan.Options {
	if d.mode != m || d.options.MaxDepth == 0 {
		d.prepare(m, false)
	}
	return &d.options
}

// prepare computes what is the same for all lines that are read in mode m. With batch, the memory of recycled lines is kept until Cursor.Free.
func (d *lineDecoder[T]) prepare(m mode, batch bool) {
	d.mode, d.options = m, scan.Options{MaxDepth: d.cfg.maxDepth, MaxElements: d.cfg.maxElements, MaxMemory: d.cfg.maxMemory, Drift: true,
		NoExtra: d.cfg.noExtra, Strict: d.cfg.strict, Borrow: m == recycled, Recycle: m == recycled, Batch: batch}
	// Without Extra, the kind of some records is only known to a peek: it may depend on members that are dropped.
	knowsKind := d.codec.KindOf != nil && !d.cfg.noExtra
	d.openAllowed = predict.LineEnds && m == recycled && !d.cfg.strict && (knowsKind || !d.peeks(m))
	d.countsKinds = d.codec.KindOf != nil && !d.filters()
}

// peek returns the kind of one record, which may be the line that lineAt has peeked at.
func (d *lineDecoder[T]) peek(record []byte) (k Kind, code scan.Code, at int) {
	if !d.hasPeeked {
		return protocol.KindOf(d.cur, record, d.cfg.maxDepth, d.codec.Kind)
	}
	d.hasPeeked = false
	if d.codec.Kind == nil {
		return "", 0, 0
	}
	k = d.codec.Kind(d.cur, 0)
	code, at = d.cur.Err()
	return k, code, at
}

// isDamage reports whether code says that the text is not exactly one record.
func isDamage(code scan.Code) bool {
	return code == scan.Syntax || code == scan.Truncated || code == scan.Trailing || code == scan.NotObject
}

// delivers reports whether lines of kind k are delivered. A view delivers only the kinds that it names.
func (d *lineDecoder[T]) delivers(k Kind) bool {
	return d.cfg.selects(k) && (!d.codec.View || d.codec.Known == nil || d.codec.Known(k))
}

func (d *lineDecoder[T]) tooLong(b *block, e *entry[T]) {
	e.pos.Length, e.size = b.tooLong.length, b.tooLong.size
	e.unterminated = b.unterminated
	e.kind, e.raw = "", nil
	e.outcome, e.err = bad, tooLongError(e.pos, d.cfg.maxLine, b.tooLong.head[:min(int64(len(b.tooLong.head)), b.tooLong.length)])
}

func tooLongError(p Pos, limit int64, head []byte) *Error {
	return &Error{File: p.File, Line: p.Line, Offset: p.Offset, Start: p.Offset, Length: p.Length, Reason: ErrTooLong, Near: near(head, 0),
		Err: fmt.Errorf("%d bytes, the limit is %d", p.Length, limit)}
}

// takeErr returns what comes after the lines of b: an entry for an error after which the input goes on, an error if the input ended, or
// neither. number is the number that the next line would have.
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
	if bad.Line == 0 && number > 0 { // else the error has a position, or the file could not be opened
		pos = Pos{File: b.file, Line: number, Offset: b.end()}
		e := *bad
		if e.File == "" {
			e.File = b.file
		}
		e.Line, e.Start, e.Offset = number, pos.Offset, pos.Offset
		bad = &e
	}
	return &entry[T]{outcome: broken, err: bad, pos: pos}, nil
}

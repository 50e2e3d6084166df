package decoder

import (
	"fmt"

	"github.com/ndwire/ndwire/decoder/scan"
	"github.com/ndwire/ndwire/internal/arena"
)

// mode is what a loop wants of a line.
type mode uint8

const (
	owned mode = iota
	recycled
	peeked
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
	drift    []scan.Drift
	replaced int

	// Of a line that is delivered in parts, which one this is.
	wreck *wreck
	part  int
}

// lineDecoder reads the lines of blocks. Each goroutine has its own.
type lineDecoder[T any] struct {
	codec  *Codec[T]
	cfg    *config
	cur    *scan.Cursor
	batch  bool // recycled lines stay valid until cur is told to free them
	chosen bool // that the lines are wanted is known
	looked bool // the cursor has looked at the line in hand: its kind can be asked for
	size   int  // of the line before
	large  bool // the line before lay in a large buffer
	debt   int  // how many bytes are to be read before openly is tried again

	wanted heads // of a loop that filters

	// What follows from the mode, once there are options.
	mode    mode
	options scan.Options
	opens   bool // openly may be tried
	asks    bool // a record is asked for its kind

	// The line in hand, if it is read in parts, and the part to read next.
	wreck *wreck
	part  int
}

// start and stop frame a time of reading, in this mode more often than in others.
func (d *lineDecoder[T]) start(m mode) {
	if d.cur == nil {
		d.cur = scan.Get(m == recycled)
	}
}

func (d *lineDecoder[T]) stop() {
	if d.cur != nil {
		putCursor(d.cur)
		d.cur = nil
	}
}

// abandon is stop after a panic: the cursor may be in any state.
func (d *lineDecoder[T]) abandon() { d.cur, d.wreck = nil, nil }

// A place is how far a block has been read.
type place struct {
	at   int  // of the next line, in block.data
	done bool // there is none
}

// first is the place before the first line.
func (b *block) first() place { return place{done: len(b.data) == 0 && b.tooLong == nil} }

// step reads the line at p and moves p behind it, but not while e.more().
func (d *lineDecoder[T]) step(b *block, p *place, number int64, m mode, e *entry[T]) {
	p.at = d.read(b, p.at, number, m, e)
	p.done = p.at >= len(b.data) && !e.more()
}

// goOn makes d read what comes behind e, which another may have read: more of its line, or the next one.
func (d *lineDecoder[T]) goOn(e *entry[T]) {
	d.wreck = nil
	if e.more() {
		d.wreck, d.part = e.wreck, e.part+1
	}
}

// read reads the line that begins at b.data[at] and has the given number, and returns where the next one begins; but while
// e.more(), that is at. What e held is lost. e.drift is valid until the next call.
func (d *lineDecoder[T]) read(b *block, at int, number int64, m mode, e *entry[T]) (next int) {
	if d.wreck != nil {
		next = d.nextPart(b.file, number, m, e)
		b.tell(e.err, e.open)
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
	if next = d.openly(b, at, m, e); next >= 0 {
		return next
	}
	end, next := d.lineAt(b, at, m)
	d.size, d.debt = end-at, max(d.debt-(next-at), 0)
	e.pos.Length, e.size = int64(end-at), int64(next-at)
	e.raw = b.data[at:end:end]
	e.open = b.open && next == len(b.data)
	if d.cfg.maxLine > 0 && e.pos.Length > d.cfg.maxLine {
		e.outcome, e.err = bad, tooLongError(e.pos, d.cfg.maxLine, e.raw)
		e.kind, e.raw = "", nil
		return next
	}
	if d.usual(e.raw, m, e) {
		return next
	}
	e.kind = ""
	p := piece{file: b.file, number: number, start: e.pos.Offset, line: e.raw, bounds: boundsOf(e.raw), open: e.open}
	switch {
	case p.bounds.from < p.bounds.to:
		if damaged := d.record(&p, m, e); damaged && d.cfg.salvage {
			if parts := d.salvage(&p); parts != nil {
				d.wreck, d.part = &wreck{line: e.raw, start: p.start, at: at, next: next, open: p.open,
					padded: p.bounds.padded, parts: parts}, 0
				return d.read(b, at, number, m, e)
			}
		}
	case p.bounds.nul:
		e.outcome, e.err = bad, &Error{File: p.file, Line: number, Offset: p.start, Start: p.start, Length: e.pos.Length, Reason: ErrNUL, Near: near(e.raw, 0)}
	default:
		e.outcome = blank
	}
	b.tell(e.err, p.open)
	return next
}

// begin makes e the line at b.data[at], of which nothing else is known. After a usual line there is little to clear, and its kind and
// bytes stay until the next ones are known. What seldom changes is not written again: to write a pointer costs much more than to look
// at it while the collector marks.
func (e *entry[T]) begin(b *block, at int, number int64) {
	if e.outcome != good || len(e.drift) > 0 || e.replaced != 0 || e.wreck != nil {
		*e = entry[T]{}
	}
	if !arena.Same(e.pos.File, b.file) {
		e.pos.File = b.file
	}
	e.open = false
	e.pos.Line, e.pos.Offset = number, b.offset+int64(at)
}

// openSize is the most that a line is read from without knowing where it ends. Strings get as much memory as there may be text.
const openSize = largerSize + beyond

// openly reads a recycled line that is a record and at most blanks behind it, as most are, without looking for its end before: that is
// known behind the record, and the kernels need not be careful near it. It returns where the next line begins. In a loop that filters, it
// reads lines that begin as wanted ones do.
//
// If it returns -1, nothing is known. That can have cost more than the line is worth, as after a bracket too many. So it is not tried
// again before other lines have had as many bytes.
func (d *lineDecoder[T]) openly(b *block, at int, m mode, e *entry[T]) (next int) {
	options, rest := d.optionsFor(m), b.data[at:]
	if !d.opens || d.debt > 0 || rest[0] != '{' || len(rest) > openSize {
		return -1
	}
	filters := d.filters()
	if filters && !d.wanted.begin(rest) {
		return -1
	}
	d.cur.ResetOpen(rest, d.size, options)
	v, n := d.codec.Scan(d.cur, 0)
	for d.cur.Retry() {
		v, n = d.codec.Scan(d.cur, 0)
	}
	if code, far := d.cur.Err(); code != 0 || n < 0 {
		d.debt += max(n, far)
		return -1
	}
	end, next := scan.LineEnd(rest, n)
	if next < 0 || d.cfg.maxLine > 0 && int64(end) > d.cfg.maxLine {
		d.debt += n
		return -1
	}
	if filters {
		k := d.codec.KindOf(v)
		if !d.wants(k) {
			d.debt += n
			return -1
		}
		e.kind = k
	}
	e.raw, e.pos.Length, e.size = rest[:end:end], int64(end), int64(next)
	d.size = end
	d.decoded(v, e)
	return at + next
}

// usual reads a line that is a record and nothing else. If it cannot, nothing is known: what is wrong with the line, and what else
// there is to find out about it, takes more than is at hand here.
func (d *lineDecoder[T]) usual(line []byte, m mode, e *entry[T]) bool {
	if n := len(line); n < 2 || line[0] != '{' || line[n-1] != '}' || d.peeks(m) || d.cfg.strict {
		return false
	}
	d.cur.Reset(line, d.optionsFor(m))
	v, code, _ := decode(d.cur, d.codec.Scan)
	if code != 0 {
		return false
	}
	d.decoded(v, e)
	return true
}

// decoded takes down what the cursor has made of a record.
func (d *lineDecoder[T]) decoded(v T, e *entry[T]) {
	e.value, e.replaced = v, d.cur.Replaced()
	if drift := d.cur.Drift(); len(drift) > 0 {
		e.drift = drift
	}
	if d.asks {
		if k := d.codec.KindOf(v); !arena.Same(string(k), string(e.kind)) {
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

// tell sees to it that a cut archive that ends within a line is one thing to tell, not two. err is what is wrong with a line.
func (b *block) tell(err *Error, open bool) {
	if cut, ok := b.err.(*Error); ok && open && err != nil && err.Reason == ErrIncomplete {
		err.Reason, err.Err = cut.Reason, cut.Err
		b.told = true
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
			kind = glimpse(d.cur, record, d.optionsFor(m), d.codec.Kind)
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
			d.wanted.learn(record, d.cur.TagEnd())
			known = true
		}
	}
	if options := d.optionsFor(m); known {
		d.cur.ResetPeeked(options)
	} else {
		d.cur.Reset(record, options)
	}
	v, code, at := decode(d.cur, d.codec.Scan)
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
	d.opens = m == recycled && !d.cfg.strict && (d.codec.KindOf != nil || !d.filters())
	d.asks = d.codec.KindOf != nil && !d.filters()
}

// peek asks for the kind of one record, which may be the line that lineAt has looked at.
func (d *lineDecoder[T]) peek(record []byte) (k Kind, code scan.Code, at int) {
	if !d.looked {
		return peek(d.cur, record, d.cfg.maxDepth, d.codec.Kind)
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
	if b.told {
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

package decoder

import (
	"cmp"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/ndwire/ndwire/internal/scan"
)

// Scanner is for generated code: a record that reads itself from the value at offset i of the cursor's line.
type Scanner interface {
	ScanJSON(c *scan.Cursor, i int) int
}

// Codec is for generated code: how the lines of one protocol are peeked at and decoded. It is made once, as a package
// variable, and never changed.
type Codec[T any] struct {
	Spec   string                               // the protocol: "agentsdk"
	Scan   func(c *scan.Cursor, i int) (T, int) // decodes the object at i
	Kind   func(c *scan.Cursor, i int) Kind     // what Peek says of it; nil for lines that have no kinds
	KindOf func(T) Kind                         // what a decoded line says of itself, in memory that is not the line's; nil if Kind is
	Known  func(k Kind) bool                    // whether the spec knows a kind; nil: all of them
	Clone  func(T) T                            // copies a line, so that nothing of it is borrowed
	View   bool                                 // the spec names only what it wants to see: members it does not name are jumped over

	Signs []Signs // by which lines of other packages are told

	MaxDepth int   // the spec's limits; 0: the usual ones
	MaxLine  int64 // of a Reader only; 0: DefaultMaxLine

	groups sync.Pool // of *group[T]: nobody uses them
}

// Unmarshal decodes one line. White space and a byte order mark around it are allowed. The result keeps nothing of data.
func (c *Codec[T]) Unmarshal(data []byte) (T, error) {
	if c.MaxDepth > 0 {
		return unmarshal(data, &scan.Options{MaxDepth: c.MaxDepth}, c.Scan)
	}
	return unmarshal(data, &owning, c.Scan)
}

// Borrow is Unmarshal without copying: strings and raw values of the result may lie in data, which must not be changed as
// long as they are used.
func (c *Codec[T]) Borrow(data []byte) (T, error) {
	if c.MaxDepth > 0 {
		return unmarshal(data, &scan.Options{MaxDepth: c.MaxDepth, Borrow: true}, c.Scan)
	}
	return unmarshal(data, &borrowing, c.Scan)
}

// How single lines are decoded. They are variables, because what has just been written in parts is slow to copy as a whole.
var (
	owning    = scan.Options{MaxDepth: defaultMaxDepth}
	borrowing = scan.Options{MaxDepth: defaultMaxDepth, Borrow: true}
)

// maxFindings is how many findings Check reports of one line.
const maxFindings = 100

// Check says everything that Strict would say of one line: nil, or errors that are joined, each an *Error, at most 100 of
// them. The error of a line that is no JSON stands at the end.
func (c *Codec[T]) Check(data []byte) error {
	cur := scan.GetSingle()
	p := piece{line: data, bounds: boundsOf(data)}
	cur.Reset(p.record(), &scan.Options{MaxDepth: c.depth(), Borrow: true, Strict: true})
	_, code, at := decode(cur, c.Scan)
	var errs []error
	for _, f := range cur.Findings() {
		if len(errs) == maxFindings {
			break
		}
		errs = append(errs, p.finding(f))
	}
	scan.PutSingle(cur)
	if code != 0 {
		errs = append(errs[:min(len(errs), maxFindings-1)], p.fail(code, at))
	}
	return errors.Join(errs...)
}

// Peek says what stands on a line without decoding it. It walks over the whole line, because a tag can stand anywhere and the
// last one counts; strings and the balance of brackets are checked on the way, and nothing else.
func (c *Codec[T]) Peek(data []byte) (Kind, error) {
	cur := scan.GetSingle()
	// As in unmarshal, a usual line has nothing around its object.
	if len(data) > 0 && data[0] == '{' {
		if kind, code, _ := peek(cur, data, c.depth(), c.Kind); code == 0 {
			scan.PutSingle(cur)
			return kind, nil
		}
	}
	return c.peekSlow(cur, data)
}

func (c *Codec[T]) peekSlow(cur *scan.Cursor, data []byte) (Kind, error) {
	p := piece{line: data, bounds: boundsOf(data)}
	kind, code, at := peek(cur, p.record(), c.depth(), c.Kind)
	scan.PutSingle(cur)
	if code != 0 {
		return "", p.fail(code, at)
	}
	return kind, nil
}

// NewReader returns a Reader of r's lines. A *bytes.Reader is taken to its end at once and read where its bytes lie, which must not
// be changed before the Reader is done, and with Recycled as long as a line is valid.
func (c *Codec[T]) NewReader(r io.Reader, opts ...Option) *Reader[T] {
	cfg := config{maxDepth: c.depth(), maxLine: cmp.Or(c.MaxLine, DefaultMaxLine)}
	for _, o := range opts {
		o(&cfg)
	}
	return newReader(c, r, cfg)
}

func (c *Codec[T]) depth() int {
	if c.MaxDepth > 0 {
		return c.MaxDepth
	}
	return defaultMaxDepth
}

// Unmarshal is for generated code: it decodes data into v, which must be a zero value. The result keeps nothing of data. Where v is no
// record, a list or map with an element of another type than v has is an error: there is no Extra that would keep it.
func Unmarshal(data []byte, v Scanner) error {
	_, err := unmarshal(data, &owning, func(c *scan.Cursor, i int) (struct{}, int) {
		return struct{}{}, v.ScanJSON(c, i)
	})
	return err
}

// UnmarshalUnion is for generated code: it decodes data with a union's function. The result keeps nothing of data.
func UnmarshalUnion[T any](data []byte, f func(c *scan.Cursor, i int) (T, int)) (T, error) {
	return unmarshal(data, &owning, f)
}

func unmarshal[T any](data []byte, o *scan.Options, f func(*scan.Cursor, int) (T, int)) (T, error) {
	cur := scan.GetSingle() // which is not given back after a panic: it may be in any state
	// A usual line needs no look at its end first, which is far away in memory. What is wrong with another is found out below.
	if len(data) > 0 && data[0] == '{' {
		cur.Reset(data, o)
		for again := true; again; again = cur.Retry() {
			if v, i := f(cur, 0); cur.Whole(i) || cur.End(i) >= 0 {
				scan.PutSingle(cur)
				return v, nil
			}
		}
	}
	return unmarshalSlow(cur, data, o, f)
}

func unmarshalSlow[T any](cur *scan.Cursor, data []byte, o *scan.Options, f func(*scan.Cursor, int) (T, int)) (T, error) {
	p := piece{line: data, bounds: boundsOf(data)}
	cur.Reset(p.record(), o)
	v, code, at := decode(cur, f)
	scan.PutSingle(cur)
	if code != 0 {
		var zero T
		return zero, p.fail(code, at)
	}
	return v, nil
}

// decode drives the cursor over one record, a second time if the first try took a wrong turn.
func decode[T any](c *scan.Cursor, f func(*scan.Cursor, int) (T, int)) (v T, code scan.Code, at int) {
	for {
		i := c.Start()
		v, i = f(c, i)
		c.End(i)
		if !c.Retry() {
			code, at = c.Err()
			return v, code, at
		}
	}
}

// peek asks for the kind of one record.
func peek(c *scan.Cursor, record []byte, maxDepth int, kind func(*scan.Cursor, int) Kind) (k Kind, code scan.Code, at int) {
	if i := c.Peek(record, maxDepth); i >= 0 && kind != nil {
		if !c.IsObject(i) {
			return "", scan.NotObject, i
		}
		k = kind(c, i)
	}
	code, at = c.Err()
	return k, code, at
}

// peekDamaged returns the kind of a record that is no valid JSON, by what stands before the damage; "" if that does not say it. As of any line, the
// last tag counts.
func peekDamaged(c *scan.Cursor, record []byte, o *scan.Options, kind func(*scan.Cursor, int) Kind) Kind {
	if kind == nil {
		return ""
	}
	c.Reset(record, o)
	c.BeCareful()
	return kind(c, c.Start())
}

// reasonOf is the Reason for a code of the cursor.
func reasonOf(code scan.Code) Reason {
	switch code {
	case scan.Truncated, scan.Empty:
		return ErrTruncated
	case scan.Trailing:
		return ErrTrailing
	case scan.TooDeep:
		return ErrTooDeep
	case scan.TooMany:
		return ErrElements
	case scan.NotObject:
		return ErrNotObject
	case scan.Unknown:
		return ErrUnknown
	case scan.Mistyped:
		return ErrType
	case scan.MissingTag:
		return ErrMissingTag
	case scan.Missing:
		return ErrMissing
	case scan.Duplicate:
		return ErrDuplicate
	case scan.BadUTF8:
		return ErrUTF8
	case scan.BadSurrogate:
		return ErrSurrogate
	case scan.OutOfRange:
		return ErrRange
	}
	return ErrSyntax
}

// A piece is one line with what an error says of its place. Of a single line given to a function, file and number are not known.
type piece struct {
	file   string
	number int64 // 0 for a single line
	start  int64
	line   []byte
	bounds recordBounds
	open   bool // the line has no line end: the input ends in it
}

func (p *piece) record() []byte { return p.line[p.bounds.from:p.bounds.to:p.bounds.to] }

var errEmpty = errors.New("there is no record")

// fail makes the error for what the cursor says is wrong at an offset of the record.
func (p *piece) fail(code scan.Code, at int) *Error {
	e := p.error(reasonOf(code), at)
	if code == scan.Empty {
		e.Err = errEmpty
	}
	// NUL bytes behind it show that what is missing will not come.
	if e.Reason == ErrTruncated && p.open && !p.bounds.padded {
		e.Reason, e.Err = ErrIncomplete, io.ErrUnexpectedEOF
	}
	return e
}

func (p *piece) finding(f scan.Finding) *Error {
	e := p.error(reasonOf(f.Code), f.Offset)
	if f.Value != "" {
		e.Err = errors.New(shortened(f.Value))
	}
	return e
}

// shortened is the beginning of a value that stands in the input, for an error's text.
func shortened(value string) string {
	const most = 128
	if len(value) <= most {
		return value
	}
	return strings.ToValidUTF8(value[:most], "") + "…"
}

func (p *piece) error(r Reason, at int) *Error {
	record := p.record()
	at = min(max(at, 0), len(record))
	return &Error{File: p.file, Line: p.number, Start: p.start, Offset: p.start + int64(p.bounds.from+at), Length: int64(len(p.line)),
		Path: scan.PathAt(record, at), Reason: r, Near: near(record, at)}
}

package protocol

import (
	"errors"

	"github.com/ndwire/ndwire/internal/scan"
)

// Unmarshal decodes one line. White space and a byte order mark around it are allowed. The result keeps nothing of data.
func (l *Lines[T, K]) Unmarshal(data []byte) (T, error) {
	if l.MaxDepth > 0 {
		return unmarshal(data, &scan.Options{MaxDepth: l.MaxDepth}, l.Scan)
	}
	return unmarshal(data, &owning, l.Scan)
}

// Borrow is Unmarshal without copying: strings and raw values of the result may lie in data, which must not be changed as
// long as they are used.
func (l *Lines[T, K]) Borrow(data []byte) (T, error) {
	if l.MaxDepth > 0 {
		return unmarshal(data, &scan.Options{MaxDepth: l.MaxDepth, Borrow: true}, l.Scan)
	}
	return unmarshal(data, &borrowing, l.Scan)
}

// How single lines are decoded. They are variables, because what has just been written in parts is slow to copy as a whole.
var (
	owning    = scan.Options{MaxDepth: DefaultDepth}
	borrowing = scan.Options{MaxDepth: DefaultDepth, Borrow: true}
)

// maxFindings is how many findings Check reports of one line.
const maxFindings = 100

// Check says everything that decoder.Strict would say of one line: nil, or errors that are joined, each a *decoder.Error, at most 100 of
// them. The error of a line that is no JSON stands at the end.
func (l *Lines[T, K]) Check(data []byte) error { return check(data, l.Depth(), l.Scan) }

// CheckUnion is Check for a value that is decoded with a union's function.
func CheckUnion[T any](data []byte, f func(c *scan.Cursor, i int) (T, int)) error {
	return check(data, DefaultDepth, f)
}

func check[T any](data []byte, depth int, f func(c *scan.Cursor, i int) (T, int)) error {
	cur := scan.GetSingle()
	cur.Reset(Decoder.Record(data), &scan.Options{MaxDepth: depth, Borrow: true, Strict: true})
	_, code, at := Decode(&cur.Cursor, f)
	var errs []error
	for _, f := range cur.Findings() {
		if len(errs) == maxFindings {
			break
		}
		errs = append(errs, Decoder.Finding(data, f))
	}
	cur.Put()
	if code != 0 {
		errs = append(errs[:min(len(errs), maxFindings-1)], Decoder.Fail(data, code, at))
	}
	return errors.Join(errs...)
}

// Peek says what stands on a line without decoding it. It walks over the whole line, because a tag can stand anywhere and the
// last one counts; strings and the balance of brackets are checked on the way, and nothing else. maxDepth is the spec's limit, 0 if it has
// none.
func Peek[K ~string](data []byte, maxDepth int, kind func(*scan.Cursor, int) K) (K, error) {
	cur := scan.GetSingle()
	// As in unmarshal, a usual line has nothing around its object.
	if len(data) > 0 && data[0] == '{' {
		if k, code, _ := KindOf(&cur.Cursor, data, depth(maxDepth), kind); code == 0 {
			cur.Put()
			return k, nil
		}
	}
	return peekSlow(cur, data, depth(maxDepth), kind)
}

func peekSlow[K ~string](cur *scan.Single, data []byte, maxDepth int, kind func(*scan.Cursor, int) K) (K, error) {
	k, code, at := KindOf(&cur.Cursor, Decoder.Record(data), maxDepth, kind)
	cur.Put()
	if code != 0 {
		return "", Decoder.Fail(data, code, at)
	}
	return k, nil
}

// UnmarshalRecord decodes data with a record's function, whose receiver must have its zero value. The result keeps nothing of data. Where
// it is no record, a list or map with an element of another type than it has is an error: there is no Extra that would keep it.
func UnmarshalRecord(data []byte, f func(c *scan.Cursor, i int) int) error {
	_, err := unmarshal(data, &owning, func(c *scan.Cursor, i int) (struct{}, int) {
		return struct{}{}, f(c, i)
	})
	return err
}

// UnmarshalUnion decodes data with a union's function. The result keeps nothing of data.
func UnmarshalUnion[T any](data []byte, f func(c *scan.Cursor, i int) (T, int)) (T, error) {
	return unmarshal(data, &owning, f)
}

func unmarshal[T any](data []byte, o *scan.Options, f func(*scan.Cursor, int) (T, int)) (T, error) {
	cur := scan.GetSingle() // which is not given back after a panic: it may be in any state
	// A usual line needs no look at its end first, which is far away in memory. What is wrong with another is found out below.
	if len(data) > 0 && data[0] == '{' {
		cur.Own(len(data))
		cur.Reset(data, o)
		for again := true; again; again = cur.Retry() {
			if v, i := f(&cur.Cursor, 0); cur.Whole(i) || cur.End(i) >= 0 {
				cur.Put()
				return v, nil
			}
		}
	}
	return unmarshalSlow(cur, data, o, f)
}

func unmarshalSlow[T any](cur *scan.Single, data []byte, o *scan.Options, f func(*scan.Cursor, int) (T, int)) (T, error) {
	cur.Reset(Decoder.Record(data), o)
	v, code, at := Decode(&cur.Cursor, f)
	cur.Put()
	if code != 0 {
		var zero T
		return zero, Decoder.Fail(data, code, at)
	}
	return v, nil
}

// Decode drives the cursor over one record, a second time if the first try took a wrong turn.
func Decode[T any](c *scan.Cursor, f func(*scan.Cursor, int) (T, int)) (v T, code scan.Code, at int) {
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

// KindOf asks for the kind of one record; kind may be nil.
func KindOf[K ~string](c *scan.Cursor, record []byte, maxDepth int, kind func(*scan.Cursor, int) K) (k K, code scan.Code, at int) {
	if i := c.Peek(record, maxDepth); i >= 0 && kind != nil {
		if !c.IsObject(i) {
			return "", scan.NotObject, i
		}
		k = kind(c, i)
	}
	code, at = c.Err()
	return k, code, at
}

// KindOfDamaged asks for the kind of a record that is no valid JSON: what stands before the damage says, "" if that does not. As of any
// line, the last tag counts.
func KindOfDamaged[K ~string](c *scan.Cursor, record []byte, o *scan.Options, kind func(*scan.Cursor, int) K) K {
	if kind == nil {
		return ""
	}
	c.Reset(record, o)
	c.BeExact()
	return kind(c, c.Start())
}

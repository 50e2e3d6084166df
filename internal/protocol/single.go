package protocol

import (
	"errors"

	"github.com/ndwire/ndwire/internal/scan"
)

// Unmarshal decodes one line. White space and a byte order mark around it are allowed. The result does not refer to data.
func (l *Lines[T, K]) Unmarshal(data []byte) (T, error) {
	if l.MaxDepth > 0 {
		return unmarshal(data, &scan.Options{MaxDepth: l.MaxDepth}, l.Scan)
	}
	return unmarshal(data, &owning, l.Scan)
}

// Borrow is Unmarshal without copying: strings and raw values of the result may lie in data, which must not be changed while they are
// used.
func (l *Lines[T, K]) Borrow(data []byte) (T, error) {
	if l.MaxDepth > 0 {
		return unmarshal(data, &scan.Options{MaxDepth: l.MaxDepth, Borrow: true}, l.Scan)
	}
	return unmarshal(data, &borrowing, l.Scan)
}

// The options for single lines. They are variables: a struct that was just written field by field is slow to copy.
var (
	owning    = scan.Options{MaxDepth: scan.DefaultDepth}
	borrowing = scan.Options{MaxDepth: scan.DefaultDepth, Borrow: true}
)

// Check returns all errors that decoder.Strict reports for one line: nil, or at most 100 joined errors, each a *decoder.Error. If the
// line is not valid JSON, that error is the last.
func (l *Lines[T, K]) Check(data []byte) error { return check(data, l.Depth(), l.Scan) }

// CheckUnion is Check for a value that is decoded with a union's function. Empty data is null: a raw field has no text then.
func CheckUnion[T any](data []byte, f func(c *scan.Cursor, i int) (T, int)) error {
	if len(data) == 0 {
		data = []byte("null")
	}
	return check(data, scan.DefaultDepth, f)
}

func check[T any](data []byte, depth int, f func(c *scan.Cursor, i int) (T, int)) error {
	cur := scan.GetSingle()
	cur.Reset(Decoder.Record(data), &scan.Options{MaxDepth: depth, Borrow: true, Strict: true})
	_, code, at := Decode(&cur.Cursor, f)
	var errs []error
	for _, f := range cur.Findings() {
		errs = append(errs, Decoder.Finding(data, f))
	}
	cur.Put()
	if code != 0 {
		errs = append(errs[:min(len(errs), scan.MaxFindings-1)], Decoder.Fail(data, code, at))
	}
	return errors.Join(errs...)
}

// Peek returns the kind of a line without decoding it. It walks over the whole line, because a tag can stand anywhere and the last one
// counts; it checks only strings and the balance of brackets. maxDepth is the spec's limit, 0 if it has none.
func Peek[K ~string](data []byte, maxDepth int, kind func(*scan.Cursor, int) K) (K, error) {
	cur := scan.GetSingle()
	// As in unmarshal: most lines have nothing around their object.
	if len(data) > 0 && data[0] == '{' {
		if k, code, _ := KindOf(&cur.Cursor, data, maxDepth, kind); code == 0 {
			cur.Put()
			return k, nil
		}
	}
	return peekSlow(cur, data, maxDepth, kind)
}

func peekSlow[K ~string](cur *scan.Single, data []byte, maxDepth int, kind func(*scan.Cursor, int) K) (K, error) {
	k, code, at := KindOf(&cur.Cursor, Decoder.Record(data), maxDepth, kind)
	cur.Put()
	if code != 0 {
		return "", Decoder.Fail(data, code, at)
	}
	return k, nil
}

// UnmarshalRecord decodes data with a record's function, whose receiver must be zero. The result does not refer to data. If it is a list
// or map instead of a record, an element of a wrong type is an error: there is no Extra to keep it.
func UnmarshalRecord(data []byte, f func(c *scan.Cursor, i int) int) error {
	_, err := unmarshal(data, &owning, func(c *scan.Cursor, i int) (struct{}, int) {
		return struct{}{}, f(c, i)
	})
	return err
}

// UnmarshalUnion decodes data with a union's function. The result does not refer to data.
func UnmarshalUnion[T any](data []byte, f func(c *scan.Cursor, i int) (T, int)) (T, error) {
	return unmarshal(data, &owning, f)
}

func unmarshal[T any](data []byte, o *scan.Options, f func(*scan.Cursor, int) (T, int)) (T, error) {
	cur := scan.GetSingle() // not put back after a panic: it may be in any state
	// Most lines have nothing around their object: their end, which may be far away in memory, is not looked at first. unmarshalSlow finds
	// out what is wrong with others.
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

// Decode decodes one record with the cursor, in as many attempts as it needs.
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

// KindOf returns the kind of one record; kind may be nil.
func KindOf[K ~string](c *scan.Cursor, record []byte, maxDepth int, kind func(*scan.Cursor, int) K) (k K, code scan.Code, at int) {
	if i := c.Peek(record, maxDepth); i >= 0 && kind != nil {
		if !c.IsObject(i) {
			return "", scan.NotObject, i
		}
		k = kind(c, i)
	}
	code, at = c.Err()
	if code == scan.Trailing && kind != nil { // as in decoding, what is no object has this error, whatever follows
		if i := c.Start(); !c.IsObject(i) {
			code, at = scan.NotObject, i
		}
	}
	return k, code, at
}

// KindOfDamaged returns the kind of a record that is not valid JSON, by the tags before the damage. As in all lines, the last tag counts. It is ""
// if no tag stands there, also where an object without a tag has a kind: the lost part may have the tag.
func KindOfDamaged[K ~string](c *scan.Cursor, record []byte, o *scan.Options, kind func(*scan.Cursor, int) K) K {
	if kind == nil {
		return ""
	}
	kindOf := func(text []byte) K {
		c.Reset(text, o)
		c.BeExact()
		return kind(c, c.Start())
	}
	untagged := kindOf([]byte("{}"))
	if k := kindOf(record); k != untagged {
		return k
	}
	return ""
}

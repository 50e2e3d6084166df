package genrt

import (
	"time"

	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/writing"
)

// Object writes one JSON object member by member.
type Object = writing.Object

// AppendString appends a string.
func AppendString(dst []byte, s string) []byte { return encoder.AppendString(dst, s) }

// AppendStrings appends a list of strings.
func AppendStrings(dst []byte, v []string) []byte { return writing.AppendStrings(dst, v) }

// AppendText appends constant JSON text.
func AppendText(dst []byte, s string) []byte { return writing.AppendText(dst, s) }

// AppendKey appends a key of a map, with its colon and the comma before it.
func AppendKey(dst []byte, k string) []byte { return writing.AppendKey(dst, k) }

// AppendInt appends an integer.
func AppendInt(dst []byte, n int64) []byte { return writing.AppendInt(dst, n) }

// AppendUint appends an integer.
func AppendUint(dst []byte, n uint64) []byte { return writing.AppendUint(dst, n) }

// AppendInts appends a list of integers.
func AppendInts(dst []byte, v []int) []byte { return writing.AppendInts(dst, v) }

// AppendBool appends true or false.
func AppendBool(dst []byte, v bool) []byte { return writing.AppendBool(dst, v) }

// AppendFloat appends a number. NaN and the infinities are errors.
func AppendFloat(dst []byte, f float64) ([]byte, error) { return encoder.AppendFloat(dst, f) }

// AppendTime appends a time as RFC 3339 writes it. A time that it cannot express is an error.
func AppendTime(dst []byte, v time.Time) ([]byte, error) { return writing.AppendTime(dst, v) }

// AppendSeconds appends a time as a number of seconds since 1970.
func AppendSeconds(dst []byte, v time.Time) []byte { return writing.AppendSeconds(dst, v) }

// AppendMilliseconds appends a time as a number of milliseconds since 1970.
func AppendMilliseconds(dst []byte, v time.Time) []byte { return writing.AppendMilliseconds(dst, v) }

// AppendDecimal appends a number as it is spelled. A text that is not a number is an error.
func AppendDecimal(dst []byte, v string) ([]byte, error) { return writing.AppendDecimal(dst, v) }

// AppendBase64 appends bytes as a string in base64.
func AppendBase64(dst, v []byte) []byte { return writing.AppendBase64(dst, v) }

// AppendRaw appends JSON text as it stands. It is checked, unless trusted is set, here and below.
func AppendRaw(dst, raw []byte, trusted bool) ([]byte, error) {
	return writing.AppendRaw(dst, raw, trusted)
}

// Quote replaces the JSON text in dst[from:] by a JSON string of it.
func Quote(dst []byte, from int) []byte { return writing.Quote(dst, from) }

// Unquoted returns the text of a JSON string that was written.
func Unquoted(quoted []byte, err error) (text string, ok bool) { return writing.Unquoted(quoted, err) }

// AppendVariant is AppendRaw for a value that must be an object or an array: first is '{' or '['. An empty value is null.
func AppendVariant(dst, raw []byte, first byte, trusted bool) ([]byte, error) {
	return writing.AppendVariant(dst, raw, first, trusted)
}

// AppendCase writes a case of a union that is not in the spec.
func AppendCase(dst, raw []byte, trusted bool) ([]byte, error) {
	return writing.AppendCase(dst, raw, trusted)
}

// AppendLine is AppendCase for a line, which must be an object.
func AppendLine(dst, raw []byte, trusted bool) ([]byte, error) {
	return writing.AppendLine(dst, raw, trusted)
}

// EndExternal ends the value of an external union, which begins at dst[start], or removes it after an error.
func EndExternal(dst []byte, start int, err error) ([]byte, error) {
	return writing.EndExternal(dst, start, err)
}

// AppendUnit appends a case of an external union that has only a name.
func AppendUnit(dst []byte, name string, extra Extra) ([]byte, error) {
	return writing.AppendUnit(dst, name, extra)
}

// AppendAdjacentUnit is AppendUnit for an adjacent union.
func AppendAdjacentUnit(dst []byte, tag, null string, extra Extra) ([]byte, error) {
	return writing.AppendAdjacentUnit(dst, tag, null, extra)
}

// OrNull writes null if the AppendJSON of a value has written nothing.
func OrNull(dst []byte, err error) ([]byte, error) { return writing.OrNull(dst, err) }

// Failed returns what AppendJSON returns if a member of a record could not be written.
func Failed(start, dst []byte, err error) ([]byte, error) { return writing.Failed(start, dst, err) }

// Nil returns the error of a nil pointer to a record.
func Nil(dst []byte, record string) ([]byte, error) { return writing.Nil(dst, record) }

// Conflict returns the error of fields that cannot be written together.
func Conflict(detail string) error { return writing.Conflict(detail) }

// TwoSet returns the error of a union by JSON type that has more than one of its fields set. set has a bit for each name.
func TwoSet(union string, set uint, names ...string) error {
	return writing.TwoSet(union, set, names...)
}

// SortedKeys returns the keys of m in the order in which they are written.
func SortedKeys[K ~string, V any](m map[K]V) []K { return writing.SortedKeys(m) }

// Aliased reports whether a record's member was read under another name, under which it will be written.
func Aliased(x Extra, name string) bool { return writing.Aliased(x, name) }

// Rename returns an Extra with which a member is written under another name.
func Rename(x Extra, name, alias string) Extra { return writing.Rename(x, name, alias) }

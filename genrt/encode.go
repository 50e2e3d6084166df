package genrt

import (
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/notes"
)

// Object writes one JSON object member by member.
type Object = encoder.Object

// The functions append values behind dst.

func AppendString(dst []byte, s string) []byte          { return encoder.AppendString(dst, s) }
func AppendStrings(dst []byte, v []string) []byte       { return encoder.AppendStrings(dst, v) }
func AppendText(dst []byte, s string) []byte            { return encoder.AppendText(dst, s) }
func AppendKey(dst []byte, k string) []byte             { return encoder.AppendKey(dst, k) }
func AppendInt(dst []byte, n int64) []byte              { return encoder.AppendInt(dst, n) }
func AppendInts(dst []byte, v []int) []byte             { return encoder.AppendInts(dst, v) }
func AppendBool(dst []byte, v bool) []byte              { return encoder.AppendBool(dst, v) }
func AppendFloat(dst []byte, f float64) ([]byte, error) { return encoder.AppendFloat(dst, f) }
func AppendRaw(dst, raw []byte) ([]byte, error)         { return encoder.AppendRaw(dst, raw) }
func AppendArm(dst, raw []byte, first byte) ([]byte, error) {
	return encoder.AppendArm(dst, raw, first)
}
func AppendCase(dst, raw []byte) ([]byte, error) { return encoder.AppendCase(dst, raw) }
func AppendLine(dst, raw []byte) ([]byte, error) { return encoder.AppendLine(dst, raw) }

// OrNull makes null of a value whose AppendJSON wrote nothing.
func OrNull(dst []byte, err error) ([]byte, error) { return encoder.OrNull(dst, err) }

// Failed is what AppendJSON returns for a record, one of whose members could not be written.
func Failed(was, dst []byte, err error) ([]byte, error) { return encoder.Failed(was, dst, err) }

// Nil is the error of a nil pointer to a record.
func Nil(dst []byte, record string) ([]byte, error) { return encoder.Nil(dst, record) }

// Conflict is the error of fields that cannot be written together.
func Conflict(detail string) error { return encoder.Conflict(detail) }

// TwoSet is the error of a union by JSON type that has more than one of its fields set. set has a bit for each name.
func TwoSet(union string, set uint, names ...string) error {
	return encoder.TwoSet(union, set, names...)
}

// SortedKeys is the keys of m in the order in which they are written.
func SortedKeys[K ~string, V any](m map[K]V) []K { return encoder.SortedKeys(m) }

// Aliased reports whether a record's member was read under another name, and will be written so.
func Aliased(x *notes.Set, name string) bool { return encoder.Aliased(x, name) }

// Rename is the notes of a record by which a member is read under another name.
func Rename(x *notes.Set, name, alias string) *notes.Set { return encoder.Rename(x, name, alias) }

package writing

import (
	"strconv"

	"github.com/ndwire/ndwire/encoder"
)

// What has no notes, generated code writes by append and the functions of this file: unions by JSON type, records of views, and those that
// the spec gives an order, since many lines have them, while there is nothing to say of how they stood on theirs:
//
//	func (m *StatusMessage) appendJSON(dst []byte, trusted bool) ([]byte, error) {
//		if m.Extra != (decoder.Extra{}) {
//			return m.appendWithNotes(dst, trusted)
//		}
//		dst = genrt.AppendText(dst, `{"type":"system","uuid":`)
//		dst = genrt.AppendString(dst, m.UUID)
//		return append(dst, '}'), nil
//	}
//
// Its members are written without a branch for each and an Object in memory: a fifth to a third less time for short records.

// AppendInt writes an integer.
func AppendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// AppendUint writes a number.
func AppendUint(dst []byte, n uint64) []byte { return strconv.AppendUint(dst, n, 10) }

// AppendBool writes true or false.
func AppendBool(dst []byte, v bool) []byte { return strconv.AppendBool(dst, v) }

// AppendText writes text that stands in the program, of up to 48 bytes as fast as can be: the compiler calls a function to copy more than 16
// bytes, and writes less by an instruction or two. Where this is inlined, nothing else is left of it.
func AppendText(dst []byte, s string) []byte {
	const piece = 16
	switch {
	case len(s) <= piece:
		return append(dst, s...)
	case len(s) <= 2*piece:
		return append(append(dst, s[:piece]...), s[piece:]...)
	case len(s) <= 3*piece:
		return append(append(append(dst, s[:piece]...), s[piece:2*piece]...), s[2*piece:]...)
	}
	return append(dst, s...)
}

// AppendStrings writes a list, [] for a nil one.
func AppendStrings(dst []byte, v []string) []byte {
	dst = append(dst, '[')
	for i, s := range v {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = encoder.AppendString(dst, s)
	}
	return append(dst, ']')
}

// AppendInts writes a list, [] for a nil one.
func AppendInts(dst []byte, v []int) []byte {
	dst = append(dst, '[')
	for i, n := range v {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendInt(dst, int64(n))
	}
	return append(dst, ']')
}

// AppendKey writes a key of a map. No value ends with an opening brace, so one at the end of what is written says that it is the first.
func AppendKey(dst []byte, k string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return append(encoder.AppendString(dst, k), ':')
}

// OrNull makes null of a value whose AppendJSON wrote nothing: behind its key, in its list, or alone. No value ends as what stands before
// one does.
func OrNull(dst []byte, err error) ([]byte, error) {
	if err != nil {
		return dst, err
	}
	if len(dst) == 0 || opens(dst[len(dst)-1]) {
		dst = append(dst, "null"...)
	}
	return dst, nil
}

func opens(c byte) bool { return c == ':' || c == ',' || c == '[' }

// Failed is what AppendJSON returns for a record, one of whose members could not be written: was is what it was given, and dst has the
// record up to that member's value.
func Failed(was, dst []byte, err error) ([]byte, error) {
	return was, within(dst[min(len(was), len(dst)):], err)
}

package writing

import (
	"strconv"

	"github.com/ndwire/ndwire/encoder"
)

// Values without notes are written by the functions of this file: unions by JSON type, records of views, and the records for which the spec
// has an order, which many lines have, while they have no Extra:
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
// For short records that takes a fifth to a third less time, because there is no branch for each member and no Object in memory.

// AppendInt writes an integer.
func AppendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }

// AppendUint writes an integer without a sign.
func AppendUint(dst []byte, n uint64) []byte { return strconv.AppendUint(dst, n, 10) }

// AppendBool writes true or false.
func AppendBool(dst []byte, v bool) []byte { return strconv.AppendBool(dst, v) }

// AppendText writes a constant text; up to 48 bytes without a function call: the compiler copies up to 16 bytes with an instruction or
// two, and calls a function for more. Where AppendText is inlined, only the case for its length remains.
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

// AppendKey writes a key of a map. No value ends with an opening brace, so if dst ends with one, the key is the first.
func AppendKey(dst []byte, k string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return append(encoder.AppendString(dst, k), ':')
}

// OrNull writes null if the AppendJSON of a value has written nothing: if dst is empty, or ends with a colon, comma or bracket, which no
// value ends with.
func OrNull(dst []byte, err error) ([]byte, error) {
	if err != nil {
		return dst, err
	}
	if len(dst) == 0 || precedesValue(dst[len(dst)-1]) {
		dst = append(dst, "null"...)
	}
	return dst, nil
}

// precedesValue reports whether a value must follow c.
func precedesValue(c byte) bool { return c == ':' || c == ',' || c == '[' }

// Failed returns what AppendJSON returns if a member of a record could not be written. start is what AppendJSON was given; dst also has
// the record up to the member's value.
func Failed(start, dst []byte, err error) ([]byte, error) {
	return start, inMember(dst[min(len(start), len(dst)):], err)
}

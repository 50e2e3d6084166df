// Package rawtext appends JSON that is written as it stands: a decoder.Raw, the unknown members of a record, or the text in a note.
//
// A program may have made such a text, or changed its bytes, which is not visible. So each text is checked against the whole grammar, each
// time that it is written, unless it is trusted: see encoder.Trusted.
//
// The checks are those of the decoder: invalid UTF-8 and lone surrogates are accepted within strings. If a text has line feeds or carriage
// returns, which can only stand between its tokens, it is written without white space there.
package rawtext

import (
	"bytes"
	"strconv"

	"github.com/ndwire/ndwire/internal/kernel"
)

// Append appends text, which must be one JSON value, on one line. If ok is false, nothing is appended, and end is the offset of the first
// invalid byte, or len(text).
func Append(dst, text []byte, trusted bool) (_ []byte, end int, ok bool) {
	lines := false
	if trusted {
		lines = bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0
	} else if end, ok, lines = kernel.ValidText(text); !ok {
		return dst, end, false
	}
	if lines {
		return Compact(dst, text), len(text), true
	}
	return append(dst, text...), len(text), true
}

// AppendMembers appends members that are separated by commas, with a comma before the first. If ok is false, nothing is appended, and end
// is the offset of the first invalid byte, or len(text).
func AppendMembers(dst, text []byte, trusted bool) (_ []byte, end int, ok bool) {
	if kernel.Space(text, 0) == len(text) {
		return dst, len(text), true
	}
	// Make an object of the members, after dst, and check it.
	n := len(dst)
	object := append(append(append(dst, '{'), text...), '}')
	if trusted {
		if bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0 {
			object = append(Compact(object[:n+1], text), '}')
		}
	} else if end, ok, lines := kernel.ValidText(object[n:]); !ok {
		return dst, min(end-1, len(text)), false
	} else if lines {
		object = Compact(object[:n], object[n:])
	}
	object[n] = ','
	return object[:len(object)-1], len(text), true
}

// Compact appends text without the white space between its tokens. text may lie in the memory after dst: the result is never longer than
// what was read.
func Compact(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		switch text[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '"':
			end, ok := kernel.StringEnd(text, i+1)
			if ok {
				end++
			} else {
				end = len(text)
			}
			dst = append(dst, text[i:end]...)
			i = end
		default:
			dst = append(dst, text[i])
			i++
		}
	}
	return dst
}

// Fault says in words why a text is not a JSON value; at is the offset of the first invalid byte.
func Fault(text []byte, at int) string {
	what := "it ends too early"
	if at < len(text) {
		what = "the byte " + strconv.QuoteRuneToASCII(rune(text[at])) + " at offset " + strconv.Itoa(at) + " is not allowed there"
		if c := text[at]; c >= 0x80 {
			what = "the byte 0x" + strconv.FormatUint(uint64(c), 16) + " at offset " + strconv.Itoa(at) + " is not allowed there"
		}
	}
	return "a raw value is not one JSON value: " + what
}

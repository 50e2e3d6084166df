package writing

import (
	"unicode/utf8"

	"github.com/ndwire/ndwire/internal/kernel"
)

// The functions of this file read JSON text: notes, which come from lines that were checked, and what AppendJSON methods wrote,
// which may be anything. So all of them are safe on any bytes.

// jsonType is a JSON type, by the first byte of a value.
type jsonType uint8

const (
	typeInvalid jsonType = iota
	typeNull
	typeBool
	typeNumber
	typeString
	typeArray
	typeObject
)

// typeOf says what a value is; white space may stand before it.
func typeOf(b []byte) jsonType {
	i := kernel.Space(b, 0)
	if i == len(b) {
		return typeInvalid
	}
	switch b[i] {
	case 'n':
		return typeNull
	case 't', 'f':
		return typeBool
	case '"':
		return typeString
	case '[':
		return typeArray
	case '{':
		return typeObject
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return typeNumber
	}
	return typeInvalid
}

func isContainer(b []byte) bool { return typeOf(b) >= typeArray }

// skipString is the offset behind the string at i, -1 if it has no end.
func skipString(b []byte, i int) int {
	if end, ok := kernel.StringEnd(b, i+1); ok {
		return end + 1
	}
	return -1
}

// skipValue is the offset behind the value at i, -1 if it has no end. It looks at brackets and strings only.
func skipValue(b []byte, i int) int {
	if end, fault := kernel.Skip(b, i, len(b)); fault == kernel.Fine {
		return end
	}
	return -1
}

func isNumber(b []byte) bool {
	end, ok := kernel.NumberEnd(b, 0)
	return ok && end == len(b)
}

// unquote is the text of a JSON string. Half a surrogate pair reads as U+FFFD, and so does each byte that is not UTF-8.
func unquote(quoted []byte) (text string, ok bool) {
	if len(quoted) == 0 || quoted[0] != '"' {
		return "", false
	}
	buf := make([]byte, len(quoted)+8)
	n, end, r := kernel.Unquote(buf, quoted, 1)
	if r&kernel.Done == 0 || end != len(quoted) {
		return "", false
	}
	if buf = buf[:n]; !utf8.Valid(buf) {
		buf = kernel.AppendText(nil, buf)
	}
	return string(buf), true
}

package writing

import (
	"unicode/utf8"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/scan"
)

// The functions of this file read JSON text: that of notes, which comes from lines that were checked, and what AppendJSON methods have
// written, which may be anything. So all of them are safe on any bytes.

// typeOf returns the type of a value by its first byte; white space may stand before it.
func typeOf(b []byte) scan.JSONType {
	if i := kernel.Space(b, 0); i < len(b) {
		return scan.TypeOf(b[i])
	}
	return scan.Invalid
}

// skipString returns the offset after the string at i, -1 if it does not end.
func skipString(b []byte, i int) int {
	if end, ok := kernel.StringEnd(b, i+1); ok {
		return end + 1
	}
	return -1
}

// skipValue returns the offset after the value at i, -1 if it does not end. It checks brackets and strings only.
func skipValue(b []byte, i int) int {
	if end, fault := kernel.Skip(b, i, len(b)); fault == kernel.NoFault {
		return end
	}
	return -1
}

func isNumber(b []byte) bool {
	end, ok := kernel.NumberEnd(b, 0)
	return ok && end == len(b)
}

// unquote returns the text of a JSON string. A lone surrogate and each byte that is invalid UTF-8 become U+FFFD.
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

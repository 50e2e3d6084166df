package decoder

import (
	"unicode/utf8"

	"github.com/ndwire/ndwire/internal/kernel"
)

// isPlain reports whether the inside of a JSON string has no escapes, and nothing but ASCII.
func isPlain(p []byte) bool {
	for _, b := range p {
		if b == '\\' || b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// text returns the value of the JSON string p, which has its quotes. Lone surrogates and invalid bytes of UTF-8 become U+FFFD each. If an
// escape is invalid, the text ends before it.
func text(p []byte) string {
	if inner := p[1 : len(p)-1]; isPlain(inner) {
		return string(inner)
	}
	dst := make([]byte, len(p)+8)
	n, _, r := kernel.Unquote(dst, p, 1)
	if r&kernel.Wide != 0 && !kernel.ValidUTF8(dst[:n]) {
		return string(kernel.AppendText(nil, dst[:n]))
	}
	return string(dst[:n])
}

// appendQuoted appends s as a JSON string.
func appendQuoted(dst []byte, s string) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range s { // invalid bytes of UTF-8 come as U+FFFD
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < ' ':
			dst = append(dst, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

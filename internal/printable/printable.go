// Package printable makes text from a log safe to show: on a terminal, in an error, in a line of another log. Such text is not trusted.
// Escape sequences in it could change what the terminal shows or make it send input, line feeds could forge lines of output, and
// bidirectional controls could reorder what a reader sees. All such characters become visible escapes.
//
// Encoders of JSON escape line feeds and what is below U+0020, but none of the other characters: see [JSON].
package printable

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text returns s with visible escapes for all that is not a printable character or a plain space: \n and \x1b for controls, \u202e for
// the invisible characters of Unicode and for line separators, \xff for invalid bytes of UTF-8. The escapes are those of a Go string; a
// backslash itself is not escaped. Text that needs no escape is returned as it is, and Text(Text(s)) is Text(s).
func Text(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' {
			return escape(s, i)
		}
	}
	return s
}

// Excerpt returns Text of the beginning of s, of at most limit characters, with an ellipsis if something is left out.
func Excerpt(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return Text(s[:i]) + "…"
		}
		n++
	}
	return Text(s)
}

// JSON returns valid JSON of the same value, in which all characters are escaped that Text escapes, except for line feeds and tabs between
// values. Nothing is copied if there are none.
func JSON(data []byte) []byte {
	var out []byte // nil until something is escaped
	done := 0
	for i := 0; i < len(data); {
		if c := data[i]; c < utf8.RuneSelf && c != 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if !prints(r) {
			out = append(out, data[done:i]...)
			for _, unit := range utf16.AppendRune(nil, r) {
				out = fmt.Appendf(out, `\u%04x`, unit)
			}
			done = i + size
		}
		i += size
	}
	if out == nil {
		return data
	}
	return append(out, data[done:]...)
}

// escape is Text for s, whose first from bytes need no escape.
func escape(s string, from int) string {
	var b strings.Builder
	b.WriteString(s[:from])
	for i := from; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			hex(&b, 'x', uint32(s[i]), 2)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case prints(r):
			b.WriteString(s[i : i+size])
		case r < 0x80:
			hex(&b, 'x', uint32(r), 2)
		case r < 0x10000:
			hex(&b, 'u', uint32(r), 4)
		default:
			hex(&b, 'U', uint32(r), 8)
		}
		i += size
	}
	return b.String()
}

// prints reports whether r is shown, and affects nothing but its own place. The two joiners are part of words and of emoji.
func prints(r rune) bool { return unicode.IsPrint(r) || r == '\u200c' || r == '\u200d' }

func hex(b *strings.Builder, kind byte, n uint32, digits int) {
	b.WriteByte('\\')
	b.WriteByte(kind)
	for i := digits - 1; i >= 0; i-- {
		b.WriteByte("0123456789abcdef"[n>>(4*i)&0xf])
	}
}

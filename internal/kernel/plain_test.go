package kernel

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestQuoteShort checks each byte at each position of each length, with unmapped memory before and after the source, and with memory for the plain
// text only or for escapes as well.
func TestQuoteShort(t *testing.T) {
	atLevels(t, func(t fataler) {
		for n := range shortText + 1 {
			checkQuoteShort(t, n, n+2)
			checkQuoteShort(t, n, []int{129, 130, 200}[n%3])
		}
	})
}

// quoteShort calls the function that AppendQuoted calls for a short string. It returns -1 if the function has no result.
func quoteShort(dst []byte, s string) int {
	switch {
	case level == NEON && len(s) >= 8:
		return quoteShortNEON(dst, s)
	case level == AVX512:
		return quoteShortAVX512(dst, s)
	case level == AVX2 && len(s) >= 16:
		return quoteShortAVX2(dst, s)
	}
	return quoteShortPortable(dst, s)
}

var everyByte = func() string {
	var b [256]byte
	for c := range b {
		b[c] = byte(c)
	}
	return string(b[:])
}()

// checkQuoteShort tests each of the characters at each place of a text of n bytes: all characters for a few lengths.
func checkQuoteShort(t fataler, n, size int) {
	text := bytes.Repeat([]byte("x"), n)
	dst := bytes.Repeat([]byte{0xa5}, size+16)
	room := dst[8 : 8+size : 8+size]
	check := func() {
		plain := bytes.IndexFunc(text, func(c rune) bool { return c < ' ' || c >= 0x80 || c == '"' || c == '\\' }) < 0
		want, _ := json.Marshal(string(text))
		k := quoteShort(room, string(text))
		switch {
		case k >= 0 && !bytes.Equal(room[:k], want):
			t.Fatalf("%q is quoted as %q", text, room[:k])
		case k < 0 && plain:
			t.Fatalf("%q is not quoted, though it is plain", text)
		case k < 0 && level == AVX512 && size >= 130 && isASCII(text) && !bytes.Contains(want, []byte(`\u`)):
			t.Fatalf("%q is not quoted, though there is room for its escapes", text)
		}
		if !isASCII(text) { // package json replaces invalid UTF-8 differently
			return
		}
		if got := AppendQuoted(room[:0], string(text)); !bytes.Equal(got, want) {
			t.Fatalf("AppendQuoted(%q) = %q", text, got)
		}
	}
	check()
	chars := "\x00\b\n\x1f !\"#/[\\]~\x7f\x80\xff" // bytes near a limit
	if n&(n-1) == 0 {
		chars = everyByte
	}
	for at := range n {
		for _, c := range []byte(chars) {
			if c == '<' || c == '>' || c == '&' { // package json escapes them, too
				continue
			}
			text[at] = c
			check()
			if at > 0 {
				text[0] = '"' // a second escape at the beginning
				check()
				text[0] = 'x'
			}
		}
		text[at] = 'x'
	}
	if rest := append(dst[:8:8], dst[8+size:]...); len(bytes.Trim(rest, "\xa5")) > 0 {
		t.Fatalf("%q is written beyond %d bytes", rest, size)
	}
}

func isASCII(b []byte) bool { return bytes.IndexFunc(b, func(c rune) bool { return c >= 0x80 }) < 0 }

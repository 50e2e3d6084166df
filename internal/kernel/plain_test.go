package kernel

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestEscapeShort has each byte at each place of each length, with nothing in reach beyond both ends of the source, and room for the
// text alone or for escapes as well.
func TestEscapeShort(t *testing.T) {
	atLevels(t, func(t fataler) {
		for n := range ShortText + 1 {
			checkEscapeShort(t, n, n)
			checkEscapeShort(t, n, []int{127, 128, 200}[n%3])
			if n > 0 && EscapeShort(make([]byte, n-1), strings.Repeat("x", n)) >= 0 {
				t.Fatalf("%d bytes are copied to %d", n, n-1)
			}
		}
		if EscapeShort(make([]byte, 500), strings.Repeat("x", ShortText+1)) >= 0 {
			t.Fatalf("%d bytes are copied", ShortText+1)
		}
	})
}

func checkEscapeShort(t fataler, n, size int) {
	text := bytes.Repeat([]byte("x"), n)
	dst := bytes.Repeat([]byte{0xa5}, size+16)
	room := dst[8 : 8+size : 8+size]
	check := func() {
		plain := bytes.IndexFunc(text, func(c rune) bool { return c < ' ' || c >= 0x80 || c == '"' || c == '\\' }) < 0
		want, _ := json.Marshal(string(text))
		want = want[1 : len(want)-1]
		switch k := EscapeShort(room, string(text)); {
		case k >= 0 && !bytes.Equal(room[:k], want):
			t.Fatalf("%q is copied as %q", text, room[:k])
		case k < 0 && plain:
			t.Fatalf("%q is not copied, though it is plain", text)
		case k < 0 && level == AVX512 && size >= 128 && len(want) <= 2*n && isASCII(text) && !bytes.Contains(want, []byte(`\u`)):
			t.Fatalf("%q is not copied, though there is room for its escapes", text)
		}
	}
	check()
	for at := range n {
		for c := range 256 {
			if c == '<' || c == '>' || c == '&' { // which package json escapes, too
				continue
			}
			text[at] = byte(c)
			check()
			if at > 0 {
				text[0] = '"' // another one, far away
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

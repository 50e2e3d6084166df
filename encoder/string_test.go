package encoder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestAppendString(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"empty", "", `""`},
		{"plain", "hello", `"hello"`},
		{"plain of a word and more", "hello, wide world", `"hello, wide world"`},
		{"short escapes", "\"\\\b\f\n\r\t", `"\"\\\b\f\n\r\t"`},
		{"slash is plain", "a/b", `"a/b"`},
		{"long escapes", "\x00\x01\x1f", `"\u0000\u0001\u001f"`},
		{"delete is plain", "a\x7fb", "\"a\x7fb\""},
		{"no HTML escapes", `<a href='x'>&</a>`, `"<a href='x'>&</a>"`},
		{"line separators stand raw", "a\u2028b\u2029c", "\"a\u2028b\u2029c\""},
		{"letters of two, three and four bytes", "ä€😀", `"ä€😀"`},
		{"replacement character that was there", "\ufffd", "\"\ufffd\""},
		{"one for each byte that is not text", "a\xff\xc3b", `"a\ufffd\ufffdb"`},
		{"overlong, and half a pair", "\xc0\xaf \xed\xa0\xbd", `"\ufffd\ufffd \ufffd\ufffd\ufffd"`},
		{"cut in a letter", "ab\xf0\x9f\x98", `"ab\ufffd\ufffd\ufffd"`},
		{"good letters around bad ones", "ä\xffä\xffä", `"ä\ufffdä\ufffdä"`},
		{"escape behind letters", "äääääää\"ä\\ä\n", `"äääääää\"ä\\ä\n"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// At every offset within the words of the loop.
			for n := range 20 {
				pad := strings.Repeat("x", n)
				got := string(AppendString([]byte("#"), pad+tt.in+pad))
				if want := "#\"" + pad + tt.want[1:len(tt.want)-1] + pad + `"`; got != want {
					t.Fatalf("with %d bytes around: got %s, want %s", n, got, want)
				}
			}
		})
	}
}

// TestAppendStringEveryByte puts every byte at every position of two words, between bytes at which subtractions can borrow.
func TestAppendStringEveryByte(t *testing.T) {
	for _, around := range []byte{'x', '!', '#', '[', ']', 0x20, 0x7f, '"', 0x1f, 0x80} {
		for c := range 256 {
			for at := range 17 {
				s := bytes.Repeat([]byte{around}, 17)
				s[at] = byte(c)
				checkString(t, string(s))
			}
		}
	}
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "plain", "q\"b\\n\n", "ä\xff", "\u2028<&>", "12345678\x00", "\x8012345678"} {
		f.Add(s)
	}
	f.Fuzz(checkString)
}

// checkString compares with encoding/json, and decodes the result with it.
func checkString(t *testing.T, s string) {
	t.Helper()
	got := AppendString(nil, s)
	// Short strings are written by a function of their own if dst has memory for escapes, and by another one if it has only memory for plain text.
	for _, room := range []int{len(s) + 2, len(s) + 200} {
		if again := AppendString(make([]byte, 0, room), s); !bytes.Equal(again, got) {
			t.Fatalf("AppendString(%q) = %s, and %s with room for %d bytes", s, got, again, room)
		}
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	// encoding/json escapes the line separators for old JavaScript, and writes U+FFFD for invalid UTF-8 as an escape or, in newer versions, as
	// the character.
	same := strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029", `\ufffd`, "\ufffd")
	if want := strings.TrimSuffix(buf.String(), "\n"); same.Replace(string(got)) != same.Replace(want) {
		t.Fatalf("AppendString(%q) = %s, encoding/json writes %s", s, got, want)
	}
	var back string
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatalf("AppendString(%q) = %s, which is not JSON: %v", s, got, err)
	}
	if want := string([]rune(s)); back != want {
		t.Fatalf("AppendString(%q) = %s, which reads as %q", s, got, back)
	}
}

func TestAppendStringAllocations(t *testing.T) {
	text := strings.Repeat("some text, \"quoted\"\n", 50)
	buf := AppendString(nil, text)
	if n := testing.AllocsPerRun(100, func() { buf = AppendString(buf[:0], text) }); n != 0 {
		t.Errorf("%v allocations into a buffer that is large enough", n)
	}
}

func BenchmarkAppendString(b *testing.B) {
	for _, bb := range []struct{ name, text string }{
		{"id", "toolu_01A09q90qw90lq917835lq9"},
		{"plain", strings.Repeat("iVBORw0KGgoAAAANSUhEUgAA", 400)},
		{"code", strings.Repeat("if err != nil {\\n\treturn err\n}\n// and \"so\" on\n", 200)},
		{"letters", strings.Repeat("Übergrößenträger — \"zwölf\" Boxkämpfer\n", 250)},
		{"wide", strings.Repeat("日本語の文章です。", 370)},
	} {
		b.Run(fmt.Sprintf("%s/ndwire", bb.name), func(b *testing.B) {
			buf := AppendString(nil, bb.text)
			b.SetBytes(int64(len(bb.text)))
			b.ReportAllocs()
			for b.Loop() {
				buf = AppendString(buf[:0], bb.text)
			}
		})
		b.Run(fmt.Sprintf("%s/stdlib", bb.name), func(b *testing.B) {
			var buf bytes.Buffer
			e := json.NewEncoder(&buf)
			e.SetEscapeHTML(false)
			b.SetBytes(int64(len(bb.text)))
			b.ReportAllocs()
			for b.Loop() {
				buf.Reset()
				if err := e.Encode(bb.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

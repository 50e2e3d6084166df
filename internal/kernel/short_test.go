package kernel

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// checkShort compares TakeShort and PlainShort with Unquote for the string at b[i], at each level.
func checkShort(t fataler, b []byte, i int) {
	atLevels(t, func(t fataler) {
		want := make([]byte, len(b)+ShortSize)
		size, end, r := unquotePortable(want, b, i)
		want = want[:size]
		const from = 5
		chunk := Chunk{bytes.Repeat([]byte{'?'}, from+ShortSize+3), from}
		got, next, wide := TakeShort(&chunk, b, i)
		switch {
		case next >= 0 && (r&(Done|Replaced) != Done || next != end || got != string(want) || (wide != 0) != (r&Wide != 0)):
			t.Fatalf("TakeShort(%q, %d) = %q, %d, %x; want %q, %d, %v", b, i, got, next, wide, want, end, r)
		case next < 0 && (got != "" || wide != 0):
			t.Fatalf("TakeShort(%q, %d) gives up with %q, %x", b, i, got, wide)
		case string(chunk.Buf[:from]) != "?????" || string(chunk.Buf[from+ShortSize:]) != "???":
			t.Fatalf("TakeShort(%q, %d) writes beyond its room", b, i)
		case wide != 0:
			chunk.Keep(got)
		}
		if lends && string(chunk.Buf[from:chunk.Used]) != got || !lends && chunk.Used != from {
			t.Fatalf("TakeShort(%q, %d) = %q, and has taken %q", b, i, got, chunk.Buf[from:chunk.Used])
		}
		short := r&Done != 0 && end-i <= ShortSize
		text := b[i:max(i, end-1)]
		if short && next < 0 {
			switch {
			case Current() == Portable && end-i <= ShortSize-8 && len(b)-end >= 8 && !bytes.Contains(text, []byte(`\u`)):
				t.Fatalf("TakeShort(%q, %d) gives up", b, i)
			case Current() == NEON && end-i <= ShortSize-16 && len(b) >= 16 && !bytes.Contains(text, []byte(`\u`)):
				t.Fatalf("TakeShort(%q, %d) gives up", b, i)
			case (Current() == AVX512 || Current() == AVX2 && len(b)-i >= ShortSize) && !bytes.Contains(text, []byte(`\u`)):
				t.Fatalf("TakeShort(%q, %d) gives up", b, i)
			}
		}
		plain := short && r&Wide == 0 && bytes.IndexByte(text, '\\') < 0
		switch at := PlainShort(b, i); {
		case at >= 0 && (!plain || at != end-1):
			t.Fatalf("PlainShort(%q, %d) = %d; want %d, %v", b, i, at, end, r)
		case at < 0 && plain && (Current() == AVX512 || Current() == AVX2 && len(b)-i >= ShortSize || Current() == NEON && len(b) >= 16 ||
			Current() == Portable && end-i <= ShortSize-8 && len(b)-end >= 8):
			t.Fatalf("PlainShort(%q, %d) gives up", b, i)
		}
	})
}

// lends reports whether the texts of a Chunk share its memory: with purego they do not, and TakeShort has no result.
var lends = func() bool {
	c := Chunk{Buf: make([]byte, 1)}
	c.Keep("x")
	return c.Used == 1
}()

func TestShort(t *testing.T) {
	before := []byte(strings.Repeat(`\"`, 33))
	c := Chunk{Buf: make([]byte, ShortSize-1)}
	if text, next, _ := TakeShort(&c, []byte(`a"`), 0); next >= 0 {
		t.Errorf("TakeShort uses room that is not there for %q", text)
	}
	for n := range 70 {
		for _, tail := range []string{"", `"`, `",`, `\`, `\"`, `\n"`, `\\"`, `\u0041"`, `\q"`, "é\"", "\x00\"", "\xff\""} {
			for _, behind := range []string{"", "x", strings.Repeat("y", 64), strings.Repeat(`\"`, 40)} {
				text := []byte(strings.Repeat("a", n) + tail + behind)
				for _, i := range []int{0, min(3, len(text)), len(text)} {
					checkShort(t, text, i)
					checkShort(t, slices.Concat(before, text), len(before)+i)
				}
			}
		}
	}
}

func FuzzShort(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		for i := range len(b) + 1 {
			if i < 3 || i > len(b)-ShortSize {
				checkShort(t, b, i)
			}
		}
	})
}

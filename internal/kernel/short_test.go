package kernel

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// checkShort compares what Short and PlainShort say of the string at b[i] with what Unquote says, at each level.
func checkShort(t fataler, b []byte, i int) {
	atLevels(t, func(t fataler) {
		want := make([]byte, len(b)+ShortRoom)
		size, end, r := unquotePortable(want, b, i)
		want = want[:size]
		got := bytes.Repeat([]byte{'?'}, ShortRoom+8)
		n, next, wide := Short(got[:ShortRoom], b, i)
		if n >= 0 && (r&(Done|Replaced) != Done || next != end || string(got[:n]) != string(want) || (wide != 0) != (r&Wide != 0)) {
			t.Fatalf("Short(%q, %d) = %q, %d, %x; want %q, %d, %v", b, i, got[:n], next, wide, want, end, r)
		}
		if string(got[ShortRoom:]) != "????????" {
			t.Fatalf("Short(%q, %d) writes beyond its room", b, i)
		}
		short := r&Done != 0 && end-i <= ShortRoom
		text := b[i:max(i, end-1)]
		if short && n < 0 {
			switch {
			case Current() == Portable && end-i <= ShortRoom-8 && len(b)-end >= 8 && !bytes.Contains(text, []byte(`\u`)):
				t.Fatalf("Short(%q, %d) gives up", b, i)
			case (Current() == AVX512 || Current() == AVX2 && len(b)-i >= ShortRoom) && !bytes.Contains(text, []byte(`\u`)):
				t.Fatalf("Short(%q, %d) gives up", b, i)
			}
		}
		plain := short && r&Wide == 0 && bytes.IndexByte(text, '\\') < 0
		switch at := PlainShort(b, i); {
		case at >= 0 && (!plain || at != end-1):
			t.Fatalf("PlainShort(%q, %d) = %d; want %d, %v", b, i, at, end, r)
		case at < 0 && plain && (Current() == AVX512 || Current() == AVX2 && len(b)-i >= ShortRoom ||
			Current() == Portable && end-i <= ShortRoom-8 && len(b)-end >= 8):
			t.Fatalf("PlainShort(%q, %d) gives up", b, i)
		}
	})
}

func TestShort(t *testing.T) {
	before := []byte(strings.Repeat(`\"`, 33))
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
	if n, _, _ := Short(make([]byte, ShortRoom-1), []byte(`a"`), 0); n >= 0 {
		t.Error("Short uses room that is not there")
	}
}

func FuzzShort(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		for i := range len(b) + 1 {
			if i < 3 || i > len(b)-ShortRoom {
				checkShort(t, b, i)
			}
		}
	})
}

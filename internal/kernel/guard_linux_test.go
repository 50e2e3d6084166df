package kernel

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// guarded is memory of a few pages between two unmapped pages: reading or writing beyond it ends the program.
func guarded(t *testing.T) []byte {
	t.Helper()
	page := os.Getpagesize()
	m, err := syscall.Mmap(-1, 0, 4*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skipf("mmap: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(m); err != nil {
			t.Errorf("munmap: %v", err)
		}
	})
	for _, p := range [][]byte{m[:page], m[3*page:]} {
		if err := syscall.Mprotect(p, syscall.PROT_NONE); err != nil {
			t.Skipf("mprotect: %v", err)
		}
	}
	return m[page : 3*page : 3*page]
}

// TestGuardPages checks texts and destinations that begin or end at the edge of their memory.
func TestGuardPages(t *testing.T) {
	src, dst := guarded(t), guarded(t)
	run := func(text, room []byte) {
		for _, i := range []int{0, min(1, len(text)), len(text) / 2, len(text)} {
			PlainEnd(text, i)
			StringEnd(text, i)
			ValidString(text, i)
			Unquote(room, text, i)
			Skip(text, i, 100)
			Valid(text, i, 100)
			new(Members).Look(text, i, 100)
			InvalidUTF8(text[i:])
			escapeWithin(room, text[i:])
			TakeShort(&Chunk{Buf: room}, text, i)
			PlainShort(text, i)
		}
	}
	for _, every := range []int{2, 26, 1000} {
		for n := range 301 {
			for _, end := range []string{"", `"`, `\`, `\"`, `\u`, `\u00e9"`, "é", "\xe2\x82", "\x00", `]`} {
				text := append(randomText(every, n, 1), end...)
				for _, text := range [][]byte{text, append([]byte("["), text...), bytes.Repeat([]byte("日本"), n/6), append(bytes.Repeat([]byte(`\u65e5x`), n/7), end...)} {
					atLevels(named{t, fmt.Sprintf("%q", text)}, func(fataler) {
						last := src[len(src)-len(text):]
						copy(last, text)
						for _, room := range []int{0, 5, 63, 64, 65, len(text), len(text) + 7} {
							run(last, dst[len(dst)-room:])
						}
						first := src[:len(text):len(text)]
						copy(first, text)
						run(first, dst[:len(text)])
					})
				}
			}
		}
	}
}

// TestGuardPagesOfObjects checks objects and their prefixes that end at the end of the memory.
func TestGuardPagesOfObjects(t *testing.T) {
	src := guarded(t)
	atLevels(t, func(fataler) {
		for _, o := range objects {
			for _, o := range []string{o, o[:len(o)-1] + `,"\u00e9":[true,false,null,-0.5e+7,12,"\ud83d\ude00"]}`} {
				for n := range len(o) + 1 {
					last := src[len(src)-n:]
					copy(last, o)
					Valid(last, 0, 100)
					new(Members).Look(last, 0, 100)
				}
			}
		}
	})
}

// TestGuardPagesOfBrokenObjects checks objects that end near a separator at the end of the memory.
func TestGuardPagesOfBrokenObjects(t *testing.T) {
	src := guarded(t)
	atLevels(t, func(fataler) {
		for _, o := range broken {
			for n := range 140 {
				for _, o := range []string{o, o[:1] + `"` + strings.Repeat("x", n) + `":1,` + o[1:], o[:1] + `"` + strings.Repeat("x", n) + `": 1, ` + o[1:]} {
					last := src[len(src)-len(o):]
					copy(last, o)
					new(Members).Look(last, 0, 100)
				}
			}
		}
	})
}

// named is a fataler whose messages name the text.
type named struct {
	fataler
	text string
}

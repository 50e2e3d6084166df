package decoder_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
)

func TestKindSub(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, sub := range []string{"init", "init", long} {
		if got, want := decoder.Kind("system").Sub(sub), decoder.Kind("system/"+sub); got != want {
			t.Errorf("%.40q, want %.40q", got, want)
		}
	}
	if got := decoder.Kind("a").Sub("b/c~d"); got != "a/b~1c~0d" {
		t.Errorf("a slash and a tilde: %q", got)
	}
	if got := decoder.Kind("").Sub("system"); got != "system" {
		t.Errorf("%q without a family", got)
	}
	name := []byte("hook")
	kind := decoder.Kind(name).Sub(string(name))
	name[0] = '#'
	if kind != "hook/hook" || decoder.Kind("hook").Sub("hook") != "hook/hook" {
		t.Errorf("%q has changed with what it was made of", kind)
	}
	for n := range 3000 { // more than the cache keeps
		if got, want := decoder.Kind("a").Sub(strconv.Itoa(n)), decoder.Kind("a/"+strconv.Itoa(n)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { decoder.Kind("system").Sub("init") }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestKindIsText checks that a kind is the one that Peek returns after the line was written: invalid bytes become U+FFFD.
func TestKindIsText(t *testing.T) {
	for _, subtype := range []string{"\xff", "a\xff\xfeb"} {
		want := decoder.Kind("message/" + string([]rune(subtype)))
		for range 2 { // the second one is cached
			if got := decoder.Kind("message").Sub(subtype); got != want {
				t.Errorf("Sub(%q) = %q, want %q", subtype, got, want)
			}
		}
	}
}

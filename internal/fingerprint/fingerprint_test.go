package fingerprint

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestOf(t *testing.T) {
	if Of(nil) != "" {
		t.Error("a fingerprint of nothing")
	}
	// Checkpoints are stored, so that the form of a fingerprint must not change.
	if got := Of([]byte("{}\n")); got != "3-a68d90c7f78b5822836dbc798b0b8205" {
		t.Error(got)
	}
	if Of([]byte("{}\n")) == Of([]byte("{}\r")) {
		t.Error("two texts, one fingerprint")
	}
}

func TestLen(t *testing.T) {
	whole := Of(bytes.Repeat([]byte("x"), Size))
	for s, want := range map[string]int{"": 0, Of([]byte("abc")): 3, whole: Size, "x": -1, "3": -1, "3-ab": -1, "-1" + whole[4:]: -1, "0" + whole[4:]: -1, "1025" + whole[4:]: -1} {
		n, ok := Len(s)
		if !ok {
			n = -1
		}
		if n != want {
			t.Errorf("%q: %d, want %d", s, n, want)
		}
	}
}

// TestFirstAndLast checks that the first and the last bytes of a text do not depend on the parts in which it comes.
func TestFirstAndLast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var whole, head, tail []byte
		for range rapid.IntRange(0, 6).Draw(t, "parts") {
			part := []byte(strings.Repeat(rapid.StringN(1, 7, -1).Draw(t, "text"), rapid.IntRange(0, 300).Draw(t, "times")))
			whole = append(whole, part...)
			head, tail = First(head, part), Last(tail, part)
		}
		if want := whole[:min(len(whole), Size)]; !bytes.Equal(head, want) {
			t.Errorf("head of %d bytes, want %d", len(head), len(want))
		}
		if want := whole[max(len(whole)-Size, 0):]; !bytes.Equal(tail, want) {
			t.Errorf("tail of %d bytes, want %d", len(tail), len(want))
		}
	})
}

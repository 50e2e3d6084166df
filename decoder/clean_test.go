package decoder_test

import (
	"errors"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/ndwire/ndwire/decoder"
)

// TestErrorIsClean checks that text of a log or a file's name in an error cannot control a terminal or begin a line, and is bounded.
func TestErrorIsClean(t *testing.T) {
	nasty := rapid.OneOf(
		rapid.String(),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
		rapid.SampledFrom([]string{"\x1b[2J", "\u009b", "\u202eabc", "a\nb", "\u2028", "\xff"}),
	)
	rapid.Check(t, func(t *rapid.T) {
		e := &decoder.Error{
			File:   nasty.Draw(t, "file"),
			Line:   int64(rapid.IntRange(0, 2).Draw(t, "line")),
			Path:   nasty.Draw(t, "path"),
			Reason: decoder.ErrUnknown,
			Near:   nasty.Draw(t, "near"),
			Err:    errors.New(nasty.Draw(t, "cause")),
		}
		text := e.Error()
		if !utf8.ValidString(text) {
			t.Fatalf("%q is not UTF-8", text)
		}
		for _, r := range text {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
				t.Fatalf("%q has %U", text, r)
			}
		}
	})
}

func TestErrorIsShort(t *testing.T) {
	long := make([]rune, 100_000)
	for i := range long {
		long[i] = 'x'
	}
	e := &decoder.Error{Path: "." + string(long), Reason: decoder.ErrUnknown, Err: errors.New(string(long)), Near: string(long)}
	if n := len(e.Error()); n > 2000 {
		t.Errorf("%d bytes", n)
	}
}

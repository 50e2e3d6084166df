package printable

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                               "",
		"plain text, 100 %":              "plain text, 100 %",
		"größer 大 👩\u200d💻 e\u0301":      "größer 大 👩\u200d💻 e\u0301",
		"\x1b[31mred\x1b]0;title\x07":    `\x1b[31mred\x1b]0;title\x07`,
		"a\nb\r\tc\x00\x7f":              `a\nb\r\tc\x00\x7f`,
		"\u009b31m\u0085":                `\u009b31m\u0085`,
		"a\u202eb\u2066\u200f\u061c":     `a\u202eb\u2066\u200f\u061c`,
		"\u2028\u2029\ufeff\u00ad\u00a0": `\u2028\u2029\ufeff\u00ad\u00a0`,
		"\U000e0041":                     `\U000e0041`,
		"a\xff\xc3(":                     `a\xff\xc3(`,
		"\ufffd":                         "\ufffd",
		`C:\new`:                         `C:\new`,
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for _, test := range []struct {
		in   string
		most int
		want string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "abc…"},
		{"äöü\x1b", 3, "äöü…"},
		{"\x1b\x1b", 1, `\x1b…`},
		{"\xff\xff\xff", 2, `\xff\xff…`},
	} {
		if got := Excerpt(test.in, test.most); got != test.want {
			t.Errorf("Excerpt(%q, %d) is %q, want %q", test.in, test.most, got, test.want)
		}
	}
}

// TestTextIsPrintable checks that the result has only characters that a terminal prints and does not interpret.
func TestTextIsPrintable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		got := Text(s)
		if !utf8.ValidString(got) {
			t.Fatalf("%q is not UTF-8", got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
				t.Fatalf("%q has %U", got, r)
			}
		}
		if Text(got) != got {
			t.Fatalf("%q is not stable", got)
		}
		if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' }) && got != s {
			t.Fatalf("%q was changed to %q", s, got)
		}
	})
}

package decoder_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/printable"
)

// TestPosIsPrintable checks that the name of a file cannot control a terminal through the text of a position.
func TestPosIsPrintable(t *testing.T) {
	for name, want := range map[string]string{
		"":                      "line 7",
		"a b.jsonl":             "a b.jsonl:7",
		"ä.jsonl":               "ä.jsonl:7",
		"\x1b[31m\u202e\n.json": `\x1b[31m\u202e\n.json:7`,
		"\xff":                  `\xff:7`,
	} {
		got := decoder.Pos{File: name, Line: 7}.String()
		if got != want || printable.Text(got) != got || strings.Contains(got, "\x1b") {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

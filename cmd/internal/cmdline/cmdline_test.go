package cmdline

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/alecthomas/kong"
	"pgregory.net/rapid"
)

// TestVerbatim checks that the arguments and flags of a command have all bytes of the command line.
func TestVerbatim(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cmd struct {
			Flag string
			Args []string `arg:""`
		}
		parser, err := kong.New(&cmd, Verbatim())
		if err != nil {
			t.Fatal(err)
		}
		text := string(rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "text"))
		if _, err := parser.Parse([]string{"--flag=" + text, "--", text, text}); err != nil {
			t.Fatal(err)
		}
		if cmd.Flag != text || len(cmd.Args) != 2 || cmd.Args[0] != text || cmd.Args[1] != text {
			t.Errorf("%q becomes %q and %q", text, cmd.Flag, cmd.Args)
		}
	})
}

// TestWriteJSON checks that the JSON has the value, and nothing that a terminal would interpret.
func TestWriteJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("a\\\"<\x00\x1b\n\x7f\u009b\u202e\u2028\U000e0001\U0001f600é")))).Draw(t, "text")
		var out strings.Builder
		if err := WriteJSON(&out, map[string]string{text: text}); err != nil {
			t.Fatal(err)
		}
		for _, r := range out.String() {
			if r != '\n' && !unicode.IsPrint(r) && r != '\u200c' && r != '\u200d' {
				t.Errorf("%q has %q", out.String(), r)
			}
		}
		var got map[string]string
		if err := json.Unmarshal([]byte(out.String()), &got); err != nil || got[text] != text || len(got) != 1 {
			t.Errorf("%q becomes %q: %v", text, out.String(), err)
		}
	})
}

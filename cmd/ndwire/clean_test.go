package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// nasty draws text that a terminal would interpret, or that divides lines.
func nasty(t *rapid.T, label string) string {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{"\x1b[31m", "\x1b]0;title\x07", "\u009b2J", "\u202e", "\u2066", "\u200f", "\n", "\r", "\t", "\x00", "\x7f", "\u2028", "\xff\xc3", "a", "大", "/", "."}),
		rapid.StringN(0, 5, -1),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 5), func(b []byte) string { return string(b) }),
	)
	return strings.Join(rapid.SliceOfN(piece, 1, 4).Draw(t, label), "")
}

// quote returns a JSON string of any bytes, with as few escapes as possible.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < ' ':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

// dirt returns the first character of a text that must not be in the program's output.
func dirt(s string) string {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return fmt.Sprintf("byte %#x", s[i])
			}
		}
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029') {
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}

// TestOutputIsClean checks that no text of a log or of a file's name can control the terminal, and that a file of any name is read.
func TestOutputIsClean(t *testing.T) {
	folder := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		kind, member, value, model, tool, broken := nasty(t, "kind"), nasty(t, "member"), nasty(t, "value"), nasty(t, "model"), nasty(t, "tool"), nasty(t, "broken")
		name := strings.NewReplacer("/", "x", "\x00", "x").Replace(nasty(t, "file")) // which need not be UTF-8
		n++
		dir := filepath.Join(folder, fmt.Sprint(n))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "a"+name+".jsonl")
		assistant := `{"type":"assistant",` + quote(member) + `:1,"session_id":"s","message":{"id":"m","model":` + quote(model) + `,"role":"assistant","stop_reason":` + quote(value) +
			`,"content":[{"type":"tool_use","id":"t","name":` + quote(tool) + `,"input":{}},{"type":` + quote(kind) + `,` + quote(member) + `:2}]}}`
		lines := []string{
			assistant,
			`{"type":` + quote(kind) + `,"session_id":"s"}`,
			`{"type":"system","subtype":` + quote(kind) + `,"session_id":"s"}`,
			`{"type":"user","session_id":"s","message":` + broken,
			broken,
			assistant,
		}
		if rapid.Bool().Draw(t, "foreign") {
			lines = []string{`{"type":` + quote(kind) + `,` + quote(member) + `:` + quote(value) + `}`}
		}
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Skip("the system does not take such a name")
		}
		commands := [][]string{
			{"stat", path}, {"stat", dir}, {"stat", "--strict", path, path}, {"stat", "--protocol", "agentsdk", path},
			{"stat", path + "missing"}, {"stat", "--" + name}, {name}, {"stat", "--json", path}, {"drift", path}, {"drift", "--json", path},
		}
		for _, args := range commands {
			var out, errs bytes.Buffer
			run(args, streams{&out, &errs})
			if d := dirt(out.String()); d != "" {
				t.Fatalf("%q prints %s:\n%q", args, d, out.String())
			}
			if d := dirt(errs.String()); d != "" {
				t.Fatalf("%q complains with %s:\n%q", args, d, errs.String())
			}
		}
		var out, errs bytes.Buffer
		run([]string{"stat", "--json", path}, streams{&out, &errs})
		var got report
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("--json: %s: %v", out.String(), err)
		}
		if got.Total.Bytes == 0 && got.Total.BadLines == 0 {
			t.Fatalf("%q was not read: %s", path, errs.String())
		}
	})
}

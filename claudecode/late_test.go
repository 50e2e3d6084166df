package claudecode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/claudecode"
)

// TestLateKinds checks that lines whose tags follow the message have the kind of the tags, also after many lines of another kind with such a message,
// and that they are written back.
func TestLateKinds(t *testing.T) {
	turn := func(n int, before, end string) string {
		return fmt.Sprintf(`{"parentUuid":"%08d","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.0.0"%s,`+
			`"message":{"id":"msg_01%d","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"t"}],`+
			`"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":2}}%s}`, n, before, n, end)
	}
	const rest = `,"uuid":"u","timestamp":"2025-01-01T00:00:00.000Z"`
	usual := func(n int) string { return turn(n, "", `,"requestId":"r","type":"assistant"`+rest) }
	for _, odd := range []string{
		turn(9, "", `,"requestId":"r","type":"user"`+rest),
		turn(9, "", `,"requestId":"r","type":"no such"`+rest),
		turn(9, "", `,"requestId":"r"`+rest),
		turn(9, "", `,"requestId":"r","type":7`+rest),
		turn(9, "", `,"requestId":"r","type":"assistant","subtype":"tool_use"`+rest),
		turn(9, "", `,"requestId":"r","type":"assistant","subtype":"no such"`+rest),
		turn(9, "", `,"requestId":"r","type":"user","type":"assistant"`+rest),
		turn(9, "", `,"requestId":"r","type":"assistant","type":"user"`+rest),
		turn(9, `,"type":"user"`, `,"requestId":"r"`+rest),
		turn(9, `,"type":"user"`, `,"requestId":"r","type":"assistant"`+rest),
		turn(9, `,"toolUseResult":{"a":1}`, `,"requestId":"r","type":"user"`+rest),
		turn(9, `,"version":"2.0.1"`, `,"requestId":"r","type":"user"`+rest),
	} {
		want, err := claudecode.Peek([]byte(odd))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for n := range 20 {
			lines = append(lines, usual(n))
		}
		lines = append(lines, odd, usual(20), odd)
		text := strings.Join(lines, "\n")
		n := 0
		for l, err := range claudecode.NewReader(strings.NewReader(text)).Recycled() {
			if err != nil {
				t.Fatal(err)
			}
			kind := claudecode.KindAssistant
			if lines[n] == odd {
				kind = want
			}
			if l.Kind() != kind {
				t.Errorf("line %d of those with\n%s\nis %q, want %q", n+1, odd, l.Kind(), kind)
			}
			alone, err := claudecode.UnmarshalLine([]byte(lines[n]))
			if err != nil {
				t.Fatal(err)
			}
			want, err := alone.AppendJSON(nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := l.AppendJSON(nil); err != nil || string(got) != string(want) {
				t.Errorf("line %d is written as\n%s, %v\nwant\n%s", n+1, got, err, want)
			}
			n++
		}
		if n != len(lines) {
			t.Errorf("%d lines, want %d", n, len(lines))
		}
	}
}

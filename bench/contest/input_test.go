package contest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/transcript"
)

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	odd := `{"type":"user","message":{"role":"user","content":"\ud83d"},"uuid":"u","sessionId":"s","timestamp":"t"}` + "\n" +
		`{"type":"something-new","sessionId":"s"}` + "\r\n\n" +
		"no JSON\n"
	write("a.jsonl", append(bytes.Clone(sessionText), odd...))
	write("b.jsonl", bytes.TrimSuffix(sessionText, []byte("\n")))
	write("notes.txt", []byte("not a log\n"))
	write("odd.log", []byte(odd))

	var said strings.Builder
	c, err := files(t, filepath.Join(dir, "**", "*"), 1<<20, &said)
	if err != nil {
		t.Fatal(err)
	}
	if c.Protocol != transcript.ClaudeCode || !bytes.Equal(c.Data, bytes.Repeat(sessionText, 2)) {
		t.Errorf("got %d lines of %s, want those of both logs that all contenders read", c.Len(), c.Protocol)
	}

	// The first line of each reason is named; a blank line counts.
	lines := bytes.Count(sessionText, []byte("\n"))
	for _, want := range []struct {
		lines, file, why string
	}{
		{"2 lines", fmt.Sprintf("a.jsonl:%d", lines+1), "not Unicode: the libraries' policies differ"},
		{"2 lines", fmt.Sprintf("a.jsonl:%d", lines+4), "encoding-json: "},
	} {
		if text := fmt.Sprintf("%s left out, the first one is %s: %s", want.lines, filepath.Join(dir, want.file), want.why); !strings.Contains(said.String(), text) {
			t.Errorf("%q is not in what was said:\n%s", text, &said)
		}
	}

	limited, err := files(t, filepath.Join(dir, "*.jsonl"), len(sessionText)/2, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(limited.Data); n == 0 || n > len(sessionText)/2 {
		t.Errorf("got %d bytes, want as many whole lines as fit into %d", n, len(sessionText)/2)
	}

	for _, tt := range []struct{ pattern, want string }{
		{"*.zip", "no file matches"},
		{"", "is a folder: for the logs in it, write"},
		{"*.txt", `(1) is a log of the Agent SDK or of Claude Code`},
		{"[", "read the pattern"},
		{"*.log", "the contenders can only compare 0 of 3"},
	} {
		if _, err := files(t, filepath.Join(dir, tt.pattern), 1<<20, io.Discard); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got the error %v, want one with %q", tt.pattern, err, tt.want)
		}
	}
	if _, err := files(t, "logs/*.jsonl", 1<<20, io.Discard); err == nil || !strings.Contains(err.Error(), "write it in full") {
		t.Errorf("of a pattern that is relative: %v", err)
	}
}

func TestLoneSurrogate(t *testing.T) {
	tests := []struct {
		text string
		want bool
	}{
		{`plain`, false},
		{`\ud83d\ude00`, false},
		{`\ud83d\ude00\ud83d`, true},
		{`\ud83d \ude00`, true},
		{`\ude00`, true},
		{`\ud83d\ud83d\ude00`, true},
		{`\\ud83d`, false},
		{`\\\ud83d`, true},
		{`\u00e9`, false},
		{`\u12`, false},
		{`\`, false},
	}
	for _, tt := range tests {
		if got := loneSurrogate([]byte(tt.text)); got != tt.want {
			t.Errorf("loneSurrogate(%s) is %t", tt.text, got)
		}
	}
}

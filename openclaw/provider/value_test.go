package provider_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
	"github.com/ndwire/ndwire/openclaw/provider"
)

// list encodes values as the elements of an array.
func list[T any, P interface {
	*T
	jsontest.Appender
}](t testing.TB, values []T) string {
	t.Helper()
	out := []byte{'['}
	for i := range values {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = P(&values[i]).AppendJSON(out); err != nil {
			t.Fatal(err)
		}
	}
	return string(append(out, ']'))
}

// conversation reads messages, one a line.
func conversation(t testing.TB, lines ...string) provider.Conversation {
	t.Helper()
	var c provider.Conversation
	for _, line := range lines {
		m, err := openclaw.UnmarshalAgentMessage([]byte(line))
		if err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		c.Messages = append(c.Messages, m)
	}
	return c
}

// transcript returns the conversation in testdata.
func transcript(t testing.TB) provider.Conversation {
	t.Helper()
	text, err := os.ReadFile("../../testdata/openclaw/transcript.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range bytes.Lines(text) {
		lines = append(lines, string(bytes.TrimSpace(line)))
	}
	c := conversation(t, lines...)
	c.System = "You know the harbour."
	return c
}

// report returns the changes of a conversion, one a line.
func report(changes []provider.Change) string {
	var lines []string
	for _, c := range changes {
		lines = append(lines, c.String())
	}
	return strings.Join(lines, "\n")
}

// reports checks a report. Lines of want may be given in pieces.
func reports(t testing.TB, changes []provider.Change, want ...string) {
	t.Helper()
	if d := cmp.Diff(strings.Join(want, "\n"), report(changes)); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
}

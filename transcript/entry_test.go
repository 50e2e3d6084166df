package transcript_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ndwire/ndwire/transcript"
)

// summary has the results of an entry's methods.
type summary struct {
	Role                  transcript.Role
	Session, ID, Parent   string
	Model, Text, Thinking string
	Calls, Results        []string
	Time                  time.Time
}

func summaryOf(e *transcript.Entry) summary {
	s := summary{Role: e.Role, Session: e.Session, ID: e.ID, Parent: e.Parent, Model: e.Model(), Text: e.Text(), Thinking: e.Thinking(), Time: e.Time()}
	for c := range e.ToolCalls() {
		s.Calls = append(s.Calls, c.ID+" "+c.Name+" "+c.Input.String())
	}
	for r := range e.ToolResults() {
		s.Results = append(s.Results, fmt.Sprint(r.CallID, " ", r.Text, " ", r.IsError))
	}
	return s
}

type entryTest struct {
	line string
	want summary
}

// testEntries reads each line as a line of protocol p.
func testEntries(t *testing.T, p transcript.Protocol, tests []entryTest) {
	t.Helper()
	for _, test := range tests {
		line := strings.Join(strings.Fields(test.line), " ")
		e, err := p.NewReader(strings.NewReader(line)).Next()
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if e.Protocol != p {
			t.Errorf("%s: protocol %q", line, e.Protocol)
		}
		if diff := cmp.Diff(test.want, summaryOf(e)); diff != "" {
			t.Errorf("%s:\n%s", line, diff)
		}
		for range e.ToolCalls() { // leave the loop
			break
		}
		for range e.ToolResults() {
			break
		}
	}
}

// TestNoLine checks that an entry without a line returns zero values, and can be copied.
func TestNoLine(t *testing.T) {
	e := (&transcript.Entry{Session: "s"}).Clone()
	if diff := cmp.Diff(summary{Session: "s"}, summaryOf(e)); diff != "" {
		t.Error(diff)
	}
}

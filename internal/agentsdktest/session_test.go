package agentsdktest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

const session = "../../testdata/agentsdk/session.ndjson"

// TestSession reads a session as programs do: who said what, which tools were called, and the cost.
func TestSession(t *testing.T) {
	f, err := os.Open(session)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	types := map[string]int{}
	var prompts, tools []string
	var deltas strings.Builder
	counted := map[string]bool{}
	var usage ndwire.BetaUsage
	var results []*ndwire.ResultMessage
	r := ndwire.NewReader(f)
	for line, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		types[reflect.TypeOf(line).Elem().Name()]++
		switch m := line.(type) {
		case *ndwire.UserMessage:
			if text := m.Message.Content.PlainText(); text != "" && m.ParentToolUseID == nil {
				prompts = append(prompts, text)
			}
		case *ndwire.AssistantMessage:
			for u := range m.Message.ToolUses() {
				tools = append(tools, u.Name)
			}
			if !counted[m.Message.ID] {
				counted[m.Message.ID] = true
				usage.Add(m.Message.Usage)
			}
		case *ndwire.PartialAssistantMessage:
			deltas.WriteString(m.TextDelta())
		case *ndwire.ResultMessage:
			results = append(results, m)
		}
	}

	want := map[string]int{
		"AssistantMessage": 12, "UserMessage": 9, "UserMessageReplay": 2, "ResultMessage": 3, "SystemInitMessage": 3,
		"PartialAssistantMessage": 37, "CompactBoundaryMessage": 1, "StatusMessage": 3, "HookStartedMessage": 1,
		"HookProgressMessage": 1, "HookResponseMessage": 1, "ToolProgressMessage": 3, "AuthStatusMessage": 2,
		"TaskNotificationMessage": 1, "FilesPersistedEvent": 1, "ToolUseSummaryMessage": 1, "ControlRequest": 9,
		"ControlResponse": 8, "ControlCancelRequest": 1, "KeepAlive": 2, "UnknownMessage": 1,
	}
	if d := cmp.Diff(want, types); d != "" {
		t.Errorf("types of lines (-want +got):\n%s", d)
	}
	wantPrompts := []string{
		"Which station has the highest tide this week? Use the harbour data, please — and keep it short.",
		"Draw that as a chart like this one, and check the neighbours in the background.",
	}
	if d := cmp.Diff(wantPrompts, prompts); d != "" {
		t.Errorf("prompts (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"Bash", "Read", "Glob", "Task", "Grep", "Write"}, tools); d != "" {
		t.Errorf("tools (-want +got):\n%s", d)
	}
	if got, want := deltas.String(), "I'll look at the station table first.\n"; got != want {
		t.Errorf("streamed text %q, want %q", got, want)
	}
	wantUsage := ndwire.BetaUsage{InputTokens: 489, OutputTokens: 321, CacheReadInputTokens: 37640, CacheCreationInputTokens: 15738}
	if d := cmp.Diff(wantUsage, usage); d != "" {
		t.Errorf("usage, each response once (-want +got):\n%s", d)
	}
	if len(results) != 3 || results[0].TotalCostUSD != 0.0480123 || results[1].Subtype != ndwire.ResultSubtypeErrorDuringExecution ||
		results[1].Errors[0] != "Request was interrupted." || results[1].PermissionDenials[0].ToolName != "Write" ||
		*results[2].Result != "" || string(results[2].StructuredOutput) != `{"cents":9.31}` ||
		results[0].ModelUsage["claude-haiku-4-5"].CostUSD != 0.0000472 {
		t.Errorf("results %+v", results)
	}

	s := r.Stats()
	if s.Lines != 102 || s.Bad != 0 || s.Unknown != 1 {
		t.Errorf("%d lines, %d bad, %d unknown, want 102, 0, 1", s.Lines, s.Bad, s.Unknown)
	}
	var kinds []string
	for _, d := range s.Drift {
		if d.What == decoder.UnknownKind {
			kinds = append(kinds, d.Value)
		}
	}
	slices.Sort(kinds)
	if d := cmp.Diff([]string{"session_note"}, kinds); d != "" {
		t.Errorf("unknown kinds (-want +got):\n%s", d)
	}
}

// TestRoundTrip checks that all lines of testdata, decoded in each way and encoded, are the same JSON values as before, and that encoding is
// stable.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("../../testdata/agentsdk/*.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../../testdata/agentsdk/kinds/*.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 || len(more) == 0 {
		t.Fatal("no test data")
	}
	real, err := filepath.Glob("../../../shared/real/agent-sdk-stream/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(files, more, real) {
		t.Run(filepath.Base(name), func(t *testing.T) { roundTrip(t, name) })
	}
}

func roundTrip(t *testing.T, name string) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all, recycled bytes.Buffer
	var good [][]byte
	w := encoder.NewWriter(&all)
	r := ndwire.NewReader(bytes.NewReader(data))
	for l, err := range r.All() {
		if err != nil {
			if json.Valid(r.Raw()) && len(r.Raw()) > 0 && r.Raw()[0] == '{' {
				t.Errorf("a good line is refused: %v", err)
			}
			continue
		}
		raw := slices.Clone(r.Raw())
		good = append(good, raw)
		out := jsontest.Encode(t, l)
		if d := jsontest.Diff(t, raw, out); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", r.Pos(), d)
		}
		if again := jsontest.Encode(t, unmarshal(t, out)); again != out {
			t.Errorf("%s: the second time\n%s\nbecomes\n%s", r.Pos(), out, again)
		}
		if clone := jsontest.Encode(t, ndwire.CloneLine(l)); clone != out {
			t.Errorf("%s: the clone of\n%s\nis\n%s", r.Pos(), out, clone)
		}
		if kind, err := ndwire.Peek(raw); kind != l.Kind() || err != nil {
			t.Errorf("%s: Peek %q, %v, Kind %q", r.Pos(), kind, err, l.Kind())
		}
		if err := w.Write(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var clones []ndwire.Line
	w = encoder.NewWriter(&recycled)
	for l, err := range ndwire.NewReader(bytes.NewReader(data), decoder.Poison()).Recycled() {
		if err != nil {
			continue
		}
		if err := w.Write(l); err != nil {
			t.Fatal(err)
		}
		clones = append(clones, ndwire.CloneLine(l))
	}
	for _, l := range clones { // after the memory of the recycled lines was overwritten
		if err := w.Write(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := bytes.Repeat(all.Bytes(), 2); !bytes.Equal(want, recycled.Bytes()) {
		t.Error("Recycled, or what was cloned of it, gives other lines than All")
	}
	if n := bytes.Count(all.Bytes(), []byte{'\n'}); n != len(good) {
		t.Errorf("%d lines written, want %d", n, len(good))
	}
}

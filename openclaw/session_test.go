package openclaw_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
)

func TestSessionPath(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home) // on Windows
	want := filepath.Join(home, ".openclaw", "agents", "main", "sessions", "5b1f0c9e.jsonl")
	if got := openclaw.SessionPath("main", "5b1f0c9e"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	want = filepath.Join("~", ".openclaw", "agents", "main", "sessions", "5b1f0c9e.jsonl")
	if got := openclaw.SessionPath("main", "5b1f0c9e"); got != want {
		t.Errorf("without a home folder %q, want %q", got, want)
	}
}

// TestTestdataIsKnown checks that the files of testdata have every member of the spec and no unknown one, and that every field of a Go type is set by
// some line.
func TestTestdataIsKnown(t *testing.T) {
	set := map[reflect.Type]map[string]bool{}
	for name, lines := range testdata(t) {
		for i, line := range lines {
			if err := openclaw.CheckLine([]byte(line)); err != nil && !(strings.HasSuffix(name, "_v1.ndjson") && lacks(err)) {
				t.Errorf("%s:%d: %v", name, i+1, err)
			}
			l := unmarshal(t, line)
			jsontest.Same(t, line, l)
			kind, err := openclaw.Peek([]byte(line))
			if err != nil || kind != l.Kind() || kind == "" {
				t.Errorf("%s:%d: Peek %q, %v; Kind %q", name, i+1, kind, err, l.Kind())
			}
			noteFields(t, reflect.ValueOf(l), set)
		}
	}
	if len(set) < 70 {
		t.Errorf("only %d types", len(set))
	}
	for typ, fields := range set {
		for i := range typ.NumField() {
			if f := typ.Field(i); f.Name != "Extra" && f.Name != "Other" && !fields[f.Name] {
				t.Errorf("%s.%s is zero in all test data", typ.Name(), f.Name)
			}
		}
	}
}

// noteFields records the fields of the package's types that have a value, also in lazy members.
func noteFields(t *testing.T, v reflect.Value, set map[reflect.Type]map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		if v.Kind() == reflect.Pointer {
			for i := range v.NumMethod() {
				if m := v.Type().Method(i); strings.HasPrefix(m.Name, "Decode") {
					out := v.Method(i).Call(nil)
					if !out[1].IsNil() {
						t.Errorf("%s: %v", m.Name, out[1])
					}
					noteFields(t, out[0], set)
				}
			}
		}
		noteFields(t, v.Elem(), set)
	case reflect.Slice:
		for i := range v.Len() {
			noteFields(t, v.Index(i), set)
		}
	case reflect.Struct:
		if v.Type().PkgPath() != reflect.TypeFor[openclaw.UserMessage]().PkgPath() {
			return
		}
		fields := set[v.Type()]
		if fields == nil {
			fields = map[string]bool{}
			set[v.Type()] = fields
		}
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				fields[v.Type().Field(i).Name] = true
			}
			noteFields(t, v.Field(i), set)
		}
	}
}

func TestTypesOfSessions(t *testing.T) {
	want := map[string][]string{
		"transcript.ndjson": {
			"UserMessage", "AssistantMessage", "ToolResultMessage", "AssistantMessage", "UserMessage", "AssistantMessage", "ToolResultMessage",
			"AssistantMessage", "AssistantMessage", "AssistantMessage", "BashExecutionMessage", "CustomMessage", "HookMessage",
			"BranchSummaryMessage", "CompactionSummaryMessage",
		},
		"session.ndjson": {
			"SessionHeader", "ModelChangeEntry", "ThinkingLevelChangeEntry", "CustomEntry", "MessageEntry", "MessageEntry", "MessageEntry",
			"MessageEntry", "MessageEntry", "MessageEntry", "MessageEntry", "MessageEntry", "CustomMessageEntry", "CompactionEntry",
			"BranchSummaryEntry", "LabelEntry", "LabelEntry", "SessionInfoEntry", "CustomEntry", "ResetEntry",
		},
		"session_v1.ndjson": {"SessionHeader", "MessageEntry", "MessageEntry", "CompactionEntry"},
		"session_v2.ndjson": {"SessionHeader", "MessageEntry"},
		"newer.ndjson": {
			"SessionHeader", "MessageEntry", "MessageEntry", "MessageEntry", "MessageEntry", "ContextEditEntry", "ContextEditEntry",
			"UsageEntry", "CompactionEntry",
		},
	}
	files := testdata(t)
	for name, types := range want {
		var got []string
		for _, line := range files[name] {
			got = append(got, reflect.TypeOf(unmarshal(t, line)).Elem().Name())
		}
		if d := cmp.Diff(types, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// TestSessionTree walks the tree of entries with the getters of SessionEntry alone.
func TestSessionTree(t *testing.T) {
	parents := map[string]string{}
	for _, line := range testdata(t)["session.ndjson"][1:] {
		e, ok := unmarshal(t, line).(openclaw.SessionEntry)
		if !ok || e.GetTimestamp() == "" {
			t.Fatalf("no entry, or without a time: %s", line)
		}
		parents[e.GetID()] = e.GetParentID()
	}
	var path []string
	for id := "0000000e"; id != ""; id = parents[id] {
		path = append(path, id)
	}
	if d := cmp.Diff([]string{"0000000e", "00000004", "00000003", "00000002", "00000001"}, path); d != "" {
		t.Errorf("path (-want +got):\n%s", d)
	}
	if _, ok := unmarshal(t, `{"type":"session","id":"x"}`).(openclaw.SessionEntry); ok {
		t.Error("the header is an entry")
	}
}

func TestHeaderVersion(t *testing.T) {
	for line, want := range map[string]int{
		`{"type":"session","id":"x","timestamp":"t","cwd":"/"}`:             1,
		`{"type":"session","version":1,"id":"x","timestamp":"t","cwd":"/"}`: 1,
		`{"type":"session","version":3,"id":"x","timestamp":"t","cwd":"/"}`: 3,
	} {
		h := as[*openclaw.SessionHeader](t, line)
		if h.Version != want {
			t.Errorf("%s: version %d, want %d", line, h.Version, want)
		}
		jsontest.Same(t, line, h)
	}
}

func TestCustomTypes(t *testing.T) {
	for text, want := range map[string]string{
		"openclaw.cache-ttl": openclaw.CustomTypeCacheTTL, "model-snapshot": openclaw.CustomTypeModelSnapshot,
		"google-turn-ordering-bootstrap": openclaw.CustomTypeGoogleTurnOrderingBootstrap,
		"openclaw.runtime-context":       openclaw.CustomTypeRuntimeContext, "openclaw.sessions_yield": openclaw.CustomTypeSessionsYield,
		"openclaw:bootstrap-context:full": openclaw.CustomTypeBootstrapContextFull,
	} {
		if text != want {
			t.Errorf("%q, want %q", want, text)
		}
	}
	e := as[*openclaw.CustomEntry](t, testdata(t)["session.ndjson"][3])
	var s openclaw.ModelSnapshot
	if err := s.UnmarshalJSON(e.Data); err != nil || e.CustomType != openclaw.CustomTypeModelSnapshot || s.ModelID != "claude-opus-4-6" ||
		s.ModelAPI != openclaw.APIAnthropicMessages || s.Timestamp != 1767225600000 || s.Provider != "anthropic" {
		t.Errorf("%q %+v, %v", e.CustomType, s, err)
	}
}

// TestPartialsAreLazy checks that the message that an event repeats is decoded on demand.
func TestPartialsAreLazy(t *testing.T) {
	broken := `{"type":"message_update","message":{"role":7},"assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"o","partial":{"role":[]}}}`
	m := as[*openclaw.MessageUpdateEvent](t, broken)
	e, ok := m.AssistantMessageEvent.(*openclaw.TextDeltaEvent)
	if !ok || e.Delta != "o" {
		t.Fatalf("%+v", m.AssistantMessageEvent)
	}
	jsontest.Same(t, broken, m)
	r := openclaw.NewReader(strings.NewReader(broken + "\n"))
	for range r.All() {
	}
	if s := r.Stats(); len(s.Drift) != 0 {
		t.Errorf("drift in what nobody asked for: %+v", s.Drift)
	}

	line := testdata(t)["events.ndjson"][10] // a text_delta
	e = as[*openclaw.MessageUpdateEvent](t, line).AssistantMessageEvent.(*openclaw.TextDeltaEvent)
	partial, err := e.DecodePartial()
	if err != nil || partial.Text() != "Hi" {
		t.Fatalf("%+v, %v", partial, err)
	}
	text := partial.Content[1].(*openclaw.TextContent)
	if text.Index == nil || *text.Index != 1 || partial.Extra.Len() != 0 || text.Extra.Len() != 0 {
		t.Errorf("scratch members %+v", text)
	}
}

// TestRoundTrip checks that all lines of testdata, decoded in each way and encoded, are the same JSON values as before.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("../testdata/openclaw/*.ndjson")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	real, err := filepath.Glob("../../shared/real/openclaw-pi/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, real...) {
		t.Run(filepath.Base(name), func(t *testing.T) { roundTrip(t, name) })
	}
}

func roundTrip(t *testing.T, name string) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all, recycled [][]byte
	r := openclaw.NewReader(bytes.NewReader(data))
	for line, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		out := []byte(jsontest.Encode(t, line))
		if d := jsontest.Diff(t, r.Raw(), out); d != "" {
			t.Fatalf("line %d (-want +got):\n%s", r.Pos().Line, d)
		}
		if u, ok := line.(*openclaw.UnknownLine); ok {
			t.Errorf("line %d is unknown: %.200s", r.Pos().Line, u.Raw)
		}
		all = append(all, out)
	}
	for line, err := range openclaw.NewReader(bytes.NewReader(data), decoder.Poison()).Recycled() {
		if err != nil {
			t.Fatal(err)
		}
		recycled = append(recycled, []byte(jsontest.Encode(t, line)))
	}
	if len(all) != len(recycled) {
		t.Fatalf("%d lines, %d recycled", len(all), len(recycled))
	}
	for i := range all {
		if !bytes.Equal(all[i], recycled[i]) {
			t.Fatalf("recycled\n%s\nwant\n%s", recycled[i], all[i])
		}
		if again := jsontest.Encode(t, unmarshal(t, string(all[i]))); again != string(all[i]) {
			t.Fatalf("encoded again\n%s\nwant\n%s", again, all[i])
		}
	}
}

// TestBranchedFrom reads the oldest session files, which have another name for the file that they were forked from.
func TestBranchedFrom(t *testing.T) {
	const line = `{"type":"session","id":"s","timestamp":"t","cwd":"/w","provider":"p","modelId":"m","thinkingLevel":"off","branchedFrom":"a.jsonl"}`
	m := as[*openclaw.SessionHeader](t, line)
	if m.ParentSession == nil || *m.ParentSession != "a.jsonl" || m.Version != 1 {
		t.Errorf("%+v", m)
	}
	jsontest.Same(t, line, m)
	*m.ParentSession = "b.jsonl"
	jsontest.Same(t, strings.Replace(line, "a.jsonl", "b.jsonl", 1), m)
}

package rustyclaw_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/encoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/rustyclaw"
)

func read(t testing.TB, name string) []rustyclaw.Line {
	t.Helper()
	f, err := os.Open(filepath.Join("../testdata/rustyclaw", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []rustyclaw.Line
	r := rustyclaw.NewReader(f)
	for line, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if s := r.Stats(); s.Unknown != 0 || s.Bad != 0 {
		t.Errorf("%s: %d unknown lines, %d bad", name, s.Unknown, s.Bad)
	}
	return lines
}

func kinds(lines []rustyclaw.Line) string {
	var all []string
	for _, l := range lines {
		all = append(all, l.Kind().String())
	}
	return strings.Join(all, " ")
}

func TestSimpleQuery(t *testing.T) {
	lines := read(t, "simple_query.ndjson")
	if got := kinds(lines); got != "system/init assistant result/success" {
		t.Fatalf("kinds %q", got)
	}
	init, answer, result := lines[0].(*rustyclaw.SystemInit), lines[1].(*rustyclaw.AssistantMessage), lines[2].(*rustyclaw.ResultSuccess)
	if init.SessionID != "sess_tide_001" || init.Tools[0].Name != "sh" || *init.Tools[0].Description != "Runs a command in the harbour shell" ||
		init.McpServers == nil || len(init.McpServers) != 0 {
		t.Errorf("%+v", init)
	}
	if !strings.HasSuffix(answer.Message.Text(), "\n- 16:41 low water") || *answer.DurationMs != 142 || answer.ParentToolUseID != nil {
		t.Errorf("%+v", answer)
	}
	if result.Result != "Read the logbook" || *result.DurationMs != 156 || *result.NumTurns != 1 || result.Usage.InputTokens != 45 ||
		result.Usage.OutputTokens != 28 || result.TotalCostUSD != nil {
		t.Errorf("%+v", result)
	}
}

func TestToolUse(t *testing.T) {
	lines := read(t, "tool_use.ndjson")
	if got := kinds(lines); got != "system/init assistant user assistant result/success" {
		t.Fatalf("kinds %q", got)
	}
	init := lines[0].(*rustyclaw.SystemInit)
	if schema, _ := init.Tools[0].InputSchema.Get("properties", "command", "type"); string(schema) != `"string"` || init.McpServers[0].Name != "harbour" {
		t.Errorf("%+v", init)
	}
	var calls, results []string
	for _, l := range lines {
		switch m := l.(type) {
		case *rustyclaw.AssistantMessage:
			for u := range m.Message.ToolUses() {
				calls = append(calls, u.ID+" "+u.Name+" "+string(u.Input))
			}
		case *rustyclaw.UserMessage:
			for r := range m.Message.ToolResults() {
				results = append(results, r.ToolUseID+" "+strings.SplitN(r.Content.PlainText(), "\n", 2)[0])
				if r.IsError || r.Extra.State("is_error") != decoder.Present {
					t.Errorf("%+v", r)
				}
			}
		}
	}
	if d := cmp.Diff([]string{`toolu_01Gauge sh {"command":"ls -l gauges"}`}, calls); d != "" {
		t.Errorf("calls (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"toolu_01Gauge total 2"}, results); d != "" {
		t.Errorf("results (-want +got):\n%s", d)
	}
}

func TestErrorResponse(t *testing.T) {
	lines := read(t, "error_response.ndjson")
	if got := kinds(lines); got != "system/init assistant result/error" {
		t.Fatalf("kinds %q", got)
	}
	result := lines[2].(*rustyclaw.ResultError)
	code, _ := result.Extra.Get("error_code")
	exit, _ := result.Extra.Get("exit_code")
	if result.Error != "The sluice is locked" || string(code) != `"EPERM"` || string(exit) != "77" || result.Extra.Len() != 2 {
		t.Errorf("%+v, %s, %s", result, code, exit)
	}
}

func TestThinkingContent(t *testing.T) {
	lines := read(t, "thinking_content.ndjson")
	if got := kinds(lines); got != "system/init assistant user assistant result/success" {
		t.Fatalf("kinds %q", got)
	}
	blocks := lines[1].(*rustyclaw.AssistantMessage).Message.Content.Blocks
	want := []rustyclaw.ContentBlock{
		&rustyclaw.ThinkingBlock{Thinking: "They want the next high water. The almanac has it, so I call sh."},
		&rustyclaw.TextBlock{Text: "I'll ask the almanac."},
		&rustyclaw.ToolUseBlock{ID: "toolu_02Alm", Name: "sh", Input: decoder.Raw(`{"command":"almanac --next high"}`)},
	}
	if d := cmp.Diff(want, blocks); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if result := lines[4].(*rustyclaw.ResultSuccess); *result.SessionID != "sess_tide_004" || *result.TotalCostUSD != 0.0125 {
		t.Errorf("%+v", result)
	}
}

// TestMessages reads one line of each sort, in the form of the crate and in that of the CLI.
func TestMessages(t *testing.T) {
	if got, want := kinds(read(t, "messages.ndjson")), "system/init system/compact_boundary assistant user user assistant result/success "+
		"result/error result/input_required rate_limit_event mcp_message"; got != want {
		t.Errorf("kinds %q", got)
	}
	if got, want := kinds(read(t, "control.ndjson")), "control_request/initialize control_response/success control_request/can_use_tool "+
		"control_response/success control_response/error control_request/hook_callback control_request/mcp_message control_response/success "+
		"control_request/rewind_files control_request/set_permission_mode control_request/set_model control_request/mcp_status "+
		"control_request/interrupt"; got != want {
		t.Errorf("kinds %q", got)
	}
	lines := read(t, "cli.ndjson")
	if got, want := kinds(lines), "system/init user assistant control_request/can_use_tool control_response/success control_request/initialize "+
		"control_response/error user system/compact_boundary rate_limit_event result/error_max_turns"; got != want {
		t.Errorf("kinds %q", got)
	}
	init := lines[0].(*rustyclaw.SystemInit)
	if init.Tools[0].GetName() != "Bash" || init.McpServers[0].Status != "connected" {
		t.Errorf("%+v", init)
	}
	if got := lines[1].(*rustyclaw.UserMessage).Message.Text(); got != "How high is the water?" {
		t.Errorf("Text %q", got)
	}
	answer := lines[2].(*rustyclaw.AssistantMessage)
	thinking := answer.Message.Content.Blocks[0].(*rustyclaw.ThinkingBlock)
	usage := answer.Message.Usage
	if *thinking.Signature != "c2lnbmF0dXJl" || usage.CacheCreationInputTokens != nil || *usage.CacheReadInputTokens != 120 ||
		answer.GetUUID().String() != answer.UUID || *answer.SessionID != "5d0a" || *answer.Message.Model != "claude-tide-1" {
		t.Errorf("%+v", answer)
	}
	if c := lines[8].(*rustyclaw.SystemCompactBoundary).CompactMetadata; c.Trigger != "auto" || c.PreTokens != 155000 {
		t.Errorf("%+v", c)
	}
	if limit := lines[9].(*rustyclaw.RateLimitEvent).RateLimitInfo; limit.Status != "allowed" || *limit.ResetsAt != 1778598000 || *limit.RateLimitType != "five_hour" {
		t.Errorf("%+v", limit)
	}
	failure := lines[10].(*rustyclaw.ResultFailure)
	if failure.Subtype != rustyclaw.FailureMaxTurns || failure.Errors[0] != "Too many turns" || !failure.IsError || *failure.NumTurns != 1 {
		t.Errorf("%+v", failure)
	}
}

// TestToolNames checks that both forms of one session read as the same values.
func TestToolNames(t *testing.T) {
	m := as[*rustyclaw.SystemInit](t, `{"type":"system","subtype":"init","session_id":"s","tools":["Bash",{"name":"Read"}],"mcp_servers":[]}`)
	if m.Tools[0].GetName() != "Bash" || m.Tools[1].GetName() != "Read" {
		t.Errorf("%+v", m.Tools)
	}
	jsontest.Same(t, `{"type":"system","subtype":"init","session_id":"s","tools":["a","b"],"mcp_servers":[{"name":"m"}]}`,
		rustyclaw.NewSystemInit("s", []string{"a", "b"}, []rustyclaw.McpServerInfo{{Name: "m"}}))
	jsontest.Same(t, `{"type":"user","message":{"role":"user","content":"hi"}}`, rustyclaw.NewUserMessage("hi"))
}

// TestRoundTrip checks that all lines of testdata, decoded in each way and encoded, are the same JSON values as before, and that encoding is
// stable.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("../testdata/rustyclaw/*.ndjson")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	real, err := filepath.Glob("../../shared/real/rusty-claw/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(files, real) {
		t.Run(filepath.Base(name), func(t *testing.T) { roundTrip(t, name) })
	}
}

func roundTrip(t *testing.T, name string) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all, recycled bytes.Buffer
	w := encoder.NewWriter(&all)
	r := rustyclaw.NewReader(bytes.NewReader(data))
	for l, err := range r.All() {
		if err != nil {
			if json.Valid(r.Raw()) {
				t.Errorf("a good line is refused: %v", err)
			}
			continue
		}
		out := jsontest.Encode(t, l)
		if d := jsontest.Diff(t, r.Raw(), out); d != "" {
			t.Errorf("%s: written back (-want +got):\n%s", r.Pos(), d)
		}
		if again := jsontest.Encode(t, unmarshal(t, out)); again != out {
			t.Errorf("%s: the second time\n%s\nbecomes\n%s", r.Pos(), out, again)
		}
		if clone := jsontest.Encode(t, rustyclaw.CloneLine(l)); clone != out {
			t.Errorf("%s: the clone of\n%s\nis\n%s", r.Pos(), out, clone)
		}
		if kind, err := rustyclaw.Peek(r.Raw()); kind != l.Kind() || err != nil {
			t.Errorf("%s: Peek %q, %v, Kind %q", r.Pos(), kind, err, l.Kind())
		}
		if err := w.Write(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if s := r.Stats(); s.Unknown > 0 || s.Bad > 0 {
		t.Errorf("%d lines unknown, %d bad", s.Unknown, s.Bad)
	}
	w = encoder.NewWriter(&recycled)
	for l, err := range rustyclaw.NewReader(bytes.NewReader(data), decoder.Poison()).Recycled() {
		if err != nil {
			continue
		}
		if err := w.Write(l); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(all.Bytes(), recycled.Bytes()) {
		t.Error("Recycled gives other lines than All")
	}
}

package claudecode_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestTestdata checks that the spec describes all lines of testdata completely, and that they are written back unchanged.
func TestTestdata(t *testing.T) {
	for _, name := range []string{"flat.ndjson", "session.ndjson", "kinds.ndjson", "kinds/members.ndjson", "newer.ndjson"} {
		for i, line := range readLines(t, name) {
			if err := claudecode.CheckLine(line); err != nil {
				t.Errorf("%s:%d: %v", name, i+1, err)
			}
			l := roundTrip(t, line)
			if kind, err := claudecode.Peek(line); err != nil || kind != l.Kind() {
				t.Errorf("%s:%d: Peek says %q, %v; Kind says %q", name, i+1, kind, err, l.Kind())
			}
			if c := claudecode.CloneLine(l); !cmp.Equal(l, c) {
				t.Errorf("%s:%d: a clone differs: %s", name, i+1, cmp.Diff(l, c))
			}
		}
	}
}

// TestLines checks that each turn is decoded to its literal, and that both are written as the line. The members of all other lines are in
// the tests that are generated from the spec.
func TestLines(t *testing.T) {
	for _, tt := range slices.Concat(turns, envelopes) {
		got := roundTrip(t, []byte(tt.line))
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, d)
		}
		jsontest.Same(t, written(tt.line, tt.want), tt.want)
		jsontest.Same(t, written(tt.line, tt.want), claudecode.CloneLine(tt.want))
		if kind, err := claudecode.Peek([]byte(tt.line)); err != nil || kind != tt.kind || got.Kind() != tt.kind {
			t.Errorf("%s: Peek says %q, %v; Kind says %q; want %q", tt.line, kind, err, got.Kind(), tt.kind)
		}
		if err := claudecode.CheckLine([]byte(tt.line)); err != nil {
			t.Errorf("%s: %v", tt.line, err)
		}
	}
}

// written returns a line as its literal is written: a literal has no notes, so that isSidechain of a turn is always written.
func written(line string, l claudecode.Line) string {
	if !reflect.ValueOf(l).Elem().FieldByName("IsSidechain").IsValid() || strings.Contains(line, `"isSidechain"`) {
		return line
	}
	return `{"isSidechain":false,` + line[1:]
}

// TestUnionsOfLines checks that the functions for unions read a value as the decoder of its line does, and so does encoding/json.
func TestUnionsOfLines(t *testing.T) {
	attachments, progress, messages := 0, 0, 0
	for _, line := range readLines(t, "kinds/members.ndjson") {
		raw := decoder.Raw(line)
		switch l := decode(t, string(line)).(type) {
		case *claudecode.AttachmentLine:
			attachments++
			text, _ := raw.Get("attachment")
			var wrapped claudecode.AnyAttachment
			got, err := claudecode.UnmarshalAttachment(text)
			if err := errors.Join(err, json.Unmarshal(text, &wrapped)); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			same(t, l.Attachment, got, wrapped.Attachment, claudecode.CloneAttachment(got))
			if kind, _ := text.Get("type"); string(kind) != `"`+got.AttachmentType()+`"` {
				t.Errorf("%s: AttachmentType says %q", text, got.AttachmentType())
			}
		case *claudecode.ProgressLine:
			progress++
			text, _ := raw.Get("data")
			var wrapped claudecode.AnyProgressData
			got, err := claudecode.UnmarshalProgressData(text)
			if err := errors.Join(err, json.Unmarshal(text, &wrapped)); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			same(t, l.Data, got, wrapped.ProgressData, claudecode.CloneProgressData(got))
			if p, ok := l.Data.(*claudecode.AgentProgress); ok {
				messages++
				text, _ := text.Get("message")
				var wrapped claudecode.AnyAgentMessage
				got, err := claudecode.UnmarshalAgentMessage(text)
				if err := errors.Join(err, json.Unmarshal(text, &wrapped)); err != nil {
					t.Errorf("%s: %v", text, err)
				}
				same(t, p.Message, got, wrapped.AgentMessage, claudecode.CloneAgentMessage(got))
			}
		}
	}
	if attachments < 50 || progress < 5 || messages < 2 {
		t.Errorf("%d attachments, %d of progress, %d messages of agents", attachments, progress, messages)
	}
}

// same checks that all values are equal to want.
func same[T any](t *testing.T, want T, all ...T) {
	t.Helper()
	for _, got := range all {
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
	}
}

// TestTypes checks the Go type for each type of line.
func TestTypes(t *testing.T) {
	want := map[string]string{
		"user": "UserLine", "assistant": "AssistantLine", "assistant/response": "AssistantActionLine",
		"assistant/tool_use": "AssistantActionLine", "assistant/thinking": "AssistantActionLine",
		"assistant/command": "AssistantActionLine", "assistant/error": "AssistantActionLine",
		"compact_system":                         "CompactSystemLine",
		"compact_system/conversation_compacting": "CompactSystemLine", "compact_system/conversation_compacted": "CompactSystemLine",
		"compact_system/conversation_restoring": "CompactSystemLine", "compact_system/conversation_restored": "CompactSystemLine",
		"attachment": "AttachmentLine", "progress": "ProgressLine", "saved_hook_context": "SavedHookContextLine",
		"summary": "SummaryLine", "custom-title": "CustomTitleLine", "ai-title": "AiTitleLine", "last-prompt": "LastPromptLine",
		"tag": "TagLine", "agent-name": "AgentNameLine", "agent-color": "AgentColorLine", "agent-setting": "AgentSettingLine",
		"mode": "ModeLine", "permission-mode": "PermissionModeLine", "pr-link": "PrLinkLine", "frame-link": "FrameLinkLine",
		"queue-operation": "QueueOperationLine", "file-history-snapshot": "FileHistorySnapshotLine",
		"file-history-delta": "FileHistoryDeltaLine", "attribution-snapshot": "AttributionSnapshotLine",
		"speculation-accept": "SpeculationAcceptLine", "content-replacement": "ContentReplacementLine",
		"worktree-state": "WorktreeStateLine", "relocated": "RelocatedLine", "continued-in": "ContinuedInLine",
		"cost-state": "CostStateLine", "bridge-session": "BridgeSessionLine", "fork-context-ref": "ForkContextRefLine",
		"history-suppression": "HistorySuppressionLine", "atis-latch": "AtisLatchLine", "isolation-latch": "IsolationLatchLine",
		"started": "StartedLine", "result": "ResultLine",
		"no-such-type": "UnknownLine",
	}
	for _, note := range []string{
		"marble-origami-commit", "marble-origami-snapshot", "marble-origami-reset", "ended-by-model", "artifact-comment-monitor",
		"artifact-autoreact-ledger", "session-owner", "session-mode", "dev-mods", "memory-mode", "tools-used",
		"data-flow-records", "data-flow-incomplete", "derived-from", "api-request", "api-request-shape", "api-request-blob",
		"api-request-resumed", "observer-ref", "resume-head-vouch", "hybrid-organization", "failed",
	} {
		want[note] = "NoteLine"
	}
	for sub, record := range map[string]string{
		"": "SystemTextLine", "tool_result": "SystemToolResultLine", "error": "SystemErrorLine", "meta": "SystemMetaLine",
		"compact_boundary": "CompactBoundaryLine", "microcompact_boundary": "MicrocompactBoundaryLine", "turn_duration": "TurnDurationLine",
		"stop_hook_summary": "StopHookSummaryLine", "api_error": "APIErrorLine", "api_metrics": "APIMetricsLine",
		"local_command": "LocalCommandLine", "informational": "InformationalLine", "away_summary": "AwaySummaryLine",
		"memory_saved": "MemorySavedLine", "file_snapshot": "FileSnapshotLine", "scheduled_task_fire": "ScheduledTaskFireLine",
		"permission_retry": "PermissionRetryLine", "bridge_status": "BridgeStatusLine", "agents_killed": "AgentsKilledLine",
		"model_fallback": "ModelFallbackLine", "model_consent_fallback": "ModelConsentFallbackLine",
		"model_refusal_fallback": "ModelRefusalFallbackLine", "no_such_subtype": "UnknownLine",
	} {
		want[strings.TrimSuffix("system/"+sub, "/")] = record
	}
	for kind, record := range want {
		typ, sub := decoder.Kind(kind).Cut()
		line := fmt.Sprintf(`{"sessionId":"s","uuid":"u","extra":[1],"type":%q}`, typ)
		switch {
		case sub != "" && typ == "compact_system":
			line = fmt.Sprintf(`{"message":%q,"sessionId":"s","type":%q}`, sub, typ)
		case sub != "":
			line = fmt.Sprintf(`{"sessionId":"s","type":%q,"n":{"type":"x"},"subtype":%q}`, typ, sub)
		}
		l := roundTrip(t, []byte(line))
		if got := strings.TrimPrefix(fmt.Sprintf("%T", l), "*claudecode."); got != record {
			t.Errorf("%s: %s, want %s", line, got, record)
		}
		if got := l.Kind(); got != decoder.Kind(kind) {
			t.Errorf("%s: Kind %q, want %q", line, got, kind)
		}
	}
}

// TestRealFiles counts the kinds of a real file, and checks that the spec describes its lines completely.
func TestRealFiles(t *testing.T) {
	files, err := filepath.Glob("../../shared/real/claude-transcript/*")
	if err != nil || len(files) == 0 {
		t.Skip("no real files here")
	}
	var all decoder.Stats
	lines := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r := claudecode.NewReader(bytes.NewReader(data))
		for l, err := range r.Recycled() {
			if err != nil {
				continue // three bad lines, and some that are not objects
			}
			lines++
			out, err := l.AppendJSON(nil)
			if err != nil || !reflect.DeepEqual(jsontest.Value(t, r.Raw()), jsontest.Value(t, out)) {
				t.Errorf("%s:%d differs: %v", name, r.Pos().Line, err)
			}
		}
		all.Add(r.Stats())
	}
	if all.Bad > 6 || all.Unknown*200 > int64(lines) {
		t.Errorf("%d of %d lines are bad, %d unknown", all.Bad, lines, all.Unknown)
	}
	for _, d := range all.Drift {
		own := !strings.HasPrefix(d.Path, ".message.") && !strings.HasPrefix(d.Path, ".data.message.message.")
		if own && d.What == decoder.UnknownField && d.Count > 9 {
			t.Errorf("%d lines have %s, which is %v", d.Count, d.Path, d.What)
		}
	}
}

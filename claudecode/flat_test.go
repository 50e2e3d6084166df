package claudecode_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/claudecode"
	"github.com/ndwire/ndwire/decoder"
)

func ptr[T any](v T) *T { return &v }

// TestFlatRecords reads the four records of the flat form, with all of their members.
func TestFlatRecords(t *testing.T) {
	const head = `"uuid":"m-2","timestamp":"2025-01-27T10:00:05Z","sessionId":"s-1","parentUuid":"m-1","isSidechain":true,"isDeleted":true,"isAborted":true,"isMeta":true,"isError":true,"userType":"external"`
	envelope := claudecode.Envelope{
		UUID: "m-2", Timestamp: "2025-01-27T10:00:05Z", SessionID: "s-1", ParentUUID: ptr("m-1"), UserType: claudecode.UserTypeExternal,
		IsSidechain: true, IsDeleted: true, IsAborted: true, IsMeta: true, IsError: true,
	}
	tests := []struct {
		line string
		want claudecode.Line
	}{
		{
			`{"type":"user",` + head + `,"message":"Please help"}`,
			&claudecode.UserLine{Envelope: envelope, Message: claudecode.UserContent{Type: decoder.String, Text: "Please help"}},
		},
		{
			`{"type":"assistant",` + head + `,"subtype":"tool_use","message":"","toolName":"Write","toolArguments":{"file_path":"/a","n":9007199254740993}}`,
			&claudecode.AssistantActionLine{
				Envelope: envelope, Subtype: claudecode.AssistantSubtypeToolUse, Message: ptr(""), ToolName: claudecode.ToolWrite,
				ToolArguments: decoder.Raw(`{"file_path":"/a","n":9007199254740993}`),
			},
		},
		{
			`{"type":"system",` + head + `,"subtype":"tool_result","message":"written"}`,
			&claudecode.SystemToolResultLine{Envelope: envelope, Message: "written"},
		},
		{
			`{"type":"system",` + head + `,"message":"a status"}`,
			&claudecode.SystemTextLine{Envelope: envelope, Message: "a status"},
		},
		{
			`{"type":"compact_system",` + head + `,"message":"conversation_compacted","metadata":{"preservedMessages":15,"totalMessages":150,"compressionRatio":0.1}}`,
			&claudecode.CompactSystemLine{
				Envelope: envelope, Message: claudecode.CompactOperationCompacted,
				Metadata: &claudecode.CompactionStats{PreservedMessages: 15, TotalMessages: 150, CompressionRatio: 0.1},
			},
		},
	}
	for _, tt := range tests {
		got := roundTrip(t, []byte(tt.line))
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.line, d)
		}
		if err := claudecode.CheckLine([]byte(tt.line)); err != nil {
			t.Errorf("%s: %v", tt.line, err)
		}
		if e := claudecode.EnvelopeOf(got); !cmp.Equal(*e, envelope) {
			t.Errorf("%s: EnvelopeOf says %+v", tt.line, e)
		}
	}
}

// TestFlatOptional checks that optional members of the flat form that are absent stay absent, and that absent required ones are findings.
func TestFlatOptional(t *testing.T) {
	required := [][2]string{{"uuid", `"u"`}, {"timestamp", `"t"`}, {"sessionId", `"s"`}}
	for _, own := range []string{
		`"type":"user"`,
		`"type":"user","parentUuid":null,"message":""`,
		`"type":"assistant","subtype":"response"`,
		`"type":"system"`,
		`"type":"compact_system","message":"conversation_restored"`,
	} {
		for skip := range len(required) + 1 {
			line, missing := "{"+own, ""
			for i, m := range required {
				if i == skip {
					missing = m[0]
				} else {
					line += `,"` + m[0] + `":` + m[1]
				}
			}
			line += "}"
			l := roundTrip(t, []byte(line))
			if err := claudecode.CheckLine([]byte(line)); missing == "" && err != nil {
				t.Errorf("%s: %v", line, err)
			}
			var v claudecode.Validator
			v.Add(decoder.Pos{Line: 1}, l)
			told := false
			for _, f := range v.Findings() {
				told = told || f.Rule == claudecode.RuleRequired && f.Path == "."+missing
			}
			if told != (missing != "") {
				t.Errorf("%s: missing %q, told %t: %v", line, missing, told, v.Findings())
			}
		}
	}
}

func TestConstants(t *testing.T) {
	same := func(what string, got, want []string) {
		t.Helper()
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", what, d)
		}
	}
	same("tools", []string{
		claudecode.ToolRead, claudecode.ToolWrite, claudecode.ToolEdit, claudecode.ToolMultiEdit, claudecode.ToolBash,
		claudecode.ToolBashOutput, claudecode.ToolKillShell, claudecode.ToolGrep, claudecode.ToolGlob, claudecode.ToolWebFetch,
		claudecode.ToolWebSearch, claudecode.ToolTodoWrite, claudecode.ToolSlashCommand, claudecode.ToolTask,
	}, []string{
		"Read", "Write", "Edit", "MultiEdit", "Bash", "BashOutput", "KillShell", "Grep", "Glob", "WebFetch", "WebSearch", "TodoWrite",
		"SlashCommand", "Task",
	})
	same("assistant subtypes", []string{
		string(claudecode.AssistantSubtypeResponse), string(claudecode.AssistantSubtypeToolUse), string(claudecode.AssistantSubtypeThinking),
		string(claudecode.AssistantSubtypeCommand), string(claudecode.AssistantSubtypeError),
	}, []string{"response", "tool_use", "thinking", "command", "error"})
	same("system subtypes", []string{
		string(claudecode.SystemSubtypeToolResult), string(claudecode.SystemSubtypeError), string(claudecode.SystemSubtypeMeta),
	}, []string{"tool_result", "error", "meta"})
	same("compaction", []string{
		string(claudecode.CompactOperationCompacting), string(claudecode.CompactOperationCompacted),
		string(claudecode.CompactOperationRestoring), string(claudecode.CompactOperationRestored),
	}, []string{"conversation_compacting", "conversation_compacted", "conversation_restoring", "conversation_restored"})
	same("user types", []string{claudecode.UserTypeExternal}, []string{"external"})
	same("queue", []string{
		string(claudecode.QueueOperationEnqueue), string(claudecode.QueueOperationDequeue), string(claudecode.QueueOperationRemove),
		string(claudecode.QueueOperationPopAll),
	}, []string{"enqueue", "dequeue", "remove", "popAll"})
	same("kinds", []string{
		claudecode.KindUser.String(), claudecode.KindAssistant.String(), claudecode.KindSystem.String(),
		claudecode.KindCompactBoundary.String(), claudecode.KindSummary.String(), claudecode.KindCompactSystem.String(),
	}, []string{"user", "assistant", "system", "system/compact_boundary", "summary", "compact_system"})
	if claudecode.CompactOperation("x").Known() || !claudecode.CompactOperationCompacted.Known() {
		t.Error("Known does not know")
	}
}

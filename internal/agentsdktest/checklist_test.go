package agentsdktest

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestChecklist checks the fifteen requirements at the end of the first description of the protocol, in its order.
func TestChecklist(t *testing.T) {
	const id = "6f1c8f5e-3f0a-4a52-9e7b-0c8f0b7d2a11"
	base := ndwire.BaseMessage{UUID: id, SessionID: "s"}
	variants := []ndwire.SDKMessage{
		&ndwire.AssistantMessage{BaseMessage: base, Message: ndwire.BetaMessage{ID: "m", Role: "assistant", Content: []ndwire.ContentBlock{
			&ndwire.ThinkingBlock{Thinking: "?"}, &ndwire.TextBlock{Text: "!"}, &ndwire.ToolUseBlock{ID: "t", Name: "n", Input: decoder.Raw(`{"n":9007199254740993}`)}}}},
		&ndwire.UserMessage{BaseMessage: base, Message: ndwire.MessageParam{Role: "user", Content: ndwire.TextContent("x")}},
		&ndwire.UserMessageReplay{UserMessage: ndwire.UserMessage{BaseMessage: base, Message: ndwire.MessageParam{Role: "user", Content: ndwire.TextContent("x")}}},
		&ndwire.ResultMessage{BaseMessage: base, Subtype: ndwire.ResultSubtypeSuccess, Result: new("done"), ModelUsage: map[string]ndwire.ModelUsage{"m": {CostUSD: 0.5}}},
		&ndwire.SystemInitMessage{BaseMessage: base, Model: "m", Tools: []string{"Read"}},
		&ndwire.PartialAssistantMessage{BaseMessage: base, Event: &ndwire.ContentBlockDeltaEvent{Delta: &ndwire.TextDelta{Text: "x"}}},
		&ndwire.CompactBoundaryMessage{BaseMessage: base, CompactMetadata: ndwire.CompactMetadata{Trigger: "auto", PreTokens: 5}},
		&ndwire.StatusMessage{BaseMessage: base, Status: new("compacting")},
		&ndwire.HookStartedMessage{BaseMessage: base, HookID: "h", HookEvent: "Stop"},
		&ndwire.HookProgressMessage{BaseMessage: base, HookID: "h", Stdout: "o"},
		&ndwire.HookResponseMessage{BaseMessage: base, HookID: "h", ExitCode: new(0), Outcome: "success"},
		&ndwire.ToolProgressMessage{BaseMessage: base, ToolUseID: "t", ElapsedTimeSeconds: 1.5},
		&ndwire.AuthStatusMessage{BaseMessage: base, IsAuthenticating: true, Output: []string{"o"}},
		&ndwire.TaskNotificationMessage{BaseMessage: base, TaskID: "t", Status: "completed"},
		&ndwire.FilesPersistedEvent{BaseMessage: base, Files: []ndwire.PersistedFile{{Filename: "f", FileID: "i"}}, ProcessedAt: "2026-01-01T00:00:00Z"},
		&ndwire.ToolUseSummaryMessage{BaseMessage: base, Summary: "s", PrecedingToolUseIDs: []string{"t"}},
	}
	members := func(t *testing.T, text string) map[string]json.RawMessage {
		t.Helper()
		var m map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(err)
		}
		return m
	}

	t.Run("1 every variant of the union has a Go type that implements its interface", func(t *testing.T) {
		types := map[reflect.Type]bool{}
		for _, v := range variants {
			types[reflect.TypeOf(v)] = true
			if v.GetUUID() != uuid.MustParse(id) || v.GetSessionID() != "s" || v.GetType() == "" {
				t.Errorf("%T: %s, %s, %s", v, v.GetType(), v.GetUUID(), v.GetSessionID())
			}
		}
		if len(types) != 16 {
			t.Errorf("%d types", len(types))
		}
	})
	t.Run("2 all sixteen are written and read again without loss", func(t *testing.T) {
		for _, v := range variants {
			out, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			read, err := ndwire.UnmarshalSDKMessage(out)
			if err != nil {
				t.Fatal(err)
			}
			if reflect.TypeOf(read) != reflect.TypeOf(v) {
				t.Errorf("a %T is read as a %T", v, read)
			}
			again, err := json.Marshal(read)
			if err != nil || string(again) != string(out) {
				t.Errorf("%T: written as %s, then as %s, %v", v, out, again, err)
			}
		}
	})
	t.Run("3 a content block is written without members of other kinds", func(t *testing.T) {
		for block, want := range map[ndwire.ContentBlock]string{
			&ndwire.TextBlock{}:                                 `{"type":"text","text":""}`,
			&ndwire.ThinkingBlock{}:                             `{"type":"thinking","thinking":""}`,
			&ndwire.ToolUseBlock{}:                              `{"type":"tool_use","id":"","name":"","input":null}`,
			&ndwire.ToolUseBlock{Input: decoder.Raw(`{"a":1}`)}: `{"type":"tool_use","id":"","name":"","input":{"a":1}}`,
		} {
			if out, err := json.Marshal(block); err != nil || string(out) != want {
				t.Errorf("%s, %v, want %s", out, err, want)
			}
		}
	})
	t.Run("4 every type and subtype is told apart, and what is unknown says so", func(t *testing.T) {
		kinds := map[ndwire.Kind]bool{}
		for _, v := range variants {
			out, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			kind, err := ndwire.Peek(out)
			if err != nil || kind != v.Kind() {
				t.Errorf("%T: Peek says %q, %v", v, kind, err)
			}
			kinds[kind] = true
		}
		if len(kinds) < 15 { // a replayed user message is of the kind user, too
			t.Errorf("only %d kinds", len(kinds))
		}
		for line, says := range map[string]string{
			`{"type":"later"}`:                    "later",
			`{"type":"system","subtype":"later"}`: "system/later",
			`{"type":"system"}`:                   "missing subtype",
			`{}`:                                  "missing type",
		} {
			if _, err := ndwire.UnmarshalLine([]byte(line)); err != nil {
				t.Errorf("%s: %v, although nothing is strict", line, err)
			}
			if err := ndwire.CheckLine([]byte(line)); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: CheckLine says %v, want %q", line, err, says)
			}
		}
	})
	t.Run("5 isReplay that is true makes a replay, and nothing else does", func(t *testing.T) {
		const rest = `"message":{"role":"user","content":"x"},"parent_tool_use_id":null,"uuid":"u","session_id":"s"`
		as[*ndwire.UserMessageReplay](t, `{"type":"user","isReplay":true,`+rest+`}`)
		as[*ndwire.UserMessageReplay](t, `{"type":"user",`+rest+`,"isReplay":true}`)
		for _, line := range []string{`{"type":"user",` + rest + `}`, `{"type":"user","isReplay":false,` + rest + `}`, `{"type":"user","isReplay":"true",` + rest + `}`} {
			as[*ndwire.UserMessage](t, line)
		}
	})
	t.Run("6 the options are all there, and the callbacks are not written", func(t *testing.T) {
		typ := reflect.TypeFor[ndwire.QueryOptions]()
		written, callbacks := 0, 0
		for i := range typ.NumField() {
			switch f := typ.Field(i); {
			case f.Name == "Extra":
			case f.Tag.Get("json") == "-":
				callbacks++
			default:
				written++
			}
		}
		if written < 34 || callbacks != 3 {
			t.Errorf("%d fields that are written and %d callbacks", written, callbacks)
		}
		o := ndwire.QueryOptions{Stderr: func(string) {}, AbortSignal: t.Context()}
		if out, err := json.Marshal(&o); err != nil || string(out) != "{}" {
			t.Errorf("%s, %v", out, err)
		}
	})
	t.Run("7 the enums have all their values", func(t *testing.T) {
		known := func(name string, want int, all ...interface{ Known() bool }) {
			t.Helper()
			for _, v := range all {
				if !v.Known() {
					t.Errorf("%s: %v is not known", name, v)
				}
			}
			if len(all) != want {
				t.Errorf("%s: %d values, want %d", name, len(all), want)
			}
		}
		known("PermissionMode", 6, ndwire.PermissionModeDefault, ndwire.PermissionModeAcceptEdits, ndwire.PermissionModeBypassPermissions,
			ndwire.PermissionModePlan, ndwire.PermissionModeDelegate, ndwire.PermissionModeDontAsk)
		known("ResultSubtype", 5, ndwire.ResultSubtypeSuccess, ndwire.ResultSubtypeErrorDuringExecution, ndwire.ResultSubtypeErrorMaxTurns,
			ndwire.ResultSubtypeErrorMaxBudget, ndwire.ResultSubtypeErrorMaxStructuredRetries)
		known("ExitReason", 5, ndwire.ExitReasonClear, ndwire.ExitReasonLogout, ndwire.ExitReasonPromptInputExit, ndwire.ExitReasonOther,
			ndwire.ExitReasonBypassPermissionsDisabled)
		known("HookEvent", 15, ndwire.HookEventPreToolUse, ndwire.HookEventPostToolUse, ndwire.HookEventPostToolUseFailure, ndwire.HookEventNotification,
			ndwire.HookEventUserPromptSubmit, ndwire.HookEventSessionStart, ndwire.HookEventSessionEnd, ndwire.HookEventStop, ndwire.HookEventSubagentStart,
			ndwire.HookEventSubagentStop, ndwire.HookEventPreCompact, ndwire.HookEventPermissionRequest, ndwire.HookEventSetup,
			ndwire.HookEventTeammateIdle, ndwire.HookEventTaskCompleted)
		known("SystemSubtype", 8, ndwire.SystemSubtypeInit, ndwire.SystemSubtypeStatus, ndwire.SystemSubtypeCompactBoundary, ndwire.SystemSubtypeHookStarted,
			ndwire.SystemSubtypeHookProgress, ndwire.SystemSubtypeHookResponse, ndwire.SystemSubtypeFilesPersisted, ndwire.SystemSubtypeTaskNotification)
	})
	t.Run("8 the control protocol has its thirteen subtypes", func(t *testing.T) {
		subtypes := []string{ndwire.ControlSubtypeInterrupt, ndwire.ControlSubtypeCanUseTool, ndwire.ControlSubtypeSetPermissionMode, ndwire.ControlSubtypeSetModel,
			ndwire.ControlSubtypeSetMaxThinkingTokens, ndwire.ControlSubtypeMcpStatus, ndwire.ControlSubtypeMcpReconnect, ndwire.ControlSubtypeMcpToggle,
			ndwire.ControlSubtypeMcpSetServers, ndwire.ControlSubtypeMcpMessage, ndwire.ControlSubtypeRewindFiles, ndwire.ControlSubtypeHookCallback,
			ndwire.ControlSubtypeInitialize}
		for _, s := range subtypes {
			line := `{"type":"control_request","request_id":"r","request":{"subtype":"` + s + `"}}`
			if m := as[*ndwire.ControlRequest](t, line); m.GetSubtype() != s || ndwire.CheckLine([]byte(line)) != nil {
				t.Errorf("%s: %+v, %v", s, m.Request, ndwire.CheckLine([]byte(line)))
			}
		}
		if len(subtypes) != 13 {
			t.Errorf("%d subtypes", len(subtypes))
		}
		as[*ndwire.ControlResponse](t, `{"type":"control_response","response":{"subtype":"success","request_id":"r"}}`)
		as[*ndwire.ControlCancelRequest](t, `{"type":"control_cancel_request","request_id":"r"}`)
	})
	t.Run("9 optional fields can be absent, required ones have zero values, and a nil content is null", func(t *testing.T) {
		out := members(t, jsontest.Encode(t, &ndwire.ResultMessage{}))
		for _, name := range []string{"duration_ms", "is_error", "num_turns", "stop_reason", "total_cost_usd", "usage", "modelUsage", "permission_denials", "uuid"} {
			if out[name] == nil {
				t.Errorf("the required %s is not written", name)
			}
		}
		for _, name := range []string{"result", "structured_output", "errors"} {
			if out[name] != nil {
				t.Errorf("the optional %s is written: %s", name, out[name])
			}
		}
		if out := jsontest.Encode(t, &ndwire.MessageParam{Role: "user"}); out != `{"role":"user","content":null}` {
			t.Error(out)
		}
	})
	t.Run("10 uuids are texts of RFC 4122", func(t *testing.T) {
		m := ndwire.NewUserMessage("x", "s")
		if u := m.GetUUID(); u.Version() != 4 || u.Variant() != uuid.RFC4122 || string(members(t, jsontest.Encode(t, m))["uuid"]) != `"`+u.String()+`"` {
			t.Errorf("%s in %s", u, jsontest.Encode(t, m))
		}
	})
	t.Run("11 a system prompt is a text, or a preset", func(t *testing.T) {
		for _, tt := range []struct {
			prompt ndwire.SystemPromptConfig
			want   string
		}{
			{ndwire.SystemPromptConfig{Raw: "Be brief."}, `"Be brief."`},
			{ndwire.SystemPromptConfig{Preset: "claude_code"}, `{"type":"preset","preset":"claude_code"}`},
			{ndwire.SystemPromptConfig{Preset: "claude_code", Append: "Be brief."}, `{"type":"preset","preset":"claude_code","append":"Be brief."}`},
		} {
			if out := jsontest.Encode(t, &tt.prompt); out != tt.want {
				t.Errorf("%s, want %s", out, tt.want)
			}
		}
	})
	t.Run("12 the counts of a usage are never nil", func(t *testing.T) {
		want := `{"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0,"cache_creation_input_tokens":0}`
		if out := jsontest.Encode(t, &ndwire.BetaUsage{}); out != want {
			t.Errorf("%s, want %s", out, want)
		}
		var u ndwire.BetaUsage
		unmarshalJSON(t, `{"input_tokens":3,"output_tokens":4,"cache_read_input_tokens":null}`, &u)
		if u.InputTokens != 3 || u.OutputTokens != 4 || u.CacheReadInputTokens != 0 || u.CacheCreationInputTokens != 0 {
			t.Errorf("%+v", u)
		}
	})
	t.Run("13 the usage of a model is written in camel case", func(t *testing.T) {
		out := members(t, jsontest.Encode(t, &ndwire.ModelUsage{}))
		for _, name := range []string{"inputTokens", "outputTokens", "cacheReadInputTokens", "cacheCreationInputTokens", "webSearchRequests", "costUSD",
			"contextWindow", "maxOutputTokens"} {
			if out[name] == nil {
				t.Errorf("%s is not written", name)
			}
		}
	})
	t.Run("14 constructors give fresh uuids and all that is required", func(t *testing.T) {
		made := func() []ndwire.SDKMessage {
			return []ndwire.SDKMessage{
				ndwire.NewAssistantMessage(ndwire.BetaMessage{ID: "m", Model: "m"}, nil, "s"),
				ndwire.NewUserMessage("x", "s"),
				ndwire.NewResultSuccess("x", 1, 0.5, ndwire.BetaUsage{}, nil, 2, 1, "s"),
				ndwire.NewResultError(ndwire.ResultSubtypeErrorMaxTurns, []string{"e"}, 1, 0.5, ndwire.BetaUsage{}, nil, 2, 1, "s"),
				ndwire.NewSystemInit(ndwire.QueryOptions{Model: "m", CWD: "/"}, "2.0", "s"),
				ndwire.NewCompactBoundary("auto", 5, "s"),
			}
		}
		seen := map[uuid.UUID]bool{}
		for _, m := range append(made(), made()...) {
			if u := m.GetUUID(); u == uuid.Nil || seen[u] || m.GetSessionID() != "s" {
				t.Errorf("%T: %s, %s", m, u, m.GetSessionID())
			} else {
				seen[u] = true
			}
			out, err := json.Marshal(m)
			if err = errors.Join(err, ndwire.CheckLine(out)); err != nil {
				t.Errorf("%T: %v\n%s", m, err, out)
			}
		}
	})
	t.Run("15 a files_persisted event has the files, those that failed, and the time", func(t *testing.T) {
		m := &ndwire.FilesPersistedEvent{BaseMessage: base, Files: []ndwire.PersistedFile{{Filename: "a", FileID: "f"}},
			Failed: []ndwire.FailedFile{{Filename: "b", Error: "e"}}, ProcessedAt: "2026-01-01T00:00:00Z"}
		jsontest.Same(t, `{"type":"system","subtype":"files_persisted","files":[{"filename":"a","file_id":"f"}],"failed":[{"filename":"b","error":"e"}],
			"processed_at":"2026-01-01T00:00:00Z","uuid":"`+id+`","session_id":"s"}`, m)
	})
}

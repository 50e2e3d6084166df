package rustyclaw_test

import (
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/rustyclaw"
)

// TestFlattenedNames checks that a flattened request has the names of the crate, and a nested one those of the CLI.
func TestFlattenedNames(t *testing.T) {
	tests := []struct {
		name         string
		body         rustyclaw.ControlRequestBody
		nested, flat string // the members of the request
	}{
		{"can_use_tool",
			&rustyclaw.CanUseToolRequest{ToolName: "sh", Input: decoder.Raw(`{"command":"level"}`)},
			`"subtype":"can_use_tool","tool_name":"sh","input":{"command":"level"}`,
			`"subtype":"can_use_tool","tool_name":"sh","tool_input":{"command":"level"}`},
		{"hook_callback",
			&rustyclaw.HookCallbackRequest{CallbackID: "h1", HookEvent: "Stop", Input: decoder.Raw(`{}`)},
			`"subtype":"hook_callback","input":{},"callback_id":"h1","hook_event":"Stop"`,
			`"subtype":"hook_callback","hook_input":{},"hook_id":"h1","hook_event":"Stop"`},
		{"rewind_files",
			&rustyclaw.RewindFilesRequest{UserMessageID: "m1"},
			`"subtype":"rewind_files","user_message_id":"m1"`,
			`"subtype":"rewind_files","message_id":"m1"`},
		{"initialize", &rustyclaw.InitializeRequest{CanUseTool: new(true)},
			`"subtype":"initialize","can_use_tool":true`, `"subtype":"initialize","can_use_tool":true`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			nested := `{"type":"control_request","request_id":"r","request":{` + tt.nested + `}}`
			flat := `{"type":"control_request","request_id":"r",` + tt.flat + `}`
			m := rustyclaw.NewControlRequest("r", tt.body)
			if got := jsontest.Encode(t, m); got != nested {
				t.Errorf("made: %s, want %s", got, nested)
			}
			m.Flatten()
			if got := jsontest.Encode(t, m); got != flat {
				t.Errorf("made and flattened: %s, want %s", got, flat)
			}
			for _, line := range []string{nested, flat, `{"type":"control_request","request_id":"r",` + tt.nested + `}`} {
				read, err := rustyclaw.UnmarshalMessage([]byte(line))
				if err != nil {
					t.Fatal(err)
				}
				if got := jsontest.Encode(t, read.(*rustyclaw.ControlRequest)); got != line {
					t.Errorf("read and written: %s, want %s", got, line)
				}
				if line == nested {
					read.(*rustyclaw.ControlRequest).Flatten()
					if got := jsontest.Encode(t, read.(*rustyclaw.ControlRequest)); got != flat {
						t.Errorf("read and flattened: %s, want %s", got, flat)
					}
				}
			}
		})
	}
}

// TestZeroValues checks that zero values are written in a form that the crate reads.
func TestZeroValues(t *testing.T) {
	tests := []struct {
		v    jsontest.Appender
		want string
	}{
		{&rustyclaw.ApiMessage{}, `{"role":"","content":[]}`},
		{&rustyclaw.UserMessage{}, `{"type":"user","message":{"role":"","content":[]}}`},
		{&rustyclaw.ToolUseBlock{}, `{"type":"tool_use","id":"","name":"","input":{}}`},
		{&rustyclaw.SystemInit{}, `{"type":"system","subtype":"init","session_id":"","tools":[],"mcp_servers":[]}`},
	}
	for _, tt := range tests {
		if got := jsontest.Encode(t, tt.v); got != tt.want {
			t.Errorf("%T: %s, want %s", tt.v, got, tt.want)
		}
	}
	// What was read as null stays null.
	for _, line := range []string{`{"type":"user","message":{"role":"user","content":null}}`,
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_use","id":"a","name":"b","input":null}]}}`} {
		m, err := rustyclaw.UnmarshalMessage([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := jsontest.Encode(t, m); got != line {
			t.Errorf("%s, want %s", got, line)
		}
	}
}

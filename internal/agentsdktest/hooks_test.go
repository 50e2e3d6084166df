package agentsdktest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestHookInputOfRequest checks that the input of a hook is decoded on demand.
func TestHookInputOfRequest(t *testing.T) {
	request := func(input string) *ndwire.ControlRequest {
		return as[*ndwire.ControlRequest](t, `{"type":"control_request","request_id":"r","request":{"subtype":"hook_callback","input":`+input+`}}`)
	}
	in, err := request(`{"hook_event_name":"SessionEnd","session_id":"s","transcript_path":"/t","cwd":"/w","reason":"resume"}`).Request.(*ndwire.HookCallbackRequest).DecodeHookInput()
	want := &ndwire.SessionEndHookInput{
		BaseHookInput: ndwire.BaseHookInput{SessionID: "s", TranscriptPath: "/t", CWD: "/w"}, Reason: ndwire.ExitReasonResume,
	}
	if d := cmp.Diff(ndwire.HookInput(want), in); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	in, err = request(`{"hook_event_name":"FromTheFuture","n":1}`).Request.(*ndwire.HookCallbackRequest).DecodeHookInput()
	if u, ok := in.(*ndwire.UnknownHookInput); err != nil || !ok || u.HookEventName() != "FromTheFuture" {
		t.Errorf("an event of the future is %v, %v", in, err)
	}
}

// TestControlRequestsFlattened checks that each member of each control request is also read beside request_id, and is written back there.
func TestControlRequestsFlattened(t *testing.T) {
	requests := 0
	for _, r := range fieldsOfSpec {
		nested, ok := strings.CutSuffix(r.Line, `"request":$}`)
		if !ok {
			continue
		}
		requests++
		for _, request := range r.Texts() {
			want := as[*ndwire.ControlRequest](t, nested+`"request":`+request+"}")
			flat := nested + request[1:]
			got := as[*ndwire.ControlRequest](t, flat)
			if d := cmp.Diff(want.Request, got.Request); d != "" || got.Extra.Len() != 0 {
				t.Errorf("%s (-nested +flattened):\n%s", flat, d)
			}
			for what, m := range map[string]ndwire.Line{"written back": got, "the clone is written": got.Clone()} {
				if d := jsontest.Diff(t, flat, jsontest.Encode(t, m)); d != "" {
					t.Errorf("%s: %s (-want +got):\n%s", flat, what, d)
				}
			}
		}
	}
	if requests == 0 {
		t.Error("the tables have no control request")
	}
}

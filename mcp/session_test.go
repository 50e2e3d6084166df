package mcp_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/jsonrpc"
	"github.com/ndwire/ndwire/mcp"
	"github.com/ndwire/ndwire/spec"
)

// sent is a line of testdata/mcp, which has what each side has sent in two sessions, one of revision 2025-11-25 and one of 2026-07-28.
type sent struct {
	from jsonrpc.Side
	text []byte
}

func session(t *testing.T) (lines []sent) {
	t.Helper()
	for side, name := range []string{"client", "server"} {
		data, err := os.ReadFile("../testdata/mcp/" + name + ".ndjson")
		if err != nil {
			t.Fatal(err)
		}
		for text := range bytes.Lines(data) {
			lines = append(lines, sent{jsonrpc.Side(side), bytes.TrimSpace(text)})
		}
	}
	return lines
}

// TestLines reads each line, finds nothing in it that the spec does not know, and writes it again.
func TestLines(t *testing.T) {
	kinds := map[decoder.Kind]bool{}
	for _, s := range session(t) {
		if err := mcp.CheckLine(s.text); err != nil {
			t.Errorf("%s\n%v", s.text, err)
		}
		line, err := mcp.UnmarshalLine(s.text)
		if err != nil {
			t.Fatalf("%s\n%v", s.text, err)
		}
		kind, err := mcp.Peek(s.text)
		if err != nil || kind != line.Kind() {
			t.Errorf("%s\nPeek says %q, %v, the line %q", s.text, kind, err, line.Kind())
		}
		kinds[kind] = true
		text, err := line.AppendJSON(nil)
		if d := cmp.Diff(values(t, s.text), values(t, text)); err != nil || d != "" {
			t.Errorf("%s\n%v; is written differently (-read +written):\n%s", s.text, err, d)
		}
		again, err := mcp.UnmarshalLine(text)
		if d := cmp.Diff(line, again); err != nil || d != "" {
			t.Errorf("%s\n%v; reads differently (-first +second):\n%s", text, err, d)
		}
	}
	// There is a line of each kind.
	m, err := spec.Load("../spec/mcp.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range m.Kinds {
		if kind := decoder.Kind(k.Value); !kinds[kind] && kind != mcp.KindOther {
			t.Errorf("no line of the kind %s", kind)
		}
	}
}

// values is a JSON value with its numbers as they are spelled.
func values(t *testing.T, text []byte) any {
	t.Helper()
	v, err := decoder.Raw(text).Any()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestResults decodes each result as what the request of the other side asked for, and finds nothing in it that the spec does not know.
func TestResults(t *testing.T) {
	var calls jsonrpc.Calls
	lines := session(t)
	isCall := func(s sent) bool {
		return bytes.Contains(s.text, []byte(`"method":`)) && bytes.Contains(s.text, []byte(`"id":`))
	}
	slices.SortStableFunc(lines, func(a, b sent) int { // The requests of both sides come first.
		switch x, y := isCall(a), isCall(b); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	types := map[string]bool{}
	for _, s := range lines {
		line, err := mcp.UnmarshalLine(s.text)
		if err != nil {
			t.Fatal(err)
		}
		method, ok := calls.Method(s.from, line)
		m, is := line.(*mcp.Response)
		if !is {
			continue
		}
		if !ok {
			t.Errorf("%s: there was no request", s.text)
			continue
		}
		result, err := m.DecodeResult(method)
		if err == nil {
			err = mcp.CheckResult(method, m.Result)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", method, err, s.text)
			continue
		}
		types[method+":"+strings.TrimPrefix(fmt.Sprintf("%T", result), "*mcp.")] = true
		before := m.Clone()
		if err := m.SetResult(result); err != nil {
			t.Errorf("%s: %v", method, err)
		}
		if d := cmp.Diff(values(t, before.Result), values(t, m.Result)); d != "" {
			t.Errorf("%s is written differently (-read +written):\n%s", method, d)
		}
	}
	if calls.Open() != 0 || calls.Forgotten() != 0 {
		t.Errorf("%d requests have not been answered, %d are forgotten", calls.Open(), calls.Forgotten())
	}
	want := strings.Fields(`
		completion/complete:CompleteResult elicitation/create:CreateTaskResult elicitation/create:ElicitResult initialize:InitializeResult
		logging/setLevel:EmptyResult ping:EmptyResult prompts/get:GetPromptResult prompts/get:InputRequiredResult
		prompts/list:ListPromptsResult resources/list:ListResourcesResult resources/read:ReadResourceResult
		resources/subscribe:EmptyResult resources/templates/list:ListResourceTemplatesResult resources/unsubscribe:EmptyResult
		roots/list:ListRootsResult sampling/createMessage:CreateMessageResult sampling/createMessage:CreateTaskResult
		server/discover:DiscoverResult subscriptions/listen:EmptyResult tasks/cancel:TaskResult tasks/get:TaskResult
		tasks/list:ListTasksResult tasks/result:UnknownResult tools/call:CallToolResult tools/call:CreateTaskResult
		tools/call:InputRequiredResult tools/list:ListToolsResult x-harbour/tide:UnknownResult`)
	if d := cmp.Diff(want, slices.Sorted(maps.Keys(types))); d != "" {
		t.Errorf("results (-want +got):\n%s", d)
	}
}

// TestErrors reads errors with what their codes say.
func TestErrors(t *testing.T) {
	for line, want := range map[string]mcp.Error{
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"No."}}`:    &mcp.OtherError{Code: int(mcp.CodeMethodNotFound), Message: "No."},
		`{"jsonrpc":"2.0","id":1,"error":{"code":7,"message":"","data":[1]}}`: &mcp.OtherError{Code: 7, Data: decoder.Raw("[1]")},
		`{"jsonrpc":"2.0","error":{"code":-32022,"message":"Old.","data":{"supported":["a"],"requested":"b"}}}`: &mcp.UnsupportedVersionError{
			Message: "Old.", Data: mcp.UnsupportedVersionData{Supported: []string{"a"}, Requested: "b"}},
	} {
		m, err := mcp.UnmarshalLine([]byte(line))
		if err != nil {
			t.Error(err)
			continue
		}
		got := m.(*mcp.ErrorResponse).Error
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", line, d)
		}
		if code, _ := decoder.Raw(line).Get("error", "code"); code.String() != fmt.Sprint(got.GetCode()) {
			t.Errorf("%s: the code is %d", line, got.GetCode())
		}
	}
}

// TestOtherMessages reads methods that the protocol does not have.
func TestOtherMessages(t *testing.T) {
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"x/y","params":{}}`: "x~1y 1 x/y",
		`{"jsonrpc":"2.0","method":"result"}`:                 "result~  result",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call/now"}`:  "tools~1call~1now 1 tools/call/now",
		`{"jsonrpc":"2.0","id":1}`:                            " 1 ",
	} {
		m, err := mcp.UnmarshalLine([]byte(line))
		if err != nil {
			t.Error(err)
			continue
		}
		if got := fmt.Sprintf("%s %s %s", m.Kind(), m.GetID(), m.GetMethod()); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

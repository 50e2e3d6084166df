package usage_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/usage"
)

// FuzzLine compares the fields of the view with the members that encoding/json finds on their paths.
func FuzzLine(f *testing.F) {
	files, err := filepath.Glob("../testdata/*/*.ndjson")
	if err != nil || len(files) == 0 {
		f.Fatal("no lines:", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		n := 0
		for line := range bytes.Lines(data) {
			if n++; n <= 20 && len(line) < 4<<10 && bytes.Contains(line, []byte(`"usage"`)) {
				f.Add(bytes.TrimSpace(line))
			}
		}
	}
	for _, line := range []string{
		`{"message":{"id":"a","usage":{"input_tokens":1}},"type":"assistant","message":{"model":"m","usage":{"output_tokens":2,"output_tokens":3}}}`,
		`{"type":"assistant","sessionId":"a","session_id":"b","requestId":7,"message":{"usage":[]}}`,
		`{"type":"result","total_cost_usd":1e-7,"usage":{"cache_read_input_tokens":1.5,"cache_creation_input_tokens":-0}}`,
		`{"ty\u0070e":"assistant","message":null,"x":[{"message":{"id":"no"}}],"timestamp":"\ud83d"}`,
		`{"a":1,"timestamp":"t","b":"\"","message":{"model":"m","id":"a"},"type":"assistant","sessionId":"s","uuid":"u","timestamp":"later","c":{}}`,
		`{"a": 1, "message": {"x": [1, 2], "id": "a"}, "type": "assistant", "session_id": "s", "request\u0049d": "r", "b": null}`,
		`{"type":"user","message":{},"a":"","type":"assistant","requestId":"r","request_id":"q"}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		l, err := usage.UnmarshalLine(line)
		borrowed, err2 := usage.BorrowLine(line)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%v, but borrowed %v\n%q", err, err2, line)
		}
		usage.CheckLine(line)
		r := usage.NewReader(bytes.NewReader(line), decoder.Salvage(), decoder.Poison())
		var count usage.Counter
		for m := range decoder.Of[*usage.Response](r.Recycled()) {
			count.Add(m)
		}
		if errors.Is(err, decoder.ErrTooDeep) {
			return
		}
		object := json.Valid(line) && bytes.TrimLeft(line, " \t\r\n")[0] == '{'
		if err != nil {
			if object {
				t.Fatalf("%v\n%q", err, line)
			}
			return
		}
		others := map[string]usage.Line{"borrowed": borrowed, "cloned": usage.CloneLine(l)}
		if _, unknown := l.(*usage.UnknownLine); object && !unknown && !bytes.ContainsAny(line, "\r\n") {
			for l, err := range usage.NewReader(bytes.NewReader(line)).All() { // peeks at the line first
				if err != nil {
					t.Fatalf("%v\n%q", err, line)
				}
				others["read"] = l
			}
			if others["read"] == nil {
				t.Fatalf("not delivered: %q", line)
			}
		}
		for name, other := range others {
			if diff := cmp.Diff(l, other); diff != "" {
				t.Fatalf("%s it is another line (-want +got):\n%s\n%q", name, diff, line)
			}
		}
		if kind, err := usage.Peek(line); kind != l.Kind() || err != nil {
			t.Fatalf("Peek %q, %v, Kind %q\n%q", kind, err, l.Kind(), line)
		}
		if !object {
			return // a view checks only the brackets of skipped members
		}
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		var members map[string]any
		if err := d.Decode(&members); err != nil {
			t.Fatal(err)
		}
		message, _ := members["message"].(map[string]any)
		switch m := l.(type) {
		case *usage.Response:
			want := usage.Response{Timestamp: textOf(members, "timestamp"), SessionID: textOf(members, "sessionId", "session_id"),
				RequestID: textOf(members, "request_id", "requestId"), MessageID: textOf(message, "id"), Model: textOf(message, "model"), Tokens: tokens(message)}
			if members["type"] != "assistant" || *m != want {
				t.Fatalf("%+v, want %+v\n%q", *m, want, line)
			}
		case *usage.Result:
			if members["type"] != "result" || m.SessionID != textOf(members, "session_id") || m.Tokens != tokens(members) {
				t.Fatalf("%+v\n%q", *m, line)
			}
		default:
			if members["type"] == "assistant" || members["type"] == "result" {
				t.Fatalf("%+v\n%q", l, line)
			}
		}
	})
}

// textOf returns the text of the first of these members that is present.
func textOf(members map[string]any, names ...string) string {
	for _, name := range names {
		if v, ok := members[name]; ok {
			s, _ := v.(string)
			return s
		}
	}
	return ""
}

func tokens(message map[string]any) usage.Tokens {
	members, _ := message["usage"].(map[string]any)
	count := func(name string) int {
		n, _ := members[name].(json.Number)
		f, _ := strconv.ParseFloat(string(n), 64)
		if i, err := strconv.Atoi(string(n)); err == nil {
			return i
		}
		switch {
		case f >= math.MaxInt:
			return math.MaxInt
		case f <= math.MinInt:
			return math.MinInt
		}
		return int(f)
	}
	return usage.Tokens{InputTokens: count("input_tokens"), OutputTokens: count("output_tokens"),
		CacheReadInputTokens: count("cache_read_input_tokens"), CacheCreationInputTokens: count("cache_creation_input_tokens")}
}

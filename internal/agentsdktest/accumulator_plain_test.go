package agentsdktest

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire"
	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// This file rebuilds the messages of a stream with encoding/json and maps. An Accumulator must give the same messages.

// rebuilt is a message that a stream's events describe.
type rebuilt struct {
	Parent   string
	Complete bool // it has a message_stop
	Message  any
}

// object is a JSON object.
type object = map[string]any

// plainStream is the unfinished message of one agent.
type plainStream struct {
	message object
	blocks  map[int]any
	earlier map[int][]any // blocks with the same index that have begun before
	inputs  map[int]string
	open    map[int]bool
	ended   map[int]bool
}

func (s *plainStream) finish(i int) {
	if !s.open[i] {
		return
	}
	delete(s.open, i)
	s.ended[i] = true
	block, _ := s.blocks[i].(object)
	if block == nil || s.inputs[i] == "" {
		return
	}
	if v, err := parse([]byte(s.inputs[i])); err == nil {
		block["input"] = v
	} else {
		block["input"] = s.inputs[i]
	}
}

// value returns a copy of the message so far.
func (s *plainStream) value() any {
	var content []any
	for _, i := range slices.Sorted(maps.Keys(s.blocks)) {
		content = append(append(content, s.earlier[i]...), s.blocks[i])
	}
	if _, there := s.message["content"]; there || content != nil {
		s.message["content"] = content
		if content == nil {
			s.message["content"] = []any{}
		}
	}
	text, err := json.Marshal(s.message)
	if err != nil {
		panic(err)
	}
	v, err := parse(text)
	if err != nil {
		panic(err)
	}
	return v
}

func parse(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err = d.Decode(&v); err == nil && d.More() {
		err = errors.New("more than one value")
	}
	return v, err
}

func (s *plainStream) delta(i int, d object) {
	if _, there := s.blocks[i]; !s.open[i] && i >= 0 {
		kind := map[any]string{"text_delta": "text", "thinking_delta": "thinking"}[d["type"]]
		if kind == "" || s.ended[i] {
			return
		}
		if !there {
			s.blocks[i] = object{"type": kind, kind: ""}
		}
		s.open[i] = true
	}
	block, _ := s.blocks[i].(object)
	if !s.open[i] || block == nil {
		return
	}
	add := func(member, of string) {
		if block["type"] != of {
			return
		}
		was, _ := block[member].(string)
		more, _ := d[member].(string)
		block[member] = was + more
	}
	switch d["type"] {
	case "text_delta":
		add("text", "text")
	case "thinking_delta":
		add("thinking", "thinking")
	case "signature_delta":
		add("signature", "thinking")
	case "input_json_delta":
		if slices.Contains([]any{"tool_use", "server_tool_use", "mcp_tool_use"}, block["type"]) {
			s.inputs[i] += d["partial_json"].(string)
		}
	case "citations_delta":
		if block["type"] == "text" && d["citation"] != nil {
			list, _ := block["citations"].([]any)
			block["citations"] = append(list, d["citation"])
		}
	}
}

// take sets the members that a message_delta event has. A null changes nothing.
func take(into, from object, but ...string) {
	for k, v := range from {
		if _, known := into[k]; !slices.Contains(but, k) && !(known && v == nil) {
			into[k] = v
		}
	}
}

// plainMessages returns the messages of a file in the order in which they end, and then those without an end, sorted by agent.
func plainMessages(t *testing.T, data []byte) (all []rebuilt, whole map[string][]any) {
	t.Helper()
	streams := map[string]*plainStream{}
	whole = map[string][]any{}
	cut := func(parent string) {
		if s := streams[parent]; s != nil {
			for i := range s.open {
				s.finish(i)
			}
			all = append(all, rebuilt{parent, false, s.value()})
			delete(streams, parent)
		}
	}
	for line := range bytes.Lines(data) {
		v, err := parse(line)
		if err != nil {
			continue
		}
		m, _ := v.(object)
		parent, _ := m["parent_tool_use_id"].(string)
		if m["type"] == "assistant" {
			message, _ := m["message"].(object)
			id, _ := message["id"].(string)
			content, _ := message["content"].([]any)
			whole[id] = append(whole[id], content...)
		}
		e, _ := m["event"].(object)
		if m["type"] != "stream_event" || e == nil {
			continue
		}
		s := streams[parent]
		index := -1
		if n, ok := e["index"].(json.Number); ok {
			i, _ := n.Int64()
			index = int(i)
		}
		switch e["type"] {
		case "message_start":
			cut(parent)
			s = &plainStream{blocks: map[int]any{}, earlier: map[int][]any{}, inputs: map[int]string{}, open: map[int]bool{}, ended: map[int]bool{}}
			s.message, _ = e["message"].(object)
			content, _ := s.message["content"].([]any)
			for i, b := range content {
				s.blocks[i] = b
			}
			streams[parent] = s
		case "error":
			cut(parent)
		}
		if s == nil {
			continue
		}
		switch e["type"] {
		case "content_block_start":
			if s.open[index] || s.ended[index] {
				s.finish(index)
				s.earlier[index] = append(s.earlier[index], s.blocks[index])
			}
			s.blocks[index], s.inputs[index], s.open[index] = e["content_block"], "", true
			delete(s.ended, index)
		case "content_block_delta":
			d, _ := e["delta"].(object)
			s.delta(index, d)
		case "content_block_stop":
			s.finish(index)
		case "message_delta":
			d, _ := e["delta"].(object)
			take(s.message, d, "content", "usage")
			take(s.message, e, "type", "delta", "usage", "content")
			if u, _ := e["usage"].(object); u != nil {
				if s.message["usage"] == nil {
					s.message["usage"] = object{}
				}
				take(s.message["usage"].(object), u)
			}
		case "message_stop":
			for i := range s.open {
				s.finish(i)
			}
			all = append(all, rebuilt{parent, true, s.value()})
			delete(streams, parent)
		}
	}
	for _, parent := range slices.Sorted(maps.Keys(streams)) {
		cut(parent)
	}
	return all, whole
}

// accumulated returns the messages that an Accumulator gives for a file, and the texts of its errors.
func accumulated(t *testing.T, data []byte) (all []rebuilt, errs []string) {
	t.Helper()
	keep := func(parent *string, complete bool, m *ndwire.BetaMessage) {
		v, err := parse([]byte(jsontest.Encode(t, m)))
		if err != nil {
			t.Fatal(err)
		}
		id := ""
		if parent != nil {
			id = strings.Clone(*parent)
		}
		all = append(all, rebuilt{id, complete, v})
	}
	var a ndwire.Accumulator
	for event, err := range decoder.Of[*ndwire.PartialAssistantMessage](ndwire.NewReader(bytes.NewReader(data), decoder.Poison()).Recycled()) {
		if err != nil {
			continue // a bad line costs one line
		}
		done, err := a.Add(event)
		var cut *ndwire.CutError
		if errors.As(err, &cut) && cut.Message != nil {
			keep(cut.ParentToolUseID, false, cut.Message)
		}
		if err != nil {
			errs = append(errs, err.Error())
		}
		if done {
			m := a.Message()
			a.Reset()
			keep(event.ParentToolUseID, true, m)
		}
	}
	for parent, m := range a.Incomplete() {
		keep(parent, false, m)
	}
	return all, errs
}

// compareStreams checks that an Accumulator gives the messages of plainMessages, and that both are equal to the file's complete messages.
func compareStreams(t *testing.T, data []byte) (messages int, errs []string) {
	t.Helper()
	want, whole := plainMessages(t, data)
	got, errs := accumulated(t, data)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-plain reading +Accumulator):\n%s", d)
	}
	for _, m := range got {
		message := m.Message.(object)
		id, _ := message["id"].(string)
		if blocks := whole[id]; m.Complete && len(blocks) > 0 {
			if d := cmp.Diff(any(blocks), message["content"]); d != "" {
				t.Errorf("%s (-whole lines +streamed):\n%s", id, d)
			}
		}
	}
	return len(want), errs
}

func TestAccumulatorAgainstPlainReading(t *testing.T) {
	tests := []struct {
		name     string
		messages int
		errs     []string // their texts, in order
	}{
		{"prefilled", 5, nil},
		{"cut", 10, []string{
			`"msg_pier_1" is cut off: a message_start event of the main agent, expected message_stop`,
			`"msg_pier_3" is cut off: the stream of the main agent failed with "overloaded_error": "Overloaded"`,
			"input is not JSON",
			"block 1, expected block 0",
			"block 0, which has begun before, expected block 1",
			"content_block_delta event for block 3 outside a block, expected content_block_start of block 1",
			"input_json_delta for block 1, which is of the type text",
			"expected message_start",
		}},
		{"subagents", 5, []string{`"msg_north_2" is cut off: the stream of the agent of "toolu_01North" failed with "api_error": "lost"`}},
		{"newer_members", 2, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("../../testdata/agentsdk/streams", tt.name+".ndjson"))
			if err != nil {
				t.Fatal(err)
			}
			n, errs := compareStreams(t, data)
			if n != tt.messages {
				t.Errorf("%d messages, want %d", n, tt.messages)
			}
			if len(errs) != len(tt.errs) {
				t.Fatalf("errors %q, want %q", errs, tt.errs)
			}
			for i, says := range tt.errs {
				if !strings.Contains(errs[i], says) {
					t.Errorf("error %d: %q does not say %q", i, errs[i], says)
				}
			}
		})
	}
}

// TestAccumulatorOfRealStreams compares the streams of all real files, if there are any.
func TestAccumulatorOfRealStreams(t *testing.T) {
	files, err := filepath.Glob("../../../shared/real/*/*")
	if err != nil {
		t.Fatal(err)
	}
	messages := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(data, []byte("stream_event")) {
			continue // a folder, or a file without streams
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			n, errs := compareStreams(t, data)
			messages += n
			for _, e := range errs {
				t.Log(e)
			}
		})
	}
	if messages == 0 {
		t.Skip("there are no real streams beside the project")
	}
}

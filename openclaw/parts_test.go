package openclaw_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
)

// values has the types that are no lines and no blocks, with all of their members, and the equal Go literals.
var values = []struct {
	text string
	want jsontest.Appender
}{
	{
		`{"v":2,"id":"the id","phase":"the phase"}`,
		&openclaw.TextSignature{V: 2, ID: "the id", Phase: "the phase"},
	},
	{
		`{"readFiles":["readFiles 1","readFiles 2"],"modifiedFiles":["modifiedFiles 1","modifiedFiles 2"]}`,
		&openclaw.CompactionDetails{
			ReadFiles: []string{"readFiles 1", "readFiles 2"}, ModifiedFiles: []string{"modifiedFiles 1", "modifiedFiles 2"},
		},
	},
	{
		`{"timestamp":1740000000000,"provider":"the provider","modelApi":"the modelApi","modelId":"the modelId"}`,
		&openclaw.ModelSnapshot{
			Timestamp: 1740000000000, Provider: "the provider", ModelAPI: "the modelApi", ModelID: "the modelId",
		},
	},
}

func TestValues(t *testing.T) {
	for _, tt := range values {
		got := reflect.New(reflect.TypeOf(tt.want).Elem()).Interface()
		if err := json.Unmarshal([]byte(tt.text), got); err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
		for _, v := range []jsontest.Appender{tt.want, got.(jsontest.Appender)} {
			jsontest.Same(t, tt.text, v)
		}
	}
}

// TestUnionParts checks that the parts of the union decode their own cases and no others, directly and with encoding/json.
func TestUnionParts(t *testing.T) {
	const event = `{"type":"turn_start"}`
	const streamed = `{"type":"text_delta","contentIndex":1,"delta":"d","partial":{"role":"assistant"}}`
	const entry = `{"type":"leaf","id":"b","parentId":"a","timestamp":"t","targetId":"a"}`
	const block = `{"type":"video","data":"aQ=="}`
	for text, part := range map[string]struct {
		unmarshal func([]byte) (jsontest.Appender, error)
		through   func([]byte) (jsontest.Appender, error)
		clone     func(jsontest.Appender) jsontest.Appender
		want      jsontest.Appender
	}{
		event: {
			func(b []byte) (jsontest.Appender, error) { return openclaw.UnmarshalAgentEvent(b) },
			func(b []byte) (jsontest.Appender, error) {
				var v openclaw.AnyAgentEvent
				err := json.Unmarshal(b, &v)
				return v.AgentEvent, err
			},
			func(v jsontest.Appender) jsontest.Appender { return openclaw.CloneAgentEvent(v.(openclaw.AgentEvent)) },
			&openclaw.TurnStartEvent{},
		},
		streamed: {
			func(b []byte) (jsontest.Appender, error) { return openclaw.UnmarshalAssistantMessageEvent(b) },
			func(b []byte) (jsontest.Appender, error) {
				var v openclaw.AnyAssistantMessageEvent
				err := json.Unmarshal(b, &v)
				return v.AssistantMessageEvent, err
			},
			func(v jsontest.Appender) jsontest.Appender {
				return openclaw.CloneAssistantMessageEvent(v.(openclaw.AssistantMessageEvent))
			},
			&openclaw.TextDeltaEvent{BlockEvent: openclaw.BlockEvent{ContentIndex: 1, Partial: decoder.Raw(`{"role":"assistant"}`)}, Delta: "d"},
		},
		entry: {
			func(b []byte) (jsontest.Appender, error) { return openclaw.UnmarshalSessionEntry(b) },
			func(b []byte) (jsontest.Appender, error) {
				var v openclaw.AnySessionEntry
				err := json.Unmarshal(b, &v)
				return v.SessionEntry, err
			},
			func(v jsontest.Appender) jsontest.Appender {
				return openclaw.CloneSessionEntry(v.(openclaw.SessionEntry))
			},
			&openclaw.LeafEntry{EntryBase: openclaw.EntryBase{ID: "b", ParentID: new("a"), Timestamp: "t"}, TargetID: new("a")},
		},
		userText: {
			func(b []byte) (jsontest.Appender, error) { return openclaw.UnmarshalMessage(b) },
			func(b []byte) (jsontest.Appender, error) {
				var v openclaw.AnyMessage
				err := json.Unmarshal(b, &v)
				return v.Message, err
			},
			func(v jsontest.Appender) jsontest.Appender { return openclaw.CloneMessage(v.(openclaw.Message)) },
			user(),
		},
		resultText: {
			func(b []byte) (jsontest.Appender, error) { return openclaw.UnmarshalAgentMessage(b) },
			func(b []byte) (jsontest.Appender, error) {
				var v openclaw.AnyAgentMessage
				err := json.Unmarshal(b, &v)
				return v.AgentMessage, err
			},
			func(v jsontest.Appender) jsontest.Appender {
				return openclaw.CloneAgentMessage(v.(openclaw.AgentMessage))
			},
			new(result()),
		},
		block: {
			func(b []byte) (jsontest.Appender, error) { return openclaw.UnmarshalContentBlock(b) },
			func(b []byte) (jsontest.Appender, error) {
				var v openclaw.AnyContentBlock
				err := json.Unmarshal(b, &v)
				return v.ContentBlock, err
			},
			func(v jsontest.Appender) jsontest.Appender {
				return openclaw.CloneContentBlock(v.(openclaw.ContentBlock))
			},
			&openclaw.UnknownContentBlock{Raw: decoder.Raw(block)},
		},
		`{"type":"agent_start"}`: {
			func(b []byte) (jsontest.Appender, error) { return openclaw.BorrowLine(b) },
			func(b []byte) (jsontest.Appender, error) {
				var v openclaw.AnyLine
				err := json.Unmarshal(b, &v)
				return v.Line, err
			},
			func(v jsontest.Appender) jsontest.Appender { return openclaw.CloneLine(v.(openclaw.Line)) },
			&openclaw.AgentStartEvent{},
		},
	} {
		for i, read := range []func([]byte) (jsontest.Appender, error){part.unmarshal, part.through} {
			got, err := read([]byte(text))
			if err != nil {
				t.Errorf("%s: %d: %v", text, i, err)
				continue
			}
			if d := cmp.Diff(part.want, got); d != "" {
				t.Errorf("%s: %d (-want +got):\n%s", text, i, d)
			}
			if d := cmp.Diff(part.want, part.clone(got)); d != "" {
				t.Errorf("clone of %s (-want +got):\n%s", text, d)
			}
			jsontest.Same(t, text, got)
		}
		if _, err := part.unmarshal([]byte(`[]`)); err == nil {
			t.Errorf("a list is a %T", part.want)
		}
	}
	if k := openclaw.KindExtensionUIRequestSelect; !k.In(openclaw.KindExtensionUIRequest) || k.In(openclaw.KindResponse) {
		t.Errorf("%q is of another family", k)
	}
}

package agentsdktest

import (
	"encoding/json"
	"testing"

	"github.com/ndwire/ndwire"
)

// TestRecordAlone reads texts of several cases with the record of one: each is written as it was read, and has the kind of the record.
func TestRecordAlone(t *testing.T) {
	for _, test := range []struct {
		text string
		kind ndwire.Kind // of the text
	}{
		{`{"type":"keep_alive"}`, ndwire.KindKeepAlive},
		{`{"type":"tool_progress"}`, ndwire.KindToolProgress},
		{`{"type":"new","n":1}`, "new"},
		{`{"type":7}`, ""},
		{`{"n":1}`, ""},
	} {
		var m ndwire.KeepAlive
		if err := json.Unmarshal([]byte(test.text), &m); err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		got, err := m.AppendJSON(nil)
		if err != nil || string(got) != test.text {
			t.Errorf("%s is written as %s, %v", test.text, got, err)
		}
		if m.Kind() != ndwire.KindKeepAlive {
			t.Errorf("%s: a KeepAlive has the kind %s", test.text, m.Kind())
		}
		if kind, _ := ndwire.Peek([]byte(test.text)); kind != test.kind {
			t.Errorf("%s: Peek says %q, want %q", test.text, kind, test.kind)
		}
	}
}

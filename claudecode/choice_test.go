package claudecode_test

import (
	"fmt"
	"testing"

	"github.com/ndwire/ndwire/claudecode"
)

// TestChoice checks that the subtype of an assistant line chooses its record, at any position.
func TestChoice(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{`{"type":"assistant","subtype":"response","uuid":"u"}`, "*claudecode.AssistantActionLine"},
		{`{"type":"assistant","uuid":"u","subtype":"response"}`, "*claudecode.AssistantActionLine"},
		{`{"subtype":"response","uuid":"u","type":"assistant"}`, "*claudecode.AssistantActionLine"},
		{`{"type":"assistant","message":{"subtype":"x"},"uuid":"u","subtype" : "\u0072esponse"}`, "*claudecode.AssistantActionLine"},
		{`{"type":"assistant","subtype":"other","uuid":"u","subtype":"error"}`, "*claudecode.AssistantActionLine"},
		{`{"type":"assistant","subtype":"error","uuid":"u","subtype":"other"}`, "*claudecode.AssistantLine"},
		{`{"type":"assistant","subtype":"other","uuid":"u"}`, "*claudecode.AssistantLine"},
		{`{"type":"assistant","uuid":"u","subtype":7}`, "*claudecode.AssistantLine"},
		{`{"type":"assistant","uuid":"u"}`, "*claudecode.AssistantLine"},
		{`{"uuid":"u","type":"assistant"}`, "*claudecode.AssistantLine"},
	} {
		line, err := claudecode.UnmarshalLine([]byte(x.text))
		if got := fmt.Sprintf("%T", line); err != nil || got != x.want {
			t.Errorf("%s: %s, %v; want %s", x.text, got, err, x.want)
			continue
		}
		kind, err := claudecode.Peek([]byte(x.text))
		if err != nil || kind != line.Kind() {
			t.Errorf("%s: Peek says %q, %v, and the line %q", x.text, kind, err, line.Kind())
		}
	}
}

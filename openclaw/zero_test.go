package openclaw_test

import (
	"errors"
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/internal/jsontest"
	"github.com/ndwire/ndwire/openclaw"
)

// TestZeroValues checks that zero values are written in a form of the description, and that null is written back as null.
func TestZeroValues(t *testing.T) {
	tests := []struct {
		v    jsontest.Appender
		want string
	}{
		{&openclaw.ToolCall{}, `{"type":"toolCall","id":"","name":"","arguments":{}}`},
		{&openclaw.UserMessage{}, `{"role":"user","content":[],"timestamp":0}`},
		{&openclaw.ToolResultMessage{}, `{"role":"toolResult","toolCallId":"","toolName":"","content":[],"isError":false,"timestamp":0}`},
	}
	for _, tt := range tests {
		if got := jsontest.Encode(t, tt.v); got != tt.want {
			t.Errorf("%T: %s, want %s", tt.v, got, tt.want)
		}
	}
	for _, line := range []string{`{"role":"user","content":null,"timestamp":1}`,
		`{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"b","arguments":null}],"timestamp":1}`} {
		m, err := openclaw.UnmarshalLine([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := jsontest.Encode(t, m); got != line {
			t.Errorf("%s, want %s", got, line)
		}
	}
}

// lacks reports whether CheckLine finds nothing but that members are missing, as in files of older versions.
func lacks(err error) bool {
	all, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return err == nil
	}
	for _, err := range all.Unwrap() {
		if !errors.Is(err, decoder.ErrMissing) {
			return false
		}
	}
	return true
}

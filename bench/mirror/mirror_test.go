package mirror

import (
	"strings"
	"testing"
)

func TestUnmarshalErrors(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"no JSON", `{"type":`, "mirror: read tags: unexpected end of JSON input"},
		{"unknown", `{"type":"system","subtype":"new"}`, `mirror: a message of type "system", subtype "new" has no struct`},
		{"another JSON type", `{"type":"stream_event","uuid":1}`, `mirror: read a message of type "stream_event": json: `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Unmarshal[Standard]([]byte(tt.line))
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got the error %v\nwant %v", err, tt.want)
			}
		})
	}
}

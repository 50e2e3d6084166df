package mirror

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/bench/corpus"
)

// TestOwned holds that the contenders that are compared as owners of their strings are such: the line is overwritten before
// its message is looked at.
func TestOwned(t *testing.T) {
	t.Run("encoding-json", testOwned[Standard])
	t.Run("sonic", testOwned[Sonic])
}

func testOwned[L Library](t *testing.T) {
	for _, name := range corpus.Names() {
		c := corpus.Generate(name, 1<<18)
		for i := range c.Len() {
			line := bytes.Clone(c.Line(i))
			got, err := Unmarshal[L](line)
			if err != nil {
				t.Fatalf("%s line %d: %v", name, i+1, err)
			}
			want, err := Unmarshal[L](bytes.Clone(c.Line(i)))
			if err != nil {
				t.Fatalf("%s line %d: %v", name, i+1, err)
			}
			for at := range line {
				line[at] = '#'
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s line %d changes with its text (-want +got):\n%s", name, i+1, diff)
			}
		}
	}
}

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

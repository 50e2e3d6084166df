package gen_test

import (
	"testing"

	"github.com/ndwire/ndwire/gen/testdata/shared"
	"github.com/ndwire/ndwire/internal/jsontest"
)

// TestTagsOfUnion checks that a record that is a case of several unions has the tags of the union through which it is written, also if it was read
// through another one.
func TestTagsOfUnion(t *testing.T) {
	both := func() *shared.Both { return &shared.Both{Rest: "r"} }
	read, err := shared.UnmarshalLine([]byte(`{"type":"both","rest":"r","more":1}`))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		list *shared.List
		want string
	}{
		{"built", &shared.List{Blocks: []shared.Block{both()}, Bares: []shared.Bare{both()}, Tool: &shared.Call{}, Items: map[string]shared.Item{"a": &shared.Plain{}}},
			`{"type":"list","blocks":[{"kind":"b","rest":"r"}],"one":null,"bares":[{"rest":"r"}],"alone":{"type":"both","rest":""},` +
				`"tool":{"method":"","params":{"name":"shell"}},"items":{"a":{"item":"plain","text":""}}}`},
		{"read as a line", &shared.List{One: read.(*shared.Both), Bares: []shared.Bare{read.(*shared.Both)}},
			`{"type":"list","blocks":[],"one":{"kind":"b","rest":"r","more":1},"bares":[{"rest":"r","more":1}],"alone":{"type":"both","rest":""},` +
				`"tool":null,"items":{}}`},
	}
	for _, tt := range tests {
		got, err := tt.list.AppendJSON(nil)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if d := jsontest.Diff(t, tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

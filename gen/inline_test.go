package gen_test

import (
	"testing"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/gen/testdata/inline"
)

// A flattened object that is given a member of the name under which it would stand nested is nested from then on: beside the
// record's members that one would be taken for the object.
func TestInlineNestsWhereTheNameIsTaken(t *testing.T) {
	const flat = `{"type":"answer","id":"a"}`
	m := new(inline.Answer)
	if err := m.UnmarshalJSON([]byte(flat)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ payload, want string }{
		{"", flat},
		{`{"n":1}`, `{"type":"answer","response":{"id":"a","response":{"n":1}}}`},
	} {
		m.Response.Response = decoder.Raw(tt.payload)
		if tt.payload == "" {
			m.Response.Response = nil
		}
		out, err := m.AppendJSON(nil)
		if err != nil || string(out) != tt.want {
			t.Errorf("written as %s, %v, want %s", out, err, tt.want)
		}
		again := new(inline.Answer)
		if err := again.UnmarshalJSON(out); err != nil || again.Response.ID != "a" || string(again.Response.Response) != tt.payload {
			t.Errorf("%s is read as %+v, %v", out, again.Response, err)
		}
	}
}

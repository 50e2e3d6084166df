package usage_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ndwire/ndwire/decoder"
	"github.com/ndwire/ndwire/usage"
)

// TestSurface checks that a view has the kinds of its spec, that its Borrow function does not copy, and that it does not check skipped
// members.
func TestSurface(t *testing.T) {
	for line, want := range map[string]usage.Kind{
		`{"x":{"type":"result"},"type":"assistant"}`: usage.KindAssistant,
		`{"type":"result","subtype":"success"}`:      usage.KindResult,
		`{"type":"user"}`:                            "user",
	} {
		kind, err := usage.Peek([]byte(line))
		if err != nil || kind != want {
			t.Errorf("%s: Peek says %q, %v; want %q", line, kind, err, want)
		}
		l, err := usage.BorrowLine([]byte(line))
		if err != nil || l.Kind() != want {
			t.Errorf("%s: %+v, %v", line, l, err)
		}
		if c := usage.CloneLine(l); !cmp.Equal(c, l) {
			t.Errorf("a clone differs: %s", cmp.Diff(l, c))
		}
	}
	if err := usage.CheckLine([]byte(`{"type":"assistant","anything":[{}],"message":{"id":"a","n":{}}}`)); err != nil {
		t.Errorf("CheckLine: %v", err)
	}
	if err := usage.CheckLine([]byte(`{"type":"assistant","message":{"id":7}}`)); err == nil {
		t.Error("CheckLine finds nothing wrong with an id that is a number")
	}
	if _, err := usage.BorrowLine([]byte(`{"type":"assistant"`)); err == nil {
		t.Error("half a line is read")
	}
	var _ decoder.Line = (*usage.Response)(nil)
}

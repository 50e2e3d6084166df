package writing

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/ndwire/ndwire/encoder"
)

func TestOrNull(t *testing.T) {
	failed := errors.New("failed")
	tests := []struct {
		dst, want string
		err       error
	}{
		{"", "null", nil},
		{`{"a":`, `{"a":null`, nil},
		{`{"a":1`, `{"a":1`, nil},
		{`{"a":{}`, `{"a":{}`, nil},
		{`{"a":[`, `{"a":[null`, nil},
		{`{"a":[null,`, `{"a":[null,null`, nil},
		{`{"a":`, `{"a":`, failed},
	}
	for _, tt := range tests {
		if got, err := OrNull([]byte(tt.dst), tt.err); string(got) != tt.want || err != tt.err {
			t.Errorf("OrNull(%s, %v) = %s, %v, want %s", tt.dst, tt.err, got, err, tt.want)
		}
	}
}

func TestAppendText(t *testing.T) {
	text := strings.Repeat("0123456789", 8)
	for n := range len(text) {
		for _, room := range []int{0, 6 + n/2, 100} {
			if got := AppendText(append(make([]byte, 0, room), "before"...), text[:n]); string(got) != "before"+text[:n] {
				t.Errorf("%q, want %q behind it", got, text[:n])
			}
		}
	}
}

// TestFailed checks records in which a value fails, after other text and within another record.
func TestFailed(t *testing.T) {
	tests := []struct{ dst, path string }{
		{`before{"a":`, ".a"},
		{`before{"a":1,"b":{"c":[2]},"d":[3,`, ".d[1]"},
		{`before{"d":[{"a":1},{"b":[]},[1,[`, ".d[2][1][0]"},
		{`before{"a b":{"c":1,"":[`, `["a b"][""][0]`},
		{`before{"ä\u001b":`, `["\u00e4\x1b"]`},
		{`before[`, "[0]"},
		{"before", "."},
		{"", "."}, // an AppendJSON that does not return its buffer
	}
	for _, tt := range tests {
		was := []byte("before")
		dst, err := Failed(was, []byte(tt.dst), newError(encoder.ErrNumber, "no number"))
		e := new(encoder.Error)
		if string(dst) != "before" || !errors.As(err, &e) || e.Path != tt.path || e.Reason != encoder.ErrNumber || !errors.Is(err, encoder.ErrNumber) {
			t.Errorf("%s: %q, %v, want the path %s", tt.dst, dst, err, tt.path)
		}
		_, err = Failed(nil, []byte(`{"outer":`), err)
		if want := strings.TrimSuffix(".outer"+tt.path, "."); !errors.As(err, &e) || e.Path != want || err.Error() != "encoder: "+want+": no number" {
			t.Errorf("%s: in another record: %v, want the path %s", tt.dst, err, want)
		}
	}
}

// TestAppendKey writes keys of a map: the byte before a key determines whether a comma is needed.
func TestAppendKey(t *testing.T) {
	dst := []byte("{")
	for _, k := range []string{"a", "", "b\n"} {
		dst = append(AppendKey(dst, k), "{}"...)
	}
	if want := `{"a":{},"":{},"b\n":{}`; string(dst) != want {
		t.Errorf("%s, want %s", dst, want)
	}
}

func TestAppendIntAndBool(t *testing.T) {
	got := AppendInt(nil, math.MinInt64)
	got = AppendInt(append(got, ' '), 0)
	got = AppendInt(append(got, ' '), math.MaxInt64)
	got = AppendBool(append(got, ' '), true)
	got = AppendBool(append(got, ' '), false)
	if want := "-9223372036854775808 0 9223372036854775807 true false"; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

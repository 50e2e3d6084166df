package encoder

import (
	"errors"
	"strings"
	"testing"
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

// TestFailed has records in which a value fails, behind what stood before and within another record.
func TestFailed(t *testing.T) {
	tests := []struct{ dst, want string }{
		{`before{"a":`, "encoder: .a: JSON has no NaN"},
		{`before{"a":1,"b":{"c":[2]},"d":[3,`, "encoder: .d: JSON has no NaN"},
		{`before{"a b":`, `encoder: ["a b"]: JSON has no NaN`},
		{"", "encoder: JSON has no NaN"}, // of an AppendJSON that gives up what it was given
	}
	for _, tt := range tests {
		was := []byte("before")
		dst, err := Failed(was, []byte(tt.dst), errNaN)
		if text := errNaN.Error(); string(dst) != "before" || err.Error() != tt.want+text[len("encoder: JSON has no NaN"):] || !errors.Is(err, errNaN) {
			t.Errorf("%s: %q, %v, want %s", tt.dst, dst, err, tt.want)
		}
		_, err = Failed(nil, []byte(`{"outer":`), err)
		if e := new(Error); tt.dst != "" && (!errors.As(err, &e) || len(e.Path) <= len(".outer")) {
			t.Errorf("%s: in another record: %v", tt.dst, err)
		}
	}
}

// TestAppendKey writes keys of a map, which say by what stands before them whether they are the first.
func TestAppendKey(t *testing.T) {
	dst := []byte("{")
	for _, k := range []string{"a", "", "b\n"} {
		dst = append(AppendKey(dst, k), "{}"...)
	}
	if want := `{"a":{},"":{},"b\n":{}`; string(dst) != want {
		t.Errorf("%s, want %s", dst, want)
	}
}

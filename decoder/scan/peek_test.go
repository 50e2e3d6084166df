package scan_test

import (
	"testing"

	"github.com/ndwire/ndwire/decoder/scan"
	"github.com/ndwire/ndwire/internal/kernel"
)

// TestPeekFirst has lines whose end nobody has looked for.
func TestPeekFirst(t *testing.T) {
	tests := []struct {
		text    string
		n, next int
	}{
		{`{"type":"a"}` + "\n", 12, 13},
		{`{"type":"a"}` + "\r\n" + `{"type":"b"}`, 12, 14},
		{`{"type": "a", "n": [1, 2]}` + "\r\n\n", 26, 28},
		{`{"type":"a"}`, -1, -1},
		{`{"type":"a"}` + "\r", -1, -1},
		{`{"type":"a"}` + "\r\r\n", -1, -1},
		{`{"type":"a"} ` + "\n", -1, -1},
		{`{"type":"a"}{}` + "\n", -1, -1},
		{`{"type":"a"` + "\n}\n", -1, -1},
		{"\n", -1, -1},
		{"", -1, -1},
	}
	for _, tt := range tests {
		c := scan.Get(false)
		n, next := c.PeekFirst([]byte(tt.text), 0)
		if n != tt.n || next != tt.next {
			// Where there is no kernel, no end is ever found.
			if kernel.Current() != kernel.Portable || n >= 0 {
				t.Errorf("PeekFirst(%q) = %d, %d, want %d, %d", tt.text, n, next, tt.n, tt.next)
			}
		}
		if n >= 0 {
			if tag := c.Find(0, "type"); tag < 0 || tt.text[tag:tag+3] != `"a"` {
				t.Errorf("the type of %q is found at %d", tt.text, tag)
			}
		}
		scan.Put(c)
	}
}

package scan_test

import (
	"strings"
	"testing"

	"github.com/ndwire/ndwire/internal/kernel"
	"github.com/ndwire/ndwire/internal/scan"
)

// TestPeekFirst peeks at lines whose end has not been searched.
func TestPeekFirst(t *testing.T) {
	tests := []struct {
		text         string
		length, next int
	}{
		{`{"type":"a"}` + "\n", 12, 13},
		{`{"type":"a"}` + "\r\n" + `{"type":"b"}`, 12, 14},
		{`{"type": "a", "n": [1, 2]}` + "\r\n\n", 26, 28},
		{`{"type":"a"}`, -1, -1},
		{`{"type":"a"}` + "\r", -1, -1},
		{`{"type":"a"}` + "\r\r\n", -1, -1},
		{`{"type":"a"} ` + "\n", 13, 14},
		{`{"type":"a"}` + " \t \r\n{", 15, 17},
		{`{"type":"a"}` + " \r \n", -1, -1},
		{`{"type":"a"} `, -1, -1},
		{`{"type":"a"} x` + "\n", -1, -1},
		{`{"type":"a"}{}` + "\n", -1, -1},
		{`{"type":"a"` + "\n}\n", -1, -1},
		{"\n", -1, -1},
		{"", -1, -1},
	}
	for _, tt := range tests {
		c := scan.Get(false)
		length, next := c.PeekFirst([]byte(tt.text), 0)
		if length != tt.length || next != tt.next {
			// Without a kernel for members, PeekFirst never finds an end.
			if level := kernel.Current(); level == kernel.AVX2 || level == kernel.AVX512 || length >= 0 {
				t.Errorf("PeekFirst(%q) = %d, %d, want %d, %d", tt.text, length, next, tt.length, tt.next)
			}
		}
		if length >= 0 {
			if tag := c.Find(0, "type"); tag < 0 || tt.text[tag:tag+3] != `"a"` {
				t.Errorf("the type of %q is found at %d", tt.text, tag)
			}
		}
		scan.Put(c)
	}
}

// TestPeekAfterOpenLine checks that a peek does not depend on how the line before was read: in an open line, a line feed is not white space, and
// searches for tags end early.
func TestPeekAfterOpenLine(t *testing.T) {
	texts := []string{
		"{\"in\":\n{\"type\":\"a\"}}",
		`{"in":{` + strings.Repeat(`"k":null,`, 64<<10) + `"more":[],"type":"a"}}`,
	}
	for _, text := range texts {
		c := scan.Get(true)
		c.ResetOpen([]byte("{}\n{}\n{}\n"), 2, &scan.Options{Borrow: true, Recycle: true})
		c.End(c.Skip(c.Start()))
		tag := c.TagText(c.Find(c.Find(c.Peek([]byte(text), 0), "in"), "type"))
		if code, at := c.Err(); string(tag) != "a" || code != 0 {
			t.Errorf("the type in %.60s is %q, error %d at %d", text, tag, code, at)
		}
		scan.Put(c)
	}
}

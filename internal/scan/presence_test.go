package scan_test

import (
	"testing"

	"github.com/ndwire/ndwire/internal/scan"
)

// TestFirstPresent finds the first member of a list that an object has: the order is that of the list, not of the object.
func TestFirstPresent(t *testing.T) {
	list := scan.PresenceOf(scan.Field{Name: "first"}, scan.Field{Name: "a b", Null: true}, scan.Field{Name: "third"})
	for _, tt := range []struct{ object, want string }{
		{`{}`, ""},
		{`{"other":1}`, ""},
		{`{"third":1}`, "third"},
		{`{"third":1,"first":{"third":0}}`, "first"},
		{`{"x":"first","third":[{"first":1}]}`, "third"},
		{`{"first":null,"third":1}`, "third"},
		{`{"third":1, "a b" : null}`, "a b"},
		{`{"third":1,"a\u0020b":null}`, "a b"},
		{`{"th\u0069rd":1}`, "third"},
		{`{"first":null,"first":1}`, "first"},
		{`{"third":1,"first"`, "third"},
		{`{"":1,"\u0066irst":2}`, "first"},
		{`[{"first":1}]`, ""},
	} {
		for _, exact := range []bool{false, true} {
			c := new(scan.Cursor)
			c.Reset([]byte(tt.object), &scan.Options{})
			if exact {
				c.BeExact()
			}
			if got := c.FirstPresent(0, list); got != tt.want {
				t.Errorf("%s, exact %t: %q, want %q", tt.object, exact, got, tt.want)
			}
		}
	}
}
